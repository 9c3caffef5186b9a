"""The 704 as the passes see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from host.compilers.backends.ibm704 import compute
from host.compilers.ir.target import Stops, Target, Unknown


class Ibm704:
    """Words of a sign and 35 positions; three index registers of 15, without a sign; one accumulator."""

    bits = 36
    largest = compute.largest
    signed_zero = True
    index_least, index_most = 0, compute.M15
    index_registers = ("XR1", "XR2", "XR4")  # calls take the last one
    limits = True
    words = 0  # AC and MQ are not kept
    word_registers = ()
    unrolled = 0

    def integer(self, word: int) -> int:
        return compute.integer(word)

    def word(self, number: int) -> int:
        return compute.word(number)

    def holds(self, condition: str, word: int) -> bool:
        return compute.holds(condition, word)

    def fold(self, code: str, words: Sequence[int], data: Any = None) -> int | None:
        try:
            return compute.compute(code, words, data)
        except (KeyError, Stops, Unknown):
            return None


IBM704: Target = Ibm704()
