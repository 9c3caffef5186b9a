"""The 6600's program with commands, and what a reference model says that it should print."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from emulators.image import Image
from host.machines.cdc6600.calls import FOLDER
from host.machines.cdc6600.machine import Cdc6600, run_long
from host.machines.programs import assembled, find_source

from .model_tables import KINDS, Tables

RELATIONS = {"=": 1, "!=": 2}
LETTERS = {"TRAVEL": "T", "CAPTURE": "C", "PUT": "P", "PROMOTION": "R"}
LIMIT = 20_000_000_000


@cache
def program() -> Image:
    """Return the program."""
    return assembled(find_source(FOLDER / "pitrat.compass"))


class Run:
    """A run of the program: what it has printed, how long it took, and why it has ended."""

    def __init__(
        self, tables: str, commands: Iterable[str], *, exact: bool = False, image: Image | None = None
    ) -> None:
        machine = Cdc6600(exact=exact)
        machine.load(image or program())
        machine.attach("INPUT", commands)
        machine.attach("OUTPUT")
        machine.attach("TABLES", tables.splitlines())
        run_long(machine, LIMIT)
        self.machine = machine
        self.lines = machine.printed.decode().splitlines()
        self.cycles = machine.cycles
        self.reason = machine.reason


class _Out(list[Any]):
    """Outputs of the model, each with the node where it was made and the depth of the run."""

    def __init__(self, runner: Any) -> None:
        super().__init__()
        self.runner = runner

    def append(self, item: Any) -> None:
        node = sys._getframe(1).f_locals["n"]
        super().append((item, node.idx, self.runner.depth))


def outputs(
    model: Any, algorithm: Any, board: Any, player: int, count: int, improved: bool
) -> tuple[list[tuple[Any, int, int]], list[int]]:
    """Return the model's outputs with node and depth, and how many statements it has executed at each depth."""
    runner = model.Runner(algorithm, board, player, count, improved=improved)
    runner.out, steps = _Out(runner), []
    values = {k: x[player - 1] for k, x in algorithm.R.init.items()}
    todo = [(algorithm.entry, values, [], {}, frozenset(), algorithm.END, {})]
    runner.depth = 0
    while todo:
        saved: list[Any] = []
        before = runner.steps
        for each in todo:
            runner.ex(*each, saved)
        steps.append(runner.steps - before)
        runner.depth += 1
        todo = saved
    return list(runner.out), steps


def position(board: Any, player: int) -> Iterator[str]:
    """Yield the commands that say a position."""
    yield "CLEAR"
    yield f"TO {player}"
    for (x, y), (owner, nature) in board.cells.items():
        yield f"MAN {x} {y} {owner} {nature}"
    names = list(board.R.ind)
    for (name, owner), value in board.ind.items():
        yield f"INDIC {names.index(name)} {owner} {value}"


class Expected:
    """What the program should print for positions of these rules."""

    def __init__(self, model: Any, tables: Tables) -> None:
        self.model, self.tables, self.rules = model, tables, tables.rules

    def _atom(self, atom: Any) -> str:
        kind, what = atom
        if kind == "I":
            return f"I {self.tables.indicatifs.index(what[0])} {what[1]}"
        return f"{kind} {what[0]} {what[1]}"

    def _item(self, board: Any, player: int, algorithm: Any, item: Any, node: int, depth: int) -> Iterator[str]:
        number = self.tables.number[algorithm.which, node]
        if isinstance(item, self.model.Move):
            yield f"MOVE {number} {depth} {item.nm}"
            for kind, *rest in item.sub:
                if kind == "INDIC":
                    yield f"I {self._atom(('I', board.indkey(rest[0], player)))[2:]} {rest[1]}"
                else:
                    numbers = [n for each in rest for n in (each if isinstance(each, tuple) else (each,))]
                    yield " ".join(map(str, [LETTERS[kind], *numbers]))
        else:
            yield f"RESULT {number} {depth} {item.nm} {KINDS.get(item.res.lower(), 5)}"
        for each in item.conds:
            yield f"? {self._atom(each.atom)} {RELATIONS[each.rel]} {each.val} {int(each.mod)}"
        if isinstance(item, self.model.Move):
            for atom, value in item.changes.items():
                yield f"= {self._atom(atom)} {-1 if value is None else value}"
        yield "END"

    def all(self, board: Any, player: int, which: str, count: int, improved: bool) -> list[str]:
        """MOVES or RESULTS."""
        algorithm = self.rules.moves if which == "MOVES" else self.rules.win
        found, steps = outputs(self.model, algorithm, board, player, count, improved)
        lines = [line for item in found for line in self._item(board, player, algorithm, *item)]
        passes = range(min(len(steps), 2 * count) + 1)  # the last one finds nothing to do, but for the limit
        return [*lines, f"DONE {sum(sum(steps[: k + 1]) for k in passes)}"]


def played(model: Any, rules: Any, start: Any, rng: random.Random, moves: int) -> tuple[Any, int]:
    """Return a position after some random moves, and who is to move."""
    board, player = start, 1
    for _ in range(moves):
        found = model.Runner(rules.moves, board, player).run()
        if not found:
            break
        try:
            board = board.apply(player, rng.choice(found).sub)
        except model.MoveError:  # rules may list a move that cannot be played
            break
        player = 3 - player
    return board, player


def scattered(model: Any, rules: Any, rng: random.Random, share: float) -> tuple[Any, int]:
    """Return a position of random men and indicatifs, and who is to move."""
    board = model.Board(rules)
    columns, rows = rules.board
    for x in range(1, columns + 1):
        for y in range(1, rows + 1):
            if rng.random() < share:
                board.cells[x, y] = (rng.randint(1, 2), rng.randint(1, len(rules.natures)))
    for key in board.ind:
        board.ind[key] = rng.randint(0, 2)
    return board, rng.randint(1, 2)


def difference(got: Sequence[str], wanted: Sequence[str]) -> str:
    """Return the first line that is different, with what stands before it; nothing if there is none."""
    for k, (one, two) in enumerate(zip(got, wanted, strict=False)):
        if one != two:
            before = "\n".join(got[max(0, k - 12) : k])
            return f"{before}\nline {k + 1}: {one!r} instead of {two!r}"
    return "" if len(got) == len(wanted) else f"{len(got)} lines instead of {len(wanted)}: {list(got[-3:])}"
