"""The calls of the page Learn, without a browser: verdicts are those of the command line, bad files are refused."""

import json

import pytest

from host.lessons import checking, command, findings, progress, written
from host.lessons.collection import lessons
from host.workbench import learning
from host.workbench.worker import Worker
from tests.learn.solutions import RIGHT, WRONG
from tests.shared import ALL_EXAMPLES

LESSONS = lessons()
TASK = {
    "name": "twice", "title": "twice A", "machine": "kim1", "suffix": ".s", "routine": "TWICE", "writes": [],
    "task": "Double A.", "begin": " .org $0200\nTWICE: RTS\n", "words": 4, "hints": ["ASL A"],
    "cases": [{"registers": {"A": "10", "X": "07"}, "results": {"A": "20", "X": "07"}},
              {"registers": {"A": 7}, "results": {"A": 14}}],
}  # fmt: skip
SHEET = json.dumps({"title": "doubling", "lessons": [TASK]})


def sheet(**changed):
    return json.dumps({"lessons": [TASK | changed]})


class Page:
    """A page: it calls the worker, and has the messages of other channels."""

    def __init__(self, folder):
        self.posted = []
        self.worker = Worker(self.posted.append, folder=folder)

    def call(self, name, *args):
        answer = self.say({"channel": "call", "id": 1, "name": f"learn.{name}", "args": [*args]}, "reply")
        if "error" in answer:
            raise AssertionError(answer["error"]["message"])
        return json.loads(json.dumps(answer["value"]))  # plain data

    def say(self, message, channel):
        self.posted.clear()
        self.worker.hear(message)
        self.worker.turn()
        return next(each for each in self.posted if each["channel"] == channel)

    def request(self, command, **arguments):
        message = {"type": "request", "seq": 1, "command": command, "arguments": arguments}
        answer = self.say({"channel": "dap", "message": message}, "dap")["message"]
        assert answer["success"], answer
        return answer.get("body")


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv(progress.VARIABLE, str(tmp_path / "state" / "learn.json"))
    return Page(tmp_path / "work")


@pytest.mark.parametrize("name", LESSONS)
def test_every_solution_has_the_verdict_of_the_command_line(name, page, tmp_path, capsys):
    """Right ones, and known wrong ones: findings, place and hint. All verdicts are in tests/learn/test_lessons.py."""
    wrong = [text for text, _ in WRONG[name]]
    for text in [*RIGHT[name], *wrong, LESSONS[name].begin] if ALL_EXAMPLES else [RIGHT[name][0], wrong[0]]:
        found = page.call("check", name, text)
        path = tmp_path / f"{name}{LESSONS[name].suffix}"
        path.write_text(text, encoding="utf-8")
        progress.file().unlink(missing_ok=True)
        assert command.answer(name, path, as_json=True) == (0 if found["right"] else 1)
        assert json.loads(capsys.readouterr().out) == found
        assert found["right"] == (text in RIGHT[name])


def test_the_debugger_opens_the_first_wrong_case_at_the_mistake(page):
    text = WRONG["add16"][0][0]
    found = page.call("check", "add16", text)
    mistake = page.call("debug", "add16", text)
    assert mistake["case"] == 3
    page.request("initialize", adapterID="ironboard")
    page.request("launch", program=mistake["program"], machine=mistake["machine"], stopOnEntry=True)
    page.request("configurationDone")

    def line():
        return page.request("stackTrace", threadId=1)["stackFrames"][0]["line"]

    assert line() == found["place"]["line"]
    before = line()
    page.request("stepBack", threadId=1, granularity="instruction")
    assert line() < before
    page.request("disconnect")


def test_a_right_answer_has_no_mistake_to_look_at(page):
    with pytest.raises(AssertionError, match="no case is wrong"):
        page.call("debug", "swap", RIGHT["swap"][0])


def test_lessons_as_examples_for_the_teacher_are_the_lessons(page):
    """Cases with their input, limits, hints: all but the mistakes that are recognised."""

    def content(name, lesson):
        listed = checking._list
        cases = [
            (case.title, case.registers, case.results, case.shown, lesson.input and lesson.input(*case.of),
             *({place: listed(words) for place, words in each.items()} for each in (case.memory, case.wanted)))
            for case in lesson.cases
        ]  # fmt: skip
        return findings.task_of(name, lesson, progress.Progress()), cases

    found = written.understood(written.sheet(json.dumps({"lessons": learning.form()["lessons"]})))
    assert [*found] == [*LESSONS]
    for name, lesson in LESSONS.items():
        assert content(name, found[name]) == content(name, lesson)
    sheet = json.dumps({"lessons": [each for each in learning.form()["lessons"] if each["name"] == "keys"]})
    assert page.call("check", "keys", RIGHT["keys"][0], 0, sheet)["right"]


def test_a_sheet_is_a_list_of_tasks_and_its_answers_are_checked(page):
    (task,) = page.call("tasks", SHEET)
    assert (task["machine_title"], task["cases"], task["hints"]) == ("KIM-1", 2, ["ASL A"])
    found = page.call("check", "twice", task["begin"], 0, SHEET)
    assert (found["right"], found["hint"], found["cases"][0]["compared"][0]) == (
        False, "ASL A", {"name": "A", "expected": "20", "found": "10", "right": False},
    )  # fmt: skip
    assert page.call("check", "twice", " .org $0200\nTWICE: ASL A\n RTS\n", 0, SHEET)["right"]


def test_numbers_of_a_sheet_are_shown_to_the_teacher_in_the_digits_that_are_read(page):
    for decimal, left in ((False, "1E"), (True, "30")):
        numbers = sheet(decimal=decimal, cases=[{"registers": {"A": 16}, "wanted": {"SUM": 30}, "results": {"C": 0}}])
        found = page.call("sheet", numbers)
        assert found["lessons"][0]["cases"][0] == {
            "registers": {"A": "10"},
            "wanted": {"SUM": left},
            "results": {"C": "0"},
        }
        assert written.understood(found)["twice"].cases == written.understood(json.loads(numbers))["twice"].cases


@pytest.mark.parametrize("body", [" ASL A\n NOP\n CLC\n INX\n RTS\n", " NOP\n NOP\n JMP $0300\n"])
def test_a_mistake_of_a_long_run_is_found_by_stretches(body, page, monkeypatch):
    source = f" .org $0200\nTWICE:{body}"
    found = page.call("check", "twice", source, 0, SHEET)
    assert not found["right"]
    monkeypatch.setattr(checking, "PIECE", 4)
    assert page.call("check", "twice", source, 0, SHEET) == found


def test_a_model_answer_fills_in_what_is_expected(page):
    """The cases that it makes are those in which it is right, for registers, memory, numbers with a sign and print."""
    made = [
        (TASK | {"cases": [{"registers": {"A": "10"}, "results": {"A": "", "C": ""}}]},
         " .org $0200\nTWICE: ASL A\n RTS\n", {"results": {"A": "20", "C": "0"}}),
        ({"name": "neg", "title": "", "machine": "704", "suffix": ".sap", "routine": "NEG", "decimal": True,
          "task": "", "begin": "", "cases": [{"memory": {"NUMBER": "5 6"}, "wanted": {"RESULT": "0 0"}}]},
         "       ORG 24\nNEG    CLS NUMBER\n       STO RESULT\n       CLS NUMBER+1\n       STO RESULT+1\n"
         "       TRA 1,4\nNUMBER BSS 2\nRESULT BSS 2\n       END NEG\n", {"wanted": {"RESULT": "-5 -6"}}),
        ({"name": "echo", "title": "", "machine": "6600", "suffix": ".alg", "task": "", "begin": "",
          "cases": [{"input": "4 5", "shown": ""}]},
         "begin integer n; ininteger(60, n); ininteger(60, n); outinteger(61, n) end\n", {"shown": "5"}),
    ]  # fmt: skip
    for task, model, expected in made:
        filled = page.call("filled", json.dumps({"lessons": [task]}), model)
        (case,) = filled["cases"]
        for field, value in expected.items():
            assert case[field] == value or case[field].strip() == value
        made_of_it = json.dumps({"lessons": [task | {"cases": [case]}]})
        assert page.call("check", task["name"], model, 0, made_of_it)["right"]


def answers(**changed):
    row = {
        "lesson": "swap",
        "sheet": "",
        "source": "x",
        "date": "2026-11-29",
        "solved": True,
        "attempts": 2,
        "hints": 1,
    }
    found = {"ironboard": "answers", "pupil": "Ada", "date": "", "release": "1", "answers": [row], "sheets": {}}
    return json.dumps(found | changed)


def test_a_file_of_answers_is_read_and_its_own_findings_do_not_count(page):
    row = {"lesson": "twice", "sheet": "s", "source": "x", "findings": {"right": True}}
    found = page.call("read", answers(answers=[row], sheets={"s": SHEET}))
    assert found["pupil"] == "Ada"
    assert found["answers"] == [
        {"lesson": "twice", "sheet": "s", "source": "x", "date": "", "solved": False, "attempts": 0, "hints": 0}
    ]


@pytest.mark.parametrize(
    ("call", "text", "message"),
    [
        ("read", "{", "no file of answers: Expecting"),
        ("read", "{}", 'there is no "ironboard": "answers"'),
        ("read", answers(answers=5), "'answers' is 5: expected a list"),
        ("read", answers(answers=[{"lesson": "swap"}]), "there is no 'source'"),
        ("read", answers(answers=[{"lesson": "swap", "source": "x", "attempts": -1}]), "'attempts' is -1"),
        ("read", answers(answers=[{"lesson": "swap", "source": "x", "sheet": "other"}]), "the sheet 'other' is not in"),
        ("read", answers(sheets={"s": "{}"}), "there is no 'lessons'"),
        ("sheet", "[]", "expected a JSON object"),
        ("sheet", '{"lessons": []}', "'lessons' has 0 elements"),
        ("sheet", sheet(rotine="X"), "lessons[0]: there is no field 'rotine'"),
        ("sheet", json.dumps({"lessons": [TASK, TASK]}), "two lessons have the name 'twice'"),
        ("sheet", sheet(name="../x"), "lessons[0]: 'name' is '../x'"),
        ("sheet", sheet(machine="kim2"), "there is no machine 'kim2'"),
        ("sheet", sheet(suffix=".alg"), "'suffix' is '.alg': the KIM-1 has .s"),
        ("sheet", sheet(cases=[{}]), "lessons[0] (twice).cases[0]: nothing is expected"),
        ("sheet", sheet(cases=[{"results": {"Q": 1}}]), "no register or flag 'Q'"),
        ("sheet", sheet(cases=[{"results": {"A": "100"}}]), "results.A: 100 does not fit into 8 bits"),
        ("sheet", sheet(cases=[{"results": {"A": "1G"}}]), "'1G' is no number in"),
        ("sheet", sheet(cases=[{"wanted": {"10000": "1"}}]), "is no place of memory"),
        ("sheet", sheet(writes=["SUM:0"]), "expected a place, or PLACE:LENGTH"),
        ("sheet", sheet(cycles=-1), "'cycles' is -1"),
        ("sheet", sheet(endless=True), "needs 'cycles'"),
        ("sheet", sheet(cases=[{"input": "GO", "results": {"A": 1}}]), "a routine has no input"),
        ("sheet", sheet(begin="; \ud800"), "'begin' has half of a pair"),
        ("sheet", sheet(title="x" * 201), "'title' has 201 characters: 200 are the most"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_with_its_place(call, text, message, page):
    with pytest.raises(AssertionError) as error:
        page.call(call, text)
    assert message in str(error.value)


def test_the_form_of_a_task_has_machines_with_their_languages_and_registers(page):
    found = {each["name"]: each for each in learning.form()["machines"]}
    assert [each["suffix"] for each in found["6600"]["languages"]] == [".compass", ".alg", ".f"]
    assert {"A", "X", "C", "Z"} <= {*found["kim1"]["registers"]}
