"""Facts about formal arrays from all calls of their procedures: the actual arrays that they can be.

procedure p(a); array a;            a stands for x and y: its first subscript begins at 1, and its elements
  a[1] := 0;                        are right after its description, as those of arrays at addresses are
array x[1 : 9], y[1 : 20];
p(x); p(y)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from host.compilers.algol import syntax
from host.compilers.algol.syntax import Array, Formal, Kind

Bounds = Sequence[tuple[int, int]]


class Known(NamedTuple):
    """Properties common to all actual arrays of a formal one."""

    together: bool  # whether their elements are right after their descriptions
    lower: tuple[int | None, ...] = ()  # bounds; none, where these are not known, or where numbers of subscripts differ
    upper: tuple[int | None, ...] = ()

    @property
    def bounds(self) -> tuple[tuple[int, int], ...] | None:
        """All bounds, if all are known."""
        pairs = [(low, high) for low, high in zip(self.lower, self.upper, strict=True) if None not in (low, high)]
        return tuple(pairs) if pairs and len(pairs) == len(self.lower) else None  # type: ignore[arg-type]


NOTHING = Known(False)


def formal_arrays(
    nodes: Sequence[syntax.Node], fixed: Callable[[Array], bool], bounds: Callable[[Array], Bounds | None]
) -> dict[Formal, Known]:
    """Return the properties of the formal arrays of a program; `fixed`: the arrays at fixed addresses."""
    given: dict[Formal, list[Array | Formal | None]] = {}
    for node in nodes:
        if isinstance(node, syntax.Procedure):
            for formal in node.formals:
                if formal.kind is Kind.ARRAY:
                    given.setdefault(formal, []).extend([None] * node.handed_over)
        elif isinstance(node, syntax.Actual) and node.formal is not None and node.formal.kind is Kind.ARRAY:
            declared = node.expression.declared if isinstance(node.expression, syntax.Name) else None
            array = declared if isinstance(declared, Array | Formal) else None
            given.setdefault(node.formal, []).append(array)
    known: dict[Formal, Known | None] = dict.fromkeys(given)  # None: no call is known yet
    changed = True
    while changed:
        changed = False
        for formal, arrays in given.items():
            found = known[formal]
            for array in arrays:
                found = _both(
                    found, known.get(array, NOTHING) if isinstance(array, Formal) else _of(array, fixed, bounds)
                )
            if found is not None and formal.by_value:
                found = found._replace(together=True)  # it is a copy
            if found != known[formal]:
                known[formal], changed = found, True
    return {formal: found for formal, found in known.items() if found is not None}


def _of(array: Array | None, fixed: Callable[[Array], bool], bounds: Callable[[Array], Bounds | None]) -> Known:
    if array is None:
        return NOTHING
    pairs = bounds(array)
    if pairs is None:
        return Known(False, *[(None,) * array.dimensions] * 2)
    return Known(fixed(array), *(tuple(each) for each in zip(*pairs, strict=True)))


def _both(one: Known | None, other: Known | None) -> Known | None:
    """Return the properties common to both; None is contradicted by nothing yet."""
    if one is None or other is None:
        return one or other
    if len(one.lower) != len(other.lower):
        return NOTHING
    lower = tuple(low if low == each else None for low, each in zip(one.lower, other.lower, strict=True))
    upper = tuple(high if high == each else None for high, each in zip(one.upper, other.upper, strict=True))
    return Known(one.together and other.together, lower, upper)
