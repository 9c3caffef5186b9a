"""CIO, the request for input and output: the table that describes a transfer, and what each function does.

A file environment table (FET) has five words. Data are between OUT and IN in a circular buffer from FIRST to LIMIT, the
word at LIMIT excluded; it is empty when IN is OUT, and holds a word less than there is room for.

    FET    59-18 name of the file, seven characters   17-14 level   8-0 function; when done, 17-0 status, which is odd
    FET+1  17-0 FIRST      FET+2  IN      FET+3  OUT      FET+4  LIMIT

Source: users' descriptions of Control Data's systems. docs/cdc6600/system.md has the details.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.display_code import text_of
from emulators.cdc6600.files import FILES, RECORDS, File, Mark
from emulators.cdc6600.isa import ADDRESS_BITS

if TYPE_CHECKING:
    from emulators.cdc6600.system import System

INPUT, OUTPUT = "INPUT", "OUTPUT"
FILE_CODES = 7
FET_WORDS = 5
DONE, BINARY, END_OF_RECORD, END_OF_FILE, END_OF_INFORMATION = 0o1, 0o2, 0o20, 0o30, 0o741030
LONGEST_FUNCTION = 0o777
LEVEL_SHIFT, LEVEL_OF_FILES = 14, 0o17
READ, WRITE, READ_SKIP, WRITE_RECORD, WRITE_FILE, REWIND = 0o10, 0o14, 0o20, 0o24, 0o34, 0o50
SKIP_FORWARD, BACKSPACE, SKIP_BACK = 0o240, 0o40, 0o640
STATUS = {Mark.NONE: 0, Mark.END_OF_RECORD: END_OF_RECORD, Mark.END_OF_FILE: END_OF_FILE,
          Mark.END_OF_INFORMATION: END_OF_INFORMATION}  # fmt: skip


class Fault(Exception):
    """A request that cannot be served: the program is aborted with this line in the dayfile."""


class Table(NamedTuple):
    """A file environment table, checked."""

    address: int
    name: str
    function: int  # without the bit for binary
    binary: int
    level: int
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

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that skipping counts."""
        return FILES if self.level == LEVEL_OF_FILES else RECORDS


def table(system: System, address: int) -> Table:
    """Return the FET at an address; raises Fault for one that cannot be right."""
    head, *pointers = (system.word(address + place) for place in range(FET_WORDS))
    first, into, out, limit = (each & M18 for each in pointers)
    name, function = text_of(head >> ADDRESS_BITS, FILE_CODES), head & LONGEST_FUNCTION
    if not name.isalnum() or not name[0].isalpha():
        raise Fault(f"FET AT {address:06o}: '{name}' IS NO NAME OF A FILE")
    if function & ~BINARY not in FUNCTIONS:
        raise Fault(f"FET AT {address:06o}: CIO HAS NO FUNCTION {function:o}")
    if not (first < limit and first <= into < limit and first <= out < limit):
        raise Fault(f"FET AT {address:06o}: THE POINTERS OF THE BUFFER ARE WRONG")
    system.absolute(limit - 1)
    level = head >> LEVEL_SHIFT & LEVEL_OF_FILES
    return Table(address, name, function & ~BINARY, function & BINARY, level, first, into, out, limit)


def waits(system: System, fet: Table) -> bool:
    """Return whether a transfer has to wait for somebody to type a line."""
    file = system.files.get(fet.name)
    return fet.function in (READ, READ_SKIP) and file is not None and file.connected and file.at_end


def transfer(system: System, fet: Table, count: int) -> None:
    """Do what a FET wants, and say in it how it went."""
    status = FUNCTIONS[fet.function](system, fet, count)
    head = system.word(fet.address) >> ADDRESS_BITS << ADDRESS_BITS
    system.put(fet.address, head | status | fet.binary | DONE)


def _read(system: System, fet: Table, count: int) -> int:
    """READ: fill the buffer, up to the end of the record at most. READSKP: and go on to the end of the record."""
    if fet.name not in system.files:
        raise Fault(f"THERE IS NO FILE {fet.name}")
    file = system.files[fet.name]
    words, mark = file.read((fet.out - fet.into - 1) % (fet.limit - fet.first))
    into = fet.into
    for word in words:
        system.put(into, word)
        into = fet.after(into)
    system.put(fet.address + 2, system.word(fet.address + 2) & ~M18 | into)
    if mark == Mark.NONE and fet.function == READ_SKIP and not file.connected:
        file.skip(1, RECORDS)
        mark = Mark.END_OF_RECORD
    if mark == Mark.END_OF_INFORMATION and words:  # the last record may have no end
        mark = Mark.END_OF_RECORD
    return STATUS[mark] or fet.function


def _write(system: System, fet: Table, count: int) -> int:
    """WRITE, WRITER, WRITEF: empty the buffer, then end the record, then the file."""
    file = system.files.setdefault(fet.name, File())
    if file.connected:
        raise Fault(f"{fet.name} IS CONNECTED TO A KEYBOARD AND CANNOT BE WRITTEN")
    file.write(system.word(each) for each in fet.between(fet.out, fet.into))
    system.put(fet.address + 3, system.word(fet.address + 3) & ~M18 | fet.into)
    if fet.function == WRITE_RECORD or (fet.function == WRITE_FILE and file.ends_in_a_record()):
        file.write((), Mark.END_OF_RECORD)
    if fet.function == WRITE_FILE:
        file.write((), Mark.END_OF_FILE)
    return fet.function


def _open(system: System, fet: Table, count: int) -> int:
    """Let the file be there; stay where it is."""
    system.files.setdefault(fet.name, File())
    return fet.function


def _rewind(system: System, fet: Table, count: int) -> int:
    """Let the file be there, and go to its beginning."""
    system.files.setdefault(fet.name, File()).position = 0
    return fet.function


def _skip(system: System, fet: Table, count: int) -> int:
    """SKIPF: go on by so many records, or files."""
    there = system.files.setdefault(fet.name, File()).skip(count, fet.marks)
    return fet.function if there else END_OF_INFORMATION


def _skip_back(system: System, fet: Table, count: int) -> int:
    """SKIPB: go back by so many records, or files. BKSP: by one record."""
    one = fet.function == BACKSPACE
    system.files.setdefault(fet.name, File()).skip_back(1 if one else count, RECORDS if one else fet.marks)
    return fet.function


def _evict(system: System, fet: Table, count: int) -> int:
    """Throw away what the file holds."""
    file = system.files.setdefault(fet.name, File())
    file.content, file.position = [], 0
    return fet.function


def _return(system: System, fet: Table, count: int) -> int:
    """Give the file back: it is no longer there. The job's own INPUT and OUTPUT stay."""
    if fet.name not in (INPUT, OUTPUT):
        system.files.pop(fet.name, None)
    return fet.function


FUNCTIONS: dict[int, Callable[[System, Table, int], int]] = {
    READ: _read,
    READ_SKIP: _read,
    WRITE: _write,
    WRITE_RECORD: _write,
    WRITE_FILE: _write,
    BACKSPACE: _skip_back,
    SKIP_BACK: _skip_back,
    SKIP_FORWARD: _skip,
    REWIND: _rewind,
    0o60: _return,  # UNLOAD
    0o70: _return,  # RETURN
    0o100: _open,  # OPEN for reading, no rewinding
    0o104: _open,  # for writing
    0o120: _open,  # for both
    0o140: _rewind,  # OPEN for reading
    0o144: _rewind,
    0o160: _rewind,
    0o130: _open,  # CLOSE, no rewinding
    0o150: _rewind,  # CLOSE
    0o170: _return,  # CLOSE and UNLOAD
    0o174: _return,  # CLOSE and RETURN
    0o114: _evict,
}
