"""Statements: code that does something."""

from __future__ import annotations

from collections.abc import Sequence

from host.algol.code import arrays, calls, dynamic, expressions, jumps, loops, sums
from host.algol.code.registers import STORED, Value
from host.algol.code.unit import Level, Unit, by_name
from host.algol.syntax import (
    Assignment,
    Block,
    CallStatement,
    Compound,
    Dummy,
    Expression,
    For,
    Formal,
    Goto,
    If,
    Name,
    Statement,
    Subscripted,
    Type,
    TypeDeclaration,
)

# Routines that store values where formal parameters by name stand for variables; they transfer numbers to their types.
ASSIGNED = {Type.INTEGER: "NAMESI", Type.REAL: "NAMESR", Type.BOOLEAN: "NAMESB"}


def statement(unit: Unit, node: Statement) -> None:
    """Write code for a statement."""
    for label in node.labels:
        unit.label(unit.shared.entry(label))
    if not isinstance(node, Compound | Block | Dummy):
        unit.begin(node)
    unit.begin_statement()
    match node:
        case Compound():
            for each in node.statements:
                statement(unit, each)
        case Block():
            block(unit, node)
        case Assignment():
            assignment(unit, node)
        case Goto():
            jumps.go_to(unit, node.target)
        case If():
            conditional(unit, node)
        case CallStatement():
            unit.registers.drop(calls.function(unit, node.call, valued=False))
        case For():
            loops.loop(unit, node)
        case Dummy():
            pass


def block(unit: Unit, node: Block) -> None:
    """Write code for a block; where it has arrays on the stack, that is as it was behind it."""
    declared = (each for each in node.declarations if isinstance(each, TypeDeclaration))
    unit.unset(unit.shared.home(each) for those in declared for each in those.variables if not each.own)
    arrays.unset(unit, arrays.standing(unit, node))
    segments = arrays.made(unit, node)
    on_stack = any(not each.arrays[0].own for each in segments)
    outer: Level = unit.level
    if segments:
        unit.begin(segments[0].arrays[0])
    arrays.declare(unit, segments)
    if on_stack:
        jumps.keep_height(unit, node)
        unit.level = node
    for each in node.statements:
        statement(unit, each)
    if on_stack:
        unit.begin_statement()
        unit.op("SB7", unit.height(outer))
        unit.level = outer


def assignment(unit: Unit, node: Assignment) -> None:
    """Write an assignment: where to, from left to right; what; then it is stored."""
    addresses = [address_of(unit, each) for each in node.targets]
    if any(each.type is Type.UNKNOWN for each in node.targets):
        any_type(unit, node.targets, addresses, node.value)
        return
    value = sums.check(unit, node.value, expressions.value(unit, node.value, STORED))
    for target, address in zip(node.targets, addresses, strict=True):
        put(unit, target, address, value)
    unit.registers.drop(value)


def any_type(
    unit: Unit, targets: Sequence[Name | Subscripted], addresses: Sequence[Value | None], node: Expression
) -> None:
    """Write an assignment to parameters of which nothing is specified: each is given the value in its own type."""
    pair = dynamic.pair(unit, node, stored=True)
    for target, address in zip(targets, addresses, strict=True):
        put_any(unit, target, address, dynamic.copy(unit, pair))
    unit.registers.drop(*pair)


def put_any(unit: Unit, target: Name | Subscripted, address: Value | None, pair: dynamic.Pair) -> None:
    """Store a value whose type only the running program knows; neither it nor the address is needed any more."""
    if address is not None:
        dynamic.put(unit, pair, address)
    else:
        assert isinstance(target, Name)
        value = unit.routine(dynamic.TRANSFERS[expressions.declared_type(target)], *pair, keeps=())
        unit.store(value, unit.shared.home(target.declared))
        unit.registers.drop(value)
    unit.registers.forget_variables()


def address_of(unit: Unit, target: Name | Subscripted) -> Value | None:
    """Write code for where a value goes; None: the place is known."""
    if isinstance(target, Subscripted):
        unknown = target.type is Type.UNKNOWN
        return dynamic.element_address(unit, target) if unknown else arrays.place(unit, target)
    return nameaddress_of(unit, target) if by_name(target.declared) else None


def nameaddress_of(unit: Unit, target: Name) -> Value:
    """Write code for the address of what a formal parameter stands for, with its kind in bits 59-54."""
    return unit.routine("NAMEA", unit.fetch(unit.shared.home(target.declared), (1,)), keeps=())


def put(unit: Unit, target: Name | Subscripted, address: Value | None, value: Value) -> None:
    """Store a value. The address is needed no more, the value may be."""
    if address is None:
        assert isinstance(target, Name)
        unit.store(value, unit.shared.home(target.declared))
        return
    if isinstance(target, Name) and isinstance(target.declared, Formal) and target.declared.type in ASSIGNED:
        kind = ASSIGNED[target.declared.type]
        kept = unit.registers.own(unit.registers.ready(value))
        unit.registers.drop(unit.routine(kind, kept, address))
        unit.registers.forget_variables()
        return
    register = unit.registers.ready(value, STORED)
    unit.op(f"SA{register}", unit.registers.reached(address))
    unit.registers.drop(address)
    if isinstance(target, Name):
        unit.registers.forget_variables()


def conditional(unit: Unit, node: If) -> None:
    """Write a conditional statement."""
    near = jumps.near_label(unit, node.then)
    if near is not None:
        expressions.branch(unit, node.condition, unit.shared.entry(near), when=True)
        if node.otherwise is not None:
            statement(unit, node.otherwise)
        return
    otherwise = unit.new_label()
    expressions.branch(unit, node.condition, otherwise, when=False)
    statement(unit, node.then)
    if node.otherwise is None:
        unit.label(otherwise)
        return
    behind = unit.new_label()
    unit.jump(behind)
    unit.label(otherwise)
    statement(unit, node.otherwise)
    unit.label(behind)
