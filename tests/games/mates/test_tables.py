"""The tables that the assembler makes: what steps on the board say, in the order of the book's."""

from __future__ import annotations

import pytest

from host.games.fen import SQUARES, place, square
from host.machines.cdc6600.calls import FOLDER
from host.machines.programs import assembled, find_source
from tests.games.mates import rules

pytestmark = pytest.mark.usefixtures("quick")

SIGN = 1 << 17
KNIGHT = rules.HOPS
KING = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP = ((1, 1), (-1, -1), (-1, 1), (1, -1))


@pytest.fixture(scope="module")
def word():
    """What stands at a symbol, and so many words behind it."""
    image = assembled(find_source(FOLDER / "mates.compass"))
    storage = {
        segment.address + offset: each for segment in image.segments for offset, each in enumerate(segment.words)
    }
    return lambda name, index: storage[image.symbols[name] + index]


def shifted(start, step):
    file, rank = place(start)
    return square(file + step[0], rank + step[1])


def ray(start, step):
    """The squares in one direction."""
    found = []
    while start := shifted(start, step):
        found.append(start)
    return found


def leaper_row(start, steps):
    """The squares behind zeros, and where in the table the first of them is."""
    ends = list(filter(None, (shifted(start, step) for step in steps)))
    return [0] * (8 - len(ends)) + ends + [9 * start - len(ends)]


def step_of(word):
    step = word & (2 * SIGN - 1)
    return step - (2 * SIGN - 1) if step & SIGN else step


@pytest.mark.parametrize(("name", "steps"), [("KNIGHT", KNIGHT), ("KING", KING)])
def test_leapers(word, name, steps):
    for start in SQUARES:
        assert [word(name, 9 * start - 8 + column) for column in range(9)] == leaper_row(start, steps)


@pytest.mark.parametrize(("name", "steps"), [("ROOK", ROOK), ("BISHOP", BISHOP)])
def test_rays(word, name, steps):
    for start in SQUARES:
        rays = list(filter(None, (ray(start, step) for step in steps)))
        words = [word(name, 5 * start + column) for column in range(5)]
        assert [step_of(each) for each in words] == [each[0] - start for each in rays] + [0] * (5 - len(rays))
        assert [each >> 18 for each in words] == [1 << 41 - len(each) for each in rays] + [0] * (5 - len(rays))


@pytest.mark.parametrize(("name", "up", "home"), [("WPAWN", 1, 2), ("BPAWN", -1, 7)])
def test_pawns(word, name, up, home):
    for start in range(9, 57):
        two = start + 16 * up if place(start)[1] + 1 == home else start
        captures = [shifted(start, (along, up)) or 65 for along in (-up, up)]
        assert [word(name, 4 * start + column) for column in range(4)] == [start + 8 * up, two, *captures]


def test_the_word_of_a_square_has_both_sides_views(word):
    half = (1 << 30) - 1
    for ours in range(7):
        for his in range(7):
            seen, other = word("VIEW", 8 * ours + his), word("VIEW", 8 * his + ours)
            assert (seen & half, seen >> 30) == (other >> 30, other & half)
            assert seen & 0o777777 == (ours == 0)
            assert seen >> 18 & 7 == ours
            assert (seen >> 27 & 1, seen >> 28 & 1) == (ours == 6, ours == 6 and his == 0)
            assert bool(seen >> 59) == bool(ours or his)
