"""The session in docs/gtp.md is what happens; the commands in its tables are the engines'."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from host.games.go import gtp
from host.games.go.game import Setup
from host.games.go.programs import engine_of
from host.games.wally import Wally, WallyEngine

PAGE = (Path(__file__).parents[3] / "docs" / "gtp.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def engine():
    return WallyEngine(Wally("compiled"))


def test_the_session_is_true(engine):
    (session,) = re.findall(r"^```\n(boardsize.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exchanges = re.findall(r"^(\w\S*.*)\n(=.*(?:\n.+)*)\n\n", session, re.MULTILINE)
    assert len(exchanges) == 9
    for command, response in exchanges:
        answers = io.BytesIO()
        gtp.serve(engine.handlers, io.BytesIO(f"{command}\n".encode()), answers)
        assert [line.rstrip() for line in answers.getvalue().decode().rstrip("\n").split("\n")] == response.split("\n")


def test_every_command_is_described_and_every_command_described_exists(engine):
    engines = [engine, *(engine_of(name, Setup(9, exact=False)) for name in ("nps", "zobrist"))]
    names = {name for each in engines for name in each.handlers}
    for name in names:
        assert f"`{name}" in PAGE, name
    rows = re.findall(r"^\| (`[a-z].*?) \|", PAGE.partition("| command | here |")[2], re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"`([a-z_-]+)", row)}
    assert len(described) > 30
    assert described <= names
