"""What is being debugged: a session with all that the editor has to do with."""

from __future__ import annotations

from pathlib import Path

from host.debugger.dap.arguments import Body, Refusal
from host.debugger.dap.client import Client
from host.debugger.dap.console import Console
from host.debugger.dap.disassembler import Disassembler
from host.debugger.dap.launch import Launch
from host.debugger.dap.marks import Marks
from host.debugger.dap.numbers import Numbers
from host.debugger.dap.places import Places
from host.debugger.dap.printed import Printed
from host.debugger.dap.runner import Runner
from host.debugger.dap.spoken import Holders
from host.debugger.dap.spots import Spots
from host.debugger.opening import Opened


class Debuggee:
    """A session, opened as `launch` wants it."""

    def __init__(self, launch: Launch, opened: Opened, client: Client) -> None:
        self.launch = launch
        self.session = opened.session
        machine, sources = self.session.machine, self.session.sources
        self.numbers = Numbers(machine)
        self.places = Places(client, sources, machine, self.session.language)
        self.holders = Holders()
        self.disassembler = Disassembler(machine, sources)
        self.runner = Runner(self.session, launch.speed)
        self.printed = Printed(machine)
        self.log: list[str] = []  # what is to be told to the user, and has not been yet
        self.session.on_log = self.log.append
        self.console = Console(self.session, opened.kind, self.runner, self.log.append, self.press)
        self._keys = set(opened.kind.keys().values())
        self._spots = Spots(self.session, self.places)
        self.marks = Marks(self.session.stops, self._spots.find, asleep=launch.no_debug)

    def take_marks(self, before: Debuggee) -> list[Body]:
        """Take over the breakpoints of what was debugged before; return those that have changed for the editor."""
        self.marks = before.marks
        return self.marks.move_to(self.session.stops, self._spots.find, asleep=self.launch.no_debug)

    def press(self, keys: list[str]) -> None:
        """Let keys be pressed as the machine runs; raises Refusal for what is none."""
        machine = self.session.machine
        if keys and "key_down" not in machine.inputs:
            raise Refusal(f"the {machine.title} has no keys")
        for key in keys:
            if self._keys and key not in self._keys:
                raise Refusal(f"there is no key '{key}': there are {' '.join(sorted(self._keys))}")
        self.runner.press(keys)

    def record(self, path: Path) -> None:
        """Keep everything that the machine was given in a file; raises IronboardError."""
        self.session.recording().write(path)
