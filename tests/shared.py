"""Reference models, facts, vectors and documents, which are not part of the project.

They stand in a folder `shared` beside the checkout, or where IRONBOARD_SHARED says.
"""

import os
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pytest

from host.assemblers.roms import CHECKOUT

ALL_EXAMPLES = os.environ.get("IRONBOARD_EXAMPLES") == "all"  # tests of many cases take all of them
T = TypeVar("T")
SHARED = Path(os.environ.get("IRONBOARD_SHARED") or CHECKOUT.parent / "shared").absolute()


class Later:
    """What a function makes, made when a test first asks for something of it: not while tests are collected."""

    def __init__(self, make: Callable[..., Any], *arguments: Any, **options: Any) -> None:
        self._make = make, arguments, options

    @cached_property
    def _made(self) -> Any:
        make, arguments, options = self._make
        return make(*arguments, **options)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # pytest looks for names like __test__ and __wrapped__ in all that modules define
            raise AttributeError(name)
        return getattr(self._made, name)


def spread(cases: Sequence[T], count: int) -> Sequence[T]:
    """Return at most `count` of these cases, evenly spread; all of them with IRONBOARD_EXAMPLES=all."""
    return cases if ALL_EXAMPLES else cases[:: -(-len(cases) // count)]


def in_turn(cases: Sequence[tuple[Any, ...]], others: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return each case with one of `others`; with all of them with IRONBOARD_EXAMPLES=all.

    Which one follows no rhythm that the cases may have: it depends on the ones in the number of the case.
    """
    if ALL_EXAMPLES:
        return [(*case, other) for case in cases for other in others]
    return [(*case, others[number.bit_count() % len(others)]) for number, case in enumerate(cases)]


def first_in(browser: str) -> pytest.MarkDecorator:
    """Run a test with the fixture `browser` in this one; in both with IRONBOARD_EXAMPLES=all.

    Others look at the same page in the other one.
    """
    return pytest.mark.parametrize("browser", ["chromium", "firefox"] if ALL_EXAMPLES else [browser], indirect=True)


def shared(name: str) -> Path:
    """Return the path of one of them; skip the test where it is missing."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"needs {path}, which is not part of the project; IRONBOARD_SHARED says where else it is")
    return path


FIGURE = "seeds/000_4ad5417f48e11cad.txt", "Fig. 3.13 is a Fortran program"
PRINTED_LINE = re.compile(r"\s*(?P<line>\d+)  +(?:(?P<number>\d+) +)?(?P<statement>\S.*?)(?:\s{5,}(?P<remark>\S.*))?")


def zobrists_listing() -> str:
    """Return figure 3.13 of the book as cards: without the numbers of its lines, and the remarks beside them."""
    name, before = FIGURE
    text = shared(name).read_text(encoding="utf-8")
    listing = text[text.index(before) :].split("```")[1]
    found = [match for each in listing.splitlines() if (match := PRINTED_LINE.fullmatch(each))]
    assert [int(each["line"]) for each in found] == [*range(1, 40)]
    return "".join(f"{each['number'] or '':>5} {each['statement']}\n" for each in found)
