"""The published figures and their agreement with ours. documents/*.toml: a document, its programs, their figures.

Fields of a figure: `id`; `quantity`, its description; `source`, its place in the document; `line`, where the quotation
begins in the document's text; `published`, in the document's own words (... leaves some out); `quote`, more words
if those are too few to find the place; one of RELATIONS with the published value, such as `is = 912` or `below = 1`;
`unit`; `remark`.

The tables FIGURES of the files of measured/ assign functions to figures.

    FIGURES: dict[str, Measure] = {
        "kalah.moves-6": lambda: Measured(count(6), "asm/cdc6600/kalah.compass, until it stops"),
    }

A function runs the emulated machine, and returns a value that is the same on every host: cycles, bytes, counts.
"""

from __future__ import annotations

import importlib
import operator
import pkgutil
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from emulators.errors import IronboardError
from host.experiments.figures import measured

Value = int | float | str | list[int]

EXACTLY, SHIFTED, ABOUT = "is", "one_place_right", "about"
PLACES = 36  # of a word of the 704


def is_shifted(ours: str | list[int], published: str | list[int]) -> bool:
    """Return whether a word of bits, or the places of some (from 1), is the published one, rotated by a place."""
    if isinstance(published, str):
        return ours == published[-1:] + published[:-1]
    return ours == sorted(place % PLACES + 1 for place in published)


RELATIONS: dict[str, Callable[[Any, Any], bool] | None] = {  # our value, the published one
    EXACTLY: operator.eq,
    SHIFTED: is_shifted,
    "below": operator.lt,
    "at_most": operator.le,
    "at_least": operator.ge,
    ABOUT: None,  # no limit is published, so the page has the ratio only
}


def agreement(relation: str, ours: Value, published: Value) -> str:
    """Return `same`, `shifted`, `within` or `differs`; for an approximate value, the ratio of ours to it."""
    holds = RELATIONS[relation]
    if holds is None:
        assert isinstance(ours, int | float)
        assert isinstance(published, int | float)
        return f"{ours / published:.2f} times"
    if not holds(ours, published):
        return "differs"
    return {EXACTLY: "same", SHIFTED: "shifted"}.get(relation, "within")


def shown(value: Value, unit: str = "") -> str:
    """Return a value as text, with two decimals unless it is a whole number."""
    if isinstance(value, list):
        text = ", ".join(map(str, value))
    else:
        text = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value
    return f"{text} {unit}".strip()


# ---------------------------------------------------------------- documents


FOLDER = Path(__file__).parent / "documents"

T = TypeVar("T")


class FiguresError(IronboardError):
    """A table or a measurement that is wrong."""


@dataclass(frozen=True)
class Figure:
    """A number in a document that can be measured here."""

    id: str
    quantity: str
    source: str
    published: str
    relation: str  # of our value to the published one: a key of RELATIONS
    value: Value
    line: int = 0  # of the document's text, where the quotation begins; 0: the text is not at hand
    quote: str = ""
    unit: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Program:
    """A program of the document, on the machine where ours runs or will run."""

    name: str
    machine: str
    figures: tuple[Figure, ...]
    about: str = ""


STATES = {
    "built": "what the author wished for: it runs, and there is no figure to compare it with",
    "partly": "partly done",
    "missing": "not done",
    "lost": "the document's text does not have it: a drawing, mostly",
    "undescribed": "the document does not say enough",
    "elsewhere": "of another machine or program",
}


@dataclass(frozen=True)
class LeftOut:
    """A statement with a result that no row has."""

    state: str  # a key of STATES
    published: str
    source: str
    line: int  # of the document's text
    reason: str

    def __post_init__(self) -> None:
        """Raise FiguresError for a state that is none."""
        if self.state not in STATES:
            raise FiguresError(f"'{self.published}': expected a state of {', '.join(STATES)}, there is '{self.state}'")


@dataclass(frozen=True)
class Document:
    """A published document: its programs and their figures."""

    name: str  # of the file, without its ending
    author: str
    title: str
    published_in: str
    year: int
    programs: tuple[Program, ...]
    left_out: tuple[LeftOut, ...] = field(default=())


def documents(folder: Path = FOLDER) -> list[Document]:
    """Return the documents, the latest first; raises FiguresError for a file that cannot be read."""
    found = [read(path) for path in sorted(folder.glob("*.toml"))]
    twice = [each for each, count in Counter(figure.id for figure in figures(found)).items() if count > 1]
    if twice:
        raise FiguresError(f"figures with the same id: {', '.join(twice)}")
    return sorted(found, key=lambda document: -document.year)


def figures(documents: Iterable[Document]) -> list[Figure]:
    """Return the figures of the documents, in order."""
    return [figure for document in documents for program in document.programs for figure in program.figures]


def read(path: Path) -> Document:
    """Return the document that a file describes."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        programs = tuple(program(entry) for entry in data.pop("programs", []))
        left_out = tuple(made(LeftOut, entry) for entry in data.pop("left_out", []))
        return made(Document, {**data, "name": path.stem, "programs": programs, "left_out": left_out})
    except (ValueError, RecursionError, FiguresError) as error:
        raise FiguresError(f"{path}: {error}") from error


def program(entry: dict[str, Any]) -> Program:
    """Return a program from its entry."""
    return made(Program, {**entry, "figures": tuple(figure(each) for each in entry.get("figures", []))})


def figure(entry: dict[str, Any]) -> Figure:
    """Return a figure from its entry, the relation from whichever key names one."""
    stated = [key for key in RELATIONS if key in entry]
    if len(stated) != 1:
        name = entry.get("id", entry)
        raise FiguresError(f"{name}: expected one of {', '.join(RELATIONS)}, there are {', '.join(stated) or 'none'}")
    rest = {key: value for key, value in entry.items() if key not in RELATIONS}
    return made(Figure, {**rest, "relation": stated[0], "value": entry[stated[0]]})


def made(kind: type[T], entry: dict[str, Any]) -> T:
    """Return the dataclass `kind` with the entry's values; raises FiguresError for keys that do not fit."""
    try:
        return kind(**entry)
    except TypeError:
        known = [each.name for each in fields(kind)]  # type: ignore[arg-type]  # T is always a dataclass here
        raise FiguresError(f"keys {', '.join(entry)}: expected {', '.join(known)}") from None


# ---------------------------------------------------------------- measuring


class Measured(NamedTuple):
    """Our value, and how it was measured."""

    value: Value
    how: str


Measure = Callable[[], Measured]


def verdict(figure: Figure, ours: Measured | None) -> str:
    """Return whether our value agrees; nothing if it is not yet measured."""
    return agreement(figure.relation, ours.value, figure.value) if ours else ""


def alike(values: Iterable[int | str], several: bool = False) -> int | str:
    """Return the value if all are equal and not `several`; else a text of all, which agrees with no figure."""
    found = list(dict.fromkeys(values))
    return found[0] if len(found) == 1 and not several else f"not one but {', '.join(map(str, found)) or 'none'}"


def find_measurements(package: ModuleType = measured) -> dict[str, Measure]:
    """Load every file of measured/; return their measurements by the figures' ids.

    Raises FiguresError for two measurements of one figure.
    """
    found: dict[str, Measure] = {}
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for figure, function in importlib.import_module(module.name).FIGURES.items():
            if figure in found:
                raise FiguresError(f"two functions measure '{figure}'")
            found[figure] = function
    return found


def measure(
    figures: Iterable[Figure],
    measurements: Mapping[str, Measure],
    progress: Callable[[int, int, str], AbstractContextManager[None]] = lambda number, total, figure: nullcontext(),
) -> dict[str, Measured]:
    """Measure all figures that have a measurement; each within `progress` of its number (from 1), the total and its id.

    Raises FiguresError for a measurement without a figure.
    """
    ids = [figure.id for figure in figures]
    strays = set(measurements) - set(ids)
    if strays:
        raise FiguresError(f"measured, but published nowhere: {', '.join(sorted(strays))}")
    found = {}
    wanted = [each for each in ids if each in measurements]
    for number, each in enumerate(wanted, 1):
        with progress(number, len(wanted), each):
            found[each] = measurements[each]()
    return found
