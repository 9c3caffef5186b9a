"""How bright the lamps of the 704 are: looked at many times while the machine runs, averaged as the eye does.

A neon lamp follows its flip-flop at once; what an eye sees of a register that changes 40,000 times a second is the
share of the time that each place is 1. So the machine is run in short pieces, and the registers are read behind each
of them. The pieces have uneven lengths: a loop of the program must not be in step with them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from emulators.ibm704.machine import Ibm704
from emulators.machine import Stop
from host.desk.ibm704.console import LAMP_FIELDS, LAMPS, REGISTERS, lamps_lit

PIECES = 24  # of a run: so often its lamps are looked at
LONG, FEWER = 50_000, 6  # runs of so many cycles come several to a picture: fewer pieces will do
GOLDEN = (math.sqrt(5) - 1) / 2  # the share by which each piece ends later in its turn than the one before
PERSISTENCE = 0.05  # seconds of the eye
LEVELS = 16  # steps of brightness: fewer changes to draw
DIMMEST = 1 / 200  # a share of the time from which something can be seen

WORD = 36
FIELDS = (*(register.field for register in REGISTERS), *LAMP_FIELDS)  # of the record
WIDTHS = (*(register.width for register in REGISTERS), len(LAMPS))


class Lamps:
    """The lamps of a machine, and the machine itself as a pacer drives it: whoever runs it through here sees them.

    `levels`: for each of REGISTERS, for LAMPS, and for the words of storage at `cells`: the brightness of each place
    from the left, 0 to LEVELS. `words`: what they hold now.
    """

    def __init__(self, machine: Ibm704, cells: Sequence[int] = ()) -> None:
        self._machine = machine
        self.clock = machine.clock
        self._samples: list[tuple[int, ...]] = []
        self._turn = 0.0
        self.watch(cells)

    def watch(self, cells: Sequence[int]) -> None:
        """Look at these words of storage, too."""
        self.cells = tuple(cells)
        self._read_from = ""  # which core
        self._widths = (*WIDTHS, *(WORD for _ in cells))
        self._light = [[0.0] * width for width in self._widths]
        self._samples = []
        self.levels: tuple[tuple[int, ...], ...] = ()
        self.look(None)

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return self._machine.cycles

    def run_to(self, cycle: int) -> Stop:
        """Run the machine, and look at its lamps meanwhile."""
        first = self.cycles
        pieces = PIECES if cycle - first < LONG else FEWER
        length = (cycle - first) / pieces
        stop = Stop.NONE
        for piece in range(pieces):
            self._turn = (self._turn + GOLDEN) % 1.0
            end = cycle if piece == pieces - 1 else first + round((piece + self._turn) * length)
            if end <= self.cycles:
                continue
            stop = self._machine.run_to(end)
            self._samples.append(self._words())
            if stop != Stop.NONE:
                break
        return stop

    def look(self, seconds: float | None) -> None:
        """Let the eye follow for so many seconds what has been lit since the last time; None: as long as it takes."""
        self.words = self._words()
        shares = self._shares()
        part = 1.0 if seconds is None else 1.0 - math.exp(-seconds / PERSISTENCE)
        for light, wanted in zip(self._light, shares, strict=True):
            light[:] = [old + (new - old) * part for old, new in zip(light, wanted, strict=True)]
        self.levels = tuple(tuple(map(level, light)) for light in self._light)

    def _words(self) -> tuple[int, ...]:
        """Read all lamps, and the words of storage."""
        machine = self._machine
        if machine.processor.running_on != self._read_from:
            self._read_from = machine.processor.running_on
            self._read = machine.sampler(FIELDS, self.cells)
        values = self._read()
        registers, single, cells = values[: len(REGISTERS)], values[len(REGISTERS) : len(FIELDS)], values[len(FIELDS) :]
        return (*registers, lamps_lit(single), *cells)

    def _shares(self) -> list[list[float]]:
        """Return the share of the samples in which each place was lit, and begin anew."""
        samples, self._samples = self._samples or [self.words], []
        return [
            shares([sample[number] for sample in samples], width, lowest_first=number == len(REGISTERS))
            for number, width in enumerate(self._widths)
        ]


def shares(words: Sequence[int], width: int, lowest_first: bool = False) -> list[float]:
    """Return for each place from the left (or from the lowest bit on) the share of the words that have a 1 there."""
    counts = [0] * width
    for word in words:
        bits = word
        while bits:
            lowest = bits & -bits
            counts[lowest.bit_length() - 1] += 1
            bits ^= lowest
    if not lowest_first:
        counts.reverse()
    return [count / len(words) for count in counts]


def level(share: float) -> int:
    """Return the brightness of a lamp that is lit for a share of the time: the eye sees ratios, so its root."""
    if share < DIMMEST:
        return 0
    return max(1, round(LEVELS * math.sqrt(min(1.0, share))))
