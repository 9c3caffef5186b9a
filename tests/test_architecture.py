"""The architecture, checked: a machine is named in its own places only, and no two folders import each other."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent

MACHINE = re.compile(r"kim[-_ ]?1(?!\d)|ibm[-_ ]?704|(?<![0-9A-Za-z])704(?!\d)|6600", re.IGNORECASE)
PLACES = {  # a beginning of a path -> why machines are named there
    "emulators/kim1/": "a machine",
    "emulators/ibm704/": "a machine",
    "emulators/cdc6600/": "a machine",
    "emulators/kernels/__init__.py": "the cores that are compiled ahead",
    "host/machines/": "what others know of a machine",
    **dict.fromkeys(("host/machines/kim1/machine.py", "host/machines/ibm704/machine.py", "host/machines/cdc6600/machine.py"), "a machine with files"),
    **dict.fromkeys(("host/machines/ibm704/calls.py", "host/machines/cdc6600/calls.py"), "routines of a machine called one by one"),
    **{f"host/desk/{name}": "what its verb does" for name in ("kim1", "ibm704", "cdc6600")},
    **{f"host/ui/{name}/": "what its user sees" for name in ("kim1", "ibm704", "cdc6600", "games")},
    **dict.fromkeys(("emulators/ibm704/vectors.py", "emulators/cdc6600/vectors.py"), "its test vectors"),
    "host/assemblers/": "languages of a machine, and the table of all",
    "host/compilers/algol/cdc6600/": "a compiler for a machine",
    **{f"host/compilers/ir/{name}/": "a back end for a machine" for name in ("cdc6600", "ibm704")},
    "host/compilers/algol/lowering/": "the run-time library is one for a machine",
    **dict.fromkeys(("host/compilers/algol/compiler.py", "host/compilers/algol/dialect.py"),
                    "the compiler's front end and its machine meet"),
    **dict.fromkeys(("host/compilers/backends/cdc6600/compiled.py", "host/compilers/backends/cdc6600/compass.py"), "compiled programs on a machine"),
    "host/compilers/fortran/cdc6600/": "a compiler for a machine",
    "host/compilers/fortran/ibm704/": "a compiler for a machine",
    **dict.fromkeys(("host/compilers/fortran/compiler.py", "host/compilers/fortran/dialect.py", "host/compilers/fortran/front.py"),
                    "the compiler's front end and its machines meet"),
    "host/formats/": "media of a machine",
    **dict.fromkeys(("host/games/", "host/experiments/figures/", "host/experiments/bench/", "host/experiments/sweeps/"), "programs for a machine"),
    "host/lessons/tasks/": "tasks for a machine",
    "host/software/": "programs for a machine",
    "host/cli/main.py": "titles of verbs",
    **dict.fromkeys(("host/cli/verbs/games.py", "host/cli/verbs/pitrat.py", "host/cli/verbs/measuring.py", "host/cli/verbs/sources.py",
                     "host/cli/verbs/boards.py"),
                    "verbs of programs for a machine"),
    "ironboard/__init__.py": "the public names",
}  # fmt: skip


@cache
def trees():
    """Return the syntax tree of every module by its path. They take seconds: the tests read them, not the collector."""
    sources = [path for top in ("emulators", "host", "ironboard") for path in sorted((ROOT / top).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in sources}


@cache
def naming():
    """Return (path, line, text) of all identifiers and texts that name a machine."""
    found = ((path, line, text) for path, tree in trees().items() for line, text in named(tree))
    return [each for each in found if MACHINE.search(each[2])]


def named(tree):
    """Yield the identifiers and texts of a module, docstrings left out."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, owners) and node.body]
    docstrings = {id(body[0].value) for body in bodies if isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                yield node.lineno, text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text):
                yield node.lineno, text
            case ast.ImportFrom(module=module, names=names):
                yield from ((node.lineno, text) for text in (module or "", *(each.name for each in names)))
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node.lineno, text


def test_a_machine_is_named_in_its_own_places_only():
    found = [f"{path}:{line}: {text}" for path, line, text in naming() if not path.startswith(tuple(PLACES))]
    assert found == []


def test_every_place_where_machines_are_named_is_needed():
    for place in PLACES:
        assert any(path.startswith(place) for path, _, _ in naming()), place


def folder(module):
    """Return the folder of a module, host.games; of a module beside folders, itself; `emulators` for all beside its."""
    parts = module.split(".")
    if len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir():
        return ".".join(parts[:2])
    return ".".join(parts[:2]) if parts[0] == "host" else parts[0]


def imported(tree):
    """Yield what a module imports when it runs, in functions too; not what only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ("emulators", "host"):
            for each in node.names:
                inner = ROOT.joinpath(*node.module.split("."), each.name)
                yield (
                    f"{node.module}.{each.name}" if inner.is_dir() or inner.with_suffix(".py").exists() else node.module
                )
        yield from imported(node)


BOTH_WAYS = {  # folders that import each other -> why
    frozenset(("emulators", "emulators.kernels")): "a processor runs on kernels, which are made of records' fields",
}


def test_no_folders_import_each_other():
    """Neither directly nor in a circle."""
    needs = defaultdict(set)
    for path, tree in trees().items():
        own = folder(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        needs[own] |= {folder(module) for module in imported(tree)} - {own}

    def reached(start):
        found, ahead = set(), [start]
        while ahead:
            for each in needs[ahead.pop()] - found:
                found.add(each)
                ahead.append(each)
        return found

    circles = {frozenset((one, other)) for one in [*needs] for other in needs[one] if one in reached(other)}
    assert circles == {*BOTH_WAYS}
