"""Commands that let time pass: steps, runs, keys and other input."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from emulators.machine import Value
from host.debugger.expressions import number
from host.debugger.goals import Goal, Instructions, Over
from host.debugger.monitor import past
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group, Repeat

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor


# ---------------------------------------------------------------- steps


def step(monitor: Monitor, arguments: Arguments) -> None:
    """Execute instructions."""
    count = arguments.count()
    arguments.end()
    monitor.run(lambda: monitor.session.begin(Instructions(count)), instructions=True)


def step_over(monitor: Monitor, arguments: Arguments) -> None:
    """Execute instructions with all they call."""
    _series(monitor, arguments, lambda: Over(monitor.session.machine), instructions=True)


def step_line(monitor: Monitor, arguments: Arguments) -> None:
    """Run to the next source line."""
    _series(monitor, arguments, lambda: monitor.session.step_goal(over=False))


def step_over_line(monitor: Monitor, arguments: Arguments) -> None:
    """Run to the next source line, calls included."""
    _series(monitor, arguments, lambda: monitor.session.step_goal(over=True))


def step_out(monitor: Monitor, arguments: Arguments) -> None:
    """Run to the end of the subroutine."""
    _series(monitor, arguments, monitor.session.out_goal)


def _series(monitor: Monitor, arguments: Arguments, goal: Callable[[], Goal], *, instructions: bool = False) -> None:
    count = arguments.count()
    arguments.end()
    monitor.run(lambda: monitor.session.begin(goal()), count, instructions=instructions)


# ---------------------------------------------------------------- runs


def proceed(monitor: Monitor, arguments: Arguments) -> None:
    """Run until something stops the machine."""
    arguments.end()
    monitor.run(monitor.session.begin)


def run(monitor: Monitor, arguments: Arguments) -> None:
    """Run for a time, or until something stops the machine."""
    if arguments.ended:
        proceed(monitor, arguments)
        return
    cycles = arguments.duration()
    arguments.end()
    monitor.run(lambda: monitor.session.begin(until=monitor.session.cycles + cycles))


def until(monitor: Monitor, arguments: Arguments) -> None:
    """Run to a place."""
    _, spots = arguments.spots()
    arguments.end()
    monitor.run(lambda: monitor.session.begin_until(*spots))


def goto(monitor: Monitor, arguments: Arguments) -> None:
    """Go on at another address."""
    session = monitor.session
    if arguments.ahead.lower() == "cycle":
        past.jump(monitor, arguments)
        return
    if not arguments.ended:
        address = arguments.address()
        arguments.end()
        session.write_register(session.machine.program_counter, address)
    monitor.run(session.begin)


def reset(monitor: Monitor, arguments: Arguments) -> None:
    """Press the reset key."""
    arguments.end()
    monitor.session.machine.reset()
    monitor.show()


def limit(monitor: Monitor, arguments: Arguments) -> None:
    """Say how long a run may take."""
    if arguments.keyword("none"):
        arguments.end()
        monitor.limit = None
    elif not arguments.ended:
        cycles = arguments.duration("cycles, seconds such as 0.5s, or none")
        arguments.end()
        monitor.limit = cycles
    monitor.write("no limit" if monitor.limit is None else f"a run ends after {monitor.limit:,} cycles at the latest")


# ---------------------------------------------------------------- input


def press(monitor: Monitor, arguments: Arguments) -> None:
    """Press keys; the names of some are more than one word."""
    known = set(monitor.kind.keys().values()) if monitor.kind else set()
    keys: list[str] = []
    begun = ""
    while begun or not keys or not arguments.ended:
        if begun and arguments.ended:
            raise arguments.error(f"there is no key '{begun}': there are {_listed(known)}")
        name = f"{begun} {arguments.word('a key').upper()}".strip()
        if not known or name in known:
            keys.append(name)
            begun = ""
        elif any(each.startswith(f"{name} ") for each in known):
            begun = name
        else:
            raise arguments.error(f"there is no key '{name}': there are {_listed(known)}")
    monitor.run(lambda: monitor.session.begin_press(*keys))


def _listed(keys: Iterable[str]) -> str:
    """Return names of keys, with commas where some are more than one word."""
    return (", " if any(" " in key for key in keys) else " ").join(sorted(keys))


def type_text(monitor: Monitor, arguments: Arguments) -> None:
    """Let the terminal send characters."""
    monitor.session.give("type", arguments.text("the text to type"))


def give(monitor: Monitor, arguments: Arguments) -> None:
    """Give the machine any of its inputs."""
    if arguments.ended:
        for kind, meaning in monitor.session.machine.inputs.items():
            monitor.write(f"   {kind:12}  {meaning}")
        return
    kind = arguments.word("a kind of input")
    if kind not in monitor.session.machine.inputs:
        raise arguments.error(f"there is no input '{kind}': there are {', '.join(monitor.session.machine.inputs)}")
    text = arguments.rest(f"a value: {monitor.session.machine.inputs[kind]}")
    try:
        monitor.session.give(kind, value_of(text))
    except IronboardError as error:
        raise arguments.error(str(error)) from None


def value_of(text: str) -> Value:
    """Return the value of an input: JSON, a number with a prefix ($FF, %101), else the text itself."""
    try:
        value = json.loads(text)
    except ValueError:
        prefixed = text[0] in "$%" or text[:2].lower() in ("0x", "0o")
        found = number(text, 10) if prefixed else None
        return text if found is None else found
    return value if isinstance(value, int | str | list) and not isinstance(value, bool) else text


GROUP = Group(
    "Running",
    (
        Command(("step", "z"), "[COUNT]", "execute an instruction, or several", step, Repeat.SAME),
        Command(
            ("next", "n", "over"), "[COUNT]", "execute an instruction with all that it calls", step_over, Repeat.SAME
        ),
        Command(
            ("out", "return", "ret", "finish"), "[COUNT]",
            "run to the end of the subroutine, behind its return", step_out, Repeat.SAME,
            "Where the program's language is known: to where the procedure, or the parameter, has been called.",
        ),
        Command(
            ("line", "into"), "[COUNT]", "run to the next source line, into calls", step_line, Repeat.SAME,
            "Where the program's language is known: to the next statement, or into a parameter that is evaluated.",
        ),
        Command(
            ("nextline", "nl"), "[COUNT]",
            "run to the next source line; calls are not followed", step_over_line, Repeat.SAME,
            "Where the program's language is known: to the next statement of the same procedure, or of its callers.",
        ),
        Command(("continue", "cont", "x"), "", "run until something stops the machine", proceed, Repeat.SAME),
        Command(
            ("run",), "[CYCLES | SECONDS]", "run for a time; without one, until something stops the machine", run,
            Repeat.SAME, "Cycles are decimal; seconds of the machine's own clock are written 0.5s or 20ms.",
        ),
        Command(("until", "un"), "PLACE", "run to an address, a label or FILE:LINE", until),
        Command(("goto", "g"), "[ADDRESS]", "set the program counter and run from there", goto),
        Command(("reset",), "", "do what the machine's reset key does", reset),
        Command(
            ("limit",), "[CYCLES | SECONDS | none]", "end every run after so much time, as an error", limit,
            more="For scripts that must not run for ever. Without an argument: say what the limit is.",
        ),
    ),
)  # fmt: skip

INPUT = Group(
    "Input",
    (
        Command(
            ("press",), "KEY...", "press keys of the machine, one after the other, while it runs", press,
            more="A key is held for 50 ms, and nothing is pressed for 50 ms behind it. When something halts the run, "
            "the rest is still pressed as the machine runs on.",
        ),
        Command(
            ("type", "keybuf"), "TEXT", "let the terminal send characters as the machine runs on", type_text,
            more='TEXT is in quotes or not; \\r is Return, \\x7F a character by its code: type "0200 G\\r"',
        ),
        Command(
            ("input", "give"), "[KIND VALUE]", "give the machine any of its inputs; without arguments, list them", give,
            more="VALUE is JSON, a number with a prefix ($FF), or a word: input sst 1, input key_down GO",
        ),
    ),
)  # fmt: skip
