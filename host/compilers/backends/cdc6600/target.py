"""The 6600 as the passes see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from host.compilers.backends.cdc6600 import compute
from host.compilers.ir.target import Stops, Target, Unknown


class Cdc6600:
    """Words of 60 bits and addresses of 18, both in ones' complement."""

    bits = 60
    largest = compute.largest
    signed_zero = False
    index_least, index_most = -(1 << 17) + 1, (1 << 17) - 1
    # B1 is 1, B6 and B7 are frame and stack. Calls take B4 and B5; the back end needs none of these.
    index_registers = ("B2", "B3", "B4", "B5")
    limits = False
    words = 7  # X1 to X7 and X0, but for one that is on its way to storage
    word_registers = ("X0", "X5", "X4")
    unrolled = 30  # parcels: with two that are lost at its end, the words of the instruction stack

    def integer(self, word: int) -> int:
        return compute.integer(word)

    def word(self, number: int) -> int:
        return compute.word(number)

    def holds(self, condition: str, word: int) -> bool:
        return compute.holds(condition, word)

    def fold(self, code: str, words: Sequence[int], data: Any = None) -> int | None:
        try:
            return compute.compute(code, words, data)
        except (Stops, Unknown):
            return None


CDC6600: Target = Cdc6600()
