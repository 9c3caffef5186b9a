"""Dominators and loops against their definitions; preheaders, edges that are split, copies of loops."""

from random import Random

import pytest

from host.compilers.ir.form import Block, Op, Unit, Value
from host.compilers.ir.graph import Graph, clone, with_preheaders
from tests.middle.random_form import changed
from tests.shared import spread


def labels(letter):
    return iter([f"{letter}{number}" for number in range(1000)])


def made(random):
    """A unit with ways between its blocks at random."""
    unit = Unit("U", "main")
    names = [f"B{number}" for number in range(random.randint(1, 12))]
    for name in names:
        targets = tuple(random.choice(names) for _ in range(random.choice([0, 1, 1, 2, 2, 3])))
        code = ("end", "jump", "branch", "table")[len(targets)]
        value = unit.value("i")
        ops = [Op("const", (value,), data=0), Op(code, args=(value,) * (code in ("branch", "table")), targets=targets)]
        unit.blocks.append(Block(name, ops, open=random.random() < 0.1))
    return unit


def reached(graph, without=None):
    """The blocks that are reached without passing one."""
    work, seen = list(graph.roots), set()
    while work:
        block = work.pop()
        if block is not without and block not in seen:
            seen.add(block)
            work.extend(graph.at[each] for each in block.end.targets)
    return seen


@pytest.mark.parametrize("seed", spread(range(150), 25))
def test_graph_by_definition(seed):
    graph = Graph(made(Random(seed)))
    everything = reached(graph)
    assert set(graph.order) == everything
    for one in everything:
        beyond = everything - reached(graph, one)
        assert {other for other in everything if graph.dominates(one, other)} == beyond
        assert {other for other in everything if graph.dominator[other] is one} <= beyond - {one}
    headers = {
        target
        for block in everything
        for target in (graph.at[each] for each in block.end.targets)
        if graph.dominates(target, block)
    }
    assert {loop.header for loop in graph.loops} == headers
    for loop in graph.loops:
        for block in loop.blocks:
            assert graph.dominates(loop.header, block)
        around = [other for other in graph.loops if other is not loop and set(loop.blocks) < set(other.blocks)]
        assert loop.depth == len(around) + 1
        assert loop.outer is min(around, key=lambda each: len(each.blocks), default=None)


@pytest.mark.parametrize("seed", spread(range(150), 25))
def test_preheaders_go_to_the_header_and_nowhere_else(seed):
    unit = made(Random(seed))
    graph = with_preheaders(unit, labels("P"))
    for loop in graph.loops:
        ways = [each for each in graph.predecessors[loop.header] if each not in loop.blocks]
        if loop.header.open or loop.header is unit.blocks[0]:
            assert loop.preheader is None
        else:
            assert ways == [loop.preheader]
            assert graph.successors[ways[0]] == [loop.header]


@pytest.mark.parametrize("seed", spread(range(60), 12))
def test_preheaders_and_blocks_on_edges_change_nothing(seed):
    def run(program):
        for unit in program.units:
            graph = with_preheaders(unit, program.labels)
            for loop in graph.loops:
                for block, target in graph.exits(loop):
                    graph.split_edges([block], target, program.labels)

    assert changed(seed, run) == ""


@pytest.mark.parametrize("seed", spread(range(60), 12))
def test_a_graph_with_blocks_on_edges_is_that_of_the_changed_unit(seed):
    random = Random(seed)
    unit = made(random)
    supply = labels("S")
    graph = with_preheaders(unit, supply)
    for block, target in [(before, after) for before in graph.order for after in graph.successors[before]]:
        loop = graph.loop.get(target)
        if random.random() < 0.3 and target in graph.successors[block]:
            around = graph.predecessors[target] if loop and loop.header is target else []
            entering = [each for each in around if each not in loop.blocks]
            graph.split_edges(entering if block in entering else [block], target, supply)
    again = Graph(unit)
    for block in again.order:
        assert graph.successors[block] == again.successors[block]
        assert set(graph.predecessors[block]) == set(again.predecessors[block])
        one, other = graph.loop.get(block), again.loop.get(block)
        assert (one and one.header) is (other and other.header)
    loops = {loop.header: loop for loop in again.loops}
    assert {loop.header for loop in graph.loops} == loops.keys()
    for loop in graph.loops:
        same = loops[loop.header]
        assert set(loop.blocks) == set(same.blocks)
        assert set(loop.latches) == set(same.latches)
        assert loop.preheader is same.preheader


@pytest.mark.parametrize("seed", spread(range(60), 12))
def test_a_copy_of_a_loop_does_the_same(seed):
    def run(program):
        for unit in program.units:
            for loop in with_preheaders(unit, program.labels).loops:
                if loop.preheader is not None:
                    copies = clone(unit, loop.blocks, program.labels)
                    unit.blocks.extend(copies.values())
                    loop.preheader.end.targets = (copies[loop.header].label,)

    assert changed(seed, run) == ""


def test_copies_have_values_of_their_own():
    unit = Unit("U", "main", values=1)
    first = Value(1, "i")
    unit.blocks.append(Block("U", [Op("const", (first,), data=1), Op("branch", args=(first,), targets=("U", "V"))]))
    copy = clone(unit, unit.blocks, labels("C"))[unit.blocks[0]]
    assert copy.ops[0].result is not first
    assert copy.end.args == copy.ops[0].results
    assert copy.end.targets == ("C0", "V")
