"""The 704 in a real pseudo-terminal: what a user sees and types, and how the terminal is left behind."""

import sys

import pytest

from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")


def test_panel_keys_are_typed_and_the_terminal_is_left_as_it_was():
    terminal = Terminal("704", "--tui", "--empty", "--core", "compiled")
    try:
        terminal.wait_for(lambda display: any("operator's console" in line for line in display))
        terminal.type("1234")
        terminal.wait_for(lambda display: any("+000000001234" in line for line in display))
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    finally:
        terminal.close()
    left = terminal.received.decode(errors="replace")
    assert left.rindex(ALTERNATE_SCREEN_OFF) > left.index("console")
    assert left.rindex(CURSOR_ON) > left.index("console")
    assert "Traceback" not in left
