"""Mates in N by recursion: keys are those of the rules and of the program for mates in two."""

from __future__ import annotations

import json
import re
from functools import cache

import chess
import pytest

from emulators.errors import IronboardError
from host.cli.main import main
from host.games.fen import Men, Move, board_of, parse
from host.games.mates import MatesProgram, RecursiveMates, Verdict, deck, forces, known

from . import rules
from .boards import positions
from .refused import REFUSED

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w"
THREE = ["8/k1P5/2K5/8/8/8/8/8 w", "7k/5K2/8/6p1/8/6P1/5P2/8 w", "8/8/8/8/8/1p1K4/1P6/k1B5 w",
         "5k2/5P2/4K3/8/8/8/8/6N1 w", "kb6/p1K5/P7/8/8/8/8/1N6 w"]  # fmt: skip
ONLY_THREE = "k7/8/8/2K5/8/8/8/1R6 w"
ANYWHERE, PROMOTING = (range(2, 8), range(2, 8)), (range(6, 8), range(2, 4))  # where pawns are, White's and Black's


@cache
def program():
    return RecursiveMates()


def legal(men: Men):
    """All first moves, by python-chess."""
    for move in board_of(men).legal_moves:
        promotion = chess.piece_symbol(move.promotion).upper() if move.promotion else ""
        yield Move(move.from_square + 1, move.to_square + 1, promotion)


def keys_by_the_rules(men, moves):
    return sorted(str(move) for move in legal(men) if forces(men, move, moves))


def found(men, moves, every=True):
    return sorted(str(key) for key in program().solve(men, moves, every).keys)


@pytest.mark.parametrize("fen", THREE)
def test_three_moves_have_the_keys_of_the_rules(fen):
    men = parse(fen).men
    assert found(men, 3) == keys_by_the_rules(men, 3)


def test_a_mate_in_three_that_is_none_in_two_is_found():
    men = parse(ONLY_THREE).men
    assert found(men, 2) == keys_by_the_rules(men, 2) == []
    assert found(men, 3) == keys_by_the_rules(men, 3) != []


@pytest.mark.parametrize("moves", [1, 2])
@pytest.mark.parametrize("pawns", [ANYWHERE, PROMOTING], ids=["anywhere", "promoting"])
def test_random_positions_have_the_keys_of_the_rules(moves, pawns):
    for men in positions(6, 7, "PNBRQ", pawns):
        assert found(men, moves) == keys_by_the_rules(men, moves)


def test_two_moves_have_the_keys_of_the_other_program():
    """Keys that mate at once are keys here, too; one that stalemates is not."""
    for men in positions(4, 8, "PPNBRQ", PROMOTING):
        others = MatesProgram().solve(men, every=True).keys
        mating = (Verdict.MATE, Verdict.MATE_IN_TWO)
        assert found(men, 2) == sorted(str(key) for key in others if rules.verdict(men, key) in mating)


SHORT = [each for each in known() if each.name in ("P01", "P26", "P27", "P28") and each.every]


@pytest.mark.parametrize("problem", SHORT, ids=lambda each: each.name)
def test_problems_of_the_table_are_solved(problem):
    men = parse(problem.fen).men
    expected = {key for key in problem.keys if rules.verdict(men, move_of(key)) is Verdict.MATE_IN_TWO}
    assert expected <= {*found(men, 2)}
    assert len(program().solve(men, 2).keys) == 1


def move_of(key):
    start, end = (ord(key[at]) - ord("a") + 8 * int(key[at + 1]) - 7 for at in (0, 2))
    return Move(start, end, key[4:].upper())


def test_stalemate_is_no_mate():
    men = parse("8/k1P5/2K5/8/8/8/8/8 w").men
    assert found(men, 2) == ["c7c8r"]


def test_black_may_not_be_in_check():
    with pytest.raises(IronboardError, match="Black is in check"):
        program().solve(parse("k7/8/1K6/8/8/8/8/R7 w").men, 2)


@pytest.mark.parametrize("moves", [0, 10])
def test_numbers_of_moves_that_it_does_not_have_are_refused(moves):
    with pytest.raises(IronboardError, match="in 1 to 9 moves"):
        program().solve(parse(MORPHY).men, moves)


def printed(*cards):
    return [line.rstrip() for line in program().program.work([*cards, "STOP"], "search").printed]


def test_cards_are_read_one_problem_after_the_other():
    remark = "* MORPHY: +-/()$=.#[]%\"_!&'?<>@\\^;,:0189 *"
    first = ("WHITE KC8,RA1 PB6", "BLACK KA8 BB8 PA7 PB7 SOLVE")
    lines = printed(remark, *first, "", "ALL MOVES 3 WHITE PC7", "KC6 BLACK KA7")
    assert lines[0] == remark
    assert lines[1] == "8 *K *B  K  .  .  .  .  ."
    assert [line for line in lines if line.startswith("KEY")] == ["KEY       A1-A6", "KEY       C7-C8=R"]


def test_new_forgets_the_problem():
    men = parse(MORPHY).men
    once = printed(*deck(men))
    assert printed("WHITE QA8 KH1 ALL MOVES 5 NEW", *deck(men)) == once


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        *REFUSED,
        (["WHITE KE1 MOVES 0"], "CARD 1: 0: MATE IS IN 1 TO 9 MOVES"),
        (["MOVES", "TEN"], "CARD 2: TEN: MATE IS IN 1 TO 9 MOVES"),
    ],
)
def test_bad_cards_end_the_program_with_a_line_that_names_them(cards, message):
    with pytest.raises(IronboardError, match=re.escape(message)):
        printed(*cards)


def test_too_many_moves_are_told():
    """Nine lists of a dozen queens do not fit."""
    men = parse("rnbkbnrr/pppppppp/8/Q5Q1/3Q4/Q5Q1/2Q1Q3/Q2Q2QK w").men
    with pytest.raises(IronboardError, match="THERE ARE TOO MANY MOVES"):
        program().solve(men, 9)


# ---------------------------------------------------------------- the verb


def test_the_verb_prints_the_key(capsys):
    assert main(["mates", MORPHY, "--moves", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[9] == "Ra6"
    assert re.fullmatch(r"[\d,]+ lists, [\d,]+ moves made, \d+ elements of the lists", lines[10])
    assert re.fullmatch(r"\d+\.\d{3} s of the 6600, by recursion", lines[11])


def test_no_mate_is_told_and_ends_with_status_one(capsys):
    assert main(["mates", MORPHY, "--moves", "1"]) == 1
    assert "no mate in 1" in capsys.readouterr().out


def test_a_key_that_a_capture_en_passant_refutes_is_marked(capsys):
    assert main(["mates", "8/1p6/3R4/1P4k1/6p1/4K3/7P/5Q1R w", "--moves", "2", "--all", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert {key["remark"] for key in row["keys"]} == {""}
    (refuted,) = row["not_keys"]
    assert (refuted["written"], refuted["mates"]) == ("h4+", False)
    assert refuted["remark"] == "mates in 2 only without castling and captures en passant"


def test_rights_are_named(capsys):
    main(["mates", "1B6/8/8/p7/5Q2/4R3/8/R3K2k w Q -", "--moves", "1"])
    assert "not considered: castling (Q)" in capsys.readouterr().out


@pytest.mark.parametrize("option", [["--full"], ["--faithful"], ["--language", "algol"]])
def test_options_of_the_other_programs_are_refused(capsys, option):
    with pytest.raises(SystemExit):
        main(["mates", MORPHY, "--moves", "2", *option])
    assert "do not go with --moves" in capsys.readouterr().err
