"""The modules of the project as texts and trees, and the facts in them that tests of its structure need."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

MACHINE = re.compile(r"kim[-_ ]?1(?!\d)|ibm[-_ ]?704|(?<![0-9A-Za-z])704(?!\d)|6600", re.IGNORECASE)
MODULE = re.compile(r"\b(?:host|emulators)(?:\.[a-z_0-9]+)+")
FINDERS = ("host.registry", "host.cli")  # they find modules above by their names


@cache
def sources():
    """Return the text of every module by its path."""
    paths = [path for top in ("emulators", "host", "ironboard") for path in sorted((ROOT / top).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def tree(path):
    """Return the syntax tree of a module. Nobody keeps the trees: all of them are a million objects."""
    return ast.parse(sources()[path])


class Facts(NamedTuple):
    """Facts of a module, gathered in one walk of its tree."""

    imports: list[ast.Import | ast.ImportFrom]
    naming: list[tuple[int, str]]  # lines and identifiers or texts that name a machine
    texts: list[str]  # dotted names of modules in texts


OWNERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)  # of docstrings
IDENTIFIERS = {ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.FunctionDef: "name", ast.ClassDef: "name"}


@cache
def facts(path):
    """Return the facts of a module, docstrings left out."""
    found, texts, docstrings = Facts([], [], []), [], set()
    for node in ast.walk(tree(path)):
        kind = type(node)
        if kind in IDENTIFIERS and MACHINE.search(name := getattr(node, IDENTIFIERS[kind])):
            found.naming.append((node.lineno, name))
        if kind in OWNERS:
            docstrings.update(id(each.value) for each in node.body[:1] if isinstance(each, ast.Expr))
        elif kind in (ast.Import, ast.ImportFrom):
            found.imports.append(node)
        elif kind is ast.Constant and isinstance(node.value, str):
            texts.append(node)
    for node in texts:
        if id(node) not in docstrings:
            found.texts.extend(MODULE.findall(node.value))
            found.naming.extend([(node.lineno, node.value)] if MACHINE.search(node.value) else [])
    for node in found.imports:
        if isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(each.name for each in node.names)]
            found.naming.extend((node.lineno, each) for each in names if MACHINE.search(each))
    return found


@cache
def naming():
    """Return (path, line, text) of all identifiers and texts that name a machine."""
    return [(path, *each) for path in sources() for each in facts(path).naming]


@cache
def modules():
    """Return the path of every module by its name."""
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in sources()}


def module_of(name):
    """Return the module that a dotted name means, which may end with a name inside of it; None if it means none."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name or None


def room(module):
    """Return the room of a module."""
    return ".".join(module.split(".")[:2]) if module.startswith("host.") else module.split(".")[0]


@cache
def needs(module, texts=True):
    """Return the modules that one needs: by imports, in functions and for type checkers too, and by names in texts."""
    return [*filter(None, map(module_of, names_of(module, texts)))]


def names_of(module, texts):
    """Yield the dotted names that a module imports, or has in its texts."""
    path = modules()[module]
    package = path.split("/")[:-1]
    for node in facts(path).imports:
        base = ""
        if isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = "".join(f"{each}." for each in [*start, *filter(None, [node.module])])
        yield from (f"{base}{each.name}" for each in node.names)
    if texts and room(module) not in FINDERS:
        yield from facts(path).texts
