"""A CDC 6600 with files: the machine of `emulators.cdc6600`, its programs from sources, its data from texts.

machine = Cdc6600()
machine.load("problem.compass")
machine.attach_file("INPUT", "problem.txt")
machine.run(seconds=10)
print(machine.printed.decode())
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600 import cio, display_code, machine
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, PARCEL_BITS, WORD_BITS
from emulators.cdc6600.requests import TABLE, TABLE_SHIFT
from emulators.errors import ImageError, Place, SourceError, SourceErrors
from emulators.image import Image, SourceLine
from emulators.machine import Machine, Stop
from emulators.record import integers
from host.formats import storage
from host.interruption import doing
from host.machines import programs
from host.machines.programs import Name
from host.registry import InNotebook

MODEL = "6600"  # its name in the registry and the manifest
find_program = partial(programs.find_program, MODEL)
TEXT_LIMIT = 16 << 20  # bytes of a file of data
PIECE = 20_000_000  # cycles, a fraction of a second of the host's time
BAD_ENDS = (Cause.ERROR_EXIT, Cause.ADDRESS, Cause.OPERATION, Cause.ABORT)

# Where asm/cdc6600/textio.compass keeps its facts about a file: words after the address of the FET.
WORD, ENDS, BUFFER = 5, 8, 10
NOT_READ, NOT_WRITTEN, IN_LINE = 1 << 59, 0o40, 0
CODE_BITS = 6
CODES_OF_WORD = WORD_BITS // CODE_BITS
PARAMETER, PARAMETERS = 0o2, 0o64  # of the control card: where the first one is, and their number (18 bits)
FUNCTION = 0o774  # bits of the status with the last transfer
READING = (cio.READ, cio.READ_SKIP, cio.READ_TO_END & FUNCTION, cio.END_OF_FILE)


class Unwritten(NamedTuple):
    """Words that a program has written into the buffer of a file, up to an end of line, and the system has not."""

    name: str
    words: list[int]


class Cdc6600(InNotebook, machine.Cdc6600):
    """The machine, with files. The parameters are those of `emulators.cdc6600.machine.Cdc6600`.

    >>> from ironboard import Cdc6600
    >>> machine = Cdc6600()
    >>> machine.attach("INPUT", ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".upper()])
    >>> machine.load("mates")
    >>> machine
    <Cdc6600 mates: 0 cycles, compiled core>
    """

    def load(self, program: Image | Name, *, format: str | None = None) -> None:
        """Put an image, a program of the manifest (by name), a source or an image file into storage; go to its entry.

        Raises ImageError, with nothing changed, for a file that is not a program or does not fit.
        """
        image = program if isinstance(program, Image) else find_program(program, format=format)
        super().load(image)
        if image.entry is not None:
            self.write_register("P", image.entry)

    def attach(self, name: str, lines: Iterable[str] = ()) -> None:
        """Create a file of these lines. Raises CodeError for a character that display code does not have."""
        super().attach(name, lines)
        self.name_file(name)

    def name_file(self, name: str) -> None:
        """Make a file, INPUT and OUTPUT excepted, a parameter of the program's control card; some look at these."""
        parameter = display_code.words_of_codes([*display_code.codes(name), *[0] * CODES_OF_WORD])[0]
        count = self.peek(PARAMETERS) & M18
        known = [self.peek(PARAMETER + each) for each in range(count)]
        if name not in (cio.INPUT, cio.OUTPUT) and parameter not in known and PARAMETER + count < PARAMETERS:
            self.poke(PARAMETER + count, parameter)
            self.poke(PARAMETERS, count + 1)

    def attach_program(self, name: str, image: Image) -> None:
        """Create a file with a program, which the request LDR loads."""
        self.give("file", [name, program_words(image)])

    def attach_file(self, name: str, path: Name) -> None:
        """Create a file from a text; raises SourceErrors for characters that display code does not have."""
        self.attach(name, read_lines(path))

    def save_file(self, name: str, path: Name, *, overwrite: bool = False) -> None:
        """Write the lines of a file into a text; raises ImageError when there is no such file."""
        if not self.has_file(name):
            raise ImageError(f"{path}: the program has no file {name}")
        storage.write_all(Path(path), self.written(name).encode("ascii"), overwrite)

    def has_file(self, name: str) -> bool:
        """Return whether a file is there, or is in a buffer of the program only."""
        return name in self.system.files or any(each.name == name for each in self.unwritten())

    def text(self, name: str) -> str:
        """Return the lines of a file; of a program that has failed, with those that it has left in its buffers."""
        return self.written(name) if self.cause in BAD_ENDS else super().text(name)

    def written(self, name: str) -> str:
        """Return the lines of a file, with those that the program still has in its buffers."""
        file = self.system.files.get(name)
        words = [*(file.words if file else ()), *self._rest(name)]
        return "".join(f"{line}\n" for line in display_code.lines(words))

    @property
    def transcript(self) -> list[str]:
        """The lines of OUTPUT with those that were typed; of a program that has failed, with its buffers."""
        words = [each for each in self.system.transcript if each >= 0]
        return list(display_code.lines([*words, *(self._rest(cio.OUTPUT) if self.cause in BAD_ENDS else ())]))

    def _rest(self, name: str) -> list[int]:
        return [word for each in self.unwritten() if each.name == name for word in each.words]

    def unwritten(self) -> Iterator[Unwritten]:
        """Yield the output of asm/cdc6600/textio.compass that the system has not taken yet.

        A file is found by its FET: the buffer begins after the words that TEXTIO has there.
        """
        after = integers(self.memory)[self.ra + 1 : self.ra + self.fl]
        for address in [each for each, word in enumerate(after) if word and word & M18 == each + BUFFER]:
            if found := self._unwritten(address):
                yield found

    def _unwritten(self, address: int) -> Unwritten | None:
        """Return the contents of the buffer of the FET at an address, if that is one and its file is being written."""
        if address + BUFFER >= self.fl:
            return None
        head, *pointers, word, _, _, ends = (self.peek(address + place) for place in range(ENDS + 1))
        name, function = display_code.text_of(head >> ADDRESS_BITS, cio.FILE_CODES), head & FUNCTION
        first, into, out, limit = (each & M18 for each in pointers)
        if not name.isalnum() or not (first < limit and first <= into < limit and first <= out < limit):
            return None
        if function in READING or word in (0, NOT_READ):
            return None
        between = range(out, into) if out <= into else (*range(out, limit), *range(first, into))
        words = [self.peek(each) for each in between]
        count, over = divmod(word.bit_length() - 1, CODE_BITS)
        if over != CODE_BITS - 1:  # the one that says how many characters there are
            return None
        if word != NOT_WRITTEN or ends == IN_LINE:
            characters = word ^ 1 << word.bit_length() - 1
            words.append(characters << WORD_BITS - CODE_BITS * count)
            words += [0] * (count > 8)  # a line ends with twelve zeros
        return Unwritten(name, words) if words else None


def program_words(image: Image) -> list[int]:
    """Return a program as a file holds it for LDR: a word that says where, then its words."""
    whole = image.flat()
    entry = whole.address if image.entry is None else image.entry
    return [TABLE << TABLE_SHIFT | whole.address << ADDRESS_BITS | entry, *whole.words]


def begun_last(lines: Iterable[SourceLine], address: int, offset: int) -> SourceLine | None:
    """Return the line of the code `offset` bits into a word, in a macro the macro's own; None if none covers it.

    The lines are those of `Image`, sorted by address.
    """
    begun = [
        (each.address, 0 if each.address < address else each.offset, -each.length, each.depth, each)
        for each in lines
        if each.address <= address < each.address + each.length and (each.address < address or each.offset <= offset)
    ]
    return max(begun)[-1] if begun else None


def line_of(image: Image, address: int, offset: int = 0) -> str:
    """Return file and line of the code `offset` bits into a word, nothing where they are not known."""
    line = begun_last(image.lines, address, offset)
    return f"{Path(line.file).name}:{line.line}" if line else ""


def in_brackets(machine: Cdc6600, image: Image) -> str:
    """Return file and line of the processor's place, as they are added to a message."""
    address, parcel = machine.stopped_at
    line = line_of(image, address, parcel * PARCEL_BITS)
    return f" [{line}]" if line else ""


def run_long(machine: Machine, cycle: int) -> Stop:
    """Run until `cycle` since power-on or until something stops the machine, and say so if that takes long."""
    with doing(lambda: f"{machine.seconds:.1f} s of the 6600's time"):
        return machine.run_to(cycle)


def read_lines(path: Name, mark: str = "") -> list[str]:
    """Return the lines of a text in display code; raises SourceErrors for characters that it does not have.

    Lines that begin with `mark` may have any.
    """
    data = storage.read_all(Path(path), TEXT_LIMIT, "a text")
    lines = storage.text_of(data, path).splitlines()
    errors = []
    for number, line in enumerate(lines, 1):
        if mark and line.startswith(mark):
            continue
        try:
            display_code.codes(line)
        except display_code.CodeError as error:
            place = Place(os.fspath(path), number, error.index + 1, 1, line)
            errors.append(SourceError(place, str(error)))
    if errors:
        raise SourceErrors(errors)
    return lines


# ---------------------------------------------------------------- dumps

# A dump of storage, as the control card DMP printed it: the exchange package, then words in octal.
#
#     DMP.              the package, and 40 words (octal) on both sides of P
#     DMP,2000.         words 0 to 2000
#     DMP,1000,2000.    words 1000 to 2000
#
# DMD writes the characters of the words beside them. Lines that are the same as the one before are left out, and
# counted.


WORDS = 4  # of a line
WORDS_WITH_TEXT = 2
AROUND = 0o40  # dumped_words on both sides of P


def grouped(word: int) -> str:
    """Return a word in four groups of five octal digits."""
    digits = f"{word:020o}"
    return " ".join(digits[at : at + 5] for at in range(0, len(digits), 5))


def package(machine: Cdc6600) -> Iterator[str]:
    """Yield the registers as an exchange jump would store them."""
    yield "EXCHANGE PACKAGE."
    names = ("P", "RA", "FL", "EM", "", "", "", "")
    for number, name in enumerate(names):
        first = f"{name:<3}{machine.read_register(name):06o}" if name else ""
        a, b = (machine.read_register(f"{bank}{number}") for bank in "AB")
        yield f" {first:<12}A{number} {a:06o}   B{number} {b:06o}"
    for number in range(8):
        yield f" X{number} {grouped(machine.read_register(f'X{number}'))}"


def dumped_words(machine: Cdc6600, first: int, last: int, text: bool) -> Iterator[str]:
    """Yield dumped_words from `first` to before `last`; those beyond the field length are not there."""
    count = WORDS_WITH_TEXT if text else WORDS
    before, same = "", 0
    for address in range(first - first % count, min(last, machine.fl), count):
        content = [machine.peek(each) for each in range(address, min(address + count, machine.fl))]
        line = "   ".join(map(grouped, content))
        if text:
            characters = display_code.characters(display_code.codes_of_words(content)).replace(":", " ")
            line = f"{line:<{count * (WORD_BITS // 3 + 6)}}{characters}".rstrip()
        if line == before:
            same += 1
            continue
        if same:
            yield f"        {same} DUPLICATED LINE{'S' * (same > 1)}"
        before, same = line, 0
        yield f" {address:06o} {line}"
    if same:
        yield f"        {same} DUPLICATED LINE{'S' * (same > 1)}"


def dump(machine: Cdc6600, limits: list[int], text: bool = False) -> Iterator[str]:
    """Yield the lines of DMP with these parameters, or of DMD."""
    if limits:
        first, last = (0, limits[0]) if len(limits) == 1 else limits[:2]
        yield from dumped_words(machine, first, last, text)
        return
    yield from package(machine)
    yield from dumped_words(machine, max(0, machine.location - AROUND), machine.location + AROUND, text)
