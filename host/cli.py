"""The `ironboard` command: what can be typed, and which function each verb calls.

Only parsing happens here. A verb imports what it needs when it is called, so that the small ones start at once.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import IronboardError

if TYPE_CHECKING:
    from host.debugger.opening import Wish

FAILURE, INTERRUPTED = 1, 130  # exit statuses; argparse's own for wrong usage is 2
CORES = ("auto", "compiled", "py65", "python")
DEFAULT_VERB = "kim1"
PROCESSORS = ("6502", "704", "6600")
DIALECTS = ("ca65", "sap", "compass")
ROM_ACTIONS = ("build", "verify")


class Verb(NamedTuple):
    """One verb of the command line."""

    name: str
    title: str
    arguments: Callable[[ArgumentParser], None]
    action: Callable[[Namespace], int | None]  # returns the exit status; None is success


# ---------------------------------------------------------------- kinds of values


def number(text: str) -> int:
    """Return an amount or an address: 8192, 0x2000, $2000, 8K, 2M; _ and , may group digits."""
    digits = text.replace(",", "").replace("_", "")
    scale = {"K": 1 << 10, "M": 1 << 20}.get(digits[-1:].upper(), 1)
    digits = digits[:-1] if scale > 1 else digits
    try:
        value = int(digits[1:], 16) if digits.startswith("$") else int(digits, 0)
    except ValueError:
        raise ArgumentTypeError(f"'{text}' is not a number: write 8192, 0x2000, $2000 or 8K") from None
    if value < 0:
        raise ArgumentTypeError(f"'{text}' is negative")
    return value * scale


def positive(text: str) -> int:
    """Return an amount above zero."""
    value = number(text)
    if value == 0:
        raise ArgumentTypeError("0 is too few")
    return value


def speed(text: str) -> float:
    """Return times the original's clock; `turbo` is as fast as the host can."""
    try:
        value = float("inf") if text == "turbo" else float(text)
    except ValueError:
        value = 0.0
    if not value > 0:
        raise ArgumentTypeError(f"'{text}' is not a speed: write 1, 0.5, 10 or turbo")
    return value


def seconds(text: str) -> float:
    """Return a time of the machine."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e9:
        raise ArgumentTypeError(f"'{text}' is not a time in seconds")
    return value


def definition(text: str) -> tuple[str, int]:
    """Return name and value of NAME=VALUE; NAME alone is 1."""
    name, equals, value = text.partition("=")
    return name, number(value) if equals else 1


def span(text: str) -> tuple[int, int]:
    """Return the first and the last number of N or N-M, both from 1."""
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() or not dash)) or not 1 <= int(first) <= int(last or first):
        raise ArgumentTypeError(f"'{text}' is no number of a card, counted from 1, and no N-M")
    return int(first), int(last or first)


def option(parser: Any, *names: str, help: str, **settings: Any) -> None:
    """Add an option; its default, if it has one to speak of, is part of the help."""
    default = settings.get("default")
    parser.add_argument(*names, help=f"{help} (default: {default})" if default else help, **settings)


def picked(options: Namespace, names: Iterable[str]) -> dict[str, Any]:
    """Return the options of these names."""
    return {name: getattr(options, name) for name in names}


# ---------------------------------------------------------------- kim1


def kim1_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard kim1`."""
    machine = parser.add_argument_group("the machine")
    program = machine.add_mutually_exclusive_group()
    option(program, "--program", metavar="NAME|FILE", default="wally", help="what it runs: by name, or an image file")
    program.add_argument("--no-program", dest="program", action="store_const", const=None, help="the bare monitor")
    option(machine, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    option(machine, "--origin", type=number, metavar="ADDRESS", help="where a raw binary belongs")
    option(machine, "--rom", type=Path, metavar="FILE", help="another monitor ROM: 2,048 bytes, 1800-1FFF")
    option(machine, "--core", choices=CORES, default="auto", help="what executes the program")
    option(machine, "--expand-low", action="store_true", help="4 K more RAM at 0400-13FF")
    option(machine, "--expand-high", type=number, default=0, metavar="BYTES", help="more RAM from 2000 up")
    option(machine, "--tty", action="store_true", help="strap the monitor to the terminal instead of the keypad")
    option(machine, "--baud", type=positive, metavar="N", help="the terminal's speed (9600)")
    option(machine, "--state", type=Path, metavar="FILE", help="go on from a saved state")
    option(machine, "--tape", type=Path, metavar="FILE", help="play this recording (WAV) from the start")
    option(machine, "--record", type=Path, metavar="FILE", help="keep all that is done, for `ironboard debug --replay`")

    view_arguments(parser)
    errand = parser.add_argument_group("with --headless")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs behind the last key (1,000,000)")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time")
    option(errand, "--keys", metavar="KEYS", help="keys to press, such as '09 GO wait:lit 34 GO'")
    option(errand, "--type", dest="typed", metavar="TEXT", help="what the terminal sends, such as '0200 G'")
    option(errand, "--screenshot", type=Path, metavar="FILE", help="a picture of the panel (.png, .svg, .txt)")
    option(errand, "--transcript", type=Path, metavar="FILE", help="what the terminal has received")
    parser.set_defaults(parser=parser)


def view_arguments(parser: ArgumentParser) -> None:
    """Describe how a machine is looked at."""
    group = parser.add_argument_group("the view", "a window if there is a display, else the terminal")
    views = group.add_mutually_exclusive_group()
    views.add_argument("--window", dest="view", action="store_const", const="window", help="the panel in a window")
    views.add_argument("--tui", dest="view", action="store_const", const="terminal", help="the panel in the terminal")
    views.add_argument("--headless", action="store_true", help="no view: run, print what came of it")
    option(group, "--speed", type=speed, metavar="TIMES", help="times the original's clock, or turbo; 1 if absent")


SETUP = ("program", "format", "origin", "rom", "core", "expand_low", "expand_high", "tty", "state", "tape", "record")
ERRAND = ("cycles", "seconds", "keys", "typed", "screenshot", "transcript")


def kim1(options: Namespace) -> int:
    """Run a KIM-1."""
    from host.desk.kim1 import setup as desk

    given = {name: value for name, value in picked(options, ERRAND).items() if value is not None}
    speed = {} if options.baud is None else {"baud": options.baud}
    setup = desk.Setup(**picked(options, SETUP), **speed)
    if options.headless:
        if options.speed is not None:
            options.parser.error("--speed is for a view: without one the machine runs as fast as it can")
        return desk.run_errand(setup, desk.Errand(**given))
    if given:
        options.parser.error(f"{', '.join(given)}: only with --headless".replace("typed", "type"))
    return desk.run_in_view(setup, options.view, options.speed or 1.0)


# ---------------------------------------------------------------- 704


def ibm704_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard 704`."""
    machine = parser.add_argument_group("the machine")
    program = machine.add_mutually_exclusive_group()
    option(program, "program", nargs="?", metavar="PROGRAM", help="a name, a deck, an image or a SAP source")
    program.add_argument("--empty", action="store_true", help="nothing in storage, nothing in the hopper")
    option(machine, "--cards", type=Path, action="append", metavar="FILE", help="a deck for the hopper, behind PROGRAM")
    option(
        machine, "--tape", dest="tapes", action="append", metavar="FILE", help="a tape for unit 1, 2, ...; '' is new"
    )
    option(machine, "--core", choices=("auto", "compiled", "python"), default="auto", help="what executes the program")
    option(
        machine, "--core-size", type=number, choices=(4096, 8192, 32768), metavar="WORDS", help="4K, 8K or 32K (32K)"
    )
    option(machine, "--state", type=Path, metavar="FILE", help="go on from a saved state")
    option(machine, "--record", type=Path, metavar="FILE", help="keep all that is done, for `ironboard debug --replay`")
    view_arguments(parser)
    errand = parser.add_argument_group("with --headless")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs at most, in cycles of 12 microseconds")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time (an hour)")
    option(errand, "--keys", metavar="KEYS", help="what to do when it stops, such as 'switch 1, start'")
    option(errand, "--print", dest="paper", type=Path, metavar="FILE", help="what has been printed")
    option(errand, "--punch", type=Path, metavar="FILE", help="the cards that have been punched (.deck, .cbn)")
    option(errand, "--screenshot", type=Path, metavar="FILE", help="a picture of the console (.png, .svg, .txt)")
    parser.set_defaults(parser=parser)


ERRAND_704 = ("cycles", "seconds", "keys", "paper", "punch", "screenshot")


def ibm704(options: Namespace) -> int:
    """Run an IBM 704."""
    from host.desk.ibm704 import setup as desk

    given = {name: value for name, value in picked(options, ERRAND_704).items() if value is not None}
    setup = desk.Setup(
        cards=tuple(options.cards or ()),
        tapes=tuple(options.tapes or ()),
        **picked(options, ("program", "empty", "core", "state", "record")),
        **({"core_size": options.core_size} if options.core_size else {}),
    )
    if options.headless:
        if options.speed is not None:
            options.parser.error("--speed is for a view: without one the machine runs as fast as it can")
        return desk.run_errand(setup, desk.Errand(**given))
    if given:
        options.parser.error(f"{', '.join(given)}: only with --headless".replace("paper", "print"))
    return desk.run_in_view(setup, options.view, options.speed or 1.0)


# ---------------------------------------------------------------- run


def run_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard run`."""
    option(parser, "machine", choices=("6600",), help="what it runs on")
    option(parser, "program", metavar="PROGRAM", help="a name, a COMPASS source, or an image file")
    option(parser, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    machine = parser.add_argument_group("the machine")
    option(machine, "--core", choices=("auto", "compiled", "python"), default="compiled", help="what executes it")
    option(machine, "--words", type=number, metavar="N", help="storage: 32K, 64K or 128K words (128K)")
    option(machine, "--fast", action="store_true", help="no model of time: an instruction takes a cycle")
    option(machine, "--no-multiply", dest="multiply", action="store_false", help="without the integer multiply feature")
    option(machine, "--em", type=octal, default=0o070000, metavar="OCTAL", help="exit mode (070000, all conditions)")
    files = parser.add_argument_group("files")
    option(files, "--input", type=Path, metavar="FILE", help="the lines of INPUT")
    option(
        files, "--output", type=Path, metavar="FILE", help="write the lines of OUTPUT there instead of printing them"
    )
    option(files, "--file", dest="files", type=named_path, action="append", metavar="NAME=FILE", help="another file")
    option(files, "--save", dest="saves", type=named_path, action="append", metavar="NAME=FILE", help="keep a file")
    option(files, "--force", dest="overwrite", action="store_true", help="replace existing files")
    time = parser.add_argument_group("time")
    option(time, "--cycles", type=positive, metavar="N", help="stop it after so many minor cycles (1,000,000,000)")
    option(time, "--time", action="store_true", help="say where the time went: by reason, by unit, by word")
    option(time, "--timing", type=Path, metavar="FILE", help="units, times and waits of instructions (.txt, .svg)")
    option(time, "--from", dest="first", type=positive, metavar="N", help="the first instruction of that (1)")
    option(time, "--count", type=positive, metavar="N", help="how many (100)")


def octal(text: str) -> int:
    """Return a number of 18 bits from octal digits."""
    try:
        value = int(text, 8)
    except ValueError:
        value = -1
    if not 0 <= value < 1 << 18:
        raise ArgumentTypeError(f"'{text}' is no octal number of 18 bits")
    return value


def named_path(text: str) -> tuple[str, Path]:
    """Return name and path of NAME=FILE."""
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise ArgumentTypeError(f"'{text}': expected NAME=FILE")
    return name.upper(), Path(path)


JOB = ("program", "format", "core", "words", "fast", "multiply", "em", "input", "output", "cycles", "time", "timing",
       "first", "count", "overwrite")  # fmt: skip


def run(options: Namespace) -> int:
    """Run a program to its end, without a view."""
    from host.desk.cdc6600.job import Job, run_job

    given = {name: value for name, value in picked(options, JOB).items() if value is not None}
    return run_job(Job(**given, files=dict(options.files or ()), saves=dict(options.saves or ())))


# ---------------------------------------------------------------- asm, dis, rom


def asm_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard asm`."""
    option(parser, "source", type=Path, metavar="SOURCE", help="6502 source in ca65's dialect, .sap or .compass")
    image = "image file; its ending is the format, .ptp if absent, .cbn of the 704, .o60 of the 6600"
    option(parser, "-o", "--output", type=Path, metavar="FILE", help=image)
    option(parser, "--format", metavar="NAME", help="the image's format, if its name does not tell")
    option(parser, "--listing", type=Path, metavar="FILE", help="write a listing; - is the standard output")
    option(parser, "--labels", type=Path, metavar="FILE", help="write the symbols (.lbl, .vs or .inc)")
    option(parser, "-D", dest="defines", type=definition, action="append", metavar="NAME=VALUE", help="define a symbol")
    option(
        parser, "-I", dest="include_dirs", type=Path, action="append", metavar="FOLDER", help="look for includes here"
    )
    option(parser, "--dialect", choices=DIALECTS, help="the language, if the file's name does not tell")
    option(parser, "--undocumented", action="store_true", help="know the undocumented instructions (6502)")
    option(parser, "--core", type=number, metavar="WORDS", help="memory of the 704: 4096, 8192 or 32768 words")


def asm(options: Namespace) -> None:
    """Assemble a source."""
    from host.assemblers.files import assemble_file

    names = ("output", "format", "listing", "labels", "dialect", "undocumented", "core")
    defines = dict(options.defines or ())
    assemble_file(options.source, **picked(options, names), defines=defines, include_dirs=options.include_dirs or ())


def dis_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard dis`."""
    option(parser, "file", type=Path, metavar="FILE", help="an image file")
    option(parser, "-o", "--output", type=Path, metavar="FILE", default=Path("-"), help="the source to write")
    option(parser, "--format", metavar="NAME", help="the image's format, if its name does not tell")
    option(parser, "--origin", type=number, metavar="ADDRESS", help="where a raw binary belongs")
    option(parser, "--labels", type=Path, metavar="FILE", help="names for addresses (.lbl, .vs or .inc)")
    option(parser, "--start", dest="starts", type=number, action="append", metavar="ADDRESS", help="there is code here")
    option(parser, "--linear", action="store_true", help="take everything for code")
    option(parser, "--undocumented", action="store_true", help="name the undocumented instructions")
    option(parser, "--plain", dest="notes", action="store_false", help="without addresses and bytes as comments")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace an existing file")


def dis(options: Namespace) -> None:
    """Disassemble an image file."""
    from host.assemblers.files import disassemble_file

    names = ("output", "format", "origin", "labels", "linear", "undocumented", "notes", "overwrite")
    disassemble_file(options.file, **picked(options, names), starts=options.starts or ())


def cards_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard cards`."""
    option(parser, "files", type=Path, nargs="+", metavar="FILE", help="decks, one behind the other; or images")
    option(parser, "--card", dest="span", type=span, metavar="N", help="only this card, or N-M: these")
    views = parser.add_mutually_exclusive_group()
    views.add_argument("--octal", dest="view", action="store_const", const="octal", help="the words on the cards, too")
    views.add_argument("--picture", dest="view", action="store_const", const="picture", help="the holes, too")
    option(
        parser,
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write them: a deck (.cbn, .deck), or a picture (.svg)",
    )
    option(parser, "--format", metavar="NAME", help="the format of the files, if their names do not tell")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace an existing file")
    parser.set_defaults(view="list")


def cards(options: Namespace) -> None:
    """Show or write decks of cards."""
    from host.formats.deck import command

    command.cards(options.files, **picked(options, ("format", "span", "view", "output", "overwrite")))


def rom_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard rom`."""
    option(parser, "do", choices=ROM_ACTIONS, help="make the images in roms/ anew, or compare them with their sources")


def rom(options: Namespace) -> None:
    """Build or verify the images in roms/."""
    from host import roms

    print("\n".join(roms.build() if options.do == "build" else roms.verify()))


# ---------------------------------------------------------------- verify, lockstep, gtp, bench, sweep, warm


def verify_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard verify`."""
    option(parser, "processor", choices=PROCESSORS, help="whose vectors they are")
    option(
        parser,
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="test vectors: JSON, a line each or an array, or gzipped",
    )
    option(parser, "--core", choices=CORES[1:], default="compiled", help="the core to test")


def verify(options: Namespace) -> int:
    """Run test vectors."""
    from host.checks.verify import verify as run

    return run(options.processor, options.files, options.core)


def lockstep_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard lockstep`."""
    option(parser, "program", metavar="PROGRAM", help="a program that comes with Ironboard, or an image file")
    option(parser, "--cycles", type=positive, default=1_000_000, metavar="N", help="how long")
    option(parser, "--keys", default="", metavar="KEYS", help="keys to press behind GO, with spaces between: '0 9 GO'")
    option(parser, "--cores", nargs=2, choices=CORES[1:], default=("compiled", "py65"), help="the two cores")


def lockstep(options: Namespace) -> int:
    """Run two cores side by side."""
    from host.checks.lockstep import lockstep as run

    return run(options.program, options.cycles, options.keys, tuple(options.cores))


def gtp_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard gtp`."""
    option(parser, "--core", choices=CORES, default="auto", help="what executes the program")


def gtp(options: Namespace) -> None:
    """Be a Go engine."""
    from host.games.wally_gtp import gtp_session

    gtp_session(options.core)


def checkers_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard checkers`."""
    sides = parser.add_mutually_exclusive_group()
    option(sides, "--side", choices=("black", "white"), default="black", help="what you play; black moves first")
    option(sides, "--self-play", action="store_true", help="let the 704 play both sides, to the end")
    option(parser, "--depth", type=positive, default=4, metavar="N", help="how many moves the 704 looks ahead, 1 to 20")
    option(parser, "--position", metavar="FEN", help="begin here, such as B:W21-32:B1-12, instead of the opening")
    option(parser, "--moves", type=positive, metavar="N", help="break the game off after so many moves of both sides")
    option(parser, "--pdn", type=Path, metavar="FILE", help="write the game to a file")
    option(parser, "--force", dest="overwrite", action="store_true", help="with --pdn: replace an existing file")
    option(parser, "--ascii", action="store_true", help="boards in letters: b w men, B W kings")
    option(parser, "--core", choices=("auto", "compiled", "python"), default="auto", help="what executes the program")


def checkers(options: Namespace) -> int:
    """Play checkers against the 704."""
    from host.games.checkers import fen
    from host.games.checkers.play import Wish, play
    from host.games.checkers.rules import OPENING
    from host.games.colour import Colour

    side = None if options.self_play else Colour(options.side)
    start = OPENING if options.position is None else fen.parse(options.position)
    names = ("depth", "moves", "overwrite", "ascii", "core")
    return play(Wish(side, start=start, file=options.pdn, **picked(options, names)))


def port(text: str) -> int:
    """Return the number of a port."""
    value = number(text)
    if value > 0xFFFF:
        raise ArgumentTypeError(f"'{text}' is no port: they go up to {0xFFFF}")
    return value


def dap_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard dap`."""
    option(parser, "--port", type=port, metavar="N", help="wait on this port of this computer; 0 is any free one")
    parser.add_argument("--once", action="store_true", help="with --port: end behind the first connection")
    option(parser, "--log", type=Path, metavar="FILE", help="add all messages to this file")
    parser.set_defaults(parser=parser)


def dap(options: Namespace) -> int:
    """Serve editors."""
    if options.once and options.port is None:
        options.parser.error("--once goes with --port")
    from host.debugger.dap.server import serve

    return serve(options.port, options.once, options.log)


BENCHES = (
    "functional",
    "copy",
    "bcd",
    "sieve",
    "bits",
    "scan",
    "chains",
    "wally",
    "speed",
    "rewind",
    "compile",
    "start",
    "loops704",
    "checkers",
    "samuel",
)


def bench_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard bench`."""
    option(parser, "names", nargs="*", metavar="NAME", help=f"{', '.join(BENCHES)}; all of them if none is named")
    option(parser, "--runs", type=positive, metavar="N", help="how often each is measured")
    option(parser, "--from", dest="source", type=Path, metavar="FILE", help="measure nothing: take stored figures")
    option(parser, "--compare", type=Path, metavar="FILE", help="compare with older figures")
    option(parser, "--json", type=Path, metavar="FILE", help="store the figures")
    option(parser, "--markdown", type=Path, metavar="FILE", help="write them as a page")
    option(parser, "--plot", type=Path, metavar="FILE", help="draw them (.svg)")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace existing files")


def bench(options: Namespace) -> None:
    """Measure how fast the machines are."""
    from host.bench.suite import Outputs
    from host.bench.suite import bench as measure

    outputs = Outputs(**picked(options, ("json", "markdown", "plot", "overwrite")))
    measure(options.names, options.runs, options.source, options.compare, outputs)


def sweep_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard sweep`."""
    option(parser, "workload", nargs="?", choices=SWEEPS, help="what to do")
    option(parser, "--output", type=Path, metavar="FILE", help="the journal: it is begun, or gone on with")
    option(parser, "--summary", type=Path, metavar="FILE", help="do nothing, print what a journal says")
    option(parser, "--format", choices=("text", "markdown", "json"), default="text", help="how the summary is printed")
    option(parser, "--quiet", action="store_true", help="print errors only")

    workers = parser.add_argument_group("who works").add_mutually_exclusive_group()
    option(workers, "--jobs", type=positive, metavar="N", help="so many processes; as many as processors if absent")
    option(workers, "--scheduler", metavar="ADDRESS", help="the workers of a Dask cluster, such as tcp://host:8786")

    stored = parser.add_argument_group("wally-positions")
    option(stored, "--positions", type=Path, metavar="FILE", help="positions; those of the tests if absent")

    games = parser.add_argument_group("wally-random, wally-self, wally-gtp, checkers-self")
    option(games, "--games", type=positive, metavar="N", help="how many (100)")
    option(games, "--seed", type=number, metavar="N", help="of the first one; the others count on (1)")
    option(games, "--handicap", type=number, metavar="N", help="Wally's, 0 or 2 to 17 stones; the seed's if absent")
    option(games, "--opening", type=number, metavar="N", help="moves at random first (6; wally-random: 0, checkers: 4)")
    option(games, "--moves", type=positive, metavar="N", help="break a game off after so many (675; checkers: 400)")

    checkers = parser.add_argument_group("checkers-self")
    option(checkers, "--depth", type=positive, metavar="N", help="how many moves the 704 looks ahead (4)")
    option(checkers, "--white-depth", type=positive, metavar="N", help="the same for White alone")

    other = parser.add_argument_group("wally-gtp")
    option(other, "--engine", metavar="COMMAND", help="the other program; {seed} in it becomes the seed")
    option(other, "--wally", choices=("black", "white"), help="Wally's colour (black)")
    option(other, "--timeout", type=seconds, metavar="S", help="how long the other program may think (60)")
    parser.set_defaults(parser=parser)


SWEEPS = ("wally-positions", "wally-random", "wally-self", "wally-gtp", "checkers-self")
WORKLOAD = ("positions", "games", "seed", "handicap", "opening", "moves", "engine", "wally", "timeout",
            "depth", "white_depth")  # fmt: skip


def sweep(options: Namespace) -> int:
    """Do long work, or say what has come of it."""
    from host.sweep.sweep import WrongUse, summarise
    from host.sweep.sweep import sweep as run

    given = {name: value for name, value in picked(options, WORKLOAD).items() if value is not None}
    if options.summary and not (options.workload or options.output or given):
        summarise(options.summary, options.format)
        return 0
    if options.summary or not options.workload or not options.output:
        options.parser.error("expected WORKLOAD --output FILE, or --summary FILE")
    try:
        names = ("jobs", "scheduler", "quiet", "format")
        status = run(options.workload, given, options.output, **picked(options, names))
    except WrongUse as error:
        options.parser.error(str(error))
    return status


def figures_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard figures`."""
    errand = parser.add_mutually_exclusive_group()
    option(errand, "-o", "--output", type=Path, metavar="FILE", help="write the page to a file instead of printing it")
    option(errand, "--write", action="store_true", help="write docs/figures.md of this checkout")
    option(errand, "--check", action="store_true", help="fail if docs/figures.md is not what would be written")
    option(parser, "--force", dest="overwrite", action="store_true", help="with -o: replace an existing file")


def figures(options: Namespace) -> None:
    """Compare what was published with what comes out here."""
    from host.figures.command import run

    run(**picked(options, ("output", "overwrite", "write", "check")))


def wish_arguments(parser: ArgumentParser) -> Any:
    """Describe a program to be looked into, and its machine; return the group of the machine."""
    option(parser, "program", nargs="?", metavar="PROGRAM", help="a name, a source, or an image file")
    machine = parser.add_argument_group("the machine")
    option(machine, "--machine", metavar="NAME", help="what it runs on: kim1, 704, 6600; what it is for if absent")
    option(machine, "--symbols", type=Path, action="append", metavar="FILE", help="names and lines: .dbg .lst .lbl ...")
    option(machine, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    option(machine, "--origin", type=number, metavar="ADDRESS", help="where a raw binary belongs")
    option(machine, "--core", choices=CORES[1:], default="compiled", help="what executes the program")
    option(machine, "--rom", type=Path, metavar="FILE", help="another monitor ROM: 2,048 bytes, 1800-1FFF")
    option(machine, "--expand-low", action="store_true", help="4 K more RAM at 0400-13FF")
    option(machine, "--expand-high", type=number, metavar="BYTES", help="more RAM from 2000 up")
    option(machine, "--tty", action="store_true", help="strap the monitor to the terminal instead of the keypad")
    option(machine, "--baud", type=positive, metavar="N", help="the terminal's speed (9600)")
    option(machine, "--words", type=number, metavar="N", help="storage of the 704 (4K 8K 32K) or 6600 (32K 64K 128K)")
    option(machine, "--input", type=Path, metavar="FILE", help="the lines of the 6600's file INPUT")
    option(machine, "--fast", action="store_true", help="the 6600 without its model of time")
    option(machine, "--cards", type=Path, metavar="FILE", help="cards for the 704's reader, behind the program's")
    return machine


def debug_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard debug`."""
    machine = wish_arguments(parser)
    option(machine, "--replay", type=Path, metavar="FILE", help="go through a recording, from its start")
    option(machine, "--record", type=Path, metavar="FILE", help="keep the session's input, for --replay")
    option(machine, "--profile", type=Path, metavar="FILE", help="count cycles; write stacks for a flame graph")

    group = parser.add_argument_group("the face", "full screen on a terminal, lines elsewhere, none behind commands")
    faces = group.add_mutually_exclusive_group()
    faces.add_argument("--screen", dest="face", action="store_const", const="screen", help="the full-screen view")
    faces.add_argument("--line", dest="face", action="store_const", const="line", help="commands, line by line")

    jobs = parser.add_argument_group("commands", "executed in their order; the first error ends it with status 1")
    option(jobs, "--break", dest="breaks", action="append", metavar="PLACE", help="stop there: COUNT, wally.s:120")
    option(jobs, "-e", "--execute", dest="jobs", type=command, action="append", metavar="COMMAND", help="a command")
    option(jobs, "--script", dest="jobs", type=script, action="append", metavar="FILE", help="a file of them, or -")
    option(jobs, "--keep-going", action="store_true", help="go on behind errors; the status is still 1")


def command(text: str) -> tuple[str, str]:
    """Return a job of the debugger: a command."""
    return "execute", text


def script(text: str) -> tuple[str, str]:
    """Return a job of the debugger: a file of commands."""
    return "script", text


WISH = ("program", "machine", "format", "origin", "core")
OF_MACHINE = (  # options of machines; what is not given is theirs
    "rom", "expand_low", "expand_high", "tty", "baud",
    "words", "cards", "input", "fast",
)  # fmt: skip


def wish_of(options: Namespace, **more: Any) -> Wish:
    """Return what `wish_arguments` has read."""
    from host.debugger.opening import Wish

    given = {name: value for name, value in picked(options, OF_MACHINE).items() if value}
    return Wish(**picked(options, WISH), symbols=tuple(options.symbols or ()), options=given, **more)


def debug(options: Namespace) -> int:
    """Debug a program."""
    from host.debugger.run import Errand, Job
    from host.debugger.run import debug as run

    wish = wish_of(options, replay=options.replay)
    jobs = tuple(Job(kind, text) for kind, text in options.jobs or ())
    breaks = tuple(options.breaks or ())
    return run(wish, Errand(breaks, jobs, **picked(options, ("keep_going", "face", "record", "profile"))))


def profile_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard profile`."""
    wish_arguments(parser)
    errand = parser.add_argument_group("what is executed", "from the program's first instruction on")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs behind the last key (1,000,000)")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time")
    option(errand, "--keys", metavar="KEYS", help="keys to press, such as '09 GO wait:lit 34 GO'")
    option(errand, "--type", dest="typed", metavar="TEXT", help="what the terminal sends, such as '0200 G'")
    results = parser.add_argument_group("what comes of it")
    option(results, "--top", type=positive, default=15, metavar="N", help="rows of the tables")
    option(results, "--tree", action="store_true", help="print the tree of calls, too")
    option(results, "-o", "--output", type=Path, metavar="FILE", help="write the stacks for a flame graph")
    option(results, "--listing", type=Path, metavar="FILE", help="the sources with what every line cost")
    option(results, "--coverage", type=Path, metavar="FILE", help="what was executed: lcov's .info, or a report")
    option(results, "--force", dest="overwrite", action="store_true", help="replace existing files")


MEASURING = ("cycles", "seconds", "top", "tree", "output", "listing", "coverage", "overwrite")


def profile(options: Namespace) -> int:
    """Say where the time of a program goes."""
    from host.debugger.profile.command import Errand
    from host.debugger.profile.command import profile as run

    inputs = {name: value for name, value in picked(options, ("keys", "typed")).items() if value}
    return run(wish_of(options), Errand(**inputs, **picked(options, MEASURING)))


def warm_arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard warm`."""


def warm(options: Namespace) -> None:
    """Compile the machines ahead of the first start."""
    from host.checks.warming import warm as compile_all

    compile_all()


# ---------------------------------------------------------------- the table


VERBS = (
    Verb(DEFAULT_VERB, "run a KIM-1 (what is meant without a verb)", kim1_arguments, kim1),
    Verb("704", "run an IBM 704: the operator's console", ibm704_arguments, ibm704),
    Verb("run", "run a program for the CDC 6600 to its end, without a view", run_arguments, run),
    Verb("asm", "assemble a source for the 6502 or the 704", asm_arguments, asm),
    Verb("dis", "disassemble an image into a source", dis_arguments, dis),
    Verb("cards", "show decks of punched cards, put them together, write them", cards_arguments, cards),
    Verb("rom", "build or verify the images in roms/", rom_arguments, rom),
    Verb("verify", "run single-instruction test vectors on a core", verify_arguments, verify),
    Verb("lockstep", "run a program on two cores side by side", lockstep_arguments, lockstep),
    Verb("dap", "the debugger for editors: the Debug Adapter Protocol", dap_arguments, dap),
    Verb("gtp", "Wally as an engine for Go programs: GTP on standard input and output", gtp_arguments, gtp),
    Verb("checkers", "play checkers against Samuel's program on an IBM 704", checkers_arguments, checkers),
    Verb("bench", "measure how fast the machines are", bench_arguments, bench),
    Verb("sweep", "long work: many positions and games, on all processors", sweep_arguments, sweep),
    Verb("figures", "compare published figures with ours", figures_arguments, figures),
    Verb("debug", "step through a program, stop it, go back in time", debug_arguments, debug),
    Verb("profile", "say where the time of a program goes, and what of it was executed", profile_arguments, profile),
    Verb("warm", "compile the machines now instead of at the first start", warm_arguments, warm),
)


def parser() -> ArgumentParser:
    """Return the parser of the whole command line."""
    main_parser = ArgumentParser(
        "ironboard", description="Classic game programs on the machines they were written for."
    )
    main_parser.add_argument("--version", action="version", version=f"ironboard {metadata.version('ironboard')}")
    verbs = main_parser.add_subparsers(metavar="VERB", required=True)
    for verb in VERBS:
        each = verbs.add_parser(verb.name, help=verb.title, description=verb.title)
        verb.arguments(each)
        each.set_defaults(action=verb.action)
    return main_parser


def with_verb(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, with the verb that is meant when they begin with none."""
    first = arguments[0] if arguments else ""
    known = first in ("-h", "--help", "--version") or (first and not first.startswith("-"))
    return [*arguments] if known else [DEFAULT_VERB, *arguments]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; return the exit status."""
    options = parser().parse_args(with_verb(sys.argv[1:] if arguments is None else arguments))
    try:
        status: int | None = options.action(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except (IronboardError, OSError) as error:
        print(f"ironboard: {error}", file=sys.stderr)
        return FAILURE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status or 0
