"""What docs/assembler.md says is true: its examples assemble, its lists are complete."""

from pathlib import Path

import pytest

from host.assemblers.ca65.directives import DIRECTIVES
from host.assemblers.ca65.macros import TEXT_FUNCTIONS
from host.assemblers.ca65.parser import FUNCTIONS
from host.assemblers.ca65.tokens import FEATURES, WORD_OPERATORS
from host.assemblers.mos6502 import assemble

TEXT = (Path(__file__).parents[2] / "docs" / "assembler.md").read_text()
BLOCKS = TEXT.split("```")[1::2]
PROGRAMS = [block.lstrip("\n") for block in BLOCKS if block.startswith("\n   ")]
SHORT_FORMS = {".byt", ".mac", ".endmac", ".endrep", ".exitmac", ".delmac", ".undefine", ".fileopt", ".pagelen"}
SHORT_FORMS |= {".ifp4510", ".ifp816", ".ifpc02", ".ifpsc02", ".def", ".ref", ".ismnem"}


def test_there_are_programs():
    assert len(PROGRAMS) >= 3


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_documentation_assembles(program, tmp_path):
    path = tmp_path / "example.s"
    path.write_text(program)
    assert assemble(path).image.size


@pytest.mark.parametrize("name", sorted({*DIRECTIVES, *FUNCTIONS, *TEXT_FUNCTIONS, *WORD_OPERATORS} - SHORT_FORMS))
def test_every_directive_function_and_operator_is_documented(name):
    assert name in TEXT.replace("jne jcc ...", "")


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_is_documented(name):
    assert f"`{name}`" in TEXT
