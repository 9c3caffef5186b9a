"""`python -m ironboard` is the `ironboard` command."""

import _signal  # type: ignore[import-not-found]  # built in: there earlier than `signal`, and a user may be quick
import os
import sys


def main() -> int:
    """Run the command line of this process; Ctrl-C ends it without a traceback, be it during the first imports."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, lambda number, frame: os._exit(130))
    from host.cli.main import command

    return command()


if __name__ == "__main__":
    sys.exit(main())
