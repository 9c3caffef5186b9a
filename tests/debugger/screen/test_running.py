"""Forwards: steps, runs, pauses; on a machine that knows nothing but the protocol."""

import pytest

from host.debugger.stops import Reason
from tests.debugger.programs import JMP
from tests.debugger.screen.desk import HUGE, LARGE, SMALL, driven, on_desk, opened, toy


@pytest.mark.parametrize("size", [SMALL, LARGE, HUGE])
@driven
async def test_at_first_the_program_is_shown_before_its_first_instruction(size):
    async with opened(size=size) as desk:
        assert desk.now == (3, "LOOP,   LDA COUNTER")
        assert desk.lines("registers")[0].split()[:2] == ["PC", "000"]
        assert "STANDS" in desk.status
        assert "cycle 0" in desk.status


@on_desk()
async def test_run_to_a_line_without_code_ends_at_the_next_one_that_has_some(desk):
    await desk.press(*["down"] * 5, "u")  # line 8 is empty, 9 is the way back: nobody executes it
    await desk.wait(0.1)
    assert desk.session.running
    await desk.press("f5")
    assert desk.session.halt.reason == Reason.PAUSE


@pytest.mark.parametrize("key", ["f5", "f8", "c"])
@on_desk()
async def test_continue_runs_at_the_speed_of_the_machine_until_it_is_paused(desk, key):
    await desk.press(key)
    assert "RUNS" in desk.status
    assert desk.now is None
    await desk.wait(2.0)
    assert desk.session.cycles == pytest.approx(2.0 * desk.session.clock, rel=0.05)
    await desk.press(key)
    assert "STANDS" in desk.status
    assert "paused" in desk.status
    assert desk.now is not None


@on_desk()
async def test_speed_goes_from_a_tenth_up_to_turbo(desk):
    assert " x1" in desk.status
    await desk.press("<", "<")
    assert " x0.1" in desk.status
    await desk.press("c")
    await desk.wait(2.0)
    assert desk.session.cycles == pytest.approx(0.2 * desk.session.clock, rel=0.1)
    await desk.press(*"+" * 10)
    assert " turbo" in desk.status
    before = desk.session.cycles
    await desk.wait(0.2)
    assert desk.session.cycles - before > 20 * desk.session.clock * 0.2


@on_desk(lambda: toy({0: JMP | 0o40, 0o40: JMP | 0o41, 0o41: JMP | 0o40}))
async def test_a_step_that_does_not_end_goes_on_at_the_speed_set_and_can_be_paused(desk):
    desk.app.go_to_pane("code")
    await desk.press("o")  # there is nothing to come out of
    await desk.wait(1.0)
    assert "RUNS" in desk.status
    before = desk.session.cycles
    await desk.wait(1.0)
    assert desk.session.cycles - before == pytest.approx(desk.session.clock, rel=0.05)
    await desk.press("n")  # a step while it runs is a pause
    assert "paused" in desk.status


@on_desk()
async def test_q_leaves(desk):
    await desk.press("q")
    assert desk.app.return_value == 0
