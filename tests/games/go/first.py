"""A program on the 6600 with the dialogue of them all, which is understood at a glance: tests/data/go/first.alg."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from host.games import program6600
from host.games.go import game, program

DATA = Path(__file__).parents[2] / "data" / "go"
DIALOGUE = program.Dialogue(
    lambda size, seed: f"{size} {seed}", ("ko", "last", "taken", "lost", "count", "plies"), seed="seed"
)
ENTRY = game.Entry("The first point", "CDC 6600", game.SIZES, game.BOTH, seeded=True)


@pytest.fixture
def first(monkeypatch):
    """Let there be the program `first`."""
    monkeypatch.setitem(program.DIALOGUES, "first", DIALOGUE)
    monkeypatch.setitem(game.PROGRAMS, "first", ENTRY)
    own = program6600.source
    monkeypatch.setattr(
        program6600, "source", lambda name, *language: DATA / "first.alg" if name == "first" else own(name, *language)
    )


@pytest.fixture
def changed(first, monkeypatch, tmp_path):
    """Return a function that adds a program with other statements, and returns its name."""

    def change(*replaced: tuple[str, str]) -> str:
        text = (DATA / "first.alg").read_text(encoding="utf-8")
        for old, new in replaced:
            assert text.count(old) == 1
            text = text.replace(old, new)
        name = "first-" + hashlib.sha256(text.encode()).hexdigest()[:8]  # compiled programs are kept by name
        path, before = tmp_path / f"{name}.alg", program6600.source
        path.write_text(text, encoding="utf-8")
        monkeypatch.setitem(program.DIALOGUES, name, DIALOGUE)
        monkeypatch.setitem(game.PROGRAMS, name, ENTRY)
        monkeypatch.setattr(
            program6600, "source", lambda each, *language: path if each == name else before(each, *language)
        )
        return name

    return change
