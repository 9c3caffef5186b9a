"""A program's needs of the run-time library, and the library's of the program.

Each channel that is a file other than INPUT and OUTPUT needs room at the end of storage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from emulators.cdc6600.isa import MOST_WORDS
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.words import FILES, LINE, SLOTS
from host.compilers.algol.lowering.unit import Settings
from host.compilers.algol.syntax import Kind, Type
from host.compilers.backends.cdc6600.text import Line
from host.compilers.library import begins, names_of, taken_in
from host.languages import assembly

OF_REALS = frozenset({"OUTRL", "INRL", "SQRT", "EXP", "LN", "SIN", "COS", "ARCTAN", "ENTIER", "ROUND", "POWI", "POWR",
                      "POWX", "POWXI", "POWXR", "POWRI", "DPOW"})  # fmt: skip
OF_CALLS = frozenset({"CALL", "BIND"})
OF_OWN = frozenset({"OWNARR", "OWNED"})  # the code that makes own arrays may have been left out
FILE_WORDS = 72  # of a file, as in algio.compass
END = "ENDPROG"  # the routine where all programs end, those that are stopped, too
FAILED = "ALGRUN", "OUTSIDE"  # the part of the library that stubs go to
ITEMS: Mapping[str, str] = {  # of formats, by their names in the library
    "A": "A", "F": "F", "P": "P", "N": "N", "S": "S", "X": "X", "B": "B",
    "LINE": "/^'↑", "TEXT": '"', "GROUP": "()", "NUMBER": "ZD+-.V",
}  # fmt: skip
WAYS: Mapping[str, str] = {"output": "OUT", "input": "IN", "either": "FORM"}
QUOTE = re.compile(r'"([()])"')


def library(
    nodes: Sequence[syntax.Node], settings: Settings, code: Iterable[Line], stubs: Sequence[Line], line_end: int = 0
) -> tuple[list[Line], list[assembly.Line]]:
    """Return the lines that describe the program to the library, and the lines of the library that the code needs.

    `stubs`: lines that are counted among those of the library, because they are not of any line of the program.
    `line_end`: the code of strings that stands for a new line; 0 if none does.
    """
    # A procedure with the name of a routine takes that in, by its remark: addresses, and so times, depend on it.
    fields = {each.variable.removeprefix("PROCEDURE ") for each in (*code, *stubs)}
    names = {name for text in fields for name in names_of(text)} | {END}
    slots = files_of(nodes)
    files = MOST_WORDS - slots * FILE_WORDS if slots else 0
    flags = {
        "REALS.": has_reals(nodes, names) or _has_exponents(nodes),
        FILES: files,
        LINE: line_end,
        "CALLS.": bool(OF_CALLS & names),
        "OWN.": bool(OF_OWN & names),
        "STRICT.": settings.strict_power,
        "UNSET.": settings.check_unset,
        "KINDS.": "INPUTF" in names
        or any(isinstance(each, syntax.Formal) and not each.specification for each in nodes),
        **dict(_items(nodes)),
    }
    at = begins(SOURCES, FAILED, flags)
    behind = [assembly.Line(at.file, at.number, each.text) for each in stubs]
    told = [Line(FILES, "EQU", f"{files:o}B"), Line(SLOTS, "EQU", str(slots))]
    if line_end:
        told.append(Line(LINE, "EQU", f"{line_end:o}B"))
    return told, [*behind, *taken_in(SOURCES, names, flags)]


def has_reals(nodes: Sequence[syntax.Node], names: set[str]) -> bool:
    """Return whether real numbers may occur."""
    real = any(getattr(each, "type", None) is Type.REAL for each in nodes)
    return real or bool(OF_REALS & names)


def _has_exponents(nodes: Sequence[syntax.Node]) -> bool:
    """Return whether a format of output may print an integer like a real number."""
    formats = _formats(nodes)["output"]
    if None in formats:
        formats = [each.text for each in nodes if isinstance(each, syntax.String)]
    return any("E" in codes_of(each or "") for each in formats)


def _items(nodes: Sequence[syntax.Node]) -> Iterator[tuple[str, bool]]:
    """Yield for each kind of item whether formats of output, and of input, may have it."""
    formats = _formats(nodes)
    formats["either"] = formats["output"] + formats["input"]
    for name, some in formats.items():
        for item, codes in ITEMS.items():
            yield f"{WAYS[name]}.{item}", any(each is None or bool(codes_of(each) & {*codes}) for each in some)


def _formats(nodes: Sequence[syntax.Node]) -> dict[str, list[str | None]]:
    """Return the formats of output and of input; None for one that only the running program knows."""
    formats: dict[str, list[str | None]] = {"output": [], "input": []}
    for each in nodes:
        if isinstance(each, syntax.Call) and isinstance(each.procedure.declared, syntax.Procedure):
            declared = each.procedure.declared
            if declared.standard and declared.name in formats:
                text = each.actuals[1].expression
                formats[declared.name].append(text.text if isinstance(text, syntax.String) else None)
    for declared in handed_over(nodes):
        if declared.name in formats:
            formats[declared.name].append(None)
    return formats


def codes_of(text: str) -> set[str]:
    """Return the characters of a format that are outside of its texts; a quote for these."""
    pieces = QUOTE.split("".join(words.QUOTES.get(each, each) for each in text.upper()))
    depth, found = 0, set()
    for piece, quote in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        if depth == 0:
            found |= {*piece, *('"' if quote else "")}
        depth += {"(": 1, ")": -1, "": 0}[quote]
    return found


SOURCES = (
    "textio", "arith", "reals", "intio", "realio", "algrun", "algcall", "algcopy", "algany", "algown", "algio",
    "algint", "algreal", "algbool", "algarr", "algform", "algout", "algin",
)  # fmt: skip


INPUT, OUTPUT = 60, 61  # the channels that are not files of their own
MOST_FILES = 8  # that a program may use
ANY: None = None  # a channel that only the running program knows

Numbers = list[int | None]


def files_of(nodes: Sequence[syntax.Node]) -> int:
    """Return the number of files that a program needs room for: channels in its text, or values of its variables."""
    assigned = _assigned(nodes)
    channels: Numbers = []
    for call in (each for each in nodes if isinstance(each, syntax.Call)):
        if _has_channel(call.procedure.declared):
            channels += _values(call.actuals[0].expression, assigned)
    if any(_has_channel(each) for each in handed_over(nodes)):
        channels.append(ANY)
    known = {each for each in channels if each not in (INPUT, OUTPUT)}
    return MOST_FILES if ANY in known else min(MOST_FILES, len(known))


def handed_over(nodes: Sequence[syntax.Node]) -> list[syntax.Procedure]:
    """Return the standard procedures that are parameters somewhere: the arguments of their calls are not known."""
    actuals = (each.expression for each in nodes if isinstance(each, syntax.Actual) and each.kind is Kind.PROCEDURE)
    declared = (each.declared for each in actuals if isinstance(each, syntax.Name))
    return [each for each in declared if isinstance(each, syntax.Procedure) and each.standard]


def _has_channel(procedure: object) -> bool:
    if not isinstance(procedure, syntax.Procedure) or not procedure.standard:
        return False
    return bool(procedure.formals) and procedure.formals[0].name == "channel"


def _values(channel: syntax.Expression, assigned: dict[syntax.Variable, Numbers]) -> Numbers:
    """Return the possible values of a channel."""
    if isinstance(channel, syntax.Name) and isinstance(channel.declared, syntax.Variable):
        return assigned.get(channel.declared, [])
    return [_constant(channel)]


def _constant(value: syntax.Expression) -> int | None:
    return value.value if isinstance(value, syntax.Integer) else ANY


def _assigned(nodes: Sequence[syntax.Node]) -> dict[syntax.Variable, Numbers]:
    """Return the possible values of each variable: those assigned to it, ANY where a procedure may do that."""
    found: dict[syntax.Variable, Numbers] = {}
    for target, value in _assignments(nodes):
        if isinstance(target, syntax.Name) and isinstance(target.declared, syntax.Variable):
            found.setdefault(target.declared, []).append(value)
    return found


def _assignments(nodes: Sequence[syntax.Node]) -> Iterator[tuple[syntax.Expression, int | None]]:
    for node in nodes:
        match node:
            case syntax.Assignment():
                yield from ((each, _constant(node.value)) for each in node.targets)
            case syntax.For():
                for element in node.elements:
                    yield node.variable, _constant(element.value) if isinstance(element, syntax.ForValue) else ANY
            case syntax.Actual(formal=formal) if formal is None or not formal.by_value:
                yield node.expression, ANY
