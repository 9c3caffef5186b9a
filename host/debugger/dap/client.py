"""The editor's settings: those of `initialize`, and the program, machine and speed that `launch` requests."""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from emulators import roms
from host import registry
from host.debugger.dap.messages import Arguments, Refusal
from host.debugger.opening import Target
from host.options import Option

ABILITIES = ("supportsVariableType", "supportsMemoryReferences", "supportsInvalidatedEvent", "supportsMemoryEvent")
FIELDS = (
    "program", "machine", "symbols", "format", "origin", "core", "options", "replay", "record", "cwd", "keys",
    "stopOnEntry", "noDebug", "speed",
)  # fmt: skip
CORES = ("compiled", "py65", "python")
TURBO = "turbo"  # the speed that is as fast as the host can


@dataclass(frozen=True)
class Client:
    """An editor: its capabilities, its line and column numbering, its paths."""

    first_line: int = 1
    first_column: int = 1
    uris: bool = False  # paths are written as URIs
    abilities: frozenset[str] = frozenset()

    @classmethod
    def introduced_by(cls, arguments: Arguments) -> Client:
        """Return the editor described by an `initialize` request."""
        arguments.text("adapterID")
        return cls(
            first_line=int(arguments.flag("linesStartAt1", True)),
            first_column=int(arguments.flag("columnsStartAt1", True)),
            uris=arguments.choice("pathFormat", ("path", "uri"), "path") == "uri",
            abilities=frozenset(name for name in ABILITIES if arguments.flag(name)),
        )

    def line(self, line: int) -> int:
        """Convert a line, counted from 1, to the editor's numbering."""
        return line - 1 + self.first_line

    def column(self, column: int) -> int:
        """Convert a column, counted from 1, to the editor's numbering."""
        return column - 1 + self.first_column

    def our_line(self, line: int) -> int:
        """Convert the editor's line to one counted from 1."""
        return line + 1 - self.first_line

    def path(self, path: Path) -> str:
        """Convert a path to the editor's form."""
        return path.resolve().as_uri() if self.uris else str(path.resolve())

    def our_path(self, path: str) -> str:
        """Convert the editor's path; raises Refusal."""
        if not path.startswith("file:"):
            return path
        from urllib.request import url2pathname  # imports all that a network needs

        try:
            return url2pathname(unquote(urlsplit(path).path))
        except (ValueError, OSError):
            raise Refusal(f"'{path}' is not a path") from None


@dataclass(frozen=True)
class Launch:
    """The arguments of `launch`."""

    wish: Target
    stop_on_entry: bool = False
    no_debug: bool = False
    speed: float = math.inf  # times the original's clock
    keys: tuple[str, ...] = ()  # to press as soon as the machine runs
    record: Path | None = None  # where everything that the machine is given is to be kept
    remarks: tuple[str, ...] = ()  # for the user

    @classmethod
    def of(cls, arguments: Arguments) -> Launch:
        """Parse the arguments; raises Refusal."""
        cwd, program = arguments.text("cwd", ""), arguments.text("program", None)
        folder, machine = Path(cwd), arguments.text("machine", None) or registry.meant(program, Path(cwd))
        replay, record = arguments.text("replay", None), arguments.text("record", None)
        wish = Target(
            program=program if program is None or program in roms.manifest() else os.path.join(cwd, program),
            machine=machine,
            symbols=tuple(folder / each for each in arguments.texts("symbols")),
            format=arguments.text("format", None),
            origin=arguments.number("origin", None, least=0),
            core=arguments.choice("core", CORES, "compiled"),
            replay=folder / replay if replay else None,
            options=options(arguments.part("options"), registry.find(machine).options, folder),
        )
        if record and (folder / record).exists():
            raise arguments.refusal("record", f"there is a file {folder / record} already: name another one")
        turbo = arguments.anything("speed", TURBO) == TURBO
        close = {
            name: difflib.get_close_matches(name, FIELDS, 1, 0.8) for name in arguments.names if name not in FIELDS
        }
        return cls(
            wish,
            stop_on_entry=arguments.flag("stopOnEntry"),
            no_debug=arguments.flag("noDebug"),
            speed=math.inf if turbo else arguments.fraction("speed"),
            keys=tuple(arguments.texts("keys")),
            record=folder / record if record else None,
            remarks=tuple(
                f"launch: '{name}' is not an option here; '{like[0]}'?" for name, like in close.items() if like
            ),
        )


def options(given: Arguments, known: Mapping[str, Option], folder: Path) -> Mapping[str, Any]:
    """Return the options of the machine with their types checked; raises Refusal."""
    found: dict[str, Any] = {}
    for name in given.names:
        option = known.get(name)
        if option is None:
            raise given.refusal(name, f"there is no such option: there are {', '.join(known) or 'none'}")
        if option.kind is Path:
            found[name] = folder / given.text(name)
        else:
            found[name] = given.flag(name) if option.kind is bool else given.number(name, least=0)
    return found
