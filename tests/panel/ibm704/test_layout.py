"""Nothing in the 704's window overlaps, everything holds its words, and the page for users names it."""

import itertools
from pathlib import Path

import pytest

from host.desk.ibm704.console import ADDRESSES, KEYS, LAMPS, REGISTERS, WORDS
from host.panel.buttons import shown
from host.panel.canvas import Box, written_width
from host.panel.ibm704 import checkers_pane, commands, layout
from host.panel.ibm704.console_drawing import KEY_LETTERS, LAMP_LETTERS
from host.panel.ibm704.scene import SCENE
from tests.panel.kim1.test_window import inside, overlap

PAGE = Path(__file__).parents[3] / "docs" / "ibm704" / "panel.md"


def around(at, radius):
    return Box(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)


@pytest.mark.parametrize("side", commands.SIDES)
def test_panes_neither_overlap_nor_leave_the_window(side):
    boxes = list(layout.panes(side).values())
    assert all(inside(box, Box(0, 0, layout.WIDTH, layout.HEIGHT)) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))
    assert set(layout.panes(side)) <= set(SCENE.panes)


def test_every_place_of_every_register_has_a_lamp_of_its_own_on_the_plate():
    assert [len(lamps) for lamps in layout.REGISTER_LAMPS] == [register.width for register in REGISTERS]
    small = [around(at, layout.ADDRESS_RADIUS) for lamps in layout.REGISTER_LAMPS[: len(ADDRESSES)] for at in lamps]
    large = [around(at, layout.WORD_RADIUS) for lamps in layout.REGISTER_LAMPS[len(ADDRESSES) :] for at in lamps]
    single = [around(at, layout.INDICATOR_RADIUS) for at in layout.SINGLE_LAMPS]
    boxes = small + large + single
    assert all(inside(box, layout.LAMP_PLATE) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))


def test_equal_places_of_words_stand_below_each_other():
    columns = [[round(x, 6) for x, _ in layout.REGISTER_LAMPS[len(ADDRESSES) + n][-35:]] for n in range(len(WORDS))]
    assert all(each == columns[0] for each in columns)
    assert [round(box.centre[0], 6) for box in layout.ENTRY_KEYS][1:] == columns[0]


def test_keys_and_switches_neither_overlap_nor_leave_the_console():
    boxes = [
        *layout.KEY_BOXES.values(),
        *layout.ENTRY_KEYS,
        *layout.SENSE_SWITCHES,
        layout.ENTRY_CLEAR,
        layout.AUTOMATIC,
        layout.LAMP_PLATE,
    ]
    assert all(inside(box, layout.CONSOLE) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))
    assert set(layout.KEY_BOXES) == {key.name for key in KEYS}


def test_keys_lamps_and_buttons_hold_their_words():
    for name, box in layout.KEY_BOXES.items():
        assert all(written_width(line, KEY_LETTERS) <= box.w - 6 for line in name.split()), name
    for lamp in LAMPS:
        assert all(written_width(line, LAMP_LETTERS) <= layout.INDICATOR_STEP - 1 for line in lamp.title.split()), (
            lamp.name
        )
    for rows, size in (((commands.TOOLBAR,), 18), ((commands.PRINTER, commands.READER, commands.PUNCH), 16)):
        for button in itertools.chain(*rows):
            assert written_width(button.label, size) <= button.width - 8 or not button.command, button.label


def test_buttons_lie_in_their_panes():
    rows = (
        (commands.TOOLBAR, layout.TOOLBAR),
        (commands.PRINTER, layout.PRINTER),
        (commands.READER, layout.READER),
        (commands.PUNCH, layout.PUNCH),
    )
    for buttons, pane in rows:
        boxes = [layout.BUTTONS[each.command] for each in buttons if each.command]
        assert all(inside(box, pane) for box in boxes)
        assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))


def test_the_lamps_of_the_board_are_apart_and_in_their_boxes():
    lamps = [around(checkers_pane.lamp(number), checkers_pane.LAMP_RADIUS) for number in range(36)]
    assert all(inside(box, Box(0, 0, checkers_pane.MAP_WIDTH, checkers_pane.MAP_HEIGHT)) for box in lamps)
    assert not any(overlap(*pair) for pair in itertools.combinations(lamps, 2))
    maps = [checkers_pane.map_box(number) for number in range(4)]
    assert all(inside(box, layout.SIDE) for box in (*maps, checkers_pane.BOARD))
    assert not any(overlap(*pair) for pair in itertools.combinations((*maps, checkers_pane.BOARD), 2))


def test_the_help_fits_its_box():
    for column in SCENE.help:
        assert 70 + column.at[1] + 36 + 30 * len(column.rows) <= layout.HEIGHT - 60, column.title
        right = [other.at[0] for other in SCENE.help if other.at[0] > column.at[0]]
        room = min(right, default=layout.WIDTH - 320) - column.at[0] - 86
        assert all(written_width(text, 19) <= room for _, text in column.rows), column.title


def test_the_page_for_users_names_every_key_and_every_button():
    page = PAGE.read_text(encoding="utf-8")
    assert [key for key in commands.HELP if f"`{shown(key)}`" not in page] == []
    assert [key.name for key in KEYS if f"{key.name}" not in page or f"`{key.pc_key.capitalize()}`" not in page] == []
    rows = (commands.TOOLBAR, commands.PRINTER, commands.READER, commands.PUNCH)
    labels = {each.label for row in rows for each in row if each.label}
    assert [label for label in labels if f"**{label}**" not in page] == []
