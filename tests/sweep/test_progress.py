"""How far a sweep is: what is counted, and how it is shown on a terminal and elsewhere."""

from __future__ import annotations

import contextlib
import io
import sys
from contextlib import closing

import pyte
import pytest

from host.experiments.sweeps import sweep as shown
from host.experiments.sweeps.report import Sample
from host.experiments.sweeps.sweep import Bar, Lines, Tally, duration, progress


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    """Standard error on a terminal: what it shows is on `screen`."""

    def isatty(self):
        return True

    @property
    def screen(self):
        screen = pyte.Screen(150, 12)
        pyte.Stream(screen).feed(self.getvalue().replace("\n", "\r\n"))
        return [line.rstrip() for line in screen.display if line.strip()]


def add(tally, sample):
    tally.done += 1
    tally.look(sample)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.4, "0:59"), (59.6, "1:00"), (600, "10:00"), (3600, "1:00:00"), (359_999, "99:59:59")],
)
def test_durations_are_minutes_and_seconds_or_hours(seconds, text):
    assert duration(seconds) == text


def test_rate_and_time_left_are_those_of_this_run():
    clock = Clock()
    tally = Tally("games", 1000, 500, clock)
    tally.look(Sample(70, "seed 3"))
    assert str(tally) == "500 of 1,000 games, worst 70 (seed 3)"
    for number in range(100):
        add(tally, Sample(number, f"seed {number}"))
    clock.now += 50
    assert str(tally) == "600 of 1,000 games, 2.0 a second, 3:20 left, worst 99 (seed 99)"


def test_slow_work_is_counted_by_the_minute_and_failures_are_work_too():
    clock = Clock()
    tally = Tally("games", 10, 0, clock=clock)
    add(tally, Sample(5, "seed 1"))
    tally.failed += 1
    clock.now += 60
    assert str(tally) == "1 of 10 games, 2.0 a minute, 4:00 left, worst 5 (seed 1), 1 failed"


def test_when_nothing_is_left_no_time_is_named():
    clock = Clock()
    tally = Tally("games", 1, 0, clock=clock)
    add(tally, Sample(5, "seed 1"))
    clock.now += 2
    assert str(tally) == "1 of 1 games, 30.0 a minute, worst 5 (seed 1)"


def test_of_equally_bad_items_the_first_stays():
    tally = Tally("games", 3, 0)
    for where in ("a", "b"):
        add(tally, Sample(5, where))
    assert tally.worst == Sample(5, "a")


def test_where_there_is_no_terminal_lines_come_every_ten_seconds_and_at_the_end(capsys):
    clock = Clock()
    tally = Tally("games", 100, 0, clock=clock)
    with closing(Lines(tally, clock=clock)) as lines:
        for _ in range(50):
            clock.now += 0.5
            add(tally, Sample(1, "x"))
            lines.show()
    starts = [line.partition(",")[0] for line in capsys.readouterr().err.splitlines()]
    assert starts == ["20 of 100 games", "40 of 100 games", "50 of 100 games"]


def test_the_last_line_is_not_printed_twice(capsys):
    clock = Clock()
    tally = Tally("games", 1, 0, clock=clock)
    with closing(Lines(tally, clock=clock)) as lines:
        clock.now += 10
        add(tally, Sample(1, "x"))
        lines.show()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_quiet_lines_are_silent_but_for_what_must_be_said(capsys):
    with closing(Lines(Tally("games", 1, 0), quiet=True)) as lines:
        lines.show()
        lines.say("an error")
    assert capsys.readouterr().err == "an error\n"


def test_on_a_terminal_there_is_a_bar_with_count_pace_and_worst_and_lines_above_it():
    clock, terminal = Clock(), Terminal()
    tally = Tally("games", 40, 0, clock=clock)
    with contextlib.redirect_stderr(terminal), closing(Bar(tally)) as bar:
        for _ in range(30):
            add(tally, Sample(1234, "seed [7]"))
        clock.now += 10
        bar.show()
        bar.say("ironboard: seed 9: [red]failed")
    *above, last = terminal.screen
    assert "ironboard: seed 9: [red]failed" in above
    assert last.startswith("games ━")
    assert last.endswith("30/40 3.0 a second, 0:03 left worst 1,234 (seed [7])")


def test_the_terminal_decides_what_is_shown(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with closing(progress(Tally("x", 1, 0), quiet=False)) as bar:  # else its thread goes on drawing it
        assert isinstance(bar, Bar)
    assert isinstance(progress(Tally("x", 1, 0), quiet=True), Lines)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert isinstance(progress(Tally("x", 1, 0), quiet=False), Lines)
    assert shown.LINE_SECONDS == 10
