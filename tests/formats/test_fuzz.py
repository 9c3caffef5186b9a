"""Readers meet any bytes at all with an image or an ImageError, never with another exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.image import Image, Segment
from host.formats import FORMATS
from host.formats.loader import Address, Change, Copy, Module, Text, tables
from tests.formats.samples import SAMPLES

SAMPLE = Image([Segment(0x0000, bytes(range(40))), Segment(0xFFF0, b"\x60" * 16)], 0x0000, {"a": 0x0200, "b::c": 3})
CORE_SAMPLE = Image.of(0o100, [0o777777_777777, *range(40)], 0o100, 36)
OF_WORDS = {36: CORE_SAMPLE, 60: Image.of(0o100, [(1 << 60) - 1, *range(40)], 0o100, 60)}
OPTIONS = {"cassette": {"speed": 6, "rate": 11025, "bits": 8}}
MODULE = Module(
    "P", 40, [("C", 3)], {"P": Address(1, 2)}, [Text(Address(1, 0), tuple(range(20)))],
    [Change(Address(1, 3), 0, 18, 1), Change(Address(1, 4), 30, 18, 3), Change(Address(1, 5), 7, 20, "P", -1)],
    [Copy(Address(1, 0), Address(1, 20), 5, 2, 6, True)], transfer="P",
)  # fmt: skip
GOOD = (
    SAMPLES
    | {"relocatable": tables.dumps([MODULE])}
    | {
        form.name: form.dumps(OF_WORDS.get(form.word_bits, SAMPLE), **OPTIONS.get(form.name, {}))
        for form in FORMATS
        if form.written
    }
)
every_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def attempt(form, data):
    options = {"origin": 0x0200} if form.name in ("binary", "words") else {}
    try:
        image, message = form.loads(data, "file", **options), ""
    except ImageError as error:
        image, message = Image(symbols={"none": 0}), str(error)
    assert image.size or image.symbols or image.lines
    assert all(
        address in range(0x20000 if image.word_bits == 60 else 0x10000) and 0 <= word >> image.word_bits < 1
        for address, word in image
    )
    assert all(0 <= line.address < line.address + line.length <= 0x10000 and line.line > 0 for line in image.lines)
    assert not message or message.startswith("file")


@every_format
@given(data=st.binary(min_size=1, max_size=200))
@settings(max_examples=60, deadline=None)
def test_random_bytes(form, data):
    attempt(form, data)
    attempt(form, GOOD[form.name][:44] + data)


@every_format
@given(data=st.text(alphabet=";:S0123456789ABCDEFal .=$\r\n\0", max_size=80))
@settings(max_examples=60, deadline=None)
def test_text_that_resembles_records(form, data):
    attempt(form, data.encode() or b"S")


@every_format
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_good_files_with_a_stretch_replaced(form, data):
    good = GOOD[form.name]
    start = data.draw(st.integers(0, min(len(good), 200)) | st.integers(0, len(good)))
    length = data.draw(st.integers(0, 8))
    attempt(form, good[:start] + data.draw(st.binary(max_size=8)) + good[start + length :] or b"?")


@every_format
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_good_files_cut_short(form, data):
    good = GOOD[form.name]
    attempt(form, good[: data.draw(st.integers(1, len(good) - 1))])


@pytest.mark.parametrize("form", [form for form in FORMATS if form.name in ("papertape", "intelhex", "srecord")])
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_one_changed_digit_never_gives_another_image(form, data):
    good = GOOD[form.name]
    at = data.draw(st.sampled_from([place for place, code in enumerate(good) if code in b"0123456789ABCDEF"]))
    changed = good[:at] + data.draw(st.sampled_from([bytes([code]) for code in b"0123456789ABCDEF"])) + good[at + 1 :]
    try:
        image = form.loads(changed)
    except ImageError:
        return
    assert image.segments == SAMPLE.segments
