"""The block move of copy.s does what a slice assignment of Python does, whatever overlaps whatever."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.record import fill
from host.experiments.bench.programs import AREA as SIZE
from host.experiments.bench.programs import COPY, FILLED, LOWER, STEP
from host.experiments.bench.programs import MOVED as LENGTH
from host.experiments.bench.programs import copied as moved
from tests.bench.calling import Caller

UPPER, END = LOWER + SIZE, LOWER + 2 * SIZE
CONTENT = random.Random("copy").randbytes(END - LOWER)


@pytest.fixture(scope="module")
def caller():
    return Caller(COPY)


def test_the_constants_are_those_of_the_source(caller):
    names = ("LOWER", "UPPER", "SIZE", "LENGTH", "STEP", "SKIPPED", "SECOND", "THIRD", "LAST")
    values = (LOWER, UPPER, SIZE, LENGTH, STEP, 5, UPPER + 7, UPPER + 2, END - LENGTH)
    assert {name: caller.symbols[name] for name in names} == dict(zip(names, values, strict=True))


@given(
    source=st.integers(LOWER, END),
    target=st.integers(LOWER, END),
    length=st.one_of(st.integers(0, 520), st.integers(0, END - LOWER)),
)
@example(source=LOWER, target=LOWER, length=END - LOWER)
@example(source=LOWER, target=LOWER + 1, length=0x0100)
@example(source=LOWER + 1, target=LOWER, length=0x0100)
@example(source=LOWER, target=LOWER + 1, length=0x0FFF)
@example(source=LOWER + 1, target=LOWER, length=0x0FFF)
@example(source=LOWER, target=LOWER + 0x100, length=1)
@settings(max_examples=150, deadline=None)
def test_a_block_moves_as_a_slice_does(caller, source, target, length):
    length = min(length, END - source, END - target)
    expected = bytearray(CONTENT)
    expected[target - LOWER : target - LOWER + length] = CONTENT[source - LOWER : source - LOWER + length]
    fill(caller.kim.m.memory, CONTENT, LOWER)
    for name, value in (("SOURCE", source), ("TARGET", target), ("COUNT", length)):
        caller.put(name, value, 2)
    caller.call("MOVE")
    assert bytes(caller.kim.m.memory)[LOWER:END] == expected


def test_pages_are_copied_whole(caller):
    fill(caller.kim.m.memory, CONTENT, LOWER)
    caller.call("PAGES")
    assert caller.kim.memory[LOWER:END] == CONTENT[:SIZE] * 2
    fill(caller.kim.m.memory, CONTENT, LOWER)
    caller.call("WIDE")
    assert caller.kim.memory[LOWER:END] == CONTENT[SIZE:] * 2


def test_python_moves_the_block_from_hand_to_hand():
    lower, upper = moved()[:SIZE], moved()[SIZE:]
    assert upper[-LENGTH:] == lower[5 : 5 + LENGTH]
    assert upper[:2] == bytes([FILLED]) * 2
    assert all(lower[distance:] != lower[:-distance] for distance in range(1, SIZE - 100))
