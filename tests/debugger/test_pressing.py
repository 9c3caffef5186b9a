"""Keys pressed while the machine runs, and instructions lived again."""

import pytest

from host.debugger.session import KEY_SECONDS, Session
from host.machines.kim1.machine import Kim1
from tests.debugger.programs import COUNTING, machine


@pytest.fixture(scope="module")
def monitor_scan():
    """A KIM-1 whose monitor waits for keys."""
    kim = Kim1(core="compiled")
    kim.press("RS")
    kim.run(seconds=0.2)
    return kim, kim.snapshot()


@pytest.fixture
def session(monitor_scan):
    kim, snapshot = monitor_scan
    kim.restore(snapshot)
    session = Session(kim)
    yield session
    session.stops.clear()


def test_pressing_takes_the_time_of_a_finger(session):
    before = session.cycles
    assert session.press("AD", "0") is None
    assert session.cycles - before == pytest.approx(4 * KEY_SECONDS * session.clock, abs=10)


def test_living_again_looks_at_the_last_instructions_before_each_and_changes_nothing():
    session = Session(machine(COUNTING))
    session.step(20)
    state, seen = session.machine.save_state(), []
    session.live_again(6, lambda: seen.append((session.cycles, session.address)))
    assert session.machine.save_state() == state
    again = Session(machine(COUNTING))
    again.step(14)
    expected = []
    for _ in range(6):
        expected.append((again.cycles, again.address))
        again.step()
    assert seen == expected
