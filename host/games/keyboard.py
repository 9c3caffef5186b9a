"""What is typed to a game: the lines of standard input, from somebody at a terminal, a pipe or a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from emulators.errors import IronboardError

PROMPT = "> "


def at_terminal() -> bool:
    """Return whether somebody types; standard input may be closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def lines(example: str) -> Iterator[str]:
    """Yield the lines of standard input, with a prompt; what comes from a pipe or a file is shown behind it.

    `example`: a line that could be typed. Raises IronboardError for what is no text, unless somebody types.
    """
    there = at_terminal()
    while sys.stdin is not None:
        try:
            line = input(PROMPT if there else "")
        except EOFError:
            print(end="\n" if there else "")
            return
        except UnicodeDecodeError as error:
            if there:
                print(f"this is no text that can be read here: type {example}, or help", flush=True)
                continue
            raise IronboardError(f"standard input: this is no text: byte {error.start} is not UTF-8") from None
        if not there:
            print(f"{PROMPT}{line}")
        yield line
