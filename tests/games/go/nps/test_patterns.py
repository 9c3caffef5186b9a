"""Patterns of the thesis' program: how often a pattern must be stored, and that COMPARE and CHECK find what is stored.

Source: thesis, II.F.8 and II.F.12, Figures 4a and 5.
"""

import pytest

from host.experiments.figures.measured.thesis import CORNER as FIGURE_4A
from host.experiments.figures.measured.thesis import (
    LINE,
    MIDDLE,
    lines,
    patterns,
    reflections,
    representations,
    turned,
)
from host.games.go.program import MACHINE, OPPONENT, chain, point

from .positions import program, said

DANGEROUS = {  # entry -> the elements that must hold stones, and those without an enemy stone
    1: ((1, 3, 6, 10), ()),
    2: ((2, 5, 9, 14), ()),
    3: ((1, 3, 6), (10,)),
    4: ((2, 5, 9), (14,)),
    5: ((3, 6, 10), (1,)),
    6: ((3, 10), (1, 6)),
}
ADVANTAGEOUS = {entry: DANGEROUS[entry] for entry in (1, 2, 3, 4)}


def vector(entry, stone):
    need, free = entry
    return [stone if each in need else -1 if each in free else 0 for each in range(1, 15)]


def at(steps):
    """Return stones so many columns and rows from the middle."""
    return [point(MIDDLE + column, MIDDLE + row) for column, row in steps]


def found(board):
    """Return the entry of COMPARE by which the program answers the opponent's move in the middle."""
    nps = program()
    nps.restart()
    nps.put(dict.fromkeys(at(board), OPPONENT), count=18)
    printed = nps.move(MIDDLE, MIDDLE)
    return said(printed)["PATTERN"][0] if "COMPARE" in chain(printed) else None


def store(vectors):
    """Let COMPARE have these patterns and no others."""
    nps = program()
    first = nps.first("dangerous")
    for place, word in enumerate(each for vector in vectors for each in vector):
        nps.machine.m.memory[first + place] = word
    nps.set(dangers=len(vectors))


@pytest.fixture
def own_patterns():
    """A program whose list may be changed."""
    nps = program()
    nps.restart()
    yield nps
    program.cache_clear()


def test_the_lists_are_those_of_the_page():
    nps = program()
    nps.restart()
    for array, stone, entries in (("dangerous", OPPONENT, DANGEROUS), ("advantageous", MACHINE, ADVANTAGEOUS)):
        stored = nps.elements(array)[: 14 * len(entries)]
        assert stored == [each for entry in entries.values() for each in vector(entry, stone)]
    assert (nps.get("dangers"), nps.get("advantages")) == (len(DANGEROUS), len(ADVANTAGEOUS))


def test_figure_4a_has_32_representations_and_8_are_stored():
    boards = representations()
    assert len({frozenset(each) for each in boards}) == 32
    arrays = patterns(boards)
    assert len(arrays) == 32  # each is whole in one sector
    assert len(set(arrays)) == 8


def test_eight_lines_are_two_stored_patterns():
    assert len({frozenset(each) for each in lines()}) == 8
    assert set(patterns(lines())) == {tuple(vector(DANGEROUS[entry], OPPONENT)) for entry in (1, 2)}


def test_compare_finds_every_line_by_these_two():
    assert [found(each) for each in lines()] == [1] * 4 + [2] * 4


def test_eight_stored_representations_are_enough_for_all_32(own_patterns):
    """And fewer are not: each of the eight is needed for its four."""
    arrays = sorted(set(patterns(representations())))
    own_patterns.restart()
    for left_out in (None, *range(8)):
        kept = [each for place, each in enumerate(arrays) if place != left_out]
        seen = []
        for board in representations():
            own_patterns.restart()
            store(kept)
            own_patterns.put(dict.fromkeys(at(board), OPPONENT), count=18)
            seen.append("COMPARE" in chain(own_patterns.move(MIDDLE, MIDDLE)))
        assert seen.count(True) == (32 if left_out is None else 28)


def test_the_reflections_of_figure_4a_are_eight():
    assert len(list(reflections(FIGURE_4A))) == 8
    assert all(sum(row == other for _, other in FIGURE_4A) in (1, 3) for _, row in FIGURE_4A)  # three in a row


@pytest.mark.parametrize("quarters", range(4))
def test_three_in_a_line_are_found_while_they_can_become_four(quarters):
    three = turned(LINE[:3], quarters)
    fourth = at(turned(LINE[3:], quarters))[0]
    assert found(three) == 3
    nps = program()
    nps.restart()
    nps.put(dict.fromkeys(at(three), OPPONENT) | {fourth: MACHINE}, count=18)
    assert "COMPARE" not in chain(nps.move(MIDDLE, MIDDLE))


def test_what_is_in_the_rest_of_the_sector_does_not_matter():
    assert found([*LINE, (2, 1), (3, 2)]) == 1
