"""Differences of Elo against values computed by hand."""

from __future__ import annotations

import math

import pytest

from host.experiments.sweeps.contest import difference_of, elo


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "difference", "error"),
    [
        # 400 log10(3) = 190.85; 173.718 / sqrt(4 * 3/4 * 1/4) = 200.59
        (3, 0, 1, 190.85, 200.59),
        # 10 of 100: 400 log10(1/9) = -381.70; 173.718 / 3 = 57.91
        (10, 0, 90, -381.70, 57.91),
        # a draw is half a win: 2 of 4, 173.718 / 1
        (1, 2, 1, 0.0, 173.72),
        # 400 log10(10) = 400; 173.718 / sqrt(110 * 10/11 * 1/11)
        (100, 0, 10, 400.0, 57.62),
    ],
)
def test_differences_and_their_standard_errors(won, drawn, lost, difference, error):
    found = elo(won, drawn, lost)
    assert found.difference == pytest.approx(difference, abs=0.01)
    assert found.error == pytest.approx(error, abs=0.01)
    assert (found.low, found.high) == (pytest.approx(difference - 1.96 * error, abs=0.05),
                                       pytest.approx(difference + 1.96 * error, abs=0.05))  # fmt: skip
    other = elo(lost, drawn, won)
    assert (other.difference, other.error) == (pytest.approx(-found.difference), pytest.approx(found.error))


def test_all_games_won_give_a_bound():
    """Five of five happen once in twenty times at a score of 0.549 = 0.05^(1/5): 400 log10(0.549 / 0.451) = 34.3."""
    found = elo(5, 0, 0)
    assert (found.difference, found.error, found.high) == (None, None, None)
    assert found.low == pytest.approx(34.4, abs=0.1)
    assert str(found) == found.interval == "above +34"
    assert elo(0, 0, 5).high == -found.low
    assert str(elo(0, 0, 5)) == "below -34"
    assert (1 / (1 + 10 ** (-elo(100, 0, 0).low / 400))) ** 100 == pytest.approx(0.05)


def test_games_without_a_result_say_nothing():
    found = elo(0, 0, 0)
    assert [*found] == [None] * 4
    assert str(found) == found.interval == ""


def test_what_is_printed():
    assert str(elo(3, 0, 1)) == "+191 ± 201"
    assert elo(3, 0, 1).interval == "-202 to +584"
    assert str(elo(1, 0, 1)) == "+0 ± 246"


@pytest.mark.parametrize("score", [0.01, 0.5, 0.76])
def test_the_scale_is_that_of_the_rating(score):
    assert 1 / (1 + math.pow(10, -difference_of(score) / 400)) == pytest.approx(score)
