"""The tree of calls, built from a trace, and the costs of routines."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import NamedTuple

from emulators.loops import Loops, traces, zeros
from emulators.machine import TRACE_CYCLE, TRACE_REGISTERS, Flow, Frame, Machine, Trace
from host.debugger.goals import Calls, Mark, counter_column
from host.languages.sources import Sources

EVENTS = 4096  # that are found at a time
MOST_NODES = 100_000  # paths of calls that are told apart; beyond, a routine is at the top of the tree


class Routine(NamedTuple):
    """The target of a call: a subroutine by its first address, an interrupt's handler, or code that was not called."""

    entry: int | None  # the address of its first instruction; None: it was not called
    interrupt: bool = False
    origin: str = ""  # of code that was not called: the program it belongs to


@dataclass(slots=True, eq=False)
class Node:
    """A routine called along one path; cycles and instructions exclude those of its callees."""

    routine: Routine
    parent: Node | None = None
    calls: int = 0
    cycles: int = 0
    instructions: int = 0
    sites: dict[int, int] = field(default_factory=dict)  # the address of a call -> how often
    children: dict[Routine, Node] = field(default_factory=dict)

    def path(self) -> list[Node]:
        """Return the nodes from the top of the tree to this one."""
        nodes = [self]
        while nodes[-1].parent:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, parents before their children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children.values())


class Origins:
    """Maps addresses to programs: the name of the main source, "" if unknown.

    `table` has for every address the index of its program in `names`.
    """

    def __init__(self, sources: Sources, address_bits: int) -> None:
        self.names = [""]
        self.table = zeros(1 << address_bits)
        for image in reversed(sources.images):  # the more important ones last
            words: Counter[str] = Counter()
            for line in image.lines:
                words[line.file] += line.length if line.depth == 0 else 0
            if words:
                self.names.append(words.most_common(1)[0][0])  # the file that most of its words come from
                for segment in image.segments:
                    end = min(segment.end, len(self.table))
                    program = array("q", [len(self.names) - 1])
                    self.table[segment.address : end] = program * (end - segment.address)

    def at(self, address: int) -> str:
        """Return the name of the program at an address."""
        return self.names[self.table[address]]


class CallTree(Calls):
    """The open calls, each with its node of the tree.

    An instruction's cycles belong to the routine that it is in: a call's to the caller, a return's to the one that
    returns. Code that runs while no call is open belongs to its program: `origins` names the program of an address. The
    work of an interrupt after a call, before the first instruction of the routine called, counts for the caller.
    """

    def __init__(self, machine: Machine, origins: Origins) -> None:
        self._following = cache(lambda address: machine.disassemble(address)[1])
        super().__init__(self._following, counter_column(machine))
        names = list(machine.registers)
        self._level = TRACE_REGISTERS + names.index(machine.stack_pointer) if machine.stack_pointer else None
        self._origins = origins
        self._loops, self._found = Loops(traces), zeros(traces.EVENT * EVENTS)
        self.roots: dict[Routine, Node] = {}
        self.size = 0  # nodes
        self.cut = 0  # calls with paths that were not told apart
        self._nodes: list[Node | None] = [None]  # of the top, and of every open call; None: not known yet

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, parents before their children."""
        for root in self.roots.values():
            yield from root.walk()

    # ------------------------------------------------------------ where the machine stands

    def begin(self, address: int, frames: Iterable[Frame] = (), owner: Callable[[int], int] = int) -> None:
        """Begin at an instruction with calls already open, the innermost first.

        `owner` returns the first address of the routine that contains an address.
        """
        self._drop(0)
        inwards = list(frames)[::-1]
        places = [*(frame.call for frame in inwards), address]  # in every open routine, from the outermost one
        self._nodes[0] = self._root(self._origins.at(places[0]))
        for frame, place in zip(inwards, places[1:], strict=True):
            super()._open(frame, None, Mark())
            self._nodes.append(self._child(Routine(owner(place), frame.interrupt)))

    def enter(self, address: int) -> None:
        """Begin in a routine that was called from outside."""
        self._drop(0)
        self._nodes = [self._known(None, Routine(address))]
        self.top.calls += 1

    @property
    def top(self) -> Node:
        """The node of the innermost open call."""
        node = self._nodes[-1] or self._nodes[-2]
        assert node is not None
        return node

    # ------------------------------------------------------------ following a trace

    def record(self, rows: Trace, following: int, end: int) -> None:
        """Follow a trace; `following` is the address of the next instruction, `end` the cycle of its fetch."""
        self._following.cache_clear()  # programs change themselves
        done, since, node = 0, rows.cells[TRACE_CYCLE], self.top
        for index, flow, address, target, moment, level in self._events(rows, following, end):
            node.cycles += moment - since
            node.instructions += index + 1 - done
            done, since = index + 1, moment
            if flow:
                self.note(flow, address, target, None if self._level is None else level)
                self._settle(flow, address, target)
            if not self.depth and self._at_top():
                self._nodes[0] = self._root(self._origins.at(target))
            node = self.top
        node.cycles += end - since
        node.instructions += len(rows) - done

    def _events(self, rows: Trace, following: int, end: int) -> Iterator[tuple[int, ...]]:
        """Yield rows that change the calls, or lead to another program's code, as `traces.events` tells of it."""
        m = self._loops.numbers
        m.width, m.column, m.following, m.end, m.done = len(rows.columns), self._column, following, end, 0
        self._loops.lend(cells=rows.cells, origins=self._origins.table, found=self._found)
        while m.done < len(rows):
            count = self._loops.call("events", m.done, len(rows), self._level or 0)
            yield from zip(*[islice(self._found, traces.EVENT * count)] * traces.EVENT, strict=True)

    def add_time(self, cycles: int) -> None:
        """Count time that passed after an instruction without another one."""
        self.top.cycles += cycles

    # ------------------------------------------------------------ opening and ending calls

    def _open(self, frame: Frame, target: int | None, mark: Mark) -> None:
        super()._open(frame, target, mark)
        self._nodes.append(None if target is None else self._called(frame.call, Routine(target, frame.interrupt)))

    def _drop(self, depth: int) -> None:
        super()._drop(depth)
        del self._nodes[depth + 1 :]

    def _settle(self, flow: int, address: int, target: int) -> None:
        """Give the innermost call its node if an interrupt had come before its first instruction."""
        if self._nodes[-1] is None and not flow & Flow.INTERRUPT:
            self._nodes.pop()
            self._nodes.append(self._called(self.frames[-1].call, Routine(target)))

    def _called(self, site: int, routine: Routine) -> Node:
        node = self._child(routine)
        node.calls += 1
        node.sites[site] = node.sites.get(site, 0) + 1
        return node

    def _child(self, routine: Routine) -> Node:
        top = self.top
        known = top.children.get(routine)
        if known:
            return known
        if self.size >= MOST_NODES:
            self.cut += 1
            return self._known(None, routine)
        return self._known(top, routine)

    def _known(self, parent: Node | None, routine: Routine) -> Node:
        siblings = parent.children if parent else self.roots
        if routine not in siblings:
            siblings[routine] = Node(routine, parent)
            self.size += 1
        return siblings[routine]

    # ------------------------------------------------------------ code that was not called

    def _root(self, origin: str) -> Node:
        return self._known(None, Routine(None, origin=origin))

    def _at_top(self) -> bool:
        """Return whether the code at the top was entered without a call."""
        top = self._nodes[0]
        return top is None or top.routine.entry is None


# ---------------------------------------------------------------- what routines cost


@dataclass
class Edge:
    """One routine's calls of another."""

    calls: int = 0
    cycles: int = 0  # their time altogether, with everything called; of recursive ones, only the outermost


@dataclass
class RoutineCost:
    """The cost of a routine, over all its calls.

    `own`: cycles without callees; `total`: with them. Of recursive calls only the outermost counts for `total`.
    """

    routine: Routine
    calls: int = 0
    own: int = 0
    total: int = 0
    instructions: int = 0  # its own
    callers: dict[Routine, Edge] = field(default_factory=dict)
    callees: dict[Routine, Edge] = field(default_factory=dict)
    sites: Counter[int] = field(default_factory=Counter)  # the address of a call -> how often


def totals(nodes: Iterable[Node]) -> dict[Node, int]:
    """Return the cycles of every node with all below it; in `nodes` parents are first."""
    every = list(nodes)
    sums = {node: node.cycles for node in every}
    for node in reversed(every):
        if node.parent and node.parent in sums:
            sums[node.parent] += sums[node]
    return sums


def routine_costs(roots: Iterable[Node]) -> dict[Routine, RoutineCost]:
    """Return the cost of every routine, the most expensive first (with all it called)."""
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
