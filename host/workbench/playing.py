"""The page Play in a built folder: a page for each game, and the list of them."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from host.formats import storage
from host.panels.games import listed
from host.ui.front import GLYPHS
from host.ui.page import WEB
from host.workbench import bundle

GAMES = "games"  # the folder of the games' pages
LIST = "play/games.json"
DOCUMENTS = "../../"  # of the site, as the games' pages have them ...
PLAY = "../play.html"  # ... and the page Play


def write(folder: Path, tell: Callable[[str], None], quick: bool = False) -> None:
    """Write the games' pages and their list into the workbench's folder.

    To run all programs to their first question takes half a minute, so the pages are kept in the user's cache. With
    `quick` those of an older build with the same games are as good.
    """
    cache = storage.cache_folder("workbench")
    if cache is None:
        make(folder, tell)
        return
    wanted = [each.name for each in listed.LISTED]
    older = [each for each in cache.glob(f"{GAMES}-*") if names_in(each) == wanted] if quick else []
    kept = older[0] if older else cache / f"{GAMES}-{fingerprint()}"
    if not kept.exists():
        for old in cache.glob(f"{GAMES}-*"):
            shutil.rmtree(old, ignore_errors=True)
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            made = Path(scratch, "made")
            make(made, tell)
            with suppress(OSError):  # another process was faster
                made.rename(kept)
    shutil.copytree(kept, folder, dirs_exist_ok=True)


def names_in(folder: Path) -> list[str]:
    """Return the names of the games in a folder with pages and list."""
    found: list[str] = [each["name"] for each in json.loads((folder / LIST).read_text(encoding="utf-8"))["games"]]
    return found


def fingerprint() -> str:
    """Return a hash over all that the pages are made of."""
    found = hashlib.sha256()
    shown = {path.name: path.read_bytes() for path in WEB.iterdir() if path.is_file()}
    for name, content in sorted((bundle.own_files() | shown).items()):
        found.update(name.encode() + b"\0" + content)
    return found.hexdigest()[:16]


def make(folder: Path, tell: Callable[[str], None]) -> None:
    """Make the pages and the list."""
    (folder / GAMES).mkdir(parents=True)
    rows = []
    for row in listed.shelf(folder / GAMES, DOCUMENTS, PLAY):
        rows.append(row)
        tell(f"a game: {row['title']}")
    target = folder / LIST
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"games": rows, "glyphs": GLYPHS}, separators=(",", ":")), encoding="utf-8")
