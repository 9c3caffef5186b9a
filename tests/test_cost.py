"""What `make check` prints of the processor time of the tests."""

import json

import pytest

from tests import cost


def test_the_figure_is_printed_and_slow_tests_without_a_reason_are_named():
    page = cost.PAGE.read_text(encoding="utf-8")
    known = next(line for line in page.splitlines() if "::" in line).split("`")[1]
    kept = json.dumps({"seconds": 660, "tests": {known: 9.5, "tests/test_new.py::test_slow": 8.0}})
    figure, *others = cost.summary(kept, page).splitlines()
    assert "11.0 minutes" in figure
    assert [each.split()[2] for each in others] == ["tests/test_new.py::test_slow:"]


def test_the_slow_tests_of_the_page_exist():
    rows = [line.split("`")[1] for line in cost.PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert len({*rows}) == len(rows) == cost.SLOWEST
    for file, name in (row.split("::") for row in rows):
        assert f"def {name}(" in (cost.ROOT / file).read_text(encoding="utf-8"), name


def test_totals_are_those_of_folders_files_and_tests_and_of_what_is_outside_of_tests():
    tests = {"tests/kim1/test_b.py::test_2": 7.5, "tests/kim1/test_a.py::test_1": 2.0, "tests/test_c.py::test_3": 4.0}
    kept = json.dumps({"seconds": 30, "collection": 6.0, "tests": tests})
    others = {"all": 30, "collection of tests": 6, "start of workers and browsers": 10.5}
    for kind, found in {
        "folders": {"tests/kim1": 9.5, "tests": 4},
        "files": {"tests/kim1/test_b.py": 7.5, "tests/kim1/test_a.py": 2, "tests/test_c.py": 4},
        "tests": tests,
    }.items():
        rows = [line.split(" s  ") for line in cost.totals(kept, kind).splitlines()]
        assert {name: float(seconds) for seconds, name in rows} == others | found
        assert rows == sorted(rows, key=lambda row: -float(row[0]))


INNER = """
    import subprocess, sys
    def test_good(): subprocess.run([sys.executable, "-Sc", "import time\\nwhile time.process_time() < .4: pass"])
    def test_bad(): assert 0
    def test_last(): {last}
"""


@pytest.mark.parametrize(
    ("arguments", "last", "kept"), [("-n1", "pass", True), ("-n0", "raise KeyboardInterrupt", False)]
)
def test_a_run_keeps_the_time_of_its_tests_and_their_processes_if_it_was_not_interrupted(
    pytester, arguments, last, kept
):
    pytester.makeconftest(
        f"""
        import pathlib, sys
        sys.path.insert(0, {str(cost.ROOT)!r})
        from tests import cost
        cost.KEPT, cost.PART = map(pathlib.Path.cwd().joinpath, ["kept.json", "part.json"])
        def pytest_configure(config): config.pluginmanager.register(cost.Cost(config))
        """
    )
    pytester.makeini("[pytest]\ntestpaths = .")
    pytester.makepyfile(test_inner=INNER.format(last=last))
    pytester.runpytest_subprocess(arguments).assert_outcomes(passed=2 if kept else 1, failed=1)
    file = pytester.path / "kept.json"
    assert file.exists() == kept
    if kept:
        first, *others = json.loads(file.read_text())["tests"].items()
        assert first[0] == "test_inner.py::test_good"
        assert first[1] > 0.3 > sum(seconds for _, seconds in others)
