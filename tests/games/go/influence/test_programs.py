"""Both programs at their input: several boards, the end, what is wrong."""

import pytest

from emulators.cdc6600.core import Cause
from host.games.boards import ProgramFault
from host.games.program6600 import CompiledProgram
from host.machines.cdc6600.machine import Cdc6600, find_program
from tests.games.go.influence import boards


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_several_boards_do_not_disturb_each_other(language):
    one = ["19 2", "4 4 16 16 10 3", "-1", "4 16 9 9", "-1"]
    other = ["9 1", "5 5", "-1", "-1"]
    apart = [boards.printed(language, [*each, "0"]) for each in (one, other, one)]
    assert boards.printed(language, [*one, *other, *one, "0"]) == [line for each in apart for line in each]


def test_in_compass_the_end_of_the_input_is_the_end():
    assert boards.printed("compass", ["9 0 -1 -1"]) == ["   0" * 9] * 9
    assert boards.printed("compass", []) == []


WRONG = [
    (["8 0"], "A BOARD HAS 9 TO 19 ROWS"),
    (["20 0"], "A BOARD HAS 9 TO 19 ROWS"),
    (["19 3"], "BEHIND THE SIZE 0, 1 OR 2 IS EXPECTED"),
    (["19 -1"], "BEHIND THE SIZE 0, 1 OR 2 IS EXPECTED"),
    (["19 0", "1 21"], "IS NOT ON THE BOARD"),
    (["19 0", "21 1"], "IS NOT ON THE BOARD"),
    (["13 0", "-1", "15 1"], "IS NOT ON THE BOARD"),
    (["13 0", "1 -2"], "IS NOT ON THE BOARD"),
]


@pytest.mark.parametrize(("lines", "message"), WRONG)
def test_what_is_wrong_is_said(lines, message):
    assert message in CompiledProgram("influence").work(lines, "influence").printed[-1]
    machine = Cdc6600(core="compiled")
    machine.load(find_program("influence"))
    machine.attach("INPUT", lines)
    machine.attach("OUTPUT")
    machine.run(seconds=1)
    assert machine.m.cause == Cause.ABORT
    assert any(f"LINE {len(lines)} OF INPUT" in line and message in line for line in machine.dayfile)


@pytest.mark.parametrize("lines", [["19 X"], ["X"], ["19 0", "1 X"], ["19 0", "1"]])
def test_what_is_no_number_ends_both(lines):
    for language in boards.LANGUAGES:
        with pytest.raises(ProgramFault):
            boards.printed(language, lines)
