"""What the benchmark of Pitrat's program measures: the same moves, both ways, in fewer cycles."""

from __future__ import annotations

import pytest

from host.experiments.bench import languages
from host.experiments.bench.languages import FIGURE_14, by_modifications, execute
from host.games.pitrat.position import parse_fen
from host.games.pitrat.program import Pitrat
from host.games.pitrat.rules import read


@pytest.fixture(scope="module")
def rules():
    return read("chess", compass=True)


def test_statements_are_those_of_the_interpreter(rules):
    position = parse_fen(FIGURE_14, rules.game)
    program = Pitrat(rules)
    list(program.work(position, ["LIST"]))
    found = execute(program, position)
    assert found.statements == program.statements > 500
    assert 0 < found.cycles < program.cycles


def test_compiled_rules_are_not_counted_and_faster(rules):
    position = parse_fen(FIGURE_14, rules.game)
    compiled = execute(Pitrat(rules, interpreted=False), position)
    assert compiled.statements == 0
    assert compiled.cycles < execute(Pitrat(rules), position).cycles


def test_the_table_has_a_row_for_each_number_of_modifications(rules, monkeypatch):
    monkeypatch.setattr(languages, "N", 1)
    rows = by_modifications(rules).rows
    assert [row[0] for row in rows[::2]] == [f"N = {n}, without conditions" for n in range(2)]
    assert all(row[1] == other[1] for row, other in zip(rows[::2], rows[1::2], strict=True))
    assert all(interpreted > compiled for _, _, interpreted, compiled, _ in rows)
