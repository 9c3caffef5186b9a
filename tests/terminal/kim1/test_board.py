"""The Go board of the memory, and moves by clicking."""

from host.games.wally_board import POINTS
from host.kim1 import Kim1
from host.terminal.kim1.goboard import CELL, LEFT, point_at
from tests.terminal.kim1.desk import driven, opened

BORDER, PADDING = 1, 1


def place_of(point):
    """Return where a point is, counted from the widget's corner."""
    row, column = divmod(point, 16)
    return BORDER + PADDING + LEFT + CELL * (column - 1), BORDER + row


def drawn(desk, point):
    """Return the character on a point of the board as it is on the screen."""
    region = desk.app.query_one("#board").region
    x, y = place_of(point)
    return desk.screen.splitlines()[region.y + y][region.x + x]


def test_every_point_has_its_place():
    assert {point_at(LEFT + CELL * (point % 16 - 1), point // 16) for point in POINTS} == set(POINTS)
    assert point_at(0, 1) is None
    assert point_at(LEFT, 0) is None
    assert point_at(LEFT + CELL * 15, 1) is None


@driven
async def test_a_click_plays_the_move_and_wally_answers():
    kim = Kim1(core="compiled")
    kim.boot("wally")
    async with opened(kim) as desk:
        await desk.press("0", "4", "enter")
        await desk.wait(0.8)
        for stone in (0x4C, 0xC4, 0xCC, 0x44):
            assert drawn(desk, stone) == "●"
        assert drawn(desk, 0x34) == "┼"
        await desk.pilot.click("#board", offset=place_of(0x34))
        await desk.wait(2.0)
        assert kim.display[:4] == "3400"
        assert drawn(desk, 0x34) == "○"
        assert drawn(desk, int(kim.display[4:], 16)) == "●"


@driven
async def test_without_a_board_in_memory_the_pane_says_so_and_a_click_does_nothing():
    async with opened() as desk:
        assert "There is no board in memory." in desk.screen
        await desk.pilot.click("#board", offset=place_of(0x34))
        assert not desk.app.finger.busy


@driven
async def test_without_a_board_page_there_is_no_board():
    async with opened(board_page=None) as desk:
        assert "board ──" not in desk.screen
        assert "Teletype" in desk.screen
