"""The command in a real pseudo-terminal: what a user sees and types, and how the terminal is left behind."""

import contextlib
import os
import select
import struct
import subprocess
import sys
import time

import pyte
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")

MAIN = "import sys; from host.cli import main; sys.exit(main())"  # what the installed command does
COMMAND = [sys.executable, "-c", MAIN, "kim1", "--tui"]
PATIENCE = 60  # seconds: only a test that fails takes so long
F1 = "\x1bOP"
ALTERNATE_SCREEN_OFF, CURSOR_ON = "\x1b[?1049l", "\x1b[?25h"


class Terminal:
    """A terminal of 80 by 24 characters, with a command running in it."""

    def __init__(self, *arguments, **environment):
        import fcntl
        import pty
        import termios

        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.received = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.modes = termios.tcgetattr(theirs)
        self._theirs = theirs
        surroundings = {**os.environ, "TERM": "xterm-256color", **environment}
        self._process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings, start_new_session=True
        )

    def type(self, text):
        os.write(self._ours, text.encode())

    def _listen(self, seconds):
        if select.select([self._ours], [], [], seconds)[0]:
            with contextlib.suppress(OSError):
                data = os.read(self._ours, 65536)
                self.received += data
                self._stream.feed(data)

    def wait_for(self, condition):
        """Return once `condition(self.screen.display)` holds; fail after PATIENCE."""
        end = time.monotonic() + PATIENCE
        while not condition(self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            assert self._process.poll() is None, "it has ended"
            self._listen(0.1)

    def wait_for_end(self):
        """Return the exit status."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            self._listen(0.1)
        self._listen(0.1)
        return self._process.returncode

    def modes_now(self):
        import termios

        return termios.tcgetattr(self._theirs)

    def close(self):
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def start():
    """Return a function that starts the command in a terminal."""
    terminals = []

    def begin(*arguments, **environment):
        terminals.append(Terminal(*arguments, **environment))
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
