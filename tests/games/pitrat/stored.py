"""A sample of what a reference model finds in games of asm/pitrat, for tests without the model.

`python -m tests.games.pitrat.stored` makes it anew.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from typing import Any

from host.assemblers.roms import CHECKOUT
from host.games.pitrat.rules import find

from . import searching
from .executor import scattered

PATH = CHECKOUT / "tests" / "data" / "pitrat" / "searches.json.gz"
COUNTS = {"chess": 8, "ttt": 8, "ttt-place": 6, "grasshopper": 4, "case-a": 4, "two-kings": 4, "messenger": 6,
          "checkers": 6, "gomoku15": 2}  # fmt: skip
SMALL, LARGE = ("ttt", "ttt-place"), ("gomoku15",)
LIMITED = {"tree": "WIN", "choice": "CHOOSE"}  # these have two numbers


def rows() -> list[Any]:
    """Return the sample."""
    return list(json.loads(gzip.decompress(PATH.read_bytes())))


def plain(value: Any) -> Any:
    """Return what becomes of a value when it is stored."""
    return json.loads(json.dumps(value))


def position_of(name: str, rules: Any, rng: random.Random) -> tuple[Any, int]:
    """Return random men: few and near each other in games with one nature, kings in those that are like chess."""
    model = searching.model()
    if len(rules.natures) == 1:
        board, width = model.Board(rules), min(rules.board[0], 6)
        squares = [(x, y) for x in range(1, width + 1) for y in range(1, width + 1)]
        for k, square in enumerate(rng.sample(squares, 6 if width == 3 else 9)):
            board.put(square, 1 + k % 2)
        return board, rng.randint(1, 2)
    board, player = scattered(model, rules, rng, rng.uniform(0.08, 0.25))
    for key in board.ind:
        board.ind[key] = rng.randint(0, 1)
    if "KING" in rules.natures and "PAWN" in rules.natures:
        board.cells = {at: man for at, man in board.cells.items() if at[1] not in (1, 8)}
        for owner in (1, 2):
            board.cells[rng.randint(1, 8), rng.randint(1, 8)] = (owner, 1)
    return board, player


def made(seed: int = 1971) -> Iterator[dict[str, Any]]:
    """Yield positions, commands, and what the model finds."""
    rng = random.Random(seed)
    for name, count in COUNTS.items():
        rules = searching.rules_of(str(find(name)))
        game = searching.game_of(rules)
        for _ in range(count):
            board, player = position_of(name, rules, rng)
            kinds = ["couples", "threats"] if name in LARGE else ["legal", "couples", "threats", *LIMITED]
            for kind in [*kinds, *(("second", "blockade") if name in SMALL else ())]:
                limits = (rng.choice((3, 10, 30)), rng.choice((1, 3, 4))) if kind in LIMITED else ()
                expected = getattr(searching, f"model_{kind}")(game, board, player, *limits)
                command = " ".join(map(str, (LIMITED.get(kind, kind.upper()), *limits)))
                lines = [*searching.position_lines(board, player), "N 2", command]
                yield {"rules": name, "lines": lines, "kind": kind, "expected": expected}


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    text = json.dumps(list(made()), separators=(",", ":"))
    PATH.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{PATH}: {len(text):,} characters")
