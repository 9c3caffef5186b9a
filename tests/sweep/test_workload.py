"""The shape of what is read from a file."""

from __future__ import annotations

import pytest

from host.experiments.sweeps.workload import fits

SHAPE = {"a": int, "b": [str], "c": ({}, {"x": (bool, None)})}


@pytest.mark.parametrize(
    "value",
    [
        {"a": 1, "b": [], "c": {}},
        {"c": {"x": None}, "b": ["y", "z"], "a": -5},
        {"a": 1, "b": [], "c": {"x": False}},
    ],
)
def test_what_has_the_shape_fits(value):
    assert fits(value, SHAPE)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"a": 1, "b": []},
        {"a": 1, "b": [], "c": {}, "d": 1},
        {"a": True, "b": [], "c": {}},
        {"a": 1.0, "b": [], "c": {}},
        {"a": 1, "b": "text", "c": {}},
        {"a": 1, "b": [1], "c": {}},
        {"a": 1, "b": [], "c": {"x": 0}},
        {"a": 1, "b": [], "c": {"y": None}},
        {"a": 1, "b": [], "c": []},
    ],
)
def test_what_has_another_shape_does_not(value):
    assert not fits(value, SHAPE)
