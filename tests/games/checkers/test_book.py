"""Book games: the 704's counts of moves rated lower and higher are those of a model of its search."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from host.assemblers.roms import CHECKOUT
from host.cli.main import main
from host.games.boards import ProgramFault
from host.games.checkers import book, pdn
from host.games.checkers.book import Ratings, rate_games, rate_move
from host.games.checkers.learning import SERIES, Learner, save
from host.games.checkers.program import CheckersProgram
from tests.games.checkers.boards import position, stored_positions
from tests.ibm704.samuel_search import DEEPER, FEW, PLIES, Search, shrunk
from tests.shared import ALL_EXAMPLES, spread

NEALEY = CHECKOUT / "docs" / "examples" / "nealey.pdn"
AHEAD = 1  # move at least: the model is slow


@pytest.fixture(scope="module")
def program():
    return CheckersProgram()


def expected(before, move, ahead=AHEAD):
    """What the counts must be: the value of every successor, as a search from here finds it."""
    plies = {name: ply if name == "PLYMAX" else ply + ahead - PLIES["PLYMIN"] for name, ply in PLIES.items()}
    search = Search(plies, more=DEEPER if len(before.pieces) < FEW else 0)
    values = [(shrunk(value), after) for value, after in search.successors(before, 0)]
    own = next(value for value, after in values if after == before.played(move))
    return Ratings(sum(value < own for value, _ in values), sum(value > own for value, _ in values))


def test_the_counts_are_those_of_the_model(program):
    game = pdn.read_file(NEALEY)[0]
    program.look_ahead(AHEAD)
    program.set_up(game.start)
    found = []
    for before, move in zip(game.positions, game.moves, strict=False):
        found.append(rate_move(program, move, before))
        if ALL_EXAMPLES or len(found) % 10 == 1:
            assert found[-1] == expected(before, move)
    assert len([each for each in found if each.lower and each.higher]) > 10


def test_so_they_are_in_other_positions_whatever_the_move(program):
    chance = Random(1)
    program.look_ahead(2)
    known = [each.position for each in stored_positions() if len(each.position.pieces) < 9]
    for before in spread(known, 12):
        if before.legal_moves():
            move = chance.choice(before.legal_moves())
            program.set_up(before)
            assert rate_move(program, move, before) == expected(before, move, 2)


def test_leaving_out_what_cannot_matter_changes_no_count(program):
    before = pdn.read_file(NEALEY)[0].positions[13]
    program.look_ahead(3)
    counts = []
    for switch in (False, True, False):
        program.prune(switch)
        for move in before.legal_moves()[::2]:
            program.set_up(before)
            counts.append(rate_move(program, move, before))
    third = len(counts) // 3
    assert counts[:third] == counts[third:-third] == counts[-third:]
    assert len(set(counts)) > 3


def test_a_move_alone_is_neither_above_nor_below_another(program):
    before = position("B:W18,31:B14")
    program.set_up(before)
    assert rate_move(program, before.legal_moves()[0], before) == Ratings(0, 0)


def test_rating_leaves_the_search_as_it_was(program):
    before = pdn.read_file(NEALEY)[0].positions[13]
    program.look_ahead(AHEAD)
    program.set_up(before)
    first = program.think(before)
    program.set_up(before)
    rate_move(program, before.legal_moves()[0], before)
    program.set_up(before)
    assert program.think(before)[:3] == first[:3]


# ------------------------------------------------------------ sums


def test_games_are_added_up_by_the_program_and_by_us():
    """`rate_games` compares them; here the coefficients are those of fractions."""
    games = pdn.read('1. 11-15 23-19 2. 8-11 22-17 *\n1. 9-14 22-18 2. 11-16 *\n[White "x"]\n*\n')
    program = CheckersProgram()
    program.look_ahead(1)
    (first, total), (second, both), (none, all_three) = rate_games(program, games)
    assert first == total != second
    assert both == first.plus(second) == all_three
    assert none == Ratings()
    assert none.coefficient is None
    for each in (first, second, both):
        exact = Fraction(each.lower - each.higher, each.lower + each.higher)
        assert abs(each.coefficient - exact) <= Fraction(1, 2000)


@pytest.mark.parametrize(
    ("ratings", "coefficient"),
    [((3, 0), 1), ((0, 3), -1), ((2, 1), 0.333), ((1, 2), -0.333), ((5, 1), 0.667), ((4, 4), 0), ((1001, 1000), 0)],
)
def test_a_coefficient_is_rounded_to_thousandths(ratings, coefficient):
    assert Ratings(*ratings).coefficient == coefficient


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["GAME  LOWER 2  HIGHER 1  THOUSANDTHS 333"],
        ["GAME  LOWER 2  HIGHER 1  THOUSANDTHS 334", "ALL   LOWER 2  HIGHER 1  THOUSANDTHS 333"],
        ["GAME  LOWER 2  HIGHER 1  THOUSANDTHS 333", "ALL   LOWER 2  HIGHER 2  THOUSANDTHS 333"],
    ],
)
def test_sums_that_are_wrong_are_a_fault(lines):
    with pytest.raises(ProgramFault, match="the program adds up to"):
        book.check(lines, Ratings(2, 1), Ratings(2, 1))


# ------------------------------------------------------------ the command


def test_a_wrong_game_of_a_book_is_skipped_with_a_message(tmp_path, capsys):
    path = tmp_path / "games.pdn"
    path.write_text('1. 11-15 23-19 *\n[White "B"]\n1. 11-16 99-1 *\n')
    assert main(["checkers", "--book", str(path), "--depth", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("1. ? - ?, 2 moves")
    assert f"{path}:3:10: error" in printed.err
    assert "skipped: the game ? - B, which begins in line 2" in printed.err
    assert "1 of 2 games are skipped" in printed.err
    path.write_text("1. 99-1 *\n")
    assert main(["checkers", "--book", str(path), "--depth", "1"]) == 1


def test_the_command_says_what_it_thinks_of_each_game_and_of_all(tmp_path, capsys):
    path = tmp_path / "games.pdn"
    path.write_text(NEALEY.read_text(encoding="utf-8") + "\n1. 11-15 23-19 *\n", encoding="utf-8")
    assert main(["checkers", "--book", str(path), "--depth", "1"]) == 0
    first, second, total = capsys.readouterr().out.splitlines()
    assert first.startswith("1. A. L. Samuel's program - R. W. Nealey, 53 moves: ")
    assert second.startswith("2. ? - ?, 2 moves: ")
    counts = [[int(word.replace(",", "")) for word in line.split(": ")[1].split() if word[0].isdigit()][:2]
              for line in (first, second, total)]  # fmt: skip
    assert [sum(each) for each in zip(*counts[:2], strict=True)] == counts[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty; expected a file of games"),
        ("1. 11-15 23-18 2. 11-16 *", "'11-16' is not legal"),
        ("{", "the comment is not closed"),
    ],
)
def test_a_file_that_is_wrong_is_an_error_before_anything_is_rated(text, message, tmp_path, capsys):
    path = Path(tmp_path, "games.pdn")
    path.write_text(text, encoding="utf-8")
    assert main(["checkers", "--book", str(path)]) == 1
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_the_polynomial_is_that_of_a_memory(tmp_path, capsys):
    """Half of the terms have another sign there, and other moves are rated higher."""
    memory = tmp_path / "memory.deck"
    save(Learner(CheckersProgram()).begin(SERIES["second"], seed=1, signs=True), None, memory)
    said = []
    for words in ([], ["--memory", str(memory)]):
        assert main(["checkers", "--book", str(NEALEY), "--depth", "1", *words]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] != said[1]


def test_a_book_game_is_not_played(capsys):
    for words in (["--self-play"], ["--side", "white"], ["--pdn", "new.pdn"], ["--moves", "3"]):
        with pytest.raises(SystemExit) as stop:
            main(["checkers", "--book", str(NEALEY), *words])
        assert stop.value.code == 2
    capsys.readouterr()
