"""The architecture, checked: who imports whom, what a light command must not load, what tests may name."""

import ast
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from host import registry
from host.cli.main import verbs
from tests import shared
from tests.modules import facts, modules, needs, sources, tree
from tests.shared import ALL_EXAMPLES

ROOT = Path(__file__).parent.parent


def test_only_emulators_look_into_the_record_of_a_machine():
    """Others read properties with names: `machine.cause`, not `machine.m.cause`."""
    allowed = (
        "emulators/",
        "host/experiments/bench/wasm.py",  # bare processors: a tape of records
        "host/ui/", "host/panels/",  # view functions read the record, in a page as here
    )  # fmt: skip
    assert not [
        (path, node.lineno)
        for path, text in sources().items()
        if not path.startswith(allowed) and re.search(r"\.\s*m\b", text)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr == "m"
    ]


def test_no_module_is_used_under_its_whole_name():
    """In a wheel there is no `host`, only `ironboard.host`: `import host.x` is renamed, a use of `host.x` is not."""
    assert not [
        (path, each.name)
        for path in sources()
        for node in facts(path).imports
        if isinstance(node, ast.Import)
        for each in node.names
        if each.name.partition(".")[0] in ("emulators", "host") and not each.asname
    ]


def imported_below(package):
    """Return the modules of a package, each with those that it imports."""
    found = {each: {*needs(each, texts=False)} for each in modules() if f"{each}.".startswith(f"{package}.")}
    assert found
    return found


def test_the_debugger_knows_languages_only_by_their_protocol():
    for module, names in imported_below("host.debugger").items():
        assert not [each for each in names if each.startswith(("host.compilers.algol", "host.compilers.fortran"))], (
            module
        )


def test_faces_of_the_debugger_share_nothing_but_the_monitors_commands():
    faces = {f"host.debugger.{face}" for face in ("dap", "cli", "tui")}
    for face in faces:
        for module, names in imported_below(face).items():
            others = {".".join(name.split(".")[:3]) for name in names} & (faces - {face})
            assert others <= {"host.debugger.cli"} - {face}, module


LIGHT = [
    "emulators.mos6502.isa",
    "emulators.image",
    "emulators.roms",
    "emulators.ibm704.disassembler",
    "host.assemblers.mos6502",
    "emulators.cdc6600.disassembler",
    "emulators.cdc6600.display_code",
    "host.assemblers.compass.assembler",
    "host.assemblers.compass.disassembler",
    "host.assemblers.sap.assembler",
    "host.compilers.algol.front",
    "host.compilers.fortran.front",
    "host.formats",
    "host.debugger.dap.server",
    "host.editors.lsp.languages",
    "host.cli.main",
    *(f"host.cli.verbs.{path.stem}" for path in sorted((ROOT / "host" / "cli" / "verbs").glob("[a-z]*.py"))),
    "host.debugger.opening",
]


def test_assemblers_tables_and_verbs_load_neither_numpy_nor_pygame():
    program = """if True:
        import sys
        from importlib import import_module
        for name in sys.argv[1:]:
            import_module(name)
            if heavy := {"numpy", "pygame", "textual"} & set(sys.modules):
                sys.exit(f"{name} loads {heavy}")
    """
    done = subprocess.run([sys.executable, "-c", program, *LIGHT], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "machine",
    [
        "from emulators.kim1 import Kim1; machine = Kim1()",
        "from emulators.ibm704.machine import Ibm704; machine = Ibm704(); machine.poke(0, 0o002 << 27)",
        "from emulators.cdc6600.machine import Cdc6600; machine = Cdc6600(); machine.poke(0, 4 << 54)",
    ],
)
def test_a_machine_starts_with_neither_numpy_nor_py65(machine):
    program = (
        f"import sys; {machine}; machine.run(1000); machine.snapshot();print(*({{'numpy', 'py65'}} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# What takes long to import, or is only for some; the assemblers and the compiler are not needed for what is in roms/.
HEAVY = frozenset(
    """numpy py65 pygame textual rich sgfmill pygments distributed filelock asyncio multiprocessing
    email http xml ssl socket urllib.request importlib.metadata
    host.compilers.algol.compiler host.compilers.fortran.compiler host.assemblers.ca65 host.assemblers.compass
    host.assemblers.sap""".split()
)
VERSIONS = "importlib.metadata email socket"
KINDS = "host.assemblers.ca65 host.assemblers.compass host.assemblers.sap host.compilers.algol.compiler"
STARTS = {  # verb -> command lines that do little, each with what of HEAVY it may load
    "kim1": {"--headless --cycles 1000": ""},
    "704": {"--headless --cycles 1000": ""},
    "6600": {"--headless --cycles 1000": ""},
    "web": {"--force": "", "checkers --force": "", "mates --force": ""},
    "run": {"6600 kalah --input INPUT": "", "6600 SOURCE.compass": ""},
    "algol": {"SOURCE.alg": ""},
    "fortran": {"SOURCE.f": ""},
    "learn": {"": "host.assemblers.compass", "add16": "", "add16 --begin add16.s --force": ""},
    "asm": {"SOURCE.compass -o - --format octal60": "host.assemblers.compass"},
    "load": {"SOURCE.compass": "host.assemblers.compass"},
    "dis": {"IMAGE.hex": ""},
    "format": {"--help": ""},
    "cards": {"--help": ""},
    "rom": {"--help": ""},
    "verify": {"--help": ""},
    "lockstep": {"wally --cycles 1000": "py65"},
    "dap": {"": "socket"},
    "editors": {
        "": "",
        "vscode --force": f"{KINDS} {VERSIONS}",  # their tables
        "emacs --force": KINDS,
    },
    "lsp": {"--help": ""},
    "go": {"": "", "wally": "", "nps zobrist --size 9 --moves 2": "", "--faithful": ""},
    "gtp": {"": "", "--program nps": ""},
    "checkers": {"--self-play --depth 1 --moves 1": ""},
    "hub": {"": ""},
    "chess": {"--self-play --depth 1 --prune": ""},
    "uci": {"": ""},
    "kalah": {"3": "", "3 --language algol": "", "3,2,1 --language fortran": ""},
    "mates": {"'kbK5/pp6/1P6/8/8/8/8/R7 w'": "", "'kbK5/pp6/1P6/8/8/8/8/R7 w' --language algol": ""},
    "draughts": {"": ""},
    "influence": {"'B K10'": "", "'B K10' --language algol": "", "'B K10' --svg board.svg --force": ""},
    "armies": {"'B K10'": ""},
    "endings": {"": ""},
    "rook": {"": ""},
    "pitrat": {"check ttt": "", "moves ttt": "", "moves ttt --svg board.svg --force": "", "moves ttt --compiled": ""},
    "bench": {"--help": ""},
    "sweep": {"--help": ""},
    "match": {"--help": ""},
    "figures": {"--help": ""},
    "debug": {
        "kalah --line": "",
        "wally --line -e step": "",
        "SOURCE.alg --line": "host.compilers.algol.compiler host.assemblers.compass",  # names and statements
    },
    "profile": {"scan --cycles 1000": ""},
    "software": {"": ""},
    "board": {"--help": ""},
    "site": {"--help": ""},
    "workbench": {"--help": ""},
    "completion": {"bash": KINDS},
    "man": {"": f"{KINDS} {VERSIONS}"},
    "doctor": {"": VERSIONS},
}
FILES = {
    "INPUT": "PITS 3,2,1 ROWS\n",
    "IMAGE.hex": ":02020000EA60B2\n:00000001FF\n",
    "SOURCE.compass": "         IDENT  STOP\nSTOP     BSS    0\n         PS\n         END    STOP\n",
    "SOURCE.alg": "begin outinteger(61, 1) end",
    "SOURCE.f": "      STOP\n      END\n",
}


def test_every_verb_has_starts_whose_imports_are_known():
    assert STARTS.keys() == {verb.name for verb in verbs()}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The cache and the files of the starts."""
    folder = tmp_path_factory.mktemp("starts")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


TRIED = {verb: [*lines] if ALL_EXAMPLES else [*lines][-1:] for verb, lines in STARTS.items()}  # a process for each


@pytest.mark.parametrize(("verb", "line"), [(verb, line) for verb, lines in TRIED.items() for line in lines])
def test_a_start_loads_nothing_that_it_does_not_need(verb, line, begun):
    """The second one at the latest: it finds its program in the cache."""
    program = (
        "import atexit, sys; from host.cli.main import main\n"
        "heavy = sys.argv[1].split()\n"
        "atexit.register(lambda: print('\\nloaded', *(each for each in heavy if each in sys.modules)))\n"
        "sys.exit(main(sys.argv[2:]))"
    )
    arguments = [sys.executable, "-c", program, " ".join(sorted(HEAVY)), verb, *shlex.split(line)]
    for _ in range(2):
        done = subprocess.run(arguments, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=begun)
        assert done.returncode == 0, done.stderr
        _, *loaded = done.stdout.splitlines()[-1].split()
        if {*loaded} <= {*STARTS[verb][line].split()}:
            break
    else:
        pytest.fail(f"{verb} {line} loads {', '.join(loaded)}")


@pytest.mark.parametrize(
    ("face", "heavy"),
    [("window", {"textual", "rich", "asyncio"}), ("terminal", {"pygame"})],
)
def test_a_face_loads_nothing_that_only_the_other_one_needs(face, heavy):
    names = [f"host.ui.{face}", *(model.front for model in registry.models().values() if model.front)]
    program = "import sys, importlib; [*map(importlib.import_module, sys.argv[1:])]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *names], capture_output=True, text=True, check=True)
    assert not heavy & {*done.stdout.split()}


def test_tests_name_no_folder_of_one_machine():
    """What is not part of the project is found by tests/shared.py; /home/somebody is an example."""
    folder = re.compile(r"""["'](/(?:home/(?!somebody)|root|Users|work|mnt|opt|srv|tmp|var)\b.*?)["']""")
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").rglob("*.py")]
    assert folder.search('MODEL = Path("/' + 'work/models")')
    assert not [(path.name, *folder.findall(text)) for path in files if folder.search(text := path.read_text("utf-8"))]


def test_only_one_file_says_where_the_shared_material_is():
    """By a folder called so, beside the checkout."""
    files = [path for path in (ROOT / "tests").rglob("*.py") if '/ "' + 'shared"' in path.read_text("utf-8")]
    assert files == [ROOT / "tests" / "shared.py"]


def test_the_shared_material_may_stand_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setenv("IRONBOARD_SHARED", str(tmp_path))
    assert runpy.run_path(shared.__file__)["SHARED"] == tmp_path
    monkeypatch.delenv("IRONBOARD_SHARED")
    assert runpy.run_path(shared.__file__)["SHARED"] == ROOT.with_name("shared")


def test_what_needs_missing_material_is_skipped_and_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(shared, "SHARED", tmp_path)
    with pytest.raises(pytest.skip.Exception, match=r"IRONBOARD_SHARED says where"):
        shared.shared("models/mates.py")
