"""The memory of a machine, by addresses and by labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from emulators.machine import Machine

Place = int | str  # an address, or a label


class Memory:
    """`memory[0x10]`, `memory["RESULT"]`, `memory[0x10:0x20]`, `memory["TABLE":"TABLE_END"]`; each can be set.

    A stretch is bytes, or a list where words are longer. Looking has no side effects. `address` finds labels.
    """

    def __init__(self, machine: Machine, address: Callable[[Place], int]) -> None:
        self._machine = machine
        self._address = address

    def __getitem__(self, place: Place | slice) -> int | bytes | list[int]:
        if not isinstance(place, slice):
            return self._machine.peek(self._address(place))
        words = [self._machine.peek(address) for address in self._range(place)]
        return bytes(words) if self._machine.word_bits <= 8 else words

    def __setitem__(self, place: Place | slice, value: int | str | Iterable[int]) -> None:
        words = words_of(value)
        if isinstance(place, slice):
            addresses = self._range(place)
            if len(addresses) != len(words):
                raise ValueError(f"{len(words)} words do not fit into {len(addresses)} places")
        elif len(words) > 1:
            raise ValueError(f"{len(words)} words do not fit into one: write memory[first:last + 1]")
        else:
            addresses = range(self._address(place), self._address(place) + 1)
        for address, word in zip(addresses, words, strict=True):
            self._machine.poke(address, word)

    def _range(self, place: slice) -> range:
        if place.start is None or place.stop is None or place.step is not None:
            raise ValueError("a stretch of memory has two ends: memory[first:end]")
        return range(self._address(place.start), self._address(place.stop))


def words_of(value: int | str | Iterable[int]) -> list[int]:
    """Return a number, the characters of a text, or numbers, as words."""
    if isinstance(value, int):
        return [value]
    return [*value.encode("latin-1")] if isinstance(value, str) else [*value]
