"""Breakpoints: by key and by mouse, with conditions, in the list, on memory."""

import pytest

from host.debugger.stops import Kind
from tests.debugger.screen.desk import SMALL, driven, on_desk, opened


def stops(desk):
    return [(each.kind, each.first) for each in desk.session.stops]


def margin(desk, line):
    """Return the sign in front of a line of the source."""
    return next(row[1:2] for row in desk.lines("source") if row[3:7].strip() == str(line))


@pytest.mark.parametrize("key", ["f9", "b"])
@on_desk()
async def test_a_key_sets_a_breakpoint_on_the_line_of_the_cursor_and_removes_it(desk, key):
    await desk.press("down", "down", key)
    assert stops(desk) == [(Kind.EXECUTE, 2)]
    assert margin(desk, 5) == "●"
    await desk.press(key)
    assert stops(desk) == []
    assert margin(desk, 5) == " "


@on_desk()
async def test_on_a_line_without_code_it_goes_to_the_next_one_that_has_some_and_the_cursor_too(desk):
    await desk.press("up", "up", "b")
    assert stops(desk) == [(Kind.EXECUTE, 0)]
    assert desk.app.source.cursor == 2


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
@driven
async def test_a_click_in_the_margin_sets_a_breakpoint_and_the_run_ends_there(size):
    async with opened(size=size) as desk:
        row = next(i for i, line in enumerate(desk.lines("source")) if "JMP LOOP" in line)
        await desk.click("source", 2, row)
        assert stops(desk) == [(Kind.EXECUTE, 4)]
        await desk.press("c")
        await desk.wait(0.1)
        assert desk.now == (7, "JMP LOOP")
        assert "breakpoint 1: 004" in desk.status
        assert "breakpoint 1: 004" in desk.said
        await desk.click("source", 2, row)
        assert stops(desk) == []


@on_desk()
async def test_in_the_disassembly_a_breakpoint_is_one_on_the_instruction(desk):
    await desk.press("2", "down", "b")
    assert stops(desk) == [(Kind.EXECUTE, 1)]
    row = next(i for i, line in enumerate(desk.lines("code")) if " 003 " in line)
    await desk.click("code", 1, row)
    assert stops(desk) == [(Kind.EXECUTE, 1), (Kind.EXECUTE, 3)]
    assert desk.lines("code")[row].startswith(" ●")


@on_desk()
async def test_a_breakpoint_with_everything_is_filled_in(desk):
    await desk.press("down", "down", "B")
    assert desk.dialog.query_one("#where").value == "count.txt:5"
    await desk.fill(condition="AC == 3", message="")
    assert desk.dialog is None
    assert margin(desk, 5) == "◆"
    await desk.press("c")
    await desk.wait(0.1)
    assert desk.machine.read_register("AC") == 3
    assert desk.now[0] == 5


@on_desk()
async def test_a_malformed_condition_is_pointed_at_and_nothing_is_lost(desk):
    await desk.press("B")
    await desk.fill(condition="AC == ")
    assert "the expression ends too early" in desk.error
    assert stops(desk) == []
    await desk.fill(condition="AC == 5")
    assert desk.dialog is None
    assert str(desk.session.stops[1].condition) == "AC == 5"


@on_desk()
async def test_an_unknown_kind_of_breakpoint_is_refused(desk):
    await desk.press("B")
    await desk.fill(kind="exekute")
    assert "not a kind of breakpoint" in desk.error
    await desk.press("escape")
    assert desk.dialog is None
    assert stops(desk) == []


@on_desk()
async def test_a_watchpoint_on_a_register_and_a_hit_count(desk):
    await desk.press("B")
    await desk.fill(where="AC", kind="change", hits="3")
    await desk.press("c")
    await desk.wait(0.1)
    assert desk.session.stops[1].hits == 3
    assert "change AC" in desk.status


@on_desk()
async def test_a_log_point_speaks_in_the_log_and_does_not_stop(desk):
    await desk.press("B")
    await desk.fill(where="count.txt:5", message="AC is {AC}")
    assert margin(desk, 5) == "▲"
    await desk.press("c")
    await desk.wait(0.2)
    assert "RUNS" in desk.status
    assert "AC is 0001\nAC is 0002" in desk.said


@on_desk(size=SMALL)
async def test_the_list_shows_breakpoints_and_changes_them(desk):
    await desk.press("b", "down", "b", "7")
    assert [line.split()[:4] for line in desk.lines("breakpoints")[:2]] == [
        ["●", "1", "execute", "000"], ["●", "2", "execute", "001"],
    ]  # fmt: skip
    await desk.press("down", "space")
    assert not desk.session.stops[2].enabled
    assert desk.lines("breakpoints")[1].startswith(" ○")
    await desk.press("b")  # in the list, it is the same as the space bar
    assert desk.session.stops[2].enabled
    await desk.press("enter")
    await desk.fill(condition="AC > 1", hits_wanted="%2")
    assert str(desk.session.stops[2].condition) == "AC > 1"
    assert "if AC > 1  hits %2" in desk.lines("breakpoints")[1]
    await desk.press("up", "delete")
    assert stops(desk) == [(Kind.EXECUTE, 1)]


@on_desk()
async def test_an_empty_list_says_how_to_set_a_breakpoint(desk):
    await desk.press("7", "enter", "delete", "space")
    assert "F9" in desk.lines("breakpoints")[0]


@on_desk()
async def test_in_memory_the_key_watches_for_changes_of_the_word(desk):
    await desk.press("4")
    desk.app.memory.follow_expression("COUNTER")
    await desk.press("f9")
    assert stops(desk) == [(Kind.CHANGE, 0o100)]
    await desk.press("f5")
    await desk.wait(0.1)
    assert desk.machine.peek(0o100) == 1
    assert "change 100 COUNTER" in desk.status
    assert "0001 written to 100 COUNTER" in desk.said
    await desk.press("f9")
    assert stops(desk) == []
