"""Files as manuals and other programs show them, and what is in them."""

import pytest

from emulators.image import Image, Segment
from host.cli.main import main
from host.formats import hexadecimal, memory, named

MANUAL_TAPE = b";180000FFEEDDCCBBAA0099887766554433221122334455667788990AFC\r\n;0000010001\r\n"
MANUAL_BYTES = bytes.fromhex("FFEEDDCCBBAA009988776655443322112233445566778899")


def test_the_paper_tape_of_the_kim_1_user_manual():
    """KIM-1 User Manual, Appendix F."""
    assert hexadecimal.loads_papertape(MANUAL_TAPE) == Image.of(0x0000, MANUAL_BYTES)
    assert hexadecimal.dumps_papertape(Image.of(0x0000, MANUAL_BYTES)) == MANUAL_TAPE


def test_what_stands_between_the_records_of_a_tape_is_skipped():
    first, end, _ = MANUAL_TAPE.split(b"\r\n")
    leader, line_end = b"\x00" * 40 + b"KIM \x7f\r\n", b"\r\n\x00\x00\x00\x00\x00\x00"
    assert hexadecimal.loads_papertape(
        leader + first + line_end + end + line_end + b"\x13 KIM"
    ) == hexadecimal.loads_papertape(MANUAL_TAPE)


def test_the_parity_bit_of_a_teletype_is_dropped():
    assert hexadecimal.loads_papertape(bytes(code | 0x80 for code in MANUAL_TAPE)) == hexadecimal.loads_papertape(
        MANUAL_TAPE
    )


def test_a_tape_is_punched_in_records_of_24_bytes():
    lines = hexadecimal.dumps_papertape(Image.of(0x0200, bytes(50))).split()
    assert [line[:7] for line in lines] == [b";180200", b";180218", b";020230", b";000003"]


def test_records_may_repeat_each_other():
    record = b";0102003300"
    tape = record + b"36\n" + record + b"36\n;0000020002\n"
    assert hexadecimal.loads_papertape(tape) == Image.of(0x0200, b"3")


HEX = b":10010000214601360121470136007EFE09D2190140\n:100110002146017E17C20001FF5F16002148011928\n:00000001FF\n"


def test_an_intel_hex_file():
    image = hexadecimal.loads_intelhex(HEX)
    assert image.segments == [Segment(0x0100, bytes.fromhex(
        "214601360121470136007EFE09D219012146017E17C20001FF5F160021480119"))]  # fmt: skip
    assert hexadecimal.dumps_intelhex(image) == HEX


@pytest.mark.parametrize(
    ("records", "address", "entry"),
    [
        (":020000020010EC\n:0100000033CC\n:00000001FF", 0x0100, None),  # segment 0010
        (":020000040000FA\n:0100000033CC\n:00000001FF", 0x0000, None),
        (":0100000033CC\n:0400000300100005E4\n:00000001FF", 0x0000, 0x0105),
        (":0100000033CC\n:0400000500000200F5\n:00000001FF", 0x0000, 0x0200),
        (":0100000033CC\n:00020001FD", 0x0000, 0x0200),
    ],
)
def test_intel_hex_bases_and_start_addresses(records, address, entry):
    assert hexadecimal.loads_intelhex(records.encode()) == Image.of(address, b"\x33", entry)


S_RECORDS = b"""S00F000068656C6C6F202020202000003C
S11F00007C0802A6900100049421FFF07C6C1B787C8C23783C6000003863000026
S11F001C4BFFFFE5398000007D83637880010014382100107C0803A64E800020E9
S111003848656C6C6F20776F726C642E0A0042
S5030003F9
S9030000FC
"""


def test_an_s_record_file():
    image = hexadecimal.loads_srecord(S_RECORDS)
    assert [(segment.address, len(segment.words)) for segment in image.segments] == [(0x0000, 0x46)]
    assert bytes(image.segments[0].words[-14:]) == b"Hello world.\n\x00"
    assert image.entry == 0x0000


def test_s_records_with_longer_addresses_are_read():
    assert hexadecimal.loads_srecord(b"S20500020033C5\nS804000200F9\n") == Image.of(0x0200, b"\x33", 0x0200)
    assert hexadecimal.loads_srecord(b"S3060000020033C4\nS70500000200F8\n") == Image.of(0x0200, b"\x33", 0x0200)


def test_a_commodore_program_file():
    assert memory.loads_prg(b"\x01\x08\xa9\x00") == Image.of(0x0801, b"\xa9\x00")
    assert memory.dumps_prg(Image.of(0x0801, b"\xa9\x00")) == b"\x01\x08\xa9\x00"


def tape(count, end=None, line_end=b"\r\n", case=bytes.upper):
    """Return a tape of `count` records of a byte each at 0200, with this end record or the KIM-1's own."""
    bodies = [bytes([1]) + (0x0200 + index).to_bytes(2, "big") + bytes([index & 0xFF]) for index in range(count)]
    bodies.append(bytes([0]) + count.to_bytes(2, "big"))
    records = [b";" + case((body + sum(body).to_bytes(2, "big")).hex().encode()) for body in bodies]
    if end is not None:
        records[-1] = end
    return line_end.join(records) + line_end


ODD_ENDS = [
    (tape(300), []),
    (tape(300, b";00012C012C"), ["record 301 (line 301)", "repeats its count, 012C, in place of its checksum, 002D"]),
    (tape(300, b";00002C002C"), ["counts 44 records in place of 300"]),
    (tape(300, b""), ["ends without the end record"]),
    (tape(300) + b"\x13", []),
    (tape(300) + b"\x13\r\n KIM\r\n", ["'KIM' after the end record"]),
    (tape(300) + b"; written by a program\n", ["'; written by a program' after the end record"]),
    (tape(300, case=bytes.lower), ["lower case"]),
    (tape(300, line_end=b"\n"), []),
    (tape(300, line_end=b"\r"), []),
    (b"\x00" * 40 + b"TITLE\r\n" + tape(300, line_end=b"\r\n\x00\x00\x00\x00\x00\x00"), []),
]


@pytest.mark.parametrize(("data", "parts"), ODD_ENDS, ids=[" ".join(parts)[:30] for _, parts in ODD_ENDS])
def test_what_is_odd_about_the_end_of_a_tape_is_said(data, parts):
    image = hexadecimal.loads_papertape(data, "a.ptp")
    assert image.segments == [Segment(0x0200, bytes(index & 0xFF for index in range(300)))]
    assert len(image.notes) == bool(parts)
    for part in parts:
        assert part in image.notes[0]


def test_a_user_is_told_what_is_odd_about_a_tape(tmp_path, capsys):
    file = tmp_path / "a.ptp"
    file.write_bytes(tape(256, b";0001000100"))
    assert main(["dis", str(file)]) == 0
    told = f"{file}, record 257 (line 257): the end record repeats its count, 0100, in place of its checksum, 0001"
    assert capsys.readouterr().err == f"ironboard: warning: {told}\n"


@pytest.mark.parametrize("name", ["ptp", "mos", ".tape", "papertape"])
def test_a_format_is_named_by_a_suffix_too(name):
    assert named(name).name == "papertape"


def test_controls_around_records_of_hexadecimal_digits_are_skipped():
    """Leader of a tape, XOFF, and what fills the last sector of a file of CP/M."""
    image = Image.of(0x0200, b"KIM")
    for loads, dumps in (
        (hexadecimal.loads_intelhex, hexadecimal.dumps_intelhex),
        (hexadecimal.loads_srecord, hexadecimal.dumps_srecord),
    ):
        assert loads(b"\x00\x00" + dumps(image).lower() + b"\x13\x1a\x1a").segments == image.segments


def test_many_blank_lines_before_what_is_no_image_are_soon_passed(tmp_path, capsys):
    """They were once divided among two repetitions in all possible ways: 2**40 of them."""
    path = tmp_path / "blank.txt"
    path.write_text("\n" * 40 + "; a remark\n" + "\n" * 40 + "x\n")
    assert main(["dis", str(path)]) == 1
    assert "cannot tell the format" in capsys.readouterr().err
