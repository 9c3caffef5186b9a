"""The IBM 704: its processor, its console, its units, and the clock they all share.

machine = Ibm704()
machine.put_cards(deck)  # 24 words each
machine.press("LOAD CARDS")
machine.run(seconds=60)
print(machine.paper)
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from emulators.errors import OptionError, shown
from emulators.ibm704 import connection, console, core, tape, units
from emulators.ibm704.connection import WORDS
from emulators.ibm704.console import devices
from emulators.ibm704.disassembler import branches, disassemble, frames
from emulators.ibm704.isa import CORE_SIZES, MOST_WORDS, OPERATION_SHIFT, WORD_BITS
from emulators.ibm704.media import Card, Media, MediaState, media_of
from emulators.inputs import Input, Inputs, a_list, all_within, common_inputs, in_base64, switch, within
from emulators.machine import Decoded, Frame, Machine, Reading, Stop
from emulators.processor import Core, Processor

MICROSECONDS = 12  # a cycle
SELECTS = (int(core.Op.RDS), int(core.Op.WRS))
REGISTERS = {
    "IC": ("ic", 15), "AC": ("ac", 38), "MQ": ("mq", 36), "SR": ("sr", 36),
    "XA": ("xa", 15), "XB": ("xb", 15), "XC": ("xc", 15),
    "KEYS": ("keys", 36), "LIGHTS": ("sense_lights", 4), "SWITCHES": ("sense_switches", 6),
    "IND": ("", len(core.INDICATORS)),
}  # name -> field of the record, width in bits; in the order of the trace  # fmt: skip

# ---------------------------------------------------------------- inputs

word, words = within(0, (1 << WORD_BITS) - 1), all_within(0, (1 << WORD_BITS) - 1)


def a_key(value: Any) -> None:
    """Check the name of a button."""
    if value not in console.KEYS:
        raise ValueError(f"the console of the 704 has no button '{value}': it has {', '.join(console.KEYS)}")


def a_sense_switch(value: Any) -> None:
    """Check a number and a position."""
    number, down = value
    within(1, console.SENSE_SWITCHES)(number)
    switch(down)


def cards(value: Any) -> None:
    """Check cards: lists of their words."""
    for number, card in enumerate(a_list(value), 1):
        if len(card) != WORDS:
            raise ValueError(f"card {number} has {len(card)} words: expected {WORDS}")
        words(card)


def a_tape(value: Any) -> None:
    """Check a unit, and the tape to be put on it."""
    unit, content, *ring = value
    within(1, tape.UNITS)(unit)
    for each in ring:
        switch(each)
    if content is not None:
        data = in_base64(content)
        if data and not data[0] & tape.FIRST:
            raise ValueError("this is not a tape: its first character does not begin a record")


def throw(machine: Ibm704, value: list[int]) -> None:
    """Put a sense switch up or down."""
    number, down = value
    m, bit = machine.m, 1 << number - 1
    m.sense_switches = m.sense_switches | bit if down else m.sense_switches & ~bit


def set_field(name: str) -> Callable[[Ibm704, int], None]:
    """Return the act that sets a switch or the keys."""
    return lambda machine, value: setattr(machine.m, name, value)


def mount(machine: Ibm704, value: list[Any]) -> None:
    """Put a tape on a unit, or take it away."""
    unit, content, *ring = value
    machine.media.mount(unit, None if content is None else in_base64(content), ring != [0])


INPUTS: Inputs = {
    "key_down": Input("a button of the console: " + ", ".join(console.KEYS), a_key, console.press),
    "key_up": Input("a button", a_key, console.let_go),
    "keys": Input("the word on the 36 panel keys", word, set_field("keys")),
    "sense_switch": Input("[1 to 6, 0 or 1]: a sense switch, 1 is down", a_sense_switch, throw),
    "automatic": Input("the switch: 1 AUTOMATIC, 0 MANUAL", switch, set_field("automatic")),
    "cards": Input(
        "[[24 words], ...]: cards for the reader, after those in its hopper",
        cards,
        lambda machine, value: machine.media.put_cards([tuple(card) for card in value]),
    ),
    "remove_cards": Input("0: empties the hopper", switch, lambda machine, value: machine.media.remove_cards()),
    "tape": Input(
        "[unit 1 to 10, its characters in base64, or null; 0: without ring]: mounts a tape, or removes it",
        a_tape,
        mount,
    ),
    **common_inputs(WORD_BITS, MOST_WORDS.bit_length() - 1, {name: bits for name, (_, bits) in REGISTERS.items()}),
}


class Ibm704(Machine):
    """An IBM 704 with its power on, reset, core storage and drums zero, on AUTOMATIC, nothing in its units.

    `core`: see `Processor`. `core_size`: words of core storage, 4096, 8192 or 32768.

    Every input is an event at a cycle; the same events at the same cycles give the same machine, bit for bit. Time
    passes while the machine runs: from START (which `run`, `run_to` and `step` press if it is stopped) to a stop.
    """

    title = "IBM 704"
    word_bits = WORD_BITS
    radix, address_digits = 8, 5
    clock = 83_333  # Hz; a cycle is exactly 12 microseconds
    program_counter = "IC"
    flags: ClassVar = {"IND": "VQDTERP"}  # their names: console.lamps
    FIELDS, CONSTANT, INPUTS = units.FIELDS, core.CONSTANT_FIELDS, INPUTS
    RELATIONS, OWN = units.RELATIONS, core.CONSTANT_FIELDS - {"special"}
    PASSING = core.PASSING_FIELDS | units.MEDIA_FIELDS

    def __init__(self, *, core: Core = "compiled", core_size: int = MOST_WORDS) -> None:
        if core_size not in CORE_SIZES:
            sizes = ", ".join(map(str, CORE_SIZES))
            raise OptionError(f"core storage of {shown(core_size)} words: the 704 has {sizes}")
        super().__init__(Processor(units, core))
        self.address_bits = core_size.bit_length() - 1
        self.registers = {
            name: min(bits, self.address_bits) if bits == 15 else bits for name, (_, bits) in REGISTERS.items()
        }
        self.media = Media(lambda: self.processor.m)
        units.power_on(self.m, core_size)

    @property
    def core_size(self) -> int:
        """Words of core storage."""
        return self.words

    @property
    def seconds(self) -> float:
        """The machine's time since power-on."""
        return self.cycles * MICROSECONDS / 1e6

    def cycles_in(self, seconds: float) -> int:
        """Return how many cycles pass in some seconds of the machine's own time."""
        return round(seconds * 1e6 / MICROSECONDS)

    running = Reading("running", bool)  # whether the machine runs: from START to a stop

    @property
    def reason(self) -> str:
        """Why the machine has stopped, or waits; nothing while it runs."""
        return console.reason(self)

    @property
    def cause(self) -> core.Cause:
        """The last reason that stopped the machine; NONE since START."""
        return core.Cause(int(self.m.cause))

    @property
    def trouble(self) -> connection.Trouble:
        """Why a unit could not serve its last request."""
        return connection.Trouble(int(self.m.trouble))

    waited = Reading("waited", int)  # cycles since power-on in which the processor has waited for units
    panel_keys = Reading("keys", int)  # the word on the 36 panel keys
    sense_switches = Reading("sense_switches", int)  # the sense switches: bit n - 1 is 1 while switch n is down
    automatic = Reading("automatic", bool)  # whether the switch AUTOMATIC - MANUAL is on AUTOMATIC

    def reset(self) -> None:
        """Press RESET: registers and indicators are cleared, core storage is not."""
        self.press(console.Key.RESET)

    def step(self) -> Stop:
        """Execute one instruction."""
        if not self.running and not self.m.automatic:
            self.press(console.Key.SINGLE_STEP)
            return self.last_stop
        return super().step()

    def read_register(self, name: str) -> int:
        """Return a register; raises KeyError for an unknown name."""
        field, _ = REGISTERS[name]
        return int(getattr(self.m, field)) if field else int(core.indicators(self.m))

    def set_register(self, name: str, value: int) -> None:
        """Do the input register."""
        field, bits = REGISTERS[name]
        if field:
            setattr(self.m, field, value & self.words - 1 if bits == 15 else value)
        else:
            for bit, indicator in enumerate(reversed(core.INDICATORS)):
                setattr(self.m, indicator, value >> bit & 1)

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instruction at `address` as text, and the address of the next one."""
        return disassemble(self.peek(address)), (address + 1) % self.words

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction at `address`."""
        text, following = self.disassemble(address)
        return Decoded(text, following, 0, (text.partition(" ")[0],), branches(self.peek(address), following))

    def frames(self) -> list[Frame]:
        """Return the calls that index registers point back to, the innermost first."""
        return frames(self)

    def devices(self) -> dict[str, dict[str, str]]:
        """Return the state of console and units."""
        return devices(self)

    # ------------------------------------------------------------ time

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on, or until something stops the machine; a machine at rest is started."""
        if not self.deliver() and not self.running:
            self.press(console.Key.START)
        if not self.running:
            return self._stand()
        stop = Stop.NONE
        while self.cycles < cycle and stop == Stop.NONE:
            if self.m.automatic:
                self.run_piece(max(self.next_pause(cycle), self.cycles + 1), self.processor.run)
                stop = self.last_stop
            else:
                stop = self._step_manually()
            self.deliver()
            if not self.running and stop == Stop.NONE:
                stop = self._stand()
        return stop

    def _stand(self) -> Stop:
        """Return why the machine is stopped although nothing has stopped it just now."""
        if not self.m.automatic and self.m.cause == core.Cause.NONE:
            self.m.cause = core.Cause.MANUAL
        return Stop.HALT

    def _step_manually(self) -> Stop:
        """Execute one instruction, then stop if MULTIPLE STEP is not down and no unit is busy.

        A program that is about to select another unit waits until the one before is done, and stops there.
        """
        m = self.m
        stop = Stop.NONE
        if m.unit and not m.stepping and m.op[self.peek(m.ic) >> OPERATION_SHIFT] in SELECTS:
            connection.wait(m, units.too_late(m))
            connection.let_go(m)
        else:
            self.processor.run(self.cycles + 1)
            stop = self.last_stop
        if m.stepping:
            connection.wait(m, m.cycles + console.MULTIPLE_STEP_TIME)
        elif m.running and not m.unit and stop != Stop.INPUT:
            core.halt(m, core.Cause.MANUAL)
            stop = Stop.HALT if stop == Stop.NONE else stop
        self.collect()
        return stop

    def step_manually(self) -> None:
        """Execute instructions until the machine stops, on MANUAL: one, or more if it selects a unit."""
        while self.running and self._step_manually() == Stop.NONE:
            pass

    def collect(self) -> None:
        """Serve the units, and fetch everything recorded; a unit does not wait for a stopped machine."""
        m = self.m
        self.media.serve()
        units.settle(m)
        self.media.serve()
        super().collect()

    # ------------------------------------------------------------ inputs

    def put_cards(self, cards: Iterable[Iterable[int]]) -> None:
        """Put cards into the hopper, after those that are there: 24 words each, rows 9 to 12."""
        self.give("cards", [list(card) for card in cards])

    def mount(self, unit: int, data: bytes | None = b"", *, ring: bool = True) -> None:
        """Put a tape on a unit: its characters, none for a new one; None takes the tape away.

        Without a `ring` it cannot be written.
        """
        content = None if data is None else base64.b64encode(data).decode("ascii")
        self.give("tape", [unit, content, *[0] * (not ring)])

    def set_sense_switch(self, number: int, down: bool = True) -> None:
        """Put a sense switch down, or up."""
        self.give("sense_switch", [number, int(down)])

    # ------------------------------------------------------------ outputs

    @property
    def printed(self) -> bytearray:
        """Everything that has been printed, as ASCII: LF after each line, FF where a page was ejected."""
        return self.media.printed

    @property
    def paper(self) -> list[str]:
        """The lines that have been printed."""
        return self.printed.decode("ascii").splitlines()

    @property
    def punched(self) -> list[Card]:
        """The cards that have been punched: 24 words each."""
        return self.media.punched

    @property
    def hopper(self) -> list[Card]:
        """The cards that wait in the reader."""
        return list(self.media.hopper)

    @property
    def display(self) -> list[int]:
        """The points shown since the film was moved last, as words (display.py has their layout)."""
        return self.media.film

    def tape(self, unit: int) -> bytes | None:
        """Return the content of the tape on a unit; None if there is none."""
        reel = self.media.reels.get(unit)
        return None if reel is None else reel.state.data

    def lamps(self) -> dict[str, int]:
        """Return the state of the console's lamps, by their names."""
        return console.lamps(self)

    # ------------------------------------------------------------ what is kept outside the record

    @property
    def outside(self) -> MediaState:
        return self.media.state

    @outside.setter
    def outside(self, state: MediaState) -> None:
        self.media.state = state

    def outside_as_json(self) -> dict[str, Any]:
        """Return the media for a saved state."""
        return {"media": self.media.saved()}

    def outside_of_json(self, saved: dict[str, Any]) -> MediaState:
        """Return the media from a saved state."""
        return media_of(saved["media"])

    def words_in(self, m: Any, extra: dict[str, Any]) -> int:
        """Return how many words of core storage it has: by them, addresses and registers have their width."""
        return int(m.core_mask) + 1

    def fits(self, m: Any, outside: MediaState) -> bool:
        """Return whether those tapes are mounted that the units say."""
        mounted = [number for number in range(1, tape.UNITS + 1) if m.tapes >> number & 1]
        return [number for number, _ in outside.reels] == mounted
