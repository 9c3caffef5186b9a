"""What the compiler of ALGOL makes of examples, for the pages about it: words, cycles, the stages of a loop."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

from host.compilers.algol.compiler import Compiled, compile_file, compile_text
from host.compilers.passes import PASSES
from host.experiments.bench import algol, languages
from host.experiments.bench.algol import How, ended

ROOT = Path(__file__).parents[2]
LOOP = ROOT / "docs/examples/product.alg"
FEW, MANY = 50, 100  # turns
BODY = "* 8: s :="
UNIT, ENTRY, DATA = "unit PRODU. ", "PRODU. ", (" VFD ", " CON ", " BSSZ ", " EQU ")
COUNTED = ("docs/examples/primes.alg", "classics/sorting", "classics/matrices", "classics/games")
CLASSICS = ROOT / "tests/data/algol"
EXAMPLE = """
begin
  integer array a[1:9]; integer i, sum;
  integer procedure rest(n, k); value n; integer n, k;
    rest := n - n ÷ k × k;
  for i := 1 step 1 until 9 do a[i] := rest(i, i + 3);
  outinteger(61, a[4])
end
"""


def passes() -> Iterator[str]:
    """Return the passes, each once."""
    yield "| pass | what it does |"
    yield "|---|---|"
    for name, title in dict.fromkeys((each.name, each.title) for each in PASSES):
        yield f"| `{name}` | {title} |"


def words() -> Iterator[str]:
    """Return the words of the rook ending, with checks and without."""
    checked, unchecked = (languages.compiled("rook", checks).words for checks in (True, False))
    yield f"| `rook.alg`, the [rook ending](rook.md), {languages.lines('rook')} lines | words | with `--no-checks` |"
    yield "|---|---|---|"
    for name in checked._fields:
        yield f"| {name} | {getattr(checked, name):,} | {getattr(unchecked, name):,} |"
    yield f"| together | {sum(checked):,} | {sum(unchecked):,} |"


def example() -> Iterator[str]:
    """Return an example."""
    return fenced("algol", EXAMPLE.strip().splitlines())


def example_code() -> Iterator[str]:
    """Return the code of its loop, of the parameter by name, and of what is wrong."""
    lines = compile_text(EXAMPLE.strip(), "example.alg").written.splitlines()
    first = next(number for number, each in enumerate(lines) if each.startswith("*     5"))
    return fenced("text", list(takewhile(lambda each: not any(data in each for data in DATA), lines[first:])))


def checks() -> Iterator[str]:
    """Return the cycles of programs with checks and without."""
    yield "| program | `--no-checks` | | `--check-unset` | `-O0` |"
    yield "|---|---|---|---|---|"
    for name in COUNTED:
        path = ROOT / name if name.endswith(".alg") else CLASSICS / f"{name}.alg"
        lines = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines() if name.endswith(".alg") else ()
        ways: tuple[dict[str, Any], ...] = ({"no_checks": True}, {}, {"check_unset": True}, {"level": "0"})
        cycles = [ended(compile_file(path, **way), lines).cycles for way in ways]
        yield f"| `{name}` | " + " | ".join(f"{each:,}" for each in cycles) + " |"


# ---------------------------------------------------------------- one loop


@cache
def loop() -> Compiled:
    """Return the program with the loop."""
    return compile_file(LOOP)


def fenced(language: str, lines: list[str]) -> Iterator[str]:
    """Return lines as the page has them."""
    yield f"```{language}"
    yield from lines
    yield "```"


def source() -> Iterator[str]:
    """Return the program."""
    return fenced("algol", LOOP.read_text(encoding="utf-8").splitlines())


def form(stage: str) -> list[str]:
    """Return the procedure in the intermediate form, after a stage."""
    lines = iter(loop().form(stage).splitlines())
    return [*takewhile(bool, dropwhile(lambda each: not each.startswith(UNIT), lines))]


def whole(stage: str) -> Iterator[str]:
    """Return all of the procedure."""
    return fenced("text", form(stage))


def fast(stage: str) -> Iterator[str]:
    """Return the loop, in its fast copy if there are two, and the blocks that it is reached from."""
    blocks: dict[str, list[str]] = {}
    for line in form(stage)[1:]:
        if not line.startswith(" "):
            blocks[line.partition(":")[0]] = []
        [*blocks.values()][-1].append(line)
    body = next(label for label, block in blocks.items() if any(BODY in line for line in block))
    leads = re.compile(rf"(jump|branch) .*(?<![\w.]){re.escape(body)}(?![\w.])")
    shown = [block for label, block in blocks.items() if label == body or leads.search(block[-1])]
    return fenced("text", [line for block in shown for line in block])


def compass() -> Iterator[str]:
    """Return the procedure in COMPASS."""
    lines = loop().written.splitlines()
    first = next(number for number, each in enumerate(lines) if each.startswith(ENTRY))
    return fenced("text", list(takewhile(lambda each: not any(data in each for data in DATA), lines[first:])))


def cycles() -> Iterator[str]:
    """Return what a turn takes, compiled in several ways, and by hand."""
    yield "| | minor cycles a turn |"
    yield "|---|---|"
    text = LOOP.read_text(encoding="utf-8").replace(f"product({MANY},", "product({turns},")
    ways = {"`-O0`": How(level="0"), "with all passes": How(), "and with `--no-checks`": How(checks=False)}
    for name, how in ways.items():
        yield f"| {name} | {algol.between(text, FEW, MANY, how) / (MANY - FEW):g} |"
    yield f"| in COMPASS, by hand | {algol.turn_by_hand('PRODUCT'):g} |"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "algol_passes": passes,
    "algol_words": words,
    "algol_checks": checks,
    "algol_example": example,
    "algol_example_code": example_code,
    "loop": source,
    "loop_cycles": cycles,
    "loop_compass": compass,
    "loop_lower": partial(whole, "lower"),
    **{f"loop_{stage}": partial(fast, stage) for stage in ("subscripts", "versions", "strength", "promote")},
}
