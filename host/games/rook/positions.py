"""Where a game begins: typed as the paper has it or as FEN, or drawn at random.

    Kh1 Ra1 Kd5         White's king, his rook or queen, Black's king; the letters may be left out
    8/8/8/3k4/8/8/8/R6K w

Squares and men are those of `host.games.mates.position`.
"""

from __future__ import annotations

import random
import re

from emulators.errors import Place, SourceError
from host.games.checkers.notation import typed, within
from host.games.mates import fen, rules
from host.games.mates.position import FILES, SIZE, SQUARES, Men, name, numbered, square

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
    men = dict(fen.parse(text, at).men) if "/" in text else from_words(text, piece, at)
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
            raise SourceError(here, f"'{word[0]}' is no man on a square", EXAMPLE)
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
        raise SourceError(at, f"this version plays with king and {NAMES[piece]}", "--version names another one")
    king, black = where(men, "K"), where(men, "k")
    if steps(king, black) < 2:
        raise SourceError(at, "the kings stand next to each other")
    if rules.in_check(men, white=False):
        raise SourceError(at, "Black is in check, and it is White who moves")


def at_random(piece: str, source: random.Random) -> dict[int, str]:
    """Return one of all positions in which it can be White's move; each is as likely."""
    while True:
        king, other, black = source.sample(SQUARES, MEN)
        men = {king: "K", other: piece, black: "k"}
        if steps(king, black) > 1 and not rules.in_check(men, white=False):
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
    ranks = []
    for rank in reversed(range(SIZE)):
        row = "".join(men.get(square(file, rank), ".") for file in range(len(FILES)))
        ranks.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    half_moves = 2 * (move - 1) + (not white)  # since a pawn moved or something was captured
    return f"{'/'.join(ranks)} {'w' if white else 'b'} - - {half_moves} {move}"
