"""The KIM-1's address space as a Python sequence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from emulators.kim1.board import Kim1


class Memory:
    """The address space as a sequence of 65,536 bytes: reads have no side effects, writes reach ROM too."""

    def __init__(self, kim: Kim1) -> None:
        self._kim = kim

    def __len__(self) -> int:
        return 0x10000

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> bytes: ...
    def __getitem__(self, place: int | slice) -> int | bytes:
        if isinstance(place, slice):
            return bytes(self._kim.peek(address) for address in range(*place.indices(0x10000)))
        return self._kim.peek(place)

    def __setitem__(self, place: int | slice, value: int | bytes) -> None:
        if isinstance(place, slice):
            addresses = range(*place.indices(0x10000))
            values = bytes(value) if not isinstance(value, int) else bytes([value])
            if len(values) != len(addresses):
                raise ValueError(f"{len(values)} bytes do not fit into {len(addresses)} places")
            for address, byte in zip(addresses, values, strict=True):
                self._kim.poke(address, byte)
        else:
            assert isinstance(value, int)
            self._kim.poke(place, value)

    def __iter__(self) -> Iterator[int]:
        return (self._kim.peek(address) for address in range(0x10000))
