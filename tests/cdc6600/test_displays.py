"""The display drivers ABC and LUN as programs see them: keys, clock, requests; every look at its cycle."""

import pytest

from emulators.cdc6600 import displays, requests
from emulators.cdc6600.displays import KEYS, PERIODS, TYPING, Driver
from emulators.cdc6600.machine import Cdc6600

from .machines import Default, on_each_core  # noqa: F401
from .test_system import ask, request, waiting

TABLE, STATUS, KEY, COUNT = 0o1000, 0o300, 0o302, 0o303
DET = 0o300
RECALL = 1 << 40
seconds_long = pytest.mark.parametrize("on_each_core", ["compiled"], indirect=True)  # of the machine: not in Python
LOOKED = 500_000  # cycles: more than one look, less than what a typist needs for a key


def abc():
    """A program that has called ABC."""
    machine = waiting()
    for place, word in enumerate((TABLE, 0o4000 << 48 | COUNT << 30 | KEY, 0, 0), STATUS):
        machine.poke(place, word)
    ask(machine, request("ABC", STATUS) | RECALL)
    return machine


def lun():
    """A program that has called LUN."""
    machine = waiting()
    ask(machine, request("LUN", DET))
    return machine


def typed(machine, keys, place):
    """Press keys; return those that come into a word of the program, which clears it."""
    found = []
    for key in keys:
        machine.give("key", KEYS.index(key))
    for _ in range(len(keys) * TYPING // LOOKED + 2):
        machine.run(LOOKED)
        found.append(machine.peek(place))
        machine.poke(place, 0)
    return [each for each in found if each]


@seconds_long
def test_abc_says_that_the_screens_are_the_programs_and_gives_it_the_keys():
    machine = abc()
    assert machine.peek(STATUS + 1) >> 48 == 0
    assert typed(machine, "A9[.\r\b ", KEY) == [each << 54 for each in (1, 0o44, 0o53, 0o57, 0o60, 0o61, 0o62)]


@seconds_long
def test_lun_gives_the_keys_at_the_right_end():
    assert typed(lun(), "A9[]=", displays.Det.KEY + DET) == [1, 0o44, 0o53, 0o55, 0o54]


@seconds_long
@pytest.mark.parametrize(("driver", "place"), [(abc, KEY), (lun, DET + 2)])
def test_a_key_comes_with_a_look_and_the_next_one_a_tenth_of_a_second_later(driver, place):
    machine = driver()
    period = PERIODS[machine.m.driver]
    start = machine.cycles
    machine.give("key", 1)
    machine.give("key", 2)
    times = []
    while len(times) < 2:
        machine.run(1000)
        if machine.peek(place):
            times.append(machine.cycles)
            machine.poke(place, 0)
    assert times[0] - start <= period + 1100
    assert TYPING - 1100 <= times[1] - times[0] <= TYPING + period + 1100


@seconds_long
def test_lun_tells_the_milliseconds():
    machine = lun()
    machine.run(5_000_000)
    assert machine.cycles // 10_000 - 17 <= machine.peek(DET + displays.Det.CLOCK) <= machine.cycles // 10_000


@seconds_long
def test_lun_changes_the_field_length_and_says_so():
    machine = lun()
    machine.poke(DET, 0o20 << 12)
    machine.run(LOOKED)
    assert (machine.fl, machine.peek(DET)) == (0o2000, 0)
    machine.poke(DET, 0o7777 << 12)  # there is not so much
    machine.run(LOOKED)
    assert (machine.fl, machine.peek(DET)) == (0o2000, 0o7777 << 12)


@seconds_long
@pytest.mark.parametrize(("driver", "place", "drop"), [(abc, STATUS + 1, 4 << 48), (lun, DET, 1)])
def test_a_driver_ends_when_it_is_told_to(driver, place, drop):
    machine = driver()
    machine.poke(place, machine.peek(place) | drop)
    machine.run(LOOKED)
    assert machine.m.driver == Driver.NONE
    assert not machine.reason


def test_a_driver_ends_with_its_program():
    machine = abc()
    ask(machine, request("END"))
    assert machine.m.driver == Driver.NONE
    assert machine.system.next_cycle is None


@seconds_long
def test_a_star_gives_the_screens_to_the_system_and_another_one_gives_them_back():
    machine = abc()
    assert typed(machine, "*", KEY) == []
    assert (machine.m.driver_away, machine.peek(STATUS + 1) >> 48) == (1, 0o4000)
    assert typed(machine, "AB", KEY) == []
    assert typed(machine, "*C", KEY) == [3 << 54]
    assert (machine.m.driver_away, machine.peek(STATUS + 1) >> 48) == (0, 0)


@seconds_long
def test_a_star_within_a_line_goes_to_the_program_but_not_after_a_left_blank():
    machine = abc()
    machine.poke(COUNT, 3)
    assert typed(machine, "*", KEY) == [0o47 << 54]
    assert typed(machine, "[*", KEY) == [0o53 << 54]
    assert machine.m.driver_away


@pytest.mark.parametrize("bit", [1, 2])
def test_a_program_may_give_the_screens_away_itself(bit):
    machine = abc()
    machine.poke(STATUS + 1, machine.peek(STATUS + 1) | bit << 48)
    machine.run(LOOKED)
    assert (machine.m.driver_away, machine.peek(STATUS + 1) >> 48) == (1, 0o4000)


@seconds_long
def test_k_kills_a_program_of_lun_at_the_beginning_of_a_line_only():
    machine = lun()
    machine.poke(DET + displays.Det.TYPED, 5 << 48)
    assert typed(machine, "KH", DET + displays.Det.KEY) == [0o13, 0o10]
    machine.poke(DET + displays.Det.TYPED, 0)
    typed(machine, "K", DET + displays.Det.KEY)
    assert machine.reason == "the program has ended"


@seconds_long
def test_h_holds_the_displays_of_lun():
    machine = lun()
    typed(machine, "H", DET + displays.Det.KEY)
    assert machine.m.driver_away


@seconds_long
def test_abc_wakes_a_program_with_a_key():
    machine = abc()
    machine.run(2 * TYPING)
    start = machine.cycles
    machine.poke(1, request("RCL"))
    machine.system.ask()
    machine.run(20_000)
    machine.give("key", 1)
    while machine.peek(1):
        machine.run(1000)
    assert machine.cycles - start < requests.PERIOD


def test_more_keys_than_anybody_types_ahead_are_lost():
    machine = abc()
    for _ in range(displays.RING + 10):
        machine.give("key", 1)
    assert machine.m.keys_typed == displays.RING


@pytest.mark.parametrize(("name", "address", "beyond"), [("ABC", 0o377777, 400000), ("LUN", 0o377775, 400003)])
def test_words_beyond_storage_abort_the_program(name, address, beyond):
    machine = waiting()
    ask(machine, request(name, address))
    machine.run(LOOKED)
    assert machine.reason == f"aborted: ADDRESS {beyond} OF A REQUEST IS OUT OF RANGE"


@seconds_long
def test_a_saved_state_has_the_driver_and_the_keys_that_wait():
    machine = abc()
    machine.give("key", 1)
    machine.give("key", 2)
    machine.run(LOOKED)
    other = Cdc6600(core=Default.core)
    other.load_state(machine.save_state())
    assert other.peek(KEY) == 1 << 54
    for each in (machine, other):
        each.run(2 * TYPING)
    assert other.peek(KEY) == machine.peek(KEY) == 2 << 54
    assert other.system.state == machine.system.state


def test_a_new_program_has_no_driver():
    machine = abc()
    machine.give("load", [[0o100, [0]]])
    assert machine.m.driver == Driver.NONE
