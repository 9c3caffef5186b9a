"""A long run is cut into pieces, so that Ctrl-C is heard; nothing of a machine's course depends on where."""

from __future__ import annotations

import pytest

from emulators import processor
from emulators.ibm704 import bcd
from emulators.ibm704.console import Key
from emulators.machine import Stop
from host.games.checkers.program import CheckersProgram
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.calls import Bare704
from host.machines.kim1.machine import Kim1


def playing():
    """Return a KIM-1 on which keys are pressed, at cycles to come, and Wally thinks; with all instructions noted."""
    kim = Kim1()
    kim.boot("wally")
    kim.at(kim.cycles + 30_000, "key_down", "GO")
    kim.at(kim.cycles + 130_000, "key_up", "GO")
    return kim, 400_000


def printing():
    """Return a 704 that reads cards, computes, and prints."""
    machine = CheckersProgram().machine
    machine.put_cards(map(bcd.card, ("DEPTH 1", "PRINT", "PLAY", "PRINT")))
    machine.press(Key.START)
    return machine, 400_000


def asking(**options):
    """Return a 6600 that reads lines of INPUT, computes, and writes OUTPUT: with requests to the system."""
    machine = Cdc6600(**options)
    machine.attach("INPUT", ["PITS", "3", "2", "1", "ROWS", "PITS", "4", "3", "2", "1", "MOVES"])
    machine.attach("OUTPUT")
    machine.load("kalah")
    machine.at(5_000, "register", ["X7", 0])
    return machine, 300_000


MACHINES = {
    "KIM-1": playing,
    "704": printing,
    "6600": asking,
    "6600, fast": lambda: asking(exact=False),
    "6600, a 6400": lambda: asking(model="6400"),
}


@pytest.fixture(params=MACHINES)
def started(request):
    """Return a function that makes a machine, and says how many cycles it is to run."""
    return MACHINES[request.param]


@pytest.fixture
def cut(monkeypatch):
    """Return a function that makes every piece of a machine's runs so many cycles long."""

    def pieces(machine, cycles):
        monkeypatch.setattr(processor, "SHORTEST_PIECE", cycles)
        monkeypatch.setattr(processor, "LONGEST_PIECE", cycles)
        machine.processor.piece = cycles

    return pieces


def finished(machine, cycles):
    """Run a machine; return all that can be known of it."""
    machine.trace()
    stop, end = Stop.NONE, machine.cycles + cycles
    while machine.cycles < end and stop == Stop.NONE:
        before = machine.cycles
        try:
            stop = machine.run_to(end)
        except KeyboardInterrupt:
            assert machine.cycles > before, "what is noted has not been fetched"
    return stop, machine.save_state(), bytes(machine.printed), machine.traced()


def test_where_a_run_is_cut_changes_nothing(started, cut):
    machine, cycles = started()
    whole = finished(machine, cycles)
    machine, _ = started()
    cut(machine, 7)
    assert finished(machine, cycles) == whole


def test_nor_does_where_it_is_interrupted(started, cut, monkeypatch):
    """Python raises the exception as soon as the kernel comes back: before what it has noted is fetched."""
    machine, cycles = started()
    whole = finished(machine, cycles)
    machine, _ = started()
    cut(machine, 9_973)
    plain, calls = machine.processor.run_piece, []

    def interrupted(cycle, run):
        plain(cycle, run)
        if machine.last_stop == Stop.NONE:  # else there is nothing to go on with
            calls.append(cycle)
            raise KeyboardInterrupt

    monkeypatch.setattr(machine.processor, "run_piece", interrupted)
    assert finished(machine, cycles) == whole
    assert len(calls) > 10


def test_pieces_are_as_long_as_the_hosts_speed_lets_them_be(monkeypatch):
    """The length follows counted cycles and the host's clock: it doubles at most, and has bounds."""
    now = [0.0]
    monkeypatch.setattr(processor.time, "perf_counter", lambda: now[0])
    kim = Kim1()

    def lasting(seconds):
        before = kim.processor.piece

        def run(cycle):
            kim.m.cycles, now[0] = cycle, now[0] + seconds

        kim.processor.run_piece(kim.cycles + 10**9, run)
        return kim.processor.piece / before

    assert lasting(0.1) == 0.5
    assert lasting(0.001) == 2
    assert lasting(0.05) == 1
    for _ in range(20):
        lasting(0)
    assert kim.processor.piece == processor.LONGEST_PIECE
    for _ in range(20):
        lasting(10)
    assert kim.processor.piece == processor.SHORTEST_PIECE


def test_routines_that_are_called_one_by_one_are_cut_too(monkeypatch):
    cycles = []
    for _ in range(2):
        cycles.append(Bare704("perft").call("PLACE"))
        monkeypatch.setattr(processor, "FIRST_PIECE", 10)
        monkeypatch.setattr(processor, "LONGEST_PIECE", 10)
    assert cycles[0] == cycles[1]
