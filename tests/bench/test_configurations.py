"""All configurations run the same program to its end, and each one is what its name says."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from emulators.mos6502.core import BREAKPOINT, WATCH_READ, WATCH_WRITE
from host.experiments.bench import programs, speed
from host.experiments.bench.measuring import Row
from host.experiments.bench.programs import FUNCTIONAL, PASSES, SOME, STRIDE
from host.experiments.bench.speed import CONFIGURATIONS, END, UNUSED, bare, strip, task

FEW = {PASSES: 1, STRIDE: SOME}
BY_LABEL = {each.label: each for each in CONFIGURATIONS}


@pytest.fixture(scope="module")
def kim():
    return programs.machine(FUNCTIONAL, "compiled")


@pytest.fixture(scope="module")
def cycles(kim):
    return programs.run(kim, FUNCTIONAL, FEW)


@pytest.mark.parametrize("label", BY_LABEL)
def test_every_configuration_runs_to_success_in_the_same_cycles(label, kim, cycles):
    each = task(kim, BY_LABEL[label], FEW, cycles)
    for _ in range(2):
        each.prepare()
        assert each.work() == cycles
        assert kim.read_register("PC") == END


def test_the_bare_processor_takes_the_same_cycles(cycles):
    each = bare(FEW)
    for _ in range(2):
        each.prepare()
        assert each.work() == cycles


def test_a_run_that_is_too_short_is_an_error(kim, cycles):
    each = task(kim, BY_LABEL["KIM-1"], FEW, cycles - 100)
    each.prepare()
    with pytest.raises(IronboardError, match="the functional test ended at"):
        each.work()


@pytest.mark.parametrize(
    ("label", "marks", "tracing", "recording"),
    [
        ("KIM-1", 0, 0, False),
        ("100 breakpoints", BREAKPOINT, 0, False),
        ("100 watchpoints", WATCH_READ | WATCH_WRITE, 0, False),
        ("60 pieces a second", 0, 0, False),
        ("traced", 0, 1, False),
        ("recording", 0, 0, True),
        ("recording, breakpoints", BREAKPOINT, 0, True),
    ],
)
def test_a_configuration_is_what_its_name_says(kim, label, marks, tracing, recording):
    strip(kim)
    BY_LABEL[label].get_ready(kim)
    kinds = BREAKPOINT | WATCH_READ | WATCH_WRITE
    assert {int(kim.m.special[address]) & kinds for address in UNUSED} == {marks}
    assert len(UNUSED) == 100
    assert (int(kim.m.tracing), kim.on_give is not None) == (tracing, recording)
    strip(kim)
    assert not any(int(each) & kinds for each in kim.m.special)
    assert (int(kim.m.tracing), kim.on_give) == (0, None)


def test_the_cost_of_recording_is_a_share_of_the_speed():
    rows = (Row("KIM-1", (1.0, 2.0), 100), Row("recording", (1.25, 2.5), 100))
    goal = speed.cost_of_recording(rows)
    assert goal.value == 20.0
    assert not goal.met
