"""The actual parameters of parameters by name, as far as they are known before the program runs.

Jensen's device needs code of its own for each actual parameter. Most parameters by name need none: wherever the
procedure is called, the actual one is a variable or a constant. Then the word of the parameter is an address, whatever
else is in it, and reading it is a load:

    procedure swap(a, b); integer a, b; ...        swap(i, j); swap(k, i)        a and b: variables of type integer
    procedure sum(i, n, x); real i, n, x; ...      sum(k, 100, v[k])             i and n: integers, x: anything

A procedure that is a parameter itself may be called with anything. A parameter that is handed on by name brings its
actual one along: facts about the one are known of the other only after that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from host.compilers.algol import syntax
from host.compilers.algol.lowering import expressions
from host.compilers.algol.lowering.unit import by_name
from host.compilers.algol.syntax import Formal, Kind, Type

TYPES = (Type.INTEGER, Type.REAL, Type.BOOLEAN)
Found = tuple[Type, bool] | None  # a type, and whether it can be assigned to; None: it may be anything


def variables(nodes: Iterable[syntax.Node]) -> dict[Formal, Type]:
    """Return the parameters by name that always stand for variables, or constants, of one type."""
    direct: dict[Formal, list[Found]] = defaultdict(list)
    handed_on: dict[Formal, list[Formal]] = defaultdict(list)  # from one parameter by name to others
    for node in nodes:
        if isinstance(node, syntax.Actual) and node.formal is not None and by_name(node.formal):
            if (source := _source(node.expression)) is None:
                direct[node.formal].append(_found(node.expression))
            else:
                handed_on[source].append(node.formal)
        elif isinstance(node, Formal) and not _is_followed(node):
            direct[node].append(None)
    stands: dict[Formal, set[Found]] = defaultdict(set)
    waiting = [(formal, found) for formal, those in direct.items() for found in those]
    while waiting:  # each of the few things that are found reaches each parameter once
        formal, found = waiting.pop()
        if found not in stands[formal]:
            stands[formal].add(found)
            waiting.extend((other, found) for other in handed_on[formal])
    return {each: kind for each, found in stands.items() if (kind := _only(each, found)) is not None}


def _source(node: syntax.Expression) -> Formal | None:
    """Return the parameter by name that is handed on unchanged."""
    if isinstance(node, syntax.Name) and isinstance(node.declared, Formal) and by_name(node.declared):
        return None if node.enclosed else node.declared
    return None


def _is_followed(formal: Formal) -> bool:
    """Whether all actual parameters are known, and are values."""
    owner = formal.owner
    return by_name(formal) and formal.kind is Kind.EXPRESSION and owner is not None and not owner.handed_over


def _found(node: syntax.Expression) -> Found:
    """Return the type of an actual parameter that is not handed on, and whether it is a variable."""
    match node:
        case syntax.Name(declared=syntax.Variable() | Formal(kind=Kind.EXPRESSION, by_value=True) as variable):
            return variable.type, not node.enclosed
        case _ if expressions.constant(node) is not None:
            return expressions.type_of(node), False
    return None


def _only(formal: Formal, found: set[Found]) -> Type | None:
    """Return the type of a parameter's actual ones, if they have the same."""
    types = {each[0] for each in found if each is not None}
    fixed = any(each is not None and not each[1] for each in found)
    if None in found or len(types) != 1 or (formal.assigned and fixed):
        return None
    (kind,) = types
    return kind if kind in TYPES else None
