"""The cache of machine code is filled by many processes, and what they put there is used together."""

from __future__ import annotations

import subprocess
import sys

SYMBOLS = """
from emulators import compiled
from emulators.ibm704 import arithmetic
from numba.core.bytecode import FunctionIdentity
compiled.twin(arithmetic)
print(next(FunctionIdentity._unique_ids))
"""


def number():
    """Return the number that the next function would have in a new process."""
    return int(subprocess.run([sys.executable, "-c", SYMBOLS], capture_output=True, check=True, text=True).stdout)


def test_functions_of_two_processes_do_not_have_the_same_numbers():
    """Symbols are named by them: a 704 with units ran the processor of one without, whose record is another."""
    assert abs(number() - number()) > 1_000_000
