"""The workbench's packages of npm: Pyodide, CodeMirror and esbuild, as package-lock.json names them.

They are fetched once into a folder of the user's cache, which is named after the lock file. No script of theirs runs
while they are installed.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import storage

LOCK = Path(__file__).parent / "package-lock.json"
RELEASED = "a release's ironboard-site.zip has the built folder: unpack it, then `ironboard workbench FOLDER`"


class NpmError(IronboardError):
    """npm or Node is missing, or failed."""


def program(name: str) -> str:
    """Return the path of npm or node. Raises NpmError."""
    found = shutil.which(name)
    if found is None:
        raise NpmError(f"npm and Node build the workbench, and there is no '{name}' here: install it; {RELEASED}")
    return found


def packages(tell: Callable[[str], None] = lambda text: None) -> Path:
    """Return the folder node_modules with the packages of the lock file, fetched if it is not there.

    `tell` is given a line for a user who waits. Raises NpmError.
    """
    cache = storage.cache_folder("workbench")
    if cache is None:
        raise NpmError(f"there is no folder for packages of npm: set {storage.CACHE} to one")
    folder = cache / f"npm-{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]}"
    modules = folder / "node_modules"
    if modules.is_dir():
        return modules
    npm = program("npm")
    cache.mkdir(parents=True, exist_ok=True)
    tell("npm fetches Pyodide, CodeMirror and esbuild, the first time only: 20 MB")
    with tempfile.TemporaryDirectory(prefix="npm", dir=cache) as scratch:
        for each in (LOCK, LOCK.with_name("package.json")):
            shutil.copy(each, scratch)
        run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], Path(scratch))
        if not modules.is_dir():  # another process may have been faster
            Path(scratch, "node_modules").rename(_made(folder) / "node_modules")
    return modules


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def run(command: list[str], folder: Path | None = None) -> str:
    """Run a command in a folder; return its output. Raises NpmError with its errors if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError as error:
        raise NpmError(f"{command[0]}: {storage.reason(error)}") from error
    if done.returncode:
        raise NpmError(f"{' '.join(command[:3])} failed: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout
