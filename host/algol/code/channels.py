"""Which channels may a program use? Each file that is none of INPUT and OUTPUT needs room at the end of storage."""

from __future__ import annotations

from collections.abc import Iterator

from host.algol.syntax import (
    Actual,
    Assignment,
    Call,
    Expression,
    For,
    ForValue,
    Integer,
    Kind,
    Name,
    Procedure,
    Program,
    Variable,
    walk,
)

INPUT, OUTPUT = 60, 61  # the channels that are no files of their own
MOST_FILES = 8  # that a program may use
ANY: None = None  # a channel that only the running program knows

Numbers = list[int | None]


def files(program: Program) -> int:
    """Return for how many files a program needs room: channels that stand in it, or that a variable of it may be."""
    assigned = _assigned(program)
    channels: Numbers = []
    for call in (each for each in walk(program) if isinstance(each, Call)):
        if _has_channel(call.procedure.declared):
            channels += _values(call.actuals[0].expression, assigned)
    if any(_has_channel(each) for each in handed_over(program)):
        channels.append(ANY)
    known = {each for each in channels if each not in (INPUT, OUTPUT)}
    return MOST_FILES if ANY in known else min(MOST_FILES, len(known))


def handed_over(program: Program) -> list[Procedure]:
    """Return the standard procedures that are parameters somewhere: nobody knows what they are called with."""
    actuals = (each.expression for each in walk(program) if isinstance(each, Actual) and each.kind is Kind.PROCEDURE)
    declared = (each.declared for each in actuals if isinstance(each, Name))
    return [each for each in declared if isinstance(each, Procedure) and each.standard]


def _has_channel(procedure: object) -> bool:
    if not isinstance(procedure, Procedure) or not procedure.standard:
        return False
    return bool(procedure.formals) and procedure.formals[0].name == "channel"


def _values(channel: Expression, assigned: dict[Variable, Numbers]) -> Numbers:
    """Return what a channel may be."""
    if isinstance(channel, Name) and isinstance(channel.declared, Variable):
        return assigned.get(channel.declared, [])
    return [_constant(channel)]


def _constant(value: Expression) -> int | None:
    return value.value if isinstance(value, Integer) else ANY


def _assigned(program: Program) -> dict[Variable, Numbers]:
    """Return what each variable may be: what is assigned to it, ANY where a procedure may do that."""
    found: dict[Variable, Numbers] = {}
    for target, value in _assignments(program):
        if isinstance(target, Name) and isinstance(target.declared, Variable):
            found.setdefault(target.declared, []).append(value)
    return found


def _assignments(program: Program) -> Iterator[tuple[Expression, int | None]]:
    for node in walk(program):
        match node:
            case Assignment():
                yield from ((each, _constant(node.value)) for each in node.targets)
            case For():
                for element in node.elements:
                    yield node.variable, _constant(element.value) if isinstance(element, ForValue) else ANY
            case Actual(formal=formal) if formal is None or not formal.by_value:
                yield node.expression, ANY
