"""Figures come from files, measurements from functions; what does not fit together is named."""

import importlib
from pathlib import Path

import pytest

from host.experiments.figures.table import (
    FiguresError,
    Measured,
    agreement,
    documents,
    figures,
    find_measurements,
    measure,
    shown,
)

HEAD = 'author = "A. Author"\ntitle = "A Title"\npublished_in = "A Journal"\nyear = 1970\n'
PROGRAM = '[[programs]]\nname = "Game"\nmachine = "Machine"\n'
FIGURE = '[[programs.figures]]\nid = "game.moves"\nquantity = "moves"\nsource = "1"\npublished = "912 moves"\n'


@pytest.fixture
def read(tmp_path):
    """Return what reads documents with these texts."""

    def read_documents(*texts):
        for number, text in enumerate(texts):
            (tmp_path / f"{number}.toml").write_text(text)
        return documents(tmp_path)

    return read_documents


def test_a_figure_has_the_relation_that_its_file_states(read):
    (figure,) = figures(read(f"{HEAD}{PROGRAM}{FIGURE}below = 912\n"))
    assert (figure.id, figure.relation, figure.value) == ("game.moves", "below", 912)


def test_the_latest_document_comes_first(read):
    found = read(HEAD, HEAD.replace("1970", "1981"), HEAD.replace("1970", "1976"))
    assert [document.year for document in found] == [1981, 1976, 1970]


@pytest.mark.parametrize(("text", "message"), [
    (f"{PROGRAM}{FIGURE}", "expected one of is, one_place_right, below, at_most, at_least, about, there are none"),
    (f"{PROGRAM}{FIGURE}is = 1\nbelow = 2\n", "game.moves: expected one of .*, there are is, below"),
    (f"{PROGRAM}{FIGURE}is = 1\ncolour = 2\n", "keys .*colour.*: expected id, quantity, source, published"),
    (f"{PROGRAM}{FIGURE}is = 1\n{FIGURE}is = 1\n", "figures with the same id: game.moves"),
    ("[[left_out]]\nsource = 'x'\n", "keys source: expected state, published, source, line, reason"),
    ("[[left_out]]\nstate = 'x'\npublished = 'y'\nsource = ''\nline = 1\nreason = ''\n", "'y': expected a state"),
    ("colour = 1\n", "keys .*colour.*: expected name, author"),
    ("= 1\n", "0.toml: Invalid"),
])  # fmt: skip
def test_a_file_that_is_no_table_is_refused(read, text, message):
    with pytest.raises(FiguresError, match=message):
        read(HEAD + text)


@pytest.mark.parametrize(("relation", "ours", "published", "verdict"), [
    ("is", 912, 912, "same"),
    ("is", 911, 912, "differs"),
    ("is", [4, 8], [4, 8], "same"),
    ("is", [8, 4], [4, 8], "differs"),
    ("one_place_right", "0110", "1100", "shifted"),
    ("one_place_right", "1100", "1100", "differs"),
    ("one_place_right", [1, 10, 19], [9, 18, 36], "shifted"),
    ("one_place_right", [9, 18, 36], [9, 18, 36], "differs"),
    ("below", 0.99, 1, "within"),
    ("below", 1, 1, "differs"),
    ("at_most", 100, 100, "within"),
    ("at_most", 101, 100, "differs"),
    ("at_least", 2, 2, "within"),
    ("at_least", 1, 2, "differs"),
    ("about", 25, 50, "0.50 times"),
])  # fmt: skip
def test_agreement(relation, ours, published, verdict):
    assert agreement(relation, ours, published) == verdict


@pytest.mark.parametrize(("value", "unit", "text"), [
    (149117, "", "149,117"), (0.1739, "s", "0.17 s"), ([31, 13, -15], "", "31, 13, -15"), ("FEN", "", "FEN"),
])  # fmt: skip
def test_values_as_text(value, unit, text):
    assert shown(value, unit) == text


TOY_MACHINE = """
from host.experiments.figures.table import Measured

FIGURES = {"game.moves": lambda: Measured(912, "counted")}
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return a package of measurements, the files of which can be written."""
    name = f"machines_{tmp_path.name}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module(name)


def test_a_machine_that_comes_later_is_a_file_more(read, package):
    """The row was "not yet"; nothing but this file has to be written."""
    everything = figures(read(f"{HEAD}{PROGRAM}{FIGURE}is = 912\n"))
    assert measure(everything, find_measurements(package)) == {}
    Path(package.__path__[0], "toy.py").write_text(TOY_MACHINE)
    assert measure(everything, find_measurements(package)) == {"game.moves": Measured(912, "counted")}
    with pytest.raises(FiguresError, match=r"measured, but published nowhere: game\.moves"):
        measure([], find_measurements(package))


def test_two_functions_for_one_figure_are_refused(package):
    for name in ("toy.py", "other.py"):
        Path(package.__path__[0], name).write_text(TOY_MACHINE)
    with pytest.raises(FiguresError, match=r"two functions measure 'game\.moves'"):
        find_measurements(package)


def test_every_figure_of_wally_is_measured():
    wallys = {figure.id for figure in figures(documents()) if figure.id.startswith("wally.")}
    assert wallys <= set(find_measurements())
