"""What the compiler of FORTRAN makes of one loop, on both machines, for the page about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

from docs.studies.algol_stages import fenced
from host.compilers.fortran.compiler import compile_file
from host.experiments.bench.algol import How, turn_by_hand
from host.experiments.bench.fortran import ended

ROOT = Path(__file__).parents[2]
LOOP = ROOT / "docs/examples/product.f"
MACHINES = ("6600", "704")
FEW, MANY = 50, 100  # turns
UNIT, BODY = "unit PRODU. ", "* 16: 10 S ="
ENTRY = {"6600": "PRODU.   PS", "704": "PRODU. SXD"}
DATA = re.compile(r"^\S*\s+(?:CON|BSSZ|BSS|EQU|OCT|PZE|SYN|TSX OUTSID)\b|^\S+\s+PXD ,\d")  # or a stub of checks


@cache
def loop(machine: str) -> Any:
    """Return the program with the loop."""
    return compile_file(LOOP, machine=machine, version="ii")


def form(machine: str, stage: str) -> list[str]:
    """Return the function in the intermediate form, after a stage."""
    lines = iter(loop(machine).form(stage).splitlines())
    return [*takewhile(bool, dropwhile(lambda each: not each.startswith(UNIT), lines))]


def source() -> Iterator[str]:
    """Return the program."""
    return fenced("text", LOOP.read_text(encoding="utf-8").splitlines())


def whole(machine: str, stage: str) -> Iterator[str]:
    """Return all of the function."""
    return fenced("text", form(machine, stage))


def fast(machine: str, stage: str) -> Iterator[str]:
    """Return the loop, in its fast copy, and the blocks that it is reached from."""
    blocks: dict[str, list[str]] = {}
    for line in form(machine, stage)[1:]:
        if not line.startswith(" "):
            blocks[line.partition(":")[0]] = []
        [*blocks.values()][-1].append(line)
    body = next(label for label, block in blocks.items() if any(BODY in line for line in block[1:]) and _turns(block))
    leads = re.compile(rf"(jump|branch) .*(?<![\w.]){re.escape(body)}(?![\w.])")
    shown = [block for label, block in blocks.items() if label == body or leads.search(block[-1])]
    return fenced("text", [line for block in shown for line in block])


def _turns(block: list[str]) -> bool:
    """Return whether a block goes back to itself."""
    label = block[0].partition(":")[0]
    return bool(re.search(rf"branch .*(?<![\w.]){re.escape(label)}(?![\w.])", block[-1]))


def written(machine: str) -> Iterator[str]:
    """Return the function in COMPASS or SAP."""
    lines = loop(machine).written.splitlines()
    first = next(number for number, each in enumerate(lines) if each.startswith(ENTRY[machine]))
    return fenced("text", list(takewhile(lambda each: not DATA.match(each), lines[first:])))


def cycles() -> Iterator[str]:
    """Return what a turn takes on both machines, compiled in several ways, and by hand."""
    yield "| | minor cycles of the 6600 a turn | cycles of the 704 |"
    yield "|---|---|---|"
    text = LOOP.read_text(encoding="utf-8")
    ways = {"`-O0`": How(level="0"), "with all passes": How(), "and with `--no-checks`": How(checks=False)}
    for name, how in ways.items():
        turns = [
            sum(sign * ended(text.replace("PRODUC(100,", f"PRODUC({count},"), machine, how)
                for count, sign in ((MANY, 1), (FEW, -1))) / (MANY - FEW)
            for machine in MACHINES
        ]  # fmt: skip
        yield f"| {name} | {turns[0]:g} | {turns[1]:g} |"
    yield f"| in COMPASS, by hand | {turn_by_hand('PRODUCT'):g} | |"


def words() -> Iterator[str]:
    """Return the words of programs for the 6600, with checks and without."""
    yield "| | program | library | buffers | files | program with `--no-checks` | library |"
    yield "|---|---|---|---|---|---|---|"
    for name in ("influence", "kalah"):
        path = ROOT / f"asm/cdc6600/{name}.f"
        checked, bare = (compile_file(path, no_checks=each).words for each in (False, True))
        cells = (*checked, bare.program, bare.library)
        yield f"| `asm/cdc6600/{name}.f` | " + " | ".join(f"{each:,}" for each in cells) + " |"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "fortran_words": words,
    "fortran_loop": source,
    "fortran_cycles": cycles,
    **{f"fortran_lower_{machine}": partial(whole, machine, "lower") for machine in MACHINES},
    **{
        f"fortran_{stage}_{machine}": partial(fast, machine, stage)
        for stage in ("versions", "promote")
        for machine in MACHINES
    },
    "fortran_compass": partial(written, "6600"),
    "fortran_sap": partial(written, "704"),
}
