"""Checkers on the cells of a board of 8 by 8, in plain functions that pages run: moves, the board after them.

A board is a list with a sign for each cell: b, w men, B, W kings, a blank for an empty square, - for one not used.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.games.checkers import samuel
from host.games.checkers.rules import SQUARES, beside, place

SIGNS = ("b", "w", "B", "W")  # of men and kings, in the order of the programs' four words
CELLS = tuple(row * 8 + column for row, column in map(place, SQUARES))  # of squares 1 to 32 on a board of 8 by 8
NUMBERS = tuple(CELLS.index(cell) + 1 if cell in CELLS else 0 for cell in range(64))  # of cells, 0: not a square
SHIFTS = tuple(samuel.LAST - samuel.samuel(square) for square in SQUARES)  # of squares in a word
GAPS = tuple(samuel.LAST - number for number in (0, *samuel.GAPS))  # places of a word that are not squares
DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
BESIDE, BEYOND = (
    tuple(tuple(CELLS[to - 1] if (to := beside(n, way, count)) else -1 for way in DIRECTIONS) for n in SQUARES)
    for count in (1, 2)
)  # of squares, for each direction: the cell next to it, and that after that
WAYS = {"b": (2, 3), "w": (0, 1), "B": (0, 1, 2, 3), "W": (0, 1, 2, 3)}  # in which pieces move
OWN = {"b": "bB", "w": "wW"}
OTHER = {"b": "w", "w": "b", "B": "w", "W": "b"}
SIDE = {"b": "black", "w": "white"}


def paths(cells: Sequence[str], turn: str) -> list[list[int]]:
    """Return all moves as lists of cells: captures, if there are any; every path of a capture is a move of its own."""
    steps = []
    captures: list[list[int]] = []
    for start in CELLS:
        if cells[start] in OWN[turn]:
            without = list(cells)
            without[start] = " "
            captures += jumps(without, [start], cells[start])
            for way in WAYS[cells[start]]:
                end = BESIDE[NUMBERS[start] - 1][way]
                if end >= 0 and cells[end] == " ":
                    steps.append([start, end])
    return captures if captures else steps


def jumps(cells: Sequence[str], path: list[int], piece: str) -> list[list[int]]:
    """Return every way to go on jumping to the end; `cells` are without the piece and its captures.

    A man that reaches the far row stops there: men jump forward only.
    """
    at = path[len(path) - 1]
    found: list[list[int]] = []
    for way in WAYS[piece]:
        over, end = BESIDE[NUMBERS[at] - 1][way], BEYOND[NUMBERS[at] - 1][way]
        if end >= 0 and cells[end] == " " and cells[over] in OWN[OTHER[piece]]:
            left = list(cells)
            left[over] = " "
            found += jumps(left, [*path, end], piece)
    return found if found or len(path) == 1 else [path]


def written(path: Sequence[int]) -> str:
    """Return a move as it is punched."""
    squares = [str(NUMBERS[cell]) for cell in path]
    jump = NUMBERS[path[0]] and path[1] not in BESIDE[NUMBERS[path[0]] - 1]
    return ("X" if jump else "-").join(squares)


def played(cells: Sequence[str], path: Sequence[int]) -> list[str]:
    """Return the board after a move."""
    after = list(cells)
    piece = after[path[0]]
    after[path[0]] = " "
    for index in range(1, len(path)):
        if path[index] not in BESIDE[NUMBERS[path[index - 1]] - 1]:
            after[(path[index - 1] + path[index]) // 2] = " "
    end = path[len(path) - 1]
    if piece == "b" and end >= 56:
        piece = "B"
    if piece == "w" and end < 8:
        piece = "W"
    after[end] = piece
    return after


def meant(ways: list[list[int]], squares: list[int]) -> list[list[int]]:
    """Return the moves that squares mean, of which some between the ends may be left out."""
    found = []
    for way in ways:
        numbers = [NUMBERS[cell] for cell in way]
        if numbers == squares:
            return [way]
        at = 0
        for each in numbers:
            if at < len(squares) and squares[at] == each:
                at += 1
        ends = squares[:1] == numbers[:1] and squares[len(squares) - 1 :] == numbers[len(numbers) - 1 :]
        if ends and at == len(squares):
            found.append(way)
    return found
