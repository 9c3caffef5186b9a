"""Errors and warnings of a program, collected so that one run reports them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from emulators.errors import Place, SourceError, SourceErrors
from host.languages.assembly import Expansion, Line

MOST_CALLS = 6  # shown of an error inside of expansions
MOST_ERRORS = 200  # more are the consequences of the first ones


@dataclass(eq=False)
class AssemblyError(SourceError):
    """An error in a program; in an expansion it also holds the calling lines."""

    expansion: Expansion | None = None
    line: Line | None = None  # being assembled, where the place is in an argument from another line

    def __str__(self) -> str:
        calls = [*self._assembled(), *(_called(each) for each in _calls(self.expansion))]
        if len(calls) > MOST_CALLS:
            calls[MOST_CALLS - 1 : -1] = [f"       note: and {len(calls) - MOST_CALLS} calls more"]
        return "\n".join([super().__str__(), *calls])

    def _assembled(self) -> Iterable[str]:
        if self.line and (self.line.file, self.line.number) != (self.place.file, self.place.line):
            yield _note(self.line.whole(), "in this line")


class AssemblyWarning(AssemblyError):
    """A legal but suspicious statement."""

    severity = "warning"


def _calls(expansion: Expansion | None) -> Iterable[Expansion]:
    return expansion.chain() if expansion else ()


def _called(expansion: Expansion) -> str:
    what = "included" if expansion.kind == "file" else f"in {expansion.kind} '{expansion.name}', called"
    return _note(expansion.place, f"{what} here")


def _note(at: Place, text: str) -> str:
    return f"{at.file}:{at.line}:{at.column}: note: {text}\n{at.line:5} | {at.excerpt()[0]}"


class Context(NamedTuple):
    """The statement of a diagnostic: its number in the order of assembly, its expansion and its line."""

    sequence: int
    expansion: Expansion | None = None
    line: Line | None = None


class TooManyErrorsError(Exception):
    """Raised inside the assembler when going on is pointless."""


class Diagnostics:
    """The errors and warnings so far."""

    def __init__(self) -> None:
        self._errors: list[tuple[int, AssemblyError]] = []
        self._warnings: list[tuple[int, AssemblyWarning]] = []
        self._seen: set[tuple[Place, str]] = set()

    def report(self, error: SourceError, context: Context) -> None:
        """Record an error; the same message at the same place counts once."""
        if (error.place, error.message) in self._seen:
            return
        self._seen.add((error.place, error.message))
        complete = AssemblyError(error.place, error.message, error.hint, context.expansion, context.line)
        self._errors.append((context.sequence, complete))
        if len(self._errors) >= MOST_ERRORS:
            raise TooManyErrorsError

    def warn(self, place: Place, message: str, hint: str, context: Context) -> None:
        warning = AssemblyWarning(place, message, hint, context.expansion, context.line)
        self._warnings.append((context.sequence, warning))

    @property
    def warnings(self) -> tuple[AssemblyWarning, ...]:
        """The warnings in the order of the program."""
        return tuple(warning for _, warning in sorted(self._warnings, key=lambda pair: pair[0]))

    def raise_errors(self) -> None:
        """Raise SourceErrors with all errors in the order of the program, if there are any."""
        if self._errors:
            ordered = sorted(self._errors, key=lambda pair: (pair[0], pair[1].place.column))
            raise SourceErrors(error for _, error in ordered)


Handler = TypeVar("Handler", bound=Callable[..., object])


def entering(table: dict[str, Handler]) -> Callable[..., Callable[[Handler], Handler]]:
    """Return a decorator that enters a function into a table, under the given names."""

    def named(*names: str) -> Callable[[Handler], Handler]:
        def enter(handler: Handler) -> Handler:
            table.update(dict.fromkeys(names, handler))
            return handler

        return enter

    return named
