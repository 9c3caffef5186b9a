"""The pace: even, without drift, never longer than the budget, and honest about a host that is too slow."""

import math

import pytest

from emulators.machine import Stop
from emulators.pacing import BUDGET, LATE, SPEEDS, Pacer, speed_name


class Host:
    """A machine and the clock on the wall: running takes real time."""

    def __init__(self, megahertz=math.inf, overshoot=0):
        self.megahertz, self.overshoot = megahertz, overshoot
        self.clock, self.cycles, self.time = 1_000_000, 5_000, 50.0
        self.stops_at = math.inf

    def now(self):
        return self.time

    def run_to(self, cycle):
        end = min(cycle + self.overshoot, self.stops_at)
        self.time += (end - self.cycles) / (self.megahertz * 1e6)
        self.cycles = end
        return Stop.BREAKPOINT if end == self.stops_at else Stop.NONE


def frames(host, pacer, seconds, per_second=40):
    """Call `advance` from a timer."""
    end = host.time + seconds
    due = host.time
    while due < end - 1e-9:
        due = max(due + 1 / per_second, host.time)
        host.time = due
        pacer.advance()


@pytest.mark.parametrize("per_second", [24, 40, 60, 7])
def test_after_an_hour_no_cycle_is_missing(per_second):
    host = Host(overshoot=6)
    pacer = Pacer(host, now=host.now)
    frames(host, pacer, 3600, per_second)
    assert 0 <= host.cycles - 5_000 - round((host.time - 50.0) * 1_000_000) <= 6


def test_a_change_of_speed_changes_the_future_only():
    host = Host()
    pacer = Pacer(host, now=host.now)
    frames(host, pacer, 1)
    first = host.cycles
    pacer.speed = 5
    assert host.cycles == first
    frames(host, pacer, 1)
    assert host.cycles - first == pytest.approx(5_000_000, abs=1)


def test_a_slow_host_keeps_the_view_alive_and_does_not_run_after_lost_time():
    host = Host(megahertz=0.5)
    pacer = Pacer(host, now=host.now)
    frames(host, pacer, 10)
    assert 3_500_000 < host.cycles < 5_100_000
    host.megahertz = 100.0
    caught_up, began = host.cycles, host.time
    frames(host, pacer, 1)
    assert host.cycles - caught_up <= (host.time - began + LATE) * 1_000_000 + 1


@pytest.mark.parametrize("megahertz", [0.5, 2.0, 900.0])
def test_turbo_uses_the_budget_and_no_more(megahertz):
    host = Host(megahertz=megahertz)
    pacer = Pacer(host, speed=math.inf, now=host.now)
    frames(host, pacer, 2)  # learns how fast the host is
    before = host.time
    pacer.advance()
    assert host.time - before == pytest.approx(BUDGET, rel=0.25)


def test_turbo_reports_the_megahertz_reached():
    host = Host(megahertz=100.0)
    pacer = Pacer(host, speed=math.inf, now=host.now)
    frames(host, pacer, 3)
    assert pacer.megahertz == pytest.approx(80, rel=0.1)  # 20 of every 25 milliseconds


def test_paused_time_is_not_made_up():
    host = Host()
    pacer = Pacer(host, now=host.now)
    pacer.pause()
    frames(host, pacer, 5)
    assert host.cycles == 5_000
    assert pacer.megahertz == 0
    pacer.resume()
    frames(host, pacer, 1)
    assert host.cycles == pytest.approx(1_005_000, abs=1)


def test_a_machine_that_stops_stays_stopped_until_it_is_told_to_go_on():
    host = Host()
    host.stops_at = 100_000
    pacer = Pacer(host, now=host.now)
    frames(host, pacer, 1)
    assert (pacer.stop, pacer.paused, host.cycles) == (Stop.BREAKPOINT, True, 100_000)
    host.stops_at = math.inf
    frames(host, pacer, 1)
    assert host.cycles == 100_000
    pacer.resume()
    frames(host, pacer, 1)
    assert host.cycles == pytest.approx(1_100_000, abs=1)


def test_the_speeds_are_a_ladder_with_two_ends():
    host = Host()
    pacer = Pacer(host, speed=SPEEDS[0], now=host.now)
    seen = []
    for _ in SPEEDS:
        seen.append(pacer.speed)
        pacer.faster()
    assert tuple(seen) == SPEEDS
    assert pacer.speed == math.inf
    for _ in SPEEDS:
        pacer.slower()
    assert pacer.speed == SPEEDS[0]


@pytest.mark.parametrize("speed", [0, -1, math.nan])
def test_a_speed_is_more_than_nothing(speed):
    host = Host()
    pacer = Pacer(host, now=host.now)
    with pytest.raises(ValueError, match="more than 0"):
        pacer.speed = speed


def test_speeds_have_names():
    assert [speed_name(speed) for speed in (0.5, 1.0, 10.0, math.inf)] == ["x0.5", "x1", "x10", "turbo"]
