"""What users see: `ironboard armies`, `status` in a game, GTP's commands."""

from __future__ import annotations

import json

import pytest

from host.cli.main import main
from host.games.go import armies, commands
from host.games.go.programs import engine_of
from host.interruption import ending
from tests.games.go.test_commands6600 import ask
from tests.games.talking import talker

ROWS = ".X.XO4/XXXXO4/OOOOO4/9/OOOOO4/XXXXO4/3XO1OOO/XXXXOOXXX/OOOOOOX2"
BOARD = """\
position: 9 by 9
   A B C D E F G H J
 9 . S . S O . . . . 9
 8 S S S S O . . . . 8
 7 O O O O O . + . . 7
 6 . . . . . . . . . 6
 5 O O O O O . + . . 5
 4 F F F F O . . . . 4
 3 . . + F O . O O O 3
 2 F F F F O O C C C 2
 1 O O O O O O C . . 1
   A B C D E F G H J
S s safe; F f safe only if it moves first; C c would be captured, even if it moved first
B9, Black's 6 stones: safe"""


def test_the_board_shows_the_armies_that_are_decided(capsys):
    assert main(["armies", ROWS, "--ascii", "--positions", "1000"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(BOARD)
    assert "\nA4, Black's 9 stones: safe only if it moves first (47 positions, 0.0" in out
    assert "\nG2, Black's 4 stones: would be captured, even if it moved first (" in out
    assert "\nnot decided: E9, A5, G3\nCP time  " in out


def test_an_army_alone_and_colours(capsys):
    assert main(["--color=always", "armies", ROWS, "d2", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert " 2 \x1b[33mX\x1b[0m \x1b[33mX\x1b[0m" in out
    assert "\n\x1b[33msafe only if it moves first\x1b[0m\nA4, Black's" in out


def test_the_result_for_programs_has_the_same(capsys):
    assert main(["armies", ROWS, "d2", "--json", "--region", "12", "B9"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(each["color"], each["verdict"], len(each["vertices"])) for each in found["armies"]] == [
        ("black", "first", 9), ("black", "safe", 6)]  # fmt: skip
    assert found["armies"][0]["cycles"] > 10_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["A9"], "there is no stone on A9"),
        (["Z9"], "'Z9' is not on the board: A1 to J9, without I"),
        (["pass"], "'pass' is not on the board: A1 to J9, without I"),
    ],
)
def test_a_stone_that_is_not_there_is_named(capsys, words, message):
    assert main(["armies", ROWS, *words]) == 1
    assert capsys.readouterr().err == f"ironboard: {message}\n"


@pytest.fixture
def go(monkeypatch, capsys):
    return talker(monkeypatch, capsys, "go")


def test_a_game_with_any_program_answers_for_a_stone_and_for_all(go):
    status, out, _ = go("E5\nstatus e5\nstatus\nquit\n", "wally", "--ascii")
    assert status == 0
    assert "> status e5\nE5, White's 1 stone: not decided: it has no region of at most 12 points to live in (0." in out
    assert "\nnot decided: " in out
    assert "> status\nthere are no stones\n" in go("status\nquit\n", "wally", "--ascii")[1]
    assert go("status E5\n", "wally")[2] == "ironboard: standard input, line 1: there is no stone on E5\n"


@pytest.mark.parametrize("line", ["status E5", "status"])
def test_ctrl_c_ends_the_question_and_not_the_game(go, monkeypatch, line):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(armies.Judge, "ask", interrupted)
    status, out, _ = go(f"E5\n{line}\nscore\nquit\n", "wally", "--ascii")
    assert status == 0
    assert ("the question is dropped\n> score" if " " in line else "stopped after 0 armies\n> score") in out
    monkeypatch.setattr(ending, "terminated", True)
    assert go(f"E5\n{line}\n", "wally")[0] != 0


def test_an_engine_answers_for_a_stone_and_for_all():
    engine = engine_of("wally")
    ask(engine, "gogui-setup B A14 B B14 B C14 B D14 B D15 B B15 W A13 W B13 W C13 W D13 W E13 W E14 W E15")
    assert ask(engine, "ironboard-status A14")[0].startswith("= A14, Black's 6 stones: safe (0.")
    assert ask(engine, "ironboard-status A15", "ironboard-status Z1", "ironboard-status A14 B14") == [
        "? there is no stone on A15",
        "? 'Z1' is not on the board: A1 to P15, without I",
        "? syntax error: expected vertex",
    ]
    assert len(ask(engine, "ironboard-status")[0].splitlines()) == 2
    rows = ask(engine, "ironboard-armies")[0].split("\n")
    assert rows[1].split() == ['""', "green", '""', "green", *['""'] * 11]
    assert {"string/Whether an army lives/ironboard-status %p", "cboard/Armies/ironboard-armies"} < {*commands.ANALYSIS}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--depth", "63"], "argument --depth: 63: expected 1 to 62"),
        (["--board", "5"], "argument --board: 5: expected 9 to 19"),
        (["--depth", "3", "D2", "--all"], "there is no option --all"),
    ],
)
def test_a_wrong_option_is_named_with_its_range(capsys, words, message):
    with pytest.raises(SystemExit):
        main(["armies", ROWS, *words])
    assert capsys.readouterr().err.startswith(f"ironboard armies: {message}\n")
