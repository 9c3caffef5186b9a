"""A session with its commands: runs that they begin, journeys that they make, and reports of where they end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from emulators.errors import IronboardError
from emulators.inputs import NEVER
from host.debugger.commands.command import CommandError, Group
from host.debugger.layout import Layout
from host.debugger.session import Session
from host.debugger.stops import Reason
from host.registry import Model

WIDTH = 80  # columns of a memory dump


class Runner(ABC):
    """A session as the commands know it; `write` is given the lines of their answers, one or several at a time.

    `run` lets a run that a command has begun go on. Without it, the run is finished here (Ctrl-C pauses), and a report
    says where it has halted. A view passes a function of its own, which may return at once: it then advances the
    session in its own time, and calls `halted` when it has halted. `kind` is the machine's row of the registry.

    `groups` are the commands as help lists them. `status` is None until `quit` has been given: then it is the exit
    status wanted. `interrupted`: Ctrl-C was pressed.
    """

    def __init__(
        self,
        session: Session,
        write: Callable[[str], None],
        groups: tuple[Group, ...],
        run: Callable[[], None] | None,
        kind: Model | None,
    ) -> None:
        self.session = session
        self.groups, self.commands = groups, tuple(command for group in groups for command in group.commands)
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
        self._begin: Callable[[], None] = lambda: None
        self._left = 0  # runs to come in a series
        self._last_halt = session.cycles
        self._instructions = False

    @abstractmethod
    def execute_file(self, path: Path, report: Callable[[CommandError], None] | None = None) -> int:
        """Execute the commands of a file up to its end or `quit`; return how many were wrong."""

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
        """Continue a series of runs, or report why and where the last one halted."""
        if self._left and self.session.halt.reason == Reason.GOAL:
            self._left -= 1
            self._begin()
            return
        self._left = 0
        self.report()

    def travel(self, go: Callable[[], object]) -> None:
        """Move in time, and report the position."""
        self._last_halt = self.session.cycles
        go()
        self.report()

    def report(self) -> None:
        """Report why, where and when the machine stopped."""
        for line in self.layout.halt(self.session.halt):
            self.write(line)
        self.show(self.session.cycles - self._last_halt)

    def show(self, passed: int | None = None) -> None:
        """Show the next instruction, the registers, the time, and the cycles elapsed."""
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
