"""The operator: what hands do at the console of a 704, its card reader and its punch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.desk.ibm704.console import KEY_OF
from host.ibm704 import Ibm704

WORD = (1 << 36) - 1


class Operator:
    """Two hands. `down`: the keys that they hold down. `symbols`: those of the program, if it was loaded with them."""

    def __init__(self, machine: Ibm704) -> None:
        self.machine = machine
        self.down: set[str] = set()
        self.symbols: Mapping[str, int] = {}
        self.doubts: list[str] = []  # what is wrong with the program's deck
        self._taken = 0  # cards taken out of the punch

    # ------------------------------------------------------------ keys and switches

    def press(self, name: str) -> str:
        """Put a finger on a key; return what there is to say about it."""
        said = self._without_effect(name)
        self.machine.give("key_down", name)
        self.down.add(name)
        return said

    def _without_effect(self, name: str) -> str:
        """Return why a key would do nothing now; nothing if it does."""
        mode = KEY_OF[name].mode
        if mode and (mode == "AUTOMATIC") != self.automatic:
            return f"{name} works on {mode} only: the space bar switches"
        if mode and self.machine.running and name not in ("START", "MULTIPLE STEP"):
            return f"{name} works while the machine stands still"
        return ""

    def release(self) -> None:
        """Let go of all keys."""
        for name in sorted(self.down):
            self.machine.give("key_up", name)
        self.down.clear()

    def strike(self, name: str) -> str:
        """Press a key and let it go."""
        said = self.press(name)
        self.release()
        return said

    def clear(self) -> None:
        """Clear the whole machine, wherever the switch stands."""
        if not self.automatic:
            self.switch_automatic()
        self.strike("RESET")
        self.strike("CLEAR")

    @property
    def entered(self) -> int:
        """The panel keys that are down, a word."""
        return self.machine.panel_keys

    @entered.setter
    def entered(self, word: int) -> None:
        self.machine.give("keys", word & WORD)

    def flip(self, place: int) -> None:
        """Turn a panel key over: 0 is S."""
        self.entered ^= 1 << (35 - place)

    def enter_digit(self, digit: int) -> None:
        """Move the panel keys three places to the left, and set the last three."""
        self.entered = self.entered << 3 | digit

    def rub_out(self) -> None:
        """Take the last digit away."""
        self.entered >>= 3

    def switch(self, number: int) -> None:
        """Throw a sense switch, 1 to 6."""
        down = self.machine.sense_switches >> (number - 1) & 1
        self.machine.give("sense_switch", [number, 1 - down])

    @property
    def automatic(self) -> bool:
        """Whether the switch AUTOMATIC - MANUAL is on AUTOMATIC."""
        return self.machine.automatic

    def switch_automatic(self) -> None:
        """Throw the switch AUTOMATIC - MANUAL."""
        self.machine.give("automatic", int(not self.automatic))

    # ------------------------------------------------------------ cards

    @property
    def hopper(self) -> Sequence[Sequence[int]]:
        """The cards that have not been read, 24 words each."""
        return self.machine.hopper

    @property
    def punched(self) -> Sequence[Sequence[int]]:
        """The cards in the punch's stacker."""
        cards = self.machine.punched
        self._taken = min(self._taken, len(cards))  # fewer cards: the machine has gone to another time
        return cards[self._taken :]

    def take_punched(self) -> int:
        """Take all cards out of the punch; return how many there were."""
        number = len(self.punched)
        self._taken += number
        return number

    def put_cards(self, cards: Sequence[Sequence[int]]) -> None:
        """Put cards behind those in the hopper."""
        self.machine.put_cards(cards)

    def take_cards(self) -> int:
        """Take all cards out of the hopper; return how many there were."""
        number = len(self.hopper)
        self.machine.give("remove_cards", 0)
        return number
