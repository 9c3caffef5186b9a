"""Variables whose value is used, though nothing in the program gives them one."""

from __future__ import annotations

from host.algol.diagnostics import Diagnostics
from host.algol.syntax import Actual, Kind, Name, Program, Variable, walk


def warn_of_unset(program: Program, diagnostics: Diagnostics) -> None:
    """Warn of variables that no assignment and no for clause names, and that no procedure gets by name.

    Own variables begin with zero or false.
    """
    used: dict[Variable, None] = {}  # in the order of their uses
    given: set[Variable] = set()
    for node in walk(program):
        match node:
            case Actual(kind=Kind.VARIABLE, expression=Name(declared=Variable() as variable)):
                given.add(variable)
            case Name(declared=Variable(own=False, assigned=False) as variable):
                used[variable] = None
    for variable in used:
        if variable not in given:
            diagnostics.warn(variable.at, f"'{variable.spelling}' is used, but never given a value")
