"""What the benchmark of the Go programs says: a game that can be played again, and both influence functions."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench import go
from host.experiments.bench.go import PLAYERS, answering, game, influences, times
from host.games.go.programs import game_of
from host.games.go.rules import Colour

PLIES = 4


@pytest.fixture(scope="module")
def players():
    return {colour: game_of(name) for colour, name in PLAYERS.items()}


@pytest.fixture(scope="module")
def played(players):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(go, "PLIES", PLIES)
        return game(players)


@pytest.mark.parametrize("colour", Colour)
def test_the_answers_of_a_game_take_the_same_again(players, played, colour):
    moves, cycles, _ = played
    parity = 0 if colour is Colour.BLACK else 1
    assert answering(players[colour], colour, moves)() == sum(cycles[parity::2]) > 0


def test_another_answer_than_in_the_game_is_an_error(players, played):
    moves = [*played[0]]
    moves[2] = 1
    with pytest.raises(IronboardError, match="move 3 of nps is another one"):
        answering(players[Colour.BLACK], Colour.BLACK, moves)()


def test_the_table_has_the_longest_move_of_each_stage(monkeypatch):
    monkeypatch.setattr(go, "STAGES", (4, 8))
    rows = times([10_000, 1, 30_000, 3, 20_000, 5, 20_000, 5]).rows
    assert rows[0] == ("nps, 1 to 4", 2, 2.0, 3.0, 20_000, 30_000)
    assert rows[3] == ("zobrist, 5 to 8", 2, 0.0, 0.0, 5, 5)


def test_the_influence_functions_are_compared_on_the_same_board(played):
    (row,) = influences([played[2][PLIES]]).rows
    stones, algol, bare, compass, *times_as_fast = row
    assert stones == str(PLIES)
    assert algol > bare > compass
    assert times_as_fast == [round(algol / compass, 1), round(bare / compass, 1)]
