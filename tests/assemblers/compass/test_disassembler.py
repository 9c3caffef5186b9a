"""Sources of images: they assemble to the same words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from compass.sources import assembled, repeatable
from emulators.image import Image, Segment
from host.assemblers.compass.disassembler import disassemble

PROGRAM = """
START     SB1    1
          SA1    TABLE
          RJ     SUB
          EQ     B1,B0,*
LOOP      SB2    B2-B1
          NE     B2,B0,LOOP
          PS
TABLE     DATA   5
SUB       EQ     *
          BX6    X1
          EQ     SUB
          END    START
"""
words = st.one_of(
    st.integers(0, (1 << 60) - 1),
    st.lists(st.sampled_from(["54111", "46000", "0400000100", "0100000101", "00000", "7110000005"]), max_size=4).map(
        lambda each: int("".join(each)[:20].ljust(20, "0"), 8)
    ),
)


@repeatable
@given(st.lists(words, min_size=1, max_size=12), st.booleans(), st.integers(0, 0o377000), st.booleans())
def test_any_words_there_and_back(found, linear, origin, notes):
    image = Image([Segment(origin, tuple(found))], None if linear else origin, word_bits=60)
    back = assembled(disassemble(image, linear=linear, notes=notes)).image
    assert (back.merged(), back.entry) == (image.merged(), image.entry)


def test_what_is_reached_is_instructions_with_names():
    image = assembled(PROGRAM).image
    source = disassemble(image, notes=False)
    assert source.split("\n")[:12] == [
        "          ORG    100B",
        "START     SB1    1",
        "-         SA1    TABLE",
        "+         RJ     SUB",
        "L000102   EQ     B1,B0,L000102",
        "LOOP      SB2    B2-B1",
        "-         NE     B2,B0,LOOP",
        "-         PS",
        "TABLE     DATA   00000000000000000005B",
        "SUB       EQ     SUB",
        "+         BX6    X1",
        "-         EQ     SUB",
    ]
    assert assembled(source).image.merged() == image.merged()


@settings(repeatable, max_examples=30)
@given(st.lists(words, min_size=1, max_size=5))
def test_notes_are_remarks_with_address_and_word(found):
    image = Image([Segment(0o100, tuple(found))], word_bits=60)
    text = disassemble(image)
    for address, word in enumerate(found, 0o100):
        digits = f"{word:020o}"
        assert f"{address:06o}  {digits[:5]} {digits[5:10]} {digits[10:15]} {digits[15:]}" in text
