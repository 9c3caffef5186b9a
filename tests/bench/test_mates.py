"""What the benchmark of two-move mates says, and that it believes no counter but the known one."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench import solvers
from host.experiments.bench.solvers import chosen, mean_seconds, solve
from host.experiments.bench.solvers import mates_gap as gap
from host.games.mates import TRIVIAL, MatesProgram, RecursiveMates, Verdict


@pytest.fixture(scope="module")
def program():
    return MatesProgram()


@pytest.fixture(scope="module")
def small(program):
    """The five problems that take least, and what the program makes of them."""
    problems = sorted(chosen(), key=lambda each: each.counters)[:5]
    return problems, {each.name: solve(program, each) for each in problems}


def test_trivial_problems_are_left_out_of_the_mean(small):
    _, found = small
    rest = [each.milliseconds / 1000 for name, each in found.items() if name not in TRIVIAL]
    assert len(rest) == 2
    assert mean_seconds(found) == pytest.approx(sum(rest) / 2)


def test_the_gap_is_between_the_two_programs(small):
    problems, found = small
    slower = {name: each._replace(milliseconds=each.milliseconds * 3) for name, each in found.items()}
    *rows, mean, book = gap(problems, found, slower).rows
    assert [row[0] for row in rows] == [f"{each.name} {each.title}" for each in problems if each.name not in TRIVIAL]
    assert [row[3] for row in (*rows, mean)] == [3.0] * 3
    assert book == ("the book's mean", 50, 2, 25.0)


@pytest.mark.parametrize("change", [{"keys": ["a1a2"]}, {"counters": [1, 2, 3, 4]}])
def test_another_answer_than_the_known_one_is_an_error(program, change):
    problem = min(chosen(), key=lambda each: each.counters)
    with pytest.raises(IronboardError, match=f"{problem.name}: .* instead of"):
        solve(program, problem._replace(**change))


def test_the_program_for_n_moves_is_compared_with_that_for_two(small):
    problems, found = small
    hard = [each for each in problems if each.name not in TRIVIAL]
    recursive = {each.name: solvers.solve_by_recursion(RecursiveMates(), each) for each in hard}
    *rows, mean = solvers.by_recursion(problems, found, recursive).rows
    assert [row[1] for row in rows] == [recursive[each.name].lists for each in hard]
    ours = sum(recursive[each.name].seconds for each in hard) / len(hard)
    assert mean[0] == "mean"
    assert mean[3] == round(ours, 2)
    assert mean[5] == round(ours / mean_seconds(found), 1)


def test_a_key_of_the_recursive_program_that_is_none_is_an_error(monkeypatch):
    problem = next(each for each in chosen() if each.name == "P27")
    monkeypatch.setattr(solvers, "verdict", lambda *_: Verdict.NOTHING)
    with pytest.raises(IronboardError, match=r"P27: .* by recursion"):
        solvers.solve_by_recursion(RecursiveMates(), problem)
