"""IBM's routine that prints a line for FORTRAN II programs, (SPH), called by a program of our own at all moments.

Its deck is a relocatable one; our loader puts it to a place, and our program, on absolute cards, there as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import deck
from host.formats.deck.cards import Kind, kinds
from host.languages.assembly import Line
from host.machines.ibm704.machine import Ibm704
from host.software.catalogue import Outcome, Say
from host.software.uasap import assemblies, cards_of, own_decks

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
