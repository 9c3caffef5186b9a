"""Threats, trees and moves to play are those of a sample that a reference model has made."""

from __future__ import annotations

import pytest

from . import searching, stored


@pytest.mark.parametrize("name", stored.COUNTS)
def test_searches_are_those_of_the_sample(name):
    rows = [each for each in stored.rows() if each["rules"] == name]
    assert rows
    for row in rows:
        lines = searching.run(searching.own_tables(name), row["lines"])
        found = getattr(searching, f"read_{row['kind']}")(lines)
        assert stored.plain(found) == row["expected"], row["lines"]
