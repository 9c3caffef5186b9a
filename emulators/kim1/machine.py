"""The KIM-1: one board, its keys and switches, its terminal and tape lines, and the clock they all share.

kim = Kim1()
kim.run(seconds=0.5)  # the monitor comes up
kim.press("AD", "0", "2", "0", "0", "DA", "E", "A")
kim.run(seconds=0.1)
print(kim.display)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from emulators.errors import ImageError, OptionError, require, shown
from emulators.inputs import Input, Inputs, Value, a_list, all_within, common_inputs, switch, within
from emulators.kim1 import bus, cassette, display, keypad, riot, teletype
from emulators.kim1.bus import SYSTEM_A, SYSTEM_B, USER_A, USER_B
from emulators.kim1.keypad import act_of
from emulators.kim1.teletype import Typist
from emulators.machine import Reading
from emulators.mos6502.core import NEVER
from emulators.mos6502.system import Core, System
from emulators.record import LAST
from emulators.roms import rom_bytes

PRESS_SECONDS = 0.05  # how long `press` holds a key down, and waits after it
FETCHED = {"received", "edges"}  # buffers: empty whenever the machine is stopped
LINES = 50  # of the printed text
ADDRESS_DIGITS = 4  # then those of the data
PORTS = {
    "6530-002": (riot.SYSTEM, {"A (1740)": SYSTEM_A, "B (1742)": SYSTEM_B}),
    "6530-003": (riot.USER, {"A (1700)": USER_A, "B (1702)": USER_B}),
}  # chip -> its number, its ports
WIRES = {riot.NO_WIRE: "not wired", riot.TO_IRQ: "to IRQ", riot.TO_NMI: "to NMI"}

# ---------------------------------------------------------------- inputs

byte = within(0, 0xFF)


def a_key(value: Any) -> None:
    """Check the name of a key."""
    if value not in keypad.KEYS:
        raise ValueError(f"the KIM-1 has no key '{value}': its keys are {' '.join(keypad.KEYS)}")


def a_text(value: Any) -> None:
    """Check a text to be typed."""
    text, patient = value if isinstance(value, list) else (value, 1)
    text.encode("latin-1")
    switch(patient)


def edges(value: Any) -> None:
    """Check the cycles of a tape's signal."""
    all_within(0, LAST)(a_list(value))
    if any(a > b for a, b in pairwise(value)):
        raise ValueError("the edges of a tape must be cycles in their order")


def set_field(name: str) -> Callable[[Kim1, Any], None]:
    """Return the act that sets a line or a switch of the record."""
    return lambda kim, value: setattr(kim.m, name, value)


def set_pins(port: int) -> Callable[[Kim1, Any], None]:
    """Return the act that drives the pins of a port of the 6530-003."""

    def act(kim: Kim1, value: int) -> None:
        kim.m.user_pins[port] = value

    return act


def take_text(kim: Kim1, value: str | list[Any]) -> None:
    """Give the typist something to do."""
    text, patient = value if isinstance(value, list) else (value, 1)
    kim.typist.waiting.extend(text.encode("latin-1"))
    kim.processor.call("begin_typing", patient)
    kim.typist.exchange()


def send(kim: Kim1, value: int) -> None:
    """Make the terminal begin to send a byte."""
    kim.processor.call("send", value, kim.cycles)


def record(kim: Kim1, on: int) -> None:
    """Start the recorder with a new tape, or stop it."""
    kim.recorded = [] if on else kim.recorded
    kim.m.recording = on


def play(kim: Kim1, value: list[int]) -> None:
    """Set the tone decoder's level as the tape has it."""
    start = kim.cycles
    for cycle, level in cassette.demodulate(value):
        kim.schedule.add(start + cycle, "tape_level", level)


INPUTS: Inputs = {
    "key_down": Input("a key: " + " ".join(keypad.KEYS), a_key, act_of("key_down")),
    "key_up": Input("a key", a_key, act_of("key_up")),
    "sst": Input("the SST switch: 0 or 1", switch, act_of("sst")),
    "terminal": Input("1 straps the monitor to the terminal, 0 to the keypad", switch, act_of("terminal")),
    "type": Input("text to send, or [text, 0] for a reader that does not wait for answers", a_text, take_text),
    "send": Input("one byte that the terminal begins to send in this very cycle", byte, send),
    "baud": Input("the terminal's speed", within(1, teletype.FASTEST), set_field("baud")),
    "tape": Input("a tape to play: the cycles, from its start, at which the signal changes sign", edges, play),
    "stop_tape": Input("0: removes the tape", switch, lambda kim, value: kim.schedule.drop("tape_level")),
    "tape_level": Input("the output of the tone decoder: 0 or 1", switch, act_of("tape_level")),
    "recording": Input("the tape recorder: 0 or 1", switch, record),
    "wire": Input(
        "the wiring of PB7 of the 6530-003: 0 nowhere, 1 to IRQ, 2 to NMI",
        within(riot.NO_WIRE, riot.TO_NMI),
        set_field("pb7_wire"),
    ),
    "user_a": Input("a byte: the levels on the pins PA7-PA0 of the 6530-003", byte, set_pins(0)),
    "user_b": Input("a byte: the levels on its pins PB7-PB0", byte, set_pins(1)),
    **common_inputs(8, 16, System.registers),
}


# ---------------------------------------------------------------- the machine


class Kim1(System):
    """A KIM-1 with its power on, reset, its monitor running.

    `rom`: 2,048 bytes for 1800-1FFF instead of our monitor. `core`: see `system.Processor`. `low_expansion`: 4 K of
    RAM at 0400-13FF. `high_expansion`: bytes of RAM from 2000 up. `terminal`: the strap that makes the monitor
    talk to the terminal instead of the keypad. `baud`: the terminal's speed.

    Every input is an event at a cycle; the same events at the same cycles give the same machine, bit for bit.
    """

    title = "KIM-1"
    clock = teletype.CLOCK
    press_seconds = PRESS_SECONDS
    MODULE, FIELDS, INPUTS = bus, bus.FIELDS, INPUTS
    RELATIONS = bus.RELATIONS
    PASSING = System.PASSING | bus.WINDOWS | FETCHED

    def __init__(
        self,
        *,
        rom: bytes | None = None,
        core: Core = "compiled",
        low_expansion: bool = False,
        high_expansion: int = 0,
        terminal: bool = False,
        baud: int = teletype.BAUD,
    ) -> None:
        rom = rom_bytes("kim1-monitor") if rom is None else rom
        require(rom, "the bytes of a ROM", bytes, bytearray, memoryview)
        for each in (low_expansion, terminal):
            require(each, "True or False", bool)
        if len(rom) != bus.ROM_SIZE:
            raise ImageError(f"the ROM has {len(rom):,} bytes: expected {bus.ROM_SIZE:,} (1800-1FFF)")
        if not isinstance(high_expansion, int) or not 0 <= high_expansion <= len(bus.HIGH_EXPANSION):
            most = len(bus.HIGH_EXPANSION)
            raise OptionError(f"a high expansion of {shown(high_expansion)} bytes: expected 0 to {most}, 2000-FBFF")
        if not isinstance(baud, int) or not 1 <= baud <= teletype.FASTEST:
            raise OptionError(f"{shown(baud)} baud: the Teletype's line has 1 to {teletype.FASTEST}")
        super().__init__(core)
        self.recorded: list[int] = []  # the edges on the tape, while recording
        self.typist = Typist(self.m)
        self._kept: tuple[bytes, tuple[int, ...]] = (b"", ())  # printed and recorded as in the last snapshot
        ram = bus.ram_ranges(low_expansion, high_expansion)
        bus.power_on(self.m, ram, bool(high_expansion), rom)
        self.give("baud", baud)
        self.give("terminal", int(terminal))
        self.reset()

    def reset(self) -> None:
        """Press and release RS."""
        self.press("RS", seconds=0)

    def more_room(self, address: int) -> str:
        """Return the option for RAM at an address."""
        options = {"--expand-low": bus.LOW_EXPANSION, "--expand-high": bus.HIGH_EXPANSION}
        option = next((option for option, room in options.items() if address in room), None)
        return f"{option} puts RAM there" if option else ""

    def devices(self) -> dict[str, dict[str, str]]:
        """Return the state of display, keypad, ports, timers, Teletype and tape."""
        return devices(self)

    # ------------------------------------------------------------ time

    def next_pause(self, cycle: int) -> int:
        """Return `cycle`: the record has the events, and the kernel comes back where the host has something to do."""
        return cycle

    def deliver(self) -> bool:
        """Apply the due inputs."""
        any_due = super().deliver()
        self._exchange()
        self.processor.call("deliver")
        self._exchange()
        return any_due

    def collect(self) -> None:
        """Fetch the characters and edges sent to terminal and tape."""
        m = self.m
        self._exchange()
        while m.fetched_count < m.received_count:
            self._printed.append(int(m.received[m.fetched_count % teletype.BUFFER]))
            m.fetched_count += 1
        while m.noted_count < m.edge_count:
            self.recorded.append(int(m.edges[m.noted_count % cassette.BUFFER]))
            m.noted_count += 1
        super().collect()

    # ------------------------------------------------------------ inputs

    def accept(self, kind: str, value: Value) -> None:
        """Check an input and do it."""
        super().accept(kind, value)
        self._exchange()

    def _exchange(self) -> None:
        """Forget the past of schedule and typist, and put their next events into the record."""
        keypad.exchange(self.m, self.schedule)
        self.typist.exchange()

    def type(self, text: str | bytes, *, patient: bool = True) -> None:
        """Make the terminal send characters, as the machine runs on.

        A patient typist waits until nothing has been printed for two characters' time; otherwise they follow
        each other without a gap, like a paper tape reader.
        """
        self.give("type", [text if isinstance(text, str) else text.decode("latin-1"), int(patient)])

    @property
    def typing(self) -> bool:
        """Whether the terminal still has characters to send."""
        return bool(self.typist.waiting)

    @property
    def idle(self) -> bool:
        """Whether the terminal has neither sent nor received anything for two characters' time."""
        return bool(teletype.is_idle(self.m))

    @property
    def line_free(self) -> int:
        """The cycle at which the character that the terminal has sent last is, or was, complete."""
        return int(self.m.sent_at) + teletype.character_time(self.m)

    def connect_terminal(self, on: bool = True) -> None:
        """Set the strap that makes the monitor talk to the terminal (True) or to the keypad (False)."""
        self.give("terminal", int(on))

    @property
    def strapped(self) -> bool:
        """Whether the monitor talks to the terminal."""
        return bool(self.m.keys[keypad.STRAP_ROW])

    def single_step(self, on: bool = True) -> None:
        """Set the SST switch."""
        self.give("sst", int(on))

    single_stepping = Reading("sst", bool)  # whether the SST switch is on

    @property
    def keys_down(self) -> list[str]:
        """The keys that are down now."""
        m = self.m
        down = [key for key, (row, bit) in keypad.POSITIONS.items() if int(m.keys[row]) >> bit & 1]
        return down + ["RS"] * int(m.reset_held) + ["ST"] * int(m.stop_held)

    baud = Reading("baud", int)  # the terminal's speed

    # ------------------------------------------------------------ outputs

    @property
    def reason(self) -> str:
        """That the processor runs from BRK to BRK, if so; empty otherwise."""
        if not bus.breaks(self.m):
            return ""
        target = bus.vector(self.m, bus.IRQ)
        return f"BRK after BRK: 17FE, 17FF hold {target:04X}; with 00 1C there BRK stops in the monitor, like JMP 1C4F"

    @property
    def display(self) -> str:
        """The six digits as the eye sees them: six characters, blank when dark."""
        return display.text(self.m)

    @property
    def brightness(self) -> list[list[float]]:
        """The share of the last 20 to 40 ms in which each segment a-g of each digit was lit."""
        return display.brightness(self.m)

    @property
    def transcript(self) -> str:
        """Everything the terminal has received, as text: CR LF as a new line, other control characters left out."""
        text = self._printed.decode("latin-1").replace("\r\n", "\n")
        return "".join(each for each in text if each == "\n" or each.isprintable())

    recording = Reading("recording", bool)  # whether the tape recorder records

    def start_recording(self) -> None:
        """Start the tape recorder; `recorded` fills with the edges of the signal (cycles)."""
        self.give("recording", 1)

    def stop_recording(self) -> list[int]:
        """Stop the recorder; return the edges."""
        self.give("recording", 0)
        return self.recorded

    def play_tape(self, edges: list[int]) -> None:
        """Play a tape from now on: `edges` are the cycles, from its start, at which the signal changes sign."""
        self.give("tape", list(edges))

    def stop_tape(self) -> None:
        """Take the tape away."""
        self.give("stop_tape", 0)

    # ------------------------------------------------------------ what is kept outside the record

    @property
    def outside(self) -> Any:
        """Everything to be typed, and everything printed and recorded; unchanged parts are shared."""
        printed, recorded = self._kept
        if printed != self.printed:
            printed = bytes(self.printed)
        if len(recorded) != len(self.recorded):
            recorded = tuple(self.recorded)
        self._kept = printed, recorded
        return self.typist.state, printed, recorded

    @outside.setter
    def outside(self, state: Any) -> None:
        self.m.event_next = 0
        self.typist.state, printed, recorded = state
        self._exchange()
        self._printed, self.recorded = bytearray(printed), list(recorded)
        self._kept = printed, recorded

    def outside_as_json(self) -> dict[str, Any]:
        """Return the same for a saved state."""
        waiting, patient, look_at = self.typist.state
        return {
            "typed": list(waiting),
            "patient": patient,
            "look_at": look_at,
            "printed": self._printed.decode("latin-1"),
            "recorded": self.recorded,
        }

    def outside_of_json(self, saved: dict[str, Any]) -> Any:
        """Return the same from a saved state."""
        typed, recorded = a_list(saved["typed"]), a_list(saved["recorded"])
        all_within(0, 0xFF)(typed)
        all_within(0, LAST)(recorded)
        within(0, NEVER)(saved["look_at"])
        typist = typed, bool(saved["patient"]), saved["look_at"]
        return typist, saved["printed"].encode("latin-1"), tuple(recorded)


# ---------------------------------------------------------------- what the devices show


def devices(kim: Kim1) -> dict[str, dict[str, str]]:
    """Return device -> name -> text."""
    m = kim.m
    return {
        "display": {"digits": kim.display, "segments": segments(kim)},
        "keypad": {
            "keys down": " ".join(kim.keys_down) or "none",
            "SST": "on" if kim.single_stepping else "off",
            "strap": "terminal" if kim.strapped else "keypad",
        },
        **{name: chip(kim, number, ports) for name, (number, ports) in PORTS.items()},
        "Teletype": {
            "speed": f"{kim.baud} baud",
            "framing errors": str(int(m.framing_errors)),
            "paper": "\n".join(kim.transcript.split("\n")[-LINES:]),
        },
        "tape": {
            "in": str(int(m.tape_level)),
            "recorder": f"{'on' if m.recording else 'off'}, {len(kim.recorded):,} edges",
        },
        "lines": {"IRQ": irq(kim), "NMI": nmi(kim), "PB7": WIRES[int(m.pb7_wire)]},
    }


def segments(kim: Kim1) -> str:
    """Return which segments are lit, digit by digit: `-` where it is dark, `|` between address and data."""
    digits = [display.lit(digit) or "-" for digit in kim.brightness]
    return " ".join([*digits[:ADDRESS_DIGITS], "|", *digits[ADDRESS_DIGITS:]])


def chip(kim: Kim1, number: int, ports: dict[str, int]) -> dict[str, str]:
    """Return the ports and the timer of a 6530."""
    m = kim.m
    rows = {}
    for name, index in ports.items():
        pins = kim.peek(int(name[3:7], 16))
        rows[name] = f"pins {pins:02X}  latch {int(m.latch[index]):02X}  direction {int(m.direction[index]):02X}"
    value, expired = riot.timer_value(m, number, kim.cycles), riot.timer_flag(m, number, kim.cycles)
    divider = 1 << int(m.timer_shift[number])
    flag = "expired" if expired else f"expires in {int(m.timer_expiry[number]) - kim.cycles:,} cycles"
    interrupt = ", interrupt on" if m.timer_interrupt[number] else ""
    rows["timer"] = f"{int(value):02X}  divided by {divider}, {flag}{interrupt}"
    return rows


def irq(kim: Kim1) -> str:
    """Return the level of the line."""
    return "low" if kim.m.irq_from <= kim.cycles < kim.m.irq_to else "high"


def nmi(kim: Kim1) -> str:
    """Return whether an edge waits to be served."""
    edge = int(kim.m.nmi_edge)
    return "quiet" if edge == NEVER or edge > kim.cycles else "an edge waits to be served"
