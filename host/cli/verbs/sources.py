"""From sources to images and back: asm, dis, cards, rom, algol, fortran; and learn."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError
from host import registry
from host.cli.parser import Action, add_languages
from host.machines.ibm704.model import SENSE
from host.options import (
    DEFINES,
    FORCE,
    IN,
    INCLUDES,
    JSON,
    OUT,
    STANDARD,
    File,
    Option,
    add,
    decimal,
    given,
    named_path,
    octal,
    picked,
    positive,
    span,
)

if TYPE_CHECKING:
    from host.compilers.language import Language


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
        DEFINES,
        INCLUDES,
    )
    own = [*dict.fromkeys(option for each in languages.values() for option in each.options)]
    add_languages(parser, languages.values())

    def action(options: Namespace) -> None:
        import gc

        from host.assemblers.dialects import assemble_file

        chosen = given(options, (*common, *own))
        if "segments" in chosen:
            chosen["segments"] = dict(chosen["segments"])
        defines, folders = dict(options.defines or ()), options.include_dirs or ()
        gc.disable()  # an assembly keeps all that it makes: there is nothing to collect
        try:
            assemble_file(options.source, **chosen, defines=defines, include_dirs=folders)
        finally:
            gc.enable()

    return action


def load(parser: ArgumentParser) -> Action:
    """Load relocatable binaries into an image."""
    add(
        parser,
        Option("FILE", "relocatable binaries (.rel), or COMPASS sources (.compass)", IN, name="files", nargs="+"),
        Option("--library FILE", "binaries (.rel) that provide missing programs", IN, name="libraries", many=True),
        Option("--no-system", "do not look into the system's library", name="system", value=False),
        Option("--origin ADDRESS", "where the first word lies (100)", octal),
        Option("--entry NAME", "where it starts (default: where a program says)", str.upper),
        Option("--map FILE", "write the load map; - is the standard output", OUT),
        Option("-o --output FILE", "the image file (default: beside the first file, .o60)", OUT),
        FORCE,
    )

    def action(options: Namespace) -> None:
        from host.assemblers.compass.relocatable import load_files

        names = ("libraries", "system", "origin", "entry", "map", "output", "overwrite")
        load_files(options.files, **picked(options, names))

    return action


def dis(parser: ArgumentParser) -> Action:
    """Disassemble an image into a source."""
    add(
        parser,
        Option("FILE", "an image file", IN),
        Option("-o --output FILE", "the source to write", OUT, STANDARD),
        FORMAT,
        Option("--origin ADDRESS", "where a raw binary, or a relocatable deck, belongs"),
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


def format(parser: ArgumentParser) -> Action:
    """Put the fields of a source into columns."""
    add(
        parser,
        Option("SOURCE", "a source in SAP or COMPASS", IN),
        Option("-o --output FILE", "write it to a file (default: print it)", OUT),
        Option("--write", "change the source itself"),
        Option("--check", "only say whether it is in columns: exit status 1 if not"),
        Option("--diff", "print the lines that differ"),
        Option("--dialect NAME", "the language, if the suffix does not say", choices=registry.languages()),
        DEFINES,
        INCLUDES,
        FORCE,
    )

    def action(options: Namespace) -> int:
        from host.assemblers import formatting
        from host.assemblers.dialects import dialect_of
        from host.formats import storage

        source = options.source
        given = [f"--{name}" for name in ("check", "diff", "write", "output") if getattr(options, name)]
        if len(given) > 1:
            parser.error(f"{given[0]} does not go with {given[1]}")
        dialect = dialect_of(source, options.dialect)
        defines, folders = dict(options.defines or ()), options.include_dirs or ()
        text = formatting.formatted(source, dialect, defines=defines, include_dirs=folders)
        changes = formatting.difference(source, text)
        if options.check:
            print(f"{source}: {'not in columns' if changes else 'in columns'}")
            return 1 if changes else 0
        if options.diff:
            print("\n".join(changes), end="\n" if changes else "")
        elif options.write:
            if changes:
                storage.write_text(source, text, overwrite=True)
        else:
            storage.write_text(options.output or STANDARD, text, options.overwrite)
        return 0

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
        Option("--origin ADDRESS", "put a loader before relocatable cards that loads them there"),
        Option("-o --output FILE", "write the cards as a deck (.cbn, .deck) or a picture (.svg)", OUT),
        Option("--format NAME", "the format of the files, if their suffixes do not say"),
        FORCE,
        JSON,
    )

    def action(options: Namespace) -> None:
        from host.formats.deck import command

        if options.as_json and (options.output or options.view != "list"):
            parser.error("--json does not go with --output, --octal and --picture")
        names = ("format", "span", "view", "origin", "output", "overwrite", "as_json")
        command.cards(options.files, **picked(options, names))

    return action


def rom(parser: ArgumentParser) -> Action:
    """Build or verify the images in roms/."""
    about = "rebuild the images in roms/, or compare them with their sources"
    add(parser, Option("DO", about, choices=("build", "verify")), JSON)

    def action(options: Namespace) -> None:
        from host.assemblers import roms
        from host.formats import results

        report = roms.build() if options.do == "build" else roms.verify()
        if options.as_json:
            results.show(roms.described(roms.read_manifest(roms.CHECKOUT)))
        else:
            print("\n".join(report))

    return action


def channel_path(text: str) -> tuple[str, Path]:
    """Return the name of the file on the machine, and the path, of CHANNEL=FILE."""
    name, path = named_path(text, "CHANNEL")
    if not decimal(name) or int(name) not in range(100) or int(name) in (60, 61):
        raise ArgumentTypeError(f"'{text}': expected a channel from 0 to 99, and not 60 or 61")
    return f"CH{int(name)}", path


def emitted(text: str) -> str:
    """Return the form of a compiled program that is to be written."""
    if text.partition(":")[0] not in ("compass", "sap", "listing", "ir") or (
        ":" in text and not text.startswith("ir:")
    ):
        raise ArgumentTypeError(f"'{text}': expected compass, sap, listing, ir, or ir:STAGE")
    return text


def compiling(
    parser: ArgumentParser,
    options: tuple[Option, ...],
    language: Language,
    about: str,
    names: FileNames,
    more: tuple[Option, ...] = (),
) -> Action:
    """Compile a program and run it as a job; `more` options of the job."""
    add(parser, Option("PROGRAM", f"a text in {about}", IN))
    emit = Option(
        "--emit KIND",
        "write this instead of running the program: compass, listing, ir (the intermediate form), "
        "ir:STAGE (after lower, or after a pass)",
        emitted,
    )
    add(
        parser.add_argument_group("the program"), *options, emit, Option("-o FILE", "with --emit: write to a file", OUT)
    )
    job = (
        Option("--input FILE", f"the lines of {names.input}", IN),
        Option("--output FILE", f"write the lines of {names.output} to a file instead of printing them", OUT),
        FORCE,
        Option("--interactive", f"read {names.input} from the keyboard; print {names.printed} at once"),
        Option("--cycles N", "stop it after N minor cycles (1,000,000,000)", positive),
        Option("--time", "report where the time went: by reason, by procedure, by line"),
        *more,
    )
    read, written = File(names.path), File(names.path, written=True)
    add(
        parser.add_argument_group("files and time"),
        *job,
        Option(f"--file {names.sign}=FILE", f"the lines of another {names.what}", read, name="files", many=True),
        Option(
            f"--save {names.sign}=FILE", f"save the output of a {names.sign.lower()}", written, name="saves", many=True
        ),
    )

    def action(given_options: Namespace) -> int:
        from host.machines.cdc6600.compiled import run_file, write
        from host.machines.cdc6600.job import Job

        source, program = given(given_options, options), given_options.program
        if given_options.emit:
            write(program, language, given_options.emit, given_options.o, given_options.overwrite, **source)
            return 0
        files, saves = dict(given_options.files or ()), dict(given_options.saves or ())
        return run_file(Job(str(program), **given(given_options, job), files=files, saves=saves), language, **source)

    return action


class FileNames(NamedTuple):
    """The names of a language for the files of a job."""

    input: str
    output: str
    printed: str  # with --interactive
    sign: str  # of a number of one
    what: str
    path: Callable[[str], tuple[str, Path]]  # from NUMBER=FILE to the file's name on the machine, and the path


def algol(parser: ArgumentParser) -> Action:
    """Compile an ALGOL 60 program and run it."""
    from host.compilers.algol.dialect import DIALECTS, LANGUAGE, OPTIONS, SYSTEMS

    dialect = Option("--dialect NAME", DIALECTS, name="system", choices=(*SYSTEMS,))
    options = tuple(dialect if each.dest == "system" else each for each in OPTIONS)
    names = FileNames("channel 60, or 0", "channel 61, or 1", "61 and 1", "CHANNEL", "channel, 0 to 99", channel_path)
    return compiling(parser, options, LANGUAGE, "ALGOL 60", names)


def fortran(parser: ArgumentParser) -> Action:
    """Compile a FORTRAN program and run it."""
    from host.compilers.fortran.dialect import LANGUAGE, OPTIONS, VERSIONS

    dialect = Option("--dialect NAME", VERSIONS, choices=("ii", "iv"), name="version")
    options = (dialect, *(each for each in OPTIONS if each.dest != "version"))
    machine = Option("--machine NAME", "704 or 6600 (default)", choices=("704", "6600"), name="machine")
    names = FileNames("unit 5 (INPUT)", "unit 6 (OUTPUT)", "unit 6", "UNIT", "unit, 1 to 99", unit_path)
    compiled = compiling(parser, (machine, *options), LANGUAGE, "FORTRAN", names, (SENSE,))
    punch = Option("--punch FILE", "write the punched cards to a file (.deck, .cbn)", OUT)
    add(parser.add_argument_group("the 704"), punch)

    def action(options: Namespace) -> int:
        if options.machine == "704":
            return _on_704(options)
        if options.punch:
            raise IronboardError("--punch goes with --machine 704: on the 6600, --save 7=FILE")
        options.machine = None
        return compiled(options) or 0

    return action


def _on_704(options: Namespace) -> int:
    """Compile and run a FORTRAN program for the 704."""
    from host.compilers.fortran.compiler import compile_file
    from host.compilers.fortran.dialect import OPTIONS
    from host.machines.cdc6600.compiled import emit_text, warn
    from host.machines.ibm704.job import Job, run_source

    if options.interactive:
        raise IronboardError("--interactive does not go with --machine 704, which reads cards (--input FILE)")
    compiling = given(options, OPTIONS)
    if options.emit:
        program = compile_file(options.program, machine="704", **compiling)
        warn(program.assembly.warnings, sys.stderr)
        emit_text(program, options.emit, options.o, options.overwrite)
        return 0
    files, saves = (
        {name.removeprefix("TAPE"): path for name, path in dict(each or ()).items()}
        for each in (options.files, options.saves)
    )
    job = Job(
        str(options.program), options.input, options.output, files, saves, options.punch, options.sense or (),
        options.cycles, options.time, options.overwrite,
    )  # fmt: skip
    return run_source(job, compiling)


def unit_path(text: str) -> tuple[str, Path]:
    """Return the name of the file on the machine, and the path, of UNIT=FILE."""
    name, path = named_path(text, "UNIT")
    if not decimal(name) or int(name) not in range(1, 100) or int(name) in (5, 6):
        raise ArgumentTypeError(f"'{text}': expected a unit from 1 to 99, and not 5 or 6")
    return ("PUNCH" if int(name) == 7 else f"TAPE{int(name)}"), path


# ---------------------------------------------------------------- lessons

# Learning to program the machines: learn.


def learn(parser: ArgumentParser) -> Action:
    """List the lessons, show a task, write a source to begin with, check an answer."""
    add(
        parser,
        Option("LESSON", "a lesson (default: list them)", nargs="?"),
        Option("FILE", "a source that solves it, to be checked", IN, nargs="?"),
        Option("--begin FILE", "write a source to begin with", OUT, name="begun"),
        Option("--debug", "open the debugger at the mistake of a wrong answer"),
        Option("--screen", "with --debug: the full-screen view", name="face", value="screen", alone="face"),
        Option("--line", "with --debug: commands, line by line", name="face", value="line", alone="face"),
        Option("--lessons FOLDER", "other lessons: a folder with a Python file for each, or a sheet (.json)", Path),
        FORCE,
        JSON,
    )

    def action(options: Namespace) -> int:
        from host.formats import results
        from host.lessons import command

        name, file, folder = options.lesson, options.file, options.lessons
        if options.begun and (file or not name):
            parser.error("--begin goes with a lesson, and with no answer")
        if options.debug and not file:
            parser.error("--debug goes with an answer: ironboard learn LESSON FILE --debug")
        if options.face and not options.debug:
            parser.error(f"--{options.face} goes with --debug")
        if options.as_json and (options.begun or options.debug):
            parser.error("--json does not go with --begin and --debug")
        if file:
            return command.answer(name, file, folder, debug=options.debug, face=options.face, as_json=options.as_json)
        if options.as_json:
            results.show(command.task_of(name, folder) if name else command.lesson_list(folder))
            return 0
        if options.begun:
            print(command.begin(name, options.begun, folder, overwrite=options.overwrite))
        else:
            print("\n".join(command.task(name, folder) if name else command.overview(folder)))
        return 0

    return action
