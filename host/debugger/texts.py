"""Where is the text of a source? The file may have been assembled in another folder, or on another computer."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

from emulators.errors import ImageError
from host.formats import storage
from host.formats.text import split

LIMIT = 8 << 20  # bytes in the largest source that is shown


class Texts:
    """The lines of source files.

    `longest` has for every file the highest line that must be in it: a shorter text of the same name is another file.
    A file is looked for by its whole path, then by fewer and fewer of its last parts, in every folder and at last in
    the current one.
    """

    def __init__(self, longest: Mapping[str, int], folders: Iterable[str | os.PathLike[str]] = ()) -> None:
        self._longest = longest
        self._folders = [Path(folder) for folder in folders]
        self._found: dict[str, tuple[Path, list[str]] | None] = {}

    def lines(self, file: str) -> list[str] | None:
        """Return the lines without their line ends, None when there is no such text."""
        found = self._look_up(file)
        return found[1] if found else None

    def path(self, file: str) -> Path | None:
        """Return where the text is, None when there is none."""
        found = self._look_up(file)
        return found[0] if found else None

    def is_file(self, file: str, typed: str) -> bool:
        """Tell whether what the user typed is the very file that was found for one."""
        found = self.path(file)
        try:
            return found is not None and os.path.samefile(found, typed)
        except (OSError, ValueError):
            return False

    def _look_up(self, file: str) -> tuple[Path, list[str]] | None:
        if file not in self._found:
            self._found[file] = next(self._read(file), None)
        return self._found[file]

    def _read(self, file: str) -> Iterator[tuple[Path, list[str]]]:
        for path in self._places(file):
            try:
                data = storage.read_all(path, LIMIT, "a source") if path.is_file() else None
            except (ImageError, OSError, ValueError):
                continue
            if data is not None:
                rows = split(data)
                if len(rows) >= self._longest.get(file, 0):
                    yield path, rows

    def _places(self, file: str) -> Iterator[Path]:
        folders = [*self._folders, Path()]
        yield from (folder / file for folder in folders)
        names = parts(file)
        for start in range(len(names)):
            yield from (folder.joinpath(*names[start:]) for folder in folders)


def parts(file: str) -> tuple[str, ...]:
    """Return the parts of a path of either kind of system, without the root and steps that lead nowhere."""
    pure = PureWindowsPath(file) if "\\" in file else PurePosixPath(file)
    names: list[str] = []
    for name in pure.parts[1:] if pure.anchor else pure.parts:
        if name == ".." and names and names[-1] != "..":
            names.pop()
        else:
            names.append(name)
    return tuple(names)


def same_path(one: str, other: str) -> bool:
    """Tell whether two paths may be the same file: the last parts of one are all of the other."""
    first, second = _named_parts(one), _named_parts(other)
    shorter = min(len(first), len(second))
    return shorter > 0 and first[-shorter:] == second[-shorter:]


def _named_parts(file: str) -> list[str]:
    return [os.path.normcase(name) for name in parts(file) if name != ".."]
