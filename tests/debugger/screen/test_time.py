"""Back in time: by keys, by the time line, to whoever wrote a word; and what a long journey looks like."""

import asyncio
import threading

import pytest

from host.debugger.stops import Kind, Reason
from tests.debugger.screen.desk import on_desk


@pytest.mark.parametrize("key", ["f7", "shift+f10", "alt+left", "p"])
@on_desk()
async def test_back_goes_a_line_back_over_calls(desk, key):
    await desk.press(*"nnnn")
    assert desk.now == (7, "JMP LOOP")
    await desk.press(key)
    assert desk.now == (6, "JMS TWICE")
    await desk.press(key)
    assert desk.now == (5, "STA COUNTER")
    assert "IN THE PAST" in desk.status


@pytest.mark.parametrize("key", ["shift+f5", "ctrl+f5", "r"])
@on_desk()
async def test_reverse_goes_to_the_last_stop_and_then_to_the_beginning(desk, key):
    await desk.press("c")
    await desk.wait(0.2)
    await desk.press("c")
    desk.session.stops.add(Kind.EXECUTE, 2)
    await desk.press(key)
    assert desk.now == (5, "STA COUNTER")
    moment = desk.session.cycles
    await desk.press(key)
    assert (desk.session.address, moment - desk.session.cycles) == (2, 13)
    desk.session.stops.clear()
    await desk.press(key)
    assert desk.session.cycles == 0
    assert "this is the beginning" in desk.status


@pytest.mark.parametrize(("first", "last"), [("home", "end"), ("alt+home", "alt+end")])
@on_desk()
async def test_keys_go_to_the_beginning_and_the_end_of_history(desk, first, last):
    await desk.press("c")
    await desk.wait(0.3)
    await desk.press("c")
    end = desk.session.cycles
    await desk.press(first)
    assert desk.session.cycles == 0
    assert "IN THE PAST" in desk.status
    await desk.press(last)
    assert desk.session.cycles == end
    assert "STANDS" in desk.status


@on_desk()
async def test_the_time_line_is_clicked_and_moved_along_by_keys(desk):
    await desk.press("c")
    await desk.wait(1.0)
    await desk.press("c")
    end = desk.session.cycles
    line = desk.timeline
    assert line.startswith(" 0.000 s ├━")
    assert line.endswith(f"●┤ {end / 1000:.3f} s")
    middle = (line.index("├") + line.index("┤")) // 2
    await desk.pilot.click("#timeline", offset=(middle, 0))
    await desk.settle()
    assert desk.session.cycles == pytest.approx(end / 2, rel=0.03)
    assert desk.timeline[middle] == "●"
    before = desk.session.cycles
    await desk.press("left")
    assert desk.session.cycles < before
    await desk.press("right", "right")
    assert desk.session.cycles > before
    await desk.pilot.click("#timeline", offset=(0, 0))
    await desk.settle()
    assert desk.session.cycles == 0


@on_desk()
async def test_the_time_line_can_be_drawn_along(desk):
    await desk.press("c")
    await desk.wait(1.0)
    await desk.press("c")
    end = desk.session.cycles
    await desk.pilot.mouse_down("#timeline", offset=(30, 0))
    await desk.pilot.hover("#timeline", offset=(60, 0))
    await desk.pilot.mouse_up("#timeline", offset=(60, 0))
    await desk.settle()
    share = (60 - desk.timeline.index("├") - 1) / (desk.timeline.index("┤") - desk.timeline.index("├") - 2)
    assert desk.session.cycles == pytest.approx(end * share, rel=0.03)


@on_desk()
async def test_one_can_go_to_a_moment_that_is_typed(desk):
    desk.session.run_for(200)
    for typed, cycle in (("-5", 195), ("100", 100), ("end", 200), ("0.1s", 100), ("start", 0)):
        await desk.press("g")
        await desk.fill(moment=typed)
        await desk.settle()
        assert desk.dialog is None, typed
        assert 0 <= desk.session.cycles - cycle <= 2, typed


@on_desk()
async def test_a_moment_that_makes_no_sense_is_refused(desk):
    for typed in ("yesterday", "1e9", "", "10s"):
        await desk.press("g")
        await desk.fill(moment=typed)
        assert "expected" in desk.error or "outside the recorded history" in desk.error or "no time" in desk.error, (
            typed
        )
        await desk.press("escape")
        assert desk.session.cycles == 0, typed


@on_desk()
async def test_w_goes_to_whoever_wrote_the_word_under_the_cursor(desk):
    await desk.press("c")
    await desk.wait(0.5)
    await desk.press("c", "4")
    desk.app.memory.follow_expression("COUNTER")
    await desk.press("w")
    assert desk.now == (5, "STA COUNTER")
    assert "100 COUNTER" in desk.said
    assert "became" in desk.said


@on_desk()
async def test_of_a_word_that_nobody_wrote_that_is_said(desk):
    await desk.press("s", "w")
    await desk.fill(word="ONE")
    assert "nothing has written to 101 ONE" in desk.said
    assert desk.session.cycles == 2


@on_desk()
async def test_a_long_journey_leaves_the_view_alive_and_nothing_else_touches_the_session(desk):
    desk.session.run_for(5000)
    waiting, go_on = threading.Event(), threading.Event()

    def slowly():
        desk.session.history.on_piece = lambda: None
        waiting.set()
        assert go_on.wait(20)
        return desk.session.go(10)

    before = desk.session.cycles
    desk.app._travel(slowly)
    assert await asyncio.to_thread(waiting.wait, 20)
    await desk.pilot.press("b")  # this waits
    await desk.pilot.pause(0.3)
    assert "BUSY" in desk.status
    await desk.pilot.click("#source", offset=(1, 2))
    await desk.pilot.click("#calls", offset=(1, 0))
    await desk.pilot.resize_terminal(80, 24)
    assert not len(desk.session.stops)
    assert desk.session.cycles == before
    go_on.set()
    await desk.settle()
    assert desk.session.cycles == 10
    assert "IN THE PAST" in desk.status
    assert [each.first for each in desk.session.stops] == [desk.session.address]


@pytest.mark.parametrize("key", ["f5", "c", "escape", "ctrl+c"])
@on_desk()
async def test_keys_break_a_journey_off(desk, key):
    desk.session.run_for(5000)
    before, begun = desk.session.cycles, threading.Event()
    go = desk.session.go

    def long():
        pieces = desk.session.machine.run_to

        def wait_for_the_user(cycle):
            begun.set()
            assert desk.session._paused.wait(20)
            desk.session.machine.run_to = pieces
            return pieces(min(cycle, desk.session.cycles + 5))

        desk.session.machine.run_to = wait_for_the_user
        return go(3000)

    desk.app._travel(long)
    assert await asyncio.to_thread(begun.wait, 20)
    await desk.pilot.pause(0.3)
    await desk.pilot.press("b", key)
    await desk.settle()
    assert desk.session.cycles == before
    assert not len(desk.session.stops)  # what was typed before is forgotten
    assert desk.session.halt.reason == Reason.PAUSE
