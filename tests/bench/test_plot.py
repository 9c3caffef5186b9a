"""The picture is well-formed SVG, and its marks stand where the figures say."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.experiments.bench.document import Document
from host.experiments.bench.measuring import Result, Row
from host.experiments.bench.picture import (
    CIRCLE,
    DIAMOND,
    LEFT,
    RIGHT,
    SQUARE,
    WIDTH,
    Drawing,
    Scale,
    decades,
    linear,
    plot,
)
from tests.bench.samples import SPEED, WAITS, WORK

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*results):
    return ElementTree.fromstring(plot(Document("today", {"ironboard": "0.1.0"}, results)))


def words(picture):
    return [element.text for element in picture.iter(f"{SVG}text")]


def hints(picture):
    """Return what the pointer sees -> the mark."""
    return {mark.find(f"{SVG}title").text: mark for mark in picture.iter() if mark.find(f"{SVG}title") is not None}


def test_everything_is_named():
    picture = drawn(WORK, SPEED, WAITS)
    shown = words(picture)
    for each in ("Emulated clock in MHz", "the real KIM-1", "compiled", "py65", "py65, no board", "work"):
        assert each in shown
    for row in (*SPEED.rows, *WAITS.rows):
        assert row.label in shown
    assert {"work: answers", "cycles", "answers", "start: how long one waits", "goal: 1 s"} <= set(shown)
    assert shown[-1] == "ironboard 0.1.0, today"
    assert picture.find(f"{SVG}title").text == "Ironboard's benchmarks, today"


def test_marks_stand_on_a_logarithmic_scale():
    """1 MHz is at the left, 1,000 MHz at the right: three decades."""
    mark = next(mark for hint, mark in hints(drawn(WORK)).items() if hint.startswith("work, compiled: 784"))
    middle = float(mark.get("x")) + float(mark.get("width")) / 2
    assert middle == pytest.approx(LEFT + (RIGHT - LEFT) * math.log10(784.3) / 3, abs=0.5)


def test_bars_begin_at_zero_and_are_as_long_as_the_figures():
    bars = [mark for hint, mark in hints(drawn(SPEED)).items() if "MHz" not in hint and mark.get("height") == "14.0"]
    lengths = [float(bar.get("width")) for bar in bars]
    assert all(float(bar.get("x")) == LEFT for bar in bars)
    assert lengths[0] / lengths[1] == pytest.approx(SPEED.rows[1].median / SPEED.rows[0].median, rel=0.01)


def test_columns_are_as_high_as_the_counts():
    found = {hint: mark for hint, mark in hints(drawn(WORK)).items() if re.fullmatch(r"[\d,]+ to [\d,]+: \d+", hint)}
    heights = [float(mark.get("height")) for mark in found.values()]
    assert heights == pytest.approx([heights[2] / 2, 0, heights[2]], abs=0.2)


@pytest.mark.parametrize("results", [(WORK,), (SPEED,), (WAITS,), (WORK, WAITS)], ids=len)
def test_nothing_is_drawn_outside(results):
    picture = drawn(*results)
    _, _, width, height = map(float, picture.get("viewBox").split())
    assert width == WIDTH
    for element in picture.iter():
        for names, limit in ((("x", "cx", "x1", "x2"), width), (("y", "cy", "y1", "y2"), height)):
            assert all(0 <= float(element.get(name)) <= limit for name in names if element.get(name))


def test_colours_are_there_for_light_and_for_dark_ground():
    picture = drawn(WORK)
    style = picture.find(f"{SVG}style").text
    light, dark = style.split("@media (prefers-color-scheme: dark)")
    classes = {element.get("class") for element in picture.iter() if element.get("class")}
    for kind in classes:
        assert re.search(rf"\.{kind} {{ (fill|stroke): #", light), kind
        assert re.search(rf"\.{kind} {{ (fill|stroke): #", dark), kind


def test_without_figures_there_is_no_picture():
    with pytest.raises(IronboardError, match="nothing to plot"):
        plot(Document("today", {}, ()))


def test_words_that_mean_something_in_xml_are_no_danger():
    result = Result("<&>", "", (Row("a <b> & c", (1.0,)),))
    assert "a <b> & c" in words(drawn(result))


# ------------------------------------------------------------ scales


@given(st.lists(st.floats(1e-9, 1e9), min_size=1, max_size=8))
def test_decades_take_in_all_values(values):
    scale = decades(values, 100, 500)
    assert all(99.9 <= scale(value) <= 500.1 for value in values)
    ticks = scale.ticks()
    assert (scale(ticks[0]), scale(ticks[-1])) == (100, pytest.approx(500))
    assert [math.log10(tick) for tick in ticks] == pytest.approx([round(math.log10(tick)) for tick in ticks])


@given(st.floats(1e-6, 1e9), st.integers(3, 10))
def test_linear_ticks_are_round_and_enough(highest, count):
    scale = linear(highest, 0, 100)
    ticks = scale.ticks(count)
    assert ticks[0] == 0
    assert 2 <= len(ticks) <= count + 2
    assert all(scale.low <= tick <= scale.high * 1.0000001 for tick in ticks)
    step = ticks[1]
    assert round(step / 10.0 ** math.floor(math.log10(step) + 1e-9)) in (1, 2, 5)


def test_a_scale_may_run_backwards():
    scale = Scale(0, 10, 200, 100)
    assert (scale(0), scale(10), scale(5)) == (200, 100, 150)


def test_each_series_has_a_shape_of_its_own():
    drawing = Drawing(100, "shapes")
    for series in (SQUARE, CIRCLE, DIAMOND):
        drawing.mark(50, 50, series, f"series {series}")
    found = hints(ElementTree.fromstring(drawing.written(100)))
    shapes = [found[f"series {series}"].tag.removeprefix(SVG) for series in (SQUARE, CIRCLE, DIAMOND)]
    assert shapes == ["rect", "circle", "polygon"]
