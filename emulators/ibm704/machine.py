"""The IBM 704: its processor, its console, its units, and the clock they all share."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from emulators import state
from emulators.errors import ImageError
from emulators.ibm704 import connection, console, core, inputs, units
from emulators.ibm704.devices import devices
from emulators.ibm704.disassembler import branches, disassemble
from emulators.ibm704.frames import frames
from emulators.ibm704.isa import CORE_SIZES, MOST_WORDS, OPERATION_SHIFT, WORD_BITS
from emulators.ibm704.media import Card, Media, MediaState
from emulators.image import Image
from emulators.machine import BusCycle, Decoded, Frame, Stop, Value
from emulators.processor import Core, Processor
from emulators.record import copy_of, fill, put_back
from emulators.record_machine import RecordMachine
from emulators.schedule import Event, Schedule

if TYPE_CHECKING:
    from emulators.machine import Snapshot as AnySnapshot

MICROSECONDS = 12  # a cycle
SELECTS = (int(core.Op.RDS), int(core.Op.WRS))
SAVED = {name: field for name, field in units.FIELDS.items() if name not in core.PASSING_FIELDS | units.MEDIA_FIELDS}
KEPT = [name for name in SAVED if name not in core.CONSTANT_FIELDS]  # what a snapshot holds
RECORD_SIZE = sum(count * (8 if kind == "int" else 1) for kind, count in map(SAVED.__getitem__, KEPT))  # bytes, about


@dataclass(frozen=True)
class Snapshot:
    """A 704 at one moment."""

    cycle: int
    record: dict[str, Any]  # fields of the record
    schedule: tuple[int, tuple[Event, ...]]
    media: MediaState

    @property
    def size(self) -> int:
        """Bytes of the host's memory, roughly; the media are mostly shared with the snapshots around."""
        return RECORD_SIZE + 100 * len(self.schedule[1])


class Ibm704(RecordMachine):
    """An IBM 704 with its power on, reset, core storage and drums zero, on AUTOMATIC, nothing in its units.

    `core`: see `Processor`. `core_size`: words of core storage, 4096, 8192 or 32768.

    Every input is an event at a cycle; the same events at the same cycles give the same machine, bit for bit. Time
    passes while the machine runs: from START (which `run`, `run_to` and `step` press if it stands still) to a stop.
    """

    title = "IBM 704"
    word_bits = WORD_BITS
    radix = 8
    clock = 83_333  # Hz; a cycle is exactly 12 microseconds
    program_counter = "IC"
    stack_pointer = ""
    flags = {"IND": "VQDTERP"}  # noqa: RUF012  (the protocol's type; see console.lamps for their names)
    inputs: Mapping[str, str] = inputs.MEANINGS
    BREAKPOINT, WATCH_READ, WATCH_WRITE, TRACE = core.BREAKPOINT, core.WATCH_READ, core.WATCH_WRITE, core.TRACE
    TRACE_COLUMNS = core.TRACE_COLUMNS

    def __init__(self, *, core: Core = "compiled", core_size: int = MOST_WORDS) -> None:
        if core_size not in CORE_SIZES:
            raise ValueError(f"a core storage of {core_size} words: expected {', '.join(map(str, CORE_SIZES))}")
        super().__init__()
        self.address_bits = core_size.bit_length() - 1
        self.registers = {
            name: min(bits, self.address_bits) if bits == 15 else bits for name, (_, bits) in inputs.REGISTERS.items()
        }
        self.processor = Processor(units, core)
        self.media = Media(lambda: self.processor.m)
        units.power_on(self.m, core_size)

    # ------------------------------------------------------------ the machine protocol

    @property
    def m(self) -> Any:
        """The record that holds the whole state."""
        return self.processor.m

    @property
    def core_size(self) -> int:
        """Words of core storage."""
        return int(self.m.core_mask) + 1

    @property
    def seconds(self) -> float:
        """The machine's time since power-on."""
        return self.cycles * MICROSECONDS / 1e6

    @property
    def running(self) -> bool:
        """Whether the machine runs: from START to a stop."""
        return bool(self.m.running)

    @property
    def reason(self) -> str:
        """Why the machine stands still, or waits; nothing while it runs."""
        return console.reason(self)

    @property
    def cause(self) -> core.Cause:
        """What has stopped the machine last; NONE since START."""
        return core.Cause(int(self.m.cause))

    @property
    def trouble(self) -> connection.Trouble:
        """Why a unit could not do what it was asked for last."""
        return connection.Trouble(int(self.m.trouble))

    @property
    def waited(self) -> int:
        """Cycles since power-on in which the processor has waited for units."""
        return int(self.m.waited)

    @property
    def panel_keys(self) -> int:
        """The word on the 36 panel keys."""
        return int(self.m.keys)

    @property
    def sense_switches(self) -> int:
        """The sense switches: bit n - 1 is 1 while switch n is down."""
        return int(self.m.sense_switches)

    @property
    def automatic(self) -> bool:
        """Whether the switch AUTOMATIC - MANUAL is on AUTOMATIC."""
        return bool(self.m.automatic)

    def reset(self) -> None:
        """Press RESET: registers and indicators are cleared, core storage is not."""
        self.press(console.Key.RESET)

    def step(self) -> Stop:
        """Execute one instruction."""
        if not self.running and not self.m.automatic:
            self.press(console.Key.SINGLE_STEP)
            return Stop(int(self.m.stop))
        return self._advance(self.cycles + 1)

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for so many cycles (or seconds of the machine's own time), or until something stops it.

        The last instruction is finished.
        """
        return self._advance(self.cycles + cycles + round(seconds * 1e6 / MICROSECONDS))

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on: for views that keep pace with a clock without drifting."""
        return self._advance(cycle)

    def peek(self, address: int) -> int:
        """Return a word of core storage; addresses count modulo its size."""
        m = self.m
        return int(m.memory[address & int(m.core_mask)])

    def poke(self, address: int, word: int) -> None:
        """Put a word into core storage."""
        if not 0 <= word < 1 << WORD_BITS:
            raise ValueError(f"{word} does not fit into a word of {WORD_BITS} bits")
        self.give("poke", [address & int(self.m.core_mask), word])

    def read_register(self, name: str) -> int:
        """Return a register; raises KeyError for an unknown name."""
        field, _ = inputs.REGISTERS[name]
        return int(getattr(self.m, field)) if field else int(core.indicators(self.m))

    def write_register(self, name: str, value: int) -> None:
        """Set a register; raises KeyError for an unknown name, ValueError if the value is too wide."""
        if value < 0 or value >> self.registers[name]:
            raise ValueError(f"{value} does not fit into the {self.registers[name]} bits of {name}")
        self.give("register", [name, value])

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instruction at `address` as text, and the address of the next one."""
        return disassemble(self.peek(address)), (address + 1) & int(self.m.core_mask)

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction at `address`."""
        text, following = self.disassemble(address)
        return Decoded(text, following, 0, (text.partition(" ")[0],), branches(self.peek(address), following))

    def frames(self) -> list[Frame]:
        """Return the calls that index registers point back to, the innermost first."""
        return frames(self)

    def devices(self) -> dict[str, dict[str, str]]:
        """Return what console and units show."""
        return devices(self)

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction; return its accesses to core storage, its own fetch first."""
        return self._logged(self.step)

    # ------------------------------------------------------------ time

    def _advance(self, target: int) -> Stop:
        """Run to the cycle `target`, giving inputs and fetching outputs at their cycles."""
        if not self._deliver() and not self.running:
            self.press(console.Key.START)
        if not self.running:
            return self._stand()
        stop = Stop.NONE
        while self.cycles < target and stop == Stop.NONE:
            if self.m.automatic:
                self.processor.run(max(min(target, self.schedule.next_cycle or target), self.cycles + 1))
                stop = Stop(int(self.m.stop))
                self.collect()
            else:
                stop = self._step_manually()
            self._deliver()
            if not self.running and stop == Stop.NONE:
                stop = self._stand()
        return stop

    def _stand(self) -> Stop:
        """Return why the machine stands still although nothing has stopped it just now."""
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
            stop = Stop(int(m.stop))
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
        """Serve the units, and fetch what has been noted; a unit does not wait for a machine that stands still."""
        m = self.m
        self.media.serve()
        units.settle(m)
        self.media.serve()
        self._collect_trace()

    # ------------------------------------------------------------ inputs

    def accept(self, kind: str, value: Value) -> None:
        """Let an input happen; inputs.py has the kinds."""
        inputs.apply(self, kind, value)

    def _deliver(self) -> bool:
        """Let the inputs happen whose cycle has come; return whether there were any."""
        any_due = False
        while due := self.schedule.take_due(self.cycles):
            any_due = True
            self.accept(*due)
        return any_due

    def press(self, *keys: str) -> None:
        """Press buttons of the console, one after the other."""
        for key in keys:
            self.give("key_down", str(key))
            self.give("key_up", str(key))

    def put_cards(self, cards: Iterable[Iterable[int]]) -> None:
        """Put cards into the hopper, behind those that are there: 24 words each, rows 9 to 12."""
        self.give("cards", [list(card) for card in cards])

    def mount(self, unit: int, data: bytes | None = b"") -> None:
        """Put a tape on a unit: its characters, none for a new one; None takes the tape away."""
        self.give("tape", [unit, None if data is None else base64.b64encode(data).decode("ascii")])

    def set_sense_switch(self, number: int, down: bool = True) -> None:
        """Put a sense switch down, or up."""
        self.give("sense_switch", [number, int(down)])

    # ------------------------------------------------------------ outputs

    @property
    def printed(self) -> bytearray:
        """Everything that has been printed, as ASCII: LF behind each line, FF where a page was ejected."""
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
        """Return what is on the tape of a unit; None if there is none."""
        reel = self.media.reels.get(unit)
        return None if reel is None else reel.state.data

    def sampler(self, fields: Sequence[str], addresses: Sequence[int]) -> Callable[[], list[int]]:
        """Return a function that reads registers and lamps (fields of the record), and words of core storage, at once.

        It is good as long as `processor` is the same.
        """
        m = self.m
        of_record, memory = attrgetter(*fields), m.memory
        return lambda: [*of_record(m), *(memory[address] for address in addresses)]

    def lamps(self) -> dict[str, int]:
        """Return what the lamps of the console show, by their names."""
        return console.lamps(self)

    # ------------------------------------------------------------ programs and states

    def load(self, image: Image) -> None:
        """Put an image into core storage, whole or not at all (ImageError)."""
        image.expect(WORD_BITS, f"the {self.title}")
        for segment in image.segments:
            if not 0 <= segment.address <= segment.end <= self.core_size:
                last = f"{self.core_size - 1:05o}"
                raise ImageError(
                    f"the image does not fit this machine: it reaches to {segment.end - 1:05o}, core storage to {last}"
                )
        self.give("load", [[segment.address, list(segment.words)] for segment in image.segments])

    def snapshot(self) -> Snapshot:
        """Return the whole state but for breakpoints and what a trace has noted."""
        return Snapshot(self.cycles, copy_of(self.m, KEPT, units.FIELDS), self.schedule.state, self.media.state)

    def restore(self, snapshot: AnySnapshot) -> None:
        """Go back (or forth) to a snapshot; breakpoints and watchpoints stay as they are."""
        assert isinstance(snapshot, Snapshot)
        put_back(self.m, snapshot.record)
        self.m.trace_length, self._traced = 0, []
        self.schedule.state, self.media.state = snapshot.schedule, snapshot.media

    def save_state(self) -> bytes:
        """Return the whole machine as bytes."""
        extra = {"events": self.schedule.in_order(), "media": self.media.saved()}
        return state.dump(self.title, self.m, SAVED, extra)

    def load_state(self, data: bytes) -> None:
        """Go back to a saved state; raises StateError, with nothing changed, for anything that is not one.

        Breakpoints and watchpoints stay as they are.
        """
        self.give("state", base64.b64encode(state.checked(self.title, data, SAVED)).decode("ascii"))

    def restore_state(self, data: bytes) -> None:
        """Do what `load_state` does, for the input "state"."""
        marks = bytes(self.m.special)
        extra = state.load(self.title, data, self.m, SAVED)
        fill(self.m.special, marks)
        self.schedule = Schedule()
        for cycle, kind, value in extra["events"]:
            self.schedule.add(cycle, kind, value)
        self.media.restore_saved(extra["media"])
