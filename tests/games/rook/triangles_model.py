"""Bishop and knight by three triangles once more, from the page in the docs, with the rules of the package chess.

The worths are read from the program's text. The board is turned so that the corner is h1; room is counted with sets.
"""

from __future__ import annotations

import re
from functools import cache

import chess

from .bishops_model import covered
from .knight_model import board, in_order, loses, places
from .queen_model import centre, measured
from .sessions import PROGRAM

__all__ = ["board", "decide"]

BAD, MATE = 10**6, -(10**9)
PLAUSIBLE = 6  # moves that are looked at further
FAR = 5  # a triangle that is not left in four moves
KEYS = (("d5", "e4"), ("d5", "e4"), ("e4",), ("e4",), ("e4", "f4"))  # of the areas
CENTRE, OUTSIDE = 0, 1  # the other areas: one more than the number of the triangle


@cache
def worths() -> list[list[int]]:
    """Return the rows of the program, each of five areas; row 0 is the area's own worth."""
    text = PROGRAM.with_name("triangles.alg").read_text()
    rows = [list(map(int, row.split(","))) for row in re.findall(r"WORTH \((-?\d[-\d, \n]*)\)", text)]
    assert [row[0] for row in rows] == list(range(len(rows)))
    return [row[1:] for row in rows]


@cache
def leaps(start: int) -> dict[int, int]:
    """Return Botwinnik's map of the knight from a square."""
    found, edge = {start: 0}, [start]
    for each in edge:
        for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[each]):
            if target not in found:
                found[target] = found[each] + 1
                edge.append(target)
    return found


def depth(square: int) -> int:
    """Return how far a square is from the diagonal a1 to h8, towards h1."""
    return square % 8 - square // 8


def along(square: int) -> int:
    """Return how far a square is from the diagonal a8 to h1, towards h8."""
    return square % 8 + square // 8 - 7


def zone(square: int) -> int:
    """Return the number of the smallest triangle that has a square, or 0."""
    return sum(depth(square) >= least for least in (1, 3, 5))


def edge(square: int) -> int:
    """Return how many squares are between a square and the nearest edge."""
    return min(square % 8, 7 - square % 8, square // 8, 7 - square // 8)


def turned(square: int, light: bool, other: bool) -> int:
    """Return a square of the board that is turned so that the corner is h1."""
    file, rank = square % 8, square // 8
    if not light:
        file = 7 - file
    return (7 - file) + 8 * (7 - rank) if other else file + 8 * rank


def value(position: chess.Board) -> int:
    """Return the value of a position with Black to move, who has a move and takes nothing."""
    light = sum(divmod(places(position)[1], 8)) % 2 == 1
    king, _, _, black = (turned(each, light, False) for each in places(position))
    other = depth(black) < 0 or (depth(black) == 0 and depth(king) > 0)
    king, bishop, knight, black = (turned(each, light, other) for each in places(position))
    net = covered(position)
    free = {turned(each, light, other) for each in ~(net | position.occupied_co[chess.WHITE])}
    rings = [{black}]
    for _ in range(4):
        known = set().union(*rings)
        around = {each for square in rings[-1] for each in chess.SquareSet(chess.BB_KING_ATTACKS[square])}
        rings.append((around & free) - known)

    def leaves(triangle: int) -> int:
        return next((n for n, ring in enumerate(rings) if any(zone(each) < triangle for each in ring)), FAR)

    leaving = [leaves(triangle) for triangle in (1, 2, 3)] + [0]
    closed = sum(each > 3 for each in leaving[:3])
    area = closed + 1 if closed else CENTRE if edge(black) > 1 else OUTSIDE
    near, far = set().union(*rings[:3]), rings[3] | rings[4]
    side = -1 if along(black) > 0 else 1
    kings = measured(king, black)
    distance = chess.square_distance
    counts = {
        "SQUARES OF ZONE 0 IN TWO MOVES": [sum(zone(each) == n for each in near) for n in range(4)],
        "SQUARES OF ZONE 0 IN THE NEXT TWO": [sum(zone(each) == n for each in far) for n in range(4)],
        "REPLIES": [len(rings[1])],
        "MEASURE OF THE KINGS": [3 if kings == 5 else kings],
        "MOVES FOR LEAVING THE NEXT TRIANGLE": [leaving[max(area, 1) - 1]],
        "DEPTH OF THE BLACK KING": [depth(black)],
        "WHITE KING FROM THE CENTRE": [centre(king)],
        "LEAPS OF THE KNIGHT TO A KEY SQUARE": [min(leaps(knight)[chess.parse_square(key)] for key in KEYS[area])],
        "LEAPS OF THE KNIGHT TO THE BLACK KING": [leaps(knight)[black]],
        "STEPS OF THE KING TO HIS KNIGHT": [distance(king, knight)],
        "STEPS OF THE KING TO HIS BISHOP": [distance(king, bishop)],
        "DEPTH OF THE WHITE KING": [depth(king)],
        "CHECK": [position.is_check()],
        "A PIECE THAT NOBODY GUARDS": [any(each not in net for each in places(position)[1:3])],
        "BISHOP FROM THE NEXT HYPOTENUSE": [abs(depth(bishop) - (2 * max(area, 1) - 1))],
        "DEPTH OF THE KNIGHT": [depth(knight)],
        "STEPS OF THE BLACK KING TO THE KNIGHT": [distance(black, knight)],
        "BLACK KING FROM THE EDGE": [edge(black)],
        "WHITE KING FROM THE WRONG CORNER": [side * along(king)],
        "SQUARES NEARER TO THE WRONG CORNER": [
            sum(side * along(each) < side * along(black) - 1 for each in near | far)
        ],
        "WHITE KING FROM THE EDGE": [edge(king)],
        "KNIGHT FROM THE EDGE": [edge(knight)],
        "TWO MOVES' SQUARES, FROM THE EDGE": [sum(map(edge, near))],
    }
    named = re.findall(r'"COMMENT" ([^;]+);\s*WORTH', PROGRAM.with_name("triangles.alg").read_text())
    values = [1, *(each for name in named for each in counts.get(" ".join(name.split()), []))]
    return sum(count * row[area] for count, row in zip(values, worths(), strict=True))


def after(position: chess.Board) -> int:
    """Return what a position with Black to move is worth in itself."""
    if position.is_checkmate():
        return MATE
    return 4 * BAD if loses(position) or not any(position.legal_moves) else value(position)


def deeper(position: chess.Board) -> int:
    """Return what White can still get, whatever Black replies."""
    worst = 2 * MATE
    for reply in list(position.legal_moves):
        position.push(reply)
        best = 4 * BAD
        for move in list(position.legal_moves):
            position.push(move)
            best = min(best, after(position))
            position.pop()
        position.pop()
        worst = max(worst, best)
    return worst


def decide(position: chess.Board) -> chess.Move:
    """Return White's first move of a game, when nothing has been before."""
    moves = []
    for move in in_order(position):
        position.push(move)
        moves.append((after(position), move))
        position.pop()
        if moves[-1][0] == MATE:
            return move
    moves.sort(key=lambda each: each[0])
    best: tuple[int, chess.Move] | None = None
    for number, (worth, move) in enumerate(moves):
        if number >= PLAUSIBLE and best is not None and best[0] < 100 * BAD:
            break
        position.push(move)
        total = 100 * (deeper(position) if worth < BAD else worth) + worth
        position.pop()
        if best is None or total < best[0]:
            best = total, move
    assert best is not None
    return best[1]
