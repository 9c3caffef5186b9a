"""Initial values, which DATA statements give."""

from __future__ import annotations

from collections.abc import Iterator

from emulators.errors import IronboardError, SourceError, SourceErrors
from host.compilers.fortran.lowering import expressions
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.fortran.syntax import Kind, Symbol


def initial(shared: Shared) -> dict[str, dict[int, int]]:
    """Return words that are not zero when the program begins, by the symbol they are at and their number there.

    Raises SourceErrors for numbers and texts that the machine does not have.
    """
    found: dict[str, dict[int, int]] = {}
    errors: list[SourceError] = []
    for symbol in _given(shared):
        assert symbol.type is not None
        place = shared.home(symbol)
        for number, value in symbol.data.items():
            try:
                words = expressions.constant(shared.machine, value)
            except OverflowError:
                errors.append(value.at.error("the number is too large"))
                continue
            except IronboardError as wrong:
                errors.append(value.at.error(str(wrong)))
                continue
            assert words is not None, value
            for each, word in enumerate(words):
                found.setdefault(place.symbol, {})[place.offset + number * symbol.type.words + each] = word
    if errors:
        raise SourceErrors(errors)
    return found


def _given(shared: Shared) -> Iterator[Symbol]:
    for unit in shared.program.units:
        for each in unit.symbols.values():
            if each.data and each.type is not None and each.kind in (Kind.VARIABLE, Kind.ARRAY):
                yield each
