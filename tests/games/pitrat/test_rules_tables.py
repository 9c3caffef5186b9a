"""The tables that the 6600's program makes of rules, against those of a reference model."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.shared import shared

from .model_tables import Tables, load_model
from .reading import Named, Reading, named, read

RULES = ("case_a", "chess", "fig4", "fig4b", "gomoku", "grasshopper", "ttt", "ttt_place")
SECOND = 10_000_000  # minor cycles


@cache
def model_of(name: str) -> Tables:
    model = load_model(shared("models/pitrat.py"))
    return Tables(model.load(str(shared(f"models/pitrat_rules/{name}.rules"))))


@cache
def program_of(name: str) -> Reading:
    return read(Path(shared(f"models/pitrat_rules/{name}.rules")).read_text())


def model_named(name: str) -> Named:
    model = model_of(name)
    return Named(model.text.splitlines(), model.variables, model.indicatifs)


def assigned(tables: Named, first: int, last: int) -> set[str]:
    """Return the variables that the nodes of an algorithm assign."""
    rows = tables.rows[first : last + 1]
    names = {tables.variables[row[5]] for row in rows if 1 <= row[0] <= 9}
    return names | {tables.variables[row[7]] for row in rows if row[0] in (8, 9)}


def following(tables: Named, number: int) -> list[int]:
    """Return the successors of a node."""
    kind, _, one, two, _, _, q, r, *_ = tables.rows[number]
    if kind == 11:
        return tables.lists[q + 1 : q + 2 * r : 2]
    return [] if kind == 0 else [one, two] if kind in (5, 7, 9, 10) else [one]


def live(model: Tables, tables: Named) -> list[set[str]]:
    """Return the variables that are live where each node begins: read before they are assigned, on some way."""
    reads = [{tables.variables[each] for each in node.reads} for node in model.nodes]
    for number, row in enumerate(tables.rows):
        if row[0] == 7:
            reads[number].add(tables.variables[row[5]])
    found: list[set[str]] = [set() for _ in reads]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(1, len(reads))):
            kind, p, r = (tables.rows[number][k] for k in (0, 5, 7))
            setting = {tables.variables[p]} if kind in (1, 4, 6, 8) else set()
            if kind == 8:
                setting.add(tables.variables[r])
            after = set().union(*(found[each] for each in following(tables, number)))
            now = reads[number] | (after - setting)
            changed |= now != found[number]
            found[number] = now
    return found


@pytest.mark.parametrize("name", RULES)
def test_nodes_are_those_of_the_model(name):
    ours, theirs = named(program_of(name)), model_named(name)
    bounds = [list(map(int, row[2:4])) for row in program_of(name).rows if row[0] == "ALGORITHM"]
    assert ours.entries == theirs.entries
    assert len(ours.rows) == len(theirs.rows)
    alive = live(model_of(name), theirs)
    for first, last in bounds:
        changing = assigned(theirs, first, last)
        for number in range(first, last + 1):
            node = theirs.node(number)
            if node[0] in (10, 11):  # kept are only variables that change in this algorithm, and are live
                after = set().union(*(alive[each] for each in following(theirs, number)))
                node = (*node[:-1], node[-1] & changing & after)
            assert ours.node(number) == node


@pytest.mark.parametrize("name", RULES)
def test_declarations_are_those_of_the_model(name):
    ours, theirs = named(program_of(name)), model_named(name)
    assert (ours.board, ours.natures, ours.indicatifs) == (theirs.board, theirs.natures, theirs.indicatifs)
    assert ours.values == theirs.values
    for each in ours.indicatifs:
        values, one, two, transient = ours.indicators[each]
        assert [values, one, two if values == 2 else one, transient] == theirs.indicators[each]
    natures = [row[2] for row in program_of(name).rows if row[0] == "NATURE"]
    assert natures == model_of(name).rules.natures


@pytest.mark.parametrize("name", RULES)
def test_conjugues_are_the_nearest_statements_that_all_paths_cross(name):
    """The paper's search finds them; here they are found by intersecting sets."""
    rules, model = model_of(name).rules, model_of(name)
    ours = named(program_of(name))
    for algorithm in (rules.moves, rules.win):
        expected = algorithm.postdom()
        for node in algorithm.nodes:
            number = model.number[algorithm.which, node.idx]
            if ours.rows[number][0] in (10, 11):
                assert ours.rows[number][4] == model.number[algorithm.which, expected[node.idx]]


def test_the_conjugue_of_the_transfer_after_cq_is_xcq():
    rows = program_of("chess").rows
    nodes = {row[4]: row for row in rows if row[0] == "NODE"}
    after = next(row for row in rows if row[:2] == ["NODE", str(int(nodes["ZCQ"][1]) + 1)])
    assert after[7] == nodes["XCQ"][1]


def test_lines_and_labels_of_nodes():
    text = Path(shared("models/pitrat_rules/chess.rules")).read_text().splitlines()
    labelled = 0
    for row in program_of("chess").rows:
        if row[0] == "NODE" and row[4] != "-":
            label = row[4] if int(row[2]) not in (5, 7, 9) else row[4][1:]
            assert re.match(rf"{label}\. ", text[int(row[3]) - 1])
            labelled += 1
    assert labelled > 100


def test_rules_of_chess_take_less_than_four_seconds():
    assert program_of("chess").cycles < 4 * SECOND
    assert sum(map(len, program_of("chess").tables)) > 5000
