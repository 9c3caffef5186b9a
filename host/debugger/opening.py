"""From the command line to a session: the machine built, the program found and run to its entry."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from emulators import roms
from emulators.errors import ImageError, IronboardError, require_path
from emulators.image import Image
from host import formats, registry
from host.assemblers.dialects import dialect_of
from host.debugger import recording
from host.debugger.session import Session
from host.formats import dbg, listing, named, storage
from host.languages.sources import Program, Sources

if TYPE_CHECKING:
    from emulators.machine import Machine

# ---------------------------------------------------------------- which program

# Which program does the user mean, and what is known about it? Bytes, entry, symbols, source lines, warnings.
#
# program = find("wally")                       # of the manifest: its source gives symbols and lines
# program = find("game.s")                      # assembled here
# program = find("game.hex", symbols=["my.lbl"])  # an image file, with game.dbg, game.lst ... beside it
# sources = program.sources(rom("monitor"))


COMPANIONS = (".dbg", ".lst", ".lbl", ".lab", ".vs", ".vice")  # the most telling first
LISTINGS, BYTE = (".lst",), 8  # only those of bytes are read
SLACK = 1.0  # seconds between files that one run of a linker writes


def find(
    program: str | os.PathLike[str],
    symbols: Iterable[str | os.PathLike[str]] = (),
    format: str | None = None,
    origin: int | str | None = None,
    assembling: Mapping[str, Any] | None = None,
    machine: str | None = None,
) -> Program:
    """Return a program by its name in the manifest, its source, or its image file.

    A name of the manifest goes before a file (`./wally` is a file). `symbols` are files with labels, debug
    information or listings, or sources; those beside an image file with its name are found without. `format` and
    `origin` are those of image files, `assembling` the options of `host.assemblers.cached.assembled`. Where several
    machines have a language for a source, it is that of `machine`.
    Raises IronboardError: for a source, SourceErrors.
    """
    from host.assemblers.cached import assembled, not_compiled
    from host.assemblers.dialects import dialect_of

    name, how = os.fspath(program), assembling or {}
    path = Path((None if os.path.exists(name) else registry.shipped(name)) or name)
    sources = [file for file in map(Path, symbols) if file.suffix.lower() in source_suffixes()]
    if name in roms.manifest():
        found = _installed(name)
    elif format is None and path.suffix.lower() in source_suffixes():
        sources.append(path)
        made = assembled(path, dialect=dialect_of(path, machine=machine).name, **how)
        found = Program(name, made.image, path, [made.image], [path.parent], made.warnings, inspect=made.inspect)
    elif not path.name or (not path.suffix and not _exists(path)):
        raise roms.no_program(name, roms.manifest())
    else:
        sources += _beside(path, source_suffixes())
        found = _from_file(path, format, origin, how, machine)
    if any(how.values()) and not sources:
        raise not_compiled(name)
    for file in map(Path, symbols):
        if file in sources:
            _add_source(found, file, how, machine)
        else:
            _add(found, file)
    found.image.entry = found.image.beginning(*found.infos)
    return found


def source_suffixes() -> tuple[str, ...]:
    """Return the suffixes of sources that can be assembled or compiled."""
    return tuple(dict.fromkeys(suffix for each in registry.languages().values() for suffix in each.suffixes))


def rom(name: str, data: bytes | None = None) -> Program:
    """Return the symbols of a ROM of the manifest.

    `data` is the ROM in the machine: if it is another one, there are no symbols, and a warning.
    """
    if data is not None and data != roms.rom_bytes(name):
        warning = f"the machine's ROM is not {name}: its names and lines are unknown (pass its files with --symbols)"
        return Program(name, Image(), warnings=[warning])
    found = _installed(name)
    found.image.entry = found.image.beginning(*found.infos)
    return found


def _installed(name: str) -> Program:
    """Return a program of the manifest."""
    description, image = roms.manifest()[name], formats.read_installed(name)
    found = Program(name, image, roms.folder() / description["file"], [image])
    found.terminal = bool(description.get("terminal"))
    source = roms.source(name)
    if source is None:
        found.warnings.append(f"{name}: its source {description.get('source', '')} is not installed: no source lines")
    else:
        _add_source(found, source, {})
    return found


def _from_file(
    path: Path, format: str | None, origin: int | str | None, how: Mapping[str, Any], machine: str | None
) -> Program:
    companions = [file for file in _beside(path, COMPANIONS) if file != path]
    image = formats.read(path, format, origin=_origin(path, format, companions) if origin is None else origin)
    if not image.size:
        raise ImageError(f"{path}: this file holds symbols or lines, not a program: pass it with --symbols")
    found = Program(str(path), image, path, [image], [path.parent, path.parent.parent])
    found.warnings += image.notes
    for companion in companions:
        if companion.suffix in LISTINGS and image.word_bits != BYTE:
            continue  # it is for people, and the source beside it says more
        try:
            _add(found, companion)
        except IronboardError as error:
            found.warnings.append(f"{companion} is not used: {error}")
    if not any(info.lines for info in found.infos):
        for source in _beside(path, source_suffixes()):
            _add_source(found, source, how, machine)
    return found


def _exists(path: Path) -> bool:
    with storage.reported(path, "read"):
        return path.exists()


def _beside(path: Path, extensions: Iterable[str]) -> list[Path]:
    """Return the files of the same name with other suffixes."""
    with storage.reported(path, "read"):
        return [file for file in (path.with_suffix(extension) for extension in extensions) if file.is_file()]


def _origin(path: Path, format: str | None, companions: Iterable[Path]) -> int | None:
    """Return the address of a raw binary from ld65's debug information beside it."""
    debug = next((file for file in companions if file.suffix == ".dbg"), None)
    if debug is None or formats.find(path, format, origin=0).name != "binary":
        return None
    try:
        return dbg.origin(storage.read_all(debug, formats.named("dbg").limit, "a dbg file"), str(debug))
    except IronboardError:
        return None  # reported when its symbols are wanted


def _add(found: Program, file: Path) -> None:
    """Read symbols and lines from a file, with a warning if they belong to another program."""
    info = formats.read(file)
    found.infos.append(info)
    folders = [file.parent, file.parent.parent]
    found.folders += folders
    if found.image.size:
        if formats.find(file).name == "listing":
            found.warnings += listing_faults(file, found.image)
        else:
            found.warnings += line_faults(file, info, found.image)
            found.warnings += newer_sources(file, info, Sources([info], folders))


def _add_source(found: Program, source: Path, how: Mapping[str, Any], machine: str | None = None) -> None:
    """Assemble the source of a program for its symbols and lines; they count only if the bytes are the same."""
    from host.assemblers.cached import assembled
    from host.assemblers.dialects import dialect_of

    try:
        made = assembled(source, dialect=dialect_of(source, machine=machine).name, **how)
    except IronboardError as error:
        found.warnings.append(f"{source} is not used: it does not assemble here\n{error}")
        return
    info = made.image
    if info.merged() != found.image.merged():
        found.warnings.append(f"{source} is not used: it does not assemble to the bytes of {found.name}")
        return
    found.infos.insert(0, info)
    found.folders.append(source.parent)
    found.inspect = found.inspect or made.inspect


# ---------------------------------------------------------------- files of another build


def listing_faults(file: Path, image: Image) -> list[str]:
    """Compare the bytes that a listing shows with those of the program."""
    shown = listing.memory(storage.read_all(file, named("listing").limit, "a listing"), str(file))
    memory = dict(image)
    known = sorted(address for address in shown if address in memory)
    if not known:
        return [f"{file} is of another program: none of its bytes has an address in this one"]
    wrong = [address for address in known if shown[address] != memory[address]]
    if not wrong:
        return []
    first = wrong[0]
    difference = f"the first at {first:04X} ({shown[first]:02X}, the program has {memory[first]:02X})"
    return [f"{file} is of another build: {len(wrong)} of {len(known)} bytes differ, {difference}"]


def line_faults(file: Path, info: Image, image: Image) -> list[str]:
    """Compare the places of source lines with those of the program's bytes.

    A stretch of lines that the program has nothing of may be meant to be copied there; one of which the program has a
    part is of another build.
    """
    memory = {address for address, _ in image}
    inside = [line for line in info.lines if line.address in memory]
    if info.lines and not inside:
        return [f"{file} is of another program: none of its lines has an address in this one"]
    for line in inside:
        end = line.address + line.length
        if end - 1 not in memory:
            return [f"{file} is of another build: {line.file}:{line.line} ends at {end - 1:04X}, after the program"]
    return []


def newer_sources(file: Path, info: Image, sources: Sources) -> list[str]:
    """Warn of sources changed since the file was made."""
    made = file.stat().st_mtime + SLACK
    paths = [(name, sources.path(name)) for name in sources.files]
    newer = [name for name, path in paths if path is not None and path.stat().st_mtime > made]
    return [f"{name} is newer than {file}: its lines may have moved" for name in newer]


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
    compiling: Mapping[str, Any] = field(default_factory=dict)  # options of the program's language, for `assemble`
    debugging: bool = True  # a source is compiled for that, if `compiling` does not say otherwise


@dataclass
class Opened:
    """A session at the start of its program."""

    session: Session
    kind: registry.Model
    program: Program | None = None
    warnings: list[str] = field(default_factory=list)


Start = Callable[["registry.Model", "Machine", Program | None], str]  # returns a warning, or an empty text


def started(kind: registry.Model, machine: Machine, program: Program | None) -> str:
    """Start a program, if there is one, as its model does."""
    return kind.start(machine, program) if program else ""


def open_session(target: Target, start: Start = started) -> Opened:
    """Return a session; raises IronboardError for an unusable machine, program, symbol file or recording.

    `start` brings the machine to where the session begins.

    >>> from ironboard import Target, open_session
    >>> open_session(Target("wally")).session.step().address
    514
    """
    if target.program is not None:
        require_path(target.program)
    played = recording.read(target.replay) if target.replay else None
    kind = registry.find(target.machine or (played and registry.titled(played.title)) or registry.meant(target.program))
    program = None
    if target.program is not None:
        how = target.compiling
        if target.debugging and Path(target.program).suffix.lower() in source_suffixes():
            how = {**dialect_of(target.program, machine=kind.name).debugged, **how}
        program = find(target.program, target.symbols, target.format, target.origin, how, kind.name)
    elif any(target.compiling.values()):
        raise ImageError("there is no program to be compiled with these options")
    machine = kind.build({**target.options, **({"core": target.core} if target.core else {})})
    warnings = []
    if played:
        played.begin(machine)
    else:
        warnings.append(start(kind, machine, program))
    known = ([program] if program else []) + kind.roms(machine)
    first, *others = known or [Program("", Image())]
    sources = first.sources(*others, radix=machine.radix, address_bits=machine.address_bits)
    inspect = next((each.inspect for each in known if each.inspect), None)
    session = Session(machine, sources, language=inspect(machine) if inspect else None)
    if played:
        session.replay(played)
    warnings += [warning for each in known for warning in each.warnings]
    return Opened(session, kind, program, [warning for warning in warnings if warning])
