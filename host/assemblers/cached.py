"""Programs assembled, or compiled, once: the result of a source is kept for the next command that needs it.

A file of the cache is named after a hash of the source, of the options and of the assembler itself, and names the
files that were included, and those that were looked for in vain, with hashes of theirs: an entry found is what
assembling would give. The cache is in the user's cache folder, or below $IRONBOARD_CACHE_DIR; a damaged entry is
ignored, and where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from emulators.errors import ImageError
from emulators.image import Cards, Image, Part, Segment, SourceLine, stretch
from host.assemblers import dialects
from host.assemblers.program import Inspect
from host.formats import storage
from host.languages.assembly import Files, fingerprint, noting_files

if TYPE_CHECKING:
    from emulators.machine import Machine

PACKAGES = Path(__file__).parents[2]
MADE_BY = tuple(
    PACKAGES / each for each in "emulators host/assemblers host/compilers host/formats host/languages".split()
)
MOST_FILES, MOST_BYTES = 1000, 64 << 20  # in the cache; the oldest make room
LARGEST = 16 << 20  # bytes of a source that is kept


@dataclass
class Program:
    """The kept result of an assembly: see `host.assemblers.program.Assembly`."""

    image: Image
    warnings: list[str] = field(default_factory=list)
    procedures: dict[str, int] = field(default_factory=dict)
    variables: dict[str, int] = field(default_factory=dict)
    inspect: Inspect | None = None


def not_compiled(program: str | os.PathLike[str]) -> ImageError:
    """Return the error for options of a language that a program does not need."""
    return ImageError(f"{program}: this is not a source: there is nothing to be compiled with these options")


def assembled(path: str | os.PathLike[str], *, dialect: str | None = None, **options: Any) -> Program:
    """Return a program from its source, from the cache if it has been assembled before.

    Parameters and errors are those of `host.assemblers.dialects.assemble`.
    """
    options = {name: list(value) if isinstance(value, Iterator) else value for name, value in options.items() if value}
    language = dialects.dialect_of(path, dialect)
    options["dialect"] = language.name
    entry = _entry(path, options)
    if entry and (found := _read(entry)):
        if language.inspected:
            found.inspect = partial(_inspected, path, options)
        return found
    with noting_files() as files:
        made = dialects.assemble(path, **options)
    program = Program(made.image, [*map(str, made.warnings)], made.procedures, made.variables, made.inspect)
    if entry and entry == _entry(path, options):  # it has not been edited meanwhile
        _write(entry, files, program)
    return program


def assembled_text(text: str, dialect: str) -> Program:
    """Return a program from a text that no file holds, from the cache if it has been assembled before."""
    folder = storage.cache_folder("programs")
    entry = folder / hashlib.sha256(f"{_version()}{dialect}\0{text}".encode()).hexdigest() if folder else None
    if entry and (found := _read(entry)):
        return found
    with TemporaryDirectory() as place, noting_files() as files:
        path = Path(place, "text")
        path.write_text(text, encoding="utf-8")
        made = dialects.assemble(path, dialect=dialect)
    program = Program(made.image, [*map(str, made.warnings)], made.procedures, made.variables)
    if entry:  # only included files can change
        _write(entry, {name: seen for name, seen in files.items() if Path(name).parent != Path(place)}, program)
    return program


def _inspected(path: str | os.PathLike[str], options: Mapping[str, Any], machine: Machine) -> Any:
    """Return the compiler's inspector of a program while it runs: it is compiled again."""
    inspect = dialects.assemble(path, **options).inspect
    assert inspect
    return inspect(machine)


# ---------------------------------------------------------------- which file


def _entry(path: str | os.PathLike[str], options: Mapping[str, Any]) -> Path | None:
    """Return where in the cache a program is, or would be; None for one that cannot be kept."""
    source, folder = _fingerprint(path), storage.cache_folder("programs")
    if source is None or folder is None or options.get("tables"):  # an assembly with symbol tables writes some
        return None
    given = json.dumps([os.fspath(path), source, options], default=_plain)
    return folder / hashlib.sha256((_version() + given).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Return a path, a mapping or a set as JSON has it."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return dict(value) if isinstance(value, Mapping) else sorted(value)


@cache
def _version() -> str:
    """Return a mark that tells edited assemblers and tables apart, as Python itself does: by time and size."""
    digest = hashlib.sha256(sys.version.encode())
    for folder in (*MADE_BY, *dialects.LIBRARY):  # a process reads the library once only: no notes list its files
        for place, folders, files in os.walk(folder):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".py", ".compass", ".alg")):
                    status = os.stat(os.path.join(place, name))
                    digest.update(f"{place}/{name}\0{status.st_mtime_ns}\0{status.st_size}\0".encode())
    return digest.hexdigest()


def _fingerprint(path: str | os.PathLike[str]) -> str | None:
    """Return the fingerprint of a file as it is now, None if it is not a file, or too large."""
    try:
        if not os.path.isfile(path):  # a pipe can be read once only
            return None
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError):
        return None
    return fingerprint(path, content) if len(content) <= LARGEST else None


# ---------------------------------------------------------------- what is in it


def _read(entry: Path) -> Program | None:
    """Return the program of a file of the cache; None if there is none, it is damaged or its sources changed."""
    try:
        said, _, data = entry.read_bytes().partition(b"\n")
    except OSError:
        return None
    if said.decode("ascii", "replace") != hashlib.sha256(data).hexdigest():
        return None
    values = json.loads(data)
    for path, seen in values.pop("files").items():
        if os.path.isfile(path) != (seen is not None) or _fingerprint(path) != seen:
            return None
    with suppress(OSError):
        os.utime(entry)
    return Program(_image(values.pop("image")), **values)


def _image(values: dict[str, Any]) -> Image:
    bits, names = values["word_bits"], values.pop("names")
    values["segments"] = _segments(values["segments"], bits)
    values["lines"] = [SourceLine(at, length, names[file], *rest) for at, length, file, *rest in values["lines"]]
    values["constants"] = frozenset(values["constants"])
    values["notes"] = tuple(values["notes"])
    values["parts"] = tuple(
        Part(tuple(_segments(segments, bits)), Cards(cards), transfer, tuple(map(tuple, relative)))
        for segments, cards, transfer, relative in values["parts"]
    )
    return Image(**values)


def _segments(values: list[Any], word_bits: int) -> list[Segment]:
    return [stretch(address, words, word_bits) for address, words in values]


def _write(entry: Path, files: Files, program: Program) -> None:
    """Keep a program; where that cannot be done, nothing happens."""
    names = list(dict.fromkeys(each.file for each in program.image.lines))
    numbers = {name: number for number, name in enumerate(names)}
    lines = [(at, length, numbers[file], *rest) for at, length, file, *rest in program.image.lines]
    image = {**vars(program.image), "names": names, "lines": lines}
    values = {**vars(program), "files": files, "image": image}
    del values["inspect"]
    data = json.dumps(values, default=list, separators=(",", ":")).encode()
    beside = entry.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        entry.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
        beside.replace(entry)
        _prune(entry.parent)


def _prune(folder: Path) -> None:
    """Remove the files that have not been used for longest, until the others are few and small enough."""
    with os.scandir(folder) as files:
        found = sorted(((each.stat(), each.path) for each in files), key=lambda pair: -pair[0].st_mtime)
    size = 0
    for number, (status, path) in enumerate(found, 1):
        size += status.st_size
        if number > MOST_FILES or size > MOST_BYTES:
            os.unlink(path)
