"""The ending of bishop and knight once more, from its page in the docs, with the rules of the package chess.

The maps are read from the program's text. The board is turned by functions on squares, attacks are the package's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import chess

from .bishops_model import KING, covered, room
from .queen_model import measured
from .sessions import PROGRAM

BAD = 10**9
WAYS = {chess.KING: KING, chess.BISHOP: KING[:4]}
JUMPS = ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2))
PLACES = [square for square in chess.SQUARES if square // 8 >= square % 8 and square // 8 + square % 8 >= 7]


@cache
def maps() -> list[tuple[list[int], list[list[int]]]]:
    """Return for each place its five numbers, and its rows from rank 8 down, each of 35 numbers."""
    text = PROGRAM.with_name("knight.alg").read_text()
    found = []
    for part in text.split("MAPS OF (")[1:]:
        if re.match(r"-?\d", part):
            numbers = [int(each) for each in part.split(")")[0].split(",")]
            rows = ["".join(re.findall(r"\d+", row)) for row in re.findall(r"ROW \(([\d,\s]+)\)", part)]
            found.append((numbers, [[int(row[each : each + 2]) - 50 for each in range(0, 70, 2)] for row in rows]))
    return found


def turned(square: int, black: int, light: bool) -> int:
    """Return a square of the board that is turned for a black king, and a bishop on light squares or not."""
    file, rank = black % 8, black // 8
    at_file, at_rank = square % 8, square // 8
    if light:
        file, at_file = 7 - file, 7 - at_file
    if file + rank < 7:
        file, rank, at_file, at_rank = 7 - file, 7 - rank, 7 - at_file, 7 - at_rank
    return at_file * 8 + at_rank if rank < file else at_rank * 8 + at_file


def board(king: int, bishop: int, knight: int, black: int) -> chess.Board:
    """Return the position with White to move."""
    found = chess.Board(None)
    for square, man in zip((king, bishop, knight, black), "KBNk", strict=True):
        found.set_piece_at(square, chess.Piece.from_symbol(man))
    return found


def places(position: chess.Board) -> tuple[int, int, int, int]:
    """Return the squares of king, bishop, knight and black king."""
    bishop, knight = (position.pieces(kind, chess.WHITE).pop() for kind in (chess.BISHOP, chess.KNIGHT))
    return position.king(chess.WHITE), bishop, knight, position.king(chess.BLACK)


def by_maps(position: chess.Board, black: int, net: chess.SquareSet) -> int:
    """Return what White's men are worth if the black king goes to a square."""
    light = sum(divmod(places(position)[1], 8)) % 2 == 1
    king, bishop, knight = (turned(square, black, light) for square in places(position)[:3])
    numbers, rows = maps()[PLACES.index(turned(black, black, light))]
    across, up = knight % 8 - king % 8, knight // 8 - king // 8
    near_across, near_up = (max(-3, min(3, each)) for each in (across, up))
    worth = rows[7 - king // 8][king % 8] + rows[7 - bishop // 8][8 + bishop % 8 // 2]
    worth += rows[7 - knight // 8][12 + knight % 8]
    worth += sum(rows[7 - each // 8][20 + each % 8] for each in (turned(square, black, light) for square in net))
    worth += rows[7 - (near_up + 4)][28 + near_across + 3] + rows[7][28 + max(abs(across), abs(up)) - 1]
    return numbers[4] + 10 * worth


def loses(position: chess.Board) -> bool:
    """Return whether Black, to move, can take a piece."""
    return any(position.is_capture(move) for move in position.legal_moves)


def safe(position: chess.Board) -> bool:
    """Return whether White keeps his pieces, wherever the black king attacks one of them."""
    for reply in list(position.legal_moves):
        position.push(reply)
        attacked = any(measured(reply.to_square, square) < 3 for square in places(position)[1:3])
        answered = not attacked or any(not after_loses(position, move) for move in list(position.legal_moves))
        position.pop()
        if not answered:
            return False
    return True


def after_loses(position: chess.Board, move: chess.Move) -> bool:
    position.push(move)
    lost = loses(position)
    position.pop()
    return lost


def value(position: chess.Board) -> int:
    """Return the value of a position with Black to move: the smaller, the better for White."""
    replies = [move.to_square for move in position.legal_moves]
    if loses(position) or not replies:
        return 4 * BAD
    if not safe(position):
        return 3 * BAD
    net, black = covered(position), position.king(chess.BLACK)
    light = sum(divmod(places(position)[1], 8)) % 2 == 1
    numbers, _ = maps()[PLACES.index(turned(black, black, light))]
    loose = not all(square in net for square in places(position)[1:3])
    own = numbers[0] * room(position) + numbers[1] * len(replies) + numbers[2] * position.is_check()
    return own + numbers[3] * loose + max(by_maps(position, reply, net) for reply in replies)


def in_order(position: chess.Board) -> Iterator[chess.Move]:
    """Yield White's legal moves: the bishop's lines outwards, the knight's, the king's."""

    def rank_of(move: chess.Move) -> tuple[int, int, int]:
        kind = position.piece_type_at(move.from_square)
        files = chess.square_file(move.to_square) - chess.square_file(move.from_square)
        ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
        order = (chess.BISHOP, chess.KNIGHT, chess.KING).index(kind)
        if kind == chess.KNIGHT:
            return order, JUMPS.index((files, ranks)), 0
        far = max(abs(files), abs(ranks))
        return order, WAYS[kind].index((files // far, ranks // far)), far

    yield from sorted(position.legal_moves, key=rank_of)


def decide(position: chess.Board) -> chess.Move:
    """Return White's first move of a game, when nothing has been before."""
    best: tuple[int, chess.Move] | None = None
    for move in in_order(position):
        position.push(move)
        mate = position.is_checkmate()
        worth = -BAD if mate else value(position)
        position.pop()
        if best is None or worth < best[0]:
            best = worth, move
        if mate:
            break
    assert best is not None
    return best[1]
