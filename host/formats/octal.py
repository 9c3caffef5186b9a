"""Octal words with their addresses, as SIMH's load command takes them for the IBM 704.

    ; anything                     a comment, also after words
    00100 050000000200 040000000201 060100000202
    00103 000000000103
    ; entry 00100                  a comment of this form gives the entry point

An address, then words that go there and on, all octal. What SIMH's examine command prints is read, too: a colon after
the address, a sign before a word, which is its position S. Words of the CDC 6600 have 20 digits, its addresses six.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from emulators.image import Image
from host.formats import memory
from host.formats.faults import damaged, refuse_empty, shown, text_lines
from host.formats.memory import Memory, Space

ENTRY = re.compile(r";\s*entry\s+([0-7]+)\s*")
ADDRESS = re.compile(r"([0-7]+):?(?:\s+|$)")
WORD = re.compile(r"([+-]?)([0-7]+)")


class Octal(NamedTuple):
    """The format for the storage of a machine."""

    space: Space
    per_line: int  # words; SIMH reads no more than 80 characters
    signed: bool  # whether words may have a sign

    def loads(self, data: bytes, file: str = "<data>") -> Image:
        """Return the image of a text of octal words."""
        refuse_empty(data, file, "lines of an address and words, all octal")
        found = Memory(file, self.space)
        entry: int | None = None
        for where, line in text_lines(data, file):
            if match := ENTRY.fullmatch(line):
                entry = self._address(match[1], file, where)
            if words := line.partition(";")[0].rstrip():
                match = ADDRESS.match(words)
                texts = words[match.end() :].split() if match else []
                if not match or not texts:
                    raise damaged(file, where, f"{shown(words)} is not an address and words, all octal")
                address = self._address(match[1], file, where)
                found.add(address, [self._word(text, file, where) for text in texts], where)
        return found.image(entry)

    def dumps(self, image: Image) -> bytes:
        """Return the image's words, a few in each line, and its entry point as a comment."""
        space, start = self.space, self.space.start(image)
        lines = [
            f"{space.at(address)} {' '.join(f'{word:0{space.word_digits}o}' for word in words)}\n"
            for address, words in space.pieces(image, self.per_line)
        ]
        if start is not None:
            lines.append(f"; entry {space.at(start)}\n")
        return "".join(lines).encode("ascii")

    def recognises(self, head: bytes) -> bool:
        """Return whether the beginning of a file looks like octal words with addresses."""
        word = f"{'[+-]?' if self.signed else ''}[0-7]{{{self.space.word_digits}}}"
        line = rf"(?:\s*;[^\n]*\n)*\s*[0-7]{{1,{len(self.space.at(0))}}}:?[ \t]+{word}\s"
        return bool(re.match(line, head.decode("latin-1")))

    def _address(self, digits: str, file: str, where: str) -> int:
        if int(digits, 8) >= self.space.size:
            raise damaged(file, where, f"the address {digits} is beyond {self.space.at(self.space.size - 1)}")
        return int(digits, 8)

    def _word(self, text: str, file: str, where: str) -> int:
        """Return a word; a sign is its leftmost bit."""
        match, sign, digits = WORD.fullmatch(text), 1 << self.space.word_bits - 1, self.space.word_digits
        if not match or len(match[2]) > digits or (match[1] and (not self.signed or int(match[2], 8) >= sign)):
            raise damaged(file, where, f"{shown(text)} is not a word: expected up to {digits} octal digits")
        return int(match[2], 8) | (sign if match[1] == "-" else 0)


IBM704 = Octal(memory.IBM704, 4, signed=True)
CDC6600 = Octal(memory.CDC6600, 3, signed=False)
