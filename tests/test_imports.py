"""The architecture, checked: who imports whom, what a light command must not load, what tests may name."""

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests import shared

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "emulators").rglob("*.py")) + sorted((ROOT / "host").rglob("*.py"))
VIEWS = ("panel", "terminal")


def imports(path):
    """Every module a file imports, wherever in the file the import stands."""
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def test_emulators_never_imports_host():
    guilty = [
        (str(path.relative_to(ROOT)), name)
        for path in SOURCES
        if path.is_relative_to(ROOT / "emulators")
        for name in imports(path)
        if name.split(".")[0] == "host"
    ]
    assert not guilty


def test_the_walk_sees_imports():
    assert "emulators.kim1" in set(imports(ROOT / "host" / "kim1.py"))


def test_no_view_imports_another_view():
    for view in VIEWS:
        others = {f"host.{other}" for other in VIEWS if other != view}
        for path in (ROOT / "host" / view).rglob("*.py"):
            assert not others & {".".join(name.split(".")[:2]) for name in imports(path)}, path


def test_the_debugger_knows_languages_only_by_their_protocol():
    for path in (ROOT / "host" / "debugger").rglob("*.py"):
        assert not [name for name in imports(path) if name.startswith("host.algol")], path


def test_faces_of_the_debugger_share_nothing_but_the_monitors_commands():
    faces = {f"host.debugger.{face}" for face in ("dap", "monitor", "screen")}
    for face in faces:
        for path in (ROOT / face.replace(".", "/")).rglob("*.py"):
            others = {".".join(name.split(".")[:3]) for name in imports(path)} & (faces - {face})
            assert others <= {"host.debugger.monitor"} - {face}, path


LIGHT = [
    "emulators.mos6502.isa",
    "emulators.mos6502.disassembler",
    "emulators.image",
    "emulators.roms",
    "emulators.ibm704.disassembler",
    "host.assemblers.mos6502",
    "emulators.cdc6600.disassembler",
    "emulators.cdc6600.display_code",
    "host.assemblers.compass.assembler",
    "host.assemblers.compass.disassembler",
    "host.assemblers.compass.typed",
    "host.assemblers.sap.assembler",
    "host.assemblers.sap.typed",
    "host.algol.front",
    "host.formats",
    "host.debugger.dap.server",
    "host.cli",
    *(f"host.verbs.{path.stem}" for path in sorted((ROOT / "host" / "verbs").glob("[a-z]*.py"))),
    "host.debugger.programs",
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
