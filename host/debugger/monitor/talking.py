"""Commands about the session itself: help, scripts, expectations, the end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group, find
from host.debugger.monitor.errors import ExpectationError
from host.debugger.stops import word_text

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

COMPARISON = re.compile(r"==|!=|<=|>=|(?<![<>])[<>](?![<>])|=")
DEEPEST = 10  # command files that call one another
NARROWEST, WIDEST = 20, 1000  # columns


def help_(monitor: Monitor, arguments: Arguments) -> None:
    """Explain the commands, or one of them."""
    from host.debugger.monitor.table import GROUPS

    if arguments.ended:
        for group in GROUPS:
            monitor.write(f"{group.title}:")
            for command in group.commands:
                monitor.write(f"   {', '.join(command.names[:3]):24}  {command.help}")
        monitor.write(CLOSING)
        return
    name = arguments.word("a command")
    arguments.end()
    try:
        command = find(name, monitor.commands)
    except IronboardError as error:
        raise arguments.error(str(error)) from None
    monitor.write(f"{command.usage}\n   {command.help}")
    if command.names[1:]:
        monitor.write(f"   also: {', '.join(command.names[1:])}")
    if command.more:
        monitor.write(f"   {command.more}")


CLOSING = """help COMMAND says more. Names may be cut off while they are unique; an empty line repeats.
Addresses and words are in the machine's radix ($ hexadecimal, 0o octal, % binary, + decimal);
counts and cycles are decimal."""


def expect(monitor: Monitor, arguments: Arguments) -> None:
    """Fail if something is not true."""
    word = arguments.whole_expression("a condition")
    if monitor.session.expression(word.text).compute():
        return
    error = arguments.error(f"expected {word.text}{_sides(monitor, word.text)}")
    raise ExpectationError(error.place, error.message)


def _sides(monitor: Monitor, text: str) -> str:
    """Return what the two sides of a comparison are, nothing for other conditions."""
    found = list(COMPARISON.finditer(text))
    if len(found) != 1:
        return ""
    sides = text[: found[0].start()].strip(), text[found[0].end() :].strip()
    try:
        shown = [monitor.session.parser.shown(side) for side in sides]
        plain = [side if any(shown) else _word(monitor, side) for side in sides]
        values = [one or other for one, other in zip(shown, plain, strict=True)]
    except IronboardError:  # the sign stands inside brackets
        return ""
    return f", but {sides[0]} is {values[0]}" + (f" and {sides[1]} is {values[1]}" if sides[1] != values[1] else "")


def _word(monitor: Monitor, side: str) -> str:
    machine = monitor.session.machine
    return word_text(monitor.session.value(side), machine.radix, machine.word_bits)


def echo(monitor: Monitor, arguments: Arguments) -> None:
    """Print a text."""
    text = "" if arguments.ended else arguments.text("a text")
    monitor.write(monitor.session.stops.text(text))


def playback(monitor: Monitor, arguments: Arguments) -> None:
    """Execute the commands of a file."""
    from host.debugger.monitor.script import execute_file

    name = arguments.file_name()
    arguments.end()
    if monitor.depth >= DEEPEST:
        raise arguments.error(f"command files call one another more than {DEEPEST} deep")
    monitor.depth += 1
    try:
        execute_file(monitor, Path(name))
    finally:
        monitor.depth -= 1


def width(monitor: Monitor, arguments: Arguments) -> None:
    """Say how wide memory dumps are."""
    if not arguments.ended:
        columns = arguments.count("columns", None, WIDEST)
        arguments.end()
        if columns < NARROWEST:
            raise arguments.error(f"{columns} columns are too few: at least {NARROWEST}")
        monitor.width = columns
    monitor.write(f"   {monitor.width} columns")


def quit_(monitor: Monitor, arguments: Arguments) -> None:
    """End the session."""
    status = 0
    if not arguments.ended:
        text = arguments.word("an exit status")
        if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > 255:
            raise arguments.error(f"'{text}' is no exit status: a decimal number from 0 to 255")
        status = int(text)
    arguments.end()
    monitor.status = status


GROUP = Group(
    "The session",
    (
        Command(("help",), "[COMMAND]", "list the commands, or explain one", help_),
        Command(
            ("expect",), "CONDITION", "fail if this is not true: for scripts", expect,
            more="A script ends there, with exit status 1.",
        ),
        Command(("echo",), "[TEXT]", "print a text; {A} and other expressions in it are filled in", echo),
        Command(("playback", "pb", "source"), "FILE", "execute the commands of a file", playback),
        Command(("width",), "[COLUMNS]", "say how wide memory dumps are", width),
        Command(("quit", "q", "exit"), "[STATUS]", "end the session, with an exit status", quit_),
    ),
)  # fmt: skip
