"""Sessions to give commands to: a machine of our own invention, a small program on the KIM-1, and Wally."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from emulators.image import Image, SourceLine
from host.debugger.cli import CommandError, Monitor
from host.debugger.opening import Target, find, open_session
from host.debugger.session import Session
from host.languages.sources import Sources
from host.machines.kim1.machine import Kim1
from host.registry import find as find_model
from tests.machines.ironboard_machines.toy import MODEL
from tests.machines.ironboard_machines.toy.machine import Toy

HERE = Path(__file__).parent
COUNT = {0o0: 0o1020, 0o1: 0o3021, 0o2: 0o2020, 0o3: 0o5010, 0o4: 0o6000, 0o5: 0o4000, 0o6: 0,
         0o10: 0, 0o11: 0o1020, 0o12: 0o2777, 0o13: 0o7010, 0o20: 0, 0o21: 0o7}  # fmt: skip
LINE_OF = {0o0: 1, 0o1: 2, 0o2: 3, 0o3: 4, 0o4: 5, 0o5: 6, 0o6: 7, 0o10: 9, 0o11: 10, 0o12: 11, 0o13: 12,
           0o20: 14, 0o21: 15}  # fmt: skip
SYMBOLS = {"START": 0o0, "PRINT": 0o10, "TOTAL": 0o20, "STEP": 0o21}


class Desk(NamedTuple):
    """A monitor, and what it has written."""

    monitor: Monitor
    said: list

    @property
    def session(self):
        return self.monitor.session

    def do(self, *lines):
        """Execute commands; return what they have written."""
        self.said.clear()
        for line in lines:
            self.monitor.execute(line)
        return "\n".join(self.said)

    def error(self, line):
        """Return what is said of a wrong command."""
        try:
            self.monitor.execute(line)
        except CommandError as error:
            return error
        raise AssertionError(f"'{line}' is taken for right")


def on(session, kind=None, **options):
    said = []
    session.on_log = said.append
    return Desk(Monitor(session, said.append, kind=kind, **options), said)


def toy(**options):
    """The program of count.txt on the toy machine: octal, 12 bits, no assembler, no keys."""
    memory = [COUNT.get(address, 0) for address in range(512)]
    lines = [SourceLine(address, 1, "count.txt", line) for address, line in LINE_OF.items()]
    sources = Sources([Image(symbols=SYMBOLS, lines=lines)], [HERE], radix=8, address_bits=9)
    return on(Session(Toy(memory), sources), **options)


def toy_with_keys():
    """The toy with what only a kind of machine knows."""
    return toy(kind=MODEL)


def small(**options):
    """small.s on the KIM-1."""
    return opened(str(HERE / "small.s"), **options)


@cache
def bare_machine():
    machine, program = Kim1(core="compiled"), find(HERE / "small.s")
    machine.load(program.image)
    machine.write_register("PC", program.image.entry)
    return machine, machine.snapshot(), program


def bare(**options):
    """small.s put straight into a KIM-1 that has just been switched on; always the same one, for it takes its time."""
    machine, snapshot, program = bare_machine()
    machine.restore(snapshot)
    return on(Session(machine, program.sources()), find_model("kim1"), **options)


def wally(**options):
    """Wally, before his first instruction."""
    return opened("wally", **options)


def opened(program, **options):
    found = open_session(Target(program))
    assert found.warnings == []
    return on(found.session, found.kind, **options)


def algol():
    """A program in ALGOL 60; what a better compiler would change is left out: cycles, addresses, instructions."""
    found = open_session(Target(str(HERE.parents[2] / "docs" / "examples" / "sums.alg")))
    said = []

    def write(text):
        said.append(without_numbers(text))

    found.session.on_log = write
    return Desk(Monitor(found.session, write, kind=found.kind), said)


def without_numbers(text):
    text = re.sub(r"cycle [\d,]+(?: \([-+][\d,]+\))?", "cycle ...", text)
    text = re.sub(r"\b[0-7]{20}\b", "<word>", text)
    return re.sub(r"\b[0-7]{6}\b(?: [A-Z][A-Z0-9.]*(?:\+[0-7]+)?)?", "<address>", text)


DESKS = {"toy": toy, "small": small, "wally": wally, "algol": algol}
