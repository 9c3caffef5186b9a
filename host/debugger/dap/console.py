"""The debug console: the monitor's commands, and expressions.

An expression that begins with the name of a register, in capitals, is that (`X`, `P.Z`); then come the monitor's
commands (`x` lets the machine run); what is no command is an expression. A run that a command begins goes on in the
runner, like all others, and the monitor reports on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from emulators.errors import IronboardError
from host.debugger.dap.arguments import Error, Refusal
from host.debugger.dap.runner import Runner
from host.debugger.monitor import Monitor, past, running
from host.debugger.monitor.command import Command, find
from host.debugger.session import Session
from host.machines import Kind

WORD = re.compile(r"\s*(\w[\w-]*|\S)")
SEPARATOR = re.compile(r"[\s,]+")  # between keys
TIME = (*running.GROUP.commands, *past.GROUP.commands)  # commands that let time pass, or go elsewhere in it


class Console:
    """Executes what the user types.

    `say` is given what a run has to say when it has halted, `press` the keys to be pressed while the machine runs.
    """

    def __init__(
        self,
        session: Session,
        kind: Kind,
        runner: Runner,
        say: Callable[[str], None],
        press: Callable[[list[str]], None],
    ) -> None:
        self._session = session
        self._runner = runner
        self._say = say
        self._press = press
        self._said: list[str] | None = None  # while a command is being executed
        self._reports = False  # on the run that is going on
        self._monitor = Monitor(session, self._write, run=self._begun, kind=kind)

    @property
    def status(self) -> int | None:
        """With what the user wants to end the program, None as long as he does not."""
        return self._monitor.status

    @property
    def commands(self) -> list[Command]:
        """The monitor's commands."""
        return self._monitor.commands

    def is_command(self, line: str) -> bool:
        """Return whether a line is to be executed rather than computed."""
        if self._monitor.assembling is not None or not line.strip():
            return True
        return self._command(line) is not None and not self._is_about_register(line)

    def _is_about_register(self, line: str) -> bool:
        match = WORD.match(line)
        if match is None or match[1] not in self._session.machine.registers:
            return False
        try:
            self._session.expression(line)
        except IronboardError:
            return False
        return True

    def execute(self, line: str) -> str:
        """Execute a line; return what there is to say. Raises IronboardError."""
        command = self._command(line)
        if command and command.act is running.limit:
            raise Refusal("here a run has no limit: it ends when it is paused")
        if self._session.running:
            if command and command.act is running.press:
                self._press(SEPARATOR.split(line.strip().upper())[1:])
                return ""
            if not line.strip() or command in TIME:
                raise Refusal("the machine is running: pause it first", Error.WRONG_MOMENT)
        self._said = []
        try:
            self._monitor.execute(line)
            return "\n".join(self._said)
        finally:
            self._said = None

    def halted(self) -> None:
        """Let the monitor report, or go on, if the run that has halted was its own."""
        if self._reports:
            self._reports = False
            self._monitor.halted()
            if self._session.running:
                self._begun()

    def _command(self, line: str) -> Command | None:
        match = WORD.match(line)
        try:
            return find(match[1], self.commands) if match else None
        except IronboardError:
            return None

    def _begun(self) -> None:
        """Let the runner go on with what a command has begun."""
        self._reports = True
        self._runner.go_on()

    def _write(self, text: str) -> None:
        if self._said is None:
            self._say(text)
        else:
            self._said.append(text)
