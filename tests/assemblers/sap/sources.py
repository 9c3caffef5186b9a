"""What the tests of SAP share."""

from pathlib import Path

from hypothesis import settings

from host.assemblers.program import Assembly
from host.assemblers.sap.assembler import Assembler
from host.languages.assembly import Line

ROOT = Path(__file__).parents[3]
repeatable = settings(derandomize=True, deadline=None)


def assembled(text: str, core: int = 32768) -> Assembly:
    """Assemble a text."""
    lines = [Line("x.sap", number, line) for number, line in enumerate(text.split("\n"), 1)]
    return Assembler(core).assemble_lines("x.sap", lines)


def words(text: str) -> list[str]:
    """Return the words of a text in octal."""
    return [f"{word:012o}" for _, word in assembled(text).image]


def word(text: str) -> int:
    """Return the one word of a text."""
    [(_, found)] = assembled(text).image
    return found
