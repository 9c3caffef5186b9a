"""Scores, cross tables and times of matches."""

from __future__ import annotations

import pytest

from host.experiments.sweeps import contest
from host.experiments.sweeps.contest import Outcome, Pair, Score, pair_of, pairs
from host.experiments.sweeps.report import Sample
from host.experiments.sweeps.workload import WrongUse


def test_two_players_meet_in_games_that_are_called_by_their_seeds():
    assert list(pairs(["a", "b"], 3, 7)) == [(str(seed), Pair(0, 1, seed)) for seed in (7, 8, 9)]


def test_several_players_meet_each_other():
    found = list(pairs(["a", "b", "c"], 2, 1))
    assert [key for key, _ in found] == ["1-2-1", "1-3-1", "2-3-1", "1-2-2", "1-3-2", "2-3-2"]
    assert all(pair_of(key) == pair for key, pair in found)
    assert pair_of("12") == Pair(0, 1, 12)


@pytest.mark.parametrize("players", [[], ["a"]])
def test_one_player_is_no_match(players):
    with pytest.raises(WrongUse, match="a match has two players, or more"):
        list(pairs(players, 1, 1))


def test_equal_players_are_numbered():
    assert contest.names(["a", "b", "a"]) == ["a (1)", "b", "a (2)"]


def test_programs_can_be_given_short_names():
    players = ["gnu1=gnugo --mode gtp --level 1", "gnugo --seed=3", "nps", "gnu1=gtp:other"]
    assert contest.names(players) == ["gnu1 (1)", "gnugo --seed=3", "nps", "gnu1 (2)"]
    assert [contest.command(each) for each in players] == ["gnugo --mode gtp --level 1", *players[1:3], "other"]
    assert [contest.game_of(["random", each]) for each in ("x=hub:straw", "x=gtp:straw", "x=straw")] == [
        "checkers",
        "Go",
        "Go",
    ]


def outcomes(first, second, *results):
    """Results such as `b+3`: black is the first player in odd games."""
    for seed, text in enumerate(results, 1):
        winner = {"b": "black", "w": "white", "d": "draw", "n": "nobody"}[text[0]]
        yield Outcome(Pair(first, second, seed), seed % 2 == 1, winner, float(text[1:]) if text[1:] else None)


def test_scores_are_those_of_the_first_player_whatever_his_colour():
    (score,) = contest.scores(["a", "b"], outcomes(0, 1, "b+3", "b+5", "w-1", "w-7", "d0", "n"))
    assert score == Score(0, 1, 2, 1, 2, 1, as_black=(1, 3), as_white=(1, 2), leads=[3, -5, -1, 7, 0])
    assert (score.games, score.points) == (5, 2.5)


def test_the_table_of_results():
    table = contest.results(["a", "b"], contest.scores(["a", "b"], outcomes(0, 1, "b+4", "w-2", "b+6", "b+2")))
    assert [dict(zip(table.columns, row, strict=True)) for row in table.rows] == [
        {"players": "a - b", "games": 4, "won": 3, "drawn": 0, "lost": 1, "no result": 0, "score": "75.0 %",
         "Elo": "+191 ± 201", "95 %": "-202 to +584", "black won": "2/2", "white won": "1/2", "mean lead": 2.5,
         "standard error": pytest.approx(1.708, abs=0.001)}
    ]  # fmt: skip


def test_a_match_without_a_result_has_a_table_too():
    table = contest.results(["a", "b"], contest.scores(["a", "b"], outcomes(0, 1, "n", "n")))
    assert table.rows == [("a - b", 2, 0, 0, 0, 2, "", "", "", "0/0", "0/0", "", "")]


def test_the_cross_table_has_everybody_best_first():
    players = ["a", "b", "c"]
    games = [*outcomes(0, 1, "w", "b"), *outcomes(0, 2, "d", "b"), *outcomes(1, 2, "b", "n")]
    found = contest.scores(players, games)
    (table,) = contest.cross_table(players, found)
    assert table.columns == ("points", "b", "c", "a", "all")
    assert table.rows == [
        ("b", "", "1/1", "2/2", "3/3"),
        ("c", "0/1", "", "1.5/2", "1.5/3"),
        ("a", "0/2", "0.5/2", "", "0.5/4"),
    ]
    assert contest.cross_table(players[:2], found[:1]) == []


def test_times_are_those_of_the_machines_clocks():
    results = {
        "1": {"black": "m", "white": "x", "cycles": {"black": [100, 300], "white": []}},
        "2": {"black": "x", "white": "m", "cycles": {"black": [], "white": [20]}},
    }
    (table,) = contest.times(["m", "x"], results, {"m": "KIM"}.get, {"KIM": 1000}, "of it")
    assert table.rows == [("m, KIM", 3, "0.140 s", "0.300 s", "0.300 s", "game 1, black's answer 2")]
    assert contest.longest("1", results["1"], {"m": "KIM"}.get, {"KIM": 1000}) == Sample(300, "ms of m, game 1")
    assert contest.longest("1", results["1"], {}.get, {}) == Sample(0, "game 1")
    assert list(contest.times(["x"], results, {}.get, {}, "of it")) == []


@pytest.mark.parametrize(("value", "text"), [(0.0123, "12.3 ms"), (0.1, "0.100 s"), (9.87, "9.870 s"), (12, "12.0 s")])
def test_times_have_three_digits_or_four(value, text):
    assert contest.seconds(value) == text


def test_faults_are_counted_by_players_and_some_are_told():
    found = [(str(game), "ab"[game % 2], "gone") for game in range(12)]
    lines = contest.faults(found)
    assert lines[:3] == ["a: 6 games spoilt", "b: 6 games spoilt", "game 0: a: gone"]
    assert (len(lines), lines[-1]) == (13, "2 more")
    assert contest.faults([]) == []
