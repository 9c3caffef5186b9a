"""Commands about breakpoints, watchpoints and log points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from host.debugger.commands.arguments import Arguments, optional
from host.debugger.commands.command import Group, Parameter
from host.debugger.commands.runner import Runner
from host.debugger.session import Session
from host.debugger.stops import Breakpoint, Kind, Wanted, hit_test

CLAUSES = ("if", "hits", "log", "temp")
OPERATIONS = {
    "exec": Kind.EXECUTE, "load": Kind.READ, "read": Kind.READ, "store": Kind.WRITE, "write": Kind.WRITE,
    "access": Kind.ACCESS, "change": Kind.CHANGE,
}  # fmt: skip
STOPPING = Group("Breakpoints")


# ---------------------------------------------------------------- setting them


def _wanted(arguments: Arguments, default: Kind) -> Wanted:
    """Read a breakpoint: operation, place, range, register or variable, and clauses."""
    operation = arguments.keyword(*OPERATIONS)
    kind = OPERATIONS.get(operation, default)
    if _names_register(arguments.session, arguments.ahead, kind):
        register = arguments.word("a register")
        if kind == Kind.EXECUTE or (operation and kind != Kind.CHANGE):
            raise arguments.error(f"{register.upper()} is a register: only its changes can be watched")
        found = Wanted(Kind.CHANGE, register=register)
    elif kind == Kind.EXECUTE:
        found = _executed(arguments)
    else:
        found = _touched(arguments, kind)
    return _with_clauses(arguments, found)


def _names_register(session: Session, text: str, kind: Kind) -> bool:
    """Return whether a word is a register: procedures, labels and variables of the program come first."""
    if text.upper() not in (name.upper() for name in session.machine.registers):
        return False
    return not (session.named(text) if kind == Kind.EXECUTE else session.in_language(text))


def _executed(arguments: Arguments) -> Wanted:
    """Read a place, perhaps with instructions at several addresses, or a range of instructions."""
    place, spots = arguments.spots()
    if len(spots) == 1 and not arguments.ended and arguments.ahead.lower() not in CLAUSES:
        ranges = [(spots[0].address, arguments.address("the last address"), 0)]
    else:
        ranges = [(address, address, part) for address, part in spots]
    return Wanted(Kind.EXECUTE, place, ranges=tuple(ranges))


def _touched(arguments: Arguments, kind: Kind) -> Wanted:
    """Read a range of memory, or a variable of the program's language."""
    session, text = arguments.session, arguments.ahead
    language = session.in_language(text) if text else None
    if language is None:
        first, last = arguments.open_range("a range or a register", CLAUSES)
        return Wanted(kind, text, ranges=((first, first if last is None else last, 0),))
    found = language.evaluate(text, session.frame)
    arguments.word("a variable")
    if found.address is None:
        raise arguments.error(f"'{text}' is not in storage and cannot be watched")
    return Wanted(kind, text, ranges=((found.address, found.address + found.words - 1, 0),))


def _with_clauses(arguments: Arguments, found: Wanted) -> Wanted:
    """Read `if`, `hits`, `log` and `temp`, in any order; `log` goes to the end of the line."""
    while not arguments.ended:
        clause = arguments.keyword(*CLAUSES)
        if clause == "if":
            found = found._replace(condition=arguments.whole_expression("a condition", CLAUSES))
        elif clause == "hits":
            found = found._replace(hits=_hits(arguments))
        elif clause == "log":
            found = found._replace(message=arguments.text("the message"))
        elif clause == "temp":
            found = found._replace(temporary=True)
        else:
            arguments.word("")
            raise arguments.error(f"'{arguments.last.text}' is unexpected", f"expected {', '.join(CLAUSES)}")
    return found


def _hits(arguments: Arguments) -> str:
    """Read a hit count."""
    text = arguments.word("a hit count such as 5, ==5 or %5")
    with arguments.pointing():
        hit_test(text)
    return text


CLAUSES_NOTE = (
    "After the place: if CONDITION, hits COUNT (5: the fifth time and later; ==5, >5, %5), temp, and last log TEXT, "
    "which prints TEXT instead of stopping, with {A} and other expressions filled in."
)


def _what(usage: str, default: Kind, note: str = "") -> Parameter:
    return Parameter(usage, lambda arguments: _wanted(arguments, default), note)


BROKEN = _what("[exec|load|store] [PLACE [LAST]] [CLAUSES]", Kind.EXECUTE, CLAUSES_NOTE)
WATCHED = _what("[load|store|access|change] RANGE|REGISTER|VARIABLE [CLAUSES]", Kind.ACCESS, CLAUSES_NOTE)
TRACED = _what("[exec|load|store|access|change] PLACE|RANGE [CLAUSES]", Kind.EXECUTE)


@STOPPING.command("break bk b add_breakpoint ab", BROKEN._replace(read=optional(BROKEN).read))
def stop_at(monitor: Runner, each: Wanted | None) -> Iterable[str]:
    """Stop before an instruction; without arguments, list the breakpoints."""
    if each is None:
        yield from list_all(monitor)
        return
    yield from map(monitor.layout.breakpoint, monitor.session.stops.put(each))
    yield from _unnoticed(monitor, each)


def _unnoticed(monitor: Runner, each: Wanted) -> Iterator[str]:
    """Name at once the accesses that a watchpoint will miss."""
    if missed := monitor.session.unnoticed(each):
        yield f"     {missed}"


@STOPPING.command("tbreak tb", _what("PLACE [CLAUSES]", Kind.EXECUTE))
def stop_once(monitor: Runner, each: Wanted) -> Iterable[str]:
    """Stop once at an instruction.

    The breakpoint is deleted when it stops the machine.
    """
    return stop_at(monitor, each._replace(temporary=True))


@STOPPING.command("watch w", WATCHED)
def watch(monitor: Runner, each: Wanted) -> Iterable[str]:
    """Stop after an instruction that touches memory, or changes a register.

    load (read), store (write), access (either; what is meant without a word), change (another value is written).
    """
    return stop_at(monitor, each)


@STOPPING.command("trace tr", TRACED)
def trace(monitor: Runner, wanted: Wanted) -> Iterable[str]:
    """Print the registers whenever this is reached, and go on."""
    registers = "  ".join(f"{name} {{{name}}}" for name in monitor.session.machine.registers)
    for each in monitor.session.stops.put(wanted):
        each.message = each.message or f"{each.number} {monitor.layout.target(each)}: {registers}"
        yield monitor.layout.breakpoint(each)
    yield from _unnoticed(monitor, wanted)


# ---------------------------------------------------------------- listing and changing them


@STOPPING.command("breakpoints show_breakpoints sb")
def list_all(monitor: Runner) -> Iterable[str]:
    """List the breakpoints."""
    listed = monitor.session.breakpoints
    return map(monitor.layout.breakpoint, listed) if listed else ["no breakpoints"]


def _number(arguments: Arguments) -> Breakpoint:
    """Read the number of a breakpoint."""
    number = arguments.count("the number of a breakpoint", None)
    with arguments.pointing():
        return arguments.session.stops[number]


def _several(arguments: Arguments) -> list[Breakpoint]:
    """Read numbers of breakpoints; none, or `all`, means all of them."""
    if arguments.ended or arguments.keyword("all"):
        return arguments.session.breakpoints
    found = {}
    while not arguments.ended:
        each = _number(arguments)
        found[each.number] = each
    return list(found.values())


NUMBER, NUMBERS = Parameter("NUMBER", _number), Parameter("[NUMBER...]", _several)


def _condition(arguments: Arguments) -> str:
    given = arguments.keyword("if")
    return "" if arguments.ended and not given else arguments.whole_expression("a condition")


@STOPPING.command("condition cond", NUMBER, Parameter("[if CONDITION]", _condition))
def condition(monitor: Runner, each: Breakpoint, text: str) -> Iterable[str]:
    """Stop only when this is true; or always."""
    return _changed(monitor, each, condition=text)


@STOPPING.command("hits", NUMBER, optional(Parameter("COUNT", _hits)))
def hits(monitor: Runner, each: Breakpoint, text: str | None) -> Iterable[str]:
    """Stop only at the COUNTth hit (5, ==5, >5, %5); or always."""
    return _changed(monitor, each, hits_wanted=text or "")


@STOPPING.command("ignore", NUMBER, Parameter("[COUNT]", lambda arguments: arguments.count("how many hits to ignore")))
def ignore(monitor: Runner, each: Breakpoint, count: int) -> Iterable[str]:
    """Ignore the next COUNT hits of a breakpoint (1)."""
    return _changed(monitor, each, hits_wanted=f">{each.hits + count}")


@STOPPING.command("log", NUMBER, optional(Parameter("TEXT", lambda arguments: arguments.text("the message"))))
def log(monitor: Runner, each: Breakpoint, text: str | None) -> Iterable[str]:
    """Print a message instead of stopping; or stop again."""
    return _changed(monitor, each, message=text or "")


def _changed(monitor: Runner, each: Breakpoint, **changes: str) -> Iterable[str]:
    monitor.session.stops.change(each.number, **changes)
    return [monitor.layout.breakpoint(each)]


@STOPPING.command("enable en", NUMBERS)
def enable(monitor: Runner, chosen: list[Breakpoint], on: bool = True) -> None:
    """Enable breakpoints; all, if no number is given."""
    for each in chosen:
        monitor.session.stops.enable(each.number, on)


@STOPPING.command("disable dis", NUMBERS)
def disable(monitor: Runner, chosen: list[Breakpoint]) -> None:
    """Disable breakpoints; all, if no number is given."""
    enable(monitor, chosen, on=False)


@STOPPING.command("delete del delete_breakpoint db", NUMBERS)
def delete(monitor: Runner, chosen: list[Breakpoint]) -> None:
    """Delete breakpoints; all, if no number is given."""
    monitor.session.stops.remove(*(each.number for each in chosen))
