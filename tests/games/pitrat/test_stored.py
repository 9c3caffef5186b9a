"""Threats, trees and moves to play are those of a sample that a reference model has made."""

from __future__ import annotations

import pytest

from host.games.pitrat.program import Pitrat
from host.games.pitrat.rules import read
from tests.shared import spread

from . import searching, stored
from .executor import Run

pytestmark = pytest.mark.usefixtures("quick")


def sample(name):
    rows = [each for each in stored.rows() if each["rules"] == name]
    assert rows
    return spread(rows, 10)


def check(row, lines):
    found = getattr(searching, f"read_{row['kind']}")(lines)
    assert stored.plain(found) == row["expected"], row["lines"]


@pytest.mark.parametrize("name", stored.COUNTS)
def test_searches_are_those_of_the_sample(name):
    for row in sample(name):
        check(row, searching.run(searching.own_tables(name), row["lines"]))


@pytest.mark.parametrize("name", ["chess", "ttt", "checkers"])
def test_they_are_the_same_when_the_rules_are_compiled(name):
    rules = read(name, compass=True)
    image = Pitrat(rules, interpreted=False).image()
    for row in sample(name):
        *position, command = row["lines"]
        check(row, Run("\n".join(rules.tables), [*position, "COMPILED 1", command], image=image).lines)
