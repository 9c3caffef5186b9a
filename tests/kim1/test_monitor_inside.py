"""Addresses inside the monitor's routines at which programs of the time enter, and what fills the ROM between them.

With IRONBOARD_KIM1_ROM=dump.bin these tests run on a dump of the original ROM instead of ours.
"""

from __future__ import annotations

import re

import pytest

from emulators.machine import Stop

from .monitor_rig import (
    DUMP,
    INH,
    INL,
    POINTH,
    POINTL,
    SADD,
    SBD,
    START,
    aim,
    board,
    call,
    cassette_text,
    paper_record,
    paper_tape,
    play,
    set_word,
    word,
)

ROM = 0x1800
RETURN = 0x0203  # where a routine that `aim` calls comes back
DATA = bytes(range(0x31, 0x31 + 40))
BAUDS = (110, 300, 600, 1200, 2400, 4800, 9600)
CR_LF = b"\r\n" + bytes(6)


@pytest.fixture
def kim():
    machine = board()
    machine.run(20_000)
    return machine


def jump(kim, address, *, a=0x55, x=0x66, y=0x77, p=0x2C, limit=200_000):
    """Jump to `address` with D set, and run to START."""
    for name, value in (("PC", address), ("A", a), ("X", x), ("Y", y), ("S", 0xE0), ("P", p)):
        kim.write_register(name, value)
    kim.set_breakpoint(START)
    stop = kim.run(limit)
    kim.set_breakpoint(START, on=False)
    assert (stop, kim.read_register("PC")) == (Stop.BREAKPOINT, START)


# ---------------------------------------------------------------- the ends of cassette routines


@pytest.mark.parametrize(("address", "shown"), [(0x185C, "0000"), (0x1925, "0000"), (0x1929, "FFFF")])
def test_the_ends_of_the_cassette_routines_can_be_jumped_to(kim, address, shown):
    set_word(kim, POINTL, 0x1234)
    jump(kim, address)
    assert kim.read_register("S") == 0xE0
    kim.run(100_000)
    assert kim.display[:4] == shown


def verifier(kim, ident=0x07):
    """Put an instruction that compares, not stores, into the volatile execution block; start the loader after it."""
    kim.memory[0x17E7:0x17E9] = b"\0\0"
    #                              CMP 0000    BNE *+5 JMP 190F    JMP 1929
    kim.memory[0x17EC:0x17F7] = bytes.fromhex("CD0000 D003 4C0F19 4C2919")
    kim.poke(0x17F9, ident)
    jump(kim, 0x188C, p=0x24, limit=8_000_000)
    kim.run(100_000)
    return kim.display[:4]


def test_a_tape_is_verified_with_a_compare_in_the_volatile_execution_block(kim):
    kim.memory[0x0200 : 0x0200 + len(DATA)] = DATA
    play(kim, cassette_text(0x0200, DATA, 0x07, leader=20), slot=500)
    assert verifier(kim) == "0000"
    assert kim.memory[0x0200 : 0x0200 + len(DATA)] == DATA


def test_a_tape_that_differs_from_memory_is_told_and_stores_nothing(kim):
    other = DATA[:-1] + b"\0"
    kim.memory[0x0200 : 0x0200 + len(DATA)] = other
    play(kim, cassette_text(0x0200, DATA, 0x07, leader=20), slot=500)
    assert verifier(kim) == "FFFF"
    assert kim.memory[0x0200 : 0x0200 + len(DATA)] == other


def test_a_load_leaves_the_block_as_the_original_does(kim):
    play(kim, cassette_text(0x0200, DATA, 0x07, leader=20), slot=500)
    kim.poke(0x17F9, 0x07)
    jump(kim, 0x1873, p=0x24, limit=8_000_000)
    assert kim.memory[0x0200 : 0x0200 + len(DATA)] == DATA
    assert kim.memory[0x17EC:0x17F2] == bytes.fromhex("8D 28 02 4C 0F 19")


# ---------------------------------------------------------------- entries above 1C00


def test_1c14_keeps_the_stack_pointer_and_ends_in_the_monitor(kim):
    jump(kim, 0x1C14, x=0xE0)
    assert (kim.peek(0xF2), kim.peek(0xFF)) == (0xE0, 1)


def test_1cd3_is_the_plus_key(kim):
    set_word(kim, POINTL, 0x02FF)
    jump(kim, 0x1CD3)
    assert word(kim, POINTL) == 0x0300


def teletype(kim, address, **registers):
    """Jump to a place in the Teletype monitor; return what it prints before it waits."""
    kim.connect_terminal()
    set_word(kim, 0x17F2, 3)  # 9,600 baud
    kim.poke(SADD, 0)
    kim.poke(0x1743, 0x3F)
    kim.poke(SBD, 0x07)
    set_word(kim, POINTL, 0x02FF)
    set_word(kim, INL, 0x0345)
    kim.memory[0x02FF:0x0301] = b"\xab\xcd"
    kim.poke(0x0345, 0xEF)
    seen = len(kim.printed)
    for name, value in {"PC": address, "S": 0xE0, "P": 0x34, **registers}.items():
        kim.write_register(name, value)
    kim.run(100_000)
    return bytes(kim.printed[seen:])


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        (0x1DA9, CR_LF + b"0345 EF "),
        (0x1DAC, CR_LF + b"02FF AB "),
        (0x1DAF, b"02FF AB "),
        (0x1DC2, CR_LF + b"0300 CD "),
    ],
)
def test_cells_are_shown_from_four_places(kim, address, printed):
    assert teletype(kim, address) == printed
    assert word(kim, INL) == 0


@pytest.mark.parametrize(
    ("command", "printed"),
    [(" ", CR_LF + b"0345 EF "), ("\r", CR_LF + b"0300 CD "), ("\n", CR_LF + b"02FE 00 "), ("?", b"")],
)
def test_1ddb_obeys_the_command_in_a(kim, command, printed):
    assert teletype(kim, 0x1DDB, A=ord(command)) == printed


def test_1de0_holds_the_code_of_rubout(kim):
    assert kim.peek(0x1DE0) == 0x7F


def test_1e8e_sets_the_directions_of_port_a_from_x(kim):
    assert call(kim, 0x1E8E, x=0x7F).x == 0x07
    assert (kim.peek(SADD), kim.peek(0x1743), kim.peek(SBD) & 0x3F) == (0x7F, 0x3F, 0x07)


def test_scands_can_be_entered_at_its_end(kim):
    kim.poke(SADD, 0x7F)
    kim.key_down("8")
    aim(kim, 0x1F3D, x=0x15)
    kim.run(1000)
    assert (kim.read_register("PC"), kim.read_register("A")) == (RETURN, 0x20)
    assert (kim.peek(SADD), kim.peek(SBD) & 0x3F) == (0x00, 0x07)


# ---------------------------------------------------------------- unused bytes


def unused():
    """Return the addresses of bytes between the routines: NOPs, and the first byte of the jump they lead to."""
    rom = bytes(board().memory[ROM : ROM + 0x800])
    gaps = [range(ROM + gap.start(), ROM + gap.end() - 2) for gap in re.finditer(rb"\xea*\x4c\x4f\x1c", rom)]
    return [address for gap in gaps for address in gap if len(gap) > 1]


@pytest.mark.skipif(DUMP is not None, reason="the original has no unused bytes")
def test_a_program_that_runs_into_unused_bytes_comes_to_the_monitor_and_changes_nothing(kim):
    addresses = unused()
    assert len(addresses) > 400
    before = kim.snapshot()
    memory = bytes(kim.memory[0:0x400]) + bytes(kim.memory[0x1780:0x1800])
    for address in addresses:
        kim.restore(before)
        jump(kim, address, limit=2000)
        assert bytes(kim.memory[0:0x400]) + bytes(kim.memory[0x1780:0x1800]) == memory
        assert [kim.read_register(name) for name in "AXYSP"] == [0x55, 0x66, 0x77, 0xE0, 0x2C]


@pytest.mark.skipif(DUMP is not None, reason="the original has no unused bytes")
def test_no_byte_of_the_rom_is_left_to_chance(kim):
    assert not re.search(rb"\xff\xff", bytes(kim.memory[ROM : ROM + 0x800]))


# ---------------------------------------------------------------- paper tape that runs on


def read_without_pauses(baud, text):
    """Let a reader send L, pause, and then a tape that does not stop when the monitor answers; return what is printed.

    Two stop bits, four where the original needs them: at 9,600 baud it takes that long over a character.
    """
    kim = board(terminal=True, baud=baud)
    kim.run(3000)
    kim.type("\x7f")
    kim.run(seconds=600 / baud)
    kim.type("L")
    kim.run(seconds=60 / baud)
    frame = 9 + (2 if baud < 9600 else 4)
    for index, character in enumerate(text):
        kim.at(kim.cycles + 1000 + index * frame * 1_000_000 // baud, "send", ord(character))
    kim.run(seconds=(len(text) * frame + 900) / baud)
    return kim, bytes(kim.printed)


@pytest.mark.parametrize("baud", BAUDS)
def test_the_answer_to_a_tape_that_runs_on_is_legible(baud):
    text = paper_tape(0x0300, DATA) + "trailer" * 2
    kim, printed = read_without_pauses(baud, text)
    assert kim.memory[0x0300 : 0x0300 + len(DATA)] == DATA
    assert b";0000020002\x13 KIM" + CR_LF in printed


@pytest.mark.parametrize("baud", BAUDS)
def test_the_error_of_a_tape_that_runs_on_is_legible(baud):
    record = paper_record(0x0300, DATA[:24])
    wrong = f"{int(record[-4:], 16) ^ 0x0001:04X}"
    _, printed = read_without_pauses(baud, record[:-4] + wrong + "\r\n" + paper_record(0x0318, DATA[24:]))
    assert wrong.encode() + b"\x13 ERR\x13 KIM" + CR_LF in printed


def test_the_input_is_let_in_again_after_a_load():
    kim, _ = read_without_pauses(2400, paper_tape(0x0300, DATA))
    seen = len(kim.printed)
    kim.type("0300 ")
    kim.run(seconds=0.3)
    assert bytes(kim.printed[seen:]) == b"0300 " + CR_LF + b"0300 31 "
    assert (kim.peek(POINTH), kim.peek(INH)) == (0x03, 0)
