"""The session in docs/gtp.md is what happens; the commands in its table are the engine's."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from host.games.go import gtp
from host.games.wally import Wally
from host.games.wally_gtp import Engine

PAGE = (Path(__file__).parents[3] / "docs" / "gtp.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def engine():
    return Engine(Wally("compiled"))


def test_the_session_is_true(engine):
    (session,) = re.findall(r"^```\n(boardsize.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exchanges = re.findall(r"^(\w\S*.*)\n(=.*(?:\n.+)*)\n\n", session, re.MULTILINE)
    assert len(exchanges) == 9
    for command, response in exchanges:
        answers = io.BytesIO()
        gtp.serve(engine.handlers, io.BytesIO(f"{command}\n".encode()), answers)
        assert [line.rstrip() for line in answers.getvalue().decode().rstrip("\n").split("\n")] == response.split("\n")


def test_every_command_is_described(engine):
    for name in engine.handlers:
        assert f"`{name}" in PAGE, name


def test_every_command_described_exists(engine):
    table = PAGE.partition("| command | here |")[2].partition("Whatever else")[0]
    named = re.findall(r"`([a-z_]+(?:-[a-z_]+)?)(?: (?:black|white)[ .]*)?`", table)
    assert len(named) > 15
    assert set(named) <= set(engine.handlers)
