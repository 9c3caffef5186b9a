"""FORTRAN as one of the languages of sources; the compiler is loaded when a program is compiled."""

from __future__ import annotations

from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import ImageError
from host.assemblers.program import Assembly
from host.compilers.language import LEVEL, NO_CHECKS, WITHOUT, Language
from host.languages.analysis import Dialect
from host.languages.source import read_text
from host.options import Option
from host.registry import lazy

if TYPE_CHECKING:
    from host.compilers.fortran.cdc6600.compiled import Compiled

VERSIONS = "ii: FORTRAN II of 1958; iv: FORTRAN 66 with CDC's extensions (default of the 6600)"
OPTIONS = (
    Option("--fortran NAME", VERSIONS, name="version", choices=("ii", "iv")),
    NO_CHECKS,
    LEVEL,
    WITHOUT,
)  # fmt: skip


def compiled(path: str | PathLike[str], machine: str = "6600", **options: Any) -> Assembly:
    """Return the program of a file compiled, with its debug information."""
    if options.get("defines") or options.get("include_dirs"):
        raise ImageError(f"{path}: FORTRAN takes neither symbols nor include folders")
    given = {each.dest: options[each.dest] for each in OPTIONS if each.dest in options}
    return compiled_text(read_text(Path(path), LANGUAGE.what), str(path), machine=machine, **given)


def compiled_text(text: str, file: str, *, machine: str = "6600", **options: Any) -> Assembly:
    """Return a program compiled, with its debug information."""
    program = _compile_text(text, file, machine=machine, **options)
    assembly: Assembly = program.assembly
    assembly.inspect = partial(INSPECTORS[machine], program)
    return assembly


def _compile_text(text: str, file: str, **options: Any) -> Compiled:
    from host.compilers.fortran.compiler import compile_text

    program: Compiled = compile_text(text, file, **options)
    return program


INSPECTORS = {
    "6600": lazy("host.compilers.fortran.cdc6600.debugging", "FortranInspector"),
    "704": lazy("host.compilers.fortran.ibm704.debugging", "FortranInspector"),
}
FORTRAN = Dialect(
    "fortran", "FORTRAN", (".f", ".for", ".f66"), compiled, ".o60", "words", OPTIONS, inspected=True,
    debugged={"level": "0"}, analyse=lazy("host.compilers.fortran.editing", "analyse"), id="fortran66",
)  # fmt: skip
FORTRAN_704 = FORTRAN._replace(
    name="fortran-704", title="the 704's FORTRAN", assemble=partial(compiled, machine="704"), output=".cbn"
)
LANGUAGE = Language(FORTRAN.name, "a FORTRAN program", _compile_text)
