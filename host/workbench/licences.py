"""licences.html: all that the workbench is made of, with the licences as their authors wrote them."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from emulators import distributions
from host.workbench import bundle

TEXTS = Path(__file__).parent / "licences"  # of packages that have none in them
TERMS = "LICEN[CS]E*"  # names of files
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Licences: the Ironboard workbench</title>
<link rel="stylesheet" href="style.css">
<script type="module" src="licences.js"></script>
<body class="licences">
<header id="top"></header>
<main>
<h1>Licences</h1>
<p>The workbench is made of these works. They are served with it: nothing is loaded from elsewhere.</p>
{rows}
</main>
"""
ROW = "<details><summary>{name} {version}: {terms}</summary>\n<pre>{text}</pre></details>"


class Work(NamedTuple):
    """Something that is shipped."""

    name: str
    version: str
    terms: str  # a licence's short name
    text: str


def page(modules: Path, bundled: Iterable[str], policy: str) -> str:
    """Return the page; `bundled` are the packages in the editor's module, `modules` npm's folder."""
    works = [own(), *runtime(modules), *(package(modules, name) for name in sorted(bundled)), *python_packages()]
    rows = "\n".join(ROW.format(**{name: html.escape(text) for name, text in each._asdict().items()}) for each in works)
    return PAGE.format(policy=policy, rows=rows)


def own() -> Work:
    """Return Ironboard itself."""
    here = bundle.ROOT / "LICENSE"
    text = here.read_text(encoding="utf-8") if here.is_file() else texts_of(metadata.distribution(distributions.name()))
    return Work("Ironboard", distributions.version(), "MIT", text)


def runtime(modules: Path) -> Iterator[Work]:
    """Yield Pyodide, and the Python in it."""
    about = json.loads((modules / "pyodide" / "package.json").read_text(encoding="utf-8"))
    for name, terms in (("Pyodide", about["license"]), ("CPython", "PSF-2.0")):
        text = (TEXTS / f"{name}.txt").read_text(encoding="utf-8")
        yield Work(name, about["version"] if name == "Pyodide" else "3.14, within Pyodide", terms, text)


def package(modules: Path, name: str) -> Work:
    """Return a package of npm."""
    about = json.loads((modules / name / "package.json").read_text(encoding="utf-8"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((modules / name).glob(TERMS)))
    return Work(name, about["version"], about["license"], text)


def python_packages() -> Iterator[Work]:
    """Yield the packages of Python."""
    for name in (*bundle.PACKAGES, *bundle.LSP_PACKAGES):
        found = metadata.distribution(name)
        about = found.metadata.json
        terms = str(about.get("license_expression") or about.get("license") or "see its text")
        yield Work(name, found.version, terms, texts_of(found))


def texts_of(found: metadata.Distribution) -> str:
    """Return the licences of a package of Python."""
    paths = [path for path in found.files or () if path.match(TERMS)]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
