"""Programs of the 704 at work: cards are punched, START is pressed, the paper is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704 import bcd
from emulators.ibm704.console import Key
from emulators.ibm704.core import Cause
from emulators.ibm704.machine import MICROSECONDS, Ibm704
from emulators.machine import Stop
from emulators.processor import Core
from emulators.roms import manifest
from host.formats.deck import words as card_words
from host.games.boards import ProgramFault
from host.interruption import doing
from host.machines.ibm704.machine import find_deck

SLICE = 100_000  # cycles from one look at the machine to the next


class Interrupted(IronboardError):
    """The program has been interrupted: its machine is in the middle of its work."""


class Printout(NamedTuple):
    """The result of some cards: the lines printed, without blank ones, and the time."""

    lines: list[str]
    cycles: int
    waited: int  # cycles of these in which reader and printer were waited for

    def find(self, form: re.Pattern[str]) -> re.Match[str] | None:
        """Return the first line of a form."""
        return next((found for line in self.lines if (found := form.fullmatch(line))), None)

    @property
    def seconds(self) -> float:
        """The 704's time for computing."""
        return (self.cycles - self.waited) * MICROSECONDS / 1e6

    @property
    def total(self) -> float:
        """The 704's time, reader and printer included."""
        return self.cycles * MICROSECONDS / 1e6


class Program704:
    """A 704 with a program of the bundle, and the hands that operate it; `core` and `core_size` are Ibm704's.

    While it works, `interrupted` is asked again and again; once it says so, Interrupted is raised.
    """

    interrupted: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(self, program: str, core: Core, core_size: int) -> None:
        self.symbols: Mapping[str, int] = manifest()[program]["symbols"]
        self.machine = Ibm704(core=core, core_size=core_size)
        self.machine.put_cards(card_words(card) for card in find_deck(program))
        self.machine.press(Key.LOAD_CARDS)
        self._until_it_waits()

    def feed(self, *texts: str) -> Printout:
        """Put cards with these texts into the reader and press START; return the result when it waits for more.

        At KeyboardInterrupt the machine is restored, tapes included, and waits for other cards.
        """
        machine = self.machine
        before = machine.snapshot()
        printed, cycles, waited = len(machine.printed), machine.cycles, machine.waited
        machine.put_cards(bcd.card(text) for text in texts)
        machine.press(Key.START)
        try:
            self._until_it_waits()
        except KeyboardInterrupt:
            machine.restore(before)
            raise
        lines = machine.printed[printed:].decode("ascii").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return Printout(said, machine.cycles - cycles, machine.waited - waited)

    def _until_it_waits(self) -> None:
        """Run the machine until the program stops it for more cards."""
        with doing(lambda: f"{self.machine.seconds:.1f} s of the 704's time"):
            while (stop := self.machine.run(SLICE)) == Stop.NONE:
                if self.interrupted():
                    raise Interrupted("the 704 has been interrupted")
        if stop != Stop.HALT or self.machine.cause != Cause.HPR or self.machine.hopper:
            raise ProgramFault(f"the 704 does not wait for cards: {self.machine.reason}")

    def expect_silence(self, card: str) -> None:
        """Feed a card that it has nothing to say about."""
        printout = self.feed(card)
        if printout.lines:
            raise ProgramFault(f"the program answers the card '{card}' with '{printout.lines[0]}'")
