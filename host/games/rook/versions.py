"""What the programs are called, and where a game begins if nobody says."""

from __future__ import annotations

from typing import NamedTuple

DEFAULT, QUEEN = "new", "queen"


class Title(NamedTuple):
    """What is said of a version."""

    name: str
    start: str  # a figure of the paper


TITLES = {
    "primitive": Title("the primitive version", "Kh1 Ra1 Kd5"),
    DEFAULT: Title("the new version", "Kh1 Ra1 Kd5"),  # fig. 30
    "repaired": Title("the new version, repaired", "Kh1 Ra1 Kd5"),
    QUEEN: Title("the queen ending", "Kf2 Qd1 Kf4"),  # fig. 33, whose diagram is lost: one of the starts that fit
}
