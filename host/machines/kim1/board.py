"""A real KIM-1, or one that behaves like it, at the other end of a line: its monitor's Teletype commands, from here.

    board = Board(SerialPort("/dev/ttyUSB0", 1200))
    board.wake()
    board.load(image)  # by paper tape, read back
    board.run(0x0200)

Every character waits for its echo, which the board's wiring makes of the received one; a failed step is done
again, a few times. Where `load` raises no error, memory has been read back and compared; the result of `read` has
right checksums.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from emulators.errors import IronboardError
from emulators.image import Image
from host.formats.hexadecimal import dumps_papertape
from host.machines.lines import End

P, S, EAL = 0x00F1, 0x00F2, 0x17F7  # cells of the monitor: registers for G, the end for Q
MONITORS = (range(0x00F6, 0x0100), range(0x17F7, 0x17F9))  # cells that it uses while it loads and reads back
BINARY, STACK = 0x00, 0xFF  # P and S when a program is started
RETURN, LOAD, PUNCH, GO = b"\r", b"L", b"Q", b"G"
NO_RECORD = b";0000000000"  # ends a tape, and closes a record that was broken off
LONGEST = 2 * 0xFF + 10  # characters of a record
PROMPT = re.compile(rb"([0-9A-F]{4}) ([0-9A-F]{2}) ")
RECORD = re.compile(rb";(?:(00[0-9A-F]{8})|((?:[0-9A-F]{2}){6,})\r)")  # the last one, others; nothing follows the last
TRIES = 5
PATIENCE = 1.0  # seconds, and
PATIENT = 30  # characters' times, within which the board has answered
GAP = 0.001  # seconds, or a bit's time if that is longer, from an echo to the next character
LOOK = 0.0005  # seconds between two looks at the line
QUIET = 10  # characters' times without any: the board has said all

Progress = Callable[[int, int], None]  # gets bytes done, and all


class LineError(IronboardError):
    """The line has lost or changed characters, or the board is silent."""


class Board:
    """The monitor at the other end of a line. `now` is a clock in seconds, `pause` lets it go on."""

    def __init__(
        self,
        end: End,
        now: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.end, self._now, self._pause = end, now, pause
        self._came = bytearray()  # and not been looked at
        settings = end.settings()
        self._character = settings.bits / settings.baud
        self._gap = max(GAP, 1 / settings.baud)
        self._patience = PATIENCE + PATIENT * self._character

    # ------------------------------------------------------------ characters

    def _look(self) -> bool:
        """Take the received bytes; wait for a moment if there are none."""
        data = self.end.read()
        self._came += data
        if not data:
            self._pause(LOOK)
        return bool(data)

    def expect(self, pattern: re.Pattern[bytes], what: str) -> bytes:
        """Wait for an answer; return it with the text before it. The time for it begins anew with each character.

        Raises LineError: `what` has not arrived.
        """
        return self._expect(pattern, what).string

    def _expect(self, pattern: re.Pattern[bytes], what: str) -> re.Match[bytes]:
        last = self._now()
        while not (found := pattern.search(bytes(self._came))):
            if self._look():
                last = self._now()
            elif self._now() - last > self._patience:
                raise LineError(f"the board has not answered with {what}: {shown(self._came)}")
        del self._came[: found.end()]
        return found

    def _drain(self) -> bytes:
        """Return the received bytes, once none have arrived for a while."""
        last = self._now()
        while self._now() - last < QUIET * self._character + GAP:
            if self._look():
                last = self._now()
        came = bytes(self._came)
        self._came.clear()
        return came

    def send(self, text: bytes) -> None:
        """Send characters, each after the echo of the one before. Raises LineError if an echo is missing or wrong."""
        for code in text:
            self._pause(self._gap)
            self._came += self.end.read()
            if self._came:
                raise LineError(f"the board says {shown(self._came)} where it should listen")
            self.end.write(bytes([code]))
            until = self._now() + self._patience
            while not self._came:
                if not self._look() and self._now() > until:
                    raise LineError(f"no echo of {shown(bytes([code]))}")
            echo = self._came.pop(0)
            if echo != code:
                raise LineError(f"{shown(bytes([code]))} came back as {shown(bytes([echo]))}")

    # ------------------------------------------------------------ the monitor

    def wake(self) -> None:
        """Make the monitor answer; after RS the first character tells it the speed. Raises LineError."""
        said = b""
        for _ in range(2):
            self._drain()
            self.end.write(RETURN)
            if PROMPT.search(came := self._answer()):
                return
            said = said or came
        try:
            self.recover()
        except LineError:
            settings = self.end.settings()
            at = f"at {self.end.name}, {settings.baud} baud"
            raise LineError(
                f"nothing answers {at}: is the board on, and its Teletype connected? Press RS and try again"
                if not said
                else f"the device that answers {at} is not the monitor ({shown(said)}): press RS, to set this speed"
            ) from None

    def _answer(self) -> bytes:
        """Return the board's answer to the last characters sent."""
        until = self._now() + self._patience
        while not self._came and self._now() < until:
            self._look()
        return self._drain()

    def recover(self) -> None:
        """Bring the monitor back to where it waits for a command, out of a record too. Raises LineError."""
        for _ in range(LONGEST // len(NO_RECORD) + TRIES):
            self._drain()
            self.end.write(RETURN)
            if PROMPT.search(self._answer()):
                return
            for code in NO_RECORD:
                self.end.write(bytes([code]))
                self._pause(3 * self._character + self._gap)
        raise LineError("the monitor does not answer any more: press RS on the board")

    def _retry(self, action: Callable[[], None]) -> None:
        """Do something, and again after a fault of the line."""
        for left in reversed(range(TRIES)):
            try:
                action()
                return
            except LineError:
                if not left:
                    raise
                self.recover()

    def _open(self, address: int) -> None:
        """Open a cell."""
        self.send(b"%04X " % address)
        self._expect(re.compile(rb"%04X [0-9A-F]{2} " % address), f"the cell {address:04X}")

    def deposit(self, address: int, data: bytes) -> None:
        """Put bytes into memory, one by one. Raises LineError."""

        def put() -> None:
            self._open(address)
            for offset, byte in enumerate(data, 1):
                self.send(b"%02X." % byte)
                following = address + offset & 0xFFFF
                self._expect(re.compile(rb"%04X [0-9A-F]{2} " % following), f"the cell {following:04X}")

        self._retry(put)

    def run(self, address: int) -> None:
        """Start a program in binary mode, with interrupts allowed and an empty stack. Raises LineError."""
        self.deposit(P, bytes([BINARY, STACK]))
        self._retry(lambda: self._open(address))
        self.send(GO)

    # ------------------------------------------------------------ tapes

    def load(self, image: Image, progress: Progress = lambda done, all_of_them: None) -> None:
        """Send a program by paper tape, and read it back; differences are sent again.

        Raises IronboardError if memory does not hold it in the end, or the line is too bad.
        """
        for address, _ in image:
            if clash := next((each for each in MONITORS if address in each), None):
                place = f"{clash[0]:04X}-{clash[-1]:04X}"
                raise IronboardError(
                    f"the monitor itself uses {place} when it loads a tape: the program has {address:04X}"
                )
        wanted = dict(image)
        wrong = wanted
        for _ in range(TRIES):
            self._send_tape(wrong, progress)
            found = {a: b for first, last in stretches(wrong) for a, b in self.read(first, last).items()}
            wrong = {address: byte for address, byte in wrong.items() if found[address] != byte}
            if not wrong:
                return
        places = ", ".join(f"{first:04X}-{last:04X}" for first, last in stretches(wrong))
        raise IronboardError(f"memory does not hold the bytes sent to {places}: is there RAM?")

    def _send_tape(self, memory: dict[int, int], progress: Progress) -> None:
        """Send these bytes; after a fault, begin again with the record before it."""
        parts = [Image.of(first, [memory[a] for a in range(first, last + 1)]) for first, last in stretches(memory)]
        records = [
            line for part in parts for line in dumps_papertape(part).split() if not line.startswith(NO_RECORD[:3])
        ]
        sizes = [int(record[1:3], 16) for record in records]
        done = faults = 0
        while done < len(records):
            try:
                self.send(LOAD)
                for number in range(done, len(records)):
                    self.send(records[number])
                    done = number + 1
                    progress(sum(sizes[:done]), sum(sizes))
                self.send(NO_RECORD)
                self._expect(re.compile(rb"KIM"), "KIM")
                self._expect(PROMPT, "its prompt")
            except LineError as fault:
                faults += 1
                if faults > TRIES + len(records):
                    raise LineError(f"record {done + 1} of {len(records)} does not get through: {fault}") from None
                done = max(0, done - 1)  # the end of a tape is lost, too: at least its last record goes again
                self.recover()
        self._drain()

    def read(self, first: int, last: int, progress: Progress = lambda done, all_of_them: None) -> dict[int, int]:
        """Return address -> byte of memory, as the monitor punches it; every record's checksum is right.

        It changes 17F7 and 17F8. Raises LineError.
        """
        found: dict[int, int] = {}
        missing = set(range(first, last + 1))
        for _ in range(TRIES):
            low, high = min(missing), max(missing)
            try:
                self.deposit(EAL, (high + 1 & 0xFFFF).to_bytes(2, "little"))
                self._open(low)
                self.send(PUNCH)
                self._punched(found, first, last, progress)
            except LineError:
                self.recover()
            missing -= found.keys()
            if not missing:
                return {address: found[address] for address in range(first, last + 1)}
        raise LineError(f"{min(missing):04X}-{max(missing):04X} cannot be read: the line loses too much")

    def _punched(self, found: dict[int, int], first: int, last: int, progress: Progress) -> None:
        """Take the records of a tape, up to its end."""
        while True:
            last_one, text = self._expect(RECORD, "a record").groups()
            if last_one:
                break
            count, high, low, *data, sum_high, sum_low = bytes.fromhex(text.decode())
            if len(data) == count and count + high + low + sum(data) & 0xFFFF == sum_high << 8 | sum_low:
                address = high << 8 | low
                found.update({address + n: byte for n, byte in enumerate(data) if first <= address + n <= last})
                progress(len(found), last + 1 - first)
        self._drain()


def stretches(memory: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last address of each stretch without gaps."""
    start = before = None
    for address in [*sorted(memory), None]:
        if start is not None and before is not None and address != before + 1:
            yield start, before
            start = None
        start = address if start is None else start
        before = address


def shown(data: bytes | bytearray) -> str:
    """Return received bytes as people read them, shortened."""
    text = bytes(data[-40:]).decode("latin-1")
    return repr(text) if text else "nothing"
