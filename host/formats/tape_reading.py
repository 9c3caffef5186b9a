"""Tape signal to records: what the KIM-1's receiver and its routine LOADT recover from a tape.

    edges -> half periods -> runs of the high and the low tone -> bits -> characters -> records

Nothing is taken for granted about the speed: which half periods are long follows from their
neighbours, and a bit is a 1 when its low tone lasts longer than its high tone, as LOADT decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from emulators.errors import ImageError
from host.formats.faults import damaged
from host.formats.tape import HIGH, LOW, STAR, SYN, Record, bits, checksum

WINDOW = 512  # half periods among which long and short ones are told apart
SHORT, LONG = 0.15, 0.88  # quantiles that are certainly of the high and of the low tone
CONTRAST = (1.2, 1.9)  # between these is the ratio of the tones' half periods; nominally it is 1.5
DOUBT = 1.05  # half periods this close to the limit between the tones leave the tone as it was
RUNS = 64  # runs from which the length of a slot is found
REACHES = (0, 1, 3)  # half periods on both sides over which a mean is taken, tried in this order
LEADER_NEEDED = 3  # SYN characters; LOADT itself wants 11
SYN_BITS = "".join(map(str, bits(bytes([SYN]))))
HEX_DIGITS = b"0123456789ABCDEF"


class Run(NamedTuple):
    """A stretch of one tone."""

    high: bool
    start: int  # cycles
    length: int


class Found(NamedTuple):
    """A record on the tape, or what is wrong with it."""

    time: int  # cycles, of its '*'
    id: int | None  # None: damaged before or in the ID
    record: Record | None
    problem: str


class UnreadableError(Exception):
    """A record goes wrong; the text says how."""


def records(edges: Sequence[int], file: str = "<edges>", id: int | None = None) -> list[Record]:
    """Return the records on a tape, of all IDs or of one; all of them must be undamaged."""
    found = best_search(edges)
    wanted = [each for each in found if id in (None, each.id)]
    for number, each in enumerate(found, 1):
        if each in wanted and each.record is None:
            raise damaged(file, place(number, each), each.problem)
    if wanted:
        return [each.record for each in wanted if each.record]
    raise missing(file, found, id, len(edges))


def best_search(edges: Sequence[int]) -> list[Found]:
    """Return what is on the tape, with the averaging that recovers most records.

    Averaging helps against times that are coarse, but blurs the short tones of Hypertape.
    """
    best: list[Found] = []
    for reach in REACHES:
        found = list(search(edges, reach))
        if sum(each.record is not None for each in found) > sum(each.record is not None for each in best) or not best:
            best = found
        if best and all(each.record for each in best):
            break
    return best


def place(number: int, found: Found) -> str:
    """Return the name of a record in messages."""
    name = "" if found.id is None else f"ID {found.id:02X}, "
    return f"record {number} ({name}at {found.time / 1e6:.2f} s)"


def missing(file: str, found: list[Found], id: int | None, changes: int) -> ImageError:
    """Return the error for a tape without any record that is wanted."""
    if found and id is not None:
        there = ", ".join("??" if each.id is None else f"{each.id:02X}" for each in found)
        return damaged(file, "", f"there is no record with ID {id:02X}; the tape has {there}")
    message = f"there is no KIM-1 record in these {changes:,} half periods: expected SYN characters (16), then '*'"
    return damaged(file, "", message)


def search(edges: Sequence[int], reach: int) -> Iterator[Found]:
    """Yield whatever begins as a record does."""
    timed = list(timed_bits(edges, reach))
    text = "".join("1" if bit else "0" for _, bit in timed)
    at = 0
    while (at := text.find(SYN_BITS * LEADER_NEEDED, at)) >= 0:
        while text.startswith(SYN_BITS, at):
            at += 8
        if character(text, at) == STAR:
            found, at = read_record(text, at, timed[at][0])
            yield found


def character(text: str, at: int) -> int | None:
    """Return the 7-bit character whose first bit is at this place; None at the end of the tape."""
    return int(text[at : at + 7][::-1], 2) if at + 8 <= len(text) else None


def read_record(text: str, at: int, time: int) -> tuple[Found, int]:
    """Return the record whose '*' is at this place, and the place behind it."""
    reader = Reader(text, at + 8)
    id = None
    try:
        id = reader.byte("the ID")
        address = reader.byte("the address") | reader.byte("the address") << 8
        record = Record(id, address, reader.data())
        stated = reader.byte("the checksum") | reader.byte("the checksum") << 8
        if stated != checksum(record):
            message = f"the checksum on the tape is {stated:04X}, but the {len(record.data)} bytes of data"
            raise UnreadableError(f"{message} from {address:04X} on give {checksum(record):04X}")
    except UnreadableError as error:
        return Found(time, id, None, str(error)), reader.at
    return Found(time, id, record, ""), reader.at


class Reader:
    """Characters and bytes from a place of the tape on."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def character(self, part: str) -> int:
        """Return the next character, which belongs to this part of the record."""
        code = character(self.text, self.at)
        if code is None:
            raise UnreadableError(f"the tape ends in {part}")
        self.at += 8
        return code

    def digit(self, part: str, code: int) -> int:
        """Return the value of a hexadecimal digit."""
        if code not in HEX_DIGITS:
            raise UnreadableError(f"the character {chr(code)!a} ({code:02X}) in {part} is not a hexadecimal digit")
        return HEX_DIGITS.index(code)

    def byte(self, part: str) -> int:
        """Return the next byte: two digits."""
        return self.digit(part, self.character(part)) << 4 | self.digit(part, self.character(part))

    def data(self) -> bytes:
        """Return the bytes up to the '/'."""
        data = bytearray()
        while True:
            part = f"data byte {len(data)}"
            if (code := self.character(part)) == ord("/"):
                return bytes(data)
            data.append(self.digit(part, code) << 4 | self.digit(part, self.character(part)))


def timed_bits(edges: Sequence[int], reach: int) -> Iterator[tuple[int, bool]]:
    """Yield (time, bit): a bit is a run of the high tone and the run of the low tone behind it."""
    for run, following in pairwise(without_glitches(list(runs(edges, reach)))):
        if run.high:
            yield run.start, following.length > run.length


def without_glitches(found: list[Run]) -> list[Run]:
    """Return the runs, those shorter than half a slot joined with their neighbours.

    Every bit has one run of one slot and one of two, so a quarter of all runs is above two slots.
    """
    kept: list[Run] = []
    for start in range(0, len(found), RUNS):
        some = found[start : start + RUNS]
        slot = sorted(run.length for run in some)[len(some) * 3 // 4] / 2
        for run in some:
            if kept and (run.length < slot / 2 or run.high == kept[-1].high):
                kept[-1] = kept[-1]._replace(length=kept[-1].length + run.length)
            else:
                kept.append(run)
    return kept


def runs(edges: Sequence[int], reach: int) -> Iterator[Run]:
    """Yield the stretches of one tone."""
    high, start, end = True, 0, 0
    for now_high, begin, finish in tones(edges, reach):
        if now_high != high or not end:
            if end:
                yield Run(high, start, end - start)
            high, start = now_high, begin
        end = finish
    if end:
        yield Run(high, start, end - start)


def tones(edges: Sequence[int], reach: int) -> Iterator[tuple[bool, int, int]]:
    """Yield (is it the high tone?, start, end) for every half period."""
    limit, high = sqrt(HIGH.half_period * LOW.half_period), True
    lengths = mean_lengths(edges, reach)
    for first in range(0, len(lengths), WINDOW):
        limit = tone_limit(lengths[first : first + WINDOW], limit)
        for number, length in enumerate(lengths[first : first + WINDOW], first):
            if length > limit * DOUBT:
                high = False
            elif length < limit / DOUBT:
                high = True
            yield high, edges[number], edges[number + 1]


def mean_lengths(edges: Sequence[int], reach: int) -> list[float]:
    """Return the lengths of the half periods, each the mean with its `reach` neighbours on both sides."""
    last = len(edges) - 1
    spans = ((max(number - reach, 0), min(number + 1 + reach, last)) for number in range(last))
    return [(edges[end] - edges[start]) / (end - start) for start, end in spans]


def tone_limit(lengths: list[float], otherwise: float) -> float:
    """Return the length between the half periods of the two tones; `otherwise` when they are not two."""
    ordered = sorted(lengths)
    short, long = ordered[int(len(ordered) * SHORT)], ordered[int(len(ordered) * LONG)]
    return sqrt(short * long) if short * CONTRAST[0] < long < short * CONTRAST[1] else otherwise
