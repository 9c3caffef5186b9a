"""How do men move, and is a move the key of a mate in two? Slow and plain: what the program finds is compared with it.

Castling and captures en passant do not exist here, as they do not in the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from host.games.mates.position import SIZE, Men, Move, name, place, square

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (-1, 1), (1, -1))
HOPS = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
STEPS = {"N": HOPS, "B": DIAGONAL, "R": STRAIGHT, "Q": STRAIGHT + DIAGONAL, "K": STRAIGHT + DIAGONAL}
SLIDING = "BRQ"
PROMOTIONS = "QRBN"


class Verdict(Enum):
    """What a first move of White leads to."""

    MATE_IN_TWO = "mates in two"
    MATE = "mates at once"
    STALEMATE = "stalemates at once"
    NOTHING = "does not mate in two"


def moves(men: Men, white: bool) -> Iterator[Move]:
    """Yield the moves of a side, those that leave its king to be captured, too."""
    for start, man in men.items():
        if man.isupper() == white:
            yield from pawn_moves(men, start, white) if man in "Pp" else piece_moves(men, start, man.upper(), white)


def piece_moves(men: Men, start: int, man: str, white: bool) -> Iterator[Move]:
    """Yield the moves of a man who is no pawn."""
    for along, up in STEPS[man]:
        file, rank = place(start)
        while end := square(file + along, rank + up):
            if end not in men or men[end].isupper() != white:
                yield Move(start, end)
            if end in men or man not in SLIDING:
                break
            file, rank = place(end)


def pawn_moves(men: Men, start: int, white: bool) -> Iterator[Move]:
    """Yield the moves of a pawn."""
    file, rank = place(start)
    up = 1 if white else -1
    ends = [square(file + along, rank + up) for along in (-1, 1)]
    ends = [end for end in ends if end in men and men[end].isupper() != white]
    if (end := square(file, rank + up)) not in men:
        ends.append(end)
        two = square(file, rank + 2 * up)
        if rank == (1 if white else SIZE - 2) and two not in men:
            ends.append(two)
    for end in ends:
        last = place(end)[1] in (0, SIZE - 1)
        yield from (Move(start, end, promotion) for promotion in (PROMOTIONS if last else ("",)))


def played(men: Men, move: Move) -> dict[int, str]:
    """Return the men after a move."""
    after = dict(men)
    man = after.pop(move.start)
    after[move.end] = (move.promotion if man.isupper() else move.promotion.lower()) or man
    return after


def in_check(men: Men, white: bool) -> bool:
    """Return whether the king of a side can be captured."""
    king = "K" if white else "k"
    return any(men.get(move.end) == king for move in moves(men, not white))


def legal(men: Men, white: bool) -> Iterator[Move]:
    """Yield the moves of a side after which its king cannot be captured."""
    return (move for move in moves(men, white) if not in_check(played(men, move), white))


def is_mate(men: Men) -> bool:
    """Return whether Black, who moves, is mated."""
    return in_check(men, white=False) and not any(legal(men, white=False))


def can_mate(men: Men) -> bool:
    """Return whether White, who moves, has a move that mates."""
    return any(is_mate(played(men, move)) for move in legal(men, white=True))


def verdict(men: Men, move: Move) -> Verdict:
    """Return what a first move of White leads to."""
    after = played(men, move)
    if move not in legal(men, white=True):
        return Verdict.NOTHING
    answers = [played(after, each) for each in legal(after, white=False)]
    if not answers:
        return Verdict.MATE if in_check(after, white=False) else Verdict.STALEMATE
    return Verdict.MATE_IN_TWO if all(map(can_mate, answers)) else Verdict.NOTHING


def written(men: Men, move: Move) -> str:
    """Return a move of White in algebraic notation, as FIDE has it: Nbd7, exd8=Q+."""
    man, takes = men[move.start], move.end in men
    after = played(men, move)
    sign = "#" if is_mate(after) else "+" * in_check(after, white=False)
    if man == "P":
        origin = name(move.start)[0] if takes else ""
        return f"{origin}{'x' * takes}{name(move.end)}{'=' * bool(move.promotion)}{move.promotion}{sign}"
    others = [each.start for each in legal(men, white=True) if men[each.start] == man and each.end == move.end]
    return f"{man}{told_apart(move.start, others)}{'x' * takes}{name(move.end)}{sign}"


def told_apart(start: int, starts: list[int]) -> str:
    """Return what tells a square from others that the same kind of man could come from: nothing, file, rank, both."""
    text = name(start)
    rest = [name(each) for each in starts if each != start]
    if not rest:
        return ""
    if all(each[0] != text[0] for each in rest):
        return text[0]
    return text[1] if all(each[1] != text[1] for each in rest) else text
