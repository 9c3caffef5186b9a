"""Lessons that are written as data, by a teacher who need not know Python: a sheet, JSON, with tasks in it.

{"lessons": [{"name": "twice", "title": "twice A", "machine": "kim1", "suffix": ".s", "routine": "TWICE",
              "task": "Write a subroutine TWICE ...", "begin": "TWICE: RTS",
              "cases": [{"registers": {"A": "10"}, "results": {"A": "20"}}]}]}

A sheet runs nothing by itself, and may be by anybody: everything in it is checked, and its texts are texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypedDict, cast

from emulators.errors import IronboardError, did_you_mean
from host import registry
from host.debugger.expressions import number
from host.debugger.stops import word_text
from host.formats import storage, strict
from host.lessons.lesson import Case, Lesson, Place, Words, Writable
from host.registry import Model
from host.testing import calling
from host.testing.rig import Rig

LARGEST = 1 << 20  # bytes of a sheet
MOST = 50  # tasks of a sheet
CASES, HINTS, PLACES, WORDS = 100, 20, 100, 1000  # of a task, a task, a case, a place
TITLE, TEXT, SOURCE = 200, 20_000, 100_000  # characters
CYCLES = 100_000_000  # of a case
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
LABEL = re.compile(r"[A-Za-z_@.][A-Za-z0-9_@.:$]{0,79}")

Values = dict[str, int | str]  # by registers and flags, or by places of memory; a text has one value or several


class CaseData(TypedDict, total=False):
    """A case. Texts of numbers are in the machine's digits, several of them with blanks between them."""

    title: str
    registers: Values
    memory: Values
    input: str
    results: Values
    wanted: Values
    shown: str


class Needed(TypedDict):
    """The fields that every task has."""

    name: str
    title: str
    machine: str
    suffix: str
    task: str
    begin: str
    cases: list[CaseData]


class LessonData(Needed, total=False):
    """A task."""

    routine: str
    writes: list[str]
    cycles: int
    words: int
    hints: list[str]
    decimal: bool
    endless: bool


class Tasks(TypedDict):
    """The field that every sheet has."""

    lessons: list[LessonData]


class Sheet(Tasks, total=False):
    """Tasks that a teacher hands out together."""

    title: str


def read(path: Path) -> dict[str, Lesson]:
    """Return the lessons of a file by name; raises IronboardError, naming the file, for one that is wrong."""
    try:
        return understood(sheet(storage.read_all(path, LARGEST, "a sheet of lessons")))
    except IronboardError as error:
        raise error if str(error).startswith(str(path)) else IronboardError(f"{path}: {error}") from None


def sheet(text: str | bytes) -> Sheet:
    """Return a sheet of the known shape from its JSON; raises IronboardError, naming the field, for a wrong one."""
    try:
        found = strict.value(text, LARGEST)
    except ValueError as error:
        raise IronboardError(f"not a sheet of lessons: {error}") from None
    with at("the sheet"):
        whole = of_keys(found, Sheet)
        rows = strict.a_list(whole["lessons"], "lessons")
        counted(rows, "lessons", MOST, least=1)
        if "title" in whole:
            text_of(whole["title"], "title", TITLE)
    for index, each in enumerate(rows):
        with at(f"lessons[{index}]"):
            _lesson_data(each)
    names = [each["name"] for each in rows]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise IronboardError(f"two lessons have the name '{twice}'")
    checked: Sheet = whole
    return checked


@contextmanager
def at(place: str) -> Iterator[None]:
    """Say of errors of values where they are."""
    try:
        yield
    except (ValueError, IronboardError) as error:
        raise IronboardError(f"{place}{'' if str(error).startswith(('.', '[')) else ': '}{error}") from None


def of_keys(found: Any, shape: Any) -> Any:
    """Return an object that has the keys of a TypedDict and no others; raises ValueError."""
    strict.an_object(found, *sorted(shape.__required_keys__))
    known = shape.__required_keys__ | shape.__optional_keys__
    for key in found:
        if key not in known:
            hint = did_you_mean(key, sorted(known)) or f"there are {', '.join(sorted(known))}"
            raise ValueError(f"there is no field '{strict.shown(key)[1:-1]}'; {hint}")
    return found


def counted(rows: list[Any], name: str, most: int, least: int = 0) -> None:
    """Raise ValueError for a list that is too long or too short."""
    if not least <= len(rows) <= most:
        raise ValueError(f"'{name}' has {len(rows):,} elements: expected {least} to {most}")


def text_of(found: Any, name: str, most: int) -> str:
    """Return a text of at most some characters; raises ValueError."""
    if len(strict.text(found, name)) > most:
        raise ValueError(f"'{name}' has {len(found):,} characters: {most:,} are the most")
    if not found.isascii() and re.search("[\ud800-\udfff]", found):
        raise ValueError(f"'{name}' has half of a pair of characters (a surrogate), which no file can have")
    return str(found)


def _lesson_data(found: Any) -> None:
    """Raise ValueError for a lesson of a wrong shape."""
    of_keys(found, LessonData)
    if not NAME.fullmatch(strict.text(found["name"], "name")):
        raise ValueError(f"'name' is {strict.shown(found['name'])}: expected letters, digits, - and _, at most 40")
    for name, most in (("title", TITLE), ("task", TEXT), ("begin", SOURCE)):
        text_of(found[name], name, most)
    for name in ("machine", "suffix", "routine"):
        if name in found:
            text_of(found[name], name, TITLE)
    for name, largest in (("cycles", CYCLES), ("words", CYCLES)):
        if name in found:
            strict.whole(found[name], name, largest)
    for name in ("decimal", "endless"):
        if not isinstance(found.get(name, False), bool):
            raise ValueError(f"'{name}' is {strict.shown(found[name])}: expected true or false")
    for name, most in (("hints", HINTS), ("writes", PLACES)):
        rows = strict.a_list(found.get(name, []), name)
        counted(rows, name, most)
        for each in rows:
            text_of(each, name, TEXT)
    cases = strict.a_list(found["cases"], "cases")
    counted(cases, "cases", CASES, least=1)
    for index, each in enumerate(cases):
        with at(f".cases[{index}]"):
            _case_data(each)


def _case_data(found: Any) -> None:
    """Raise ValueError for a case of a wrong shape."""
    of_keys(found, CaseData)
    for name, most in (("title", TITLE), ("input", TEXT), ("shown", TEXT)):
        if name in found:
            text_of(found[name], name, most)
    for name in ("registers", "memory", "results", "wanted"):
        values = strict.an_object(found.get(name, {}))
        counted([*values], name, PLACES)
        for key, value in values.items():
            if type(value) is not int:
                text_of(value, f"{name}.{key}", 20 * WORDS)


# ---------------------------------------------------------------- from data to lessons


def values_of(case: CaseData, field: str) -> Values:
    """Return the values of a case's field: registers, memory, results or wanted."""
    return cast(Values, case.get(field, {}))


def understood(found: Sheet) -> dict[str, Lesson]:
    """Return the lessons of a sheet by name; raises IronboardError, naming the field."""
    lessons = {}
    for index, each in enumerate(found["lessons"]):
        with at(f"lessons[{index}] ({each['name']})"):
            lessons[each["name"]] = Reader(each).lesson(index + 1)
    return lessons


def in_digits(found: Sheet) -> Sheet:
    """Return a sheet with its numbers as texts, as a form shows them: in the machine's digits, or in decimal ones."""
    for lesson in found["lessons"]:
        model, decimal = registry.find(lesson["machine"]), lesson.get("decimal", False)
        for case in lesson["cases"]:
            for field in ("registers", "memory", "results", "wanted"):
                values = values_of(case, field)
                radix = 10 if decimal and field in ("memory", "wanted") else model.radix
                form = {8: "o", 10: "d", 16: "X"}[radix]
                values.update({name: format(each, form) for name, each in values.items() if isinstance(each, int)})
    return found


class Reader:
    """Reads a task: numbers in the machine's digits, names of registers and labels."""

    def __init__(self, found: LessonData) -> None:
        self.found = found
        self.model = registry.find(found["machine"])
        suffixes = registry.source_suffixes(self.model)
        if found["suffix"] not in suffixes:
            raise ValueError(f"'suffix' is '{found['suffix']}': the {self.model.title} has {', '.join(suffixes)}")
        machine = self.model.build({})
        self.flags = calling.bits(machine)
        self.registers: Mapping[str, int] = machine.registers
        self.decimal = found.get("decimal", False)

    def lesson(self, number: int) -> Lesson:
        """Return the lesson."""
        found, model = self.found, self.model
        cases = []
        for index, each in enumerate(found["cases"]):
            with at(f".cases[{index}]"):
                cases.append(self._case(each, index + 1))
        routine = found.get("routine", "")
        if routine and not LABEL.fullmatch(routine):
            raise ValueError(f"'routine' is {strict.shown(routine)}: expected a label")
        if found.get("endless") and "cycles" not in found:
            raise ValueError("an endless program needs 'cycles': after how many it is looked at")
        if routine and any("input" in each for each in found["cases"]):
            raise ValueError("a routine has no input: leave 'routine' out for a whole program")
        return Lesson(
            title=found["title"], machine=model.name, number=number, suffix=found["suffix"], task=found["task"],
            begin=found["begin"], cases=cases, routine=routine,
            writes=[self._writable(each) for each in found["writes"]] if "writes" in found else None,
            cycles=found.get("cycles"), endless=found.get("endless", False), words=found.get("words"),
            hints=found.get("hints", []), input=lambda *of: of[0] if of else None, shows=model.output,
            decimal=model.integer_in if self.decimal else None,
        )  # fmt: skip

    def _case(self, found: CaseData, number: int) -> Case:
        if not any(found.get(name) for name in ("results", "wanted")) and "shown" not in found:
            raise ValueError("nothing is expected: 'results', 'wanted' or 'shown' says what")
        if "input" in found:
            self.model.supply(self.model.build({}), found["input"])
        return Case(
            found.get("title") or f"number {number}", (found["input"],) if "input" in found else (),
            memory=self._memory(found, "memory"), registers=self._registers(found, "registers"),
            wanted=self._memory(found, "wanted"), results=self._registers(found, "results"), shown=found.get("shown"),
        )  # fmt: skip

    def _registers(self, case: CaseData, field: str) -> dict[str, int]:
        values = values_of(case, field)
        known = [*self.registers, *self.flags]
        found = {}
        for name, value in values.items():
            if name not in known:
                hint = did_you_mean(name, known) or f"there are {' '.join(known)}"
                raise ValueError(f"{field}: the {self.model.title} has no register or flag '{name}'; {hint}")
            bits = self.registers.get(name, 1)
            (found[name],) = self._words(value, f"{field}.{name}", bits, lambda number: number, most=1)
        return found

    def _memory(self, case: CaseData, field: str) -> dict[Place, Words]:
        values = values_of(case, field)
        encoded = self.model.word_of if self.decimal else lambda number: number
        return {
            self._place(place): self._words(value, f"{field}.{place}", self.model.word_bits, encoded, self.decimal)
            for place, value in values.items()
        }

    def _place(self, text: str) -> Place:
        """Return a label, or an address in the machine's digits."""
        address = number(text, self.model.radix) if text[:1].isdigit() or text[:1] in ("$", "%") else None
        if address is not None and address < 1 << self.model.address_bits:
            return address
        if not LABEL.fullmatch(text):
            raise ValueError(f"{strict.shown(text)} is no place of memory: expected a label, or an address such as "
                             f"{self.model.address_form[2:].format(0o20)}")  # fmt: skip
        return text

    def _words(
        self, value: int | str, name: str, bits: int, encoded: Callable[[int], int], decimal: bool = False,
        most: int = WORDS,
    ) -> list[int]:  # fmt: skip
        texts: Iterable[Any] = [value] if isinstance(value, int) else value.split()
        words = []
        for text in texts:
            found = text if isinstance(text, int) else self._number(text, decimal)
            if found is None:
                digits = "decimal digits" if decimal else f"the {self.model.title}'s digits (base {self.model.radix})"
                raise ValueError(f"{name}: {strict.shown(text)} is no number in {digits}")
            try:
                words.append(encoded(found))
            except ValueError:
                words.append(-1)
            if not 0 <= words[-1] < 1 << bits:
                raise ValueError(
                    f"{name}: {strict.shown(str(text))[1:-1]} does not fit into {bits} bit{'s' * (bits > 1)}"
                )
        if not 1 <= len(words) <= most:
            raise ValueError(f"{name}: expected {'a number' if most == 1 else f'1 to {most:,} numbers'}")
        return words

    def _number(self, text: str, decimal: bool) -> int | None:
        if text.startswith("-"):
            size = number(text[1:], 10) if decimal and text[1:2].isdigit() else None
            return None if size is None else -size
        return number(text, 10 if decimal else self.model.radix)

    def _writable(self, text: str) -> Writable:
        """Return where a routine may write: a place, or PLACE:LENGTH."""
        place, colon, length = text.partition(":")
        if not colon:
            return self._place(place)
        if not length.isdecimal() or not length.isascii() or not 0 < len(length) < 7 or not int(length):
            raise ValueError(f"'writes': {strict.shown(text)}: expected a place, or PLACE:LENGTH such as SUM:2")
        found = self._place(place)
        return range(found, found + int(length)) if isinstance(found, int) else (found, int(length))


# ---------------------------------------------------------------- from lessons to data


def data_of(name: str, lesson: Lesson) -> LessonData:
    """Return a lesson as a sheet has it, its numbers as texts; without mistakes that are recognised, and `prepare`."""
    model = registry.find(lesson.machine)
    found = LessonData(
        name=name, title=lesson.title, machine=lesson.machine, suffix=lesson.suffix, task=lesson.task.strip(),
        begin=lesson.begin.lstrip("\n"), cases=[_case_of(each, lesson, model) for each in lesson.cases],
    )  # fmt: skip
    for field in ("routine", "cycles", "words", "endless"):
        if value := getattr(lesson, field):
            found[field] = value
    if lesson.hints:
        found["hints"] = [*lesson.hints]
    if lesson.decimal:
        found["decimal"] = True
    if lesson.writes is not None:
        found["writes"] = [_place_of(each, model) for each in lesson.writes]
    return found


def _case_of(case: Case, lesson: Lesson, model: Model) -> CaseData:
    registers = model.build({}).registers

    def word(value: int, bits: int) -> str:
        return str(value) if bits == 1 else word_text(value, model.radix, bits)

    def memory(values: Mapping[Place, Words]) -> Values:
        rows = {place: [words] if isinstance(words, int) else [*words] for place, words in values.items()}
        return {_place_of(place, model): " ".join(map(in_memory, words)) for place, words in rows.items()}

    def in_memory(value: int) -> str:
        return str(lesson.decimal(value)) if lesson.decimal else word(value, model.word_bits)

    def named(values: Mapping[str, int]) -> Values:
        return {name: word(value, registers.get(name, 1)) for name, value in values.items()}

    found = CaseData(title=case.title)
    fields = (("registers", named(case.registers)), ("memory", memory(case.memory)), ("results", named(case.results)),
              ("wanted", memory(case.wanted)))  # fmt: skip
    found |= cast(CaseData, {field: values for field, values in fields if values})
    text = lesson.input(*case.of) if lesson.input else None
    if text is not None:
        found["input"] = text
    if case.shown is not None:
        found["shown"] = case.shown
    return found


def _place_of(place: Writable, model: Model) -> str:
    """Return a place, or where a routine may write, as a sheet has it."""
    match place:
        case range():
            return f"{_place_of(place.start, model)}:{len(place)}"
        case (start, count):
            return f"{_place_of(start, model)}:{count}"
        case int():
            return model.address_form[2:].format(place)
        case _:
            return str(place)


# ---------------------------------------------------------------- the expected values, from an answer that is right


def filled(found: LessonData, path: Path, rig: Rig) -> tuple[list[CaseData], int, int]:
    """Return the cases with the results of an answer in the place of those expected; the most cycles; its size.

    Raises IronboardError for an answer that does not end in a case.
    """
    from host.lessons.checking import attempt, expect_labels

    lesson = Reader(found).lesson(1)
    size = rig.load(path.resolve()).image.size
    if lesson.routine:
        expect_labels(lesson, rig)
    cases, cycles = [], 0
    for index, (case, data) in enumerate(zip(lesson.cases, found["cases"], strict=True), 1):
        tried = attempt(lesson, case, index, path, rig)
        if tried.trouble:
            raise IronboardError(f"case {index}, {case.title}: {tried.findings[0].text}")
        new, cycles = data.copy(), max(cycles, tried.cycles)
        if "wanted" in data:
            names = zip(data["wanted"], case.wanted.items(), strict=True)
            new["wanted"] = {name: _left(lesson, rig, place, words) for name, (place, words) in names}
        if "results" in data:
            new["results"] = {name: _register(rig, name) for name in data["results"]}
        if "shown" in data and lesson.shows:
            new["shown"] = lesson.shows(rig.machine)
        cases.append(new)
    return cases, cycles, size


def _left(lesson: Lesson, rig: Rig, place: Place, words: Words) -> str:
    machine, first = rig.machine, rig.address(place)
    left = [machine.peek(first + index) for index in range(len([words] if isinstance(words, int) else words))]
    if lesson.decimal:
        return " ".join(str(lesson.decimal(word)) for word in left)
    return " ".join(word_text(word, machine.radix, machine.word_bits) for word in left)


def _register(rig: Rig, name: str) -> str:
    from host.lessons.checking import register_text

    flags = calling.flags(rig.machine)
    return str(int(flags[name])) if name in flags else register_text(rig, name, rig.machine.read_register(name))
