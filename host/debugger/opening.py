"""From what the user has typed to a session: the machine put together, the program found and brought to its entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulators.image import Image
from host import machines
from host.debugger import recording
from host.debugger.programs import Program, find
from host.debugger.session import Session


@dataclass(frozen=True)
class Wish:
    """What shall be debugged, on what."""

    program: str | None = None  # a name of the manifest, a source, an image file; None: the bare machine
    machine: str | None = None  # None: the one that the recording is of, or that the program is for
    symbols: tuple[Path, ...] = ()
    format: str | None = None
    origin: int | None = None
    core: str = "compiled"
    replay: Path | None = None  # a recording to live again
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine, as `Setup` has them
    compiling: Mapping[str, Any] = field(default_factory=dict)  # of the program's compiler


@dataclass
class Opened:
    """A session that stands at the start of its program."""

    session: Session
    kind: machines.Kind
    program: Program | None = None
    warnings: list[str] = field(default_factory=list)


def open_session(wish: Wish) -> Opened:
    """Return a session; raises IronboardError when machine, program, symbols or recording cannot be had."""
    played = recording.read(wish.replay) if wish.replay else None
    kind = machines.find(wish.machine or (played and machines.titled(played.title)) or machines.meant(wish.program))
    program = None
    if wish.program is not None:
        program = find(wish.program, wish.symbols, wish.format, wish.origin, wish.compiling)
    machine = kind.put_together({**wish.options, "core": wish.core})
    warnings = []
    if played:
        played.check(machine)
        machine.load_state(played.state)
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
