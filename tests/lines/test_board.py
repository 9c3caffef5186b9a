"""Programs sent to a board by its monitor: ours stands there, on its own time; lines that lose characters."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.image import Image
from host.machines.kim1.board import Board, LineError
from host.machines.kim1.line import Line
from host.machines.kim1.machine import READY_SECONDS, Kim1
from host.machines.lines import Settings
from tests.lines.wire import Wire

SPEEDS = (110, 300, 600, 1200, 2400, 4800, 9600)


class Noise:
    """A line that loses, doubles and changes characters, each with a probability."""

    def __init__(self, seed, share):
        self.random, self.share = random.Random(seed), share

    def __call__(self, data):
        return bytes(b for byte in data for b in self.of(byte))

    def of(self, byte):
        if self.random.random() >= self.share:
            return [byte]
        return self.random.choice(
            [[], [byte, byte], [byte ^ 1 << self.random.randrange(8)], [self.random.randrange(256)]]
        )


class There:
    """The end of a board's line that its user has; time passes on the machine's clock only."""

    name = "there"

    def __init__(self, baud=9600, noise=bytes, **machine):
        self.kim = Kim1(terminal=True, **machine)
        self.kim.run(seconds=READY_SECONDS)
        self.wire, self.noise = Wire(baud), noise
        self.line = Line(self.kim, self.wire)
        self.board = Board(self, lambda: self.kim.cycles / self.kim.clock, self.pause)

    def pause(self, seconds):
        self.line.run_to(self.kim.cycles + max(1, round(seconds * self.kim.clock)))

    def settings(self):
        return self.wire.settings()

    def read(self):
        data = self.noise(bytes(self.wire.to_them))
        self.wire.to_them.clear()
        return data

    def write(self, data):
        self.wire.to_us += self.noise(data)

    def close(self):
        pass


def image_of(size, first=0x0200):
    return Image.of(first, random.Random(size).randbytes(size))


def holds(kim, image):
    return all(kim.peek(address) == byte for address, byte in image)


@pytest.mark.parametrize("baud", SPEEDS)
def test_a_program_is_sent_and_compared_at_all_speeds(baud):
    there, image = There(baud), image_of(30)
    done = []
    there.board.wake()
    there.board.load(image, lambda *each: done.append(each))
    assert holds(there.kim, image)
    assert done == [(24, 30), (30, 30)]


def test_a_program_in_pieces_leaves_alone_what_is_between_them():
    there = There()
    image = Image([*Image.of(0x0010, b"abc").segments, *Image.of(0x0200, b"def").segments])
    there.kim.poke(0x0100, 0x5A)
    there.board.wake()
    there.board.load(image)
    assert holds(there.kim, image)
    assert there.kim.peek(0x0100) == 0x5A


def test_memory_is_read_back():
    there, image = There(), image_of(100)
    there.kim.load(image)
    there.board.wake()
    assert there.board.read(0x0200, 0x0263) == dict(image)


def test_a_program_starts_in_binary_mode_with_an_empty_stack():
    there = There()
    there.kim.load(Image.of(0x0200, bytes.fromhex("BA 08 68 85 10 86 11 4C0702")))  # P and S to 10 and 11
    there.kim.poke(0x00F1, 0x0C)
    there.board.wake()
    there.board.run(0x0200)
    there.pause(0.1)
    assert there.kim.peek(0x10) & 0x0C == 0
    assert there.kim.peek(0x11) == 0xFF


def test_a_board_that_is_off_is_an_error_that_says_what_to_do():
    there = There()
    there.kim.key_down("RS")
    with pytest.raises(LineError, match=r"nothing answers at there, 9600 baud: .* Press RS and try again"):
        there.board.wake()


def test_a_monitor_at_another_speed_is_an_error_that_says_what_to_do():
    there = There()
    there.board.wake()
    there.wire.now = Settings(1200)
    with pytest.raises(LineError, match=r"at there, 1200 baud.*[pP]ress RS"):
        Board(there, there.board._now, there.pause).wake()


def test_memory_that_does_not_hold_a_program_is_an_error_that_names_it():
    there = There()
    there.board.wake()
    with pytest.raises(IronboardError, match="memory does not hold the bytes sent to 0400-0403"):
        there.board.load(Image.of(0x03FE, bytes(range(0x11, 0x17))))


def test_cells_that_the_monitor_uses_are_refused():
    there = There()
    there.board.wake()
    with pytest.raises(IronboardError, match="uses 00F6-00FF when it loads a tape: the program has 00FB"):
        there.board.load(Image.of(0x00FB, b"a"))


def test_the_monitor_is_woken_in_the_middle_of_a_tape():
    there = There()
    there.board.wake()
    there.wire.to_us += b"L;180200A9"
    there.pause(0.1)
    there.board.wake()
    there.board.load(image_of(5))
    assert holds(there.kim, image_of(5))


@settings(max_examples=64)
@given(st.integers(0, 2**32), st.sampled_from([0.001, 0.005, 0.02, 0.1]))
def test_whatever_the_line_does_a_program_that_was_sent_without_an_error_is_there(seed, share):
    there, image = There(noise=Noise(seed, share)), image_of(60)
    try:
        there.board.wake()
        there.board.load(image)
    except IronboardError:
        return
    assert holds(there.kim, image)


def test_a_few_faults_of_the_line_do_no_harm():
    sent = 0
    for seed in range(10):
        there = There(noise=Noise(seed, 0.002))
        there.board.wake()
        there.board.load(image_of(60))
        sent += holds(there.kim, image_of(60))
    assert sent == 10


@given(st.integers(0, 2**32))
@example(1957)  # a character becomes "." on its way: the monitor stores a byte, and the echo tells it too late
def test_whatever_the_line_does_memory_that_is_read_is_what_is_there(seed):
    there, image = There(noise=Noise(seed, 0.01)), image_of(60)
    there.kim.load(image)
    try:
        there.board.wake()
        found = there.board.read(0x0200, 0x023B)
    except IronboardError:
        return
    assert found == {address: there.kim.peek(address) for address, _ in image}
