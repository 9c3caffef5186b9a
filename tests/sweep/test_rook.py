"""The workload rook-positions: games of the rook ending on the 6600, and what the stored sweeps say."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from docs.studies import rook_strength as stored
from host.cli.main import main
from host.experiments.sweeps.endings import ROOK
from host.experiments.sweeps.workload import ForeignWorker, WrongUse, fits
from host.games.endings.notation import VERSIONS
from host.games.endings.perfect import Position, name, numbers, perfect, sets, square, starts

ROOT = Path(__file__).parents[2]

DIGESTS = ROOT / "tests/data/zuidema/digests.json"


def done(**options):
    plan = ROOK.plan(options)
    return plan.parameters, {item.key: ROOK.do(plan.parameters, item) for item in plan.items}


@pytest.fixture(scope="module")
def few():
    """Return what 24 positions have come to."""
    return done(count=24, seed=3)


def every_game(results):
    return [(f"{game['start']} K{key}", game) for key, result in results.items() for game in result["games"]]


def test_all_positions_are_64_items():
    plan = ROOK.plan({"version": "repaired"})
    assert [item.key for item in plan.items] == [name(square) for square in range(64)]
    assert all(item.work is None for item in plan.items)


def test_positions_are_drawn_by_the_seed():
    drawn = [ROOK.plan({"count": 500, "seed": seed}).items for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    found = {(king, piece, item.key) for item in drawn[0] for king, piece in item.work}
    assert len(found) == sum(len(item.work) for item in drawn[0]) == 500
    possible = {(king, piece, name(black)) for king, piece, black in starts("R")}
    assert found < possible


def test_more_positions_than_there_are_are_refused():
    with pytest.raises(WrongUse, match="--count 175169: there are 175,168 positions"):
        ROOK.plan({"count": 175_169})


def test_results_are_what_a_journal_holds(few):
    _, results = few
    for result in results.values():
        assert fits(json.loads(json.dumps(result)), ROOK.shape)
    for start, game in every_game(results):
        white = -(-len(game["moves"].split()) // 2)
        position = Position(*(square(man[1:]) for man in start.split()))
        assert game["end"] == "mate"
        assert game["excess"] == white - perfect("R").moves(position) >= 0
        first, least, together, most = game["cycles"]
        assert least <= first <= most
        assert least * white <= together <= most * white


def test_an_item_comes_out_the_same_whatever_was_done_before(few):
    parameters, results = few
    items = ROOK.plan({"count": 24, "seed": 3}).items
    assert ROOK.do(parameters, items[-1]) == results[items[-1].key]


def test_a_worker_with_another_program_refuses_to_play():
    plan = ROOK.plan({"count": 1})
    with pytest.raises(ForeignWorker, match="another program"):
        ROOK.do({**plan.parameters, "program": "0"}, plan.items[0])


def test_the_report_counts_every_game(few):
    parameters, results = few
    games = [game for _, game in every_game(results)]
    report = ROOK.report(parameters, results)
    ends, lengths, thinking = report.tables
    white = [-(-len(game["moves"].split()) // 2) for game in games]
    assert ends.rows == [("number", 24, 0, 0, 0)]
    program, best, excess, equal = lengths.rows
    assert program[1:] == (f"{sum(white) / 24:.4f}", max(white))
    assert float(program[1]) == pytest.approx(float(best[1]) + float(excess[1]), abs=2e-4)
    assert equal[2] == sum(game["excess"] == 0 for game in games)
    assert thinking.rows[0][1] == sum(white)
    assert thinking.rows[0][4] == max(ROOK.worst(key, result).value for key, result in results.items())
    assert thinking.rows[1][1] == 24
    assert sum(report.histograms[0].counts.values()) == 24


def test_another_game_has_another_digest(few):
    parameters, results = few
    changed = json.loads(json.dumps(results))
    game = changed[next(iter(changed))]["games"][0]
    game["moves"] = game["moves"].replace(game["moves"].split()[-1], "Rh1")
    before, after = (ROOK.report(parameters, each).remarks for each in (results, changed))
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_without_a_game_that_is_won_there_is_a_report(few):
    parameters, _ = few
    game = {"start": "Kf6 Rg7", "moves": "Kg6", "end": "stalemate", "excess": None, "cycles": [1, 1, 1, 1]}
    ends, lengths, _ = ROOK.report(parameters, {"h8": {"games": [game]}}).tables
    assert ends.rows == [("number", 0, 1, 0, 0)]
    assert lengths.rows == [("as few as perfect play", "", 0)]


def test_the_command_plays_and_goes_on(tmp_path, capsys):
    file = str(tmp_path / "rook.sqlite")
    command = ["sweep", "rook-positions", "--version", "primitive", "--count", "3", "--jobs", "1", "--output", file]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "version: primitive\ncount: 3\n" in first
    assert main(command) == 0
    assert capsys.readouterr().out == first


# ---------------------------------------------------------------- the stored sweeps


def test_every_version_has_been_swept():
    expected = {f"{version}{kind}" for version in VERSIONS for kind in ("", stored.TIMES)}
    expected |= {f"{version}{stored.LONGEST}" for version in set(VERSIONS) - set(stored.EVERYWHERE)}
    assert {path.stem for path in stored.FOLDER.glob("*.json")} == expected
    assert len(stored.summaries()) == len(stored.summaries(stored.TIMES)) == len(stored.EVERYWHERE)


@pytest.mark.parametrize("version", json.loads(DIGESTS.read_text())["versions"])
def test_all_moves_from_all_positions_are_those_of_the_models(version):
    """The summary is of a sweep over all positions on the 6600; the digests are those of the models' games."""
    found = stored.strength(version)
    model = json.loads(DIGESTS.read_text())["versions"][version]
    assert {what: found.remarks[what] for what in model} == {what: f"sha256 {text}" for what, text in model.items()}


STORED = [(version, "") for version in VERSIONS]
STORED += [(version, stored.LONGEST) for version in VERSIONS if version not in stored.EVERYWHERE]


@cache
def lengths_of_perfect_play(pieces):
    """Return the mean and the most of White's moves from all positions, which are millions with two pieces."""
    best = [perfect(pieces).white[each] for each in numbers(sets(pieces).legal)]
    return fmean(best), max(best)


@pytest.mark.parametrize(("version", "kind"), STORED)
def test_the_stored_figures_fit_together(version, kind):
    found = stored.strength(version, kind)
    pieces = VERSIONS[version].pieces
    everywhere = sets(pieces).legal.bit_count()
    lost = found.positions - found.ends["mate"]
    moves = sum(length * count for length, count in found.games.items())
    assert found.times["of his first ones"]["number"] == found.positions <= everywhere
    assert sum(found.games.values()) == found.ends["mate"]
    assert float(found.lengths["the program"]["mean"]) == pytest.approx(moves / found.ends["mate"], abs=1e-4)
    assert found.lengths["the program"]["most"] == max(found.games)
    assert moves + lost <= found.times["of all White's moves"]["number"] <= moves + 50 * lost
    if found.ends["mate"] == everywhere:
        mean, most = lengths_of_perfect_play(pieces)
        assert found.lengths["perfect play"]["mean"] == f"{mean:.4f}"
        assert found.lengths["perfect play"]["most"] == most
