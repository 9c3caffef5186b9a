"""Results as text and as Markdown: every figure is there, in columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from host.experiments.bench import document, measuring
from host.experiments.bench.measuring import duration, significant, span, text
from tests.bench.samples import DOCUMENT, SPEED, WAITS, WORK

# ------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1.638, "1.64 s"),
        (20.44, "20.4 s"),
        (0.2034, "203 ms"),
        (0.00446, "4.46 ms"),
        (7.15e-5, "71.5 µs"),
        (3e-8, "0.0300 µs"),
        (1234.5, "1,234 s"),
    ],
)
def test_times_are_written_in_the_unit_that_suits_them(seconds, words):
    assert duration(seconds) == words


def test_a_span_names_a_common_unit_once():
    assert span(0.2, 0.205) == "200-205 ms"
    assert span(0.0005, 0.0015) == "500 µs-1.50 ms"


@given(st.floats(1e-9, 1e12))
def test_three_digits_tell_the_number_within_half_a_per_cent(number):
    assert float(significant(number).replace(",", "")) == pytest.approx(number, rel=0.0051)


# ------------------------------------------------------------ text


def test_a_result_is_a_table():
    lines = list(text(WORK))
    assert lines[0] == "work: something | with a <title> and a *star*"
    assert lines[1].split() == ["cycles", "original", "instructions", "here", "middle", "half", "all", "runs", "MHz",
                                "x", "original", "x", "py65"]  # fmt: skip
    assert lines[2].split() == ["compiled", "8,000,000", "8.000", "s", "2,500,000", "10.2", "ms", "10.0-10.5", "ms",
                                "9.80-11.0", "ms", "784", "784", "296"]  # fmt: skip
    assert lines[3].split()[-3:] == ["2.58", "2.58", "1.00"]
    assert len({len(line) for line in lines[1:5]}) == 1  # aligned


def test_exact_figures_and_histograms_follow():
    lines = list(text(WORK))
    at = lines.index("  by sections")
    assert [line.split() for line in lines[at + 1 : at + 4]] == [
        ["section", "cycles", "cycles/byte"],
        ["first", "904,340", "11.0"],
        ["second", "1"],
    ]
    at = lines.index("  answers")
    assert [line.split() for line in lines[at + 2 : at + 5]] == [
        ["20,000", "12", "#" * 25],
        ["30,000", "0"],
        ["40,000", "24", "#" * 50],
    ]
    assert lines[-1] == "  a note | with a bar"


def test_columns_without_figures_are_left_out():
    titles, rows = measuring.table(WAITS)
    assert titles == ["", "here", "middle half", "all runs"]
    assert rows[1] == ["later", "200 µs", "150-250 µs", "100-300 µs"]


def test_goals_are_judged_in_words():
    assert "  what recording costs: 5 %; goal: below 15 %: met" in list(text(SPEED))
    assert "  the slowest start: 1.3 s; goal: below 1 s: NOT MET" in list(text(WAITS))


# ------------------------------------------------------------ Markdown


def tables(page):
    """Return the tables of a page as another program reads them: lists of rows of cells."""
    found, cells = [], None
    for token in MarkdownIt("commonmark").enable("table").parse(page):
        if token.type == "table_open":
            found.append([])
        elif token.type == "tr_open":
            found[-1].append(cells := [])
        elif token.type == "inline" and found and cells is not None:
            cells.append("".join(child.content for child in token.children))
        elif token.type == "table_close":
            cells = None
    return found


def test_a_page_has_the_same_figures_in_tables():
    host, work, sections, answers, speed, waits = tables(document.page(DOCUMENT))
    assert host[1:] == [["ironboard", "0.1.0"], ["Python", "3.11.7"]]
    for result, table in ((WORK, work), (SPEED, speed), (WAITS, waits)):
        titles, rows = measuring.table(result)
        assert table == [titles, *rows]
    assert sections == [["section", "cycles", "cycles/byte"], ["first", "904,340", "11.0"], ["second", "1", ""]]
    assert answers[3] == ["40,000", "24"]


def test_what_has_a_meaning_in_markdown_is_shown_as_it_is():
    rendered = MarkdownIt("commonmark").enable("table").render(document.page(DOCUMENT))
    assert "Something | with a &lt;title&gt; and a *star*." in rendered
    assert "<li>a note | with a bar</li>" in rendered
    assert "<em>" not in rendered
