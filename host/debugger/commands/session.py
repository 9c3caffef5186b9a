"""Commands that measure (profile, heat listing, coverage), and those about the session: help, scripts, quitting."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.commands.arguments import CONDITION, FILE, FORCE, Arguments, WordError, optional
from host.debugger.commands.command import Command, Group, Parameter, command_error, find
from host.debugger.stops import word_text

if TYPE_CHECKING:
    from host.debugger.commands.runner import Runner
    from host.debugger.profile import Profile

TOP, MOST = 15, 10_000  # rows of a table
EXTENT = 0x40  # words that are shown from a place on when no label follows
COMPARISON = re.compile(r"==|!=|<=|>=|(?<![<>])[<>](?![<>])|=")
DEEPEST = 10  # command files that call one another
NARROWEST, WIDEST = 20, 1000  # columns
CLOSING = """help COMMAND explains a command. Names may be abbreviated; an empty line repeats the last command.
Addresses and words are in the machine's radix ($ hexadecimal, 0o octal, % binary, + decimal);
counts and cycles are decimal."""

MEASURING = Group("Measuring")
SESSION = Group("The session")


# ---------------------------------------------------------------- measuring


def _profile(monitor: Runner) -> Profile:
    from host.debugger.profile import known_profile

    if (found := known_profile(monitor.session)) is None:
        raise command_error("", "nothing has been profiled", hint="profile on starts the profiler")
    return found


def _what(arguments: Arguments) -> Callable[[Runner], str | None]:
    """Read the subcommand of profile; return the function that performs it."""
    word = arguments.keyword("on", "off", "clear", "tree", "write", "routine")
    if word == "tree":
        least = 0.0 if arguments.ended else arguments.count("per cent", None, 100) / 100
        return lambda monitor: _profile(monitor).call_tree(least)
    if word == "write":
        force, name = FORCE.read(arguments), arguments.file_name()
        return lambda monitor: _profile(monitor).write(name, overwrite=force)
    if word == "routine":
        _, spots = arguments.place("a routine")
        return lambda monitor: _profile(monitor).neighbours(spots[0].address)
    if word:
        return lambda monitor: _switch(monitor, word)
    if not arguments.ended and not arguments.ahead[:1].isdecimal():
        found = arguments.word("a word")
        raise arguments.error(f"expected on, off, clear, tree, routine, write or a COUNT, not '{found}'")
    top = TOP if arguments.ended else arguments.count("rows", None, MOST)
    return lambda monitor: _profile(monitor).text(top)


def _switch(monitor: Runner, switch: str) -> None:
    from host.debugger.profile import profile_of

    found = profile_of(monitor.session)
    if switch == "clear":
        found.clear()
    elif switch == "off":
        found.detach()
    elif not found.attached:
        found.attach(monitor.session)


@MEASURING.command(
    "profile prof",
    Parameter("[on | off | clear | tree [PERCENT] | routine PLACE | write [--force] FILE | COUNT]", _what),
)
def profile(monitor: Runner, what: Callable[[Runner], str | None]) -> Iterable[str]:
    """Count the cycles of every routine, label and line.

    on begins to count (the machine runs slower), off ends it, clear begins anew. Otherwise: show the COUNT most
    expensive. tree shows who called whom, routine the callers of one; write is for flame-graph viewers: folded
    stacks, or .speedscope.json.
    """
    text = what(monitor)
    return [text.rstrip("\n")] if text else []


def _extent(arguments: Arguments) -> str | tuple[int, int | None] | None:
    """Read the name of a source or a range of instructions; None if omitted."""
    if arguments.ended:
        return None
    try:
        file = arguments.session.sources.file(arguments.ahead.strip('"'))
    except IronboardError:
        return arguments.place_or_range("a file, a place or a range")
    arguments.word("a file")
    return file


@MEASURING.command("heat", Parameter("[FILE | PLACE | RANGE]", _extent))
def heat(monitor: Runner, extent: str | tuple[int, int | None] | None) -> Iterator[str]:
    """Show lines or instructions with executions and cycles.

    FILE is a source; a PLACE goes up to the next label. Without one: the next instruction's source.
    """
    found, session = _profile(monitor), monitor.session
    if extent is None:
        here = session.sources.line_at(session.address)
        extent = here.file if here else (session.address, None)
    if isinstance(extent, tuple):
        first, last = extent
        if last is None:  # up to the label that follows
            following = (label.address for label in found.places().labels() if label.address > first)
            last = min(next(following, first + EXTENT) - 1, first + EXTENT - 1, session.top)
        yield found.heat(range(first, last + 1)).rstrip("\n")
    else:
        yield found.heat(extent).rstrip("\n")


@MEASURING.command("coverage cov", FORCE, optional(FILE))
def coverage(monitor: Runner, force: bool, name: str | None) -> Iterator[str]:
    """Show the code coverage, or write it.

    FILE.info is written for lcov and for editors, FILE.xml for Cobertura, FILE.html as a page.
    """
    found = _profile(monitor)
    if name:
        found.write_coverage(name, overwrite=force)
    else:
        yield found.coverage_text().rstrip("\n")


# ---------------------------------------------------------------- the session


def _command(arguments: Arguments) -> Command:
    word = arguments.word("a command")
    with arguments.pointing():
        return find(word, arguments.monitor.commands)


@SESSION.command("help", optional(Parameter("COMMAND", _command)))
def help_(monitor: Runner, command: Command | None) -> Iterator[str]:
    """List the commands, or explain one."""
    if command is None:
        for group in monitor.groups:
            yield f"{group.title}:"
            for each in group.commands:
                yield f"   {', '.join(each.names[:3]):24}  {each.help}"
        yield CLOSING
        return
    yield f"{command.usage}\n   {command.help}"
    if command.names[1:]:
        yield f"   also: {', '.join(command.names[1:])}"
    if command.more:
        yield f"   {command.more}"


@SESSION.command("expect", CONDITION)
def expect(monitor: Runner, condition: str) -> None:
    """Fail unless this is true: for scripts.

    A failure ends the script with exit status 1.
    """
    if not monitor.session.expression(condition).compute():
        raise WordError(f"expected {condition}{_sides(monitor, condition)}")


def _sides(monitor: Runner, text: str) -> str:
    """Return the values of the two sides of a comparison; nothing for other conditions."""
    session, machine = monitor.session, monitor.session.machine
    found = list(COMPARISON.finditer(text))
    if len(found) != 1:
        return ""
    sides = text[: found[0].start()].strip(), text[found[0].end() :].strip()
    try:
        values = [session.parser.shown(side) for side in sides]
        if not any(values):
            values = [word_text(session.value(side), machine.radix, machine.word_bits) for side in sides]
    except IronboardError:  # the sign is inside brackets
        return ""
    first, second = (value or side for value, side in zip(values, sides, strict=True))
    return f", but {sides[0]} is {first}" + (f" and {sides[1]} is {second}" if sides[1] != second else "")


@SESSION.command("echo", optional(Parameter("TEXT", lambda arguments: arguments.text("a text"))))
def echo(monitor: Runner, text: str | None) -> Iterator[str]:
    """Print a text; {A} and other expressions in it are filled in."""
    yield monitor.session.stops.text(text or "")


@SESSION.command("playback pb source", FILE)
def playback(monitor: Runner, name: str) -> None:
    """Execute the commands of a file."""
    if monitor.depth >= DEEPEST:
        raise WordError(f"command files call one another more than {DEEPEST} deep")
    monitor.depth += 1
    try:
        monitor.execute_file(Path(name))
    finally:
        monitor.depth -= 1


def _columns(arguments: Arguments) -> int:
    columns = arguments.count("columns", None, WIDEST)
    if columns < NARROWEST:
        raise arguments.error(f"{columns} columns are too few: at least {NARROWEST}")
    return columns


@SESSION.command("width", optional(Parameter("COLUMNS", _columns)))
def width(monitor: Runner, columns: int | None) -> Iterator[str]:
    """Set the width of memory dumps."""
    monitor.width = columns or monitor.width
    yield f"   {monitor.width} columns"


def _status(arguments: Arguments) -> int:
    if arguments.ended:
        return 0
    text = arguments.word("an exit status")
    if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > 255:
        raise arguments.error(f"'{text}' is not an exit status: a decimal number from 0 to 255")
    return int(text)


@SESSION.command("quit q exit", Parameter("[STATUS]", _status))
def quit_(monitor: Runner, status: int) -> None:
    """End the session, with an exit status."""
    monitor.status = status
