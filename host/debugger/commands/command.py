"""The rows of the command table, how a word selects one, and completion of its arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from emulators.errors import IronboardError, Place, SourceError, did_you_mean, documentation

Act = Callable[..., Iterable[str] | None]
F = TypeVar("F", bound=Act)


@dataclass(eq=False)
class CommandError(SourceError):
    """An error in a command. The place names a file only when the command came from one.

    A place of length 0 stands for the whole command, without a marked word.
    """

    def __str__(self) -> str:
        if self.place.file:
            return super().__str__()
        lines = [f"error: {self.message}"]
        if self.place.length:
            lines += [f"  {self.place.text}", f"  {' ' * (self.place.column - 1)}{'^' * self.place.length}"]
        return "\n".join(lines + [f"  hint: {self.hint}"] * bool(self.hint))


def command_error(line: str, message: str, start: int = 0, length: int = 0, hint: str = "") -> CommandError:
    """Return an error at a position of a command line; `start` counts from 0."""
    return CommandError(Place("", 1, start + 1, length, line.replace("\t", " ")), message, hint)


class Parameter(NamedTuple):
    """A kind of argument: its form in the help, and how to read its value."""

    usage: str  # [ ] may be left out, | or, ... several
    read: Callable[[Any], Any]  # of the `Arguments` of a line
    note: str = ""  # remark for the help


class Repeat(Enum):
    """The effect of an empty line after a command."""

    NO = "nothing"
    SAME = "the same once more"
    ON = "the command without arguments: it goes on where it ended"


class Command(NamedTuple):
    """A row of the table.

    `act(monitor, *values)` is the implementation: it takes a value for each parameter and returns the lines of the
    answer. On an error it raises IronboardError and changes nothing.
    """

    names: tuple[str, ...]  # the first is the one that help and documents use
    parameters: tuple[Parameter, ...]
    act: Act
    repeat: Repeat
    moves: bool  # lets time pass, or goes elsewhere in it: impossible while the machine runs

    @property
    def name(self) -> str:
        """The first of the names."""
        return self.names[0]

    @property
    def help(self) -> str:
        """The first line of the implementation's docstring, in lower case."""
        first = documentation(self.act)
        return first[:1].lower() + first.partition("\n")[0][1:].rstrip(".")

    @property
    def more(self) -> str:
        """The rest of the docstring, and remarks on the arguments."""
        rest = documentation(self.act).partition("\n")[2].split()
        return " ".join([*rest, *(each.note for each in self.parameters if each.note)])

    @property
    def usage(self) -> str:
        """The name with its arguments."""
        return " ".join([self.name, *(each.usage for each in self.parameters)])


class Group:
    """Related commands, in the order in which help lists them."""

    def __init__(self, title: str, *, moves: bool = False) -> None:
        self.title = title
        self.commands: list[Command] = []
        self._moves = moves

    def command(self, names: str, *parameters: Parameter, repeat: Repeat = Repeat.NO) -> Callable[[F], F]:
        """Add the decorated function as a command: its docstring is the help. `names` are separated by blanks."""

        def add(act: F) -> F:
            self.commands.append(Command(tuple(names.split()), parameters, act, repeat, self._moves))
            return act

        return add


def find(word: str, commands: Iterable[Command]) -> Command:
    """Return the command with this name, or the only one with this prefix; raises IronboardError if there is none."""
    word = word.lower()
    by_name = {name: each for each in commands for name in each.names}
    if word in by_name:
        return by_name[word]
    meant: dict[str, str] = {}  # a command -> the first of its names that begins so
    for name, each in by_name.items():
        if name.startswith(word):
            meant.setdefault(each.name, name)
    if len(meant) == 1:
        return by_name[next(iter(meant))]
    if meant:
        raise IronboardError(f"'{word}' may be {' or '.join(sorted(meant.values()))}")
    raise IronboardError(f"there is no command '{word}': {did_you_mean(word, by_name, 'help lists them')}")
