"""Running in pieces: the pace, and keys that are pressed on the way."""

import math

import pytest

from host.debugger.dap.debuggee import TICK, Runner
from host.debugger.session import Session
from host.debugger.stops import Kind
from host.machines.kim1.machine import Kim1
from tests.debugger.programs import COUNTING, machine


class Clock:
    """Time that passes only when told to."""

    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


def test_a_paced_machine_is_where_the_clock_says(clock):
    session = Session(machine(COUNTING))
    runner = Runner(session, 2, clock)  # times 1000 Hz
    runner.begin()
    for step in range(1, 21):
        clock.seconds = 100 + 0.05 * step
        assert runner.advance() is None
        assert 100 * step <= session.cycles <= 100 * step + 2


def test_while_it_is_ahead_of_the_clock_the_editor_is_waited_for(clock):
    runner = Runner(Session(machine(COUNTING)), 2, clock)
    runner.begin()
    assert runner.patience == 0
    runner.advance()
    assert runner.patience == pytest.approx(TICK)
    clock.seconds += TICK / 2
    assert runner.patience == pytest.approx(TICK / 2)
    clock.seconds += 1
    assert runner.patience == 0


@pytest.fixture
def kim():
    """The KIM-1 with its monitor running; what it is given is noted."""
    kim = Kim1(core="compiled")
    kim.go_to_keypad()
    return kim


def test_a_breakpoint_between_two_keys_leaves_the_others_for_later(kim):
    session = Session(kim)
    runner = Runner(session, math.inf)
    runner.hands.press("AD", "1", "2")
    stop = session.stops.add(Kind.CHANGE, 0xFB)  # the high half of the address shown
    low = session.stops.add(Kind.CHANGE, 0xFA)
    runner.begin()
    while runner.advance() is None:
        pass
    assert session.halt.breakpoints in ((stop,), (low,))
    session.stops.clear()
    runner.begin()
    runner.hands.run_to(session.cycles + session.clock)
    assert kim.display[:4].endswith("12")
