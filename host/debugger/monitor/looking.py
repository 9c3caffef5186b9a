"""Commands that show: registers, instructions, source lines, memory, calls, devices, the bus, values."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from host.debugger.language import MOST
from host.debugger.monitor import speaking
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group, Repeat
from host.debugger.speaking import LINE

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

INSTRUCTIONS, ROWS, LINES = 12, 8, 11  # shown when nothing is said
MOST_LINES = 100_000  # of one command
LARGEST = 1024  # bits of a number that is printed


def registers(monitor: Monitor, arguments: Arguments) -> None:
    """Show registers, or set them."""
    session, changes = monitor.session, []
    while not arguments.ended:
        changes.append(_assignment(monitor, arguments))
    for name, value in changes:
        session.write_register(name, value)
    monitor.write(f"   {monitor.layout.state()}")


def _assignment(monitor: Monitor, arguments: Arguments) -> tuple[str, int]:
    """Read NAME=VALUE or NAME.BIT=VALUE; blanks may stand round the sign."""
    machine = monitor.session.machine
    known = {name.upper(): name for name in machine.registers}
    text = arguments.until_sign("=", "a register: NAME=VALUE")
    base, dot, bit = text.upper().partition(".")
    if base not in known:
        raise arguments.error(f"there is no register '{text}': there are {' '.join(known.values())}")
    name = known[base]
    bits = machine.flags.get(name, "").upper() if dot else ""
    if dot and (len(bit) != 1 or bit == "-" or bit not in bits):
        raise arguments.error(f"{name} has no bit '{bit}'", f"its bits are {bits}" if bits else "")
    value, width = arguments.expression("a value"), 1 if dot else machine.registers[name]
    if not 0 <= value < 1 << width:
        raise arguments.error(f"'{arguments.last.text}' does not fit into {width} bit{'s' if width > 1 else ''}")
    if not dot:
        return name, value
    shift = len(bits) - 1 - bits.index(bit)
    return name, machine.read_register(name) & ~(1 << shift) | value << shift


# ---------------------------------------------------------------- code


def disassemble(monitor: Monitor, arguments: Arguments) -> None:
    """Show instructions."""
    address = monitor.next_address.get("disassemble", monitor.session.address)
    last = None
    if not arguments.ended:
        _, (address, *_), last = arguments.place_or_range()
        arguments.end()
    shown = 0
    while shown < INSTRUCTIONS if last is None else address <= last and shown < MOST_LINES:
        label = monitor.layout.label(address)
        if label:
            monitor.write(label)
        line, following = monitor.layout.instruction(address)
        monitor.write(line)
        shown += 1
        if following <= address:  # round the end of memory
            address = following
            break
        address = following
    monitor.next_address["disassemble"] = address


def list_source(monitor: Monitor, arguments: Arguments) -> None:
    """Show source lines."""
    sources = monitor.session.sources
    if arguments.ended and monitor.next_line:
        file, first = monitor.next_line
    else:
        file, middle = _line_meant(monitor, arguments)
        first = max(1, middle - LINES // 2)
    text = sources.text(file)
    if text is None:
        raise arguments.without_place(f"the source {file} cannot be found")
    last = min(first + LINES, len(text) + 1)
    for number in range(first, last):
        monitor.write(_numbered(monitor, file, number, text[number - 1]))
    if first >= last:
        monitor.write(f"   the end of {PurePath(file).name}")
    monitor.next_line = file, last


def _line_meant(monitor: Monitor, arguments: Arguments) -> tuple[str, int]:
    session = monitor.session
    if arguments.ended:
        here = session.line_here()
        if here is None:
            raise arguments.without_place(f"no source line is known for {monitor.layout.near(session.address)}")
        return here
    name, spots = arguments.spots()
    arguments.end()
    match = LINE.fullmatch(name)
    if match:
        return session.sources.file(match[1]), int(match[2])
    line = session.sources.line_at(*spots[0])
    if line is None:
        raise arguments.without_place(f"no source line is known for {monitor.layout.near(spots[0].address)}")
    return line.file, line.line


def _numbered(monitor: Monitor, file: str, number: int, text: str) -> str:
    session = monitor.session
    addresses = session.sources.addresses(file, number)
    arrow = "->" if session.line_here() == (file, number) else "  "
    stops = session.stops_on(file, number)
    star = "*" if any(each.enabled for each in stops) else "o" if stops else " "
    address = monitor.layout.address(addresses[0]) if addresses else " " * len(monitor.layout.address(0))
    return f"{arrow}{star}{number:5}  {address}  {text.expandtabs()}".rstrip()


# ---------------------------------------------------------------- memory


def memory(monitor: Monitor, arguments: Arguments) -> None:
    """Show memory as numbers and characters."""
    first, last, per_row = _stretch(monitor, arguments, "mem", monitor.layout.per_row(monitor.width))
    for address in range(first, last + 1, per_row):
        words = [monitor.session.machine.peek(each) for each in range(address, min(address + per_row, last + 1))]
        monitor.write(monitor.layout.row(address, words, per_row))


def characters(monitor: Monitor, arguments: Arguments) -> None:
    """Show memory as characters."""
    first, last, per_row = _stretch(monitor, arguments, "text", 64 if monitor.width >= 75 else 32)
    for address in range(first, last + 1, per_row):
        words = [monitor.session.machine.peek(each) for each in range(address, min(address + per_row, last + 1))]
        text = "".join(chr(word) if 32 <= word < 127 else "." for word in words)
        monitor.write(f"   {monitor.layout.address(address)}  {text}")


def _stretch(monitor: Monitor, arguments: Arguments, name: str, per_row: int) -> tuple[int, int, int]:
    """Return the first and the last address to show, and how many words a row has."""
    top = (1 << monitor.session.machine.address_bits) - 1
    first, last = monitor.next_address.get(name, monitor.session.address), None
    if not arguments.ended:
        first, last = arguments.open_range("an address or a range")
        arguments.end()
    last = min(first + per_row * ROWS - 1, top) if last is None else last
    monitor.next_address[name] = (last + 1) & top
    return first, last, per_row


# ---------------------------------------------------------------- calls, devices, bus


def frames(monitor: Monitor, arguments: Arguments) -> None:
    """Show the calls that are open: those of the program's language, where it is known."""
    machine = arguments.keyword("machine")
    arguments.end()
    language = None if machine else monitor.session.spoken
    if language is not None:
        number = 0
        for number, each in enumerate(language.activations()):
            monitor.write(monitor.layout.activation(number, each))
        if number + 1 == MOST:
            monitor.write("   ... and perhaps more")
        return
    monitor.write(f"   #0  {monitor.layout.place(monitor.session.address)}")
    for number, frame in enumerate(monitor.session.frames(), 1):
        how = "interrupted at" if frame.interrupt else "called from"
        monitor.write(f"   #{number}  {how} {monitor.layout.place(frame.call)}")


def devices(monitor: Monitor, arguments: Arguments) -> None:
    """Show devices."""
    found = monitor.session.machine.devices()
    if not arguments.ended:
        name = arguments.rest().lower()
        chosen = [each for each in found if each.lower().startswith(name)]
        if not chosen:
            raise arguments.error(f"there is no device '{name}': there are {', '.join(found)}")
        found = {each: found[each] for each in chosen}
    for device, rows in found.items():
        monitor.write(device)
        for name, text in rows.items():
            _write_device_row(monitor, name, text)


def _write_device_row(monitor: Monitor, name: str, text: str) -> None:
    first, *others = map(monitor.layout.plain, text.split("\n"))
    monitor.write(f"   {name:16}  {first}".rstrip())
    for line in others:
        monitor.write(f"   {'':16}  {line}".rstrip())


def screen(monitor: Monitor, arguments: Arguments) -> None:
    """Show what the machine's user sees."""
    arguments.end()
    found = monitor.session.machine.devices()
    shown = monitor.kind.screen if monitor.kind else ()
    shown = shown or tuple((device, name) for device, rows in found.items() for name in rows)
    for device, name in shown:
        text = found.get(device, {}).get(name, "")
        monitor.write(f"{device}:")
        for line in text.split("\n"):
            monitor.write(f"   {monitor.layout.plain(line)}".rstrip())


def bus(monitor: Monitor, arguments: Arguments) -> None:
    """Show what the next instruction does on the bus."""
    arguments.end()
    layout = monitor.layout
    monitor.write(layout.instruction(monitor.session.address)[0])
    for number, cycle in enumerate(monitor.session.bus(), 1):
        verb = "write" if cycle.write else "read "
        name = monitor.session.sources.name_of(cycle.address) or ""
        line = f"   {number:2}  {verb}  {layout.address(cycle.address)}  {layout.word(cycle.value)}  {name}"
        monitor.write(line.rstrip())


# ---------------------------------------------------------------- values


def print_value(monitor: Monitor, arguments: Arguments) -> None:
    """Print the value of an expression in all radices."""
    word = arguments.whole_expression("an expression")
    session = monitor.session
    if session.language and session.language.condition(word.text) is not None:
        speaking.show(monitor, word.text)
        return
    value = arguments.value_of(word)
    if value.bit_length() > LARGEST:
        raise arguments.error(f"the value has {value.bit_length():,} bits: too many to print")
    monitor.write(f"   {'  '.join(radices(value))}{_names(monitor, value)}")


def radices(value: int) -> list[str]:
    """Return a number in decimal, hexadecimal, octal, binary, and as a character if it is one."""
    sign, size = ("-", -value) if value < 0 else ("", value)
    texts = [f"{value:+,}", f"{sign}${size:X}", f"{sign}0o{size:o}", f"{sign}%{size:b}"]
    return [*texts, f"'{chr(value)}'"] if 32 <= value < 127 else texts


def _names(monitor: Monitor, value: int) -> str:
    name = monitor.session.sources.name_of(value)
    return f"  {name}" if name else ""


def cycles(monitor: Monitor, arguments: Arguments) -> None:
    """Show the time."""
    arguments.end()
    monitor.write(f"   {monitor.layout.moment(monitor.session.cycles)}")


def stopwatch(monitor: Monitor, arguments: Arguments) -> None:
    """Show how many cycles have passed."""
    again = arguments.keyword("reset")
    arguments.end()
    passed = monitor.session.cycles - monitor.stopwatch
    if again:
        monitor.stopwatch = monitor.session.cycles
    monitor.write(f"   {passed:,} cycles ({passed / monitor.session.clock:.6f} s)")


def files(monitor: Monitor, arguments: Arguments) -> None:
    """List source files."""
    arguments.end()
    sources = monitor.session.sources
    for file in sources.files:
        path = sources.path(file)
        monitor.write(f"   {PurePath(file).name:24}  {path or 'not found'}")
    if not sources.files:
        monitor.write("no source lines are known")


GROUP = Group(
    "Looking",
    (
        Command(
            ("registers", "r"), "[NAME=VALUE...]", "show the registers; set some of them", registers,
            more="Single bits have names, too: r A=10 P.C=1",
        ),
        Command(
            ("disassemble", "d"), "[PLACE | RANGE]", "show instructions, with labels and source lines", disassemble,
            Repeat.ON, "From the next instruction on, if nothing is said. -> is the next instruction, * a breakpoint.",
        ),
        Command(("list",), "[PLACE]", "show the source around a place", list_source, Repeat.ON),
        Command(("mem", "m"), "[ADDRESS | RANGE]", "show memory: words and characters", memory, Repeat.ON),
        Command(("text", "i", "ii"), "[ADDRESS | RANGE]", "show memory as characters", characters, Repeat.ON),
        Command(
            ("frames", "bt", "backtrace"), "[machine]", "show the calls that have not returned yet", frames,
            more="Where the program's language is known: its activations. machine shows those of the machine.",
        ),
        Command(("devices", "io"), "[DEVICE]", "show what the devices show: ports, timers, lines", devices),
        Command(("screen", "sc"), "", "show what the machine's user sees", screen),
        Command(("bus",), "", "show what the next instruction will do on the bus, cycle by cycle", bus),
        Command(
            ("print", "p", "?", "~", "tilde"), "EXPRESSION", "print a value in all radices", print_value,
        ),
        Command(("cycles",), "", "show the time: clock cycles since power-on", cycles),
        Command(("stopwatch", "sw"), "[reset]", "show the cycles that have passed; count anew", stopwatch),
        Command(("files",), "", "list the source files, and where their texts were found", files),
    ),
)  # fmt: skip
