"""Commands that change or search memory, and that read and write files: programs, states, labels, recordings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path

from emulators.errors import IronboardError, SourceError, SourceErrors
from emulators.image import Image
from host import formats
from host.debugger.commands.arguments import (
    ADDRESS,
    FILE,
    FORCE,
    FORMAT,
    RANGE,
    WORDS,
    Arguments,
    WordError,
    optional,
    word,
)
from host.debugger.commands.command import CommandError, Group, Parameter
from host.debugger.commands.runner import Runner
from host.formats import states

MOST_FOUND = 256  # places that hunt and compare print
MOST_LABELS = 10_000  # lines of show_labels

MEMORY = Group("Memory")
FILES = Group("Files and labels")


def words_at(monitor: Runner, first: int, last: int) -> list[int]:
    """Return the words from `first` to `last`."""
    return [monitor.session.machine.peek(address) for address in range(first, last + 1)]


def put(monitor: Runner, words: Mapping[int, int]) -> Iterator[str]:
    """Store words in memory, and report any that read back differently."""
    session, layout = monitor.session, monitor.layout
    for address, each in words.items():
        session.write(address, each)
    lost = [address for address, each in words.items() if session.machine.peek(address) != each]
    if lost:
        more = f" and {len(lost) - 1:,} more" if len(lost) > 1 else ""
        yield f"   not all of it was stored: {layout.address(lost[0])}{more} can be read, but reads otherwise"


def check_room(monitor: Runner, first: int, count: int) -> None:
    """Raise an error if `count` words do not fit at an address."""
    if first + count > 1 << monitor.session.machine.address_bits:
        raise WordError(f"{count:,} words from {monitor.layout.address(first)} on go beyond the last address")


@MEMORY.command("> poke", ADDRESS, WORDS)
def poke(monitor: Runner, address: int, words: list[int]) -> Iterable[str]:
    """Store words in memory."""
    check_room(monitor, address, len(words))
    return put(monitor, dict(enumerate(words, address)))


@MEMORY.command("fill f", RANGE, WORDS)
def fill(monitor: Runner, where: tuple[int, int], words: list[int]) -> Iterable[str]:
    """Fill memory with a repeated pattern of words."""
    first, last = where
    return put(monitor, dict(enumerate(islice(cycle(words), last - first + 1), first)))


def _target(what: str) -> Parameter:
    return Parameter("ADDRESS", lambda arguments: arguments.address(what))


@MEMORY.command("move t transfer", RANGE, _target("where to"))
def move(monitor: Runner, where: tuple[int, int], target: int) -> Iterable[str]:
    """Copy memory; the ranges may overlap."""
    return poke(monitor, target, words_at(monitor, *where))


@MEMORY.command("compare c", RANGE, _target("what to compare it with"))
def compare(monitor: Runner, where: tuple[int, int], other: int) -> Iterator[str]:
    """Compare two pieces of memory."""
    first, last = where
    check_room(monitor, other, last - first + 1)
    layout, peek = monitor.layout, monitor.session.machine.peek
    offsets = [offset for offset in range(last - first + 1) if peek(first + offset) != peek(other + offset)]
    for offset in offsets[:MOST_FOUND]:
        places = (first + offset, other + offset)
        yield "   " + "  ".join(f"{layout.address(each)} {layout.word(peek(each))}" for each in places)
    yield _total(len(offsets), "word differs", "words differ")


@MEMORY.command("hunt h", RANGE, Parameter("WORD...", Arguments.pattern, WORDS.note))
def hunt(monitor: Runner, where: tuple[int, int], wanted: list[int | None]) -> Iterator[str]:
    """Search memory for words.

    ?? or xx matches any word.
    """
    words = words_at(monitor, *where)
    found = [
        where[0] + start
        for start in range(len(words) - len(wanted) + 1)
        if all(want is None or words[start + i] == want for i, want in enumerate(wanted))
    ]
    for address in found[:MOST_FOUND]:
        yield f"   {monitor.layout.near(address)}"
    yield _total(len(found), "place", "places")


def _total(count: int, one: str, several: str) -> str:
    left_out = f", {count - MOST_FOUND:,} of them not shown" if count > MOST_FOUND else ""
    return f"   {count:,} {one if count == 1 else several}{left_out}"


# ---------------------------------------------------------------- assembling


def _assembled(arguments: Arguments) -> tuple[int, Iterable[int] | None]:
    """Read an address and an instruction; return its words, None without an instruction."""
    if arguments.monitor.kind is None or arguments.monitor.kind.assemble is None:
        raise IronboardError("there is no assembler for this machine: put words there with >")
    address = arguments.address()
    return address, None if arguments.ended else instruction_at(arguments, address)


def instruction_at(arguments: Arguments, address: int) -> Iterable[int]:
    """Read an instruction; return its words for an address."""
    text = arguments.rest("an instruction")
    kind = arguments.monitor.kind
    assert kind
    assert kind.assemble
    try:
        return kind.assemble(text, address, arguments.session.sources)
    except (SourceErrors, SourceError) as errors:
        error = errors.errors[0] if isinstance(errors, SourceErrors) else errors
        column = error.place.column + arguments.last.start
        place = error.place._replace(file="", line=1, column=column, text=arguments.line)
        raise CommandError(place, error.message, error.hint) from None
    except IronboardError as error:
        raise arguments.error(str(error)) from None


@MEMORY.command("assemble a", Parameter("ADDRESS [INSTRUCTION]", _assembled))
def assemble(monitor: Runner, instruction: tuple[int, Iterable[int] | None]) -> Iterator[str]:
    """Assemble an instruction into memory.

    Without one: every line that follows is an instruction, up to an empty line. Numbers are in the debugger's
    radix, labels are known. An error changes nothing.
    """
    address, code = instruction
    if code is None:
        monitor.assembling = address
        return
    words = list(code)
    yield from poke(monitor, address, words)
    yield monitor.layout.instruction(address)[0]
    monitor.next_address["disassemble"] = (address + len(words)) % (1 << monitor.session.machine.address_bits)


# ---------------------------------------------------------------- programs, states, recordings


def _origin(arguments: Arguments) -> tuple[int | None, str | None]:
    origin = None if arguments.ended else arguments.address("where a raw binary belongs")
    return origin, optional(FORMAT).read(arguments)


@FILES.command("load l", FILE, Parameter("[ADDRESS [FORMAT]]", _origin))
def load(monitor: Runner, name: str, how: tuple[int | None, str | None]) -> Iterator[str]:
    """Load an image file into memory.

    ADDRESS is for raw binaries. The formats are those of docs/formats.md.
    """
    machine, address = monitor.session.machine, monitor.layout.address
    image = formats.read(name, how[1], origin=how[0])
    image.expect(machine.word_bits, f"the {machine.title}")
    words = dict(image)
    if not words:
        raise IronboardError(f"{name} holds no words; load_symbols takes names and lines from it")
    if max(words) >> machine.address_bits or max(words.values()) >> machine.word_bits:
        raise IronboardError(f"{name} does not fit into this machine's memory")
    yield from put(monitor, words)
    ranges = ", ".join(f"{address(each.address)}..{address(each.end - 1)}" for each in image.merged())
    entry = "" if image.entry is None else f", entry {address(image.entry)}"
    yield f"   {len(words):,} words: {ranges}{entry}"
    yield from (f"   warning: {note}" for note in image.notes)


@FILES.command("save s", FORCE, FILE, RANGE, optional(FORMAT))
def save(monitor: Runner, force: bool, name: str, where: tuple[int, int], form: str | None) -> Iterator[str]:
    """Save memory to an image file.

    The suffix of FILE chooses the format. An existing file is replaced only with --force.
    """
    words = words_at(monitor, *where)
    image = Image.of(where[0], words, word_bits=monitor.session.machine.word_bits)
    formats.write(image, name, form, overwrite=force)
    yield f"   {len(words):,} words to {name}"


@FILES.command("dump", FORCE, FILE)
def dump(monitor: Runner, force: bool, name: str) -> None:
    """Save the machine's whole state to a file."""
    states.save(monitor.session.machine, Path(name), force)


@FILES.command("undump", FILE)
def undump(monitor: Runner, name: str) -> None:
    """Load a saved state; the history starts there."""
    machine = monitor.session.machine
    states.load(machine, Path(name))
    monitor.show()


@FILES.command("record rec", FORCE, FILE)
def record(monitor: Runner, force: bool, name: str) -> Iterator[str]:
    """Write all input of this session to a file, for replay."""
    made = monitor.session.recording()
    made.write(name, overwrite=force)
    yield f"   {len(made.log):,} inputs, up to cycle {made.end:,}, to {name}"


# ---------------------------------------------------------------- labels


@FILES.command("load_symbols load_labels ll", FILE, optional(FORMAT))
def load_symbols(monitor: Runner, name: str, form: str | None) -> Iterator[str]:
    """Read names and source lines from a file.

    Debug information (.dbg), listings (.lst), label files (.lbl .vs .inc), images.
    """
    info, path = formats.read(name, form), Path(name)
    monitor.session.sources.add(info, [path.parent, path.parent.parent])
    yield f"   {len(info.symbols):,} names, {len(info.lines):,} source lines"


@FILES.command("save_labels sl", FORCE, FILE)
def save_labels(monitor: Runner, force: bool, file: str) -> Iterator[str]:
    """Write the labels to a file (.lbl .vs .inc)."""
    sources = monitor.session.sources
    symbols = {name: value for name in sources.names() if (value := sources.address_of(name)) is not None}
    formats.write(Image(symbols=symbols), file, overwrite=force)
    yield f"   {len(symbols):,} names to {file}"


NAME = word("NAME", "a name")


@FILES.command("add_label al", ADDRESS, NAME)
def add_label(monitor: Runner, address: int, name: str) -> None:
    """Give an address a name."""
    if not (name.isascii() and name.isidentifier()):
        raise WordError(f"'{name}' is not a name: letters, digits and _, no digit at the start")
    if name.upper() in (each.upper() for each in monitor.session.machine.registers):
        raise WordError(f"'{name}' is a register")
    monitor.session.sources.name(name, address)


@FILES.command("delete_label dl", NAME)
def delete_label(monitor: Runner, name: str) -> None:
    """Delete a name defined by add_label."""
    if not monitor.session.sources.forget(name):
        raise WordError(f"'{name}' is not a name defined by add_label")


@FILES.command("show_labels shl", optional(word("PREFIX", "the beginning of a name")))
def show_labels(monitor: Runner, prefix: str | None) -> Iterator[str]:
    """List the labels, all or those with a prefix."""
    sources = monitor.session.sources
    names = sources.names(prefix or "")
    for name in names[:MOST_LABELS]:
        value = sources.address_of(name)
        assert value is not None
        yield f"   {sources.number(value)}  {name}"
    if not names:
        yield "no labels"
