"""A machine comes alive in a process of its own; what does not is an error."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.bench import starting
from host.bench.starting import command, program


@pytest.mark.parametrize("arguments", [command("py65"), program("py65")], ids=["command", "class"])
def test_a_machine_says_that_it_is_live(arguments, tmp_path):
    assert starting.time_to_live(str(tmp_path), *arguments) > 0


@pytest.mark.parametrize("arguments", [command("z80"), program("z80"), ("-c", "print('no')")])
def test_a_machine_that_does_not_start_is_an_error(arguments, tmp_path, capfd):
    with pytest.raises(IronboardError, match="the machine did not start"):
        starting.time_to_live(str(tmp_path), *arguments)


def test_a_process_that_fails_is_an_error(tmp_path):
    with pytest.raises(IronboardError, match=r"(?s)python -c 1/0 failed: .*ZeroDivisionError"):
        starting.timed(str(tmp_path), "-c", "1/0")


def test_processes_have_a_cache_of_their_own(tmp_path):
    code = "import sys; from emulators.compiled import cache_folder; sys.exit(sys.argv[1] not in str(cache_folder()))"
    starting.timed(str(tmp_path), "-c", code, str(tmp_path))


def test_every_way_to_start_is_a_row(monkeypatch):
    asked = []

    def answer(folder, *arguments):
        asked.append((folder, arguments))
        return 0.25

    monkeypatch.setattr(starting, "time_to_live", answer)
    monkeypatch.setattr(starting, "timed", lambda folder, *arguments: 5.0)
    result = starting.measure_start(2)
    assert [row.label for row in result.rows] == [
        "ironboard, first ever",
        "ironboard, later",
        "ironboard, later, compiled",
        "Kim1(), first ever",
        "Kim1(), later",
        "Kim1(), later, compiled",
    ]
    assert all(row.seconds == (0.25, 0.25) for row in result.rows)
    folders = [folder for folder, _ in asked]
    firsts = [folders[index] for index in (0, 3, 6, 9)]
    assert len({*firsts}) == 4  # an empty one each time
    assert len({*folders} - {*firsts}) == 1  # the filled one
    assert result.goals[0].met


def test_compiling_is_timed_with_an_empty_and_a_filled_cache(monkeypatch):
    seen = []
    monkeypatch.setattr(starting, "timed", lambda folder, *arguments: seen.append(folder) or float(len(seen)))
    first, later = starting.measure_compile(2).rows
    assert (first.seconds, later.seconds) == ((1.0, 3.0), (2.0, 4.0))
    assert seen[0] == seen[1] != seen[2] == seen[3]
