"""Octal words with their addresses, as SIMH's load command takes them.

    ; anything                     a comment, also behind words
    00100 050000000200 040000000201 060100000202
    00103 000000000103
    ; entry 00100                  a comment of this form gives the entry point

An address, then words that go there and on, all octal. What SIMH's examine command prints is read, too: a colon behind
the address, a sign before a word, which is its position S.
"""

from __future__ import annotations

import re

from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.image import Image, Segment
from host.formats.core_storage import LAST, core_segments, core_start
from host.formats.faults import damaged, refuse_empty, shown, text_lines

PER_LINE = 4  # words; SIMH reads no more than 80 characters
DIGITS = WORD_BITS // 3
SIGN = 1 << WORD_BITS - 1
ENTRY = re.compile(r";\s*entry\s+([0-7]+)\s*")
ADDRESS = re.compile(r"([0-7]+):?(?:\s+|$)")
WORD = re.compile(r"([+-]?)([0-7]{1,12})")


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a text of octal words."""
    refuse_empty(data, file, "lines of an address and words, all octal")
    cells: dict[int, tuple[int, str]] = {}
    entry: int | None = None
    for where, line in text_lines(data, file):
        if match := ENTRY.fullmatch(line):
            entry = address(match[1], file, where)
        for at, word in words(line.partition(";")[0].rstrip(), file, where):
            known, source = cells.setdefault(at, (word, where))
            if known != word:
                raise damaged(file, where, f"puts {word:012o} at {at:05o}, where {source} put {known:012o}")
    if not cells:
        raise damaged(file, "", "there are no words in the file")
    found = [Segment(at, (word,)) for at, (word, _) in cells.items()]
    return Image(Image(found, word_bits=WORD_BITS).merged(), entry, word_bits=WORD_BITS)


def address(digits: str, file: str, where: str) -> int:
    """Return an address, after checking its range."""
    value = int(digits, 8)
    if value >= MOST_WORDS:
        raise damaged(file, where, f"the address {digits} is beyond {LAST:o}")
    return value


def words(line: str, file: str, where: str) -> list[tuple[int, int]]:
    """Return (address, word) for each word of a line without comment."""
    if not line:
        return []
    match = ADDRESS.match(line)
    texts = line[match.end() :].split() if match else []
    if not match or not texts:
        raise damaged(file, where, f"{shown(line)} is not an address and words, all octal")
    first, found = address(match[1], file, where), []
    for at, text in enumerate(texts, first):
        word = WORD.fullmatch(text)
        if not word or (word[1] and int(word[2], 8) >= SIGN):
            raise damaged(file, where, f"{shown(text)} is not a word: expected up to {DIGITS} octal digits")
        found.append((at, int(word[2], 8) | (SIGN if word[1] == "-" else 0)))
    if first + len(found) > MOST_WORDS:
        raise damaged(file, where, f"{len(found)} words from {first:05o} on reach beyond address {LAST:o}")
    return found


def dumps(image: Image) -> bytes:
    """Return the image's words, four a line, and its entry point as a comment."""
    segments, start = core_segments(image), core_start(image)
    lines = []
    for segment in segments:
        for at in range(0, len(segment.words), PER_LINE):
            row = " ".join(f"{word:012o}" for word in segment.words[at : at + PER_LINE])
            lines.append(f"{segment.address + at:05o} {row}\n")
    if start is not None:
        lines.append(f"; entry {start:05o}\n")
    return "".join(lines).encode("ascii")


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like octal words with addresses."""
    line = r"(\s*;[^\n]*\n|\s*\n)*\s*[0-7]{1,5}:?[ \t]+[+-]?[0-7]{12}\s"
    return bool(re.match(line, head.decode("latin-1")))
