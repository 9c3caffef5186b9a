"""The pages of the benchmarks, their picture and their file agree with each other, and with the machines of today."""

from __future__ import annotations

import pytest

from host.assemblers.roms import CHECKOUT
from host.experiments.bench import (
    MOVED,
    checkers,
    document,
    draughts,
    go,
    loops704,
    loops6600,
    measuring,
    programs,
    solvers,
    suite,
)
from host.experiments.bench.measuring import exact
from host.experiments.bench.picture import plot
from host.experiments.bench.programs import BCD, BITS, COMPILED, COPY, FUNCTIONAL, SCAN, SIEVE
from host.games.checkers.generators import Generator, Thinker
from host.games.draughts import Generator as DraughtsGenerator
from host.games.kalah import Solver
from host.games.mates import MatesProgram
from host.games.wally_board import PROGRAMS

DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
FIGURES = (DOCS / "benchmark-figures.md").read_text(encoding="utf-8")
ANEW = """`ironboard bench --json docs/benchmarks.json --force`, `python docs/studies/rewind.py docs/benchmarks.json`,
`python docs/tools/make_screenshots.py` make them anew"""


@pytest.fixture(scope="module")
def stored():
    return document.read(DOCS / "benchmarks.json")


def test_every_workload_is_described_and_has_figures(stored):
    names = [workload.name for workload in suite.BENCHMARKS]
    assert [result.name for result in stored.results if result.name not in MOVED] == names
    assert stored.result("rewind")
    for name in names:
        assert f"| `{name}` |" in PAGE


def test_the_page_shows_the_stored_figures(stored):
    for result in stored.results:
        assert "\n".join(measuring.section(result, "###")).strip() in FIGURES, ANEW


def test_the_picture_shows_the_stored_figures(stored):
    assert (DOCS / "images" / "benchmarks.svg").read_bytes() == plot(stored), ANEW


def test_the_goals_were_met(stored):
    assert all(goal.met for result in stored.results for goal in result.goals)


# ------------------------------------------------------------ exact figures: they must be those of today


@pytest.mark.parametrize("program", [COPY, BCD, SIEVE, BITS, SCAN], ids=lambda each: each.name)
def test_programs_do_what_the_figures_say(program, stored):
    result = stored.result(program.name)
    seen = programs.observe(programs.machine(program, COMPILED), program, program.settings)
    assert (result.rows[0].cycles, result.rows[0].instructions) == (seen.all_cycles, seen.all_instructions), ANEW
    assert result.tables[:1] == tuple(programs.tables(program, seen)), ANEW


def test_the_functional_test_takes_the_cycles_that_the_figures_say(stored):
    kim = programs.machine(FUNCTIONAL, COMPILED)
    assert stored.result("functional").rows[0].cycles == programs.run(kim, FUNCTIONAL, FUNCTIONAL.settings), ANEW


def test_the_monitor_scans_as_the_figures_say(stored):
    assert stored.result("scan").tables[1:] == programs.scan_tables(programs.watch_monitor()), ANEW


def test_chains_are_counted_as_the_figures_say(stored):
    counts = {
        name: {chain: go.Caller(COMPILED, name).count(stones) for chain, stones in go.CHAINS.items()}
        for name in PROGRAMS
    }
    assert stored.result("chains").tables == (go.count_table(counts),), ANEW


def test_wally_thinks_as_the_figures_say(stored):
    cycles = {name: go.think_all(go.playing(COMPILED, name), go.positions()) for name in PROGRAMS}
    assert stored.result("wally").tables == (go.summary(cycles), go.histogram(cycles["wally"])), ANEW


def test_the_704_moves_as_the_figures_say(stored):
    generators = [Generator(program) for program in checkers.LABELS]
    assert stored.result("checkers").tables == checkers.tables(generators), ANEW
    counted = [row[2] for row in checkers.counts(generators).rows]
    assert [row.cycles for row in stored.result("checkers").rows] == counted, ANEW


def test_the_6600_makes_moves_of_draughts_as_the_figures_say(stored):
    generators = [DraughtsGenerator(program) for program in draughts.LABELS]
    assert stored.result("draughts").tables == draughts.tables(generators), ANEW


@pytest.mark.parametrize("workload", [loops704.WORKLOAD, loops6600.WORKLOAD], ids=lambda each: each.name)
def test_loops_take_what_the_figures_say(workload, stored):
    program = workload.prepared()
    assert stored.result(workload.name).tables == (workload.table(program, workload.observe_all(program)),), ANEW


def test_the_704_thinks_as_the_figures_say(stored):
    """The ways that do not take long."""
    (table,) = stored.result("samuel").tables
    found = checkers.by_way(Thinker(), checkers.sample(), checkers.WAYS[:3])
    assert (table.title, table.rows[:3]) == (found.title, found.rows), ANEW
    shown = "\n".join(measuring.grid(list(table.columns), exact(table)))
    assert shown in (DOCS / "ibm704" / "checkers.md").read_text(encoding="utf-8"), ANEW


def test_the_6600_solves_problems_as_the_figures_say(stored):
    """Those that do not take long."""
    table = stored.result("mates").tables[0]
    program, small = MatesProgram(), [each for each in solvers.chosen() if each.counters[0] < 1500]
    found = solvers.by_problem(small, {each.name: solvers.solve(program, each) for each in small})
    assert found.title == table.title
    assert set(found.rows) <= set(table.rows), ANEW


def test_the_6600_lists_moves_of_kalah_as_the_figures_say(stored):
    """The boards that do not take long."""
    table = stored.result("kalah").tables[0]
    found = solvers.boards(Solver(), 7)
    assert (table.title, table.rows[:7]) == (found.title, found.rows), ANEW
