"""`ironboard debug` in a real pseudo-terminal: what a user sees and types, and how the terminal is left behind."""

import sys
import time

import pytest

from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")

F5, F9, F10, SHIFT_F11 = "\x1b[15~", "\x1b[20~", "\x1b[21~", "\x1b[23;2~"
CTRL_K, CTRL_Q = "\x0b", "\x11"


@pytest.fixture
def start():
    """Return a function that starts the command in a terminal."""
    terminals = []

    def begin(*arguments, **environment):
        terminals.append(Terminal("debug", *arguments, **environment))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.close()


def shows(*texts):
    """Return whether all of these texts are on the screen."""
    return lambda display: all(text in "\n".join(display) for text in texts)


def click(display, text):
    """Return what the terminal sends when the margin of the line with a text is clicked."""
    row = next(i for i, line in enumerate(display) if text in line)
    return f"\x1b[<0;2;{row + 1}M\x1b[<0;2;{row + 1}m"


def command(terminal, text):
    """Type a command like a person does, who looks whether the line listens before going on."""
    terminal.type(":")
    time.sleep(1)
    for character in text:
        terminal.type(character)
        time.sleep(0.05)
    terminal.wait_for(shows(f"› {text}"))
    terminal.type("\r")


@pytest.mark.parametrize("colours", [{}, {"NO_COLOR": "1"}], ids=["colours", "no colours"])
def test_a_program_is_stepped_stopped_played_and_gone_back_in(start, colours):
    terminal = start("wally", **colours)
    terminal.wait_for(shows("STANDS", "0200 MAIN", "► "))
    terminal.type(F10)
    terminal.wait_for(shows("PC 0202"))
    terminal.type("n")
    terminal.wait_for(shows("PC 0203"))
    command(terminal, "break COUNT")
    terminal.wait_for(shows("00A1 COUNT"))
    for key in (F5, CTRL_K, "0", "4", "\r"):
        terminal.type(key)
        time.sleep(0.5)
    terminal.wait_for(shows("STANDS", "breakpoint 1", "► "))
    terminal.wait_for(lambda display: any("●►" in line and "COUNT:" in line for line in display))
    terminal.type(CTRL_K)
    terminal.wait_for(lambda display: " KEYS " not in "".join(display))
    terminal.type("p")
    terminal.wait_for(shows("IN THE PAST"))
    terminal.type(click(terminal.screen.display, "clc"))
    terminal.wait_for(lambda display: any("●" in line[:3] and "clc" in line for line in display))
    terminal.type(CTRL_Q)
    assert terminal.wait_for_end() == 0
    left = terminal.received.decode(errors="replace")
    assert left.rindex(ALTERNATE_SCREEN_OFF) > left.index("STANDS")
    assert left.rindex(CURSOR_ON) > left.index("STANDS")
    assert terminal.modes_now() == terminal.modes
    assert "Traceback" not in left


def test_quit_with_a_status_is_the_status_of_the_command(start):
    terminal = start()
    terminal.wait_for(shows("STANDS"))
    command(terminal, "quit 7")
    assert terminal.wait_for_end() == 7
