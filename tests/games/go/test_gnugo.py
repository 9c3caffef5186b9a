"""Against a program that nobody here wrote: GNU Go, spoken to as it is installed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

import pytest

from host.experiments.figures.measured import millen as worth
from host.experiments.sweeps.go_game import lead_of
from host.experiments.sweeps.wally import GTP
from host.games.engine import GtpEngine, Refusal
from host.games.go import gtp
from host.games.go.rules import Colour, Position, area_without, dead_stones
from tests.shared import ALL_EXAMPLES

BLACK, WHITE = Colour.BLACK, Colour.WHITE
OURS = shlex.join([sys.executable, "-m", "ironboard", "gtp"])
GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")  # where Debian has it

pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")


def start(command, size=15):
    engine = GtpEngine(command, 120)
    for each in (f"boardsize {size}", "clear_board", "komi 0"):
        engine.ask(each)
    return engine


@pytest.fixture
def wally():
    with start(OURS) as engine:
        yield engine


@pytest.fixture
def gnugo():
    with start(f"{GNUGO} --mode gtp --level 0 --chinese-rules --seed 1") as engine:
        yield engine


def stones_of(engine, size=15):
    """GNU Go's board."""
    return {
        gtp.point(vertex, size): colour
        for colour in Colour
        for vertex in engine.ask(f"list_stones {colour.value}").split()
    }


def board_of(engine, size=15):
    """The board of one of our programs, from what it shows."""
    rows = engine.ask("showboard").splitlines()[1 : size + 1]
    marks = {"X": BLACK, "O": WHITE}
    found = {}
    for row, line in enumerate(rows, 1):
        for column, mark in enumerate(line.split()[1 : size + 1], 1):
            if mark in marks:
                found[(size + 1) * row + column] = marks[mark]
    return found


def test_the_two_play_and_each_reads_the_games_that_the_other_writes(wally, gnugo, tmp_path):
    stones = wally.ask("fixed_handicap 5")
    gnugo.ask(f"set_free_handicap {stones}")
    for _ in range(12 if ALL_EXAMPLES else 8):
        move = gnugo.ask("genmove white")
        wally.ask(f"play white {move}")
        gnugo.ask(f"play black {wally.ask('genmove black')}")
    position = board_of(wally)
    assert len(position) > 14
    assert stones_of(gnugo) == position

    ours, theirs = tmp_path / "wally.sgf", tmp_path / "gnugo.sgf"
    wally.ask(f"printsgf {ours}")
    gnugo.ask(f"printsgf {theirs}")
    gnugo.ask("clear_board")
    assert gnugo.ask(f"loadsgf {ours}") == wally.ask(f"loadsgf {ours}") == "white"
    assert stones_of(gnugo) == board_of(wally) == position
    wally.ask("clear_board")
    assert wally.ask(f"loadsgf {theirs}") == gnugo.ask(f"loadsgf {theirs}")
    assert board_of(wally) == position
    for until in ("1", "2", "7"):
        assert wally.ask(f"loadsgf {ours} {until}") == gnugo.ask(f"loadsgf {ours} {until}")
        assert board_of(wally) == stones_of(gnugo)


@pytest.mark.parametrize(("program", "side"), [("nps", BLACK), ("zobrist", WHITE)])
def test_a_program_of_the_6600_plays_a_game_in_which_gnu_go_finds_no_illegal_move(program, side, tmp_path):
    """GNU Go refuses what is illegal, and its board stays that of our program, captures and ko included."""
    path = tmp_path / "game.sgf"
    with (
        start(f"{OURS} --program {program} --size 9", 9) as ours,
        start(f"{GNUGO} --mode gtp --level 0 --chinese-rules --seed 7", 9) as gnugo,
    ):
        colours, passes = {side: ours, side.other: gnugo}, 0
        colour, moves = BLACK, 0
        while passes < 2 and moves < (80 if ALL_EXAMPLES else 40):
            move = colours[colour].ask(f"genmove {colour.value}")
            if move == "resign":
                break
            colours[colour.other].ask(f"play {colour.value} {move}")
            passes = passes + 1 if move.lower() == "pass" else 0
            colour, moves = colour.other, moves + 1
            if moves % 20 == 0:
                assert stones_of(gnugo, 9) == board_of(ours, 9)
        assert moves > 30
        position = board_of(ours, 9)
        ours.ask(f"printsgf {path}")
        gnugo.ask("clear_board")
        gnugo.ask(f"loadsgf {path}")
        assert stones_of(gnugo, 9) == position


def test_what_both_refuse_is_refused(wally, gnugo, tmp_path):
    missing = f"loadsgf {tmp_path}/nowhere.sgf"
    for line in (missing, "loadsgf", "final_status_list x", "final_status_list", "boardsize x", "play b", "play b Z1",
                 "gg-undo 1", "time_settings 1"):  # fmt: skip
        for engine in (wally, gnugo):
            with pytest.raises(Refusal):
                engine.ask(line)


def test_a_stored_game_is_played_again_and_counted_in_three_ways(gnugo, monkeypatch):
    """What a handicap stone is worth comes from stored games: one of them is the same again, and so is its score."""
    how, games = worth.stored()
    stored = next(game for game in games if game.handicap == 17 and game.score is not None)
    monkeypatch.setenv("PATH", os.environ["PATH"] + os.pathsep + os.path.dirname(GNUGO))
    plan = GTP.plan(worth.OPTIONS)
    assert how["engine"] == worth.OPTIONS["engine"]
    (item,) = [item for item in plan.items if item.work == stored.seed]
    result = GTP.do(plan.parameters, item)
    assert result["counted_by"] == how["counted by"]
    assert (worth.digest(result["moves"]), result["score"]) == (stored.moves, stored.score)

    position = Position(15, {int(point, 16): BLACK for point in result["handicap"]})
    for point in position.stones:
        gnugo.ask(f"play black {gtp.vertex(point, 15)}")
    for at in range(0, len(result["moves"]), 2):
        colour, point = (WHITE, BLACK)[at // 2 % 2], int(result["moves"][at : at + 2], 16) or None
        gnugo.ask(f"play {colour.value} {gtp.vertex(point, 15)}")
        position = position.passed() if point is None else position.play(colour, point)
    dead = {gtp.point(vertex, 15) for vertex in gnugo.ask("final_status_list dead").split()}
    area = area_without(position, dead)
    assert area[BLACK] - area[WHITE] == lead_of(result["score"])  # its dead stones, counted by our rules
    assert len(dead_stones(position) ^ dead) <= len(position.stones) // 5  # ours are found in quite another way
