"""The programs of tests/data/algol print what the comments in them expect."""

import re

import pytest

from tests.algol.machine import printed
from tests.algol.programs import CLASSICS, PROGRAMS


@pytest.mark.parametrize("path", [*PROGRAMS, *CLASSICS], ids=lambda path: path.stem)
def test_a_program_prints_what_its_comments_say(path):
    text = path.read_text(encoding="utf-8")
    expected = [" ".join(each.upper().split()) for each in re.findall(r"(?i)expect: *([^;]*);", text)]
    assert expected
    assert [" ".join(each.split()) for each in printed(text)] == expected
