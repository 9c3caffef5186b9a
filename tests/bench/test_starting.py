"""What the benchmarks of starting and of compiling run, and what they make of it."""

from __future__ import annotations

import sys

import pytest

from emulators.errors import IronboardError
from emulators.kernels.building import BuildError
from host.experiments.bench import starting
from host.experiments.bench.starting import GROUPS, Start, cpu_seconds, cpu_seconds_of
from host.formats.storage import CACHE
from tests.shared import ALL_EXAMPLES

STARTS = [start for group in GROUPS for start in group.starts]
WAYS = {(start.terminal, bool(start.code), start.first): start for start in reversed(STARTS)}  # in which one is run
FEW = STARTS if ALL_EXAMPLES else [*WAYS.values()]

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell CPU times of children")


@posix
@pytest.mark.parametrize("start", FEW, ids=lambda start: start.label)
def test_a_command_runs_to_where_it_is_measured(start, tmp_path):
    for name, text in starting.FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert cpu_seconds_of(start, tmp_path) > 0


@posix
@pytest.mark.parametrize(
    ("start", "why"),
    [
        (Start(("run", "6600", "nothing")), "ironboard run 6600 nothing failed: .*there is no file 'nothing'"),
        (Start(("704",), "1/0"), "ZeroDivisionError"),
        (Start(("704",), "1/0", terminal=True), "ZeroDivisionError"),
    ],
)
def test_a_command_that_fails_is_an_error(start, why, tmp_path):
    with pytest.raises(IronboardError, match=f"(?s){why}"):
        cpu_seconds_of(start, tmp_path)


@posix
@pytest.mark.parametrize("first", [True, False])
def test_a_first_start_has_an_empty_cache_and_a_later_one_that_of_the_benchmark(first, tmp_path):
    code = f"import os, sys; sys.exit((os.environ['{CACHE}'] == sys.argv[1]) == {first})"
    cpu_seconds_of(Start((str(tmp_path),), code, first=first), tmp_path)


@posix
def test_what_children_compute_counts():
    import subprocess

    busy = [sys.executable, "-c", "import time\nwhile time.process_time() < 0.2: pass"]
    assert cpu_seconds(lambda: subprocess.run(busy, check=True), own=False) >= 0.2


def test_every_command_is_a_row_and_every_group_has_a_goal(monkeypatch):
    asked = []

    def answer(start, folder):
        asked.append(start)
        assert {each.name for each in folder.iterdir()} >= {*starting.FILES}
        return 0.45 if start.words == ("gtp",) else 0.11

    monkeypatch.setattr(starting, "cpu_seconds_of", answer)
    result = starting.measure_start(2)
    assert asked == STARTS * 3  # the first time is not counted
    assert [row.label for row in result.rows] == [start.label for start in STARTS]
    assert all(len(row.seconds) == 2 for row in result.rows)
    assert [(goal.value, goal.limit) for goal in result.goals] == [
        (0.11, 0.12),
        (0.11, 0.4),
        (0.11, 0.8),
        (0.45, 0.5),
        (0.11, 0.8),
    ]


def test_kernels_are_translated_and_compiled_into_an_empty_folder(monkeypatch):
    folders = []
    monkeypatch.setattr(starting, "c_source", str)
    monkeypatch.setattr(starting, "build", lambda target, folder: folders.append((folder, [*folder.iterdir()])))
    translated, compiled = starting.measure_compile(2).rows
    assert (translated.label, len(translated.seconds), len(compiled.seconds)) == ("translated to C", 2, 2)
    assert [inside for _, inside in folders] == [[], []]
    assert folders[0][0] != folders[1][0]


def test_a_host_without_a_compiler_cannot_measure_compiling(monkeypatch):
    def build(target, folder):
        raise BuildError("no C compiler")

    monkeypatch.setattr(starting, "c_source", str)
    monkeypatch.setattr(starting, "build", build)
    with pytest.raises(IronboardError, match="no C compiler"):
        starting.measure_compile(1)
