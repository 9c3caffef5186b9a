"""The media outside the machine: cards in hopper and stacker, printer, reels, film; and the units' requests for them.

Cards and paper are windows on the rings in the record: the units work with those alone (units.py), here they are filled
and emptied. For tapes the units ask, by requests. They take no time by themselves: when the words of a record pass is
settled here and kept in the machine's record.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NamedTuple

from emulators.ibm704 import connection, display, printer, punch, reader, tape, units
from emulators.ibm704.connection import BUFFER, WORDS, Request
from emulators.ibm704.core import Op
from emulators.ibm704.isa import WORD_BITS
from emulators.ibm704.tape import Reel
from emulators.inputs import a_list, all_within, in_base64, within
from emulators.record import LAST

Card = tuple[int, ...]  # 24 words, rows 9 to 12
PAPER_END = re.compile(rb"[\n\v\f]")  # of a line
words, count = all_within(0, (1 << WORD_BITS) - 1), within(0, LAST)


class MediaState(NamedTuple):
    """All media at one moment."""

    hopper: tuple[Card, ...]
    read: int
    punched: tuple[Card, ...]
    printed: bytes
    film: tuple[int, ...]
    reels: tuple[tuple[int, tape.ReelState], ...]


class Media:
    """The media of one machine. `record` returns the machine's record."""

    def __init__(self, record: Callable[[], Any]) -> None:
        self._record = record
        self.hopper: deque[Card] = deque()  # of the reader
        self.read = 0  # cards since power-on
        self.punched: list[Card] = []
        self.printed = bytearray()  # ASCII
        self.film: list[int] = []  # the points of the frame before the camera, as words
        self.reels: dict[int, Reel] = {}  # by unit
        self._kept = MediaState((), 0, (), b"", (), ())

    # ------------------------------------------------------------ requests

    def serve(self) -> None:
        """Serve the requests of the units, in their order, and bring both sides of the media up to date."""
        m = self._record()
        units.serve(m)
        while m.finished or m.request:
            if m.finished:
                unit, m.finished = int(m.finished), 0
                self._end_record(unit, self._buffer())
            elif m.unit == reader.UNIT:
                self._exchange_cards()
            else:
                request, m.request = Request(int(m.request)), 0
                self._serve(request, int(m.argument))
            units.serve(m)
        self._exchange_cards()
        self._fetch_print()
        self._fetch_points()

    def _buffer(self) -> list[int]:
        """Return the words in the buffer, and empty it."""
        m = self._record()
        words = [int(word) for word in m.buffer[: int(m.buffered)]]
        m.buffered = 0
        return words

    def _serve(self, request: Request, argument: int) -> None:
        m = self._record()
        if request == Request.FETCH:
            self._read_record(int(m.unit))
        elif request == Request.REFILL:
            self._refill(self.reels[tape.number(int(m.unit))])
        elif request == Request.DRAIN:
            self.reels[tape.number(int(m.unit))].written += self._buffer()
        elif request == Request.MOVE:
            self._move(argument, tape.number(int(m.trouble_unit)))

    # ------------------------------------------------------------ cards and paper

    def put_cards(self, cards: Iterable[Card]) -> None:
        """Put cards after those in the hopper."""
        self.hopper.extend(cards)
        self._exchange_cards()

    def remove_cards(self) -> None:
        """Empty the hopper."""
        self.hopper.clear()
        m = self._record()
        m.hopper_cards = m.hopper_more = 0

    def _exchange_cards(self) -> None:
        """Take away the cards that have been read, put others into their places; fetch those that have been punched."""
        m = self._record()
        while self.read < m.cards_read:
            self.hopper.popleft()
            self.read += 1
        there, wanted = int(m.hopper_cards), min(len(self.hopper), reader.HOPPER)
        if there < wanted:
            for place, card in enumerate(islice(self.hopper, there, wanted), self.read + there):
                start = place % reader.HOPPER * WORDS
                m.hopper[start : start + WORDS] = list(card)
            m.hopper_cards = wanted
        m.hopper_more = int(len(self.hopper) > wanted)
        while m.punched_fetched < m.cards_punched:
            start = m.punched_fetched % punch.STACKER * WORDS
            self.punched.append(tuple(map(int, m.stacker[start : start + WORDS])))
            m.punched_fetched += 1

    def _fetch_print(self) -> None:
        m = self._record()
        fetched, count = int(m.printed_fetched), int(m.printed_count)
        if fetched < len(self.printed):
            del self.printed[fetched:]
        for each in range(fetched, count):
            self.printed.append(m.printed[each % printer.BUFFER])
        m.printed_fetched = count

    def _show_media(self) -> None:
        """Copy the record's part of the media that have just been set."""
        m = self._record()
        m.cards_read, m.hopper_cards = self.read, 0
        m.cards_punched = m.punched_fetched = len(self.punched)
        m.printed_count = m.printed_fetched = len(self.printed)
        last = max(self.printed.rfind(each, 0, -1) for each in (b"\n", b"\v", b"\f")) + 1
        m.line_ended = int(self.printed.endswith(b"\n"))
        line = self.printed[last:-1] if m.line_ended else b""
        m.line_length = len(line)
        m.line[: len(line)] = list(line)
        self._exchange_cards()

    # ------------------------------------------------------------ tapes

    def _read_record(self, unit: int) -> None:
        m, number = self._record(), tape.number(unit)
        record = self.reels[number].read()
        m.tape_free[number] = m.record_start
        if record is None:
            m.at_end_of_file = 1
            return
        words, m.bad_word = tape.words_of(record, unit >= tape.FIRST_BINARY)
        m.tape_free[number] += tape.word_time(len(words))
        self.reels[number].rest = words
        self._refill(self.reels[number])

    def _refill(self, reel: Reel) -> None:
        m = self._record()
        words, reel.rest = reel.rest[:BUFFER], reel.rest[BUFFER:]
        m.buffer[: len(words)] = words
        m.buffered, m.taken, m.more = len(words), 0, int(bool(reel.rest))

    def _end_record(self, unit: int, words: list[int]) -> None:
        """Write the record that has been copied to a tape."""
        m, number = self._record(), tape.number(unit)
        reel = self.reels[number]
        words, reel.written = reel.written + words, []
        m.tape_free[number] += tape.word_time(1)
        if words:
            reel.write(tape.characters(words, unit >= tape.FIRST_BINARY))
        else:
            reel.erase()
        self._watch_end(reel)

    def _watch_end(self, reel: Reel) -> None:
        if reel.inches >= tape.WARNING:
            self._record().tape_indicator = 1

    def _move(self, op: int, number: int) -> None:
        m, reel = self._record(), self.reels[number]
        if op == Op.REW:
            time = reel.inches * tape.INCH
            reel.rewind()
        elif op == Op.BST:
            time = tape.START + tape.word_time(reel.backspace() // tape.CHARACTERS)
        else:
            time = tape.MARK_TIME
            reel.write(tape.TAPE_MARK)
            self._watch_end(reel)
        m.tape_free[number] = int(m.cycles) + time

    def mount(self, number: int, data: bytes | None, ring: bool = True) -> None:
        """Put a tape on a unit, at its load point; None takes away the one that is there.

        Without a ring it cannot be written.
        A record that is being written ends where the tape was taken away.
        """
        m = self._record()
        if m.unit and tape.number(int(m.unit)) == number:
            connection.let_go(m)
            self.serve()
        self.reels.pop(number, None)
        m.tapes &= ~(1 << number | 1 << number + tape.PROTECTED)
        m.tape_free[number] = 0
        if data is not None:
            self.reels[number] = Reel(tape.ReelState(data))
            m.tapes |= 1 << number | int(not ring) << number + tape.PROTECTED

    # ------------------------------------------------------------ film

    def _fetch_points(self) -> None:
        m = self._record()
        while m.points_fetched < m.point_count:
            word = int(m.points[m.points_fetched % display.BUFFER])
            m.points_fetched += 1
            if word == display.NEW_FRAME:
                self.film = []
            else:
                self.film.append(word)

    # ------------------------------------------------------------ snapshots

    @property
    def state(self) -> MediaState:
        """All of them; unchanged ones are shared with the last snapshot."""
        now = MediaState(
            tuple(self.hopper),
            self.read,
            tuple(self.punched),
            bytes(self.printed),
            tuple(self.film),
            tuple((number, reel.state) for number, reel in sorted(self.reels.items())),
        )
        kept = self._kept._asdict()
        same = {name: kept[name] for name, value in now._asdict().items() if value == kept[name]}
        self._kept = now._replace(**same)
        return self._kept

    @state.setter
    def state(self, state: MediaState) -> None:
        self.hopper, self.read, self.punched = deque(state.hopper), state.read, list(state.punched)
        self.printed, self.film = bytearray(state.printed), list(state.film)
        self.reels = {number: Reel(reel) for number, reel in state.reels}
        self._kept = state
        self._show_media()

    def saved(self) -> dict[str, Any]:
        """Return everything as plain JSON."""
        now = self.state
        return {
            "hopper": [list(card) for card in now.hopper],
            "read": now.read,
            "punched": [list(card) for card in now.punched],
            "printed": now.printed.decode("ascii"),
            "film": list(now.film),
            "reels": [
                [number, base64.b64encode(reel.data).decode("ascii"), reel.position, reel.records,
                 list(reel.written), list(reel.rest)]
                for number, reel in now.reels
            ],
        }  # fmt: skip


def media_of(saved: dict[str, Any]) -> MediaState:
    """Return the media of a result of `saved`; raises ValueError for media that cannot be in the units."""
    count(saved["read"])
    printed = saved["printed"].encode("ascii")
    lines = PAPER_END.split(printed)
    if any(len(each) > printer.WHEELS for each in lines[-2:]):
        raise ValueError(f"the last line on the paper is longer than {printer.WHEELS} characters")
    reels = tuple(reel_of(*each) for each in a_list(saved["reels"]))
    words(film := a_list(saved["film"]))
    return MediaState(cards_of(saved["hopper"]), saved["read"], cards_of(saved["punched"]), printed, tuple(film), reels)


def cards_of(saved: Any) -> tuple[Card, ...]:
    """Return cards from lists of their words."""
    for card in a_list(saved):
        if len(a_list(card)) != WORDS:
            raise ValueError(f"a card has {len(card)} words: expected {WORDS}")
        words(card)
    return tuple(map(tuple, saved))


def reel_of(number: Any, data: Any, position: Any, records: Any, written: Any, rest: Any) -> tuple[int, tape.ReelState]:
    """Return a reel of a result of `saved`."""
    within(1, tape.UNITS)(number)
    characters = in_base64(data)
    within(0, len(characters))(position)
    count(records)
    words(a_list(written))
    words(a_list(rest))
    return number, tape.ReelState(characters, position, records, tuple(written), tuple(rest))
