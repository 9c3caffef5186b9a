"""How instructions come into words, against a model that pours them in one by one."""

from hypothesis import given
from hypothesis import strategies as st

from compass.sources import assembled, repeatable, words

SHORT, LONG, JUMP, CALL, STOP, LABEL, UPPER, STAY = "SA1 A1+B1", "SX1 5", "EQ 5", "RJ 5", "PS", "L", "+", "-"
DIGITS = {SHORT: "54111", LONG: "7110000005", JUMP: "0400000005", CALL: "0100000005", STOP: "00000"}
statements = st.lists(
    st.tuples(st.sampled_from(["", "", "", LABEL, UPPER, STAY]), st.sampled_from([*DIGITS, SHORT, LONG])),
    min_size=1,
    max_size=30,
)


def poured(program):
    """Return the words of a program, and where its labels are."""
    found, labels, open_word, closed = [], {}, False, False
    for number, (mark, text) in enumerate(program):
        digits = DIGITS[text]
        begins = mark in (LABEL, UPPER) or (closed and mark != STAY)
        if not open_word or begins or len(found[-1]) + len(digits) > 20:
            found.append("")
        found[-1] += digits
        open_word = len(found[-1]) < 20
        closed = open_word and text in (JUMP, CALL, STOP)
        if mark == LABEL:
            labels[f"L{number}"] = 0o100 + len(found) - 1
    return [f"{word}{'46000' * ((20 - len(word)) // 5)}" for word in found], labels


@repeatable
@given(statements)
def test_instructions_fill_words(program):
    lines = [f"{f'L{number}' if mark == LABEL else mark:10}{text}" for number, (mark, text) in enumerate(program)]
    result = assembled("\n".join(lines))
    expected, labels = poured(program)
    assert [f"{word:020o}" for _, word in result.image] == expected
    assert result.symbols == labels


@repeatable
@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, (1 << 60) - 1)), min_size=1, max_size=20))
def test_fields_of_bits_fill_words(fields):
    bits = "".join(f"{value % (1 << width):0{width}b}" for width, value in fields)
    bits += "0" * (-len(bits) % 60)
    expected = [f"{int(bits[start : start + 60], 2):020o}" for start in range(0, len(bits), 60)]
    items = [f"{width}/{value % (1 << width):o}B" for width, value in fields]
    assert words(f"  VFD {','.join(items)}") == expected
    assert words("\n".join(f"  VFD {each}" for each in items)) == expected


def test_this_location_is_the_word_that_the_instruction_comes_into():
    assert words("  SX1 1\n  SA2 A1\n  SX3 *\n  SX4 *") == ["71100000015421046000", "71300001017140000101"]


def test_an_instruction_behind_fields_begins_at_a_parcel():
    assert words("  VFD 6/77B\n  SA1 A1+B1") == ["77000541114600046000"]


def test_fields_behind_a_jump_begin_a_word_unless_they_say_that_they_do_not():
    assert words("  RJ 5\n  VFD 30/1") == ["01000000054600046000", "00000000010000000000"]
    assert words("  RJ 5\n- VFD 30/1") == ["01000000050000000001"]


def test_data_begin_a_word():
    assert words("  SA1 A1+B1\n  DATA 5") == ["54111460004600046000", "00000000000000000005"]
