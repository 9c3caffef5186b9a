"""Our tapes on the emulated KIM-1: its own routines LOADT and DUMPT, nothing but the signal between."""

from emulators.image import Image
from emulators.kim1.machine import Kim1
from host.formats import cassette

DATA = b"KIM-1 tape"


def started(address):
    """A machine whose monitor has been sent to an address with the keypad."""
    kim = Kim1()
    kim.run(seconds=0.1)
    for place, byte in zip((0x00F1, 0x17F5, 0x17F6, 0x17F7, 0x17F8, 0x17F9), b"\x00\x00\x02\x0a\x02\x2a", strict=True):
        kim.poke(place, byte)  # no decimal mode; from 0200 to 020A; ID 2A
    kim.press("AD", *f"{address:04X}", "GO", seconds=0.03)
    return kim


def test_the_monitor_loads_our_tape():
    tape = cassette.dumps(Image.of(0x0200, DATA), id=0x2A, speed=6, rate=22050)
    kim = started(0x1873)
    kim.play_tape(cassette.read_edges(tape))
    assert kim.run_until(lambda kim: kim.display[:4] in ("0000", "FFFF"), seconds=4)
    assert kim.display[:4] == "0000"
    assert kim.memory[0x0200:0x020A] == DATA


def test_we_read_the_tape_the_monitor_writes():
    kim = started(0x1800)
    kim.memory[0x0200:0x020A] = DATA
    start = kim.cycles
    kim.start_recording()
    assert kim.run_until(lambda kim: kim.display[:4] == "0000", seconds=10)
    edges = [edge - start for edge in kim.stop_recording()]
    assert cassette.loads(cassette.write_edges(edges, rate=22050), id=0x2A) == Image.of(0x0200, DATA)
