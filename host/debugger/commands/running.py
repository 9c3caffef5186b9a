"""Commands that advance time: steps, runs, keys and other input; and those that go back in time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from emulators.errors import IronboardError
from emulators.machine import Value
from host.debugger.commands.arguments import ADDRESS, COUNT, PLACE, Arguments, WordError, count, optional
from host.debugger.commands.command import Group, Parameter, Repeat
from host.debugger.commands.runner import Runner
from host.debugger.expressions import number
from host.debugger.goals import Goal, Instructions
from host.languages.running import Spot

MOST_BACK = 100_000  # instructions one can go back at once; further back, one jumps to a cycle
MOST_SHOWN = 10_000  # instructions of the past
SHOWN = 10

RUNNING = Group("Running", moves=True)
PAST = Group("Time travel", moves=True)
INPUT = Group("Input")


# ---------------------------------------------------------------- steps


@RUNNING.command("step z stepi si", COUNT, repeat=Repeat.SAME)
def step(monitor: Runner, count: int) -> None:
    """Execute one or more instructions."""
    monitor.run(lambda: monitor.session.begin(Instructions(count)), instructions=True)


@RUNNING.command("next n over nexti ni", COUNT, repeat=Repeat.SAME)
def step_over(monitor: Runner, count: int) -> None:
    """Execute an instruction, including the subroutines it calls."""
    _series(monitor, count, lambda: monitor.session.step_goal(over=True, lines=False), instructions=True)


@RUNNING.command("out return ret finish", COUNT, repeat=Repeat.SAME)
def step_out(monitor: Runner, count: int) -> None:
    """Run until the subroutine has returned.

    Runs to the call of the procedure or parameter if the program's language is known.
    """
    _series(monitor, count, monitor.session.out_goal)


@RUNNING.command("line into", COUNT, repeat=Repeat.SAME)
def step_line(monitor: Runner, count: int) -> None:
    """Run to the next source line, into calls.

    Where the program's language is known: to the next statement, or into a parameter that is evaluated.
    """
    _series(monitor, count, lambda: monitor.session.step_goal(over=False))


@RUNNING.command("nextline nl", COUNT, repeat=Repeat.SAME)
def step_over_line(monitor: Runner, count: int) -> None:
    """Run to the next source line; calls are not followed.

    Where the program's language is known: to the next statement of the same procedure, or of its callers.
    """
    _series(monitor, count, lambda: monitor.session.step_goal(over=True))


def _series(monitor: Runner, count: int, goal: Callable[[], Goal], *, instructions: bool = False) -> None:
    monitor.run(lambda: monitor.session.begin(goal()), count, instructions=instructions)


# ---------------------------------------------------------------- runs


@RUNNING.command("continue cont x", repeat=Repeat.SAME)
def proceed(monitor: Runner) -> None:
    """Run until something stops the machine."""
    monitor.run(monitor.session.begin)


@RUNNING.command("run", optional(Parameter("CYCLES | SECONDS", Arguments.duration)), repeat=Repeat.SAME)
def run(monitor: Runner, cycles: int | None) -> None:
    """Run for a time; without one, until something stops the machine.

    Cycles are decimal; seconds of the machine's own clock are written 0.5s or 20ms.
    """
    session = monitor.session
    monitor.run(session.begin if cycles is None else lambda: session.begin(until=session.cycles + cycles))


@RUNNING.command("until un", PLACE)
def until(monitor: Runner, place: tuple[str, list[Spot]]) -> None:
    """Run to an address, a label or FILE:LINE."""
    monitor.run(lambda: monitor.session.begin_until(*place[1]))


def _target(arguments: Arguments) -> int | Callable[[Runner], None] | None:
    """Read an address, or `cycle` and a moment: that is `jump`."""
    if arguments.ahead.lower() == "cycle":
        moment = _moment(arguments)
        return lambda monitor: jump(monitor, moment)
    return None if arguments.ended else arguments.address()


@RUNNING.command("goto g", Parameter("[ADDRESS]", _target))
def goto(monitor: Runner, target: int | Callable[[Runner], None] | None) -> None:
    """Set the program counter and run from there."""
    session = monitor.session
    if callable(target):
        target(monitor)
        return
    if target is not None:
        session.write_register(session.machine.program_counter, target)
    monitor.run(session.begin)


@RUNNING.command("reset")
def reset(monitor: Runner) -> None:
    """Press the machine's reset key."""
    monitor.session.machine.reset()
    monitor.show()


def _limit(arguments: Arguments) -> int | str:
    """Read a limit; `none` is returned as it is, an empty text if omitted."""
    if arguments.ended:
        return ""
    return arguments.keyword("none") or arguments.duration("cycles, seconds such as 0.5s, or none")


@RUNNING.command("limit", Parameter("[CYCLES | SECONDS | none]", _limit))
def limit(monitor: Runner, wanted: int | str) -> Iterator[str]:
    """Make every run that exceeds this time an error.

    Keeps scripts from running for ever. Without an argument: show the limit.
    """
    if wanted != "":
        monitor.limit = wanted if isinstance(wanted, int) else None
    yield "no limit" if monitor.limit is None else f"a run ends after {monitor.limit:,} cycles at the latest"


# ---------------------------------------------------------------- the past


@PAST.command("back prev", count("[COUNT]", "how many instructions", most=MOST_BACK), repeat=Repeat.SAME)
def back(monitor: Runner, count: int) -> None:
    """Go back by one or more instructions.

    Memory, devices and input are restored. A run from there repeats the same events; new input replaces the
    recorded future.
    """
    monitor.travel(lambda: monitor.session.step_back(count))


@PAST.command("lineback lb", repeat=Repeat.SAME)
def line_back(monitor: Runner) -> None:
    """Go back to the previous source line, over its calls."""
    monitor.travel(monitor.session.line_back)


@PAST.command("reverse rc", repeat=Repeat.SAME)
def reverse(monitor: Runner) -> None:
    """Go back to the last place where a breakpoint or watchpoint would have stopped.

    Conditions count, hit counts do not; log points neither stop nor print.
    """
    monitor.travel(monitor.session.reverse)


def _moment(arguments: Arguments) -> int:
    """Read a time in the history; return its cycle."""
    history = arguments.session.history
    arguments.keyword("cycle")
    word = arguments.keyword("start", "end")
    if word:
        return history.start if word == "start" else history.end
    sign = arguments.sign()
    time = arguments.duration("a cycle, seconds such as 0.5s, start, end, or +TIME, -TIME")
    cycle = arguments.session.cycles + sign * time if sign else time
    if not history.start <= cycle <= history.end:
        known = f"{history.start:,} to {history.end:,}"
        hint = "run goes on after it" if cycle > history.end else ""
        raise arguments.error(f"cycle {cycle:,} is outside the recorded history: {known}", hint)
    return cycle


@PAST.command("jump", Parameter("CYCLE | SECONDS | start | end | +TIME | -TIME", _moment))
def jump(monitor: Runner, cycle: int) -> None:
    """Go to a time in the history.

    goto cycle N is the same as jump N.
    """
    monitor.travel(lambda: monitor.session.go(cycle))


@PAST.command("who", ADDRESS)
def who(monitor: Runner, address: int) -> Iterator[str]:
    """Show which instruction last wrote this word, and when."""
    layout, found = monitor.layout, monitor.session.last_write(address)
    if found is None:
        since = layout.moment(monitor.session.history.start)
        yield f"   nothing has written to {layout.near(address)} since {since}"
        return
    words = f"{layout.word(found.before)} became {layout.word(found.after)}"
    yield f"   {layout.near(address)}: {words} in {layout.moment(found.cycle)}"
    if found.address is None:
        yield "   it came from an input: a key, the debugger, a file"
    else:
        yield layout.instruction(found.address)[0]


@PAST.command("history")
def history(monitor: Runner) -> Iterator[str]:
    """Show how far back the history reaches, and how much memory it takes."""
    past, moment = monitor.session.history, monitor.layout.moment
    yield f"   begins  {moment(past.start)}"
    yield f"   now     {moment(monitor.session.cycles)}"
    yield f"   ends    {moment(past.end)}"
    yield f"   inputs  {past.given} until now, {len(past.log) - past.given} to come"
    yield f"   memory  {past.snapshots:,} snapshot{'s' * (past.snapshots != 1)}, {past.size / 1024:,.0f} KiB"


LAST = count("[COUNT]", "how many instructions", SHOWN, MOST_SHOWN)


@PAST.command("chis cpuhistory", LAST)
def cpu_history(monitor: Runner, count: int) -> None:
    """Show the last instructions, each with the registers before it."""
    layout = monitor.layout

    def look() -> None:
        line = layout.instruction(monitor.session.address)[0].removeprefix("->")
        monitor.write(f"  {line}")
        monitor.write(f"   {layout.state()}")

    monitor.session.live_again(count, look)


@PAST.command("timing", LAST)
def timing(monitor: Runner, count: int) -> None:
    """Show the last instructions: units, times, and what each waited for.

    For machines whose instructions overlap. Times are cycles, counted from the first of them.
    """
    session, kind = monitor.session, monitor.kind
    if kind is None or kind.timing is None:
        raise IronboardError(f"the {session.machine.title} executes one instruction at a time: see cycles, bus")
    noted, begun = kind.timing(session.machine, monitor.layout.where), False

    def look() -> None:
        nonlocal begun
        if not begun:
            begun = True
            noted.begin()

    def after() -> None:
        for line in noted.lines() if begun else ["no earlier instruction is recorded"]:
            monitor.write(f"   {line}")

    try:
        session.live_again(count, look, after)
    finally:
        noted.end()


# ---------------------------------------------------------------- input


def _keys(arguments: Arguments) -> list[str]:
    """Read the names of keys; some are more than one word."""
    kind = arguments.monitor.kind
    known = set(kind.keys().values()) if kind else set()
    keys: list[str] = []
    begun = ""
    while begun or not keys or not arguments.ended:
        name = begun if arguments.ended and begun else f"{begun} {arguments.word('a key').upper()}".strip()
        if not known or name in known:
            keys.append(name)
            begun = ""
        elif name != begun and any(each.startswith(f"{name} ") for each in known):
            begun = name
        else:
            listed = (", " if any(" " in key for key in known) else " ").join(sorted(known))
            raise arguments.error(f"there is no key '{name}': there are {listed}")
    return keys


@INPUT.command("press", Parameter("KEY...", _keys))
def press(monitor: Runner, keys: list[str]) -> None:
    """Press keys of the machine one by one while it runs.

    A key is held for 50 ms, followed by a pause of 50 ms. If the run halts, the remaining keys are pressed when the
    machine continues.
    """
    monitor.run(lambda: monitor.session.begin_press(*keys))


@INPUT.command("type keybuf", Parameter("TEXT", lambda arguments: arguments.text("the text to type")))
def type_text(monitor: Runner, text: str) -> None:
    r"""Send characters from the terminal while the machine runs.

    TEXT may be quoted; \r is Return, \x7F a character by its code: type "0200 G\r"
    """
    monitor.session.give("type", text)


def _input(arguments: Arguments) -> tuple[str, str] | None:
    """Read the name of an input and the text of its value, None if omitted."""
    if arguments.ended:
        return None
    inputs = arguments.session.machine.inputs
    kind = arguments.word("a kind of input")
    if kind not in inputs:
        raise arguments.error(f"there is no input '{kind}': there are {', '.join(inputs)}")
    return kind, arguments.rest(f"a value: {inputs[kind]}")


@INPUT.command("input give", Parameter("[KIND VALUE]", _input))
def give(monitor: Runner, given: tuple[str, str] | None) -> Iterable[str]:
    """Apply any of the machine's inputs; without arguments, list them.

    VALUE is JSON, a number with a prefix ($FF), or a word: input sst 1, input key_down GO
    """
    if given is None:
        return [f"   {kind:12}  {meaning}" for kind, meaning in monitor.session.machine.inputs.items()]
    try:
        monitor.session.give(given[0], value_of(given[1]))
    except IronboardError as error:
        raise WordError(str(error)) from None
    return []


def value_of(text: str) -> Value:
    """Return the value of an input: JSON, a number with a prefix ($FF, %101), else the text itself."""
    try:
        value = json.loads(text)
    except ValueError:
        prefixed = text[0] in "$%" or text[:2].lower() in ("0x", "0o")
        found = number(text, 10) if prefixed else None
        return text if found is None else found
    return value if isinstance(value, int | str | list) and not isinstance(value, bool) else text
