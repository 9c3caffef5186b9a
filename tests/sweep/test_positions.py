"""The workload wally-positions: the benchmark's cycles, the model's answers, files of one's own."""

from __future__ import annotations

import hashlib
import json

import pytest

from emulators.errors import SourceErrors
from host.cli.main import main
from host.experiments.bench import go as bench
from host.experiments.sweeps.go_game import BLACK_SEAT, wally_at
from host.experiments.sweeps.report import Sample
from host.experiments.sweeps.wally import POSITIONS
from host.experiments.sweeps.workload import WrongUse, fits
from host.games.go.rules import Colour
from host.games.wally_board import written
from tests.kim1.wally import DATA, known_positions

WHITE = Colour.WHITE
EMPTY = "/".join(["15"] * 15)


@pytest.fixture(scope="module")
def stored():
    """The stored positions, a fifth of them done."""
    plan = POSITIONS.plan({})
    return plan, {item.key: POSITIONS.do(plan.parameters, item) for item in plan.items[::5]}


def test_the_stored_positions_are_those_of_the_tests_by_their_lines(stored):
    plan, _ = stored
    assert len(plan.items) == len(known_positions()) == 385
    lines = (DATA / "positions.txt").read_text().splitlines()
    assert all(lines[int(item.key) - 1].split()[1] == item.work[1] for item in plan.items)


def test_wally_answers_as_the_model_and_thinks_as_long_as_the_benchmark_finds(stored):
    plan, results = stored
    known = {str(line): each for line, each in zip((item.key for item in plan.items), known_positions(), strict=True)}
    boards = dict(zip((item.key for item in plan.items), bench.positions(), strict=True))
    for key, result in results.items():
        assert (result["kind"], result["move"]) == (known[key].kind, f"{known[key].move:02X}")
        assert result["as_expected"] is True
        assert result["cycles"] == bench.think(wally_at(BLACK_SEAT), boards[key])


def test_an_answer_does_not_depend_on_what_was_done_before(stored):
    plan, results = stored
    for item in reversed(plan.items[::25]):
        assert POSITIONS.do(plan.parameters, item) == results[item.key]


def test_results_have_the_shape_that_is_announced(stored):
    _, results = stored
    for key, result in results.items():
        assert fits(result, POSITIONS.shape)
        assert json.loads(json.dumps(result)) == result
        assert POSITIONS.worst(key, result) == Sample(result["cycles"], f"line {key}")


def test_the_report_spreads_the_cycles_over_the_kinds(stored):
    plan, results = stored
    report = POSITIONS.report(plan.parameters, results)
    (table,), (bars,) = report.tables, report.histograms
    *kinds, everything = table.rows
    assert [row[0] for row in kinds] == list(dict.fromkeys(result["kind"] for result in results.values()))
    assert sum(row[1] for row in kinds) == everything[1] == sum(bars.counts.values()) == 77
    slowest = max(results, key=lambda key: results[key]["cycles"])
    assert everything[-2:] == (results[slowest]["cycles"], f"line {slowest}")
    assert report.remarks == ["77 of 77 answers are those in the file"]


def test_positions_of_ones_own_may_say_what_is_expected_or_not(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(f"# mine\nright {written({0x88: WHITE})} 87\nwrong {written({0x88: WHITE})} 89\nopen {EMPTY}\n")
    plan = POSITIONS.plan({"positions": path})
    results = {item.key: POSITIONS.do(plan.parameters, item) for item in plan.items}
    assert [(key, each["move"], each["as_expected"]) for key, each in results.items()] == [
        ("2", "87", True), ("3", "87", False), ("4", "00", None),
    ]  # fmt: skip
    remarks = POSITIONS.report(plan.parameters, results).remarks
    assert remarks == ["1 of 2 answers are those in the file", "another answer: line 3: 87"]


def test_the_content_of_the_file_decides_not_its_name(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text(f"x {EMPTY}\n")
    digest = hashlib.sha256(f"x {EMPTY}\n".encode()).hexdigest()
    assert POSITIONS.plan({"positions": tmp_path / "a"}).parameters == {"positions": f"sha256 {digest}"}
    assert POSITIONS.plan({"positions": tmp_path / "a"}) == POSITIONS.plan({"positions": tmp_path / "b"})
    assert main(["sweep", "wally-positions", "--positions", str(tmp_path / "a"), "--output", str(tmp_path / "j")]) == 0
    (tmp_path / "a").write_text(f"y {EMPTY}\n")
    assert main(["sweep", "wally-positions", "--positions", str(tmp_path / "a"), "--output", str(tmp_path / "j")]) == 1


def test_damaged_and_empty_files_are_refused_before_anything_is_written(tmp_path, capsys):
    path, output = tmp_path / "mine.txt", tmp_path / "out"
    path.write_text("x 15/15\n")
    with pytest.raises(SourceErrors):
        POSITIONS.plan({"positions": path})
    assert main(["sweep", "wally-positions", "--positions", str(path), "--output", str(output)]) == 1
    assert f"{path}:1:3: error: the board has 2 rows: expected 15" in capsys.readouterr().err
    path.write_text("# nothing\n")
    with pytest.raises(WrongUse, match="has no positions"):
        POSITIONS.plan({"positions": path})
    assert main(["sweep", "wally-positions", "--positions", str(tmp_path / "no"), "--output", str(output)]) == 1
    assert not output.exists()
