"""The programs of tests/data/algol, and short ways to look at a program."""

from pathlib import Path

from emulators.errors import SourceErrors
from host.compilers.algol.cdc6600 import limits
from host.compilers.algol.front import analyse, read
from host.languages.source import Diagnostics, Text
from tests.algol.unparse import unparse

HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "algol"
PROGRAMS = sorted(DATA.glob("*.alg"))  # for the sections of the Report
CLASSICS = sorted((DATA / "classics").glob("*.alg"))
assert len(PROGRAMS) > 24
assert len(CLASSICS) > 12


def tree(path):
    """The tree of a program without its names and types."""
    return parsed(path.read_text(encoding="utf-8"))


def parsed(text, representation=None):
    """The tree of a text, as the parser makes it."""
    diagnostics = Diagnostics()
    program = read(Text(text, "test"), representation, diagnostics)
    diagnostics.raise_errors()
    return program


def plainly(text, representation=None):
    """What the parser understood, without line ends and indentation."""
    return " ".join(unparse(parsed(text, representation)).split())


def errors(text):
    """What is wrong with a program: line, column, length, message and hint of each error."""
    try:
        analyse(text, "test", limits=limits.check)
    except SourceErrors as wrong:
        return [
            (each.place.line, each.place.column, each.place.length, each.message, each.hint) for each in wrong.errors
        ]
    return []
