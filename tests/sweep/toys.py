"""A workload that needs no machine: squares of numbers, some of which fail, kill their process or take their time.

Run as `python -m tests.sweep.toys OPTIONS`, it is `ironboard sweep toy OPTIONS`.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from host.cli.main import main as command
from host.experiments.sweeps import SWEEPS
from host.experiments.sweeps.report import Report, Sample, histogram, spreads
from host.experiments.sweeps.workload import Item, Plan, Workload

EVERYTHING = {"games": 40, "seed": 0, "moves": 1, "engine": ""}


def plan(parameters):
    """`engine` says where to find instructions, `moves` how many milliseconds an item takes."""
    first = parameters["seed"]
    return Plan(parameters, [Item(str(key), key) for key in range(first, first + parameters["games"])])


def do(parameters, item):
    """Square the number; the file `fail` or `die` in the folder of instructions may name it, `slow` makes all slow."""
    time.sleep(parameters["moves"] / 1000)
    orders = Path(parameters["engine"])
    if parameters["engine"]:
        if item.key in words(orders / "die"):
            os.kill(os.getpid(), signal.SIGKILL)
        if item.key in words(orders / "fail"):
            raise ValueError(f"{item.key} cannot be squared")
        if item.key in words(orders / "slow"):
            time.sleep(60)
    return {"square": item.work**2}


def words(path):
    return path.read_text().split() if path.exists() else []


def report(parameters, results):
    samples = [worst(key, result) for key, result in results.items()]
    return Report([], [spreads("squares", "of", [("all", samples)])], [histogram("s", "u", [s.value for s in samples])])


def worst(key, result):
    return Sample(result["square"], f"number {key}")


TOY = Workload("toy", "squares", "numbers", "number", EVERYTHING, plan, do, {"square": int}, worst, report)


def main(arguments: list[str]) -> int:
    """Be `ironboard sweep toy`."""
    SWEEPS["toy"] = "tests.sweep.toys:TOY"
    return command(["sweep", "toy", *arguments])


def change(path: Path, *statement: Any) -> None:
    """Change a journal as no sweep does."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(*statement)
        database.commit()


def keep(path: Path, items: int) -> None:
    """Let the first items of a journal be all that there are."""
    change(path, "DELETE FROM items WHERE rowid > ?", [items])


def expected(games: int = 40, without: Callable[[int], bool] = lambda key: False) -> dict[str, dict[str, int]]:
    """Return the results that a journal must have."""
    return {str(key): {"square": key**2} for key in range(games) if not without(key)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
