"""Commands that show: registers, instructions, source lines, memory, calls, devices, the bus, values, variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from emulators.errors import IronboardError
from host.debugger.commands.arguments import COUNT, PLACE, STRETCH, Arguments, flag, optional
from host.debugger.commands.command import Group, Parameter, Repeat
from host.debugger.commands.runner import Runner
from host.debugger.expressions import register_named
from host.debugger.layout import described
from host.debugger.session import LINE, Location
from host.languages.running import MOST, Language, Spot

INSTRUCTIONS, ROWS, LINES = 12, 8, 11  # shown when nothing is said
MOST_LINES = 100_000  # of one command
LARGEST = 1024  # bits of a number that is printed
ROW, MOST_ELEMENTS = 10, 200  # elements of an array: in a line, at most
NO_LANGUAGE = "the program has no known source language: registers, mem and print show the machine"

LOOKING = Group("Looking")
SPEAKING = Group("The program's own language")


def _assignments(arguments: Arguments) -> list[tuple[Location, int]]:
    """Read NAME=VALUE and NAME.BIT=VALUE up to the end; return registers, or bits of them, and values."""
    session, changes = arguments.session, []
    while not arguments.ended:
        text = arguments.until_sign("=", "a register: NAME=VALUE")
        with arguments.pointing():
            register_named(session.machine, text.partition(".")[0])
            place = session.location(text)
        assert place
        value = arguments.expression("a value")
        if not 0 <= value < 1 << place.bits:
            width = f"{place.bits} bit{'s' * (place.bits > 1)}"
            raise arguments.error(f"'{arguments.last.text}' does not fit into {width}")
        changes.append((place, value))
    return changes


@LOOKING.command("registers r", Parameter("[NAME=VALUE...]", _assignments))
def registers(monitor: Runner, changes: list[tuple[Location, int]]) -> Iterator[str]:
    """Show the registers; set some of them.

    Single bits have names, too: r A=10 P.C=1
    """
    for place, value in changes:
        place.assign(monitor.session, value)
    yield f"   {monitor.layout.state()}"


# ---------------------------------------------------------------- code


@LOOKING.command("disassemble d", optional(Parameter("PLACE | RANGE", Arguments.place_or_range)), repeat=Repeat.ON)
def disassemble(monitor: Runner, stretch: tuple[int, int | None] | None) -> Iterator[str]:
    """Show instructions, with labels and source lines.

    From the next instruction on, if nothing is said. -> is the next instruction, * a breakpoint.
    """
    address, last = stretch or (monitor.next_address.get("disassemble", monitor.session.address), None)
    shown = 0
    while shown < INSTRUCTIONS if last is None else address <= last and shown < MOST_LINES:
        name = monitor.session.sources.name_of(address)
        if name:
            yield f"   {name}:"
        before, (line, address) = address, monitor.layout.instruction(address)
        yield line
        shown += 1
        if address <= before:  # round the end of memory
            break
    monitor.next_address["disassemble"] = address


@LOOKING.command("list", optional(PLACE), repeat=Repeat.ON)
def list_source(monitor: Runner, place: tuple[str, list[Spot]] | None) -> Iterator[str]:
    """Show the source around a place."""
    session = monitor.session
    if place is None and monitor.next_line:
        file, first = monitor.next_line
    else:
        file, middle = _line_meant(monitor, place)
        first = max(1, middle - LINES // 2)
    text = session.sources.text(file)
    if text is None:
        raise IronboardError(f"the source {file} cannot be found")
    last = min(first + LINES, len(text) + 1)
    for number in range(first, last):
        addresses = session.sources.addresses(file, number)
        arrow = "->" if session.line_here() == (file, number) else "  "
        stops = session.stops_on(file, number)
        star = "*" if any(each.enabled for each in stops) else "o" if stops else " "
        address = monitor.layout.address(addresses[0]) if addresses else " " * len(monitor.layout.address(0))
        yield f"{arrow}{star}{number:5}  {address}  {text[number - 1].expandtabs()}".rstrip()
    if first >= last:
        yield f"   the end of {PurePath(file).name}"
    monitor.next_line = file, last


def _line_meant(monitor: Runner, place: tuple[str, list[Spot]] | None) -> tuple[str, int]:
    session = monitor.session
    if place is None:
        spot, here = session.spot, session.line_here()
    else:
        name, (spot, *_) = place
        match = LINE.fullmatch(name)
        if match:
            return session.sources.file(match[1]), int(match[2])
        line = session.sources.line_at(*spot)
        here = (line.file, line.line) if line else None
    if here is None:
        raise IronboardError(f"no source line is known for {monitor.layout.near(spot.address)}")
    return here


# ---------------------------------------------------------------- memory


@LOOKING.command("mem m", STRETCH, repeat=Repeat.ON)
def memory(monitor: Runner, stretch: tuple[int, int | None] | None) -> Iterator[str]:
    """Show memory: words and characters."""
    per_row = monitor.layout.per_row(monitor.width)
    for address, words in _rows(monitor, stretch, "mem", per_row):
        yield monitor.layout.row(address, words, per_row)


@LOOKING.command("text i ii", STRETCH, repeat=Repeat.ON)
def characters(monitor: Runner, stretch: tuple[int, int | None] | None) -> Iterator[str]:
    """Show memory as characters."""
    for address, words in _rows(monitor, stretch, "text", 64 if monitor.width >= 75 else 32):
        yield f"   {monitor.layout.address(address)}  {monitor.layout.characters(words)}"


def _rows(
    monitor: Runner, stretch: tuple[int, int | None] | None, name: str, per_row: int
) -> Iterator[tuple[int, list[int]]]:
    """Yield the rows to show: first address and words; by default, continue after the last dump."""
    machine = monitor.session.machine
    top = monitor.session.top
    first, last = stretch or (monitor.next_address.get(name, monitor.session.address), None)
    last = min(first + per_row * ROWS - 1, top) if last is None else last
    monitor.next_address[name] = (last + 1) & top
    for address in range(first, last + 1, per_row):
        yield address, [machine.peek(each) for each in range(address, min(address + per_row, last + 1))]


# ---------------------------------------------------------------- calls, devices, bus


@LOOKING.command("frames bt backtrace where", flag("machine"))
def frames(monitor: Runner, machine: bool) -> Iterator[str]:
    """Show the calls that have not returned yet.

    Shows the activations of the program if its language is known. `machine` shows the machine's calls: those of its
    instruction for calling subroutines, not jumps of compiled code to a procedure.
    """
    language = None if machine else monitor.session.spoken
    if language is not None:
        number = 0
        for number, each in enumerate(language.activations()):
            yield monitor.layout.activation(number, each)
        if number + 1 == MOST:
            yield "   ... and perhaps more"
        return
    yield f"   #0  {monitor.layout.place(monitor.session.address)}"
    for number, frame in enumerate(monitor.session.machine.frames(), 1):
        how = "interrupted at" if frame.interrupt else "called from"
        yield f"   #{number}  {how} {monitor.layout.place(frame.call)}"


def _devices(arguments: Arguments) -> dict[str, dict[str, str]]:
    """Read the prefix of a device's name; return the matching devices, by default all."""
    found = arguments.session.machine.devices()
    if arguments.ended:
        return found
    name = arguments.rest("a device").lower()
    chosen = {each: rows for each, rows in found.items() if each.lower().startswith(name)}
    if not chosen:
        raise arguments.error(f"there is no device '{name}': there are {', '.join(found)}")
    return chosen


@LOOKING.command("devices io", Parameter("[DEVICE]", _devices))
def devices(monitor: Runner, chosen: dict[str, dict[str, str]]) -> Iterator[str]:
    """Show the devices: ports, timers, lines."""
    for device, rows in chosen.items():
        yield device
        for name, text in rows.items():
            for heading, line in zip([name, *[""] * text.count("\n")], text.split("\n"), strict=True):
                yield f"   {heading:16}  {monitor.layout.plain(line)}".rstrip()


@LOOKING.command("screen sc")
def screen(monitor: Runner) -> Iterator[str]:
    """Show the machine's display and output."""
    found = monitor.session.machine.devices()
    shown = monitor.kind.screen if monitor.kind else ()
    for device, name in shown or tuple((device, name) for device, rows in found.items() for name in rows):
        yield f"{device}:"
        for line in found.get(device, {}).get(name, "").split("\n"):
            yield f"   {monitor.layout.plain(line)}".rstrip()


@LOOKING.command("bus")
def bus(monitor: Runner) -> Iterator[str]:
    """Show the bus cycles of the next instruction."""
    layout = monitor.layout
    yield layout.instruction(monitor.session.address)[0]
    for number, cycle in enumerate(monitor.session.bus(), 1):
        verb = "write" if cycle.write else "read "
        name = monitor.session.sources.name_of(cycle.address) or ""
        line = f"   {number:2}  {verb}  {layout.address(cycle.address)}  {layout.word(cycle.value)}  {name}"
        yield line.rstrip()


# ---------------------------------------------------------------- values


def _value(arguments: Arguments) -> str | int:
    """Read an expression; return its value, or the text of an expression of the program's language."""
    text = arguments.whole_expression("an expression")
    if arguments.session.in_language(text):
        return text
    value = arguments.value_of(arguments.last)
    if value.bit_length() > LARGEST:
        raise arguments.error(f"the value has {value.bit_length():,} bits: too many to print")
    return value


@LOOKING.command("print p ? ~ tilde", Parameter("EXPRESSION", _value))
def print_value(monitor: Runner, value: str | int) -> Iterator[str]:
    """Print a value in all radices."""
    if isinstance(value, str):
        yield from show(monitor, value)
        return
    sign, size = ("-", -value) if value < 0 else ("", value)
    texts = [f"{value:+,}", f"{sign}${size:X}", f"{sign}0o{size:o}", f"{sign}%{size:b}"]
    texts += [f"'{chr(value)}'"] if 32 <= value < 127 else []
    name = monitor.session.sources.name_of(value)
    yield "  ".join(["   " + texts[0], *texts[1:], *([name] if name else [])])


@LOOKING.command("cycles")
def cycles(monitor: Runner) -> Iterator[str]:
    """Show the time: clock cycles since power-on."""
    yield f"   {monitor.layout.moment(monitor.session.cycles)}"


@LOOKING.command("stopwatch sw", flag("reset"))
def stopwatch(monitor: Runner, again: bool) -> Iterator[str]:
    """Show the cycles elapsed since the last time, and restart the count."""
    passed = monitor.session.cycles - monitor.stopwatch
    if again:
        monitor.stopwatch = monitor.session.cycles
    yield f"   {passed:,} cycles ({passed / monitor.session.clock:.6f} s)"


@LOOKING.command("files")
def files(monitor: Runner) -> Iterator[str]:
    """List the source files, and where their texts were found."""
    sources = monitor.session.sources
    for file in sources.files:
        yield f"   {PurePath(file).name:24}  {sources.path(file) or 'not found'}"
    if not sources.files:
        yield "no source lines are known"


# ---------------------------------------------------------------- the program's own language


def language_of(monitor: Runner) -> Language:
    """Return the program's language; raises IronboardError where none is known."""
    if monitor.session.language is None:
        raise IronboardError(NO_LANGUAGE)
    return monitor.session.language


def _frame(arguments: Arguments) -> int:
    language_of(arguments.monitor)
    if arguments.ended:
        return arguments.session.frame
    text = arguments.word("a frame number")
    if not (text.isascii() and text.isdecimal()):
        raise arguments.error(f"'{text}' is not a frame number: frames lists them")
    return int(text)


@SPEAKING.command("frame", Parameter("[NUMBER]", _frame))
def frame(monitor: Runner, number: int) -> Iterator[str]:
    """Select an activation: names then refer to its variables.

    The next run selects the innermost one again, number 0.
    """
    found = monitor.session.choose_frame(number)
    monitor.next_line = None
    yield monitor.layout.activation(number, found)


@SPEAKING.command("up", COUNT, repeat=Repeat.SAME)
def up(monitor: Runner, count: int) -> Iterable[str]:
    """Select the caller."""
    language_of(monitor)
    return frame(monitor, max(0, monitor.session.frame + count))


@SPEAKING.command("down", COUNT, repeat=Repeat.SAME)
def down(monitor: Runner, count: int) -> Iterable[str]:
    """Select the activation called by this one."""
    return up(monitor, -count)


@SPEAKING.command("variables vars locals")
def variables(monitor: Runner, whole: bool = False) -> Iterator[str]:
    """Show the variables of the procedure and its blocks."""
    language, number = language_of(monitor), monitor.session.frame
    for scope in language.scopes(number):
        yield f"   {scope.title}{f'  ({scope.note})' if scope.note else ''}"
        found = language.variables(scope.level, number)
        width = max((len(each.name) for each in found), default=0)
        for each in found:
            yield f"      {each.name:{width}}  {described(each)}"
        if not found:
            yield "      (nothing is declared here)"
        if scope.whole and not whole:
            return


@SPEAKING.command("scopes")
def scopes(monitor: Runner) -> Iterable[str]:
    """Show all blocks and procedures around this point, with their variables."""
    return variables(monitor, whole=True)


def show(monitor: Runner, text: str) -> Iterator[str]:
    """Yield the value of an expression of the language; for an array, one line per group of elements."""
    language, number = language_of(monitor), monitor.session.frame
    found = language.evaluate(text, number)
    yield f"   {found.name} = {described(found)}"
    if found.children and "..." in found.value:
        for first in range(0, min(found.children, MOST_ELEMENTS), ROW):
            parts = language.children(found.expression, first, ROW, number)
            yield f"      {parts[0].name:8} {'  '.join(each.value for each in parts)}"
        if found.children > MOST_ELEMENTS:
            yield f"      ... {found.children - MOST_ELEMENTS:,} more"


def _assignment(arguments: Arguments) -> tuple[str, str]:
    sign = language_of(arguments.monitor).assign
    return arguments.until_sign(sign, f"VARIABLE {sign} EXPRESSION"), arguments.rest("an expression")


@SPEAKING.command("set let", Parameter("VARIABLE := EXPRESSION", _assignment))
def assign(monitor: Runner, assignment: tuple[str, str]) -> Iterable[str]:
    """Assign a value to a variable.

    Works where a statement begins. No code of the program runs: an expression that calls procedures is refused.
    """
    target, value = assignment
    try:
        monitor.session.assign(target, value)
    except IronboardError as error:
        raise IronboardError(str(getattr(error, "message", error))) from None
    return show(monitor, target)
