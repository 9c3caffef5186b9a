"""The page of the library: its programs run, its table has every routine, its Python says what its comment says."""

import re
from pathlib import Path

import pytest

from host.machines.cdc6600.calls import FOLDER
from host.machines.cdc6600.machine import Cdc6600

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cdc6600" / "library.md").read_text(encoding="utf-8")
FILES = ("arith", "textio", "intio", "realio", "reals", "formath", "fordop", "fordfn", "forcplx")


def blocks(language):
    """The blocks of a language on the page."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("number", "typed", "name", "text"), [(0, "  -12", "OUTPUT", "-12\n"), (1, "", "MOVES", "K\n")]
)
def test_a_program_of_the_page_runs(tmp_path, number, typed, name, text):
    assert len(blocks("compass")) == 2
    path = tmp_path / "small.compass"
    path.write_text(blocks("compass")[number])
    machine = Cdc6600(core="compiled")
    machine.attach("INPUT", [typed])
    machine.load(path)
    machine.run(seconds=1)
    assert (machine.reason, machine.text(name)) == ("the program has ended", text)


def test_the_python_of_the_page_prints_what_it_says(capsys):
    [example] = blocks("python")
    exec(compile(example, "library.md", "exec"), {})
    assert f"# {capsys.readouterr().out.strip()}\n" in example


@pytest.mark.parametrize("file", FILES)
def test_every_routine_of_a_file_stands_on_the_page(file):
    source = (ROOT / FOLDER / f"{file}.compass").read_text(encoding="utf-8")
    names = re.findall(rf"^(\w+) +EQU +/{file.upper()}/\w+$", source, re.MULTILINE)
    assert names
    for name in set(names) - {"INPUT", "OUTPUT"}:
        assert f"`{name}`" in PAGE, name


def test_the_files_of_the_library_have_no_label_in_common_with_a_program():
    """All that a file defines without its qualifier is what it offers."""
    for file in FILES:
        source = (ROOT / FOLDER / f"{file}.compass").read_text(encoding="utf-8")
        inside = source.index(f"         QUAL   {file.upper()}\n"), source.index("         QUAL\n")
        outside = source[: inside[0]] + source[inside[1] :]
        labels = re.findall(r"^([A-Z]\w*) +(\w+) +(\S+)", outside, re.MULTILINE)
        assert all(operation == "EQU" and value == f"/{file.upper()}/{name}" for name, operation, value in labels)
