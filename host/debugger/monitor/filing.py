"""Commands about files: programs, states, labels, recordings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from emulators.image import Image
from host import formats
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group
from host.formats import storage

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

FORCE = "--force"
STATE_LIMIT = 64 << 20  # bytes
MOST_LABELS = 10_000  # lines of show_labels


def load(monitor: Monitor, arguments: Arguments) -> None:
    """Load an image file."""
    from host.debugger.monitor.memory import put

    name = arguments.file_name()
    origin = None if arguments.ended else arguments.address("where a raw binary belongs")
    form = None if arguments.ended else arguments.word("a format")
    arguments.end()
    image = formats.read(name, form, origin=origin)
    image.expect(monitor.session.machine.word_bits, f"the {monitor.session.machine.title}")
    words = dict(image)
    top = (1 << monitor.session.machine.address_bits) - 1
    if not words:
        raise arguments.without_place(f"{name} holds no words; load_symbols takes names and lines from it")
    if max(words) > top or max(words.values()) >> monitor.session.machine.word_bits:
        raise arguments.without_place(f"{name} does not fit into this machine's memory")
    put(monitor, words)
    ranges = ", ".join(
        f"{monitor.layout.address(each.address)}..{monitor.layout.address(each.end - 1)}" for each in image.merged()
    )
    entry = "" if image.entry is None else f", entry {monitor.layout.address(image.entry)}"
    monitor.write(f"   {len(words):,} words: {ranges}{entry}")


def save(monitor: Monitor, arguments: Arguments) -> None:
    """Save memory to an image file."""
    from host.debugger.monitor.memory import words_at

    force = arguments.keyword(FORCE)
    name = arguments.file_name()
    first, last = arguments.whole_range()
    form = None if arguments.ended else arguments.word("a format")
    arguments.end()
    image = Image.of(first, words_at(monitor, first, last), word_bits=monitor.session.machine.word_bits)
    formats.write(image, name, form, overwrite=force is not None)
    monitor.write(f"   {last - first + 1:,} words to {name}")


def dump(monitor: Monitor, arguments: Arguments) -> None:
    """Save the machine's state."""
    force = arguments.keyword(FORCE)
    name = arguments.file_name()
    arguments.end()
    storage.write_all(Path(name), monitor.session.machine.save_state(), force is not None)


def undump(monitor: Monitor, arguments: Arguments) -> None:
    """Go on from a saved state."""
    name = arguments.file_name()
    arguments.end()
    monitor.session.machine.load_state(storage.read_all(Path(name), STATE_LIMIT, "a saved state"))
    monitor.show()


def record(monitor: Monitor, arguments: Arguments) -> None:
    """Write a recording."""
    force = arguments.keyword(FORCE)
    name = arguments.file_name()
    arguments.end()
    made = monitor.session.recording()
    made.write(name, overwrite=force is not None)
    monitor.write(f"   {len(made.log):,} inputs, up to cycle {made.end:,}, to {name}")


# ---------------------------------------------------------------- labels


def load_symbols(monitor: Monitor, arguments: Arguments) -> None:
    """Take names and source lines from a file."""
    name = arguments.file_name()
    form = None if arguments.ended else arguments.word("a format")
    arguments.end()
    info = formats.read(name, form)
    path = Path(name)
    monitor.session.sources.add(info, [path.parent, path.parent.parent])
    monitor.write(f"   {len(info.symbols):,} names, {len(info.lines):,} source lines")


def add_label(monitor: Monitor, arguments: Arguments) -> None:
    """Give an address a name."""
    address = arguments.address()
    name = arguments.word("a name")
    arguments.end()
    if not is_name(name):
        raise arguments.error(f"'{name}' is no name: letters, digits and _, no digit at the start")
    if name.upper() in (each.upper() for each in monitor.session.machine.registers):
        raise arguments.error(f"'{name}' is a register")
    monitor.session.sources.name(name, address)


def is_name(text: str) -> bool:
    """Return whether a text can be a label."""
    return text.isascii() and text.isidentifier()


def delete_label(monitor: Monitor, arguments: Arguments) -> None:
    """Take away a name that add_label has given."""
    name = arguments.word("a name")
    arguments.end()
    if not monitor.session.sources.forget(name):
        raise arguments.error(f"'{name}' is not a name that add_label has given")


def show_labels(monitor: Monitor, arguments: Arguments) -> None:
    """List labels."""
    prefix = "" if arguments.ended else arguments.word("the beginning of a name")
    arguments.end()
    sources = monitor.session.sources
    names = sources.names(prefix)
    for name in names[:MOST_LABELS]:
        value = sources.address_of(name)
        assert value is not None
        monitor.write(f"   {sources.number(value)}  {name}")
    if not names:
        monitor.write("no labels")


def save_labels(monitor: Monitor, arguments: Arguments) -> None:
    """Write all labels to a file."""
    force = arguments.keyword(FORCE)
    file = arguments.file_name()
    arguments.end()
    sources = monitor.session.sources
    symbols = {name: value for name in sources.names() if (value := sources.address_of(name)) is not None}
    formats.write(Image(symbols=symbols), file, overwrite=force is not None)
    monitor.write(f"   {len(symbols):,} names to {file}")


GROUP = Group(
    "Files and labels",
    (
        Command(("load", "l"), "FILE [ADDRESS [FORMAT]]", "load an image file into memory", load,
                more="ADDRESS is for raw binaries. The formats are those of docs/formats.md."),
        Command(("save", "s"), "[--force] FILE RANGE [FORMAT]", "save memory to an image file", save,
                more="The ending of FILE says the format. An existing file is replaced only with --force."),
        Command(("dump",), "[--force] FILE", "save the machine's whole state to a file", dump),
        Command(("undump",), "FILE", "go on from a saved state; the past begins there", undump),
        Command(("record", "rec"), "[--force] FILE", "write all input of this session to a file, to be replayed",
                record),
        Command(("load_symbols", "load_labels", "ll"), "FILE [FORMAT]", "take names and source lines from a file",
                load_symbols, more="Debug information (.dbg), listings (.lst), label files (.lbl .vs .inc), images."),
        Command(("save_labels", "sl"), "[--force] FILE", "write the labels to a file (.lbl .vs .inc)", save_labels),
        Command(("add_label", "al"), "ADDRESS NAME", "give an address a name", add_label),
        Command(("delete_label", "dl"), "NAME", "take away a name that add_label has given", delete_label),
        Command(("show_labels", "shl"), "[PREFIX]", "list the labels, all or those that begin so", show_labels),
    ),
)  # fmt: skip
