"""Octal words with their addresses, as SIMH's load command takes them for the IBM 704.

    ; anything                     a comment, also behind words
    00100 050000000200 040000000201 060100000202
    00103 000000000103
    ; entry 00100                  a comment of this form gives the entry point

An address, then words that go there and on, all octal. What SIMH's examine command prints is read, too: a colon behind
the address, a sign before a word, which is its position S. Words of the CDC 6600 have 20 digits, its addresses six.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from emulators.cdc6600 import isa as cdc6600
from emulators.ibm704 import isa as ibm704
from emulators.image import Image, Segment
from host.formats.core_storage import core_segments, core_start
from host.formats.faults import damaged, refuse_empty, shown, text_lines

ENTRY = re.compile(r";\s*entry\s+([0-7]+)\s*")
ADDRESS = re.compile(r"([0-7]+):?(?:\s+|$)")
WORD = re.compile(r"([+-]?)([0-7]+)")


class Octal(NamedTuple):
    """The format for the storage of a machine."""

    word_bits: int
    most_words: int
    per_line: int  # words; SIMH reads no more than 80 characters
    signed: bool  # whether words may have a sign

    @property
    def digits(self) -> int:
        """Octal digits of a word."""
        return self.word_bits // 3

    @property
    def last(self) -> str:
        """The last address, with all the digits that addresses have."""
        return f"{self.most_words - 1:o}"

    def loads(self, data: bytes, file: str = "<data>") -> Image:
        """Return the image of a text of octal words."""
        refuse_empty(data, file, "lines of an address and words, all octal")
        cells: dict[int, tuple[int, str]] = {}
        entry: int | None = None
        for where, line in text_lines(data, file):
            if match := ENTRY.fullmatch(line):
                entry = self._address(match[1], file, where)
            for at, word in self._words(line.partition(";")[0].rstrip(), file, where):
                known, source = cells.setdefault(at, (word, where))
                if known != word:
                    there = f"{word:0{self.digits}o} at {self._shown(at)}"
                    raise damaged(file, where, f"puts {there}, where {source} put {known:0{self.digits}o}")
        if not cells:
            raise damaged(file, "", "there are no words in the file")
        found = [Segment(at, (word,)) for at, (word, _) in cells.items()]
        return Image(Image(found, word_bits=self.word_bits).merged(), entry, word_bits=self.word_bits)

    def dumps(self, image: Image) -> bytes:
        """Return the image's words, a few in each line, and its entry point as a comment."""
        segments = core_segments(image, self.word_bits, self.most_words)
        start = core_start(image, self.most_words)
        lines = []
        for segment in segments:
            for at in range(0, len(segment.words), self.per_line):
                row = " ".join(f"{word:0{self.digits}o}" for word in segment.words[at : at + self.per_line])
                lines.append(f"{self._shown(segment.address + at)} {row}\n")
        if start is not None:
            lines.append(f"; entry {self._shown(start)}\n")
        return "".join(lines).encode("ascii")

    def recognises(self, head: bytes) -> bool:
        """Tell whether the beginning of a file looks like octal words with addresses."""
        word = f"{'[+-]?' if self.signed else ''}[0-7]{{{self.digits}}}"
        line = rf"(\s*;[^\n]*\n|\s*\n)*\s*[0-7]{{1,{len(self.last)}}}:?[ \t]+{word}\s"
        return bool(re.match(line, head.decode("latin-1")))

    def _shown(self, address: int) -> str:
        return f"{address:0{len(self.last)}o}"

    def _address(self, digits: str, file: str, where: str) -> int:
        """Return an address, after checking its range."""
        value = int(digits, 8)
        if value >= self.most_words:
            raise damaged(file, where, f"the address {digits} is beyond {self.last}")
        return value

    def _words(self, line: str, file: str, where: str) -> list[tuple[int, int]]:
        """Return (address, word) for each word of a line without comment."""
        if not line:
            return []
        match = ADDRESS.match(line)
        texts = line[match.end() :].split() if match else []
        if not match or not texts:
            raise damaged(file, where, f"{shown(line)} is not an address and words, all octal")
        first = self._address(match[1], file, where)
        found = [(at, self._word(text, file, where)) for at, text in enumerate(texts, first)]
        if first + len(found) > self.most_words:
            beyond = f"{len(found)} words from {self._shown(first)} on"
            raise damaged(file, where, f"{beyond} reach beyond address {self.last}")
        return found

    def _word(self, text: str, file: str, where: str) -> int:
        """Return a word; a sign is its leftmost bit."""
        match, sign = WORD.fullmatch(text), 1 << self.word_bits - 1
        short = match is not None and len(match[2]) <= self.digits
        if not match or not short or (match[1] and (not self.signed or int(match[2], 8) >= sign)):
            raise damaged(file, where, f"{shown(text)} is not a word: expected up to {self.digits} octal digits")
        return int(match[2], 8) | (sign if match[1] == "-" else 0)


IBM704 = Octal(ibm704.WORD_BITS, ibm704.MOST_WORDS, 4, signed=True)
CDC6600 = Octal(cdc6600.WORD_BITS, cdc6600.MOST_WORDS, 3, signed=False)
