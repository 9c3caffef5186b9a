"""The command in a real pseudo-terminal: what a user sees and types, and how the terminal is left behind."""

import sys

import pytest

from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")

F1 = "\x1bOP"


@pytest.fixture
def start():
    """Return a function that starts the command in a terminal."""
    terminals = []

    def begin(*arguments, **environment):
        terminals.append(Terminal("kim1", "--tui", *arguments, **environment))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.close()


def digits(*rows):
    """Return whether the display shows these rows of block characters (the address 0123)."""
    return lambda display: all(row in line for row, line in zip(rows, display[1:], strict=False))


ADDRESS_0123 = digits(
    "▄▀▀▀▄     ▄  ▀▀▀▄  ▀▀▀▄",
    "█   █     █     █     █",
    "▄   ▄     ▄ ▄▀▀▀   ▀▀▀▄",
    "█   █     █ █         █",
    " ▀▀▀         ▀▀▀   ▀▀▀ ",
)


def click(display, point):
    """Return what the terminal sends when a point of the board is clicked."""
    top, line = next((row, line) for row, line in enumerate(display) if "┌─┬─┬" in line)
    row, column = divmod(point, 16)
    x, y = line.index("┌─┬─┬") + 2 * (column - 1), top + row - 1
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


@pytest.mark.parametrize("end", ["q", "\x03", "\x11"], ids=["q", "ctrl-c", "ctrl-q"])
def test_keys_change_the_digits_and_the_terminal_is_left_as_it_was(start, end):
    terminal = start("--no-program")
    terminal.wait_for(lambda display: "keypad" in "".join(display))
    terminal.type(F1 + "0123")
    terminal.wait_for(ADDRESS_0123)
    terminal.type(end)
    assert terminal.wait_for_end() == 0
    left = terminal.received.decode(errors="replace")
    assert left.rindex(ALTERNATE_SCREEN_OFF) > left.index("KIM-1")
    assert left.rindex(CURSOR_ON) > left.index("KIM-1")
    assert terminal.modes_now() == terminal.modes
    assert "Traceback" not in left


def test_without_colours_everything_can_be_read(start):
    terminal = start("--no-program", NO_COLOR="1")
    terminal.wait_for(lambda display: "keypad" in "".join(display))
    terminal.type(F1 + "0123")
    terminal.wait_for(ADDRESS_0123)
    terminal.type("q")
    assert terminal.wait_for_end() == 0


def test_wally_is_ready_to_play(start):
    terminal = start()
    terminal.wait_for(lambda display: any("┌─┬─┬" in line for line in display))
    terminal.type("04\r")
    terminal.wait_for(lambda display: "".join(display).count("●") == 4)
    terminal.type(click(terminal.screen.display, 0x34))  # while Wally prints: it waits
    terminal.wait_for(lambda display: "".join(display).count("●") == 5 and "○" in "".join(display))
    terminal.type("q")
    assert terminal.wait_for_end() == 0
