"""The words of a program: the places of variables; the words of constants, texts and actual parameters.

A variable has an address of its own, or is in the frame of a procedure that may be active more than once.

    frame      word 0 the way back, 1 the frame of the caller, 2 the frame around it, then formals, variables, ...

B6 is the frame of the innermost procedure, of those around the code that runs, that may be active more than once; all
other procedures, the main program and own variables have addresses. B7 is the first word of the stack that is free.

An actual parameter is represented by a word with its kind, and the way to reach it:

    | kind (6) | frame (18) | code (18) | address (18) |

    kind       40B a piece of code gives the address; 20B it cannot be assigned to; the rest is:
               0 integer, 1 real, 2 Boolean, 3 string, 4 label, 5 switch, 6 array, 7 a number or
                   Boolean whose type the code gives, 10B-12B function, 13B procedure
    frame      what B6 is in the code
    address    of a variable, of an array's description, of a text; its code is then the number of its characters; of a
               constant; code that goes to the label of this number, if there is one, is beside it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from emulators.cdc6600 import display_code
from emulators.errors import IronboardError
from host.compilers.algol.syntax import Procedure, Type
from host.compilers.backends.cdc6600.compiled import WORD
from host.compilers.debuginfo.table import Framed, Word

FILES, SLOTS = "FILES.", "SLOTS."  # symbols for the library: the address of the words of files, their number
LINE = "LINE."  # the code that is printed as a new line
TOLD = {FILES, SLOTS, LINE}
DIRECT = 2  # subscripts, at most, that the library takes in registers

RETURN, CALLER, AROUND, FORMALS = 0, 1, 2, 3  # words of a frame


Home = Word | Framed


def frames_around(procedure: Procedure | None) -> Iterator[Procedure]:
    """Yield the procedures that have frames: the innermost first, a procedure itself included."""
    while procedure is not None:
        if procedure.recursive:
            yield procedure
        procedure = procedure.owner


@dataclass
class Room:
    """The words of a procedure, or of the main program."""

    procedure: Procedure | None
    words: list[tuple[str, int]] = field(default_factory=list)  # symbol and size of those that have addresses
    size: int = FORMALS  # of the frame

    @property
    def framed(self) -> bool:
        """Whether the words are in a frame."""
        return self.procedure is not None and self.procedure.recursive

    def reserve(self, symbol: str, size: int = 1) -> Home:
        """Return a place for `size` words; the symbol is theirs where they have an address."""
        if self.framed:
            assert self.procedure is not None
            home = Framed(self.procedure, self.size)
            self.size += size
            return home
        self.words.append((symbol, size))
        return Word(symbol)


TRUE, FALSE = WORD, 0
UNSET = 0o1777 << 48  # of a variable without a value, where that is checked: an indefinite number


QUOTES = {"‘": '"("', "’": '")"', "⏨": "'"}


def lacking(text: str) -> str:
    """Return the characters of a string that display code does not have, each once."""
    missing = {each for each in text if each not in QUOTES and each != "\n" and display_code.code(each) is None}
    return "".join(sorted(missing, key=text.index))


def codes(text: str, line_end: int = display_code.BLANK) -> list[int]:
    """Return the codes of a string; raises CodeError for a character that display code does not have.

    `line_end`: the code of a new line in it.
    """
    parts = ("".join(QUOTES.get(each, each) for each in part) for part in text.split("\n"))
    first, *others = (display_code.codes(part) for part in parts)
    return first + [code for part in others for code in (line_end, *part)]


def line_end_of(texts: Iterable[str]) -> int:
    """Return the code that stands for a new line in strings, one that none of them has; 0 if they have no new lines.

    Raises IronboardError if they have all characters of the machine.
    """
    texts = [*texts]
    if not any("\n" in text for text in texts):
        return 0
    used = {code for text in texts for code in codes(text)}
    free = [code for code in range(1, display_code.CODES) if code not in used]
    if not free:
        raise IronboardError("strings have all 64 characters of the 6600: none is left to stand for a new line")
    return free[-1]


BY_CODE, READ_ONLY = 0o40, 0o20
STRING, LABEL, SWITCH, ARRAY, ANY, FUNCTION, PROCEDURE = 3, 4, 5, 6, 7, 0o10, 0o13
TYPES = {Type.INTEGER: 0, Type.REAL: 1, Type.BOOLEAN: 2}


def of_procedure(kind: Type) -> int:
    """Return the kind of a procedure of this type."""
    return FUNCTION + TYPES[kind] if kind in TYPES else PROCEDURE


def fields(kind: int, code: str = "0", address: str = "0") -> str:
    """Return the fields of VFD, with no frame."""
    return f"6/{kind:o}B,18/0,18/{code},18/{address}"
