"""KIM-1 cassettes as WAV files, in two layers that each stand alone.

    audio   read_edges, write_edges    WAV file <-> times at which the signal changes sign
    code    tape.edges, records        those times <-> records of bytes

Times are cycles of the machine's 1 MHz clock. `loads` and `dumps` go through both layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from math import sqrt
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.image import Image
from host.formats.faults import damaged
from host.formats.memory import BYTES, Memory
from host.formats.table import WAV_LIMIT

# ---------------------------------------------------------------- tape
# The KIM-1's tape code: records of bytes <-> the times at which the tape signal changes sign.
#
#     record      SYN x 100, '*', ID, SAL, SAH, data.., '/', checksum low, checksum high, EOT EOT
#     byte        two hexadecimal digits in ASCII, high digit first
#     character   8 bits, lowest first
#     bit         three slots of 2.47 ms, each of the high or of the low tone
#
#     0   | high | high | low |       a slot of the high tone:  9 cycles of 3.7 kHz
#     1   | high | low  | low |       a slot of the low tone:   6 cycles of 2.4 kHz
#
# The checksum is the sum of SAL, SAH and the data. Hypertape divides the cycles of a slot by its speed.
# Times are cycles of the machine's 1 MHz clock.
#
# Source: KIM-1 User Manual, Appendix E (Audio tape format); half periods measured on the monitor's output.


SYN, STAR, SLASH, EOT = 0x16, ord("*"), ord("/"), 0x04
LEADER = 100  # SYN characters before a record
SPEEDS = (1, 2, 3, 6)  # those that leave whole half periods in a slot
PAUSE = 500_000  # cycles of silence before each record
IDS = range(0x01, 0xFF)  # 00 and FF have another meaning when loading


class Tone(NamedTuple):
    """One of the two tones."""

    half_period: int  # cycles
    halves: int  # half periods in a slot at speed 1


HIGH, LOW = Tone(136, 18), Tone(206, 12)
SLOTS = ((HIGH, HIGH, LOW), (HIGH, LOW, LOW))  # of a 0 and of a 1


class Record(NamedTuple):
    """The output of one DUMPT command."""

    id: int
    address: int
    data: bytes


def checksum(record: Record) -> int:
    """Return the 16-bit sum that follows the data."""
    return (sum(record.address.to_bytes(2, "big")) + sum(record.data)) & 0xFFFF


def characters(record: Record) -> bytes:
    """Return the characters of a record."""
    head = bytes([record.id]) + record.address.to_bytes(2, "little") + record.data
    total = checksum(record).to_bytes(2, "little")
    text = f"*{head.hex()}/{total.hex()}".upper().encode("ascii")
    return bytes([SYN]) * LEADER + text + bytes([EOT, EOT])


def bits(text: bytes) -> Iterator[int]:
    """Yield the bits of characters in the order of the tape."""
    for code in text:
        yield from (code >> shift & 1 for shift in range(8))


def half_periods(text: bytes, speed: int = 1) -> list[int]:
    """Return the lengths of the half periods that encode these characters."""
    spelled = [[tone.half_period for tone in slots for _ in range(tone.halves // speed)] for slots in SLOTS]
    return list(chain.from_iterable(spelled[bit] for bit in bits(text)))


def edges(records: Iterable[Record], speed: int = 1) -> list[int]:
    """Return the times at which the signal of a tape with these records changes sign.

    The first record begins after a pause, the others follow with pauses between them.
    """
    if speed not in SPEEDS:
        raise ImageError(f"the tape speed {speed} is not possible: {', '.join(map(str, SPEEDS))} are")
    times: list[int] = []
    for record in records:
        start = (times[-1] if times else 0) + PAUSE
        times += accumulate(half_periods(characters(record), speed), initial=start)
    return times


# ---------------------------------------------------------------- tape reading
# Tape signal to records, as the KIM-1's receiver and its routine LOADT recover them from a tape.
#
#     edges -> half periods -> runs of the high and the low tone -> bits -> characters -> records
#
# Nothing is taken for granted about the speed: which half periods are long follows from their
# neighbours, and a bit is a 1 when its low tone lasts longer than its high tone, as LOADT decides.


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
    """A record on the tape, or its error."""

    time: int  # cycles, of its '*'
    id: int | None  # None: damaged before or in the ID
    record: Record | None
    problem: str


class UnreadableError(Exception):
    """A damaged record; the text describes the damage."""


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
    """Return the records found with the averaging that recovers most of them.

    Averaging helps against coarse times, but blurs the short tones of Hypertape.
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
    """Return the error for a tape without any requested record."""
    if found and id is not None:
        there = ", ".join("??" if each.id is None else f"{each.id:02X}" for each in found)
        return damaged(file, "", f"there is no record with ID {id:02X}; the tape has {there}")
    message = f"there is no KIM-1 record in these {changes:,} half periods: expected SYN characters (16), then '*'"
    return damaged(file, "", message)


def search(edges: Sequence[int], reach: int) -> Iterator[Found]:
    """Yield every possible start of a record."""
    found_runs = without_glitches(list(runs(edges, reach)))
    # A bit is a run of the high tone and the run of the low tone after it.
    timed = [(run.start, after.length > run.length) for run, after in pairwise(found_runs) if run.high]
    text = "".join("1" if bit else "0" for _, bit in timed)
    at = 0
    while (at := text.find(SYN_BITS * LEADER_NEEDED, at)) >= 0:
        while text.startswith(SYN_BITS, at):
            at += 8
        if character(text, at) == STAR:
            found, at = read_record(text, at, timed[at][0])
            yield found


def character(text: str, at: int) -> int | None:
    """Return the 7-bit character that begins at this place; None at the end of the tape."""
    return int(text[at : at + 7][::-1], 2) if at + 8 <= len(text) else None


def read_record(text: str, at: int, time: int) -> tuple[Found, int]:
    """Return the record with its '*' at this place, and the place after it."""
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
    """Characters and bytes that begin at a place of the tape."""

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


def without_glitches(found: list[Run]) -> list[Run]:
    """Return the runs; those shorter than half a slot are joined with their neighbours.

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
    last = len(edges) - 1
    spans = ((max(number - reach, 0), min(number + 1 + reach, last)) for number in range(last))
    lengths = [(edges[end] - edges[start]) / (end - start) for start, end in spans]  # each the mean with its neighbours
    for first in range(0, len(lengths), WINDOW):
        limit = tone_limit(lengths[first : first + WINDOW], limit)
        for number, length in enumerate(lengths[first : first + WINDOW], first):
            if length > limit * DOUBT:
                high = False
            elif length < limit / DOUBT:
                high = True
            yield high, edges[number], edges[number + 1]


def tone_limit(lengths: list[float], otherwise: float) -> float:
    """Return the length between the half periods of the two tones; `otherwise` when they are not two."""
    ordered = sorted(lengths)
    short, long = ordered[int(len(ordered) * SHORT)], ordered[int(len(ordered) * LONG)]
    return sqrt(short * long) if short * CONTRAST[0] < long < short * CONTRAST[1] else otherwise


FAST, FAST_RATE = 3, 11025  # above this speed, tones of 3 half periods need this sample rate

__all__ = ["dumps", "loads", "read_edges", "records", "write_edges"]


def read_edges(data: bytes, file: str = "<data>") -> list[int]:
    """Return the times at which the signal in a WAV file changes sign, in rising order.

    A constant offset, hum, hiss below the signal and its strength do not matter. Of several
    channels the one with the most signal counts.
    """
    from host.formats import audio

    return audio.edges(audio.parse(data, file))


def write_edges(edges: Sequence[int], *, rate: int = 44100, bits: int = 16, square: bool = False) -> bytes:
    """Return a WAV file with a signal that changes sign at these times; pauses are silent.

    The signal is a smooth one, or with `square` as steep as the sample rate allows.
    """
    from host.formats import audio

    size = audio.size(edges[-1] if edges else 0, rate, bits)
    if size > WAV_LIMIT:
        hint = "record faster (speed), or with fewer samples (rate, bits)"
        raise ImageError(f"the recording would have {size:,} bytes, more than {WAV_LIMIT:,}: {hint}")
    smooth = 0 if square else HIGH.half_period
    return audio.compose(audio.frames(edges, rate, bits, smooth, LOW.half_period), rate, bits)


def loads(data: bytes, file: str = "<data>", *, id: int | None = None) -> Image:
    """Return the image of all records on a tape, or of those with one ID."""
    memory = Memory(file)
    for number, record in enumerate(records(read_edges(data, file), file, id), 1):
        memory.add(record.address, record.data, f"record {number} (ID {record.id:02X})")
    return memory.image()


def dumps(
    image: Image, *, id: int = 1, speed: int = 1, rate: int = 44100, bits: int = 16, square: bool = False
) -> bytes:
    """Return the recording of a record for each segment, with the IDs `id`, `id` + 1 and so on.

    Speeds above 1 are those of Hypertape: 2, 3 and 6.
    """
    if speed > FAST and rate < FAST_RATE:
        raise ImageError(f"a sample rate of {rate} Hz is too low for speed {speed}: {FAST_RATE} Hz or more are needed")
    segments = BYTES.segments(image)
    if id not in IDS or id + len(segments) - 1 not in IDS:
        last = f" to {id + len(segments) - 1:02X}" if len(segments) > 1 else ""
        raise ImageError(f"the ID {id:02X}{last} is not possible: 01 to FE are; 00 and FF mean any record to LOADT")
    found = [Record(id + number, each.address, bytes(each.words)) for number, each in enumerate(segments)]
    return write_edges(edges(found, speed), rate=rate, bits=bits, square=square)


def recognises(head: bytes) -> bool:
    """Return whether the beginning of a file looks like a WAV file."""
    return head[:4] == b"RIFF" and head[8:12] == b"WAVE"
