"""The characters of a string in display code.

Quotes inside of a string are what CDC's representation has for them, three characters each: "(" and ")".
"""

from __future__ import annotations

from emulators.cdc6600 import display_code

QUOTES = {"‘": '"("', "’": '")"', "⏨": "'"}


def lacking(text: str) -> str:
    """Return the characters of a string that display code does not have, each once."""
    missing = {each for each in text if each not in QUOTES and display_code.code(each) is None}
    return "".join(sorted(missing, key=text.index))


def codes(text: str) -> list[int]:
    """Return the codes of a string; raises CodeError for a character that display code does not have."""
    return display_code.codes("".join(QUOTES.get(each, each) for each in text))
