"""Times by look-up: the same as those of the scoreboard, which runs alone where a record has no table."""

from __future__ import annotations

import random

import pytest

from emulators.cdc6600 import core, lookup
from emulators.cdc6600.isa import PASS
from emulators.cdc6600.lookup import CYCLES, FIRST, KEY, MARGIN, NEXT_PAUSE, PAUSE, ROW, STATE, USED
from emulators.cdc6600.machine import Cdc6600
from emulators.machine import Stop
from emulators.record import copy_of

START, DATA, FL = 0o100, 0o1000, 0o4000
ROUTINE = 0o300
LONG = (0o50, 0o51, 0o52, 0o60, 0o61, 0o62, 0o70, 0o71, 0o72)
SHORT = (*range(0o10, 0o46), 0o46, 0o47, *range(0o53, 0o60), *range(0o63, 0o70), *range(0o73, 0o100))


def instruction(rng: random.Random, left: int) -> list[int]:
    """An instruction's parcels, no more than are left in its word; the half of all access storage."""
    i, j, k = (rng.randrange(8) for _ in range(3))
    if left > 1 and rng.random() < 0.1:  # a conditional jump to anywhere in the program
        target = START + rng.randrange(12)
        return [rng.choice((3, 3, 4, 5, 6, 7)) << 9 | i << 6 | j << 3, target]
    if left > 1 and rng.random() < 0.02:
        return [0o01000, ROUTINE]
    if left > 1 and rng.random() < 0.3:
        code = rng.choice((*LONG, 0o50, 0o51))
        return [code << 9 | i << 6 | j << 3, rng.choice((1, 32, DATA, DATA + 32, DATA + rng.randrange(0o2000), FL - 2))]
    code = rng.choice((*SHORT, *range(0o53, 0o60), *range(0o54, 0o60)))
    return [code << 9 | i << 6 | j << 3 | k]


def word(rng: random.Random) -> int:
    parcels: list[int] = []
    while len(parcels) < 4:
        parcels += instruction(rng, 4 - len(parcels))
    return int("".join(f"{each:05o}" for each in parcels), 8)


def octal(*parcels: int) -> int:
    return int("".join(f"{each:05o}" for each in (*parcels, PASS, PASS, PASS)[:4]), 8)


def machine(seed: int, *, table: bool | int = True, kind: str = "compiled") -> Cdc6600:
    """A machine with a random program that goes on for ever; without a table, or with one of so many words more."""
    rng = random.Random(seed)
    made = Cdc6600(core=kind, em=0)
    m = made.m
    made.set_register("FL", FL)
    program = [word(rng) for _ in range(12)]
    program += [octal(0o0400 << 3, START)]  # and again
    for place, each in enumerate(program):
        m.memory[START + place] = each
    m.memory[ROUTINE + 1] = octal(0o54110, 0o36112, 0o46000, 0o46000)
    m.memory[ROUTINE + 2] = octal(0o0400 << 3, ROUTINE)
    for address in range(DATA, FL):
        m.memory[address] = rng.choice((0, 1, (1 << 60) - 1, rng.getrandbits(60)))
    for number in range(8):
        made.set_register(f"A{number}", DATA + rng.randrange(0o2000))
        made.set_register(f"B{number}", rng.choice((1, 2, 32, 64, 0o777776, rng.randrange(0o1000))))
        made.set_register(f"X{number}", rng.choice((rng.getrandbits(60), rng.randrange(FL), 0)))
    if table is True:
        m.lookup[USED] = 0
    else:
        m.lookup_size = FIRST + table if table else 0
    m.lookup[PAUSE] = 0
    core.go_to(m, START, 0)
    return made


def same(one: Cdc6600, other: Cdc6600) -> bool:
    """Whether everything that a saved state has of the records is the same."""
    return copy_of(one.m, one.KEPT, one.FIELDS) == copy_of(other.m, other.KEPT, other.FIELDS)


def pairs(seeds: range, tables: tuple[bool | int, ...] = (True,)):
    """Machines that look times up, each beside one that does not."""
    for seed in seeds:
        for table in tables:
            yield random.Random(seed), machine(seed, table=table), machine(seed, table=0)


def rows(made: Cdc6600) -> list[int]:
    """The places of a table's rows and states: rows are those that a head or another row leads to."""
    found = []
    for head in range(lookup.ROWS_AT, lookup.STATES_AT):
        row = made.m.lookup[head]
        while row:
            found.append(row)
            row = made.m.lookup[row + lookup.NEXT]
    return found


def test_random_programs_take_the_same_time_as_by_the_scoreboard_alone_however_small_the_table_is():
    looked_up, forgotten = 0, 0
    for rng, one, other in pairs(range(24), (True, 3 * STATE + 5 * ROW)):
        for _ in range(3):
            cycles = rng.randrange(20_000)
            one.run(cycles)
            other.run(cycles)
            assert same(one, other)
        looked_up += len(rows(one)) > 4
        forgotten += one.m.lookup_size < lookup.WORDS
        assert one.m.lookup[USED] <= one.m.lookup_size
        assert other.m.lookup[USED] == 0
    assert looked_up > 15
    assert forgotten


def test_plain_python_looks_up_the_same_rows():
    one, other = machine(3), machine(3, kind="python")
    one.run(6_000)
    other.run(6_000)
    assert same(one, other)
    assert list(one.m.lookup) == other.m.lookup
    assert one.m.lookup[USED] > FIRST + ROW + STATE


def test_a_run_in_pieces_leaves_the_same_bytes_as_one_run():
    for seed in range(12):
        whole, pieces, rng = machine(seed), machine(seed), random.Random(seed)
        whole.run(30_000)
        while pieces.cycles < whole.cycles:
            pieces.run_to(min(30_000, pieces.cycles + rng.choice((1, 30, MARGIN, 5_000))))
        assert same(whole, pieces)


def test_a_deadline_is_met_within_every_word():
    for seed in range(4):
        one, other = machine(seed), machine(seed, table=0)
        start = one.snapshot()
        for cycle in range(4_000, 4_060):
            for each in (one, other):
                each.restore(start)
                each.run_to(cycle)
            assert same(one, other)


def test_no_word_takes_as_long_as_the_margin():
    """Quotients that wait for one another, for their words, and for one bank: the longest words there are."""
    longest = 0
    for seed in range(6):
        made = machine(seed)
        slow = [octal(0o44112, 0o44211, 0o44122, 0o44211), octal(0o56120, 0o44112, 0o56130, 0o44311)]
        for place in range(12):
            made.m.memory[START + place] = slow[(place + seed) % 2]
        made.run(30_000)
        longest = max([longest, *(made.m.lookup[row + CYCLES] for row in rows(made))])
    assert 100 < longest < MARGIN // 4


def test_a_margin_that_is_too_small_would_be_noticed(monkeypatch):
    monkeypatch.setattr(lookup, "MARGIN", 1)
    late = 0
    for cycle in range(1_000, 1_020):
        one, other = machine(1, kind="python"), machine(1, table=0)
        one.run_to(cycle)
        other.run_to(cycle)
        late += one.cycles > other.cycles
    assert late


def test_times_recorded_from_the_middle_of_a_program_are_the_same():
    noted = 0
    for rng, one, other in pairs(range(8)):
        found, cycles = [], rng.randrange(9_000)
        for each in (one, other):
            each.run(7_000)
            each.timing()
            each.run(900)
            found.append(list(each.timed(last=True).cells))
            each.timing(False)
            each.run(cycles)
        noted += len(found[0])
        assert found[0] == found[1]
        assert same(one, other)
    assert noted > 1_000


def test_a_state_is_the_same_with_a_listing_and_without():
    plain, listed = machine(5), machine(5)
    plain.run(5_000)
    listed.timing()
    listed.run(5_000)
    assert plain == listed
    later = Cdc6600(em=0)
    later.load_state(listed.save_state())
    plain.run(500)
    later.run(500)
    assert same(plain, later)


@pytest.mark.parametrize("parcel", range(4))
def test_a_stop_in_any_parcel_leaves_the_scoreboard_where_it_would_be(parcel):
    for _, one, other in pairs(range(6)):
        stops = [
            lambda each: each.set_breakpoint(START + 3, part=parcel),
            lambda each: each.set_watchpoint(DATA + 64 * parcel, read=True),
            lambda each: each.m.memory.__setitem__(START + 7, octal(*[PASS] * parcel, 0)),
            lambda each: each.set_register("EM", 0o070000),
        ]
        for stop in stops:
            for each in (one, other):
                stop(each)
                each.run(12_000)
            assert one.last_stop == other.last_stop
            assert same(one, other)
            for each in (one, other):
                each.step()
            assert same(one, other)


def test_breakpoints_elsewhere_do_not_end_the_look_up():
    made = machine(2)
    made.set_breakpoint(0o3000)
    assert made.run(20_000) == Stop.NONE
    assert made.m.lookup[USED] > FIRST


def test_exchange_jumps_programs_that_change_and_going_back_in_time_need_nothing():
    package, count = 0o7000, 16
    for rng, one, other in pairs(range(8)):
        before = [one.snapshot(), other.snapshot()]
        content = [DATA + rng.randrange(0o1000) << 18 | rng.randrange(64) for _ in range(8)]
        content = [each | (START + 2, 0, FL, 0, *[0] * 4)[place] << 36 for place, each in enumerate(content)]
        content += [rng.getrandbits(60) for _ in range(count - 8)]
        changed = rng.getrandbits(45)
        for each in (one, other):
            for place, value in enumerate(content):
                each.m.memory[package + place] = value
            each.run(6_000)
            each.exchange(package)
            each.run(6_000)
            each.exchange(package)
            each.poke(START + 1, 0o46000 << 45 | changed)
            each.give("idle", 300)
            each.run(6_000)
        assert same(one, other)
        one.restore(before[0])
        other.restore(before[1])
        one.run(6_000)
        other.run(6_000)
        assert same(one, other)


def test_words_that_are_new_each_time_are_left_to_the_scoreboard():
    """Its pauses get longer as long as nothing is found."""
    made, rng = machine(1), random.Random(1)
    made.set_register("FL", 0o100000)
    for address in range(START, 0o70000):
        made.m.memory[address] = int(
            "".join(f"{rng.choice(SHORT[:30]):02o}{rng.randrange(512):03o}" for _ in "1234"), 8
        )
    made.run(2_000_000)
    assert made.m.lookup[NEXT_PAUSE] > lookup.FIRST_PAUSE
    assert all(made.m.lookup[row + KEY] >> lookup.STATE_SHIFT for row in rows(made))
