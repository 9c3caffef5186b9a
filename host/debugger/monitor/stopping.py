"""Commands about breakpoints, watchpoints and log points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group
from host.debugger.stops import Breakpoint, Kind, wanted

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

CLAUSES = ("if", "hits", "log", "temp")
OPERATIONS = {
    "exec": Kind.EXECUTE, "load": Kind.READ, "read": Kind.READ, "store": Kind.WRITE, "write": Kind.WRITE,
    "access": Kind.ACCESS, "change": Kind.CHANGE,
}  # fmt: skip


class Clauses(NamedTuple):
    """What may stand behind a place."""

    condition: str = ""
    hits: str = ""
    message: str = ""
    temporary: bool = False


def stop_at(temporary: bool = False) -> Callable[[Monitor, Arguments], None]:
    """Return the command that sets breakpoints, or temporary ones."""

    def act(monitor: Monitor, arguments: Arguments) -> None:
        if arguments.ended and not temporary:
            list_all(monitor, arguments)
            return
        operation = arguments.keyword(*OPERATIONS)
        kind = OPERATIONS[operation] if operation else Kind.EXECUTE
        _show(monitor, _set(monitor, arguments, kind, Clauses(temporary=temporary)))

    return act


def watch(monitor: Monitor, arguments: Arguments) -> None:
    """Set a watchpoint."""
    operation = arguments.keyword(*OPERATIONS)
    if operation is None and is_register(monitor, arguments.ahead):
        operation = "change"
    _show(monitor, _set(monitor, arguments, OPERATIONS[operation or "access"], Clauses()))


def trace(monitor: Monitor, arguments: Arguments) -> None:
    """Set a log point that names the registers."""
    operation = arguments.keyword(*OPERATIONS)
    kind = OPERATIONS[operation] if operation else Kind.EXECUTE
    registers = "  ".join(f"{name} {{{name}}}" for name in monitor.session.machine.registers)
    for each in _set(monitor, arguments, kind, Clauses()):
        if not each.message:
            message = f"{each.number} {monitor.layout.target(each)}: {registers}"
            monitor.session.stops.change(each.number, message=message)
        monitor.write(monitor.layout.breakpoint(each))


def is_register(monitor: Monitor, word: str) -> bool:
    """Return whether a word is the name of a register, and so no address."""
    return word.upper() in (name.upper() for name in monitor.session.machine.registers)


def _show(monitor: Monitor, stops: list[Breakpoint]) -> None:
    for each in stops:
        monitor.write(monitor.layout.breakpoint(each))


def _set(monitor: Monitor, arguments: Arguments, kind: Kind, given: Clauses) -> list[Breakpoint]:
    """Read what shall stop the machine, and behind that when; return the breakpoints made of it."""
    stops = monitor.session.stops
    register, place = "", ""
    ranges: list[tuple[int, int, int]] = [(0, 0, 0)]
    if is_register(monitor, arguments.ahead):
        register = arguments.word("a register")
        if kind != Kind.CHANGE:
            raise arguments.error(f"{register.upper()} is a register: only its changes can be watched")
    elif kind == Kind.EXECUTE:
        place, ranges = _executed(arguments)
    elif (named := _named(monitor, arguments)) is not None:
        place, ranges = named
    else:
        place = arguments.ahead
        ranges = [(*arguments.range("a range or a register", CLAUSES), 0)]
    clauses = read_clauses(arguments, given)
    return [
        stops.add(
            kind, first, last, register=register, condition=clauses.condition, hits_wanted=clauses.hits,
            message=clauses.message, temporary=clauses.temporary, place=place, part=part,
        )
        for first, last, part in ranges
    ]  # fmt: skip


def _named(monitor: Monitor, arguments: Arguments) -> tuple[str, list[tuple[int, int, int]]] | None:
    """Read a variable of the program's language, None if none stands here."""
    language, text = monitor.session.language, arguments.ahead
    if language is None or not text or language.condition(text) is None:
        return None
    found = language.evaluate(text, monitor.session.frame)
    arguments.word("a variable")
    if found.address is None:
        raise arguments.error(f"'{text}' has no place in storage that could be watched")
    return text, [(found.address, found.address + found.words - 1, 0)]


def _executed(arguments: Arguments) -> tuple[str, list[tuple[int, int, int]]]:
    """Read a place whose instructions may have several addresses, or a range of instructions."""
    place, spots = arguments.spots()
    if len(spots) == 1 and not arguments.ended and arguments.ahead.lower() not in CLAUSES:
        last = arguments.address("the last address")
        return place, [(spots[0].address, last, 0)]
    return place, [(address, address, part) for address, part in spots]


def read_clauses(arguments: Arguments, given: Clauses) -> Clauses:
    """Read `if`, `hits`, `log` and `temp`, as many as there are; `log` goes to the end of the line."""
    found = given._asdict()
    while not arguments.ended:
        clause = arguments.keyword(*CLAUSES)
        if clause == "if":
            found["condition"] = arguments.whole_expression("a condition", CLAUSES).text
        elif clause == "hits":
            found["hits"] = hit_count(arguments)
        elif clause == "log":
            found["message"] = arguments.text("what to say")
        elif clause == "temp":
            found["temporary"] = True
        else:
            arguments.word("")
            raise arguments.error(f"'{arguments.last.text}' is one too many", f"expected {', '.join(CLAUSES)}")
    return Clauses(**found)


def hit_count(arguments: Arguments) -> str:
    """Take a hit count."""
    text = arguments.word("a hit count such as 5, ==5 or %5")
    try:
        wanted(text)
    except IronboardError as error:
        raise arguments.error(str(error)) from None
    return text


def list_all(monitor: Monitor, arguments: Arguments) -> None:
    """List breakpoints."""
    arguments.end()
    listed = [each for each in monitor.session.stops if each.owner is None]
    _show(monitor, listed)
    if not listed:
        monitor.write("no breakpoints")


# ---------------------------------------------------------------- changing them


def breakpoint_number(monitor: Monitor, arguments: Arguments) -> Breakpoint:
    """Take the number of a breakpoint."""
    number = arguments.count("the number of a breakpoint", None)
    try:
        return monitor.session.stops[number]
    except IronboardError as error:
        raise arguments.error(str(error)) from None


def several(monitor: Monitor, arguments: Arguments) -> list[Breakpoint]:
    """Take numbers of breakpoints; none, or `all`, means all of them."""
    if arguments.ended or arguments.keyword("all"):
        arguments.end()
        return [each for each in monitor.session.stops if each.owner is None]
    found = []
    while not arguments.ended:
        found.append(breakpoint_number(monitor, arguments))
    return found


def delete(monitor: Monitor, arguments: Arguments) -> None:
    """Take breakpoints away."""
    numbers = {each.number for each in several(monitor, arguments)}
    monitor.session.stops.remove(*numbers)


def switch(on: bool) -> Callable[[Monitor, Arguments], None]:
    """Return the command that lets breakpoints work, or rest."""

    def act(monitor: Monitor, arguments: Arguments) -> None:
        for each in several(monitor, arguments):
            monitor.session.stops.enable(each.number, on)

    return act


def condition(monitor: Monitor, arguments: Arguments) -> None:
    """Give a breakpoint a condition."""
    each = breakpoint_number(monitor, arguments)
    given = arguments.keyword("if")
    text = arguments.whole_expression("a condition").text if given or not arguments.ended else ""
    monitor.session.stops.change(each.number, condition=text)
    monitor.write(monitor.layout.breakpoint(each))


def hits(monitor: Monitor, arguments: Arguments) -> None:
    """Give a breakpoint a hit count."""
    each = breakpoint_number(monitor, arguments)
    text = "" if arguments.ended else hit_count(arguments)
    arguments.end()
    monitor.session.stops.change(each.number, hits_wanted=text)
    monitor.write(monitor.layout.breakpoint(each))


def ignore(monitor: Monitor, arguments: Arguments) -> None:
    """Let a breakpoint pass some times."""
    each = breakpoint_number(monitor, arguments)
    count = arguments.count("how often it shall be ignored")
    arguments.end()
    monitor.session.stops.change(each.number, hits_wanted=f">{each.hits + count}")
    monitor.write(monitor.layout.breakpoint(each))


def log(monitor: Monitor, arguments: Arguments) -> None:
    """Let a breakpoint say something instead of stopping."""
    each = breakpoint_number(monitor, arguments)
    text = "" if arguments.ended else arguments.text("what to say")
    monitor.session.stops.change(each.number, message=text)
    monitor.write(monitor.layout.breakpoint(each))


CLAUSES_HELP = (
    "Behind the place: if CONDITION, hits COUNT (5: from the fifth time on; ==5, >5, %5), temp, and at the end "
    "log TEXT: say it instead of stopping, with {A} and other expressions filled in."
)
GROUP = Group(
    "Breakpoints",
    (
        Command(
            ("break", "bk", "b", "add_breakpoint", "ab"), "[exec|load|store] [PLACE [LAST]] [CLAUSES]",
            "stop before an instruction; without arguments, list the breakpoints", stop_at(), more=CLAUSES_HELP,
        ),
        Command(
            ("tbreak", "tb"), "PLACE [CLAUSES]", "stop there once", stop_at(temporary=True),
            more="The breakpoint is gone when it has stopped the machine.",
        ),
        Command(
            ("watch", "w"), "[load|store|access|change] RANGE|REGISTER|VARIABLE [CLAUSES]",
            "stop behind an instruction that touches memory, or changes a register", watch,
            more="load (read), store (write), access (either; what is meant without a word), change (another value is "
            f"written). {CLAUSES_HELP}",
        ),
        Command(
            ("trace", "tr"), "[exec|load|store|access|change] PLACE|RANGE [CLAUSES]",
            "print the registers whenever this is reached, and go on", trace,
        ),
        Command(("breakpoints", "show_breakpoints", "sb"), "", "list the breakpoints", list_all),
        Command(("condition", "cond"), "NUMBER [if CONDITION]", "stop only when this is true; or always", condition),
        Command(("hits",), "NUMBER [COUNT]", "stop only the COUNTth time (5, ==5, >5, %5); or always", hits),
        Command(("ignore",), "NUMBER [COUNT]", "let a breakpoint pass COUNT more times (once)", ignore),
        Command(("log",), "NUMBER [TEXT]", "say this instead of stopping; or stop again", log),
        Command(("enable", "en"), "[NUMBER...]", "let breakpoints work; all, if none is named", switch(True)),
        Command(("disable", "dis"), "[NUMBER...]", "let breakpoints rest; all, if none is named", switch(False)),
        Command(
            ("delete", "del", "delete_breakpoint", "db"), "[NUMBER...]",
            "take breakpoints away; all, if none is named", delete,
        ),
    ),
)  # fmt: skip
