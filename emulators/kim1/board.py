"""The KIM-1: one board, its keys and switches, its terminal and tape lines, and the clock they all share."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from emulators import state
from emulators.errors import ImageError
from emulators.image import Image
from emulators.kim1 import bus, cassette, display, events, inputs, keypad, memory_map, teletype
from emulators.kim1.devices import devices
from emulators.kim1.memory import Memory
from emulators.kim1.processor import Core, Processor
from emulators.kim1.typist import Typist
from emulators.machine import BusCycle, Decoded, Frame, Stop, Value
from emulators.mos6502 import core as cpu
from emulators.mos6502.disassembler import disassemble
from emulators.mos6502.frames import frames
from emulators.mos6502.isa import BRANCHES
from emulators.record import copy_of, put_back
from emulators.record_machine import RecordMachine
from emulators.roms import rom_bytes
from emulators.schedule import Event, Schedule

if TYPE_CHECKING:
    from emulators.machine import Snapshot as AnySnapshot

PRESS_SECONDS = 0.05  # how long `press` holds a key down, and waits behind it
STATE_BITS = cpu.READ_DEVICE | cpu.WRITE_DEVICE  # the bits of `special` that belong to the machine, not to a debugger
SAVED = {name: field for name, field in bus.FIELDS.items() if name not in cpu.PASSING_FIELDS | bus.WINDOWS}
FETCHED = {"received", "edges"}  # buffers: empty whenever the machine stands still
KEPT = [name for name in SAVED if name not in cpu.CONSTANT_FIELDS | FETCHED]  # what a snapshot holds
RECORD_SIZE = sum(SAVED[name][1] * (1 if SAVED[name][0] == "byte" else 16) for name in KEPT)  # bytes, about


@dataclass(frozen=True)
class Snapshot:
    """A KIM-1 at one moment."""

    cycle: int
    record: dict[str, Any]  # fields of the record
    schedule: tuple[int, tuple[Event, ...]]
    typist: tuple[Any, ...]
    printed: bytes
    recorded: tuple[int, ...]

    @property
    def size(self) -> int:
        """Bytes of the host's memory, roughly; what has been printed is shared with the snapshots around."""
        return RECORD_SIZE + 100 * len(self.schedule[1])


class Kim1(RecordMachine):
    """A KIM-1 with its power on, reset, its monitor running.

    `rom`: 2,048 bytes for 1800-1FFF instead of our monitor. `core`: see `Processor`. `low_expansion`: 4 K of
    RAM at 0400-13FF. `high_expansion`: bytes of RAM from 2000 up. `terminal`: the strap that makes the monitor
    talk to the terminal instead of the keypad. `baud`: the terminal's speed.

    Every input is an event at a cycle; the same events at the same cycles give the same machine, bit for bit.
    """

    title = "KIM-1"
    word_bits = 8
    address_bits = 16
    radix = 16
    clock = teletype.CLOCK
    registers = {name.upper(): bits for name, bits in cpu.REGISTERS.items()}  # noqa: RUF012  (the protocol's type)
    program_counter = "PC"
    stack_pointer = "S"
    flags = {"P": "NV-BDIZC"}  # noqa: RUF012
    inputs: Mapping[str, str] = inputs.MEANINGS
    reason = ""  # what `stop` says is all there is to say
    BREAKPOINT, WATCH_READ, WATCH_WRITE, TRACE = cpu.BREAKPOINT, cpu.WATCH_READ, cpu.WATCH_WRITE, cpu.TRACE
    TRACE_COLUMNS, OWN_MARKS = cpu.TRACE_COLUMNS, STATE_BITS

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
        if len(rom) != memory_map.ROM_SIZE:
            raise ImageError(f"the ROM has {len(rom):,} bytes: expected {memory_map.ROM_SIZE:,} (1800-1FFF)")
        if not 0 <= high_expansion <= len(memory_map.HIGH_EXPANSION):
            most = len(memory_map.HIGH_EXPANSION)
            raise ValueError(f"a high expansion of {high_expansion} bytes: expected 0 to {most}")
        super().__init__()
        self.processor = Processor(core)
        self.memory = Memory(self)
        self.printed = bytearray()  # everything the terminal has received
        self.recorded: list[int] = []  # the edges on the tape, while recording
        self.typist: Typist = Typist(self)
        self._kept: tuple[bytes, tuple[int, ...]] = (b"", ())  # printed and recorded as in the last snapshot
        ram = memory_map.ram_ranges(low_expansion, high_expansion)
        bus.power_on(self.m, ram, bool(high_expansion), rom)
        self.give("baud", baud)
        self.give("terminal", int(terminal))
        self.reset()

    def __enter__(self) -> Kim1:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing needs closing; `with` marks the scope in which the machine is used."""

    # ------------------------------------------------------------ the machine protocol

    @property
    def m(self) -> Any:
        """The record that holds the whole state."""
        return self.processor.m

    def _call(self, function: str, *arguments: int) -> Any:
        return self.processor.call(function, *arguments)

    def reset(self) -> None:
        """Press and release RS."""
        self.give("key_down", "RS")
        self.give("key_up", "RS")

    def step(self) -> Stop:
        """Execute one instruction, and enter the interrupt behind it if one is due."""
        return self._advance(self.cycles + 1)

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for so many cycles (or seconds of the machine's own time), or until something stops it.

        The last instruction is finished, so up to 13 cycles more may pass.
        """
        return self._advance(self.cycles + cycles + round(seconds * self.clock))

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on: for views that keep pace with a clock without drifting."""
        return self._advance(cycle)

    def peek(self, address: int) -> int:
        """Return the byte a read would give, without side effects, device registers included."""
        return int(self._call("peek", address & 0xFFFF))

    def poke(self, address: int, word: int) -> None:
        """Put a byte into memory, ROM included; device registers are written as by a program."""
        if not 0 <= word <= 0xFF:
            raise ValueError(f"{word} does not fit into a byte")
        self.give("poke", [address & 0xFFFF, word])

    @property
    def stored(self) -> bytes:
        """What RAM and ROM hold, at all 65,536 addresses; 0 where there is neither."""
        return bytes(self.m.memory)

    def read_register(self, name: str) -> int:
        """Return PC, A, X, Y, S or P; raises KeyError for any other name."""
        self.registers[name]
        return int(getattr(self.m, name.lower()))

    def write_register(self, name: str, value: int) -> None:
        """Set PC, A, X, Y, S or P; raises KeyError for another name, ValueError if the value is too wide."""
        if value < 0 or value >> self.registers[name]:
            raise ValueError(f"{value} does not fit into the {self.registers[name]} bits of {name}")
        self.give("register", [name, value])

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instruction at `address` as text, and the address of the next one."""
        return disassemble(self.peek, address)

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction at `address`."""
        text, following = self.disassemble(address)
        mnemonic = text.partition(" ")[0]
        conditional = mnemonic in BRANCHES and self.peek(address + 1 & 0xFFFF) != 0
        return Decoded(text, following, 0, (mnemonic,), conditional)

    def frames(self) -> list[Frame]:
        """Return the calls that are open, the innermost first, by the return addresses on the stack."""
        return frames(self.peek, self.read_register("S"))

    def devices(self) -> dict[str, dict[str, str]]:
        """Return what display, keypad, ports, timers, Teletype and tape show."""
        return devices(self)

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction; return every cycle of the chip, an interrupt's behind it included."""
        with self.processor.own_core():
            return self._logged(self.step)

    # ------------------------------------------------------------ time

    def _advance(self, target: int) -> Stop:
        """Run to the cycle `target`, giving inputs and fetching outputs at their cycles."""
        stop = Stop.NONE
        while self.cycles < target and stop == Stop.NONE:
            self._deliver()
            self.processor.run(target)
            stop = Stop(int(self.m.stop))
            self._collect()
        self._deliver()
        return stop

    def _collect(self) -> None:
        """Fetch what the board has sent to terminal and tape."""
        m = self.m
        self._exchange()
        while m.fetched_count < m.received_count:
            self.printed.append(int(m.received[m.fetched_count % teletype.BUFFER]))
            m.fetched_count += 1
        while m.noted_count < m.edge_count:
            self.recorded.append(int(m.edges[m.noted_count % cassette.BUFFER]))
            m.noted_count += 1
        self._collect_trace()

    # ------------------------------------------------------------ inputs

    def accept(self, kind: str, value: Value) -> None:
        """Let an input happen; inputs.py has the kinds."""
        inputs.apply(self, kind, value)
        self._exchange()

    def _deliver(self) -> None:
        """Let the inputs happen whose cycle has come."""
        while due := self.schedule.take_due(self.cycles):
            inputs.apply(self, *due)
        self._exchange()
        self._call("deliver")
        self._exchange()

    def _exchange(self) -> None:
        """Let schedule and typist forget what has happened, and the record know what comes next."""
        events.exchange(self.m, self.schedule)
        self.typist.exchange()

    def key_down(self, key: str) -> None:
        """Put a finger on a key: 0-9 A-F AD DA + GO PC RS ST."""
        self.give("key_down", key)

    def key_up(self, key: str) -> None:
        """Take the finger off a key."""
        self.give("key_up", key)

    def press(self, *keys: str, seconds: float = PRESS_SECONDS) -> None:
        """Press keys one after the other, each held and each followed by a pause of so many seconds."""
        for key in keys:
            self.key_down(key)
            self.run(seconds=seconds)
            self.key_up(key)
            self.run(seconds=seconds)

    def type(self, text: str | bytes, *, patient: bool = True) -> None:
        """Let the terminal send characters, as the machine runs on.

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
        return self.typist.idle

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

    @property
    def single_stepping(self) -> bool:
        """Whether the SST switch is on."""
        return bool(self.m.sst)

    @property
    def keys_down(self) -> list[str]:
        """The keys that are down now."""
        m = self.m
        down = [key for key, (row, bit) in keypad.POSITIONS.items() if int(m.keys[row]) >> bit & 1]
        return down + ["RS"] * int(m.reset_held) + ["ST"] * int(m.stop_held)

    @property
    def baud(self) -> int:
        """The terminal's speed."""
        return int(self.m.baud)

    # ------------------------------------------------------------ outputs

    @property
    def display(self) -> str:
        """What the six digits show, as the eye sees it: six characters, blank when dark."""
        return display.text(self.m)

    @property
    def brightness(self) -> list[list[float]]:
        """The share of the last 20 to 40 ms in which each segment a-g of each digit was lit."""
        return display.brightness(self.m)

    @property
    def transcript(self) -> str:
        """Everything the terminal has received, as text: CR LF as a new line, other control characters left out."""
        text = self.printed.decode("latin-1").replace("\r\n", "\n")
        return "".join(each for each in text if each == "\n" or each.isprintable())

    @property
    def recording(self) -> bool:
        """Whether the tape recorder records."""
        return bool(self.m.recording)

    def start_recording(self) -> None:
        """Let the tape recorder record; `recorded` fills with the edges of the signal (cycles)."""
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

    # ------------------------------------------------------------ programs and states

    def load(self, image: Image) -> None:
        """Put an image into RAM; nothing is loaded if a byte of it has no RAM to go to (ImageError)."""
        image.expect(self.word_bits, f"the {self.title}")
        for address, _ in image:
            if self.m.special[address] & STATE_BITS:
                what = "ROM" if memory_map.ROM <= address < 0x2000 else "no RAM"
                raise ImageError(f"the image does not fit this machine: there is {what} at {address:04X}")
        self.give("load", [[segment.address, bytes(segment.words).hex()] for segment in image.segments])

    def snapshot(self) -> Snapshot:
        """Return the whole state but for breakpoints and what a trace has noted."""
        printed, recorded = self._kept
        if printed != self.printed:
            printed = bytes(self.printed)
        if len(recorded) != len(self.recorded):
            recorded = tuple(self.recorded)
        self._kept = printed, recorded
        record = copy_of(self.m, KEPT, bus.FIELDS)
        return Snapshot(self.cycles, record, self.schedule.state, self.typist.state, printed, recorded)

    def restore(self, snapshot: AnySnapshot) -> None:
        """Go back (or forth) to a snapshot; breakpoints and watchpoints stay as they are."""
        assert isinstance(snapshot, Snapshot)
        put_back(self.m, snapshot.record)
        self.m.trace_length, self._traced = 0, []
        self.m.event_next = 0
        self.schedule.state, self.typist.state = snapshot.schedule, snapshot.typist
        self._exchange()
        self.printed, self.recorded = bytearray(snapshot.printed), list(snapshot.recorded)
        self._kept = snapshot.printed, snapshot.recorded

    def save_state(self) -> bytes:
        """Return the whole machine as bytes."""
        extra = {
            "events": self.schedule.in_order(),
            "typed": list(self.typist.waiting),
            "patient": bool(self.m.patient),
            "look_at": int(self.m.look_at),
            "printed": self.printed.decode("latin-1"),
            "recorded": self.recorded,
        }
        return state.dump(self.title, self.m, SAVED, extra)

    def load_state(self, data: bytes) -> None:
        """Go back to a saved state; raises StateError, with nothing changed, for anything that is not one.

        Breakpoints and watchpoints stay as they are.
        """
        self.give("state", base64.b64encode(state.checked(self.title, data, SAVED)).decode("ascii"))

    def restore_state(self, data: bytes) -> None:
        """Do what `load_state` does, for the input "state"."""
        marks = [each & ~STATE_BITS for each in bytes(self.m.special)]
        extra = state.load(self.title, data, self.m, SAVED)
        self.m.special[:] = [each & STATE_BITS | mark for each, mark in zip(bytes(self.m.special), marks, strict=True)]
        self.schedule = Schedule()
        for cycle, kind, value in extra["events"]:
            self.schedule.add(cycle, kind, value)
        self.typist.state = extra["typed"], extra["patient"], extra["look_at"]
        self.printed = bytearray(extra["printed"].encode("latin-1"))
        self.recorded = extra["recorded"]
