"""COUNT is called as Wally calls it, and what it finds is compared with the rules of Go."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.bench import chains
from host.bench.chains import CHAINS, Caller
from host.games.go_rules import Colour, Position
from host.games.wally_board import SIZE
from tests.kim1.wally import symbol


def test_the_addresses_are_those_of_the_source():
    names = ("BEGIN", "WALK", "FROM", "TO", "LIBS", "BLACKS")
    values = (chains.BEGIN, chains.WALK, chains.FROM, chains.TO, chains.LIBERTIES, chains.STONE)
    assert tuple(symbol(name) for name in names) == values


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


def test_all_cores_take_the_same_cycles_and_the_same_stack():
    fast, slow = Caller("compiled"), Caller("py65")
    for stones in CHAINS.values():
        found = fast.count(stones)
        assert found == slow.count(stones)
        assert found.stack == 2  # the return address: chains of any length need no more


def test_counting_again_takes_as_long():
    caller, stones = Caller("compiled"), CHAINS["all points"]
    once = caller.count(stones)
    for _ in range(200):  # beyond the numbers of counts, which begin afresh
        caller.again()
        caller.aim(min(stones))
        assert caller.finish() == once.cycles


@pytest.mark.parametrize("name", ["snake", "a row"])
def test_a_wrong_count_is_an_error(name):
    caller = Caller("compiled")
    caller.kim.memory[symbol("STEP")] ^= 1  # where the neighbours are
    with pytest.raises(IronboardError, match=r"COUNT (finds|has not ended)"):
        caller.count(CHAINS[name])


def test_the_biggest_chain_is_timed():
    result = chains.measure_chains(1)
    cycles = {row[0]: row[3] for row in result.tables[0].rows}
    assert [row.cycles for row in result.rows] == [cycles["all points"]] * 2
