"""What a 6400 takes of the programs that a 6600 runs: the table of docs/cdc6600/timing.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from emulators.cdc6600.machine import MODELS
from host.experiments.bench.loops6600 import LOOPS
from host.experiments.bench.loops6600 import PROGRAM as THREE_LOOPS
from host.machines.cdc6600.calls import Bare6600
from host.machines.cdc6600.machine import Cdc6600

EXAMPLES = Path(__file__).parents[1] / "examples"
LIMIT = 1_000_000_000
PROGRAMS = {  # a program of the manifest or of the examples, and its input
    "mates": "mates.txt",
    "kalah": "kalah.txt",
    "draughts": "draughts.txt",
    "primes.alg": "primes.txt",
    "hilbert.f": "",
}


def model_times() -> Iterator[str]:
    """Return minor cycles of both models."""
    yield "| | 6600 | 6400 | |"
    yield "|---|---:|---:|---:|"
    for routine, loop in LOOPS.items():
        yield row(f"a loop of {loop.label}: `{loop.instructions}`", *(loop_cycles(routine, model) for model in MODELS))
    for name, lines in PROGRAMS.items():
        text = f"`{name}`" + f", `docs/examples/{lines}`" * bool(lines)
        yield row(text, *(program_cycles(name, lines, model) for model in MODELS))


def row(text: str, fast: int, slow: int) -> str:
    """Return a row of the table."""
    return f"| {text} | {fast:,} | {slow:,} | {slow / fast:.2f} |"


def loop_cycles(routine: str, model: str) -> int:
    """Return the minor cycles of one of the three loops, once through its table."""
    program = Bare6600(THREE_LOOPS, model=model)
    program.call("FILL")
    program.put("TIMES", 1)
    return program.call(routine)


def program_cycles(name: str, lines: str, model: str) -> int:
    """Return the minor cycles of a program with its input, from its start to its end."""
    machine = Cdc6600(model=model)
    machine.load(EXAMPLES / name if "." in name else name)
    if lines:
        machine.attach_file("INPUT", EXAMPLES / lines)
    else:
        machine.attach("INPUT")
    machine.attach("OUTPUT")
    machine.run_to(LIMIT)
    return machine.cycles
