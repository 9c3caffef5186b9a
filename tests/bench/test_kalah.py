"""What the benchmark of Kalah says, and that it believes no count but the published one."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench import solvers
from host.experiments.bench.solvers import kalah_gap as gap
from host.experiments.bench.solvers import kalah_goal as goal
from host.experiments.bench.solvers import search_kalah as search
from host.games.kalah import AlgolSolver, Found, Layout, Solver
from host.games.kalah_board import opening
from host.games.kalah_play import Player


@pytest.fixture(scope="module")
def solver():
    return Solver()


def test_another_count_than_the_published_one_is_an_error(solver, monkeypatch):
    monkeypatch.setattr(solvers, "MOVES", (1, 2, 12))
    with pytest.raises(IronboardError, match="11 moves with 3 pits: the book has 12"):
        search(solver, 3)


def test_the_gap_is_between_the_two_programs(solver):
    algol = AlgolSolver()
    *_, row = gap(solver, algol, 4).rows
    times = [round(search(each, 4, apart=apart).cycles / 1e7, 4) for apart in (False, True) for each in (algol, solver)]
    assert row == ("4", *times[:2], round(times[0] / times[1], 1), *times[2:], round(times[2] / times[3], 1))


def test_the_goal_is_the_published_time():
    assert goal(Found(149117, 10, 42_900_000, Layout.PACKED)).met
    assert not goal(Found(149117, 10, 43_000_000, Layout.PACKED)).met


def test_the_player_s_tables_have_what_it_thinks():
    player = Player()
    found = player.think(opening(), 3)
    seconds = found.cycles / 1e7
    row = ("3", found.score, found.positions, round(found.cycles / found.positions), round(found.positions / seconds),
           round(seconds, 4))  # fmt: skip
    assert solvers.looking_ahead(player, 3).rows[2] == row
    assert [row[2] for row in solvers.solved(player, [(2, 4), (3, 3)]).rows] == [-10, 2]
    assert [row[5] for row in solvers.solved(player, [(2, 4), (3, 3)]).rows] == [-12, 2]
