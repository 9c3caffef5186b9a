"""The command as the package `ironboard` has it: it says what is missing where `ironboard-core` is not, or damaged.

pip damages it when it replaces a wheel of a checkout, which has everything, by the two packages: it installs the core
first, and deletes the files of the old one then.
"""

import sys
from importlib import import_module

REMEDY = "parts of the package ironboard-core are missing: pip install --force-reinstall ironboard-core"


def main() -> int:
    """Run the command line of this process; return the exit status."""
    try:
        command = import_module("ironboard.__main__").main
    except ModuleNotFoundError:
        print(f"ironboard: {REMEDY}", file=sys.stderr)
        return 1
    return int(command())
