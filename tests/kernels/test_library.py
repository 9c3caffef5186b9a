"""What is said while kernels are built; where they cannot be, the cores run as plain Python."""

from __future__ import annotations

import os
import shutil
import sys
from importlib import import_module

import pytest

from emulators.kernels import KERNELS, building
from emulators.kernels import __main__ as command
from emulators.kernels.building import BuildError, build, own_target
from emulators.kernels.translator import LanguageError
from host.cli import installation


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


DAMAGE = {
    "cut": lambda data: data[:4096],
    "empty": lambda data: b"",
    "of another architecture": lambda data: data[:18] + b"\xf3\x00" + data[20:],
    "a text": lambda data: b"hello",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_library_is_named_never_opened_and_built_again(kind, tmp_path, monkeypatch, capsys):
    name = building.stamp()["libraries"]["kim1_bus"]
    shutil.copytree(building.FOLDER, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("checked", "wasm32"))
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).unlink()
    (tmp_path / name).write_bytes(DAMAGE[kind](whole))
    caches = building.load, building.stamp, building.say_missing
    monkeypatch.setattr(building, "FOLDER", tmp_path)
    try:
        for each in caches:
            each.cache_clear()
        assert [building.load(import_module(each)) is None for each in KERNELS] == [
            each == KERNELS[0] for each in KERNELS
        ]
        building.say_missing("emulators.kim1.bus", "py65")
        assert "the kernel of emulators.kim1.bus is damaged: py65 runs it" in capsys.readouterr().err
        assert installation.examine() == 1
        said = capsys.readouterr().out
        assert f"{name} (damaged)" in said
        assert installation.remedy() in said
        if kind == "cut":
            assert build(own_target(), tmp_path, KERNELS) == [name]
            assert building.is_whole(tmp_path / name)
    finally:
        monkeypatch.undo()
        for each in caches:
            each.cache_clear()


PLACED = {
    "pipe": lambda path: os.mkfifo(path),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "large": lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), building.LARGEST + 1),
    "folder": lambda path: path.mkdir(),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in the file system")
@pytest.mark.parametrize("kind", PLACED)
def test_what_is_no_file_is_not_read_as_a_library(kind, tmp_path, monkeypatch, capsys):
    name = building.stamp()["libraries"]["kim1_bus"]
    shutil.copyfile(building.FOLDER / building.STAMP, tmp_path / building.STAMP)
    PLACED[kind](tmp_path / name)
    assert not building.is_whole(tmp_path / name)
    if kind == "folder":
        assert command.main(["--output", str(tmp_path)]) == 1
        assert f"{tmp_path / name} is a folder, where a library belongs: remove it" in capsys.readouterr().err
    else:
        build(own_target(), tmp_path, KERNELS[:1])
        assert building.is_whole(tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in the file system")
def test_notes_that_are_no_file_are_none(tmp_path):
    os.mkfifo(tmp_path / building.STAMP)
    assert building._read(tmp_path) == {}


NOTES = [
    "5",
    "[]",
    '{"libraries": "text"}',
    '{"libraries": {"kim1_bus": 5}}',
    '{"sha256": []}',
    '{"target": 5}',
    "[" * 10**5,
]


@pytest.mark.parametrize("text", [*NOTES, '{"sources": null}', '{"compiler": ' + "9" * 5000 + "}", "\udcff"])
def test_notes_that_are_damaged_are_none(text, tmp_path):
    (tmp_path / building.STAMP).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert building._read(tmp_path) == {}
    assert not building.is_whole(tmp_path / "kim1_bus.so")
