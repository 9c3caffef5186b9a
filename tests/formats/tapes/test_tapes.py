"""Tapes in files: every character of every record comes back, with its parity, right or wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.ibm704.bcd import packed, unpacked
from host.formats import tapes

quick = settings(max_examples=60, deadline=None, derandomize=True)

words = st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=20)
characters = st.binary(min_size=1, max_size=30).map(lambda data: bytes(each & 0x7F for each in data))
records = st.lists(characters | st.just(b""), max_size=6)
pieces = st.lists(st.sampled_from([b"\0\0\0\0", b"\2\0\0\0", b"ab", b"\xff\xff\xff\xff"])).map(b"".join)


@pytest.mark.parametrize("form", tapes.FORMATS, ids=lambda form: form.name)
@given(records=records)
@quick
def test_records_and_tape_marks_come_back(form, records):
    if form.name == "p7b":  # there, the one character is the mark
        records = [record for record in records if record != tapes.P7B_MARK]
    assert form.loads(form.dumps(records), "file") == records


@pytest.mark.parametrize("form", tapes.FORMATS, ids=lambda form: form.name)
def test_files_are_known_by_their_extension(tmp_path, form):
    path = tmp_path / f"tape{form.extensions[0].upper()}"
    tapes.write([b"\x01\x02", b"", b"\x7f"], path)
    assert tapes.read(path) == [b"\x01\x02", b"", b"\x7f"]
    with pytest.raises(ImageError, match="exists already"):
        tapes.write([], path)
    with pytest.raises(
        ImageError, match=r"cannot tell the format of this tape by its name: expected one of simh \(\.tap\)"
    ):
        tapes.read(tmp_path / "tape.bin")


def test_a_record_in_simh_stands_between_its_lengths_filled_to_an_even_number():
    assert tapes.dumps_simh([b"abc", b""]) == b"\3\0\0\0abc\0\3\0\0\0" + b"\0\0\0\0"
    assert tapes.loads_simh(b"\xfe\xff\xff\xff\1\0\0\0a!\1\0\0\0\xff\xff\xff\xffrest") == [b"a"]


BAD = [
    (b"\3\0\0\0abc\0\3\0\0\0\1\0", r"record 2 .byte 13.: the file ends after 14 bytes"),
    (b"\3\0\0\0abc\0\4\0\0\0", "record 1 .byte 1.: the length before the record is 3, and a different length after it"),
    (b"\3\0\0\0ab", "the file ends"),
    (b"\3\0\0\x80abc\0\3\0\0\0", "a different length after it"),
    (b"\3\0\0\x80ab", "the file ends"),
    (b"\2\0\0\x10ab\3\0\0\x10", "a different length after it"),
    (b"\0\0\0\x81", "impossible length: 81000000"),
    (b"\0\0\0\x01", "impossible length: 01000000"),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=[message for _, message in BAD])
def test_a_damaged_file_of_simhs_is_refused(data, message):
    with pytest.raises(ImageError, match=message):
        tapes.loads_simh(data, "x.tap")


def test_a_p7b_file_begins_with_a_record():
    assert tapes.loads_p7b(b"") == []
    with pytest.raises(ImageError, match=r"x.p7b, byte 1: the first byte is 41: bit 7 of it should be 1"):
        tapes.loads_p7b(b"A\x81", "x.p7b")


def test_decks_in_column_binary_are_tapes_with_a_record_a_card():
    from host.formats import deck
    from host.formats.deck import of_text

    cards = [of_text("A"), of_text("B")]
    found = tapes.loads_p7b(deck.dumps_binary(cards))
    assert [len(record) for record in found] == [160, 160]
    assert all(tapes.is_binary(record) and not tapes.wrong(record, odd=True) for record in found)


# ---------------------------------------------------------------- records and words


@given(words=words)
@quick
def test_a_binary_record_is_six_characters_a_word_with_odd_parity(words):
    record = tapes.record_of(words, binary=True)
    assert tapes.words_of(record) == words
    assert tapes.is_binary(record)
    assert all(each.bit_count() % 2 == 1 for each in record)


@given(text=st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ +-*/=().,$'", min_size=1, max_size=60))
@quick
def test_a_bcd_record_has_the_characters_of_tape_with_even_parity(text):
    record = tapes.record_of(packed(text), binary=False)
    assert unpacked(tapes.words_of(record)).rstrip() == text.rstrip()
    assert not tapes.is_binary(record)
    assert all(each.bit_count() % 2 == 0 and each for each in record)


def test_digit_letters_and_blank_are_on_tape_as_other_machines_have_them():
    """0 is 12; A-I 61-71, J-R 41-51, S-Z 22-31, blank 20 (octal); bit 6 makes the number of 1s even."""
    record = tapes.record_of(packed("0AJS 1"), binary=False)
    assert [each & 0o77 for each in record] == [0o12, 0o61, 0o41, 0o22, 0o20, 0o01]
    assert record == bytes([0o012, 0o161, 0o041, 0o022, 0o120, 0o101])


def test_a_short_record_is_filled_with_zeros():
    assert tapes.words_of(bytes([0o101])) == tapes.words_of(bytes([0o001])) == [0o010000000000]
    assert tapes.words_of(b"") == []


def test_wrong_parity_is_found_but_kept():
    record = bytearray(tapes.record_of([0o123456701234, 5], binary=True))
    record[7] ^= 0o100
    assert tapes.wrong(bytes(record), odd=True) == [7]
    assert tapes.loads_p7b(tapes.dumps_p7b([bytes(record)])) == [bytes(record)]


@pytest.mark.parametrize("form", tapes.FORMATS, ids=lambda form: form.name)
@given(data=st.binary(max_size=80) | pieces)
@quick
def test_any_bytes_are_a_tape_or_an_error_of_ours(form, data):
    records, message = [], "file, "
    try:
        records = form.loads(data, "file")
    except ImageError as error:
        message = str(error)
    assert message.startswith("file, ")
    assert all(byte < 0x80 for record in records for byte in record) or form.name == "simh"


# ------------------------------------------------------------ what else SIMH's format has


A = b"\1\0\0\0\x31\0\1\0\0\0"  # a record of one character


@pytest.mark.parametrize(
    ("between", "what"),
    [
        (b"\xfe\xff\xff\xff", "an erased stretch"), (b"\xff\xff\xfe\xff\xff\xff", "half of one, and one"),
        (b"\xff\xff\xfe\xff\xff\xff\xfe\xff\xff\xff", "half of one, and two"),
        (b"\x01\x02\x03\x70", "a private mark"), (b"\x01\x02\x03\xf0", "a reserved mark"),
        (b"\xfc\xff\xff\xff", "another"), (b"\0\0\xff\xff", "half of a stretch as it is read backwards"),
        (b"\2\0\0\x10ab\2\0\0\x10", "private data"), (b"\3\0\0\x90abc\0\3\0\0\x90", "reserved data"),
        (b"\2\0\0\xe0ab\2\0\0\xe0", "a description of the tape"),
    ],
)  # fmt: skip
def test_what_is_not_of_the_tape_is_passed_over(between, what):
    assert tapes.loads_simh(A + between + A + b"\0\0\0\0" + between) == [b"\x31", b"\x31", b""]


def test_the_byte_that_makes_a_record_even_may_be_missing():
    assert tapes.loads_simh(b"\3\0\0\0abc\3\0\0\0" + A + b"\3\0\0\0abc\3\0\0\0") == [b"abc", b"\x31", b"abc"]
    assert tapes.loads_simh(b"\3\0\0\0\1\2\3\3\0\0\0" + A) == [b"\1\2\3", b"\x31"]
    assert tapes.loads_simh(b"\3\0\0\0\1\2\3\0\3\0\0\0" + A) == [b"\1\2\3", b"\x31"]


@pytest.mark.parametrize("binary", [True, False])
@pytest.mark.parametrize("length", [1, 2, 6, 7])
def test_a_record_that_was_read_with_an_error_has_a_wrong_character(binary, length):
    record = tapes.with_parity([0o21] * length, odd=binary)
    size = len(record).to_bytes(3, "little") + b"\x80"
    (found,) = tapes.loads_simh(size + record + bytes(length % 2) + size)
    assert tapes.wrong(found, odd=True)
    assert tapes.wrong(found, odd=False)
    if length > 1:
        assert found[:-1] == record[:-1]
    assert tapes.loads_simh(b"\0\0\0\x80") == [tapes.UNREADABLE]


def test_a_character_that_is_wrong_already_stays_the_only_one():
    record = tapes.with_parity([1, 2, 3, 4], odd=True)
    broken = record[:2] + bytes([record[2] ^ tapes.PARITY]) + record[3:]
    assert tapes.loads_simh(b"\4\0\0\x80" + broken + b"\4\0\0\x80") == [broken]
