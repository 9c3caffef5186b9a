"""asm/ibm704/rote.sap: what is kept on the memory tape, found again, refreshed and forgotten, is what the model says.

The routines are called one by one on a 704 with tapes, with room for two or three large records in core, so that
records are dropped and read again. What is on the tape is read by host/games/checkers/memory.py, which checks order,
doubles, sums and keys.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.formats.tapes import dumps_p7b, loads_p7b
from host.games.boards import Colour
from host.games.checkers.memory import key_of, memory_of
from host.games.checkers.rules import FAR_ROW, KINGS, MEN, OPENING, SQUARES, Position, place
from tests.games.checkers.boards import any_position, position
from tests.ibm704 import memory_model as model
from tests.ibm704.memory_machine import MemoryMachine
from tests.shared import ALL_EXAMPLES

LABEL, FIRST = 0, 1  # records of a tape
MARKS = {"finest": 0o377776360, "pieces and kings": 0o3740400000, "kings": 0o400000}  # for RKMASK


@cache
def machine():
    return MemoryMachine()


@st.composite
def kings_alone(draw):
    """Up to six kings."""
    squares = draw(st.sets(st.sampled_from(SQUARES), min_size=1, max_size=6))
    pieces = {square: KINGS[draw(st.sampled_from(Colour))] for square in squares}
    return Position(pieces, draw(st.sampled_from(Colour)))


# ---------------------------------------------------------------- standard form and key


@settings(max_examples=300)
@given(any_position() | kings_alone())
def test_standard_form_and_key_are_those_of_the_model(board):
    standard = model.standard(board)
    key = key_of(standard) & machine().get("RKMASK")
    assert machine().standard(board) == (*model.words(standard), key)


@settings(max_examples=200)
@given(any_position())
def test_a_board_and_its_exchanged_turn_have_one_standard_form(board):
    assert machine().standard(model.exchanged(board)) == machine().standard(board)


@settings(max_examples=200)
@given(kings_alone())
def test_the_four_reflections_of_kings_have_one_standard_form(board):
    other = model.reflected(board)
    four = [board, model.turned(board), other, model.turned(other)]
    assert len({machine().standard(each) for each in four}) == 1


def test_a_board_with_a_man_is_not_reflected():
    board = position("B:WK30:B1,K10")
    assert len({machine().standard(each) for each in (board, model.reflected(board), model.turned(board))}) == 3


@pytest.mark.parametrize(
    ("text", "fields"),  # 32 less pieces; one ahead, it is White; kings; the move; moments plus 128: worked out by hand
    [
        (OPENING.fen, (8, 0, 0, 0, 0, 68, 96)),
        ("B:WK15:B7", (30, 1, 1, 1, 0, 126, 127)),
        ("B:W30:BK1,10", (29, 1, 0, 1, 0, 116, 121)),
        ("B:W21,22:B12", (29, 1, 1, 0, 1, 127, 125)),
    ],
)
def test_the_key_is_that_of_a_board_worked_out_by_hand(text, fields):
    key = 0
    for value, bits in zip(fields, (6, 1, 1, 1, 1, 8, 8), strict=True):
        key = key << bits | value
    assert machine().standard(position(text))[3] == key & machine().get("RKMASK")
    assert key_of(position(text)) == key


# ---------------------------------------------------------------- the whole memory


def random_position(rng):
    """Return a position, more often one with few pieces."""
    alone = rng.random() < 0.3
    pieces = {}
    for square in rng.sample(SQUARES, rng.randint(1, 4 if alone else 12)):
        colour = rng.choice(list(Colour))
        king = alone or rng.random() < 0.2 or place(square)[0] == FAR_ROW[colour]
        pieces[square] = (KINGS if king else MEN)[colour]
    return Position(pieces, rng.choice(list(Colour)))


def random_score(rng):
    return rng.choice([
        0,
        rng.randint(-9000, 9000),
        rng.randint(-(1 << 33), 1 << 33),
        rng.choice([1, -1]) * (model.WON - rng.randint(1, 2000)),
    ])  # fmt: skip


def tape_of(found):
    """Return what is on the program's memory tape, as the model has it."""
    memory = memory_of(loads_p7b(found.machine.tape(found.get("RWIN") - 0o220)))
    return [
        (key, [(model.words(each.position), each.score, each.age, each.ply) for each in boards])
        for key, boards in memory.records
    ]


@pytest.mark.parametrize(
    ("seed", "mask", "pool", "steps", "limits"),
    [
        (1, "finest", 200, 800, (20, 24, 500, 400, 8)),
        (2, "finest", 40, 1000, (3, 10, 500, 400, 5)),
        (3, "pieces and kings", 600, 3000, (127, 24, 20, 13, 21)),
        (4, "kings", 1200, 3000, (100, 127, 511, 500, 8)),
        (5, "kings", 300, 2000, (60, 20, 60, 30, 13)),
    ],
)
def test_any_sequence_of_saves_and_look_ups_is_as_in_the_model(seed, mask, pool, steps, limits):
    rng = random.Random(seed)
    every, old, limit, target, scale = limits
    found = MemoryMachine()
    settings_ = {
        "RKMASK": MARKS[mask], "ROEVRY": every, "RGOLD": old, "RGLIM": limit, "RGTARG": target, "RWSCAL": scale
    }  # fmt: skip
    for name, value in settings_.items():
        found.put(name, value)
    found.call("ROINIT")
    expected = model.Model(MARKS[mask], scale, every, old, 8, limit, target)
    boards = [random_position(rng) for _ in range(pool)]
    hits = 0
    for _ in range(steps if ALL_EXAMPLES else steps // 3):
        board = rng.choice(boards)
        board = model.exchanged(board) if rng.random() < 0.5 else board
        if rng.random() < 0.5:
            score, ply = random_score(rng), rng.randint(0, 70)
            found.save(board, score, ply)
            expected.save(board, score, ply)
            if expected.due == 0:
                assert tape_of(found) == expected.tape
        else:
            answer = found.look_up(board)
            assert answer == expected.look_up(board), board.fen
            hits += answer is not None
    assert hits
    assert (found.get("RINLST"), found.get("RINBAD")) == (0, 0)


def test_records_that_do_not_fit_into_core_are_dropped_and_read_again():
    """There are six records, and room for two or three: ages that have changed are not lost."""
    rng = random.Random(9)
    found = MemoryMachine()
    found.put("RKMASK", MARKS["pieces and kings"])
    found.put("ROEVRY", 120)
    expected = model.Model(MARKS["pieces and kings"], every=120)
    boards = [random_position(rng) for _ in range(6000)]
    boards = [board for board in boards if len(board.pieces) in (7, 8, 9)][:1100]
    for board in boards:
        for each in (found, expected):
            each.save(board, 5, 3)
    found.call("ROTMRG")
    expected.merge()
    before = found.get("RINTAP")
    for _ in range(300):
        board = rng.choice(boards)
        assert found.look_up(board) == expected.look_up(board)
    assert found.get("RINTAP") - before > len(expected.records)  # more often than once each
    for each in (found, expected):
        each.save(boards[0], 6, 3)
    found.call("ROTMRG")
    expected.merge()
    assert tape_of(found) == expected.tape
    assert found.get("RINLST") == 0


# ---------------------------------------------------------------- age, ply


def with_one(score=100, ply=4):
    """Return a machine whose tape has one board."""
    found = MemoryMachine()
    found.put("RGOLD", 24)
    found.save(OPENING, score, ply)
    found.call("ROTMRG")
    return found


def age_of(found, board=OPENING):
    """Return the age of a board on tape; None if it is not there."""
    ages = {words: age for _, boards in tape_of(found) for words, _, age, _ in boards}
    return ages.get(model.words(model.standard(board)))


def merge_another(found, times=1):
    """Let it merge with another board."""
    for _ in range(times):
        found.save(position("B:W30:BK1,K2,K3"), 1, 3)
        found.call("ROTMRG")


def test_a_new_board_has_age_8_and_each_merge_adds_1():
    found = with_one()
    assert age_of(found) == 8
    merge_another(found, 5)
    assert age_of(found) == 13


def test_a_use_halves_the_age():
    found = with_one()
    merge_another(found, 6)
    assert age_of(found) == 14
    assert found.look_up(OPENING) == (100, 4)
    merge_another(found)
    assert age_of(found) == 7 + 1
    found.look_up(OPENING)
    found.look_up(OPENING)
    merge_another(found)
    assert age_of(found) == 2 + 1


def test_a_score_brought_up_to_date_halves_the_age_too():
    found = with_one()
    merge_another(found, 6)
    found.save(OPENING, 50, 9)
    found.call("ROTMRG")
    assert age_of(found) == 7 + 1
    assert found.look_up(OPENING) == (50, 9)


def test_a_board_is_forgotten_at_the_maximum():
    found = with_one()
    merge_another(found, 15)
    assert age_of(found) == 23
    merge_another(found)
    assert age_of(found) is None
    assert found.look_up(OPENING) is None
    assert found.get("RGFRGT") == 1


def test_a_score_of_less_ply_does_not_replace_one_of_more():
    found = with_one(100, 6)
    found.save(OPENING, 50, 3)
    found.call("ROTMRG")
    assert found.look_up(OPENING) == (100, 6)


def test_a_win_keeps_its_distance_at_any_scale_and_is_of_the_highest_ply():
    found = MemoryMachine()
    found.put("RWSCAL", 21)
    found.call("ROINIT")
    for distance in (1, 2, 999, 1023):
        found.save(OPENING, -(model.WON - distance), 3)
        found.call("ROTMRG")
        assert found.look_up(OPENING) == (-(model.WON - distance), 63)


# ---------------------------------------------------------------- bad tapes


def three_boards():
    found = with_one()
    found.save(position("B:WK30:BK1,K2"), 1, 3)
    found.save(position("B:WK30:BK1,K2,4"), 1, 3)
    found.call("ROTMRG")
    return found, loads_p7b(found.machine.tape(found.get("RWIN") - 0o220))


def opened(records):
    """Open a tape; return whether it is good, and the record at which that was known."""
    found = MemoryMachine()
    found.machine.mount(1, dumps_p7b(records))
    good = found.call("RWOPEN")
    assert found.machine.tape(2) == b""
    return bool(good), found.get("RWWANT"), found.get("RINREC")


def test_a_good_tape_is_read():
    _, records = three_boards()
    assert opened(records)[0]
    assert opened(records)[2] == len(records) - 3  # label, last record, tape mark


def test_a_blank_tape_is_an_empty_memory():
    assert opened([])[0]


@pytest.mark.parametrize("record", range(5))
def test_a_wrong_bit_is_found_in_every_record(record):
    _, records = three_boards()
    for change in (0x01, 0x41):  # with wrong parity, and with the right one
        for where in range(0, len(records[record]), 7):
            damaged = bytearray(records[record])
            damaged[where] ^= change
            bad = [*records[:record], bytes(damaged), *records[record + 1 :]]
            assert opened(bad) == (False, record, 0), (record, where)


def test_records_that_are_missing_or_out_of_order_are_found():
    _, records = three_boards()
    for without in range(4):
        assert not opened(records[:without] + records[without + 1 :])[0], without
    assert not opened(records[:-2])[0]
    assert not opened([records[0], records[2], records[1], *records[3:]])[0]


def test_a_foreign_tape_is_not_taken():
    assert opened([bytes([0x40] * 36)]) == (False, LABEL, 0)


def test_a_tape_that_goes_bad_is_not_merged_and_new_boards_are_kept():
    found, records = three_boards()
    found.save(position("B:W30:BK1,K2,K3"), 1, 3)
    damaged = bytearray(records[FIRST])
    damaged[3] ^= 1
    unit = found.get("RWIN") - 0o220
    found.machine.mount(unit, dumps_p7b([records[LABEL], bytes(damaged), *records[2:]]))
    found.call("ROTMRG")
    assert (found.get("RINBAD"), found.get("RNUM"), found.get("RWIN") - 0o220) == (1, 1, unit)
