"""`ironboard bench`: workloads by name, files that are written and files that are not."""

from __future__ import annotations

import json
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from emulators.errors import IronboardError
from host.assemblers.roms import CHECKOUT
from host.cli.main import main
from host.experiments.bench import MOVED, document, suite
from tests.bench.samples import DOCUMENT, SPEED, WAITS, WORK


@pytest.fixture
def runs(monkeypatch):
    """Replace the workloads; return the list of (name, runs) that were asked for."""
    asked = []

    def workload(result):
        def measure(runs):
            asked.append((result.name, runs))
            return result

        return SimpleNamespace(name=result.name, measure=measure)

    monkeypatch.setattr(suite, "BENCHMARKS", tuple(map(workload, (WORK, SPEED, WAITS))))
    return asked


@pytest.fixture
def stored(tmp_path):
    """Return a file of figures."""
    path = tmp_path / "stored.json"
    path.write_bytes(document.written(DOCUMENT))
    return path


def test_a_workload_has_the_name_of_its_result():
    assert [workload.name for workload in suite.BENCHMARKS[:5]] == ["functional", "copy", "bcd", "sieve", "bits"]


def test_everything_is_measured_as_often_as_it_needs(runs, capsys):
    assert main(["bench"]) == 0
    assert runs == [("work", None), ("speed", None), ("start", None)]
    assert [line.partition(":")[0] for line in capsys.readouterr().out.split("\n") if line[:1].strip()] == [
        "work",
        "speed",
        "start",
    ]


def test_workloads_are_chosen_by_name_and_runs(runs):
    assert main(["bench", "start", "work", "--runs", "7"]) == 0
    assert runs == [("start", 7), ("work", 7)]


def test_an_unknown_workload_is_an_error(runs, capsys):
    assert main(["bench", "weather"]) == 1
    assert "there is no workload 'weather'; there are work, speed, start" in capsys.readouterr().err
    assert runs == []


@pytest.mark.parametrize("name", MOVED)
def test_a_workload_that_moved_names_its_script(name, capsys):
    assert main(["bench", name]) == 1
    error = capsys.readouterr().err
    assert error.endswith(f"'{name}' is measured in a checkout: python docs/studies/{name}.py\n")
    assert (CHECKOUT / "docs" / "studies" / f"{name}.py").is_file()


def test_stored_figures_of_a_workload_that_moved_are_shown(capsys):
    assert main(["bench", "rewind", "--from", str(CHECKOUT / "docs" / "benchmarks.json")]) == 0
    assert capsys.readouterr().out.startswith("rewind: going back in time")


def test_the_files_are_written(runs, tmp_path):
    names = {option: str(tmp_path / f"out{ending}") for option, ending in OUTPUTS.items()}
    assert main(["bench", *(word for pair in names.items() for word in pair)]) == 0
    assert document.read(tmp_path / "out.json").results == (WORK, SPEED, WAITS)
    assert "## start" in (tmp_path / "out.md").read_text(encoding="utf-8")
    assert ElementTree.parse(tmp_path / "out.svg").getroot().tag.endswith("svg")


OUTPUTS = {"--json": ".json", "--markdown": ".md", "--plot": ".svg"}


@pytest.mark.parametrize("option", OUTPUTS)
def test_an_existing_file_stays_as_it_is_and_nothing_is_measured(option, runs, tmp_path, capsys):
    path = tmp_path / f"mine{OUTPUTS[option]}"
    path.write_text("mine")
    assert main(["bench", option, str(path)]) == 1
    assert "exists already; --force overwrites it" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert runs == []
    assert main(["bench", option, str(path), "--force"]) == 0
    assert path.read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plot", "x.png"], "x.png: the plot is an SVG file: its name ends in .svg"),
        (["--json", "nowhere/x.json"], "cannot write nowhere/x.json: there is no folder nowhere"),
        (["--compare", "none.json"], "cannot read none.json"),
        (["--from", "none.json"], "cannot read none.json"),
    ],
)
def test_what_cannot_be_written_or_read_is_known_before_anything_is_measured(
    arguments, message, runs, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["bench", *arguments]) == 1
    assert message in capsys.readouterr().err
    assert runs == []


def test_stored_figures_are_shown_without_measuring(runs, stored, capsys, tmp_path):
    copy = tmp_path / "copy.json"
    assert main(["bench", "--from", str(stored), "--json", str(copy)]) == 0
    assert runs == []
    assert "8,000,000" in capsys.readouterr().out
    assert copy.read_bytes() == stored.read_bytes()  # with the day and the host of old


def test_some_of_the_stored_figures(stored, capsys):
    assert main(["bench", "start", "--from", str(stored)]) == 0
    out = capsys.readouterr().out
    assert "start: waiting" in out
    assert "work:" not in out
    assert main(["bench", "weather", "--from", str(stored)]) == 1
    assert "there is no workload 'weather'; there are work, speed, start" in capsys.readouterr().err


def test_new_figures_are_compared_with_old_ones(runs, stored, capsys):
    assert main(["bench", "work", "--compare", str(stored)]) == 0
    out = capsys.readouterr().out
    assert "compared with the figures of 2026-11-20 21:30 UTC:" in out
    assert "exact figures of the emulated machine, none changed" in out


def test_a_file_of_something_else_is_not_compared_with(runs, tmp_path, capsys):
    path = tmp_path / "package.json"
    path.write_text(json.dumps({"name": "x"}))
    assert main(["bench", "--compare", str(path)]) == 1
    assert f"{path}: this is not a file of benchmarks" in capsys.readouterr().err
    assert runs == []


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (IronboardError("it failed"), 1)])
def test_what_has_been_measured_is_kept_when_the_rest_is_not(error, status, runs, monkeypatch, tmp_path):
    def breaks_off(runs):
        raise error

    monkeypatch.setattr(suite, "BENCHMARKS", (*suite.BENCHMARKS[:1], SimpleNamespace(name="bad", measure=breaks_off)))
    path = tmp_path / "some.json"
    assert main(["bench", "--json", str(path)]) == status
    assert document.read(path).results == (WORK,)
