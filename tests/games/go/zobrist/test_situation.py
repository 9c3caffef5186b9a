"""What the program makes of a position before any template: its seven arrays, segments, lost pockets, the score."""

from __future__ import annotations

import random

import pytest

from host.assemblers.roms import CHECKOUT
from tests.games.go.influence import oracle

from .asked import drawn, model_move, program, random_board
from .model import bit, chain, domains, influence, node, parts, singles

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
TEXTS = CHECKOUT / "docs" / "examples", CHECKOUT / "tests" / "data" / "go"


def figure_2(own):
    """The position of figure 2 of Zobrist's paper, seen by a side: docs/examples/influence.txt."""
    text = (TEXTS[0] / "influence.txt").read_text(encoding="utf-8")
    rows = ["".join(line.split()[1:20]) for line in text.splitlines() if line[:2].strip().isdigit()]
    assert len(rows) == 19
    board = drawn(" ".join(rows))
    return board if own == "black" else board.turned()


def printed_values():
    """The numbers that the paper prints, rows from the top."""
    lines = (TEXTS[1] / "figure2.txt").read_text(encoding="utf-8").splitlines()
    return [[*map(int, line.split())] for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("own", "sign"), [("black", 1), ("white", -1)])
def test_the_influence_of_the_papers_figure_2(own, sign):
    asked = program()
    asked.evaluates(figure_2(own))
    rows = range(1, 20)
    assert [[sign * asked.at("infl", row, column) for column in rows] for row in rows] == printed_values()


def test_the_segments_of_figure_2_and_its_lost_pockets():
    """The program is White there: zero is on its side, as in the figure."""
    assert program().evaluates(figure_2("white")) == [
        "SEGMENT 1 + 42 6 48",
        "SEGMENT 2 - 132 39 171",
        "SEGMENT 3 + 161 26 187",
        "SEGMENT 4 + 14 11 25",
        "SEGMENT 5 - 12 9 21",
        "LOST 5",
        "LOST 1",
        *score_lines(figure_2("white")),
    ]


def test_the_segments_are_where_the_paper_draws_them():
    asked = program()
    asked.type("0 0")
    asked.put_board(figure_2("white"))
    asked.type("0 0")  # a move leaves the segments of the position before it
    values = {
        (row + 1, column + 1): each for row, line in enumerate(printed_values()) for column, each in enumerate(line)
    }
    for segment in oracle.segments(values):
        assert {asked.at("segm", *place) for place in segment.nodes} == {segment.number}
        assert asked.element("ssize", segment.number) == len(segment.nodes) + segment.own(values)


def score_lines(board):
    """What the score should be: nodes surrounded, nothing captured; then with the stones in lost pockets captured.

    The model has nodes of influence zero on the other side, the program on its own, so it is asked the other way round.
    """
    theirs, mine, _ = domains(board.turned())
    dead, prisoners = board.own & theirs, board.enemy & mine
    own, enemy = surrounded(board.own & ~dead, board.enemy & ~prisoners, board.nodes)
    return [
        "SCORE {} {}".format(*surrounded(board.own, board.enemy, board.nodes)),
        f"ADJUSTED {own + prisoners.bit_count()} {enemy + dead.bit_count()}",
    ]


def surrounded(own, enemy, nodes):
    """Return the empty nodes that only one side's stones touch."""
    count = [0, 0]
    for region in parts(nodes & ~(own | enemy)):
        rim = beside(region)
        sides = [bool(rim & own), bool(rim & enemy)]
        if sum(sides) == 1:
            count[sides.index(True)] += region.bit_count()
    return count


def beside(nodes):
    return sum({bit(row + down, column + right) for row, column in map(node, singles(nodes)) for down, right in STEPS})


@pytest.mark.parametrize("number", range(30))
def test_chains_breathing_spaces_influence_and_scores_of_any_position(number):
    source = random.Random(number)
    size = source.choice([9, 13, 19])
    board = random_board(size, source)
    asked = program(size)
    said = asked.evaluates(board)
    values = influence(board.own, board.enemy, board.nodes)
    empty = board.nodes ^ (board.own | board.enemy)
    for single in singles(board.nodes):
        row, column = node(single)
        assert asked.at("infl", row, column) == values[row + 8, column]
        if single & empty:
            assert asked.at("chain", row, column) == 0
        else:
            stones = chain(single, board.own if single & board.own else board.enemy)
            which = asked.at("chain", row, column)
            assert asked.element("csize", which) == stones.bit_count()
            assert asked.element("breath", which) == (beside(stones) & empty).bit_count()
    assert [line for line in said if not line.startswith(("SEGMENT", "LOST"))] == score_lines(board)
    assert len([line for line in said if line.startswith("LOST")]) == len(domains(board.turned())[2])


def test_stones_captured_are_counted():
    asked = program(9)
    asked.put_board(drawn("XO", 9))
    asked.set(taken=5, lost=3)
    assert asked.type("-2 0")[-2:] == ["SCORE 5 3", "ADJUSTED 5 3"]


def test_an_empty_board_is_one_segment_and_nobodys():
    assert program(9).evaluates(drawn(".", 9)) == ["SEGMENT 1 + 81 0 81", "SCORE 0 0", "ADJUSTED 0 0"]


def test_an_evaluation_changes_nothing():
    asked = program(9)
    asked.put_board(drawn("..... .XO.. .O...", 9), plies=7)
    before = asked.snapshot()
    asked.type("-2 0")
    assert asked.snapshot() == before


@pytest.mark.parametrize("own", ["black", "white"])
def test_in_figure_2_program_and_model_choose_alike(own):
    choice = model_move(figure_2(own), 92)
    said = [line for line in program().moves(figure_2(own), 92) if not line.startswith("CAPTURED")]
    assert said == choice.lines()
    assert len(choice.nodes) == 5
