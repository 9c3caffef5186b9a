"""Chains that nothing can capture, on the 6600 and by Benson's theorem on sets."""

from __future__ import annotations

import pytest

from host.games.go.armies import Judge
from host.games.go.rules import Board, Colour, Position
from tests.games.go.armies import oracle
from tests.shared import spread

BLACK, WHITE = Colour.BLACK, Colour.WHITE
SEEDS = spread(range(200), 25)


@pytest.fixture(scope="module")
def judge():
    return Judge()


def random_board(seed: int) -> Position:
    """A board on which both sides have played at random for a while, leaving their own eyes alone."""
    from random import Random

    chance = Random(seed)
    size = chance.randint(9, 19)
    board = Board(Position(size))
    for move in range(chance.randint(10, 2 * size * size)):
        colour = 1 + move % 2
        points = [point for point in board.empty if not board.is_eye(point, colour)]
        chance.shuffle(points)
        if made := next((point for point in points if board.play(colour, point)), None):
            board.empty.remove(made)
    return Position(size, {point: BLACK if board.points[point] == 1 else WHITE
                           for point in Position(size).points if board.points[point]})  # fmt: skip


def safe(judge: Judge, position: Position) -> set[int]:
    """The stones of the chains that the program calls safe."""
    judge.place(position)
    return {point for chain in judge.chains() if judge.is_safe(chain) for point in position.group(chain)[0]}


@pytest.mark.parametrize("seed", SEEDS)
def test_safe_chains_are_those_of_bensons_theorem(judge, seed):
    position = random_board(seed)
    assert safe(judge, position) == oracle.safe_stones(position)


def test_random_boards_have_chains_that_are_safe_and_others():
    found = [(len(oracle.safe_stones(position)), len(position.stones)) for position in map(random_board, SEEDS)]
    assert sum(some > 0 for some, _ in found) > 10
    assert sum(0 < some < all_ for some, all_ in found) > 2
