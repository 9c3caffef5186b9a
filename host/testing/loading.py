"""The names in a test: a program (a source, a text, an image file, a name in the manifest), and places in memory."""

from __future__ import annotations

import os
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from emulators import roms
from emulators.errors import IronboardError, did_you_mean, require, require_path
from emulators.image import Image
from emulators.machine import Machine
from host.debugger.opening import find, source_suffixes
from host.languages.sources import Program as Found
from host.languages.sources import Sources

T = TypeVar("T")
STATEMENT = 6  # columns of a card before a statement


class Program:
    """A program that has been loaded. `program["RESULT"]`, or `program.RESULT`, is the address of a label."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self._sources = found.sources()

    @property
    def name(self) -> str:
        """The test's name for it."""
        return self.found.name

    @property
    def image(self) -> Image:
        """Its memory image."""
        return self.found.image

    @property
    def entry(self) -> int | None:
        """Its first address."""
        return self.found.image.entry

    @property
    def symbols(self) -> dict[str, int]:
        """All names with their values."""
        names = {name: self._sources.address_of(name) for name in self._sources.names()}
        return {name: value for name, value in names.items() if value is not None}

    def address(self, name: str) -> int:
        """Return the value of a symbol; the name may lack its scopes. Raises IronboardError for an unknown one."""
        require(name, "a label", str)
        value = self._sources.address_of(name)
        if value is None:
            raise unknown(name, [self._sources])
        return value

    def __getitem__(self, name: str) -> int:
        return self.address(name)

    if not TYPE_CHECKING:  # type checkers do not know a program's names: they would take any

        def __getattr__(self, name: str) -> int:
            if name.startswith("_"):
                raise AttributeError(name)
            try:
                return self.address(name)
            except IronboardError as error:
                raise AttributeError(str(error)) from None

    def __repr__(self) -> str:
        return f"<Program {self.name}: {self.image.size} words>"


def unknown(name: str, sources: list[Sources]) -> IronboardError:
    """Return the error for an unknown name."""
    names = {each for known in sources for each in known.names()}
    hint = did_you_mean(name, names)
    return IronboardError(f"there is no label '{name}'{hint and f': {hint}'}")


class Loader:
    """Finds programs; an assembled program is cached as long as its files do not change.

    `scratch`: a folder for texts contained in tests.
    """

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._texts: dict[tuple[str, str], Path] = {}  # by text and suffix
        self._known: dict[object, tuple[dict[Path, object], Program]] = {}
        self._kept: dict[object, tuple[dict[Path, object], Any]] = {}

    def find(
        self,
        what: str | os.PathLike[str] | Image,
        test: Path,
        *,
        format: str | None = None,
        origin: int | None = None,
        defines: Mapping[str, int] | None = None,
        suffix: str = ".s",
        machine: str | None = None,
    ) -> Program:
        """Return a program; files are looked for beside the test's, texts are called like it, with this suffix.

        Where several machines have a source's language, it is compiled for `machine`.

        Raises IronboardError.
        """
        if isinstance(what, Image):
            return Program(Found("image", what, infos=[what]))
        what = self.path(what, test, suffix)
        key = os.fspath(what), format, origin, tuple(sorted((defines or {}).items())), machine
        stamps, program = self._known.get(key, ({}, None))
        if program is None or stamps != _stamps(stamps):
            program = Program(_found(os.fspath(what), format, origin, defines, machine))
            self._known[key] = _stamps(_files(program)), program
        return program

    def path(self, what: str | os.PathLike[str], test: Path, suffix: str) -> str | os.PathLike[str]:
        """Return the path of a source, or a name of the manifest."""
        if isinstance(what, str) and "\n" in what:
            return self._written(what, test.stem, suffix)
        require_path(what)
        if os.fspath(what) in roms.manifest():
            return what
        return test.parent / what

    def kept(self, path: Path, key: object, make: Callable[[], T]) -> T:
        """Return the value made of a file, made again when the file has changed."""
        stamps, made = self._kept.get((path, key), ({}, None))
        if made is None or stamps != _stamps(stamps):
            made = make()
            self._kept[path, key] = _stamps({path: None}), made
        found: T = made
        return found

    def _written(self, text: str, title: str, suffix: str) -> Path:
        """Put a text into a file of its own; every text has one, however often it is loaded."""
        if (text, suffix) not in self._texts:
            names = (f"{title}{'' if number == 1 else f'-{number}'}{suffix}" for number in count(1))
            path = next(path for path in (self._scratch / name for name in names) if not path.exists())
            path.write_text(_at_margin(text, suffix), encoding="utf-8")
            self._texts[text, suffix] = path
        return self._texts[text, suffix]


def _at_margin(text: str, suffix: str) -> str:
    """Return a text without the indentation that it has in a test; statements of FORTRAN begin in column 7."""
    if suffix != ".f":
        return textwrap.dedent(text)
    lines = text.split("\n")
    indented = Counter(len(line) - len(line.lstrip()) for line in lines if line.strip())
    beyond = max(0, indented.most_common(1)[0][0] - STATEMENT) if indented else 0
    return "\n".join(line[min(beyond, len(line) - len(line.lstrip())) :] for line in lines)


def _found(
    what: str, format: str | None, origin: int | None, defines: Mapping[str, int] | None, machine: str | None
) -> Found:
    if not defines:
        return find(what, format=format, origin=origin, machine=machine)
    if Path(what).suffix.lower() not in source_suffixes():
        raise IronboardError(f"defines= is for sources ({', '.join(source_suffixes())}), not for {what}")
    from host.assemblers.cached import assembled

    path = Path(what)
    image = assembled(path, defines=defines).image
    return Found(what, image, path, [image], [path.parent])


def _files(program: Program) -> dict[Path, object]:
    """Return the files that a program came from, as far as it says."""
    lines = {line.file for info in program.found.infos for line in info.lines}
    return dict.fromkeys([*filter(None, [program.found.path]), *map(Path, lines)])


def _stamps(files: Mapping[Path, object]) -> dict[Path, object]:
    """Return when files were changed, and their sizes."""
    stamps: dict[Path, object] = {}
    for path in files:
        try:
            status = path.stat()
            stamps[path] = status.st_mtime_ns, status.st_size
        except OSError:
            stamps[path] = None
    return stamps


Place = int | str  # an address, or a label


class Memory:
    """`memory[0x10]`, `memory["RESULT"]`, `memory[0x10:0x20]`, `memory["TABLE":"TABLE_END"]`; each can be set.

    A stretch is bytes, or a list where words are longer. Looking has no side effects. `address` finds labels.
    """

    def __init__(self, machine: Machine, address: Callable[[Place], int]) -> None:
        self._machine = machine
        self._address = address

    @overload
    def __getitem__(self, place: Place) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: Place | slice) -> int | Sequence[int]:
        if not isinstance(place, slice):
            return self._machine.peek(self._address(place))
        words = [self._machine.peek(address) for address in self._range(place)]
        return bytes(words) if self._machine.word_bits <= 8 else words

    def __setitem__(self, place: Place | slice, value: int | str | Iterable[int]) -> None:
        words = words_of(value)
        if isinstance(place, slice):
            addresses = self._range(place)
            if len(addresses) != len(words):
                raise ValueError(f"{len(words)} words do not fit into {len(addresses)} places")
        elif len(words) > 1:
            raise ValueError(f"{len(words)} words do not fit into one: write memory[first:last + 1]")
        else:
            addresses = range(self._address(place), self._address(place) + 1)
        for address, word in zip(addresses, words, strict=True):
            self._machine.poke(address, word)

    def _range(self, place: slice) -> range:
        if place.start is None or place.stop is None or place.step is not None:
            raise ValueError("a stretch of memory has two ends: memory[first:end]")
        last = place.stop - 1 if isinstance(place.stop, int) else place.stop  # the end may be that of memory
        found = range(self._address(place.start), self._address(last) + isinstance(place.stop, int))
        if found.start > found.stop:
            raise ValueError("this stretch of memory ends before it begins: memory[first:end]")
        return found


def words_of(value: int | str | Iterable[int]) -> list[int]:
    """Return a number, the characters of a text, or numbers, as words."""
    if isinstance(value, int):
        return [value]
    require(value, "words of memory: a number, bytes, a list, a text", Iterable)
    try:
        return [*value.encode("latin-1")] if isinstance(value, str) else [*value]
    except UnicodeEncodeError as error:
        raise IronboardError(
            f"{value!r:.60} has a character that is not of Latin-1: {error.object[error.start]!r}"
        ) from None
