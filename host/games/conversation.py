"""A dialogue about a game, line by line: a typed line is a move or a command.

At a terminal, a wrong line gets an answer and is dropped; from a pipe or a file it ends the game with an error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

from emulators.errors import IronboardError
from host import streams
from host.formats import storage
from host.games.boards import ProgramFault
from host.games.movetext import LARGEST
from host.interruption import keeping

PROMPT = "> "
PLAYER = "player"  # who types, in the tags of files
FORCE = "force"  # after a file's name: an existing one is replaced
KEPT = "the moves so far are kept, in the file of the game if it has one; the same command begins anew"


class UnknownCommand(IronboardError):
    """A line that is neither a move nor a command."""


class Command(NamedTuple):
    """Something that can be typed."""

    what: str
    act: Callable[[Any, str], None]  # with the conversation, and the rest of the line
    takes: bool = False  # whether the line may have a rest; `what` has an example then


class Part(Protocol):
    """A game of a file that has not been played yet."""

    @property
    def data(self) -> bytes:
        """Its text, as it is in the file."""


class Files(Protocol):
    """How files of a game are. A record is a game of a file: `moves`, and more that only the game knows."""

    title: ClassVar[str]
    suffix: ClassVar[str]

    def parts(self, data: bytes, file: str) -> Sequence[Any]:
        """Return the games of a file, each a Part; raises IronboardError if there is none."""

    def read(self, part: Any) -> Any:
        """Return the record of a game; raises SourceError for the first move that is not legal."""

    def written(self, record: Any) -> bytes:
        """Return a game as a file has it."""

    def continued(self, record: Any, taken_up: Any) -> Any:
        """Return a record with all that it keeps of the one that it was taken up from: tags, comments, the result."""


@dataclass(frozen=True, kw_only=True)
class FileOptions:
    """The files of a conversation."""

    file: Path | None = None  # where its games are written to, at the beginning and at the end
    overwrite: bool = False
    game: Path | None = None  # with the game that is taken up
    number: int | None = None  # of it in the file; None: the last one


class Conversation:
    """A game, and a person who is told about it and asked for moves.

    `commands`: the words that can be typed; `example`: a move, in an error; `usage`: the same in the help, with its
    meaning; `fatal`: the errors that end a script; ProgramFault ends any conversation.

    A game with files has `files`, and `record` and `take_up`, which are each other's inverse; its `options` are
    FileOptions, and more.
    """

    commands: ClassVar[Mapping[str, Command]]
    example: ClassVar[str]
    usage: ClassVar[tuple[str, str]]
    fatal: ClassVar[type[IronboardError]] = UnknownCommand
    echo: ClassVar[bool] = True  # lines that do not come from a terminal are shown
    left = False
    files: Files
    options: Any = FileOptions()
    finished: tuple[bytes, ...] = ()  # games before this one, as files have them
    taken_up: Any = None  # the record of a file
    saved: frozenset[Path] = frozenset()  # files that this conversation has written

    def converse(self) -> None:
        """Save the game, so that a bad file is found first; hold the dialogue; save the game again."""
        if self.options.game is not None:
            self.take(self.options.game, self.options.number)
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

    # ------------------------------------------------------------ files

    def record(self) -> Any:
        """Return the game for a file."""
        raise NotImplementedError

    def records(self) -> list[Any]:
        """Return all games that are going on."""
        return [self.record()]

    def take_up(self, record: Any) -> None:
        """Go to the end of a game of a file, where this one can go on."""
        raise NotImplementedError

    def written(self) -> bytes:
        """Return all games of this conversation as a file has them."""
        return b"\n".join([*self.finished, *map(self.files.written, self.records())])

    def finish(self) -> None:
        """Keep the game for the file: another one begins."""
        if (record := self.record()).moves:
            self.finished += (self.files.written(record),)
        self.taken_up = None

    def save(self, overwrite: bool | None = None) -> None:
        """Write the games to the file of the command line, if there is one; `overwrite` None: if that allows it."""
        if self.options.file is not None:
            allowed = self.options.overwrite if overwrite is None else overwrite
            storage.write_all(self.options.file, self.written(), allowed)

    def keep(self, rest: str) -> None:
        """Write the games to a file; one that this conversation has not written is replaced only if that is said."""
        name = rest.removesuffix(f" {FORCE}").rstrip()
        if not name:
            raise UnknownCommand(f"expected a file, such as save game{self.files.suffix}")
        path = Path(name)
        if name == rest and path.exists() and path.resolve() not in self.saved:
            raise IronboardError(f"{name} exists already: save {name} {FORCE} replaces it")
        storage.write_all(path, self.written(), overwrite=True)
        self.saved |= {path.resolve()}
        print(f"saved in {name}", flush=True)

    def open(self, rest: str) -> None:
        """Take up a game of a file, and go on with it; the one before is kept for the file of the command line."""
        numbered = re.fullmatch(r"(.*\S)\s+([0-9]{1,9})", rest)
        if not rest:
            raise UnknownCommand(f"expected a file, such as open game{self.files.suffix}")
        before, finished = self.record(), self.finished
        kept = (self.files.written(before),) if before.moves else ()
        self.finished = ()
        try:
            if numbered and not Path(rest).exists():
                there = self.take(Path(numbered[1]), int(numbered[2]))
            else:
                there = self.take(Path(rest))
        except BaseException:
            self.finished = finished
            raise
        again = {each.strip() for each in (*self.finished, there)}  # a file may have been saved from here
        self.finished = (*(each for each in (*kept, *finished) if each.strip() not in again), *self.finished)
        self.resume()

    def take(self, path: Path, number: int | None = None) -> bytes:
        """Take up the game with a number of a file, else the last one, with those before it as games before this one.

        Returns the game's text. Raises IronboardError, and then nothing has changed.
        """
        parts = self.files.parts(storage.read_filled(path, LARGEST, "a file of games"), str(path))
        if number is not None and not 1 <= number <= len(parts):
            raise IronboardError(f"{path} has {len(parts):,} game{'s' * (len(parts) > 1)}: there is no game {number}")
        record = self.files.read(parts[(number or len(parts)) - 1])
        self.take_up(record)
        self.taken_up = record
        self.finished += () if number else tuple(part.data.strip() + b"\n" for part in parts[:-1])
        which = f", game {number or len(parts):,} of {len(parts):,}" if len(parts) > 1 else ""
        print(f"{path.name}{which}: taken up after {len(record.moves)} moves", flush=True)
        return bytes(parts[(number or len(parts)) - 1].data)

    def resume(self) -> None:
        """Go on after a game has been taken up."""
        raise NotImplementedError

    # ------------------------------------------------------------ commands

    def leave(self, rest: str = "") -> None:
        """End the conversation."""
        self.left = True

    def help(self, rest: str = "") -> None:
        """List the possible input."""
        width = max(map(len, [self.usage[0], *self.commands])) + 2
        for name, what in (self.usage, *((name, command.what) for name, command in self.commands.items())):
            print(f"{name:<{width}}{what}")


def drawn_to(rest: str, command: str) -> Path:
    """Return the new file that a command draws the board to; raises IronboardError without one, or if it exists."""
    if not rest:
        raise UnknownCommand(f"expected a file to draw the board to, such as {command} board.svg")
    if Path(rest).exists():
        raise IronboardError(f"{rest} exists already: expected a new file")
    return Path(rest)


def about(what: Callable[[Any], object]) -> Callable[[Any, str], None]:
    """Return the action of a command that prints something about a conversation."""
    return lambda conversation, rest: print(what(conversation))


ENDING = {"help": Command("says this", Conversation.help), "quit": Command("ends the game", Conversation.leave)}


def filing(suffix: str) -> dict[str, Command]:
    """Return the commands of files of games with this suffix."""
    return {
        "save": Command(
            f"save game{suffix}: writes the game to a file; save game{suffix} {FORCE}: replaces it",
            Conversation.keep, True,
        ),
        "open": Command(
            f"open game{suffix}: takes up the last game of a file; open game{suffix} 3: the third",
            Conversation.open, True,
        ),
    }  # fmt: skip


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
