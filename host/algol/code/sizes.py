"""How many parameters, subscripts and characters code can deal with, and whether a program fits into the storage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from emulators.cdc6600.isa import MOST_WORDS
from emulators.errors import SourceError, SourceErrors
from emulators.image import Image
from host.algol.code.emit import FILES
from host.algol.syntax import ArraySegment, Call, Node, Procedure, Program, String, walk

PARAMETERS = 63  # of a procedure; subscripts, too: fields of six bits, and words behind the top of the stack
LIST = 200  # further parameters of input and output
CHARACTERS = 16_380  # of a string: what algio.compass counts
BEYOND = "beyond the last address"  # what the assembler says
TOO_LARGE = "the program does not fit into the storage of the machine"


def check(program: Program) -> None:
    """Raise SourceErrors for what is too many."""
    errors = [error for node in walk(program) for error in _too_many(node)]
    if errors:
        raise SourceErrors(errors)


def _too_many(node: Node) -> Iterator[SourceError]:
    match node:
        case ArraySegment() if len(node.bounds) > PARAMETERS:
            at = node.arrays[0]
            yield at.at.error(f"'{at.spelling}' has {len(node.bounds)} subscripts: more than {PARAMETERS}")
        case Procedure() if len(node.formals) > PARAMETERS:
            yield node.at.error(f"'{node.spelling}' has {len(node.formals)} parameters: more than {PARAMETERS}")
        case Call() if len(node.actuals) > LIST:
            yield node.at.error(f"these are {len(node.actuals)} parameters: more than {LIST}")
        case String() if len(node.text) > CHARACTERS:
            yield node.at.error(f"this string has {len(node.text)} characters: more than {CHARACTERS}")


@contextmanager
def in_storage(program: Program) -> Iterator[None]:
    """Say of a program, in the place of its code, that it is too large, if the assembler finds that."""
    try:
        yield
    except SourceErrors as wrong:
        if not any(BEYOND in each.message for each in wrong.errors):
            raise
        raise SourceErrors([_too_large(program)]) from None


def check_image(program: Program, image: Image) -> None:
    """Raise SourceErrors if a program leaves no word for its stack, or none for its files."""
    if image.symbols["STACK"] >= (image.symbols[FILES] or MOST_WORDS):
        raise SourceErrors([_too_large(program)])


def _too_large(program: Program) -> SourceError:
    return program.body.at.error(TOO_LARGE, f"that has {MOST_WORDS:,} words, for code, arrays, library and stack")
