"""Display, teletype and tape: what leaves the board, bit by bit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators import record
from emulators.kim1 import bus, cassette, display, teletype
from emulators.mos6502.core import NEVER
from host.machines.kim1.machine import Kim1

BAUDS = (110, 300, 600, 1200, 2400, 4800, 9600)


def line(baud, echo=0):
    m = record.plain(bus.FIELDS)
    m.baud, m.out_level, m.echo, m.start_at, m.sent_at = baud, 1, echo, NEVER, -(10**9)
    return m


def received(m):
    return bytes(m.received[: m.received_count])


def play(m, data, bit_time, start=1000, stop_bits=1):
    """A guest that toggles PB0; returns the cycle behind the last stop bit."""
    cycle = start
    for byte in data:
        for level in [0, *(byte >> n & 1 for n in range(8)), *[1] * stop_bits]:
            teletype.drive(m, level, m.echo, round(cycle))
            cycle += bit_time
    return round(cycle)


@given(data=st.binary(max_size=20), baud=st.sampled_from(BAUDS), error=st.floats(-0.03, 0.03))
def test_the_terminal_reads_what_the_guest_sends_three_percent_off_its_speed(data, baud, error):
    m = line(baud)
    end = play(m, data, 1e6 / baud * (1 + error))
    teletype.watch(m, end + 10_000)
    assert received(m) == data
    assert m.framing_errors == 0


@given(byte=st.integers(0, 255), baud=st.sampled_from(BAUDS))
def test_a_byte_from_the_terminal_has_its_bits_in_the_middle_of_their_times(byte, baud):
    m = line(baud)
    teletype.send(m, byte, 5000)
    bits = [teletype.sent_level(m, 5000 + (2 * n + 1) * 1_000_000 // (2 * baud)) for n in range(12)]
    assert bits == [0, *(byte >> n & 1 for n in range(8)), 1, 1, 1]
    assert teletype.sent_level(m, 4999) == 1


@given(data=st.binary(min_size=1, max_size=6), baud=st.sampled_from(BAUDS), look=st.integers(1, 5000))
@settings(deadline=None)
def test_what_is_typed_is_echoed_by_hardware_unless_pb5_cuts_it(data, baud, look):
    for echo, expected in ((1, data), (0, b"")):
        m = line(baud, echo)
        cycle = 1000
        for byte in data:
            teletype.send(m, byte, cycle)
            cycle += 11 * 1_000_000 // baud
            for now in range(int(m.seen_to), cycle, look):
                teletype.watch(m, now)
        teletype.watch(m, cycle + 1000)
        assert received(m) == expected


def test_a_glitch_shorter_than_half_a_bit_is_no_start_bit():
    m = line(300)
    teletype.drive(m, 0, 0, 1000)
    teletype.drive(m, 1, 0, 1006)
    teletype.watch(m, 100_000)
    assert m.received_count == 0


@given(data=st.binary(max_size=8), baud=st.sampled_from(BAUDS), bits=st.floats(10.5, 60), look=st.integers(100, 50_000))
def test_a_line_held_low_is_one_break_and_the_next_character_begins_after_mark(data, baud, bits, look):
    """What the terminal itself sends meanwhile is not echoed: PB0 pulls the line down."""
    m = line(baud, echo=1)
    cycle = 1000
    for byte in data:
        teletype.drive(m, 0, 1, cycle)
        teletype.send(m, 0x55, cycle + 1)
        cycle += max(12, round(bits)) * 1_000_000 // baud
        for now in range(int(m.seen_to), cycle, look):
            teletype.watch(m, now)
        teletype.drive(m, 1, 1, cycle)
        cycle = play(m, [byte], 1e6 / baud, cycle + 1_000_000 // baud)
    teletype.watch(m, cycle + 1000)
    assert received(m) == data
    assert m.framing_errors == len(data)


def test_a_frame_that_ends_in_space_with_a_bit_set_is_followed_by_the_next_at_once():
    """As in a UART: only ten bits of space are a break; states saved before there were any go on as they did."""
    m = line(1000)
    for at, level in ((0, 0), (1000, 1), (2000, 0), (11_500, 1)):
        teletype.drive(m, level, 0, 1000 + at)
    teletype.watch(m, 100_000)
    assert (m.framing_errors, received(m)) == (1, b"\xfe")


SILENT = bytes.fromhex(  # LDA 1742, AND #FE, STA 1742, JSR GETCH, TAX, INX, LDA #07, STA 1742, TXA, JSR OUTCH
    "AD 42 17 29 FE 8D 42 17 20 5A 1E AA E8 A9 07 8D 42 17 8A 20 A0 1E 4C 00 02"
)


@pytest.mark.parametrize("core", ["compiled", "python"])
def test_a_program_that_switches_the_echo_off_can_be_typed_at(core):
    """PB0 is 0 while it waits in GETCH: the usual trick. It prints the character after the one typed."""
    kim = Kim1(core=core)
    kim.log_on()
    kim.memory[0x0200 : 0x0200 + len(SILENT)] = SILENT
    kim.start_from_terminal(0x0200)
    before = len(kim.printed)
    kim.type("HAL")
    kim.run_until(lambda kim: not kim.typing and kim.idle, seconds=2)
    kim.run(seconds=0.1)
    assert bytes(kim.printed[before:]) == b"IBM"


def test_a_segment_driven_all_the_time_shines_six_times_as_bright_as_a_multiplexed_one():
    kim = Kim1(core="compiled")
    kim.run(seconds=0.1)
    multiplexed = kim.brightness[5][0]
    code = bytes.fromhex("A9 7F 8D 41 17 A9 3F 8D 43 17 A9 77 8D 40 17 A9 13 8D 42 17 4C 14 02")
    kim.memory[0x0200 : 0x0200 + len(code)] = code  # an A on the last digit, for ever
    kim.write_register("PC", 0x0200)
    kim.run(seconds=0.1)
    assert kim.display == "     A"
    assert kim.brightness[5][0] == 1.0
    assert kim.brightness[5][3] == 0.0  # segment d is not part of an A
    assert 5.0 < kim.brightness[5][0] / multiplexed < 7.5


def test_a_dark_display_is_dark_at_once_when_it_has_been_dark_for_a_while():
    m = record.plain(bus.FIELDS)
    display.drive(m, 0, 0x3F, 0)
    display.drive(m, -1, 0, 1_000_000)
    display.count(m, 1_010_000)
    assert 0.3 < display.brightness(m)[0][0] < 0.8
    display.count(m, 1_100_000)
    assert display.text(m) == "      "


def tone(half_period, halves, start):
    return [start + half_period * n for n in range(1, halves + 1)]


@pytest.mark.parametrize("speed", [0.9, 1.0, 1.1])
def test_the_tone_decoder_says_0_for_the_high_tone_and_1_for_the_low_one(speed):
    edges = [0]
    for half, halves in [(136, 18), (207, 24), (136, 36), (207, 12)] * 5:
        edges += tone(round(half * speed), halves, edges[-1])
    levels = [level for _, level in cassette.demodulate(edges)]
    assert levels == [0, 1] * 10


def test_silence_keeps_the_level():
    edges = tone(207, 40, 0) + tone(207, 40, 500_000)
    assert [level for _, level in cassette.demodulate(edges)] == [1]
