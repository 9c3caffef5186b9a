"""The memory tapes of the 704's checkers program: positions that it has met, with their scores.

A tape has a label, records sorted by their keys, a last record with the sums, and a tape mark; asm/ibm704/rottap.sap
describes it, rotrec.sap a record, rotkey.sap standard form and key. Whatever is read is checked: parity, check words,
numbers, order, and that every board is valid and in the record of its key.

The 704 learns by rote: its memory tape comes from a file, and the merged tape goes back into it.

The program reads the tape of one unit and writes another; asm/ibm704/rotcrd.sap describes the cards for that, and its
printed output. The file is replaced only by a tape that has been read back and found good.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

from emulators.errors import ImageError
from emulators.ibm704 import bcd
from emulators.ibm704.isa import WORD_BITS
from host.formats import results, tapes
from host.formats.faults import damaged
from host.formats.tapes import dumps_p7b, loads_p7b
from host.games.boards import Colour, ProgramFault
from host.games.checkers.program import CheckersProgram
from host.games.checkers.rules import Position, place
from host.games.checkers.samuel import BadWords, Words, position_of

LABEL = bcd.packed("SAMUELMEMORY")
VERSION = 1
WORD = (1 << WORD_BITS) - 1
SIGN = 1 << WORD_BITS - 1
MOST = 511  # boards of a record
AGE_SHIFT, SCORE_SHIFT = 6, 14  # ply, then age and a mark that is 0 on tape, then score
WON = 1 << 34  # the score of a game that is won
NEAR = 1024  # from the end of the game, in moves: such scores are kept as the difference to WON
TOP = 1 << 35 - SCORE_SHIFT
WHOLE = 8  # up to this scale scores are kept whole; beyond, bits are shifted out
KINGS = 1 << 17  # bit 18 of a key: the record's boards have kings


class Kept(NamedTuple):
    """A board of the memory, in standard form: Black is to move."""

    position: Position
    score: int  # for Black, as the program had it, but for the bits that were shifted out
    age: int
    ply: int

    @property
    def end(self) -> int | None:
        """How many moves of both sides it is to the end of the game, if that is seen."""
        away = WON - abs(self.score)
        return away if away <= NEAR else None


class Memory(NamedTuple):
    """A memory tape."""

    mask: int  # the bits of a key that tell records apart
    scale: int  # of the polynomial: a man is 2**7 times 2**scale
    records: tuple[tuple[int, tuple[Kept, ...]], ...]  # keys and boards

    @property
    def boards(self) -> Iterator[Kept]:
        """All boards, in the order of the tape."""
        return (board for _, boards in self.records for board in boards)


def key_of(position: Position) -> int:
    """Return the whole key of a position in standard form; RKMASK says which bits of it tell records apart."""
    signs = {Colour.BLACK: -1, Colour.WHITE: 1}
    pieces, material, kings, fours, rows, lines = 0, 0, 0, 0, 0, 0
    for square, piece in position.pieces.items():
        row, column = place(square)
        sign = signs[piece.colour]
        pieces += 1
        material += sign * (3 if piece.king else 2)
        kings |= piece.king
        fours += row % 2 == 0
        rows += sign * (7 - row)
        lines += sign * ((7 - row + column) // 2)
    key = 32 - pieces
    for bit in (material != 0, material > 0, kings, fours % 2):
        key = key << 1 | bit
    return (key << 8 | rows + 128) << 8 | lines + 128


BLANK = Memory(0, 0, ())


def read(path: str | os.PathLike[str]) -> Memory:
    """Return a memory tape; raises ImageError if the file is not a good one."""
    return memory_of(tapes.read(path), os.fspath(path))


class BoardResult(TypedDict):
    """A board of a memory tape; Black is to move."""

    position: Annotated[str, "in FEN"]
    score: Annotated[int | None, "for Black, a man being 100; null: the end of the game is seen"]
    end: Annotated[int | None, "moves of both sides to the end of the game, if that is seen"]
    wins: Annotated[bool | None, "Black, at that end"]
    age: int
    ply: int


class TapeResult(TypedDict):
    """The content of a memory tape of the checkers program."""

    records: Annotated[int, "on the tape"]
    boards: list[BoardResult]


def show(memory: Memory, as_json: bool = False) -> None:
    """Print the content of a memory."""
    if as_json:
        results.show(result(memory))
    else:
        print("\n".join(listing(memory)))


def result(memory: Memory) -> TapeResult:
    """Return the content of a memory for programs."""
    man = 128 << memory.scale
    boards: list[BoardResult] = [
        {
            "position": each.position.fen,
            "score": round(100 * each.score / man) if each.end is None else None,
            "end": each.end,
            "wins": each.score > 0 if each.end is not None else None,
            "age": each.age,
            "ply": each.ply,
        }
        for each in memory.boards
    ]
    return {"records": len(memory.records), "boards": boards}


def listing(memory: Memory) -> Iterator[str]:
    """Yield a line for each board, and one with their number."""
    for kept in memory.boards:
        yield f"{kept.position.fen}  {worth(kept, 128 << memory.scale)}, age {kept.age}, ply {kept.ply}"
    yield f"{len(list(memory.boards)):,} boards in {len(memory.records):,} records"


def worth(kept: Kept, man: int) -> str:
    """Return the score of a board in words, a man being 100."""
    if kept.end is not None:
        return f"{'won' if kept.score > 0 else 'lost'} in {kept.end}"
    return f"score {round(100 * kept.score / man)}"


@dataclass
class Reader:
    """The tape that is read, for messages."""

    file: str
    record: int = 0  # from 1

    def wrong(self, problem: str) -> ImageError:
        """Return the error of the record."""
        return damaged(self.file, f"record {self.record}", problem)


def memory_of(records: Sequence[bytes], file: str = "<data>") -> Memory:
    """Return the memory on a tape; a blank tape is an empty one. Raises ImageError."""
    reader = Reader(file)
    words = [_words(each, reader) for each in _before_mark(records)]
    reader.record = 1
    if not words:
        return BLANK
    first, *rest = words
    if first[:2] != LABEL:
        raise reader.wrong("this is not a memory tape of the checkers program: it has no label SAMUEL MEMORY")
    if len(first) != 5 or first[2] != VERSION:
        raise reader.wrong(f"a memory tape of version {first[2] if len(first) > 2 else '?'}: expected {VERSION}")
    found: list[tuple[int, tuple[Kept, ...]]] = []
    mask, scale = first[3:]
    for reader.record, each in enumerate(rest, 2):
        if each[0] == SIGN:
            sums = [SIGN, len(found), sum(len(boards) for _, boards in found)]
            if each != sums or reader.record != len(words):
                raise reader.wrong("the sums in the last record are not those of the records before it")
            return Memory(mask, scale, tuple(found))
        if found and each[0] <= found[-1][0]:
            raise reader.wrong("its key does not follow that of the record before it")
        found.append((each[0], _boards(each, mask, scale, reader)))
    raise reader.wrong("the tape ends here: its last record is missing")


def _before_mark(records: Sequence[bytes]) -> Sequence[bytes]:
    return records[: records.index(b"")] if b"" in records else records


def _words(record: bytes, reader: Reader) -> list[int]:
    """Return the words of a record without its check word."""
    reader.record += 1
    if tapes.wrong(record, odd=True):
        raise reader.wrong("wrong parity, or not a binary record")
    words = tapes.words_of(record)
    total = 0
    for word in words:
        total += word
        total = (total & WORD) + (total >> WORD_BITS)
    if total != WORD or len(words) < 3:
        raise reader.wrong("its check word does not agree with its words")
    return words[:-1]


def _boards(words: list[int], mask: int, scale: int, reader: Reader) -> tuple[Kept, ...]:
    key, count, *rest = words
    size = 4 if key & KINGS else 3
    if not 1 <= count <= MOST or len(rest) != count * size:
        raise reader.wrong(f"it has {len(words)} words: they are not those of {count} boards")
    entries = [rest[first : first + size] for first in range(0, len(rest), size)]
    if any(one[1:] >= other[1:] for one, other in pairwise(entries)):
        raise reader.wrong("its boards are not sorted, or one is there twice")
    found = tuple(_board(entry, scale, reader) for entry in entries)
    for kept in found:
        if key_of(kept.position) & mask != key:
            raise reader.wrong(f"{kept.position.fen} belongs to another record")
    return found


def _board(entry: list[int], scale: int, reader: Reader) -> Kept:
    word, ours, theirs, *more = entry
    kings = more[0] if more else 0
    try:
        position = position_of(Words(ours & ~kings, theirs & ~kings, ours & kings, theirs & kings), Colour.BLACK)
    except BadWords as error:
        raise reader.wrong(str(error)) from error
    code = (word & ~SIGN) >> SCORE_SHIFT
    score = WON - TOP + code if code >= TOP - NEAR else code << max(0, scale - WHOLE)
    return Kept(position, -score if word & SIGN else score, word >> AGE_SHIFT & 0x7F, word & 0x3F)


# ---------------------------------------------------------------- the tape while the program learns by rote

READ, WRITTEN = 1, 2  # units, at first
SAID = re.compile(r"MEMORY ON UNIT +([12]), +([0-9]+) BOARDS, +([0-9]+) RECORDS")
STATISTIC = re.compile(r"(LOOKED UP|FOUND|RECORDS READ|SAVED|UP TO DATE|NEW|FORGOTTEN|CULLED|MERGES) +([0-9]+)")
FOUR_TERMS, AS_IT_IS = "ROTE ON", "ROTE ANY"  # the polynomial
ENDINGS, MORE_ENDINGS = "ROTE ENDING", "ROTE EXTEND"  # looked up only, or saved, too


class Tape:
    """The memory tape of a program, and its file. A file that does not exist is an empty memory.

    Raises ImageError for a file that is not a good memory tape, or one of another polynomial.
    """

    def __init__(self, program: CheckersProgram, file: Path, card: str = FOUR_TERMS) -> None:
        self.program, self.file = program, file
        self.existed = file.exists()
        records = tapes.read(file) if self.existed else []
        tapes.FORMATS.meant(str(file), None, "tape")
        memory_of(records, str(file))
        self.unit = READ
        program.machine.mount(READ, dumps_p7b(records))
        program.machine.mount(WRITTEN)
        printout = program.feed(card)
        if printout.lines and printout.lines[-1].startswith("BAD MEMORY TAPE"):
            raise ImageError(f"{file}: this memory belongs to a polynomial of another scale")
        self._say(printout.lines)

    def _say(self, lines: list[str]) -> None:
        found = SAID.fullmatch(lines[-1]) if lines else None
        if found is None or len(lines) != 1:
            raise ProgramFault(f"the program says of its memory: {' / '.join(lines) or 'nothing'}")
        self.unit, self.boards, self.records = map(int, found.groups())

    def go_on(self, card: str) -> None:
        """Have the program read its tape again by another card; what it has not merged is lost."""
        self._say(self.program.feed(card).lines)

    def merge(self) -> None:
        """Have the program merge its saved boards into its tape."""
        self._say(self.program.feed("ROTE MERGE").lines)

    def save(self) -> None:
        """Merge, and put the new tape into the file, all or nothing."""
        self.merge()
        data = self.program.machine.tape(self.unit)
        records = loads_p7b(data or b"")
        memory_of(records, f"the tape of unit {self.unit}")
        tapes.write(records, self.file, overwrite=self.existed)
        self.existed = True

    @property
    def statistics(self) -> dict[str, int]:
        """The program's counts since it was loaded."""
        lines = self.program.feed("ROTE PRINT").lines
        return {found[1].lower(): int(found[2]) for line in lines if (found := STATISTIC.fullmatch(line))}

    @property
    def summary(self) -> str:
        """The statistics in a line."""
        counted = self.statistics
        return (
            f"{self.file}: {self.boards:,} boards in {self.records:,} records; {counted['looked up']:,} looked up, "
            f"{counted['found']:,} found, {counted['saved']:,} saved"
        )
