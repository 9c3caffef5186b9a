"""Room: nothing is cut at 80 columns, the command line has the focus at first, a language gets the most of it."""

import pytest

from host.debugger.opening import Target, open_session
from host.debugger.tui.pane import MORE
from tests.debugger.screen.desk import SMALL, driven, on_desk, opened, toy, wally
from tests.debugger.screen.test_language import sums
from tests.shared import spread

MACHINES = {
    "toy": toy, "6502": wally, "36 bits": lambda: open_session(Target(machine="704")),
    "60 bits": lambda: open_session(Target(machine="6600")), "a language": sums,
}  # fmt: skip
OPEN_ENDED = ("source", "code", "memory", "memory2", "paper", "log")  # lines of others, or as many words as fit


@pytest.mark.parametrize("machine", spread([*MACHINES], 3))
@driven
async def test_at_80_columns_no_pane_is_cut_and_every_title_is_whole(machine):
    async with opened(MACHINES[machine](), size=SMALL) as desk:
        for name, pane in desk.app.panes.items():
            desk.app.go_to_pane(name)
            await desk.settle()
            heading = desk.heading(name)
            place = next(place for place in desk.app._places if name in place.panes)
            for each in place.panes:
                assert f" {desk.app.panes[each].title} " in f"{heading} " or each == name
            assert len(heading) <= pane.region.width
            if name not in OPEN_ENDED and (name, machine) != ("calls", "a language"):  # all parameters of a call
                assert [row for row in desk.lines(name) if MORE in row] == []


@on_desk(wally, size=SMALL)
async def test_a_row_that_goes_on_has_a_sign_at_the_edge(desk):
    assert any(MORE in line for line in desk.lines("source"))


@on_desk(size=SMALL)
async def test_the_help_is_broken_within_its_columns(desk):
    await desk.press("f1")
    box = desk.dialog.query_one(".help")
    assert box.max_scroll_x == 0
    assert box.region.right <= SMALL[0]
    assert all(each.region.width <= box.content_region.width for each in box.query("Static"))


@on_desk(size=SMALL, typing=True)
async def test_at_first_what_is_typed_is_a_command_and_keys_work(desk):
    assert desk.app.command_line.has_focus
    assert "type a command" in desk.screen.splitlines()[-2]
    await desk.type(":step 2")  # the colon leads here from anywhere
    await desk.press("enter")
    assert desk.session.address == 2
    await desk.press("f10")
    assert desk.session.address == 3
    await desk.press("escape")
    assert "F2 or : types a command" in desk.screen.splitlines()[-2]
    await desk.press("p", ":")
    assert desk.session.address == 2
