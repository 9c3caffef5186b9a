"""What is wrong with a command, and where in its line."""

from __future__ import annotations

from dataclasses import dataclass

from emulators.errors import Place, SourceError


@dataclass(eq=False)
class CommandError(SourceError):
    """An error in a command. The place names a file only when the command came from one.

    A place of no length is the command as a whole: nothing in particular is pointed at.
    """

    def __str__(self) -> str:
        if self.place.file:
            return super().__str__()
        lines = [f"error: {self.message}"]
        if self.place.length:
            lines += [f"  {self.place.text}", f"  {' ' * (self.place.column - 1)}{'^' * self.place.length}"]
        return "\n".join(lines + [f"  hint: {self.hint}"] * bool(self.hint))


class ExpectationError(CommandError):
    """What `expect` found to be otherwise."""


def command_error(line: str, message: str, start: int = 0, length: int = 0, hint: str = "") -> CommandError:
    """Return an error at a place of a command line that came from nowhere in particular; `start` counts from 0."""
    return CommandError(Place("", 1, start + 1, length, line.replace("\t", " ")), message, hint)
