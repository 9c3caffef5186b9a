"""Segments and lost pockets: those of the paper's figure, and those of the oracle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.games.boards import Colour
from host.games.go.gtp import vertex
from host.games.go.influence import POCKETS, SEGMENTS, Segment, segments
from host.games.go.rules import Position
from tests.games.go.influence import boards, oracle
from tests.games.go.influence.test_values import STONE, figure2

BLACK, WHITE = Colour.BLACK, Colour.WHITE
FIVE = {  # segments of the paper's figure, by their first nodes
    "A19": Segment(1, WHITE, 42, 6),
    "J19": Segment(2, BLACK, 132, 39),
    "F14": Segment(3, WHITE, 161, 26),
    "S11": Segment(4, WHITE, 14, 11),
    "Q9": Segment(5, BLACK, 12, 9),
}


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_the_five_segments_of_the_papers_figure_and_its_two_pockets(language):
    board, _ = figure2()
    (found,) = boards.analysed(language, [board], POCKETS)
    firsts = {number: point for point, number in reversed(found.segments.numbers.items())}
    assert {vertex(firsts[each.number], 19): each for each in found.segments.segments} == FIVE
    assert [each.size for each in FIVE.values()] == [48, 171, 187, 25, 21]
    assert found.pockets == (FIVE["Q9"], FIVE["A19"])
    assert [each.size for each in found.pockets] == [21, 48]
    assert found.domains.segments == (Segment(1, BLACK, 174, 39), Segment(3, WHITE, 187, 37))


def test_zeros_are_whites():
    board, values = figure2()
    found = segments(boards.position(*board))
    zeros = [node for node, value in values.items() if value == 0]
    assert sorted(vertex(row * 20 + column, 19) for row, column in zeros) == [
        "A19", "B12", "C6", "D15", "E16", "M11", "N1"
    ]  # fmt: skip
    assert {found[row * 20 + column] for row, column in zeros} == {1, 3}
    assert set(segments(Position(9)).values()) == {1}


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_a_board_of_one_side_has_no_pockets(language):
    some = [(19, {}), (9, {(5, 5): -STONE}), (9, dict.fromkeys(oracle.influence(9, {}), STONE))]
    for found, side in zip(boards.analysed(language, some, POCKETS), (WHITE, WHITE, BLACK), strict=True):
        assert found.pockets == ()
        assert found.domains == found.segments
        assert [each.side for each in found.segments.segments] == [side]


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_on_a_board_of_alternate_stones_every_node_is_a_segment(language):
    size = 19 if language == "compass" else 9
    stones = {node: STONE * (-1) ** sum(node) for node in oracle.influence(size, {})}
    boards.compare(language, [(size, stones)], POCKETS)


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_a_segment_as_large_as_its_neighbour_is_not_lost(language):
    """Stripes: the first one, which is smaller, goes; of the four that are left three are equal, one is larger."""
    rows = {1: STONE, 2: -STONE, 3: -STONE, 4: STONE, 5: STONE, 6: -STONE, 7: -STONE, 8: STONE, 9: STONE}
    stones = {(row, column): rows[row] for row in range(1, 10) for column in range(1, 10)}
    (found,) = boards.analysed(language, [(9, stones)], POCKETS)
    assert [each.size for each in found.segments.segments] == [18, 36, 36, 36, 36]
    assert found.pockets == (Segment(1, BLACK, 9, 9),)
    assert [each.size for each in found.domains.segments] == [45, 36, 36, 36]
    boards.compare(language, [(9, stones)], POCKETS)


@settings(deadline=None, max_examples=4)
@given(seeds=st.lists(st.integers(0, 10**9), min_size=1, max_size=4, unique=True))
def test_both_programs_are_the_oracle(seeds):
    some = [oracle.some_board(seed) for seed in seeds]
    for language in boards.LANGUAGES:
        boards.compare(language, some, POCKETS)


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_segments_are_printed_without_pockets_too(language):
    some = [oracle.some_board(seed, size) for seed, size in ((1, 19), (5, 9), (8, 14))]
    boards.compare(language, some, SEGMENTS)
