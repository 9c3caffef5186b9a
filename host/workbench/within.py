"""Run by Pyodide while the folder is built (within.mjs): byte code of the modules that a first visit loads.

Byte code belongs to one version of Python. Pyodide's is hardly ever the one that builds, so that Pyodide itself
compiles; and which modules a first visit loads is seen here, not listed. The rest stays source, which is half as large:
compressed, byte code has 2.5 times the bytes. A module is packed as the one or the other, never as both. Docstrings of
others are left out; ours are the debugger's help. What needs no Pyodide is done by bundle.py, in a third of the time:
it says which names the packages import, and compresses.

The standard library is cut to the modules that ours import, and those that these import. Code in C and JavaScript
imports, too, within its own package: those packages are kept whole.
"""

from __future__ import annotations

import ast
import importlib
import io
import py_compile
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

LIBRARY = "/lib/python314.zip"
STANDARD = "python_stdlib/"
IMPORTED = "imported.txt"  # beside the packages: the names that their modules import
NEVER = "_pyrepl doctest ensurepip multiprocessing pdb pydoc unittest xmlrpc".split()  # tools for terminals
OWN = ("emulators", "host", "ironboard")
ENCODINGS = "encodings"  # a package of which only some are kept
BY_C = ("_strptime",)
WHOLE = {"_pyodide", "importlib", "pyodide", *(name.removeprefix("_") for name in sys.builtin_module_names)}
CODECS = "ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_16 utf_16_le utf_8 utf_8_sig".split()


def main() -> bytes:
    """Return a zip: the library's modules in the folder STANDARD, byte code of packages by the paths of the sources."""
    packages = Path(next(path for path in sys.path if path.endswith("site-packages")))
    sources = {path.relative_to(packages).as_posix(): path.read_bytes() for path in packages.rglob("*.py")}
    rehearse(packages)
    modules = [each for each in list(sys.modules.values()) if getattr(each.__spec__, "origin", "") != "frozen"]
    loaded = {str(getattr(each, "__file__", None)) for each in modules}
    with zipfile.ZipFile(LIBRARY) as library:
        standard = {name: library.read(name) for name in library.namelist() if name.endswith(".py")}
    names = (packages / IMPORTED).read_text("utf-8").split()
    kept = reached(names, standard, {each.removeprefix(f"{LIBRARY}/") for each in loaded})
    made = {}
    for name in sorted(kept):
        packed_name, content = packed(f"{LIBRARY}/{name}", standard[name], f"{LIBRARY}/{name}" in loaded)
        made[f"{STANDARD}{packed_name}"] = content
    for name, content in sources.items():
        if str(packages / name) in loaded:
            made[f"{name}c"] = compiled(str(packages / name), content)
    return zipped(made, zipfile.ZIP_STORED)


def rehearse(packages: Path) -> None:
    """Do as a page's first visit does."""
    (found,) = packages.rglob("workbench/rehearsal.py")
    folder = found.relative_to(packages).parent
    _browser, rehearsal = (
        importlib.import_module(".".join([*folder.parts, name])) for name in ("browser", "rehearsal")
    )
    with tempfile.TemporaryDirectory() as scratch:
        rehearsal.visit(Path(scratch))


def packed(path: str, source: bytes, as_code: bool) -> tuple[str, bytes]:
    """Return a module of the library as it is packed, with its name."""
    name = path.removeprefix(f"{LIBRARY}/")
    return (f"{name}c", compiled(path, source)) if as_code else (name, source)


def compiled(path: str, source: bytes) -> bytes:
    """Return a module's byte code, which is taken without a look at its source's time: there is none."""
    is_own = path.partition("site-packages/")[2].startswith(OWN)
    with tempfile.TemporaryDirectory() as folder:
        written, made = Path(folder, "source.py"), Path(folder, "made.pyc")
        written.write_bytes(source)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(
            str(written), str(made), path, doraise=True, optimize=0 if is_own else 2, invalidation_mode=mode
        )
        return made.read_bytes()


def zipped(files: dict[str, bytes], method: int) -> bytes:
    """Return files as a zip without times."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method, 9)
    return made.getvalue()


def reached(names: list[str], standard: dict[str, bytes], loaded: set[str]) -> set[str]:
    """Return the files of the standard library that a start loads, or that one of these imports leads to."""
    modules = {module_of(name): name for name in standard}
    todo = [*names]
    todo += [module_of(name) for name in loaded & standard.keys()]
    todo += [*BY_C, *(f"{ENCODINGS}.{name}" for name in CODECS)]
    found: set[str] = set()
    while todo:
        module = todo.pop()
        while module and module not in modules:
            module = module.rpartition(".")[0]
        if not module or modules[module] in found or module.split(".")[0] in NEVER:
            continue
        found.add(modules[module])
        package = module if modules[module].endswith("/__init__.py") else module.rpartition(".")[0]
        todo += [*imported(standard[modules[module]], package), module.rpartition(".")[0]]
        if package.partition(".")[0] in WHOLE:
            todo += [each for each in modules if each.rpartition(".")[0] == package]
    return found


def module_of(name: str) -> str:
    """Return a module's name by its file's."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(source: bytes, package: str) -> Iterator[str]:
    """Yield the names that a module of a package imports, in its functions too."""
    for node in statements(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                parts = package.split(".") if level else []
                base = ".".join(filter(None, [*parts[: len(parts) - level + 1], module]))
                yield from (f"{base}.{each.name}" for each in names)


def statements(module: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a module: `ast.walk` takes ten times as long, as most nodes are parts of expressions."""
    found: list[ast.AST] = [module]
    for node in found:
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            found += getattr(node, name, ())
