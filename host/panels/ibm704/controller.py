"""The operator of a 704: programs, decks, tapes, paper and saved states, told apart by the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from emulators.ibm704.bcd import READ_COLUMNS
from emulators.machine import Stop
from host import registry
from host.assemblers.dialects import SAP
from host.formats import deck, states, storage, tapes
from host.formats.deck import cards
from host.machines.ibm704.machine import MACHINE, Ibm704, holds_cards, program_deck
from host.panels import games
from host.panels.ibm704.panel import panel
from host.panels.ibm704.view import counted
from host.ui.controller import Controller
from host.ui.files import path_of

PAPER = ".txt"
PUNCH = "="  # before the texts of cards
UNIT = re.compile(r"^(?P<path>.*\S)\s+@(?P<unit>[0-9]+)$")
BOARD = ("BM", "WM", "BK", "WK")  # words of storage that have lamps, if a program has these symbols
CARD_SECONDS = 1.0  # within which a card has been loaded
LOOK = 10_000  # cycles from one look at the reader to the next


class Controller704(Controller[Ibm704]):
    """A 704 and its operator.

    `slow`: programs are read at the reader's speed, 250 cards a minute; else at once. `symbols`: those of the program.
    `doubts`: warnings about its deck.
    """

    open_title = "Deck for the hopper, program, tape or saved state"
    open_hint = "Tab completes. A program by name: perft. Cards punched by hand: =MOVE 11-15; PLAY"
    save_hint = "paper.txt | punched.deck | moment.state | tape.p7b @2"

    def __init__(self, machine: Ibm704, *, slow: bool = False, **options: Any) -> None:
        self.slow = slow
        self.symbols: Mapping[str, int] = {}
        self.doubts: list[str] = []
        super().__init__(machine, panel(None, {}, ()), **options)

    def take(self, program: str, symbols: Mapping[str, int]) -> None:
        """Show the additions of a program to the panel."""
        self.symbols, self.program = symbols, Path(program).stem
        self.machine.program = Path(program).name
        game = games.find(Path(program).stem, symbols)
        at = {name: symbols[name] for name in game.symbols} if game else {}
        cells = [symbols[name] for name in BOARD if name in symbols]
        self.equip(panel(game, at, cells if len(cells) == len(BOARD) else ()))

    # ------------------------------------------------------------ time

    def refresh(self, still: bool = False) -> None:
        """Update `shown`, with the cards outside the machine's record."""
        self.ui["more"] = len(self.machine.hopper) - int(self.machine.processor.m.hopper_cards)
        super().refresh(still)

    def stopped(self, stop: Stop) -> None:
        """Tell why the machine has stopped, or waits. START, not the pacer, lets it go on; tapes are waited for."""
        if stop != Stop.INPUT:
            self.pacer.resume()
        self.tell(self.machine.reason or stop.name.lower())

    def time_has_jumped(self) -> None:
        """Release the keys, and update everything."""
        self.ui["down"] = []
        super().time_has_jumped()

    # ------------------------------------------------------------ opening

    def own_commands(self) -> Mapping[str, Callable[[], object]]:
        """Return the controller's own commands."""
        return {
            **super().own_commands(),
            "put_cards": lambda: self.ask_file("open", "Deck to put into the hopper", self.open_hint),
            "save_cards": lambda: self.ask_file("save", "Save the punched cards as", "", "punched.deck"),
            "save_paper": lambda: self.ask_file("save", "Save the paper as", "", "paper.txt"),
        }

    def open(self, text: str) -> None:
        """Open a file or a program by its name, in the way of its kind.

        A program by its name or from its source is loaded and started, a deck put into the hopper, a tape on a unit
        (`game.p7b @2`, the first if none is named), a saved state gone back to. `=MOVE 11-15; PLAY` is no file: these
        cards are punched and put into the hopper.
        """
        if text.strip().startswith(PUNCH):
            self.put("punched by hand", punched_by_hand(text.strip()[len(PUNCH) :]))
            return
        line, unit = path_and_unit(text)
        machine, path = self.machine, path_of(line)
        if line in registry.find(MACHINE).programs() or path.suffix.lower() in SAP.suffixes:
            self.boot(line)
        elif is_tape(path):
            damage = machine.insert_tape(unit, path)
            self.tell("; ".join([f"{path.name} is on tape unit {unit}", *[damage] * bool(damage)]))
        elif states.is_state(path, machine.title):
            self.open_state(path)
        elif path.exists() and not holds_cards(path):
            self.boot(line)
        else:
            self.put(path.name, deck.read(path))
        self.restart()

    def open_state(self, path: Path) -> None:
        """Go back to a saved state."""
        states.load(self.machine, path)
        self.time_has_jumped()
        self.tell(f"{path.name}: back at cycle {self.cycles:,}")

    def put(self, name: str, found: Sequence[deck.Card]) -> None:
        """Put cards into the hopper."""
        self.machine.put_cards([deck.words(card) for card in found])
        self.tell(f"{name}: {counted(len(found))} put into the hopper; LOAD CARDS loads a program, START goes on")
        self.refresh()

    def boot(
        self,
        program: str,
        data: Sequence[Path] = (),
        more: Sequence[deck.Card] = (),
        compiling: Mapping[str, Any] | None = None,
    ) -> None:
        """Clear the machine, put a program into the empty hopper, decks and cards after it, and load it.

        `compiling`: options of the program's compiler.
        """
        found = program_deck(program, compiling)
        machine = self.machine
        self.clear()
        machine.give("remove_cards", 0)
        machine.put_cards([deck.words(card) for card in found.cards])
        machine.read_cards(*data, list(more))
        self.doubts = cards.doubts(found.cards)
        self.take(program, found.symbols)
        self.ui["deck_end"] = int(machine.processor.m.cards_read) + len(found.cards)
        machine.press("LOAD CARDS")
        said = f"{found.title}: {counted(len(found.cards))}"
        if not self.slow and self.read_deck(len(found.cards)):
            said += ", read at once; --slow reads 250 a minute"
        self.time_has_jumped()
        self.tell("; ".join([said, *self.doubts]))

    def read_deck(self, number: int) -> bool:
        """Run the machine until it has read the program's deck; return whether it has."""
        machine, end = self.machine, self.ui["deck_end"]
        limit = machine.cycles + machine.cycles_in(CARD_SECONDS * number)
        stop = Stop.NONE
        while machine.processor.m.cards_read < end and stop == Stop.NONE and machine.cycles < limit and machine.running:
            stop = machine.run_to(machine.cycles + LOOK)
        return bool(machine.processor.m.cards_read >= end)

    def clear(self) -> None:
        """Clear the whole machine, whatever the switch's position."""
        if not self.machine.automatic:
            self.machine.give("automatic", 1)
        self.machine.press("RESET", "CLEAR")

    # ------------------------------------------------------------ saving

    @property
    def punched(self) -> Sequence[Sequence[int]]:
        """The cards in the punch's stacker."""
        return self.machine.punched[self.ui["taken"] :]

    def path_in(self, text: str) -> Path:
        """Return the file of a line."""
        super().path_in(text)
        return path_of(path_and_unit(text)[0])

    def write(self, text: str, overwrite: bool) -> None:
        """Save the paper (.txt), the state (.state), a tape (.p7b @2 ...) or the cards punched."""
        line, unit = path_and_unit(text)
        machine, path = self.machine, path_of(line)
        suffix = path.suffix.lower()
        if suffix == PAPER:
            lines = self.printed.decode("ascii").replace("\f", "\n").split("\n")
            storage.write_text(path, "\n".join(each.rstrip() for each in lines).strip("\n") + "\n", overwrite)
            said = "paper saved"
        elif suffix == states.SUFFIX:
            states.save(machine, path, overwrite)
            said = "state saved"
        elif is_tape(path):
            machine.save_tape(unit, path, overwrite=overwrite)
            said = f"tape of unit {unit} saved"
        elif self.punched:
            deck.write([deck.of_words(card) for card in self.punched], path, overwrite=overwrite)
            said = f"{counted(len(self.punched))} saved"
        else:
            raise IronboardError("nothing has been punched; the paper is a .txt, the machine's state a .state")
        self.tell(f"{path.name}: {said}")


def punched_by_hand(text: str) -> list[deck.Card]:
    """Return the cards with these texts, separated by semicolons; raises IronboardError for an unknown character."""
    texts = [each.strip() for each in text.split(";") if each.strip()]
    for each in texts:
        if len(each) > READ_COLUMNS:
            raise IronboardError(f"'{each}' has {len(each)} characters: {READ_COLUMNS} columns of a card are read")
    return [deck.of_text(each) for each in texts]


def path_and_unit(text: str) -> tuple[str, int]:
    """Return the file of a line, and the tape unit after it."""
    line = text.strip().strip("\"'")
    if match := UNIT.match(line):
        return match["path"].strip("\"'"), int(match["unit"])
    return line, 1


def is_tape(path: Path) -> bool:
    """Return whether a file is a tape by its name."""
    return any(path.name.lower().endswith(each.extensions) for each in tapes.FORMATS)


def controller(machine: Ibm704, program: str | None = None, **options: Any) -> Controller704:
    """Return a 704 with its operator, a program loaded if one is named."""
    found = Controller704(machine, **options)
    if program:
        found.boot(program)
    return found
