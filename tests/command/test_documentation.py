"""docs/command-line.md names every verb and every option, and none that does not exist."""

from __future__ import annotations

import argparse
import ast
import re
from pathlib import Path

import pytest

import ironboard
from host.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
ELSEWHERE = {"bench", "rook"}  # verbs with a page of their own, or another one's section


def options(verb):
    parser = argparse.ArgumentParser()
    verb.describe(parser)
    return options_of(parser) - {"-h", "--help"}


def options_of(parser):
    """The options of a parser, and those of its subcommands."""
    found = {name for action in parser._actions for name in action.option_strings}
    inner = [each for action in parser._actions if isinstance(action.choices, dict) for each in action.choices.values()]
    return found.union(*map(options_of, inner))


@pytest.mark.parametrize("verb", main.verbs(), ids=lambda verb: verb.name)
def test_every_verb_and_option_is_described(verb):
    assert f"| `{verb.name}` |" in PAGE
    if verb.name not in ELSEWHERE:
        assert f"## ironboard {verb.name}\n" in PAGE
        section = PAGE.partition(f"## ironboard {verb.name}\n")[2].partition("\n## ")[0]
        assert [name for name in options(verb) if name not in section] == []


def test_every_option_described_exists():
    known = {name for verb in main.verbs() for name in options(verb)} | {"--help", "--color"}
    assert set(re.findall(r"(?<![\w-])--?[A-Za-z][a-z-]*", PAGE)) - known == {"-m", "-l"}  # python -m ironboard, man -l


def test_every_public_name_is_described_and_typed():
    """In docs/python-api.md; and a type checker sees the same names as those who run it."""
    api = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    names = dir(ironboard)
    assert [name for name in names if not re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", api)] == []
    tree = ast.parse(Path(ironboard.__file__).read_text(encoding="utf-8"))
    typed = next(node for node in tree.body if isinstance(node, ast.If))  # TYPE_CHECKING
    imported = {
        each.asname or each.name: (node.module, each.name)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    assert imported.items() <= {**ironboard.PLACES, "Controller": ("host.ui.controller", "Controller")}.items()
    assert ironboard.PLACES.keys() - imported.keys() <= {"desk"}  # overloaded
