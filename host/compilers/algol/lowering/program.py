"""The whole program in the intermediate form: its main program, procedures first to last, switches, parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering import arrays, byname, expressions, jumps, statements
from host.compilers.algol.lowering.effects import EFFECTS
from host.compilers.algol.lowering.handed import formal_arrays
from host.compilers.algol.lowering.unit import KINDS, Settings, Shared, Unit
from host.compilers.algol.syntax import Kind, Type, walk
from host.compilers.ir import form
from host.compilers.ir.form import Place


def lower(program: syntax.Program, settings: Settings) -> tuple[form.Program, Shared]:
    """Return the program in the intermediate form, and where everything is."""
    nodes = list(walk(program))
    labelled = any(_gives_label(each, settings) for each in nodes)
    shared = Shared(settings, expressions.Integers(expressions.LARGEST), labelled)
    shared.assigned = frozenset(_assigned(nodes))
    shared.variables = byname.variables(nodes)
    shared.arrays = formal_arrays(
        nodes, partial(arrays.fixed, shared), lambda each: arrays.constant_bounds(each.segment)
    )
    units = [_main(shared, program, nodes)]
    units += [_procedure(shared, each) for each in program.procedures]
    units += _others(shared, [each for each in nodes if isinstance(each, syntax.Switch)])
    _open(units)
    labels = shared.numbered("L")
    opened = {shared.entries[each] for each in program.procedures if each.name.upper() in settings.open}
    return form.Program(units, EFFECTS, shared.escaped, labels, shared.temporaries, opened), shared


def _gives_label(node: syntax.Node, settings: Settings) -> bool:
    """Whether designational expressions must be evaluated before one goes to a label: it may have no value."""
    if isinstance(node, syntax.Switch):
        return not settings.strict_switch
    return isinstance(node, syntax.Formal) and node.by_value and node.kind is Kind.LABEL


def _assigned(nodes: Sequence[syntax.Node]) -> Iterator[syntax.Declared | None]:
    """Yield variables that get values otherwise than by for clauses, and those that inner procedures may change."""
    for node in nodes:
        match node:
            case syntax.Assignment(targets=targets):
                yield from (each.declared for each in targets if isinstance(each, syntax.Name))
            case syntax.Actual(kind=Kind.VARIABLE, expression=syntax.Name(declared=declared)):
                yield declared
            case syntax.Name(declared=syntax.Variable(captured=True) | syntax.Formal(captured=True) as declared):
                yield declared


def _main(shared: Shared, program: syntax.Program, nodes: Sequence[syntax.Node]) -> form.Unit:
    unit = Unit(shared, None, "START", "main", program, level=None)
    unit.label("START")
    _reserve(nodes, shared)
    owned = [each for each in nodes if isinstance(each, syntax.Variable | syntax.Array) and each.own]
    unit.unset(shared.homes[each] for each in owned if isinstance(each, syntax.Variable))
    arrays.unset(unit, (each for each in owned if isinstance(each, syntax.Array) and arrays.fixed(shared, each)))
    statements.statement(unit, program.body)
    unit.end("end")
    return unit.unit


def _reserve(nodes: Sequence[syntax.Node], shared: Shared) -> None:
    """Give formal parameters their words, which come first in a frame, then arrays: those of a segment together."""
    for sort in (syntax.Formal, syntax.Array):
        for each in nodes:
            if isinstance(each, sort):
                shared.homes[each]  # it gets a place when it is first asked for


def _procedure(shared: Shared, declared: syntax.Procedure) -> form.Unit:
    """Lower a procedure. Its entry, before its body, is the back end's affair."""
    unit = Unit(shared, declared, shared.entries[declared], "procedure", declared, level=declared)
    unit.at(declared)
    unit.label(shared.entries[declared])
    if declared.type is not Type.NONE:
        unit.unset([shared.homes[declared]])
    _copy_arrays(unit, declared)
    assert declared.body is not None
    statements.statement(unit, declared.body)
    unit.begin_statement()
    _leave(unit, declared)
    return unit.unit


def _leave(unit: Unit, declared: syntax.Procedure) -> None:
    """Lower the end of a procedure. One that has no frame itself sets that and the stack as they were."""
    shared = unit.shared
    value = [] if declared.type is Type.NONE else [unit.fetch(declared, KINDS.get(declared.type, "w"))]
    if not declared.recursive:
        if unit.level is not declared:
            unit.op("set.top", place=unit.height(declared))
        if unit.ways:
            shared.callers[declared] = shared.rooms[declared].reserve(shared.symbols.numbered("T"))
            caller = unit.load(unit.place(shared.callers[declared]), "slot", "a")
            unit.op("set.frame", place=Place(caller))
    unit.end("return", *value)


def _copy_arrays(unit: Unit, declared: syntax.Procedure) -> None:
    """Give arrays that are handed over by value copies of their own."""
    arrays = jumps.copied_arrays(declared)
    for formal in arrays:
        kind = unit.number(words.TYPES[formal.type])
        unit.keep(formal, unit.call("ARRCOPY", "w", X1=unit.fetch(formal), X2=kind)[0])
    if arrays:
        jumps.keep_height(unit, arrays[0])
        unit.level = arrays[0]


def _others(shared: Shared, switches: Sequence[syntax.Switch]) -> Iterator[form.Unit]:
    """Yield the units of parameters and switches that are used; lowering one may ask for another."""
    waiting = list(switches)
    while shared.pieces or any(each in shared.entries for each in waiting):
        for wanted in [each for each in waiting if each in shared.entries]:
            waiting.remove(wanted)
            unit = Unit(shared, wanted.owner, shared.entries[wanted], "switch", wanted)
            unit.at(wanted)
            jumps.switch(unit, wanted)
            yield _ended(unit)
        while shared.pieces:
            yield _ended(shared.pieces.popleft()())


def _ended(unit: Unit) -> form.Unit:
    if not unit.ended:  # a designational expression has no value
        unit.leave("NOSWITCH")
    return unit.unit


def _open(units: Sequence[form.Unit]) -> None:
    """Note at which blocks code of other units arrives."""
    gone_to = {op.data.name for unit in units for op in unit.ops() if op.code == "exit"}
    for unit in units:
        for block in unit.blocks:
            block.open = block.label in gone_to and block is not unit.blocks[0]
