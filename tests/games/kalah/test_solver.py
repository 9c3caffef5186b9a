"""Kalah solved on the 6600: values, nodes and tables against a plain model; the search kept in a file; perfect play."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.cli.main import main
from host.games.kalah_board import Position, Row, opening
from host.games.kalah_solver import Solver, fits
from host.games.program6600 import work
from host.machines.cdc6600.machine import find_program
from tests.games.kalah import solving

ENDS, TABLE = 10, 0o77777
VALUES = {  # pits, counters, always -> value; Irving, Donkers and Uiterwijk's rule is always
    (6, 2, False): 6, (6, 2, True): 10, (5, 3, False): 6, (5, 3, True): 8, (4, 4, False): 2, (4, 4, True): 2,
}  # fmt: skip
MINUTE = 600_000_000  # minor cycles


def solved(solver, position):
    """Solve a position; return its value."""
    solver.begin(position)
    while not solver.done:
        solver.go_on()
    assert solver.bounds.least == solver.bounds.most
    return solver.bounds.least


@pytest.fixture(scope="module")
def solver():
    return Solver()


def test_small_boards_have_the_published_values_and_take_less_than_a_minute(solver):
    cycles = 0
    for (pits, counters, always), value in VALUES.items():
        before = solver.machine.cycles
        assert solved(solver, opening(pits, counters, always=always)) == value
        cycles += 0 if always else solver.machine.cycles - before
    assert cycles < MINUTE


@pytest.mark.parametrize("always", [False, True])
@pytest.mark.parametrize(
    ("pits", "counters", "ends", "mask"),
    [(2, 6, ENDS, TABLE), (3, 3, 6, TABLE), (3, 4, 4, 0o177), (6, 1, 3, 0o177), (4, 2, 5, 0o177)],
)
def test_the_search_is_the_model_s_sowing_by_sowing(pits, counters, ends, mask, always):
    """Small tables of positions lose many of them: what is kept, and where, is the model's too."""
    solver, model = Solver(), solving.Solver(always, ends, mask)
    solver.begin(opening(pits, counters, always=always))
    solver.program.put("KSENDS", ends)
    solver.program.put("KSMASK", mask)
    while not solver.done:
        solver.go_on()
    board = ((counters,) * pits,) * 2
    assert model.solve(board) == solver.program.get("KSLOW")
    assert (solver.sowings, solver.program.get("KSPIT")) == (model.nodes, model.pit)


rows = st.integers(2, 6).flatmap(
    lambda size: st.tuples(*[st.tuples(*[st.integers(0, 13 if size < 4 else 2)] * size).filter(any)] * 2)
)


@settings(deadline=None, max_examples=40)
@given(pits=rows, kalahs=st.tuples(st.integers(0, 9), st.integers(0, 9)), always=st.booleans())
def test_positions_have_the_model_s_value_and_the_move_gets_it(solver, pits, kalahs, always):
    south, north = map(Row, pits, kalahs)
    position = Position((south, north), always=always)
    model = solving.Solver(always)
    total = sum(map(sum, pits))
    assert solved(solver, position) == kalahs[0] - kalahs[1] + 2 * model.solve(pits) - total
    value, after = solver.bounds.least, position.played(solver.move())
    if after.over:
        ours, his = after.totals
    else:
        south, north = after.rows
        left = sum(south.pits) + sum(north.pits)
        gets = model.solve((north.pits, south.pits))
        ours, his = south.kalah + left - gets, north.kalah + gets
    assert ours - his == value


def test_a_search_that_is_put_back_ends_in_the_same_machine(tmp_path):
    position = opening(4, 3)
    whole, first, second = Solver(), Solver(), Solver()
    solved(whole, position)
    first.begin(position)
    first.go_on(5_000_000)
    assert not first.done
    first.save(tmp_path / "search")
    second.resume(tmp_path / "search", position)
    while not second.done:
        second.go_on(1_234_567)
    assert second.machine.save_state() == whole.machine.save_state()


BOARD = ["kalah", "--solve", "--pits", "4", "--counters", "3", "--always"]


def test_an_interrupted_search_says_what_is_proved_and_goes_on(capsys, tmp_path, monkeypatch):
    assert main(BOARD) == 0
    whole = capsys.readouterr().out
    file = str(tmp_path / "search")
    go_on, calls = Solver.go_on, []

    def interrupted(self, cycles=1_000_000):
        calls.append(cycles)
        if len(calls) == 3:
            raise KeyboardInterrupt
        go_on(self, 1_000_000)

    with monkeypatch.context() as patch:
        patch.setattr(Solver, "go_on", interrupted)
        assert main([*BOARD, "--memory", file]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(
        r"ironboard: interrupted: South's result is [+-]\d+ to [+-]\d+, [\d,]+ sowings, [\d.]+ s of the 6600; "
        rf"the same command goes on from {re.escape(file)}\n",
        err,
    )
    for _ in range(2):  # to the end, and after it
        assert main([*BOARD, "--memory", file]) == 0
        assert capsys.readouterr().out == whole
    assert main([*BOARD[:-1], "--memory", file]) == 1
    assert capsys.readouterr().err == (
        f"ironboard: {file} is the memory of another search: omit it, or name another file\n"
    )


def test_a_long_search_has_a_line_now_and_then(capsys, monkeypatch):
    monkeypatch.setattr("host.games.kalah_solver.FIRST_LINE", 0)
    assert main(BOARD) == 0
    line, *others = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"ironboard: at work for 0 s, South's result is .* sowings, .*; Ctrl-C ends it", line)
    assert not others


def test_a_file_that_is_no_search_is_refused(capsys, tmp_path):
    file = tmp_path / "search"
    file.write_bytes(b"nothing")
    assert main([*BOARD, "--memory", str(file)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"ironboard: {file}: ")
    assert file.read_bytes() == b"nothing"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--solve", "--pits", "7", "--memory", "x"], "--memory goes with boards of 2 to 6 pits"),
        (["--self-play", "--perfect", "--pits", "5", "--counters", "4"], "the first move of this one would take up to"),
        (["--self-play", "--perfect"], "the first move of this one would take days of the 6600"),
        (["--solve", "1,0,0/0,0,0"], "the game is over"),
    ],
)
def test_boards_that_it_does_not_solve_are_refused_in_a_line(capsys, given, message):
    assert main(["kalah", *given]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_a_perfect_player_has_no_depth(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("depth 2\n"))
    main(["kalah", "--play", "--perfect", "1,1,0/1,1,0"])
    assert "depth does not go with --perfect: the 6600 looks to the end" in capsys.readouterr().err


def test_perfect_players_end_with_the_value(capsys):
    assert main(["kalah", "--self-play", "--perfect", "--pits", "3", "--counters", "3"]) == 0
    value = 2 * solving.Solver(False).solve(((3,) * 3,) * 2) - 18
    assert f"\nSouth wins, {9 + value // 2} to {9 - value // 2}; " in capsys.readouterr().out


def test_boards_beyond_its_tables_do_not_fit():
    assert fits(opening(6, 6))
    assert not fits(opening(1, 6))
    assert not fits(opening(7, 1))
    assert not fits(opening(6, 7))


def test_the_program_reads_boards_and_prints_their_values():
    model = solving.Solver(True, 6)
    value = 2 * model.solve(((2,) * 4,) * 2) - 16
    printed, _ = work(find_program("kalsolv"), ["4 2 1"], "compiled")
    assert printed == [f"VALUE {value}, PIT {model.pit}, SOWINGS {model.nodes}"]
    for wrong in ("7 1 0", "0 1 0", "4 0 0", "6 11 0"):
        assert work(find_program("kalsolv"), [wrong], "compiled")[0] == ["NO SUCH BOARD"]
