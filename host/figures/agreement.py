"""Do the published value and ours agree? The relations that a figure may state, and the words for what came of it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

Value = int | float | str | list[int]

EXACTLY, SHIFTED, ABOUT = "is", "one_place_right", "about"
PLACES = 36  # of a word of the 704


def is_shifted(ours: str | list[int], published: str | list[int]) -> bool:
    """Return whether a word of bits, or the places of some (from 1), is the published one, rotated by a place."""
    if isinstance(published, str):
        return ours == published[-1:] + published[:-1]
    return ours == sorted(place % PLACES + 1 for place in published)


RELATIONS: dict[str, Callable[[Any, Any], bool] | None] = {  # our value, the published one
    EXACTLY: operator.eq,
    SHIFTED: is_shifted,
    "below": operator.lt,
    "at_most": operator.le,
    "at_least": operator.ge,
    ABOUT: None,  # no limit is published: how many times it ours is, is all that can be said
}


def agreement(relation: str, ours: Value, published: Value) -> str:
    """Return `same`, `shifted`, `within` or `differs`; for an approximate value, how many times it ours is."""
    holds = RELATIONS[relation]
    if holds is None:
        assert isinstance(ours, int | float)
        assert isinstance(published, int | float)
        return f"{ours / published:.2f} times"
    if not holds(ours, published):
        return "differs"
    return {EXACTLY: "same", SHIFTED: "shifted"}.get(relation, "within")


def shown(value: Value, unit: str = "") -> str:
    """Return a value as text: two decimals for what is not a whole number."""
    if isinstance(value, list):
        text = ", ".join(map(str, value))
    else:
        text = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value
    return f"{text} {unit}".strip()
