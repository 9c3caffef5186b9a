"""A panel whose Teletype is on a line as well."""

import pytest

from emulators.errors import IronboardError
from host.machines.kim1.line import LATENCY, Line
from host.machines.kim1.machine import READY_SECONDS, Kim1
from host.panels.kim1.controller import KimController
from tests.lines.wire import Wire


@pytest.fixture
def controller():
    kim = Kim1(terminal=True)
    kim.run(seconds=READY_SECONDS)
    controller = KimController(kim, now=lambda: kim.cycles / kim.clock)
    controller.line = Line(kim, Wire())
    return controller


def run(controller, seconds):
    controller.run_to(controller.cycles + round(seconds * controller.clock))
    controller.refresh()


def test_what_is_typed_here_and_what_comes_over_the_line_are_printed_at_both(controller):
    wire = controller.line.end
    assert controller.talks
    wire.to_us += b"\r"
    run(controller, 0.2)
    controller.machine.type("02")
    wire.to_us += b"13"
    run(controller, 0.2)
    wire.to_us += b" "
    run(controller, 0.2)
    assert bytes(wire.to_them) == bytes(controller.machine.printed)
    typed = controller.machine.transcript.partition("0000 00 ")[2]
    assert typed.startswith("0213 ")  # the panel goes first


def test_a_moment_that_comes_back_sends_nothing_twice(controller):
    wire = controller.line.end
    wire.to_us += b"\r"
    run(controller, 0.2)
    moment = controller.machine.snapshot()
    run(controller, 0.5)
    wire.to_us += b"0"
    run(controller, 0.1)
    controller.machine.restore(moment)
    wire.to_them.clear()
    run(controller, 0.1)
    assert not wire.to_them
    wire.to_us += b"1"
    run(controller, 0.1)
    assert bytes(wire.to_them) == b"1"


def test_a_line_that_has_gone_is_an_error_at_the_panel(controller, monkeypatch):
    def gone():
        raise IronboardError("the line at x has gone")

    controller.advance()
    monkeypatch.setattr(controller.line.end, "read", gone)
    times = iter(range(1, 100))
    controller.pacer._now = lambda: controller.cycles / controller.clock + next(times)
    controller.advance()
    assert controller.error == "the line at x has gone"
    assert controller.pacer.paused


def test_a_character_begins_half_a_millisecond_after_it_was_written(controller):
    run(controller, 0.01)
    controller.line.end.to_us += b"\r"
    written = controller.cycles
    run(controller, 0.01)
    begun = controller.machine.line_free - 10 * controller.clock // controller.machine.baud
    assert LATENCY <= begun - written < LATENCY + 20
