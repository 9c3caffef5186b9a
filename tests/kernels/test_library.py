"""What is said while kernels are built; where they cannot be, the cores run as plain Python."""

from __future__ import annotations

import pytest

from emulators.kernels import KERNELS, building
from emulators.kernels import __main__ as command
from emulators.kernels.building import BuildError, build, own_target
from emulators.kernels.translator import LanguageError


@pytest.mark.parametrize("error", [BuildError, LanguageError, PermissionError])
def test_a_failed_build_is_said_and_leaves_no_kernels(error, tmp_path, monkeypatch, capsys):
    def build(*_):
        raise error("core.py:12:4: not in the language")

    monkeypatch.setattr(building, "FOLDER", tmp_path)
    monkeypatch.setattr(building, "build", build)
    assert building._rebuilt({"sources": "old"}) == {}
    assert "the cores were edited and core.py:12:4: not in the language" in capsys.readouterr().err


def test_who_waits_is_told_what_is_compiled_and_nothing_when_nothing_is(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "FOLDER", tmp_path / "nothing")
    told = []
    for _ in range(2):
        build(own_target(), tmp_path, KERNELS[:1], told.append)
    assert [line.partition(" compiles ")[2] or line for line in told] == [
        "1 core:",
        "  1 of 1  kim1_bus",
    ]


def test_without_a_compiler_one_is_fetched_or_it_is_said_what_that_means(monkeypatch, capsys):
    fetched = []

    class Done:
        returncode = 1

    def run(line, **_):
        fetched.append(line[-1])
        return Done

    monkeypatch.setattr(building, "system_compiler", list)
    monkeypatch.setattr(building.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(command.subprocess, "run", run)
    assert command.main(["--fetch"]) == 1
    assert fetched == ["ziglang"]
    assert "plain Python will run the machines, slowly" in capsys.readouterr().err
