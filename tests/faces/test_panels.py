"""What every panel must have right: panes and parts in their places, buttons with commands, keys of the PC but once."""

from __future__ import annotations

import itertools

import pytest

from host.panels.cdc6600.panel import panel as panel_6600
from host.panels.games import games
from host.panels.ibm704.panel import panel as panel_704
from host.panels.kim1.panel import panel as panel_kim1
from host.ui.drawings import PaperDrawing
from host.ui.parts import Board, Box, Buttons, Cards, Digits, Disc, Keys, Label, Lamps, Paper, Points, Rect, Text, Tube
from tests.faces.invented import Machine
from tests.faces.user import Clock

pytestmark = pytest.mark.usefixtures("display")

GAMES = {game.programs[0] if game.programs else "watched": game for game in games()}
AT = {"BM": 1, "WM": 2, "BK": 3, "WK": 4, "TURN": 5, "DEPTH": 6, "NOCARD": 7}
FRONTS = {
    "kim1": panel_kim1(),
    "wally": panel_kim1(GAMES["wally"]),
    "704": panel_704(None, {}, ()),
    "checkers": panel_704(GAMES["checkers"], AT, range(1, 5)),
    "watched": panel_704(GAMES["watched"], AT, range(1, 5)),
    "chess": panel_704(GAMES["chess"], dict.fromkeys(GAMES["chess"].symbols, 1), ()),
    "6600": panel_6600(),
    **{name: panel_6600(GAMES[name]) for name in GAMES if name not in ("wally", "checkers", "watched", "chess")},
}


@pytest.fixture(params=FRONTS)
def panel(request):
    return FRONTS[request.param]


def overlap(one, other):
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


def inside(box, outer):
    return (
        outer.x <= box.x
        and outer.y <= box.y
        and box.x + box.w <= outer.x + outer.w + 0.01
        and box.y + box.h <= outer.y + outer.h + 0.01
    )


def boxes(part):
    """Return the places of what a part consists of."""
    match part:
        case Buttons(places=places):
            return list(places.values())
        case Keys(keys=keys):
            return [each.box for each in keys]
        case Digits(boxes=digits):
            return list(digits)
        case Lamps(rows=rows, radius=radius):
            return [Box(x - radius, y - radius, 2 * radius, 2 * radius) for row in rows for x, y in row.places]
        case Label(at=(x, y), size=size, width=width, align=align):
            left = x - width * {"left": 0.0, "right": 1.0, "centre": 0.5}[align]
            return [Box(left, y - size / 2, width, size)]
        case Board() | Paper() | Tube() | Points() | Cards():
            return [part.box]
    raise AssertionError(part)


def test_panes_neither_overlap_nor_leave_the_window(panel):
    window = Box(0, 0, *panel.size)
    assert [pane.name for pane in panel.panes if not inside(pane.box, window)] == []
    pairs = [(a, b) for a, b in itertools.combinations(panel.panes, 2) if {a.page, b.page} != {False, True}]
    found = [(a.name, b.name) for a, b in pairs if overlap(a.box, b.box) and not (a.group and a.group == b.group)]
    assert found == []


def test_parts_lie_in_their_panes(panel):
    found = [
        (pane.name, part.name, box)
        for pane in panel.panes
        for part in pane.parts
        for box in boxes(part)
        if not inside(box, pane.box)
    ]
    assert found == []


RIM = 2  # units by which the edge of a disc or a board may be outside: the next pane is painted over it


def extent(shape, canvas):
    """Return the box around a shape that never changes."""
    match shape:
        case Rect(box=box):
            return box
        case Disc(centre=(x, y), radius=radius):
            return Box(x - radius, y - radius, 2 * radius, 2 * radius)
        case Text(at=(x, y), size=size, align=align):
            width = canvas.width(shape.text, size)
            if shape.turned:
                return Box(x - size / 2, y - width / 2, size, width)
            return Box(x - width * {"left": 0.0, "right": 1.0, "centre": 0.5}[align], y - size / 2, width, size)
    across, down = zip(*shape.points, strict=True)
    return Box(min(across), min(down), max(across) - min(across), max(down) - min(down))


def letters(box):
    """Return where the letters of a line are: lines may be as close as that."""
    return Box(box.x, box.y + box.h / 4, box.w, box.h / 2)


def test_what_never_changes_is_drawn_in_its_pane(panel):
    import pygame

    from host.ui.canvas import Canvas, Scale

    canvas = Canvas(pygame.Surface((10, 10)), Scale(1.0))
    found = []
    for pane in panel.panes:
        x, y, width, height = pane.box
        outer = Box(x - RIM, y - RIM, width + 2 * RIM, height + 2 * RIM)
        found += [(pane.name, shape) for shape in pane.shapes if not inside(extent(shape, canvas), outer)]
    assert found == []


def test_texts_that_never_change_do_not_run_into_each_other(panel):
    import pygame

    from host.ui.canvas import Canvas, Scale

    canvas = Canvas(pygame.Surface((10, 10)), Scale(1.0))
    for pane in panel.panes:
        texts = [shape for shape in pane.shapes if isinstance(shape, Text)]
        places = [letters(extent(each, canvas)) for each in texts]
        pairs = itertools.combinations(zip(texts, places, strict=True), 2)
        assert [(a.text, b.text) for (a, one), (b, other) in pairs if overlap(one, other)] == []


def test_what_can_be_clicked_does_not_overlap(panel):
    for pane in panel.panes:
        places = [box for part in pane.parts if isinstance(part, Buttons | Keys | Board | Tube) for box in boxes(part)]
        assert [pair for pair in itertools.combinations(places, 2) if overlap(*pair)] == []


def test_every_button_has_a_command_and_room_for_its_label(panel):
    import pygame

    from host.ui.canvas import Canvas, Scale

    canvas = Canvas(pygame.Surface((10, 10)), Scale(1.0))
    commands = {each.name: each for each in (*panel.commands, *(panel.game.commands if panel.game else ()))}
    for pane in panel.panes:
        for part in pane.parts:
            for name, box in part.places.items() if isinstance(part, Buttons) else ():
                size = min(18.0, box.h * 0.62)
                assert canvas.width(commands[name].label, size) <= box.w - 4, name


def test_a_key_of_the_pc_means_one_thing(panel):
    keys = [each.key for each in (*panel.commands, *(panel.game.commands if panel.game else ())) if each.key]
    keys += list(panel.keys)
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


def test_parts_that_are_shown_together_have_names_of_their_own(panel):
    names = [part.name for pane in panel.panes if not pane.group for part in pane.parts]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_every_panel_says_what_can_be_done_now_and_how_things_are(panel):
    labels = {part.name: part for pane in panel.panes for part in pane.parts if isinstance(part, Label)}
    assert labels["now"].size > labels["status"].size
    assert labels["status"].width > 700  # notices have room beside it


def test_help_is_reached_by_f12_and_the_window_left_by_ctrl_q(panel):
    keys = {each.key: each.name for each in panel.commands}
    assert (keys["f12"], keys["ctrl+q"]) == ("help", "quit")


def test_paper_has_room_for_lines(panel):
    """What it is for: ten at least."""
    controller = type("Standing", (), {"panel": panel, "machine": Machine(), "now": Clock()})
    papers = [part for pane in panel.panes for part in pane.parts if isinstance(part, Paper)]
    assert all(PaperDrawing(paper, paper.box, controller).rows >= 10 for paper in papers)


def test_no_line_of_the_help_is_cut(panel, monkeypatch):
    from types import SimpleNamespace

    import pygame

    from host.ui.canvas import Canvas, Scale
    from host.ui.overlays import paint_help

    cut, drawn = [], []

    def fitted(canvas, at, text, size, width, colour, align="left"):
        drawn.append(at)
        if canvas.width(text, size) > width:
            cut.append(text)

    monkeypatch.setattr(Canvas, "fitted", fitted)
    commands = (*panel.commands, *(panel.game.commands if panel.game else ()))
    size = (round(panel.size[0]), round(panel.size[1]))
    controller = SimpleNamespace(panel=panel, commands=commands, typed_parts=["paper"])
    paint_help(Canvas(pygame.Surface(size), Scale(1.0)), controller)
    assert cut == []
    assert len(set(drawn)) == len(drawn) >= 12
    assert max(y for _, y in drawn) < panel.size[1] - 60
