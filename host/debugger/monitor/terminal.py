"""The prompt: commands typed at a terminal, or read from whatever standard input is."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from host.debugger.monitor.completing import candidates
from host.debugger.monitor.errors import CommandError

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

KEPT = 2000  # lines of the history file
DELIMITERS = ' \t,()[]=+-*/<>!&|^~{}"'  # between words that are completed; . : @ _ are parts of names


def interact(monitor: Monitor) -> int:
    """Read commands until `quit` or the end of the input; return the exit status.

    At a terminal there is a prompt, and an empty line repeats; elsewhere neither. Errors are printed.
    """
    if not sys.stdin.isatty():
        return _read(monitor, prompt=False)
    print("help lists the commands, quit ends the session")
    monitor.report()
    with editing(monitor):
        return _read(monitor, prompt=True)


def _read(monitor: Monitor, prompt: bool) -> int:
    while monitor.status is None:
        try:
            line = input(monitor.prompt if prompt else "")
        except EOFError:
            if prompt:
                print()
            break
        except KeyboardInterrupt:
            if not prompt:
                raise
            print()
            continue
        if prompt or line.strip() or monitor.assembling is not None:
            _execute(monitor, line)
    return monitor.status or 0


def _execute(monitor: Monitor, line: str) -> None:
    try:
        monitor.execute(line)
    except CommandError as error:
        print(error)
    except KeyboardInterrupt:  # in a file of commands
        print("interrupted")
    sys.stdout.flush()


# ---------------------------------------------------------------- line editing


@contextlib.contextmanager
def editing(monitor: Monitor) -> Iterator[None]:
    """Edit lines with the readline library, where Python has it: history, completion with Tab."""
    try:
        import readline
    except ImportError:  # as on Windows: there the console edits
        yield
        return
    file = history_file()
    _prepare(readline, monitor)
    with contextlib.suppress(OSError):
        readline.read_history_file(file)
    try:
        yield
    finally:
        readline.set_history_length(KEPT)
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)


def history_file() -> Path:
    """Return where typed commands are kept from one session to the next."""
    import platformdirs

    return platformdirs.user_state_path("ironboard", appauthor=False) / "debug_history"


def _prepare(readline: ModuleType, monitor: Monitor) -> None:
    found: list[str] = []

    def complete(word: str, state: int) -> str | None:
        if state == 0:
            found[:] = candidates(monitor, readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[state] if state < len(found) else None

    readline.clear_history()
    readline.set_completer_delims(DELIMITERS)
    readline.set_completer(complete)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
