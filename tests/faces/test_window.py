"""Any panel in a window: what each part looks like, where clicks and keys go, what is in front of all."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from emulators.errors import IronboardError
from host.ui import drawings, lights, overlays, window
from host.ui.canvas import Canvas, Scale
from host.ui.controller import Controller
from host.ui.drawings import BUTTON, BUTTON_HOVER, BUTTON_LIT, FOCUS, LIT, PHOSPHOR, SEGMENT
from host.ui.parts import (
    Board,
    Box,
    Buttons,
    Cards,
    Command,
    Digits,
    Disc,
    Game,
    Key,
    Keys,
    Label,
    LampRow,
    Lamps,
    Line,
    Pane,
    Panel,
    Paper,
    Points,
    Polygon,
    Rect,
    Text,
    Tube,
    row,
)
from tests.faces.invented import Machine
from tests.faces.user import Clock, User

pytestmark = pytest.mark.usefixtures("display")

SIZE = (800, 600)
WHOLE = Box(0, 0, *SIZE)
RED, GREEN, BLUE, WHITE, GROUND = (200, 30, 30), (30, 200, 30), (30, 30, 200), (255, 255, 255), (34, 32, 30)
COMMANDS = (
    Command("pause", "PAUSE", "f7", "stand still, go on"),
    Command("turbo", "TURBO"),
    Command("speed", ""),
    Command("open", "OPEN", "ctrl+o", "open a file"),
    Command("mark", "MARK", "m", "a command of the machine"),
    Command("help", "HELP", "f12", "help"),
    Command("focus", "", "tab", "the keyboard"),
    Command("quit", "QUIT", "ctrl+q", "leave"),
)


def user(*parts, shapes=(), size=SIZE, panes=None, **options):
    """Return a user at a window of one pane with these parts; `user.shown` is what they show, `user.acts` what came."""
    machine, shown, acts = Machine(), {}, []

    def act(m, ui, what, value):
        acts.append((what, value))
        return []

    options = {"commands": COMMANDS, **options}
    panes = panes or (Pane(name="all", box=WHOLE, parts=parts, shapes=shapes),)
    panel = Panel(title="Invented", size=SIZE, panes=panes, look=lambda m, ui: dict(shown), act=act, **options)
    found = User(Controller(machine, panel, now=Clock()), size)
    found.shown, found.acts, found.machine = shown, acts, machine
    return found


def lightness(colour):
    return sum(colour)


def middle_of(points):
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# ---------------------------------------------------------------- what never changes


def test_shapes_stand_where_they_are_described():
    here = user(
        shapes=(
            Rect(Box(100, 100, 50, 40), RED),
            Rect(Box(200, 100, 50, 40), RED, 0, 4),
            Line(((100, 200), (200, 200), (200, 250)), GREEN, 4),
            Disc((300, 220), 20, BLUE),
            Disc((400, 220), 20, BLUE, 4),
            Polygon(((500, 200), (560, 200), (530, 260)), GREEN),
        )
    )
    expected = {
        (101, 101): RED, (148, 138): RED, (98, 120): GROUND, (152, 120): GROUND,
        (202, 120): RED, (225, 120): GROUND,
        (150, 200): GREEN, (200, 230): GREEN, (150, 210): GROUND,
        (300, 220): BLUE, (314, 220): BLUE, (316, 236): GROUND,
        (400, 220): GROUND, (382, 220): BLUE,
        (530, 220): GREEN, (505, 250): GROUND,
    }  # fmt: skip
    assert {at: here.colour(at) for at in expected} == expected


@pytest.mark.parametrize(("align", "turned", "columns", "rows"), [
    ("left", False, (400, 480), (290, 310)), ("right", False, (320, 400), (290, 310)),
    ("centre", False, (360, 440), (290, 310)), ("centre", True, (390, 410), (260, 340)),
])  # fmt: skip
def test_text_is_aligned_and_turned(align, turned, columns, rows):
    here = user(shapes=(Text((400, 300), "IRON BOARD", 18, WHITE, align, turned),))
    ink = here.near(WHOLE, WHITE)
    across, down = [x for x, _ in ink], [y for _, y in ink]
    assert columns[0] <= min(across) <= max(across) <= columns[1]
    assert rows[0] <= min(down) <= max(down) <= rows[1]
    assert max(max(across) - min(across), max(down) - min(down)) > 50


@pytest.mark.parametrize("size", [(800, 600), (1600, 1200), (400, 300), (1000, 600)])
def test_the_picture_fits_into_a_window_of_any_size(size):
    here = user(shapes=(Rect(Box(400, 300, 100, 100), RED), Rect(Box(0, 0, 20, 20), GREEN)), size=size)
    assert here.colour((450, 350)) == RED
    assert here.colour((395, 350)) == GROUND
    assert here.colour((10, 10)) == GREEN
    for point in ((0, 0), (123, 456), SIZE):
        assert here.window.scale.logical(here.window.scale.point(*point)) == pytest.approx(point)


def test_a_pane_with_a_title_has_a_ground_and_its_title():
    here = user(panes=(Pane(name="one", box=Box(100, 100, 300, 200), title="PRINTER"),))
    assert here.colour((200, 200)) == drawings.PANE
    assert here.colour((50, 200)) == GROUND
    ink = here.near(Box(100, 100, 300, 40), drawings.FAINT)
    assert ink
    assert max(x for x, _ in ink) < 200


# ---------------------------------------------------------------- labels


def label(name="told", align="left", width=0.0, at=(400, 300)):
    return Label(name=name, at=at, size=20, colour=WHITE, align=align, width=width)


@pytest.mark.parametrize(("align", "left", "right"), [("left", 400, 480), ("right", 320, 400), ("centre", 360, 440)])
def test_a_label_shows_its_text(align, left, right):
    here = user(label(align=align))
    here.shown["told"] = "GO ON"
    across = [x for x, _ in here.near(WHOLE, WHITE)]
    assert left <= min(across) < max(across) <= right
    here.shown["told"] = ""
    assert here.near(WHOLE, WHITE) == []


def test_a_label_that_is_too_long_is_cut_with_dots():
    here = user(label(width=100))
    here.shown["told"] = "a line that is much too long for this place"
    ink = here.near(WHOLE, WHITE)
    assert 470 < max(x for x, _ in ink) <= 500
    assert {y > 301 for x, y in ink if x > 490} == {True}  # dots stand on the line
    here.shown["told"] = "l" * 80
    assert max(x for x, _ in here.near(WHOLE, WHITE)) > 494  # nothing is cut off that has room


def test_the_status_line_tells_notices_for_some_seconds_and_what_the_mouse_points_at():
    keys = Keys(name="pad", keys=(Key("GO", Box(10, 10, 40, 40), meaning="run the program"),))
    here = user(label("status", at=(20, 580), width=760), label("now", at=(20, 540), width=760), keys)
    here.shown |= {"status": "running", "now": "press GO"}
    right = Box(500, 565, 300, 30)
    assert here.near(right, FOCUS) == []
    here.controller.tell("the deck has been read")
    assert here.near(right, FOCUS)
    assert max(x for x, _ in here.near(right, FOCUS)) <= 780
    assert here.near(Box(0, 565, 120, 30), WHITE)
    assert here.near(Box(300, 525, 500, 30), FOCUS) == []  # the line above is another one's
    here.wait(7)
    assert here.near(right, FOCUS) == []
    here.point((30, 30))
    assert here.controller.pointed == "run the program"
    assert here.near(right, FOCUS)
    here.point((300, 300))
    assert here.near(right, FOCUS) == []


# ---------------------------------------------------------------- digits and lamps

DIGITS = Digits(name="digits", boxes=(Box(100, 100, 84, 152), Box(200, 100, 84, 152)), gaps=(0, 0))


def middle(segment, box):
    """Return a point inside a segment."""
    points = lights.outline(segment, box)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def test_segments_glow_where_they_are_lit():
    here = user(DIGITS)
    here.shown["digits"] = [8, 8, 8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 8]
    lit = [[here.colour(middle(segment, box))[0] > 200 for segment in range(7)] for box in DIGITS.boxes]
    assert lit == [[True, True, True, False, False, False, False], [False, False, False, True, False, False, True]]
    assert here.colour(middle(0, DIGITS.boxes[0])) == pytest.approx(SEGMENT, abs=8)
    assert here.colour((104, 104)) == pytest.approx(lights.DigitsDrawing.BODY, abs=12)


def test_the_segments_are_those_of_a_seven_segment_display():
    """The seventh is the bar in the middle; they begin above and go round clockwise."""
    box = DIGITS.boxes[0]
    at = [middle(segment, box) for segment in range(7)]
    across, down = [x for x, _ in at], [y for _, y in at]
    assert sorted(range(7), key=lambda n: down[n])[0] == 0
    assert sorted(range(7), key=lambda n: down[n])[-1] == 3
    assert across[1] > across[0] > across[5]
    assert across[2] > across[3] > across[4]
    assert at[6] == pytest.approx(box.centre, abs=1)


def test_a_segment_that_is_lit_for_a_share_of_the_time_is_darker():
    here = user(DIGITS)
    seen = []
    for level in (0, 3, 5, 8):
        here.shown["digits"] = [level] * 14
        seen.append(here.colour(middle(1, DIGITS.boxes[1]))[0])
    assert seen == sorted(set(seen))
    assert seen[-1] > 240
    assert seen[0] < 80


LAMPS = Lamps(
    name="lamps",
    rows=(
        LampRow("AC", tuple((100.0 + 40 * n, 100.0) for n in range(6)), meanings=("the accumulator",)),
        LampRow("READY", ((100.0, 200.0), (140.0, 200.0)), meanings=("ready", "automatic")),
    ),
    radius=10,
    lit=LIT,
    dark=(58, 38, 30),
)


def test_lamps_glow_where_they_are_lit_each_row_its_own():
    here = user(LAMPS)
    here.shown["lamps"] = [[0, 16, 0, 10, 6, 0], [0, 16]]
    rows = [[here.colour(at)[0] for at in each.places] for each in LAMPS.rows]
    assert [each > 240 for each in rows[0]] == [False, True, False, False, False, False]
    assert rows[0][0] < rows[0][4] < rows[0][3] < rows[0][1]
    assert rows[0][0] < 100
    assert rows[1][0] < 100 < 240 < rows[1][1]
    assert here.colour((100 + 9.4, 100)) == pytest.approx(lights.RING, abs=30)
    glow = here.colour((140, 112))  # beside the glass
    assert glow[0] > GROUND[0] + 5
    assert here.colour((260, 112)) == GROUND


def test_the_mouse_points_at_lamps():
    here = user(LAMPS)
    here.point((182, 103))
    assert here.controller.pointed == "the accumulator"
    here.point((141, 201))
    assert here.controller.pointed == "automatic"
    here.point((100, 200))
    assert here.controller.pointed == "ready"
    here.point((160, 150))
    assert here.controller.pointed == ""


# ---------------------------------------------------------------- keys

PAD = Keys(
    name="pad",
    keys=tuple(Key(name, Box(100 + 80 * n, 100, 70, 60), colour=(60, 90, 130)) for n, name in enumerate("ABC")),
)
KEYS = {"a": ("pad", "A"), "f1": ("pad", "B"), "enter": ("pad", "C"), "1": ("digits", "1")}


def test_a_key_is_pressed_and_let_go_of_with_the_mouse():
    here = user(PAD, keys=KEYS)
    here.press((215, 130))
    assert here.acts == [("pad", "B")]
    here.release((400, 400))
    assert here.acts == [("pad", "B"), ("pad up", "B")]
    here.click((50, 50))
    here.click((135, 130), button=3)
    assert len(here.acts) == 2


def test_a_key_that_is_down_looks_pressed_and_no_other():
    here = user(PAD)
    here.shown["pad"] = []
    up = [here.area(key.box) for key in PAD.keys]
    here.shown["pad"] = ["B"]
    down = [here.area(key.box) for key in PAD.keys]
    assert [before == after for before, after in zip(up, down, strict=True)] == [True, False, True]
    assert here.colour((185, 115)) != here.colour((265, 115))
    assert lightness(here.colour((200, 115))) < lightness(here.colour((280, 115)))
    here.shown["pad"] = []
    assert [here.area(key.box) for key in PAD.keys] == up


def test_keys_have_their_colour_and_their_names():
    here = user(PAD)
    assert here.colour((110, 125)) == (60, 90, 130)
    for key in PAD.keys:
        ink = here.near(key.box, (236, 232, 220))
        across, down = [x for x, _ in ink], [y for _, y in ink]
        assert (min(across) + max(across)) / 2 == pytest.approx(key.box.centre[0], abs=2)
        assert (min(down) + max(down)) / 2 == pytest.approx(key.box.centre[1] - 3, abs=3)
        assert 11 < max(down) - min(down) < 17  # large, for one letter


def test_the_key_of_the_pc_is_in_the_corner_of_large_keys():
    plain, with_keys = user(PAD), user(PAD, keys=KEYS)
    corner = Box(140, 135, 30, 20)
    assert plain.near(corner, (232, 196, 120)) == []
    assert with_keys.near(corner, (232, 196, 120))
    assert with_keys.near(Box(140, 105, 30, 20), (232, 196, 120)) == []
    heights = [middle_of(each.near(Box(110, 100, 40, 60), (236, 232, 220)))[1] for each in (plain, with_keys)]
    assert heights[1] < heights[0] - 2  # the letter makes room


def test_keys_of_the_pc_press_keys_of_the_machine():
    here = user(PAD, keys=KEYS)
    here.key(True, "a")
    assert here.acts == [("pad", "A")]
    here.key(True, "f1")  # the finger goes from one to the other
    here.key(False, "a")
    assert here.acts == [("pad", "A"), ("pad up", "A"), ("pad", "B")]
    here.key(False, "f1")
    here.strike("enter", "1")
    assert here.acts[3:] == [("pad up", "B"), ("pad", "C"), ("pad up", "C"), ("digits", "1"), ("digits up", "1")]
    here.strike("z")
    assert len(here.acts) == 8


def test_a_window_that_loses_the_keyboard_lets_go():
    here = user(PAD, keys=KEYS)
    here.key(True, "a")
    here.event(pygame.WINDOWFOCUSLOST)
    assert here.acts == [("pad", "A"), ("pad up", "A")]
    here.key(False, "a")
    assert len(here.acts) == 2


SWITCHES = Keys(
    name="switches",
    keys=(
        Key("lever", Box(100, 100, 17, 44), "", style="toggle", colour=WHITE),
        Key("numbered", Box(200, 100, 30, 40), "1", style="toggle", colour=WHITE),
        Key("plate", Box(300, 100, 70, 20), "AUTO", style="toggle", colour=(82, 84, 86)),
        Key("slide", Box(400, 100, 60, 50), "SST", style="slide"),
    ),
)


@pytest.mark.parametrize(("name", "place"), [
    ("lever", Box(103, 134, 10, 3)), ("numbered", Box(203, 116, 24, 18)), ("plate", Box(304, 102, 62, 4)),
])  # fmt: skip
def test_a_switch_that_is_on_has_light(name, place):
    here = user(SWITCHES)
    here.shown["switches"] = []
    assert here.near(WHOLE, LIT) == []
    here.shown["switches"] = [name]
    lit = here.near(WHOLE, LIT)
    assert lit
    key = next(each for each in SWITCHES.keys if each.name == name)
    assert all(key.box.inset(-1).holds(at) for at in lit)
    assert here.near(place, LIT)


def test_a_slide_switch_is_on_at_the_right():
    here = user(SWITCHES)
    here.shown["switches"] = []
    left, right, knob = (412, 136), (448, 136), (216, 212, 202)
    assert here.colour(left) == pytest.approx(knob, abs=70)
    assert lightness(here.colour(right)) < 60
    here.shown["switches"] = ["slide"]
    assert lightness(here.colour(left)) < 60
    assert here.colour(right) == pytest.approx(knob, abs=70)
    here.click((430, 130))
    assert here.acts == [("switches", "slide"), ("switches up", "slide")]


def test_the_words_of_a_key_stand_below_each_other():
    keys = Keys(name="k", keys=(Key("DISPLAY STORAGE", Box(100, 100, 70, 60), "DISPLAY STORAGE"),))
    ink = user(keys).near(keys.keys[0].box, (236, 232, 220), 90)
    rows = {round(y) for _, y in ink}
    assert max(x for x, _ in ink) - min(x for x, _ in ink) < 62
    assert any(row not in rows for row in range(min(rows), max(rows)))  # a gap between lines


# ---------------------------------------------------------------- buttons

PLACES = row(20, 10, 30, ("pause", 80), ("turbo", 80), ("", 30), ("speed", 60), ("mark", 80), ("help", 60))
BUTTONS = Buttons(name="tools", places=PLACES)


def ground(here, command):
    return here.colour((PLACES[command].x + 3, PLACES[command].centre[1]))


def test_a_row_of_buttons_has_gaps():
    assert [box.x for box in PLACES.values()] == [20, 105, 220, 285, 370]
    assert {(box.y, box.h) for box in PLACES.values()} == {(10, 30)}


def test_a_button_does_its_command():
    here = user(BUTTONS)
    here.click_button("mark")
    assert here.acts == [("command", "mark")]
    here.click_button("pause")
    assert here.controller.pacer.paused
    here.click((200, 25))  # the gap
    assert len(here.acts) == 1


def test_buttons_light_up_and_change_their_labels():
    here = user(BUTTONS)
    assert {ground(here, each) for each in PLACES} == {BUTTON}
    before = here.area(PLACES["pause"].inset(6))
    here.click_button("pause")
    assert ground(here, "pause") == BUTTON_LIT
    assert here.area(PLACES["pause"].inset(6)) != before
    here.controller.command("turbo")
    here.shown["lit"] = ["mark"]
    assert [ground(here, each) for each in PLACES] == [BUTTON_LIT, BUTTON_LIT, BUTTON, BUTTON_LIT, BUTTON]
    speed = here.area(PLACES["speed"])
    here.controller.command("speed")
    assert here.area(PLACES["speed"]) != speed
    here.controller.shows_help = True
    here.look()
    here.controller.shows_help = False
    assert ground(here, "help") == BUTTON


def test_a_button_may_have_another_label_now():
    here = user(BUTTONS)
    before = here.area(PLACES["mark"])
    here.shown["tools"] = {"mark": "UNMARK"}
    assert here.area(PLACES["mark"]) != before
    here.shown["tools"] = {"mark": "MARK"}
    assert here.area(PLACES["mark"]) == before


def test_the_button_under_the_mouse_is_lighter_and_tells_what_it_does():
    here = user(BUTTONS)
    here.point(PLACES["mark"].centre)
    assert ground(here, "mark") == BUTTON_HOVER
    assert ground(here, "help") == BUTTON
    assert here.controller.pointed == "a command of the machine"


def test_a_button_shows_a_pane_of_a_group_and_lights_up():
    places = row(20, 10, 30, ("show one", 80), ("show two", 80))
    panes = (
        Pane(name="tools", box=Box(0, 0, 800, 50), parts=(Buttons(name="tools", places=places),)),
        Pane(name="one", box=Box(0, 50, 800, 500), shapes=(Rect(Box(100, 100, 50, 50), RED),), group="side"),
        Pane(name="two", box=Box(0, 50, 800, 500), shapes=(Rect(Box(100, 100, 50, 50), BLUE),), group="side"),
    )
    here = user(panes=panes)
    assert here.colour((120, 120)) == RED
    assert here.colour((23, 25)) == BUTTON_LIT
    here.click_button("show two")
    assert here.colour((120, 120)) == BLUE
    assert here.colour((23, 25)) == BUTTON
    assert here.kept() == here.fresh()


# ---------------------------------------------------------------- paper

LOWER_PAD = Keys(name="pad", keys=(Key("A", Box(100, 400, 40, 40)), Key("B", Box(150, 400, 40, 40))))
GLASS = Paper(name="paper", box=Box(100, 100, 416, 216), columns=40, line=20, typed=True, glass=True)
SHEET = Paper(name="paper", box=Box(100, 100, 500, 210), columns=120, line=20)


def printed(here, text):
    here.machine.printed += text.encode()
    here.controller.refresh()


def columns_lit(here, line):
    """Return the columns of a line of the glass that have light."""
    width = 400 / 40
    return sorted({int((x - 108) // width) for x, y in here.near(Box(108, 108 + 20 * line, 400, 20), PHOSPHOR, 90)})


def test_a_terminal_shows_the_newest_lines():
    here = user(GLASS)
    printed(here, "AB C\r\nD\r\n")
    assert columns_lit(here, 0) == [0, 1, 3]
    assert columns_lit(here, 1) == [0]
    printed(here, "\r\n" * 9 + "  LAST\r\n")
    assert columns_lit(here, 8) == [2, 3, 4, 5]  # ten rows: the cursor has the last one
    assert columns_lit(here, 0) == []


def test_the_cursor_of_a_terminal_blinks_and_is_hollow_without_the_keyboard():
    here = user(GLASS, LOWER_PAD, keys=KEYS)
    printed(here, "ABC")
    here.machine.cycles = 0
    assert columns_lit(here, 0) == [0, 1, 2, 3]
    hollow = len(here.near(GLASS.box, PHOSPHOR, 10))
    here.controller.focus = "paper"
    assert len(here.near(GLASS.box, PHOSPHOR, 10)) > hollow
    here.machine.cycles = 600  # the second half of its second
    assert columns_lit(here, 0) == [0, 1, 2]


def test_a_printer_prints_on_paper_that_comes_up():
    here = user(SHEET)
    printed(here, "MOVE 9-14\nMOVE 23-18\n")
    ink = here.near(Box(120, 240, 460, 60), drawings.PAPER_INK, 60)
    rows = sorted({int((y - (310 - 6 - 60)) // 20) for _, y in ink})
    assert rows == [0, 1]
    assert min(x for x, _ in ink) < 130
    assert here.colour((350, 280)) == drawings.PAPER
    assert lightness(here.colour((350, 120))) < 150  # nothing there yet
    assert here.near(Box(100, 240, 17, 60), drawings.PaperDrawing.HOLE, 20)


def test_long_lines_are_printed_closer():
    here = user(SHEET)
    printed(here, "X" * 60 + "\n")
    wide = max(x for x, _ in here.near(Box(120, 270, 460, 30), drawings.PAPER_INK, 60))
    printed(here, "X" * 120 + "\n")
    ink = here.near(Box(118, 240, 464, 60), drawings.PAPER_INK, 60)
    assert wide < max(x for x, _ in ink) < 582
    assert max(x for x, y in ink if y < 262) < wide - 100  # the first line, too


def test_paper_is_folded_where_pages_end():
    here = user(SHEET)
    printed(here, "A\n\fB\n")
    fold = here.near(Box(130, 240, 450, 60), drawings.PaperDrawing.FOLD, 6)
    assert {round(y / 4) for _, y in fold} == {round(264 / 4)}
    printed(here, "C\n" * 7)  # now the fold is above the first line that is shown
    assert {round(y / 4) for _, y in here.near(Box(130, 100, 450, 100), drawings.PaperDrawing.FOLD, 6)} == {31}


def test_the_wheel_and_page_keys_scroll_back_and_a_tag_tells_how_far():
    here = user(GLASS)
    printed(here, "".join(f"{n}\r\n" for n in range(30)))
    newest = here.area(GLASS.box)
    here.wheel((300, 200), 2)
    assert here.controller.back == 6
    tag = here.near(WHOLE, BUTTON_LIT, 10)
    assert (min(x for x, _ in tag), max(x for x, _ in tag)) == (384.5, 503.5)
    assert (min(y for _, y in tag), max(y for _, y in tag)) == (108.5, 131.5)
    assert here.area(GLASS.box) != newest
    here.strike("page up")
    assert here.controller.back == 6 + 9
    here.strike("page down", "page down")
    assert here.controller.back == 0
    assert here.area(GLASS.box) == newest
    here.wheel((300, 200), 100)
    assert here.controller.back == 30


def test_what_is_typed_goes_to_what_has_the_keyboard():
    here = user(GLASS, LOWER_PAD, keys=KEYS)
    here.strike("a")
    assert here.acts == [("pad", "A"), ("pad up", "A")]
    here.acts.clear()
    assert here.near(GLASS.box.inset(-6), FOCUS, 10) == []
    here.click((300, 200))
    assert here.near(GLASS.box.inset(-6), FOCUS, 10)
    here.strike("a", "m", "enter", "backspace", "delete", "escape", "ctrl+c")
    assert here.acts == [("type", each) for each in ("a", "m", "\r", "\b", "\x7f", "\x1b", "\x03")]
    here.acts.clear()
    here.strike("f1")
    assert here.acts == [("pad", "B"), ("pad up", "B")]
    here.strike("tab", "m")
    assert here.acts[2:] == [("command", "mark")]
    here.strike("tab")
    assert here.controller.focus == "paper"
    here.click_key("pad", "A")
    assert here.controller.focus == ""


def test_without_keys_the_keyboard_is_always_the_tube_s():
    here = user(TUBE)
    here.strike("a", "tab", "b")
    assert here.acts == [("type", "a"), ("type", "b")]


# ---------------------------------------------------------------- tubes

TUBE = Tube(name="left", box=Box(100, 40, 500, 500), typed=True)


def light(here):
    return here.near(TUBE.box, lights.BEAM_LIGHT, 60)


def test_a_tube_writes_characters_where_they_belong():
    here = user(TUBE)
    here.shown["left"] = [[0, 256, 16, "A"]]
    dot = 6 / 8  # pixels: 500 of the glass are 624 dots, a small character is 6 pixels
    left, top = 350 - 256 * dot, 290 - 256 * dot
    lit = light(here)
    assert lit
    assert all(Box(left - 1, top + 256 * dot - 1, 14, 14).holds(at) for at in lit)
    here.shown["left"] = [[480, 0, 32, "A"]]
    assert all(Box(left + 480 * dot - 1, top - 1, 26, 26).holds(at) for at in light(here))
    assert len(light(here)) > len(lit)
    here.shown["left"] = [[0, 256, 16, "A B"]]
    assert max(x for x, _ in light(here)) > left + 2 * 12
    here.shown["left"] = []
    assert light(here) == []


def test_corners_of_strokes_are_rounded_and_their_ends_stay():
    assert lights.rounded([(0, 0), (10, 0), (10, 10)], 1) == [(0, 0), (8, 0), (10, 2), (10, 10)]
    assert lights.rounded([(0, 0), (10, 0)]) == [(0, 0), (10, 0)]
    closed = lights.rounded([(0, 0), (10, 0), (10, 10), (0, 0)], 1)
    assert closed == [(2, 0), (8, 0), (10, 2), (10, 8), (8, 8), (2, 2), (2, 0)]
    assert len(lights.rounded([(0, 0), (10, 0), (10, 10)])) == 6


def test_characters_are_drawn_by_their_strokes():
    """An L has light at the left and below, none at the upper right."""
    picture = lights.stroked("L", 40, 4, 8)
    lit = {(x, y) for x in range(40) for y in range(40) if picture.get_at((8 + x, 8 + y))[1] > 200}
    assert {(6, 6), (6, 20), (14, 35), (30, 35)} <= lit
    assert not {(20, 6), (33, 6), (20, 20), (33, 20)} & lit
    assert (min(x for x, _ in lit), max(x for x, _ in lit)) == (4, 33)  # 26 across, and the beam
    assert (min(y for _, y in lit), max(y for _, y in lit)) == (4, 37)  # 30 up
    assert lights.stroked(" ", 40, 4, 8).get_at((28, 28))[1] == 0
    assert lights.beamed("LL", 40, 4, 8).get_size() == (96, 56)


def test_a_tube_is_darker_at_its_rim():
    here = user(TUBE)
    assert lightness(here.colour((350, 290))) > lightness(here.colour((350, 50)))
    assert here.colour((105, 45)) == GROUND  # the corners of the box are not glass


def test_a_tube_that_has_the_keyboard_has_a_ring_round_its_glass():
    here = user(TUBE, Keys(name="pad", keys=(Key("A", Box(700, 40, 40, 40)),)), keys={"a": ("pad", "A")})
    assert here.near(WHOLE, FOCUS, 20) == []
    here.click((350, 290))
    assert here.controller.focus == "left"
    ring = here.near(Box(0, 285, 700, 10), FOCUS, 20)
    assert {round(abs(x - 350) / 4) for x, _ in ring} <= {64, 65}  # 258 from the middle: 250 are glass
    here.click_key("pad", "A")
    assert here.near(WHOLE, FOCUS, 20) == []


def test_the_wheel_over_a_tube_goes_to_the_machine():
    here = user(TUBE)
    here.wheel((350, 290), 1)
    here.wheel((350, 290), -2)
    assert here.acts == [("left wheel", 1), ("left wheel", -1)]


def test_points_glow_where_they_have_been_plotted():
    here = user(Points(name="tube", box=Box(100, 100, 400, 400)))
    here.shown["tube"] = [[0, 0, 12], [1023, 0, 6], [512, 1023, 12]]
    seen = {at: here.colour(at)[1] for at in ((116, 484), (484, 484), (300, 116), (300, 300))}
    assert seen[(116, 484)] > 200
    assert 60 < seen[(484, 484)] < seen[(116, 484)]
    assert seen[(300, 116)] > 200
    assert seen[(300, 300)] < 30


# ---------------------------------------------------------------- boards

GO = Board(
    name="go", box=Box(100, 100, 412, 412), rows=15, columns=15, style="go", men={"#": "black", "o": "white"},
    row_names=tuple("123456789ABCDEF"), column_names=tuple("123456789ABCDEF"), stars=(112,),
)  # fmt: skip


def at_go(cell):
    step = 352 / 14
    return 130 + cell % 15 * step, 130 + cell // 15 * step


def go_cells(**stones):
    cells = [" "] * 225
    for number, sign in ((int(name[1:]), sign) for name, sign in stones.items()):
        cells[number] = sign
    return {"cells": cells, "marks": [], "chosen": -1}


def test_stones_stand_on_the_points_where_lines_cross():
    here = user(GO)
    here.shown["go"] = go_cells(c0="#", c16="o", c224="#")
    assert [lightness(here.colour(at_go(cell))) < 150 for cell in (0, 16, 224)] == [True, False, True]
    assert lightness(here.colour(at_go(16))) > 650
    x, y = at_go(31)  # a line goes through an empty point, wood is beside it
    assert lightness(here.colour((x + 6, y))) < lightness(here.colour((x + 6, y + 6)))
    assert lightness(here.colour((at_go(112)[0] + 1, at_go(112)[1] + 1))) < 250  # a star
    assert lightness(here.colour((at_go(113)[0] + 1, at_go(113)[1] + 1))) > 350


@pytest.mark.parametrize(("sign", "ring"), [("#", (214, 48, 36)), ("o", (110, 140, 200))])
def test_the_last_stones_have_a_ring(sign, ring):
    here = user(GO)
    here.shown["go"] = go_cells(c30=sign, c60=sign)
    here.shown["go"]["marks"] = [30]
    (x, y), (u, v) = at_go(30), at_go(60)
    assert here.near(Box(x - 12, y - 12, 24, 24), ring, 50)
    assert here.near(Box(u - 12, v - 12, 24, 24), ring, 50) == []


def test_a_click_on_a_board_goes_to_the_nearest_point():
    here = user(GO)
    here.shown["go"] = go_cells()
    for cell in (0, 14, 47, 210, 224):
        x, y = at_go(cell)
        here.click((x + 9, y - 9))
    assert here.acts == [("go", cell) for cell in (0, 14, 47, 210, 224)]
    here.click((104, 104))
    assert len(here.acts) == 5


def test_the_point_under_the_mouse_has_a_ring_and_its_name_if_it_is_empty():
    here = user(GO)
    here.shown["go"] = go_cells(c47="#")
    corner = Box(470, 490, 34, 16)
    x, y = at_go(48)
    assert here.near(corner, (72, 50, 24), 20) == []
    here.point((x, y))
    assert here.near(Box(x - 14, y - 14, 28, 28), (240, 238, 230), 20)
    assert here.near(corner, (72, 50, 24), 20)
    here.point(at_go(47))
    assert here.near(corner, (72, 50, 24), 20) == []


CHESS = Board(
    name="chess", box=Box(100, 100, 360, 360), rows=8, columns=8, style="squares",
    men={**{each: each for each in "KQRBNPkqrbnp"}, "m": "black", "w": "white", "M": "blackking", "W": "whiteking"},
    row_names=tuple("87654321"), column_names=tuple("abcdefgh"), names=("1", *[""] * 63),
)  # fmt: skip
SQUARE = 40


def at_chess(cell):
    return 120 + SQUARE * (cell % 8) + SQUARE / 2, 120 + SQUARE * (cell // 8) + SQUARE / 2


def chess_cells(**men):
    cells = [" "] * 64
    for name, sign in men.items():
        cells[int(name[1:])] = sign
    return {"cells": cells, "marks": [], "chosen": -1}


def test_squares_alternate_and_the_lower_right_one_is_light():
    here = user(CHESS)
    here.shown["chess"] = chess_cells()
    light, dark = (222, 198, 154), (96, 70, 46)
    assert [here.colour(at_chess(cell)) for cell in (0, 1, 8, 56, 63)] == [light, dark, dark, dark, light]
    assert here.near(Box(120, 120, 12, 14), dark, 40)  # the name in its corner
    assert here.near(Box(160, 120, 12, 14), light, 40) == []
    assert here.near(Box(100, 120, 18, 320), drawings.FAINT, 40)
    assert here.near(Box(120, 442, 320, 18), drawings.FAINT, 40)


def test_men_stand_on_their_squares():
    here = user(CHESS)
    here.shown["chess"] = chess_cells(c0="m", c1="w", c9="M", c10="W")
    assert [lightness(here.colour(at_chess(cell))) > 500 for cell in (0, 1)] == [False, True]
    crown = (214, 164, 52)
    crowned = [bool(here.near(Box(*[n - 20 for n in at_chess(cell)], 40, 40), crown, 12)) for cell in (0, 1, 9, 10)]
    assert crowned == [False, False, True, True]


@pytest.mark.parametrize("cell", [9, 14, 49])
def test_men_and_stones_are_in_the_middle_of_their_cells(cell):
    here = user(CHESS)
    here.shown["chess"] = chess_cells()
    empty = set(here.near(Box(120, 120, 320, 320), (236, 230, 214), 12))
    here.shown["chess"] = chess_cells(**{f"c{cell}": "w"})
    man = [at for at in here.near(Box(120, 120, 320, 320), (236, 230, 214), 12) if at not in empty]
    assert middle_of(man) == pytest.approx(at_chess(cell), abs=1)
    assert max(x for x, _ in man) - min(x for x, _ in man) == pytest.approx(0.72 * SQUARE, abs=2.5)
    here = user(GO)
    here.shown["go"] = go_cells(**{f"c{cell}": "#"})
    stone = here.near(Box(*[n - 12 for n in at_go(cell)], 24, 24), (24, 24, 26), 12)
    assert middle_of(stone) == pytest.approx(at_go(cell), abs=1.5)
    assert max(y for _, y in stone) - min(y for _, y in stone) == pytest.approx(0.88 * 352 / 14, abs=2.5)


def test_chess_men_are_told_apart():
    here = user(CHESS)
    here.shown["chess"] = chess_cells(**{f"c{2 * n + n // 4 % 2}": sign for n, sign in enumerate("KQRBNPkqrbnp")})
    pictures = {here.area(Box(*[n - 19 for n in at_chess(2 * n + n // 4 % 2)], 38, 38)) for n in range(12)}
    assert len(pictures) == 12
    here.shown["chess"] = chess_cells(c1="R", c3="r")
    edges = [here.near(Box(*[n - 19 for n in at_chess(cell)], 38, 38), edge, 40)
             for cell, edge in ((1, (34, 32, 32)), (3, (168, 158, 136)))]  # fmt: skip
    assert all(len(edge) > 20 for edge in edges)  # dark round white ones, light round black ones
    here.shown["chess"] = chess_cells(c1="Q", c3="q")
    white, black = (
        sum(lightness(here.colour((at_chess(cell)[0] + x, at_chess(cell)[1] + 8))) for x in range(-5, 6))
        for cell in (1, 3)
    )
    assert white > black + 2000


def test_marks_and_the_chosen_man_are_framed_and_a_click_says_which_square():
    here = user(CHESS)
    here.shown["chess"] = chess_cells(c10="w") | {"marks": [20], "chosen": 10}
    assert here.colour((120 + 2 * SQUARE + 1, 120 + SQUARE + 20)) == FOCUS
    assert here.colour((120 + 4 * SQUARE + 1, 120 + 2 * SQUARE + 20)) == (214, 164, 52)
    here.click((120 + 7 * SQUARE + 1, 120 + 7 * SQUARE + 1))
    here.click((120 + SQUARE - 1, 121))
    assert here.acts == [("chess", 63), ("chess", 0)]
    here.click((110, 130))
    assert len(here.acts) == 2


def test_pits_have_numbers_and_what_is_not_a_pit_is_wood():
    pits = Board(name="pits", box=Box(100, 100, 320, 120), rows=3, columns=8, style="pits", men={})
    here = user(pits)
    cells = ["-", *["4"] * 6, "-", "0", *["-"] * 6, "12", "-", *["4"] * 6, "-"]
    here.shown["pits"] = {"cells": cells, "marks": [], "chosen": -1}
    wood = here.colour((260, 160))
    assert here.colour((120, 120)) == wood
    assert here.colour((160, 110)) != wood
    ink = [
        here.near(Box(100 + 40 * n, 100 + 40 * line, 40, 40), (24, 24, 26), 12) for line, n in ((0, 1), (1, 7), (1, 3))
    ]
    assert [bool(each) for each in ink] == [True, True, False]
    assert len(ink[1]) > len(ink[0])
    here.click((180, 120))
    here.click((120, 160))
    assert here.acts == [("pits", 2), ("pits", 8)]


# ---------------------------------------------------------------- cards

CARDS = Cards(name="cards", box=Box(100, 100, 414, 104))
INK, HOLE = (70, 60, 90), (44, 40, 36)


def test_a_stack_of_cards_grows_and_the_next_card_is_shown():
    here = user(CARDS)
    stack, card = Box(104, 100, 80, 68), Box(196, 100, 318, 102)
    edge = (196, 172, 122)
    here.shown["cards"] = {"count": 0, "texts": [], "empty": "drop a deck here"}
    assert here.near(stack, edge, 4) == []
    assert here.near(card.inset(5), drawings.FAINT, 30)
    heights = []
    for count in (10, 60, 120, 500):
        here.shown["cards"] = {"count": count, "texts": ["9-14"], "columns": []}
        heights.append(168 - min(y for _, y in here.near(stack, edge, 4)))
    assert heights[0] < heights[1] < heights[2]
    assert heights[3] == pytest.approx(60, abs=2)
    ink = here.near(Box(196, 100, 318, 12), INK, 50)
    assert 196 <= min(x for x, _ in ink) <= max(x for x, _ in ink) < 196 + 6 + 4 * 3.9
    assert here.near(card.inset(12), HOLE, 5) == []


def test_the_holes_of_a_card_are_in_their_rows_and_columns():
    here = user(CARDS)
    here.shown["cards"] = {"count": 1, "texts": [""], "columns": []}
    card = Box(196, 100, 318, 102)
    before = here.near(card, HOLE, 8)
    here.shown["cards"] = {"count": 1, "texts": [""], "columns": [0o4000, *[0] * 78, 1]}
    holes = [at for at in here.near(card, HOLE, 8) if at not in before]
    left, right = [at for at in holes if at[0] < 300], [at for at in holes if at[0] > 300]
    assert all(Box(201, 111, 6, 8).holds(at) for at in left)
    assert all(Box(196 + 306, 100 + 12 + 11 * 86 / 12 - 1, 10, 8).holds(at) for at in right)
    assert left
    assert right


# ---------------------------------------------------------------- in front of all


def test_a_prompt_takes_the_keyboard_and_gets_its_answer():
    here = user(PAD, keys=KEYS)
    answers = []
    here.controller.ask("Open", answers.append, "Tab completes.")
    here.strike("a", "b", "c", "backspace", "m")
    assert here.controller.prompt.text == "abm"
    assert here.acts == []
    assert here.near(WHOLE, overlays.NOTICE, 2)
    here.strike("enter")
    assert answers == ["abm"]
    assert here.controller.prompt is None
    assert here.near(WHOLE, overlays.NOTICE, 2) == []
    assert here.kept() == here.fresh()


def test_a_prompt_shows_what_is_typed_and_the_end_of_long_lines():
    here = user()
    here.controller.ask("Save as", lambda text: None)
    field = Box(60, 236, 700, 30)
    empty = here.area(field)
    here.event(pygame.TEXTINPUT, text="deck\x07.cards")
    assert here.controller.prompt.text == "deck.cards"
    short = here.area(field)
    assert short != empty
    here.controller.prompt.text = "x" * 300
    full = here.area(field)
    here.controller.prompt.text = "x" * 400
    assert here.area(field) == full
    here.controller.prompt.text = "x" * 300 + "END"
    assert here.area(field) != full


def test_escape_leaves_a_prompt_and_its_error():
    here = user()

    def refuse(text):
        raise IronboardError(f"{text}: there is no such file")

    here.controller.ask("Open", refuse)
    here.answer("nothing")
    assert here.controller.prompt
    assert "no such file" in here.controller.error
    assert here.near(WHOLE, overlays.ERROR, 2)
    here.strike("escape")
    assert here.controller.prompt is None
    assert here.controller.error == ""
    assert here.near(WHOLE, overlays.ERROR, 2) == []


def test_tab_completes_names_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "checkers.cards").touch()
    (tmp_path / "checkers.txt").touch()
    (tmp_path / "tapes").mkdir()
    here = user()
    here.controller.ask("Open", lambda text: None)
    here.strike("c", "tab")
    assert here.controller.prompt.text == "checkers."
    here.strike("t", "tab")
    assert here.controller.prompt.text == "checkers.txt"
    here.controller.ask("Open", lambda text: None, text="ta")
    here.strike("tab")
    assert here.controller.prompt.text == "tapes/"
    here.strike("z", "tab")
    assert here.controller.prompt.text == "tapes/z"


def test_the_clipboard_goes_into_a_prompt(monkeypatch):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "from\nelsewhere")
    here = user()
    here.controller.ask("Open", lambda text: None)
    here.strike("ctrl+v")
    assert here.controller.prompt.text == "fromelsewhere"
    assert here.acts == []


def test_the_clipboard_is_typed_where_the_machine_takes_text(monkeypatch):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "0200 G\r\nB\n")
    here = user(GLASS, LOWER_PAD, keys=KEYS)
    here.strike("ctrl+v")
    assert here.acts == [("type", "0200 G\rB\r")]
    without = user(LOWER_PAD, keys=KEYS)
    without.strike("ctrl+v")
    assert without.acts == []


@pytest.mark.parametrize("close", ["escape", "click"])
def test_an_error_stays_until_it_has_been_seen(close):
    here = user(PAD, keys=KEYS)
    before = here.kept()
    here.controller.error = "checkers.cards: card 3: " + "a very long line " * 12
    here.wait(20)
    ink = here.near(WHOLE, drawings.INK, 30)
    assert len({round(y / 24) for _, y in ink}) >= 4  # it has been broken into lines
    assert all(20 < x < 780 for x, _ in ink)
    assert here.near(WHOLE, overlays.ERROR, 2)
    if close == "click":
        here.click((135, 130))
        assert here.acts == []  # a click does that alone
    else:
        here.strike("escape")
    assert here.controller.error == ""
    assert here.kept() == before


def test_help_explains_keys_commands_and_the_program_s_signs():
    game = Game(programs=("game",), look=lambda m, ui: {}, help=(("00", "your move"),))
    here = user(help=(("Console", (("GO", "runs the program"),)),), game=game)
    plain = user(help=(("Console", (("GO", "runs the program"),)),))
    before = here.kept()
    here.strike("f12")
    assert here.controller.shows_help
    box = Box(80, 56, 640, 500)
    ink = here.near(box.inset(10), FOCUS, 30)
    assert ink
    plain.strike("f12")
    assert len(here.near(box.inset(10), drawings.INK, 40)) > len(plain.near(box.inset(10), drawings.INK, 40))
    here.strike("f12")
    assert here.kept() == before
    here.strike("f12")
    here.click((10, 10))
    assert not here.controller.shows_help


def test_help_stays_in_front_while_the_machine_runs():
    here = user(LAMPS)
    here.controller.shows_help = True
    for level in (0, 16, 4):
        here.shown["lamps"] = [[level] * 6, [level] * 2]
        assert here.kept() == here.fresh()


# ---------------------------------------------------------------- the whole


def test_painting_only_what_has_changed_gives_the_whole_picture():
    chance = random.Random(704)
    parts = (
        Digits(name="digits", boxes=(Box(20, 60, 42, 76), Box(70, 60, 42, 76)), gaps=(0, 0)),
        Lamps(name="lamps", rows=(LampRow("", tuple((130.0 + 14 * n, 80.0) for n in range(8))),), radius=6, lit=LIT,
              dark=(58, 38, 30)),
        Keys(name="pad", keys=tuple(Key(each, Box(20 + 40 * n, 150, 36, 36)) for n, each in enumerate("ABCD"))),
        Buttons(name="tools", places=row(20, 10, 30, ("pause", 80), ("mark", 80))),
        Label(name="told", at=(300, 30), size=20, colour=WHITE, width=200),
        Paper(name="paper", box=Box(20, 200, 300, 180), columns=40, line=18, glass=True),
        Tube(name="left", box=Box(360, 80, 300, 300)),
        Board(name="go", box=Box(20, 390, 200, 200), rows=9, columns=9, style="go", men={"#": "black", "o": "white"}),
        Board(name="chess", box=Box(240, 390, 200, 200), rows=8, columns=8, style="squares",
              men={"K": "K", "m": "black"}),
        Cards(name="cards", box=Box(450, 440, 300, 104)),
    )  # fmt: skip
    here = user(*parts)
    for _ in range(30):
        here.shown |= chance.choice([
            {"digits": [chance.randrange(9) for _ in range(14)]},
            {"lamps": [[chance.randrange(17) for _ in range(8)]]},
            {"pad": chance.sample("ABCD", 2)},
            {"lit": chance.sample(["pause", "mark"], 1)},
            {"told": "X" * chance.randrange(40)},
            {"left": [[chance.randrange(400), chance.randrange(400), 16, "GO"]]},
            {"go": {"cells": chance.choices(" #o", k=81), "marks": [3], "chosen": -1}},
            {"chess": {"cells": chance.choices(" Km", k=64), "marks": [5], "chosen": chance.randrange(64)}},
            {"cards": {"count": chance.randrange(90), "texts": ["A"], "columns": [chance.randrange(4096)] * 80}},
        ])  # fmt: skip
        if chance.random() < 0.3:
            printed(here, f"LINE {chance.random()}\r\n")
        here.point((chance.randrange(800), chance.randrange(600)))
        assert here.kept() == here.fresh()


def test_only_what_has_changed_is_painted():
    digits = Digits(name="digits", boxes=(Box(100, 400, 84, 152),), gaps=(0,))
    here = user(digits, LAMPS)
    here.shown |= {"digits": [0] * 7, "lamps": [[0] * 6, [0] * 2]}
    here.controller.refresh()
    assert here.window.paint(here.surface) == [here.surface.get_rect()]
    assert here.window.paint(here.surface) == []
    here.shown["lamps"][1][0] = 16  # in the very list that was shown before
    here.controller.refresh()
    changed = here.window.paint(here.surface)
    assert len(changed) == 1
    assert not changed[0].colliderect(here.window.scale.rect(digits.boxes[0]))
    here.event(pygame.WINDOWEXPOSED)
    assert here.window.paint(here.surface) == [here.surface.get_rect()]


def test_another_panel_on_the_desk_is_another_picture():
    here = user(shapes=(Rect(Box(100, 100, 100, 100), RED),))
    assert here.colour((150, 150)) == RED
    other = Panel(
        title="Other",
        size=SIZE,
        panes=(Pane(name="all", box=WHOLE, shapes=(Rect(Box(100, 100, 100, 100), BLUE),)),),
        look=lambda m, ui: {},
    )
    here.controller.equip(other)
    assert here.colour((150, 150)) == BLUE


def test_a_file_dropped_on_the_window_is_opened_and_the_window_closes():
    here = user()
    here.event(pygame.DROPFILE, file="deck.cards")
    assert here.controller.error == "nothing can be opened here"
    here.event(pygame.QUIT)
    assert here.controller.quitting


# ---------------------------------------------------------------- the screen


def test_the_window_runs_a_machine_until_it_is_closed():
    here, frames = user(LAMPS), []
    here.controller.now = here.controller.pacer._now = iter(x / 60 for x in range(10**6)).__next__

    def watch(controller):
        frames.append(controller.cycles)
        if len(frames) == 5:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    assert window.run(here.controller, watch) == 0
    assert frames == sorted(frames)
    assert frames[-1] > frames[0]
    assert not pygame.display.get_init()


def test_a_window_in_which_nothing_moves_waits_for_events(monkeypatch):
    here, waited = user(), []
    here.controller.command("pause")

    def wait(milliseconds):
        waited.append(milliseconds)
        return pygame.event.Event(pygame.QUIT)

    monkeypatch.setattr(pygame.event, "wait", wait)
    assert window.run(here.controller) == 0
    assert waited == [window.IDLE]


def test_a_resized_window_is_painted_in_its_new_size():
    here, sizes = user(shapes=(Rect(Box(0, 0, 100, 100), RED),)), []

    def watch(controller):
        screen = pygame.display.get_surface()
        sizes.append((screen.get_size(), tuple(screen.get_at((30, 30)))[:3], tuple(screen.get_at((70, 70)))[:3]))
        if len(sizes) == 1:
            pygame.display.set_mode((400, 300), pygame.RESIZABLE)
        if len(sizes) == 4:
            controller.quitting = True

    window.run(here.controller, watch)
    assert sizes[-1] == ((400, 300), RED, GROUND)


REAL_WINDOW = """
import pygame
from host.ui import window
from tests.faces import invented
frames = []
def watch(controller):
    frames.append(pygame.display.get_driver())
    if len(frames) == 3:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
status = window.run(invented.controller(invented.DISPLAY), watch)
print(status, frames[-1], pygame.display.get_init())
"""


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_a_real_window_opens_and_closes():
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        number = server.stdout.readline().decode().strip()
        finished = subprocess.run(
            [sys.executable, "-c", REAL_WINDOW],
            env={"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "PATH": "/usr/bin:/bin"},
            cwd=Path(window.__file__).parents[2],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert finished.stdout.splitlines()[-1:] == ["0 x11 False"], finished.stderr
    finally:
        server.terminate()
        server.wait()


def test_without_a_display_the_error_names_the_way_out(monkeypatch):
    here = user()
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(IronboardError, match="terminal view"):
        window.run(here.controller)


def test_a_screenshot_is_a_picture_file(tmp_path):
    here = user(shapes=(Rect(WHOLE, RED),))
    window.screenshot(here.controller, tmp_path / "one.png", (400, 300))
    picture = pygame.image.load(tmp_path / "one.png")
    assert picture.get_size() == (400, 300)
    assert tuple(picture.get_at((200, 150)))[:3] == RED
    with pytest.raises(IronboardError, match="cannot write"):
        window.screenshot(here.controller, tmp_path / "nowhere" / "one.png")


def test_text_drawn_on_a_canvas_tells_its_width():
    canvas = Canvas(pygame.Surface((400, 40)), Scale(2.0))
    assert canvas.text((0, 10), "IRONBOARD", 18, WHITE) == pytest.approx(canvas.width("IRONBOARD", 18), abs=1)
    assert canvas.width("IRONBOARD", 36) == pytest.approx(2 * canvas.width("IRONBOARD", 18), rel=0.05)
    assert math.isclose(canvas.text((0, 10), "", 18, WHITE), 0.0)
