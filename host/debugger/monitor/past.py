"""Commands that go back in time, or ask about the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group, Repeat

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

MOST_BACK = 100_000  # instructions one can go back at once; further back, one jumps to a cycle
MOST_SHOWN = 10_000  # instructions of the past
SHOWN = 10


def back(monitor: Monitor, arguments: Arguments) -> None:
    """Go back by instructions."""
    count = arguments.count("how many instructions", most=MOST_BACK)
    arguments.end()
    monitor.travel(lambda: monitor.session.step_back(count))


def line_back(monitor: Monitor, arguments: Arguments) -> None:
    """Go back to the source line before."""
    arguments.end()
    monitor.travel(monitor.session.line_back)


def reverse(monitor: Monitor, arguments: Arguments) -> None:
    """Go back to the last stop."""
    arguments.end()
    monitor.travel(monitor.session.reverse)


def jump(monitor: Monitor, arguments: Arguments) -> None:
    """Go to a moment."""
    session, history = monitor.session, monitor.session.history
    arguments.keyword("cycle")
    word = arguments.keyword("start", "end")
    if word:
        cycle = history.start if word == "start" else history.end
    else:
        sign = arguments.sign()
        time = arguments.duration("a cycle, seconds such as 0.5s, start, end, or +TIME, -TIME")
        cycle = session.cycles + sign * time if sign else time
    arguments.end()
    if not history.start <= cycle <= history.end:
        known = f"{history.start:,} to {history.end:,}"
        hint = "run goes on behind it" if cycle > history.end else ""
        raise arguments.error(f"cycle {cycle:,} is not in the past that is known: {known}", hint)
    monitor.travel(lambda: session.go(cycle))


def who(monitor: Monitor, arguments: Arguments) -> None:
    """Tell who wrote a word last."""
    address = arguments.address()
    arguments.end()
    layout, found = monitor.layout, monitor.session.last_write(address)
    if found is None:
        since = layout.moment(monitor.session.history.start)
        monitor.write(f"   nothing has written to {layout.near(address)} since {since}")
        return
    words = f"{layout.word(found.before)} became {layout.word(found.after)}"
    monitor.write(f"   {layout.near(address)}: {words} in {layout.moment(found.cycle)}")
    if found.address is None:
        monitor.write("   it came from outside: a key, a debugger, a file")
    else:
        monitor.write(layout.instruction(found.address)[0])


def history(monitor: Monitor, arguments: Arguments) -> None:
    """Tell what is known of the past."""
    arguments.end()
    past, moment = monitor.session.history, monitor.layout.moment
    monitor.write(f"   begins  {moment(past.start)}")
    monitor.write(f"   now     {moment(monitor.session.cycles)}")
    monitor.write(f"   ends    {moment(past.end)}")
    monitor.write(f"   inputs  {past.given} until now, {len(past.log) - past.given} to come")
    monitor.write(f"   memory  {past.snapshots:,} snapshot{'s' * (past.snapshots != 1)}, {past.size / 1024:,.0f} KiB")


def cpu_history(monitor: Monitor, arguments: Arguments) -> None:
    """Show the last instructions."""
    count = arguments.count("how many instructions", SHOWN, MOST_SHOWN)
    arguments.end()
    layout = monitor.layout

    def look() -> None:
        line = layout.instruction(monitor.session.address)[0].removeprefix("->")
        monitor.write(f"  {line}")
        monitor.write(f"   {layout.state()}")

    monitor.session.live_again(count, look)


def timing(monitor: Monitor, arguments: Arguments) -> None:
    """Show what the last instructions have waited for."""
    count = arguments.count("how many instructions", SHOWN, MOST_SHOWN)
    arguments.end()
    session, kind = monitor.session, monitor.kind
    if kind is None or kind.timing is None:
        raise IronboardError(f"the {session.machine.title} executes one instruction behind the other: see cycles, bus")
    noted, begun = kind.timing(session.machine, monitor.layout.where), False

    def look() -> None:
        nonlocal begun
        if not begun:
            begun = True
            noted.begin()

    def behind() -> None:
        for line in noted.lines() if begun else ["no instruction before this one is known"]:
            monitor.write(f"   {line}")

    try:
        session.live_again(count, look, behind)
    finally:
        noted.end()


GROUP = Group(
    "Time travel",
    (
        Command(
            ("back", "prev"), "[COUNT]", "go back by an instruction, or by several", back, Repeat.SAME,
            "Memory, devices and input are as they were. Going on from there, the same happens again; input given "
            "there begins another future.",
        ),
        Command(
            ("lineback", "lb"), "", "go back to the source line before, over the calls in it", line_back, Repeat.SAME,
        ),
        Command(
            ("reverse", "rc"), "", "go back to where a breakpoint or watchpoint would have stopped last", reverse,
            Repeat.SAME, "Conditions count, hit counts do not, log points neither stop nor speak.",
        ),
        Command(
            ("jump",), "CYCLE | SECONDS | start | end | +TIME | -TIME", "go to a moment of the past that is known",
            jump, more="goto cycle N is the same as jump N.",
        ),
        Command(("who",), "ADDRESS", "tell which instruction wrote this word last, and when", who),
        Command(("history",), "", "tell how far back the past is known, and what that costs", history),
        Command(("chis", "cpuhistory"), "[COUNT]", "show the last instructions, each with the registers before it",
                cpu_history),
        Command(
            ("timing",), "[COUNT]", "show the last instructions: units, times, and what each has waited for", timing,
            more="For machines whose instructions overlap. Times are cycles, counted from the first of them.",
        ),
    ),
)  # fmt: skip
