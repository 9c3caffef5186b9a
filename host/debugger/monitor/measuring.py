"""Commands that measure: profile, heat listing, coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group
from host.debugger.monitor.filing import FORCE

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor
    from host.debugger.profile import Profile

TOP, MOST = 15, 10_000  # rows of a table
EXTENT = 0x40  # words that are shown from a place on when no label follows
SWITCHES = ("on", "off", "clear")


def profile(monitor: Monitor, arguments: Arguments) -> None:
    """Begin or end to count cycles, or show what has been counted."""
    switch = arguments.keyword(*SWITCHES)
    if switch:
        arguments.end()
        _switch(monitor, switch)
    elif arguments.keyword("tree"):
        least = 0.0 if arguments.ended else arguments.count("per cent", None, 100) / 100
        arguments.end()
        _write(monitor, _profile(monitor, arguments).call_tree(least))
    elif arguments.keyword("write"):
        force = arguments.keyword(FORCE)
        name = arguments.file_name()
        arguments.end()
        _profile(monitor, arguments).write(name, overwrite=force is not None)
    elif arguments.keyword("routine"):
        _, addresses = arguments.place("a routine")
        arguments.end()
        _write(monitor, _profile(monitor, arguments).neighbours(addresses[0]))
    else:
        if not arguments.ended and not arguments.ahead[:1].isdecimal():
            word = arguments.word("a word")
            raise arguments.error(f"expected on, off, clear, tree, routine, write or a COUNT, not '{word}'")
        top = TOP if arguments.ended else arguments.count("rows", None, MOST)
        arguments.end()
        _write(monitor, _profile(monitor, arguments).text(top))


def _switch(monitor: Monitor, switch: str) -> None:
    from host.debugger.profile import profile_of

    found = profile_of(monitor.session)
    if switch == "clear":
        found.clear()
    elif switch == "off":
        found.detach()
    elif not found.attached:
        found.attach(monitor.session)


def _profile(monitor: Monitor, arguments: Arguments) -> Profile:
    if monitor.session.profile is None:
        raise arguments.without_place("nothing has been counted", "profile on begins to count")
    return monitor.session.profile


def heat(monitor: Monitor, arguments: Arguments) -> None:
    """Show lines with their cycles."""
    found, sources = _profile(monitor, arguments), monitor.session.sources
    file = _file(monitor, arguments)
    if file:
        arguments.end()
        _write(monitor, found.heat(file))
        return
    if arguments.ended:
        here = sources.line_at(monitor.session.address)
        if here:
            _write(monitor, found.heat(here.file))
            return
        first, last = monitor.session.address, None
    else:
        _, (first, *_), last = arguments.place_or_range("a file, a place or a range")
        arguments.end()
    last = _end(monitor, found, first) if last is None else last
    _write(monitor, found.heat(range(first, last + 1)))


def _file(monitor: Monitor, arguments: Arguments) -> str | None:
    """Take the name of a source, if one follows."""
    try:
        file = monitor.session.sources.file(arguments.ahead.strip('"')) if not arguments.ended else None
    except IronboardError:
        return None
    if file:
        arguments.word("a file")
    return file


def _end(monitor: Monitor, found: Profile, first: int) -> int:
    """Return the last address before the label that follows."""
    top = (1 << monitor.session.machine.address_bits) - 1
    following = (label.address for label in found.places().labels() if label.address > first)
    return min(next(following, first + EXTENT) - 1, first + EXTENT - 1, top)


def coverage(monitor: Monitor, arguments: Arguments) -> None:
    """Show, or write, which lines have been executed."""
    force = arguments.keyword(FORCE)
    name = None if arguments.ended else arguments.file_name()
    arguments.end()
    found = _profile(monitor, arguments)
    if name:
        found.write_coverage(name, overwrite=force is not None)
    else:
        _write(monitor, found.coverage_text())


def _write(monitor: Monitor, text: str) -> None:
    monitor.write(text.rstrip("\n"))


GROUP = Group(
    "Measuring",
    (
        Command(
            ("profile", "prof"), "[on | off | clear | tree [PERCENT] | routine PLACE | write [--force] FILE | COUNT]",
            "count the cycles of every routine, label and line", profile,
            more="on begins to count (the machine runs slower), off ends it, clear begins anew. Otherwise: show the "
            "COUNT dearest. tree shows who called whom, routine the callers of one; write is for flame-graph viewers: "
            "folded stacks, or .speedscope.json.",
        ),
        Command(
            ("heat",), "[FILE | PLACE | RANGE]", "show lines or instructions with executions and cycles", heat,
            more="FILE is a source; a PLACE goes up to the next label. Without one: the next instruction's source.",
        ),
        Command(
            ("coverage", "cov"), "[[--force] FILE]", "show what has been executed, or write it", coverage,
            more="FILE.info is written for lcov and for editors.",
        ),
    ),
)  # fmt: skip
