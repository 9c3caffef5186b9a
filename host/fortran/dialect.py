"""FORTRAN as one of the languages of sources; the compiler is loaded when a program is compiled."""

from __future__ import annotations

from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import ImageError
from host.assemblers.dialects import Dialect
from host.assemblers.program import Assembly
from host.compiled.reports import LEVEL, NO_CHECKS, WITHOUT, Language
from host.options import Option
from host.registry import lazy

if TYPE_CHECKING:
    from emulators.machine import Machine
    from host.debugger import language
    from host.fortran.cdc6600.compiled import Compiled

VERSIONS = "ii: FORTRAN II of 1958; iv: FORTRAN 66 with CDC's extensions (default of the 6600)"
OPTIONS = (
    Option("--fortran NAME", VERSIONS, name="version", choices=("ii", "iv")),
    NO_CHECKS,
    LEVEL,
    WITHOUT,
)  # fmt: skip


def compiled(path: str | PathLike[str], **options: Any) -> Assembly:
    """Return the program of a file compiled, with what the debugger asks of it."""
    from host.fortran.compiler import compile_file

    if options.get("defines") or options.get("include_dirs"):
        raise ImageError(f"{path}: FORTRAN takes neither symbols nor include folders")
    given = {each.dest: options[each.dest] for each in OPTIONS if each.dest in options}
    program: Compiled = compile_file(Path(path), **given)
    program.assembly.inspect = partial(_inspector, program)
    return program.assembly


def _compile_text(text: str, file: str, **options: Any) -> Compiled:
    from host.fortran.compiler import compile_text

    program: Compiled = compile_text(text, file, **options)
    return program


def _inspector(program: Compiled, machine: Machine) -> language.Language:
    from host.fortran.cdc6600.inspect.inspector import FortranInspector

    return FortranInspector(program, machine)


FORTRAN = Dialect(
    "fortran", "FORTRAN", (".f", ".for", ".f66"), compiled, ".o60", "words", OPTIONS, inspected=True,
    debugged={"level": "0"}, grammar=lazy("host.editors.grammars", "fortran"),
    analyse=lazy("host.fortran.editing", "analyse"), id="fortran66",
)  # fmt: skip
LANGUAGE = Language(FORTRAN.name, "a FORTRAN program", _compile_text)
