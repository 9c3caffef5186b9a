"""Any panel in a text terminal: what each part looks like, where clicks and keys go, every size of terminal."""

from __future__ import annotations

import asyncio
import functools
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text

from emulators.errors import IronboardError
from host.ui import characters, parts, terminal
from host.ui.sheet import Sheet, text_of
from host.ui.terminal import Terminal
from tests.faces import invented
from tests.faces.invented import CONSOLE, DISPLAY, GO, PAD, PAPER, PITS, SQUARES, TUBE, pane

SMALL, LARGE = (80, 24), (120, 40)
FRAME = 0.025


def driven(test):
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*arguments, **options):
        asyncio.run(test(*arguments, **options))

    return run


class User:
    """The application, whoever sits at it, and the clock."""

    def __init__(self, app, pilot):
        self.app, self.pilot, self.controller = app, pilot, app.controller
        self.m, self.given = app.controller.machine.m, app.controller.machine.given

    async def wait(self, seconds=FRAME):
        await self.pilot.pause()
        for _ in range(max(1, round(seconds / FRAME))):
            self.controller.now.time += FRAME
            self.app.tick()
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.wait()

    @property
    def screen(self):
        return "\n".join(line.plain for line in self.app.panel_view.sheet.lines)

    def place(self, text, nth=0):
        """Return where a text is on the screen: column, row."""
        found = [(line.index(text), row) for row, line in enumerate(self.screen.split("\n")) if text in line]
        return found[nth]

    async def click(self, text, right=0, down=0):
        x, y = self.place(text)
        await self.pilot.click(offset=(x + right, y + down))
        await self.wait()


@asynccontextmanager
async def opened(controller, size=SMALL):
    app = Terminal(controller, frames=0)
    async with app.run_test(size=size, tooltips=False) as pilot:
        await pilot.pause()
        yield User(app, pilot)


def colours(controller, text, size=SMALL):
    """Return the colours of the first character of a text: ink, ground."""
    sheet = Sheet(controller, *size)
    sheet.look()
    line = next(line for line in sheet.lines if text in line.plain)
    style = line.get_style_at_offset(terminal.App().console, line.plain.index(text))
    return style.color and style.color.triplet, style.bgcolor and style.bgcolor.triplet


# ---------------------------------------------------------------- what parts look like


def test_digits_are_drawn_segment_by_segment():
    lines = text_of(invented.controller(DISPLAY), *SMALL).splitlines()
    shown = [line[lines[1].index("▀") :].strip("│ ") for line in lines[1:6]]
    assert shown == ["▀▀▀▄", "█", "▄", "█", ""]


def test_lamps_are_discs_rings_and_halves_with_the_number_after_them():
    controller = invented.controller(CONSOLE)
    shown = text_of(controller, *SMALL)
    assert "AC ●○● ○●○  52" in shown
    assert "◐ READY" in shown
    assert colours(controller, "●")[0] == invented.AMBER
    assert colours(controller, "○")[0] == invented.BROWN


def test_lamps_that_fill_a_line_end_below_each_other():
    counts = {"AC": 38, "P": 37, "MQ": 36}
    rows = tuple(invented.LampRow(name, invented.places(count)) for name, count in counts.items())
    part = invented.Lamps(name="lamps", rows=rows, radius=5, lit=invented.AMBER, dark=invented.BROWN)
    controller = invented.controller(pane("lamps", part))
    controller.shown["lamps"] = [[16] * count for count in counts.values()]
    lines = [line for line in text_of(controller, *SMALL).splitlines() if "●" in line]
    assert [line[:14] for line in lines] == ["│ AC ●● ●●● ●●", "│ P   ● ●●● ●●", "│ MQ    ●●● ●●"]
    assert len({line.rindex("●") for line in lines}) == 1


def test_lamps_that_lie_below_each_other_are_a_map_with_its_number_below():
    rows = tuple(
        invented.LampRow(name, ((30, 0), (10, 20), (50, 20), (10, 40)), number=f"{name} number")
        for name in ("BM", "WM")
    )
    part = invented.Lamps(name="lamps", rows=rows, radius=5, lit=invented.AMBER, dark=invented.BROWN)
    controller = invented.controller(pane("maps", part))
    controller.shown |= {"lamps": [[16, 0, 16, 16], [0, 8, 0, 0]], "BM number": "1", "WM number": "20"}
    lines = [line.strip("│╭╮╰╯") for line in text_of(controller, *SMALL).splitlines()[1:6]]
    assert [line.rstrip() for line in lines] == [" BM  WM", "  ●   ○", " ○ ● ◐ ○", " ●   ○", " BM 1             WM 20"]


def test_a_key_that_is_down_stands_in_brackets_and_has_the_key_of_the_pc_on_it():
    controller = invented.controller(DISPLAY)
    lines = text_of(controller, *SMALL).splitlines()
    assert lines[6].startswith("│  GO  ⏎   ST F1 ")
    assert lines[7].startswith("│ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ")
    assert lines[8].startswith("│  7       8   x ")
    controller.press("pad", "7")
    assert "[7    ]" in text_of(controller, *SMALL)
    assert "[" not in text_of(controller, *SMALL).replace("[7    ]", "")


def test_switches_that_do_not_fit_as_keys_are_digits():
    controller = invented.controller(CONSOLE)
    assert "[0 ]  1    2  " in text_of(controller, *SMALL)
    assert "100 000 000 000" in text_of(controller, 40, 24)


def test_levers_change_their_colour_from_octal_digit_to_octal_digit():
    levers = invented.Keys(name="levers", columns=36, keys=invented.grid([str(place) for place in range(12)], 36))
    (line,) = characters.drawn(levers, ["4"], 40, 0, {})
    assert line.plain == "000 010 000 000"
    grounds = [span.style.bgcolor.triplet for span in line.spans if span.style.bgcolor]
    light, dark, down = grounds[0], grounds[3], grounds[4]
    assert grounds == [light] * 3 + [dark, down, dark] + [light] * 3 + [dark] * 3
    assert len({light, dark, down}) == 3


def test_texts_stand_beside_each_other_as_long_as_they_fit():
    texts = [Text(each) for each in ("12345", "123", "1")]
    assert [line.plain for line in characters.flowed(texts, 10)] == ["12345  123", "1"]
    assert [line.plain for line in characters.flowed(texts, 9)] == ["12345", "123  1"]


def test_a_go_board_has_its_stones_stars_and_names():
    controller = invented.controller(pane("go", GO))
    controller.machine.m.cells[16], controller.machine.m.cells[33] = "#", "o"
    controller.refresh()
    lines = text_of(controller, *SMALL).splitlines()
    assert lines[1].startswith("│   1 2 3 4 5 6 7 8 9 A B C D E F")
    assert lines[3].startswith("│ 2 ├─●─┼─┼─")
    assert lines[4].startswith("│ 3 ├─┼─┼─○─┼─")
    assert lines[9].startswith("│ 8 ├─┼─┼─┼─┼─┼─┼─╋─")
    plain = colours(controller, "●")
    controller.machine.m.marks = [16]
    controller.refresh()
    assert colours(controller, "●") != plain
    assert colours(controller, "○")[0] == (255, 255, 255)


def test_columns_of_a_go_board_with_long_names_have_their_last_digits():
    board = replace(GO, columns=11, column_names=tuple(str(number) for number in range(1, 12)))
    assert (
        text_of(invented.controller(pane("go", board)), *SMALL).splitlines()[1].startswith("│   1 2 3 4 5 6 7 8 9 0 1 ")
    )


def test_a_board_of_squares_has_letters_and_the_chosen_one_in_brackets():
    controller = invented.controller(pane("squares", SQUARES))
    m = controller.machine.m
    m.squares[0], m.squares[1], m.squares[8], m.squares[9], m.squares[63] = "Q", "b", "W", "q", "B"
    m.chosen = 9
    controller.refresh()
    lines = text_of(controller, *SMALL).splitlines()
    assert lines[1].startswith("│ 8  Q  b ")
    assert lines[2].startswith("│ 7  W [q]")
    assert lines[8].startswith("│ 1 " + " " * 22 + "B ")
    assert lines[9].startswith("│    a  b  c  d  e  f  g  h ")
    assert colours(controller, "Q")[0] == (255, 255, 255)
    assert colours(controller, "B")[0] == (10, 10, 10)


def test_squares_alternate_and_those_with_a_mark_have_a_colour_of_their_own():
    lines = characters.drawn(SQUARES, {"cells": [" "] * 64, "marks": [9], "chosen": -1}, 40, 0, {})
    grounds = [[span.style.bgcolor.triplet for span in line.spans if not isinstance(span.style, str)] for line in lines]
    light, dark = grounds[0][:2]
    marked = grounds[1].pop(1)
    assert grounds[0] == [light, dark] * 4
    assert grounds[1] == [dark, *[dark, light] * 3]
    assert grounds[7] == [dark, light] * 4, "A1 is dark"
    assert len({light, dark, marked}) == 3


def test_a_board_whose_cells_have_names_shows_those_at_its_ends():
    names = tuple(str(cell // 2 + 1) if (cell + cell // 4) % 2 else "" for cell in range(16))
    board = invented.Board(name="squares", box=invented.Box(0, 0, 9, 9), rows=4, columns=4, style="squares", men={},
                           names=names)  # fmt: skip
    lines = text_of(invented.controller(pane("board", board)), *SMALL).splitlines()
    assert lines[1].split() == ["│", "1", "2", "│"]
    assert lines[4].split() == ["│", "7", "8", "│"]


def test_what_belongs_to_a_board_stands_beside_it_where_there_is_room():
    controller = invented.controller(pane("squares", SQUARES, PAD))
    assert text_of(controller, *SMALL).splitlines()[1].startswith("│ 8                             GO  ⏎ ")
    assert text_of(controller, 40, 24).splitlines()[1].rstrip("│ ") == "│ 8"
    assert text_of(controller, 40, 24).splitlines()[10].startswith("│  GO  ⏎ ")


def test_keys_that_do_not_fit_go_to_the_next_line():
    many = invented.Keys(name="pad", columns=12, keys=invented.grid("ABCDEFGHIJKL", 12, label="man"))
    lines = text_of(invented.controller(pane("men", many)), 40, 24).splitlines()
    assert [line.count("man") for line in lines[1:4]] == [6, 6, 0]


def test_pits_have_the_numbers_of_their_stones():
    assert "│ (  7) ( 12)  " in text_of(invented.controller(pane("pits", PITS)), *SMALL)


def test_pits_stand_where_the_board_has_cells():
    board = replace(PITS, rows=3, columns=4, column_names=tuple("abcd"))
    controller = invented.controller(pane("pits", board))
    controller.shown["pits"] = {"cells": [*"-45-", "1", "-", "-", "0", *"-36-"], "marks": [], "chosen": -1}
    assert [line.rstrip(" │") for line in text_of(controller, *SMALL).splitlines()[1:5]] == [
        "│   a     b     c     d",
        "│       (  4) (  5)",
        "│ (  1)             (  0)",
        "│       (  3) (  6)",
    ]


def test_paper_is_as_wide_as_its_columns():
    controller = invented.controller(pane("paper", PAPER))
    controller.machine.printed += b"X" * 40 + b"\nY\n"
    controller.refresh()
    lines = text_of(controller, *SMALL).splitlines()
    assert lines[1].startswith(f"│ ∘ {'X' * 40}  ∘   ".replace("  ∘", " ∘"))
    assert lines[2].startswith(f"│ ∘ Y{' ' * 40}∘   ")


def test_the_keys_are_listed_where_there_is_room_and_nothing_else_to_show():
    assert "─ keys ─" in text_of(invented.controller(DISPLAY), 80, 20)
    assert "─ keys ─" not in text_of(invented.controller(DISPLAY), 80, 19)
    assert "─ keys ─" not in text_of(invented.controller(DISPLAY, pane("paper", PAPER)), 80, 40)
    shown = text_of(invented.controller(DISPLAY), *LARGE)
    assert "│ F7        stand still, go on" in shown
    assert "│ Enter     GO: a key of the pad" in shown
    assert "│ Enter     GO  " in text_of(invented.controller(CONSOLE), *LARGE)


def test_points_of_a_tube_are_braille_dots():
    controller = invented.controller(pane("points", invented.POINTS))
    controller.machine.m.points = [[0, 0, 12], [1023, 1023, 3]]
    controller.refresh()
    shown = text_of(controller, *SMALL)
    assert shown.count("⡀") == shown.count("⠈") == 1
    lines = shown.splitlines()
    assert next(row for row, line in enumerate(lines) if "⠈" in line) == 1
    assert next(row for row, line in enumerate(lines) if "⡀" in line) == 19
    assert colours(controller, "⡀")[0] == (127, 255, 127)


def test_every_dot_of_a_character_is_a_point():
    part = replace(invented.POINTS, dots=4)
    shown = [[characters.points(part, [[x, y, 12]], 2, 1)[0].plain for y in (3, 2, 1, 0)] for x in range(4)]
    left, right = ["⠁", "⠂", "⠄", "⡀"], ["⠈", "⠐", "⠠", "⢀"]
    assert shown == [[f"{each}{blank}" for each in column] for column, blank in ((left, " "), (right, " "))] + [
        [f" {each}" for each in column] for column in (left, right)
    ]
    assert characters.points(part, [[0, 3, 12], [1, 0, 12], [3, 3, 1]], 2, 1)[0].plain == "⢁⠈"


def test_cards_are_counted_and_the_first_ones_can_be_read():
    controller = invented.controller(pane("cards", invented.CARDS))
    controller.machine.m.cards = ["MOVE 11-15", "PLAY", "NEW"]
    controller.refresh()
    shown = text_of(controller, *SMALL)
    assert "3 cards" in shown
    assert "MOVE 11-15" in shown
    assert "NEW" not in shown


def test_a_round_tube_has_head_body_and_foot_within_its_rim():
    controller = invented.controller(pane("tube", TUBE), keys={})
    controller.machine.m.tube = {"head": ["DAYFILE"], "body": ["FIRST", "SECOND"], "foot": "GO."}
    controller.refresh()
    lines = text_of(controller, *SMALL).splitlines()
    assert lines[0].count("─") > 20
    assert "─ DAYFILE ─" in lines[0]
    assert "FIRST" in lines[1]
    assert "─ GO. ─" in lines[20]
    assert lines[1].index("FIRST") == lines[2].index("SECOND")


BODY = ["00.00.01. LINE ONE", *(f"LINE {number}" for number in range(2, 13))]
GLASS = """\
    ╭────────── DAYFILE ───────────╮
 ╭──╯            KALAH             ╰──╮
╭╯         LINE 2            ▲        ╰╮
│          LINE 3                      │
│          LINE 4                      │
│          LINE 5                      │
│          LINE 6                      │
│          LINE 7                      │
│          LINE 8                      │
╰╮         LINE 9                     ╭╯
 ╰──╮      LINE 10           ▼     ╭──╯
    ╰──────────── GO. ─────────────╯
"""
ROOMY = {
    0: "      ╭──────────────────────────╮",
    1: "   ╭──╯         DAYFILE          ╰──╮",
    2: "  ╭╯                                ╰╮",
    13: "│                                      │",
    14: "│                  A                   │",
    16: "│                  C                   │",
    17: "│                                      │",
    24: "╰╮                                    ╭╯",
    28: "   ╰──╮           GO.            ╭──╯",
    29: "      ╰──────────────────────────╯",
}


def drawing(value, columns, rows):
    return "".join(f"{line.plain.rstrip()}\n" for line in characters.glass(value, columns, rows, "screen"))


def test_the_rim_of_a_tube_makes_room_for_its_rows_and_arrows_say_where_they_go_on():
    value = {"head": ["DAYFILE", "KALAH"], "body": BODY, "foot": "GO."}
    assert drawing({**value, "shift": 1}, 40, 12) == GLASS
    assert drawing({**value, "shift": 2, "end": True}, 40, 12) == GLASS
    first, last = drawing(value, 40, 12), drawing({**value, "shift": 99}, 40, 12)
    assert ("▲" in first, "▼" in first, "▲" in last, "▼" in last) == (False, True, True, False)
    assert drawing({**value, "body": BODY[:9]}, 40, 12).count("LINE 9") == 1
    assert "▼" not in drawing({**value, "body": BODY[:9]}, 40, 12)


def test_on_a_high_tube_head_and_foot_are_within_the_rim_and_a_picture_is_in_the_middle():
    lines = drawing({"head": ["DAYFILE"], "body": [*"ABC"], "foot": "GO.", "centred": True}, 40, 30).splitlines()
    assert {number: lines[number] for number in ROOMY} == ROOMY
    assert len(lines) == 30


def test_long_lines_of_a_tube_go_on_below_but_a_picture_is_cut_off():
    digits = "0123456789" * 5
    long = {"body": [digits, "END"]}
    assert drawing(long, 40, 12).splitlines()[1:4] == [f"│{digits[:38]}│", f"│{digits[38:]:<38}│", f"│{'END':<38}│"]
    assert drawing({**long, "centred": True}, 40, 12).splitlines()[5:7] == [f"│{digits[:38]}│", f"│{'END':<38}│"]


def test_a_tube_stands_in_the_middle_of_a_place_that_is_too_large():
    lines = drawing({"body": ["HERE"]}, 200, 60).splitlines()
    assert lines[:7] == [""] * 7
    assert len(lines) == 7 + 46
    assert lines[30] == " " * 61 + "│" + " " * 76 + "│"


def test_paper_has_bars_folds_and_long_lines_go_on():
    controller = invented.controller(pane("paper", PAPER))
    controller.machine.printed += b"".join(b"LINE %d\n" % number for number in range(70)) + b"X" * 39
    controller.refresh()
    lines = text_of(controller, 36, 24).splitlines()
    assert lines[-7].startswith("│ LINE 69")
    assert lines[-6] == "│ " + "X" * 32 + " │"
    assert lines[-5].startswith("│ XXXXXXX ")
    assert lines[-4].startswith("╰")
    assert colours(controller, "LINE 69")[1] != colours(controller, "LINE 68")[1] == colours(controller, "LINE 66")[1]
    sheet = Sheet(controller, *SMALL)
    sheet.look()
    folded = [
        line.plain.split(" ")[2:5] for line in sheet.lines if any("underline" in str(each) for each in line.spans)
    ]
    assert folded == [["LINE", "65", ""]]


# ---------------------------------------------------------------- hands


@driven
async def test_keys_of_the_pc_press_those_of_the_machine_for_a_moment():
    async with opened(invented.controller(DISPLAY)) as user:
        await user.press("7")
        assert user.given == [("down", "7")]
        await user.wait(0.1)
        assert user.m.down == ["7"]
        await user.wait(0.1)
        assert user.given == [("down", "7"), ("up", "7")]
        await user.press("X", "enter", "z", "ctrl+g")
        assert [value for kind, value in user.given if kind == "down"] == ["7", "8", "GO"]


@driven
async def test_some_keys_are_held_longer_than_others():
    slow = replace(PAD, keys=tuple(key._replace(hold=0.6) if key.name == "7" else key for key in PAD.keys))
    async with opened(invented.controller(pane("pad", slow))) as user:
        await user.press("7")
        await user.wait(0.5)
        assert user.m.down == ["7"]
        await user.wait(0.15)
        assert user.m.down == []
        await user.press("8")
        await user.wait(0.2)
        assert user.m.down == []


@driven
async def test_a_key_on_the_screen_is_down_as_long_as_the_mouse_is():
    async with opened(invented.controller(DISPLAY)) as user:
        x, y = user.place("ST")
        await user.pilot.mouse_down(offset=(x, y))
        await user.wait(5.0)
        assert user.given == [("down", "ST")]
        assert "[ST F1]" in user.screen
        await user.pilot.mouse_up(offset=(0, 0))
        assert user.given == [("down", "ST"), ("up", "ST")]
        await user.wait()
        assert "[ST F1]" not in user.screen
        await user.click(" 8   x", right=1, down=1)
        assert user.given[-1] == ("up", "8"), "the edge of the key"


@driven
async def test_a_click_on_a_board_names_its_cell():
    async with opened(invented.controller(pane("go", GO), pane("squares", SQUARES, column=1))) as user:
        await user.click("1 ┌", right=2)
        await user.click("F └", right=2 + 2 * 14)
        await user.click("8   ", right=2)
        assert user.given == [("go", 0), ("go", 224), ("squares", 0)]
        await user.click("1 2 3")
        assert len(user.given) == 3, "not a cell"


@driven
async def test_switches_are_clicked():
    async with opened(invented.controller(CONSOLE)) as user:
        await user.click(" 11 ", right=1)
        assert user.given == [("switches", "11")]


@driven
async def test_what_is_under_the_mouse_is_explained():
    async with opened(invented.controller(DISPLAY)) as user:
        await user.pilot.hover(offset=user.place("ST"))
        await user.wait()
        assert "a key of the pad" in user.screen.splitlines()[-1]
        await user.pilot.hover(offset=(0, 0))
        await user.wait()
        assert "F7 pause" in user.screen.splitlines()[-1]


@driven
async def test_lamps_say_what_they_mean():
    rows = (
        invented.LampRow("AC", invented.places(4), meanings=("sign", "one", "two", "three")),
        invented.LampRow("READY", invented.places(1), meanings=("it is ready",)),
        invented.LampRow("MQ", invented.places(2), meanings=("a bit of MQ",)),
    )
    part = invented.Lamps(name="lamps", rows=rows, radius=5, lit=invented.AMBER, dark=invented.BROWN)
    controller = invented.controller(pane("lamps", part))
    controller.shown["lamps"] = [[0] * 4, [0], [0, 0]]
    async with opened(controller) as user:
        said = []
        for text, right in (
            ("○ ○○○", 0),
            ("○ ○○○", 2),
            ("○ ○○○", 4),
            ("○ READY", 0),
            ("○ READY", 3),
            ("MQ ", 3),
            ("MQ ", 4),
        ):
            x, y = user.place(text)
            await user.pilot.hover(offset=(x + right, y))
            said.append(controller.pointed)
        assert said == ["sign", "one", "three", "it is ready", "", "a bit of MQ", "a bit of MQ"]
        await user.pilot.click(offset=user.place("○ READY"))
        assert user.given == []


@driven
async def test_paper_has_the_keyboard_after_tab_or_a_click():
    async with opened(invented.controller(DISPLAY, pane("paper", PAPER, column=1)), LARGE) as user:
        await user.press("tab", "7", "a", "enter", "backspace", "delete", "escape", "ctrl+g")
        assert user.given == [("type", each) for each in ("7", "a", "\r", "\b", "\x7f", "\x1b", "\x07")]
        assert "7a" in user.screen
        await user.press("f1", "f7")
        assert ("down", "ST") in user.given, "keys that are not characters"
        assert user.controller.pacer.paused
        await user.press("tab", "7")
        assert ("down", "7") in user.given
        await user.click("∘", right=3)
        await user.press("7")
        assert user.given[-1] == ("type", "7")
        await user.click("GO")
        await user.press("8")
        assert ("down", "8") in user.given


@driven
async def test_tab_shows_the_page_with_the_paper():
    async with opened(invented.controller(DISPLAY, pane("paper", PAPER))) as user:
        user.controller.machine.printed += b"ON PAPER"
        await user.pilot.resize_terminal(80, 13)
        await user.wait()
        assert "ON PAPER" not in user.screen
        await user.press("tab")
        assert "ON PAPER" in user.screen
        await user.press("ctrl+x")
        assert "ON PAPER" not in user.screen


@driven
async def test_a_text_is_pasted_line_by_line():
    async with opened(invented.controller(pane("paper", PAPER))) as user:
        user.app.panel_view.on_paste(terminal.events.Paste("lost"))
        await user.press("tab")
        user.app.panel_view.on_paste(terminal.events.Paste("A\r\nB\n"))
        assert user.given == [("type", "A\rB\r")]


@driven
async def test_older_lines_are_scrolled_to_and_typing_shows_the_end():
    controller = invented.controller(pane("paper", PAPER))
    controller.machine.printed += b"".join(b"LINE %d\n" % number for number in range(100))
    async with opened(controller) as user:
        await user.wait()
        assert "LINE 99 " in user.screen
        await user.press("pageup")
        assert "LINE 99 " not in user.screen
        assert "LINE 80 " in user.screen
        await user.press("pagedown")
        assert "LINE 99 " in user.screen
        await user.pilot._post_mouse_events([terminal.events.MouseScrollUp], offset=(5, 5))
        await user.wait()
        assert "LINE 98 " not in user.screen
        assert "LINE 97 " in user.screen
        await user.press("tab", "x")
        assert "LINE 99 " in user.screen


@driven
async def test_the_rows_of_a_tube_are_paged():
    controller = invented.controller(pane("tube", TUBE), keys={})
    controller.machine.m.tube = {"body": [f"ROW {number}." for number in range(40)], "foot": "", "head": []}
    controller.refresh()
    async with opened(controller) as user:
        assert "ROW 0." in user.screen
        assert "▼" in user.screen
        await user.press("pagedown", "pagedown", "pagedown")
        assert "ROW 39." in user.screen
        assert "▲" in user.screen
        await user.press("pageup")
        assert "ROW 39." not in user.screen
        await user.press("x")
        assert "ROW 0." in user.screen
        controller.machine.m.tube = {**controller.machine.m.tube, "end": True}
        await user.wait()
        assert "ROW 39." in user.screen
        await user.press("pageup")
        assert "ROW 39." not in user.screen
        assert ("screen wheel", 1) not in user.given
        await user.pilot._post_mouse_events([terminal.events.MouseScrollUp], offset=(40, 8))
        assert ("screen wheel", 1) in user.given


# ---------------------------------------------------------------- commands, questions, errors, help


@driven
async def test_commands_have_keys_and_can_be_clicked():
    controller = invented.controller(DISPLAY, game=invented.GAME)
    async with opened(controller) as user:
        assert user.screen.splitlines()[-1].startswith(" F12 help │ p pass │ F7 pause")
        await user.press("f7")
        assert controller.pacer.paused
        await user.click("F7 pause")
        assert not controller.pacer.paused
        await user.press("p")
        assert user.given == [("command", "pass")]


@driven
async def test_what_can_be_done_now_and_the_status_are_at_the_bottom():
    controller = invented.controller(DISPLAY)
    async with opened(controller) as user:
        assert user.screen.splitlines()[-3].rstrip() == " press a key"
        assert user.screen.splitlines()[-2].rstrip() == " running"
        controller.ui["say"] = "press another one"
        controller.tell("a notice")
        await user.wait()
        assert "press another one" in user.screen.splitlines()[-3]
        assert "a notice" in user.screen.splitlines()[-1]
        await user.wait(7.0)
        assert "a notice" not in user.screen


def test_what_can_be_done_now_takes_more_lines_if_it_must():
    controller = invented.controller(DISPLAY)
    controller.shown["now"] = "click a man below the board, " + "then its square " * 5
    lines = text_of(controller, *SMALL).splitlines()
    assert lines[20].startswith(" click a man below")
    assert lines[21].endswith("then its square")


@driven
async def test_an_error_stays_until_it_is_seen():
    async with opened(invented.controller(DISPLAY)) as user:
        user.controller.error = "no such file: " + "long " * 30
        await user.wait(20.0)
        assert "no such file" in user.screen
        assert user.screen.count("long") == 30
        assert "press a key" in user.screen
        await user.press("escape")
        assert "no such file" not in user.screen
        user.controller.error = "x" * 40 + " " + "y" * 37
        await user.wait()
        assert f"{user.controller.error}" in user.screen, "as long as a line"
        user.controller.error = "another one"
        await user.wait()
        await user.click("another one")
        assert "another one" not in user.screen


@driven
async def test_a_question_is_asked_answered_and_left(tmp_path):
    (tmp_path / "wally.ptp").touch()
    answers = []

    def done(text):
        if text == "wrong":
            raise IronboardError("that is wrong")
        answers.append(text)

    async with opened(invented.controller(DISPLAY)) as user:
        user.controller.ask("Which file?", done, "a hint")
        await user.wait()
        await user.press(*"7q", "f7")
        assert not user.given
        assert not user.controller.pacer.paused
        line = user.app.screen.query_one("#line")
        assert line.value == "7q"
        line.value = "wrong"
        await user.press("enter")
        assert answers == []
        assert "that is wrong" in str(user.app.screen.query_one("#wrong").render())
        line.value = f"{tmp_path}/wa"
        await user.press("tab", "enter")
        assert answers == [f"{tmp_path}/wally.ptp"]
        assert len(user.app.screen_stack) == 1
        user.controller.ask("Again?", done)
        await user.wait()
        await user.press("escape")
        assert user.controller.prompt is None
        await user.press("7")
        assert user.given[0] == ("down", "7")


@driven
async def test_a_question_can_lead_to_another_one():
    answers = []
    async with opened(invented.controller(DISPLAY)) as user:
        controller = user.controller
        controller.ask(
            "Which file?",
            lambda first: controller.ask("Replace it?", lambda answer: answers.append((first, answer)), text="no"),
        )
        await user.wait()
        await user.press("a", "enter")
        await user.wait()
        assert user.app.screen.query_one("#line").value == "no"
        await user.press("enter")
        assert answers == [("a", "no")]
        assert len(user.app.screen_stack) == 1
        assert controller.prompt is None


@driven
async def test_help_says_what_keys_and_signs_mean_and_goes_away():
    controller = invented.controller(DISPLAY, game=invented.GAME, help=(("the machine", (("RED", "a lamp"),)),))
    async with opened(controller, LARGE) as user:
        await user.press("f12")
        text = user.app.screen.text
        for each in ("00", "your move", "RED", "a lamp", "F7", "stand still, go on", "GO: a key of the pad"):
            assert each in text
        await user.press("escape")
        assert len(user.app.screen_stack) == 1
        await user.press("question_mark")
        assert len(user.app.screen_stack) == 2
        await user.press("q")
        assert len(user.app.screen_stack) == 1
        assert user.app.return_code is None


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
@driven
async def test_leaving(key):
    async with opened(invented.controller(DISPLAY)) as user:
        await user.press(key)
        assert user.app.return_code == 0


@driven
async def test_time_passes_as_the_clock_says():
    async with opened(invented.controller(DISPLAY)) as user:
        first = user.controller.cycles
        await user.wait(2.0)
        assert user.controller.cycles - first == 2000


# ---------------------------------------------------------------- sizes, pictures


@driven
async def test_every_size_of_terminal_will_do():
    panes = DISPLAY, CONSOLE, pane("go", GO, column=1), pane("paper", PAPER, column=1), pane("tube", TUBE, column=2)
    async with opened(invented.controller(*panes)) as user:
        for size in ((120, 40), (80, 24), (30, 8), (1, 1), (200, 60), (118, 38), (40, 100), (2, 50), (50, 2), (80, 24)):
            await user.pilot.resize_terminal(*size)
            await user.wait()
            assert [len(line) for line in user.app.panel_view.sheet.lines] == [size[0]] * size[1]
            await user.press("ctrl+x", "ctrl+b", "ctrl+b")


def test_what_does_not_fit_goes_to_the_next_page_and_nothing_is_shown_twice():
    controller = invented.controller(DISPLAY, pane("go", GO, column=1), pane("paper", PAPER, column=1), CONSOLE)
    sheet = Sheet(controller, *SMALL)
    seen = []
    for _ in sheet.pages():
        sheet.look()
        text = "\n".join(line.plain for line in sheet.lines)
        seen.append([name for name in ("display", "go", "paper", "console") if f"─ {name} ─" in text])
        sheet.turn()
    assert seen == [["display", "go", "console"], ["paper"]]
    sheet.look()
    assert "display" in sheet.lines[0].plain, "round again"
    sheet.resize(118, 39)
    sheet.look()
    assert sum(f"─ {name} ─" in "\n".join(line.plain for line in sheet.lines) for name in seen[0] + seen[1]) == 4


def test_of_a_group_one_pane_is_shown():
    controller = invented.controller(pane("go", GO, group="side"), pane("squares", SQUARES, group="side"))
    assert "─ go ─" in text_of(controller, *SMALL)
    assert "─ squares ─" not in text_of(controller, *SMALL)
    controller.command("show squares")
    assert "─ go ─" not in text_of(controller, *SMALL)
    assert "─ squares ─" in text_of(controller, *SMALL)


def test_only_what_has_changed_is_drawn_anew():
    controller = invented.controller(DISPLAY, CONSOLE)
    sheet = Sheet(controller, *SMALL)
    assert sheet.look() == [*range(24)]
    assert sheet.look() == []
    controller.machine.m.word ^= 1
    controller.refresh()
    assert sheet.look() == [12]


def test_a_picture_shows_a_large_terminal_if_nothing_is_said(tmp_path):
    terminal.screenshot(invented.controller(DISPLAY), tmp_path / "a.txt")
    lines = (tmp_path / "a.txt").read_text("utf-8").splitlines()
    assert (len(lines[0]), len(lines)) == LARGE


@pytest.mark.parametrize(("name", "begin"), [("a.txt", "╭─ display"), ("a.svg", "<svg")])
def test_pictures(tmp_path, name, begin):
    terminal.screenshot(invented.controller(DISPLAY), tmp_path / name, SMALL)
    text = (tmp_path / name).read_text("utf-8")
    assert text.startswith(begin)
    assert "press" in text


def test_another_kind_of_picture_is_refused(tmp_path):
    with pytest.raises(IronboardError, match=r"\.txt or \.svg"):
        terminal.screenshot(invented.controller(DISPLAY), tmp_path / "a.gif")


def test_the_page_about_fronts_names_every_part():
    page = (Path(__file__).parents[2] / "docs" / "faces.md").read_text("utf-8")
    missing = [each.__name__ for each in parts.Part.__subclasses__() if f"| `{each.__name__}` |" not in page]
    assert missing == []


@driven
async def test_the_bell_of_the_paper_rings_once_in_the_terminal(monkeypatch):
    rung = []
    monkeypatch.setattr(Terminal, "bell", lambda self: rung.append(True))
    async with opened(invented.controller(CONSOLE)) as user:
        await user.wait()
        assert rung == []
        user.controller.paper.bells += 1
        await user.wait(4 * FRAME)
    assert rung == [True]
