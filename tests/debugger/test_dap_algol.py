"""An editor debugs a program in ALGOL 60: its statements, frames, scopes, variables."""

from pathlib import Path

import pytest

from host.debugger.opening import open_session
from tests.debugger.dap_editor import over_a_port

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "sums.alg"
TOTAL = 10  # the line of `total := total + term`, behind the clause of its for statement


@pytest.fixture(scope="module")
def connect():
    with over_a_port(open_session) as connect:
        yield connect


@pytest.fixture
def editor(connect):
    """Stands in `sum`, where 3 is k and list[3] the term."""
    editor = connect()
    editor.launch(program=str(PROGRAM), stopOnEntry=True)
    assert editor.begin()["reason"] == "entry"
    breakpoints = [{"line": TOTAL, "column": 20, "condition": "k = 3"}]
    body = editor.request("setBreakpoints", source={"path": str(PROGRAM)}, breakpoints=breakpoints)
    assert [(each["line"], each["column"]) for each in body["breakpoints"]] == [(TOTAL, 39)]
    assert editor.go("continue")["reason"] == "breakpoint"
    yield editor
    editor.request("disconnect")


def scopes(editor, frame):
    return {each["name"]: each["variablesReference"] for each in editor.request("scopes", frameId=frame)["scopes"]}


def variables(editor, reference, **page):
    return {
        each["name"]: each for each in editor.request("variables", variablesReference=reference, **page)["variables"]
    }


def place(frame):
    return frame["line"], frame["column"], frame["endLine"], frame["endColumn"]


def test_arrays_are_opened_by_pages(editor):
    array = variables(editor, scopes(editor, 1)["block of line 1"])["list"]
    assert (array["value"], array["indexedVariables"]) == ("(1, 4, 9, 16, 25)", 5)
    page = variables(editor, array["variablesReference"], filter="indexed", start=1, count=2)
    assert {name: each["value"] for name, each in page.items()} == {"[2]": "4", "[3]": "9"}
    body = editor.request("setVariable", variablesReference=array["variablesReference"], name="[3]", value="50 × 2")
    assert body["value"] == "100"
    assert editor.evaluate("term") == "100.0"


def test_variables_get_values(editor):
    block = scopes(editor, 1)["block of line 7"]
    assert editor.request("setVariable", variablesReference=block, name="total", value="0.5")["value"] == "0.5"
    assert editor.request("setExpression", expression="k", value="4", frameId=1)["value"] == "4"
    assert editor.evaluate("i := 5", "repl", frameId=2) == "5"
    assert "k = 3" in editor.evaluate("set k := 3", "repl")
    assert editor.evaluate("k >= 4 ", "repl") == "FALSE"
    editor.evaluate("set k := 5", "repl")
    assert editor.evaluate("term") == "25.0"
    assert "is not a value of type" in editor.refusal("setExpression", expression="low", value="true", frameId=1)


def test_steps_are_statements_into_parameters_and_over_them(editor):
    into = editor.go("stepIn")
    assert (into["text"], editor.line()) == ("a parameter: list[i]", 26)
    assert len(editor.frames()) == 3
    editor.go("next", granularity="statement")
    assert place(editor.frames()[0])[:2] == (TOTAL, 39)
    editor.go("stepOut")
    assert editor.frames()[0]["name"] == "the main program"
    editor.go("stepBack")
    assert editor.frames()[0]["name"] == "the main program"


def test_breakpoints_on_procedures_and_where_statements_begin(editor):
    body = editor.request("setFunctionBreakpoints", breakpoints=[{"name": "power"}, {"name": "tell"}])
    assert [each["verified"] for each in body["breakpoints"]] == [True, True]
    places = editor.request("breakpointLocations", source={"path": str(PROGRAM)}, line=TOTAL, endLine=11)
    assert [(each["line"], each["column"]) for each in places["breakpoints"]] == [(TOTAL, 5), (TOTAL, 39), (11, 5)]
    editor.request("setBreakpoints", source={"path": str(PROGRAM)}, breakpoints=[])
    assert editor.go("continue")["reason"] == "function breakpoint"
    assert editor.frames()[0]["name"].startswith("tell(what = ‘SQUARES’")


def test_a_variable_is_watched(editor):
    editor.request("setBreakpoints", source={"path": str(PROGRAM)}, breakpoints=[])
    block = scopes(editor, 1)["block of line 7"]
    info = editor.request("dataBreakpointInfo", variablesReference=block, name="total", mode="change")
    assert info["description"] == "total"
    editor.request("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])
    assert editor.go("continue")["reason"] == "data breakpoint"
    assert editor.evaluate("total") == "14.0"
