"""Magnetic tapes in files: `read` a file into a list of records, `write` a list of records to a file.

A record is a string of characters as they are on the seven tracks, six bits and the parity in bit 6; an empty
record is a tape mark. Wrong parity is no error here: the machine's tape check is for that.

    records = read("results.tap")
    words = words_of(records[0])

P7B (`.p7b`), one byte for each character; decks of cards are kept this way, too. Source: SIMH's and Sim704's files.

    bit 7     1: the first character of a record
    bit 6     parity: odd in binary records, even in BCD records
    bits 5-0  the character                  a record of the one byte 8F (BCD code 17) is a tape mark

SIMH (`.tap`), records between their lengths, the end of the file being the end of the tape. Sources: SIMH Magtape
Representation and Handling (2017); J. D. Bryan, SIMH Tape Format Extensions.

    n 00 00 00   n bytes, one more if n is odd   n 00 00 00        a record; some programs leave the one more out
    n 00 00 80   the same                        n 00 00 80        a record that was read with an error
    n 00 00 X0   the same, X = 1-6, 9-E          n 00 00 X0        not of the tape: passed over
    00 00 00 00                                                    a tape mark
    FE FF FF FF                                                    an erased stretch
    FF FF FE FF                                                    half of one: the next begins after two bytes
    FF FF FF FF                                                    the end of what is recorded
    xx xx xx 7x, xx xx xx Fx                                       other marks: passed over

A record with an error has a character with wrong parity here, so that the machine's tape check finds it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from emulators.errors import ImageError
from emulators.ibm704.bcd import FROM_TAPE, TO_TAPE, WORD_CODES, codes_of_words, words_of_codes
from host.formats import storage
from host.formats.faults import damaged
from host.formats.table import Format, Formats, unrecognised

__all__ = ["FORMATS", "is_binary", "read", "read_good", "record_of", "words_of", "write"]

LIMIT = 32 << 20  # bytes: a reel of 2,400 feet at 200 characters an inch holds 6 million

# ---------------------------------------------------------------- P7B

FIRST, PARITY, CHARACTER = 0x80, 0x40, 0x3F
P7B_MARK = b"\x0f"  # a tape mark as a record
EVEN_TRACKS, ODD_TRACKS = (  # of each byte the character, with its parity
    bytes(byte & CHARACTER | PARITY * ((byte & CHARACTER).bit_count() % 2 != odd) for byte in range(256))
    for odd in (False, True)
)
TRACKS = bytes(byte & (PARITY | CHARACTER) for byte in range(256))


def loads_p7b(data: bytes, file: str = "<data>") -> list[bytes]:
    """Return the records of a P7B file, an empty one for a tape mark."""
    if data and not data[0] & FIRST:
        problem = f"the first byte is {data[0]:02X}: bit 7 of it should be 1, as the beginning of a record has it"
        raise damaged(file, "byte 1", problem)
    starts = [place for place, byte in enumerate(data) if byte & FIRST]
    records = [bytes([data[start] & ~FIRST]) + data[start + 1 : end] for start, end in pairwise([*starts, len(data)])]
    return [b"" if record == P7B_MARK else record for record in records]


def dumps_p7b(records: Iterable[bytes]) -> bytes:
    """Return the P7B file of these records."""
    filled = (record or P7B_MARK for record in records)
    return b"".join(bytes([record[0] | FIRST]) + record[1:] for record in filled)


def with_parity(characters: Iterable[int], odd: bool) -> bytes:
    """Return characters of 6 bits with their parity bit."""
    return bytes(characters).translate(ODD_TRACKS if odd else EVEN_TRACKS)


def wrong(record: bytes, odd: bool) -> list[int]:
    """Return the places of the characters with wrong parity."""
    found, expected = record.translate(TRACKS), with_parity(record, odd)
    if found == expected:  # of most records, at once
        return []
    return [place for place, (one, other) in enumerate(zip(found, expected, strict=True)) if one != other]


# ---------------------------------------------------------------- SIMH

LENGTH_BYTES = 4
MARK, GAP, HALF_GAP, END = 0, 0xFFFFFFFE, 0xFFFEFFFF, 0xFFFFFFFF
CLASS_SHIFT, LENGTHS = 28, 0xFFFFFFF  # a word is a class and a length
GOOD, BAD = 0, 8  # classes of records of the tape
MARKS = (7, 15)  # of words without a record
LONGEST = 0xFFFFFF
UNREADABLE = b"\x00\x40"  # characters of both parities: one of them is wrong, however the record is read


def loads_simh(data: bytes, file: str = "<data>") -> list[bytes]:
    """Return the records of a tape, an empty one for a tape mark; raises ImageError for lengths that do not agree."""
    found: list[bytes] = []
    _read_into(found, data, file)
    return found


def _read_into(found: list[bytes], data: bytes, file: str) -> None:
    """Add the records of a tape to a list; where ImageError is raised, those before the damage have been added."""
    at = 0
    while at < len(data):
        where = f"record {len(found) + 1} (byte {at + 1})"
        length = _length_at(data, at, file, where)
        at += LENGTH_BYTES
        if length == END:
            break
        kind, size = length >> CLASS_SHIFT, length & LENGTHS
        if length == HALF_GAP:
            at -= LENGTH_BYTES // 2
        if kind in MARKS:
            continue
        if length == MARK:
            found.append(b"")
            continue
        if size > LONGEST:
            raise damaged(file, where, f"the record has an impossible length: {length:08X}")
        if kind == BAD and not size:  # nothing of it could be read
            found.append(UNREADABLE)
            continue
        end = at + size + size % 2
        if size % 2 and data[end - 1 : end - 1 + LENGTH_BYTES] == data[at - LENGTH_BYTES : at]:
            after = _length_at(data, end, file, where) if end + LENGTH_BYTES <= len(data) else None
            end -= after != length  # without the byte that makes it even
        if _length_at(data, end, file, where) != length:
            raise damaged(file, where, f"the length before the record is {size}, and a different length after it")
        if kind in (GOOD, BAD):
            record = data[at : at + size]
            found.append(with_error(record) if kind == BAD else record)
        at = end + LENGTH_BYTES


def with_error(record: bytes) -> bytes:
    """Return a record that the tape check finds, with the parity of its last character turned if it has none wrong."""
    if wrong(record, odd=is_binary(record)):
        return record
    return UNREADABLE if len(record) == 1 else record[:-1] + bytes([record[-1] ^ PARITY])


def _length_at(data: bytes, at: int, file: str, where: str) -> int:
    if at + LENGTH_BYTES > len(data):
        raise damaged(file, where, f"the file ends after {len(data)} bytes, in the middle of the record")
    return int.from_bytes(data[at : at + LENGTH_BYTES], "little")


def dumps_simh(records: Sequence[bytes]) -> bytes:
    """Return the file of these records."""
    pieces = []
    for record in records:
        length = len(record).to_bytes(LENGTH_BYTES, "little")
        pieces.append(length + record + bytes(len(record) % 2) + length if record else length)
    return b"".join(pieces)


# ---------------------------------------------------------------- files

FORMATS: Formats[list[bytes]] = Formats((
    Format("simh", (".tap",), "SIMH", loads_simh, dumps_simh, unrecognised, LIMIT),
    Format("p7b", (".p7b",), "P7B", loads_p7b, dumps_p7b, unrecognised, LIMIT),
))  # fmt: skip


def read(path: str | os.PathLike[str], format: str | None = None) -> list[bytes]:
    """Return the records of a tape."""
    form = FORMATS.meant(os.fspath(path), format, "tape")
    return form.loads(storage.read_all(Path(path), LIMIT, "a tape"), os.fspath(path))


def read_good(path: str | os.PathLike[str], format: str | None = None) -> tuple[list[bytes], str]:
    """Return the records of a tape up to its damage, and a description of the damage; empty without one.

    Raises ImageError when not even the first record can be read.
    """
    if FORMATS.meant(os.fspath(path), format, "tape").name != "simh":
        return read(path, format), ""
    found: list[bytes] = []
    try:
        _read_into(found, storage.read_all(Path(path), LIMIT, "a tape"), os.fspath(path))
    except ImageError as error:
        if not found:
            raise
        return found, f"{error}; the {len(found)} records before are on the unit, the file stays as it is"
    return found, ""


def write(
    records: Sequence[bytes], path: str | os.PathLike[str], format: str | None = None, *, overwrite: bool = False
) -> None:
    """Write a tape to a file, all or nothing, over an existing file only with `overwrite`."""
    storage.write_all(Path(path), FORMATS.meant(os.fspath(path), format, "tape").dumps(records), overwrite)


# ---------------------------------------------------------------- records and words


def is_binary(record: bytes) -> bool:
    """Return whether a record is binary: its first character has odd parity."""
    return bool(record) and not wrong(record[:1], odd=True)


def words_of(record: bytes) -> list[int]:
    """Return the words of a record, BCD characters in the code of core storage; a last short one is filled with 0."""
    characters = [each & CHARACTER for each in record]
    codes = characters if is_binary(record) else [FROM_TAPE[each] for each in characters]
    return words_of_codes(codes + [0] * (-len(codes) % WORD_CODES))


def record_of(words: Iterable[int], binary: bool) -> bytes:
    """Return the record that the machine writes for these words: binary with odd parity, BCD with even parity."""
    codes = codes_of_words(words)
    return with_parity(codes if binary else [TO_TAPE[each] for each in codes], odd=binary)
