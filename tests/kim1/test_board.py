"""The board as a machine: memory map, keys, switches, inputs in time, states."""

import pytest

from emulators.errors import ImageError, StateError
from emulators.image import Image, Segment
from emulators.kim1 import Kim1, bus, keypad
from emulators.kim1.display import glyph
from emulators.machine import Machine, Stop

CORES = ["compiled", "py65", "python"]


@pytest.fixture(params=CORES)
def kim(request):
    return Kim1(core=request.param)


def program(kim, address, code):
    code = bytes.fromhex(code)
    kim.memory[address : address + len(code)] = code
    kim.write_register("PC", address)


def test_it_is_a_machine(kim):
    assert isinstance(kim, Machine)


def test_it_comes_up_with_six_lit_digits(kim):
    kim.run(seconds=0.1)
    assert kim.display == "000000"
    assert 0.10 < kim.brightness[0][0] < 0.20  # multiplexed: each digit has its turn


def test_a_session_on_the_keypad():
    kim = Kim1(core="compiled")  # another session is the same on all cores, below
    kim.press("AD", "0", "2", "0", "0", "DA", "A", "5", "+", "5", "A")
    assert kim.display == "02015A"
    assert kim.memory[0x0200:0x0202] == b"\xa5\x5a"


def test_st_stops_a_running_program_and_shows_where(kim):
    kim.memory[0x17FA:0x17FC] = b"\x00\x1c"
    program(kim, 0x0200, "4C 00 02")
    kim.run(1000)
    kim.press("ST")
    assert kim.display == "02004C"


def test_sst_executes_one_instruction_at_a_time(kim):
    kim.memory[0x17FA:0x17FC] = b"\x00\x1c"
    kim.memory[0x0200:0x0206] = bytes.fromhex("E8 E8 A9 55 85 10")
    kim.memory[0x00F5] = 0x20
    kim.single_step()
    kim.run(seconds=0.02)
    kim.memory[0x00FA:0x00FC] = b"\x00\x02"  # the address that GO goes to
    shown = []
    for _ in range(4):
        kim.press("GO")
        shown.append(kim.display)
    assert shown == ["0201E8", "0202A9", "020485", "0206" + kim.display[4:]]
    assert (kim.memory[0x00F5], kim.memory[0x0010]) == (0x22, 0x55)


def test_reset_takes_the_machine_back_to_the_monitor(kim):
    program(kim, 0x0200, "4C 00 02")
    kim.run(1000)
    assert kim.display == "      "
    kim.press("RS")
    assert kim.display == "000000"


def test_the_bare_board_appears_eight_times_in_the_address_space(kim):
    program(kim, 0x0200, "A9 5A 8D 10 20 AD 10 E0 8D 11 40 4C 0B 22")  # STA 2010, LDA E010, STA 4011, JMP 220B
    kim.run(100)
    assert kim.memory[0x0010] == kim.memory[0x0011] == kim.memory[0x6010] == 0x5A
    assert kim.read_register("PC") == 0x220B
    assert kim.memory[0xFFFC:0xFFFE] == b"\x22\x1c"


def test_a_write_to_rom_or_to_nothing_changes_nothing(kim):
    before = kim.memory[0x1C00]
    program(kim, 0x0200, "A9 5A 8D 00 1C 8D 00 10 4C 08 02")
    kim.run(100)
    assert kim.memory[0x1C00] == before
    assert kim.memory[0x1000] == 0x10  # nothing there: the last byte on the bus, the high byte of the address


def test_expanded_memory():
    kim = Kim1(core="compiled", low_expansion=True, high_expansion=0x1000)
    kim.load(Image([Segment(0x13FF, b"\x01"), Segment(0x2FFF, b"\x02")]))
    assert (kim.memory[0x13FF], kim.memory[0x2FFF], kim.memory[0x0FFF]) == (1, 2, 0)
    assert kim.memory[0x6000] == 0x60  # no mirror of page zero
    assert kim.memory[0xFFFC:0xFFFE] == b"\x22\x1c"
    kim.run(seconds=0.1)
    assert kim.display == "000000"


@pytest.mark.parametrize(
    ("address", "what", "hint"),
    [
        (0x0400, "no RAM", r" \(--expand-low puts RAM there\)"),
        (0x1740, "no RAM", ""),
        (0x1C00, "ROM", ""),
        (0x3000, "no RAM", r" \(--expand-high puts RAM there\)"),
    ],
)
def test_an_image_that_does_not_fit_is_refused_whole(address, what, hint):
    kim = Kim1(core="py65")
    with pytest.raises(ImageError, match=f"there is {what} at {address:04X}{hint}$"):
        kim.load(Image([Segment(0x0200, b"\x55"), Segment(address, b"\x01")]))
    assert kim.memory[0x0200] == 0


def test_zeros_between_the_parts_of_a_program_need_no_ram():
    kim = Kim1(core="py65")
    kim.load(Image([Segment(0x03FF, b"\x01"), Segment(0x0400, bytes(0x1380)), Segment(0x1780, b"\x02")]))
    assert (kim.memory[0x03FF], kim.memory[0x0400], kim.memory[0x1780]) == (1, 4, 2)


@pytest.mark.parametrize("size", [0, 2047, 2049])
def test_a_rom_of_another_size_is_refused(size):
    with pytest.raises(ImageError, match="expected 2,048"):
        Kim1(core="py65", rom=bytes(size))


def test_breakpoints_and_watchpoints(kim):
    program(kim, 0x0200, "E8 E6 10 A5 11 4C 00 02")
    kim.set_breakpoint(0x0203)
    assert kim.run(1000) == Stop.BREAKPOINT
    assert kim.read_register("PC") == 0x0203
    kim.set_breakpoint(0x0203, on=False)
    kim.set_watchpoint(0x0010)
    assert kim.run(1000) == Stop.WATCH_WRITE
    assert kim.read_register("PC") == 0x0203
    kim.set_watchpoint(0x0010, on=False)
    kim.set_watchpoint(0x0011, read=True, write=False)
    assert kim.run(1000) == Stop.WATCH_READ
    assert kim.read_register("PC") == 0x0205


def test_every_short_run_stops_at_a_breakpoint_it_reaches(kim):
    program(kim, 0x0200, "E8 E8 E8 4C 00 02")
    kim.set_breakpoint(0x0202)
    assert [kim.step() for _ in range(3)] == [Stop.NONE, Stop.BREAKPOINT, Stop.NONE]


def test_a_jam_stops_the_machine(kim):
    program(kim, 0x0200, "EA 02")
    assert kim.run(1000) == Stop.ILLEGAL_INSTRUCTION
    assert kim.read_register("PC") == 0x0201


def test_unknown_keys_and_inputs_are_refused(kim):
    with pytest.raises(ValueError, match="its keys are"):
        kim.press("X")
    with pytest.raises(ValueError, match="no input"):
        kim.at(0, "joystick", 1)


def everything(kim):
    """The whole record, as plain Python; of what the schedule and the typist have, all of it instead of the window."""
    values = {"events": kim.schedule.plain, "typed": kim.typist.state}
    for name, (_, _, count, _) in bus.FIELDS.items():
        if name in bus.WINDOWS:
            continue
        value = getattr(kim.m, name)
        values[name] = int(value) if count == 1 else [int(each) for each in value]
    return values


def session(kim):
    """Inputs at fixed cycles: keys, a teletype, single steps."""
    for number, key in enumerate(["AD", "0", "2", "0", "0", "DA", "7", "F", "PC"]):
        kim.at(100_000 + 80_000 * number, "key_down", key)
        kim.at(140_000 + 80_000 * number, "key_up", key)
    kim.at(900_000, "terminal", 1)
    kim.at(900_010, "key_down", "RS")
    kim.at(910_000, "key_up", "RS")
    kim.at(950_000, "send", 0x7F)


def test_the_same_inputs_give_the_same_machine_however_time_is_sliced():
    machines = [Kim1(core="compiled") for _ in range(2)]
    for kim in machines:
        session(kim)
        kim.type("  0200 ")
    machines[0].run_to(2_000_000)
    step = 1
    while machines[1].cycles < 2_000_000:
        machines[1].run_to(min(2_000_000, machines[1].cycles + step))
        step = step * 7 % 65_537
    states = [everything(kim) for kim in machines]
    for state in states:
        for name in ("deadline", "horizon"):
            del state[name]
    assert states[0] == states[1]
    assert machines[0].transcript == machines[1].transcript != ""


def test_the_cores_agree_on_a_session():
    states = []
    for core in CORES:
        kim = Kim1(core=core)
        session(kim)
        kim.type("  0200 ")
        kim.run_to(1_000_000)
        states.append(everything(kim))
    assert states[0] == states[1] == states[2]


def test_a_saved_state_comes_back_bit_for_bit_on_every_core():
    kim, other = Kim1(core="compiled"), Kim1(core="py65")
    session(kim)
    kim.run_to(300_000)
    kim.type("0200 ")
    saved = kim.save_state()
    kim.run_to(1_000_000)
    later, transcript = everything(kim), kim.transcript
    for each in (kim, other):
        each.load_state(saved)
        assert each.save_state() == saved
        each.run_to(1_000_000)
        assert everything(each) == later
        assert each.transcript == transcript


def test_a_damaged_or_foreign_state_is_refused_and_nothing_changes():
    kim = Kim1(core="py65")
    kim.press("AD", "1")
    saved, before = kim.save_state(), everything(kim)
    for wrong in (
        b"",
        b"hello",
        saved[:-1],
        saved[:60] + b"\x00" + saved[61:],
        saved.replace(b"version 1", b"version 2"),
    ):
        with pytest.raises(StateError):
            kim.load_state(wrong)
        assert everything(kim) == before


def test_breakpoints_survive_going_back():
    kim = Kim1(core="py65")
    saved = kim.save_state()
    kim.set_breakpoint(0x0200)
    kim.load_state(saved)
    kim.write_register("PC", 0x01FF)
    kim.memory[0x01FF] = 0xEA
    assert kim.run(1000) == Stop.BREAKPOINT


@pytest.mark.parametrize("key", keypad.POSITIONS)
def test_every_key_reaches_its_row_and_column(key):
    kim = Kim1(core="py65")
    row, bit = keypad.POSITIONS[key]
    kim.key_down(key)
    kim.poke(0x1741, 0x00)
    kim.poke(0x1743, 0x3F)
    for select in range(3):
        kim.poke(0x1742, select << 1 | 1)
        assert kim.peek(0x1740) == (0xFF & ~(1 << bit) if select == row else 0xFF)


def test_the_display_device_names_the_segments_that_are_lit():
    with Kim1(core="python") as kim:
        kim.run(seconds=0.05)
        shown = kim.devices()["display"]
        lit = [word for word in shown["segments"].split() if word != "|"]
        assert shown["digits"] == kim.display
        assert [glyph([float(each in word) for each in "abcdefg"]) for word in lit] == list(kim.display)
