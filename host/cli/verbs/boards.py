"""A real board on a serial line: board."""

from __future__ import annotations

import sys
import time
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from types import TracebackType
from typing import Self

from emulators.distributions import require
from emulators.errors import IronboardError
from host.cli.parser import ASCII, HANDICAP, Action
from host.options import FORCE, OUT, PROGRAM, Option, add, address, positive

BAUD = 1200  # the speed of every monitor and every terminal


def stretch(text: str) -> tuple[int, int]:
    """Return the first and the last address of FIRST-LAST."""
    first, _, last = text.partition("-")
    found = address(first), address(last or first)
    if found[0] > found[1] or found[1] > 0xFFFF:
        raise ArgumentTypeError(f"'{text}' is not FIRST-LAST, such as 0200-03FF")
    return found


def board(parser: ArgumentParser) -> Action:
    """Send programs to a real KIM-1, run them, read its memory."""
    parser.set_defaults(port=None, baud=BAUD)
    verbs = parser.add_subparsers(metavar="WHAT", required=True)
    go = Option("--go ADDRESS", "run it from here afterwards", address)
    where = Option("ADDRESS", "where the program begins", address, name="go")
    dumped = (
        Option("RANGE", "FIRST-LAST, such as 0200-03FF", stretch, name="stretch"),
        Option("-o --output FILE", "the image file; its suffix says the format", OUT),
        FORCE,
    )
    for name, title, action, options in (
        ("load", "send a program by paper tape, read it back and compare", _load, (
            Option("FILE", "a name, a source, or an image file of any format", PROGRAM, name="file"), go)),
        ("dump", "read memory into a file", _dump, dumped),
        ("run", "run a program that is in memory", _run, (where,)),
        ("wally", "send Wally, and play Go with him over the line", _wally, (
            HANDICAP, ASCII)),
        ("term", "be the board's terminal; Ctrl-] ends it", _term, ()),
    ):  # fmt: skip
        each = verbs.add_parser(name, help=title, description=title)
        add(each, *options)
        _add_line(each)
        each.set_defaults(parser=each, action=action)
    _add_line(parser)
    return _load


def _add_line(parser: ArgumentParser) -> None:
    """Add the options of the line: they may be before and after the action."""
    parser.add_argument("--port", default=SUPPRESS, help="the serial port, such as /dev/ttyUSB0 or COM3")
    about = f"the speed of the line ({BAUD}); after RS the board takes any up to 9600"
    parser.add_argument("--baud", type=positive, default=SUPPRESS, metavar="N", help=about)


def _port(options: Namespace) -> str:
    if not options.port:
        options.parser.error("--port PORT is missing: where the board is, such as /dev/ttyUSB0 or COM3")
    return str(options.port)


def _with_board(options: Namespace, action: Callable[..., None]) -> int:
    """Wake the board at the other end of the line, and do something with it."""
    from host.machines.kim1.board import Board
    from host.machines.lines import SerialPort

    end = SerialPort(_port(options), options.baud)
    try:
        there = Board(end)
        there.wake()
        action(there)
    except KeyboardInterrupt:
        print("\ninterrupted: the board may still wait for the rest of a tape; press RS there", file=sys.stderr)
        raise
    finally:
        end.close()
    return 0


def _load(options: Namespace) -> int:
    from host.formats.faults import warn
    from host.machines.kim1.board import Board
    from host.machines.kim1.machine import find_program

    image = find_program(options.file)
    warn(image)

    def load(there: Board) -> None:
        with Progress("sent", image.size) as progress:
            there.load(image, progress)
        print(f"{image.size} bytes are in memory; read back, they are right")
        if options.go is not None:
            _go(there, options.go)

    return _with_board(options, load)


def _dump(options: Namespace) -> int:
    from emulators.image import Image
    from host import formats
    from host.machines.kim1.board import Board

    first, last = options.stretch
    if options.output is None:
        options.parser.error("-o FILE is missing: where the memory goes to")
    if formats.by_extension(options.output.name) is None:
        raise IronboardError(f"{options.output}: the suffix names no format; try .ptp, .hex or .bin")

    def dump(there: Board) -> None:
        with Progress("read", last + 1 - first) as progress:
            found = there.read(first, last, progress)
        image = Image.of(first, [found[each] for each in range(first, last + 1)])
        formats.write(image, options.output, overwrite=options.overwrite)
        print(f"{options.output}: {image.size} bytes from {first:04X}")

    return _with_board(options, dump)


def _run(options: Namespace) -> int:
    return _with_board(options, lambda there: _go(there, options.go))


def _go(there: object, where: int) -> None:
    from host.machines.kim1.board import Board

    assert isinstance(there, Board)
    there.run(where)
    print(f"the program at {where:04X} runs")


def _wally(options: Namespace) -> int:
    require("host.games", "ironboard board wally")
    from host.games.go.play import Options, Play
    from host.games.wally_line import PROGRAM, game_on
    from host.machines.kim1.board import Board
    from host.machines.kim1.machine import find_program

    image = find_program(PROGRAM)

    def play(there: Board) -> None:
        with Progress("sent", image.size) as progress:
            there.load(image, progress)
        Play(Options("wally", handicap=options.handicap, ascii=options.ascii), game_on(there)).converse()

    return _with_board(options, play)


def _term(options: Namespace) -> int:
    from host.machines.lines import terminal

    terminal(_port(options), options.baud)
    return 0


class Progress:
    """The progress, in a line of the terminal: `sent 120 of 384 bytes, 0:12 to go`; nothing in a file."""

    def __init__(self, verb: str, size: int) -> None:
        self._verb, self._size = verb, size
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        self(0, self._size)
        return self

    def __call__(self, done: int, size: int) -> None:
        """Show the number of bytes that are done."""
        if not self._shown:
            return
        left = round((time.monotonic() - self._began) * (size - done) / done) if done else None
        rest = "" if left is None else f", {left // 60}:{left % 60:02} to go"
        print(f"\r{self._verb} {done} of {size} bytes{rest}\x1b[K", end="", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
