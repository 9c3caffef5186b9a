"""The engine that the 704's program is measured with: it plays by the rules, and alpha-beta is minimax."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from host.games.checkers import hub
from host.games.checkers.rules import OPENING
from host.games.engine import HubEngine
from tests.games.checkers import alpha_beta
from tests.games.checkers.boards import position, stored_positions


def board_of(here):
    side, *rest = hub.position_written(here)
    return [side.lower(), *("." if each == "e" else each for each in rest)]


def minimax(board, depth):
    found = alpha_beta.moves(board)
    if not found or (depth <= 0 and not found[0][1]):
        return alpha_beta.value(board, depth)
    return max(-minimax(alpha_beta.after(board, move), depth - 1) for move in found)


def test_its_moves_are_those_of_the_rules():
    for known in stored_positions():
        board = board_of(known.position)
        theirs = {tuple(move[0]): alpha_beta.after(board, move) for move in alpha_beta.moves(board)}
        assert theirs == {move.path: board_of(known.position.played(move)) for move in known.position.legal_moves()}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_what_it_leaves_out_changes_no_value(depth):
    for known in stored_positions()[::7]:
        board = board_of(known.position)
        assert alpha_beta.value(board, depth) == minimax(board, depth)


def test_it_counts_men_as_two_and_kings_as_three():
    assert alpha_beta.value(board_of(position("W:W30,K32:B3,K1,12")), 0) == 5 - 7


def test_equal_moves_are_chosen_by_the_seed():
    board = board_of(OPENING)
    assert len({alpha_beta.best(board, 2, Random(seed)) for seed in range(20)}) > 3
    assert alpha_beta.best(board_of(position("B:W18,10:B7,14")), 2, Random(1))[1] != ()


def test_it_speaks_hub():
    command = shlex.join([sys.executable, str(Path(alpha_beta.__file__)), "2", "7"])
    with HubEngine(command, 60) as engine:
        engine.begin()
        assert engine.title == "alpha-beta 2 1"
        first = engine.choose(OPENING, [], 1)
        assert engine.choose(OPENING, [first], 1) in OPENING.played(first).legal_moves()
