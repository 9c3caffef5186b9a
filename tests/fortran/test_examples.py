"""The programs of docs/examples do what they say, on both machines."""

import pytest

from host.assemblers.roms import CHECKOUT
from tests.fortran.running import MACHINES, Program

EXAMPLES = CHECKOUT / "docs/examples"


def printed(name, machine, cards=()):
    text = (EXAMPLES / f"{name}.f").read_text(encoding="utf-8")
    return Program(text, machine, "ii").printed(cards)


@pytest.mark.parametrize("machine", MACHINES)
def test_primes_are_those_numbers_that_nothing_divides(machine):
    *lines, twins = printed("primes", machine)
    primes = [number for number in range(2, 101) if all(number % each for each in range(2, number))]
    assert [int(each) for line in lines for each in line.split()] == primes
    pairs = sum(number + 2 in primes for number in primes)
    assert twins == f" {pairs:4} PAIRS OF TWINS"


@pytest.mark.parametrize("machine", MACHINES)
def test_a_table_has_squares_roots_and_sines(machine):
    lines = [line for line in printed("table", machine) if line]
    assert lines[0].split() == ["X", "X*X", "ROOT", "SINE"]
    assert lines[4] == "   1.00      1.0000    1.000000    0.841471"
    assert len(lines) == 11


@pytest.mark.parametrize("machine", MACHINES)
def test_the_spread_of_numbers_is_that_around_their_mean(machine):
    assert printed("spread", machine) == ["      11.00     74.80      2.00"]


def nim_sum(heaps):
    found = 0
    for each in heaps:
        found ^= each
    return found


@pytest.mark.parametrize("machine", MACHINES)
def test_a_move_of_nim_leaves_a_lost_position(machine):
    positions = [(3, 4, 5, 0), (1, 1, 0, 0), (10, 7, 2, 1), (255, 1, 0, 0), (12, 12, 7, 7)]
    cards = ["".join(f"{each:3}" for each in heaps) for heaps in (*positions, (0, 0, 0, 0))]
    for heaps, line in zip(positions, printed("nim", machine, cards), strict=True):
        if nim_sum(heaps) == 0:
            assert line == " NO MOVE WINS"
            continue
        take, heap = (int(each) for each in line.replace("TAKE", "").split("FROM HEAP"))
        assert 0 < take <= heaps[heap - 1]
        assert nim_sum([each - take * (number == heap) for number, each in enumerate(heaps, 1)]) == 0


def test_nims_cards_are_positions():
    assert printed("nim", "6600", (EXAMPLES / "nim.txt").read_text(encoding="utf-8").splitlines())[0] == (
        " TAKE   2 FROM HEAP  1"
    )


@pytest.mark.parametrize(("machine", "expected"), [("6600", "  100.0000"), ("704", "   99.9999")])
def test_a_product_of_numbers_and_their_inverses_is_how_many_there_are(machine, expected):
    assert printed("product", machine) == [expected]
