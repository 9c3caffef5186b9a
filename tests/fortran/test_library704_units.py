"""Characters, octal words, punch, tapes and drums of the 704's run-time library."""

import pytest

from emulators.ibm704 import bcd
from emulators.ibm704.tape import TAPE_MARK, characters
from tests.fortran.library704 import SIGN, Fault, Library, integer, word


@pytest.fixture(scope="module")
def library():
    return Library(
        "LINOUT", "CARDIN", "CRDOUT", "TAPEIN", "TAPOUT", "BININ", "BINOUT", "DRUMIN", "DRMOUT", "WEFT", "REWT", "BSTT",
        fields="IAO",
    )  # fmt: skip


def unit(number):
    return abs(number) << 18 | SIGN * (number < 0)


def begin(library, statement, values, number=0, address=0):
    """Execute a statement without a format."""
    library.begin("", [0] * len(values))
    for index, each in enumerate(values):
        library.machine.poke(library.symbols["VALUES"] - index, each)
    library.put("X", unit(number))
    library.put("Y", unit(address))
    library.cycles = library.run(statement[:5] + ".")
    return library.values(len(values))


def punched(library):
    return [bcd.interpreted(bcd.columns(card)).rstrip() for card in library.machine.punched]


# ---------------------------------------------------------------- characters and octal words


@pytest.mark.parametrize(
    ("format", "text"),
    [("A6", "ABC123"), ("A3", "ABC"), ("A1", "A"), ("A8", "  ABC123"), ("A12,A1", "      ABC123A")],
)
def test_characters_are_written(library, format, text):
    assert library.write(f"(1H ,{format})", ["ABC123"] * format.count("A")) == [" " + text]


@pytest.mark.parametrize(
    ("format", "text"), [("A6", "ABC123"), ("A3", "ABC   "), ("A1", "A     "), ("A8", "C12345"), ("A20", "      ")]
)
def test_characters_are_read(library, format, text):
    assert library.read(f"({format})", 1, ["ABC12345"]) == bcd.packed(text)


@pytest.mark.parametrize(
    ("format", "text"), [("O12", "712345670123"), ("O3", "123"), ("O1", "3"), ("O14", "  712345670123")]
)
def test_octal_digits_are_written(library, format, text):
    library.restart()
    library.begin(f"(1H ,{format})", [0])
    library.put("VALUES", 0o712345670123)
    library.run("LINOU.")
    assert list(library.machine.paper) == [" " + text]


@pytest.mark.parametrize(
    ("format", "card", "value"),
    [("O12", "712345670123", 0o712345670123), ("O3", " 17", 0o17), ("O4", "-1 7", SIGN | 0o107), ("O2", "+7", 7)],
)
def test_octal_digits_are_read(library, format, card, value):
    assert library.read(f"({format})", 1, [card]) == [value]


def test_eight_is_not_octal(library):
    with pytest.raises(Fault):
        library.read("(O1)", 1, ["8"])


# ---------------------------------------------------------------- cards that are punched


def test_cards_are_punched_with_their_first_column(library):
    library.write("(2HAB,I4/68X,I5/1HX)", [-12, 34567], "CRDOUT")
    assert punched(library) == ["AB -12", " " * 68 + "3456", "X"]


def test_cards_are_punched_at_full_speed(library):
    library.write("(3I5)", [1] * 3 * 3, "CRDOUT")
    start = library.machine.seconds
    library.write("(3I5)", [1] * 3 * 13, "CRDOUT")
    assert library.machine.seconds - start == pytest.approx(10 * 60 / 100, rel=0.01)


# ---------------------------------------------------------------- BCD tapes


def records(library, number):
    """The records on a tape: bytes of six bits and parity, without the mark of the first one."""
    data = library.machine.tape(number)
    starts = [at for at, each in enumerate(data) if each & 0x80]
    return [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)], strict=True)]


def fresh(library, **tapes):
    library.restart()
    for name, data in tapes.items():
        library.machine.mount(int(name[1:]), data)


def test_records_on_tape_are_bcd(library):
    fresh(library, t3=b"")
    library.write("(1H ,I5,3HABC)", [17], "TAPOUT", 3, fresh=False)
    text = "    17ABC   "
    assert records(library, 3) == [characters(bcd.packed(text), binary=False)]


def test_what_is_written_on_a_tape_is_read_from_it(library):
    fresh(library, t3=b"", t7=b"")
    library.write("(4HTEXT,I5/1H ,20I5)", list(range(21)), "TAPOUT", 3, fresh=False)
    library.write("(I3/)", [99], "TAPOUT", 7, fresh=False)
    library.call("REWT", unit(3))
    words = library.read("(A4,I5/1X,20I5)", 22, [], "TAPEIN", 3, fresh=False)
    assert words[0] == word("TEXT  ")
    assert [integer(each) for each in words[1:]] == list(range(21))
    assert records(library, 7) == [characters(bcd.packed(" 99   "), False), characters(bcd.packed("      "), False)]


def test_a_longer_record_ends_in_blanks(library):
    fresh(library, t1=characters(bcd.packed("  1  2"), False) + characters(bcd.packed("  3   "), False))
    words = library.read("(4I3)", 5, [], "TAPEIN", 1, fresh=False)
    assert [integer(each) for each in words] == [1, 2, 0, 0, 3]


def test_the_end_of_a_file_is_a_fault_or_is_told(library):
    fresh(library, t1=characters(bcd.packed("  1  2"), False) + TAPE_MARK)
    assert integer(library.read("(I3)", 1, [], "TAPEIN", -1, fresh=False)[0]) == 1
    assert library.get("RESULT") == 0
    assert integer(library.read("(I3)", 1, [], "TAPEIN", -1, fresh=False)[0]) == 0
    assert library.get("RESULT") & SIGN
    with pytest.raises(Fault) as fault:
        library.read("(I3)", 1, [], "TAPEIN", 1, fresh=False)
    assert fault.value.args[0] == 7


def test_a_record_with_wrong_parity_is_a_fault(library):
    data = bytearray(characters(bcd.packed("  1  2"), False))
    data[2] ^= 0x40
    fresh(library, t1=bytes(data))
    with pytest.raises(Fault) as fault:
        library.read("(I3)", 1, [], "TAPEIN", 1, fresh=False)
    assert fault.value.args[0] == 9


def test_tape_marks_and_going_back(library):
    fresh(library, t2=b"")
    for value in (1, 2):
        library.write("(I6)", [value], "TAPOUT", 2, fresh=False)
    library.call("WEFT", unit(2))
    assert records(library, 2)[-1] == TAPE_MARK
    library.call("BSTT", unit(2))
    library.call("BSTT", unit(2))
    assert integer(library.read("(I6)", 1, [], "TAPEIN", 2, fresh=False)[0]) == 2


# ---------------------------------------------------------------- binary tapes


def data(count, seed=1):
    return [(each * 0o123456701 * seed + seed) % 2**36 for each in range(1, count + 1)]


@pytest.mark.parametrize("count", [1, 2, 126, 127, 128, 254, 255, 300])
def test_binary_records_of_any_length(library, count):
    fresh(library, t4=b"")
    begin(library, "BINOUT", data(count), 4)
    begin(library, "BINOUT", data(1, 5), 4)
    assert len(records(library, 4)) == -(-count // 127) + 1
    library.call("REWT", unit(4))
    assert begin(library, "BININ", [0] * count, 4) == data(count)
    assert begin(library, "BININ", [0], 4) == data(1, 5)


def test_words_that_are_not_wanted_are_passed_over(library):
    fresh(library, t4=b"")
    begin(library, "BINOUT", data(300), 4)
    begin(library, "BINOUT", data(2, 3), 4)
    library.call("REWT", unit(4))
    assert begin(library, "BININ", [0] * 5, 4) == data(300)[:5]
    assert begin(library, "BININ", [0] * 2, 4) == data(2, 3)


def test_a_list_that_wants_more_than_the_record_has(library):
    fresh(library, t4=b"")
    begin(library, "BINOUT", data(2), 4)
    library.call("REWT", unit(4))
    with pytest.raises(Fault) as fault:
        begin(library, "BININ", [0] * 3, 4)
    assert fault.value.args[0] == 8


@pytest.mark.parametrize("count", [1, 128, 300])
def test_going_back_passes_over_a_whole_record(library, count):
    fresh(library, t4=b"")
    begin(library, "BINOUT", data(3, 7), 4)
    begin(library, "BINOUT", data(count), 4)
    library.call("WEFT", unit(4))
    library.call("BSTT", unit(4))
    library.call("BSTT", unit(4))
    assert begin(library, "BININ", [0], 4) == data(count)[:1]
    library.call("BSTT", unit(4))
    library.call("BSTT", unit(4))
    assert begin(library, "BININ", [0] * 3, 4) == data(3, 7)


def test_the_end_of_a_binary_file(library):
    fresh(library, t4=b"")
    begin(library, "BINOUT", data(1), 4)
    library.call("WEFT", unit(4))
    library.call("REWT", unit(4))
    assert begin(library, "BININ", [0], -4) == data(1)
    assert library.get("RESULT") == 0
    assert begin(library, "BININ", [1], -4) == [0]
    assert library.get("RESULT") & SIGN
    library.call("REWT", unit(4))
    begin(library, "BININ", [0], 4)
    with pytest.raises(Fault) as fault:
        begin(library, "BININ", [0], 4)
    assert fault.value.args[0] == 7


# ---------------------------------------------------------------- drums


@pytest.mark.parametrize("order", ["ITEM", "ITEMR"])
def test_drums_keep_blocks(library, order):
    fresh(library)
    library.put("ORDER", library.symbols[order] | 0o0074 << 24 | 4 << 15)
    begin(library, "DRMOUT", data(200), 3, 1000)
    drums = library.machine.m.drums[2 * 2048 + 1000 : 2 * 2048 + 1200]
    assert [int(each) for each in drums] == (data(200) if order == "ITEM" else data(200)[::-1])
    begin(library, "DRMOUT", data(10, 9), 8, 0)
    assert begin(library, "DRUMIN", [0] * 200, 3, 1000) == data(200)
    assert begin(library, "DRUMIN", [0] * 10, 8, 0) == data(10, 9)
