"""src/serial.s: what it sends, without a terminal. OUTCH is a stub that spoils Y, as the monitor's does."""

import pytest

pytestmark = pytest.mark.kim1(expand_low=True)  # texts are in the expansion memory


@pytest.fixture
def sent(load, stub, calls):
    """Load the program; return a function that says what has been sent."""
    load("../src/serial.s")
    stub("OUTCH", lambda call: {"Y": 0xFF})
    return lambda: bytes(calls.of("OUTCH").A).decode("ascii")


@pytest.mark.parametrize("number", [0, 7, 10, 90, 100, 1001, 9999, 10000, 65535])
def test_a_number_in_decimal(sent, call, number):
    call("PUTDEC", memory={"NUMBER": [number & 0xFF, number >> 8]})
    assert sent() == str(number)


@pytest.mark.parametrize("byte", [0x00, 0x09, 0x0A, 0x9A, 0xFF])
def test_a_byte_in_hexadecimal(sent, call, byte):
    call("PUTHEX", A=byte)
    assert sent() == f"{byte:02X}"


@pytest.mark.parametrize("text", ["", "HELLO", "X" * 255])
def test_a_text(sent, call, text):
    call("PUTS", memory={0x0400: text.encode("ascii") + b"\0", "TEXT": [0x00, 0x04]})
    assert sent() == text


def test_a_number_takes_no_longer_than_a_character_on_the_line(sent, call, cycles):
    """At 1,200 baud a character takes 9,167 cycles; the longest number computes for less than a third of that."""
    with cycles(max=3_000):
        call("PUTDEC", memory={"NUMBER": [0xFF, 0xFF]})
