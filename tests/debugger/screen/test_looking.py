"""Finding one's way: labels, callers, lines of text, panes, and terminals of every size."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import MouseScrollDown

from host.debugger.tui.layout import PANES
from tests.debugger.programs import COUNTING
from tests.debugger.screen.desk import HUGE, LARGE, SMALL, driven, on_desk, opened, toy
from tests.shared import spread


@on_desk()
async def test_a_label_is_found_by_a_part_of_its_name(desk):
    await desk.press("l")
    await desk.type("twi")
    await desk.press("down", "enter")
    assert desk.dialog is None
    assert desk.app.source.cursor == 9 - 1
    assert desk.session.cycles == 0


@on_desk()
async def test_a_place_that_is_not_there_is_refused(desk):
    for place in ("NOWHERE", "99", "other.txt:5", "7777", ""):
        await desk.press("l")
        await desk.fill(place=place)
        assert desk.error, place
        await desk.press("escape")
        assert desk.app.source.cursor == 3 - 1, place


@on_desk(size=SMALL)
async def test_an_address_without_a_source_is_shown_in_the_disassembly(desk):
    await desk.press("l")
    await desk.fill(place="300")
    assert desk.app.code.display
    assert desk.app.code.address == 0o300
    await desk.press("full_stop")
    assert desk.now == (3, "LOOP,   LDA COUNTER")


@on_desk()
async def test_text_is_searched_and_searched_on_from_the_end_to_the_beginning(desk):
    await desk.press("slash")
    await desk.fill(text="counter")
    assert desk.app.source.cursor + 1 == 5
    await desk.press("N")
    assert desk.app.source.cursor + 1 == 10
    await desk.press("f3")
    assert desk.app.source.cursor + 1 == 1


@on_desk()
async def test_the_disassembly_scrolls_by_instructions_to_both_ends_of_memory(desk):
    desk.app.show_place(0o740)
    await desk.press("2", *["pagedown"] * 3)
    assert desk.app.code.address == 0o777
    assert any(" 777  " in line for line in desk.lines("code"))
    desk.app.show_place(0o50)
    await desk.press(*["pageup"] * 4, "up")
    assert desk.app.code.address == 0
    assert desk.lines("code")[0] == "    LOOP:"


@on_desk(size=SMALL)
async def test_the_wheel_scrolls(desk):
    await desk.press("2")
    await desk.pilot._post_mouse_events([MouseScrollDown], "#code", offset=(5, 3), button=0)
    await desk.settle()
    assert desk.app.code.top == 3
    await desk.press("1")
    await desk.pilot._post_mouse_events([MouseScrollDown], "#source", offset=(5, 3), button=0)
    await desk.settle()
    assert desk.app.source.scroll_offset.y > 0


@driven
async def test_the_source_that_cannot_be_found_leaves_the_disassembly(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with opened(toy(COUNTING, folder=tmp_path), size=SMALL) as desk:
        assert desk.app.code.display
        assert any("count.txt:3" in line for line in desk.lines("code"))
        await desk.press("1")
        assert desk.app.source.display
        await desk.press("b", "u")
        assert "no source is shown" in desk.said


@pytest.mark.parametrize("size", spread([SMALL, LARGE, HUGE], 2))
@driven
async def test_every_pane_can_be_reached_by_its_key_and_is_shown_then(size):
    async with opened(size=size) as desk:
        for name, key in PANES.items():
            if name not in desk.app.panes:  # variables: of programs whose language is known
                continue
            await desk.press(f"alt+{key}")
            assert desk.app.panes[name].display
            assert desk.app.panes[name].has_focus
            assert desk.app.panes[name].region.height > 0
            assert f" {key} " in desk.heading(name)


@on_desk(size=SMALL)
async def test_tab_goes_round_through_all_that_can_be_seen(desk):
    seen = []
    for _ in range(5):
        await desk.press("tab")
        seen.append(desk.app.focused.id)
    assert seen == ["registers", "memory", "timeline", "command", "source"]
    await desk.press("shift+tab", "shift+tab")
    assert desk.app.focused.id == "timeline"


@on_desk(size=HUGE)
async def test_when_the_terminal_is_resized_everything_finds_a_new_place(desk):
    await desk.press("2", "n", "n")
    for width, height in (SMALL, LARGE, (40, 12), HUGE, (20, 5), (1, 1), SMALL):
        await desk.pilot.resize_terminal(width, height)
        await desk.settle()
        assert desk.app.size == (width, height)
    assert desk.app.code.display
    assert any("►" in line and "002" in line for line in desk.lines("code"))
    await desk.press("s")
    assert desk.session.address == 3


@settings(max_examples=8, deadline=None)
@given(width=st.integers(1, 220), height=st.integers(1, 70))
def test_it_opens_in_terminals_of_every_size(width, height):
    @driven
    async def look():
        async with opened(size=(width, height)) as desk:
            await desk.press("n", "7", "0", "1")
            assert desk.session.address == 1

    look()
