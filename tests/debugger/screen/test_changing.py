"""Registers and memory: shown in the machine's radix, what changed stands out, and they can be changed."""

import pytest

from host.debugger.tui.dialogs import Question
from host.debugger.tui.pane import INKS
from tests.debugger.screen.desk import HUGE, SMALL, driven, on_desk, opened


def inks(desk, pane, row):
    """Return what stands in a row of a pane in the ink of changes."""
    widget = desk.app.panes[pane]
    return [part.text for part in widget.render_line(row) if part.style.color.name == INKS["changed"].dark]


@on_desk()
async def test_registers_have_all_their_digits_and_a_lamp_for_each_bit(desk):
    desk.session.write_register("AC", 0o4321)
    assert desk.lines("registers")[:3] == [
        " PC 000   ○○○ ○○○ ○○○  LOOP",
        " AC 4321  ●○○ ○●● ○●○ ○○●",
        "          S",
    ]


@on_desk()
async def test_what_a_step_has_changed_stands_out_until_the_next_one(desk):
    desk.session.write(0o100, 6)
    await desk.press("s")
    assert inks(desk, "registers", 0) == ["001"]
    assert inks(desk, "registers", 1) == ["0006"]
    await desk.press("s", "s")
    assert inks(desk, "registers", 1) == []
    desk.app.memory.follow_expression("COUNTER")
    await desk.press("p", "s")
    row = desk.lines("memory").index(" 100 ▸0007 0001 0000 0000 0000 0000 0000 0000")
    assert inks(desk, "memory", row) == ["0007"]


@on_desk()
async def test_a_double_click_on_a_register_asks_for_its_value(desk):
    await desk.click("registers", 5, 1, times=2)
    await desk.fill(value="77")
    assert desk.machine.read_register("AC") == 0o77


@on_desk()
async def test_digits_typed_in_memory_change_the_word_under_the_cursor_and_go_on_to_the_next(desk):
    await desk.press("4", "down", "right", *"1234", *"56", "enter")
    assert [desk.machine.peek(address) for address in (0o11, 0o12, 0o13)] == [0o1234, 0o56, 0]
    assert "1234 0056" in desk.lines("memory")[1]


@on_desk()
async def test_half_a_word_can_be_taken_back(desk):
    await desk.press("4", "1", "7")
    assert "17__" in desk.lines("memory")[0]
    await desk.press("backspace", "2", "escape")
    assert desk.machine.peek(0) == 0o1100
    await desk.press("1", "tab")  # going away stores nothing
    assert desk.machine.peek(0) == 0o1100


@on_desk()
async def test_a_click_chooses_a_word(desk):
    line = desk.lines("memory")[4]
    await desk.click("memory", line.index("3100") + 2, 4)
    assert desk.app.memory.address == 0o41
    await desk.click("memory", line.index("0000"), 4)
    assert desk.app.memory.address == 0o40


@on_desk()
async def test_memory_follows_an_expression(desk):
    await desk.press("5", "enter")
    await desk.fill(expression="PC + 100")
    assert "memory at PC + 100" in desk.heading("memory2")
    assert "▸" in desk.lines("memory2")[0]
    desk.session.write_register("PC", 0o200)
    desk.app.arrive()
    shown = next(line for line in desk.lines("memory2") if "▸" in line)
    assert shown.startswith(" 300 ▸")


@pytest.mark.parametrize("size", [SMALL, HUGE])
@driven
async def test_memory_scrolls_to_both_ends(size):
    async with opened(size=size) as desk:
        await desk.press("4", *["pagedown"] * 12)
        assert desk.app.memory.address == 0o777
        last = [line for line in desk.lines("memory") if line]
        assert last[-1].split()[0] == f"{0o1000 - desk.app.memory.row_words:03o}"
        await desk.press(*["pageup"] * 12)
        assert desk.app.memory.address == 0
        assert desk.lines("memory")[0].startswith(" 000")


@on_desk()
async def test_a_change_in_the_past_asks_before_it_ends_the_future(desk):
    await desk.press("s", "s", "s", "home")
    known = desk.session.history.end
    assert "IN THE PAST" in desk.status
    await desk.press("4", *"7777")
    assert isinstance(desk.dialog, Question)
    assert f"{known:,} cycles before the end" in str(desk.dialog.query("Static").first().render())
    await desk.press("n")
    assert (desk.machine.peek(0), desk.session.history.end) == (0o1100, known)
    await desk.press("left", *"7777", "y")
    assert (desk.machine.peek(0), desk.session.history.end) == (0o7777, 0)
    assert "the history after cycle 0 is discarded" in desk.said
    assert "STANDS" in desk.status
