"""What docs/cdc6600/compass.md says is true: its examples assemble, its lists are complete."""

import pytest

from compass.sources import ROOT
from host.assemblers.compass import instructions, pseudo, relocatable, state
from host.assemblers.compass.assembler import assemble

PAGE = (ROOT / "docs" / "cdc6600" / "compass.md").read_text(encoding="utf-8")
EXAMPLES = [block.split("```")[0] for block in PAGE.split("```compass\n")[1:]]


@pytest.fixture
def examples(tmp_path):
    """Return the assemblies of all examples."""
    (tmp_path / "common.compass").write_text("SHARED    CON    1\n")
    found = []
    for number, text in enumerate(EXAMPLES):
        path = tmp_path / f"example{number}.compass"
        path.write_text(text)
        found.append(relocatable.assemble(path) if " REP " in text else assemble(path))
    return found


def test_the_examples_assemble_without_warnings(examples):
    assert all(getattr(each, "image", each).size and not each.warnings for each in examples)


def test_the_listing_on_the_page_is_that_of_the_program_on_it(examples):
    shown = PAGE.split("## The listing")[1].split("```")[1].strip("\n").split("\n")
    lines = examples[0].listing.split("\n")
    first = next(index for index, line in enumerate(lines) if line.endswith("LOOP      SA1    A1+B1"))
    assert shown == [line[:32].rstrip() for line in lines[first : first + len(shown)]]


@pytest.mark.parametrize("name", sorted(state.PSEUDO_OPERATIONS))
def test_every_pseudo_operation_is_described(name):
    assert f"**{name}**" in PAGE


@pytest.mark.parametrize("name", sorted(state.PSEUDO_OPERATIONS))
def test_every_pseudo_operation_has_an_example(name):
    assert any(name in line.split() for text in EXAMPLES for line in text.split("\n"))


@pytest.mark.parametrize("name", sorted(pseudo.UNSUPPORTED))
def test_what_is_not_supported_is_named(name):
    assert f"`{name}`" in PAGE


def test_every_operation_with_shorter_forms_is_in_the_table():
    rows = [row for row in PAGE.split("\n") if row.startswith("|")]
    added = {row.split()[0].rstrip("i") for row in instructions.ALSO.split("\n") if row.strip()} - {"IX"}
    named = {word.strip("`;,|").removesuffix("i") for row in rows for word in row.split()}
    assert added <= named
