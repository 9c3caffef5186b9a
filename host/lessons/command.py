"""The output of `ironboard learn`: the lessons, a task, whether an answer is right, and the way to the mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host import registry
from host.formats import results, storage
from host.lessons import findings, progress
from host.lessons.collection import find, lessons
from host.lessons.findings import Answer, Case, LessonList, Task, failed_case
from host.lessons.lesson import Lesson
from host.lessons.progress import Progress
from host.streams import warn

if TYPE_CHECKING:
    from host.debugger.command import Face
    from host.lessons.checking import Mistaken
    from host.testing.rig import Rig

WRONG = 1  # the exit status
MOST = 4  # findings that are shown of a case


def lesson_list(folder: Path | None = None) -> LessonList:
    """Return the lessons, and which are solved."""
    return findings.lesson_list(lessons(folder), known_progress())


def task_of(name: str, folder: Path | None = None) -> Task:
    """Return a task."""
    return findings.task_of(name, find(name, folder), known_progress())


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
    done, trouble = progress.load()
    if trouble:
        warn(trouble)
    return done


def next_one(known: Mapping[str, Lesson], done: Progress, folder: Path | None) -> str:
    """Return the command for the first lesson that has not been solved."""
    name = next((each for each in known if each not in done.solved), None)
    return f"; next: {typed(name, '', folder)}" if name else ""


def typed(name: str, rest: str, folder: Path | None) -> str:
    """Return a command line of a lesson."""
    return " ".join(["ironboard learn", name, *([rest] if rest else []), *([f"--lessons {folder}"] if folder else [])])


def language(lesson: Lesson) -> str:
    """Return the language of a lesson's answers, with the ending of their files."""
    return f"{findings.language(lesson)} ({lesson.suffix})"


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
    yield f"Check   {how} in {'a case' if len(lesson.cases) == 1 else f'{len(lesson.cases)} cases'}"
    if limits := list(findings.limits_of(lesson)):
        yield f"Limits  {'; '.join(limits)}"
    file = f"{name}{lesson.suffix}"
    yield f"Begin   {typed(name, f'--begin {file}', folder)}"
    yield f"Answer  {typed(name, file, folder)}"


def begin(name: str, file: Path, folder: Path | None = None, *, overwrite: bool = False) -> str:
    """Write the source to begin with; return the next command. Raises ImageError for a file that exists."""
    lesson = find(name, folder)
    if file.suffix.lower() != lesson.suffix:
        raise IronboardError(f"{file}: a source of this lesson ends with {lesson.suffix}")
    storage.write_text(file, lesson.begin.lstrip("\n"), overwrite)
    return f"{file} is written: edit it, then {typed(name, str(file), folder)}"


# ---------------------------------------------------------------- an answer


def answer(
    name: str,
    path: Path,
    folder: Path | None = None,
    *,
    debug: bool = False,
    face: Face | None = None,
    as_json: bool = False,
) -> int:
    """Check an answer, print the verdict, note it; return the exit status.

    With `debug`, a wrong one is shown in the debugger, at the mistake. Raises IronboardError, SourceErrors for a source
    that cannot be assembled or compiled.
    """
    lesson = find(name, folder)
    findings.refuse_other_language(lesson, path)
    done = known_progress()
    with findings.machine_for(lesson, path) as rig:
        found, mistaken = findings.judge(name, lesson, path, rig, done.attempts.get(name, 0))
        done.note(name, found["right"])
        try:
            progress.save(done)
        except IronboardError as error:
            warn(f"{error}; this answer is not remembered")
        if as_json:
            results.show(found)
            return 0 if found["right"] else WRONG
        for warning in found["warnings"]:
            print(f"warning: {warning}")
        if found["right"]:
            print(praise(found))
            print(f"{name} is solved{next_one(lessons(folder), done, folder)}")
            return 0
        print("\n".join(complaint(found)))
        if mistaken is None:
            return WRONG
        if not debug:
            print(f"step back from it: {typed(name, f'{path} --debug', folder)}")
            return WRONG
        return in_debugger(mistaken, rig, face)


def size(found: Answer) -> str:
    """Return how large an answer is, with its limit."""
    limit = f" of at most {found['most']:,}" if found["most"] is not None else ""
    return f"{found['size']:,} {found['unit']}{limit}"


def praise(found: Answer) -> str:
    """Return the line about a right answer."""
    spent = [each["cycles"] for each in found["cases"]]
    limit = f" of at most {found['limit']:,}" if found["limit"] is not None else ""
    cycles = f"{min(spent):,}" if min(spent) == max(spent) else f"{min(spent):,} to {max(spent):,}"
    where = "the only case" if len(spent) == 1 else f"all {len(spent)} cases"
    return f"{found['lesson']}: right in {where}; {cycles} cycles{limit}; {size(found)}"


def complaint(found: Answer) -> Iterator[str]:
    """Yield the lines about an answer that is not right: the first wrong case, the place of the mistake, a hint."""
    failed = failed_case(found)
    if failed is None:
        yield f"{found['lesson']}: right, but too large: {size(found)}"
    else:
        yield from wrong_case(found, failed)
        yield from (f"  {line}" for line in found["mistake"])
    if found["hint"] is not None:
        yield f"hint: {found['hint']}"


def wrong_case(found: Answer, failed: Case) -> Iterator[str]:
    """Yield the first wrong case: its input, the wrong places, its cycles."""
    name, cases = found["lesson"], found["total"]
    if cases == 1:
        yield f"{name}: wrong in the only case, {failed['title']}"
    elif len(found["cases"]) == cases:
        count = sum(not each["right"] for each in found["cases"])
        yield f"{name}: wrong in {count} of {cases} cases; the first is case {failed['number']}, {failed['title']}"
    else:
        yield f"{name}: wrong in case {failed['number']} of {cases}, {failed['title']}"
    if given := [f"{each['name']} = {each['value']}" for each in failed["given"]]:
        yield f"  given   {'; '.join(given)}"
    for finding in failed["findings"][:MOST]:
        first, *more = finding.splitlines()
        yield f"  wrong   {first}"
        yield from (f"          {line}" for line in more)
    if not all(each["right"] for each in failed["compared"]):
        limit = f", the limit is {found['limit']:,}" if found["limit"] is not None else ""
        yield f"  cycles  {failed['cycles']:,}{limit}"


def in_debugger(mistaken: Mistaken, rig: Rig, face: Face | None) -> int:
    """Open the debugger where the mistake is; return its exit status, or that of a wrong answer."""
    from host.debugger.command import Task, default_face, work
    from host.debugger.opening import Opened

    print("the debugger stands there: `back` and `lineback` go further back, `continue` goes to the end")
    return work(Opened(mistaken.session, rig.model, rig.programs[0].found), Task(face=face or default_face())) or WRONG
