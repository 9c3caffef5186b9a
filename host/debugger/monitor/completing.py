"""What may stand at a place of a command line: commands, names, registers, keys, files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from glob import escape, glob
from pathlib import PurePath
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.monitor.command import find

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

MOST = 1000  # candidates


def candidates(monitor: Monitor, head: str, word: str) -> list[str]:
    """Return what can begin with `word` behind `head`, sorted: what is in the line before it."""
    if not head.strip():
        return _beginning(word.lower(), (name for command in monitor.commands for name in command.names))
    try:
        command = find(head.split()[0], monitor.commands)
    except IronboardError:
        return []
    for argument, choices in CHOICES.items():
        if argument in command.arguments:
            return choices(monitor, word)
    return _names(monitor, word)


def _beginning(word: str, names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(word)})[:MOST]


def _names(monitor: Monitor, word: str) -> list[str]:
    session = monitor.session
    files = (f"{PurePath(file).name}:" for file in session.sources.files)
    registers = _beginning(word.upper(), session.machine.registers) if word else []
    language = session.language.names(word) if session.language else []
    return sorted({*language, *registers, *_beginning(word, files), *session.sources.names(word)[:MOST]})


def _files(monitor: Monitor, word: str) -> list[str]:
    found = sorted(glob(f"{escape(os.path.expanduser(word))}*"))
    return [f"{name}{os.sep}" if os.path.isdir(name) else name for name in found][:MOST]


def _keys(monitor: Monitor, word: str) -> list[str]:
    return _beginning(word.upper(), monitor.kind.keys().values() if monitor.kind else ())


def _commands(monitor: Monitor, word: str) -> list[str]:
    return candidates(monitor, "", word)


def _devices(monitor: Monitor, word: str) -> list[str]:
    return _beginning(word, monitor.session.machine.devices())


def _inputs(monitor: Monitor, word: str) -> list[str]:
    return _beginning(word, monitor.session.machine.inputs)


CHOICES: dict[str, Callable[[Monitor, str], list[str]]] = {
    "FILE": _files, "KEY": _keys, "[COMMAND]": _commands, "[DEVICE]": _devices, "KIND": _inputs,
}  # fmt: skip
