"""Whatever is written is read back as the same image, in every format of the table."""

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.image import Image
from host.formats import FORMATS, named, read, write

from .images import addresses, block, core_images, images, labelled, memory

quick = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("name", ["papertape", "intelhex", "srecord"])
@given(image=images())
@quick
def test_formats_of_records_keep_the_segments(name, image):
    form = named(name)
    assert form.loads(form.dumps(image)).segments == memory(image).segments


@pytest.mark.parametrize("name", ["papertape", "intelhex", "srecord"])
@given(image=images(longest=40), size=st.integers(1, 252))
@quick
def test_the_size_of_the_records_does_not_matter(name, image, size):
    form = named(name)
    assert form.loads(form.dumps(image, record_size=size)).segments == memory(image).segments


@given(image=images(entries=st.none() | addresses))
@quick
def test_intel_hex_keeps_the_entry_point(image):
    form = named("intelhex")
    assert form.loads(form.dumps(image)) == memory(image)


@given(image=images(entries=st.integers(1, 0xFFFF)))
@quick
def test_s_records_keep_the_entry_point(image):
    form = named("srecord")
    assert form.loads(form.dumps(image)) == memory(image)


@pytest.mark.parametrize(("address", "entry"), [(0x0000, 0), (0x0200, None)])
def test_s_records_give_0000_as_entry_point_only_when_there_is_a_byte(address, entry):
    form = named("srecord")
    assert form.loads(form.dumps(Image.of(address, b"\xea", entry=0))).entry == entry


@pytest.mark.parametrize("name", ["binary", "prg"])
@given(image=images())
@settings(max_examples=25, deadline=None)
def test_formats_of_one_block_fill_the_gaps_with_zeros(name, image):
    form = named(name)
    expected = block(image)
    origin = {"origin": expected.segments[0].address} if name == "binary" else {}
    assert form.loads(form.dumps(image), **origin) == expected


def test_formats_of_one_block_fill_the_gaps_with_the_byte_asked_for():
    image = Image([*Image.of(0x10, b"a").segments, *Image.of(0x13, b"b").segments])
    assert named("binary").dumps(image, fill=0xFF) == b"a\xff\xffb"
    assert named("prg").dumps(image, fill=0xEA) == b"\x10\x00a\xea\xeab"


@given(image=images(longest=12, most=3), speed=st.sampled_from([1, 2, 3, 6]))
@settings(max_examples=12, deadline=None)
def test_a_cassette_keeps_the_segments(image, speed):
    form = named("cassette")
    assert form.loads(form.dumps(image, speed=speed, rate=22050)) == memory(image)


LABELS = [("vice", st.integers(0, 0xFFFF)), ("ld65", st.integers(-(1 << 31), (1 << 31) - 1))]
LABELS += [("include", st.integers(-(1 << 32) + 1, (1 << 32) - 1))]


@pytest.mark.parametrize(("name", "values"), LABELS)
@given(data=st.data())
@quick
def test_label_files_keep_names_and_values(name, values, data):
    form = named(name)
    image = data.draw(labelled(values))
    assert form.loads(form.dumps(image)) == image


core_addresses = st.integers(0, 0o77777)
OF_WORDS = {36: core_images, 60: partial(core_images, bits=60, last=0o377777)}


@pytest.mark.parametrize("name", ["cbn", "deck", "octal"])
@given(image=core_images(entries=st.none() | core_addresses))
@quick
def test_formats_of_the_704_keep_segments_and_entry_point(name, image):
    form = named(name)
    assert form.loads(form.dumps(image)) == memory(image)


@given(image=core_images(entries=st.none() | st.integers(0, 0o377777), bits=60, last=0o377777))
@quick
def test_octal_words_of_the_6600_keep_segments_and_entry_point(image):
    form = named("octal60")
    assert form.loads(form.dumps(image)) == memory(image)


@given(image=core_images(longest=8, most=2))
@settings(max_examples=15, deadline=None)
def test_words_alone_fill_the_gaps_with_zeros(image):
    form = named("words")
    expected = block(image)
    assert form.loads(form.dumps(image), origin=expected.segments[0].address) == expected


@given(data=st.data())
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("form", [form for form in FORMATS if form.written], ids=lambda form: form.name)
def test_writing_back_what_was_read_gives_the_same_image(tmp_path, form, data):
    image = data.draw(OF_WORDS.get(form.word_bits, images)(longest=8, most=2))
    image.symbols = {"start": image.segments[0].address}
    path = tmp_path / f"image{form.extensions[0]}"
    origin = image.flat().address if form.name in ("binary", "words") else None
    write(image, path, overwrite=True)
    first = read(path, origin=origin)
    write(first, path, overwrite=True)
    assert read(path, origin=origin) == first
    assert first.size or first.symbols
