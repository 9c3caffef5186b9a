"""The CDC 6600: its central processor, storage, the system that serves requests, and the clock they share.

machine = Cdc6600()
machine.attach("INPUT", ["3 4"])
machine.load(program)
machine.write_register("P", program.entry)
machine.run(seconds=10)
print(machine.text("OUTPUT"), machine.dayfile)
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from functools import cached_property
from typing import Any

from emulators.cdc6600 import account, core, display_code, relative, scoreboard, system
from emulators.cdc6600.arithmetic import ADDRESS, INDEFINITE, INFINITE, M18
from emulators.cdc6600.core import Cause
from emulators.cdc6600.disassembler import decoded, disassemble, frames, split
from emulators.cdc6600.files import Mark
from emulators.cdc6600.isa import ADDRESS_BITS, MOST_WORDS, PARCEL_BITS, PARCELS, WORD_BITS
from emulators.cdc6600.peripheral import State as SystemState
from emulators.cdc6600.peripheral import System, state_of_json
from emulators.cdc6600.requests import BLOCK, REQUEST_WORD
from emulators.cdc6600.system import OUTPUT
from emulators.errors import OptionError, require, shown
from emulators.inputs import NEVER, Input, Inputs, common_inputs, within
from emulators.loops import Loops
from emulators.machine import BusCycle, Decoded, Frame, Machine, Reading, Stop, Trace
from emulators.processor import Core, Processor
from emulators.record import append, copy_of, put_back

SIZES = (MOST_WORDS // 4, MOST_WORDS // 2, MOST_WORDS)  # words of storage
MODELS = ("6600", "6400")  # by m.unified
ALL_EXITS = 0o070000  # EM: every exit condition stops the program
WAITING = [name for name in scoreboard.FIELDS if name not in core.PASSING_FIELDS | core.CONSTANT_FIELDS]
REGISTERS = {
    "P": ADDRESS_BITS, "PARCEL": 2,
    **{f"{bank}{number}": WORD_BITS if bank == "X" else ADDRESS_BITS for bank in "ABX" for number in range(8)},
    "RA": ADDRESS_BITS, "FL": ADDRESS_BITS, "EM": ADDRESS_BITS,
}  # name -> width in bits, in the order of the trace  # fmt: skip

# ---------------------------------------------------------------- inputs

NAME = re.compile(r"[A-Z][A-Z0-9]{0,6}")  # of a file


def a_name(value: Any) -> None:
    """Check the name of a file."""
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ValueError(f"{value!r} is not a file name: a letter, and up to six letters and digits")


def name_and_words(least: int) -> Callable[[Any], None]:
    """Return a check of the name of a file, and words; `least` is negative where marks are allowed among them."""
    word = within(least, (1 << WORD_BITS) - 1)

    def check(value: Any) -> None:
        name, content = value
        a_name(name)
        for each in content:
            word(each)

    return check


def words_of(line: str | list[int]) -> list[int]:
    """Return the words of a line; raises ValueError for a character that display code does not have."""
    try:
        return display_code.line(line) if isinstance(line, str) else line
    except display_code.CodeError as error:
        raise ValueError(str(error)) from None


def a_line(value: Any) -> None:
    """Check the name of a file, and a line as text or as words."""
    name, line = value
    name_and_words(0)([name, words_of(line)])


def exchange(machine: Cdc6600, package: int) -> None:
    """Finish the word being executed, then do an exchange jump."""
    machine.finish_word()
    core.exchange_jump(machine.m, package)
    machine.look_at_requests()


INPUTS: Inputs = {
    "file": Input(
        "[name, [words]]: creates a file; -1 ends a record, -2 a file",
        name_and_words(Mark.END_OF_FILE),
        lambda machine, value: machine.system.attach(*value),
    ),
    "connect": Input("the name of a file: a keyboard", a_name, lambda machine, name: machine.system.connect(name)),
    "line": Input(
        "[name, text] (or its words): a line is typed at the keyboard of a file",
        a_line,
        lambda machine, value: machine.system.type(value[0], words_of(value[1])),
    ),
    "disconnect": Input(
        "the name of a file: ends its input", a_name, lambda machine, name: machine.system.disconnect(name)
    ),
    "key": Input(
        "a code of 1 to 62 octal: a key of the console", within(1, 0o62), lambda machine, key: machine.system.press(key)
    ),
    "exchange": Input("the absolute address of a package: an exchange jump", within(0, MOST_WORDS - 16), exchange),
    **common_inputs(WORD_BITS, MOST_WORDS.bit_length() - 1, REGISTERS),
}


def in_octal(value: object) -> str:
    """Return a value as an error shows it, numbers in octal."""
    return f"{value:o}" if isinstance(value, int) and abs(value) < 1 << WORD_BITS else shown(value)


class Cdc6600(Machine):
    """A CDC 6600 with its storage zero, and one program in it, for which the system works.

    `core`: see `Processor`. `words`: of storage, 0o100000, 0o200000 or 0o400000; all belongs to the program (FL).
    `exact`: time is that of the scoreboard's model; else an instruction takes a cycle. `model`: of MODELS; a 6400 is a
    6600 with one unit, which takes longer. `integer_multiply`: DX multiplies plain integers. `em`: the exit conditions
    that stop the program, all if nothing is said. `ra`: where in storage the program's word 0 is; everything after
    belongs to it.

    Addresses are those of the program, relative to RA, which is 0 unless something else is said. Every input is an
    event at a cycle; the same events at the same cycles give the same machine, bit for bit.
    """

    title = "CDC 6600"
    word_bits = WORD_BITS
    address_bits = ADDRESS_BITS
    radix = 8
    clock = 10_000_000  # Hz: minor cycles of 100 ns
    program_counter, part_counter = "P", "PARCEL"
    registers = REGISTERS
    FIELDS, PASSING, CONSTANT, INPUTS = core.FIELDS, core.PASSING_FIELDS, core.CONSTANT_FIELDS, INPUTS
    RELATIONS, OWN = core.RELATIONS, core.CONSTANT_FIELDS - {"special"}
    OWN_MARKS = core.REQUEST

    def __init__(
        self,
        *,
        core: Core = "compiled",
        words: int = MOST_WORDS,
        exact: bool = True,
        model: str = MODELS[0],
        integer_multiply: bool = True,
        em: int = ALL_EXITS,
        ra: int = 0,
    ) -> None:
        for switch in (exact, integer_multiply):
            require(switch, "True or False", bool)
        if words not in SIZES:
            raise OptionError(f"a storage of {shown(words)} words: the 6600 has {', '.join(map(str, SIZES))}")
        if model not in MODELS:
            raise OptionError(f"a model {shown(model)}: expected {' or '.join(MODELS)}")
        if model != MODELS[0] and not exact:
            raise OptionError(f"a {model} differs by its time only: omit --fast")
        if not isinstance(em, int) or not 0 <= em <= M18:
            raise OptionError(f"an exit mode of {in_octal(em)}: expected 0 to {M18:o} (octal)")
        if not isinstance(ra, int) or ra % BLOCK or not 0 <= ra < words:
            expected = f"a multiple of {BLOCK:o} below {words:o} (octal)"
            raise OptionError(f"a reference address of {in_octal(ra)}: expected {expected}")
        super().__init__(Processor(system, core))
        self._words = words
        self.system = System(lambda: self.processor.m)
        self._timed = array("q")
        self._requests_at = 0
        power_on(self.m)
        self.m.ra, self.m.em = ra, em
        self.m.fl = self.m.fl_most = words - ra
        self.m.exact, self.m.integer_multiply = int(exact), int(integer_multiply)
        self.m.unified = MODELS.index(model)
        self.look_at_requests()

    exact = Reading("exact", bool)  # whether cycles are those of the model of time

    @property
    def model(self) -> str:
        """The variant that it is timed as: one of MODELS."""
        return MODELS[int(self.m.unified)]

    @property
    def words(self) -> int:
        """Words of storage."""
        return self._words

    running = Reading("running", bool)  # whether the processor runs: from its first instruction to a stop

    @property
    def reason(self) -> str:
        """Why the machine has stopped; nothing while it runs."""
        return reason(self)

    @property
    def cause(self) -> Cause:
        """The reason that stopped the processor; NONE while it runs, or before it has."""
        return Cause(int(self.m.cause))

    conditions = Reading("conditions", int)  # the exit conditions met: 1 address, 2 infinite, 4 indefinite
    location = Reading("location", int)  # the address of the word with the instructions executed last
    parcel = Reading("parcel", int)  # where in the word at P the next instruction begins: 0 to 3
    p = Reading("p", int)  # P: the address of the word that is executed next, or just now
    fl = Reading("fl", int)  # FL: the program's words of storage
    ra = Reading("ra", int)  # RA: the absolute address of the program's word 0
    em = Reading("em", int)  # EM: the exit conditions that stop the program, in bits 12 to 14
    instructions = Reading("instructions", int)  # instructions executed since power-on

    @property
    def memory(self) -> MutableSequence[int]:
        """All of storage, by absolute addresses."""
        words: MutableSequence[int] = self.m.memory
        return words

    noting_times = Reading("timing", bool)  # whether `timing` is on

    @property
    def stopped_at(self) -> tuple[int, int]:
        """Address and parcel of the instruction that has stopped the processor; of the next one if it runs."""
        m = self.m
        if self.cause in (Cause.ERROR_EXIT, Cause.ADDRESS):
            end = int(m.behind) or PARCELS
            last = (each.first for each in split(int(m.word)) if each.first + each.size == end)
            return self.location, next(last, 0)
        return (self.location if self.cause == Cause.OPERATION else self.p), self.parcel

    def reset(self) -> None:
        """Dead start, for the processor alone: registers are cleared, P is 0; storage and files stay."""
        for name in self.registers:
            if name not in ("FL", "EM"):
                self.give("register", [name, 0])

    def absolute(self, address: int) -> int:
        """Return the absolute address of one of the program's."""
        return int(core.absolute_address(self.m, address & (1 << ADDRESS_BITS) - 1))

    def peek(self, address: int) -> int:
        """Return a word of storage."""
        return int(self.m.memory[self.absolute(address)])

    def place(self, address: int) -> int:
        """Return an address as inputs have it."""
        return self.absolute(address) - self.ra & MOST_WORDS - 1

    def put(self, address: int, word: int) -> None:
        """Do the input poke. The processor may still have the old word in its instruction stack."""
        self.m.memory[self.absolute(address)] = word

    def put_program(self, segments: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Do the input load; the words in the instruction stack are forgotten."""
        placed = [(self.absolute(address), words) for address, words in segments]
        super().put_program(placed)
        core.go_to(self.m, self.p, self.parcel)
        self.system.drop_display()

    def read_register(self, name: str) -> int:
        """Return a register; raises KeyError for an unknown name."""
        if name not in self.registers:
            raise KeyError(name)
        if name[0] in "ABX":
            return int(getattr(self.m, name[0].lower())[int(name[1])])
        return int(getattr(self.m, name.lower()))

    def set_register(self, name: str, value: int) -> None:
        """Do the input register. P begins its word anew, and a job that was over goes on; B0 stays 0."""
        m = self.m
        if name == "P":
            core.go_to(m, value, 0)
            m.cause = Cause.NONE
        elif name == "PARCEL":
            core.go_to(m, self.p, value % PARCELS)
        elif name in ("RA", "FL", "EM"):
            setattr(m, name.lower(), value)
            self.look_at_requests()
        elif name != "B0":
            getattr(m, name[0].lower())[int(name[1])] = value

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instructions of the word at `address` as text, and the address of the next one."""
        return disassemble(self.peek(address)), address + 1 & (1 << ADDRESS_BITS) - 1

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction that begins at a parcel of the word at `address`."""
        return decoded(self.peek(address), address, part)

    def frames(self) -> list[Frame]:
        """Return the calls that entry words point back to, the innermost first."""
        return frames(self)

    def devices(self) -> dict[str, dict[str, str]]:
        """Return the job, its dayfile and its files."""
        return devices(self)

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction; return its accesses to storage, the fetch of its word first if there was one."""
        return [each._replace(address=self.relative(each.address)) for each in super().step_on_bus()]

    # ------------------------------------------------------------ marks

    def relative(self, absolute: int) -> int:
        """Return the program's address of an absolute one."""
        return absolute - int(self.m.ra) & (1 << ADDRESS_BITS) - 1

    def mark(self, address: int, bits: int, on: bool) -> None:
        """Set marks on an address, or take them away; the core counts the breakpoints."""
        place = self.absolute(address)
        had = (int(self.m.special[place]) & core.EVERY_BREAKPOINT).bit_count()
        super().mark(place, bits, on)
        self.m.breakpoints += (int(self.m.special[place]) & core.EVERY_BREAKPOINT).bit_count() - had

    def set_breakpoint(self, address: int, on: bool = True, part: int = 0) -> None:
        """Stop before the instruction at a parcel of a word (or no longer)."""
        self.mark(address, core.BREAKPOINTS[part], on)

    @property
    def watched(self) -> list[BusCycle]:
        """The accesses that watchpoints caught in the instruction that stopped the last run."""
        return [each._replace(address=self.relative(each.address)) for each in super().watched]

    def look_at_requests(self) -> None:
        """Record stores into word 1 of the program."""
        super().mark(self._requests_at, core.REQUEST, False)
        self._requests_at = self.absolute(REQUEST_WORD)
        super().mark(self._requests_at, core.REQUEST, True)

    # ------------------------------------------------------------ time

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on, or until something stops it, with the system's work at its cycles."""
        m = self.m
        self.deliver()
        m.stop = Stop.NONE
        going = True
        while going:
            going = self.run_piece(cycle, self._advance) or (not m.stop and self.cycles < cycle)
            if going:
                stop = m.stop
                self.deliver()
                m.stop = stop or m.stop  # an input may let the processor finish its word
        return self.last_stop

    def pass_time(self, cycles: int) -> None:
        """Do the input idle: the next instruction is issued so much later."""
        super().pass_time(cycles)
        self.m.slot += cycles

    def _advance(self, cycle: int) -> bool:
        """Run to a cycle; return whether to go on when the host has done its part."""
        return bool(self.processor.call("advance", cycle, self.schedule.next_cycle or NEVER))

    def collect(self) -> None:
        """Notice a request, and fetch everything recorded."""
        m = self.m
        if m.request:
            m.request = 0
            self.system.ask()
        self.system.attend()
        super().collect()
        self._collect_timing()

    def finish_word(self) -> None:
        """Execute the rest of the word that has been begun."""
        while self.m.parcel and self.cause == Cause.NONE:
            self.processor.run(self.cycles + 1)
            self.collect()

    # ------------------------------------------------------------ looking on

    @cached_property
    def _loops(self) -> Loops:
        return Loops(account)

    def timing(self, on: bool = True) -> None:
        """Record the units and times of every instruction from now on, or stop; needs `exact`."""
        self.m.timing, self.m.timing_length = int(on), 0
        self.m.timing_from = self.m.slot
        self._timed = array("q")

    def drop_table(self) -> None:
        """Have the scoreboard find every time, without its table of states: the same times, more slowly."""
        self.m.lookup_size = 0

    def timed(self, *, last: bool = False) -> Trace:
        """Return, and forget, a row for each instruction, in order; its columns are those of `scoreboard.Column`.

        Some of the last instructions may still wait for storage, and the instructions after them decide how long: they
        follow the next time. With `last` they are returned now, with the times that they have if nothing follows.
        """
        m = self.m
        first = int(min(m.waiting[scoreboard.Entry.ISSUE : m.waiting_length : scoreboard.ENTRY], default=m.slot))
        if last and m.waiting_length:
            before = copy_of(m, WAITING, self.FIELDS)
            scoreboard.finish(m)
            self._collect_timing()
            put_back(m, before)
            first = int(m.slot)
        rows = Trace(scoreboard.NAMES, self._timed)
        self._loops.lend(cells=rows.cells)
        self._loops.call("arrange", len(rows))
        end = bisect_left(rows.column(scoreboard.Column.ISSUE), first)
        self._timed = rows[end:].cells[:]
        return rows[:end]

    def _collect_timing(self) -> None:
        if count := int(self.m.timing_length):
            append(self._timed, self.m.timing_rows, count * scoreboard.COLUMNS)
            self.m.timing_length = 0

    # ------------------------------------------------------------ inputs and outputs

    def miss(self, kind: str, value: Any, error: ValueError) -> None:
        """Say in the dayfile that a line was lost; no program has to keep its keyboard."""
        if kind != "line":
            super().miss(kind, value, error)
        self.system.note(f"LINE FOR {value[0]} LOST, NO KEYBOARD")

    def attach(self, name: str, lines: Iterable[str] = ()) -> None:
        """Create a file of these lines. Raises CodeError for a character that display code does not have."""
        self.give("file", [name, [word for line in lines for word in display_code.line(line)]])

    def exchange(self, package: int) -> None:
        """Make a peripheral processor do an exchange jump with the package at an absolute address."""
        self.give("exchange", package)

    def text(self, name: str) -> str:
        """Return the lines of a file."""
        return self.system.text(name)

    @property
    def printed(self) -> bytes:
        """The lines of the file OUTPUT, as ASCII."""
        return self.text(OUTPUT).encode("ascii")

    @property
    def dayfile(self) -> list[str]:
        """The lines of the dayfile, each with the CP time in seconds before it."""
        return [f"{cycle / self.clock:10.4f}  {line}" for cycle, line in self.system.dayfile]

    # ------------------------------------------------------------ what is kept outside the record

    def save_state(self) -> bytes:
        """Return the whole state in a form that can be kept in a file: the same whether or not times are recorded."""
        if not self.m.timing or not self.m.exact or self.m.unified:
            return super().save_state()
        before = copy_of(self.m, WAITING, self.FIELDS)
        relative.normalise(self.m)
        try:
            return super().save_state()
        finally:
            put_back(self.m, before)

    def go_to_state(self, data: bytes) -> None:
        """Do the input state. Instructions under way in it have no rows for `timed`."""
        super().go_to_state(data)
        self.m.timing_from = self.m.slot

    @property
    def outside(self) -> SystemState:
        """Files, dayfile and transfers: they lie in the arena, which snapshots do not copy."""
        return self.system.state

    @outside.setter
    def outside(self, state: SystemState) -> None:
        self.system.state = state

    def outside_size(self, state: SystemState) -> int:
        """Return the bytes of the files."""
        return 8 * sum(len(content) for content, *_ in state.files.values())

    def outside_as_json(self) -> dict[str, Any]:
        """Return the same for a saved state."""
        return {"system": self.system.state.plain, "words": self.words}

    def outside_of_json(self, saved: dict[str, Any]) -> SystemState:
        """Return the same from a saved state."""
        return state_of_json(saved["system"], a_name)

    def words_in(self, m: Any, extra: dict[str, Any]) -> Any:
        """Return how many words of storage it has; states that were saved before they said so fit every machine."""
        return extra.get("words", self.words)

    def forget(self) -> None:
        """Forget records of a past that is no longer this machine's."""
        super().forget()
        self.m.timing_length, self._timed = 0, array("q")
        self.look_at_requests()

    def record(self, room: int = 0) -> bytes:
        """Return the machine as the bytes that its kernel goes on with by itself, wherever they are put.

        `room`: words of the arena that files, dayfile and transfers lie in, 8 bytes each; no fewer than there are now.
        Inputs to come are not part of it, breakpoints and watchpoints are.
        """
        self.system.make_arena(room)
        self.m.stop = Stop.NONE
        return self.processor.image()


power_on = core.power_on  # `core` is a parameter of the class


# ---------------------------------------------------------------- what it shows, as text

CONDITIONS = {ADDRESS: "an address out of range", INFINITE: "an infinite operand", INDEFINITE: "an indefinite operand"}
LINES = 50  # of the paper


def reason(machine: Cdc6600) -> str:
    """Return why the machine has stopped."""
    m = machine.m
    at = f"{int(m.location):06o}"
    if m.running or m.cause == Cause.NONE:
        return ""
    if m.cause == Cause.PROGRAM_STOP:
        return f"program stop (PS) at {at}"
    if m.cause == Cause.ERROR_EXIT:
        met = [text for condition, text in CONDITIONS.items() if int(m.conditions) & condition]
        return f"error exit at {at}: {', '.join(met)}"
    if m.cause == Cause.ADDRESS:
        return f"address out of range: {int(m.p):06o} is not below the field length {int(m.fl):06o} (from {at})"
    if m.cause == Cause.OPERATION:
        parcel = machine.peek(int(m.location)) >> WORD_BITS - PARCEL_BITS * (int(m.parcel) + 1) & 0o77777
        return f"no instruction at {at}, parcel {int(m.parcel)}: {parcel:05o}"
    if m.cause == Cause.END:
        return "the program has ended"
    return f"aborted: {machine.system.trouble}"


def devices(machine: Cdc6600) -> dict[str, dict[str, str]]:
    """Return device -> name -> text."""
    system = machine.system
    files = {name: f"{len(file.words):,} words, at {file.position:,}" for name, file in sorted(system.files.items())}
    shown = {
        "job": {"state": state_of(machine), "time": time_of(machine)},
        "dayfile": {"lines": "\n".join(machine.dayfile[-LINES:])},
        "files": files,
        "console": {"picture": "\n".join(system.picture)},
        OUTPUT: {"paper": "\n".join(machine.text(OUTPUT).splitlines()[-LINES:])},
    }
    return {name: rows for name, rows in shown.items() if any(rows.values())}


def state_of(machine: Cdc6600) -> str:
    """Return the job's activity."""
    if not machine.running:
        return machine.reason or "not started"
    waiting = ", ".join(machine.system.waiting_for)
    return f"waiting for a line of {waiting}" if waiting else "running"


def time_of(machine: Cdc6600) -> str:
    """Return the CP time in words."""
    if not machine.exact:
        return f"{int(machine.m.instructions):,} instructions"
    whose = "" if machine.model == MODELS[0] else f" of a {machine.model}"
    return f"{machine.cycles:,} minor cycles{whose}, {machine.seconds:.6f} s"
