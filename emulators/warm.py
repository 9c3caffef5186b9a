"""`python -m emulators.warm [MACHINE ...]`: compile machines into the cache, so that their next start finds them there.

Every machine is compiled by processes of its own, all at the same time. Who waits for a machine to be ready asks for
that one alone.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

# Machine -> what is compiled side by side: the module whose `warm` does it, and the entry points. The first one is
# compiled in the process that was asked for the machine; `run` takes as long as all the others of its machine together.
MACHINES = {
    "kim1": (("emulators.kim1.processor", "run"), ("emulators.kim1.processor", "reset", "send", "peek", "poke")),
    "704": (("emulators.ibm704.warm", "run"),),
    "6600": (("emulators.cdc6600.warm", "run"),),
}


def main(names: list[str]) -> int:
    """Compile machines, all of them if none is named; return 0 if that worked."""
    parts = [part for name in names or MACHINES for part in MACHINES[name]]
    beside = [subprocess.Popen([sys.executable, "-m", "emulators.warm", "--", *part]) for part in parts[1:]]
    compile_part(*parts[0])
    return max((process.wait() for process in beside), default=0)


def compile_part(module: str, *entry_points: str) -> None:
    """Compile entry points here."""
    import_module(module).warm(*entry_points)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--"]:
        compile_part(*arguments[1:])
    else:
        sys.exit(main(arguments))
