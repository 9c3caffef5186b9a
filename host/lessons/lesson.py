"""A lesson: a task, cases with inputs and results, mistakes that are recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Place = int | str  # an address, or a label
Words = int | Sequence[int]  # a word, or words one after the other
Writable = int | str | range | tuple[Place, int]  # a word, a stretch, a stretch by its length
LIMIT = 1_000_000  # cycles, where a lesson sets no limit


@dataclass(frozen=True)
class Case:
    """A test case: its inputs and the results wanted.

    `memory` and `registers` are set before (registers and flags by their names); `wanted` is the contents of memory,
    `results` those of registers afterwards, `shown` the text that the machine must show.
    """

    title: str
    of: tuple[Any, ...] = ()  # its subject: the arguments of `Lesson.prepare` and of mistakes
    memory: Mapping[Place, Words] = field(default_factory=dict)
    registers: Mapping[str, int] = field(default_factory=dict)
    wanted: Mapping[Place, Words] = field(default_factory=dict)
    results: Mapping[str, int] = field(default_factory=dict)
    shown: str | None = None


@dataclass(frozen=True)
class Mistake:
    """A common mistake: the results of a program that makes it, for the subject of a case, and the hint to give.

    `leaves` returns memory by place, registers by name, or the text that is shown; of a case in which the mistake makes
    no difference, the right ones. It is recognised when every case that ends has these results.
    """

    hint: str
    leaves: Callable[..., Mapping[Place, Words] | str]


@dataclass(frozen=True)
class Lesson:
    """A task, and how an answer is checked.

    With `routine`, the label of a subroutine, that is called for every case and must return; without, the whole program
    is run from its start until it stops, or, if it is `endless`, for `cycles`. `machine` and `suffix` are those of
    `ironboard debug` and of the source.
    """

    title: str
    machine: str
    number: int  # its place among the lessons of its machine
    suffix: str
    task: str
    begin: str  # the source to begin with: it assembles, and is wrong
    cases: Sequence[Case]
    routine: str = ""
    writes: Sequence[Writable] | None = None  # where the routine may write besides its stack; None: anywhere
    cycles: int | None = None  # within which each case must be done
    endless: bool = False  # the program need not stop: after `cycles`, its results are looked at
    words: int | None = None  # that the program may take up
    hints: Sequence[str] = ()  # for mistakes that are not recognised: the next one after every attempt
    mistakes: Sequence[Mistake] = ()
    prepare: Callable[..., object] | None = None  # called with the machine and the subject of a case, before it runs
    input: Callable[..., str | None] | None = None  # the subject of a case -> what the machine is supplied with
    shows: Callable[[Any], str] | None = None  # the machine -> its text, to be compared with `Case.shown`
    decimal: Callable[[int], int] | None = None  # a word -> the number that it is, where that helps
