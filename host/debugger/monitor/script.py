"""Commands from files: line by line, errors with their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from host.debugger.monitor.errors import CommandError
from host.formats import storage
from host.formats.text import split

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

LIMIT = 8 << 20  # bytes of a command file


def execute_file(monitor: Monitor, path: Path, report: Callable[[CommandError], None] | None = None) -> int:
    """Execute the commands of a file up to its end or `quit`; return how many were wrong.

    Without `report`, the first error is raised, and nothing behind it is executed; with it, it is told of each.
    Raises CommandError with the file's name and line; ImageError when there is no file to read.
    """
    lines = split(storage.read_all(path, LIMIT, "a command file"))
    return execute_lines(monitor, lines, str(path), report)


def execute_lines(
    monitor: Monitor, lines: Iterable[str], name: str, report: Callable[[CommandError], None] | None = None
) -> int:
    """Execute commands; `name` stands for their origin in messages."""
    errors = 0
    for number, line in enumerate(lines, 1):
        if not line.strip() and monitor.assembling is None:  # it repeats nothing: nobody has pressed Return
            continue
        try:
            monitor.execute(line)
        except CommandError as error:
            placed = located(error, name, number, line)
            if report is None:
                raise placed from None
            errors += 1
            report(placed)
        if monitor.status is not None:
            break
        if monitor.interrupted:
            raise KeyboardInterrupt
    return errors


def located(error: CommandError, name: str, number: int, line: str) -> CommandError:
    """Return an error with the place of its line; one that comes from a file further in has its own."""
    if error.place.file:
        return error
    shown = line.expandtabs(1)
    column, length = error.place.column, error.place.length
    if not length:  # the command as a whole
        column, length = len(shown) - len(shown.lstrip()) + 1, len(shown.strip())
    place = replace(error.place, file=name, line=number, column=column, length=length, text=shown)
    return type(error)(place, error.message, error.hint)
