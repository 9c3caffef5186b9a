"""asm/ibm704/learn.sap: the arithmetic of generalisation learning, by hand-computed cases and by a model.

The cases in the tables are computed with pencil and paper from the rules: C moves by (1 - C) / N or (-1 - C) / N, N
being 16, 32, 64, 128 or 256 by the use count; powers are round(18 C / Cmax).
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.ibm704.learning_machine import ONE, fresh, in_words, word
from tests.ibm704.learning_machine import machine as shared_machine
from tests.ibm704.samuel_learning import MATERIAL

PLUS, MINUS = 1000, -1000  # contributions


@pytest.fixture
def machine():
    shared = shared_machine()
    shared.restart()
    return shared


# ---------------------------------------------------------------- C


@pytest.mark.parametrize(
    ("uses_before", "before", "after"),
    [  # the N-th use: towards 1 by 1/16 up to the 31st, 1/32 from the 32nd, ... 1/256 from the 256th on
        (0, 0, Fraction(1, 16)),
        (14, Fraction(1, 2), Fraction(17, 32)),  # 1/2 + 1/32
        (15, Fraction(1, 2), Fraction(17, 32)),
        (30, Fraction(1, 2), Fraction(17, 32)),
        (31, Fraction(1, 2), Fraction(33, 64)),  # 1/2 + 1/64
        (62, Fraction(1, 2), Fraction(33, 64)),
        (63, Fraction(1, 2), Fraction(65, 128)),
        (126, Fraction(1, 2), Fraction(65, 128)),
        (127, Fraction(1, 2), Fraction(129, 256)),
        (254, Fraction(1, 2), Fraction(129, 256)),
        (255, Fraction(1, 2), Fraction(257, 512)),
        (999, Fraction(1, 2), Fraction(257, 512)),
        (1000, 1, 1),
    ],
)
def test_a_term_that_agrees_comes_nearer_to_1(machine, uses_before, before, after):
    machine.set("LC", *[int(before * ONE)] * 16)
    machine.set("LUSE", *[uses_before] * 16)
    machine.correct(5000, 0, [PLUS] + [0] * 15)
    assert machine.numbers("LC")[0] == after * ONE
    assert machine.numbers("LUSE") == [uses_before + 1] + [uses_before] * 15
    assert machine.numbers("COEF") == [512] * 16


@pytest.mark.parametrize(
    ("uses_before", "before", "after", "turned"),
    [
        (0, 0, Fraction(1, 16), True),  # 0 - 1/16: the other sign
        (14, Fraction(1, 2), Fraction(13, 32), False),  # 1/2 - 3/2 / 16
        (31, Fraction(1, 2), Fraction(29, 64), False),  # 1/2 - 3/2 / 32
        (63, Fraction(1, 2), Fraction(61, 128), False),
        (255, Fraction(1, 2), Fraction(253, 512), False),  # 1/2 - 3/2 / 256
        (15, Fraction(1, 32), Fraction(17, 512), True),  # 1/32 - 33/32 / 16 = 16/512 - 33/512
        (999, 1, Fraction(127, 128), False),  # 1 - 2/256
    ],
)
def test_a_term_that_does_not_agree_comes_nearer_to_minus_1(machine, uses_before, before, after, turned):
    """Below 0 the sign of the coefficient is reversed, and C is made positive."""
    machine.set("LC", *[int(before * ONE)] * 16)
    machine.set("LUSE", *[uses_before] * 16)
    machine.correct(-5000, 0, [PLUS] + [0] * 15)
    assert machine.numbers("LC")[0] == after * ONE
    assert machine.numbers("COEF")[0] == (-512 if turned else 512)


@pytest.mark.parametrize(
    ("delta", "contribution", "agrees"),
    [(5000, PLUS, True), (5000, MINUS, False), (-5000, PLUS, False), (-5000, MINUS, True)],
)
def test_agreement_is_that_of_the_signs_of_delta_and_contribution(machine, delta, contribution, agrees):
    machine.set("LC", *[ONE // 2] * 16)
    machine.correct(delta, 0, [contribution] + [0] * 15)
    assert machine.numbers("LC")[0] == ONE * (17 if agrees else 13) // 32
    assert machine.number("LCHANG") == 1


@pytest.mark.parametrize(
    ("delta", "advantage", "times"),
    [
        (MATERIAL, False, 1),
        (MATERIAL, True, 2),
        (6 * MATERIAL - 1, True, 2),
        (6 * MATERIAL, False, 4),
        (6 * MATERIAL, True, 4),
        (2**34, False, 4),
    ],
)
def test_steps_are_doubled_for_pieces_and_quadrupled_for_the_game(machine, delta, advantage, times):
    machine.correct(delta, 0, [PLUS] + [0] * 15, advantage)
    assert machine.numbers("LC")[0] == times * ONE // 16


def test_a_term_that_contributed_nothing_is_left_alone_and_not_counted(machine):
    before = machine.polynomial()
    machine.correct(-5000, 0, [0] * 16)
    assert machine.polynomial() == before
    assert machine.number("LCHANG") == 0


@pytest.mark.parametrize(
    ("one_sided", "delta", "saved", "corrected"),
    [  # contributions: + - + -
        (1, 9000000, 8000000, [False, True, False, True]),  # those against a polynomial that is +
        (1, 9000000, -8000000, [True, False, True, False]),
        (1, -9000000, 8000000, [True, True, True, True]),
        (1, -9000000, -8000000, [True, True, True, True]),
        (1, 9000000, 30719, [True, True, True, True]),  # below the least delta, 15/16 of 512 x 64, it counts as 0
        (1, 9000000, 30720, [False, True, False, True]),
        (1, 9000000, -30719, [True, True, True, True]),
        (0, 9000000, 8000000, [True, True, True, True]),
    ],
)
def test_of_a_delta_that_is_positive_only_the_terms_against_the_polynomial(machine, one_sided, delta, saved, corrected):
    machine.set("LONESD", one_sided)
    machine.correct(delta, saved, [PLUS, MINUS] * 2 + [0] * 12)
    assert machine.numbers("LUSE")[:4] == corrected


@pytest.mark.parametrize(
    ("before", "contribution", "after"),
    [(1, PLUS, 1), (1, MINUS, Fraction(1, 2)), (0, PLUS, Fraction(1, 4)), (0, MINUS, Fraction(1, 4))],
)
def test_c_stays_between_0_and_1_with_the_longest_step(machine, before, contribution, after):
    """A quarter of the way to 1, or from C to -1: 1 - 2/4, 0 - 1/4."""
    machine.set("LC", *[before * ONE] * 16)
    machine.correct(2**34, 0, [contribution] + [0] * 15)
    assert machine.numbers("LC")[0] == after * ONE


def test_the_least_delta_is_the_mean_coefficient(machine):
    """For the polynomial after 42 games, whose powers are printed and whose 4 lowest terms are 1."""
    powers = [18, 16, 14, 13, 11, 8, 8, 8, 6, 5, 5, 4]
    machine.set("COEF", *(-(2**each) if each % 2 else 2**each for each in powers), 1, -1, 0, 0)
    machine.set("LMINNU", 16)
    mean = Fraction(262144 + 65536 + 16384 + 8192 + 2048 + 3 * 256 + 64 + 2 * 32 + 16 + 2, 16)
    assert machine.least() == mean * 64
    machine.set("LMINNU", 15)
    assert machine.least() == int(mean * 60)


# ---------------------------------------------------------------- powers


def set_c(machine, hundredths):
    machine.set("LC", *(each * ONE // 100 for each in hundredths), *[0] * (16 - len(hundredths)))


PRINTED = [45, 40, 35, 33, 27, 19, 19, 19, 14, 13, 13, 10]  # after 42 games


def test_powers_are_those_of_the_printed_table(machine):
    set_c(machine, PRINTED)
    machine.call("LPOWER")
    powers = [18, 16, 14, 13, 11, 8, 8, 8, 6, 5, 5, 4]
    assert machine.numbers("COEF") == [*(2**each for each in powers), 1, 1, 1, 1]


def test_powers_by_the_rule_of_the_text_are_others(machine):
    machine.set("LRULE", 1)
    set_c(machine, PRINTED)
    machine.call("LPOWER")
    powers = [18, 17, 17, 17, 17, 16, 16, 16, 15, 15, 15, 14]
    assert machine.numbers("COEF") == [*(2**each for each in powers), 1, 1, 1, 1]


def test_signs_stay_where_powers_change_even_of_a_coefficient_that_is_0(machine):
    machine.put("COEF", *[word(0, each % 2 == 1) for each in range(16)])
    set_c(machine, [50, 50, 25, 25])
    machine.call("LPOWER")
    assert machine.numbers("COEF") == [2**18, -(2**18), 2**9, -(2**9), *[1, -1] * 6]


def test_without_any_c_all_coefficients_are_equal(machine):
    machine.put("COEF", *[word(each, each % 3 == 0) for each in range(16)])
    machine.call("LPOWER")
    assert machine.numbers("COEF") == [-512 if each % 3 == 0 else 512 for each in range(16)]


def test_a_new_leader_is_counted(machine):
    leads = machine.address("LLED")
    for hundredths, leader in (([10, 20], 1), ([10, 30], 1), ([40, 40], 0), ([1, 2, 3], 2), ([1, 4, 3], 1)):
        set_c(machine, hundredths)
        machine.call("LPOWER")
        assert machine.number("LLEAD") == leader
    assert [machine.words(leads - term, 1)[0] for term in range(4)] == [1, 2, 1, 0]


# ---------------------------------------------------------------- tallies


def c_of_term(machine, values):
    """Give each term the C that belongs to its number."""
    machine.set("LC", *(int(values[each] * ONE) for each in machine.numbers("TERMNO")))


@pytest.mark.parametrize(("limit", "away"), [(8, 176), (32, 704)])
def test_a_term_held_lowest_goes_at_the_limit_and_is_back_after_22_others(machine, limit, away):
    """Whatever comes in has C = 0 and is the lowest: so each of the 22 goes after as many moves."""
    machine.set("LLIMIT", limit)
    machine.set("LC", *[ONE // 2] * 7, 0, *[ONE // 2] * 8)
    for move in range(1, limit + away + 1):
        machine.call("LTALLY")
        active, reserve = machine.numbers("TERMNO"), machine.numbers("RESERV", 22)
        assert sorted(active + reserve) == list(range(38))
        assert (7 in active) == (move < limit or move >= limit + away)
        if move == limit:
            assert (active[7], reserve[21]) == (16, 7)
            assert [machine.numbers(name)[7] for name in ("LC", "LUSE", "LTAL", "COEF")] == [0, 0, 0, 1]
    assert machine.words(machine.address("LDISC") - 7, 1) == [1]


def test_of_several_lowest_the_last_gets_the_tally(machine):
    machine.set("LC", *[ONE // 2] * 3, 5, 9, 5, 9, 5, *[ONE // 2] * 8)
    machine.call("LTALLY")
    assert machine.numbers("LTAL") == [0] * 7 + [1] + [0] * 8


def test_a_term_that_goes_takes_its_contribution_along(machine):
    """So that the term that comes in is not corrected for it."""
    machine.set("LLIMIT", 1)
    machine.set("LCONTR", *[PLUS] * 16)
    machine.call("LTALLY")
    assert machine.numbers("LCONTR") == [PLUS] * 15 + [0]


def test_a_shorter_reserve_is_turned_round_as_well(machine):
    """Without binary terms there are 10."""
    machine.set("LNRES", 10)
    machine.set("LLIMIT", 1)
    machine.set("LC", *[ONE] * 15, 0)
    for _ in range(11):
        machine.call("LTALLY")
    assert machine.numbers("TERMNO")[15] == 15
    assert machine.numbers("RESERV", 22) == list(range(16, 38))


# ---------------------------------------------------------------- all together


@pytest.mark.parametrize("seed", range(4))
def test_a_long_run_is_the_model_s_to_the_bit(machine, seed):
    chance = Random(seed)
    model = fresh(limit=chance.choice([3, 8]), one_sided=seed % 2 == 0, by_the_text=seed == 3)
    machine.put_polynomial(model)
    for _ in range(300):
        size = chance.choice([2**10, 2**20, 2**28, 2**31])
        delta, saved = chance.randint(-size, size) or 1, chance.randint(-(2**27), 2**27)
        contributions = [chance.choice([0, 1, -1]) * chance.randint(1, 2**24) for _ in range(16)]
        advantage = chance.random() < 0.2
        assert machine.least() == model.least()
        machine.correct(delta, saved, contributions, advantage)
        assert (machine.number("LCHANG") == 1) == bool(model.correct(delta, saved, contributions, advantage))
        if chance.random() < 0.8:
            machine.call("LPOWER")
            model.powers()
        machine.call("LTALLY")
        model.tally()
        assert machine.polynomial() == in_words(model)
    assert len(model.discarded) > 20
