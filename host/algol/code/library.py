"""Which files of the run-time library a program takes in, and what these have to know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from host.algol.code.emit import Line, written
from host.algol.code.unit import Shared
from host.algol.syntax import Call, Integer, Procedure, Program, Type, walk

FILES: Mapping[str, frozenset[str]] = {
    "ALGCALL": frozenset({"CALL", "BIND"}),
    "ALGCOPY": frozenset({"ARRCOPY"}),
    "ALGANY": frozenset({"DADD", "DSUB", "DMUL", "DPOW", "DCMP", "DINT", "DREAL", "DBOOL", "DPUT"}),
    "ALGOWN": frozenset({"OWNARR"}),
    "ALGIO": frozenset({"OUTSYM", "INSYM", "OUTSTR", "LENGTH", "OUTTERM", "QUIT"}),
    "ALGINT": frozenset({"OUTINTG", "ININTG"}),
    "ALGREAL": frozenset({"OUTRL", "INRL"}),
    "ALGBOOL": frozenset({"OUTBOOL", "INBOOL"}),
    "ALGARR": frozenset({"OUTARR", "INARR"}),
    "ALGOUT": frozenset({"OUTPUTF"}),
    "ALGIN": frozenset({"INPUTF"}),
}
OF_REALS = FILES["ALGREAL"] | {"SQRT", "EXP", "LN", "SIN", "COS", "ARCTAN", "ENTIER", "ROUND", "POWI", "POWR"}
INPUT, OUTPUT = 60, 61  # the channels that are no files of their own
FILE_WORDS = 8 * 72  # as in algio.compass
MOST = 0o400000


def library(program: Program, shared: Shared) -> Iterator[Line]:
    """Yield the lines that take in what a program needs of the library."""
    files = MOST - FILE_WORDS if has_files(program) else 0
    yield Line(written("REALS.", "EQU", str(int(has_reals(program, shared)))))
    yield Line(written("FILES.", "EQU", f"{files:o}B"))
    yield Line(written("CALLS.", "EQU", str(int(bool(FILES["ALGCALL"] & shared.used)))))
    yield Line(written("OWN.", "EQU", str(int("OWNARR" in shared.used))))
    yield Line(written("", "XTEXT", "ALGRUN"))
    for name, routines in FILES.items():
        if routines & shared.used:
            yield Line(written("", "XTEXT", name))


def has_reals(program: Program, shared: Shared) -> bool:
    """Return whether real numbers may occur."""
    real = any(getattr(each, "type", None) is Type.REAL for each in walk(program))
    return real or bool(OF_REALS & shared.used)


def has_files(program: Program) -> bool:
    """Return whether there may be channels other than INPUT and OUTPUT."""
    calls = [each for each in walk(program) if isinstance(each, Call)]
    return any(_may_be_a_file(each) for each in calls)


def _may_be_a_file(call: Call) -> bool:
    procedure = call.procedure.declared
    if not isinstance(procedure, Procedure) or not procedure.standard:
        return False
    if not procedure.formals or procedure.formals[0].name != "channel":
        return False
    channel = call.actuals[0].expression
    return not (isinstance(channel, Integer) and channel.value in (INPUT, OUTPUT))
