"""`ironboard debug` in a real pseudo-terminal: what a user sees and types, and how the terminal is left behind."""

import sys

import pytest

from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")

F5, F10 = "\x1b[15~", "\x1b[21~"
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


@pytest.mark.parametrize("colours", [{}, {"NO_COLOR": "1"}], ids=["colours", "no colours"])
def test_a_program_is_stepped_stopped_played_and_gone_back_in(start, colours):
    terminal = start("wally", **colours)
    terminal.wait_for(shows("STANDS", "0200 MAIN", "► "))
    terminal.type(F10)
    terminal.wait_for(shows("PC 0202"))
    terminal.type("\x1b")
    terminal.wait_for(shows("F2 or : types a command"))
    terminal.type("n")
    terminal.wait_for(shows("PC 0203"))
    terminal.type(":break SHOW\r" + F5 + CTRL_K + "04\r")  # all at once, as over a slow line: nothing is lost
    terminal.wait_for(shows("STANDS", "breakpoint 1", "► "))
    terminal.wait_for(lambda display: any("●►" in line and "SHOW:" in line for line in display))
    terminal.type(CTRL_K)
    terminal.wait_for(lambda display: " KEYS " not in "".join(display))
    terminal.type("p")
    terminal.wait_for(shows("IN THE PAST"))
    terminal.type("gstart\r")
    terminal.wait_for(shows("0200 MAIN"))
    terminal.type("3\x1b[B\r")
    terminal.wait_for(shows("discards the history"))
    terminal.type("y")
    terminal.wait_for(shows("Register A"))
    terminal.type("7F\r")
    terminal.wait_for(shows("A  7F", "○●●● ●●●●  127"))
    terminal.type("\x1b")
    terminal.wait_for(lambda display: "is discarded" in "".join(display))
    terminal.type(":until MAIN+2\r")
    terminal.wait_for(shows("0202 MAIN+2", "STANDS"))
    terminal.type(click(terminal.screen.display, "txs"))
    terminal.wait_for(lambda display: any("●" in line[:3] and "txs" in line for line in display))
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
    terminal.type(":quit 7\r")
    assert terminal.wait_for_end() == 7
