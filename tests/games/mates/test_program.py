"""The 6600's program: keys and counters of the book's program, its faults by option, cards, the picture, refusals."""

from __future__ import annotations

import re
from functools import cache

import pytest

from emulators.cdc6600.core import Cause
from emulators.errors import IronboardError
from host.games.fen import name, parse
from host.games.mates import MatesProgram, Verdict, deck, known
from host.machines.cdc6600.machine import Cdc6600
from tests.games.mates import rules
from tests.games.typing6600 import typed
from tests.shared import shared

from .boards import positions
from .refused import REFUSED

SMALL = 2000  # calls of listmoves: what takes longer is only solved as the book's program does
KNOWN = [each for each in known() if (each.printed and not each.every) or each.counters[0] < SMALL]
PROMOTING = (range(6, 8), range(2, 4))


@cache
def program():
    return MatesProgram()


def solve(men, **options):
    return program().solve(men, **options)


def keys_of(solution):
    return [str(key) for key in solution.keys]


def expected(men):
    """All keys by the rules, and the moves that mate or stalemate at once: the program takes those for keys, too."""
    verdicts = {str(move): rules.verdict(men, move) for move in rules.legal(men, white=True)}
    return sorted(move for move, verdict in verdicts.items() if verdict is not Verdict.NOTHING)


@pytest.mark.parametrize("problem", KNOWN, ids=lambda each: f"{each.name}-{each.printed:d}-{each.every:d}")
def test_keys_and_counters_are_those_of_the_book_s_program(problem):
    found = solve(parse(problem.fen).men, every=problem.every, printed=problem.printed)
    assert keys_of(found) == problem.keys
    assert found.counters == problem.counters


@pytest.mark.parametrize("men", positions(12, 3, "NBRQ"))
def test_without_pawns_it_finds_what_the_rules_find(men):
    assert sorted(keys_of(solve(men, every=True))) == sorted(keys_of(solve(men, every=True, printed=True))) == (
        expected(men)
    )  # fmt: skip


@pytest.mark.parametrize("men", positions(12, 4, "PPPNRQ", PROMOTING))
def test_with_promotions_it_finds_what_the_rules_find(men):
    assert sorted(keys_of(solve(men, every=True))) == expected(men)


@pytest.mark.parametrize(
    ("position", "faithful", "repaired"),
    [
        ("1k6/4P3/3R4/3K4/8/8/8/8 w", [], ["d6d7"]),  # White's second move promotes
        ("4b1K1/5P2/7k/8/8/8/8/5Q2 w", ["f1f5"], ["f1f4"]),  # a capture that promotes is tried
        ("8/3N4/8/8/3Q4/7B/kp2B3/3K4 w", ["d4b4"], ["d4a4"]),  # Black promotes
    ],
)
def test_the_printed_program_fails_where_pawns_are_promoted(position, faithful, repaired):
    men = parse(position).men
    assert keys_of(solve(men, printed=True)) == faithful
    assert keys_of(solve(men)) == repaired
    assert [rules.verdict(men, key) for key in solve(men).keys] == [Verdict.MATE_IN_TWO]
    assert Verdict.MATE_IN_TWO not in [rules.verdict(men, key) for key in solve(men, printed=True).keys]


def test_a_list_may_be_longer_than_the_book_s():
    men = parse("1k3BQN/p2p1npr/pb5r/1R3b2/2R1P1PN/1K5n/1B1PP1q1/8 w").men
    found = solve(men)
    assert (keys_of(found), found.list_used) == (["f8d6"], 507)


def test_black_in_check_is_no_problem():
    with pytest.raises(IronboardError, match="Black is in check"):
        solve(parse("4k3/8/8/8/8/8/4R3/K7 w").men)


# ---------------------------------------------------------------- cards


def test_a_deck_may_hold_several_problems_and_remarks():
    deck = ["* MORPHY", "WHITE KC8,RA1 PB6", "BLACK KA8 BB8 PA7 PB7 SOLVE", "", "ALL WHITE PC7", "KC6 BLACK KA7"]
    lines, machine = program().job(deck)
    assert lines[0] == "* MORPHY"
    assert lines[1] == "8 *K *B  K  .  .  .  .  ."
    assert [line for line in lines if line.startswith("KEY")] == [
        "KEY       A1-A6",
        "KEY       C7-C8=Q",
        "KEY       C7-C8=R",
    ]
    assert [line.split("  ")[-1] for line in machine.dayfile] == ["MATE IN 2 A1-A6", "MATE IN 2 C7-C8=Q"]


def test_the_board_is_printed_as_it_was_punched():
    for men in positions(5, 5, "PNBRQ"):
        lines, _ = program().job(deck(men))
        cells = {line[0]: [line[1 + 3 * file : 4 + 3 * file].strip() for file in range(8)] for line in lines[:8]}
        shown = {f"{file}{rank}": man for rank, row in cells.items() for file, man in zip("abcdefgh", row, strict=True)}
        assert {square: man for square, man in shown.items() if man != "."} == {
            name(square): man if man.isupper() else f"*{man.upper()}" for square, man in men.items()
        }


@pytest.mark.parametrize(("deck", "message"), REFUSED)
def test_a_bad_card_is_refused_with_its_number(deck, message):
    with pytest.raises(IronboardError, match=re.escape(message)):
        program().job(deck)


# ---------------------------------------------------------------- the console


def test_the_console_sees_the_board_and_the_move_that_is_tried():
    machine = Cdc6600()
    machine.load("mates")
    machine.attach("INPUT", ["WHITE PC7 KC6 BLACK KA7 ALL"])
    machine.attach("OUTPUT")
    tried = []
    while machine.m.cause == Cause.NONE:
        machine.run(4_000)
        picture = machine.system.picture
        trying = len(picture) == 10 and picture[9].startswith("TRYING")
        if trying and (move := picture[9].removeprefix("TRYING").strip()) not in ["", *tried[-1:]]:
            tried.append(move)
            assert picture[1] == "7 *K  .  P  .  .  .  .  ."
            assert picture[8].split() == list("ABCDEFGH")
    promotions, king = ("C7-C8=Q", "C7-C8=R", "C7-C8=B", "C7-C8=N"), ("C6-B5", "C6-C5", "C6-D5", "C6-D6", "C6-D7")
    assert tried == [*promotions, *king]
    assert machine.system.picture[9] == "MATE IN 2 C7-C8=Q"


@pytest.mark.parametrize(
    ("deck", "last"),
    [
        ("WHITE KA1 RH1 BLACK KE5", "MATE IN 2 NONE"),
        ("WHITE KC8 RA1 PB6 BLACK KA8 BB8 PA7 PB7", "MATE IN 2 A1-A6"),
        ("WHITE KA1 RE2 BLACK KE8", "BLACK IS IN CHECK"),
        ("WHITE KA1 RE2 BLACK KE8 SOLVE", "BLACK IS IN CHECK"),
    ],
)
def test_the_picture_ends_with_what_was_found(deck, last):
    _, machine = program().job([deck])
    assert machine.system.picture[-1] == last


HINTS = ["TYPE  WHITE KC8 PB6 RA1", "      BLACK KA8 BB8 PA7 PB7", "      SOLVE   OR  ALL SOLVE"]


@pytest.mark.parametrize(
    ("lines", "first", "said"),
    [
        ([], "8  .  .  .  .  .  .  .  .", "NEW PROBLEM"),
        (["WHITE KC8"], "8  .  .  K  .  .  .  .  .", "NEW PROBLEM"),
        (["WHITE KC8", "BLACK, KA8"], "8 *K  .  K  .  .  .  .  .", "NEW PROBLEM"),
        (["WHITE KC8", "NEW"], "8  .  .  .  .  .  .  .  .", "NEW PROBLEM"),
        (["WHITE KC8", "NEW", "WHITE KD8"], "8  .  .  .  K  .  .  .  .", "NEW PROBLEM"),
        (["WHITE KC8 RA1 PB6 BLACK KA8 BB8 PA7 PB7 SOLVE"], "8 *K *B  K  .  .  .  .  .", "MATE IN 2 A1-A6"),
        (["WHITE KC6 PC7", "BLACK KA7", "ALL SOLVE", "* NEXT"], "8  .  .  .  .  .  .  .  .", "MATE IN 2 C7-C8=Q"),
        (["WHITE KA1 RE2 BLACK KE8 SOLVE"], "8  .  .  .  . *K  .  .  .", "BLACK IS IN CHECK"),
    ],
)
def test_when_a_line_is_wanted_the_picture_shows_the_men_and_what_can_be_typed(lines, first, said):
    picture = typed("mates", lines).system.picture
    assert (picture[0], picture[9], picture[10:]) == (first, said, HINTS)


def test_at_the_keyboard_a_wrong_card_is_named_and_the_next_one_can_be_typed():
    machine = typed("mates", [
        "WHITE KC8 PB6 XX1 QA1", "RA1 ABCDEFGHIJK KA1", "BLACK BB8 PA7 PB7", "SOLVE", "BLACK KA8 SOLVE",
    ])  # fmt: skip
    printed = machine.text("OUTPUT").splitlines()
    assert printed[:3] == [
        "CARD 1: XX1: NO MAN WITH HIS SQUARE AND NO COMMAND",
        "CARD 2: ABCDEFGHIJ: A WORD HAS TEN CHARACTERS AT MOST",
        "BLACK HAS NO KING",
    ]
    assert printed[3] == "8 *K *B  K  .  .  .  .  ."
    assert "KEY       A1-A6" in [line.rstrip() for line in printed]
    assert machine.dayfile[1].endswith("A WORD HAS TEN CHARACTERS AT MOST")


# ---------------------------------------------------------------- against the port of the book's program


@pytest.mark.parametrize("printed", [True, False])
@pytest.mark.parametrize("every", [True, False])
def test_random_positions_are_searched_as_by_the_port(monkeypatch, printed, every):
    monkeypatch.syspath_prepend(shared("models/mates.py").parent)
    import mates as port

    for men in positions(4, 6, "PPNBRQ", PROMOTING):
        own = [[each for each in sorted(men) if men[each].isupper() == white] for white in (True, False)]
        sides = [[(each, " PNBRQK".index(men[each].upper())) for each in squares] for squares in own]
        theirs = port.Mates(white=sides[0], black=sides[1], all_answers=every, repaired=not printed)
        theirs.solve()
        found = solve(men, every=every, printed=printed)
        assert keys_of(found) == theirs.answers
        assert found.counters == [theirs.n_listmoves, theirs.n_makemove, theirs.n_moves, theirs.max_index]
