"""Figures of many results, compared with NumPy's and the standard library's."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.experiments.sweeps.report import (
    MOST_BARS,
    SPREAD,
    Sample,
    bar_width,
    histogram,
    line,
    mean_and_errors,
    percentile,
    spread,
    spreads,
)

VALUES = st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=60)


@given(VALUES, st.integers(0, 100))
def test_a_percentile_is_the_one_of_the_nearest_rank(values, percent):
    assert percentile(sorted(values), percent) == np.percentile(values, percent, method="inverted_cdf")


@given(VALUES)
def test_a_spread_is_number_least_mean_median_percentiles_and_most(values):
    samples = [Sample(value, f"item {number}") for number, value in enumerate(values)]
    title, number, least, mean, median, ninety, ninety_nine, most, where = spread("all", samples)
    assert (title, number, least, most) == ("all", len(values), min(values), max(values))
    assert mean == pytest.approx(float(np.mean(values)))
    assert median == statistics.median(values)
    assert (ninety, ninety_nine) == tuple(np.percentile(values, (90, 99), method="inverted_cdf"))
    assert where == f"item {values.index(max(values))}"  # the first of equals


def test_nothing_has_no_spread():
    assert spread("none", []) == ("none", 0, "", "", "", "", "", "", "")
    assert spreads("t", "of", [("none", [])]).columns == ("of", *SPREAD)


@given(VALUES)
def test_a_histogram_counts_every_value_in_bars_of_a_round_width(values):
    found = histogram("values", "units", values)
    assert sum(found.counts.values()) == len(values)
    for low, count in found.counts.items():
        assert count == sum(low <= value < low + found.width for value in values)
    assert len(found.counts) <= MOST_BARS
    assert list(found.counts) == list(range(min(found.counts), max(found.counts) + 1, found.width))
    assert str(found.width).strip("0") in ("1", "2", "5")


@given(st.integers(-(10**9), 10**9), st.integers(0, 10**9))
def test_bars_are_no_wider_than_they_must_be(low, span):
    width, high = bar_width(low, low + span), low + span
    assert high // width - low // width < MOST_BARS
    narrower = width // 2 if str(width)[0] in "12" else width * 2 // 5
    assert width == 1 or high // narrower - low // narrower >= MOST_BARS


def test_no_values_are_no_bars():
    assert histogram("none", "units", []).counts == {}


@given(st.lists(st.tuples(st.integers(0, 17), st.integers(-225, 225)), min_size=3, max_size=40))
def test_the_line_of_least_squares_is_numpys(points):
    across, up = (np.array(each, float) for each in zip(*points, strict=True))
    found = line(points)
    if len(set(across)) < 2:
        assert found is None
        return
    slope, intercept = np.polyfit(across, up, 1)
    left = up - intercept - slope * across
    error = np.sqrt(left @ left / (len(points) - 2) / ((across - across.mean()) ** 2).sum())
    assert found == pytest.approx((slope, intercept, error), abs=1e-6)


def test_two_points_are_too_few_for_a_line_with_an_error():
    assert line([(0, 0), (1, 1)]) is None


def test_the_error_of_a_mean_needs_two_values():
    assert mean_and_errors([]) == ("", "", "")
    assert mean_and_errors([3]) == (3, "", "")
    assert mean_and_errors([1, 3]) == pytest.approx((2, 2**0.5, 1))
