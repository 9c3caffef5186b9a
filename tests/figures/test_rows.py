"""Rows of published figures that are measured alone."""

import json

import pytest

from host.cli.main import main
from host.experiments.figures import rows
from host.experiments.figures.table import Measured
from tests.figures.test_page import DOCUMENT

OURS = {"game.moves": lambda: Measured(911, "counted"), "game.time": lambda: Measured(0.5, "the slowest of 3")}
OTHER = DOCUMENT.__class__("y", "", "Another", "A Journal", 1971, ())


@pytest.fixture(autouse=True)
def tables(monkeypatch):
    monkeypatch.setattr(rows, "documents", lambda: [DOCUMENT, OTHER])
    monkeypatch.setattr(rows, "find_measurements", lambda: OURS)


def test_a_row_has_its_document_both_values_and_the_command(capsys):
    assert main(["figures", "game.time"]) == 0
    out, err = capsys.readouterr()
    assert out == (
        "game.time: time\n"
        "  document   A. Author: A Title, 2, line 17 of the text\n"
        "  program    Game (Machine)\n"
        "  published  under ... 2 s\n"
        "  ours       0.50 s\n"
        "  agrees     within\n"
        "  measured   the slowest of 3\n"
        "  remark     As above.\n"
        "  again      ironboard figures game.time\n"
    )
    assert err == "figures: 1 of 1: game.time\n"


def test_nothing_else_is_measured(monkeypatch, capsys):
    monkeypatch.setitem(OURS, "game.time", lambda: pytest.fail("measured"))
    assert main(["figures", "game.[ms]*"]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line[:1] == "g"] == ["game.moves: moves", "game.size: size"]
    assert "differs" in out
    assert "not yet" in out  # the size has no measurement
    assert main(["figures", "--list"]) == 0
    assert capsys.readouterr().out == "game.moves  moves\ngame.time   time\ngame.size   size\n"


def test_a_document_as_data(capsys):
    assert main(["figures", "--document", "x", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["figures"]
    assert [(each["id"], each["line"], each["ours"], each["agrees"], each["command"]) for each in found] == [
        ("game.moves", None, 911, "differs", "ironboard figures game.moves"),
        ("game.time", 17, 0.5, "within", "ironboard figures game.time"),
        ("game.size", None, None, None, "ironboard figures game.size"),
    ]


@pytest.mark.parametrize("arguments", [["game.time", "--write"], ["--document", "x", "--check"]])
def test_the_page_has_all_rows(capsys, arguments):
    with pytest.raises(SystemExit, match="2"):
        main(["figures", *arguments])
    assert "the page has all rows" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "said"), [
    (["game.tims"], "no row 'game.tims': is it game.time"),
    (["chess.*"], "no row 'chess.*': `ironboard figures --list` prints the names"),
    (["--document", "z"], "no document 'z': there are x, y"),
    (["--document", "y"], "no rows in 'y'"),
    (["--document", "y", "--list"], "no rows in 'y'"),
])  # fmt: skip
def test_what_is_not_there_is_said(capsys, arguments, said):
    assert main(["figures", *arguments]) == 1
    assert said in capsys.readouterr().err
