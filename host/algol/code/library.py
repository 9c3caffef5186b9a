"""What a program takes in of the run-time library, and what this has to know of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from emulators.cdc6600.isa import MOST_WORDS
from host.algol.code import channels, parts, texts
from host.algol.code.emit import FILES, SLOTS, Line, written
from host.algol.code.unit import Options
from host.algol.syntax import Call, Formal, Procedure, Program, String, Type, walk
from host.assemblers import source

OF_REALS = frozenset({"OUTRL", "INRL", "SQRT", "EXP", "LN", "SIN", "COS", "ARCTAN", "ENTIER", "ROUND", "POWI", "POWR",
                      "POWX", "POWXI", "POWXR", "POWRI", "DPOW"})  # fmt: skip
OF_CALLS = frozenset({"CALL", "BIND"})
FILE_WORDS = 72  # of a file, as in algio.compass
END = "ENDPROG"  # the routine where all programs end, those that are stopped, too
FAILED = "ALGRUN", "OUTSIDE"  # the part of the library that stubs go to
ITEMS: Mapping[str, str] = {  # of formats, by what the library calls them
    "A": "A", "F": "F", "P": "P", "N": "N", "S": "S", "X": "X", "B": "B",
    "LINE": "/^'↑", "TEXT": '"', "GROUP": "()", "NUMBER": "ZD+-.V",
}  # fmt: skip
WAYS: Mapping[str, str] = {"output": "OUT", "input": "IN", "either": "FORM"}
QUOTE = re.compile(r'"([()])"')


def library(
    program: Program, options: Options, code: Iterable[Line], stubs: Sequence[Line]
) -> tuple[list[Line], list[source.Line]]:
    """Return the lines that tell the library what it must know, and the lines of the library that the code needs.

    `stubs`: lines that are counted among those of the library, because they are not of any line of the program.
    """
    written_ = {each.text[9:] for each in (*code, *stubs)}
    names = {name for text in written_ for name in parts.names_of(f"{'':9}{text}")} | {END}
    slots = channels.files(program)
    files = MOST_WORDS - slots * FILE_WORDS if slots else 0
    flags = {
        "REALS.": has_reals(program, names) or _has_exponents(program),
        FILES: files,
        "CALLS.": bool(OF_CALLS & names),
        "OWN.": "OWNARR" in names,
        "STRICT.": options.strict_power,
        "UNSET.": options.check_unset,
        "KINDS.": "INPUTF" in names
        or any(isinstance(each, Formal) and not each.specification for each in walk(program)),
        **dict(_items(program)),
    }
    at = parts.begins(FAILED, flags)
    behind = [source.Line(at.file, at.number, each.text) for each in stubs]
    told = [Line(written(FILES, "EQU", f"{files:o}B")), Line(written(SLOTS, "EQU", str(slots)))]
    return told, [*behind, *parts.taken_in(names, flags)]


def has_reals(program: Program, names: set[str]) -> bool:
    """Return whether real numbers may occur."""
    real = any(getattr(each, "type", None) is Type.REAL for each in walk(program))
    return real or bool(OF_REALS & names)


def _has_exponents(program: Program) -> bool:
    """Return whether a format of output may print an integer like a real number."""
    formats = _formats(program)["output"]
    if None in formats:
        formats = [each.text for each in walk(program) if isinstance(each, String)]
    return any("E" in codes_of(each or "") for each in formats)


def _items(program: Program) -> Iterator[tuple[str, bool]]:
    """Yield for each kind of item whether formats of output, and of input, may have it."""
    formats = _formats(program)
    formats["either"] = formats["output"] + formats["input"]
    for name, some in formats.items():
        for item, codes in ITEMS.items():
            yield f"{WAYS[name]}.{item}", any(each is None or bool(codes_of(each) & {*codes}) for each in some)


def _formats(program: Program) -> dict[str, list[str | None]]:
    """Return the formats of output and of input; None for one that only the running program knows."""
    formats: dict[str, list[str | None]] = {"output": [], "input": []}
    for each in walk(program):
        if isinstance(each, Call) and isinstance(each.procedure.declared, Procedure):
            declared = each.procedure.declared
            if declared.standard and declared.name in formats:
                text = each.actuals[1].expression
                formats[declared.name].append(text.text if isinstance(text, String) else None)
    for declared in channels.handed_over(program):
        if declared.name in formats:
            formats[declared.name].append(None)
    return formats


def codes_of(text: str) -> set[str]:
    """Return the characters of a format that are outside of its texts; a quote for these."""
    pieces = QUOTE.split("".join(texts.QUOTES.get(each, each) for each in text.upper()))
    depth, found = 0, set()
    for piece, quote in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        if depth == 0:
            found |= {*piece, *('"' if quote else "")}
        depth += {"(": 1, ")": -1, "": 0}[quote]
    return found
