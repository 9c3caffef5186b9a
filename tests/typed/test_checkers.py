"""mypy and pyright accept every documented public name, of a wheel and of a checkout, and refuse all others.

Both look at `uses.py`, at `misspelt.py`, at the tables of docs/python-api.md and at all examples in the documents.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections import defaultdict
from pathlib import Path

import pytest

import ironboard
from host import registry
from host.testing.registers import ByName
from tests.editors.colours import NODE_MODULES
from tests.shared import ALL_EXAMPLES
from tests.test_documents import FENCE, PAGES, ROOT

HERE = Path(__file__).parent
PYRIGHT = NODE_MODULES / "pyright" / "index.js"
REFUSED = "# refused"
CODE = re.compile(r"`([^`]+)`")
WHOSE = {"The IBM 704": "machine."}  # section of python-api.md -> what its names belong to
MYPY = """[mypy]
strict = true
[mypy-examples.*]
disallow_untyped_defs = false
disallow_incomplete_defs = false
disallow_untyped_calls = false
disallow_untyped_decorators = false
"""  # tests need no types


# ---------------------------------------------------------------- what is looked at


def documented() -> str:
    """Return the names in the tables of docs/python-api.md as a module that uses them."""
    lines = ["# pyright: reportUnusedExpression=false", "import ironboard.py65", "import ironboard.testing"]
    lines += [f"from ironboard import {each} as {each}" for each in ironboard.__all__]
    lines += ["def names(kim: Kim1, machine: Ibm704, image: Image, snapshot: Snapshot, cycles: int, cycle: int,",
              "          data: bytes, text: str, trace: Trace, n: int) -> None:",
              "    def condition(kim: Kim1) -> bool: return True",
              "    def function(cycle: int, kind: str, value: object) -> None: ..."]  # fmt: skip
    section = ""
    for line in (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        if line.startswith("| `"):
            used = CODE.findall(line.split(" | ")[0])
            used = [f"{each}: print(row)" if each.startswith("for ") else each.replace("(...)", "") for each in used]
            lines += [f"    {WHOSE.get(section, '')}{each}" for each in used if not each.startswith("numpy.")]
    assert len(lines) > 80
    return "\n".join(lines) + "\n"


def examples() -> dict[str, str]:
    """Return the examples in Python of all pages that use the public names, and the files in docs/examples."""
    found = {}
    for page in PAGES:
        for number, (language, text) in enumerate(FENCE.findall(page.read_text(encoding="utf-8"))):
            if language == "python" and re.search(r"^(from|import) ironboard\b|^def test_", text, re.MULTILINE):
                found[f"{page.stem}_{number}.py".replace("-", "_")] = f"import pytest\n{text}"
    for file in (ROOT / "docs" / "examples").glob("*.py"):
        found[file.name] = file.read_text(encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files in a folder far from the checkout."""
    folder = tmp_path_factory.mktemp("typed")
    for name in ("uses.py", "misspelt.py"):
        shutil.copy(HERE / name, folder)
    (folder / "documented.py").write_text(documented(), encoding="utf-8")
    (folder / "examples").mkdir()
    (folder / "examples" / "__init__.py").touch()
    for name, text in examples().items():
        (folder / "examples" / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def wheels_python(tmp_path_factory):
    """The Python of an environment that has the packages as a wheel has them, and all others from here."""
    pytest.importorskip("hatchling")
    from emulators.kernels.hatch_hook import gather

    place = tmp_path_factory.mktemp("wheel")
    venv.create(place, symlinks=os.name != "nt")
    paths = sysconfig.get_paths("venv", {"base": str(place), "platbase": str(place)})
    packages = Path(paths["purelib"])
    gather(ROOT, packages / "ironboard")
    (packages / "others.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    return str(Path(paths["scripts"], "python"))


def mypy(python, folder):
    """Return file -> lines that mypy refuses."""
    pytest.importorskip("mypy")
    (folder / "mypy.ini").write_text(MYPY, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", os.devnull, "--python-executable", python, "."]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    return refusals(re.findall(r"^([^:]+):(\d+): error: (.*)$", ended.stdout, re.MULTILINE))


def pyright(python, folder):
    """Return file -> lines that pyright refuses."""
    if not PYRIGHT.is_file():
        pytest.skip(f"{NODE_MODULES} has no pyright")
    settings = {"typeCheckingMode": "standard", "strict": ["*.py"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = ["node", str(PYRIGHT), "--pythonpath", python, "--outputjson"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    found = json.loads(ended.stdout)
    assert found["summary"]["filesAnalyzed"] > len(examples())
    return refusals(
        (Path(each["file"]).relative_to(folder.resolve()), each["range"]["start"]["line"] + 1, each["message"])
        for each in found["generalDiagnostics"]
        if each["severity"] == "error"
    )


def refusals(found):
    lines = defaultdict(dict)
    for file, line, message in found:
        lines[str(file)].setdefault(int(line), message)
    return dict(lines)


def expect_refused(found):
    """Check that nothing is refused but the marked lines of misspelt.py."""
    lines = (HERE / "misspelt.py").read_text(encoding="utf-8").splitlines()
    marked = {number: lines[number - 1] for number, line in enumerate(lines, 1) if line.endswith(REFUSED)}
    wrong = found.pop("misspelt.py")
    assert found == {}
    assert {number: wrong[number] for number in wrong.keys() - marked.keys()} == {}
    assert {number: marked[number] for number in marked.keys() - wrong.keys()} == {}


# ---------------------------------------------------------------- the checkers


@pytest.mark.parametrize("checker", [mypy, pyright] if ALL_EXAMPLES else [mypy], ids=lambda each: each.__name__)
def test_a_type_checker_knows_what_a_wheel_has(checker, wheels_python, folder):
    expect_refused(checker(wheels_python, folder))


@pytest.mark.parametrize("checker", [mypy, pyright] if ALL_EXAMPLES else [pyright], ids=lambda each: each.__name__)
def test_a_type_checker_knows_an_editable_install(checker, folder):
    expect_refused(checker(sys.executable, folder))


def test_results_have_the_registers_and_flags_of_all_machines():
    """Type checkers know them by name; at run time they are the machine's."""
    machines = [each.build({"core": "python"}) for each in registry.models().values()]
    flags = {flag for machine in machines for names in machine.flags.values() for flag in names} - {"-"}
    assert set(ByName.__annotations__) == {name for machine in machines for name in machine.registers} | flags
