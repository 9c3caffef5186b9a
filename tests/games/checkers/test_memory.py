"""host/games/checkers/memory.py reads a memory tape, and says what is wrong with one, and where."""

from __future__ import annotations

import pytest

from emulators.errors import ImageError
from emulators.ibm704 import bcd
from host.formats import tapes
from host.games.checkers import memory
from host.games.checkers.samuel import word
from tests.games.checkers.boards import position

ALL = (1 << 36) - 1
LABEL = [*bcd.packed("SAMUELMEMORY"), 1, (1 << 26) - 1, 5]
END = 1 << 35
TWO = position("B:W30:B1,K2"), position("B:WK15:B7")


def checked(words):
    """Return a record: the check word makes the sum, with end-around carry, all ones."""
    total = sum(words)
    while total > ALL:
        total = (total & ALL) + (total >> 36)
    return tapes.record_of([*words, ALL - total], binary=True)


def entry(score, age, ply, found):
    black = word(at for at, piece in found.pieces.items() if piece.colour.letter == "B")
    white = word(at for at, piece in found.pieces.items() if piece.colour.letter == "W")
    kings = word(at for at, piece in found.pieces.items() if piece.king)
    return [(score < 0) << 35 | abs(score) << 14 | age << 6 | ply, black, white, kings]


RECORDS = sorted([memory.key_of(each), 1, *entry(-700, 8, 5, each)] for each in TWO)
GOOD = [LABEL, *RECORDS, [END, 2, 2]]


def read(words):
    return memory.memory_of([*map(checked, words), b""], "memory.tap")


def test_what_is_on_a_tape_is_read():
    found = read(GOOD)
    assert [(each.position.fen, each.score, each.age, each.ply) for each in found.boards] == [
        ("B:W30:B1,K2", -700, 8, 5),
        ("B:WK15:B7", -700, 8, 5),
    ]


def test_a_tape_without_records_is_an_empty_memory():
    assert list(memory.memory_of([]).boards) == []
    assert list(memory.memory_of([b""]).boards) == []


def test_a_win_says_how_far_it_is():
    win = [memory.key_of(TWO[0]), 1, *entry((1 << 21) - 12, 8, 5, TWO[0])]
    (kept,) = read([LABEL, win, [END, 1, 1]]).boards
    assert (kept.score, kept.end) == ((1 << 34) - 12, 12)


def test_a_listing_has_a_line_for_each_board():
    assert list(memory.listing(read(GOOD))) == [
        "B:W30:B1,K2  score -17, age 8, ply 5",
        "B:WK15:B7  score -17, age 8, ply 5",
        "2 boards in 2 records",
    ]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([bcd.packed("FORTRAN     "), *GOOD[1:]], "record 1: this is not a memory tape"),
        ([[*LABEL[:2], 2, *LABEL[3:]], *GOOD[1:]], "record 1: a memory tape of version 2"),
        (GOOD[:-1], "record 3: the tape ends here"),
        ([LABEL, *RECORDS[::-1], [END, 2, 2]], "record 3: its key does not follow"),
        ([LABEL, RECORDS[0], [END, 2, 2]], "record 3: the sums in the last record"),
        ([LABEL, [RECORDS[0][0], 2, *RECORDS[0][2:]], [END, 1, 2]], "record 2: it has 6 words"),
        ([LABEL, [RECORDS[0][0], 2, *RECORDS[0][2:] * 2], [END, 1, 2]], "record 2: its boards are not sorted"),
        ([LABEL, [RECORDS[0][0] + 1, *RECORDS[0][1:]], [END, 1, 1]], "belongs to another record"),
        ([LABEL, [RECORDS[0][0], 1, 0, 3, 1, 0], [END, 1, 1]], "another piece on square 32"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(words, problem):
    with pytest.raises(ImageError, match=problem) as error:
        read(words)
    assert str(error.value).startswith("memory.tap, record ")


def test_wrong_parity_and_wrong_check_words_are_found():
    good = [*map(checked, GOOD)]
    for change, problem in ((0x01, "record 2: wrong parity"), (0x41, "record 2: its check word")):
        record = bytearray(good[1])
        record[5] ^= change
        with pytest.raises(ImageError, match=problem):
            memory.memory_of([good[0], bytes(record), *good[2:]])
