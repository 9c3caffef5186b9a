"""The 704's panel as data: nothing overlaps on its console, and the page for users names what is there."""

import itertools
from pathlib import Path

import pytest

from host.machines.ibm704.console import ADDRESSES, KEYS, LAMPS, REGISTERS, SWITCHES, WORDS
from host.panels.games import checkers
from host.panels.ibm704.panel import COMMANDS, CONSOLE, LAMP_PLATE, SIDE, panel, written
from host.ui.parts import Box, Buttons, Keys, Lamps, Rect

PAGE = Path(__file__).parents[3] / "docs" / "ibm704" / "panel.md"
PANEL = panel(checkers.GAME, {}, [1, 2, 3, 4])
PARTS = {part.name: part for pane in PANEL.panes for part in pane.parts}


def inside(inner, outer):
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.w <= outer.x + outer.w
        and inner.y + inner.h <= outer.y + outer.h
    )


def overlap(one, other):
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


def around(at, radius):
    return Box(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)


def glasses(*names):
    return [around(at, PARTS[name].radius) for name in names for row in PARTS[name].rows for at in row.places]


def test_every_place_of_every_register_has_a_lamp_of_its_own_on_the_plate():
    registers = [len(row.places) for name in ("addresses", "words") for row in PARTS[name].rows]
    assert registers == [register.width for register in REGISTERS]
    assert len(PARTS["single"].rows) == len(LAMPS)
    boxes = glasses("addresses", "words", "single")
    assert all(inside(box, LAMP_PLATE) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))
    assert PANEL.widths == (*registers, len(LAMPS), 36, 36, 36, 36)


def test_equal_places_of_words_are_below_each_other():
    columns = [[round(x, 6) for x, _ in row.places[-35:]] for row in PARTS["words"].rows]
    assert len(columns) == len(WORDS)
    assert all(each == columns[0] for each in columns)
    assert [round(key.box.centre[0], 6) for key in PARTS["entry"].keys][1:] == columns[0]
    assert len(PARTS["addresses"].rows) == len(ADDRESSES)


def test_keys_and_switches_neither_overlap_nor_leave_the_console():
    boxes = [key.box for part in PARTS.values() if isinstance(part, Keys) for key in part.keys]
    assert len(boxes) == len(KEYS) + 36 + SWITCHES + 2 + 1
    assert all(inside(box, CONSOLE) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations([*boxes, LAMP_PLATE], 2))


def test_the_lamps_of_the_board_are_apart_on_plates_of_their_own():
    pane = next(pane for pane in PANEL.panes if pane.name == "checkers")
    plates = [shape.box for shape in pane.shapes if isinstance(shape, Rect)][::2]
    squares, gaps = PARTS["squares"], PARTS["gaps"]
    assert isinstance(squares, Lamps)
    for plate, row, more in zip(plates, squares.rows, gaps.rows, strict=True):
        boxes = [around(at, squares.radius) for at in row.places] + [around(at, gaps.radius) for at in more.places]
        assert len(boxes) == 36
        assert all(inside(box, plate) for box in boxes)
        assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))
    assert all(inside(box, SIDE) for box in (*plates, PARTS["board"].box))
    assert not any(overlap(*pair) for pair in itertools.combinations((*plates, PARTS["board"].box), 2))


def test_the_lamps_of_a_word_are_laid_out_as_the_board():
    board = PARTS["board"]
    for row in PARTS["squares"].rows:
        left, top = (min(at[axis] for at in row.places) for axis in (0, 1))
        for number, (x, y) in enumerate(row.places):
            column, line = checkers.CELLS[number] % 8, checkers.CELLS[number] // 8
            assert (round((x - left) / checkers.LAMP_STEP), round((y - top) / checkers.LAMP_STEP)) == (column, line)
    assert (board.rows, board.columns, len(board.names)) == (8, 8, 64)
    assert [board.names[cell] for cell in checkers.CELLS] == [str(number) for number in range(1, 33)]


@pytest.mark.parametrize("game", [None, checkers.GAME, checkers.WATCHED])
def test_the_lower_right_corner_shows_what_the_program_has(game):
    shown = panel(game, {}, ())
    group = [pane.name for pane in shown.panes if pane.group == "side"]
    assert group == (["checkers"] if game else []) + ["tube", "legend"]
    assert shown.ui["pane side"] == ("checkers" if game else "legend")
    assert all(pane.box == SIDE for pane in shown.panes if pane.group == "side")


def test_every_button_is_a_command():
    names = {each.name for each in (*PANEL.commands, *checkers.COMMANDS)}
    for part in PARTS.values():
        if isinstance(part, Buttons):
            assert set(part.places) <= names


def test_the_page_for_users_names_every_key_and_every_button():
    page = PAGE.read_text(encoding="utf-8")
    commands = [*COMMANDS, *checkers.COMMANDS]
    assert [each.key for each in commands if each.key and f"`{written(each.key)}`" not in page] == []
    assert [key.name for key in KEYS if key.name not in page or f"`{key.pc_key.capitalize()}`" not in page] == []
    labels = {each.label for each in commands if each.label}
    assert [label for label in labels if f"**{label}**" not in page] == []
