"""Lines that carry characters: a pseudo-terminal, to which programs on this computer connect; a serial port.

Both ends of a line send and receive when they like. `read` and `write` never wait.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from emulators import distributions
from emulators.errors import IronboardError
from host.formats import storage

PIECE = 4096  # bytes read or written at once
BITS = 10  # of a character: start, 8 data, stop
MISSING = f'serial lines need pyserial: pip install "{distributions.name()}[serial]"'


class Settings(NamedTuple):
    """How a line carries characters."""

    baud: int
    bits: int = BITS  # of a character, with start and stop bits


class End(Protocol):
    """Our end of a line."""

    name: str

    def settings(self) -> Settings:
        """Return the present settings of the line; on a pseudo-terminal the program at the other end sets them."""

    def read(self) -> bytes:
        """Return the bytes received since the last call. Raises IronboardError when the line has gone."""

    def write(self, data: bytes) -> None:
        """Send these bytes. Raises IronboardError when the line has gone."""

    def close(self) -> None:
        """Close the line."""


class PseudoTerminal:
    """A new pseudo-terminal, and a symbolic link `link` to it if that is wanted.

    Where no program reads, the oldest characters are lost, as on a line that leads nowhere.
    """

    def __init__(self, baud: int, link: Path | None = None) -> None:
        if sys.platform == "win32":
            raise IronboardError("Windows has no pseudo-terminals: connect a serial port, with --serial PORT")
        import termios
        import tty

        self._link = link
        if link is not None and os.path.lexists(link):
            if not (link.is_symlink() and not link.exists()):  # one that leads nowhere is left from an earlier run
                raise IronboardError(f"{link} exists: choose another name for the link, or remove it")
            link.unlink()
        self._ours, self._theirs = os.openpty()  # theirs stays open, so that the settings outlive a program
        os.set_blocking(self._ours, False)
        tty.setraw(self._theirs)
        self._speeds = {
            getattr(termios, name): int(name[1:])
            for name in dir(termios)
            if name[0] == "B" and name[1:].isdecimal() and name != "B0"
        }
        self._set_speed(baud)
        self._settings = Settings(baud)
        self.name = os.ttyname(self._theirs)
        if link is not None:
            with storage.reported(link, "write"):
                link.symlink_to(self.name)
            self.name = str(link)

    def _set_speed(self, baud: int) -> None:
        """Make this the speed for programs that set none; a speed that termios does not know stays with us."""
        import termios

        code = next((each for each, speed in self._speeds.items() if speed == baud), None)
        if code is not None:
            modes = termios.tcgetattr(self._theirs)
            modes[4] = modes[5] = code
            termios.tcsetattr(self._theirs, termios.TCSANOW, modes)
        self._code = termios.tcgetattr(self._theirs)[5]

    def settings(self) -> Settings:
        """Return the settings of the program at the other end; a parity bit counts as one more stop bit."""
        import termios

        modes: list[Any] = termios.tcgetattr(self._theirs)
        baud = self._settings.baud
        if modes[5] != self._code:
            self._code = modes[5]
            baud = self._speeds.get(modes[5], baud)
        bits = BITS + bool(modes[2] & termios.CSTOPB) + bool(modes[2] & termios.PARENB)
        self._settings = Settings(baud, bits)
        return self._settings

    def read(self) -> bytes:
        """Return the typed bytes."""
        try:
            return os.read(self._ours, PIECE)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Send this to the other end."""
        import termios

        for start in range(0, len(data), PIECE // 4):
            piece = data[start : start + PIECE // 4]
            try:
                sent = os.write(self._ours, piece)
            except BlockingIOError:
                sent = 0
            if sent < len(piece):
                termios.tcflush(self._theirs, termios.TCIFLUSH)
                os.write(self._ours, piece[sent:])

    def close(self) -> None:
        """Remove it, and the link."""
        os.close(self._ours)
        os.close(self._theirs)
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()


class SerialPort:
    """A serial port of this computer, 8 data bits, no parity, one stop bit, no flow control.

    Raises IronboardError for a port that cannot be opened, or if pyserial is not installed.
    """

    def __init__(self, port: str, baud: int) -> None:
        try:
            import serial
        except ImportError:
            raise IronboardError(MISSING) from None
        self.name, self._baud, self._error = port, baud, serial.SerialException
        try:
            self.port = serial.serial_for_url(port, baudrate=baud, timeout=0)
        except (serial.SerialException, ValueError, OSError) as error:
            raise IronboardError(f"cannot open {port}: {reason(error)}{self._hint(port)}") from None

    @staticmethod
    def _hint(port: str) -> str:
        """Name the existing ports, or other possible faults."""
        path = Path(port)
        if path.exists() and not stat.S_ISCHR(path.stat().st_mode):
            return ": this is not a serial port"
        if path.exists():
            return ""
        from serial.tools.list_ports import comports

        names = [each.device for each in comports()]
        return f"; there are {', '.join(names)}" if names else "; this computer has no serial ports"

    def settings(self) -> Settings:
        """Return the settings that it was opened with."""
        return Settings(self._baud)

    def read(self) -> bytes:
        """Return the received bytes."""
        try:
            return bytes(self.port.read(PIECE))
        except (self._error, OSError) as error:
            raise self._gone(error) from None

    def write(self, data: bytes) -> None:
        """Send these bytes."""
        try:
            self.port.write(data)
        except (self._error, OSError) as error:
            raise self._gone(error) from None

    def _gone(self, error: Exception) -> IronboardError:
        return IronboardError(f"the line at {self.name} has gone: {reason(error)}")

    def close(self) -> None:
        """Close the port."""
        self.port.close()


def reason(error: Exception) -> str:
    """Return the message of an error of the system or of pyserial, without numbers and repetitions."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error)


def terminal(port: str, baud: int) -> None:
    """Act as the terminal of the device at a serial port, until Ctrl-] is typed; Return sends CR."""
    if not sys.stdin.isatty():
        raise IronboardError("a terminal needs a terminal: typed characters go to the line")
    line = SerialPort(port, baud)
    line.port.timeout = None
    from serial.tools.miniterm import Miniterm, key_description

    face = Miniterm(line.port, echo=False, eol="cr", filters=())
    face.exit_character, face.menu_character = "\x1d", "\x14"
    face.set_rx_encoding("latin-1")
    face.set_tx_encoding("latin-1")
    print(f"{port}, {baud} baud; {key_description(face.exit_character)} ends it", flush=True)
    face.start()
    try:
        face.join(True)
    finally:
        face.join()
        face.close()
