"""What a user opens and saves at a 704: programs, decks, tapes, paper and saved states, told apart by the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from emulators.errors import IronboardError
from emulators.ibm704.bcd import READ_COLUMNS
from emulators.record import magic
from host.assemblers.dialects import SAP
from host.desk.ibm704 import programs
from host.desk.ibm704.operator import Operator
from host.formats import deck, storage, tapes
from host.formats.deck import cards
from host.ibm704 import Ibm704

STATE, PAPER = ".state", ".txt"
STATE_LIMIT = 64 << 20  # bytes
PUNCH = "="  # before the texts of cards
UNIT = re.compile(r"^(?P<path>.*\S)\s+@(?P<unit>[0-9]+)$")


def open_file(operator: Operator, text: str) -> str:
    """Do with a file, or a program's name, what one does with such a thing; return what happened, as a sentence.

    A program by its name or from its source is loaded and started, a deck put into the hopper, a tape on a unit
    (`game.p7b @2`, the first if none is named), a saved state gone back to. `=MOVE 11-15; PLAY` is no file: these
    cards are punched and put into the hopper.
    """
    if text.strip().startswith(PUNCH):
        return put(operator, "punched by hand", punched_by_hand(text.strip()[len(PUNCH) :]))
    line, unit = path_and_unit(text)
    machine, path = operator.machine, Path(line).expanduser()
    if line in programs.names() or path.suffix.lower() in SAP.suffixes:
        return boot(operator, line)
    if is_tape(path):
        damage = machine.insert_tape(unit, path)
        return "; ".join([f"{path.name} is on tape unit {unit}", *[damage] * bool(damage)])
    if path.is_file() and storage.read_head(path).startswith(magic(machine.title)):
        machine.load_state(storage.read_all(path, STATE_LIMIT, "a saved state"))
        return f"{path.name}: back at cycle {machine.cycles:,}"
    if path.exists() and not programs.holds_cards(path):
        return boot(operator, line)
    return put(operator, path.name, deck.read(path))


def put(operator: Operator, name: str, cards: Sequence[deck.Card]) -> str:
    """Put cards into the hopper; return what happened."""
    operator.put_cards([deck.words(card) for card in cards])
    how_many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    return f"{name}: {how_many} put into the hopper; LOAD CARDS loads a program, START goes on"


def punched_by_hand(text: str) -> list[deck.Card]:
    """Return the cards with these texts, which semicolons separate; raises IronboardError for what has no punches."""
    texts = [each.strip() for each in text.split(";") if each.strip()]
    for each in texts:
        if len(each) > READ_COLUMNS:
            raise IronboardError(f"'{each}' has {len(each)} characters: {READ_COLUMNS} columns of a card are read")
    return [deck.of_text(each) for each in texts]


def boot(operator: Operator, program: str, data: Sequence[Path] = ()) -> str:
    """Clear the machine, put a program into the empty hopper, decks behind it, and press LOAD CARDS.

    Return what happened, as a sentence.
    """
    found = programs.find(program)
    operator.clear()
    operator.take_cards()
    operator.put_cards([deck.words(card) for card in found.cards])
    operator.machine.read_cards(*data)
    operator.symbols = found.symbols
    operator.doubts = cards.doubts(found.cards)
    operator.strike("LOAD CARDS")
    return "; ".join([f"{found.title}: {len(found.cards)} cards", *operator.doubts])


def path_and_unit(text: str) -> tuple[str, int]:
    """Return the file of a line, and the tape unit behind it."""
    line = text.strip().strip("\"'")
    if match := UNIT.match(line):
        return match["path"].strip("\"'"), int(match["unit"])
    return line, 1


def is_tape(path: Path) -> bool:
    """Return whether a file is a tape by its name."""
    return any(path.name.lower().endswith(each.extensions) for each in tapes.FORMATS)


def save_file(operator: Operator, text: str, paper: str, *, overwrite: bool = False) -> str:
    """Save the paper (.txt), the state (.state), a tape (.p7b @2 ...) or the cards punched; return what happened."""
    line, unit = path_and_unit(text)
    machine, path = operator.machine, Path(line).expanduser()
    suffix = path.suffix.lower()
    if suffix == PAPER:
        storage.write_all(path, paper.encode(), overwrite)
        return f"{path.name}: paper saved"
    if suffix == STATE:
        storage.write_all(path, machine.save_state(), overwrite)
        return f"{path.name}: state saved"
    if is_tape(path):
        machine.save_tape(unit, path, overwrite=overwrite)
        return f"{path.name}: tape of unit {unit} saved"
    if not operator.punched:
        raise IronboardError("nothing has been punched; the paper is a .txt, the machine's state a .state")
    deck.write([deck.of_words(card) for card in operator.punched], path, overwrite=overwrite)
    return f"{path.name}: {len(operator.punched)} cards saved"


def time_of(machine: Ibm704) -> str:
    """Return the machine's time since power-on, as people read it."""
    minutes, seconds = divmod(machine.seconds, 60)
    return f"{int(minutes)} min {seconds:04.1f} s" if minutes else f"{seconds:.2f} s"
