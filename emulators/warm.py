"""`python -m emulators.warm`: compile every machine into the cache, so that the next start finds it there."""

from __future__ import annotations

import subprocess
import sys

from emulators.kim1 import bus, processor

LONGEST = "run"  # it takes about as long to compile as all the other entry points together


def main(names: list[str]) -> int:
    """Compile entry points; without names all of them, the longest here and the others in a process beside."""
    if names:
        processor.warm(*names)
        return 0
    others = [name for name in bus.ENTRY_POINTS if name != LONGEST]
    beside = subprocess.Popen([sys.executable, "-m", "emulators.warm", *others])
    processor.warm(LONGEST)
    return beside.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
