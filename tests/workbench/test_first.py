"""The short programs that the page Write begins with."""

import re
from pathlib import Path

import pytest

from host import workbench
from host.assemblers.dialects import assemble, dialect_of
from host.workbench import colours

WRITE = Path(workbench.__file__).parent / "web" / "write"
LISTED = re.findall(r'\{ file: "([^"]+)", machine: "([^"]+)"', (WRITE / "examples.js").read_text(encoding="utf-8"))


def test_every_language_of_a_machine_has_one():
    files = {path.name for path in (WRITE / "first").iterdir()}
    assert files == {file for file, _ in LISTED}
    suffixes = {Path(each).suffix for each in files}
    known = [each for each in colours.languages() if each["id"] != "pitrat"]
    assert [each["id"] for each in known if not suffixes & {*each["suffixes"]}] == []


@pytest.mark.parametrize(("file", "machine"), LISTED)
def test_it_is_a_program_without_warnings(file, machine):
    path = WRITE / "first" / file
    made = assemble(path, dialect=dialect_of(path, machine=machine).name)
    assert made.image.size > 5
    assert [*made.warnings] == []
