"""A move that is chosen is entered when the program listens, whatever the moment of choosing."""

import pytest

from host.desk.kim1.finger import Finger
from host.desk.kim1.move_entry import MoveEntry
from host.kim1 import Kim1

FRAME = 25_000  # cycles from one look to the next


@pytest.fixture(scope="module")
def thinking():
    """Return the state of a machine in which Wally has just been given a handicap and prints the board."""
    kim = Kim1(core="compiled")
    kim.boot("wally")
    kim.run_until(lambda kim: bool(kim.display.strip()))
    kim.run(100_000)
    kim.press("0", "4", "GO")
    assert kim.display == " " * 6
    return kim.save_state()


@pytest.mark.parametrize("moment", [*range(0, FRAME, 1000), *range(FRAME, 900_000, 90_000)])
def test_no_key_of_the_move_is_lost(thinking, moment):
    kim = Kim1(core="compiled")
    kim.load_state(thinking)
    move = MoveEntry(kim, Finger(kim))
    kim.run(moment)
    move.choose(0x34)
    for _ in range(80):
        kim.run(FRAME)
        move.look()
    assert kim.peek(0x0334) in (0x88, 0x89)


def test_the_last_choice_counts():
    kim = Kim1(core="compiled")
    kim.boot("wally")
    move = MoveEntry(kim, Finger(kim))
    move.choose(0x34)
    move.choose(0x99)
    for _ in range(20):
        kim.run(FRAME)
        move.look()
    assert kim.display[:2] == "99"


def test_a_forgotten_move_is_not_entered():
    kim = Kim1(core="compiled")
    kim.run(100_000)
    move = MoveEntry(kim, Finger(kim))
    move.choose(0x34)
    move.forget()
    before = kim.display
    for _ in range(20):
        kim.run(FRAME)
        move.look()
    assert kim.display == before
