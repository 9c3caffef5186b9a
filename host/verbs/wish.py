"""A program to be looked into, and its machine: what `debug` and `profile` share."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from host.verbs.paths import IN, PROGRAM
from host.verbs.values import CORES_6502, address, algol_arguments, algol_options, memory, option, picked, positive

if TYPE_CHECKING:
    from host.debugger.opening import Target

WISH = ("program", "machine", "format", "origin", "core")
OF_MACHINE = (  # options of machines; what is not given is theirs
    "rom", "expand_low", "expand_high", "tty", "baud",
    "words", "cards", "input", "fast",
)  # fmt: skip


def wish_arguments(parser: ArgumentParser) -> Any:
    """Describe a program to be looked into, and its machine; return the group of the machine."""
    option(parser, "program", type=PROGRAM, nargs="?", metavar="PROGRAM", help="a name, a source, or an image file")
    machine = parser.add_argument_group("the machine")
    option(machine, "--machine", metavar="NAME", help="what it runs on: kim1, 704, 6600; what it is for if absent")
    option(machine, "--symbols", type=IN, action="append", metavar="FILE", help="names and lines: .dbg .lst .lbl ...")
    option(machine, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    option(machine, "--origin", type=address, metavar="ADDRESS", help="where a raw binary belongs")
    option(machine, "--core", choices=CORES_6502, default="compiled", help="what executes the program")
    option(machine, "--rom", type=IN, metavar="FILE", help="another monitor ROM: 2,048 bytes, 1800-1FFF")
    option(machine, "--expand-low", action="store_true", help="4 K more RAM at 0400-13FF")
    option(machine, "--expand-high", type=memory, metavar="BYTES", help="more RAM from 2000 up")
    option(machine, "--tty", action="store_true", help="strap the monitor to the terminal instead of the keypad")
    option(machine, "--baud", type=positive, metavar="N", help="the terminal's speed (9600)")
    option(machine, "--words", type=memory, metavar="N", help="storage of the 704 (4K 8K 32K) or 6600 (32K 64K 128K)")
    option(machine, "--input", type=IN, metavar="FILE", help="the lines of the 6600's file INPUT")
    option(machine, "--fast", action="store_true", help="the 6600 without its model of time")
    option(machine, "--cards", type=IN, metavar="FILE", help="cards for the 704's reader, behind the program's")
    algol_arguments(parser)
    return machine


def wish_of(options: Namespace, **more: Any) -> Target:
    """Return what `wish_arguments` has read."""
    from host.debugger.opening import Target

    given = {name: value for name, value in picked(options, OF_MACHINE).items() if value}
    symbols, compiling = tuple(options.symbols or ()), algol_options(options)
    return Target(**picked(options, WISH), symbols=symbols, options=given, compiling=compiling, **more)
