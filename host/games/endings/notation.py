"""Positions, Black's moves and games of endings as people write them; why something is not a position or a move.

    Kh1 Ra1 Kd5         White's king, his rook or queen, Black's king; the letters may be left out
    8/8/8/3k4/8/8/8/R6K w
    random

    E5  KE5  Ke5  Kd5-e5  d5e5  Kxf4  1...Ke5

All of the latter mean a move of the only man Black has. Games are written in the form of PGN for export.
Squares and men are those of `host.games.mates`.

Source: Portable Game Notation Specification and Implementation Guide, 1994.
"""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError, Place, SourceError
from host.games.boards import typed, within
from host.games.mates import SIZE, SQUARES, Men, board_of, name, numbered
from host.games.mates import parse as parse_fen

if TYPE_CHECKING:
    from host.games.endings.game import Game

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
OPTION = "--position"
RANDOM = "random"
EXAMPLE = 'such as "Kh1 Ra1 Kd5", a FEN, or random'
NAMES = {"K": "king", "R": "rook", "Q": "queen"}
WORD = re.compile(r"([KRQ]?)([a-h][1-8])", re.IGNORECASE)
MEN = 3


def parse(text: str, piece: str | None, file: str = OPTION) -> dict[int, str]:
    """Return the men of a position with this piece, R or Q; None: either. Raises SourceError.

    `file` is what messages call the text.
    """
    at = typed(text, file)
    men = dict(parse_fen(text, at).men) if "/" in text else from_words(text, piece, at)
    refuse_impossible(men, piece, at)
    return men


def from_words(text: str, piece: str | None, at: Place) -> dict[int, str]:
    """Return the men of three words: white king, piece, black king."""
    words = list(re.finditer(r"[^\s,]+", text))
    if len(words) != MEN:
        raise SourceError(at, f"a position is {MEN} men: king and rook or queen of White's, Black's king", EXAMPLE)
    men: dict[int, str] = {}
    for word, expected in zip(words, ("K", piece, "K"), strict=True):
        here = within(at, word.start(), len(word[0]))
        match = WORD.fullmatch(word[0])
        if match is None:
            raise SourceError(here, f"'{word[0]}' is not a man on a square", EXAMPLE)
        letter, place = match[1].upper() or expected or "R", numbered(match[2].lower())
        if letter != expected and (expected or letter == "K"):
            wanted = NAMES[expected] if expected else "rook or queen"
            raise SourceError(here, f"expected the {wanted} here, not a {NAMES[letter]}", EXAMPLE)
        if place in men:
            raise SourceError(here, f"there are two men on {match[2].lower()}")
        men[place] = letter.lower() if word is words[-1] else letter
    return men


def refuse_impossible(men: Men, piece: str | None, at: Place) -> None:
    """Raise SourceError unless these are the men of an ending, and it can be White's move."""
    found = "".join(sorted(men.values()))
    if found not in ("KRk", "KQk"):
        raise SourceError(at, "the men are a king and a rook or a queen of White's, and Black's king", EXAMPLE)
    if piece is not None and piece not in found:
        raise SourceError(at, f"this version plays with king and {NAMES[piece]}", "choose another one with --version")
    king, black = where(men, "K"), where(men, "k")
    if steps(king, black) < 2:
        raise SourceError(at, "the kings stand next to each other")
    if board_of(men, white=False).is_check():
        raise SourceError(at, "Black is in check with White to move")


def at_random(piece: str, source: random.Random) -> dict[int, str]:
    """Return a random position with White to move; all are equally likely."""
    while True:
        king, other, black = source.sample(SQUARES, MEN)
        men = {king: "K", other: piece, black: "k"}
        if steps(king, black) > 1 and not board_of(men, white=False).is_check():
            return men


def piece_of(men: Men) -> str:
    """Return R or Q."""
    return next(man for man in men.values() if man in "RQ")


def where(men: Men, man: str) -> int:
    """Return the square of a man."""
    return next(place for place, each in men.items() if each == man)


def steps(one: int, other: int) -> int:
    """Return how many moves of a king two squares are apart."""
    (rank, file), (other_rank, other_file) = (divmod(each - 1, SIZE) for each in (one, other))
    return max(abs(rank - other_rank), abs(file - other_file))


def written(men: Men) -> str:
    """Return a position as the programs are told it: `Kh1 Ra1 Kd5`."""
    order = ("K", piece_of(men), "k")
    return " ".join(f"{man.upper()}{name(where(men, man))}" for man in order)


def fen_of(men: Men, move: int = 1, *, white: bool = True) -> str:
    """Return a position in FEN; `move` is the number of the move that comes."""
    half_moves = 2 * (move - 1) + (not white)  # since a pawn moved or something was captured
    return f"{board_of(men).board_fen()} {'w' if white else 'b'} - - {half_moves} {move}"


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
    """Return why the king cannot go there; empty if he can."""
    king, piece = where(men, "K"), piece_of(men)
    if target == start:
        return "the king is already there and must move"
    if steps(start, target) > 1:
        return f"a king goes one square, and {name(target)} is {steps(start, target)} from {name(start)}"
    if target == where(men, piece) and steps(target, king) == 1:
        return f"the {NAMES[piece]} on {name(target)} is guarded by the white king"
    if steps(target, king) < 2:
        return f"{name(target)} is next to the white king on {name(king)}"
    then = {place: man for place, man in men.items() if place not in (start, target)} | {target: "k"}
    if board_of(then, white=False).is_check():
        attacker = f"the {NAMES[piece]} on {name(where(men, piece))}"
        if board_of(men, white=False).is_check():
            return f"the king is in check, and {attacker} attacks {name(target)}, too"
        return f"{attacker} attacks {name(target)}"
    return ""


def squares(men: Men) -> list[int]:
    """Return where Black's king can go."""
    return sorted(move.to_square + 1 for move in board_of(men, white=False).legal_moves)


def possible(men: Men) -> str:
    """Return the moves there are in words."""
    return f"possible: {', '.join(reply_written(men, each) for each in squares(men)) or 'nothing'}"


def reply_written(men: Men, target: int) -> str:
    """Return a move of Black's in algebraic notation."""
    return f"K{'x' if target in men else ''}{name(target)}"


# ---------------------------------------------------------------- PGN


WIDTH = 79  # characters of a line
SITE = "CDC 6600, by Ironboard"


def pgn(games: Iterable[tuple[Game, str, str]]) -> str:
    """Return the text of a file of games, each with White's and Black's names."""
    return "\n".join(record(*each) for each in games)


def record(game: Game, white: str, black: str) -> str:
    score = game.result.score if game.result else "*"
    tags = {
        "Event": f"King and {NAMES[piece_of(game.start)]} against king",
        "Site": SITE,
        "Date": "????.??.??",  # the same game is the same file
        "Round": "-",
        "White": white,
        "Black": black,
        "Result": score,
        "SetUp": "1",
        "FEN": fen_of(game.start),
        "Termination": "normal" if game.result else "unterminated",
    }
    text = " ".join(
        f"{index // 2 + 1}. {turn.written}" if index % 2 == 0 else turn.written for index, turn in enumerate(game.turns)
    )
    remark = f" {{{game.result.why}}}" if game.result else ""
    lines = textwrap.wrap(f"{text}{remark} {score}", WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in [*(f'[{tag} "{value}"]' for tag, value in tags.items()), "", *lines])
