"""Tables of cases for `pytest.mark.parametrize`, from a file or a list; their ids have numbers in the machine's radix.

@pytest.mark.parametrize(*cases("multiply.tsv"))
def test_it(program, call, a, x, low, high): ...
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host.formats import storage

Cell = int | str
LIMIT = 1 << 24  # bytes of a file
NUMBER = re.compile(
    r"(?P<sign>-?)(?:(?:0x|\$)(?P<hex>[0-9a-f]+)|0o(?P<octal>[0-7]+)|(?:0b|%)(?P<binary>[01]+)|(?P<decimal>\d+))", re.I
)
BASES = {"hex": 16, "octal": 8, "binary": 2, "decimal": 10}


def cases(
    table: str | Path | Iterable[Sequence[Any] | Mapping[str, Any]], names: str | None = None, *, radix: int = 16
) -> tuple[list[str], list[Any]]:
    """Return names and cases for `parametrize`; the ids have the numbers in a radix of 16, 10 or 8.

    `table`: a file beside the test, or rows: dictionaries, or sequences for the columns `names`. The first line of a
    file has the names; cells are separated by tabs (.tsv), commas (.csv) or else blanks, comments begin with #. A cell
    is a number, as 12, $0C, 0x0C, 0o14, %1100, or a text.

    Raises IronboardError for a file that cannot be read, and for a row with too few or too many cells.
    """
    if isinstance(table, str | Path):
        beside = Path(sys._getframe(1).f_globals.get("__file__", "."))
        columns, rows = _read(beside.parent / table)
    else:
        every = list(table)
        first = next(iter(every), None)
        columns = [*first] if isinstance(first, Mapping) else re.split(r"[,\s]+", (names or "").strip())
        rows = [[row[name] for name in columns] if isinstance(row, Mapping) else [*row] for row in every]
        for number, row in enumerate(rows, 1):
            if len(row) != len(columns):
                raise IronboardError(f"case {number} has {len(row)} values for {' '.join(columns) or 'no names'}")
    return columns, [_case(columns, row, radix) for row in rows]


def _read(path: Path) -> tuple[list[str], list[list[Cell]]]:
    text = storage.text_of(storage.read_all(path, LIMIT, "a table of cases"), path)
    separator = {".tsv": "\t", ".csv": ","}.get(path.suffix.lower())
    columns: list[str] = []
    rows: list[list[Cell]] = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].rstrip()
        if not written.strip():
            continue
        cells = next(csv.reader([written], delimiter=separator)) if separator else written.split()
        if not columns:
            columns = [cell.strip() for cell in cells]
        elif len(cells) != len(columns):
            raise IronboardError(f"{path}:{number}: {len(cells)} cells, expected {len(columns)}: {' '.join(columns)}")
        else:
            rows.append([_cell(cell.strip()) for cell in cells])
    if not columns:
        raise IronboardError(f"{path}: it is empty: expected a line of names, then cases")
    return columns, rows


def _cell(text: str) -> Cell:
    found = NUMBER.fullmatch(text)
    if not found:
        return text
    kind = next(kind for kind in BASES if found[kind])
    return int(found["sign"] + found[kind], BASES[kind])


def _case(columns: Sequence[str], row: Sequence[Any], radix: int) -> Any:
    import pytest

    shown = (f"{name}={_shown(value, radix)}" for name, value in zip(columns, row, strict=True))
    return pytest.param(*row, id=" ".join(shown))


def _shown(value: Any, radix: int) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        return str(value)
    form = {16: "02X", 8: "o", 10: "d"}[radix]
    return f"{value:{form}}"
