"""ALGOL 60 as one of the languages of sources; the compiler is loaded when a program is compiled."""

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
    from emulators.machine import Machine
    from host.compilers.algol.compiler import Compiled
    from host.languages import running

SYSTEMS = {  # dialects, by name; host.compilers.algol.systems, loaded when a program is compiled, says more
    "x1": "the Mathematical Centre's ALGOL for the X1 and X8",
    "whetstone": "Whetstone ALGOL of the KDF9",
    "kidsgrove": "Kidsgrove ALGOL of the KDF9",
    "elliott": "Elliott ALGOL of the 803 and 503",
    "marst": "GNU MARST's ALGOL",
    "jff": "jff-algol's ALGOL",
    "racket": "Racket's algol60",
}
DIALECTS = f"the dialect, that of another ALGOL system: {', '.join(SYSTEMS)} (default: the Report's)"
OPTIONS = (
    Option("--representation NAME", "how delimiters are written: plain, cdc, apostrophe (default: recognised)",
           choices=("plain", "cdc", "apostrophe")),
    Option("--algol NAME", DIALECTS, name="system", choices=(*SYSTEMS,)),
    NO_CHECKS,
    Option("--check-unset", "stop when a variable is used before it has a value"),
    Option("--strict-switch", "stop at a go to whose switch has no such element"),
    Option("--strict-power", "i ↑ j of integers is an integer: j must not be negative"),
    LEVEL,
    WITHOUT,
)  # fmt: skip


def compiled(path: str | PathLike[str], **options: Any) -> Assembly:
    """Return the program of a file compiled, with its debug information."""
    if options.get("defines") or options.get("include_dirs"):
        raise ImageError(f"{path}: ALGOL takes neither symbols nor include folders")
    given = {each.dest: options[each.dest] for each in OPTIONS if each.dest in options}
    return compiled_text(read_text(Path(path), LANGUAGE.what), str(path), **given)


def compiled_text(text: str, file: str, *, machine: str = "", **options: Any) -> Assembly:
    """Return a program compiled, with its debug information."""
    program = _compile_text(text, file, **options)
    program.assembly.inspect = partial(_inspector, program)
    return program.assembly


def _compile_text(text: str, file: str, **options: Any) -> Compiled:
    from host.compilers.algol.compiler import compile_text

    return compile_text(text, file, **options)


def _inspector(program: Compiled, machine: Machine) -> running.Language:
    from host.compilers.algol.cdc6600.inspect.inspector import AlgolInspector

    return AlgolInspector(program, machine)


ALGOL = Dialect(
    "algol", "ALGOL 60", (".alg",), compiled, ".o60", "words", OPTIONS, inspected=True, debugged={"level": "0"},
    analyse=lazy("host.compilers.algol.editing", "analyse"), id="algol60",
)  # fmt: skip
LANGUAGE = Language(ALGOL.name, "an ALGOL program", _compile_text)
