"""The verb `704`: run an IBM 704, the operator's console."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path

from emulators.errors import IronboardError
from host.verbs.paths import IN, OUT, PROGRAM, File
from host.verbs.values import CORES, memory, number, option, picked, seconds
from host.verbs.views import run_machine, view_arguments

ERRAND = ("cycles", "seconds", "keys", "paper", "punch", "save_tapes", "screenshot")
UNITS, SWITCHES = 10, 6


def tape(text: str) -> tuple[int | None, str]:
    """Return unit and file of N=FILE; no unit for a file alone."""
    unit, equals, file = text.partition("=")
    if not equals or not unit.isdecimal():
        return None, text
    if not 1 <= int(unit) <= UNITS:
        raise ArgumentTypeError(f"'{text}': the 704 has tape units 1 to {UNITS}")
    return int(unit), file


def saved_tape(text: str) -> tuple[int, Path]:
    """Return unit and file of N=FILE."""
    unit, file = tape(text)
    if unit is None or not file:
        raise ArgumentTypeError(f"'{text}' does not say which unit: write N=FILE, as 2=out.tap")
    return unit, Path(file)


def switches(text: str) -> tuple[int, ...]:
    """Return the sense switches of 1,3."""
    numbers = text.split(",")
    if not all(each.strip() in tuple("123456"[:SWITCHES]) for each in numbers):
        raise ArgumentTypeError(f"'{text}': sense switches are 1 to {SWITCHES}, as 1,3")
    return tuple(int(each) for each in numbers)


def on_units(tapes: Sequence[tuple[int | None, str]]) -> tuple[tuple[int, str], ...]:
    """Return the tapes with their units: one without is on the unit after the one before. Raises IronboardError."""
    found: dict[int, str] = {}
    last = 0
    for unit, file in tapes:
        last = last + 1 if unit is None else unit
        if last in found or last > UNITS:
            raise IronboardError(
                f"--tape {file}: unit {last} has a tape already" if last in found else "there is no unit 11"
            )
        found[last] = file
    return tuple(found.items())


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard 704`."""
    machine = parser.add_argument_group("the machine")
    program = machine.add_mutually_exclusive_group()
    option(
        program, "program", type=PROGRAM, nargs="?", metavar="PROGRAM", help="a name, a deck, an image, a SAP source"
    )
    program.add_argument("--empty", action="store_true", help="nothing in storage, nothing in the hopper")
    option(machine, "--cards", type=IN, action="append", metavar="FILE", help="a deck for the hopper, after PROGRAM")
    option(
        machine,
        "--tape",
        dest="tapes",
        type=File(tape),
        action="append",
        metavar="[N=]FILE",
        help="a tape for unit N, else for 1, 2, ...; '' is new",
    )
    option(machine, "--sense", type=switches, metavar="N,N", help="sense switches that are down, such as 1,3")
    option(machine, "--core", choices=CORES, default="compiled", help="what executes the program")
    option(
        machine, "--core-size", type=memory, choices=(4096, 8192, 32768), metavar="WORDS", help="4K, 8K or 32K (32K)"
    )
    option(machine, "--state", type=IN, metavar="FILE", help="go on from a saved state")
    option(machine, "--record", type=OUT, metavar="FILE", help="keep all that is done, for `ironboard debug --replay`")
    option(machine, "--force", dest="overwrite", action="store_true", help="replace existing files")
    view_arguments(parser)
    errand = parser.add_argument_group("with --headless")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs at most, in cycles of 12 microseconds")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time (an hour)")
    option(errand, "--keys", metavar="KEYS", help="what to do when it stops, such as 'switch 1, start'")
    option(errand, "--print", dest="paper", type=OUT, metavar="FILE", help="what has been printed")
    option(errand, "--punch", type=OUT, metavar="FILE", help="the cards that have been punched (.deck, .cbn)")
    option(
        errand,
        "--save-tape",
        dest="save_tapes",
        type=File(saved_tape, written=True),
        action="append",
        metavar="N=FILE",
        help="the tape of unit N at the end (.tap, .p7b)",
    )
    option(errand, "--screenshot", type=OUT, metavar="FILE", help="a picture of the console (.png, .svg, .txt)")


def action(options: Namespace) -> int:
    """Run an IBM 704."""
    from host.desk.ibm704 import setup as desk

    setup = desk.Setup(
        cards=tuple(options.cards or ()),
        tapes=on_units(options.tapes or ()),
        sense=options.sense or (),
        **picked(options, ("program", "empty", "core", "state", "record", "overwrite")),
        **({"core_size": options.core_size} if options.core_size else {}),
    )
    return run_machine(desk, setup, options, ERRAND)
