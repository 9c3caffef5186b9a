"""Whole terminals: where panes stand, how rows and columns that are left over are shared out, what is cut off."""

from __future__ import annotations

from dataclasses import replace

from host.ui import characters
from host.ui.sheet import CURSOR, Sheet, text_of
from tests.faces import invented
from tests.faces.invented import CONSOLE, DISPLAY, GO, PAD, PAPER, SQUARES, TUBE, pane

FULL = """\
╭─ display ────────────────────────────────╮╭─ go ───────────────────────────────────╮
│                ▀▀▀▄                      ││   1 2 3 4 5                            │
│                   █                      ││ 1 ●─○─┬─┬─┐                            │
│                   ▄                      ││ 2 ├─┼─┼─┼─┤                            │
│                   █                      ││ 3 ├─┼─╋─┼─┤                            │
│                                          ││ 4 ├─┼─┼─┼─┤                            │
│  GO  ⏎   ST F1                           ││ 5 └─┴─┴─┴─┘                            │
│ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀                          │╰────────────────────────────────────────╯
│  7       8   x                           │╭─ paper ────────────────────────────────╮
│ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀                          ││ HELLO                                  │
╰──────────────────────────────────────────╯│ WORLD                                  │
╭─ console ────────────────────────────────╮│                                        │
│ AC ●○● ○●○  52  ◐ READY                  ││                                        │
│ a label                                  ││                                        │
│ 100 000 000 000                          ││                                        │
╰──────────────────────────────────────────╯╰────────────────────────────────────────╯
╭─ keys ───────────────────────────────────╮╭─ points ───────────────────────────────╮
│ F12       help                           ││                                        │
│ F7        stand still, go on             ││                                        │
│ Ctrl-O    open a file                    ││                                        │
│ F4        goes wrong                     ││                                        │
│ Ctrl-Q    leave                          ││                                        │
│ Enter     GO: a key of the pad           ││                                        │
│ F1        ST: a key of the pad           ││                                        │
│ 7         7: a key of the pad            ││                                        │
│ 8         8: a key of the pad            ││                                        │
│ x         8: a key of the pad            ││                                        │
│                                          ││                                        │
│                                          ││        ⡀                               │
╰──────────────────────────────────────────╯╰────────────────────────────────────────╯
 press a key
 running
 F12 help │ F7 pause │ Ctrl-O open │ F4 wrong │ Ctrl-Q quit
"""
LOW = """\
╭─ display ───────╮╭─ go ──────────────╮
│    ▀▀▀▄         ││   1 2 3 4 5       │
│       █         ││ 1 ●─○─┬─┬─┐       │
│       ▄         ││ 2 ├─┼─┼─┼─┤       │
│       █         ││ 3 ├─┼─╋─┼─┤       │
╰─────────────────╯╰───────────────────╯
 press a key
 running
 F12 help │ Ctrl-X next page, 1 of 4
"""


def everything():
    names = tuple("12345")
    board = replace(GO, rows=5, columns=5, row_names=names, column_names=names, stars=(12,))
    sides = (pane("go", board), pane("paper", PAPER), pane("points", invented.POINTS))
    controller = invented.controller(DISPLAY, *(replace(each, column=1) for each in sides), CONSOLE)
    controller.machine.m.cells = list("#o" + " " * 23)
    controller.machine.printed += b"HELLO\r\nWORLD"
    controller.machine.m.points = [[0, 0, 12]]
    controller.refresh()
    return controller


def test_a_terminal_with_room_for_everything():
    assert text_of(everything(), 86, 33) == FULL


def test_rows_that_are_left_over_are_shared_out():
    places = []
    for rows in (30, 31, 32):
        lines = text_of(everything(), 86, rows).splitlines()
        places.append([next(row for row, line in enumerate(lines) if name in line) for name in ("─ paper", "─ points")])
    assert places == [[8, 15], [8, 15], [8, 16]]


def test_columns_that_are_left_over_are_shared_out():
    growing = pane("points", invented.POINTS), replace(pane("paper", PAPER), column=1)
    seams = [
        text_of(invented.controller(*growing), columns, 24).splitlines()[0].index("╮╭") for columns in (80, 81, 82, 83)
    ]
    assert seams == [39, 40, 40, 41]


def test_what_is_too_high_is_cut_off_at_the_bottom():
    assert text_of(everything(), 40, 9) == LOW


def test_a_pane_beside_a_board_needs_all_of_its_columns():
    controller = invented.controller(pane("squares", SQUARES, PAD))
    needed = 26 + 3 + 15 + 4  # the board, the blanks after it, the keys, the frame
    assert text_of(controller, needed, 24).splitlines()[1].startswith("│ 8                             GO")
    assert "GO" not in text_of(controller, needed - 1, 24).splitlines()[1]


def test_keys_fill_a_line_to_its_end():
    keys = invented.Keys(name="pad", keys=invented.grid("ABCDEFGH", 8, label="man"))
    assert [line.plain.count("man") for line in characters.drawn(keys, (), 5 * 3 + 2, 0, {})] == [3, 3, 2]
    assert [line.plain.count("man") for line in characters.drawn(keys, (), 5 * 3 + 1, 0, {})] == [2, 2, 2, 2]
    assert [line.plain.count("man") for line in characters.drawn(keys, (), 3, 0, {})] == [1] * 8


def test_the_cursor_of_a_screen_is_where_the_next_character_comes():
    controller = invented.controller(pane("paper", replace(PAPER, glass=True)))
    controller.machine.printed += b"X" * 40 + b"\r\nAB"
    for columns, text in ((80, "AB"), (36, "AB"), (36, "ABC" * 12)):
        controller.machine.printed += text.encode()[2:]
        controller.refresh()
        sheet = Sheet(controller, columns, 24)
        sheet.look()
        found = [
            (line.plain[: span.start].rstrip(), span.end - span.start)
            for line in sheet.lines
            for span in line.spans
            if span.style == CURSOR
        ]
        end = text[len(text) // 32 * 32 :]
        assert found == [(f"│ {end}", 1)]


def test_two_tubes_stand_beside_each_other_from_116_columns_on():
    tubes = pane("left", TUBE), replace(pane("right", replace(TUBE, name="other")), column=1)
    counts = [
        text_of(invented.controller(*tubes, keys={}), columns, 24).splitlines()[0].count("╭") for columns in (115, 116)
    ]
    assert counts == [1, 2]


def test_lamps_keys_and_a_label_stand_in_one_line_if_they_fit():
    lamp = invented.Lamps(name="single", rows=(invented.LampRow("READY", invented.places(1)),), radius=5,
                          lit=invented.AMBER, dark=invented.BROWN)  # fmt: skip
    keys = invented.Keys(name="pad", keys=invented.grid("AB", 2))
    controller = invented.controller(pane("line", lamp, keys, invented.CONSOLE.parts[2]), keys={})
    controller.shown["single"] = [[0]]
    fitting = 7 + 3 + 7 + 3 + 16 + 4  # lamp, keys, label, blanks between, the frame
    assert text_of(controller, fitting, 24).splitlines()[1].startswith("│ ○ READY    A   B    a label")
    assert text_of(controller, fitting - 1, 24).splitlines()[2].startswith("│ a label")


def test_lines_of_a_tube_begin_where_a_block_of_its_columns_would():
    value = {"body": ["A"], "columns": 20}
    (line,) = [each.plain for each in characters.glass(value, 40, 12, "screen") if "A" in each.plain]
    assert line.index("A") == 10


def test_the_rim_gives_way_to_long_rows():
    wide = {"head": ["A"], "body": ["B" * 34, "C"]}
    lines = [line.plain.rstrip() for line in characters.glass(wide, 40, 9, "screen")]
    assert lines[:4] == [
        " ╭──────────────── A ─────────────────╮",
        f" │ {'B' * 34} │",
        "╭╯ C                                  ╰╮",
        "│                                      │",
    ]
    assert lines[6:] == [
        "╰╮                                    ╭╯",
        " ╰─╮                                ╭─╯",
        "   ╰────────────────────────────────╯",
    ]
    high = {"head": ["A", "W" * 30], "body": [], "foot": "F" * 30}
    lines = [line.plain.rstrip() for line in characters.glass(high, 40, 30, "screen")]
    assert lines[:3] == [
        "      ╭──────────────────────────╮",
        "   ╭──╯            A             ╰──╮",
        f"  ╭╯ {'W' * 30} ╰╮",
    ]
    assert lines[-3:] == [
        "  ╰╮                                ╭╯",
        f"   │ {'F' * 30} │",
        "   ╰────────────────────────────────╯",
    ]
