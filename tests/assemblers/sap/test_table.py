"""Which of several definitions counts: UA SAP's table, its sorting and halving. What is expected, UA SAP did."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import Place
from host.assemblers.expressions import Literal, Scope, Symbol
from host.assemblers.sap.state import Entry, found, ordered
from sap.sources import repeatable
from sap.test_decks import uasap

PLACE = Place("x.sap", 1, 1)


def table(names):
    """Entries of these symbols, numbered."""
    scope = Scope("")
    return [Entry(scope.symbol(name), Literal(number, PLACE), False, PLACE) for number, name in enumerate(names)]


def test_symbols_are_in_the_order_of_their_words_with_their_signs():
    """J and what follows have a 1 in position S where the symbol has six characters or a heading."""
    names = ["A", "Z", "AA", "K$A", "JAAAAA", "AAAAAA", "9"]
    assert [each.symbol.name for each in ordered(table(names))] == ["K$A", "JAAAAA", "9", "A", "Z", "AA", "AAAAAA"]


@repeatable
@given(st.lists(st.sampled_from([f"{letter}{digit}" for letter in "ABXYZ" for digit in range(9)]), max_size=60))
def test_every_symbol_is_found_and_none_that_is_not_there(names):
    entries = table(names)
    there = ordered(entries)
    assert [each.order for each in there] == sorted(each.order for each in entries)
    assert sorted(each.expression.number for each in there) == [*range(len(names))]
    for each in entries:
        assert there[found(there, each.order)].symbol is each.symbol
    assert found(there, Entry(Symbol("Q5", Scope("")), Literal(0, PLACE), False, PLACE).order) is None


@pytest.mark.parametrize(("names", "counts"), [("A A", [1]), ("A A B", [1]), ("A A A", [2]), ("A B A", [2])])
def test_which_definition_counts_depends_on_all_of_the_table(names, counts):
    text = "\n".join(f"{name:<6} PZE" for name in names.split()) + "\n       PZE A"
    result = uasap(text)
    assert [[*result.image][-1][1]] == counts
    assert all("is already defined" in str(each) for each in result.warnings)


def test_the_first_definition_counts_where_a_number_must_be_known_at_once():
    result = uasap("A      EQU 5\nA      EQU 9\nB      EQU A\n       PZE A,,B")
    assert [*result.image] == [(0, 5 << 18 | 9)]


def test_what_is_defined_by_a_symbol_that_comes_later_stays_undefined():
    result = uasap("A      EQU B\nB      EQU 5\n       PZE A,,B")
    assert [*result.image] == [(0, 5 << 18)]
    assert "stays undefined" in str(result.warnings[0])
