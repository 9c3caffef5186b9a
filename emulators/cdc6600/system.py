"""The peripheral side: it looks at word 1 of the program, and does what the program has asked for there.

    word 1      59-42 name, three characters   35-18 a number   17-0 an address
    END ABT     the program's end; its abortion
    MSG         a line for the dayfile: display code from the address on, up to a zero character pair
    TIM         time to the address: seconds in bits 35-12, milliseconds in 11-0
    CIO         input and output by the file environment table (FET) at the address

A FET has five words. Data are between OUT and IN in a circular buffer from FIRST to LIMIT, the word at LIMIT excluded;
it is empty when IN is OUT, and holds a word less than there is room for.

    FET    59-18 name of the file, seven characters   17-0 function; when done, status, which is odd
    FET+1  17-0 FIRST      FET+2  IN      FET+3  OUT      FET+4  LIMIT

Word 1 is zero again when the request has been taken; the status of CIO is odd when the data have been moved, later.
Everything happens at cycles. docs/cdc6600/system.md has the details and says what is known of the real systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from emulators.cdc6600 import core, display_code
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.core import Cause
from emulators.cdc6600.files import File, Mark
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.inputs import NEVER

REQUEST_WORD = 1
TAKEN_CYCLES = 1_000  # from the store into word 1 to its being zero again: 100 microseconds
MOVED_CYCLES = 10_000  # from there to the end of input and output: a millisecond
NAME_CODES, FILE_CODES = 3, 7
MESSAGE_WORDS = 8
MILLISECOND = 10_000  # cycles
FET_WORDS = 5
DONE, BINARY, END_OF_RECORD, END_OF_FILE, END_OF_INFORMATION = 0o1, 0o2, 0o20, 0o30, 0o741030
LONGEST_FUNCTION = 0o777
READ, WRITE, WRITE_RECORD, WRITE_FILE, REWIND = 0o10, 0o14, 0o24, 0o34, 0o50
STATUS = {Mark.NONE: 0, Mark.END_OF_RECORD: END_OF_RECORD, Mark.END_OF_FILE: END_OF_FILE,
          Mark.END_OF_INFORMATION: END_OF_INFORMATION}  # fmt: skip
INPUT, OUTPUT = "INPUT", "OUTPUT"


class Fault(Exception):
    """A request that cannot be served: the program is aborted with this line in the dayfile."""


class Table(NamedTuple):
    """A file environment table, checked."""

    address: int
    name: str
    function: int  # without the bit for binary
    binary: int
    first: int
    into: int
    out: int
    limit: int

    def between(self, start: int, end: int) -> Iterator[int]:
        """Yield the addresses from one pointer to another, going round."""
        while start != end:
            yield start
            start = self.after(start)

    def after(self, address: int) -> int:
        """Return the address behind another one in the buffer."""
        return self.first if address + 1 == self.limit else address + 1


State = tuple[
    int, tuple[tuple[int, int], ...], tuple[tuple[int, str], ...], dict[str, tuple[tuple[int, ...], int]], str
]


class System:
    """The peripheral side of one machine. `m` returns the record; files are there by their names."""

    def __init__(self, m: Callable[[], Any]) -> None:
        self._m = m
        self.files: dict[str, File] = {}
        self.dayfile: list[tuple[int, str]] = []  # cycle, line
        self.trouble = ""  # why the program was aborted
        self._taking = 0  # the cycle at which word 1 is looked at; 0: nothing was asked
        self._moving: list[tuple[int, int]] = []  # cycle, address of the FET

    # ------------------------------------------------------------ time

    def ask(self) -> None:
        """Note that something was stored into word 1."""
        if not self._taking:
            self._taking = int(self._m().cycles) + TAKEN_CYCLES

    @property
    def next_cycle(self) -> int | None:
        """When there is something to do next."""
        cycles = [cycle for cycle, _ in self._moving] + [self._taking] * (self._taking > 0)
        return min(cycles, default=None)

    def serve(self) -> None:
        """Do what is due."""
        self._until(int(self._m().cycles))

    def finish(self) -> None:
        """Do at once what has been asked for: the processor has stopped."""
        self._until(NEVER)

    def _until(self, cycle: int) -> None:
        """Do what is due up to a cycle; what cannot be done ends the program."""
        try:
            while (due := self.next_cycle) is not None and due <= cycle:
                if due == self._taking:
                    self._taking = 0
                    self._take()
                else:
                    _, address = first = min(self._moving)
                    self._moving.remove(first)
                    self._move(address)
        except Fault as fault:
            self.abort(str(fault))

    def abort(self, why: str) -> None:
        """End the program with a line for the dayfile."""
        self.trouble, self._taking, self._moving = why, 0, []
        self.note(why)
        core.halt(self._m(), Cause.ABORT)

    def note(self, line: str) -> None:
        """Write a line into the dayfile."""
        self.dayfile.append((int(self._m().cycles), line))

    # ------------------------------------------------------------ storage

    def word(self, address: int) -> int:
        """Return a word of the program."""
        return int(self._m().memory[self._absolute(address)])

    def put(self, address: int, word: int) -> None:
        """Put a word into the program."""
        self._m().memory[self._absolute(address)] = word

    def _absolute(self, address: int) -> int:
        m = self._m()
        if not 0 <= address < m.fl:
            raise Fault(f"ADDRESS {address:06o} OF A REQUEST IS OUT OF RANGE")
        return int(core.absolute_address(m, address))

    # ------------------------------------------------------------ requests

    def _take(self) -> None:
        """Look at word 1, do what it says, set it to zero."""
        word = self.word(REQUEST_WORD)
        name = text_of(word >> WORD_BITS - 6 * NAME_CODES, NAME_CODES)
        number, address = word >> ADDRESS_BITS & M18, word & M18
        if name == "END":
            self.finish()
            core.halt(self._m(), Cause.END)
        elif name == "ABT":
            self.finish()
            raise Fault("ABORTED BY THE PROGRAM")
        elif name == "MSG":
            self.note(self._message(address))
        elif name == "TIM":
            if number:
                raise Fault(f"TIM HAS NO NUMBER {number:o}")
            seconds, milliseconds = divmod(int(self._m().cycles) // MILLISECOND, 1000)
            self.put(address, seconds << 12 | milliseconds)
        elif name == "CIO":
            self._table(address)
            self._moving.append((int(self._m().cycles) + MOVED_CYCLES, address))
        elif word:
            raise Fault(f"THERE IS NO REQUEST {name}" if name.isalnum() else f"WORD 1 HOLDS NO REQUEST: {word:020o}")
        self.put(REQUEST_WORD, 0)

    def _message(self, address: int) -> str:
        words = []
        for place in range(address, address + MESSAGE_WORDS):
            words.append(self.word(place))
            if words[-1] & 0o7777 == 0:
                break
        return next(display_code.lines(words), "").rstrip()

    # ------------------------------------------------------------ input and output

    def _table(self, address: int) -> Table:
        """Return the FET at an address; raises Fault for one that cannot be right."""
        head, *pointers = (self.word(address + place) for place in range(FET_WORDS))
        first, into, out, limit = (each & M18 for each in pointers)
        name, function = text_of(head >> ADDRESS_BITS, FILE_CODES), head & LONGEST_FUNCTION
        if not name.isalnum() or not name[0].isalpha():
            raise Fault(f"FET AT {address:06o}: '{name}' IS NO NAME OF A FILE")
        if function & ~BINARY not in FUNCTIONS:
            raise Fault(f"FET AT {address:06o}: CIO HAS NO FUNCTION {function:o}")
        if not (first < limit and first <= into < limit and first <= out < limit):
            raise Fault(f"FET AT {address:06o}: THE POINTERS OF THE BUFFER ARE WRONG")
        self._absolute(limit - 1)
        return Table(address, name, function & ~BINARY, function & BINARY, first, into, out, limit)

    def _move(self, address: int) -> None:
        """Do the input or output of a FET, and say how it went."""
        table = self._table(address)
        status = FUNCTIONS[table.function](self, table)
        head = self.word(address) >> ADDRESS_BITS << ADDRESS_BITS
        self.put(address, head | status | table.binary | DONE)

    def _read(self, table: Table) -> int:
        """READ: fill the buffer, up to the end of the record at most."""
        if table.name not in self.files:
            raise Fault(f"THERE IS NO FILE {table.name}")
        room = (table.out - table.into - 1) % (table.limit - table.first)
        words, mark = self.files[table.name].read(room)
        into = table.into
        for word in words:
            self.put(into, word)
            into = table.after(into)
        self.put(table.address + 2, self.word(table.address + 2) & ~M18 | into)
        if mark == Mark.END_OF_INFORMATION and words:  # the last record may have no end
            mark = Mark.END_OF_RECORD
        return STATUS[mark] or READ

    def _write(self, table: Table) -> int:
        """WRITE, WRITER, WRITEF: empty the buffer, then end the record, then the file."""
        file = self.files.setdefault(table.name, File())
        file.write(self.word(each) for each in table.between(table.out, table.into))
        self.put(table.address + 3, self.word(table.address + 3) & ~M18 | table.into)
        if table.function == WRITE_RECORD or (table.function == WRITE_FILE and file.ends_in_a_record()):
            file.write((), Mark.END_OF_RECORD)
        if table.function == WRITE_FILE:
            file.write((), Mark.END_OF_FILE)
        return table.function

    def _rewind(self, table: Table) -> int:
        """REWIND: go to the beginning."""
        self.files.setdefault(table.name, File()).position = 0
        return table.function

    # ------------------------------------------------------------ files and states

    def attach(self, name: str, content: list[int]) -> None:
        """Let a file be there, at its beginning."""
        self.files[name] = File(content)

    def text(self, name: str) -> str:
        """Return the lines of a file, each with a line feed behind it; nothing for a file that is not there."""
        file = self.files.get(name)
        return "".join(f"{line}\n" for line in display_code.lines(file.words)) if file else ""

    @property
    def state(self) -> State:
        """Everything there is to know of it, for a snapshot."""
        files = {name: (tuple(file.content), file.position) for name, file in self.files.items()}
        return self._taking, tuple(self._moving), tuple(self.dayfile), files, self.trouble

    @state.setter
    def state(self, state: State) -> None:
        self._taking, moving, dayfile, files, self.trouble = state
        self._moving = [(int(cycle), int(address)) for cycle, address in moving]
        self.dayfile = [(int(cycle), str(line)) for cycle, line in dayfile]
        self.files = {name: File(content, position) for name, (content, position) in files.items()}


FUNCTIONS: dict[int, Callable[[System, Table], int]] = {
    READ: System._read,
    WRITE: System._write,
    WRITE_RECORD: System._write,
    WRITE_FILE: System._write,
    REWIND: System._rewind,
}


def text_of(number: int, length: int) -> str:
    """Return so many characters from the right end of a number, without the zeros and blanks behind them."""
    codes = [number >> 6 * place & 0o77 for place in reversed(range(length))]
    while codes and codes[-1] in (display_code.COLON, display_code.BLANK):
        codes.pop()
    return display_code.characters(codes)
