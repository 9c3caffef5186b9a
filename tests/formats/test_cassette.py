"""KIM-1 cassettes: the signal the monitor writes, and what is recovered from recordings good and bad."""

from array import array
from itertools import pairwise
from math import pi, sin

import numpy as np
import pytest

from emulators.errors import ImageError
from emulators.image import Image, Segment
from host.formats import audio, cassette

from .recordings import characters, sound, wav

DATA = bytes(range(0, 256, 13))
IMAGE = Image.of(0x0200, DATA)
TEXT = characters(0x01, 0x0200, DATA)


def test_the_characters_of_a_record():
    assert cassette.characters(cassette.Record(0x01, 0x0200, DATA)) == TEXT


def test_a_bit_is_three_slots_of_the_same_length():
    """Facts measured on the monitor: half periods of 135-138 and 205-209 us; 7.4 ms a bit."""
    zero, one = cassette.half_periods(b"\x00"), cassette.half_periods(b"\xff")
    assert zero[:48] == [136] * 36 + [206] * 12
    assert one[:42] == [136] * 18 + [206] * 24
    assert zero[:48] * 8 == zero
    assert one[:42] * 8 == one


def test_a_dump_of_45_bytes_takes_12_seconds():
    """Measured on the monitor: 12.06 s."""
    edges = cassette.edges([cassette.Record(0x01, 0x0200, bytes(range(45)))])
    assert (edges[-1] - edges[0]) / 1e6 == pytest.approx(12.06, rel=0.005)


@pytest.mark.parametrize("speed", cassette.SPEEDS)
def test_the_code_alone_gives_back_its_records(speed):
    records = [cassette.Record(0x01, 0x0000, b"\x00\xff"), cassette.Record(0xFE, 0xFFFF, b"\x60")]
    edges = cassette.edges(records, speed)
    assert edges == sorted(set(edges))
    assert cassette.records(edges) == records


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize(("rate", "most"), [(11025, 15), (22050, 6), (44100, 5), (96000, 5)])
def test_the_audio_alone_gives_back_its_edges(rate, most, square):
    """All but the first: the signal comes from silence then, not from the other side of zero."""
    edges = cassette.edges([cassette.Record(0x01, 0x0200, b"KIM")], speed=2)
    found = cassette.read_edges(cassette.write_edges(edges, rate=rate, square=square))
    assert len(found) == len(edges) - 1
    assert max(abs(there - here) for there, here in zip(found, edges[1:], strict=True)) <= most


def test_audio_longer_than_a_block_has_no_seams():
    """The reader works on 262,144 frames at a time: this is two and a half of them."""
    edges = list(range(1000, 14_000_000, 170))
    found = cassette.read_edges(cassette.write_edges(edges, rate=48000, bits=8))
    assert len(found) == len(edges) - 1
    assert {after - before for before, after in pairwise(found)} <= set(range(164, 177))


@pytest.mark.parametrize("seam", range(1, 56))
def test_a_seam_between_two_blocks_does_not_matter(seam):
    """The signal crosses zero slowly, so that crossing and certainty may fall into different blocks."""
    signal = array("d", [sin(at / 5 + 1) * 0.5 for at in range(56)])
    whole, halves = audio.Trigger(1e6, 4), audio.Trigger(1e6, 4)  # in millionths of a sample
    expected = whole.crossings(signal)
    found = halves.crossings(signal[:seam]) + halves.crossings(signal[seam:])
    assert expected == pytest.approx([5e6 * (turn * pi - 1) for turn in (1, 2, 3)], abs=50_000)
    assert found == pytest.approx(expected, abs=1)


def test_no_edges_make_silence():
    assert cassette.read_edges(cassette.write_edges([])) == []


@pytest.mark.parametrize("bits", [8, 16, 24, 32])
@pytest.mark.parametrize("rate", [8000, 11025, 44100, 192_000])
def test_recordings_of_every_kind(rate, bits):
    assert cassette.loads(wav(sound(TEXT, rate) * 0.5, rate=rate, bits=bits)) == IMAGE


@pytest.mark.parametrize("shape", ["sine", "square"])
@pytest.mark.parametrize("hypertape", [2, 3, 6])
def test_hypertape(hypertape, shape):
    assert cassette.loads(wav(sound(TEXT, 22050, 1.0, hypertape, shape), rate=22050)) == IMAGE


@pytest.mark.parametrize("rate", [8000, 11025, 22050])
def test_square_waves_whose_edges_fall_on_samples(rate):
    """Such files come from programs: at 8000 Hz a half period is one sample or two."""
    assert cassette.loads(wav(sound(TEXT, rate, shape="square") * 0.5, rate=rate)) == IMAGE


def noise(signal):
    return np.random.default_rng(1873).normal(size=len(signal))


def seconds(signal):
    return np.arange(len(signal)) / 22050


DISTURBANCES = {
    "offset": lambda signal: signal * 0.3 + 0.5,
    "quiet": lambda signal: signal * 0.01,
    "clipped": lambda signal: np.clip(signal * 3 + 0.3, -0.8, 0.8),
    "inverted": lambda signal: -signal,
    "hiss": lambda signal: signal * 0.5 + 0.06 * noise(signal),
    "hum": lambda signal: signal * 0.2 + 0.6 * np.sin(2 * np.pi * 50 * seconds(signal)),
    "swelling": lambda signal: signal * (0.2 + 0.15 * np.sin(2 * np.pi * 3 * seconds(signal))),
    "wow": lambda signal: np.interp(
        np.arange(len(signal)) + 11 * np.sin(2 * np.pi * 4 * seconds(signal)), np.arange(len(signal)), signal
    ),
    "click": lambda signal: np.where(np.arange(len(signal)) % 22050 == 2000, 1.0, signal * 0.2),
}


@pytest.mark.parametrize("disturbance", DISTURBANCES)
@pytest.mark.parametrize("hypertape", [1, 3])
def test_what_a_tape_does_to_a_signal(disturbance, hypertape):
    signal = DISTURBANCES[disturbance](sound(TEXT, 22050, 1.0, hypertape))
    assert cassette.loads(wav(signal, rate=22050)) == IMAGE


def test_hiss_around_hypertape_does_not_hide_its_end():
    """The half periods of hiss are of all lengths: they say nothing about the tones."""
    signal = sound(TEXT, 44100, hypertape=6)
    assert cassette.loads(wav(signal * 0.3 + 0.015 * noise(signal), rate=44100)) == IMAGE


@pytest.mark.parametrize("speed", [0.75, 0.9, 1.1, 1.3])
def test_a_recorder_that_runs_too_slow_or_too_fast(speed):
    assert cassette.loads(wav(sound(TEXT, 44100, speed) * 0.5, rate=44100)) == IMAGE


@pytest.mark.parametrize("signal_on", [0, 1])
def test_of_two_channels_the_one_with_the_signal_counts(signal_on):
    signal = sound(TEXT, 22050, hypertape=3) * 0.4
    hum = 0.5 + 0.4 * np.sin(2 * np.pi * 50 * seconds(signal))
    channels = [signal, hum] if signal_on == 0 else [hum, signal]
    assert cassette.loads(wav(*channels, rate=22050)) == IMAGE


def test_the_extensible_format_is_read():
    """As other programs write 24 bits: format FFFE, the real one at byte 24 of the chunk."""
    plain = wav(sound(TEXT, 11025, hypertape=3), rate=11025, bits=24)
    extension = (22).to_bytes(2, "little") + (24).to_bytes(2, "little") + bytes(4) + b"\x01\x00" + bytes(14)
    chunk = (40).to_bytes(4, "little") + b"\xfe\xff" + plain[22:36] + extension
    assert cassette.loads(plain[:16] + chunk + plain[36:]) == IMAGE


def test_other_chunks_are_passed_over():
    plain = wav(sound(TEXT, 11025, hypertape=3), rate=11025)
    assert cassette.loads(plain[:12] + b"LIST\x03\x00\x00\x00abc\x00" + plain[12:] + b"trailer") == IMAGE


def test_segments_become_records_with_ids_that_count_up():
    image = Image([Segment(0x0000, b"zero"), Segment(0x0200, b"two"), Segment(0x1780, b"ram")])
    data = cassette.dumps(image, id=0x21, speed=6, rate=22050)
    records = cassette.records(cassette.read_edges(data))
    assert [(record.id, record.address, record.data) for record in records] == [
        (0x21, 0x0000, b"zero"), (0x22, 0x0200, b"two"), (0x23, 0x1780, b"ram")]  # fmt: skip
    assert cassette.loads(data) == image
    assert cassette.loads(data, id=0x22) == Image.of(0x0200, b"two")
    with pytest.raises(ImageError, match="no record with ID 77; the tape has 21, 22, 23"):
        cassette.loads(data, id=0x77)


def test_there_are_254_ids():
    image = Image([Segment(2 * number, b"x") for number in range(200)])
    with pytest.raises(ImageError, match=r"the ID 40 to 107 is not possible"):
        cassette.dumps(image, id=0x40)


def test_a_damaged_record_does_not_hide_the_others():
    bad = characters(0x02, 0x0300, DATA).replace(b"0D", b"0X")
    signal = np.concatenate([sound(text, 22050, hypertape=3) for text in (TEXT, bad, characters(0x03, 0x0400, DATA))])
    recording = wav(signal, rate=22050)
    with pytest.raises(ImageError, match=r"record 2 \(ID 02, at .* s\): the character 'X' \(58\) in data byte 1"):
        cassette.loads(recording)
    assert cassette.loads(recording, id=0x01) == IMAGE
    assert cassette.loads(recording, id=0x03) == Image.of(0x0400, DATA)


def test_a_dropout_is_noticed():
    signal = sound(TEXT, 22050)
    middle = int(22050 * 7.0)  # in the data
    signal[middle : middle + 400] = 0
    with pytest.raises(ImageError, match=r"record 1 \(ID 01, at "):
        cassette.loads(wav(signal, rate=22050))


def test_a_short_leader_is_enough():
    assert cassette.loads(wav(sound(characters(0x01, 0x0200, DATA, syns=11), 22050), rate=22050)) == IMAGE


@pytest.mark.parametrize("what", ["silence", "noise", "a tone", "music"])
def test_what_is_no_tape_is_refused(what):
    at = np.arange(44100) / 22050
    signal = {
        "silence": np.zeros(44100),
        "noise": np.random.default_rng(1).normal(size=44100) * 0.3,
        "a tone": np.sin(2 * np.pi * 3000 * at),
        "music": 0.3 * sum(np.sin(2 * np.pi * tone * at) for tone in (440, 554.4, 659.3)),
    }[what]
    with pytest.raises(ImageError, match="no KIM-1 record"):
        cassette.loads(wav(signal, rate=22050))


def test_the_sizes_announced_are_those_written():
    edges = cassette.edges([cassette.Record(0x01, 0x0200, DATA)])
    assert len(cassette.write_edges(edges, rate=11025, bits=24)) == pytest.approx(
        audio.size(edges[-1], 11025, 24), rel=0.001
    )
