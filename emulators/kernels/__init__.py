"""Kernels: the cores translated to C and compiled ahead, which run the machines at full speed.

`translator` makes C of a core's functions, `building` compiles it, `library` loads the result. A kernel is a module
with the FIELDS of a record and the ENTRY_POINTS that Python calls, functions with the record as their first parameter.
`Functions` and `out_of_line` are all that cores use of the language of kernels besides Python itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

CORES = (  # by their modules; a machine's comes before its bare processor's
    "emulators.kim1.bus",
    "emulators.mos6502.flat",
    "emulators.ibm704.units",
    "emulators.ibm704.flat",
    "emulators.cdc6600.system",
    "emulators.cdc6600.flat",
)
LOOPS = (  # over traces, timing records and recordings
    "emulators.cdc6600.account",
    "emulators.loops.traces",
    "emulators.loops.signals",
)
KERNELS = CORES + LOOPS  # every one


def short_name(module: str) -> str:
    """Return the name of a kernel, in a checkout and within the package of a wheel: "kim1_bus"."""
    return module.partition("emulators.")[2].replace(".", "_")


OUT_OF_LINE: set[Callable[..., Any]] = set()


def out_of_line(function: F) -> F:
    """Mark a function as one for rare paths: in C it is called, not pasted into its callers as the others are."""
    OUT_OF_LINE.add(function)
    return function


class Functions:
    """A bundle of functions to hand to others as one argument; subclasses name them in `names`.

    In C every function that is handed a bundle is made for it: calls through the bundle cost nothing.
    """

    names: tuple[str, ...] = ()

    def __init__(self, *functions: Callable[..., Any]) -> None:
        for name, function in zip(self.names, functions, strict=True):
            setattr(self, name, function)
