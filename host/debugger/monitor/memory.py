"""Commands that change or search memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import cycle, islice
from typing import TYPE_CHECKING

from emulators.errors import IronboardError, SourceError, SourceErrors
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group
from host.debugger.monitor.errors import CommandError

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor
    from host.machines import Assemble

MOST_FOUND = 256  # places that hunt and compare print


def words_at(monitor: Monitor, first: int, last: int) -> list[int]:
    """Return the words from `first` to `last`."""
    return [monitor.session.machine.peek(address) for address in range(first, last + 1)]


def put(monitor: Monitor, words: Mapping[int, int]) -> None:
    """Put words into memory, and say what has not stayed there."""
    session, layout = monitor.session, monitor.layout
    for address, word in words.items():
        session.write(address, word)
    lost = [address for address, word in words.items() if session.machine.peek(address) != word]
    if lost:
        more = f" and {len(lost) - 1:,} more" if len(lost) > 1 else ""
        monitor.write(f"   not all of it stays: {layout.address(lost[0])}{more} can be read, but reads otherwise")


def check_room(monitor: Monitor, arguments: Arguments, first: int, count: int) -> None:
    """Raise an error if so many words do not fit behind an address."""
    if first + count > 1 << monitor.session.machine.address_bits:
        raise arguments.error(f"{count:,} words from {monitor.layout.address(first)} on go beyond the last address")


def poke(monitor: Monitor, arguments: Arguments) -> None:
    """Put words into memory."""
    address = arguments.address()
    words = arguments.memory_words()
    check_room(monitor, arguments, address, len(words))
    put(monitor, dict(enumerate(words, address)))


def fill(monitor: Monitor, arguments: Arguments) -> None:
    """Fill memory with words, again and again."""
    first, last = arguments.whole_range()
    words = arguments.memory_words()
    put(monitor, dict(enumerate(islice(cycle(words), last - first + 1), first)))


def move(monitor: Monitor, arguments: Arguments) -> None:
    """Copy memory; the ranges may overlap."""
    first, last = arguments.whole_range()
    target = arguments.address("where to")
    arguments.end()
    words = words_at(monitor, first, last)
    check_room(monitor, arguments, target, len(words))
    put(monitor, dict(enumerate(words, target)))


def compare(monitor: Monitor, arguments: Arguments) -> None:
    """Show where memory differs."""
    first, last = arguments.whole_range()
    other = arguments.address("what to compare it with")
    arguments.end()
    check_room(monitor, arguments, other, last - first + 1)
    layout, peek = monitor.layout, monitor.session.machine.peek
    offsets = [offset for offset in range(last - first + 1) if peek(first + offset) != peek(other + offset)]
    for offset in offsets[:MOST_FOUND]:
        one, two = first + offset, other + offset
        monitor.write(
            f"   {layout.address(one)} {layout.word(peek(one))}  {layout.address(two)} {layout.word(peek(two))}"
        )
    monitor.write(_total(len(offsets), "word differs", "words differ"))


def hunt(monitor: Monitor, arguments: Arguments) -> None:
    """Show where words stand in memory."""
    first, last = arguments.whole_range()
    wanted = arguments.pattern()
    words = words_at(monitor, first, last)
    found = [
        first + start
        for start in range(len(words) - len(wanted) + 1)
        if all(want is None or words[start + i] == want for i, want in enumerate(wanted))
    ]
    for address in found[:MOST_FOUND]:
        monitor.write(f"   {monitor.layout.near(address)}")
    monitor.write(_total(len(found), "place", "places"))


def _total(count: int, one: str, several: str) -> str:
    left_out = f", {count - MOST_FOUND:,} of them not shown" if count > MOST_FOUND else ""
    return f"   {count:,} {one if count == 1 else several}{left_out}"


# ---------------------------------------------------------------- assembling


def assemble(monitor: Monitor, arguments: Arguments) -> None:
    """Assemble one instruction, or lines up to an empty one."""
    _assembler(monitor, arguments)
    address = arguments.address()
    if arguments.ended:
        monitor.assembling = address
    else:
        following = assemble_at(monitor, address, arguments)
        monitor.next_address["disassemble"] = following


def assemble_at(monitor: Monitor, address: int, arguments: Arguments) -> int:
    """Assemble what is left of a line for an address; return the address behind it. Errors change nothing."""
    machine = monitor.session.machine
    text = arguments.rest("an instruction")
    word = arguments.last
    try:
        words = tuple(_assembler(monitor, arguments)(text, address, monitor.session.sources))
    except SourceErrors as errors:
        raise _in_line(arguments, word.start, errors.errors[0]) from None
    except SourceError as error:
        raise _in_line(arguments, word.start, error) from None
    except IronboardError as error:
        raise arguments.error(str(error)) from None
    check_room(monitor, arguments, address, len(words))
    put(monitor, dict(enumerate(words, address)))
    monitor.write(monitor.layout.instruction(address)[0])
    return (address + len(words)) % (1 << machine.address_bits)


def _in_line(arguments: Arguments, start: int, error: SourceError) -> CommandError:
    """Return an error of an assembler as one of the line."""
    place = replace(error.place, file="", line=1, column=error.place.column + start, text=arguments.line)
    return CommandError(place, error.message, error.hint)


def _assembler(monitor: Monitor, arguments: Arguments) -> Assemble:
    if monitor.kind is None or monitor.kind.assemble is None:
        raise arguments.without_place("there is no assembler for this machine: put words there with >")
    return monitor.kind.assemble


WORDS_HELP = 'A WORD is an expression; a text in quotes stands for its characters: "HELLO".'
GROUP = Group(
    "Memory",
    (
        Command((">", "poke"), "ADDRESS WORD...", "put words into memory", poke, more=WORDS_HELP),
        Command(("fill", "f"), "RANGE WORD...", "fill memory with words, again and again", fill, more=WORDS_HELP),
        Command(("move", "t", "transfer"), "RANGE ADDRESS", "copy memory; the ranges may overlap", move),
        Command(("compare", "c"), "RANGE ADDRESS", "show where two pieces of memory differ", compare),
        Command(
            ("hunt", "h"), "RANGE WORD...", "show where words stand in memory", hunt,
            more=f"?? or xx is any word. {WORDS_HELP}",
        ),
        Command(
            ("assemble", "a"), "ADDRESS [INSTRUCTION]", "assemble an instruction into memory", assemble,
            more="Without one: every line that follows is an instruction, up to an empty line. Numbers are in the "
            "debugger's radix, labels are known. An error changes nothing.",
        ),
    ),
)  # fmt: skip
