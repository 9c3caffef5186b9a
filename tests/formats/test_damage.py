"""Damaged files: every reader says which file, where in it, what is there and what was expected."""

import io
import struct
import wave

import pytest

from emulators.errors import ImageError
from host.formats import FORMATS, audio, cassette, named
from host.formats.cassette import write_edges
from tests.formats.samples import SAMPLES

TAPE_END = b";0000010001\n"


def changed(old, new):
    """Return the sample of debug information with one thing changed."""
    assert SAMPLES["dbg"].count(old.encode()) == 1
    return SAMPLES["dbg"].replace(old.encode(), new.encode())


RECORDS = [
    # format, content, what the message says
    ("papertape", b"no records at all", ["there is no record"]),
    ("papertape", b";010200330036\n;0000010002", ["record 2 (line 2)", "0002", "0001"]),
    ("papertape", b"\n\n;010200330037\n" + TAPE_END, ["record 1 (line 3)", "0037", "0036"]),
    ("papertape", b";01020G330036\n" + TAPE_END, ["record 1 (line 1)", "'G'", "not a hexadecimal digit"]),
    ("papertape", b";180200A9", ["record 1 (line 1)", "ends after 8 of its 58 digits"]),
    ("papertape", b";0102003300\n" + TAPE_END, ["record 1 (line 1)", "ends after 10 of its 12 digits", "0102003300"]),
    ("papertape", b";02FFFF0102" + b"0203\n" + TAPE_END, ["record 1", "2 bytes from FFFF", "beyond address FFFF"]),
    (
        "papertape",
        b";010200330036\n;010200340037\n;0000020002\n",
        ["record 2 (line 2)", "34 at 0200", "record 1", "33"],
    ),
    ("papertape", b";010200330036\n;0000020002\n", ["record 2", "counts 2 records, but 1"]),
    ("papertape", b";010200330036\n" + TAPE_END + b";010200330036\n", ["record 3 (line 3)", "follows the end record"]),
    ("papertape", b";0000000000\n", ["no data"]),
    ("intelhex", b"0100000033CC\n", ["line 1", "'0100000033CC'", "expected ':'"]),
    ("intelhex", b":0100000033CC\n", ["without the end record ':00000001FF'"]),
    ("intelhex", b"\n:0100000033CD\n:00000001FF\n", ["line 2", "CD", "CC"]),
    ("intelhex", b":01000000Z3CC\n", ["line 1", "'Z'", "not a hexadecimal digit"]),
    ("intelhex", b":0100000033C\n", ["line 1", "odd number"]),
    ("intelhex", b":0200000033CC\n", ["line 1", "has 6 bytes, expected 7 bytes"]),
    ("intelhex", b":0000\n", ["line 1", "has 2 bytes, expected 5 bytes"]),
    ("intelhex", b":\n", ["line 1", "expected at least 5 bytes"]),
    ("intelhex", b":00000006FA\n", ["line 1", "unknown record type 06", "00 to 05"]),
    ("intelhex", b":0100000401FA\n", ["line 1", "type 04 has 2 data bytes, not 1"]),
    ("intelhex", b":020000040001F9\n:0100000033CC\n", ["line 2", "1 bytes from 10000", "beyond address FFFF"]),
    ("intelhex", b":0400000500010000F6\n", ["line 1", "start address 10000 is beyond FFFF"]),
    ("intelhex", b":0400000500000200F5\n:0400000500000300F4\n", ["line 2", "second start address, 0300, after 0200"]),
    ("intelhex", b":0100000033CC\n:00000001FF\n:0100000033CC\n", ["line 3", "follows the end record"]),
    ("intelhex", b":0100000033CC\n:0100000034CB\n:00000001FF\n", ["line 2", "34 at 0000", "line 1", "33"]),
    ("intelhex", b":00000001FF\n", ["no data"]),
    ("intelhex", b":01\xb9000033CC\n", ["line 1", "not ASCII"]),
    ("srecord", b"S4030000FC\n", ["line 1", "'S4030000FC'", "not an S-record"]),
    ("srecord", b"S104000033C8\n", ["without an end record"]),
    ("srecord", b"S104000033C9\nS9030000FC\n", ["line 1", "C9", "C8"]),
    ("srecord", b"S1040000x3C8\n", ["line 1", "'x'"]),
    ("srecord", b"S105000033C8\n", ["line 1", "has 5 bytes, expected 6 bytes"]),
    ("srecord", b"S10200FD\n", ["line 1", "has 3 bytes, expected 4 bytes"]),
    ("srecord", b"S1\n", ["line 1", "has 0 bytes, expected 4 bytes"]),
    ("srecord", b"S20501000033C6\nS9030000FC\n", ["line 1", "1 bytes from 10000", "beyond address FFFF"]),
    ("srecord", b"S104000033C8\nS5030002FA\nS9030000FC\n", ["line 2", "says 2 data records, but 1"]),
    ("srecord", b"S104000033C8\nS70500010000F9\n", ["line 2", "start address 10000 is beyond FFFF"]),
    ("srecord", b"S9030000FC\nS104000033C8\n", ["line 2", "follows the end record of line 1"]),
    ("srecord", b"S104000033C8\nS104000034C7\nS9030000FC\n", ["line 2", "34 at 0000", "line 1", "33"]),
    ("srecord", b"S9030000FC\n", ["no data"]),
    ("prg", b"\x00\x02", ["ends after 2 bytes", "load address"]),
    ("prg", b"\xff\xff\x00\x00", ["bytes 0-1", "2 bytes from the load address FFFF", "beyond"]),
    ("binary", b"x", ["does not contain its address", "origin"]),
    ("ld65", b"al 000200 .a\nal 00G0 .b\n", ["line 2", "'al 00G0 .b'", "expected 'al C:0200 .name'"]),
    ("vice", b"al C:10000 .a\n", ["line 1", "10000", "'a'", "beyond FFFF"]),
    ("vice", b"# nothing\n", ["no label"]),
    ("include", b"a = $0200\nb == 3\n", ["line 2", "'b == 3'", "expected 'name = $0200'"]),
    ("include", b"a = $0200\na = $0201\n", ["line 2", "'a' = 0201", "0200 already"]),
    ("include", b"a = 9999999999\n", ["line 1", "9999999999", "32 bits"]),
    ("include", b".scope s\na = 1\n", ["inside the scope 's'", ".endscope"]),
    ("include", b".endscope\n", ["line 1", "'.endscope'"]),
    ("include", b"; nothing\n", ["no definition"]),
    ("dbg", b"al 000200 .start\n", ["line 1", "'al 000200 .start'", "not a record", "a kind, a tab"]),
    ("dbg", b"info\tfile=0\n", ["line 1", "first record is not 'version major=2"]),
    ("dbg", b"version\tmajor=1,minor=0\n", ["line 1", "version 1", "expected 2"]),
    ("dbg", b"version\tmajor=2,minor\n", ["line 1", "'minor' is not an attribute", "name=value"]),
    ("dbg", b"version\tminor=0\n", ["line 1", "'major' is missing"]),
    ("dbg", b"version\tmajor=2\n", ["'info'", "is missing"]),
    ("dbg", b"version\tmajor=2\ninfo\tsym=0\n", ["neither symbols nor lines"]),
    ("dbg", changed("lib=0,line=9,", "lib=0,line=10,"), ["line 2", "promises 10 records 'line', but there are 9"]),
    ("dbg", changed("sym=4,", "sym=3,"), ["line 2", "promises 3 records 'sym', but there are 4"]),
    ("dbg", changed("file=0,line=11,span=5", "file=7,line=11,span=5"), ["line 4", "no record 'file' with the id 7"]),
    ("dbg", changed("line=11,span=5", "line=11,span=5+x"), ["line 4", "'span' is '5+x'", "expected numbers like 3+4"]),
    ("dbg", changed("line=11,span=5", "line=x,span=5"), ["line 4", "'line' is 'x'", "expected a number"]),
    ("dbg", changed("line\tid=1,", "line\tid=0,"), ["line 5", "'line' with the id 0 already"]),
    ("dbg", changed('name="wait",addr', "addr"), ["'name' is missing"]),
    ("dbg", changed("start=5,size=2", "start=5,size=99999"), ["99999 bytes from 0205 on are not within 0000-FFFF"]),
    ("dbg", changed("mod=0,size=8,span=7", "mod=0,size=8,span=7,parent=1"), ["scopes", "circle"]),
    ("dbg", changed("size=1,parent=1", "size=1,parent=0"), ["labels", "circle"]),
    ("listing", b"Dear Sir,\n", ["not a listing of a known kind"]),
]


@pytest.mark.parametrize(("name", "content", "parts"), RECORDS, ids=lambda value: repr(value)[:40])
def test_the_message_says_where_and_what(name, content, parts):
    with pytest.raises(ImageError) as caught:
        named(name).loads(content, "game.dat")
    message = str(caught.value)
    assert message.startswith("game.dat")
    for part in parts:
        assert part in message


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_an_empty_file_is_refused(form):
    with pytest.raises(ImageError, match=r"^game\.dat: the file is empty; expected "):
        form.loads(b"", "game.dat")


@pytest.mark.parametrize(
    ("origin", "parts"), [(0x10000, "10000"), (-1, "-1"), (0xFFFF, "2 bytes from the origin FFFF")]
)
def test_a_binary_must_fit_behind_its_origin(origin, parts):
    with pytest.raises(ImageError, match=parts):
        named("binary").loads(b"ab", origin=origin)


def wav(frames=b"\x80" * 1000, coding=1, channels=1, rate=8000, bits=8, frame_size=None, data=b"data"):
    frame_size = channels * bits // 8 if frame_size is None else frame_size
    fields = struct.pack("<HHIIHH", coding, channels, rate, rate * frame_size, frame_size, bits)
    body = b"WAVEfmt " + struct.pack("<I", len(fields)) + fields + data + struct.pack("<I", len(frames)) + frames
    return b"RIFF" + struct.pack("<I", len(body)) + body


SOUNDS = [
    (b"RIFX" + wav()[4:], ["bytes 0-11", "not a WAV file", "'RIFX"]),
    (wav()[:-1], ["byte 36", "'data'", "1,000 bytes", "ends after 999"]),
    (wav()[:30], ["byte 12", "'fmt '", "16 bytes", "ends after 10"]),
    (wav()[:36], ["byte 36", "without a chunk 'data'"]),
    (wav(data=b"junk"), ["without a chunk 'data'"]),
    (wav().replace(b"fmt ", b"fmtx"), ["byte 36", "before their description"]),
    (wav(coding=0x55), ["byte 20", "format 85 (MP3)", "uncompressed PCM"]),
    (wav(coding=3, bits=32), ["floating point"]),
    (wav(bits=12, frame_size=1), ["samples of 12 bits", "8, 16, 24 or 32"]),
    (wav(channels=0, frame_size=1), ["0 channels"]),
    (wav(channels=2, frame_size=1), ["2 channels of 8 bits", "frames of 1 bytes"]),
    (wav(rate=7999), ["sample rate of 7999 Hz", "8000 to 384000"]),
    (wav(rate=400_000), ["sample rate of 400000 Hz"]),
    (wav(frames=b""), ["byte 44", "no samples"]),
    (wav(frames=bytes(1001), bits=16), ["byte 44", "1,001 bytes", "frames of 2 bytes"]),
    (wav(), ["no KIM-1 record", "expected SYN"]),
]


@pytest.mark.parametrize(("content", "parts"), SOUNDS, ids=lambda value: repr(value)[:40])
def test_a_damaged_wav_is_refused_with_the_place(content, parts):
    with pytest.raises(ImageError) as caught:
        named("cassette").loads(content, "tape.wav")
    message = str(caught.value)
    assert message.startswith("tape.wav")
    for part in parts:
        assert part in message


def test_the_sound_of_these_tests_is_a_wav_file():
    with wave.open(io.BytesIO(wav())) as reader:
        assert (reader.getnframes(), reader.getframerate()) == (1000, 8000)
    assert audio.parse(wav(), "tape.wav").length == 1000


def recording(text):
    """A tape with these characters as they are."""
    edges = [0]
    for length in cassette.half_periods(text, 6):
        edges.append(edges[-1] + length)
    return write_edges(edges, rate=22050)


SYN = b"\x16" * 20
TAPES = [
    (SYN + b"*010002A9/AB00\x04\x04", None),  # undamaged
    (
        SYN + b"*010002A9/AC00\x04\x04",
        ["record 1 (ID 01, at ", "tape is 00AC", "1 bytes of data from 0200 on give 00AB"],
    ),
    (SYN + b"*010002A9A?/AB00\x04\x04", ["record 1 (ID 01", "'?' (3F) in data byte 1"]),
    (SYN + b"*010002A9A/AB00\x04\x04", ["'/' (2F) in data byte 1"]),
    (SYN + b"*0G0002A9/AB00\x04\x04", ["record 1 (at ", "'G' (47) in the ID"]),
    (SYN + b"*010002A9", ["record 1 (ID 01", "the tape ends in data byte 1"]),
    (SYN + b"*010002A9/AB", ["the tape ends in the checksum"]),
    (SYN + b"*0100", ["the tape ends in the address"]),
    (SYN + b"*01FFFFA9A9/5003\x04\x04", ["record 1 (ID 01)", "2 bytes from FFFF", "beyond address FFFF"]),
    (SYN + b"*010002A9/AB00\x04\x04" + SYN + b"*020002AA/AC00\x04\x04", ["record 2 (ID 02)", "AA at 0200", "(ID 01)"]),
    (SYN + b"*010002/0200\x04\x04", ["no data"]),
    (SYN + b"#010002A9/AB00\x04\x04", ["no KIM-1 record"]),
]


@pytest.mark.parametrize(("text", "parts"), TAPES, ids=lambda value: repr(value)[:60])
def test_a_damaged_tape_is_refused_with_record_and_time(text, parts):
    if parts is None:
        assert named("cassette").loads(recording(text)).size == 1
        return
    with pytest.raises(ImageError) as caught:
        named("cassette").loads(recording(text), "tape.wav")
    message = str(caught.value)
    assert message.startswith("tape.wav")
    for part in parts:
        assert part in message
