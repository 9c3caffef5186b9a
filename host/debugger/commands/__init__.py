"""The commands of the debugger: one table for all its interfaces.

A row has names, kinds of arguments, help and the implementation, a function of a `Monitor` and the arguments' values
that returns the lines of its answer. The line mode parses typed lines; the full screen's command line and the
debug console of an editor do so by the same `Monitor.execute`, their keys and buttons call `Monitor.perform`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from glob import escape, glob
from pathlib import PurePath

from emulators.errors import IronboardError
from host.debugger.commands import looking, memory, running, session, stopping
from host.debugger.commands.command import Command, Group, find
from host.debugger.commands.runner import Runner

GROUPS: tuple[Group, ...] = (
    running.RUNNING, running.PAST, stopping.STOPPING, looking.LOOKING, looking.SPEAKING, session.MEASURING,
    memory.MEMORY, running.INPUT, memory.FILES, session.SESSION,
)  # fmt: skip
COMMANDS: tuple[Command, ...] = tuple(each for group in GROUPS for each in group.commands)
__all__ = ["COMMANDS", "GROUPS", "candidates", "find"]

MOST = 1000  # candidates


# ---------------------------------------------------------------- completion


def candidates(monitor: Runner, head: str, word: str) -> list[str]:
    """Return the sorted completions of `word` after `head`, the earlier part of the line."""
    if not head.strip():
        return _beginning(word.lower(), (name for command in monitor.commands for name in command.names))
    try:
        command = find(head.split()[0], monitor.commands)
    except IronboardError:
        return []
    known = next((known for argument, known in CHOICES.items() if argument in command.usage), None)
    return _names(monitor, word) if known is None else known(monitor, word)


def _beginning(word: str, names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(word)})[:MOST]


def _names(monitor: Runner, word: str) -> list[str]:
    session = monitor.session
    files = (f"{PurePath(file).name}:" for file in session.sources.files)
    registers = _beginning(word.upper(), session.machine.registers) if word else []
    language = session.language.names(word) if session.language else []
    return sorted({*language, *registers, *_beginning(word, files), *session.sources.names(word)[:MOST]})


def _files(monitor: Runner, word: str) -> list[str]:
    found = sorted(glob(f"{escape(os.path.expanduser(word))}*"))
    return [f"{name}{os.sep}" if os.path.isdir(name) else name for name in found][:MOST]


def _keys(monitor: Runner, word: str) -> list[str]:
    return _beginning(word.upper(), monitor.kind.keys().values() if monitor.kind else ())


CHOICES: dict[str, Callable[[Runner, str], list[str]]] = {  # part of a command's usage -> the possible words
    "FILE": _files,
    "KEY": _keys,
    "[COMMAND]": lambda monitor, word: candidates(monitor, "", word),
    "[DEVICE]": lambda monitor, word: _beginning(word, monitor.session.machine.devices()),
    "KIND": lambda monitor, word: _beginning(word, monitor.session.machine.inputs),
}
