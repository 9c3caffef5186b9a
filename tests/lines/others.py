"""A loader of others, kimtape, on the machine's own time: its waits run the machine, so nothing depends on the host.

What it imports of the system (open, read, write, select, termios, time) is replaced; the rest is as published.
"""

import os
import termios
from types import SimpleNamespace

from host.machines.kim1.line import Line
from host.machines.kim1.machine import READY_SECONDS, Kim1
from host.machines.lines import Settings
from tests.lines.wire import Wire

OURS = 1000  # a file descriptor that no system has
SPEEDS = {getattr(termios, f"B{baud}"): baud for baud in (110, 300, 600, 1200, 2400, 4800, 9600, 19200, 38400)}
SYSCALL = 0.0001  # seconds that the loader needs for each call


class Bench:
    """A KIM-1 that waits at its line, and a loader there."""

    def __init__(self, monkeypatch, **machine):
        from kimtape import bootstrap, cli, monitor, port

        self.kim = Kim1(terminal=True, **machine)
        self.kim.run(seconds=READY_SECONDS)
        self.wire = Wire()
        self.line = Line(self.kim, self.wire)
        system = {name: getattr(os, name) for name in ("O_RDWR", "O_NOCTTY", "O_NONBLOCK")}
        files = SimpleNamespace(open=lambda *_: OURS, close=lambda _: None, read=self.read, write=self.write, **system)
        names = {name: getattr(termios, name) for name in dir(termios) if name.isupper() or name[0] == "B"}
        modes = SimpleNamespace(
            **{**names, "error": termios.error},
            tcgetattr=lambda _: [0, 0, 0, 0, 0, 0, [0] * 32],
            tcsetattr=self.set,
            tcflush=lambda *_: self.wire.to_them.clear(),
        )
        clock = SimpleNamespace(time=lambda: self.kim.cycles / self.kim.clock, sleep=self.run)
        monkeypatch.setattr(port, "os", files)
        monkeypatch.setattr(port, "termios", modes)
        monkeypatch.setattr(port, "select", SimpleNamespace(select=self.select))
        for module in (port, monitor, bootstrap, cli):
            monkeypatch.setattr(module, "time", clock)
        self.main = cli.main

    def run(self, seconds):
        self.line.run_to(self.kim.cycles + round(seconds * self.kim.clock))

    def read(self, _, count):
        self.run(SYSCALL)
        if not self.wire.to_them:
            raise BlockingIOError
        data = bytes(self.wire.to_them[:count])
        del self.wire.to_them[:count]
        return data

    def write(self, _, data):
        self.run(SYSCALL)
        self.wire.to_us += data
        return len(data)

    def set(self, _, when, modes):
        if when == termios.TCSADRAIN:  # a serial port waits until everything has been sent
            while self.wire.to_us or not self.line.idle:
                self.run(SYSCALL)
        bits = 10 + bool(modes[2] & termios.CSTOPB) + bool(modes[2] & termios.PARENB)
        self.wire.now = Settings(SPEEDS[modes[5]], bits)

    def select(self, reading, writing, _, timeout):
        if writing:
            return [], writing, []
        end = self.kim.cycles + round(timeout * self.kim.clock)
        while not self.wire.to_them and self.kim.cycles < end:
            self.line.run_to(min(end, self.kim.cycles + 200))
        return (reading if self.wire.to_them else []), [], []
