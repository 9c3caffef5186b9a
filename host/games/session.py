"""A program of ours as an engine: a client's lines are obeyed, and some of them while the program works.

host/games/checkers/engine.py speaks Hub, host/games/chess/uci.py UCI.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import TextIO

from host.games.program704 import Program704

Lines = queue.SimpleQueue[str | None]  # a client's; None at the end
Say = Callable[[str], None]


class Session:
    """A conversation with a client. `lines`: its lines; `say`: sends it one."""

    def __init__(self, lines: Lines, say: Say) -> None:
        self.lines, self.say = lines, say
        self.over = False
        self._later: list[str | None] = []  # lines that arrived during a search, and are not for it

    def serve(self) -> None:
        """Answer until `quit` or the end of the input."""
        while not self.over:
            text = self._later.pop(0) if self._later else self.lines.get()
            if text is None:
                return
            self.take(text)

    def take(self, text: str) -> None:
        """Obey a line, or report its mistake."""
        raise NotImplementedError

    def overhear(self, text: str) -> bool:
        """Obey a line that arrives during a search; return whether it was for the search."""
        raise NotImplementedError

    def listen(self) -> bool:
        """Take the lines that have arrived during a search; return whether the session is over."""
        while not self.over:
            try:
                text = self.lines.get_nowait()
            except queue.Empty:
                break
            self.hear(text)
        return self.over

    def hear(self, text: str | None) -> None:
        """Take a line that arrives during a search."""
        if text in ("quit", None):
            self.over = True
        elif text and not self.overhear(text):
            self._later.append(text)


@contextlib.contextmanager
def listening(program: Program704, interrupted: Callable[[], bool]) -> Iterator[None]:
    """Make the program interruptible while it works."""
    program.interrupted = interrupted
    try:
        yield
    finally:
        del program.interrupted


def serve(begin: Callable[[Lines, Say], Session]) -> None:
    """Serve a protocol on standard input and output."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    lines: Lines = queue.SimpleQueue()
    threading.Thread(target=read, args=(sys.stdin, lines), daemon=True).start()
    begin(lines, lambda line: print(line, flush=True)).serve()


def read(stream: TextIO, lines: Lines) -> None:
    """Hand over the lines of a stream, in a thread of its own, so that they are heard during a search.

    It ends with `quit`: a thread that still reads when Python ends would hold the stream's lock.
    """
    with contextlib.suppress(ValueError, OSError):  # it has been closed
        for line in stream:
            lines.put(line.strip())
            if line.strip() == "quit":
                return
    lines.put(None)
