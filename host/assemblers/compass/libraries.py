"""What a program uses without having it: the system's macros, and programs of the library by their entries.

The system text is `systext.compass` in the library. A macro there is known in every program, unless that has one of the
same name. A program of the library is a file with ENTRY statements; =XNAME, or EXT, takes in the one that has NAME.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from host.assemblers.compass.state import Macro
from host.assemblers.feed import is_empty
from host.languages.assembly import LIBRARY, find_file, read_lines

SYSTEM_TEXT = "systext.compass"
HEAD = re.compile(r"(\S*)\s+MACRO(?:\s+(\S+))?")
ENDING = re.compile(r"\S*\s+ENDM\b")
ENTRY = re.compile(r"^\s+ENTRY\s+(\S+)", re.MULTILINE | re.IGNORECASE)


class Library:
    """The library as one assembly sees it; what it reads, the assembly depends on."""

    def __init__(self) -> None:
        self._of_folders: dict[Path, dict[str, str]] = {}

    @cached_property
    def macros(self) -> Mapping[str, Macro]:
        """The macros of the system text; none where the library has no such text."""
        path = find_file(filter(Path.is_dir, LIBRARY), SYSTEM_TEXT)
        found: dict[str, Macro] = {}
        macro: Macro | None = None
        for line in read_lines(path, str(path)) if path else ():
            if macro is not None and ENDING.match(line.text):
                found[macro.name] = macro
                macro = None
            elif macro is not None:
                macro.lines.append(line)
            elif not is_empty(line) and (head := HEAD.match(line.text)):
                names = [*filter(None, [head[1]]), *(head[2] or "").split(",")]
                location = None if head[1] else names.pop(1)
                macro = Macro(names[0], [each for each in names[1:] if each], location or None, [], line.whole())
        return found

    def member(self, folders: Iterable[Path], name: str) -> str | None:
        """Return the member of the library that has an entry of this name."""
        return next((found for each in folders if (found := self._entries(each).get(name))), None)

    def _entries(self, folder: Path) -> Mapping[str, str]:
        """Return the entries of the programs in a folder, and which member has them."""
        if folder not in self._of_folders:
            found = self._of_folders[folder] = {}
            for path in sorted(folder.glob("*.compass")):
                for names in ENTRY.findall(path.read_text(encoding="utf-8", errors="replace")):
                    found |= {each: path.stem for each in names.upper().split(",") if each not in found}
        return self._of_folders[folder]
