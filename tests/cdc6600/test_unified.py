"""A 6400: the results of a 6600, and its own time, the sum of the times of docs/cdc6600/timing.md."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import vectors
from emulators.cdc6600.isa import INSTRUCTIONS
from emulators.cdc6600.machine import MODELS, Cdc6600
from emulators.cdc6600.scoreboard import Column, Port
from host.experiments.bench.loops6600 import LOOPS, check
from host.machines.cdc6600.calls import Bare6600
from host.machines.cdc6600.machine import Cdc6600 as WithFiles
from host.testing.vectors import read_vectors

from .machines import Default, Flat, on_each_core, word
from .test_scoreboard import executed, instructions, packed
from .test_vectors import SAMPLE

__all__ = ["on_each_core"]
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TIMES = {  # by the last code of a group, from the table
    0o00: 3, 0o01: 21, 0o07: 13, 0o17: 5, 0o23: 6, 0o27: 7, 0o35: 11, 0o37: 6, 0o42: 57, 0o43: 6, 0o45: 57, 0o46: 3,
    0o47: 68, 0o57: 6, 0o67: 5, 0o77: 6,
}  # fmt: skip


def time(code, i, taken=True):
    if 0o50 <= code <= 0o57 and i:
        return 12 if i <= 5 else 10
    if 3 <= code <= 7 and not taken:
        return 5
    return next(cycles for last, cycles in TIMES.items() if code <= last)


def a_6400(core=None):
    machine = Flat(core or Default.core, exact=1)
    machine.m.unified = machine.m.timing = 1
    return machine


def timed(*texts, steps, **registers):
    machine = a_6400()
    machine.m.b[:] = [registers.get(f"b{number}", 0) for number in range(8)]
    machine.program(*texts)
    for _ in range(steps):
        machine.step()
    return machine.rows()


@pytest.mark.parametrize("instruction", [each for each in INSTRUCTIONS if each.sub != 3 or each.code != 1], ids=str)
def test_every_instruction_takes_its_time(instruction):
    digits = f"{instruction.code:02o}" + ("" if instruction.sub is None else str(instruction.sub))
    text = f"{digits:<02}{'0' * ((10 if instruction.long else 5) - len(digits))}"
    (row,) = timed(text, steps=1)
    taken = {3: instruction.sub in (0, 2, 4, 6), 5: False, 7: False}.get(instruction.code, True)
    assert row[Column.RESULT] - row[Column.ISSUE] == time(instruction.code, 0, taken)
    assert row[Column.PORT] == Port.UNIFIED


@pytest.mark.parametrize(("code", "cycles"), [("51", [6, 12, 12, 12, 12, 12, 10, 10]), ("54", [6, *[12] * 5, 10, 10])])
def test_what_sets_an_address_takes_the_time_of_its_load_or_store(code, cycles):
    texts = [f"{code}{i}0{'000200' if code == '51' else '0'}" for i in range(8)]
    rows = timed(*texts, steps=8 * (3 if code == "51" else 4))
    assert [row[Column.RESULT] - row[Column.ISSUE] for row in rows if row[Column.PARCEL] == 0] == cycles


@pytest.mark.parametrize(
    ("jump", "cycles"), [("0412000100", 5), ("0511000100", 5), ("0421000100", 5), ("0400000100", 13)]
)
def test_a_jump_that_is_not_taken_takes_less(jump, cycles):
    (row,) = timed(jump, steps=1, b1=1)
    assert row[Column.RESULT] == cycles


def test_an_instruction_begins_when_the_one_before_it_has_ended():
    rows = timed("40123 44123 36445 5110000200", "47612 46000 0400000100", steps=7)
    ends = [row[Column.DONE] for row in rows]
    assert [row[Column.ISSUE] for row in rows] == [0, *ends[:-1]]
    assert ends[-1] == 57 + 57 + 6 + 12 + 68 + 3 + 13


@pytest.mark.parametrize(("unified", "found"), [(0, 1), (1, 2)])
def test_a_loop_that_changes_its_own_words_goes_on_with_the_new_ones(unified, found):
    """The second pass adds 1 or 2: the first one has stored another instruction into the loop."""
    machine = a_6400()
    machine.m.unified = unified
    machine.m.x[6] = word("7110000002 46000 46000")
    machine.m.b[2] = 2
    machine.program("7110000001 46000 46000", "5160000100 46000 46000", "6122777776 0520000100", "00000")
    machine.run(2000)
    assert machine.m.x[1] == found


def test_every_bit_of_the_vectors_is_as_on_a_6600():
    bench = vectors.Bench(Default.core)
    bench._processor.set(exact=1, unified=1)
    differences = [bench.difference(each) for each in read_vectors(SAMPLE, vectors.parse)]
    assert len(differences) == 560
    assert not any(differences)


MACHINES = [Flat("python", 0), a_6400("python")]


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(instructions, min_size=10, max_size=30), st.lists(st.integers(0, 0o377), min_size=16, max_size=16))
def test_random_programs_do_the_same_and_take_the_sum_of_the_times(program, registers):
    for machine in MACHINES:
        m = machine.m
        m.instructions = m.conditions = m.cycles = m.em = m.slot = 0
        m.a[:], m.b[:] = registers[:8], [0, *registers[9:]]
        m.x[:] = [each << 40 | each for each in registers[:8]]
        machine.put(0, *[0] * 0o4000)
        machine.put(0o100, *packed(program))
        machine.program(at=0o100)
    plain, serial = MACHINES
    found = executed(plain, 100)
    for _ in found:
        serial.step()
    assert serial.m.cycles == sum(time(each.code, each.head >> 6 & 7, each.taken) for each in found)
    assert serial.m.instructions == len(found)
    for name in ("a", "b", "x"):
        assert list(getattr(plain.m, name)) == list(getattr(serial.m, name))
    assert list(plain.m.memory[:0o4000]) == list(serial.m.memory[:0o4000])


@pytest.mark.parametrize("routine", LOOPS)
def test_the_three_loops_leave_what_they_should(routine):
    program = Bare6600("loops", model="6400")
    program.call("FILL")
    program.put("TIMES", 1)
    program.call(routine)
    check(program, routine)


@pytest.mark.parametrize(("name", "lines"), [("draughts", "draughts.txt"), (EXAMPLES / "primes.alg", "primes.txt")])
def test_our_programs_print_the_same(name, lines):
    texts = []
    for model in MODELS:
        machine = WithFiles(model=model)
        machine.load(name)
        machine.attach_file("INPUT", EXAMPLES / lines)
        machine.attach("OUTPUT")
        machine.run_to(100_000_000)
        texts.append(machine.text("OUTPUT"))
    assert texts[0] == texts[1] != ""


def test_snapshots_and_saved_states_keep_the_model():
    machine = Cdc6600(model="6400")
    before = machine.snapshot()
    other = Cdc6600()
    assert (machine.model, other.model) == ("6400", "6600")
    other.restore(before)
    assert other.model == "6400"


@pytest.mark.parametrize(
    ("options", "message"), [({"model": "7600"}, "6600 or 6400"), ({"model": "6400", "exact": False}, "omit --fast")]
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Cdc6600(**options)
