"""kimtape, a loader for real KIM-1 boards that others wrote, at the Teletype's line."""

import random
import re
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("kimtape and pseudo-terminals need termios", allow_module_level=True)

from emulators.image import Image
from host import formats
from tests.lines.others import Bench

SPEEDS = (300, 600, 1200, 2400, 4800, 9600)
PROGRAM = bytes.fromhex("E610 4C0002")  # INC 10, JMP 0200


def tape(folder, size, first=0x0200):
    """A paper tape with these many bytes that have no order."""
    image = Image.of(first, random.Random(size).randbytes(size))
    path = folder / f"{size}.ptp"
    formats.write(image, path)
    return path, image


def holds(kim, image):
    return all(kim.peek(address) == byte for address, byte in image)


@pytest.mark.parametrize("baud", SPEEDS)
def test_its_fast_loader_works_at_38400_baud_whatever_the_monitors_speed(baud, tmp_path, monkeypatch, capsys):
    path, image = tape(tmp_path, 250)
    bench = Bench(monkeypatch, low_expansion=True)
    assert bench.main(["load", "--port", "x", "--baud", str(baud), str(path)]) == 0
    assert holds(bench.kim, image)
    said = capsys.readouterr().err
    assert "xmodem at 38400 baud" in said
    assert "did not load" not in said


@pytest.mark.parametrize("baud", [110, 9600])
def test_tapes_load_through_the_monitor(baud, tmp_path, monkeypatch, capsys):
    """At 110 baud it cannot move the monitor to another speed: the count of a bit has two bytes there."""
    path, image = tape(tmp_path, 24)
    bench = Bench(monkeypatch)
    assert bench.main(["load", "--hex", "--port", "x", "--baud", str(baud), str(path)]) == 0
    assert holds(bench.kim, image)
    assert "failed" not in capsys.readouterr().err


def test_a_verified_tape_is_read_back_by_the_punch(tmp_path, monkeypatch, capsys):
    path, _ = tape(tmp_path, 100)
    bench = Bench(monkeypatch)
    assert bench.main(["load", "--hex", "--verify", "--port", "x", str(path)]) == 0
    assert "ok, 100 bytes match" in capsys.readouterr().err


def test_memory_is_dumped_to_a_tape(tmp_path, monkeypatch):
    path, out = tmp_path / "in.ptp", tmp_path / "out.ptp"
    image = Image.of(0x0200, bytes(range(1, 49)))
    bench = Bench(monkeypatch)
    bench.kim.load(image)
    assert bench.main(["dump", "--port", "x", "--range", "0200-022F", "-o", str(out)]) == 0
    assert formats.read(out).segments == image.segments
    assert not path.exists()


def test_a_program_runs_from_an_address(monkeypatch):
    bench = Bench(monkeypatch)
    bench.kim.load(Image.of(0x0200, PROGRAM))
    assert bench.main(["run", "--port", "x", "--go", "0200"]) == 0
    before = bench.kim.peek(0x10)
    bench.run(0.0001)
    assert bench.kim.peek(0x10) != before


def test_its_probe_finds_everything_in_order(monkeypatch, capsys):
    bench = Bench(monkeypatch)
    assert bench.main(["probe", "--port", "x"]) == 0
    said = capsys.readouterr().err
    assert re.search(r"characters echoed: 5 of 5", said)
    assert "lock-step echo   answers" in said
    assert "deposit works     : True" in said
    assert "verification      : punch (fast)" in said


def test_its_tuning_streams_at_4800_baud_and_waits_for_echoes_at_9600(monkeypatch, capsys):
    bench = Bench(monkeypatch)
    assert bench.main(["tune", "--port", "x", "--range", "0200-023F", "--rates", "4800,9600"]) == 0
    said = capsys.readouterr().err
    assert "FAILED" not in said
    assert re.findall(r"(4800|9600) +1[01] +255  (\S+) +ok", said) == [("4800", "stream"), ("9600", "lock-step")]
