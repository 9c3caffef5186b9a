"""Files as the system keeps them: words of 60 bits, with the ends of records and files between them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Mark(IntEnum):
    """What stands between words; in a file it is a negative number, which no word is."""

    NONE = 0
    END_OF_RECORD = -1
    END_OF_FILE = -2
    END_OF_INFORMATION = -3  # there is nothing behind it; it does not stand in a file


RECORDS = (Mark.END_OF_RECORD, Mark.END_OF_FILE)  # marks that end a record: the end of a file is a record of its own
FILES = (Mark.END_OF_FILE,)


class File:
    """A file, and how far it has been read or written. Writing cuts off what is behind.

    A connected file grows from outside, as somebody types it: there may be more behind its end.
    """

    def __init__(self, content: Iterable[int] = (), position: int = 0, connected: bool = False) -> None:
        self.content = list(content)
        self.position = position
        self.connected = connected

    @property
    def at_end(self) -> bool:
        """Whether everything there is has been read."""
        return self.position == len(self.content)

    def read(self, most: int) -> tuple[list[int], Mark]:
        """Return words, `most` of them at most, and the mark behind them if it has been passed."""
        words: list[int] = []
        while not self.at_end:
            each = self.content[self.position]
            if each >= 0 and len(words) == most:
                return words, Mark.NONE
            self.position += 1
            if each < 0:
                return words, Mark(each)
            words.append(each)
        return words, Mark.NONE if self.connected else Mark.END_OF_INFORMATION

    def write(self, words: Iterable[int], *marks: Mark) -> None:
        """Write words, then marks."""
        del self.content[self.position :]
        self.content += [*words, *map(int, marks)]
        self.position = len(self.content)

    def skip(self, count: int, marks: tuple[Mark, ...]) -> bool:
        """Go on behind so many of these marks, to the end at most; return whether they were there."""
        while count and not self.at_end:
            count -= self.content[self.position] in marks
            self.position += 1
        return not count

    def skip_back(self, count: int, marks: tuple[Mark, ...]) -> None:
        """Go back to where the count-th record (or file) begins, the one that stands here included."""
        while count and self.position:
            self.position -= 1
            while self.position and self.content[self.position - 1] not in marks:
                self.position -= 1
            count -= 1

    def ends_in_a_record(self) -> bool:
        """Return whether the words before the position still want an end of record."""
        return self.position > 0 and self.content[self.position - 1] >= 0

    @property
    def words(self) -> list[int]:
        """The words without the marks."""
        return [each for each in self.content if each >= 0]
