"""Moments that are kept: the machine's state, the `ui` of the view functions, a picture.

    shelf = Shelf(folder_of("KIM-1", "wally"))
    shelf.keep(machine.save_state(), controller.ui, cycle, picture)
    shelf.moments()[0].state

A moment is one file, a ZIP archive with `state`, `ui`, `picture.png` and `about.json`. A shelf without a folder keeps
its moments in memory, as for a controller without a view.
"""

from __future__ import annotations

import ast
import io
import json
import lzma
import os
import re
import struct
import time
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host.formats import storage, strict
from host.ui.parts import View

MOST = 12  # moments of a program
LARGEST = 64 << 20  # bytes of a state
ROOM = 256 << 20  # bytes of all files together
ENDING = ".moment"
NEWLINE = "\n"
# Errors of unpacking, decoding and `literal` for files from elsewhere: of any of ZIP's methods, or cut off.
STRANGE = (
    *(LookupError, TypeError, ValueError, SyntaxError, MemoryError, RuntimeError, ArithmeticError),
    *(zlib.error, lzma.LZMAError, EOFError, AttributeError, struct.error),
)
VARIABLE = "IRONBOARD_DATA_DIR"  # names another folder


@dataclass(frozen=True)
class Moment:
    """A moment. `ui`: data of the view functions, `when`: seconds since 1970, `picture`: a PNG or nothing."""

    state: bytes
    ui: View
    cycle: int
    when: float
    picture: bytes = b""
    name: str = ""
    file: Path | None = None
    damage: str = ""  # why the file cannot be read

    @property
    def title(self) -> str:
        return self.name or (f"cycle {self.cycle:,}" if not self.damage else "damaged")

    @property
    def time(self) -> str:
        """The local time at which it was kept, for reading."""
        kept, now = time.localtime(self.when), time.localtime()
        day = "today" if kept[:3] == now[:3] else time.strftime("%d %B %Y", kept).lstrip("0")
        return f"{day}, {time.strftime('%H:%M', kept)}"


def root() -> Path:
    """Return the folder of all that is kept."""
    if named := os.environ.get(VARIABLE):
        return Path(named) / "moments"
    import platformdirs

    return platformdirs.user_data_path("ironboard", appauthor=False) / "moments"


def folder_of(machine: str, program: str) -> Path:
    """Return the folder of a program on a machine; both may be any text."""
    return root() / plain_name(machine) / (plain_name(program) or "machine")


def plain_name(text: str) -> str:
    """Return a text as part of a file's name: letters, digits and hyphens."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower()[:60]


class Shelf:
    """The moments of one program."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._held: list[Moment] = []  # without a folder

    def moments(self) -> list[Moment]:
        """Return all, the newest first. Where a file cannot be read, `damage` says why."""
        if self.folder is None:
            return [*self._held]
        try:
            files = sorted(self.folder.glob(f"*{ENDING}"))
        except OSError:
            files = []
        return sorted((read(file) for file in files), key=lambda each: each.when, reverse=True)

    def keep(self, state: bytes, ui: View, cycle: int, picture: bytes = b"") -> str:
        """Keep a moment; return a sentence if another was deleted: the oldest one without a name makes room.

        Raises IronboardError if all have names, or if there is no room.
        """
        moment = Moment(state, ui, cycle, time.time(), picture)
        kept = self.moments()
        nameless = [each for each in kept if not each.name]
        if len(kept) >= MOST and not nameless:
            raise IronboardError(f"{len(kept)} moments with names are kept: delete one of them first")
        self._write(moment)
        if len(kept) >= MOST:
            self.delete(nameless[-1])
            return f"; {MOST} are kept, the oldest one without a name is gone"
        return ""

    def delete(self, moment: Moment) -> None:
        """Forget a moment."""
        if moment.file is None:
            self._held = [each for each in self._held if each is not moment]
            return
        with storage.reported(moment.file, "delete"):
            moment.file.unlink(missing_ok=True)

    def rename(self, moment: Moment, name: str) -> None:
        """Give a moment a name; no name takes it away."""
        named = replace(moment, name=" ".join(name.split())[:60])
        if moment.file is None:
            self._held = [named if each is moment else each for each in self._held]
        else:
            storage.write_all(moment.file, packed(named), overwrite=True)

    def _write(self, moment: Moment) -> None:
        if self.folder is None:
            self._held.insert(0, moment)
            return
        data = packed(moment)
        used = sum(each.stat().st_size for each in root().rglob(f"*{ENDING}"))
        if used + len(data) > ROOM:
            raise IronboardError(
                f"the moments in {root()} take {used >> 20} MB, and {ROOM >> 20} is the most: delete some"
            )
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(moment.when))
        file = self.folder / f"{stamp}-{int(moment.when % 1 * 1e6):06}{ENDING}"
        with storage.reported(file, "write"):
            self.folder.mkdir(parents=True, exist_ok=True)
        storage.write_all(file, data, overwrite=False)


def packed(moment: Moment) -> bytes:
    """Return the file of a moment."""
    about = {"cycle": moment.cycle, "when": moment.when, "name": moment.name}
    parts = {"state": moment.state, "ui": repr(moment.ui).encode(), "about.json": json.dumps(about).encode()}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (parts | {"picture.png": moment.picture}).items():
            archive.writestr(name, data)
    return target.getvalue()


def read(file: Path) -> Moment:
    """Return the moment of a file."""
    try:
        with zipfile.ZipFile(io.BytesIO(storage.read_all(file, LARGEST, "a kept moment"))) as archive:
            if sum(each.file_size for each in archive.infolist()) > LARGEST:
                raise ValueError("it is too large")
            about = strict.an_object(strict.value(archive.read("about.json")), "cycle", "when", "name")
            ui = literal(archive.read("ui").decode())
            state, picture = archive.read("state"), archive.read("picture.png")
            cycle, when = strict.whole(about["cycle"], "cycle"), strict.seconds(about["when"], "when")
            return Moment(state, ui, cycle, when, picture, strict.text(about["name"], "name"), file)
    except (IronboardError, OSError, zipfile.BadZipFile, zipfile.LargeZipFile) as error:
        damage = str(error)
    except STRANGE as error:
        damage = f"not a kept moment: {str(error).partition(NEWLINE)[0] or type(error).__name__}"
    return Moment(b"", {}, 0, modified(file), file=file, damage=damage)


def literal(text: str) -> dict[str, Any]:
    """Return plain data that was written by repr."""
    found = ast.literal_eval(text)
    if not isinstance(found, dict):
        raise TypeError("expected a dictionary")
    return found


def modified(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
