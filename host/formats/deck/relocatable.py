"""Relocatable cards: the fields that change with the place, the program moved there, and the loader that moves it.

SHARE's form, as UA SAP punches it. The bits in 8 left and 8 right say of each word, decrement first, then address:

    0    it is the same everywhere
    10   the address of the program's place is added
    11   it is subtracted

A card ends after 20 words, or when less than four bits are left. The address on it is relative, too, and so is that
of a transfer card with a 1 in position 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulators.errors import ImageError
from emulators.ibm704.bcd import CARD_WORDS, words
from emulators.ibm704.isa import ADDRESS_SHIFT, DECREMENT_SHIFT, FIELD, WORD_BITS
from emulators.image import Cards, Part, Segment
from host.formats.deck.cards import BOOTSTRAP, INDEX, MOST_RELATIVE, Block, Card, word

BITS, FIELDS = 2 * WORD_BITS, 2  # on a card; in a word
FULL = BITS - 2 * FIELDS  # bits after which no further word is put on a card
ADDED, SUBTRACTED = 2, 3


def blocks(segment: Segment, relative: Sequence[int]) -> Iterator[Block]:
    """Yield the contents of the cards of a segment."""
    start, text = 0, ""
    for number, each in enumerate(relative, 1):
        text += "".join(f"{code:b}" for code in divmod(each, 4))
        if number - start == MOST_RELATIVE or len(text) > FULL or number == len(relative):
            bits = divmod(int(f"{text:0<{BITS}}", 2), 1 << WORD_BITS)
            yield Block(segment.address + start, tuple(segment.words[start:number]), bits=bits)
            start, text = number, ""


def relative_in(block: Block) -> tuple[int, ...]:
    """Return the fields to change in each word of a card; raises ImageError where the bits do not cover all of them."""
    assert block.bits is not None
    left, right = block.bits
    text = iter(f"{left << WORD_BITS | right:0{BITS}b}")
    try:
        codes = [ADDED + int(next(text)) if next(text) == "1" else 0 for _ in range(FIELDS * len(block.words))]
    except StopIteration:
        raise ImageError("the bits in 8 left and right do not reach to the last word") from None
    return tuple(4 * decrement + address for decrement, address in zip(codes[::2], codes[1::2], strict=True))


def is_full(relative: Sequence[int]) -> bool:
    """Return whether no further word goes on a card with these."""
    used = sum(1 + (code > 0) for each in relative for code in divmod(each, 4))
    return len(relative) == MOST_RELATIVE or used > FULL


def placed(part: Part, place: int) -> Part:
    """Return a part as it is in storage when it is loaded at a place: one of absolute cards."""
    if part.cards != Cards.RELOCATABLE:
        return part
    segments = tuple(
        Segment(segment.address + place, tuple(map(_moved, segment.words, relative, [place] * len(relative))))
        for segment, relative in zip(part.segments, part.relative, strict=True)
    )
    transfer = None if part.transfer is None else (part.transfer + place) & FIELD
    return Part(segments, Cards.ABSOLUTE, transfer)


def _moved(word: int, relative: int, place: int) -> int:
    for code, shift in zip(divmod(relative, 4), (DECREMENT_SHIFT, ADDRESS_SHIFT), strict=True):
        amount = {ADDED: place, SUBTRACTED: -place}.get(code, 0)
        word = word & ~(FIELD << shift) | (((word >> shift) + amount) & FIELD) << shift
    return word


# ---------------------------------------------------------------- the loader

# It reads absolute cards, too. It sums up a card while it copies it to its place, and then goes through its bits.
# At a wrong check sum it stops, IC showing WRONG, when there are no more cards at READ; START goes on with the next.
LOADER = """
READ   RDS 321
       CPY HEAD
       TRA CARD
       HTR READ
CARD   CPY SUM
       STZ LEFT
       STZ RIGHT
       STZ MOVE
       CAL HEAD
       PDX 0,4
       ANA BIT
       TZE FIXED
       CAL PLACE
       SLW MOVE
FIXED  CAL HEAD
       ACL MOVE
       STA START
       CAL HEAD
       ARS 22
       ACL START
       STA COPY
       STA FETCH1
       STA STORE1
       STA FETCH2
       STA STORE2
START  TXL 0,4
       CAL HEAD
       ANA BIT
       TZE REST
       CAL HEAD
       CAD LEFT
       CAD RIGHT
       TRA COPY
REST   CAL HEAD
COPY   CAD 0,4
       TIX COPY,4,1
       COM
       ACL SUM
       COM
       TZE BITS
       HTR WRONG
BITS   CAL HEAD
       PDX 0,4
       CAL LEFT
       ORA RIGHT
       TZE READ
NEXT   TSX FIELD,1
FETCH1 CAL 0,4
       ARS 22
       ACL MOVE
       ALS 22
STORE1 STD 0,4
       TSX FIELD,1
FETCH2 CAL 0,4
       ANA MASK
       ACL MOVE
STORE2 STA 0,4
       TIX NEXT,4,1
       TOV READ
       TRA READ
FIELD  STZ MOVE
       LDQ RIGHT
       CAL LEFT
       PBT
       TRA SHIFT
       LGL 1
       SLW LEFT
       STQ RIGHT
       CAL PLACE
       SLW MOVE
       CAL LEFT
       PBT
       TRA LAST
       CAL ROUND
       SUB PLACE
       SLW MOVE
LAST   CAL LEFT
SHIFT  LGL 1
       SLW LEFT
       STQ RIGHT
       TRA 1,1
WRONG  TRA READ
BIT    200000000000
MASK   77777
ROUND  100000
PLACE  0
"""
VARIABLES = ("HEAD", "SUM", "LEFT", "RIGHT", "MOVE")  # after the program
CARDS = 4  # of the loader itself
LENGTH = CARDS * CARD_WORDS  # words that it takes, with its variables
LINES = [line for line in LOADER.split("\n") if line]
OFFSETS = {line.split()[0]: at for at, line in enumerate(LINES) if line[0] != " "}
OFFSETS |= {name: len(LINES) + number for number, name in enumerate(VARIABLES)}


def loader(base: int, place: int) -> list[list[int]]:
    """Return the words of the cards that load relocatable cards to a place: the loader itself goes to `base` and on."""
    lines = [_word(line[7:], base) for line in LINES]
    lines[OFFSETS["PLACE"]] = place
    lines += [0] * (LENGTH - len(lines))
    return [bootstrap(base, CARDS), *(lines[at : at + CARD_WORDS] for at in range(0, LENGTH, CARD_WORDS))]


def _word(text: str, base: int) -> int:
    """Return the word of a line of LOADER: its numbers are octal, and names mean places after `base`."""
    mnemonic, _, field = text.partition(" ")
    if mnemonic.isdigit():
        return int(mnemonic, 8)
    address, tag, decrement = [*field.split(","), "", ""][:3]
    where = base + OFFSETS[address] if address in OFFSETS else int(address or "0", 8)
    return word(mnemonic, where, int(tag or 0), int(decrement or 0))


def bootstrap(base: int, cards: int) -> list[int]:
    """Return the words of a card that loads itself into 0 to 23, and full cards after it to `base` and on."""
    total, one = 12, 13  # the words that say how many words there are in all and on a card
    code = [
        *BOOTSTRAP, 0,
        word("LXA", total, 1),
        word("RDS", 0o321), word("LXA", one, INDEX),
        word("CPY", base + cards * CARD_WORDS, 1), word("TXI", 9, 1, -1), word("TIX", 7, INDEX, 1),
        word("TXH", 5, 1, 0), word("TRA", base),
        cards * CARD_WORDS, CARD_WORDS,
    ]  # fmt: skip
    return code + [0] * (CARD_WORDS - len(code))


def place_of(cards: Sequence[Card]) -> int | None:
    """Return where our loader, if it begins this deck, puts relocatable cards."""
    first = [words(card) for card in cards[: CARDS + 1]]
    if len(first) < CARDS + 1:
        return None
    base = first[0][11] & FIELD
    place = first[1 + OFFSETS["PLACE"] // CARD_WORDS][OFFSETS["PLACE"] % CARD_WORDS]
    return place if first == loader(base, place) else None
