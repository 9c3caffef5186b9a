"""Lessons and the verdicts on answers as plain data: for --json, for pages, and for the output of `ironboard learn`.

answer, _ = judge(name, lesson, path, rig, before=0)
answer["cases"][2]["compared"]
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

from emulators.errors import IronboardError
from host import registry
from host.formats import storage
from host.lessons.lesson import Lesson, Place
from host.lessons.progress import Progress

if TYPE_CHECKING:
    from host.lessons.checking import Attempt, Mistaken
    from host.testing.calling import Trouble
    from host.testing.rig import Rig

# ---------------------------------------------------------------- lessons


class LessonRow(TypedDict):
    """A lesson."""

    name: str
    title: str
    machine: str
    language: str
    suffix: Annotated[str, "of a source that answers it"]
    solved: bool


class LessonList(TypedDict):
    """The lessons."""

    lessons: list[LessonRow]
    next: Annotated[str | None, "the first one that has not been solved"]


class Task(LessonRow):
    """A lesson's task."""

    task: Annotated[str, "the text"]
    routine: Annotated[str | None, "the routine that is called; null: the program runs"]
    cases: Annotated[int, "the number of cases that an answer is checked in"]
    limits: list[str]
    begin: Annotated[str, "a source to begin with"]
    hints: Annotated[list[str], "for mistakes that are not recognised, one after the other"]


def lesson_row(name: str, lesson: Lesson, done: Progress) -> LessonRow:
    """Return a lesson for the list."""
    return LessonRow(
        name=name, title=lesson.title, machine=lesson.machine, language=language(lesson), suffix=lesson.suffix,
        solved=name in done.solved,
    )  # fmt: skip


def lesson_list(known: Mapping[str, Lesson], done: Progress) -> LessonList:
    """Return the lessons, and which are solved."""
    rows = [lesson_row(name, lesson, done) for name, lesson in known.items()]
    return LessonList(lessons=rows, next=next((each["name"] for each in rows if not each["solved"]), None))


def task_of(name: str, lesson: Lesson, done: Progress) -> Task:
    """Return a task."""
    return Task(
        **lesson_row(name, lesson, done), task=lesson.task.strip(), routine=lesson.routine or None,
        cases=len(lesson.cases), limits=[*limits_of(lesson)], begin=lesson.begin.lstrip("\n"), hints=[*lesson.hints],
    )  # fmt: skip


def language(lesson: Lesson) -> str:
    """Return the language of a lesson's answers."""
    return next(each.title for each in registry.languages().values() if lesson.suffix in each.suffixes)


def unit(lesson: Lesson) -> str:
    """Return the unit of memory."""
    return "bytes" if registry.find(lesson.machine).radix == 16 else "words"


def limits_of(lesson: Lesson) -> Iterator[str]:
    """Yield the limits of an answer."""
    if lesson.cycles is not None and not lesson.endless:
        yield f"at most {lesson.cycles:,} cycles"
    if lesson.words is not None:
        yield f"at most {lesson.words:,} {unit(lesson)}"
    if lesson.writes is not None:
        places = ", ".join(map(str, written(lesson))) or "nothing"
        yield f"writes to {places} only (and to its stack, where there is one)"


def written(lesson: Lesson) -> Iterator[Place]:
    """Yield where it may write, in words."""
    form = registry.find(lesson.machine).address_form[2:]
    for each in lesson.writes or ():
        match each:
            case range():
                yield f"{form.format(each.start)}-{form.format(each.stop - 1)}"
            case (place, count):
                yield f"{place} ({count} {unit(lesson)})"
            case int():
                yield form.format(each)
            case _:
                yield each


# ---------------------------------------------------------------- answers


class Given(TypedDict):
    """A place of memory, or a register, before the answer runs."""

    name: str
    value: Annotated[str, "in the machine's digits"]


class Comparison(TypedDict):
    """A place of memory, a register, or the text shown, after the answer has run."""

    name: Annotated[str, "empty: the text that is shown or printed"]
    expected: Annotated[str, "in the machine's digits"]
    found: str
    right: bool


class Case(TypedDict):
    """A case that an answer was checked in."""

    number: int
    title: str
    cycles: int
    right: bool
    findings: list[str]
    given: list[Given]
    compared: Annotated[list[Comparison], "empty where the answer has not ended"]
    ended: Annotated[bool, "the answer came to its end"]


class SourceLine(TypedDict):
    """A line of the answer."""

    file: str
    line: Annotated[int, "from 1"]


class Answer(TypedDict):
    """An answer that was checked."""

    lesson: str
    right: bool
    size: Annotated[int, "of the answer, in bytes or words"]
    most: Annotated[int | None, "the size that an answer may have"]
    unit: Annotated[str, "of the size"]
    limit: Annotated[int | None, "the cycles that a case may take; null: any number"]
    warnings: list[str]
    cases: Annotated[list[Case], "up to the first wrong one, or all"]
    total: Annotated[int, "the number of cases that the lesson has"]
    mistake: Annotated[list[str], "the lines that lead to the mistake in the first wrong case"]
    place: Annotated[SourceLine | None, "where the mistake is"]
    hint: Annotated[str | None, "to the mistake"]


@contextmanager
def machine_for(lesson: Lesson, path: Path) -> Iterator[Rig]:
    """Lend a machine for an answer."""
    from host.testing.rig import Pool

    with tempfile.TemporaryDirectory() as scratch, Pool(Path(scratch)).rig(lesson.machine, {}, path) as rig:
        yield rig


def refuse_other_language(lesson: Lesson, path: Path) -> None:
    """Raise IronboardError for an answer that is unreadable, or in no language of the lesson's machine."""
    storage.refuse_unreadable(path)  # before anything takes time
    if path.suffix.lower() not in registry.source_suffixes(registry.find(lesson.machine)):
        raise IronboardError(f"{path}: a source of this lesson ends with {lesson.suffix}")


def judge(name: str, lesson: Lesson, path: Path, rig: Rig, before: int) -> tuple[Answer, Mistaken | None]:
    """Check an answer; return the verdict and, of a wrong one, the session that is at the mistake.

    `before`: the wrong answers before this one. Raises IronboardError, SourceErrors for a source that cannot be
    assembled or compiled.
    """
    from host.lessons.checking import check, relive

    verdict = check(lesson, path, rig)
    mistaken = place = None
    known = ""
    if failed := verdict.failed:
        mistaken = relive(lesson, path, rig, failed)
        known = verdict.mistake(lesson) or mistaken.hint or GENERAL.get(failed.trouble or failed.findings[0].kind, "")
        here = mistaken.session.line_here() if mistaken.lines else None
        place = SourceLine(file=Path(here[0]).name, line=here[1]) if here else None
    answer = Answer(
        lesson=name, right=verdict.right, size=verdict.size, most=lesson.words, unit=unit(lesson),
        limit=None if lesson.endless else lesson.cycles, warnings=[*verdict.warnings],
        cases=[_case(each) for each in verdict.attempts], total=len(lesson.cases),
        mistake=[*mistaken.lines] if mistaken else [], place=place,
        hint=None if verdict.right else advice(lesson, before, known),
    )  # fmt: skip
    return answer, mistaken


def _case(attempt: Attempt) -> Case:
    return Case(
        number=attempt.number, title=attempt.case.title, cycles=attempt.cycles, right=not attempt.findings,
        findings=[each.text for each in attempt.findings],
        given=[Given(name=name, value=value) for name, value in attempt.given],
        compared=[
            Comparison(name=each.name, expected=each.expected, found=each.found, right=each.finding is None)
            for each in attempt.compared
        ],
        ended=attempt.trouble is None,
    )  # fmt: skip


def failed_case(answer: Answer) -> Case | None:
    """Return the first case that went wrong."""
    return next((each for each in answer["cases"] if not each["right"]), None)


GENERAL: dict[Trouble | str, str] = {
    "late": "It does not come to its end: does the loop reach the value at which it is left?",
    "wrote": "A place that it must not change was written: is an address, or an index, too large or too small?",
    "stack": "What is pushed must be pulled before the return, no more and no less.",
    "cycles": "The result is right. Look at what is done in every turn of the loop and could be done once.",
}


def advice(lesson: Lesson, before: int, known: str) -> str | None:
    """Return a hint: to the mistake, if it is known, else the lesson's next one after `before` wrong answers."""
    if known:
        return known
    return lesson.hints[min(before, len(lesson.hints) - 1)] if lesson.hints else None
