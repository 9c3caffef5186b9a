"""The calls of the page Learn: lessons and sheets, answers checked, the debugger at a mistake, files of answers.

The page keeps answers and progress; here nothing is remembered. A sheet is the JSON text of a teacher's tasks
(host/lessons/written.py), "" where the lessons are those of Ironboard.
"""

from __future__ import annotations

import atexit
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Any, TypedDict

from emulators.errors import IronboardError, did_you_mean
from host import registry
from host.debugger.opening import Opened, Target
from host.formats import storage, strict
from host.lessons import collection, findings, written
from host.lessons.findings import Answer, Task
from host.lessons.lesson import Lesson
from host.lessons.progress import Progress
from host.lessons.written import Sheet
from host.workbench.worker import Call, Worker

MOST_ANSWERS = 500  # of a file of answers
LARGEST = 8 << 20  # bytes of one
MARK = "answers"  # of a file of answers

_held = ExitStack()  # the machine on which a mistake is looked at; one at a time
atexit.register(_held.close)


class Machine(TypedDict):
    """A machine for which tasks can be made."""

    name: str
    title: str
    radix: int
    languages: list[dict[str, str]]  # "title", "suffix"
    registers: list[str]  # and flags


class Mistake(TypedDict):
    """A case of an answer that the next `launch` of the debugger opens, at the mistake."""

    program: str  # the path to launch
    machine: str
    case: int
    lines: list[str]


class Kept(TypedDict):
    """An answer in a file of answers."""

    lesson: str
    sheet: str  # its name in `Answers.sheets`; "" for a lesson of Ironboard
    source: str
    date: str
    solved: bool
    attempts: int
    hints: int


class Answers(TypedDict):
    """The content of a file of answers."""

    pupil: str
    date: str
    release: str
    answers: list[Kept]
    sheets: dict[str, str]  # by the names that answers have for them: their texts


@lru_cache(maxsize=8)
def _lessons(sheet: str) -> dict[str, Lesson]:
    return written.understood(written.sheet(sheet)) if sheet else collection.lessons()


def _lesson(name: str, sheet: str) -> Lesson:
    known = _lessons(sheet)
    if name not in known:
        hint = did_you_mean(name, known)
        raise IronboardError(f"there is no lesson '{strict.shown(name)[1:-1]}'{f'; {hint}' if hint else ''}")
    return known[name]


def _answer(worker: Worker, name: str, lesson: Lesson, source: str) -> Path:
    """Put an answer where the machine finds it, and the page's editor too."""
    path = worker.folder / f"{name}{lesson.suffix}"
    storage.write_text(path, source, overwrite=True)
    return path


class PageTask(Task):
    """A task, with its machine's title."""

    machine_title: str


def tasks(worker: Worker | None = None, sheet: str = "") -> list[PageTask]:
    """Return the tasks in the order to learn in; the page knows which are solved."""
    nothing = Progress()
    return [
        PageTask(**findings.task_of(name, lesson, nothing), machine_title=registry.find(lesson.machine).title)
        for name, lesson in _lessons(sheet).items()
    ]


def check(worker: Worker, name: str, source: str, before: int = 0, sheet: str = "") -> Answer:
    """Check an answer; `before`: the wrong ones before it.

    Raises IronboardError, SourceErrors for one that cannot be assembled or compiled.
    """
    lesson = _lesson(name, sheet)
    path = _answer(worker, name, lesson, source)
    with findings.machine_for(lesson, path) as rig:
        answer, _ = findings.judge(name, lesson, path, rig, before)
    return answer


def debug(worker: Worker, name: str, source: str, sheet: str = "") -> Mistake:
    """Live the first wrong case of an answer again; the debugger's next `launch` opens it at the mistake.

    Raises IronboardError if there is none.
    """
    lesson = _lesson(name, sheet)
    path = _answer(worker, name, lesson, source)
    _held.close()
    rig = _held.enter_context(findings.machine_for(lesson, path))
    answer, mistaken = findings.judge(name, lesson, path, rig, 0)
    failed = findings.failed_case(answer)
    if mistaken is None or failed is None:
        raise IronboardError(f"{name}: no case is wrong")
    found = Opened(mistaken.session, rig.model, rig.programs[0].found)
    conversation = worker.debugger.conversation
    usual = conversation.open

    def once(target: Target) -> Opened:
        conversation.open = usual
        return found

    conversation.open = once
    return Mistake(program=str(path), machine=lesson.machine, case=failed["number"], lines=answer["mistake"])


# ---------------------------------------------------------------- the teacher's page


def machines() -> list[Machine]:
    """Return the machines with their languages, registers and flags, for the form of a task."""
    rows = []
    for model in registry.models().values():
        if not model.source_suffix:
            continue
        machine = model.build({})
        languages = [{"title": each.title, "suffix": each.suffixes[0]} for each in model.languages()]
        flags = [flag for names in machine.flags.values() for flag in names if flag != "-"]
        rows.append(
            Machine(name=model.name, title=model.title, radix=model.radix, languages=languages,
                    registers=[*machine.registers, *flags])
        )  # fmt: skip
    return rows


def form() -> dict[str, Any]:
    """Return what the teacher's page needs before Python is there: machines, and Ironboard's lessons as tasks."""
    lessons = [written.data_of(name, each) for name, each in collection.lessons().items()]
    return {"machines": machines(), "lessons": lessons}


def sheet(worker: Worker, text: str) -> Sheet:
    """Return a sheet of tasks, all its values as texts; raises IronboardError, naming the field, for a wrong one."""
    found = written.sheet(text)
    _lessons(text)
    return written.in_digits(found)


class Filled(TypedDict):
    """The results of a right answer in all cases of a task."""

    cases: list[dict[str, Any]]
    cycles: int  # of the slowest case
    size: int
    unit: str


def filled(worker: Worker, text: str, source: str) -> Filled:
    """Run the model answer of a sheet's only task; return its cases with the answer's results as those expected.

    Values that are not there yet may be empty. Raises IronboardError, SourceErrors.
    """
    found = written.sheet(text)
    (data,) = found["lessons"]
    for each in data["cases"]:
        for field in ("wanted", "results"):
            values = each.get(field, {})
            assert isinstance(values, dict)
            values.update({name: "0" for name, value in values.items() if value == ""})
    lesson = written.understood(found)[data["name"]]
    path = _answer(worker, data["name"], lesson, source)
    with findings.machine_for(lesson, path) as rig:
        cases, cycles, size = written.filled(data, path, rig)
    return Filled(cases=[dict(each) for each in cases], cycles=cycles, size=size, unit=findings.unit(lesson))


# ---------------------------------------------------------------- files of answers: progress kept, work handed in


def read(worker: Worker, text: str) -> Answers:
    """Return the content of a file of answers, with nothing in it that is not of its shape; its sheets are checked.

    Raises IronboardError.
    """
    try:
        found = strict.an_object(strict.value(text, LARGEST))
        if found.get("ironboard") != MARK:
            raise ValueError('there is no "ironboard": "answers"')
        rows = strict.a_list(found.get("answers"), "answers")
        if len(rows) > MOST_ANSWERS:
            raise ValueError(f"{len(rows):,} answers: {MOST_ANSWERS} are the most")
        sheets = {
            name: written.text_of(each, "sheets", written.LARGEST)
            for name, each in strict.an_object(found.get("sheets", {})).items()
        }
        answers = Answers(
            pupil=written.text_of(found.get("pupil", ""), "pupil", written.TITLE),
            date=written.text_of(found.get("date", ""), "date", 40),
            release=written.text_of(found.get("release", ""), "release", 80),
            answers=[_kept(each, sheets) for each in rows],
            sheets=sheets,
        )
    except ValueError as error:
        raise IronboardError(f"this is no file of answers: {error}") from None
    for each in sheets.values():
        _lessons(each)
    return answers


def _kept(found: Any, sheets: dict[str, str]) -> Kept:
    row = strict.an_object(found, "lesson", "source")
    sheet = written.text_of(row.get("sheet", ""), "sheet", written.TITLE)
    if sheet and sheet not in sheets:
        raise ValueError(f"the sheet {strict.shown(sheet)} is not in the file")
    if not isinstance(row.get("solved", False), bool):
        raise ValueError(f"'solved' is {strict.shown(row['solved'])}: expected true or false")
    return Kept(
        lesson=written.text_of(row["lesson"], "lesson", written.TITLE), sheet=sheet,
        source=written.text_of(row["source"], "source", written.SOURCE),
        date=written.text_of(row.get("date", ""), "date", 40), solved=row.get("solved", False),
        attempts=strict.whole(row.get("attempts", 0), "attempts"), hints=strict.whole(row.get("hints", 0), "hints"),
    )  # fmt: skip


CALLS: dict[str, Call] = {
    "tasks": tasks, "check": check, "debug": debug,
    "sheet": sheet, "filled": filled, "read": read,
}  # fmt: skip
