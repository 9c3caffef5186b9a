"""The same files through independent programs: bincopy, hexrec, and the standard library's wave."""

import io
import wave

import bincopy
import hexrec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.image import Image, Segment
from host import formats
from host.formats import cassette, hexadecimal

from .images import addresses, images, memory

quick = settings(max_examples=50, deadline=None)


def bincopy_of(image):
    other = bincopy.BinFile()
    for segment in image.merged():
        other.add_binary(bytes(segment.words), segment.address)
    other.execution_start_address = image.entry
    return other


def segments_of(other):
    return [Segment(segment.address, bytes(segment.data)) for segment in other.segments]


@given(image=images(entries=addresses))
@quick
def test_bincopy_reads_our_intel_hex_and_we_read_its(image):
    other = bincopy.BinFile()
    other.add_ihex(hexadecimal.dumps_intelhex(image).decode())
    assert segments_of(other) == image.merged()
    assert other.execution_start_address == image.entry
    assert hexadecimal.loads_intelhex(bincopy_of(image).as_ihex().encode()) == memory(image)


@given(image=images(entries=st.integers(1, 0xFFFF)), address_bits=st.sampled_from([16, 24, 32]))
@quick
def test_bincopy_reads_our_s_records_and_we_read_its(image, address_bits):
    other = bincopy.BinFile()
    other.add_srec(hexadecimal.dumps_srecord(image).decode())
    assert segments_of(other) == image.merged()
    assert other.execution_start_address == image.entry
    assert hexadecimal.loads_srecord(bincopy_of(image).as_srec(address_length_bits=address_bits).encode()) == memory(
        image
    )


@given(image=images())
@quick
def test_s_records_that_end_with_their_count_are_read(image):
    """Without a start address bincopy writes S5 and no end record."""
    assert hexadecimal.loads_srecord(bincopy_of(image).as_srec().encode()) == memory(image)


PARTNERS = [("papertape", hexrec.MosFile), ("intelhex", hexrec.IhexFile), ("srecord", hexrec.SrecFile)]


@pytest.mark.parametrize(("ours", "theirs"), PARTNERS)
@given(image=images())
@quick
def test_hexrec_reads_our_files_and_we_read_its(ours, theirs, image):
    ours = formats.named(ours)
    other = theirs.parse(io.BytesIO(ours.dumps(image)))
    blocks = [Segment(address, bytes(data)) for address, data in other.memory.to_blocks()]
    assert blocks == image.merged()
    file = theirs.from_blocks([(segment.address, bytes(segment.words)) for segment in image.merged()])
    target = io.BytesIO()
    file.serialize(target)
    assert ours.loads(target.getvalue()).segments == image.merged()


def test_hexrec_and_we_write_the_same_paper_tape():
    target = io.BytesIO()
    hexrec.MosFile.from_bytes(bytes(range(100)), 0x0200, maxdatalen=24).serialize(target)
    ours = hexadecimal.dumps_papertape(Image.of(0x0200, bytes(range(100))))
    assert target.getvalue().replace(b"\0", b"").split() == [*ours.split(), b"\x13"]


@pytest.mark.parametrize("bits", [8, 16, 24, 32])
def test_the_standard_library_reads_our_recordings(bits):
    data = cassette.dumps(Image.of(0x0200, b"KIM"), rate=22050, bits=bits)
    with wave.open(io.BytesIO(data)) as reader:
        assert (reader.getnchannels(), reader.getsampwidth(), reader.getframerate()) == (1, bits // 8, 22050)
        frames = reader.readframes(reader.getnframes())
    octets = np.frombuffer(frames, np.uint8).reshape(-1, bits // 8).astype(np.int64)
    top = octets[:, -1] - 128 if bits == 8 else (octets[:, -1] ^ 0x80) - 0x80
    assert (top.max(), top.min()) == (89, -89 if bits == 8 else -90)  # 70 % of full scale
    assert abs(reader.getnframes() / 22050 - 7.5) < 0.5  # 119 characters of 59 ms and a pause of 0.5 s


def test_pauses_are_silent():
    """A constant level would be a thump in the loudspeaker, and lost on a real tape."""
    data = cassette.write_edges([100_000, 100_200, 100_400, 500_000, 500_200], rate=10_000, bits=16)
    with wave.open(io.BytesIO(data)) as reader:
        samples = np.frombuffer(reader.readframes(reader.getnframes()), "<i2")
    assert samples[1000:1006].any()  # 0.1000 s on: the first three edges
    assert not samples[:998].any()
    assert not samples[1010:4998].any()
    assert not samples[5008:].any()
