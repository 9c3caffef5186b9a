"""What the tests of COMPASS share."""

from pathlib import Path

from hypothesis import settings

from host.assemblers.compass.assembler import Assembler
from host.assemblers.program import Assembly
from host.languages.assembly import Line

ROOT = Path(__file__).parents[3]
repeatable = settings(derandomize=True, deadline=None)


def assembled(text: str) -> Assembly:
    """Assemble a text."""
    lines = [Line("x.compass", number, line) for number, line in enumerate(text.split("\n"), 1)]
    return Assembler().assemble_lines("x.compass", lines)


def numbers(text: str) -> list[int]:
    """Return the words of a text."""
    return [word for _, word in assembled(text).image]


def words(text: str) -> list[str]:
    """Return the words of a text in octal."""
    return [f"{word:020o}" for word in numbers(text)]


def word(text: str) -> str:
    """Return the one word of a text in octal."""
    [found] = words(text)
    return found


def parcels(text: str) -> str:
    """Return the octal digits of a text that is one instruction, without the NOs behind it."""
    found = word(f"          {text}")
    return found[:10] if found[10:] == "4600046000" and found[5:10] != "46000" else found[:5]
