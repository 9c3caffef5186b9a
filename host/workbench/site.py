"""The static folder: pages, Pyodide, the editor, Python files. Everything in it is relative: it can be put anywhere."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable
from importlib import import_module, util
from pathlib import Path

from emulators import distributions
from emulators.errors import IronboardError
from host.formats import storage
from host.panels.games import listed
from host.ui import page
from host.workbench import bundle, colours, learning, licences, npm, playing

WEB = Path(__file__).parent / "web"
WORKBENCH = "workbench"  # its folder in the site
KEPT = "ironboard"  # how the names of the browser's caches with the workbench's files begin, ...
DOCUMENTS = "documents-of-ironboard"  # ... and those with the documents': a worker deletes older ones of its own
VERSION = "version.json"  # a folder with it was made here: it may be replaced
KEEPER = "sw.js"  # the service worker, which has the hash of the release
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SCRIPTS = ("write/main.js", "learn/main.js", "learn/teach.js", "play/play.js", "licences.js")  # of the pages
ALONE = ("ready.js", "worker.js", KEEPER)  # scripts that the pages' modules do not import
EDITOR = "vendor/codemirror.js"  # as the pages' modules import it
PANEL = "panel.js"
PACKAGE = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
EDITOR_MODULES = (
    "codemirror",
    *(
        f"@codemirror/{name}"
        for name in ("autocomplete", "commands", "language", "lint", "lsp-client", "search", "state", "view")
    ),
    "@lezer/highlight",
)
POLICY = "POLICY"  # its place in the pages
CONTENT_SECURITY_POLICY = (  # styles: CodeMirror makes them while it runs
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
INDEX = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ironboard</title>
<link rel="stylesheet" href="{workbench}/style.css">
<main>
<h1>Ironboard</h1>
<p>The classic game programs of 1955-1981 on faithful emulations of the machines they were written for.</p>
<ul>
<li><a href="{workbench}/index.html">Write</a>: programs for these machines, with a debugger that goes back in time
<li><a href="{workbench}/learn.html">Learn</a>: small tasks, with answers checked
<li><a href="{workbench}/play.html">Play</a>: the games
<li><a href="{workbench}/licences.html">Licences</a>
</ul>
<p>This copy has no documents: a checkout of Ironboard has them in its folder <code>docs</code>.</p>
</main>
"""  # in the place of documents
Tell = Callable[[str], None]


def quiet(text: str) -> None:
    """Tell nobody."""


def build(folder: Path, tell: Tell = quiet) -> None:
    """Build the site into an empty folder: the documents, where their sources and mkdocs are, and the workbench.

    Raises IronboardError.
    """
    npm.packages(tell)  # where they are missing nothing else is begun
    if (bundle.ROOT / "docs" / "tools").is_dir() and util.find_spec("mkdocs"):
        tell("mkdocs builds the documents")
        import_module("docs.tools.make_site").build(folder)
    else:
        tell("no documents: a checkout has them, and mkdocs builds them (pip install 'ironboard[site]')")
        without_documents(folder)
    stamped(folder, DOCUMENTS)
    workbench(folder / WORKBENCH, tell)


def without_documents(folder: Path) -> None:
    """Write a page in the place of each document that pages of the workbench lead to."""
    for place in ("", *sorted({f"{each.document.removesuffix('.md')}/" for each in listed.LISTED})):
        workbench = "../" * place.count("/") + WORKBENCH
        text = INDEX.format(policy=CONTENT_SECURITY_POLICY, workbench=workbench)
        write(folder / place / "index.html", text.encode())


def fresh(tell: Tell = quiet) -> Path:
    """Return a folder of the user's cache with the workbench as these files make it. Raises IronboardError."""
    cache = storage.cache_folder("workbench")
    if cache is None:
        raise IronboardError(f"there is no folder for the workbench: set {storage.CACHE} to one")
    replace(folder := cache / "site", build_alone, tell)
    return folder


def build_alone(folder: Path, tell: Tell = quiet, quick: bool = True) -> None:
    """Build the site into an empty folder with a page in the place of each document. Raises IronboardError."""
    without_documents(folder)
    stamped(folder, DOCUMENTS)
    workbench(folder / WORKBENCH, tell, quick)


def page_of(folder: Path) -> str:
    """Return the address of the page Write in a site's folder. Raises IronboardError if it is none."""
    for place in (f"{WORKBENCH}/", ""):
        if (folder / place / VERSION).is_file():
            return place
    raise IronboardError(f"{folder} has no workbench: `ironboard site {folder}` makes it")


def workbench(folder: Path, tell: Tell = quiet, quick: bool = False) -> None:
    """Build the workbench into a folder that is not there yet; with `quick` it is built at once, and starts slower.

    Documents of the site are there before it.
    Raises IronboardError.
    """
    modules = npm.packages(tell)
    bundled = pages(folder, modules)
    (folder / "write.html").rename(folder / "index.html")
    html = '<html lang="en"'
    marked = f"{html} data-documents" if (folder.parent / KEEPER).is_file() else html
    for path in folder.glob("*.html"):
        text = path.read_text(encoding="utf-8").replace(POLICY, CONTENT_SECURITY_POLICY).replace(html, marked)
        path.write_text(text, encoding="utf-8")
    for name in PYODIDE:
        write(folder / "pyodide" / name, (modules / "pyodide" / name).read_bytes())
    for name, content in bundle.archives(modules / "pyodide", quick, tell).items():
        write(folder / name, content)
    write(folder / "licences.html", licences.page(modules, bundled, CONTENT_SECURITY_POLICY).encode())
    write(folder / "grammars.json", colours.written().encode())
    playing.write(folder, tell, quick)
    write(folder / "lessons.json", json.dumps(learning.tasks()).encode())
    write(folder / "form.json", json.dumps(learning.form()).encode())
    stamped(folder)


def stamped(folder: Path, name: str = KEPT) -> str:
    """Write the notes on the files of a folder, and its service worker, which has their hash; return the hash."""
    notes = version(folder)
    release = str(notes["release"])
    write(folder / VERSION, json.dumps(notes, indent=1).encode())
    keeper = (WEB / KEEPER).read_bytes()
    for word, value in (("RELEASE", release), ("NAME", name)):
        keeper = keeper.replace(f'"{word}"'.encode(), json.dumps(value).encode())
    write(folder / KEEPER, keeper)
    return release


def write(path: Path, content: bytes) -> None:
    """Write a file, with the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def pages(folder: Path, modules: Path) -> list[str]:
    """Write the pages with their scripts, which esbuild joins to few files; return the packages in these.

    A browser asks for each file by itself, and many small ones cost more than what is in them.
    """
    with tempfile.TemporaryDirectory(dir=modules.parent) as scratch:  # beside the modules, where they are found
        sources, made, notes = Path(scratch, "web"), Path(scratch, "made"), Path(scratch, "notes.json")
        shutil.copytree(WEB, sources, ignore=shutil.ignore_patterns(".*"))
        write(sources / EDITOR, "".join(f"export * from '{each}';\n" for each in EDITOR_MODULES).encode())
        write(sources / PANEL, page.view_module().encode())
        options = ["--bundle", "--splitting", "--format=esm", "--minify", "--legal-comments=none"]
        places = [f"--outbase={sources}", f"--outdir={made}", f"--metafile={notes}"]
        scripts = [str(sources / each) for each in SCRIPTS]
        npm.run([npm.program("node"), str(modules / "esbuild" / "bin" / "esbuild"), *scripts, *options, *places])
        for path in bundle.walk(sources):
            if path.suffix == ".js" and path.relative_to(sources).as_posix() not in ALONE:
                path.unlink()
        shutil.copytree(sources, folder, dirs_exist_ok=True)
        shutil.copytree(made, folder, dirs_exist_ok=True)
        inputs = json.loads(notes.read_bytes())["inputs"]
    return sorted({found[1] for each in inputs if (found := PACKAGE.search(each))})


def version(folder: Path) -> dict[str, object]:
    """Return the notes on a built folder: its version, a hash over all files, the files with sizes and hashes."""
    files = {
        path.relative_to(folder).as_posix(): [path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()]
        for path in sorted(bundle.walk(folder))
        if path.name not in (VERSION, KEEPER)  # it keeps the others
    }
    keeper = (WEB / KEEPER).read_bytes()
    release = hashlib.sha256(json.dumps(files).encode() + keeper).hexdigest()[:16]
    return {"version": distributions.version(), "release": release, "package": bundle.PACKAGE, "files": files}


def replace(folder: Path, build: Callable[[Path, Tell], None], tell: Tell = quiet) -> None:
    """Build into a folder: its content is replaced once the new one is whole.

    Raises IronboardError for a folder with something else in it.
    """
    if folder.exists() and not is_ours(folder):
        raise IronboardError(f"{folder} has something in it that is no site of Ironboard: name another folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=folder.parent) as scratch:
        made = Path(scratch, "new")
        made.mkdir()
        build(made, tell)
        if folder.exists():
            folder.rename(Path(scratch, "old"))
        made.rename(folder)


def is_ours(folder: Path) -> bool:
    """Return whether a folder is empty or was made here."""
    made = any((folder / place / VERSION).is_file() for place in (WORKBENCH, ""))
    return made or (folder.is_dir() and not any(folder.iterdir()))
