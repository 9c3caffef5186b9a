import pytest

from host.games.wally_board import POINTS, BoardWatch, Point
from host.panel import colours
from host.panel.kim1.layout import go_place, go_point_at, go_spacing

PAGE = 0x0300


def stone(user, point):
    """Return the colour in the middle of a point, right of it, so that no mark is met."""
    x, y = go_place(user.panel.panes["go"], point)
    return user.colour((x + go_spacing(user.panel.panes["go"]) * 0.34, y))


def near(colour, other):
    return all(abs(one - two) < 30 for one, two in zip(colour, other, strict=True))


def test_the_stones_in_memory_are_seen(player):
    player.wait(0.2)
    for point in (0x44, 0x4C, 0xC4, 0xCC):
        assert near(stone(player, point), colours.BLACK_STONE)
    assert not near(stone(player, 0x33), colours.BLACK_STONE)
    player.kim.poke(PAGE + 0x33, 0x88)
    player.wait(0.2)
    assert near(stone(player, 0x33), colours.WHITE_STONE)


def test_a_click_plays_there_and_wally_answers(player):
    player.click(go_place(player.panel.panes["go"], 0x37))
    player.wait(2.0)
    stones = player.panel.go.stones
    assert stones[0x37] is Point.WHITE
    assert len(stones) == 6
    last = player.panel.go.last
    assert last[Point.WHITE] == 0x37
    assert f"{last[Point.BLACK]:02X}" == player.kim.display[4:]


def test_a_click_while_wally_prints_waits_until_he_listens(player):
    player.strike("f3", "0", "0", "enter")  # a new game, no handicap: the board is printed, the display is dark
    player.wait(0.6)
    assert player.kim.display == "      "
    player.click(go_place(player.panel.panes["go"], 0x37))
    player.wait(0.2)
    assert player.kim.display == "      "
    assert player.panel.go.stones == {}
    player.wait(3.0)
    assert player.panel.go.stones[0x37] is Point.WHITE


def test_every_point_is_hit_where_it_is_drawn(player):
    area = player.panel.panes["go"]
    assert all(go_point_at(area, go_place(area, point)) == point for point in POINTS)
    assert go_point_at(area, (area.x + 2, area.y + 2)) is None


def page_with(stones):
    page = bytearray(256)
    page[0x10::16] = b"\xff" * 15
    for point, byte in stones.items():
        page[point] = byte
    return bytes(page)


def test_stones_that_are_only_tried_out_are_not_shown():
    watch = BoardWatch()
    steady, trial = page_with({0x44: 0xC0}), page_with({0x44: 0xC0, 0x55: 0xC3})
    for cycle in range(0, 200_000, 16_000):
        watch.look(steady, cycle)
    for number, cycle in enumerate(range(200_000, 400_000, 16_000)):
        watch.look(trial if number % 2 else steady, cycle)
        assert set(watch.stones) == {0x44}


@pytest.mark.parametrize(("byte", "colour"), [(0xC1, Point.BLACK), (0x89, Point.WHITE)])
def test_the_latest_stone_is_marked_and_a_new_game_has_no_mark(byte, colour):
    watch = BoardWatch()
    watch.look_now(page_with({0x44: 0xC0, 0xCC: 0xC0}))
    assert watch.last == {}
    watch.look_now(page_with({0x44: 0xC0, 0xCC: 0xC0, 0x66: byte}))
    assert watch.last == {colour: 0x66}
    watch.look_now(page_with({}))
    assert watch.last == {}


def test_a_pass_takes_the_mark_of_the_colour_away():
    watch = BoardWatch()
    stones = {0x44: 0xC0, 0xCC: 0xC0}
    watch.look_now(page_with(stones))
    for more, last in (
        ({0x66: 0x88, 0x67: 0xC0}, {Point.WHITE: 0x66, Point.BLACK: 0x67}),
        ({0x77: 0xC0}, {Point.BLACK: 0x77}),  # White has passed
        ({0x78: 0x88}, {Point.WHITE: 0x78, Point.BLACK: 0x77}),  # Black still thinks
        ({0x79: 0xC0}, {Point.WHITE: 0x78, Point.BLACK: 0x79}),
        ({0x55: 0x88}, {Point.WHITE: 0x55, Point.BLACK: 0x79}),
        ({0x56: 0x88}, {Point.WHITE: 0x56}),  # Black has passed
    ):
        watch.look_now(page_with(stones := stones | more))
        assert watch.last == last


def test_the_board_appears_with_the_program_only(user, player):
    assert "go" in player.panel.panes
    player.click_button("go_board")
    assert "go" not in player.panel.panes


def test_without_a_board_in_memory_none_is_shown(kim):
    from tests.panel.kim1.user import User

    assert "go" not in User(kim, board_page=PAGE).panel.panes
