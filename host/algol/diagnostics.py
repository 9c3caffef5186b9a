"""What is wrong with a program: the errors and warnings of all passes, collected so that one run reports them."""

from __future__ import annotations

from dataclasses import dataclass

from emulators.errors import SourceError, SourceErrors
from host.algol.spans import Span

MOST_ERRORS = 100  # more are the consequences of the first ones


@dataclass(eq=False)
class SourceWarning(SourceError):
    """Something that is allowed and probably not meant."""

    def __str__(self) -> str:
        return super().__str__().replace(": error: ", ": warning: ", 1)


class TooManyErrorsError(Exception):
    """Raised inside the front end when it is of no use to go on."""


class Diagnostics:
    """The errors and warnings so far."""

    def __init__(self) -> None:
        self._errors: dict[int, SourceError] = {}  # one for each place: by the first character
        self._warnings: list[tuple[int, SourceWarning]] = []

    def error(self, at: Span, message: str, hint: str = "") -> None:
        """Note an error; only the first one at a place counts."""
        if at.start not in self._errors:
            self._errors[at.start] = at.error(message, hint)
        if len(self._errors) >= MOST_ERRORS:
            raise TooManyErrorsError

    @property
    def found(self) -> bool:
        """Whether there are errors so far."""
        return bool(self._errors)

    def warn(self, at: Span, message: str, hint: str = "") -> None:
        """Note a warning, unless there is an error at its place."""
        if at.start in self._errors:
            return
        self._warnings.append((at.start, SourceWarning(at.place, message, hint)))

    @property
    def warnings(self) -> tuple[SourceError, ...]:
        """The warnings in the order of the text."""
        return tuple(warning for _, warning in sorted(self._warnings, key=lambda pair: pair[0]))

    def raise_errors(self) -> None:
        """Raise SourceErrors with all errors, and the warnings among them; do nothing when there are no errors."""
        if self._errors:
            everything = [*self._errors.items(), *self._warnings]
            raise SourceErrors(each for _, each in sorted(everything, key=lambda pair: pair[0]))
