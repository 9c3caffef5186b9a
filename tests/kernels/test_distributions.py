"""The two distributions: which file is in which, and that `ironboard-core` is enough for what it promises."""

from __future__ import annotations

import ast
import gzip
import re
import sys
import tomllib
import zipfile
from email import message_from_string
from importlib import import_module

import pytest

from docs.tools import try_wheels
from emulators import distributions
from emulators.distributions import CORE, EXTRAS, PACKAGES, PLAY, WHOLE, NotInstalled
from emulators.kernels import wheels
from emulators.kernels.building import FOLDER
from host.assemblers.roms import CHECKOUT
from host.cli.main import VERBS, verbs
from tests.kernels.conftest import needs_hatchling
from tests.modules import facts, modules, needs, sources

LIMIT, COMPILED = 10e6, 20e6  # bytes of ironboard-core and all that it requires, without and with byte code
ASKS = {  # modules of the core that import from the other distribution, where it is there
    "host.cli.manual.words": "host.",  # for verbs that are there
    "host.cli.verbs.boards": "host.games",  # says so
    "host.debugger.command": "host.debugger.tui",
    "ironboard": "",  # for type checkers
}
DATA = "ironboard/host/games/data/"
LSP = "ironboard lsp"
NOT_REQUIRED = {  # packages that the core imports in a function only, and who brings them
    "_pytest": "who uses the plugin",
    "cattrs": "[lsp]",
    "filelock": "a checkout",
    "hatchling": "[build]",
    "packaging": "hatchling",
    "lsprotocol": "[lsp]",
    "pygls": "[lsp]",
    "pytest": "who uses the plugin",
    "serial": "[serial]",
    "typing_extensions": "type checkers",
}


def in_core(path):
    return distributions.distribution(path) == CORE


def names_in(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {each for each in archive.namelist() if ".dist-info/" not in each}


def files(*folders):
    """Return the files of a checkout's folders that a wheel has."""
    found = [path.relative_to(CHECKOUT) for each in folders for path in (CHECKOUT / each).rglob("*") if path.is_file()]
    return {each.as_posix() for each in found if not {"__pycache__", FOLDER.name} & {*each.parts}}


def about(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode())


# ---------------------------------------------------------------- the table


def test_every_row_of_the_table_is_there_and_stands_for_itself():
    for path in PLAY:
        assert (CHECKOUT / path).exists(), path
        assert not any(path.startswith(f"{other}/") for other in PLAY), path


def test_the_core_imports_nothing_of_the_other_distribution():
    paths = modules()
    for module in paths:
        if in_core(paths[module]):
            asked = ASKS.get(module)
            away = {each for each in needs(module, texts=False) if not in_core(paths[each])}
            assert not [each for each in away if asked is None or not each.startswith(asked)], module


def test_the_core_requires_the_packages_that_it_imports():
    found = set()
    for path in filter(in_core, sources()):
        for node in facts(path).imports:
            match node:
                case ast.Import(names=names):
                    found |= {each.name.partition(".")[0] for each in names}
                case ast.ImportFrom(module=str(name), level=0):
                    found.add(name.partition(".")[0])
    ours = {"emulators", "host", "ironboard"}
    assert found - ours - sys.stdlib_module_names == {*PACKAGES, *NOT_REQUIRED}


def test_a_verb_is_where_its_function_is():
    core = {each.name for each in VERBS if in_core(f"host/cli/verbs/{each.topic}.py")}
    writing = "algol fortran learn asm load dis format cards rom editors lsp"
    running = "run verify lockstep dap debug profile board doctor completion man"
    assert core == {*writing.split(), *running.split()}


def test_the_command_says_that_the_core_is_missing(monkeypatch, capsys):
    """pip deletes files of a new core when the two packages replace a wheel with everything."""
    name, _, function = wheels.configuration(WHOLE)["project"]["scripts"]["ironboard"].partition(":")
    path = f"{distributions.path_of(name)}.py"
    tree = ast.parse((CHECKOUT / path).read_text(encoding="utf-8"))
    imported = {node.names[0].name if isinstance(node, ast.Import) else node.module for node in ast.walk(tree)
                if isinstance(node, ast.Import | ast.ImportFrom)}  # fmt: skip
    assert (in_core(path), imported - sys.stdlib_module_names - {"importlib"}) == (False, set())
    module = import_module(distributions.path_of(name).replace("/", "."))
    monkeypatch.setitem(sys.modules, "ironboard.__main__", None)
    assert getattr(module, function)() == 1
    assert capsys.readouterr().err == f"ironboard: {module.REMEDY}\n"


def test_a_module_is_found_by_its_name_in_a_checkout_and_in_a_wheel():
    assert distributions.path_of("ironboard.host.ui.window") == distributions.path_of("host.ui.window")
    assert distributions.installed("host.ui.window")
    assert distributions.installed("host.ui")
    assert not distributions.installed("host.ui.windows")
    with pytest.raises(NotInstalled, match=r"^'x' needs the package ironboard: pip install ironboard$"):
        distributions.require("host.ui.windows", "x")


def test_an_import_that_fails_for_another_reason_is_raised_again():
    for name in ("numpy", "host.registry", "host.ui.window"):
        error = ModuleNotFoundError(name=name)
        with pytest.raises(ModuleNotFoundError) as raised:
            distributions.lacking(error, "x")
        assert raised.value is error
    assert isinstance(distributions.lacking(ModuleNotFoundError(name="ironboard.host.games.halma"), "x"), NotInstalled)


# ---------------------------------------------------------------- the wheels


@needs_hatchling
def test_the_two_wheels_share_no_file_and_have_all_that_is_packed(own, play):
    packed = {*map("ironboard/{}".format, files("emulators", "host", "asm", "roms"))} | files("ironboard")
    core, other = names_in(own), names_in(play)
    assert core & other == set()
    assert not [each for each in other if each.startswith(wheels.BUILT)]
    browser = f"{wheels.BUILT.removesuffix('built/')}wasm/pyodide/"  # kernels, as the workbench loads them
    assert {each for each in core | other if not each.startswith((wheels.BUILT, browser, DATA))} == packed
    assert {each for each in other if each.startswith(browser)}
    assert len([each for each in other if each.startswith(DATA)]) > 5


@needs_hatchling
def test_what_each_of_them_requires(own, play):
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core, all_of_it = about(own), about(play)
    assert (core["Name"], all_of_it["Name"], all_of_it["Version"]) == (CORE, WHOLE, core["Version"])
    needed = [each for each in core.get_all("Requires-Dist") if "extra ==" not in each]
    others = [each for each in all_of_it.get_all("Requires-Dist") if "extra ==" not in each]
    assert {re.split(r"\W", each)[0] for each in needed} == {*PACKAGES}
    assert f"{CORE}=={core['Version']}" in others
    plain = sorted(project["dependencies"])
    assert sorted({*needed, *others} - {f"{CORE}=={core['Version']}"}) == plain
    assert set(core.get_all("Provides-Extra")) == {*EXTRAS}
    assert {*project["optional-dependencies"]} == {*all_of_it.get_all("Provides-Extra")}


# ---------------------------------------------------------------- the core alone

EVERY_MODULE = """if True:
    import importlib, pathlib, sys, ironboard
    root = pathlib.Path(ironboard.__file__).parent
    for path in sorted(root.rglob("*.py")):
        name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith(("__main__", "hatch_hook")):
            importlib.import_module(name)
    [getattr(ironboard, name) for name in dir(ironboard)]
    for name in set(ironboard.PLACES) - {*dir(ironboard)}:
        try:
            getattr(ironboard, name)
        except ImportError as error:
            print(error)
"""


@needs_hatchling
def test_every_module_of_the_core_can_be_imported_and_all_of_it_is_small(installed_core):
    done = installed_core.run("python", "-c", EVERY_MODULE)
    assert done.stderr == ""
    missing = [f"'ironboard.{name}' needs the package ironboard: pip install ironboard" for name in
               ("benchmark", "desk", "position")]  # fmt: skip
    assert sorted(done.stdout.splitlines()) == missing
    # importing has compiled everything: its own files, then those of the packages that it requires
    own = sorted(each for each in installed_core.site.rglob("*") if each.is_file())
    packages = [each for name in PACKAGES for path in (installed_core.folder / "packages").glob(f"{name}*")
                for each in path.rglob("*") if each.is_file()]  # fmt: skip
    sizes = {each: each.stat().st_size for each in (*own, *packages)}
    assert sum(size for path, size in sizes.items() if path.suffix != ".pyc") < LIMIT
    assert len([path for path in own if path.suffix == ".pyc"]) > 300
    assert sum(sizes.values()) < COMPILED


SOURCE = "        .org $0200\nTWICE:  asl a\n        rts\n        .end\n"
SUM = "'begin' 'integer' i; i := 3; outinteger(61, i × i) 'end'\n"
SQUARE = "      I = 3\n      WRITE (6,1) I*I\n    1 FORMAT (I4)\n      STOP\n      END\n"


@pytest.fixture(scope="module")
def folder(installed_core):
    found = installed_core.folder / "work"
    found.mkdir()
    (found / "twice.s").write_text(SOURCE)
    (found / "sum.alg").write_text(SUM, encoding="utf-8")
    (found / "square.f").write_text(SQUARE)
    vectors = gzip.decompress((CHECKOUT / "tests" / "data" / "mos6502" / "documented.jsonl.gz").read_bytes())
    (found / "vectors.jsonl").write_bytes(b"\n".join(vectors.splitlines()[:20]))
    return found


@needs_hatchling
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("--version", f"ironboard {tomllib.loads((CHECKOUT / 'pyproject.toml').read_text())['project']['version']}\n"),
        ("asm twice.s -o twice.hex --force", "twice.hex: 2 bytes"),
        ("dis twice.s19", "asl"),
        ("debug twice.s -e step -e registers", "PC 0201"),
        ("debug wally -e step", "wally.s:390"),
        ("profile wally --cycles 1000", "wally.s:391"),
        ("algol sum.alg", "9"),
        ("fortran square.f", "9"),
        ("run 6600 sum.alg", "9"),
        ("verify 6502 vectors.jsonl", "20"),
        ("lockstep wally --cycles 1000", "same"),
        ("learn", "add16"),
        ("rom --help", "verify"),
        ("cards --help", "punched"),
        ("load --help", "relocatable"),
        ("editors", "vscode"),
        ("board --help", "wally"),
        ("completion bash", "asm"),
        ("man", "lockstep"),
        ("doctor", f"{CORE} "),
    ],
)
def test_verbs_of_the_core(line, expected, installed_core, folder):
    if "twice.s19" in line:
        installed_core.run("ironboard", "asm", "twice.s", "-o", "twice.s19", folder=folder)
    done = installed_core.run("ironboard", *line.split(), folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert expected.lower() in done.stdout.lower()


@needs_hatchling
@pytest.mark.parametrize("line", ["", "kim1 --headless", "checkers", "figures --help", "software", "web wally",
                                  "pitrat moves chess", "board wally --port x"])  # fmt: skip
def test_a_verb_of_the_other_distribution_says_so(line, installed_core):
    done = installed_core.run("ironboard", *line.split())
    name = " ".join(line.split()[: 2 if "board" in line else 1]) or "kim1"
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"ironboard: 'ironboard {name}' needs the package ironboard: pip install ironboard\n"


@needs_hatchling
def test_the_help_of_the_core_shows_its_own_verbs_and_names_the_others(installed_core):
    text = installed_core.run("ironboard", "--help").stdout
    listed, _, rest = text.partition("With the package ironboard there are also: ")
    away = rest.partition(".")[0].replace("\n", " ").split(", ")
    assert away == [each.name for each in verbs() if not in_core(f"host/cli/verbs/{each.topic}.py")]
    for each in verbs():
        assert bool(re.search(rf"^ +{each.name} ", listed, re.MULTILINE)) == (each.name not in away)


@needs_hatchling
def test_the_full_screen_view_is_not_in_the_core(installed_core):
    done = installed_core.run("ironboard", "debug", "wally", "--screen")
    assert done.returncode == 1
    assert done.stderr == "ironboard: '--screen' needs the package ironboard: pip install ironboard\n"


# ---------------------------------------------------------------- a project outside the checkout


@needs_hatchling
def test_a_project_uses_the_api_the_plugin_and_the_language_server_of_the_core(installed_core, tmp_path, capsys):
    steps = [each for each in try_wheels.BOTH if "mypy" not in each.line]  # tests/typed/ has type checkers
    try_wheels.attempt(installed_core, try_wheels.project(tmp_path / "project"), steps)
    assert capsys.readouterr().out.splitlines() == [f"    {line}" for line in (*(each.line for each in steps), LSP)]


@needs_hatchling
def test_what_does_not_work_is_told(installed_core, tmp_path):
    folder = try_wheels.project(tmp_path / "project")
    (folder / "src" / "crc.s").write_text(try_wheels.WRONG)
    step = try_wheels.Step("ironboard asm src/crc.s", "bytes")
    told = r"^'ironboard asm src/crc\.s' ends with 1: expected 0 and 'bytes'\n.*crc\.s:2:9: error: unknown operation"
    with pytest.raises(try_wheels.Failed, match=told):
        try_wheels.attempt(installed_core, folder, [step])
