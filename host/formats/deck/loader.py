"""The cards in front of a program that load it, and themselves: what the LOAD CARDS key is for.

The key reads the first two words of a card into 0 and 1 and goes to 0. There the first card brings itself in:

    00  LXA 0,4         nothing into index register C
    01  CPY 2,4         the next word of the card into 2, 3, ...
    02  TXI 1,4,-1      over and over; at the end of the card CPY goes on at 04

What it has brought in reads absolute cards and adds up what is on them, until a transfer card starts the program:

    READ  RDS 321       the next card
          CPY HEAD
          TRA *+2
          HTR READ      there is none: stop, and go on when there is one
          CPY SUM
          CAL HEAD
          PDX 0,4       how many words
          ARS 18
          ACL HEAD      and the address behind the last one,
          STA START     which is the program's first instruction if there are no words
          STA WORD
          CAL HEAD
    START TXL 0,4,0
    WORD  CAD 0,4       copy, and add up
          TIX WORD,4,1
          COM
          ACL SUM
          COM           nothing remains of sum and check sum,
          TZE READ
          HTR WRONG     or else: stop
    WRONG TRA READ      and go on without caring

This takes one card when 00-27 (octal) are free of the program: READ is 04, WRONG is 03. A program that begins below
gets two: the first one brings the second to where there is room, the loader at the card's beginning, WRONG behind it.
"""

from __future__ import annotations

from emulators.errors import ImageError
from emulators.ibm704.bcd import CARD_WORDS
from emulators.ibm704.isa import BY_MNEMONIC, CORE_SIZES, DECREMENT_SHIFT, FIELD, TAG_SHIFT
from emulators.image import Image

READER = 0o321
INDEX = 4  # the tag of index register C
HEAD, SUM, WRONG, READ = 0, 1, 3, 4  # where the words of the one-card loader are


def word(mnemonic: str, address: int = 0, tag: int = 0, decrement: int = 0) -> int:
    """Return an instruction."""
    instruction = BY_MNEMONIC[mnemonic]
    address += instruction.address or 0  # of a sense instruction
    return instruction.code | (decrement & FIELD) << DECREMENT_SHIFT | tag << TAG_SHIFT | address


BOOTSTRAP = (word("LXA", 0, INDEX), word("CPY", 2, INDEX), word("TXI", 1, INDEX, -1))


def reader(read: int, wrong: int, head: int, check_sum: int) -> list[int]:
    """Return the program at `read` that reads absolute cards; at a wrong check sum it stops, IC showing `wrong`."""
    start, copy = read + 12, read + 13
    return [
        word("RDS", READER), word("CPY", head), word("TRA", read + 4), word("HTR", read),
        word("CPY", check_sum), word("CAL", head), word("PDX", 0, INDEX), word("ARS", 18), word("ACL", head),
        word("STA", start), word("STA", copy), word("CAL", head),
        word("TXL", 0, INDEX, 0), word("CAD", 0, INDEX), word("TIX", copy, INDEX, 1),
        word("COM"), word("ACL", check_sum), word("COM"), word("TZE", read), word("HTR", wrong),
    ]  # fmt: skip


def low() -> list[int]:
    """Return the words of the card that loads itself into 0 to 23 and reads cards from there."""
    return [*BOOTSTRAP, word("TRA", READ), *reader(READ, WRONG, HEAD, SUM)]


def high(base: int) -> list[list[int]]:
    """Return the words of two cards: the first loads itself into 0 to 23, and the second into `base` and up."""
    length = CARD_WORDS
    size, copy = 11, 6  # the word with the length, the instruction that copies
    code = [
        word("RDS", READER), word("LXA", size, INDEX), word("CPY", base + length, INDEX), word("TIX", copy, INDEX, 1),
        word("TRA", base),
    ]  # fmt: skip
    first = [*BOOTSTRAP, 0, *code]
    first += [0] * (size - len(first)) + [length]
    second = [*reader(base, base + 20, base + 21, base + 22), word("TRA", base)]
    return [first + [0] * (length - len(first)), second + [0] * (length - len(second))]


def loader(image: Image) -> list[list[int]]:
    """Return the words of the cards that load an image from the absolute cards behind them.

    Raises ImageError when the image leaves no room for a loader.
    """
    used = {address for address, _ in image}
    if used.isdisjoint(range(CARD_WORDS)):
        return [low()]
    smallest = next((size for size in CORE_SIZES if max(used) < size), CORE_SIZES[-1])
    for base in range(smallest - CARD_WORDS, CARD_WORDS - 1, -1):
        if used.isdisjoint(range(base, base + CARD_WORDS)):
            return high(base)
    raise ImageError(f"the program leaves no room for a loader: {CARD_WORDS} words in a row below {smallest:o} octal")
