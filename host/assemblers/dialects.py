"""Chooses the assembler or compiler of a source, by its suffix or by an option."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from emulators.errors import ImageError, did_you_mean, require, require_path, shown
from emulators.image import Image, parse_address
from host import formats, registry, streams
from host.assemblers.program import Assembly, digits
from host.formats import storage
from host.formats.faults import warn
from host.interruption import doing
from host.languages.analysis import Dialect
from host.languages.assembly import LIBRARY as LIBRARY
from host.options import DEFINES, IN, INCLUDES, STANDARD, Option, definition, memory, placed
from host.registry import lazy

RELOCATABLE = "relocatable"  # the format of its modules
CA65 = Dialect(
    "ca65", "the 6502's assembler", (".s", ".asm", ".a65"), lazy("host.assemblers.mos6502", "assemble"), ".ptp",
    "bytes", (
        Option("--undocumented", "accept the undocumented instructions"),
        Option("--config FILE", "an ld65 configuration (.cfg): where segments lie", IN),
        Option("--segment NAME=ADDRESS", "where a segment begins", placed, name="segments", many=True),
        Option("--target NAME", "as -t NAME of ca65: symbols of a machine, codes of characters"),
        Option("--feature NAME", "a feature that .feature NAME switches on", name="features", many=True),
    ),
    disassemble=lazy("host.assemblers.disassembler", "disassemble"), word_bits=8,
    analyse=lazy("host.assemblers.ca65.editing", "analyse"),
)  # fmt: skip
SAP = Dialect(
    "sap", "the 704's assembler", (".sap",), lazy("host.assemblers.sap.assembler", "assemble"), ".cbn", "words",
    (
        Option("--core WORDS", "memory of the 704: 4096, 8192 or 32768 words", memory),
        Option("--tables FOLDER", "where WST keeps symbol tables and RST finds them", Path),
        Option("--uasap", "read cards as UA SAP did; errors that it flagged are warnings"),
    ),
    disassemble=lazy("host.assemblers.sap.disassembler", "disassemble"), word_bits=36,
    analyse=lazy("host.assemblers.sap.editing", "analyse"),
)  # fmt: skip
COMPASS = Dialect(
    "compass", "the 6600's assembler", (".compass",), lazy("host.assemblers.compass.assembler", "assemble"), ".o60",
    "words", disassemble=lazy("host.assemblers.compass.disassembler", "disassemble"), word_bits=60,
    analyse=lazy("host.assemblers.compass.editing", "analyse"),
    modules=lazy("host.assemblers.compass.relocatable", "assemble"),
)  # fmt: skip


def dialect_of(path: str | PathLike[str], name: str | None = None, machine: str | None = None) -> Dialect:
    """Return the dialect with that name, else the one of the file's suffix, else the default machine's.

    Of languages with the same suffix the machine's counts, if one is given, else that of the machine which files with
    the suffix are meant for.
    """
    require_path(path)
    known = registry.languages()
    if name is not None:
        require(name, "the name of a language", str)
        if name not in known:
            raise ImageError(f"there is no language '{shown(name)}': {did_you_mean(name, known, ', '.join(known))}")
        return known[name]
    suffix = Path(path).suffix.lower()
    models = [registry.find(each) for each in (machine, suffix and registry.meant(f"x{suffix}")) if each]
    rows = [*(each for model in models for each in model.languages()), *known.values()]
    return next((each for each in rows if suffix in each.suffixes), next(iter(known.values())))


def settings(language: Dialect, given: Mapping[str, Any], folder: Path = Path()) -> dict[str, Any]:
    """Convert options of a language, by name, to those of `assemble`; files are relative to `folder`.

    A text is read as on the command line; blanks separate several values. NAME=VALUE may also be a mapping.
    Raises ImageError.
    """
    known = {each.dest: each for each in language.every_option}
    found = {}
    for name, value in given.items():
        if name not in known:
            known_names = ", ".join(known)
            raise ImageError(
                f"{language.title} has no option '{shown(name)}': {did_you_mean(name, known, f'it has {known_names}')}"
            )
        try:
            found[name] = _setting(known[name], value, folder)
        except ArgumentTypeError as error:
            raise ImageError(f"{name}: {error}") from None
    return found


def _setting(option: Option, value: Any, folder: Path) -> Any:
    if isinstance(value, Mapping):
        value = [f"{name}={each}" for name, each in value.items()]
    if option.many:
        if not isinstance(value, str | list):
            raise ArgumentTypeError(f"a text or a list, not '{shown(value)}'")
        values = [_value(option, each, folder) for each in (value.split() if isinstance(value, str) else value)]
        return dict(values) if option.type in (definition, placed) else values
    if option.kind is bool and not isinstance(value, bool):
        raise ArgumentTypeError(f"true or false, not '{shown(value)}'")
    if option.choices and value not in option.choices:
        raise ArgumentTypeError(f"'{shown(value)}' is none of {', '.join(option.choices)}")
    return _value(option, value, folder)


def _value(option: Option, value: Any, folder: Path) -> Any:
    if option.kind is not bool and not isinstance(value, str | int):
        raise ArgumentTypeError(f"a text, not '{shown(value)}'")
    return folder / str(value) if option.kind is Path else option.convert(value)


def assemble(path: str | PathLike[str], *, dialect: str | None = None, empty: bool = False, **options: Any) -> Assembly:
    r"""Assemble a source; options that are None, False or empty are as good as not given.

    Raises SourceErrors with all errors of the source, ImageError for an option that is not one of the dialect's, and,
    unless it may be `empty`, for a source that only defines symbols.

    >>> from pathlib import Path
    >>> from ironboard import assemble
    >>> _ = Path("twice.s").write_text("TWICE: asl a\n rts\n")
    >>> assemble("twice.s").image
    <Image twice.s: 2 bytes at 0200-0201>
    """
    found = dialect_of(path, dialect)
    given = {name: value for name, value in options.items() if value}
    for name in given:
        if name not in {each.dest for each in (*found.options, DEFINES, INCLUDES)}:
            machine = registry.of_language(found.name).processor
            raise ImageError(f"{path}: the assembler for the {machine} has no option '--{name.replace('_', '-')}'")
    with doing(f"on {path}"):
        assembly: Assembly = found.assemble(path, **given)
    if not assembly.image.segments and not (empty and assembly.image.symbols):
        raise ImageError(f"{path}: this source produces no {found.unit}")
    assembly.image.name = Path(path).name
    return assembly


# ---------------------------------------------------------------- files
# Assembling and disassembling from file to file, for `ironboard asm` and `ironboard dis`.


def assemble_file(
    source: Path,
    *,
    output: Path | None = None,
    format: str | None = None,
    listing: Path | None = None,
    labels: Path | None = None,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[Path] = (),
    dialect: str | None = None,
    overwrite: bool = False,
    bare: bool = False,
    **chosen: Any,
) -> None:
    """Assemble a source into an image file, by default one beside it, and report the result.

    The default is a paper tape for the 6502, a deck of cards for the 704, octal words for the 6600; a source that only
    defines symbols makes none. `-` is the standard output. Files that exist are replaced only with `overwrite`; those
    that the program was read from never are. `chosen` are options of the dialect.
    """
    if source.is_dir():
        raise ImageError(f"cannot read {source}: it is a folder")
    language = dialect_of(source, dialect)
    target = output or source.with_suffix(language.output)
    results = [each for each in (target, listing, labels) if each and each != STANDARD]
    if not overwrite:
        storage.refuse_existing(*results)
    if language.modules and formats.FORMATS.meant(str(target), format).name == RELOCATABLE:
        if labels:
            raise ImageError(
                f"{labels}: relocatable programs have no addresses before they are loaded; leave out --labels"
            )
        given = {"defines": defines or {}, "include_dirs": include_dirs}
        write_modules(language.modules(source, **given, **chosen), target, listing, overwrite, language.unit)
        return
    assembly = assemble(source, dialect=language.name, defines=defines, include_dirs=include_dirs, empty=True, **chosen)
    read = {record.line.file for record in assembly.program.records}
    for each in results:
        if os.path.realpath(each) in map(os.path.realpath, read):
            raise ImageError(f"{each}: this is the input file; name another one")
    for message in assembly.messages:
        print(message)
    for warning in assembly.warnings:
        streams.warn(warning)
    if assembly.image.segments:
        form = formats.FORMATS.meant(f"image{language.output}", format).name if target == STANDARD else format
        formats.write(assembly.image, target, form, overwrite=overwrite, **({"bare": True} if bare else {}))
    if labels:
        formats.write(assembly.image, labels, overwrite=overwrite)
    if listing:
        storage.write_text(listing, assembly.listing, overwrite)
    entry, machine = assembly.image.entry, assembly.program.target
    start = f", entry {digits(entry, machine.address_bits, machine.radix)}" if entry is not None else ""
    said = f"{target}: {assembly.image.size} {language.unit}{start}"
    if not assembly.image.segments:
        count = len(assembly.image.symbols)
        said = f"{source}: {count} symbol{'s' * (count != 1)}, but no {language.unit}: {target} is not written"
    print(said, file=sys.stderr if STANDARD in (target, listing) else sys.stdout)


def write_modules(found: Any, target: Path, listing: Path | None, overwrite: bool, unit: str) -> None:
    """Write relocatable modules into a file, and their listing."""
    if any(os.path.realpath(each) in map(os.path.realpath, found.files) for each in (target, listing) if each):
        raise ImageError(f"{target}: a result would replace an input; name another file")
    for warning in found.warnings:
        streams.warn(warning)
    storage.write_all(target, found.dumps(), overwrite)
    if listing:
        storage.write_text(listing, found.listing, overwrite)
    count = len(found.modules)
    said = f"{target}: {count} program{'s' * (count != 1)}, {found.size} {unit}"
    print(said, file=sys.stderr if STANDARD in (target, listing) else sys.stdout)


def disassemble_file(
    file: Path,
    *,
    output: Path = STANDARD,
    format: str | None = None,
    origin: int | str | None = None,
    labels: Path | None = None,
    starts: Iterable[int | str] = (),
    linear: bool = False,
    undocumented: bool = False,
    notes: bool = True,
    overwrite: bool = False,
) -> None:
    """Write the source of an image file; `-` is the standard output. `starts` may be texts, in the machine's radix."""
    image = formats.read(file, format, origin=origin)
    warn(image)
    radix = 16 if image.word_bits == 8 else 8
    starts = [each if isinstance(each, int) else parse_address(each, radix) for each in starts]
    if labels:
        image.symbols |= formats.read(labels).symbols
    text = source_of(image, file, undocumented, starts=starts, linear=linear, notes=notes)
    storage.write_text(output, f"{text.rstrip()}\n", overwrite)


def source_of(image: Image, file: Path, undocumented: bool, **how: Any) -> str:
    """Return the source of an image, in the first language for words of this width; raises ImageError."""
    for each in registry.languages().values():
        if each.disassemble and each.word_bits == image.word_bits:
            if not undocumented:
                return each.disassemble(image, **how)
            if any(option.dest == "undocumented" for option in each.options):
                return each.disassemble(image, undocumented=True, **how)
            title = registry.of_language(each.name).title
            raise ImageError(f"{file}: the {title} has no undocumented instructions")
    raise ImageError(f"{file}: there is no disassembler for words of {image.word_bits} bits")
