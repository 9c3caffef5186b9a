"""The output of `ironboard learn`: the lessons, a task, whether a solution is right, and the way to the mistake.

The lessons that a person has solved are in a file of the user's, never their sources.

It is `learn.json` in the folder where the system keeps the state of programs; $IRONBOARD_PROGRESS names another file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host import registry
from host.formats import storage
from host.lessons.lesson import Lesson, Place, find, lessons

if TYPE_CHECKING:
    from host.debugger.command import Face
    from host.lessons.checking import Attempt, Mistaken, Verdict
    from host.testing.calling import Trouble
    from host.testing.rig import Rig


import json
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, TypedDict

from host.formats import results, strict
from host.streams import warn

WRONG = 1  # the exit status
MOST = 4  # findings that are shown of a case


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


class Case(TypedDict):
    """A case that an answer was checked in."""

    number: int
    title: str
    cycles: int
    right: bool
    findings: list[str]


class Answer(TypedDict):
    """An answer that was checked."""

    lesson: str
    right: bool
    size: Annotated[int, "of the answer, in bytes or words"]
    most: Annotated[int | None, "the size that an answer may have"]
    warnings: list[str]
    cases: Annotated[list[Case], "up to the first wrong one, or all"]
    mistake: Annotated[list[str], "the lines that lead to the mistake in the first wrong case"]
    hint: Annotated[str | None, "to the mistake"]


def lesson_row(name: str, lesson: Lesson, done: Progress) -> LessonRow:
    """Return a lesson for the list."""
    title = next(each.title for each in registry.languages().values() if lesson.suffix in each.suffixes)
    return LessonRow(
        name=name, title=lesson.title, machine=lesson.machine, language=title, suffix=lesson.suffix,
        solved=name in done.solved,
    )  # fmt: skip


def lesson_list(folder: Path | None = None) -> LessonList:
    """Return the lessons, and which are solved."""
    known, done = lessons(folder), known_progress()
    rows = [lesson_row(name, lesson, done) for name, lesson in known.items()]
    return LessonList(lessons=rows, next=next((each["name"] for each in rows if not each["solved"]), None))


def task_of(name: str, folder: Path | None = None) -> Task:
    """Return a task."""
    lesson = find(name, folder)
    return Task(
        **lesson_row(name, lesson, known_progress()), task=lesson.task.strip(), routine=lesson.routine or None,
        cases=len(lesson.cases), limits=[*limits_of(lesson)], begin=lesson.begin.lstrip("\n"),
    )  # fmt: skip


def overview(folder: Path | None = None) -> Iterator[str]:
    """Yield the lessons with those solved marked, and the next one."""
    known, done = lessons(folder), known_progress()
    width = max(map(len, known))

    def kind(name: str) -> str:
        return f"{registry.find(known[name].machine).title}, {language(known[name])}"

    for title, names in groupby(known, kind):
        yield title
        yield from (f"  {'solved' if name in done.solved else '':6}  {name:{width}}  {known[name].title}"
                    for name in names)  # fmt: skip
        yield ""
    solved = [name for name in known if name in done.solved]
    yield f"{len(solved)} of {len(known)} solved{next_one(known, done, folder)}"


def known_progress() -> Progress:
    """Return the solved lessons; say if their file is damaged."""
    done, trouble = load()
    if trouble:
        warn(trouble)
    return done


def next_one(known: dict[str, Lesson], done: Progress, folder: Path | None) -> str:
    """Return what to type for the first lesson that has not been solved."""
    name = next((each for each in known if each not in done.solved), None)
    return f"; next: {typed(name, '', folder)}" if name else ""


def typed(name: str, rest: str, folder: Path | None) -> str:
    """Return a command line of a lesson."""
    return " ".join(["ironboard learn", name, *([rest] if rest else []), *([f"--lessons {folder}"] if folder else [])])


def language(lesson: Lesson) -> str:
    """Return the language of a lesson's solutions, with the ending of their files."""
    title = next(each.title for each in registry.languages().values() if lesson.suffix in each.suffixes)
    return f"{title} ({lesson.suffix})"


def task(name: str, folder: Path | None = None) -> Iterator[str]:
    """Yield the task, the limits, and how to begin."""
    lesson = find(name, folder)
    model = registry.find(lesson.machine)
    yield f"{name}: {lesson.title}"
    yield f"{model.title}, {language(lesson)}"
    yield ""
    yield lesson.task.strip()
    yield ""
    how = f"calls {lesson.routine}" if lesson.routine else "runs the program"
    yield f"Check   {how} in {len(lesson.cases)} cases"
    if limits := list(limits_of(lesson)):
        yield f"Limits  {'; '.join(limits)}"
    file = f"{name}{lesson.suffix}"
    yield f"Begin   {typed(name, f'--begin {file}', folder)}"
    yield f"Answer  {typed(name, file, folder)}"


def limits_of(lesson: Lesson) -> Iterator[str]:
    """Yield the limits of a solution."""
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


def unit(lesson: Lesson) -> str:
    """Return the unit of memory."""
    return "bytes" if registry.find(lesson.machine).radix == 16 else "words"


def begin(name: str, file: Path, folder: Path | None = None, *, overwrite: bool = False) -> str:
    """Write the source to begin with; return what to do next. Raises ImageError for a file that exists."""
    lesson = find(name, folder)
    if file.suffix.lower() != lesson.suffix:
        raise IronboardError(f"{file}: a source of this lesson ends with {lesson.suffix}")
    storage.write_text(file, lesson.begin.lstrip("\n"), overwrite)
    return f"{file} is written: edit it, then {typed(name, str(file), folder)}"


# ---------------------------------------------------------------- an answer


@contextmanager
def machine_for(lesson: Lesson, path: Path) -> Iterator[Rig]:
    """Lend a machine for a solution."""
    from host.testing.rig import Pool

    with tempfile.TemporaryDirectory() as scratch, Pool(Path(scratch)).rig(lesson.machine, {}, path) as rig:
        yield rig


def answer(
    name: str,
    path: Path,
    folder: Path | None = None,
    *,
    debug: bool = False,
    face: Face | None = None,
    as_json: bool = False,
) -> int:
    """Check a solution, print the verdict, note it; return the exit status.

    With `debug`, a wrong one is shown in the debugger, at the mistake. Raises IronboardError, SourceErrors for a source
    that cannot be assembled or compiled.
    """
    from host.lessons.checking import check, relive

    lesson = find(name, folder)
    storage.refuse_unreadable(path)  # before anything takes time
    if path.suffix.lower() not in registry.source_suffixes(registry.find(lesson.machine)):
        raise IronboardError(f"{path}: a source of this lesson ends with {lesson.suffix}")
    done = known_progress()
    with machine_for(lesson, path) as rig:
        verdict = check(lesson, path, rig)
        before = done.attempts.get(name, 0)
        done.note(name, verdict.right)
        try:
            save(done)
        except IronboardError as error:
            warn(f"{error}; this answer is not remembered")
        if as_json:
            results.show(answered(name, lesson, path, verdict, rig, before))
            return 0 if verdict.right else WRONG
        for warning in verdict.warnings:
            print(f"warning: {warning}")
        if verdict.right:
            print("\n".join(praise(name, lesson, verdict)))
            print(f"{name} is solved{next_one(lessons(folder), done, folder)}")
            return 0
        failed = verdict.failed
        if failed is None:
            print(f"{name}: right, but too large: {size(lesson, verdict)}")
            print("\n".join(advice(lesson, before, "")))
            return WRONG
        print("\n".join(complaint(name, lesson, verdict, failed, rig)))
        mistaken = relive(lesson, path, rig, failed)
        for line in mistaken.lines:
            print(f"  {line}")
        known = verdict.mistake(lesson) or mistaken.hint or GENERAL.get(failed.trouble or failed.findings[0].kind, "")
        print("\n".join(advice(lesson, before, known)))
        if not debug:
            print(f"step back from it: {typed(name, f'{path} --debug', folder)}")
            return WRONG
        return in_debugger(mistaken, rig, face)


def answered(name: str, lesson: Lesson, path: Path, verdict: Verdict, rig: Rig, before: int) -> Answer:
    """Return the verdict about an answer; `before`: wrong answers before it."""
    from host.lessons.checking import relive

    mistaken, known = None, ""
    if failed := verdict.failed:
        mistaken = relive(lesson, path, rig, failed)
        known = verdict.mistake(lesson) or mistaken.hint or GENERAL.get(failed.trouble or failed.findings[0].kind, "")
    hints = [] if verdict.right else [*advice(lesson, before, known)]
    cases = [
        Case(number=each.number, title=each.case.title, cycles=each.cycles, right=not each.findings,
             findings=[finding.text for finding in each.findings])
        for each in verdict.attempts
    ]  # fmt: skip
    return Answer(
        lesson=name, right=verdict.right, size=verdict.size, most=lesson.words, warnings=[*verdict.warnings],
        cases=cases, mistake=[*mistaken.lines] if mistaken else [],
        hint=hints[0].removeprefix("hint: ") if hints else None,
    )  # fmt: skip


GENERAL: dict[Trouble | str, str] = {
    "late": "It does not come to its end: does the loop reach the value at which it is left?",
    "wrote": "A place that it must not change was written: is an address, or an index, too large or too small?",
    "stack": "What is pushed must be pulled before the return, no more and no less.",
    "cycles": "The result is right. Look at what is done in every turn of the loop and could be done once.",
}


def advice(lesson: Lesson, before: int, known: str) -> Iterator[str]:
    """Yield a hint: to the mistake, if it is known, else the lesson's next one after `before` wrong answers."""
    if known:
        yield f"hint: {known}"
    elif lesson.hints:
        yield f"hint: {lesson.hints[min(before, len(lesson.hints) - 1)]}"


def size(lesson: Lesson, verdict: Verdict) -> str:
    """Return how large a solution is, with its limit."""
    limit = f" of at most {lesson.words:,}" if lesson.words is not None else ""
    return f"{verdict.size:,} {unit(lesson)}{limit}"


def praise(name: str, lesson: Lesson, verdict: Verdict) -> Iterator[str]:
    """Yield the lines about a right solution."""
    spent = [each.cycles for each in verdict.attempts]
    limit = f" of at most {lesson.cycles:,}" if lesson.cycles is not None and not lesson.endless else ""
    cycles = f"{min(spent):,}" if min(spent) == max(spent) else f"{min(spent):,} to {max(spent):,}"
    yield f"{name}: right in all {len(spent)} cases; {cycles} cycles{limit}; {size(lesson, verdict)}"


def complaint(name: str, lesson: Lesson, verdict: Verdict, failed: Attempt, rig: Rig) -> Iterator[str]:
    """Yield the mistake: the first wrong case, its input, the wrong places."""
    from host.lessons.checking import in_words, place_text, register_text

    case, cases = failed.case, len(lesson.cases)
    if len(verdict.attempts) == cases:
        count = sum(bool(each.findings) for each in verdict.attempts)
        yield f"{name}: wrong in {count} of {cases} cases; the first is case {failed.number}, {case.title}"
    else:
        yield f"{name}: wrong in case {failed.number} of {cases}, {case.title}"
    given = [f"{place_text(rig, place)} = {in_words(lesson, rig, words)}" for place, words in case.memory.items()]
    given += [f"{each} = {register_text(rig, each, value)}" for each, value in case.registers.items()]
    if given:
        yield f"  given   {'; '.join(given)}"
    for finding in failed.findings[:MOST]:
        first, *more = finding.text.splitlines()
        yield f"  wrong   {first}"
        yield from (f"          {line}" for line in more)
    if not failed.trouble and failed.findings[0].kind != "cycles":
        limit = f", the limit is {lesson.cycles:,}" if lesson.cycles is not None and not lesson.endless else ""
        yield f"  cycles  {failed.cycles:,}{limit}"


def in_debugger(mistaken: Mistaken, rig: Rig, face: Face | None) -> int:
    """Open the debugger where the mistake is; return its exit status, or that of a wrong answer."""
    from host.debugger.command import Task, default_face, work
    from host.debugger.opening import Opened

    print("the debugger stands there: `back` and `lineback` go further back, `continue` goes to the end")
    return work(Opened(mistaken.session, rig.model, rig.programs[0].found), Task(face=face or default_face())) or WRONG


# ---------------------------------------------------------------- what a person has solved

VARIABLE = "IRONBOARD_PROGRESS"


def file() -> Path:
    """Return where it is kept."""
    return storage.of_user("state", "learn.json", VARIABLE)


@dataclass
class Progress:
    """Names of lessons: how often each has been answered wrongly since it was last right, and which are solved."""

    solved: list[str] = field(default_factory=list)
    attempts: dict[str, int] = field(default_factory=dict)

    def note(self, name: str, right: bool) -> None:
        """Note an answer."""
        self.attempts[name] = 0 if right else self.attempts.get(name, 0) + 1
        if right and name not in self.solved:
            self.solved.append(name)


def load() -> tuple[Progress, str]:
    """Return the lessons noted, none if there is no file; and a line with the error of the file."""
    return strict.load(file(), "what has been solved", understood)


def understood(found: dict[str, Any]) -> Progress:
    """Return the content of the JSON; raises ValueError."""
    solved = strict.a_list(found.get("solved", []), "solved")
    attempts = strict.an_object(found.get("attempts", {}))
    return Progress(
        [strict.text(each, "solved") for each in solved],
        {name: strict.whole(count, "attempts") for name, count in attempts.items()},
    )


def save(progress: Progress) -> None:
    """Keep it; the file is replaced in one step."""
    path = file()
    with storage.reported(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
    storage.write_text(path, json.dumps(asdict(progress), indent=1), overwrite=True)
