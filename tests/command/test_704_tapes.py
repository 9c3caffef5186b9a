"""Tapes of `ironboard 704 --headless`: in, out, damaged at their end, without a ring."""

import pytest

from emulators.ibm704 import tape
from host.cli.main import main
from host.formats import tapes

COPIES = """
       ORG 24
START  RTB 1                A TAPE IS COPIED, RECORD BY RECORD
       LXA ZERO,1
READ   CPY BUFFER,1
       TXI READ,1,-1
       TRA OVER
       PXD ,1
       STO COUNT
       WTB 2
       LXA ZERO,1
WRITE  CPY BUFFER,1
       TXI *+1,1,-1
       PXD ,1
       SUB COUNT
       TNZ WRITE
       TRA START
OVER   WEF 2
       HPR
ZERO   DEC 0
COUNT  BSS 1
BUFFER BSS 100
       END START
"""
RECORDS = [[1, 2, 3], [0o777777777777], [*range(50)]]


@pytest.fixture
def room(tmp_path):
    (tmp_path / "copy.sap").write_text(COPIES)
    tapes.write([tapes.record_of(each, True) for each in RECORDS], tmp_path / "in.tap")

    def run(*more):
        named = [str(tmp_path / "copy.sap"), "--headless", "--tape", f"1={tmp_path / 'in.tap'}"]
        return main(["704", *named, *more])

    run.folder = tmp_path
    return run


@pytest.mark.parametrize("suffix", [".tap", ".p7b"])
def test_what_comes_in_goes_out_without_a_loss(room, suffix):
    out = room.folder / f"out{suffix}"
    assert room("--save-tape", f"2={out}", "--save-tape", f"1={room.folder / 'same.tap'}") == 0
    assert [tapes.words_of(each) for each in tapes.read(out)] == [*RECORDS, []]
    assert (room.folder / "same.tap").read_bytes() == (room.folder / "in.tap").read_bytes()


def test_of_a_tape_with_a_damaged_end_the_records_before_it_are_read(room, capsys):
    whole = (room.folder / "in.tap").read_bytes()
    (room.folder / "in.tap").write_bytes(whole[:-20])
    assert room("--save-tape", f"2={room.folder / 'out.tap'}") == 0
    assert [tapes.words_of(each) for each in tapes.read(room.folder / "out.tap")] == [*RECORDS[:2], []]
    assert "warning" in capsys.readouterr().err
    assert (room.folder / "in.tap").read_bytes() == whole[:-20]


def test_a_tape_without_a_ring_is_not_written(room, capsys):
    (room.folder / "kept.tap").write_bytes((room.folder / "in.tap").read_bytes())
    kept = ["--tape", f"2={room.folder / 'kept.tap'}", "--save-tape", f"2={room.folder / 'after.tap'}"]
    assert room(*kept, "--no-ring", "1,2") == 1
    assert "tape unit 2 is not ready: its tape has no ring and cannot be written" in capsys.readouterr().err
    assert (room.folder / "after.tap").read_bytes() == (room.folder / "kept.tap").read_bytes()
    assert room(*kept, "--force") == 0
    with pytest.raises(SystemExit):
        room("--no-ring", str(tape.UNITS + 1))
