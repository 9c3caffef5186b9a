"""Positions, Black's moves and games of endings as people write them; why something is not a position or a move.

    Kh1 Ra1 Kd5         White's king and one or two pieces, Black's king; the letters may be left out
    8/8/8/3k4/8/8/8/R6K w
    random

    E5  KE5  Ke5  Kd5-e5  d5e5  Kxf4  1...Ke5

All of the latter mean a move of the only man Black has. Games are written in the form of PGN for export.
Squares and men are those of `host.games.mates`.

Source: Portable Game Notation Specification and Implementation Guide, 1994.

The programs that play an ending on the 6600, and their versions: one row each.

Its title, the start of a game, its procedures and its variables. Everything that plays, measures
or lists endings walks this table.
"""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from emulators.errors import IronboardError, Place, SourceError
from host.games.boards import typed, within
from host.games.fen import SIZE, SQUARES, Men, board_of, name, numbered
from host.games.fen import parse as parse_fen
from host.games.fen import place as place_of

if TYPE_CHECKING:
    pass


from typing import NamedTuple


class Version(NamedTuple):
    """A program, or one of its versions. Names are those of its text, as the compiler has them: small, no blanks."""

    title: str
    start: str  # where a game begins if nothing else is said; for rook and queen a figure of the paper
    program: str
    typed: tuple[str, ...]  # lines that select the version, without printed boards
    pieces: str  # White's, without the king: R, Q, BB (two bishops), BN (bishop and knight)
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
FIGURE_33 = "Kf2 Qd1 Kf4"  # its diagram is lost: one of the starts that fit

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


# ---------------------------------------------------------------- positions

PIECES = tuple(dict.fromkeys(version.pieces for version in VERSIONS.values()))
EXPECTED = f"{', '.join(map(in_words, PIECES[:-1]))} or {in_words(PIECES[-1])}"
OPTION = "--position"
RANDOM = "random"
EXAMPLE = 'such as "Kh1 Ra1 Kd5", a FEN, or random'
WORD = re.compile(r"([KRQBN]?)([a-h][1-8])", re.IGNORECASE)


def parse(text: str, pieces: str | None, file: str = OPTION) -> dict[int, str]:
    """Return the men of a position with these pieces, such as BN; None: any that a program has. Raises SourceError.

    `file` is the name of the text in messages.
    """
    at = typed(text, file)
    men = dict(parse_fen(text, at).men) if "/" in text else from_words(text, pieces, at)
    refuse_impossible(men, pieces, at)
    return men


def from_words(text: str, pieces: str | None, at: Place) -> dict[int, str]:
    """Return the men of some words: white king, pieces, black king. Without a letter a piece is the expected one."""
    words = list(re.finditer(r"[^\s,]+", text))
    found = []
    for word in words:
        here = within(at, word.start(), len(word[0]))
        match = WORD.fullmatch(word[0])
        if match is None:
            raise SourceError(here, f"'{word[0]}' is not a man on a square", EXAMPLE)
        found.append((here, match[1].upper(), match[2].lower()))
    possible = [each for each in (PIECES if pieces is None else [pieces]) if len(each) + 2 == len(words)]
    if not possible:
        many = "3 or 4" if pieces is None else str(len(pieces) + 2)
        raise SourceError(at, f"a position is {many} men: White's king and pieces, Black's king", EXAMPLE)
    expected = next((each for each in possible if fits(each, [letter for _, letter, _ in found])), None)
    men: dict[int, str] = {}
    for number, (here, letter, square) in enumerate(found):
        wanted = [f"K{each}k"[number] for each in ([expected] if expected else possible)]
        if letter and letter not in "".join(wanted).upper():
            named = " or ".join(dict.fromkeys(NAMES[each.upper()] for each in wanted))
            raise SourceError(here, f"expected the {named} here, not a {NAMES[letter]}", EXAMPLE)
        place = numbered(square)
        if place in men:
            raise SourceError(here, f"there are two men on {square}")
        men[place] = wanted[0]
    return men


def fits(pieces: str, letters: list[str]) -> bool:
    """Return whether men with these letters, empty for a missing one, can be king, pieces, king."""
    return all(letter in ("", man) for letter, man in zip(letters, f"K{pieces}K", strict=True))


def refuse_impossible(men: Men, pieces: str | None, at: Place, *, white: bool = True) -> None:
    """Raise SourceError unless these are the men of an ending, with these pieces if they are named.

    `white`: it must be possible that White is to move.
    """
    found = pieces_of(men)
    if sorted(men.values()) != sorted(f"K{found}k") or found not in PIECES:
        raise SourceError(at, f"the men are White's king and {EXPECTED}, and Black's king", EXAMPLE)
    if pieces not in (None, found):
        raise SourceError(
            at, f"this version plays with king and {in_words(pieces)}", "choose another one with --version"
        )
    king, black = where(men, "K"), where(men, "k")
    if steps(king, black) < 2:
        raise SourceError(at, "the kings stand next to each other")
    if white and board_of(men, white=False).is_check():
        raise SourceError(at, "Black is in check with White to move")
    if found == "BB" and len({sum(place_of(each)) % 2 for each, man in men.items() if man == "B"}) == 1:
        raise SourceError(at, "two bishops on squares of the same colour cannot mate")


def at_random(pieces: str, source: random.Random) -> dict[int, str]:
    """Return a random position with White to move; all are equally likely."""
    while True:
        places = source.sample(SQUARES, len(pieces) + 2)
        men = dict(zip(places, f"K{pieces}k", strict=True))
        with suppress(SourceError):
            refuse_impossible(men, pieces, typed("", OPTION))
            return men


def pieces_of(men: Men) -> str:
    """Return White's pieces, in the order of the programs: R, Q, BB, BN."""
    return "".join(sorted(man for man in men.values() if man.isupper() and man != "K"))


def where(men: Men, man: str) -> int:
    """Return the square of a man."""
    return next(place for place, each in men.items() if each == man)


def steps(one: int, other: int) -> int:
    """Return how many moves of a king two squares are apart."""
    (rank, file), (other_rank, other_file) = (divmod(each - 1, SIZE) for each in (one, other))
    return max(abs(rank - other_rank), abs(file - other_file))


def written(men: Men) -> str:
    """Return a position as the programs are told it: `Kh1 Ra1 Kd5`."""
    order = f"K{pieces_of(men)}k"
    places = sorted(men, key=lambda place: (order.index(men[place]), place))
    return " ".join(f"{men[place].upper()}{name(place)}" for place in places)


# ---------------------------------------------------------------- Black's moves


KING_MOVE = re.compile(r"(?:\d*\s?\.+\s?)?k?(?:([a-h][1-8])?\s?[-x:]?\s?)?([a-h][1-8])\s?[+#!?]*", re.IGNORECASE)


class Refused(IronboardError):
    """A move that Black cannot make."""


def parse_reply(text: str, men: Men) -> int:
    """Return the square Black's king moves to; raises Refused with the reason, and the legal moves."""
    match = KING_MOVE.fullmatch(text)
    if match is None:
        raise Refused(f"'{text}' is not a move: write E5, Ke5 or d5e5")
    start, target = where(men, "k"), numbered(match[2].lower())
    if match[1] and numbered(match[1].lower()) != start:
        raise Refused(f"{text}: the king is not on {match[1].lower()}, but on {name(start)}")
    why = reason(men, start, target)
    if why:
        raise Refused(f"{text}: {why}; {possible(men)}")
    return target


def reason(men: Men, start: int, target: int) -> str:
    """Return why the king cannot go there; empty if it can."""
    king = where(men, "K")
    if target == start:
        return "the king is already there and must move"
    if steps(start, target) > 1:
        return f"a king goes one square, and {name(target)} is {steps(start, target)} from {name(start)}"
    then = {place: man for place, man in men.items() if place not in (start, target)} | {target: "k"}
    attackers = attackers_of(then)
    if target in men and steps(target, king) == 1:
        return f"the {NAMES[men[target]]} on {name(target)} is guarded by the white king"
    if target in men and attackers:
        return f"the {NAMES[men[target]]} on {name(target)} is guarded by {attackers[0]}"
    if steps(target, king) < 2:
        return f"{name(target)} is next to the white king on {name(king)}"
    if attackers:
        if board_of(men, white=False).is_check():
            return f"the king is in check, and {attackers[0]} attacks {name(target)}, too"
        return f"{attackers[0]} attacks {name(target)}"
    return ""


def attackers_of(men: Men) -> list[str]:
    """Return White's men that attack Black's king, in words; White's king is not one of them."""
    places = sorted(square + 1 for square in board_of(men, white=False).checkers())
    return [f"the {NAMES[men[place]]} on {name(place)}" for place in places if men[place] != "K"]


def squares(men: Men) -> list[int]:
    """Return where Black's king can go."""
    return sorted(move.to_square + 1 for move in board_of(men, white=False).legal_moves)


def possible(men: Men) -> str:
    """Return the moves there are in words."""
    return f"possible: {', '.join(reply_written(men, each) for each in squares(men)) or 'nothing'}"


def reply_written(men: Men, target: int) -> str:
    """Return a move of Black's in algebraic notation."""
    return f"K{'x' if target in men else ''}{name(target)}"
