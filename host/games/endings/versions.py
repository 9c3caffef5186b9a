"""The programs that play an ending on the 6600, and their versions: one row each.

What is said of it, where a game begins, how it is called and where its variables are. Everything that plays, measures
or lists endings walks this table.
"""

from __future__ import annotations

from typing import NamedTuple


class Version(NamedTuple):
    """A program, or one of its versions. Names are those of its text, as the compiler has them: small, no blanks."""

    title: str
    start: str  # where a game begins if nothing else is said; for rook and queen a figure of the paper
    program: str
    typed: tuple[str, ...]  # what says which version it shall be, and that no boards are printed
    pieces: str  # White's, without his king: R, Q, BB (two bishops), BN (bishop and knight)
    men: tuple[str, ...]  # file and rank of king, pieces and black king
    moves: str = "whitemoves"
    past: str = "past"  # how many positions have been noted
    history: str = "history"
    flags: tuple[str, ...] = ("mate",)  # the first: the move was mate
    whose: str = "Zuidema's program"


ROOK_MEN = ("wf", "wk", "rf", "rk", "bf", "bk")
QUEEN_MEN = ("wf", "wk", "qf", "qk", "bf", "bk")
TWO_PIECES = ("wf", "wk", "cf", "ck", "df", "dk", "bf", "bk")
PLANS = ("mate", "planned")
FIGURE_30 = "Kh1 Ra1 Kd5"
FIGURE_33 = "Kf2 Qd1 Kf4"  # whose diagram is lost: one of the starts that fit

METHOD = "A program after Zuidema's method"

DEFAULT, QUEEN = "new", "queen"
VERSIONS = {
    "primitive": Version("the primitive version", FIGURE_30, "rook", ("1N",), "R", ROOK_MEN, flags=PLANS),
    DEFAULT: Version("the new version", FIGURE_30, "rook", ("2N",), "R", ROOK_MEN, flags=PLANS),
    "repaired": Version("the new version, repaired", FIGURE_30, "rook", ("3N",), "R", ROOK_MEN, flags=PLANS),
    QUEEN: Version("the queen ending", FIGURE_33, "queen", ("N",), "Q", QUEEN_MEN),
    "bishops": Version("two bishops", "Ke1 Bc1 Bf1 Ke5", "bishops", ("N",), "BB", TWO_PIECES, whose=METHOD),
    "knight": Version("bishop and knight", "Ke1 Bc1 Nb1 Ke5", "knight", ("N",), "BN", TWO_PIECES, whose=METHOD),
    "triangles": Version("three triangles", "Ke1 Bc1 Nb1 Ke5", "triangles", ("N",), "BN", TWO_PIECES, whose=METHOD),
}
ROOK = "rook"
VERSIONS_OF_ROOK = tuple(name for name, version in VERSIONS.items() if version.program == ROOK)


def version_for(pieces: str) -> str:
    """Return the version that plays with these pieces if none is named; raises KeyError."""
    return DEFAULT if pieces == "R" else next(name for name, each in VERSIONS.items() if each.pieces == pieces)


NAMES = {"K": "king", "R": "rook", "Q": "queen", "B": "bishop", "N": "knight"}


def in_words(pieces: str) -> str:
    """Return White's pieces in words: `two bishops`."""
    return "two bishops" if pieces == "BB" else " and ".join(NAMES[each] for each in pieces)
