"""Which assembler, or compiler, is a source for? The ending of its name says it, or an option."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import ImageError
from emulators.roms import ROOTS
from host.assemblers.assembly import Assembly

if TYPE_CHECKING:
    from emulators.machine import Machine
    from host.algol.compiler import Compiled
    from host.debugger.language import Language


LIBRARY = tuple(root / "asm" / "cdc6600" for root in ROOTS)  # of COMPASS: where XTEXT looks last


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
