"""Lamps are as bright as the share of the time that a place is 1, and looking at them changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704.core import Cause
from emulators.machine import Stop
from host.desk.ibm704.console import LAMP_FIELDS, LAMPS, REGISTERS, octal
from host.desk.ibm704.lamps import LEVELS, Lamps, level, shares
from host.ibm704 import Ibm704
from tests.desk.ibm704.room import LEFT, flickering, room
from tests.ibm704.machines import word

AC = [register.name for register in REGISTERS].index("AC")


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(0, (1 << 38) - 1), min_size=1, max_size=8))
def test_a_share_is_the_part_of_the_samples_with_a_1(words):
    expected = [sum(each >> (37 - place) & 1 for each in words) / len(words) for place in range(38)]
    assert shares(words, 38) == expected
    assert shares(words, 38, lowest_first=True) == expected[::-1]


@settings(deadline=None, derandomize=True)
@given(st.floats(0, 1), st.floats(0, 1))
def test_a_lamp_lit_longer_is_no_darker(one, other):
    assert (level(one) <= level(other)) or one > other
    assert 0 <= level(one) <= LEVELS


def test_only_a_lamp_that_is_never_lit_is_out_and_one_always_lit_is_full():
    assert (level(0.0), level(1.0)) == (0, LEVELS)
    assert level(1 / 24) >= 1


def test_the_lamps_of_a_machine_that_stands_still_are_its_registers():
    operator = room()
    operator.machine.write_register("AC", LEFT | 1 << 37)
    lamps = Lamps(operator.machine)
    assert lamps.levels[AC] == tuple(LEVELS * int(bit) for bit in f"{LEFT | 1 << 37:038b}")
    single = {lamp.name for lamp, lit in zip(LAMPS, lamps.levels[len(REGISTERS)], strict=True) if lit}
    assert single == {"READY", "AUTOMATIC"}


def test_a_register_that_changes_all_the_time_glows_in_all_places():
    operator = flickering()
    operator.machine.press("START")
    lamps = Lamps(operator.machine)
    lamps.run_to(10_000)
    lamps.look(None)
    assert all(0 < each < LEVELS for each in lamps.levels[AC][2:])
    assert lamps.levels[AC][:2] == (0, 0)


def test_light_follows_with_the_eyes_persistence():
    operator = room(word("HTR", 0o100))
    lamps = Lamps(operator.machine)
    operator.machine.write_register("AC", LEFT)
    lamps.look(0.01)
    soon = lamps.levels[AC]
    lamps.look(1.0)
    later = lamps.levels[AC]
    assert later == tuple(LEVELS * int(bit) for bit in f"{LEFT:038b}")
    assert all(0 < one < other for one, other in zip(soon, later, strict=True) if other)


def test_a_machine_that_is_looked_at_runs_as_one_that_is_not():
    looked_at, left_alone = flickering().machine, flickering().machine
    lamps = Lamps(looked_at)
    for machine in (looked_at, left_alone):
        machine.press("START")
    for cycle in (7, 1400, 2801, 9999):
        lamps.run_to(cycle)
        lamps.look(1 / 60)
        left_alone.run_to(cycle)
        assert looked_at.snapshot() == left_alone.snapshot()


def test_a_stop_ends_the_run():
    operator = room(word("NOP"), word("HPR"))
    operator.machine.press("START")
    lamps = Lamps(operator.machine)
    assert lamps.run_to(100_000) == Stop.HALT
    assert lamps.cycles == 4


def test_words_of_storage_have_lamps_too():
    operator = room(*[LEFT, 0, LEFT])
    lamps = Lamps(operator.machine, [0o100, 0o101])
    assert lamps.words[-2:] == (LEFT, 0)
    assert lamps.levels[-2:] == (tuple(LEVELS * int(bit) for bit in f"{LEFT:036b}"), (0,) * 36)


def test_words_are_written_as_the_manual_does():
    assert octal(0o400000000012, 36) == "-000000000012"
    assert octal(0o377777777777, 36) == "+377777777777"
    assert octal(0o1234, 15) == "01234"
    assert octal(1 << 37 | 1 << 36 | 1 << 35 | 5, 38) == "-1 400000000005"


FLAGS = st.dictionaries(st.sampled_from(LAMP_FIELDS), st.integers(0, 1))


@pytest.mark.parametrize("core", ["python", "compiled"])
@settings(deadline=None, derandomize=True, max_examples=40)
@given(FLAGS, st.integers(0, 15), st.sampled_from(Cause), st.integers(0, (1 << 36) - 1))
def test_what_is_read_at_once_is_what_the_machine_says(core, flags, sense_lights, cause, word):
    machine = MACHINES.setdefault(core, Ibm704(core=core))
    m = machine.m
    for name, each in (dict.fromkeys(LAMP_FIELDS, 0) | flags).items():
        setattr(m, name, each)
    m.sense_lights, m.cause, m.sr, m.index_display = sense_lights, int(cause), word, word & 0o77777
    machine.poke(0o1234, word)
    shown = machine.lamps()
    lamps = Lamps(machine, [0o1234])
    single = lamps.words[len(REGISTERS)]
    assert [single >> number & 1 for number in range(len(LAMPS))] == [shown[lamp.name] for lamp in LAMPS]
    read = dict(zip((each.name for each in REGISTERS), lamps.words, strict=False))
    assert all(
        read[name] == (shown | {name: machine.read_register(name) for name in ("XA", "XB", "XC")})[name]
        for name in read
    )
    assert lamps.words[-1] == word


MACHINES = {}


def test_the_machine_knows_every_lamp_and_every_register():
    machine = room().machine
    shown = machine.lamps()
    assert all(lamp.name in shown for lamp in LAMPS)
    assert all(register.name in shown or register.name in machine.registers for register in REGISTERS)
