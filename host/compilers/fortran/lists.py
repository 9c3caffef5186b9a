"""FORMATs beside the lists that they edit: fields of another type than the values, and lists without a field.

    PRINT 10, I, X          I5 is for I, the next field for X: I5 does not fit a REAL
 10 FORMAT (2I5)

Where the number of values is not known before the program runs, the rest of the list is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.compilers.fortran import formats, syntax
from host.compilers.fortran.syntax import Kind, Type
from host.languages.source import Diagnostics, Span

MOST = 400  # values that are looked at
FITS = {Type.INTEGER: "IG", Type.REAL: "FEDG", Type.DOUBLE: "FEDG", Type.COMPLEX: "FEDG", Type.LOGICAL: "LG"}
ANY = "AOR"  # fields of words as they are


class _UnknownError(Exception):
    """The number of values is not known."""


def compare(program: syntax.Program, diagnostics: Diagnostics) -> None:
    """Warn of lists that do not fit their FORMATs."""
    for unit in program.units:
        for each in syntax.walk(*unit.statements):
            if isinstance(each, syntax.Transfer) and isinstance(each.format, syntax.Label):
                found = each.format.statement
                if isinstance(found, syntax.Format):
                    _compare(each, found, diagnostics)


def _compare(node: syntax.Transfer, layout: syntax.Format, diagnostics: Diagnostics) -> None:
    assert isinstance(node.format, syntax.Label)
    if node.items and not layout.fields:
        message = f"FORMAT {node.format.number} has no field for a value, and here is a list"
        diagnostics.warn(node.format.at, message, f"line {layout.at.line} has I, F, E, A ... for each value")
        return
    fields = _fields(layout.items)
    try:
        for number, (kind, at) in enumerate(_values(node.items)):
            if number >= MOST:
                return
            field = next(fields)
            if kind is not Type.WORD and field.letter not in FITS[kind] + ANY:
                text = f"{field.letter}{field.width}" + f".{field.digits}" * (field.letter in formats.POINT)
                message = f"{text} of FORMAT {node.format.number} does not fit {kind.value}"
                diagnostics.warn(at, message, f"the FORMAT stands in line {layout.at.line}")
                return
    except _UnknownError:
        return


def _fields(items: list[formats.Item]) -> Iterator[formats.Edit]:
    """Yield the fields in the order in which they take values, without end."""
    yield from formats.edits(items)
    groups = [at for at, each in enumerate(items) if isinstance(each, formats.Group)]
    again = [*formats.edits(items[groups[-1] :])] if groups else []
    while True:
        yield from again or formats.edits(items)


def _values(items: list[syntax.Item]) -> Iterator[tuple[Type, Span]]:
    """Yield the types of the values of a list: of a complex number, two; raise if their number is not known."""
    for each in items:
        if isinstance(each, syntax.ImpliedDo):
            start, limit, step = (_number(value) for value in (each.start, each.limit, each.step or each.limit))
            if start is None or limit is None or step is None:
                raise _UnknownError
            step = step if each.step is not None else 1
            for _ in range(start, max(start, limit) + 1, max(1, step)):
                yield from _values(each.items)
            continue
        count = 1
        if isinstance(each, syntax.Name) and each.symbol.kind is Kind.ARRAY:
            if each.symbol.sizes is None:
                raise _UnknownError
            count = min(each.symbol.elements, MOST)
        for _ in range(count * (2 if each.type is Type.COMPLEX else 1)):
            yield each.type, each.at


def _number(node: syntax.Expression) -> int | None:
    return node.value if isinstance(node, syntax.Integer) else None
