"""The whole program in the IR: its main program, then its subprograms in the order of the text."""

from __future__ import annotations

from emulators.errors import IronboardError, SourceErrors
from host.compilers.fortran import syntax
from host.compilers.fortran.lowering import dummies, expressions, statements
from host.compilers.fortran.lowering.machine import Machine
from host.compilers.fortran.lowering.unit import Shared, Unit
from host.compilers.fortran.syntax import Sort
from host.compilers.ir import form
from host.compilers.lowering import Settings


def lower(program: syntax.Program, machine: Machine, settings: Settings) -> tuple[form.Program, Shared]:
    """Return the program in the intermediate form, and where everything is; raises SourceErrors."""
    _check_characters(program, machine)
    shared = Shared(program, machine, settings, expressions.Integers(machine.target.largest))
    units = [_unit(shared, each) for each in program.units if each.sort is not Sort.BLOCK_DATA]
    units += [make() for make in shared.rest]
    labels = shared.numbered("L")
    opened = {shared.entries[each] for each in program.units if each.name in settings.open}
    return form.Program(units, machine.effects, set(), labels, shared.temporaries, opened), shared


def _check_characters(program: syntax.Program, machine: Machine) -> None:
    """Raise SourceErrors for texts with characters that the machine does not have."""
    errors = []
    for each in syntax.walk(*program.units):
        try:
            if isinstance(each, syntax.Hollerith):
                machine.text(each.text, each.fill)
            elif isinstance(each, syntax.Format):
                machine.text(each.text, "H")
        except IronboardError as wrong:
            errors.append(each.at.error(str(wrong)))
    if errors:
        raise SourceErrors(errors)


def _unit(shared: Shared, source: syntax.Unit) -> form.Unit:
    unit = Unit(shared, source)
    unit.at(source)
    unit.label(shared.entries[source])
    for each in source.dummies:
        unit.home(each)  # the entry puts their addresses there
    if shared.machine.planted:
        unit.unit.dummies = tuple(unit.home(each).symbol for each in source.dummies)
    for each in dummies.values(source):
        assert each.type is not None
        given = unit.fetch(unit.place(each), "any", each.type)
        unit.values[each] = shared.copies[each] = cell = unit.cell(each.type.words)
        unit.keep(cell, "slot", given)
    statements.statements(unit, source.statements)
    if not unit.ended:
        unit.at(source)
        statements.leave(unit)
    unit.write_ways()
    return unit.unit
