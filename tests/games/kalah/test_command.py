"""The command `ironboard kalah`."""

import subprocess
import sys

import pytest

from host.cli.main import main
from host.games.kalah import board, parse, written
from tests.games.kalah import rules


def printed(capsys, *arguments):
    assert main(["kalah", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_position_is_a_number_of_pits_or_their_counters():
    assert parse("6") == (6, 5, 4, 3, 2, 1) == board(6)
    assert parse("3,0,1") == (3, 0, 1)
    assert written((3, 0, 1)) == "3,0,1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "'x' is not a position"),
        ("", "'' is not a position"),
        (",", "',' is not a position"),
        ("3,,", "'3,,' is not a position"),
        ("3,,1", "'3,,1' is not a position"),
        ("0", "a board has 1 to 60 pits"),
        ("61", "a board has 1 to 60 pits"),
        (",".join(["1"] * 61), "a board has 1 to 60 pits"),
        ("1,-1", "a pit has 0 to 99999 counters"),
        ("1,100000", "a pit has 0 to 99999 counters"),
        ("0,0", "all pits are empty"),
    ],
)
def test_what_is_no_position_is_an_error(capsys, text, message):
    assert main(["kalah", text]) == 1
    assert message in capsys.readouterr().err


def test_a_comma_makes_a_number_the_counters_of_one_pit(capsys):
    assert (parse("3,"), parse("1,"), parse("1")) == ((3,), (1,), (1,))
    assert [parse(written(pits)) for pits in ((3,), (1,), (3, 2, 1))] == [(3,), (1,), (3, 2, 1)]
    ended, _ = rules.search((3,), False)
    assert printed(capsys, "3,")[:2] == ["position 3,", f"moves    {len(ended)}"]


def test_it_takes_the_image_and_leaves_the_compiler_alone():
    code = (
        "import sys; from host.cli.main import main; from host.assemblers import dialects;"
        "dialects.assemble = None; main(['kalah', '3']);"
        "sys.exit('host.compilers.algol.compiler' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "moves    11" in done.stdout


def test_it_counts_moves(capsys):
    lines = printed(capsys)
    assert lines[:3] == ["position 6,5,4,3,2,1", "moves    912", "stack    6"]
    assert lines[3].startswith("CP time ")
    assert len(lines) == 4
    assert printed(capsys, "3,2,1", "--left-to-right")[:3] == ["position 3,2,1", "moves    11", "stack    5"]


def test_ten_pits_have_a_published_time(capsys):
    lines = printed(capsys, "10")
    assert lines[1] == "moves    149,117"
    cycles = int(lines[3].split()[2].replace(",", ""))
    assert lines[4] == f"1972     4.3 s, FORTRAN on an IBM 360/75: {43e6 / cycles:.1f} times as long"


def test_the_layout_changes_only_the_time(capsys):
    packed, apart = printed(capsys, "6"), printed(capsys, "6", "--apart")
    assert packed[:3] == apart[:3]
    assert packed[3] != apart[3]


def test_rows_moves_and_clearing_are_those_of_the_program(capsys):
    assert printed(capsys, "3,2,1", "--rows")[-1] == "11 MOVES, STACK 3"
    assert printed(capsys, "3,2,1", "--moves", "--left-to-right")[:-1] == [
        "".join(map(str, each)) for each in rules.search((3, 2, 1), left=True)[0]
    ]
    assert printed(capsys, "5,3,1,1,1", "--clear")[-1] == "11 MOVES, 0 COUNTERS LEFT"
    assert printed(capsys, "--pattern", "5") == ["53111"]
    assert printed(capsys, "--pattern", "5", "--clear")[-1] == "11 MOVES, 0 COUNTERS LEFT"


def test_the_table_has_a_line_for_each_board(capsys):
    _, *lines = printed(capsys, "7", "--table")
    rows = [line.split() for line in lines]
    assert [row[:3] for row in rows] == [
        [str(n), str(len(rules.search(board(n))[0])), str(rules.search(board(n))[1])] for n in range(1, 8)
    ]
    assert [int(row[4]) for row in rows] == [rules.search(board(n), left=True)[1] for n in range(1, 8)]


@pytest.mark.parametrize("wrong", [["6", "--pattern", "5"], ["--pattern", "5", "--table"], ["--pattern", "61"]])
def test_a_pattern_is_a_position_of_its_own(capsys, wrong):
    assert main(["kalah", *wrong]) == 1
    assert "pattern" in capsys.readouterr().err
