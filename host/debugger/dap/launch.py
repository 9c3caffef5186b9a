"""What `launch` asks for: program, machine and how they shall run."""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from emulators import roms
from host import machines
from host.debugger.dap.arguments import Arguments
from host.debugger.opening import Wish

FIELDS = (
    "program", "machine", "symbols", "format", "origin", "core", "options", "replay", "record", "cwd", "keys",
    "stopOnEntry", "noDebug", "speed",
)  # fmt: skip
CORES = ("compiled", "py65", "python")
TURBO = "turbo"  # the speed that is as fast as the host can


@dataclass(frozen=True)
class Launch:
    """The arguments of `launch`."""

    wish: Wish
    stop_on_entry: bool = False
    no_debug: bool = False
    speed: float = math.inf  # times the original's clock
    keys: tuple[str, ...] = ()  # to press as soon as the machine runs
    record: Path | None = None  # where everything that the machine is given is to be kept
    remarks: tuple[str, ...] = ()  # for the user

    @classmethod
    def of(cls, arguments: Arguments) -> Launch:
        """Return what the arguments mean; raises Refusal."""
        cwd, program = arguments.text("cwd", ""), arguments.text("program", None)
        folder = Path(cwd)
        replay, record = arguments.text("replay", None), arguments.text("record", None)
        wish = Wish(
            program=program if program is None or program in roms.manifest() else os.path.join(cwd, program),
            machine=machine(arguments),
            symbols=tuple(folder / each for each in arguments.texts("symbols")),
            format=arguments.text("format", None),
            origin=arguments.number("origin", None, least=0),
            core=arguments.choice("core", CORES, "compiled"),
            replay=folder / replay if replay else None,
            options=options(arguments, folder),
        )
        if record and (folder / record).exists():
            raise arguments.refusal("record", f"there is a file {folder / record} already: name another one")
        return cls(
            wish,
            stop_on_entry=arguments.flag("stopOnEntry"),
            no_debug=arguments.flag("noDebug"),
            speed=speed(arguments),
            keys=tuple(arguments.texts("keys")),
            record=folder / record if record else None,
            remarks=tuple(misspelt(arguments.names)),
        )


def speed(arguments: Arguments) -> float:
    """Return how fast the machine shall run."""
    if arguments.anything("speed", TURBO) == TURBO:
        return math.inf
    return arguments.fraction("speed")


def machine(arguments: Arguments) -> str:
    """Return the name of the machine: the one that the program is for if it is not said."""
    return arguments.text("machine", None) or machines.meant(arguments.text("program", None))


def options(arguments: Arguments, folder: Path) -> Mapping[str, Any]:
    """Return the options of the machine, each of the type that it has; raises Refusal for others."""
    given, known = arguments.part("options"), machines.find(machine(arguments)).options
    found: dict[str, Any] = {}
    for name in given.names:
        kind = known.get(name)
        if kind is None:
            raise given.refusal(name, f"there is no such option: there are {', '.join(known) or 'none'}")
        if kind is Path:
            found[name] = folder / given.text(name)
        else:
            found[name] = given.flag(name) if kind is bool else given.number(name, least=0)
    return found


def misspelt(names: list[str]) -> list[str]:
    """Return remarks about names that look like ours. All others belong to the editor."""
    close = {name: difflib.get_close_matches(name, FIELDS, 1, 0.8) for name in names if name not in FIELDS}
    return [f"launch: '{name}' means nothing here; '{found[0]}'?" for name, found in close.items() if found]
