"""`ironboard mates`: what it prints, files of problems, its exit status."""

from __future__ import annotations

import json

import pytest

from host.cli.main import main

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
ROOK = "8/k1P5/2K5/8/8/8/8/8 w"
NONE = "8/8/8/4k3/8/8/8/K6R w"


def test_a_problem_is_drawn_solved_and_counted(capsys):
    assert main(["mates", MORPHY]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "8  k b K . . . . ."
    assert lines[9] == "Ra6"
    assert lines[10] == "listmoves 1,728, makemove 807, men moved 1,157, 143 elements of moves"
    assert lines[11].startswith("0.2")


def test_an_answer_that_is_no_key_is_named(capsys):
    assert main(["mates", ROOK]) == 1
    assert "c8=Q  stalemates at once: this is not a key" in capsys.readouterr().out


def test_all_keys_by_option(capsys):
    assert main(["mates", ROOK, "--all"]) == 0
    assert "\nc8=R\n" in capsys.readouterr().out


def test_the_book_s_faults_by_option(capsys):
    assert main(["mates", "1k6/4P3/3R4/3K4/8/8/8/8 w", "--faithful"]) == 1
    assert "no mate in two" in capsys.readouterr().out


def test_rights_are_named(capsys):
    assert main(["mates", "8/8/8/8/5R2/6k1/8/4K2R w K -"]) == 1
    assert "not considered: castling (K)" in capsys.readouterr().out


def test_problems_of_a_file_come_with_their_titles(tmp_path, capsys):
    path = tmp_path / "problems.tsv"
    path.write_text(f"# two\nP1\tMorphy\t{MORPHY}\n\n{NONE}\n")
    assert main(["mates", "--file", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("P1 Morphy\n8  k b K")
    assert "no mate in two" in out


def test_json(capsys):
    assert main(["mates", MORPHY, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["keys"] == [{"move": "a1a6", "written": "Ra6", "mates_in_two": True, "verdict": "mates in two"}]
    assert (row["listmoves"], row["makemove"], row["men_moved"], row["moves_used"]) == (1728, 807, 1157, 143)
    assert row["not_keys"] == []
    assert 0 < row["seconds"] < 1


def test_in_json_a_stalemate_is_among_the_moves_that_are_no_keys(capsys):
    assert main(["mates", ROOK, "--all", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert {each["verdict"] for each in row["keys"]} == {"mates in two"}
    assert [(each["written"], each["verdict"]) for each in row["not_keys"]] == [("c8=Q", "stalemates at once")]
    assert main(["mates", ROOK, "--json"]) == 1  # the first answer is not a key
    (row,) = json.loads(capsys.readouterr().out)
    assert row["keys"] == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("\n", "the file contains no problems"),
        (f"{MORPHY}\nP2\tx8/8/8/8/8/8/8/8 w\n", "problems.fen:2:4: error: 'x' is neither a man"),
        (b"\xff", "1:1: error: this is not text: byte $FF"),
    ],
)
def test_a_bad_file_is_refused(tmp_path, capsys, content, message):
    path = tmp_path / "problems.fen"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["mates", "--file", str(path)]) == 1
    assert message in capsys.readouterr().err


def test_nothing_to_solve(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["mates"])
    assert stop.value.code == 2
    assert "a FEN or --file is needed" in capsys.readouterr().err
