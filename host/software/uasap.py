"""UA SAP, the assembler of 1956, at work on the emulated machine, and beside our own.

It is started from its tape as the operator did: the tape on unit 1, empty ones on the others, sense switch 1 down so
that it reads cards, and the card that loads it before the source. After the source lies a card that stops the machine.

IBM's routine that prints a line for FORTRAN II programs, (SPH), called by a program of our own at all moments.

Its deck is a relocatable one; our loader puts it to a place, and our program, on absolute cards, there as well.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from emulators.errors import ImageError, IronboardError, SourceErrors
from emulators.ibm704 import bcd
from emulators.ibm704.isa import WORD_BITS
from emulators.ibm704.media import Card
from emulators.image import Image
from host.formats import deck, tapes
from host.formats.deck.cards import Kind, block_of, kinds, of_words
from host.formats.deck.relocatable import relative_in
from host.languages.assembly import Line
from host.machines.ibm704.machine import Ibm704
from host.software.catalogue import Outcome, Say

ARCHIVE = "test_run/i7000/IBM704_UASAP.zip"
INSIDE = "sw/UASAP-DPP"  # the folder in the archive
SYSTEM, LISTING, UNITS = 1, 2, 10  # tapes
FROM_CARDS = 1  # sense switch
LONGEST = 8 * 3600  # seconds of the machine
HALT: Card = (0,) * bcd.CARD_WORDS  # a card with HTR 0 as its first word
COUNTS = (1 << 36) - 1  # the first word of the card after an assembly that tells how many symbols and cards there were
CUT = 72  # columns that the machine reads


class Job(NamedTuple):
    """UA SAP's assembly of a source."""

    cards: list[Card]  # those with punches
    blank: int  # cards besides
    lines: int  # of the listing
    cycles: int


class Difference(NamedTuple):
    """How the decks of two assemblers differ."""

    cards: int  # that are the same
    theirs: int  # words, or cards without addresses, that only the one has
    ours: int


def archived(folder: Path, name: str) -> bytes:
    """Return a file of the archive with UA SAP's tape."""
    with ZipFile(folder / ARCHIVE) as archive:
        return archive.read(f"{INSIDE}/{name}")


def cards_of(data: bytes) -> list[str]:
    """Return the lines of a source as they are on cards."""
    return [each.rstrip() for each in data.decode("ascii").rstrip().splitlines()]


def run(folder: Path, source: Sequence[str]) -> Job:
    """Assemble a source by UA SAP; raises IronboardError if the machine does not reach the card that stops it."""
    machine = Ibm704()
    with tempfile.TemporaryDirectory() as place:
        for name in ("uasap.tp", "uatapeload.dck"):
            (Path(place) / name).write_bytes(archived(folder, name))
        machine.insert_tape(SYSTEM, Path(place) / "uasap.tp", format="simh")
        loader = deck.read(Path(place) / "uatapeload.dck", "cbn")
    for unit in range(SYSTEM + 1, UNITS + 1):
        machine.insert_tape(unit)
    machine.give("sense_switch", [FROM_CARDS, 1])
    machine.load_cards(loader)
    ended = source[-1][7:10] == "FIN"  # then UA SAP reads the next card as the button LOAD CARDS does
    for text in source if ended else [*source, "       FIN"]:
        machine.put_cards([tuple(bcd.card(text.upper()[:CUT]))])
    machine.put_cards([HALT])
    machine.run(seconds=LONGEST)
    if machine.running or machine.reason != "program stop: HTR":
        raise IronboardError(f"UA SAP has stopped at {machine.read_register('IC'):05o}: {machine.reason}")
    records = tapes.loads_p7b(machine.tape(LISTING) or b"")
    punched = [each for each in machine.punched if any(each)]
    return Job(punched, len(machine.punched) - len(punched), sum(map(bool, records)), machine.cycles)


def assemblies(source: Sequence[str], name: str) -> Iterator[list[Line]]:
    """Yield the assemblies of a source, each with its END; a FIN after the last one is none."""
    cards: list[Line] = []
    for number, text in enumerate(source, 1):
        cards.append(Line(name, number, text))
        if text[7:10] == "END":
            yield cards
            cards = []


def own_images(source: Sequence[str], name: str) -> Iterator[tuple[list[Line], Image]]:
    """Yield each assembly of a source, and ours; without a segment if it has no words."""
    from host.assemblers.sap.assembler import assembler

    with tempfile.TemporaryDirectory() as tables:
        for each in assemblies(source, name):
            try:
                yield each, assembler(uasap=True, tables=tables).assemble_lines(name, each).image
            except SourceErrors:
                raise
            except ImageError:  # an assembly without words
                yield each, Image(word_bits=WORD_BITS)


def own_decks(source: Sequence[str], name: str) -> Iterator[tuple[list[Card], int]]:
    """Yield the deck that our assembler makes of each assembly of a source, and how many words are on it."""
    for _, image in own_images(source, name):
        cards = [tuple(deck.words(card)) for card in deck.deck(image, bare=True)] if image.segments else []
        yield cards, sum(len(part.words) for part in image.segments)


def own_deck(source: Sequence[str], name: str) -> tuple[list[Card], int]:
    """Return the deck that our assembler makes of a source of several assemblies, and how many words are on it."""
    made = list(own_decks(source, name))
    return [card for cards, _ in made for card in cards], sum(count for _, count in made)


def contents(cards: Iterable[Card]) -> Iterator[tuple[int, ...]]:
    """Yield the words on absolute cards with their addresses, and other cards as they are."""
    for card in cards:
        block = block_of(of_words(card))
        if block is None or block.doubt or not block.checked:
            if any(card) and card[0] != COUNTS:
                yield card
        else:
            relative = relative_in(block) if block.bits else (0,) * len(block.words)
            rows = zip(block.words, relative, strict=True)
            yield from ((block.address + place, *row) for place, row in enumerate(rows))
            if not block.words:
                yield (block.address, int(block.bits is not None))


def difference(theirs: Iterable[Card], ours: Iterable[Card]) -> Difference:
    """Compare two decks: first their cards, then the words on those."""
    first, second = Counter(theirs), Counter(ours)
    left, right = Counter(contents(first.elements())), Counter(contents(second.elements()))
    return Difference((first & second).total(), (left - right).total(), (right - left).total())


# ---------------------------------------------------------------- IBM's routine that prints a line

NAME = "BCD 1(SPH)"  # on its control card
ENTRY, PLACE = 3, 0o2000
LINES = 60
STEP = 800  # cycles that the pause before a line is longer than that before the line before it
TEXT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/=().,$"
SOURCE = f"""\
       ORG 100
START  LXA LINES,1
NEXT   SXD KEEP,1
       CLA PAUSE
WAIT   SUB ONE
       TNZ WAIT
       CLA PAUSE
       ADD STEP
       STO PAUSE
       TSX {PLACE + ENTRY},4
       PZE LINE,,20
       LXD KEEP,1
       TIX NEXT,1,1
       HPR
       TRA START
LINES  DEC {LINES}
ONE    DEC 1
STEP   DEC {STEP // 4}
PAUSE  DEC 1
KEEP
LINE   BCD 1 {TEXT[:5]}
       BCD 9{TEXT[5:] + TEXT[:13]}
       BCD 9{TEXT[13:] + TEXT[:21]}
       BCD 1{TEXT[21:27]}
       END START
"""


def routine(source: Sequence[str], file: str) -> list[deck.Card]:
    """Return the relocatable cards of the routine, without its transfer card."""
    found = [[card.text for card in each] for each in assemblies(source, file)]
    [cards] = [
        each for each in found if any(NAME in card for card in each) and any(card[7:10] == "REL" for card in each)
    ]
    [(made, _)] = own_decks(cards, file)
    on_cards = [deck.of_words(card) for card in made]
    return [card for card, kind in zip(on_cards, kinds(on_cards), strict=True) if kind == Kind.RELOCATABLE]


def printed(folder: Path, file: str, say: Say) -> Outcome:
    """Print lines of 120 characters, each after a longer pause; raises IronboardError if the machine stops."""
    from host.assemblers.sap.assembler import assembler

    own = routine(cards_of((folder / file).read_bytes()), file)
    lines = [Line("printing", number, text) for number, text in enumerate(SOURCE.split("\n"), 1)]
    main = deck.deck(assembler(uasap=True).assemble_lines("printing", lines).image, bare=True)
    say(f"{len(own)} cards of the routine at {PLACE:o}, {LINES} lines")
    machine = Ibm704()
    machine.load_cards(deck.relocated([*main[:-1], *own, main[-1]], PLACE))
    machine.run(seconds=600)
    if machine.reason != "program stop: HPR":
        raise IronboardError(f"the machine has stopped at {machine.read_register('IC'):05o}: {machine.reason}")
    lines_printed = machine.printed.decode("ascii").split("\n")
    whole = sum(each.strip() == (TEXT * 3)[: len(each.strip())] and len(each) > 100 for each in lines_printed)
    return Outcome(f"{whole} of {LINES} lines printed in two cycles each, echoes and all", machine.cycles)
