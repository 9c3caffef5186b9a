"""Reading and writing files: which format, how much, and never over a file unasked."""

import os
import subprocess
import sys

import pytest

from emulators.errors import ImageError
from emulators.image import Image, Segment
from host.formats import FORMATS, find, named, read, storage, write
from tests.formats.samples import SAMPLES

IMAGE = Image([Segment(0x0200, b"\xa9\x00\x00" * 20)])
IMAGE_60 = Image([Segment(0o200, (0o54111542213661254661, (1 << 60) - 1) * 20)], word_bits=60)
CORE_IMAGE = Image([Segment(0o200, (0o050000_000300, 0o777777_777777) * 20)], word_bits=36)
OF_WORDS = {36: CORE_IMAGE, 60: IMAGE_60}
LABELS = {"start": 0x0200}
HEX = named("intelhex").dumps(IMAGE)


def test_names_and_extensions_are_unique():
    names = [form.name for form in FORMATS]
    extensions = [extension for form in FORMATS for extension in form.extensions]
    assert len(set(names)) == len(names)
    assert len(set(extensions)) == len(extensions)
    assert all(extension.startswith(".") and extension.islower() for extension in extensions)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_every_extension_chooses_its_format_in_either_case(tmp_path, form):
    for extension in form.extensions:
        assert find(tmp_path / f"game{extension.upper()}") is form


@pytest.mark.parametrize("form", [form for form in FORMATS if form.written], ids=lambda form: form.name)
def test_every_extension_is_written_in_its_format(tmp_path, form):
    image = OF_WORDS.get(form.word_bits) or Image(IMAGE.segments, symbols=LABELS)
    for extension in form.extensions:
        path = tmp_path / f"game{extension}"
        write(image, path)
        assert path.read_bytes() == form.dumps(image)


@pytest.mark.parametrize("form", [form for form in FORMATS if not form.written], ids=lambda form: form.name)
def test_what_only_others_write_is_not_written_here(tmp_path, form):
    path = tmp_path / f"game{form.extensions[0]}"
    with pytest.raises(ImageError, match=f"{form.name} files can be read, but not written"):
        write(IMAGE, path)
    with pytest.raises(ImageError, match="can be read, but not written"):
        form.dumps(IMAGE)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_known_by_their_content(tmp_path, name):
    path = tmp_path / "game.dat"
    path.write_bytes(SAMPLES[name])
    assert find(path) is named(name)
    assert read(path) == read(path, name)


@pytest.mark.parametrize(
    "name", ["papertape", "intelhex", "srecord", "cassette", "ld65", "include", "cbn", "deck", "octal", "octal60"]
)
def test_content_decides_where_the_extension_says_nothing(tmp_path, name):
    path = tmp_path / "game.dat"
    write(OF_WORDS.get(named(name).word_bits) or Image(IMAGE.segments, symbols=LABELS), path, name)
    assert find(path) is named(name)
    assert read(path) == read(path, name)


def test_an_origin_makes_unknown_content_a_binary(tmp_path):
    path = tmp_path / "game"
    path.write_bytes(b"\xa9\x00")
    assert read(path, origin=0x0300) == Image.of(0x0300, b"\xa9\x00")
    with pytest.raises(ImageError, match="cannot tell the format") as caught:
        read(path)
    for form in FORMATS:
        assert form.name in str(caught.value)


def test_a_file_of_another_type_is_refused_with_a_hint(tmp_path):
    path = tmp_path / "game.s19"
    path.write_bytes(HEX)
    with pytest.raises(ImageError, match=r"line 1: .*is not an S-record(.|\n)*hint: its content looks like Intel HEX"):
        read(path)
    assert read(path, "intelhex") == IMAGE


@pytest.mark.parametrize("action", [read, lambda path, **options: write(IMAGE, path, **options)])
def test_options_are_those_of_the_format(tmp_path, action):
    path = tmp_path / "game.prg"
    path.write_bytes(b"\x00\x02abc")
    with pytest.raises(ImageError, match=r"unknown option 'origin': prg files are"):
        action(path, origin=0x0200)
    with pytest.raises(ImageError, match="no format 'paper'"):
        action(path, format="paper")


def test_writing_needs_a_known_extension_or_a_format(tmp_path):
    with pytest.raises(ImageError, match="cannot tell the format"):
        write(IMAGE, tmp_path / "game.dat")
    assert os.listdir(tmp_path) == []


def test_an_existing_file_is_kept_unless_overwriting_is_asked_for(tmp_path):
    path = tmp_path / "game.hex"
    path.write_bytes(b"mine")
    with pytest.raises(ImageError, match=r"game\.hex exists already"):
        write(IMAGE, path)
    assert path.read_bytes() == b"mine"
    write(IMAGE, path, overwrite=True)
    assert path.read_bytes() == HEX
    assert os.listdir(tmp_path) == ["game.hex"]


def test_a_file_made_by_another_program_meanwhile_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "game.hex"
    write_new = storage.write_new

    def write_and_lose_the_race(beside, data):
        write_new(beside, data)
        path.write_bytes(b"mine")

    monkeypatch.setattr(storage, "write_new", write_and_lose_the_race)
    with pytest.raises(ImageError, match="exists already"):
        write(IMAGE, path)
    assert path.read_bytes() == b"mine"
    assert os.listdir(tmp_path) == ["game.hex"]


def test_a_failure_while_writing_leaves_the_old_file_alone(tmp_path, monkeypatch):
    path = tmp_path / "game.hex"
    path.write_bytes(b"mine")

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ImageError, match=r"cannot write .*game\.hex: No space left"):
        write(IMAGE, path, overwrite=True)
    assert path.read_bytes() == b"mine"
    assert os.listdir(tmp_path) == ["game.hex"]


@pytest.mark.skipif(os.name == "nt", reason="links and permissions are those of Unix")
def test_overwriting_keeps_permissions_and_follows_links(tmp_path):
    path, link = tmp_path / "game.hex", tmp_path / "link.hex"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write(IMAGE, link, overwrite=True)
    assert path.read_bytes() == HEX
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()


def test_an_image_that_cannot_be_written_leaves_no_file(tmp_path):
    path = tmp_path / "game.hex"
    with pytest.raises(ImageError, match="nothing to write"):
        write(Image(), path)
    assert os.listdir(tmp_path) == []


def test_what_is_not_a_file_is_neither_read_nor_replaced(tmp_path):
    folder = tmp_path / "folder.hex"
    folder.mkdir()
    with pytest.raises(ImageError, match="it is a folder"):
        write(IMAGE, folder, overwrite=True)
    with pytest.raises(ImageError, match="cannot read"):
        read(folder)


@pytest.mark.parametrize("name", ["nothing.hex", "no/folder.hex", "nul\0.hex", "x" * 300 + ".hex"])
def test_impossible_names_are_errors_of_ours(tmp_path, name):
    with pytest.raises(ImageError, match="cannot read"):
        read(tmp_path / name)
    if name != "nothing.hex":
        with pytest.raises(ImageError, match="cannot write"):
            write(IMAGE, tmp_path / name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_huge_file_is_not_read_whole(tmp_path, monkeypatch, form):
    """The file is sparse: 1 GB that takes no room on the disk."""
    path = tmp_path / f"huge{form.extensions[0]}"
    with open(path, "wb") as handle:
        handle.truncate(1 << 30)
    read_bytes = []
    small = form._replace(limit=min(form.limit, 1 << 20), loads=lambda *args: read_bytes.append(args))
    monkeypatch.setattr("host.formats.find", lambda *_, **__: small)
    with pytest.raises(ImageError, match=f"too large: a {form.name} file has at most {small.limit:,} bytes"):
        read(path)
    assert read_bytes == []


BAD_IMAGES = [
    (Image([Segment(0x0000, (0o777777_777777,))]), "FFFFFFFFF .hexadecimal. is not a byte"),
    (Image([Segment(0x0000, (-1,))]), "is not a byte"),
    (Image([Segment(0xFFFF, b"ab")]), "2 words from FFFF on do not fit"),
    (Image([Segment(-1, b"ab")]), "do not fit"),
    (Image([]), "nothing to write"),
    (Image([Segment(0x0200, b"")]), "nothing to write"),
]


@pytest.mark.parametrize(("image", "message"), BAD_IMAGES, ids=lambda value: repr(value)[:30])
@pytest.mark.parametrize("name", ["binary", "prg", "papertape", "intelhex", "srecord", "cassette"])
def test_images_of_other_machines_are_refused(name, image, message):
    with pytest.raises(ImageError, match=message):
        named(name).dumps(image)


BAD_CORE_IMAGES = [
    (IMAGE, "words of 8 bits, a file of this format has words of 36"),
    (Image([Segment(0, (1 << 36,))], word_bits=36), "the word 1000000000000 .octal. does not have 36 bits"),
    (Image([Segment(0, (-1,))], word_bits=36), "does not have 36 bits"),
    (Image([Segment(0o77777, (1, 2))], word_bits=36), "2 words from 77777 on do not fit the addresses 00000-77777"),
    (Image([Segment(-1, (1, 2))], word_bits=36), "do not fit"),
    (Image(word_bits=36), "nothing to write"),
    (Image([Segment(1, ())], word_bits=36), "nothing to write"),
]


@pytest.mark.parametrize(("image", "message"), BAD_CORE_IMAGES, ids=lambda value: repr(value)[:30])
@pytest.mark.parametrize("name", ["cbn", "deck", "octal", "words"])
def test_images_that_are_no_704s_are_refused(name, image, message):
    with pytest.raises(ImageError, match=message):
        named(name).dumps(image)


BAD_IMAGES_OF_60_BITS = [
    (IMAGE, "words of 8 bits, a file of this format has words of 60"),
    (CORE_IMAGE, "words of 36 bits, a file of this format has words of 60"),
    (Image([Segment(0, (1 << 60,))], word_bits=60), "does not have 60 bits"),
    (Image([Segment(0o377777, (1, 2))], word_bits=60), "2 words from 377777 on do not fit the addresses 000000-377777"),
    (Image([Segment(0, (1,))], 0o400000, word_bits=60), "entry point 400000 .octal. is not within 000000-377777"),
]


@pytest.mark.parametrize(("image", "message"), BAD_IMAGES_OF_60_BITS, ids=lambda value: repr(value)[:30])
def test_images_that_are_no_6600s_are_refused(image, message):
    with pytest.raises(ImageError, match=message):
        named("octal60").dumps(image)


@pytest.mark.parametrize("form", [form for form in FORMATS if form.word_bits == 8], ids=lambda form: form.name)
def test_words_of_36_bits_are_not_written_as_bytes_however_small(form):
    with pytest.raises(ImageError, match="words of 36 bits, a file of this format has words of 8"):
        form.dumps(Image.of(0, [1, 2], word_bits=36))


def test_the_message_names_formats_for_the_images_words(tmp_path):
    message = (
        r"game\.hex: intelhex files hold words of 8 bits, the image has words of 36; .* are cbn, deck, octal, words"
    )
    with pytest.raises(ImageError, match=message):
        write(CORE_IMAGE, tmp_path / "game.hex")
    with pytest.raises(
        ImageError, match=r"game\.cbn: cbn files hold words of 36 bits, .* are binary, papertape, intelhex"
    ):
        write(IMAGE, tmp_path / "game.cbn")
    write(Image(CORE_IMAGE.segments, symbols=LABELS, word_bits=36), tmp_path / "game.lbl")
    assert read(tmp_path / "game.lbl").symbols == LABELS


@pytest.mark.parametrize("name", ["cbn", "deck", "octal"])
def test_an_entry_point_of_the_704_must_be_an_address(name):
    with pytest.raises(ImageError, match=r"entry point 100000 .octal. is not within 00000-77777"):
        named(name).dumps(Image.of(0o200, [1], 0o100000, 36))


@pytest.mark.parametrize("name", ["intelhex", "srecord"])
def test_an_entry_point_must_be_an_address(name):
    with pytest.raises(ImageError, match="entry point 10000"):
        named(name).dumps(Image(IMAGE.segments, entry=0x10000))


BAD_OPTIONS = [
    ("papertape", {"record_size": 0}, "0 bytes is not possible"),
    ("papertape", {"record_size": 256}, "1 to 255"),
    ("srecord", {"record_size": 253}, "1 to 252"),
    ("binary", {"fill": 256}, "fill value 256"),
    ("cassette", {"id": 0}, "ID 00 is not possible"),
    ("cassette", {"id": 0xFF}, "ID FF is not possible"),
    ("cassette", {"speed": 4}, "speed 4 is not possible"),
    ("cassette", {"rate": 7999}, "7999 Hz is not possible"),
    ("cassette", {"rate": 0}, "0 Hz is not possible"),
    ("cassette", {"bits": 12}, "12 bits are not possible"),
    ("cassette", {"speed": 6, "rate": 8000}, "too low for speed 6"),
]


@pytest.mark.parametrize(("name", "options", "message"), BAD_OPTIONS)
def test_impossible_options_are_refused(name, options, message):
    with pytest.raises(ImageError, match=message):
        named(name).dumps(IMAGE, **options)


def test_a_recording_longer_than_can_be_read_is_refused():
    with pytest.raises(ImageError, match=r"more than 268,435,456: record faster"):
        named("cassette").dumps(Image.of(0x0000, bytes(0x2000)), rate=384_000)


def test_the_formats_need_no_numpy_until_there_is_a_recording():
    code = "import sys, host.formats; sys.exit(any(name in sys.modules for name in ('numpy', 'pygame')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
