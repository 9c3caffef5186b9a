"""Which assembler, or compiler, is a source for? The ending of its name says it, or an option."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.cdc6600 import isa as cdc6600
from emulators.errors import ImageError
from emulators.ibm704 import isa as ibm704
from emulators.image import Image, parse_address
from host import formats
from host.assemblers.program import Assembly, digits
from host.assemblers.source import LIBRARY as LIBRARY
from host.formats import storage

if TYPE_CHECKING:
    from emulators.machine import Machine
    from host.algol.compiler import Compiled
    from host.debugger.language import Language


class Dialect(NamedTuple):
    """A language, and the machine it is for."""

    name: str  # on the command line
    machine: str  # as `ironboard verify` names it
    suffixes: tuple[str, ...]
    assemble: Callable[..., Assembly]
    options: frozenset[str]  # that its `assemble` takes beside `defines` and `include_dirs`
    output: str  # the ending of an image file for which nothing else is said
    unit: str  # what the words of its memory are called


def _ca65(path: str | PathLike[str], **options: Any) -> Assembly:
    from host.assemblers.mos6502 import assemble  # what is not used is not loaded

    return assemble(path, **options)


def _sap(path: str | PathLike[str], **options: Any) -> Assembly:
    from host.assemblers.sap.assembler import assemble

    return assemble(path, **options)


def _compass(path: str | PathLike[str], **options: Any) -> Assembly:
    from host.assemblers.compass.assembler import assemble

    return assemble(path, **options)


def _algol(path: str | PathLike[str], **options: Any) -> Assembly:
    from host.algol.compiler import compile_file

    if options.get("defines") or options.get("include_dirs"):
        raise ImageError(f"{path}: ALGOL has no symbols and no folders to be given")
    compiled = compile_file(Path(path), **{name: value for name, value in options.items() if name in ALGOL.options})
    compiled.assembly.inspect = partial(_inspector, compiled)
    return compiled.assembly


def _inspector(compiled: Compiled, machine: Machine) -> Language:
    from host.algol.inspect.inspector import AlgolInspector

    return AlgolInspector(compiled, machine)


OF_ALGOL = ("representation", "no_checks", "check_unset", "strict_switch", "strict_power")
CA65 = Dialect(
    "ca65", "6502", (), _ca65, frozenset({"undocumented", "segments", "config", "features"}), ".ptp", "bytes"
)
SAP = Dialect("sap", "704", (".sap",), _sap, frozenset({"core", "tables", "uasap"}), ".cbn", "words")
COMPASS = Dialect("compass", "6600", (".compass",), _compass, frozenset(), ".o60", "words")
ALGOL = Dialect("algol", "6600", (".alg",), _algol, frozenset(OF_ALGOL), ".o60", "words")
DIALECTS = {each.name: each for each in (CA65, SAP, COMPASS, ALGOL)}


def dialect_of(path: str | PathLike[str], name: str | None = None) -> Dialect:
    """Return the dialect of that name, else that of the file's ending, else ca65's."""
    if name is not None:
        return DIALECTS[name]
    suffix = Path(path).suffix.lower()
    return next((each for each in DIALECTS.values() if suffix in each.suffixes), CA65)


def assemble(path: str | PathLike[str], *, dialect: str | None = None, empty: bool = False, **options: Any) -> Assembly:
    """Assemble a source; options that are None, False or empty are as good as not given.

    Raises SourceErrors with all errors of the source, ImageError for an option that is not one of the dialect's, and,
    unless it may be `empty`, for a source that only defines symbols.
    """
    found = dialect_of(path, dialect)
    given = {name: value for name, value in options.items() if value}
    for name in given:
        if name not in found.options | {"defines", "include_dirs"}:
            spelling = f"--{name.replace('_', '-')}"
            raise ImageError(f"{path}: the assembler for the {found.machine} has no option '{spelling}'")
    assembly = found.assemble(path, **given)
    if not assembly.image.segments and not empty:
        raise ImageError(f"'{path}' produces no {found.unit}: there is nothing to assemble in it")
    return assembly


# ---------------------------------------------------------------- files
# Assembling and disassembling from file to file: what `ironboard asm` and `ironboard dis` do.


STANDARD_OUTPUT = Path("-")


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
    """Assemble a source into an image file, by default one beside it, and say what came of it.

    The default is a paper tape for the 6502, a deck of cards for the 704, octal words for the 6600; a source that only
    defines symbols makes none. Files that exist are replaced only with `overwrite`; those that the program was read
    from never are. `chosen` are options of the dialect.
    """
    language = dialect_of(source, dialect)
    if source.is_dir():
        raise ImageError(f"cannot read {source}: it is a folder")
    target = output or source.with_suffix(language.output)
    results = [each for each in (target, listing, labels) if each and each != STANDARD_OUTPUT]
    if not overwrite:
        storage.refuse_existing(*results)
    assembly = assemble(source, dialect=language.name, defines=defines, include_dirs=include_dirs, empty=True, **chosen)
    read = {os.path.realpath(record.line.file) for record in assembly.program.records}
    for each in results:
        if os.path.realpath(each) in read:
            raise ImageError(f"{each}: the program is read from this file; name another one")
    for message in assembly.messages:
        print(message)
    for warning in assembly.warnings:
        print(warning, file=sys.stderr)
    if assembly.image.segments:
        formats.write(assembly.image, target, format, overwrite=overwrite, **({"bare": True} if bare else {}))
    if labels:
        formats.write(assembly.image, labels, overwrite=overwrite)
    if listing:
        put_text(assembly.listing, listing, overwrite)
    entry, machine = assembly.image.entry, assembly.program.target
    start = f", entry {digits(entry, machine.address_bits, machine.radix)}" if entry is not None else ""
    said = f"{target}: {assembly.image.size} {language.unit}{start}"
    if not assembly.image.segments:
        count = len(assembly.image.symbols)
        said = f"{source}: {count} symbol{'s' * (count != 1)}, but no {language.unit}: {target} is not written"
    print(said, file=sys.stderr if listing == STANDARD_OUTPUT else sys.stdout)


def disassemble_file(
    file: Path,
    *,
    output: Path = STANDARD_OUTPUT,
    format: str | None = None,
    origin: int | None = None,
    labels: Path | None = None,
    starts: Iterable[int | str] = (),
    linear: bool = False,
    undocumented: bool = False,
    notes: bool = True,
    overwrite: bool = False,
) -> None:
    """Write the source of an image file; `-` is the standard output. `starts` may be texts, in the machine's radix."""
    image = formats.read(file, format, origin=origin)
    radix = 16 if image.word_bits == 8 else 8
    starts = [each if isinstance(each, int) else parse_address(each, radix) for each in starts]
    if labels:
        image.symbols |= formats.read(labels).symbols
    put_text(_source_of(image, file, undocumented, starts=starts, linear=linear, notes=notes), output, overwrite)


def _source_of(image: Image, file: Path, undocumented: bool, **how: Any) -> str:
    """Return the source of an image: of bytes the 6502's, of words of 36 bits the 704's, of 60 bits the 6600's."""
    machine = {ibm704.WORD_BITS: "IBM 704", cdc6600.WORD_BITS: "CDC 6600"}.get(image.word_bits)
    if machine and undocumented:
        raise ImageError(f"{file}: the {machine} has no undocumented instructions")
    if image.word_bits == ibm704.WORD_BITS:
        from host.assemblers.sap.disassembler import disassemble as sap

        return sap(image, **how)
    if image.word_bits == cdc6600.WORD_BITS:
        from host.assemblers.compass.disassembler import disassemble as compass

        return compass(image, **how)
    from host.assemblers.disassembler import disassemble as ca65

    return ca65(image, undocumented=undocumented, **how)


def put_text(text: str, path: Path, overwrite: bool) -> None:
    """Write a text to a file or, for `-`, to the standard output."""
    text = text if text.endswith("\n") else text + "\n"
    if path == STANDARD_OUTPUT:
        sys.stdout.write(text)
    else:
        storage.write_all(path, text.encode(), overwrite)
