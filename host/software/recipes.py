"""Decks made of pieces of assembled decks, by the command files (*.cmd) of the repository that has FORTRAN II.

These files name a piece, the cards from an ORG to the next one or to END, after page and line of a listing. That of the
compiler is not in the repository: its pieces are found by their order, their kinds, and how far apart they are, as a
page had 54 lines. Pieces that no file names are those which the files replace by others.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704.media import Card
from emulators.image import Cards, Image
from host.formats import deck
from host.formats.deck.cards import block_of, check_sum, of_words
from host.formats.deck.programs import cards_of_part
from host.languages.assembly import Line
from host.software.uasap import own_images

PAGE = 54  # lines of a page of the listing
AFTER = 8  # lines of figures after an assembly
NAME = re.compile(r"Page(\d+)Line(\d+)_([A-Z]+)")
WORDS = [row + half for row in "9 8 7 6 5 4 3 2 1 0 11 12".split() for half in "LR"]  # of a card, as they name them
FIELDS = {"A": (0, 15), "T": (15, 3), "D": (18, 15), "P": (33, 3)}  # of a word: shift, bits
LETTERS = {Cards.ABSOLUTE: "A", Cards.FULL: "F", Cards.RELOCATABLE: "R"}


class Piece(NamedTuple):
    """The cards from an ORG to the next one, or to END."""

    kind: str  # A absolute, F full, R relocatable, and T if there is a transfer card
    line: int  # of the listing, from its beginning
    cards: list[Card]


class Stretch(NamedTuple):
    """The source of a piece."""

    line: int  # of the listing of its assembly
    words: int


def stretches(source: Iterable[Line], image: Image) -> tuple[list[Stretch], int]:
    """Return the stretches of an assembly and the lines of its listing: one for a card, one for each further word."""
    places: dict[int, set[int]] = {}  # addresses that a line has put words to, by its number
    for each in image.lines:
        places.setdefault(each.line, set()).update(range(each.address, each.address + each.length))
    found: list[Stretch] = []
    start, listed = 0, 1  # the listing repeats the first card
    there: set[int] = set()
    for line in source:
        operation = line.text[7:10]
        if operation in ("FUL", "ABS", "REL"):
            continue
        listed += 1
        if operation == "ORG":
            if there:
                found.append(Stretch(start, len(there)))
            start, there = listed, set()
        elif operation not in ("BSS", "BES") and (new := places.get(line.number, set()) - there):
            start = start or listed
            there |= new
            listed += len(new) - 1
    return [*found, Stretch(start or listed, len(there))], listed


def pieces(source: Sequence[str], name: str, page: int = 1) -> Iterator[Piece]:
    """Assemble a source, and yield the pieces of its decks; each assembly begins a page of the listing."""
    before = 0  # lines of the listing
    for lines, image in own_images(source, name):
        found, listed = stretches(lines, image)
        cards = deque((each, part.cards) for part in image.parts for each in cards_of_part(part))
        for number, stretch in enumerate(found, 1):
            kind, own, left = "", [], stretch.words
            while cards:
                card, form = cards[0]
                words = words_on(card, form)
                later = not words and form != Cards.RELOCATABLE and number < len(found)  # a transfer card after END
                if later or (words and left <= 0):
                    break
                kind += "" if kind and words else LETTERS[form] if words else "T"
                left -= words
                own.append(tuple(deck.words(cards.popleft()[0])))
            if own:
                yield Piece(kind, before + stretch.line, own)
        before += -(-(listed + AFTER) // page) * page


def words_on(card: deck.Card, form: Cards) -> int:
    """Return how many words are on a card: none on a transfer card."""
    block = block_of(card)
    return len(WORDS) if form == Cards.FULL or block is None else len(block.words)


def fitted(found: Sequence[Piece], wanted: Sequence[tuple[int, int, str]], name: str) -> list[Piece]:
    """Return the piece for each page, line and kind: those with distances nearest to these of the listing.

    Raises IronboardError if there are not enough pieces of the kinds.
    """
    spare = len(found) - len(wanted)
    costs: dict[int, tuple[int, tuple[Any, ...]]] = {-1: (0, ())}  # by the piece taken last: the sum, the piece before
    last = 0  # line of the listing
    for number, (page, line, kind) in enumerate(wanted):
        place = page * PAGE + line
        now: dict[int, tuple[int, tuple[Any, ...]]] = {}
        for each in range(number, number + spare + 1):
            if found[each].kind == kind:
                apart = found[each].line - place + (last or PAGE)
                ways = [
                    (cost + abs(apart - (found[at].line if number else 0)), (at, way))
                    for at, (cost, way) in costs.items()
                    if at < each
                ]
                if ways:
                    now[each] = min(ways)
        if not now:
            raise IronboardError(f"{name}: there is no piece for Page{page}Line{line}_{kind}")
        costs, last = now, place
    at, (_, way) = min(costs.items(), key=lambda each: each[1][0])
    chosen: list[Piece] = []
    while way:
        chosen.append(found[at])
        at, way = way
    return chosen[::-1]


class Workshop(dict[str, list[Card]]):
    """Decks by name, in capitals and without ending, and the commands that make others of them."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def lines(self, file: str) -> list[str]:
        """Return the lines of a file."""
        return (self.folder / file).read_text("ascii").splitlines()

    def assemble(self, name: str) -> list[Piece]:
        """Put the pieces of a source here, each by its line; return them."""
        found = [*pieces(source_of(self.lines(f"{name}.sap")), name)]
        for each in found:
            self[f"LINE{each.line}_{each.kind}"] = each.cards
        return found

    def assemble_listed(self, name: str) -> None:
        """Put the pieces of a source here by the pages and lines that the command files have; raises IronboardError."""
        found = [*pieces(source_of(self.lines(f"{name}.sap")), name, PAGE)]
        text = "\n".join(each.read_text("ascii") for each in sorted(self.folder.glob("*.cmd")))
        wanted = {(int(page), int(line), kind) for page, line, kind in NAME.findall(text)}
        for (page, line, kind), each in zip(sorted(wanted), fitted(found, sorted(wanted), name), strict=True):
            self[f"PAGE{page}LINE{line}_{kind}"] = each.cards

    def follow(self, file: str) -> None:
        """Do the commands of a file; raises IronboardError, with file and line, for one that cannot be done."""
        for number, line in enumerate(self.lines(file), 1):
            command, *words = line.upper().split() or [""]
            try:
                self.do(command, [each.removesuffix(".CBN") for each in words])
            except (KeyError, ValueError, IndexError) as error:
                raise IronboardError(f"{file}:{number}: '{line[:60]}' cannot be done: {error}") from None

    def do(self, command: str, words: Sequence[str]) -> None:
        """Do a command with decks; others change nothing here."""
        if command in ("COPYCARDS", "REMOVETRANSFERCARD"):
            cards = [card for name in words[0].split("+") for card in self[name.removesuffix(".CBN")]]
            self[words[1]] = cards if command == "COPYCARDS" else without_transfer(cards)
        elif command == "PATCHCARD":
            [card] = self[words[1]]
            self[words[-1]] = [patched(card, words[0])]
        elif command == "SPLITDECK":
            cards, count = self[words[0]], int(words[1])
            self[words[2]], self[words[3]] = cards[:count], cards[count:]


def source_of(lines: Iterable[str]) -> list[str]:
    """Return the cards of a source: tabs are at every eighth column."""
    return [each.upper().expandtabs(8).rstrip() for each in lines]


def without_transfer(cards: list[Card]) -> list[Card]:
    """Return a deck without the transfer card at its end; raises ValueError if there is none."""
    block = block_of(of_words(cards[-1]))
    if block is None or block.words:
        raise ValueError("the last card is not a transfer card")
    return cards[:-1]


def patched(card: Card, change: str) -> Card:
    """Return a card with a field changed, as `9LP=4`: row, half, field, octal value. A right check sum stays right."""
    match = re.fullmatch(r"(\d+[LR])([ATDP])=([0-7]+)", change)
    if match is None or match[1] not in WORDS:
        raise ValueError(f"'{change}' is not a change of a card")
    words, (shift, bits) = list(card), FIELDS[match[2]]
    right = card_sum(words) == words[1]
    place = WORDS.index(match[1])
    words[place] = words[place] & ~((1 << bits) - 1 << shift) | int(match[3], 8) << shift
    if right:
        words[1] = card_sum(words)
    return tuple(words)


def card_sum(words: Sequence[int]) -> int:
    """Return the check sum that belongs on a card."""
    return check_sum([words[0], *words[2:]])
