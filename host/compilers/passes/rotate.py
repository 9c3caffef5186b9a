"""Tests of loops: a loop that begins with its test gets a copy of the test before it, and ends with it.

A loop that is never entered costs no more than a test then, a guard included that other passes put before loops; and no
jump leads to the test.

      jump L2                                  jump L9
    L1:                                      L9:
      v1:i = load slot [I.]                    v8:i = load slot [I.]
      ...                                      branch ng v8, L1, L3
      jump L2                          =>    L1:
    L2:                                        ...
      v5:i = load slot [I.]                    jump L2
      branch ng v5, L1, L3                   L2:
                                               v5:i = load slot [I.]
                                               branch ng v5, L1, L3

Only short tests are copied, which call nothing. Loops that end with a test already remain as they are.
"""

from __future__ import annotations

from host.compilers.ir.form import Program
from host.compilers.ir.graph import Graph, Loop, clone
from host.compilers.ir.target import Target

LONGEST = 8  # operations of a test that is copied, but for constants
LONG = frozenset({"call", "invoke", "element", "label", "indirect", "set.top", "set.frame"})


def run(program: Program, target: Target) -> None:
    """Move the tests of all loops to their ends."""
    for unit in program.units:
        if any(block.end.targets for block in unit.blocks):
            graph = Graph(unit)
            for loop in graph.loops:
                _rotate(program, graph, loop)


def _rotate(program: Program, graph: Graph, loop: Loop) -> None:
    test, unit = loop.header, graph.unit
    inside = [graph.at[each] for each in test.end.targets if graph.at[each] in loop.blocks]
    if test.end.code != "branch" or len(inside) != 1 or inside[0] is test or test.open or test.params:
        return
    if any(op.code in LONG for op in test.ops) or sum(op.code != "const" for op in test.ops) > LONGEST:
        return
    before = [each for each in graph.predecessors[test] if each not in loop.blocks]
    ends = [each for each in graph.predecessors[test] if each in loop.blocks]
    last = graph.place(test) > graph.place(inside[0])  # a language wrote it that way
    if not before or not (last or all(graph.at[each] in loop.blocks for block in ends for each in block.end.targets)):
        return
    copy = clone(unit, [test], program.labels)[test]
    graph.insert(graph.place(inside[0]), copy)
    for block in before:
        block.end.targets = tuple(copy.label if each == test.label else each for each in block.end.targets)
    graph.redirected(before, test, copy)
    outer = loop.outer
    while outer is not None:
        outer.blocks[copy] = None
        outer = outer.outer
