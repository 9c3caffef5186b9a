"""The 6600's console in a real pseudo-terminal: what a user sees and types, and how the terminal is left behind."""

import sys

import pytest

from tests.faces.cdc6600.programs import TALK
from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""}


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS always has a display")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_without_a_display_the_console_is_in_the_terminal_which_is_left_as_it_was(tmp_path, size):
    (tmp_path / "talk.compass").write_text(TALK)
    command = ("6600", str(tmp_path / "talk.compass"), "--core", "compiled", "--speed", "0.1")
    terminal = Terminal(*command, size=size, **NO_DISPLAY)
    try:
        terminal.wait_for(lambda display: any("WAITING FOR INPUT" in line for line in display))
        terminal.type("b2-b4\rb.\r")
        terminal.wait_for(lambda display: any("JOB STATUS" in line for line in display))
        terminal.type("o.\r")
        terminal.wait_for(lambda display: any("YOUR MOVE B2-B4" in line for line in display))
        terminal.type("\x11")
        assert terminal.wait_for_end() == 0
    finally:
        terminal.close()
    left = terminal.received.decode(errors="replace")
    assert left.rindex(ALTERNATE_SCREEN_OFF) > left.index("YOUR MOVE")
    assert left.rindex(CURSOR_ON) > left.index("YOUR MOVE")
    assert "Traceback" not in left
