"""A machine for the passes: the length of its words, their meanings, and its arithmetic.

A machine word is an `int` of `bits` bits, without a sign. The passes never look into one: they ask for the number that
it stands for (`integer`), for the word of a number (`word`), and for the result of an operation on words (`fold`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Stops(Exception):
    """An operation stops the program."""


class Unknown(Exception):
    """The result of an operation on these words, or the contents of a place, is not specified."""


class Target(Protocol):
    """A machine, as the passes see it."""

    @property
    def bits(self) -> int:
        """The length of a word."""

    @property
    def largest(self) -> int:
        """The largest integer that a variable may hold; the smallest is its negative."""

    @property
    def signed_zero(self) -> bool:
        """Whether a sum or product that is zero has a sign: that of its first operand, that of both."""

    @property
    def index_least(self) -> int:
        """The least number that an index register holds."""

    @property
    def index_most(self) -> int:
        """The largest number that an index register holds."""

    @property
    def index_registers(self) -> Sequence[str]:
        """The index registers that a loop may keep something in, the best first."""

    @property
    def limits(self) -> bool:
        """Whether an index register is compared with a number in an instruction, not with another register.

        There may be as many of these as a program wants: D1, D2, ...
        """

    @property
    def words(self) -> int:
        """The number of registers of whole words, for the slots that a loop keeps and for its operations."""

    @property
    def word_registers(self) -> Sequence[str]:
        """The same for registers of a whole word."""

    @property
    def unrolled(self) -> int:
        """The length of an unrolled loop, at most, in the shortest instructions; 0: none is unrolled."""

    def integer(self, word: int) -> int:
        """Return the integer that a word represents; both zeros are 0."""

    def word(self, number: int) -> int:
        """Return the word of an integer; that of 0 is not the negative zero."""

    def holds(self, condition: str, word: int) -> bool:
        """Return whether a branch on a word is taken: ng, pl, zr, nz."""

    def fold(self, code: str, words: Sequence[int], data: Any = None) -> int | None:
        """Return the word that a pure operation gives for constant words.

        None if the machine would stop, or if its result is not known to the bit.
        """
