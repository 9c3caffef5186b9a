"""What did each routine, label and line cost? Sums over the counts and the tree of calls."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from host.debugger.profile.calltree import CallTree, Node, Routine
from host.debugger.profile.counts import Counts
from host.debugger.profile.places import Places

if TYPE_CHECKING:
    from host.debugger.profile.profile import Profile

K = TypeVar("K")


@dataclass
class Edge:
    """One routine's calls of another."""

    calls: int = 0
    cycles: int = 0  # what they took altogether, with everything called; of recursive ones, only the outermost


@dataclass
class RoutineCost:
    """What a routine cost, over all its calls.

    `own`: cycles without what it called; `total`: with it. Of recursive calls only the outermost counts for `total`.
    """

    routine: Routine
    calls: int = 0
    own: int = 0
    total: int = 0
    instructions: int = 0  # its own
    callers: dict[Routine, Edge] = field(default_factory=dict)
    callees: dict[Routine, Edge] = field(default_factory=dict)
    sites: Counter[int] = field(default_factory=Counter)  # the address of a call -> how often


@dataclass
class PlaceCost:
    """What a label or a line cost, over all its instructions."""

    cycles: int = 0
    instructions: int = 0  # executed
    executions: int = 0  # of a label: of its first instruction; of a line: of the most frequent one


def totals(nodes: Iterable[Node]) -> dict[Node, int]:
    """Return the cycles of every node with all below it; `nodes` come parents first."""
    every = list(nodes)
    sums = {node: node.cycles for node in every}
    for node in reversed(every):
        if node.parent and node.parent in sums:
            sums[node.parent] += sums[node]
    return sums


def routine_costs(roots: Iterable[Node]) -> dict[Routine, RoutineCost]:
    """Return what every routine cost, the dearest first (with all it called)."""
    costs: dict[Routine, RoutineCost] = {}
    for root in roots:
        _add_tree(costs, root)
    return dict(sorted(costs.items(), key=lambda item: -item[1].total))


def _add_tree(costs: dict[Routine, RoutineCost], root: Node) -> None:
    sums = totals(root.walk())
    open_routines: Counter[Routine] = Counter()
    open_edges: Counter[tuple[Routine, Routine]] = Counter()
    for node, entering in _tour(root):
        routine = node.routine
        caller = node.parent.routine if node.parent else None
        if entering:
            cost = costs.setdefault(routine, RoutineCost(routine))
            cost.calls += node.calls
            cost.own += node.cycles
            cost.instructions += node.instructions
            cost.total += 0 if open_routines[routine] else sums[node]
            cost.sites.update(node.sites)
            if caller:
                cycles = 0 if open_edges[caller, routine] else sums[node]
                for edges, other in ((cost.callers, caller), (costs[caller].callees, routine)):
                    edge = edges.setdefault(other, Edge())
                    edge.calls += node.calls
                    edge.cycles += cycles
        step = 1 if entering else -1
        open_routines[routine] += step
        if caller:
            open_edges[caller, routine] += step


def _tour(root: Node) -> Iterator[tuple[Node, bool]]:
    """Yield every node twice: when it is entered, and when everything below it has been seen."""
    waiting = [(root, True)]
    while waiting:
        node, entering = waiting.pop()
        yield node, entering
        if entering:
            waiting.append((node, False))
            waiting += [(child, True) for child in reversed(node.children.values())]


def label_costs(counts: Counts, places: Places) -> dict[tuple[int, str], PlaceCost]:
    """Return what the instructions from a label to the next one cost, by address and name; the dearest first.

    Where there is no label, every address stands for itself.
    """
    costs: defaultdict[tuple[int, str], PlaceCost] = defaultdict(PlaceCost)
    for slot in counts.executed():
        address, part = counts.place(slot)
        label = places.label(address) or (address, places.sources.number(address))
        _add(costs[label[0], label[1]], counts, slot)
        if (address, part) == (label[0], 0):
            costs[label[0], label[1]].executions = int(counts.executions[slot])
    return _dearest_first(costs)


def line_costs(profile: Profile) -> dict[tuple[str, int], PlaceCost]:
    """Return what every line of the sources cost, by file and number; the dearest first. In a macro, its own lines."""
    costs: defaultdict[tuple[str, int], PlaceCost] = defaultdict(PlaceCost)
    stretches: defaultdict[tuple[str, int, int, int], int] = defaultdict(int)
    counts = profile.counts
    for slot in counts.executed():
        line = profile.line_at(slot)
        if line:
            _add(costs[line.file, line.line], counts, slot)
            stretch = line.file, line.line, line.address, line.offset
            stretches[stretch] = max(stretches[stretch], int(counts.executions[slot]))
    for (file, number, *_), executions in stretches.items():
        costs[file, number].executions += executions
    return _dearest_first(costs)


def cycles_of(tree: CallTree, counts: Counts, places: Places, address: int) -> int:
    """Return the cycles of the routine at an address with all it called; if it was never called, of the label there.

    A routine may begin a little behind its label: where the return address has its place between them.
    """
    costs = [cost for cost in routine_costs(tree.roots.values()).values() if cost.routine.entry is not None]
    found = [cost for cost in costs if cost.routine.entry == address]
    if not found and not counts.executions[counts.slot(address)]:
        behind = [cost for cost in costs if places.owner(cost.routine.entry or 0) == address]
        found = sorted(behind, key=lambda cost: cost.routine.entry or 0)[:1]
    if found:
        return sum(cost.total for cost in found)
    labels = label_costs(counts, places)
    return sum(cost.cycles for (start, _), cost in labels.items() if start == address)


def _add(cost: PlaceCost, counts: Counts, slot: int) -> None:
    cost.cycles += int(counts.cycles[slot])
    cost.instructions += int(counts.executions[slot])


def _dearest_first(costs: dict[K, PlaceCost]) -> dict[K, PlaceCost]:
    return dict(sorted(costs.items(), key=lambda item: -item[1].cycles))
