"""Names for other programs: a wrong argument is an error with one line for people, not one from inside."""

import math

import pytest

import ironboard
from ironboard import IronboardError

WRONG = (-1, 1.5, math.nan, math.inf, 10**30, b"x", [], {}, [1], (), {"x"}, object(), int, 1j, range(3))
WORDS = ("", "\0", "\ud800", "nosuch")
NAMED = ("assemble", "read_image", "find_model", "desk", "benchmark", "position")
SWITCHES = {"Kim1": ("terminal", "low_expansion"), "Cdc6600": ("exact", "integer_multiply")}
VALUES = {"Kim1": ("rom", "core", "high_expansion", "baud"), "Ibm704": ("core", "core_size"),
          "Cdc6600": ("core", "words", "model", "em", "ra")}  # fmt: skip


def refused(function, *given, **named):
    with pytest.raises(IronboardError) as caught:
        function(*given, **named)
    (line,) = str(caught.value).splitlines()
    assert line
    return line


@pytest.mark.parametrize("value", [None, *WRONG], ids=lambda value: type(value).__name__)
def test_an_argument_of_another_type_is_refused(value, tmp_path):
    for name in NAMED:
        more = ("",) if name == "position" else ()
        if (name, value) != ("benchmark", None):
            assert "expected the name of a" in refused(getattr(ironboard, name), value, *more)
    for game in ("checkers", "chess", "draughts", "go", "kalah", "wally"):
        assert "expected a" in refused(ironboard.position, game, value)
    refused(ironboard.write_image, value, tmp_path / "x.hex")
    refused(ironboard.write_image, ironboard.Image(), value)
    if value is not None:
        if value != 10**30:  # that is a number of runs
            refused(ironboard.benchmark, "sieve", runs=value)
        refused(ironboard.desk, "704", value)
        refused(ironboard.open_session, ironboard.Target(value))
        refused(ironboard.assemble, "x.s", dialect=value)


@pytest.mark.parametrize(("machine", "name"), [(machine, name) for machine in VALUES for name in VALUES[machine]])
def test_a_machine_takes_no_other_values(machine, name):
    for value in (*WRONG, *WORDS):
        if not (name == "em" and value == 0):
            refused(getattr(ironboard, machine), **{name: value})


@pytest.mark.parametrize(("machine", "name"), [(machine, name) for machine in SWITCHES for name in SWITCHES[machine]])
def test_a_switch_of_a_machine_is_true_or_false(machine, name):
    for value in (None, *WRONG, *WORDS):
        assert "expected True or False" in refused(getattr(ironboard, machine), **{name: value})


@pytest.mark.parametrize("word", WORDS)
def test_a_name_that_means_nothing_is_refused(word):
    for name in ("find_model", "desk", "benchmark"):
        refused(getattr(ironboard, name), word)
    refused(ironboard.position, word, "")
    assert "there is no language" in refused(ironboard.assemble, "x.s", dialect=word)


def test_no_run_measures_nothing():
    for runs in (0, -1):
        assert f"{runs} runs: expected a number from 1 on" in refused(ironboard.benchmark, "sieve", runs=runs)
