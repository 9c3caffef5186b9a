"""A panel whose Teletype is on a line as well."""

import pytest

from emulators.errors import IronboardError
from host.machines.kim1.line import LATENCY, Line
from host.machines.kim1.machine import READY_SECONDS, Kim1
from host.panels.kim1.desk import KimDesk
from tests.lines.wire import Wire


@pytest.fixture
def desk():
    kim = Kim1(terminal=True)
    kim.run(seconds=READY_SECONDS)
    desk = KimDesk(kim, now=lambda: kim.cycles / kim.clock)
    desk.line = Line(kim, Wire())
    return desk


def run(desk, seconds):
    desk.run_to(desk.cycles + round(seconds * desk.clock))
    desk.refresh()


def test_what_is_typed_here_and_what_comes_over_the_line_are_printed_at_both(desk):
    wire = desk.line.end
    assert desk.talks
    wire.to_us += b"\r"
    run(desk, 0.2)
    desk.machine.type("02")
    wire.to_us += b"13"
    run(desk, 0.2)
    wire.to_us += b" "
    run(desk, 0.2)
    assert bytes(wire.to_them) == bytes(desk.machine.printed)
    typed = desk.machine.transcript.partition("0000 00 ")[2]
    assert typed.startswith("0213 ")  # the panel goes first


def test_a_moment_that_comes_back_sends_nothing_twice(desk):
    wire = desk.line.end
    wire.to_us += b"\r"
    run(desk, 0.2)
    moment = desk.machine.snapshot()
    run(desk, 0.5)
    wire.to_us += b"0"
    run(desk, 0.1)
    desk.machine.restore(moment)
    wire.to_them.clear()
    run(desk, 0.1)
    assert not wire.to_them
    wire.to_us += b"1"
    run(desk, 0.1)
    assert bytes(wire.to_them) == b"1"


def test_a_line_that_has_gone_is_an_error_at_the_panel(desk, monkeypatch):
    def gone():
        raise IronboardError("the line at x has gone")

    desk.advance()
    monkeypatch.setattr(desk.line.end, "read", gone)
    times = iter(range(1, 100))
    desk.pacer._now = lambda: desk.cycles / desk.clock + next(times)
    desk.advance()
    assert desk.error == "the line at x has gone"
    assert desk.pacer.paused


def test_a_character_begins_half_a_millisecond_after_it_was_written(desk):
    run(desk, 0.01)
    desk.line.end.to_us += b"\r"
    written = desk.cycles
    run(desk, 0.01)
    begun = desk.machine.line_free - 10 * desk.clock // desk.machine.baud
    assert LATENCY <= begun - written < LATENCY + 20
