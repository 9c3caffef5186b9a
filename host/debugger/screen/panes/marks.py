"""The sign for breakpoints in a margin."""

from __future__ import annotations

from collections.abc import Iterable

from host.debugger.stops import Breakpoint

WORKS, RESTS, CONDITIONAL, SAYS = "●", "○", "◆", "▲"


def mark(stops: Iterable[Breakpoint]) -> str:
    """Return the sign for the breakpoints at a place, a blank if there are none; the most telling one counts."""
    signs = {_sign(each) for each in stops if each.owner is None}
    return next((sign for sign in (WORKS, CONDITIONAL, SAYS, RESTS) if sign in signs), " ")


def _sign(each: Breakpoint) -> str:
    if not each.enabled:
        return RESTS
    if each.message:
        return SAYS
    return CONDITIONAL if each.condition or each.hits_wanted else WORKS
