"""The blocks of a unit as a graph: predecessors, dominators, loops.

A block dominates another if every way to that one leads through it. A way back to a block from one that it dominates
makes a loop: the block is its header, the only way in; the block where the way back begins is a latch. Blocks from
which a latch is reached without passing the header belong to the loop.

    start:            (preheader)          idom: start < L1 < L2, L3; L1 < L4
      jump L1
    L1:               (header)             loop L1: L1 L2 L3; latch L3; exits (L1, L4)
      branch zr v1, L2, L4
    L2:
      jump L3
    L3:               (latch)
      jump L1
    L4:               (exit)

A preheader is a block that goes to the header, and nowhere else: code that a loop needs once goes there. A block on an
exit's edge (`split_edges`) is for code that runs when the loop is left there. Code elsewhere may go to the first block
of a unit and to those that are open, so nothing dominates these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from weakref import ref

from host.compilers.ir.form import Block, Label, Op, Unit, Value


class Loop:
    """A loop: its header, the blocks that go back to that, the blocks in it, and the loops around and in it."""

    __slots__ = ("__weakref__", "_outer", "blocks", "depth", "header", "inner", "latches", "preheader")

    def __init__(self, header: Block, latches: list[Block]) -> None:
        self.header, self.latches = header, latches
        self.blocks: dict[Block, None] = {}  # a set; in reverse postorder
        self._outer: ref[Loop] | None = None  # weak: without a circle, loops go with their graph at once
        self.inner: list[Loop] = []
        self.depth = 1
        self.preheader: Block | None = None  # None: the header is reached in a way that cannot be changed

    @property
    def outer(self) -> Loop | None:
        """The loop around it, as long as its graph is there."""
        return self._outer() if self._outer is not None else None

    @outer.setter
    def outer(self, loop: Loop) -> None:
        self._outer = ref(loop)


def _common(dominators: list[int | None], one: int, other: int) -> int:
    """Return the block, by its number, that dominates two blocks and that is nearest to them."""
    while one != other:
        if one > other:
            one = dominators[one] or 0
        else:
            other = dominators[other] or 0
    return one


class Graph:
    """The graph of a unit. Of changes to the unit, it follows `redirected` and `split_edges` only."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.at = {block.label: block for block in unit.blocks}
        self._places = {block: number for number, block in enumerate(unit.blocks)}  # as they were, or further on
        self.successors = {block: self._targets(block) for block in unit.blocks}
        self.roots = [block for number, block in enumerate(unit.blocks) if block.open or not number]
        self.order = self._reverse_postorder()  # of blocks that are reached
        self.number = {block: number for number, block in enumerate(self.order)}
        self.predecessors: dict[Block, list[Block]] = {block: [] for block in self.order}
        for block in self.order:
            for each in self.successors[block]:
                self.predecessors[each].append(block)
        self.dominator: dict[Block, Block | None] = {}  # the immediate one; None of roots
        self._first: dict[Block, int] = {}  # a block dominates those with numbers between its two,
        self._last: dict[Block, int] = {}  # which are those of a walk over the tree of dominators
        self._dominators()
        self.loop: dict[Block, Loop] = {}  # of a block: the innermost one that it is in
        self.loops: list[Loop] = []  # inner loops before those around them
        self._loops()

    def _targets(self, block: Block) -> list[Block]:
        return [self.at[each] for each in dict.fromkeys(block.end.targets)]

    def _reverse_postorder(self) -> list[Block]:
        done: list[Block] = []
        seen: set[Block] = set()
        for root in reversed(self.roots):
            if root in seen:
                continue
            seen.add(root)
            path = [(root, iter(self.successors[root]))]
            while path:
                block, rest = path[-1]
                for each in rest:
                    if each not in seen:
                        seen.add(each)
                        path.append((each, iter(self.successors[each])))
                        break
                else:
                    done.append(block)
                    path.pop()
        return done[::-1]

    # ------------------------------------------------------------ dominators

    def _dominators(self) -> None:
        """Find the immediate dominators: Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm."""
        # Numbers in reverse postorder, from 1: 0 dominates the roots.
        roots = {self.number[root] for root in self.roots}
        ways = [[0]] + [
            [0] * (number in roots) + [self.number[each] + 1 for each in self.predecessors[block]]
            for number, block in enumerate(self.order)
        ]
        found: list[int | None] = [0] + [None] * len(self.order)
        changed = True
        while changed:
            changed = False
            for number in range(1, len(found)):
                known = [each for each in ways[number] if found[each] is not None]
                new = known[0]
                for each in known[1:]:
                    new = _common(found, new, each)
                if found[number] != new:
                    found[number], changed = new, True
        self.dominator = {
            block: self.order[by - 1] if (by := found[number]) else None for number, block in enumerate(self.order, 1)
        }
        children: dict[Block | None, list[Block]] = {}
        for block in self.order:
            children.setdefault(self.dominator[block], []).append(block)
        time = 0
        walk = [(root, False) for root in reversed(children.get(None, []))]
        while walk:
            block, left = walk.pop()
            time += 1
            if left:
                self._last[block] = time
            else:
                self._first[block] = time
                walk.append((block, True))
                walk.extend((each, False) for each in children.get(block, ()))

    def dominates(self, one: Block, other: Block) -> bool:
        """Whether every way to a block leads through another one, or they are the same."""
        return self._first[one] <= self._first[other] and self._last[other] <= self._last[one]

    # ------------------------------------------------------------ loops

    def _loops(self) -> None:
        for header in reversed(self.order):  # inner loops first
            latches = [each for each in self.predecessors[header] if self.dominates(header, each)]
            if not latches:
                continue
            loop = Loop(header, latches)
            found = {header}
            work = list(latches)
            while work:
                block = work.pop()
                if block not in found:
                    found.add(block)
                    work.extend(self.predecessors[block])
            loop.blocks = dict.fromkeys(sorted(found, key=self.number.__getitem__))
            for block in loop.blocks:
                within = self.loop.setdefault(block, loop)
                if within is not loop:
                    while within.outer is not None and within.outer is not loop:
                        within = within.outer
                    if within.outer is None and within is not loop:
                        within.outer = loop
                        loop.inner.append(within)
            self.loops.append(loop)
        for loop in reversed(self.loops):
            if loop.outer is not None:
                loop.depth = loop.outer.depth + 1
            ways = [each for each in self.predecessors[loop.header] if each not in loop.blocks]
            if len(ways) == 1 and self.successors[ways[0]] == [loop.header] and ways[0].end.code == "jump":
                loop.preheader = None if loop.header in self.roots else ways[0]

    def exits(self, loop: Loop) -> list[tuple[Block, Block]]:
        """Return the edges that lead out of a loop: from a block of it, to one that is not."""
        return [(block, each) for block in loop.blocks for each in self.successors[block] if each not in loop.blocks]

    def leaves(self, loop: Loop) -> bool:
        """Whether a loop is left otherwise, too: for code elsewhere, or by a way that nothing can be put on."""
        return any(
            block.end.code in ("exit", "return", "end", "indirect") and not self._stays(block, loop)
            for block in loop.blocks
        )

    def _stays(self, block: Block, loop: Loop) -> bool:
        return block.end.code == "indirect" and all(each in loop.blocks for each in self.successors[block])

    def redirected(self, before: Sequence[Block], target: Block, new: Block) -> None:
        """Note that blocks which went to one block go to another, a new one of the unit, instead."""
        self.at[new.label] = new
        for block in before:
            self.successors[block] = [new if each is target else each for each in self.successors[block]]
        self.predecessors[target] = [each for each in self.predecessors[target] if each not in before]
        self.successors[new], self.predecessors[new] = self._targets(new), [*before]
        for each in self.successors[new]:
            self.predecessors[each] = [*self.predecessors[each], new]

    def split_edges(self, before: Sequence[Block], target: Block, labels: Iterable[Label]) -> Block:
        """Put a new block on the edges from some blocks to another; return it.

        Everything that the graph says of it is right, but for dominators and the order of blocks. It belongs to the
        loops that have its target in them, unless its edges enter them: no edge may enter one where another goes back.
        """
        new = self.between(before, target, labels)
        self.redirected(before, target, new)
        within = self.loop.get(target)
        if within is not None and within.header is target:
            outside = [each for each in self.predecessors[target] if each not in within.blocks and each is not new]
            if all(each in within.blocks for each in before):
                within.latches = [each for each in within.latches if each not in before] + [new]
            else:
                within.preheader = None if outside or target in self.roots else new
                within = within.outer
        if within is not None:
            self.loop[new] = within
        while within is not None:
            within.blocks[new] = None
            within = within.outer
        return new

    def between(self, before: Collection[Block], target: Block, labels: Iterable[Label]) -> Block:
        """Put a new block before a block, on the edges from some others to it; return it.

        The graph says nothing of the new block.
        """
        new = Block(next(iter(labels)), params=tuple(self.unit.value(each.type) for each in target.params))
        node = target.ops[0].node
        new.ops.append(Op("jump", args=new.params, targets=(target.label,), node=node))
        new.narrow = target.narrow.union(set.intersection(*(each.narrow for each in before)))
        new.held = dict(sorted(set.intersection(*(set(each.held.items()) for each in (*before, target)))))
        self.insert(self._place_between(before, target), new)
        for each in before:
            each.end.targets = tuple(new.label if label == target.label else label for label in each.end.targets)
        return new

    def _place_between(self, before: Collection[Block], target: Block) -> int:
        """Return where a block goes: after the last of some if nothing follows there on any way, else before another.

        Nothing goes before the first block, where the unit is entered.
        """
        blocks = self.unit.blocks
        last = max(map(self.place, before))
        following = blocks[last + 1].label if last + 1 < len(blocks) else ""
        return self.place(target) or last + 1 if following in blocks[last].end.targets else last + 1

    def place(self, block: Block) -> int:
        """Return the place of a block among those of the unit: blocks before it may have been put in, not taken out."""
        place = self._places[block] = self.unit.blocks.index(block, self._places.get(block, 0))
        return place

    def insert(self, place: int, block: Block) -> None:
        """Put a new block among those of the unit."""
        self.unit.blocks.insert(place, block)
        self._places[block] = place


def with_preheaders(unit: Unit, labels: Iterable[Label]) -> Graph:
    """Return the graph of a unit after all its loops, where that is possible, have been given preheaders."""
    graph = Graph(unit)
    more = False
    for loop in graph.loops:
        if loop.preheader is None and loop.header not in graph.roots:
            ways = [each for each in graph.predecessors[loop.header] if each not in loop.blocks]
            if all(each.end.code != "indirect" for each in ways):
                graph.between(ways, loop.header, labels)
                more = True
    return Graph(unit) if more else graph


def clone(unit: Unit, blocks: Collection[Block], labels: Iterable[Label]) -> dict[Block, Block]:
    """Copy blocks; return the copy of each. Edges among them lead to copies, others to where they led.

    The copies are not yet in the unit. No `label` or `indirect` may be in them.
    """
    supply = iter(labels)
    names = {block.label: next(supply) for block in blocks}
    return {block: _copied(unit, block, names) for block in blocks}


def _copied(unit: Unit, block: Block, names: Mapping[Label, Label]) -> Block:
    values: dict[Value, Value] = {}

    def new(old: tuple[Value, ...]) -> tuple[Value, ...]:
        made = tuple([unit.value(each.type) for each in old])
        values.update(zip(old, made, strict=True))
        return made

    copy = Block(names[block.label], params=new(block.params), held=dict(block.held), narrow=set(block.narrow))
    for op in block.ops:
        assert op.code not in ("label", "indirect")
        copied = Op(
            op.code, new(op.results), op.args, place=op.place, region=op.region, data=op.data,
            targets=tuple([names.get(each, each) for each in op.targets]), node=op.node, begins=op.begins,
        )  # fmt: skip
        copied.replace(values)
        copy.ops.append(copied)
    return copy


def innermost(loops: Iterable[Loop]) -> Iterator[Loop]:
    """Yield those loops that have no other ones in them."""
    return (each for each in loops if not each.inner)
