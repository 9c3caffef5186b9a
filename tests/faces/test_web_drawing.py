"""What a page draws, by its pixels: each kind of part shows its value at the right place in the right colour."""

from __future__ import annotations

import json

import pytest

from host import registry
from host.ui import page

LOOK = """
/** Return [red, green, blue] in the middle of a place, in units of the panel, with these values shown. */
window.look = (values, places) => {
    const paused = desk.advance;
    desk.advance = () => false;
    const shown = desk.shown;
    desk.shown = { ...shown, ...values };
    panelView.repaint();
    const colours = places.map(([x, y]) => {
        const ratio = panelView.scale / panelView.factor;
        const [px, py] = [(x * panelView.factor + panelView.left) * ratio, y * panelView.scale].map(Math.round);
        return [...panelView.pen.c.getImageData(px, py, 1, 1).data.slice(0, 3)];
    });
    [desk.shown, desk.advance] = [shown, paused];
    return colours;
};
window.part = (name) => desk.panel.panes.flatMap((pane) => pane.parts).find((each) => each.name === name);
"""


class Page:
    """A page to look at."""

    def __init__(self, chromium, folder, machine, **setup):
        model = registry.find(machine)
        path = folder / f"{machine}.html"
        page.write(model.runner().controller(setup), path)
        self.tab = chromium.open(path)
        self.tab.evaluate(LOOK)

    def colours(self, values, places):
        """Return the colours at places, which JavaScript computes."""
        return self.tab.evaluate(f"look({json.dumps(values)}, {places})")


@pytest.fixture(scope="module")
def kim(the_chromium, tmp_path_factory):
    page = Page(the_chromium, tmp_path_factory.mktemp("kim"), "kim1", program="wally")
    yield page
    page.tab.close()


@pytest.fixture(scope="module")
def console(the_chromium, tmp_path_factory):
    page = Page(the_chromium, tmp_path_factory.mktemp("704"), "704", program="checkers")
    yield page
    page.tab.close()


@pytest.fixture(scope="module")
def tubes(the_chromium, tmp_path_factory):
    page = Page(the_chromium, tmp_path_factory.mktemp("6600"), "6600", program="mates")
    yield page
    page.tab.close()


def is_red(colour):
    return colour[0] > 200 and colour[1] < 110 and colour[2] < 110


def is_light(colour):
    return min(colour) > 180


def is_dark(colour):
    return max(colour) < 80


def test_segments_are_lit_one_by_one(kim):
    middles = """(() => {
        const { boxes } = part("digits");
        const mean = (points, axis) => points.reduce((sum, each) => sum + each[axis], 0) / points.length;
        const middle = (points) => [mean(points, 0), mean(points, 1)];
        return boxes.flatMap((box) => page.glyphs.SEGMENTS.map((each) => middle(segment(box, each, page.glyphs))));
    })()"""
    kim.tab.evaluate("window.page = desk.page")
    lit = [24 * (place % 3 == 0) for place in range(42)]
    colours = kim.colours({"digits": lit}, middles)
    assert [is_red(colour) for colour in colours] == [bool(each) for each in lit]
    half = kim.colours({"digits": [6] * 42}, middles)
    assert all(60 < colour[0] < 200 for colour in half)


def test_stones_and_the_rings_of_the_last_moves(kim):
    cells = [" "] * 225
    cells[0], cells[17], cells[224] = "#", "0", "#"
    places = """(({ placeOf, step }) => [0, 17, 224, 100].map((cell) => placeOf(cell).map((each) => each + step / 4)))(
        fieldOf(part("go")))"""  # beside the lines of the board
    black, white, last, empty = kim.colours({"go": {"cells": cells, "marks": [], "chosen": -1}}, places)
    assert is_dark(black)
    assert is_light(white)
    assert is_dark(last)
    assert not is_dark(empty)
    ring = """(({ placeOf, step }) => [[placeOf(224)[0] + step * 0.2 - 1.1, placeOf(224)[1]]])(fieldOf(part("go")))"""
    (marked,) = kim.colours({"go": {"cells": cells, "marks": [224], "chosen": -1}}, ring)
    assert marked[0] > 2 * marked[2]


def test_a_key_that_is_down_has_sunk(kim):
    edge = "[part('pad').keys.find((key) => key.name === '7').box].map(([x, y, w, h]) => [x + w / 2, y + 3])"
    (up,), (down,) = kim.colours({"pad": []}, edge), kim.colours({"pad": ["7"]}, edge)
    assert max(up) > 2 * max(down)


def test_the_slide_switch_shows_its_side(kim):
    sides = (
        "[part('pad').keys.find((key) => key.style === 'slide').box]"
        ".flatMap(([x, y, w, h]) => [[x + w * 0.3, y + h * 0.75], [x + w * 0.7, y + h * 0.75]])"
    )
    assert [is_light(each) for each in kim.colours({"pad": []}, sides)] == [True, False]
    assert [is_light(each) for each in kim.colours({"pad": ["SST"]}, sides)] == [False, True]


GRID = (
    "Array.from({{ length: 160 * 20 }},"
    " (_, n) => [{x} + {w} * (n % 160) / 160, {y} + {h} * Math.floor(n / 160) / 20])"
)  # places


def test_a_label_is_written_from_its_place_on_and_cut_off_at_its_width(kim):
    line = "(({ at: [x, y], width, size }) => %s)(part('now'))"
    inside = line % GRID.format(x="x", w="width", y="y - size / 2", h="size")
    beyond = line % GRID.format(x="x + width", w="200", y="y - size / 2", h="size")
    left = line % GRID.format(x="x - 12", w="11", y="y - size / 2", h="size")
    nothing, few, many = (
        sum(max(colour) > 140 for colour in kim.colours({"now": text}, inside)) for text in ("", "MM", "MMMM" * 60)
    )
    assert nothing == 0
    assert 0 < few < many / 20
    for place in (beyond, left):
        assert kim.colours({"now": "MMMM" * 60}, place) == kim.colours({"now": ""}, place)


def test_a_button_lights_up_and_is_where_it_is_clicked(kim):
    places = "(([x, y, w, h]) => [[x + 4, y + h / 2], [x + w - 4, y + h / 2], [x - 3, y + h / 2]])"
    corner = f"{places}(part('commands').places.sst)"
    off, on = kim.colours({"lit": []}, corner), kim.colours({"lit": ["sst"]}, corner)
    assert [colour[0] > 2 * colour[2] for colour in off] == [False] * 3
    assert [colour[0] > 2 * colour[2] for colour in on] == [True, True, False]


def test_what_is_printed_glows_on_the_glass_line_by_line(kim):
    name = kim.tab.evaluate("desk.panel.panes.flatMap((pane) => pane.parts).find((each) => 'glass' in each).name")
    lines = kim.tab.evaluate("desk.paper.visible(99, 0).lines")
    counts = []
    for line in range(len(lines) + 2):
        row = GRID.format(x="x + 8", w="200", y=f"y + 6 + {line} * line", h="line")
        colours = kim.colours({}, f"(({{ box: [x, y, w, h], line }}) => {row})(part({name!r}))")
        counts.append(sum(colour[1] > 1.5 * colour[0] and colour[1] > 90 for colour in colours))
    assert "KIM" in lines
    assert [count > 30 for count in counts] == [*(bool(line.strip()) for line in lines), False, False]


def test_lamps_glow_as_bright_as_they_are_lit(console):
    places = "part('words').rows[0].places.slice(0, 3)"
    dark, half, full = console.colours({"words": [[0, 4, 16, *[0] * 33], *[[0] * 40] * 3]}, places)
    assert dark[0] < half[0] < full[0]
    assert full[0] > 230


def test_the_printers_paper_has_holes_at_both_edges(console):
    places = """(({ box: [x, y, w, h], line }) => {
        return [10, w - 10, w / 2, 16, w - 16].map((at) => [x + at, y + h - 6 - line / 2]);
    })(desk.panel.panes.flatMap((pane) => pane.parts).find((each) => "glass" in each))"""
    left, right, *paper = console.colours({}, places)
    assert max(left) < 130
    assert max(right) < 130
    assert all(is_light(colour) for colour in paper)


def test_levers_tip_and_switches_light_up(console):
    band = "part('entry').keys.slice(0, 2).map(({ box: [x, y, w, h] }) => [x + w / 2, y + h - 8])"
    on, off = console.colours({"entry": ["0"]}, band)
    assert on[0] > 230 > 2 * on[2]
    assert off != on
    cap = "part('switches').keys.slice(0, 2).map(({ box: [x, y, w, h] }) => [x + 6, y + h * 0.6])"
    on, off = console.colours({"switches": ["1"]}, cap)
    assert on[0] > 2 * on[2]
    assert off[0] < 2 * off[2]


def test_men_and_kings_of_checkers_stand_on_their_squares(console):
    cells = [" "] * 64
    cells[1], cells[3], cells[62], cells[60] = "b", "B", "w", "W"
    places = "[1, 62, 3, 60, 35].map((cell) => fieldOf(part('board')).placeOf(cell))"
    black, white, black_king, white_king, empty = console.colours({"board": {"cells": cells, "marks": []}}, places)
    assert is_dark(black)
    assert is_light(white)
    for king in (black_king, white_king):
        assert king[0] > 190 > 2 * king[2]
    assert not is_light(empty)


def test_holes_of_a_card(console):
    columns = [0] * 80
    columns[10], columns[70] = 1 << 11, 1
    holes = "((box) => [[10, 0], [70, 11], [40, 5]].map(([column, row]) => hole(box, column, row)))(part('hopper').box)"
    console.tab.evaluate(
        "window.hole = ([x, y, w], column, row) => { const wide = Math.min(318, w - 96), unit = wide / 318;"
        " return [x + 96 + unit * (6 + (column + 0.5) * 306 / 80), y + unit * (12 + (row + 0.5) * 86 / 12)]; }"
    )
    first, last, none = console.colours({"hopper": {"count": 3, "texts": [""], "columns": columns}}, holes)
    assert is_dark(first)
    assert is_dark(last)
    assert min(none) > 110


def test_points_of_the_tube(console):
    console.tab.evaluate('desk.show("tube")')
    at = "[[100, 900], [900, 100]].map(([x, y]) => { const [u, v, w, h] = inset(part('tube').box, 16);"
    at += " return [u + (x + 0.5) * w / 1024, v + h - (y + 0.5) * w / 1024]; })"
    lit, dark = console.colours({"tube": [[100, 900, 12]]}, at)
    console.tab.evaluate("desk.ui['pane side'] = undefined")
    assert lit[1] > 200
    assert is_dark(dark)


def test_characters_on_a_round_tube(tubes):
    around = "[0, 100].map((y) => { const [u, v, w] = part('left').box, unit = w / 624;"
    around += " return [u + unit * (56 + 256 + 8), v + unit * (56 + 250 + y + 16 * (0.92 - 0.75 * 0.5))]; })"
    lit, dark = tubes.colours({"left": [[256, 250, 16, "+"]]}, around)
    assert lit[1] > 150
    assert is_dark(dark)


def test_chessmen(tubes):
    cells = [" "] * 64
    cells[0], cells[63] = "k", "Q"
    places = (
        "[0, 63].map((cell) => fieldOf(part('board')).squareOf(cell)).map(([x, y, w]) => [x + w / 2, y + w * 0.83])"
    )
    king, queen = tubes.colours({"board": {"cells": "".join(cells), "marks": []}}, places)
    assert is_dark(king)
    assert is_light(queen)


def test_help_lies_over_everything_until_it_is_clicked(tubes):
    tubes.tab.key("F12")
    tubes.tab.until("desk.showsHelp && document.elementFromPoint(500, 400).closest('.sheet')")
    assert "MATE IN 2" in tubes.tab.evaluate("document.querySelector('.sheet').textContent")
    tubes.tab.click(500, 400)
    tubes.tab.until("!desk.showsHelp && !document.elementFromPoint(500, 400).closest('.sheet')")
