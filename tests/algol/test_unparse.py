"""A tree, written in any representation and read again, is the same tree."""

import pytest
from hypothesis import HealthCheck, given, settings

from host.compilers.algol import syntax
from host.compilers.algol.front import read
from host.compilers.algol.symbols import APOSTROPHE, CDC, PLAIN, recognise
from host.languages.source import Diagnostics, Text
from tests.algol.programs import PROGRAMS, tree
from tests.algol.trees import AT, expressions, programs
from tests.algol.unparse import same, unparse

QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))


def again(program, representation):
    """The tree of what `unparse` wrote."""
    text, diagnostics = unparse(program, representation), Diagnostics()
    result = read(Text(text, "again"), representation.name, diagnostics)
    diagnostics.raise_errors()
    return result


def check(program):
    for representation in (PLAIN, APOSTROPHE, CDC):
        assert same(program, again(program, representation)), unparse(program, representation)


@settings(QUICK, max_examples=80)
@given(expressions)
def test_any_expression_is_the_same_after_writing_and_reading(expression):
    check(syntax.Program(AT, syntax.Compound(AT, (), (syntax.Goto(AT, (), expression),)), ""))


@settings(QUICK, max_examples=30)
@given(programs)
def test_any_program_is_the_same_after_writing_and_reading(program):
    check(program)


@pytest.mark.parametrize("word", sorted(PLAIN.words))
def test_an_identifier_may_have_the_letters_of_a_reserved_word(word):
    name, zero = syntax.Name(AT, word), syntax.Integer(AT, 0)
    element = syntax.Subscripted(AT, name, (zero,))
    statements = (syntax.Assignment(AT, (), (element,), name), syntax.Assignment(AT, (), (name,), element))
    check(syntax.Program(AT, syntax.Compound(AT, (), statements), ""))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("representation", [PLAIN, APOSTROPHE, CDC], ids=lambda each: each.name)
def test_a_program_is_the_same_in_every_representation(path, representation):
    program = tree(path)
    text = unparse(program, representation)
    assert recognise(text) is representation
    assert same(program, again(program, representation))


def test_trees_that_differ_are_not_the_same():
    first, second = (tree(path) for path in PROGRAMS[:2])
    assert same(first, first)
    assert not same(first, second)
