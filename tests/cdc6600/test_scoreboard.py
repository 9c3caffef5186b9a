"""The model of time: which instruction waits for what, and how long. Source of the tables: Thornton; see timing.md."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import core
from emulators.cdc6600.isa import INSTRUCTIONS, Kind, Unit
from emulators.cdc6600.scoreboard import Column, Port

from .machines import START, Flat, word

ISSUE, START_AT, RESULT, DONE = Column.ISSUE, Column.START, Column.RESULT, Column.DONE
TIMES = (ISSUE, START_AT, RESULT, DONE)
WAITS = (Column.FETCH, Column.UNIT, Column.RESERVED, Column.OPERAND, Column.READER, Column.BANK)


def timed(*texts, b=(), a=(), steps=None, **registers):
    """Run a program from 000100 on; return what has been noted of its instructions."""
    machine = Flat("python", exact=1)
    m = machine.m
    m.timing = 1
    for number, content in dict(b).items():
        m.b[number] = content
    for number, content in dict(a).items():
        m.a[number] = content
    machine.program(*texts)
    if steps is None:
        machine.run(2000)
    for _ in range(steps or 0):
        machine.step()
    return machine.rows()


def times(row, origin=0):
    return tuple(row[each] - origin for each in TIMES)


def waits(row):
    return {each.name: row[each] for each in WAITS if row[each]}


# ---------------------------------------------------------------- the worked examples

SUM = ["54111 54221 36612 54661", "67221 0520000100", "00000"]  # c(n) = a(n) + b(n)
PRODUCT = ["54111 54221 40312 30003", "24000 67221 0520000100", "00000"]  # x0 = x0 + a(n) * b(n)
SETTING = {"b": {1: 1, 2: 9}, "a": {1: 0o1000, 2: 0o2003, 6: 0o3006}}


def pass_of(rows, length, number):
    """The rows of a pass of a loop, and when it begins."""
    rows = rows[number * length : (number + 1) * length]
    return rows, rows[0][ISSUE]


def test_the_sum_of_two_arrays_takes_17_minor_cycles_for_each_element():
    rows, origin = pass_of(timed(*SUM, **SETTING), 6, 4)
    assert [times(row, origin) for row in rows] == [
        (0, 0, 3, 8),
        (1, 1, 4, 9),
        (2, 9, 12, 12),
        (4, 12, 15, 20),
        (5, 5, 8, 8),
        (9, 9, 17, 17),
    ]
    _, following = pass_of(timed(*SUM, **SETTING), 6, 5)
    assert following - origin == 17
    assert [waits(row) for row in rows] == [{}, {}, {"OPERAND": 7}, {"UNIT": 1, "OPERAND": 8}, {}, {"UNIT": 3}]


def test_the_inner_product_of_two_arrays_takes_35_minor_cycles_for_each_element():
    rows = timed(*PRODUCT, **SETTING)
    starts = [pass_of(rows, 7, number)[1] for number in range(2, 8)]
    assert {later - earlier for earlier, later in pairwise(starts)} == {35}
    in_a_pass, origin = pass_of(rows, 7, 4)
    assert in_a_pass[4][Column.RESERVED] > 0
    assert in_a_pass[4][ISSUE] == in_a_pass[3][RESULT]
    assert in_a_pass[4][ISSUE] - origin == 23


def test_outside_the_stack_the_sum_takes_26():
    """Its second word comes from storage, and so does the one it jumps to."""
    rows = timed(SUM[0], "67221 0520000300", steps=7, **SETTING)
    assert rows[-1][Column.LOCATION] == 0o300
    assert rows[-1][ISSUE] == 26


# ---------------------------------------------------------------- units


def program_of(instruction):
    digits = f"{instruction.code:02o}"
    return digits + ("1000000200" if instruction.long else "123")[: 8 if instruction.long else 3]


@pytest.mark.parametrize(
    "instruction",
    [each for each in INSTRUCTIONS if each.unit not in (Unit.BRANCH, Unit.NONE)],
    ids=lambda each: f"{each.code:02o}",
)
def test_every_unit_takes_its_time_from_operands_to_result(instruction):
    (row,) = timed(program_of(instruction), steps=1)
    assert times(row)[:3] == (0, 0, instruction.time)
    assert Port(row[Column.PORT]).name.startswith(instruction.unit.name)


def test_a_pass_takes_a_slot_and_no_unit():
    rows = timed("46000 46000 46000 46000", steps=4)
    assert [row[ISSUE] for row in rows] == [0, 1, 2, 3]
    assert {row[Column.PORT] for row in rows} == {Port.NONE}


def test_a_long_instruction_takes_two_slots():
    rows = timed("6110000001 46000 46000", steps=3)
    assert [row[ISSUE] for row in rows] == [0, 2, 3]


# ---------------------------------------------------------------- conflicts


def test_first_order_the_unit_is_busy():
    """Two floating additions, one adder: the second one is issued when it is free, a cycle behind the first result."""
    rows = timed("30123 30456 10700", steps=3)
    assert [times(row)[:3] for row in rows] == [(0, 0, 4), (5, 5, 9), (6, 6, 9)]
    assert waits(rows[1]) == {"UNIT": 4}


@pytest.mark.parametrize(("first", "third"), [("40123", "40345"), ("63123", "63345")], ids=["multiply", "increment"])
def test_of_multiply_and_increment_there_are_two(first, third):
    second = first[:2] + "4" + first[3:]
    rows = timed(f"{first} {second} {third}", steps=3)
    assert [row[ISSUE] for row in rows[:2]] == [0, 1]
    assert rows[2][ISSUE] == rows[0][RESULT] + 1
    assert rows[2][Column.PORT] == rows[0][Column.PORT] != rows[1][Column.PORT]


def test_first_order_the_register_of_the_result_is_reserved():
    rows = timed("30123 10145", steps=2)
    assert [times(row)[:3] for row in rows] == [(0, 0, 4), (4, 4, 7)]
    assert waits(rows[1]) == {"RESERVED": 3}


def test_second_order_an_operand_is_still_to_come():
    """The boolean unit has its instruction, and waits; the next one is issued to another unit meanwhile."""
    rows = timed("30123 10410 36567", steps=3)
    assert [times(row)[:3] for row in rows] == [(0, 0, 4), (1, 4, 7), (2, 2, 5)]
    assert waits(rows[1]) == {"OPERAND": 3}


def test_both_operands_are_read_at_once_when_the_later_one_is_there():
    rows = timed("30123 40456 36714", steps=3)
    assert [row[START_AT] for row in rows] == [0, 1, 11]


def test_third_order_a_result_waits_for_an_earlier_reader_of_its_register():
    """X5 is read by the sum, which waits for the quotient; the boolean unit is done long before, and waits."""
    rows = timed("44123 36415 10566", steps=3)
    assert [times(row)[:3] for row in rows] == [(0, 0, 29), (1, 29, 32), (2, 2, 30)]
    assert waits(rows[2]) == {"READER": 25}


def test_third_order_a_word_from_storage_waits_too_its_unit_does_not():
    rows = timed("44023 36405 5150001000", steps=3)
    assert times(rows[2]) == (2, 2, 5, 30)
    assert waits(rows[2]) == {"BANK": 20}


def test_b0_is_never_waited_for():
    rows = timed("66012 66345", steps=2)
    assert [times(row)[:3] for row in rows] == [(0, 0, 3), (1, 1, 4)]


# ---------------------------------------------------------------- storage


def test_a_word_comes_five_minor_cycles_behind_its_address():
    rows = timed("5110001000 10210 46000", steps=2)
    assert times(rows[0]) == (0, 0, 3, 8)
    assert times(rows[1])[:2] == (2, 8)


def test_a_store_waits_for_its_word():
    rows = timed("30612 5160001000", steps=2)
    assert times(rows[1]) == (1, 4, 7, 12)


@pytest.mark.parametrize(("second", "wait"), [(0o1001, 0), (0o1040, 9), (0o1037, 0)])
def test_two_words_of_one_bank_are_ten_minor_cycles_apart(second, wait):
    """32 banks by the last five bits. A refused address is tried again every third cycle."""
    rows = timed(f"5110001000 51200{second:05o}", steps=2)
    assert waits(rows[1]) == ({"BANK": wait} if wait else {})
    assert rows[1][DONE] == rows[1][RESULT] + 5 + wait


def test_a_store_that_waits_for_its_word_does_not_keep_its_bank_busy():
    rows = timed("44612 5160001000", "5110001040", steps=5)
    assert rows[1][RESULT] > rows[-1][RESULT]
    assert "BANK" not in waits(rows[-1])


# ---------------------------------------------------------------- words of instructions, and jumps


def test_words_come_from_storage_every_eighth_minor_cycle():
    rows = timed(*["46000"] * 4, steps=13)
    assert [row[ISSUE] for row in rows if row[Column.PARCEL] == 0] == [0, 8, 16, 24]
    assert rows[4][Column.FETCH] == 4


def test_a_word_that_took_longer_does_not_let_the_next_ones_come_faster():
    rows = timed("44123 10311 46000 46000", "46000", "46000", steps=9)
    assert [row[ISSUE] for row in rows if row[Column.PARCEL] == 0] == [0, 8, 16]
    rows = timed("44123 44123 46000 46000", "46000", "46000", steps=9)
    begins = [row[ISSUE] for row in rows if row[Column.PARCEL] == 0]
    assert begins == [0, 33, 41]


def test_words_in_the_stack_come_every_fourth():
    rows = timed("46000", "6122777776 46000 46000", "0520000100", "00000", b={2: 3})
    second = [row for row in rows if row[Column.PARCEL] == 0][3:6]
    assert [later[ISSUE] - second[0][ISSUE] for later in second] == [0, 4, 8]


JUMPS = [  # 0100 is in the stack, 0200 is not; EQ, GE and ZR are taken, NE, LT and NZ are not
    ("0400000100", 8), ("0510000100", 10), ("0610000100", 8), ("0700000100", 10), ("0300000100", 9), ("0310000100", 11),
    ("0400000200", 14), ("0510000200", 13), ("0300000200", 15), ("0310000200", 14),
    ("0200000200", 14), ("0100000200", 14),
]  # fmt: skip


@pytest.mark.parametrize(("jump", "cycles"), JUMPS)
def test_nothing_is_issued_until_a_jump_is_decided(jump, cycles):
    """All B and X registers hold zeros."""
    rows = timed(jump + " 46000", steps=2)
    assert times(rows[0])[:3] == (0, 0, cycles)
    assert rows[1][ISSUE] >= cycles
    assert rows[0][Column.JUMP] == cycles - 2


@pytest.mark.parametrize(("busy", "jump"), [("36123 36456", "0310000100"), ("66123 66456", "0577000100")])
def test_a_jump_borrows_the_adder_or_an_increment_unit(busy, jump):
    rows = timed(f"{busy.split()[0]} {jump}", steps=2)
    wait = 3 if jump.startswith("03") else 0
    assert waits(rows[1]) == ({"UNIT": wait} if wait else {})
    rows = timed(f"66123 66456 {jump}", steps=3)
    assert waits(rows[2]) == ({} if jump.startswith("03") else {"UNIT": 2})


def test_a_jump_waits_for_its_registers():
    rows = timed("30123 0311000100", steps=2)
    assert times(rows[1])[:2] == (1, 4)


# ---------------------------------------------------------------- the account


def test_the_time_of_a_program_is_the_sum_of_slots_and_of_what_kept_them_from_being_issued():
    rows = timed(*PRODUCT, **SETTING)
    jumps = [row for row in rows if 0 < row[Column.INSTRUCTION] >> 9 < 8]
    total = sum(1 + (row in jumps or LONG[row[Column.INSTRUCTION] >> 9]) for row in rows)
    total += sum(row[Column.FETCH] + row[Column.UNIT] + row[Column.RESERVED] for row in rows)
    total += sum(row[Column.OPERAND] + row[Column.JUMP] for row in jumps)
    assert total == rows[-1][ISSUE] + 1


LONG = {each.code: each.long for each in INSTRUCTIONS}


# ---------------------------------------------------------------- time is no part of what a program does

LIMIT = 0o200
CODES = [each for each in INSTRUCTIONS if each.code not in (0, 1) and each.kind & ~Kind.NOTHING]
texts = st.sampled_from(CODES).flatmap(
    lambda each: st.integers(0, 0o777 if not each.long else 0o7 << 3 | 0o7).map(
        lambda digits: (
            f"{each.code:02o}{digits:03o}" if not each.long else f"{each.code:02o}{digits:02o}{START + digits % 16:06o}"
        )
    )
)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(texts, min_size=20, max_size=40), st.lists(st.integers(0, 0o377), min_size=16, max_size=16))
def test_a_program_does_the_same_with_and_without_the_model_of_time(program, registers):
    results = []
    for exact in (0, 1):
        machine = EXACT[exact]
        m = machine.m
        m.instructions = m.conditions = 0
        m.a[:], m.b[:], m.x[:] = registers[:8], [0, *registers[9:]], [each << 40 | each for each in registers[:8]]
        machine.put(0, *[0] * 0o1000)
        machine.put(START, *(word(each) for each in program))
        core.go_to(m, START, 0)
        for _ in range(200):
            machine.step()
            if not m.running:
                break
        banks = [int(each) for bank in (m.a, m.b, m.x, m.memory[:0o1000]) for each in bank]
        results.append((machine.values("p", "parcel", "stop", "cause", "conditions", "instructions"), banks))
    assert results[0] == results[1]


EXACT = (Flat("python", 0), Flat("python", 1))
