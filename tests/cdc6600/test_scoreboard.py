"""The model of time: which instruction waits for what, and how long. Source of the tables: Thornton; see timing.md."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import core
from emulators.cdc6600.isa import INSTRUCTIONS, Kind, Unit
from emulators.cdc6600.scoreboard import Column, Port

from .machines import START, Flat, word, words
from .ticking import Executed, Ticking

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


# ---------------------------------------------------------------- against a model that ticks

memory_operands = st.integers(0, 40).map(lambda n: 0o1000 + 32 * (n % 8) + (n % 3 == 0) * n)  # most in one bank
instructions = st.one_of(
    st.tuples(st.sampled_from([0o50, 0o51, 0o51, 0o51, 0o52]), st.integers(0, 0o77), memory_operands),
    st.tuples(st.sampled_from([*range(0o53, 0o60)]), st.integers(0, 0o777)),
    st.tuples(st.sampled_from([*range(0o10, 0o60), *range(0o63, 0o70), *range(0o73, 0o100)]), st.integers(0, 0o777)),
    st.tuples(st.sampled_from([0o10, 0o36, 0o30, 0o40, 0o44, 0o46, 0o66, 0o76]), st.integers(0, 0o777)),
    st.tuples(
        st.sampled_from([0o60, 0o61, 0o62, 0o70, 0o71, 0o72]), st.integers(0, 0o77), st.sampled_from([1, 31, 32])
    ),
    st.tuples(st.sampled_from([2, 3, 4, 5, 6, 7]), st.integers(0, 0o77), st.integers(START, START + 11)),
).filter(lambda each: each[0] not in (0o50, 0o51, 0o52, 0o60, 0o61, 0o62) or len(each) == 3)

one_bank = st.integers(0, 7).map(lambda n: 0o1000 + 32 * n)
crowded = st.one_of(  # loads and stores in one bank, and what waits for them
    st.tuples(st.just(0o51), st.integers(1, 7).map(lambda i: 8 * i), one_bank | memory_operands),
    st.tuples(st.sampled_from([0o10, 0o11, 0o20, 0o36, 0o37, 0o30]), st.integers(0o100, 0o777)),
    st.tuples(st.sampled_from([0o53, 0o54, 0o24, 0o76, 0o63]), st.integers(0o100, 0o777)),
)


def packed(program):
    """Words from (code, digits) and (code, digits, K)."""
    texts, text = [], ""
    for code, digits, *constant in program:
        if code == 0o44:
            digits &= 0o77  # few divisions into X0
        piece = f"{code:02o}{digits:02o}{constant[0]:06o}" if constant else f"{code:02o}{digits:03o}"
        if len(text) + len(piece) > 20:
            texts.append(text)
            text = ""
        text += piece
    return [word(each) for each in [*texts, text]]


def executed(machine, count):
    """Let a machine without the model of time execute instructions; return what was executed."""
    m = machine.m
    found = []
    while len(found) < count and not (found and not m.running):
        registers = {
            f"{name}{n}": int(bank[n]) for name, bank in (("A", m.a), ("B", m.b), ("X", m.x)) for n in range(8)
        }
        parcel = int(m.parcel)
        machine.step()
        content, location = int(m.word), int(m.location)
        head = content >> 45 - 15 * parcel & 0o77777
        code, i, j = head >> 9, head >> 6 & 7, head >> 3 & 7
        constant = content >> max(0, 30 - 15 * parcel) & 0o777777 if LONG.get(code) else 0
        if not m.running and m.cause != core.Cause.PROGRAM_STOP:
            break
        address = None
        if code >> 3 == 5 and i and m.a[i] < m.fl:
            address = int(m.a[i]) & 0o377777
        taken = bool(code in (1, 2)) or (3 <= code <= 7 and taken_by(registers, code, i, j))
        found.append(Executed(location, parcel, head, constant, address, taken))
    return found


def taken_by(registers, code, i, j):
    if code == 3:
        x = registers[f"X{j}"]
        field = x >> 48
        tests = (x in (0, (1 << 60) - 1), x >> 59 == 0, field not in (0o3777, 0o4000), field not in (0o1777, 0o6000))
        return tests[i >> 1] != bool(i & 1)
    bi, bj = registers[f"B{i}"], registers[f"B{j}"]
    order = (bj ^ 0o400000) - (bi ^ 0o400000)  # as GE and LT see them: +0 is greater than -0
    return {4: bi == bj, 5: bi != bj, 6: order <= 0, 7: order > 0}[code]


def compared(program, registers, steps=150):
    """Run a program with the model of time and on the one that ticks; return the times of both."""
    machines = []
    for exact in (0, 1):
        machine = EXACT[exact]
        for name, (_, _, count, _) in core.scoreboard.FIELDS.items():
            if name not in core.scoreboard.CONSTANT_FIELDS:
                setattr(machine.m, name, [0] * count if count > 1 else 0)
        m = machine.m
        m.instructions = m.conditions = m.cycles = m.em = 0
        m.exact, m.timing = exact, exact
        core.scoreboard.begin(m)
        m.a[:], m.b[:] = registers[:8], [0, *registers[9:]]
        m.x[:] = [each << 40 | each for each in registers[:8]]
        machine.put(0, *[0] * 0o4000)
        machine.put(START, *program)
        core.go_to(m, START, 0)
        m.location = -5
        machines.append(machine)
    instructions = executed(machines[0], steps)
    model = Ticking(instructions)
    model.run()
    for _ in instructions:
        machines[1].step()
    found = [times(row) for row in machines[1].rows()]
    end = int(machines[1].m.slot)  # which of two units that are free is the one taken is no matter
    free = sorted(max(int(each), end) for each in machines[1].m.free[Port.BOOLEAN : Port.NONE])
    wanted = [(each.issue, each.start, each.result, each.done) for each in instructions]
    return (found, free), (wanted, sorted(max(unit.free, end) for unit in model.units))


CROWDS = {
    "loads": ["5110001200 5120001240", "5130001300 5140001340"],
    "stores": ["5160001200 5170001240", "5160001300 5170001340", "5160001000 5170001040"],
    "a result that waits for a reader whose word has not come": ["5110001200 5120001240", "36023 10455 10244", "10211"],
    "a word that waits for such a reader": ["5110001200 5120001240", "36624 10455 5140001100", "10211 36124 36444"],
}


@pytest.mark.parametrize("texts", CROWDS.values(), ids=CROWDS)
def test_what_waits_for_one_bank_takes_as_long_as_in_a_model_that_goes_from_cycle_to_cycle(texts):
    found, wanted = compared(words(*texts, "0400000100"), [0] * 16)
    assert found == wanted


@pytest.mark.parametrize("kind", ["loads", "stores"])
def test_a_bank_accepts_an_address_every_ten_minor_cycles_at_most(kind):
    (rows, _), _ = compared(words(*CROWDS[kind], "0400000100"), [0] * 16)
    accepted = sorted(done - 5 for _, _, result, done in rows if done >= result + 5)
    assert len(accepted) > 20
    assert min(later - earlier for earlier, later in pairwise(accepted)) >= 10


def test_four_loads_from_one_bank_are_accepted_one_after_the_other():
    """An address that is refused is tried again every third cycle; one that comes later does not slip in before."""
    rows = timed(*CROWDS["loads"], steps=4)
    assert [row[DONE] - 5 for row in rows] == [3, 14, 26, 37]


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.lists(instructions, min_size=8, max_size=40) | st.lists(crowded, min_size=8, max_size=40),
    st.lists(st.sampled_from([0, 1, 32, 64, 0o1000, 0o1040]), min_size=16, max_size=16),
)
def test_every_time_is_that_of_a_model_that_goes_from_cycle_to_cycle(program, registers):
    found, wanted = compared([*packed(program), word("0400000100")], registers)
    assert found == wanted
