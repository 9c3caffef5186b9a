"""Magnetic tapes in files: `read` a file into a list of records, `write` a list of records to a file.

A record is a string of characters as they stand on the seven tracks, six bits and the parity in bit 6; an empty
record is a tape mark. Wrong parity is nothing to complain of here: it is what the machine's tape check is for.

    records = read("results.tap")
    words = words_of(records[0])
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.ibm704.bcd import FROM_TAPE, TO_TAPE, WORD_CODES, codes_of_words, words_of_codes
from host.formats import storage
from host.formats.tapes import p7b, simh

__all__ = ["FORMATS", "is_binary", "read", "read_good", "record_of", "words_of", "write"]

LIMIT = 32 << 20  # bytes: a reel of 2,400 feet at 200 characters an inch holds 6 million


class Format(NamedTuple):
    """One way to keep a tape in a file."""

    name: str
    extensions: tuple[str, ...]
    loads: Callable[[bytes, str], list[bytes]]
    dumps: Callable[[Sequence[bytes]], bytes]


def loads_p7b(data: bytes, file: str = "<data>") -> list[bytes]:
    """Return the records of a P7B file, an empty one for a tape mark."""
    return [b"" if record == p7b.MARK else record for record in p7b.records(data, file)]


def dumps_p7b(records: Iterable[bytes]) -> bytes:
    """Return the P7B file of these records."""
    return p7b.joined(record or p7b.MARK for record in records)


FORMATS = (
    Format("simh", (".tap",), simh.loads, simh.dumps),
    Format("p7b", (".p7b",), loads_p7b, dumps_p7b),
)


def find(file: Path, format: str | None) -> Format:
    """Return the format of this name, or of a file's extension."""
    for each in FORMATS:
        if each.name == format or (format is None and file.name.lower().endswith(each.extensions)):
            return each
    endings = ", ".join(f"{each.name} ({' '.join(each.extensions)})" for each in FORMATS)
    raise ImageError(f"{file}: cannot tell the format of this tape; name one of {endings}")


def read(path: str | os.PathLike[str], format: str | None = None) -> list[bytes]:
    """Return the records of a tape."""
    file = Path(path)
    return find(file, format).loads(storage.read_all(file, LIMIT, "a tape"), str(file))


def read_good(path: str | os.PathLike[str], format: str | None = None) -> tuple[list[bytes], str]:
    """Return the records of a tape up to where it is damaged, and what is wrong there; nothing if all is well.

    Raises ImageError when not even the first record can be read.
    """
    file = Path(path)
    if find(file, format).name != "simh":
        return read(file, format), ""
    found: list[bytes] = []
    try:
        simh.read_into(found, storage.read_all(file, LIMIT, "a tape"), str(file))
    except ImageError as error:
        if not found:
            raise
        return found, f"{error}; the {len(found)} records before are on the unit, the file stays as it is"
    return found, ""


def write(
    records: Sequence[bytes], path: str | os.PathLike[str], format: str | None = None, *, overwrite: bool = False
) -> None:
    """Write a tape to a file, all or nothing, over an existing file only with `overwrite`."""
    file = Path(path)
    storage.write_all(file, find(file, format).dumps(records), overwrite)


# ---------------------------------------------------------------- records and words


def is_binary(record: bytes) -> bool:
    """Tell whether a record is binary: its first character has odd parity."""
    return bool(record) and not p7b.wrong(record[:1], odd=True)


def words_of(record: bytes) -> list[int]:
    """Return the words of a record, BCD characters in the code of core storage; a last short one is filled with 0."""
    characters = [each & p7b.CHARACTER for each in record]
    codes = characters if is_binary(record) else [FROM_TAPE[each] for each in characters]
    return words_of_codes(codes + [0] * (-len(codes) % WORD_CODES))


def record_of(words: Iterable[int], binary: bool) -> bytes:
    """Return the record that the machine writes of these words: binary with odd parity, BCD with even parity."""
    codes = codes_of_words(words)
    return p7b.with_parity(codes if binary else [TO_TAPE[each] for each in codes], odd=binary)
