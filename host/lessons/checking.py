"""Is a solution right? All cases of a lesson are run on the machine; the first wrong one is lived again to say why.

verdict = check(lesson, Path("my.s"), rig)
verdict.right
relive(lesson, path, rig, verdict.failed).session   # for the debugger, standing at the mistake
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from emulators.machine import Stop
from emulators.trace import Trace
from host.debugger.goals import counter_column
from host.debugger.session import Session
from host.debugger.stops import Kind, word_text
from host.lessons.lesson import LIMIT, Case, Lesson, Place, Words
from host.testing import calling
from host.testing.calling import CallError, Trouble
from host.testing.rig import Rig

RUNAWAY = 20  # times the lesson's limit: a program that takes longer is taken to loop for ever ...
PATIENCE = 20_000_000  # cycles: ... and so is one that takes longer than this and than the limit
LONG_RUN = 4  # equal words that are shown as one
PIECE = 1_000_000  # cycles that are traced at once
SHORTEST = 20_000  # cycles that it may take in any case


class Finding(NamedTuple):
    """Something that is not as wanted."""

    kind: str  # "memory", "register", "shown", "cycles", or the reason why it did not return
    text: str
    place: int | None = None  # of the first wrong word ...
    name: str = ""  # ... and its name; of a register, too
    kept: bool = False  # the register was to be as it was before


class Compared(NamedTuple):
    """A place, a register or the text shown: wanted and found, in the machine's digits."""

    name: str
    expected: str
    found: str
    finding: Finding | None  # None: it is right


@dataclass(frozen=True)
class Attempt:
    """The outcome of a case. `end` is the moment after it, `like` the lesson's mistakes with the same one.

    `given` has the names of places and registers with what was in them before; of a case that has not ended, nothing is
    `compared`.
    """

    case: Case
    number: int  # from 1
    given: list[tuple[str, str]]
    compared: list[Compared]
    findings: list[Finding]
    cycles: int
    end: int
    like: frozenset[int]

    @property
    def trouble(self) -> Trouble | None:
        """The reason why it did not end."""
        kinds = {each.kind for each in self.findings}
        return next((each for each in Trouble if each in kinds), None)


KEPT = "{} must be afterwards what it was before: keep it at the beginning, give it back before the return."


@dataclass(frozen=True)
class Verdict:
    """The verdict on a solution."""

    attempts: list[Attempt]
    size: int  # words (bytes) of the program
    too_large: bool
    warnings: list[str]

    @property
    def failed(self) -> Attempt | None:
        """The first case that went wrong."""
        return next((each for each in self.attempts if each.findings), None)

    @property
    def right(self) -> bool:
        return not self.failed and not self.too_large

    def mistake(self, lesson: Lesson) -> str:
        """Return the hint of the mistake that explains all cases that ended, nothing if none does."""
        findings = [each for attempt in self.attempts for each in attempt.findings]
        if not findings:
            return ""
        if all(each.kept for each in findings):
            return KEPT.format(" and ".join(dict.fromkeys(each.name for each in findings)))
        if self.failed is None or self.failed.trouble:
            return ""
        found = frozenset.intersection(*(each.like for each in self.attempts if not each.trouble))
        return lesson.mistakes[min(found)].hint if found else ""


def check(lesson: Lesson, path: Path, rig: Rig) -> Verdict:
    """Run a solution on all cases, up to one that does not end.

    Raises IronboardError, SourceErrors for one that cannot be assembled.
    """
    program = rig.load(path.resolve())
    if lesson.routine:
        expect_labels(lesson, rig)
    attempts: list[Attempt] = []
    for number, case in enumerate(lesson.cases, 1):
        attempts.append(attempt(lesson, case, number, path, rig))
        if attempts[-1].trouble:  # one that does not end in one case seldom does in the others: that takes time
            break
    size = program.image.size
    return Verdict(attempts, size, lesson.words is not None and size > lesson.words, program.found.warnings)


def expect_labels(lesson: Lesson, rig: Rig) -> None:
    """Raise IronboardError unless the program has the labels that the lesson uses."""
    places: dict[Place, None] = {lesson.routine: None}
    for case in lesson.cases:
        places |= dict.fromkeys([*case.memory, *case.wanted])
    for place in places:
        try:
            rig.address(place)
        except IronboardError:
            raise IronboardError(f"the answer has no label '{place}'; the task says where it belongs") from None


def _set_up(lesson: Lesson, case: Case, path: Path, rig: Rig) -> None:
    """Bring the machine to the beginning of the case, without the call of a routine."""
    rig.fresh()
    program = rig.load(path.resolve())
    if not lesson.routine:
        warning = rig.model.start(rig.machine, program.found)
        if warning:
            raise IronboardError(warning)
        for place, words in case.memory.items():
            rig.put(place, _list(words))
        calling.set_registers(rig.machine, case.registers)
    if lesson.prepare:
        lesson.prepare(rig.machine, *case.of)
    text = lesson.input(*case.of) if lesson.input else None
    if text is not None:
        rig.model.supply(rig.machine, text)


def _list(words: Words) -> list[int]:
    return [words] if isinstance(words, int) else [*words]


def attempt(lesson: Lesson, case: Case, number: int, path: Path, rig: Rig) -> Attempt:
    """Try a case; the machine is left at its end."""
    try:
        _set_up(lesson, case, path, rig)
        start = rig.machine.cycles
        trouble = _call(lesson, case, rig) if lesson.routine else _run(lesson, rig)
    except (TypeError, ValueError) as error:
        raise IronboardError(f"case {number} of the lesson, {case.title}, cannot be tried: {error}") from error
    cycles = rig.machine.cycles - start
    given = [*_given(lesson, case, rig)]
    if trouble:
        return Attempt(case, number, given, [], [trouble], cycles, rig.machine.cycles, frozenset())
    compared = [
        *_compared_words(lesson, case, rig),
        *_compared_registers(case, rig),
        *_compared_show(lesson, case, rig),
    ]
    findings = [each.finding for each in compared if each.finding]
    if lesson.cycles is not None and not lesson.endless and cycles > lesson.cycles:
        lines = "" if findings else "\n" + "\n".join(rig.cycles.hottest(start))
        findings.append(Finding("cycles", f"took {cycles:,} cycles, the limit is {lesson.cycles:,}{lines}"))
    like = frozenset(i for i, each in enumerate(lesson.mistakes) if _left(lesson, each.leaves(*case.of), rig))
    return Attempt(case, number, given, compared, findings, cycles, rig.machine.cycles, like)


def _runaway(lesson: Lesson) -> int:
    limit = lesson.cycles
    return LIMIT if limit is None else max(SHORTEST, limit, min(RUNAWAY * limit, PATIENCE))


def _call(lesson: Lesson, case: Case, rig: Rig) -> Finding | None:
    registers: Mapping[str, Any] = case.registers  # none has the name of another parameter
    try:
        rig.call(lesson.routine, memory=case.memory, writes=lesson.writes, limit=_runaway(lesson), **registers)
    except CallError as error:
        text = str(error).replace("which is not in writes=", "where it must not write")
        return Finding(error.trouble, text)
    return None


def _run(lesson: Lesson, rig: Rig) -> Finding | None:
    """Run the whole program."""
    machine = rig.machine
    length = lesson.cycles or LIMIT if lesson.endless else _runaway(lesson)
    stop = machine.run_to(machine.cycles + length)
    inspect = rig.programs[0].found.inspect
    complaint = inspect(machine).complaint() if inspect and stop != Stop.NONE else ""
    here = rig.near(machine.read_register(machine.program_counter))
    if stop == Stop.NONE:
        late = f"the program has not come to its end within {length:,} cycles; it is at {here}"
        return None if lesson.endless else Finding(Trouble.LATE, late)
    if stop == Stop.HALT and not complaint:
        return None
    why = complaint or f"the program {calling.STOPPED[stop]} at {here}{machine.reason and f': {machine.reason}'}"
    return Finding(Trouble.STOPPED, why)


# ---------------------------------------------------------------- comparing


def _words_at(rig: Rig, place: Place, count: int) -> list[int]:
    first = rig.address(place)
    return [rig.machine.peek(address) for address in range(first, first + count)]


def in_words(lesson: Lesson, rig: Rig, words: Words) -> str:
    """Return words as the machine's manual prints them, and as numbers where the lesson says how."""
    machine, each = rig.machine, _list(words)
    texts = [word_text(word, machine.radix, machine.word_bits) for word in each]
    if lesson.decimal is not None:
        numbers = [f"{lesson.decimal(word)}" for word in each]
        return f"{numbers[0]} ({texts[0]})" if len(each) == 1 else ", ".join(numbers)
    runs = [(text, len(list(same))) for text, same in groupby(texts)]
    return " ".join(f"{text}×{count}" if count >= LONG_RUN else " ".join([text] * count) for text, count in runs)


def place_text(rig: Rig, place: Place) -> str:
    """Return a place by its name and its address."""
    number = rig.sources.number(rig.address(place))
    return f"{place} ({number})" if isinstance(place, str) else number


def register_text(rig: Rig, name: str, value: int) -> str:
    """Return a register's or a flag's value as the machine's manual prints it."""
    bits = rig.machine.registers.get(name, 1)
    return str(value) if bits == 1 else word_text(value, rig.machine.radix, bits)


def _given(lesson: Lesson, case: Case, rig: Rig) -> Iterator[tuple[str, str]]:
    for place, words in case.memory.items():
        yield place_text(rig, place), in_words(lesson, rig, words)
    for name, value in case.registers.items():
        yield name, register_text(rig, name, value)


def _compared_words(lesson: Lesson, case: Case, rig: Rig) -> Iterator[Compared]:
    for place, words in case.wanted.items():
        expected = _list(words)
        left = _words_at(rig, place, len(expected))
        name = place_text(rig, place)
        texts = in_words(lesson, rig, expected), in_words(lesson, rig, left)
        if left == expected:
            yield Compared(name, *texts, None)
            continue
        index = next(i for i, word in enumerate(expected) if left[i] != word)
        first = rig.address(place) + index
        number = rig.sources.number(first)
        called = f"{place}+{index} ({number})" if isinstance(place, str) and index else number
        text = f"{name} holds {texts[1]}, expected {texts[0]}"
        yield Compared(name, *texts, Finding("memory", text, first, name if index == 0 else called))


def _compared_registers(case: Case, rig: Rig) -> Iterator[Compared]:
    flags = calling.flags(rig.machine)
    for name, expected in case.results.items():
        left = int(flags[name]) if name in flags else rig.machine.read_register(name)
        texts = register_text(rig, name, expected), register_text(rig, name, left)
        kept = case.registers.get(name) == expected
        finding = Finding("register", f"{name} is {texts[1]}, expected {texts[0]}", name=name, kept=kept)
        yield Compared(name, *texts, None if left == expected else finding)


def _compared_show(lesson: Lesson, case: Case, rig: Rig) -> Iterator[Compared]:
    if case.shown is not None and lesson.shows is not None:
        left = lesson.shows(rig.machine)
        texts = _quoted(case.shown), _quoted(left)
        finding = Finding("shown", f"shows {texts[1]}, expected {texts[0]}")
        yield Compared("", *texts, None if left.split() == case.shown.split() else finding)


def _quoted(text: str) -> str:
    return " ".join(text.split()) or "nothing"


def _left(lesson: Lesson, leaves: Mapping[Place, Words] | str, rig: Rig) -> bool:
    """Return whether the machine is as a mistake would have left it."""
    if isinstance(leaves, str):
        return lesson.shows is not None and lesson.shows(rig.machine).split() == leaves.split()
    flags = calling.flags(rig.machine)
    for place, words in leaves.items():
        if place in flags:
            left = [int(flags[str(place)])]
        elif place in rig.machine.registers:
            left = [rig.machine.read_register(place)]
        else:
            left = _words_at(rig, place, len(_list(words)))
        if left != _list(words):
            return False
    return True


# ---------------------------------------------------------------- the moment of the mistake


@dataclass(frozen=True)
class Mistaken:
    """The session, standing at the mistake: what to say of the instruction there, and a hint if it is known."""

    session: Session
    lines: Sequence[str]
    hint: str = ""


def relive(lesson: Lesson, path: Path, rig: Rig, attempt: Attempt) -> Mistaken:
    """Live a case again, and go to the instruction with which it went wrong.

    That is the one that wrote the wrong word last, or set the wrong register; that left the program, wrote where it
    must not, or printed a wrong text; or the end.
    """
    _set_up(lesson, attempt.case, path, rig)
    if lesson.routine:
        rig.enter(lesson.routine, attempt.case.registers, attempt.case.memory)
    inspect = rig.programs[0].found.inspect
    session = Session(rig.machine, rig.sources, language=inspect(rig.machine) if inspect else None)
    session.history.run_to(attempt.end)
    session.history.end = session.cycles
    if lesson.routine:  # for who goes on from there: it ends where it returns to
        session.stops.add(Kind.EXECUTE, rig.model.back, place="the return")
    if attempt.trouble:
        return _of_trouble(session, rig, attempt.trouble)
    finding = attempt.findings[0]
    if finding.place is not None:
        return _of_word(session, rig, finding.place, finding.name)
    if finding.kind == "register":
        return _of_register(session, rig, finding.name)
    if finding.kind == "shown" and session.language:
        return _of_output(session, lesson, attempt.case)
    return Mistaken(session, [])


def _line(session: Session, rig: Rig) -> str:
    """Return the statement or instruction that the machine is about to execute."""
    passage = session.passage()
    if passage is None:
        address, part = session.spot
        counter = rig.machine.part_counter
        return rig.instruction(
            address, part * rig.machine.word_bits >> rig.machine.registers[counter] if counter else 0
        )
    text = session.sources.text(passage.file)
    source = text[passage.line - 1].strip() if text else ""
    return f"{Path(passage.file).name}:{passage.line}  {source}"


def _of_word(session: Session, rig: Rig, place: int, name: str) -> Mistaken:
    writing = session.last_write(place)
    if writing is None or writing.address is None:
        return Mistaken(session, [f"nothing has written to {name}"])
    session.go(writing.cycle)
    return Mistaken(session, [f"{name} was last written by", f"  {_line(session, rig)}"])


def _of_register(session: Session, rig: Rig, name: str) -> Mistaken:
    """Find who set a register, or the bit of one that is a flag."""
    machine = session.machine
    register, bit = calling.bits(machine).get(name, (name, None))
    last = None
    for rows in _pieces(session):
        values = [*rows[register], machine.read_register(register)]
        values = values if bit is None else [value >> bit & 1 for value in values]
        changed = [index for index in range(len(rows)) if values[index] != values[index + 1]]
        last = rows[changed[-1]].cycle if changed else last
    if last is None:
        return Mistaken(session, [f"nothing has changed {name}"])
    session.go(last)
    return Mistaken(session, [f"{name} was last changed by", f"  {_line(session, rig)}"])


def _pieces(session: Session) -> Iterator[Trace]:
    """Live everything up to now again; yield the instructions of a stretch, with the machine at its end."""
    history, end, begun = session.history, session.cycles, -1
    history.go(history.start)
    while begun < session.cycles < end:
        begun = session.cycles
        yield history.traced(min(end, begun + PIECE))[1]


OUTSIDE = "It has left the program: what ends it, or the routine, is missing, or a jump leads to a wrong place."


def _of_trouble(session: Session, rig: Rig, trouble: Trouble) -> Mistaken:
    if trouble != Trouble.STACK and (left := _left_program(session, rig)) is not None:
        session.go(left)
        return Mistaken(session, ["the last instruction in the program was", f"  {_line(session, rig)}"], OUTSIDE)
    if trouble in (Trouble.WROTE, Trouble.STACK):
        session.step_back()
    if session.spoken is None and session.language is not None:
        with suppress(IronboardError):
            session.line_back()
    return Mistaken(session, ["it stands at", f"  {_line(session, rig)}"] if trouble != Trouble.LATE else [])


def _left_program(session: Session, rig: Rig) -> int | None:
    """Return the moment of the last instruction before the machine first left program and ROM, None if it did not."""
    images = [program.image for program in rig.programs] + [rom.image for rom in rig.roms()]
    inside = {address for image in images for address, _ in image} | {rig.model.back}
    counter, last = counter_column(session.machine), None
    for rows in _pieces(session):
        addresses = rows.column(counter)
        if not inside.issuperset(addresses):
            first = next(index for index, address in enumerate(addresses) if address not in inside)
            return rows[first - 1].cycle if first else last
        last = rows[-1].cycle if len(rows) else last
    return None if session.address in inside else last


def _of_output(session: Session, lesson: Lesson, case: Case) -> Mistaken:
    """Find the statement that has printed the first wrong character."""
    assert lesson.shows is not None
    assert case.shown is not None
    expected, shows = " ".join(case.shown.split()), partial(lesson.shows, session.machine)
    history, end = session.history, session.cycles

    def wrong(cycle: int) -> bool:
        history.go(cycle)
        return not expected.startswith(" ".join(shows().split()))

    if not wrong(end):
        return Mistaken(session, ["the output ends too soon"])
    good, bad = history.start, end
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (good, middle) if wrong(middle) else (middle, bad)
    session.go(bad)
    activation = next(iter(session.activations()), None)
    passage = activation.passage if activation else None
    if passage is None:
        return Mistaken(session, [])
    text = session.sources.text(passage.file)
    with suppress(IronboardError):
        session.line_back()  # to its beginning
    source = text[passage.line - 1].strip() if text else ""
    return Mistaken(session, ["the first wrong character was printed by",
                              f"  {Path(passage.file).name}:{passage.line}  {source}"])  # fmt: skip
