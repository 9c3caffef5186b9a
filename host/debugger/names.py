"""Which address has this name, which name this address? The symbols of several images as one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.image import Image, Segment

FAR_INSIDE = 0x100  # words behind a label, in memory whose content is known
FAR_OUTSIDE = 0x10  # elsewhere: variables, tables, registers of devices


class AmbiguousNameError(IronboardError):
    """A name without its scopes that several symbols have."""


class Named(NamedTuple):
    """A symbol; what sorts first is the better name for an address."""

    image: int  # which image knows it
    constant: bool
    local: bool
    scopes: int
    order: int  # in its image
    name: str
    value: int


class Names:
    """The symbols of images in the order of their importance."""

    def __init__(self, images: Sequence[Image], radix: int, address_bits: int) -> None:
        self._radix = radix
        self._digits = -(-address_bits // (4 if radix == 16 else 3))
        self._symbols: dict[str, Named] = {}
        self._by_last_part: dict[str, list[Named]] = {}
        self._by_value: dict[int, Named] = {}
        for symbol in sorted(_all(images)):
            if symbol.name in self._symbols:
                continue
            self._symbols[symbol.name] = symbol
            self._by_last_part.setdefault(last_part(symbol.name, symbol.value), []).append(symbol)
            self._by_value.setdefault(symbol.value, symbol)
        self._labels = sorted(value for value, each in self._by_value.items() if not each.constant)
        self._blocks = _joined(segment for image in images for segment in image.segments)

    def address_of(self, name: str) -> int | None:
        """Return the value of a symbol; raises AmbiguousNameError when the name fits several."""
        if name in self._symbols:
            return self._symbols[name].value
        found = self._by_last_part.get(name, [])
        found = [each for each in found if each.image == found[0].image]
        if len({each.value for each in found}) > 1:
            candidates = ", ".join(f"{each.name} ({self.number(each.value)})" for each in found)
            raise AmbiguousNameError(f"'{name}' is the name of several symbols: {candidates}")
        return found[0].value if found else None

    def name_of(self, address: int) -> str | None:
        """Return the best name for an address; behind a label, in memory whose content is known, constants are none."""
        found = self._by_value.get(address)
        if found is None or (found.constant and self._block(address) is not None and self._label_before(address)):
            return None
        return found.name

    def near(self, address: int) -> str:
        """Return the name of the address, or the label before it and the distance, or the number."""
        exact = self.name_of(address)
        if exact is not None:
            return exact
        before = self._label_before(address)
        return f"{before.name}+{self._plain(address - before.value)}" if before else self.number(address)

    def _label_before(self, address: int) -> Named | None:
        """Return the label before an address, None if it stands too far away."""
        index = bisect_right(self._labels, address) - 1
        if index < 0:
            return None
        label, block = self._labels[index], self._block(address)
        close = address - label < (FAR_OUTSIDE if block is None else FAR_INSIDE)
        return self._by_value[label] if close and block == self._block(label) else None

    def number(self, address: int) -> str:
        """Return an address with all its digits."""
        return self._plain(address).rjust(self._digits, "0") if address >= 0 else self._plain(address)

    def starting(self, prefix: str) -> list[str]:
        """Return the names that begin with `prefix`, or whose last part does."""
        return sorted(
            name
            for name, symbol in self._symbols.items()
            if name.startswith(prefix) or last_part(name, symbol.value).startswith(prefix)
        )

    def _plain(self, number: int) -> str:
        return f"{number:X}" if self._radix == 16 else f"{number:o}"

    def _block(self, address: int) -> int | None:
        index = bisect_right(self._blocks, (address, 1 << 64)) - 1
        return index if index >= 0 and address < self._blocks[index][1] else None


def _all(images: Sequence[Image]) -> Iterator[Named]:
    for number, image in enumerate(images):
        for local, symbols in ((False, image.symbols), (True, image.local_symbols)):
            for order, (name, value) in enumerate(symbols.items()):
                yield Named(number, name in image.constants, local, name.count("::"), order, name, value)


def last_part(name: str, value: int) -> str:
    """Return a name without its scopes: loop of start::loop, @again of start@again.

    The address that tells names apart which would be the same (loop@0203) is no part of it.
    """
    last = name.removesuffix(f"@{value:04X}").rpartition("::")[2]
    return last[max(last.find("@"), 0) :]


def _joined(segments: Iterable[Segment]) -> list[tuple[int, int]]:
    """Return the stretches (first, end) of memory that segments cover together."""
    stretches: list[tuple[int, int]] = []
    for first, end in sorted((each.address, each.end) for each in segments if each.words):
        if stretches and first <= stretches[-1][1]:
            first, end = stretches[-1][0], max(end, stretches.pop()[1])
        stretches.append((first, end))
    return stretches
