"""The examples in the docstrings of public names are run, and nearly every name has one."""

import doctest
import inspect

import pytest

import ironboard

PUBLIC = {name: getattr(ironboard, name) for name in ironboard.__all__}
WITHOUT = {"main", "benchmark"}  # one is a command, the other measures
LARGE = (ironboard.Machine, ironboard.Session, ironboard.Image, ironboard.Stop, ironboard.Model, ironboard.Bare6600)


def needs_one(name):
    """Return whether a name is to have an example: functions, and the classes with which one begins."""
    each = PUBLIC[name]
    return name not in WITHOUT and (inspect.isfunction(each) or (inspect.isclass(each) and issubclass(each, LARGE)))


def examples(name):
    """Return the docstrings with examples of a name, and of what is in it."""
    found = doctest.DocTestFinder(exclude_empty=True).find(PUBLIC[name], name, module=False, globs={})
    return [each for each in found if each.examples]


@pytest.mark.parametrize("name", [name for name in PUBLIC if not inspect.ismodule(PUBLIC[name])])
def test_the_examples_in_docstrings_are_right(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for each in examples(name):
        assert runner.run(each).failed == 0, each.name


def test_public_names_have_examples():
    without = [name for name in filter(needs_one, PUBLIC) if not any(each.name == name for each in examples(name))]
    assert without == []
