"""One table of keys: what it says, and that everything follows it."""

from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from host.debugger.tui import layout
from host.debugger.tui.app import DebuggerApp
from host.debugger.tui.view import BREAKING_OFF
from tests.debugger.screen.desk import LARGE, SMALL, driven, on_desk, opened

PAGE = Path(__file__).parents[3] / "docs" / "debugger.md"
OFTEN_KEPT = [key for each in layout.ALL for key in each.keys if key.startswith(("shift+f", "ctrl+f1"))]


def test_no_key_means_two_things():
    every = Counter(key for each in layout.ALL for key in (*each.keys, *each.letters))
    assert [key for key, count in every.items() if count > 1] == []


@pytest.mark.parametrize("action", sorted({each.action for each in layout.ALL}))
def test_every_command_of_the_table_can_be_done(action):
    assert callable(getattr(DebuggerApp, f"action_{action}"))


def test_every_command_can_be_given_where_a_terminal_keeps_function_keys_with_shift_to_itself():
    helpless = [each for each in layout.ALL if each.keys and set(each.keys) <= set(OFTEN_KEPT) and not each.letters]
    assert OFTEN_KEPT
    assert helpless == []


def test_what_breaks_off_a_journey_is_what_pauses_a_run():
    assert set(BREAKING_OFF) <= {*(key for key, action in (layout.ACTIONS | layout.LETTERS).items()
                                   if action == "resume"), "escape"}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "name"),
    [("f5", "F5"), ("shift+f10", "Shift-F10"), ("alt+left", "Alt-Left"), ("ctrl+k", "Ctrl-K"), ("n", "n"), ("N", "N"),
     ("slash", "/"), ("space", "Space"), ("home", "Home")],
)  # fmt: skip
def test_keys_are_named_as_on_a_keyboard(key, name):
    assert layout.key_name(key) == name


@on_desk(size=LARGE)
async def test_the_help_names_every_key_and_every_command(desk):
    await desk.press("f1")
    console = Console(width=400, file=StringIO())
    for each in desk.dialog.query("Static"):
        console.print(each.content)
    shown = console.file.getvalue()
    for each in layout.ALL:
        assert each.legend in shown
        assert "  ".join(layout.key_names(each)) in shown
    for command in desk.app.monitor.commands:
        assert command.help in shown
    await desk.press("escape")
    assert desk.dialog is None


@pytest.mark.parametrize("size", [SMALL, LARGE])
@driven
async def test_the_line_at_the_bottom_names_the_keys_of_the_table_as_far_as_there_is_room(size):
    async with opened(size=size) as desk:
        line = desk.screen.splitlines()[-1]
        wanted = [f" {layout.short_name(each)} {each.short} " for each in layout.FOOTER]
        fitting = [each for i, each in enumerate(wanted) if sum(map(len, wanted[: i + 1])) <= size[0]]
        assert line == "".join(fitting).rstrip()
        assert f" {layout.short_name(layout.FOOTER[8])} quit " == wanted[8] in fitting


@on_desk()
async def test_a_click_on_a_key_at_the_bottom_is_that_key(desk):
    line = desk.screen.splitlines()[-1]
    await desk.pilot.click("#keys", offset=(line.index("F11") + 1, 0))
    await desk.settle()
    assert desk.session.address == 1


def test_the_page_has_the_table():
    assert layout.markdown() in PAGE.read_text("utf-8")
