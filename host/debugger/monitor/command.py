"""What a command is, and which one is meant by a word."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError

if TYPE_CHECKING:
    from host.debugger.monitor.arguments import Arguments
    from host.debugger.monitor.monitor import Monitor


class Repeat(Enum):
    """What an empty line does behind a command."""

    NO = "nothing"
    SAME = "the same once more"
    ON = "the command without arguments: it goes on where it ended"


class Command(NamedTuple):
    """A row of the table."""

    names: tuple[str, ...]  # the first is the one to speak of
    arguments: str  # as help shows them: [ ] may be left out, | or, ... several
    help: str  # one line
    act: Callable[[Monitor, Arguments], None]  # raises IronboardError, with nothing done, for what is wrong
    repeat: Repeat = Repeat.NO
    more: str = ""  # what else there is to say, a line or several

    @property
    def name(self) -> str:
        """The name to speak of."""
        return self.names[0]

    @property
    def usage(self) -> str:
        """The name with its arguments."""
        return f"{self.name} {self.arguments}".rstrip()


class Group(NamedTuple):
    """Commands that belong together."""

    title: str
    commands: tuple[Command, ...]


def find(word: str, commands: Iterable[Command]) -> Command:
    """Return the command of that name, or the only one that begins so; raises IronboardError if there is none."""
    word = word.lower()
    by_name = {name: each for each in commands for name in each.names}
    if word in by_name:
        return by_name[word]
    meant: dict[int, str] = {}  # a command, by its identity -> the first of its names that begins so
    for name, each in by_name.items():
        if name.startswith(word):
            meant.setdefault(id(each), name)
    if len(meant) == 1:
        return by_name[meant.popitem()[1]]
    if meant:
        raise IronboardError(f"'{word}' may be {' or '.join(sorted(meant.values()))}")
    close = difflib.get_close_matches(word, by_name, 1)
    raise IronboardError(f"there is no command '{word}': {f'did you mean {close[0]}?' if close else 'help lists them'}")
