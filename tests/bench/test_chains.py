"""COUNT is called as both Wallys call it, and what it finds is compared with the rules of Go."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench import go
from host.experiments.bench.go import CHAINS, ROUTINES, Caller
from host.games.go.rules import Colour, Position
from host.games.wally_board import PROGRAMS, SIZE
from tests.kim1.wally import program


def test_the_addresses_are_those_of_the_sources():
    for name, count in zip(PROGRAMS, ("TRACE", "WALK"), strict=True):
        symbols, routine = program(name).symbols, ROUTINES[name]
        assert [symbols[each] for each in ("BEGIN", count, "LIBS", "BLACKS")] == [*routine[:3], routine.codes[0]]
    assert (symbols["FROM"], symbols["TO"]) == (go.FROM, go.TO)


@pytest.mark.parametrize("name", CHAINS)
def test_each_chain_is_one_group(name):
    stones = CHAINS[name]
    group, _ = Position(SIZE, dict.fromkeys(stones, Colour.BLACK)).group(min(stones))
    assert group == set(stones)


def test_the_chains_are_the_big_ones():
    sizes = {name: len(stones) for name, stones in CHAINS.items()}
    assert sizes["all points"] == SIZE * SIZE
    assert sizes["snake"] == sizes["comb"] == 127
    assert sizes["the article's 33 stones"] == 33


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_cores_take_the_same_cycles_and_the_same_stack(name):
    fast, slow = Caller("compiled", name), Caller("py65", name)
    for stones in CHAINS.values():
        assert fast.count(stones) == slow.count(stones)


def test_each_stone_of_a_row_takes_three_bytes_of_stack_and_the_walk_none():
    sizes = {"a lone stone": 1, "a row": 15, "the article's 33 stones": 33}
    for name, levels in sizes.items():
        assert Caller("compiled", "wally").count(CHAINS[name]).stack == 3 * levels + 2  # and the look at a neighbour
    for stones in CHAINS.values():
        assert Caller("compiled", "wally-walk").count(stones).stack == 2  # the return address


def test_the_recursion_breaks_off_at_a_chain_that_is_too_long():
    too_long = {name for name in CHAINS if Caller("compiled", "wally").count(CHAINS[name]).liberties is None}
    assert too_long == {"snake", "net", "all points but the centre", "all points but the last", "all points"}
    assert len(CHAINS["comb"]) == 127  # what counts is the number of levels: along the first row, down a column


@pytest.mark.parametrize(("name", "chain"), [("wally", "the article's 33 stones"), ("wally-walk", "all points")])
def test_counting_again_takes_as_long(name, chain):
    caller, stones = Caller("compiled", name), CHAINS[chain]
    once = caller.count(stones)
    for _ in range(200):  # beyond the numbers of counts, which begin afresh
        caller.again()
        caller.aim(min(stones))
        assert caller.finish() == once.cycles


@pytest.mark.parametrize("name", ["snake", "a row"])
def test_a_wrong_count_is_an_error(name):
    caller = Caller("compiled", "wally-walk")
    caller.kim.memory[program("wally-walk").symbols["STEP"]] ^= 1  # where the neighbours are
    with pytest.raises(IronboardError, match=r"COUNT (finds|has not ended)"):
        caller.count(CHAINS[name])


def test_the_chain_of_the_article_is_timed():
    result = go.measure_chains(1)
    cycles = {row[0]: row[3] for row in result.tables[0].rows}
    assert [row.cycles for row in result.rows] == [cycles["the article's 33 stones"]] * 2
