"""The passes: transformations of the IR that make a program faster, each in its turn.

A pass changes a program in place. The program's behaviour remains the same, to the bit: its results, the order of its
visible effects (stores to its variables, calls, stops), and where it stops. A pass that is not sure about
something leaves it as it is. Some passes run again, where others have left them new work.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from emulators.errors import IronboardError
from host.compilers.ir.form import Program
from host.compilers.ir.target import Target
from host.compilers.passes import (
    checks,
    counters,
    dead,
    fold,
    invariants,
    limits,
    promote,
    rotate,
    strength,
    subscripts,
    unroll,
    versions,
)


class Pass(NamedTuple):
    """A pass: its name for options, its line in a list of passes."""

    name: str
    title: str
    run: Callable[[Program, Target], None]


FOLD = Pass("fold", "constants, copies and common subexpressions of a block", fold.run)
DEAD = Pass("dead", "operations whose results are not used, blocks that are not reached", dead.run)
CHECKS = Pass("checks", "checks that an equal check or a known range makes superfluous", checks.run)
SUBSCRIPTS = Pass("subscripts", "elements in loops by operations instead of a routine", subscripts.run)
ROTATE = Pass("rotate", "tests of loops, before them and at their ends", rotate.run)
VERSIONS = Pass("versions", "copies of loops without checks, after a guard", versions.run)
INVARIANTS = Pass("invariants", "what is the same in all turns of a loop, before it", invariants.run)
STRENGTH = Pass("strength", "addresses in loops: what stays the same before them, what grows stepped", strength.run)
COUNTERS = Pass(
    "counters", "loops that are counted by an address that they step, where registers are few", counters.run
)
LIMITS = Pass("limits", "stored values used again without a load; limits of loops in their comparisons", limits.run)
PROMOTE = Pass("promote", "slots in registers as long as a loop runs", promote.run)
UNROLL = Pass("unroll", "short loops with several copies of a turn, where jumps take long", unroll.run)

PASSES: tuple[Pass, ...] = (
    FOLD,
    DEAD,
    ROTATE,
    SUBSCRIPTS,
    CHECKS,
    VERSIONS,
    STRENGTH,
    INVARIANTS,
    FOLD,
    DEAD,
    COUNTERS,
    PROMOTE,
    LIMITS,
    UNROLL,
    DEAD,
)


def optimise(
    program: Program,
    target: Target,
    without: Collection[str] = (),
    seen: Callable[[str, Program], None] | None = None,
) -> None:
    """Run the passes in their order, but for those `without`; call `seen` with the name of each after it.

    Raises IronboardError for a name in `without` that no pass has.
    """
    names = [*dict.fromkeys(each.name for each in PASSES)]
    for name in without:
        if name not in names:
            raise IronboardError(f"there is no pass '{name}': {', '.join(names)}")
    for each in PASSES:
        if each.name not in without:
            each.run(program, target)
            if seen is not None:
                seen(each.name, program)
