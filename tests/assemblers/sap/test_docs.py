"""What docs/ibm704/sap.md says is true: its examples assemble, its lists are complete."""

import pytest

from host.assemblers.sap import pseudo
from host.assemblers.sap.assembler import assemble
from host.assemblers.sap.words import OPERATIONS
from sap.sources import ROOT

PAGE = (ROOT / "docs" / "ibm704" / "sap.md").read_text(encoding="utf-8")
EXAMPLES = [block.split("```")[0] for block in PAGE.split("```sap\n")[1:]]


@pytest.fixture
def examples(tmp_path):
    """Return the assemblies of all examples."""
    (tmp_path / "prline.sap").write_text("PRLINE TRA 1,4\n")
    found = []
    for number, text in enumerate(EXAMPLES):
        path = tmp_path / f"example{number}.sap"
        path.write_text(text)
        found.append(assemble(path, tables=tmp_path))
    return found


def test_the_examples_assemble_without_warnings(examples):
    assert all(each.image.size and not each.warnings for each in examples)


def test_the_listing_on_the_page_is_that_of_the_program_on_it(examples):
    shown = PAGE.split("## The listing")[1].split("```")[1].strip("\n").split("\n")
    listing = examples[0].listing.split("\n")
    assert [line.split("    ")[0] for line in shown] == [line.split("    ")[0] for line in listing[2:6]]


@pytest.mark.parametrize("name", sorted(pseudo.PSEUDO_OPERATIONS))
def test_every_pseudo_operation_is_described(name):
    assert f"**{name}**" in PAGE


@pytest.mark.parametrize("name", sorted({*pseudo.PSEUDO_OPERATIONS} - {"AST", "FIN", "SKP", "SPC"}))
def test_every_pseudo_operation_has_an_example(name):
    assert any(name in line.split() for text in EXAMPLES for line in text.split("\n"))


@pytest.mark.parametrize("name", sorted(pseudo.UNSUPPORTED))
def test_what_is_not_supported_is_named(name):
    assert f"`{name}`" in PAGE


def test_every_name_of_the_assembler_s_own_is_in_the_table():
    words = set(PAGE.replace("`", " ").split())
    assert {name for name, each in OPERATIONS.items() if each.instruction is None or each.last is not None} - words <= {
        "", "CHS", "CLM", "COM", "DCT", "ETM", "LBT", "LTM", "PBT", "RND", "SSM", "SSP",
    }  # fmt: skip
