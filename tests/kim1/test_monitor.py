"""The monitor's routines keep the contracts of the KIM-1 User Manual: results, registers, memory, cycles.

With IRONBOARD_KIM1_ROM=dump.bin these tests run on a dump of the original ROM instead of ours.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from .monitor_rig import (
    DUMP,
    INH,
    INL,
    POINTH,
    POINTL,
    SAD,
    SADD,
    SBD,
    SBDD,
    START,
    TIMER_1,
    aim,
    board,
    call,
    set_word,
    word,
    writes,
)

SEEDS = range(6)
ZERO_PAGE = range(0x100)
MONITOR_RAM = range(0x17E7, 0x1800)
SEGMENTS = (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71)
KEYS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F", "AD", "DA", "+", "GO", "PC"]

#   name      address  kept  memory it may change
ROUTINES = {
    "INTVEB": (0x1932, "XY", {0x17E7, 0x17E8, 0x17ED, 0x17EE, 0x17EF}),
    "CHKT": (0x194C, "AX", {0x17E7, 0x17E8}),
    "OUTBTC": (0x195E, "AX", {0x17E7, 0x17E8, 0x17E9, 0x17EA, 0x17EB}),
    "OUTBT": (0x1961, "AX", {0x17E9, 0x17EA, 0x17EB}),
    "HEXOUT": (0x196F, "XY", {0x17E9, 0x17EA, 0x17EB}),
    "OUTCHT": (0x197A, "XY", {0x17E9, 0x17EA, 0x17EB}),
    "ONE": (0x199E, "AY", {0x17EB}),
    "ZRO": (0x19C4, "AY", {0x17EB}),
    "INCVEB": (0x19EA, "AXY", {0x17ED, 0x17EE}),
    "PACKT": (0x1A00, "X", {0x17E9}),
    "PRTPNT": (0x1E1E, "X", {0xF6, 0xF7, 0xFC, 0xFD, 0xFE, 0x17F4}),
    "CRLF": (0x1E2F, "", {0xFD, 0xFE, 0x17F4}),
    "PRTBYT": (0x1E3B, "AX", {0xFC, 0xFD, 0xFE, 0x17F4}),
    "HEXTA": (0x1E4C, "X", {0xFD, 0xFE, 0x17F4}),
    "INITS": (0x1E88, "AY", {0xFF}),
    "INIT1": (0x1E8C, "AY", set()),
    "OUTSP": (0x1E9E, "X", {0xFD, 0xFE, 0x17F4}),
    "OUTCH": (0x1EA0, "X", {0xFD, 0xFE, 0x17F4}),
    "DELAY": (0x1ED4, "X", {0x17F4}),
    "DEHALF": (0x1EEB, "X", {0x17F4}),
    "AK": (0x1EFE, "", set()),
    "SCAND": (0x1F19, "", {0xF9, 0xFC}),
    "SCANDS": (0x1F1F, "", {0xFC}),
    "KEYIN": (0x1F40, "", set()),
    "INCPT": (0x1F63, "AXY", {0xFA, 0xFB}),
    "GETKEY": (0x1F6A, "", set()),
    "CHK": (0x1F91, "XY", {0xF6, 0xF7}),
    "PACK": (0x1FAC, "X", {0xF8, 0xF9}),
    "OPEN": (0x1FCC, "XY", {0xFA, 0xFB}),
}
ADDRESS = {name: row[0] for name, row in ROUTINES.items()}


@pytest.fixture(scope="module")
def kim():
    machine = board()
    machine.run(20_000)
    return machine


@pytest.fixture
def quiet(kim):
    """The board as INIT1 leaves it, all keys up, a timer that has run out."""
    for key in KEYS:
        kim.key_up(key)
    call(kim, ADDRESS["INIT1"])
    kim.poke(TIMER_1, 1)
    kim.run(300)
    return kim


def scramble(kim, seed):
    """Fill the monitor's memory with random bytes, the open cell in RAM, a short bit time; return random registers."""
    rng = random.Random(seed)
    for address in (*ZERO_PAGE, *MONITOR_RAM):
        kim.poke(address, rng.randrange(256))
    kim.poke(POINTH, 0x03)
    set_word(kim, 0x17F2, rng.randrange(300))
    return rng.randrange(256), rng.randrange(256), rng.randrange(256)


# ---------------------------------------------------------------- registers and memory


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ROUTINES)
def test_a_routine_changes_only_the_registers_and_cells_it_may(quiet, name, seed):
    address, kept, cells = ROUTINES[name]
    a, x, y = scramble(quiet, f"{name} {seed}")
    before = {cell: quiet.peek(cell) for cell in (*ZERO_PAGE, *MONITOR_RAM)}
    left = call(quiet, address, a, x, y)
    changed = {cell for cell, byte in before.items() if quiet.peek(cell) != byte}
    assert {register: getattr(left, register.lower()) for register in kept} == {
        register: {"A": a, "X": x, "Y": y}[register] for register in kept
    }
    assert changed <= cells
    assert left.s == 0xF0


# ---------------------------------------------------------------- results


@pytest.mark.parametrize("value", [0x0000, 0x02FF, 0xFFFF, 0x1234])
def test_incpt_and_incveb_count_in_sixteen_bits(quiet, value):
    set_word(quiet, POINTL, value)
    set_word(quiet, 0x17ED, value)
    call(quiet, ADDRESS["INCPT"])
    call(quiet, ADDRESS["INCVEB"])
    assert word(quiet, POINTL) == word(quiet, 0x17ED) == (value + 1) & 0xFFFF


@pytest.mark.parametrize("seed", SEEDS)
def test_the_checksums_are_sums_of_sixteen_bits(quiet, seed):
    data = random.Random(seed).randbytes(20)
    quiet.memory[0xF6:0xF8] = b"\0\0"
    set_word(quiet, 0x17E7, 0)
    for byte in data:
        call(quiet, ADDRESS["CHK"], byte)
        assert call(quiet, ADDRESS["CHKT"], byte).y == byte
    assert quiet.peek(0xF6) << 8 | quiet.peek(0xF7) == sum(data)
    assert word(quiet, 0x17E7) == sum(data)


def test_open_takes_the_address_that_was_typed(quiet):
    quiet.memory[INL : INH + 1] = b"\x34\x12"
    call(quiet, ADDRESS["OPEN"])
    assert word(quiet, POINTL) == 0x1234


def test_pack_shifts_hex_digits_into_the_input(quiet):
    for character in "7C0DE":
        left = call(quiet, ADDRESS["PACK"], ord(character))
        assert (left.a, left.zero) == (0, True)
    assert word(quiet, INL) == 0xC0DE


def test_packt_shifts_hex_digits_into_a_byte(quiet):
    for character in "7AB":
        left = call(quiet, ADDRESS["PACKT"], ord(character))
        assert (left.y, left.zero) == (0, True)
    assert quiet.peek(0x17E9) == left.a == 0xAB


HEX_DIGITS = "0123456789ABCDEF" + (":;<=>?@" if DUMP else "")  # the original takes what is between 9 and A, too


def test_pack_and_packt_let_other_characters_pass(quiet):
    set_word(quiet, INL, 0x1234)
    quiet.poke(0x17E9, 0x56)
    for code in range(128):
        if chr(code) not in HEX_DIGITS:
            assert call(quiet, ADDRESS["PACK"], code).a == code
            assert not call(quiet, ADDRESS["PACKT"], code).zero
    assert (word(quiet, INL), quiet.peek(0x17E9)) == (0x1234, 0x56)


def test_intveb_makes_an_instruction_with_a_return_behind_it(quiet):
    set_word(quiet, 0x17F5, 0x0345)
    quiet.poke(0x17EC, 0xAD)
    quiet.poke(0x0345, 0x99)
    call(quiet, ADDRESS["INTVEB"])
    assert quiet.memory[0x17E7:0x17E9] == b"\0\0"
    assert quiet.memory[0x17EC:0x17F0] == b"\xad\x45\x03\x60"
    assert call(quiet, 0x17EC).a == 0x99


def test_init1_sets_the_ports_and_inits_the_address_mode_too(quiet):
    quiet.memory[SAD : SBDD + 1] = b"\x12\x34\x56\x78"
    quiet.poke(0xFF, 0)
    assert call(quiet, ADDRESS["INITS"]).x == 0x07
    assert (quiet.peek(SADD), quiet.peek(SBDD), quiet.peek(SBD) & 0x3F) == (0x00, 0x3F, 0x07)
    assert quiet.peek(0xFF) == 1
    assert quiet.read_register("P") & 0x0C == 0x04, "I = 1, D = 0"


# ---------------------------------------------------------------- keypad


@pytest.mark.parametrize(("code", "key"), list(enumerate(KEYS)))
def test_getkey_and_ak_find_every_key(quiet, code, key):
    quiet.key_down(key)
    assert call(quiet, ADDRESS["GETKEY"]).a == code
    columns = call(quiet, ADDRESS["AK"])
    assert (columns.a, columns.zero) == (0x40 >> code % 7, False)
    assert quiet.peek(SBD) & 0x3F == 0x07


@pytest.mark.parametrize(("first", "second", "winner"), [("3", "5", 0x03), ("3", "A", 0x03), ("C", "GO", 0x0C)])
def test_of_two_keys_the_lower_row_and_then_the_lower_code_wins(quiet, first, second, winner):
    quiet.key_down(second)
    quiet.key_down(first)
    assert call(quiet, ADDRESS["GETKEY"]).a == winner


def test_no_key_is_15(quiet):
    assert call(quiet, ADDRESS["GETKEY"]).a == 0x15
    assert call(quiet, ADDRESS["AK"]).zero


def test_getkey_is_quicker_for_lower_codes(quiet):
    """86 to 256 cycles: 9 more for a column, 58 more for a row."""
    taken = []
    for key in KEYS:
        quiet.key_down(key)
        taken.append(call(quiet, ADDRESS["GETKEY"]).cycles)
        quiet.key_up(key)
    assert taken == [86 + 9 * (code % 7) + 58 * (code // 7) for code in range(21)]


# ---------------------------------------------------------------- display


@pytest.mark.parametrize("digit", range(16))
def test_convd_lights_the_segments_of_a_digit(quiet, digit):
    quiet.poke(SADD, 0x7F)
    aim(quiet, 0x1F48, digit, 0x09, 0x33)
    dark, lit = writes(quiet, SAD)
    assert dark[1] & 0x7F == 0, "no segment may shine while the place changes"
    assert lit[1:] == (SEGMENTS[digit] | dark[1] & 0x80, lit[2])
    assert lit[2] & 0x3F == 0x09
    assert (quiet.read_register("X"), quiet.read_register("Y")) == (0x0B, 0x33)


def test_convd_can_be_entered_with_segments(quiet):
    quiet.poke(SADD, 0x7F)
    quiet.poke(0xFC, 0x44)
    aim(quiet, 0x1F4E, 0x2A, 0x0F, 0x00)
    assert [port_a & 0x7F for _, port_a, _ in writes(quiet, SAD)] == [0x00, 0x2A]
    assert (quiet.read_register("X"), quiet.read_register("Y")) == (0x11, 0x44)


def test_scand_shows_the_six_digits_from_the_left(quiet):
    set_word(quiet, POINTL, 0x0305)
    quiet.poke(0x0305, 0xA9)
    aim(quiet, ADDRESS["SCAND"])
    shown = [(port_b & 0x3F, port_a & 0x7F) for _, port_a, port_b in writes(quiet, SAD) if port_a & 0x7F]
    places = (0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13)
    assert shown == [(place, SEGMENTS[int(digit, 16)]) for place, digit in zip(places, "0305A9", strict=True)]
    assert (quiet.peek(SADD), quiet.peek(SBD) & 0x3F, quiet.peek(INH)) == (0x00, 0x07, 0xA9)


def test_scands_shows_three_cells_and_returns_the_keys(quiet):
    quiet.memory[INH : POINTH + 1] = b"\x12\x56\x34"
    quiet.key_down("E")
    aim(quiet, ADDRESS["SCANDS"])
    shown = [port_a & 0x7F for _, port_a, _ in writes(quiet, SAD) if port_a & 0x7F]
    assert shown == [SEGMENTS[digit] for digit in (3, 4, 5, 6, 1, 2)]
    assert quiet.read_register("A") == 0x40


# ---------------------------------------------------------------- time


@pytest.mark.parametrize(
    ("name", "cycles"),
    [
        ("AK", 72),
        ("SCAND", 4241),
        ("SCANDS", 4231),
        ("KEYIN", 81),
        ("GETKEY", 156),
        ("INIT1", 28),
        ("INITS", 33),
        ("INTVEB", 38),
        ("CHK", 22),
        ("CHKT", 30),
        ("INCVEB", 15),
        ("OPEN", 18),
        ("INCPT", 14),
    ],
)
def test_routines_without_a_key_down_take_their_published_time(quiet, name, cycles):
    set_word(quiet, POINTL, 0x0310)
    set_word(quiet, 0x17ED, 0x0310)
    assert call(quiet, ADDRESS[name]).cycles == cycles


def test_convd_takes_672_cycles(quiet):
    quiet.poke(SADD, 0x7F)
    assert call(quiet, 0x1F48, 5, 0x09).cycles == 672


def test_one_turn_of_the_idle_monitor_takes_4258_cycles(quiet):
    """That is what sets the brightness of the display, and the speed of programs that call START."""
    quiet.reset()
    quiet.run(20_000)
    quiet.set_breakpoint(ADDRESS["SCAND"])
    quiet.run(10_000)
    before = quiet.cycles
    quiet.run(10_000)
    quiet.set_breakpoint(ADDRESS["SCAND"], on=False)
    assert quiet.cycles - before == 4258


@pytest.mark.parametrize("count", [0x03, 0x1A, 0x37, 0xFF, 0x100, 0x285])
def test_outch_sends_bits_of_14_n_plus_64_cycles(quiet, count):
    """And 5 more for every 256 in n. 55 changes the line with every bit."""
    set_word(quiet, 0x17F2, count)
    aim(quiet, ADDRESS["OUTCH"], 0x55)
    edges, level = [], 1
    for cycle, _, port_b in writes(quiet, SBD):
        if port_b & 1 != level:
            level = port_b & 1
            edges.append(cycle)
    data_bits = [after - before for before, after in pairwise(edges[1:9])]  # from where bit 0 begins to where 7 does
    assert data_bits == [14 * count + 64 + 5 * (count >> 8)] * 7
    assert (len(edges), level) == (10, 1)


@pytest.mark.parametrize("name", ["OUTCH", "OUTSP", "HEXTA", "PRTBYT", "CRLF"])
def test_printing_leaves_the_carry_clear(quiet, name):
    set_word(quiet, 0x17F2, 3)
    call(quiet, ADDRESS[name], 0x41)
    assert quiet.read_register("P") & 1 == 0


def test_outch_leaves_ff_in_a_and_y(quiet):
    set_word(quiet, 0x17F2, 3)
    left = call(quiet, ADDRESS["OUTCH"], 0x41, 0x77, 0x12)
    assert (left.a, left.x, left.y) == (0xFF, 0x77, 0xFF)


def test_outch_leaves_zero_in_char(quiet):
    """Apple 1 BASIC keeps the low byte of a pointer there, which is 0."""
    set_word(quiet, 0x17F2, 3)
    quiet.poke(0x00FE, 0x77)
    call(quiet, ADDRESS["OUTCH"], 0x41)
    assert quiet.peek(0x00FE) == 0


# ---------------------------------------------------------------- tables and vectors


def test_the_vectors_and_their_copies(kim):
    assert [word(kim, address) for address in (0xFFFA, 0xFFFC, 0xFFFE)] == [0x1C1C, 0x1C22, 0x1C1F]
    assert [word(kim, address) for address in (0x1BFA, 0x1BFC, 0x1BFE)] == [0x1A6B] * 3


def test_the_segment_table_has_bit_7_set(kim):
    assert kim.memory[0x1FE7:0x1FF7] == bytes(0x80 | code for code in SEGMENTS)


def test_the_texts_are_printed_backwards_from_top(kim):
    text = kim.memory[0x1FD5:0x1FE7][::-1]
    assert text == b"\x13 ERR\x13 KIM\r\n\0\0\0\0\0\0"


# ---------------------------------------------------------------- starting and stopping


def test_reset_makes_a_stack_and_keeps_the_open_cell(quiet):
    set_word(quiet, POINTL, 0x0310)
    quiet.poke(0x0310, 0xC5)
    quiet.set_breakpoint(START)
    quiet.reset()
    quiet.run(1000)
    quiet.set_breakpoint(START, on=False)
    assert (quiet.read_register("PC"), quiet.read_register("S")) == (START, 0xFF)
    assert (quiet.peek(0xF2), quiet.peek(0xFF)) == (0xFF, 1)
    quiet.run(100_000)
    assert quiet.display == "0310C5"


def test_goexec_hands_over_the_saved_registers(quiet):
    quiet.memory[0xF1:0xF6] = bytes([0xC3, 0xE0, 0x11, 0x22, 0x33])  # P S A Y X
    set_word(quiet, POINTL, 0x0320)
    quiet.set_breakpoint(0x0320)
    quiet.write_register("PC", 0x1DC8)
    quiet.run(1000)
    quiet.set_breakpoint(0x0320, on=False)
    registers = [quiet.read_register(name) for name in ("PC", "P", "S", "A", "Y", "X")]
    assert registers == [0x0320, 0xC3 | 0x20, 0xE0, 0x11, 0x22, 0x33]


def test_save1_keeps_what_a_jsr_left(quiet):
    quiet.memory[0x0320:0x0323] = b"\x20\x05\x1c"  # JSR SAVE1
    for name, value in (("PC", 0x0320), ("X", 0x55), ("Y", 0x66), ("S", 0xE0)):
        quiet.write_register(name, value)
    quiet.run(100_000)
    assert (word(quiet, 0xEF), word(quiet, POINTL)) == (0x0322, 0x0322)
    assert (quiet.peek(0xF2), quiet.peek(0xF4), quiet.peek(0xF5)) == (0xE0, 0x66, 0x55)


def test_start_comes_back_from_anywhere(quiet):
    quiet.write_register("PC", START)
    quiet.write_register("P", 0x38)  # decimal
    quiet.run(100_000)
    assert quiet.read_register("P") & 0x0C == 0x04
    assert len(quiet.display) == 6
