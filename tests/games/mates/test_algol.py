"""The program in ALGOL 60: keys, counters and lines are those of the program in COMPASS and of the book's program."""

from __future__ import annotations

import re
from functools import cache

import pytest

from emulators.errors import IronboardError
from host.cli.main import main
from host.games.fen import parse
from host.games.mates import CLOCK_NAME, AlgolMates, MatesProgram, deck, known

from .boards import positions
from .refused import REFUSED

SMALL = 700  # calls of listmoves: all 112 rows have been compared once, this is what takes no time
KNOWN = [each for each in known() if each.counters[0] < SMALL]
PROMOTING = (range(6, 8), range(2, 4))
DECK = [
    "* MORPHY: +-/()$=.#[]%\"_!&'?<>@\\^;,:0189 *",
    "WHITE KC8,RA1 PB6",
    "BLACK KA8 BB8 PA7 PB7 SOLVE",
    "",
    "ALL WHITE PC7",
    "KC6 BLACK KA7",
]


@cache
def algol():
    return AlgolMates()


@cache
def compass():
    return MatesProgram()


def answers(program, men, **options):
    found = program.solve(men, **options)
    return [str(key) for key in found.keys], found.counters


@pytest.mark.parametrize("problem", KNOWN, ids=lambda each: f"{each.name}-{each.printed:d}-{each.every:d}")
def test_keys_and_counters_are_those_of_the_book_s_program(problem):
    found = answers(algol(), parse(problem.fen).men, every=problem.every, printed=problem.printed)
    assert found == (problem.keys, problem.counters)


def test_random_positions_are_searched_as_by_the_program_in_compass():
    for men, printed in zip(positions(2, 9, "PPNBRQ", PROMOTING), (False, True), strict=True):
        assert answers(algol(), men, printed=printed) == answers(compass(), men, printed=printed)


def test_it_has_no_castling():
    with pytest.raises(IronboardError):
        algol().job(["WHITE KE1 RH1 O-O", "BLACK KE8"])


def test_a_list_may_be_longer_than_the_book_s():
    men = parse("1k3BQN/p2p1npr/pb5r/1R3b2/2R1P1PN/1K5n/1B1PP1q1/8 w").men
    assert answers(algol(), men) == answers(compass(), men)


def test_the_same_cards_give_the_same_lines():
    printed, expected = (program.job(DECK)[0] for program in (algol(), compass()))
    expected = [line.rstrip() for line in expected if not line.startswith(CLOCK_NAME)]
    assert [line.rstrip() for line in printed[:-1]] == expected


def test_the_milliseconds_are_those_of_the_search():
    men = parse(min(KNOWN, key=lambda each: each.counters).fen).men
    found = algol().solve(men)
    *_, clock = algol().job(deck(men))[0]
    assert clock == f"{CLOCK_NAME} {found.milliseconds}"
    assert 0 < found.milliseconds < found.cycles / 10_000


def test_black_in_check_is_no_problem():
    with pytest.raises(IronboardError, match="Black is in check"):
        algol().solve(parse("4k3/8/8/8/8/8/4R3/K7 w").men)


@pytest.mark.parametrize(("deck", "message"), REFUSED)
def test_a_bad_card_is_refused_with_its_number(deck, message):
    with pytest.raises(IronboardError, match=re.escape(message)):
        algol().job(deck)


def test_the_command_runs_it(capsys):
    assert main(["mates", "8/k1P5/2K5/8/8/8/8/8 w", "--all", "--language", "algol"]) == 0
    printed = capsys.readouterr().out
    assert "\nc8=R\nlistmoves 231, makemove 130, men moved 147, 91 elements of moves\n" in printed
    assert printed.endswith("s of the 6600; the book's average is 50 s\n")
