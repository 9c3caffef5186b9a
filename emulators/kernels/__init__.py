"""Kernels: the cores translated to C and compiled ahead, which run the machines at full speed.

`translator` makes C of a core's functions, `building` compiles it, `library` loads what was built. A kernel is a module
with the FIELDS of a record and the ENTRY_POINTS that Python calls, functions whose first parameter is the record.
"""

from __future__ import annotations

KERNELS = (  # every one, by its module; a machine's comes before its bare processor's
    "emulators.kim1.bus",
    "emulators.mos6502.flat",
    "emulators.ibm704.units",
    "emulators.ibm704.flat",
    "emulators.cdc6600.system",
    "emulators.cdc6600.flat",
)


def short_name(module: str) -> str:
    """Return what files of a kernel are called: "kim1_bus"."""
    return module.removeprefix("emulators.").replace(".", "_")
