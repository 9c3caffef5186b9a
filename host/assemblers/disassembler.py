"""From an image back to a source that assembles to the same words, with labels in the place of addresses.

What is code? With starting points, what can be reached from them; without, everything. What is not code, and what would
assemble to other words, is data. Machines say what follows an instruction, what it refers to, and how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from emulators.image import Image


class WordDisassembler:
    """The memory of an image of words while it is being taken apart; a subclass knows the instructions."""

    address_digits: int  # octal, in the names of labels
    word_bits: int
    title: str  # of the machine, in messages

    def __init__(self, image: Image, fits: Callable[[str], bool]) -> None:
        image.expect(self.word_bits, f"the disassembler of the {self.title}")
        image.flat()  # says it when the image is empty
        self.image = image
        self.memory = dict(image)
        named = {name: address for name, address in image.symbols.items() if name not in image.constants}
        self.names = {address: name for name, address in sorted(named.items(), reverse=True) if fits(name)}
        self.code: set[int] = set()
        self.labels: dict[int, str] = {}  # of words in the image
        self.outside: dict[int, str] = {}  # of words that are not

    def follows(self, address: int) -> Iterable[int] | None:
        """Return the addresses of words that may be executed after the one there; None for one without instructions."""
        raise NotImplementedError

    def refers(self, address: int) -> Iterable[int]:
        """Return the addresses of words that the instructions there refer to."""
        raise NotImplementedError

    def lines(self, notes: bool) -> Iterator[str]:
        """Yield the lines of the source; with `notes`, addresses and words are remarks."""
        raise NotImplementedError

    def source(self, starts: Iterable[int], linear: bool, notes: bool) -> str:
        """Return the source: `starts` are addresses of instructions, beside the image's entry."""
        entry = self.image.entry
        waiting = [*starts, *([] if entry is None else [entry])]
        if linear or not waiting:
            self.code.update(self.memory)
        while waiting:
            address = waiting.pop()
            if address in self.memory and address not in self.code:
                after = self.follows(address)
                if after is not None:
                    self.code.add(address)
                    waiting += after
        self._name_targets()
        return "\n".join(self.lines(notes)) + "\n"

    def _name_targets(self) -> None:
        """Give a name to every word of the image that an instruction refers to, and to all that have one."""
        wanted = {} if self.image.entry is None else {self.image.entry: True}
        for address in sorted(self.code):
            wanted |= dict.fromkeys(self.refers(address), True)
        taken = set(self.names.values())
        for address in [*wanted, *self.names]:
            name = self.names.get(address, f"L{address:0{self.address_digits}o}")
            if address not in self.names and name in taken:
                continue  # without a name it is a number
            if address in self.memory:
                self.labels[address] = name
            elif address in self.names and address in wanted:
                self.outside[address] = name

    def named(self, address: int, number: Callable[[int], str]) -> str:
        """Return an address as the source writes it."""
        return self.labels.get(address) or self.outside.get(address) or number(address)
