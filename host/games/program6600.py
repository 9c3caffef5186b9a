"""A program of the 6600 that reads lines and prints what it finds: put to work, and how one knows that it was well."""

from __future__ import annotations

from collections.abc import Iterable

from emulators.cdc6600.core import Cause
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError
from emulators.image import Image
from emulators.inputs import NEVER
from emulators.processor import Core
from host.cdc6600 import Cdc6600, run_in_pieces


class ProgramFault(IronboardError):
    """The program has done what it must not do, or has not done what it should."""


def work(image: Image, lines: Iterable[str], core: Core) -> tuple[list[str], Cdc6600]:
    """Let a program read these lines; return what it prints, and the machine behind its end."""
    machine = prepared(image, lines, core)
    run_in_pieces(machine, NEVER)
    return printed(machine), machine


def prepared(image: Image, lines: Iterable[str], core: Core) -> Cdc6600:
    """Return a machine with a program that is going to read these lines."""
    machine = Cdc6600(core=core)
    machine.load(image)
    machine.attach(INPUT, lines)
    machine.attach(OUTPUT)
    return machine


def printed(machine: Cdc6600) -> list[str]:
    """Return what a program has printed; raises ProgramFault if it has not come to its end."""
    lines = machine.text(OUTPUT).splitlines()
    if machine.m.cause != Cause.END:
        raise ProgramFault(f"the program has not come to its end: {(lines or [machine.reason])[-1]}")
    return lines
