"""A command in a pseudo-terminal: what a user sees and types."""

import contextlib
import os
import select
import struct
import subprocess
import sys
import time

import pyte

MAIN = "import sys; from ironboard.__main__ import main; sys.exit(main())"  # what the installed command does
PATIENCE = 60  # seconds: only a test that fails takes so long
ALTERNATE_SCREEN_OFF, CURSOR_ON = "\x1b[?1049l", "\x1b[?25h"


class Terminal:
    """A terminal of 80 by 24 characters, or another size, with an `ironboard` command running in it."""

    def __init__(self, *arguments, size=(80, 24), **environment):
        import fcntl
        import pty
        import termios

        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.received = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(size), 0, 0))
        self.modes = termios.tcgetattr(theirs)
        self._theirs = theirs
        surroundings = {**os.environ, "TERM": "xterm-256color", **environment}
        self._process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
        )

    def type(self, text):
        os.write(self._ours, text.encode())

    def send(self, number):
        self._process.send_signal(number)

    def _listen(self, seconds):
        """Take in what comes; return whether anything has come in time."""
        heard = bool(select.select([self._ours], [], [], seconds)[0])
        if heard:
            with contextlib.suppress(OSError):
                data = os.read(self._ours, 65536)
                self.received += data
                self._stream.feed(data)
        return heard

    def wait_for(self, condition, again=""):
        """Return once `condition(self.screen.display)` holds; fail after PATIENCE.

        `again` is typed whenever nothing comes: a Ctrl-C is lost in the very moment in which Python begins to wait for
        a line.
        """
        end = time.monotonic() + PATIENCE
        while not condition(self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            assert self._process.poll() is None, "it has ended:\n" + self.received.decode(errors="replace")[-2000:]
            if not self._listen(1 if again else 0.1):
                self.type(again)

    def wait_for_prompt(self, prompt="> ", again=""):
        """Return once the cursor is behind a prompt, alone on its line: what is typed before that is echoed twice."""
        self.wait_for(lambda display: display[self.screen.cursor.y][: self.screen.cursor.x] == prompt, again)

    def wait_for_end(self):
        """Return the exit status."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            self._listen(0.1)
        while self._listen(0.1):  # a terminal gives 4,096 bytes at a time
            pass
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
