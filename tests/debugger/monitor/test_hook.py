"""How a view runs: it lets a command begin a run, advances the session in its own time, and says when it has halted."""

import signal
import threading

import pytest

from host.debugger.stops import Reason
from tests.debugger.monitor.desks import toy


class View:
    """Advances in pieces of so many cycles."""

    def __init__(self, piece):
        self.begun = 0
        self.desk = toy(run=self.begin)
        self.piece = piece

    def begin(self):
        self.begun += 1

    def turn(self):
        """Do what a timer does; return whether it goes on."""
        session = self.desk.session
        if session.advance(session.cycles + self.piece) is not None:
            self.desk.monitor.halted()
        return session.running

    def finish(self):
        while self.turn():
            pass


@pytest.mark.parametrize("piece", [1, 3, 1000])
@pytest.mark.parametrize(
    "commands",
    [["step"], ["step 7"], ["next 5"], ["line 4"], ["nextline 9"], ["until PRINT+2"], ["step 4", "out"],
     ["run 33"], ["break 4", "continue", "continue"], ["watch AC if AC == 34", "continue"]],
)  # fmt: skip
def test_a_view_that_advances_in_pieces_ends_where_a_run_in_one_go_ends(commands, piece):
    view, whole = View(piece), toy()
    for command in commands:
        whole.do(command)
        view.desk.do(command)
        view.finish()
        assert view.desk.said == whole.said
        assert summary(view.desk.session.halt) == summary(whole.session.halt)
    assert view.desk.session.machine.snapshot() == whole.session.machine.snapshot()


def summary(halt):
    return halt.reason, halt.address, halt.cycle, [each.number for each in halt.breakpoints], halt.accesses


def test_a_command_returns_at_once_when_a_view_runs_and_reports_only_when_it_has_halted():
    view = View(1)
    assert view.desk.do("next 2") == ""
    assert view.desk.session.running
    assert view.begun == 1
    view.finish()
    assert len(view.desk.said) == 2
    assert view.desk.session.halt.reason == Reason.GOAL


def test_a_series_ends_at_a_breakpoint():
    desk = toy()
    desk.do("break 3")
    assert "breakpoint 1" in desk.do("next 100")
    assert desk.session.address == 3


def test_ctrl_c_pauses_a_run_and_the_session_goes_on():
    desk = toy()
    desk.session.machine.poke(6, 0o4006)  # wait here for ever
    desk.do("r PC=6")
    before = signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    said = desk.do("continue")
    timer.join()
    assert said.startswith("paused\n-> 006")
    assert desk.monitor.interrupted
    assert signal.getsignal(signal.SIGINT) is before
    assert desk.do("step").startswith("-> 006")
    assert not desk.monitor.interrupted


def test_ctrl_c_ends_a_script_behind_the_run_that_it_pauses():
    desk = toy()
    desk.session.machine.poke(6, 0o4006)  # wait here for ever
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        desk.monitor.execute_lines(["r PC=6", "continue", "echo never"], "a script")
    timer.join()
    assert "paused" in desk.said
    assert "never" not in desk.said


def test_an_empty_line_repeats_steps_and_goes_on_with_lists_and_does_nothing_behind_others():
    desk = toy()
    desk.do("step 2", "", "")
    assert desk.session.address == 0o13
    assert desk.do("m 0..7", "") == "\n".join([desk.do("m 0..7"), desk.do("m 10..107")])
    assert desk.do("list START", "").splitlines()[-1] == "      15  021  STEP    7"
    assert desk.do("echo once", "") == "once"
