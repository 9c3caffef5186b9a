"""The speed of the kernels as WebAssembly, beside native ones: `python -m host.experiments.bench.wasm`, in Node.

Not one of the workloads of `ironboard bench`, which run wherever Ironboard does: this one needs Node, and ziglang as
the compiler. Three workloads are recorded on tapes; native kernel and Node play each in turn. A tape is compared call
by call before the clock runs. The time is CPU time of the processes, V8's compiler and its threads included.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from emulators.errors import IronboardError
from emulators.kernels.building import TARGETS, WASM, BuildError, build
from host.experiments.bench import checkers, loops704, loops6600, programs
from host.experiments.bench.loops import called
from host.experiments.bench.measuring import CLOCK, Goal, Result, Row, text
from host.experiments.bench.programs import FUNCTIONAL
from host.experiments.bench.tapes import Native, Node, Played, recorded
from host.games.checkers.generators import Thinker

TITLE = "kernels as WebAssembly in Node, beside the native ones"
RUNS = 7
LIMIT = 2.0  # times as long as native
THINKING = 5  # positions


def functional() -> None:
    """Run the functional test on the KIM-1."""
    programs.run(programs.machine(FUNCTIONAL, "compiled"), FUNCTIONAL, FUNCTIONAL.settings)


def thinking() -> None:
    """Let the 704 think about checkers positions."""
    thinker = Thinker()
    for position in checkers.sample(THINKING):
        checkers.think(thinker, position)


def loops() -> None:
    """Run the loops of the 6600, with the model of time."""
    program = loops6600.prepared()
    for routine in loops6600.LOOPS:
        called(program, routine, loops6600.WORKLOAD.times)


WORKLOADS: Mapping[str, tuple[Callable[[], None], float]] = {  # label -> what is done, Hz of the original
    "functional, KIM-1": (functional, CLOCK),
    "samuel, 704": (thinking, loops704.WORKLOAD.clock),
    "loops6600, 6600": (loops, loops6600.WORKLOAD.clock),
}


def measure_wasm(runs: int, folder: Path) -> Result:
    """Record the workloads, compare them, then time them by turns. Files go into the folder."""
    build(TARGETS[WASM], folder / WASM)
    rows: list[Row] = []
    goals = []
    with Node(folder / WASM) as node:
        for label, (work, clock) in WORKLOADS.items():
            with recorded(folder / label) as tapes:
                work()
            tape = tapes[0]
            native = Native(tape.path)
            for played in (native.play(), node.play(tape.path)):
                expect_same(label, played)
            node.play(tape.path, check=False)  # V8 compiles again what has become hot
            pairs = [(native.play().seconds, node.play(tape.path, check=False).seconds) for _ in range(runs)]
            ours, theirs = (
                Row(f"{label}: {where}", tuple(seconds), tape.cycles, clock=clock)
                for where, seconds in zip(("native", "Node"), zip(*pairs, strict=True), strict=True)
            )
            rows += ours, theirs
            goals.append(
                Goal(f"{label}: Node by native", round(theirs.median / ours.median, 2), LIMIT, "times as long")
            )
    return Result("wasm", TITLE, tuple(rows), goals=tuple(goals))


def expect_same(label: str, played: Played) -> None:
    """Raise IronboardError if a tape was not played as it was recorded."""
    if played.difference:
        raise IronboardError(f"{label}: {played.difference}")


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m host.experiments.bench.wasm", description=TITLE)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"how often each is measured; {RUNS}")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            print("\n".join(text(measure_wasm(max(1, options.runs), Path(folder)))))
    except (BuildError, IronboardError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
