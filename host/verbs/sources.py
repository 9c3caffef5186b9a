"""From sources to images and back: asm, dis, cards, rom, algol."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from host import registry
from host.options import (
    IN,
    OUT,
    STANDARD,
    File,
    Option,
    add,
    address,
    definition,
    given,
    named_path,
    picked,
    positive,
    span,
)
from host.verbs.common import FORCE, Action

FORMAT = Option("--format NAME", "the format of the image, if its suffix does not say")


def asm(parser: ArgumentParser) -> Action:
    """Assemble a source."""
    languages = registry.languages()
    endings = ", ".join(suffix for each in languages.values() for suffix in each.suffixes)
    common = (
        Option(
            "-o --output FILE",
            "the image file; its suffix says the format (default: beside the source, in the language's usual format)",
            OUT,
        ),
        FORMAT,
        Option("--listing FILE", "write a listing; - is the standard output", OUT),
        Option("--labels FILE", "write the symbols (.lbl, .vs or .inc)", OUT),
        FORCE,
        Option("--dialect NAME", "the language, if the suffix does not say", choices=languages),
        Option("--bare", "a deck without our loader (704)"),
    )
    add(
        parser,
        Option("SOURCE", f"a source: {endings}, else for the 6502, in ca65's dialect", IN),
        *common,
        Option("-D NAME=VALUE", "define a symbol", definition, name="defines", many=True),
        Option("-I FOLDER", "look for includes here", Path, name="include_dirs", many=True),
    )
    own = [option for each in languages.values() for option in each.options]
    for each in languages.values():
        if each.options:
            add(parser.add_argument_group(each.title), *each.options)

    def action(options: Namespace) -> None:
        from host.assemblers.dialects import assemble_file

        chosen = given(options, (*common, *own))
        if "segments" in chosen:
            chosen["segments"] = dict(chosen["segments"])
        defines, folders = dict(options.defines or ()), options.include_dirs or ()
        assemble_file(options.source, **chosen, defines=defines, include_dirs=folders)

    return action


def dis(parser: ArgumentParser) -> Action:
    """Disassemble an image into a source."""
    add(
        parser,
        Option("FILE", "an image file", IN),
        Option("-o --output FILE", "the source to write", OUT, STANDARD),
        FORMAT,
        Option("--origin ADDRESS", "where a raw binary belongs", address),
        Option("--labels FILE", "names for addresses (.lbl, .vs or .inc)", IN),
        Option("--start ADDRESS", "an address where code begins", name="starts", many=True),
        Option("--linear", "disassemble everything as code"),
        Option("--undocumented", "use names for the undocumented instructions"),
        Option("--plain", "without addresses and bytes as comments", name="notes", value=False),
        FORCE,
    )

    def action(options: Namespace) -> None:
        from host.assemblers.dialects import disassemble_file

        names = ("output", "format", "origin", "labels", "linear", "undocumented", "notes", "overwrite")
        disassemble_file(options.file, **picked(options, names), starts=options.starts or ())

    return action


def cards(parser: ArgumentParser) -> Action:
    """Show, combine and write decks of punched cards."""
    add(
        parser,
        Option("FILE", "decks, one after the other; or images", IN, name="files", nargs="+"),
        Option("--card N", "only card N, or cards N-M", span, name="span"),
        Option(
            "--octal", "also print the words on the cards", name="view", value="octal", default="list", alone="view"
        ),
        Option("--picture", "also print the holes", name="view", value="picture", default="list", alone="view"),
        Option("-o --output FILE", "write the cards as a deck (.cbn, .deck) or a picture (.svg)", OUT),
        Option("--format NAME", "the format of the files, if their suffixes do not say"),
        FORCE,
    )

    def action(options: Namespace) -> None:
        from host.formats.deck import command

        command.cards(options.files, **picked(options, ("format", "span", "view", "output", "overwrite")))

    return action


def rom(parser: ArgumentParser) -> Action:
    """Build or verify the images in roms/."""
    about = "rebuild the images in roms/, or compare them with their sources"
    add(parser, Option("DO", about, choices=("build", "verify")))

    def action(options: Namespace) -> None:
        from host import roms

        print("\n".join(roms.build() if options.do == "build" else roms.verify()))

    return action


def channel_path(text: str) -> tuple[str, Path]:
    """Return the name of the file on the machine, and the path, of CHANNEL=FILE."""
    name, path = named_path(text, "CHANNEL")
    if not name.isdecimal() or int(name) not in range(100) or int(name) in (60, 61):
        raise ArgumentTypeError(f"'{text}': expected a channel from 0 to 99, and not 60 or 61")
    return f"CH{int(name)}", path


CHANNEL_READ, CHANNEL_WRITTEN = File(channel_path), File(channel_path, written=True)


def emitted(text: str) -> str:
    """Return what of a compiled program is to be written."""
    if text.partition(":")[0] not in ("compass", "listing", "ir") or (":" in text and not text.startswith("ir:")):
        raise ArgumentTypeError(f"'{text}': expected compass, listing, ir, or ir:STAGE")
    return text


def algol(parser: ArgumentParser) -> Action:
    """Compile an ALGOL 60 program and run it."""
    from host.algol.dialect import OPTIONS

    add(parser, Option("PROGRAM", "a text in ALGOL 60", IN))
    emit = Option(
        "--emit KIND",
        "write this instead of running the program: compass, listing, ir (the intermediate form), "
        "ir:STAGE (after lower, or after a pass)",
        emitted,
    )
    add(
        parser.add_argument_group("the program"), *OPTIONS, emit, Option("-o FILE", "with --emit: write to a file", OUT)
    )
    job = (
        Option("--input FILE", "the lines of channel 60, or 0", IN),
        Option("--output FILE", "write the lines of channel 61, or 1, to a file instead of printing them", OUT),
        FORCE,
        Option("--interactive", "read channel 60, or 0, from the keyboard; print 61 and 1 at once"),
        Option("--cycles N", "stop it after N minor cycles (1,000,000,000)", positive),
        Option("--time", "report where the time went: by reason, by procedure, by line"),
    )
    channel = "CHANNEL=FILE"
    add(
        parser.add_argument_group("files and time"),
        *job,
        Option(f"--file {channel}", "the lines of another channel, 0 to 99", CHANNEL_READ, name="files", many=True),
        Option(f"--save {channel}", "save the output of a channel", CHANNEL_WRITTEN, name="saves", many=True),
    )

    def action(options: Namespace) -> int:
        from host.algol.dialect import LANGUAGE
        from host.desk.cdc6600.compiled import run_file, write
        from host.desk.cdc6600.job import Job

        source = given(options, OPTIONS)
        if options.emit:
            write(options.program, LANGUAGE, options.emit, options.o, options.overwrite, **source)
            return 0
        files, saves = dict(options.files or ()), dict(options.saves or ())
        return run_file(Job(str(options.program), **given(options, job), files=files, saves=saves), LANGUAGE, **source)

    return action
