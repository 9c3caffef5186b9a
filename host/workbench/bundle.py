"""The Python files that go to the browser: archives that the worker unpacks where Pyodide looks for packages.

    python.tgz   Ironboard's own files, programs and ROM images, kernels, and the packages it imports
    lsp.tgz      the language server's packages, which are needed later

    pyodide/python_stdlib.zip   the standard library, cut to the modules that these import

They lie in the archive as in a checkout, or within `ironboard` as in a wheel, whichever builds it. An archive of the
same files has the same bytes. Modules that a first visit loads are byte code, all others sources: within.py says why.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path, PurePosixPath

from emulators import distributions
from emulators.errors import IronboardError
from emulators.kernels import building
from emulators.roms import ROOTS
from host.workbench import npm, within

ROOT = ROOTS[0]
PACKAGE = __name__.partition("host.")[0]  # "" in a checkout, "ironboard." in a wheel: before the names of modules
LEFT_OUT = """
    emulators/kernels/__main__.py emulators/kernels/built emulators/kernels/hatch_hook.py emulators/kernels/wasm
    emulators/kernels/wheels.py
    host/cli host/experiments host/software
    host/debugger/tui
    host/editors/command.py host/editors/emacs.py host/editors/files host/editors/vim.py host/editors/vscode.py
    host/games/data/learning host/games/data/nealey.pdn host/games/data/zuidema.tsv
    host/panels/*/pitrat.py host/panels/games/listed.py
    host/ui/boards.py host/ui/canvas.py host/ui/drawings.py host/ui/film.py host/ui/lights.py host/ui/overlays.py
    host/ui/page.py host/ui/script.py host/ui/sheet.py host/ui/speaker.py host/ui/terminal.py
    host/ui/web host/ui/window.py
    host/workbench/bundle.py host/workbench/colours.py host/workbench/licences* host/workbench/npm.py
    host/workbench/playing.py host/workbench/serve.py host/workbench/site.py host/workbench/*.json
    host/workbench/web host/workbench/within.*
    ironboard/__main__.py ironboard/pytest_plugin.py
""".split()  # patterns of paths in a checkout: what draws elsewhere, measures, talks to other programs, or builds
PACKAGES = ("platformdirs",)
LSP_PACKAGES = ("pygls", "lsprotocol", "attrs", "cattrs", "typing_extensions")
LIBRARY = "pyodide/python_stdlib.zip"
QUICK, SMALL = 1, 9  # levels of compression
MOST = 4  # results of compilations that are kept: checkouts with different sources share them
Files = dict[str, bytes]  # path in an archive -> content


def archives(pyodide: Path, quick: bool, tell: Callable[[str], None]) -> Files:
    """Return the archives by their names; `pyodide` is the folder of its package.

    With `quick` all modules stay sources, and nothing is cut. Raises IronboardError.
    """
    tell("Python files and kernels are packed")
    python, lsp = own_files() | package_files(PACKAGES), package_files(LSP_PACKAGES)
    library = (pyodide / "python_stdlib.zip").read_bytes()
    if not quick:
        library, python, lsp = compiled(pyodide, python, lsp, tell)
    level = QUICK if quick else SMALL
    return {LIBRARY: library, "python.tgz": archive(python, level), "lsp.tgz": archive(lsp, level)}


def compiled(pyodide: Path, python: Files, lsp: Files, tell: Callable[[str], None]) -> tuple[bytes, Files, Files]:
    """Return the standard library, and both archives' files with byte code of the modules that a first visit loads.

    The result is kept in the folder of npm's packages, by the hash of all that it is made of.
    """
    sources = (content for name, content in (python | lsp).items() if name.endswith(".py"))
    imported = sorted({name for content in sources for name in within.imported(content, "")})
    packed = [archive(each, QUICK) for each in (python | {within.IMPORTED: "\n".join(imported).encode()}, lsp)]
    program, script = (Path(__file__).with_name(f"within.{ending}") for ending in ("py", "mjs"))
    digest = hashlib.sha256(b"".join([*packed, program.read_bytes(), script.read_bytes()])).hexdigest()[:12]
    made = pyodide.parents[1] / f"compiled-{digest}.zip"
    if not made.exists():
        tell("Pyodide compiles the modules that a first visit loads")
        for old in sorted(made.parent.glob("compiled-*.zip"), key=os.path.getmtime)[: -MOST + 1]:
            old.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
            names = [Path(scratch, name) for name in ("python.tgz", "lsp.tgz", "made.zip")]
            for path, content in zip(names[:2], packed, strict=True):
                path.write_bytes(content)
            npm.run([npm.program("node"), str(script), str(pyodide), str(program), *map(str, names)])
            names[2].replace(made)
    with zipfile.ZipFile(made) as found:
        code = {name: found.read(name) for name in found.namelist()}
    standard = {name: code.pop(name) for name in [*code] if name.startswith(within.STANDARD)}
    standard = {name.removeprefix(within.STANDARD): content for name, content in standard.items()}
    library = within.zipped(standard, zipfile.ZIP_DEFLATED)
    python, lsp = (dict(_compiled(name, each[name], code) for name in each) for each in (python, lsp))
    return library, python, lsp


def _compiled(name: str, content: bytes, code: Files) -> tuple[str, bytes]:
    """Return a file as it is packed, with its name."""
    made = code.get(f"{name}c")
    return (name, content) if made is None else (f"{name}c", made)


def own_files() -> Files:
    """Return Ironboard's files, with kernels for Pyodide. Raises IronboardError if the kernels cannot be built."""
    tops = [ROOT / name for name in ("asm", "emulators", "host", "ironboard", "roms")] if not PACKAGE else [ROOT]
    before = PACKAGE.replace(".", "/")
    files = {path.relative_to(ROOT).as_posix(): path for top in tops for path in walk(top)} | data()
    found = {f"{before}{name}": path.read_bytes() for name, path in files.items() if not is_left_out(name)}
    place = f"{before}{building.FOLDER.relative_to(ROOT).as_posix()}"
    try:
        found |= {f"{place}/{path.name}": path.read_bytes() for path in sorted(building.for_pyodide().iterdir())}
    except building.BuildError as error:
        raise IronboardError(str(error)) from error
    own = f"{distributions.name()}-{distributions.version()}.dist-info/METADATA"
    found[own] = f"Metadata-Version: 2.1\nName: {distributions.name()}\nVersion: {distributions.version()}\n".encode()
    return found


def walk(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder."""
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def data() -> dict[str, Path]:
    """Return the files of data that pyproject.toml puts into a wheel elsewhere than they are in a checkout."""
    if PACKAGE:
        return {}  # they are where they belong
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    table = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    moved = {source: place.removeprefix(f"{distributions.WHOLE}/") for source, place in table.items()}
    return {place: ROOT / source for source, place in moved.items() if source != place and (ROOT / source).is_file()}


def is_left_out(name: str) -> bool:
    """Return whether a file is not for the browser."""
    return any(fnmatch(name, each) or fnmatch(name, f"{each}/*") for each in LEFT_OUT)


def package_files(names: Iterable[str]) -> Files:
    """Return the files of installed packages, with their metadata and licences. Raises IronboardError."""
    found = {}
    for name in names:
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError as error:
            raise IronboardError(f'the workbench has the package {name}: pip install "ironboard[lsp]"') from error
        for path in distribution.files or ():
            if goes(path):
                found[path.as_posix()] = Path(str(distribution.locate_file(path))).read_bytes()
    return found


def goes(path: PurePosixPath) -> bool:
    """Return whether a file of a package is needed: its modules and the metadata that say its version."""
    inside = {"..", "__pycache__", "sboms"}.isdisjoint(path.parts)
    return inside and (path.suffix in (".py", ".json", ".typed") or path.name == "METADATA")


def archive(files: Mapping[str, bytes], level: int) -> bytes:
    """Return files as a compressed archive, without times and owners."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(made.getvalue(), level, mtime=0)
