"""From the command line to a session: the machine built, the program found and run to its entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from emulators.errors import require_path
from emulators.image import Image
from host import registry
from host.assemblers.dialects import dialect_of
from host.debugger import recording
from host.debugger.programs import find, source_suffixes
from host.debugger.session import Session
from host.languages.sources import Program

FAILURE = 1
STDIN = "-"  # the name of standard input where a file is expected

Face = Literal["line", "screen"]


@dataclass(frozen=True)
class Target:
    """The program to debug, and its machine."""

    program: str | None = None  # a name of the manifest, a source, an image file; None: the bare machine
    machine: str | None = None  # None: the one that the recording is of, or that the program is for
    symbols: tuple[Path, ...] = ()
    format: str | None = None
    origin: int | str | None = None
    core: str | None = None  # None: the first that the machine has
    replay: Path | None = None  # a recording to live again
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine, as `Setup` has them
    compiling: Mapping[str, Any] = field(default_factory=dict)  # of the program's compiler


@dataclass
class Opened:
    """A session at the start of its program."""

    session: Session
    kind: registry.Model
    program: Program | None = None
    warnings: list[str] = field(default_factory=list)


def open_session(target: Target, debugging: bool = True) -> Opened:
    """Return a session; raises IronboardError for an unusable machine, program, symbol file or recording.

    Where one is `debugging`, a source is compiled for that, if `target.compiling` does not say otherwise.
    """
    if target.program is not None:
        require_path(target.program)
    played = recording.read(target.replay) if target.replay else None
    kind = registry.find(target.machine or (played and registry.titled(played.title)) or registry.meant(target.program))
    program = None
    if target.program is not None:
        how = target.compiling
        if debugging and Path(target.program).suffix.lower() in source_suffixes():
            how = {**dialect_of(target.program, machine=kind.name).debugged, **how}
        program = find(target.program, target.symbols, target.format, target.origin, how, kind.name)
    machine = kind.build({**target.options, **({"core": target.core} if target.core else {})})
    warnings = []
    if played:
        played.begin(machine)
    elif program:
        warnings.append(kind.start(machine, program))
    known = ([program] if program else []) + kind.roms(machine)
    first, *others = known or [Program("", Image())]
    sources = first.sources(*others, radix=machine.radix, address_bits=machine.address_bits)
    inspect = next((each.inspect for each in known if each.inspect), None)
    session = Session(machine, sources, language=inspect(machine) if inspect else None)
    if played:
        session.replay(played)
    warnings += [warning for each in known for warning in each.warnings]
    return Opened(session, kind, program, [warning for warning in warnings if warning])
