"""Both dialogues of the thesis' program: what is typed and printed, input that makes no sense, and that both make the
same moves.

Source: thesis, II.F.3 (UPDATE) and II.F.6 (DANGER).
"""

from __future__ import annotations

import random

import pytest

from host.games.go.program import MACHINE, OPPONENT, answer, chain, point
from host.games.go.rules import Colour, Position
from host.games.program6600 import compiled, work
from tests.shared import spread

from .positions import places, program, stones

OURS, THEIRS = Colour.BLACK, Colour.WHITE
SIZES = "WRONG: TYPE SIZE, 9 TO 19, AND DIALOGUE, 1 OR 0"
MOVES = "WRONG: TYPE COLUMN AND ROW OF YOUR MOVE"
TITLE = 4  # lines


def printed(*lines):
    """Return what the program prints, without its title, when it reads these lines."""
    return [each.strip() for each in work(compiled("nps", True).image, lines, "compiled")[0][TITLE:]]


@pytest.fixture
def modern():
    nps = program()
    nps.restart()
    return nps


@pytest.fixture
def faithful():
    nps = program(modern=False)
    nps.restart()
    return nps


# ---------------------------------------------------------------- what is typed


def test_the_title_says_what_can_be_typed():
    title = program().title
    assert len(title) == TITLE
    assert "19 1" in title[1]


@pytest.mark.parametrize("line", ["", "19", "8 1", "20 1", "19 2", "19 -1", "19 1 1", "GO", "19,A", "19.1"])
def test_another_size_is_asked_for(line):
    assert printed(line, "19 1", "-1 -1") == [SIZES]


@pytest.mark.parametrize("line", ["19 1", " 19,1 ", "+19  +1", "019 01"])
def test_numbers_may_have_signs_zeros_commas_and_blanks(line):
    assert printed(line, "0 0", "-1 -1") == ["BY GO OPENING", "MOVE 4 4"]


@pytest.mark.parametrize("size", range(9, 20))
def test_every_size_is_played(size):
    nps = program(size)
    nps.restart()
    lines = nps.move()
    assert lines == ["BY GO OPENING", "MOVE 4 4"]
    assert nps.elements("board").count(0) == size * size - 1


@pytest.mark.parametrize(
    "line", ["", "4", "4 4 4", "D4", "4 - 4", "4-4", "4 --4", "T", "T 4", "4 4 T", "+", "4 4.", "PASS"]
)
def test_a_move_that_is_no_two_numbers_is_asked_for_again(modern, line):
    assert modern.type(line) == [f" {MOVES}"]
    assert modern.board == {}
    assert answer(modern.move(4, 4)) == point(16, 4)


@pytest.mark.parametrize("line", ["-1 4", "4 -1", "0 4", "20 4", "4 20", "99999 1", "9999999999999999999 1"])
def test_a_move_off_the_board_is_asked_for_again(modern, line):
    assert modern.type(line) == [" ILLEGAL: THERE IS NO SUCH POINT"]
    assert modern.board == {}


def test_a_point_that_is_taken_is_refused(modern):
    modern.put(stones("3,3", "5,5"))
    for column, row in ((3, 3), (5, 5)):
        assert modern.move(column, row) == ["ILLEGAL: THE POINT IS TAKEN"]
    assert modern.board == stones("3,3", "5,5")


def test_minus_one_minus_one_ends_it_at_every_question():
    assert printed("-1 -1") == []
    assert printed("19 1", "-1 -1") == []
    assert printed("19 0", "4 4", "-1 -1")[-1] == "UPDATE"
    assert printed("19 0", "4 4", "1", "-1 -1")[-1] == "X Y OF STONE 1"
    assert printed("19 0", "4 4", "0", "-1 -1")[-1] == "DANGER"


def test_a_pass_of_the_machine_is_said(modern):
    """Everywhere it is strong, and where it might move it has chains of its own."""
    everywhere = {point(column, row): MACHINE for column in range(2, 19, 2) for row in range(2, 19, 2)}
    modern.put(everywhere, count=18, last=places("4,4")[0])
    assert modern.move() == ["BY ANALYZE INITIATE", "MOVE 0 0"]
    assert (modern.get("last"), modern.get("count")) == (places("4,4")[0], 19)


def test_captures_are_counted_for_both(modern):
    modern.put(stones("1,1", "1,2"), count=18)
    modern.move(2, 1)
    assert (modern.get("taken"), modern.get("lost")) == (0, 1)
    modern.put(stones("1,2", "1,1 2,2"), count=18)
    lines = modern.move(2, 3)  # the machine's stone gets no second liberty by going on; it takes the one beside it
    assert chain(lines) == ["ANALYZE", "ESCAPE", "LOOK4"]
    assert lines[-2:] == ["CAPTURED 1", "MOVE 2 1"]
    assert (modern.get("taken"), modern.get("lost")) == (1, 0)
    assert point(1, 1) not in modern.board


# ---------------------------------------------------------------- the thesis' dialogue


def test_the_thesis_dialogue_asks_for_what_it_cannot_know(faithful):
    assert faithful.type("0 0") == [" MOVE 4 4", " YOUR MOVE"]
    assert faithful.type("10 10") == [" UPDATE"]
    assert faithful.type("0") == [" DANGER"]
    assert faithful.type("F") == [" MOVE 16 4", " YOUR MOVE"]
    assert faithful.type("16 5") == [" UPDATE"]
    assert faithful.type("2") == [" X Y OF STONE 1"]
    assert faithful.type("16 4") == [" X Y OF STONE 2"]
    assert faithful.type("10 10") == [" DANGER"]
    assert faithful.board == stones("4,4", "16,5")
    assert (faithful.get("lost"), faithful.get("taken")) == (1, 1)


def test_it_believes_what_it_is_told(faithful):
    """Of suicide, ko and captures it knows nothing: a stone without liberties stays until it is typed."""
    faithful.put(stones("1,2 2,2 3,1", "2,1"), count=18)
    assert faithful.type("1 1") == [" UPDATE"]
    assert faithful.type("0") == [" DANGER"]
    assert faithful.board[point(1, 1)] == OPPONENT


def test_a_danger_that_is_not_announced_is_not_seen(faithful):
    position = stones("3,3", "2,3 3,2")
    moves = {}
    for told in ("T", "F"):
        faithful.restart()
        faithful.put(position, count=18)
        faithful.type("3 4")
        faithful.type("0")
        moves[told] = faithful.type(told)[0]
    assert moves["T"] == " MOVE 4 3"
    assert moves["F"] != moves["T"]


@pytest.mark.parametrize("line", ["TRUE", "t".upper(), " T "])
def test_danger_may_be_written_out(faithful, line):
    faithful.put(stones("3,3", "2,3 3,2"), count=18)
    faithful.type("3 4")
    faithful.type("0")
    assert faithful.type(line)[0] == " MOVE 4 3"


@pytest.mark.parametrize("line", ["", "X", "-1", "1 1", "400", "T", "F"])
def test_a_number_of_captured_stones_is_asked_for_again(faithful, line):
    faithful.type("4 4")
    assert faithful.type(line) == [" WRONG: TYPE HOW MANY STONES HAVE BEEN CAPTURED", " UPDATE"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("4", "TYPE COLUMN AND ROW OF A STONE"),
        ("0 0", "TYPE COLUMN AND ROW OF A STONE"),
        ("20 1", "TYPE COLUMN AND ROW OF A STONE"),
        ("T", "TYPE COLUMN AND ROW OF A STONE"),
        ("5 5", "THERE IS NO STONE"),
    ],
)
def test_a_captured_stone_is_asked_for_again(faithful, line, why):
    faithful.type("4 4")
    faithful.type("1")
    assert faithful.type(line) == [f" WRONG: {why}", " X Y OF STONE 1"]


@pytest.mark.parametrize("line", ["", "1", "0", "Y", "T 1", "T?"])
def test_danger_is_asked_for_again(faithful, line):
    faithful.type("4 4")
    faithful.type("0")
    assert faithful.type(line) == [" WRONG: TYPE T OR F", " DANGER"]


def test_only_the_machines_stones_are_in_the_way(faithful):
    """The opponent's own may have been captured by the machine's last move; that is told at the next UPDATE."""
    faithful.put(stones("3,3", "5,5"))
    assert faithful.type("3 3") == [" ILLEGAL: THE POINT IS TAKEN", " YOUR MOVE"]
    assert faithful.type("5 5") == [" UPDATE"]


# ---------------------------------------------------------------- the same moves


def told(faithful, move, position, before, size):
    """Play a move in the thesis' dialogue: type what the rules say of captures and danger; return the answer.

    `before`: the position that the program knows, `position`: the one after the opponent's move.
    """
    column, row = (0, 0) if move is None else (move % (size + 1), move // (size + 1))
    lines = faithful.type(f"{column} {row}")
    if lines[-1] == " UPDATE":
        gone = sorted(each for each in before if each not in position.stones)
        lines = faithful.type(str(len(gone)))
        for each in gone:
            lines = faithful.type(f"{each % (size + 1)} {each // (size + 1)}")
        ours = [each for each in position.chains() if position.stones[next(iter(each))] is OURS]
        danger = any(len(position.group(next(iter(each)))[1]) == 1 for each in ours)
        lines = faithful.type("FT"[danger])
    return answer(lines[:-1])


@pytest.mark.parametrize(("size", "seed"), spread([(9, 3), (15, 2), (19, 1), (9, 4)], 2))
def test_told_everything_it_plays_the_same_moves(size, seed):
    """A game in which the opponent plays near the machine's stones; the machine's answers decide how it goes on."""
    source = random.Random(seed)
    new, old = program(size), program(size, modern=False)
    new.restart()
    old.restart()
    position, known, taken = Position(size), set(), 0
    for _ in range(size * size // 3):
        points = [each for each in position.points if each not in position.stones]
        near = [each for each in points if any(position.stones.get(one) is OURS for one in position.neighbours(each))]
        choice = source.choice(near if near and source.random() < 0.8 else points)
        if not position.is_legal(THEIRS, choice):
            continue
        position = position.play(THEIRS, choice)
        ours = answer(new.move(choice % (size + 1), choice // (size + 1)))
        assert told(old, choice, position, known | {choice}, size) == ours
        assert old.board == {
            point(each % (size + 1), each // (size + 1)): MACHINE if colour is OURS else OPPONENT
            for each, colour in position.stones.items()
        } | ({ours: MACHINE} if ours else {})
        known = set(position.stones)
        if ours:
            made = ours // 21 * (size + 1) + ours % 21
            known |= {made}  # what the machine has captured is told next time
            position = position.play(OURS, made)
            taken += len(known) - len(position.stones)
    assert taken > 0


def test_in_the_thesis_dialogue_a_ko_is_retaken():
    """The one thing in which the moves differ: it is not told."""
    ours, theirs = "4,4 4,6 3,5 2,4 2,5 2,6", "5,4 6,5 5,6"
    moves = {}
    for modern in (True, False):
        nps = program(modern=modern)
        nps.restart()
        nps.put(stones(f"{ours} 5,5", theirs), last=places("5,5")[0], count=18)
        lines = nps.type("4 5")
        if not modern:
            assert [nps.type(each) for each in ("1", "5 5")] == [[" X Y OF STONE 1"], [" DANGER"]]
            lines = nps.type("F")[:-1]
        moves[modern] = answer(lines)
    assert moves[False] == point(5, 5)
    assert moves[True] != point(5, 5)
