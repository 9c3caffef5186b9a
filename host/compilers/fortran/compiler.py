"""From the text of a FORTRAN program to an image: for the CDC 6600 by way of COMPASS, for the IBM 704 by way of SAP."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from host.compilers.fortran import front
from host.compilers.fortran.syntax import Program
from host.compilers.lowering import Settings
from host.languages.source import Diagnostics, deep_recursion, read_text, without_collection

MACHINES = {"6600": "host.compilers.fortran.cdc6600.compiled", "704": "host.compilers.fortran.ibm704.compiled"}
DEFAULT = "6600"
WHAT = "a FORTRAN program"  # in messages


def compile_text(text: str, file: str, *, version: str | None = None, machine: str = DEFAULT, **options: Any) -> Any:
    """Return a program compiled; raises SourceErrors with all that is wrong with it.

    `version`: of the language, ii or iv; by default ii for the 704, iv for the 6600. The others are `Settings`. The
    result is a `Compiled` of `host.compilers.fortran.cdc6600.compiled` or `host.compilers.fortran.ibm704.compiled`.
    """
    how = Settings(**options)
    with without_collection():
        tree = front.analyse(text, file, version, machine)
        with deep_recursion():
            return import_module(MACHINES[machine]).compile_tree(tree, text, file, how)


def compile_file(path: Path, **options: Any) -> Any:
    """Return the program of a file compiled, as `compile_text` does."""
    return compile_text(read_text(path, WHAT), str(path), **options)


def examine(text: str, file: str, version: str | None, machine: str | None) -> tuple[Program | None, Diagnostics]:
    """Return the tree of a program as far as there is one, and its errors, without making code of it."""
    with without_collection():
        return front.examine(text, file, version, machine or DEFAULT)
