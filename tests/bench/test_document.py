"""The file of figures comes back as it was written, and nothing else is taken for one."""

from __future__ import annotations

import contextlib
import json
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.experiments.bench import document
from host.experiments.bench.document import BenchmarkFileError, Document, comparison, page, parsed, written
from host.experiments.bench.measuring import Goal, Result, Row, Table, text
from host.experiments.bench.picture import plot
from tests.bench.samples import DOCUMENT

TEXT = st.text(max_size=12)
SECONDS = st.floats(1e-9, 1e9)
COUNT = st.none() | st.integers(1, 10**15)
CELL = st.none() | TEXT | st.integers(-(10**15), 10**15) | st.floats(-1e15, 1e15)
ROWS = st.builds(Row, TEXT, st.lists(SECONDS, min_size=1, max_size=5).map(tuple), COUNT, COUNT, st.integers(1, 10**9))
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.builds(
        Table, TEXT, st.tuples(*[TEXT] * width), st.lists(st.tuples(*[CELL] * width), max_size=4).map(tuple)
    )
)
PLACES = st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9)
HISTOGRAMS = st.builds(
    Table,
    TEXT,
    st.tuples(TEXT, TEXT),
    st.dictionaries(PLACES, st.integers(0, 1000), min_size=1, max_size=5).map(lambda bins: tuple(sorted(bins.items()))),
    st.just(True),
)
GOALS = st.builds(Goal, TEXT, st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), TEXT)


def lists(strategy):
    return st.lists(strategy, max_size=3).map(tuple)


NAMES = st.sampled_from(["speed", "start", ""]) | TEXT
RESULTS = st.builds(
    Result, NAMES, TEXT, lists(ROWS), st.none() | TEXT, lists(TABLES | HISTOGRAMS), lists(GOALS), lists(TEXT)
)
DOCUMENTS = st.builds(Document, TEXT, st.dictionaries(TEXT, TEXT, max_size=3), lists(RESULTS))


@given(DOCUMENTS)
def test_what_is_written_comes_back(figures):
    assert parsed(written(figures)) == figures


@given(DOCUMENTS, DOCUMENTS)
@settings(deadline=None)
def test_whatever_can_be_read_can_be_shown_compared_and_drawn(figures, others):
    assert all("\n".join(text(result)) for result in figures.results)
    assert page(figures)
    assert list(comparison(others, figures))
    try:
        assert ElementTree.fromstring(plot(figures))
    except IronboardError as error:
        assert "nothing to plot" in str(error)  # noqa: PT017  (drawn, or this)


def test_the_file_has_what_follows_from_the_figures_too():
    row = json.loads(written(DOCUMENT))["results"][0]["rows"][0]
    assert row["median"] == 0.0102
    assert row["megahertz"] == pytest.approx(784.3, abs=0.1)
    assert row["times_real"] == pytest.approx(784.3, abs=0.1)
    assert row["times_base"] == pytest.approx(300, abs=10)
    assert row["fastest"] < row["quartiles"][0] < row["median"] < row["quartiles"][1] < row["slowest"]


def test_the_host_is_described():
    host = document.this_host()
    assert {"ironboard", "compiler", "py65", "Python", "processor", "processors"} <= set(host)
    assert all(isinstance(value, str) and value for value in host.values())


# ------------------------------------------------------------ what is no such file


def changed(change):
    data = json.loads(written(DOCUMENT))
    change(data)
    return json.dumps(data).encode()


def row(data):
    return data["results"][0]["rows"][0]


def set_in(part, name, value):
    return lambda data: part(data).__setitem__(name, value)


def whole(data):
    return data


def table(data):
    return data["results"][0]["tables"][0]


DAMAGED = [
    (set_in(row, "seconds", []), r"results\[0\], rows\[0\], seconds should be a list of numbers, one at least"),
    (set_in(row, "seconds", [0]), r"rows\[0\], seconds\[0\] should be a time in seconds"),
    (set_in(row, "seconds", [True]), r"seconds\[0\] should be a number"),
    (set_in(row, "seconds", [float("nan")]), r"seconds\[0\] should be a number"),
    (set_in(row, "seconds", [10**400]), r"seconds\[0\] should be a number"),
    (set_in(row, "seconds", 1.5), "seconds should be a list"),
    (set_in(row, "cycles", 1.5), "cycles should be a whole number above zero"),
    (set_in(row, "cycles", 0), "cycles should be a whole number above zero"),
    (set_in(row, "clock", None), "clock should be a number"),
    (set_in(row, "label", 5), "label should be text"),
    (lambda data: row(data).pop("label"), r"the file, results\[0\], rows\[0\] has no 'label'"),
    (set_in(table, "rows", [["a"]]), "a table with as many cells in each row as there are columns"),
    (set_in(table, "rows", [["a", {}, 1]]), r"rows\[0\]\[1\] should be a number"),
    (set_in(table, "bars", 1), "bars should be true or false"),
    (set_in(table, "bars", True), "a histogram: rising numbers in its first column, counts in its last one"),
    (set_in(whole, "results", {}), "results should be a list"),
    (set_in(whole, "results", [5]), r"results\[0\] should be an object"),
    (set_in(whole, "host", []), "host should be an object"),
    (lambda data: data.pop("measured"), "the file has no 'measured'"),
]


@pytest.mark.parametrize(("change", "message"), DAMAGED, ids=[message for _, message in DAMAGED])
def test_damage_is_reported_with_its_place(change, message):
    with pytest.raises(BenchmarkFileError, match=f"^damaged: .*{message}"):
        parsed(changed(change))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this is not a JSON file"),
        (b"\xff\xfe\x00", "this is not a JSON file"),
        (b'{"format": "ironboard benchmarks", "ver', "this is not a JSON file"),
        (b"[" * 100_000, "this is not a JSON file"),
        (b"[]", "expected a 'format'"),
        (b'{"results": []}', "expected a 'format'"),
        (changed(set_in(whole, "version", 2)), "version 2 of the format; this ironboard reads 1"),
        (changed(set_in(whole, "version", "1")), "version '1' of the format"),
    ],
)
def test_a_foreign_file_is_refused(data, message):
    with pytest.raises(BenchmarkFileError, match=message):
        parsed(data)


@given(st.data())
@settings(max_examples=200)
def test_any_damage_is_an_error_or_harmless(data):
    """A byte of the file is another one, or the file ends early."""
    content = bytearray(written(DOCUMENT))
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content[place] = data.draw(st.integers(0, 255))
    else:
        del content[place:]
    with contextlib.suppress(BenchmarkFileError):
        assert isinstance(parsed(bytes(content)), Document)


def test_a_file_is_named_in_the_message(tmp_path):
    path = tmp_path / "old.json"
    path.write_bytes(b"{}")
    with pytest.raises(BenchmarkFileError, match=r"old\.json: this is not a file of benchmarks"):
        document.read(path)
    with pytest.raises(IronboardError, match=r"cannot read .*none\.json"):
        document.read(tmp_path / "none.json")
    path.write_bytes(written(DOCUMENT))
    assert document.read(path) == DOCUMENT
