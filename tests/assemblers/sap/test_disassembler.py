"""Images back to SAP: whatever the words, the source assembles to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.image import Image, Segment
from host.assemblers.sap.disassembler import disassemble
from sap.sources import assembled, repeatable

PROGRAM = """
       ORG 24
START  LXA COUNT,1
LOOP   CLA DATA+3,1
       ADD SUM
       STO SUM
       TIX LOOP,1,1
       SWT 1
       TRA DONE
       HPR
DONE   TSX OUT,4
       HTR START
OUT    WPR
       TRA 1,4
COUNT  DEC 3
DATA   DEC 1,2,3
SUM    BSS 1
       BSS 20
TEXT   BCD "NEVER REACHED"
       END START
"""


def test_a_program_with_its_names():
    image = assembled(PROGRAM).image
    assert (
        disassemble(image, notes=False)
        == """\
SUM    EQU 40
       ORG 24
START  LXA COUNT,1
LOOP   CLA SUM,1
       ADD SUM
       STO SUM
       TIX LOOP,1,1
       SWT 1
       TRA DONE
       HPR 0
DONE   TSX OUT,4
       HTR START
OUT    WPR
       TRA 1,4
COUNT  OCT 000000000003
DATA   OCT 000000000001
       OCT 000000000002
       OCT 000000000003
       ORG 61
TEXT   OCT 452565255160
       OCT 512521233025
       OCT 246060606060
       END START
"""
    )


def test_a_program_without_names_gets_some():
    image = assembled(PROGRAM).image
    bare = Image(image.segments, image.entry, word_bits=36)
    lines = disassemble(bare).split("\n")
    assert lines[1] == "L00030 LXA L00044,1                     00030   0 53400 1 00044"
    assert lines[2] == "L00031 CLA 40,1                         00031   0 50000 1 00050"


def test_without_an_entry_everything_is_taken_for_instructions():
    image = Image.of(0, [0o002000000000, 7], word_bits=36)
    assert disassemble(image, notes=False) == "       ORG 0\nL00000 TRA L00000\n       HTR 7\n       END\n"
    assert "OCT 000000000007" in disassemble(image, notes=False, starts=[0])
    assert "HTR 7" in disassemble(image, notes=False, starts=[0], linear=True)


def test_names_that_cannot_be_sap_s_are_left_out():
    image = Image.of(5, [0o050000000005], 5, word_bits=36)
    image.symbols = {"a long name": 5, "K$A": 5, "CLA": 5}
    assert disassemble(image, notes=False) == "       ORG 5\nL00005 CLA L00005\n       END L00005\n"


words = st.lists(st.one_of(st.integers(0, (1 << 36) - 1), st.integers(0, 0o777).map(lambda n: n << 24)), min_size=1)


@repeatable
@given(words, st.integers(0, 0o70000), st.booleans(), st.booleans(), st.booleans())
def test_any_words_become_a_source_of_these_words(content, origin, linear, entry, notes):
    image = Image.of(origin, content, origin if entry else None, word_bits=36)
    again = assembled(disassemble(image, linear=linear, notes=notes)).image
    assert again.merged() == image.merged()
    assert again.entry == image.entry


def test_several_segments():
    image = Image([Segment(0o100, (1, 2)), Segment(0o20, (3,))], word_bits=36)
    assert assembled(disassemble(image)).image.merged() == image.merged()


def test_what_cannot_be_taken_apart():
    with pytest.raises(ImageError, match="words of 8 bits"):
        disassemble(Image.of(0, b"abc"))
    with pytest.raises(ImageError, match="empty"):
        disassemble(Image(word_bits=36))
