"""Where the panes go: arithmetic, for every size of a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.debugger.tui.layout import GAP, HUGE, LARGE, LOWEST, PANES, Box, places, plan

SIZES = {"width": st.integers(1, 400), "height": st.integers(1, 150), "registers": st.integers(1, 20)}


def cells(box):
    return {(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}


def divided(width, height, registers=7, there=PANES):
    return places(plan(width, height, registers), Box(0, 0, width, height), there)


@given(**SIZES)
def test_places_do_not_overlap_and_stay_on_the_desk(width, height, registers):
    found = divided(width, height, registers)
    covered = [cells(place.box) for place in found]
    assert sum(map(len, covered)) == len(set().union(*covered))
    assert set().union(*covered) <= cells(Box(0, 0, width, height))
    assert all(place.box.height >= LOWEST for place in found)


@given(**SIZES, there=st.sets(st.sampled_from(sorted(PANES)), min_size=1))
def test_every_pane_that_is_there_has_one_place_and_others_have_none(width, height, registers, there):
    named = [pane for place in divided(width, height, registers, there) for pane in place.panes]
    assert len(named) == len(set(named))
    assert set(named) <= there
    if width >= 60 and height >= 12 and len(there) == len(PANES):
        assert set(named) == there


@pytest.mark.parametrize("size", [(80, 24), (80, 60), LARGE, (120, 40), (189, 45), HUGE, (300, 100)])
def test_nothing_is_left_empty_but_the_gaps_between_columns(size):
    width, height = size
    covered = set().union(*(cells(place.box) for place in divided(width, height)))
    empty = cells(Box(0, 0, width, height)) - covered
    columns = {x for x, _ in empty}
    assert len(columns) <= 2 * GAP
    assert empty == {(x, y) for x, y in empty if x in columns}


@pytest.mark.parametrize("size", [(80, 24), LARGE, HUGE])
def test_the_registers_are_all_seen(size):
    place = next(place for place in divided(*size) if "registers" in place.panes)
    assert place.box.height >= 7 + 1


def test_a_larger_terminal_shows_more_at_once():
    small, large, huge = (len(divided(*size)) for size in ((80, 24), LARGE, HUGE))
    assert small < large < huge == len(PANES) - 2  # calls and stops share a place, variables and registers
