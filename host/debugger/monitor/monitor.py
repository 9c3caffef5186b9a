"""The interpreter of commands: one line in, lines out. It knows neither terminals nor files of commands."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from types import FrameType

from emulators.errors import IronboardError, SourceError
from emulators.inputs import NEVER
from host.debugger.halts import Reason
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Repeat, find
from host.debugger.monitor.errors import CommandError, command_error
from host.debugger.monitor.layout import Layout
from host.debugger.session import Session
from host.machines import Kind

LONGEST_LINE = 4000  # characters
NAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|[^\sA-Za-z0-9_])")
WIDTH = 80  # columns of a memory dump


class Monitor:
    """Executes commands on a session; `write` is given what there is to say, a line or several.

    `run` lets a run that a command has begun go on. Without it, the monitor finishes it (Ctrl-C pauses) and says where
    it has halted. A view passes a function of its own, which may return at once: it then advances the session in its
    own time, and calls `halted` when it has halted. `assemble` turns an instruction into words: (text, address,
    sources). `screen` names what the machine's user looks at: (device, name) of its `devices()`.

    `status` is None until `quit` has been given: then it is the exit status wanted. `interrupted`: Ctrl-C was pressed.
    """

    def __init__(
        self,
        session: Session,
        write: Callable[[str], None],
        *,
        run: Callable[[], None] | None = None,
        kind: Kind | None = None,
    ) -> None:
        self.session = session
        self.write = write
        self.kind = kind
        self.layout = Layout(session)
        self.status: int | None = None
        self.interrupted = False
        self.width = WIDTH
        self.limit: int | None = None  # cycles that a run may take
        self.stopwatch = session.cycles
        self.next_address: dict[str, int] = {}  # command -> where it goes on
        self.next_line: tuple[str, int] | None = None  # file and line where `list` goes on
        self.assembling: int | None = None  # lines are instructions for this address, until an empty one
        self.depth = 0  # of command files that call one another
        self._run = run
        self._again = ""  # what an empty line means
        self._begin: Callable[[], None] = lambda: None
        self._left = 0  # runs to come in a series
        self._last_halt = session.cycles
        self._instructions = False

    # ------------------------------------------------------------ commands

    @property
    def commands(self) -> list[Command]:
        """All commands there are."""
        from host.debugger.monitor.table import GROUPS

        return [each for group in GROUPS for each in group.commands]

    @property
    def prompt(self) -> str:
        """What stands before a command: the next instruction's address and name, or where the next one will go."""
        if self.assembling is not None:
            return f".{self.layout.address(self.assembling)}  "
        here = self.session.passage()
        where = f"{PurePath(here.file).name}:{here.line}" if here else self.layout.near(self.session.address)
        return f"({where}) "

    def execute(self, line: str) -> None:
        """Do what a line says; raises CommandError (an IronboardError) for what is wrong with it."""
        self.interrupted = self.interrupted and self.depth > 0
        text = without_comment(line)
        if self.assembling is not None:
            self._assemble_next(text)
            return
        if not text.strip():
            if line.strip():
                return
            text = self._again
        if text:
            self._execute(text)

    def _execute(self, text: str) -> None:
        if len(text) > LONGEST_LINE:
            raise command_error("", f"a line of {len(text):,} characters: at most {LONGEST_LINE:,} are possible")
        match = NAME.match(text)
        if match is None:
            raise command_error(text, "a line begins with a command", *whole(text), "help lists them")
        try:
            command = find(match[1], self.commands)
        except IronboardError as error:
            raise command_error(text, str(error), match.start(1), len(match[1])) from None
        self._act(command, Arguments(self.session, text, match.end()))
        self._again = {Repeat.NO: "", Repeat.SAME: text, Repeat.ON: command.name}[command.repeat]

    def _act(self, command: Command, arguments: Arguments) -> None:
        with self._listening():
            try:
                command.act(self, arguments)
            except CommandError:
                raise
            except SourceError as error:
                quoted = f"'{error.place.text}'"
                message = error.message if quoted in error.message else f"{quoted}: {error.message}"
                raise arguments.without_place(message, error.hint) from None
            except IronboardError as error:
                raise arguments.without_place(str(error)) from error
            except OSError as error:
                raise arguments.without_place(f"{error.filename or ''}: {error.strerror}".lstrip(": ")) from error
            except RecursionError:
                raise arguments.without_place("this is nested too deeply") from None

    def _assemble_next(self, text: str) -> None:
        from host.debugger.monitor.memory import assemble_at

        if not text.strip():
            self.assembling = None
            return
        assert self.assembling is not None
        start = len(text) - len(text.lstrip())
        self.assembling = assemble_at(self, self.assembling, Arguments(self.session, text, start))

    # ------------------------------------------------------------ running

    def run(self, begin: Callable[[], None], count: int = 1, *, instructions: bool = False) -> None:
        """Begin a run, `count` times one after the other, as long as each arrives where it was sent.

        `instructions`: the user looks at instructions rather than statements.
        """
        self._instructions = instructions
        self._begin, self._left = begin, count - 1
        self._last_halt = self.session.cycles
        begin()
        (self._run or self._finish)()

    def halted(self) -> None:
        """Go on with a series of runs, or say why and where the last one has halted."""
        if self._left and self.session.halt.reason == Reason.GOAL:
            self._left -= 1
            self._begin()
            return
        self._left = 0
        self.report()

    def travel(self, go: Callable[[], object]) -> None:
        """Go elsewhere in time, and say where that is."""
        self._last_halt = self.session.cycles
        go()
        self.report()

    def report(self) -> None:
        """Say why, where and when the machine stands still."""
        for line in self.layout.halt(self.session.halt):
            self.write(line)
        self.show(self.session.cycles - self._last_halt)

    def show(self, passed: int | None = None) -> None:
        """Show the next instruction, the registers, the time, and how many cycles have passed."""
        self.next_address.clear()
        self.next_line = None
        statement = self.layout.statement()
        if statement is not None:
            self.write(statement)
        if statement is None or self._instructions:
            self.write(self.layout.instruction(self.session.address)[0])
        state = f"cycle {self.session.cycles:,}" if statement and not self._instructions else self.layout.state()
        self.write(f"   {state}" + ("" if passed is None else f" ({passed:+,})"))

    def _finish(self) -> None:
        session = self.session
        end = NEVER if self.limit is None else session.cycles + self.limit
        while session.running:
            if session.advance(end) is None:
                session.pause()
                session.finish()
                self.halted()
                raise IronboardError(f"nothing has stopped the machine within {self.limit:,} cycles (limit)")
            self.halted()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Let Ctrl-C pause the run, where runs are finished here; other commands end before it is noticed."""
        if self._run or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        self._left = 0
        self.session.pause()


def without_comment(line: str) -> str:
    """Return a line without its comment: `;` at the start or behind a blank, or `#` at the start."""
    if line.lstrip().startswith("#"):
        return ""
    quoted = False
    for index, character in enumerate(line):
        quoted ^= character == '"'
        if character == ";" and not quoted and (index == 0 or line[index - 1].isspace()):
            return line[:index].rstrip()
    return line.rstrip()


def whole(text: str) -> tuple[int, int]:
    """Return start and length of what stands between the blanks around it."""
    return len(text) - len(text.lstrip()), len(text.strip())
