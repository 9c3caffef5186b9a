"""A dialogue about a game, line by line: a typed line is a move or a command.

At a terminal, a wrong line gets an answer and is dropped; from a pipe or a file it ends the game with an error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from emulators.errors import IronboardError
from host import streams
from host.games.boards import ProgramFault
from host.interruption import keeping

PROMPT = "> "
KEPT = "the moves so far are kept, in the file of the game if it has one; the same command begins anew"


class UnknownCommand(IronboardError):
    """A line that is neither a move nor a command."""


class Command(NamedTuple):
    """Something that can be typed."""

    what: str
    act: Callable[[Any, str], None]  # with the conversation, and the rest of the line
    takes: bool = False  # whether the line may have a rest; `what` has an example then


class Conversation:
    """A game, and a person who is told about it and asked for moves.

    `commands`: the words that can be typed; `example`: a move, in an error; `usage`: the same in the help, with its
    meaning; `fatal`: the errors that end a script; ProgramFault ends any conversation.
    """

    commands: ClassVar[Mapping[str, Command]]
    example: ClassVar[str]
    usage: ClassVar[tuple[str, str]]
    fatal: ClassVar[type[IronboardError]] = UnknownCommand
    echo: ClassVar[bool] = True  # lines that do not come from a terminal are shown
    left = False

    def converse(self) -> None:
        """Save the game, so that a bad file is found first; hold the dialogue; save the game again."""
        self.save()
        with keeping(KEPT):
            try:
                self.hold(lines(self.example, self.echo), at_terminal())
            finally:
                self.save(overwrite=True)

    def hold(self, typed: Iterator[str], patient: bool) -> None:
        """Go on to the end of the lines; `patient`: errors of the fatal kind are answered and forgotten, too."""
        self.greet()
        number = 0
        while not self.left and (line := next(typed, None)) is not None:
            number += 1
            try:
                self.obey(line.strip())
            except ProgramFault:
                raise
            except IronboardError as error:
                if not patient and isinstance(error, self.fatal):
                    raise self.in_script(error, number) from error
                print(error, flush=True)

    def in_script(self, error: IronboardError, number: int) -> IronboardError:
        """Return an error as it ends a script, with the number of the line."""
        return IronboardError(f"standard input, line {number}: {error}")

    def obey(self, line: str) -> None:
        """Execute a line; raises IronboardError."""
        word, rest = (*line.split(maxsplit=1), "", "")[:2]
        if not word:
            return
        if command := self.commands.get(word.lower()):
            if rest and not command.takes:
                raise UnknownCommand(f"'{line}' is not a command: expected {word.lower()}")
            command.act(self, rest)
        elif not self.move(line):
            raise UnknownCommand(f"'{line}' is neither a move nor a command: type {self.example}, or help")

    def greet(self) -> None:
        """Say how the game is played, and show its beginning."""
        raise NotImplementedError

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and wait for the answer; return whether it was meant for a move."""
        raise NotImplementedError

    def save(self, overwrite: bool | None = None) -> None:
        """Write the game to the file of the command line, if there is one; `overwrite` None: if that allows it."""

    def leave(self, rest: str = "") -> None:
        """End the conversation."""
        self.left = True

    def help(self, rest: str = "") -> None:
        """List the possible input."""
        width = max(map(len, [self.usage[0], *self.commands])) + 2
        for name, what in (self.usage, *((name, command.what) for name, command in self.commands.items())):
            print(f"{name:<{width}}{what}")


def about(what: Callable[[Any], object]) -> Callable[[Any, str], None]:
    """Return the action of a command that prints something about a conversation."""
    return lambda conversation, rest: print(what(conversation))


ENDING = {"help": Command("says this", Conversation.help), "quit": Command("ends the game", Conversation.leave)}


def at_terminal() -> bool:
    """Return whether a person types; standard input may be closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def lines(example: str, echo: bool = True) -> Iterator[str]:
    """Yield the lines of standard input, with a prompt; `echo`: lines from a pipe or a file are shown after it.

    `example`: a line that could be typed. Raises IronboardError for input that is not text, unless a person types.
    """
    there = at_terminal()
    while sys.stdin is not None:
        try:
            line = input(PROMPT if there else "")
        except EOFError:
            print(end="\n" if there else "")
            return
        except UnicodeDecodeError as error:
            if there:
                print(f"this is not readable text: type {example}, or help", flush=True)
                continue
            raise IronboardError(streams.not_text(error)) from None
        if echo and not there:
            print(f"{PROMPT}{line}")
        yield line
