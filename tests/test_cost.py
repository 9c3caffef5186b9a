"""What `make check` prints of the processor time of the tests."""

import json

from tests import cost


def test_the_figure_is_printed_and_slow_tests_without_a_reason_are_named():
    page = cost.PAGE.read_text(encoding="utf-8")
    known = next(line for line in page.splitlines() if "::" in line).split("`")[1]
    kept = json.dumps({"seconds": 660, "slowest": [[known, 9.5], ["tests/test_new.py::test_slow", 8.0]]})
    figure, *others = cost.summary(kept, page).splitlines()
    assert "11.0 minutes" in figure
    assert [each.split()[2] for each in others] == ["tests/test_new.py::test_slow:"]


def test_the_slow_tests_of_the_page_exist():
    rows = [line.split("`")[1] for line in cost.PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert len({*rows}) == len(rows) == cost.SLOWEST
    for file, name in (row.split("::") for row in rows):
        assert f"def {name}(" in (cost.ROOT / file).read_text(encoding="utf-8"), name
