"""The full-screen view of a program in ALGOL 60: variables, activations, statements."""

from pathlib import Path

from host.debugger.opening import Target, open_session
from host.debugger.stops import Kind
from tests.debugger.screen.desk import LARGE, on_desk

PROGRAM = Path(__file__).parents[3] / "docs" / "examples" / "sums.alg"


def sums():
    """A session that stands where `sum` adds the third term."""
    found = open_session(Target(str(PROGRAM)))
    _, ((address, part),) = found.session.spots(f"{PROGRAM}:10:39")
    found.session.stops.add(Kind.EXECUTE, address, part=part, condition="k = 3", place="10:39")
    found.session.cont()
    return found


def shown(desk, pane):
    return [" ".join(line.split()) for line in desk.lines(pane)]


@on_desk(sums, size=LARGE)
async def test_variables_activations_and_the_statement_are_seen(desk):
    assert desk.now == (10, "for k := low step 1 until high do total := total + term;")
    assert shown(desk, "variables")[:3] == ["block of line 7", "total 5.0 real", "procedure sum"]
    assert "term 9.0 real by name: list[i], li" in shown(desk, "variables")[7]
    assert [line.split()[:2] for line in shown(desk, "calls")[:2]] == [["►", "sum"], ["1", "the"]]


@on_desk(sums, size=LARGE)
async def test_a_caller_is_looked_at_with_its_own_variables(desk):
    await desk.press("alt+6", "down", "enter")
    assert shown(desk, "variables")[:2] == ["block of line 1", "i 3 integer"]
    assert any("▷" in line and " 26 " in line for line in desk.lines("source"))
    assert desk.now[0] == 10
    await desk.press("f10")
    assert shown(desk, "variables")[1] == "total 14.0 real"


@on_desk(sums, size=LARGE)
async def test_a_variable_is_changed(desk):
    await desk.press("v", "down", "enter")
    await desk.fill(value="total × 2 + 0.5")
    assert shown(desk, "variables")[1] == "total 10.5 real"
    await desk.press("enter")
    await desk.fill(value="true")
    assert "is not a value of type real" in desk.error
