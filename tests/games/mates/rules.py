"""How do men move, and is a move the key of a mate in two? Slow and plain: what the programs find is compared with it.

Castling and captures en passant exist only where `Rights` are given, as they do for the program only by option.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.games.fen import SIZE, Men, Move, Rights, name, numbered, place, square
from host.games.mates import Verdict

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (-1, 1), (1, -1))
HOPS = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
STEPS = {"N": HOPS, "B": DIAGONAL, "R": STRAIGHT, "Q": STRAIGHT + DIAGONAL, "K": STRAIGHT + DIAGONAL}
SLIDING = "BRQ"
PROMOTIONS = "QRBN"
KING_HOME = {True: numbered("e1"), False: numbered("e8")}
CORNERS = {"K": numbered("h1"), "Q": numbered("a1"), "k": numbered("h8"), "q": numbered("a8")}  # castling with whom


def moves(men: Men, white: bool, rights: Rights | None = None) -> Iterator[Move]:
    """Yield the moves of a side, those that leave its king to be captured, too."""
    for start, man in men.items():
        if man.isupper() == white:
            yield from pawn_moves(men, start, white) if man in "Pp" else piece_moves(men, start, man.upper(), white)
    if rights is not None:
        yield from captures_en_passant(men, white, rights.en_passant)
        yield from castlings(men, white, rights.castling)


def captures_en_passant(men: Men, white: bool, passed: int) -> Iterator[Move]:
    """Yield the captures on a square that a pawn of the other side has just passed; 0: there is none."""
    file, rank = place(passed)
    beside = rank + (-1 if white else 1)
    if passed and men.get(square(file, beside)) == ("p" if white else "P"):
        for start in (square(file - 1, beside), square(file + 1, beside)):
            if men.get(start) == ("P" if white else "p"):
                yield Move(start, passed)


def castlings(men: Men, white: bool, castling: str) -> Iterator[Move]:
    """Yield castling as a move of the king by two squares, which may leave him to be captured there, not on his way."""
    home, king, rook = KING_HOME[white], "K" if white else "k", "R" if white else "r"
    for letter in castling:
        corner = CORNERS[letter]
        way = 1 if corner > home else -1
        if letter.isupper() != white or men.get(home) != king or men.get(corner) != rook:
            continue
        empty = not any(each in men for each in range(home + way, corner, way))
        if empty and not in_check(men, white) and not in_check(played(men, Move(home, home + way)), white):
            yield Move(home, home + 2 * way)


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
    (file, rank), (to_file, _) = place(move.start), place(move.end)
    if man in "Pp" and file != to_file and move.end not in men:
        del after[square(to_file, rank)]
    if man in "Kk" and abs(to_file - file) == 2:
        corner = square(SIZE - 1 if to_file > file else 0, rank)
        after[square((file + to_file) // 2, rank)] = after.pop(corner)
    return after


def rights_after(men: Men, move: Move, rights: Rights | None) -> Rights | None:
    """Return what a position allows after a move."""
    if rights is None:
        return None
    touched = {move.start, move.end}
    kept = [each for each in rights.castling if not touched & {CORNERS[each], KING_HOME[each.isupper()]}]
    two_steps = men[move.start] in "Pp" and abs(move.end - move.start) == 2 * SIZE
    return Rights("".join(kept), (move.start + move.end) // 2 if two_steps else 0)


def in_check(men: Men, white: bool) -> bool:
    """Return whether the king of a side can be captured."""
    king = "K" if white else "k"
    return any(men.get(move.end) == king for move in moves(men, not white))


def legal(men: Men, white: bool, rights: Rights | None = None) -> Iterator[Move]:
    """Yield the moves of a side after which its king cannot be captured."""
    return (move for move in moves(men, white, rights) if not in_check(played(men, move), white))


def is_mate(men: Men, rights: Rights | None = None) -> bool:
    """Return whether Black, who moves, is mated."""
    return in_check(men, white=False) and not any(legal(men, False, rights))


def can_mate(men: Men, rights: Rights | None = None) -> bool:
    """Return whether White, who moves, has a move that mates."""
    return any(is_mate(played(men, move), rights_after(men, move, rights)) for move in legal(men, True, rights))


def verdict(men: Men, move: Move, rights: Rights | None = None) -> Verdict:
    """Return what a first move of White leads to. Without `rights` castling and captures en passant do not exist."""
    if move not in legal(men, True, rights):
        return Verdict.NOTHING
    after, then = played(men, move), rights_after(men, move, rights)
    answers = [(played(after, each), rights_after(after, each, then)) for each in legal(after, False, then)]
    if not answers:
        return Verdict.MATE if in_check(after, white=False) else Verdict.STALEMATE
    return Verdict.MATE_IN_TWO if all(can_mate(*answer) for answer in answers) else Verdict.NOTHING


def written(men: Men, move: Move, rights: Rights | None = None) -> str:
    """Return a move of White in algebraic notation, as FIDE has it: Nbd7, exd8=Q+, O-O."""
    man, (file, _), (to_file, _) = men[move.start], place(move.start), place(move.end)
    after = played(men, move)
    sign = "#" if is_mate(after, rights_after(men, move, rights)) else "+" * in_check(after, white=False)
    if man == "K" and abs(to_file - file) == 2:
        return ("O-O" if to_file > file else "O-O-O") + sign
    takes = move.end in men or (man == "P" and file != to_file)
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
