"""Programs as decks: an image on absolute cards after a loader, and the image in a deck.

The cards in front of a program that load it, and themselves: what the LOAD CARDS key is for.

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
          ACL HEAD      and the address after the last one,
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
gets two: the first one brings the second to where there is room, the loader at the card's beginning, WRONG after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulators.errors import ImageError
from emulators.ibm704.bcd import CARD_WORDS, words
from emulators.ibm704.isa import CORE_SIZES
from emulators.image import Image, Part, Segment
from host.formats.deck.cards import BOOTSTRAP, INDEX, MOST, Block, Card, Kind, block_of, kinds, of_words, text_of, word
from host.formats.faults import damaged
from host.formats.memory import IBM704

READER = 0o321
HEAD, SUM, WRONG, READ = 0, 1, 3, 4  # where the words of the one-card loader are
WORD_BITS = IBM704.word_bits


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
    """Return the words of the cards that load an image from the absolute cards after them.

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


# ---------------------------------------------------------------- to a deck


def deck(image: Image, *, bare: bool = False) -> list[Card]:
    """Return the cards of a program: a loader, absolute cards, and a transfer card if there is an entry point.

    Where the image says what its parts are punched on, these cards, one part after the other. `bare` leaves the loader
    away; before full cards there is none.
    """
    whole, start = IBM704.segments(image), IBM704.start(image)
    parts = image.parts or (Part(tuple(whole), False, start),)
    cards = [card for part in parts for card in cards_of_part(part)]
    if bare or parts[0].full:
        return cards
    try:
        before = loader(Image(whole, word_bits=WORD_BITS))
    except ImageError:  # no place where no part disturbs it: then one where none does up to the first transfer card
        last = next((number for number, part in enumerate(parts, 1) if part.transfer is not None), len(parts))
        first = [segment for part in parts[:last] for segment in part.segments]
        before = loader(Image(first, word_bits=WORD_BITS))
    return [*map(of_words, before), *cards]


def cards_of_part(part: Part) -> Iterator[Card]:
    """Yield the cards of a part; its transfer card is an absolute one in any case."""
    most = CARD_WORDS if part.full else MOST
    for segment in part.segments:
        for at in range(0, len(segment.words), most):
            some = tuple(segment.words[at : at + most])
            yield _card(some) if part.full else absolute(Block(segment.address + at, some))
    if part.transfer is not None:
        yield absolute(Block(part.transfer, ()))


def absolute(block: Block) -> Card:
    """Return an absolute card, its check sum made, or a transfer card, which has none."""
    return _card([block.head, block.sum if block.words else 0, *block.words])


def _card(words: Sequence[int]) -> Card:
    """Return a card of up to 24 words, the rest blank."""
    return of_words([*words, *[0] * (CARD_WORDS - len(words))])


# ---------------------------------------------------------------- from a deck


def image(cards: Sequence[Card], file: str = "<deck>", *, origin: int | None = None) -> Image:
    """Return the image that is on the absolute cards of a deck; its entry point is that of the transfer card.

    Cards before the first absolute one are its loader, those after the transfer card are data for the program, unless
    absolute cards go on there: then these are its next part. A single full card that loads itself is a program, too.
    With an `origin`, every card is 24 words of memory from there on. Raises ImageError for check sums that are wrong,
    and cards that are out of place.
    """
    if origin is not None:
        return _checked(Image.of(origin, [word for card in cards for word in words(card)], word_bits=WORD_BITS), file)
    found = kinds(cards)
    if Kind.ABSOLUTE not in found:
        return _self_loading(cards, found, file)
    parts: list[Part] = []
    segments: list[Segment] = []
    for number in range(found.index(Kind.ABSOLUTE), len(cards)):
        block = block_of(cards[number])
        if found[number] == Kind.TRANSFER and block:
            parts.append(Part(tuple(segments), False, block.address))
            segments = []
        elif parts and not segments and found[number] != Kind.ABSOLUTE:
            break  # data
        else:
            segments.append(_segment(cards[number], found[number], file, f"card {number + 1}"))
    parts += [Part(tuple(segments))] * bool(segments)
    whole = _checked(Image([each for part in parts for each in part.segments], word_bits=WORD_BITS), file)
    if len(parts) == 1:
        return Image(whole.merged(), parts[0].transfer, word_bits=WORD_BITS)
    return Image(whole.segments, parts[0].transfer, word_bits=WORD_BITS, parts=tuple(map(_joined, parts)))


def _joined(part: Part) -> Part:
    """Return a part whose full cards that follow one another in storage are one segment."""
    segments: list[Segment] = []
    for each in part.segments:
        before = segments[-1] if segments else None
        if before and before.end == each.address and len(before.words) % MOST == 0:
            segments[-1] = Segment(before.address, (*before.words, *each.words))
        else:
            segments.append(each)
    return part._replace(segments=tuple(segments))


def _segment(card: Card, kind: Kind, file: str, where: str) -> Segment:
    """Return the words of an absolute card."""
    block = block_of(card)
    if kind != Kind.ABSOLUTE or block is None:
        text = f" ({text_of(card)!r})" if kind == Kind.TEXT else ""
        raise damaged(file, where, f"a {kind.value} card{text} among the absolute cards of a program")
    if block.doubt:
        problem = f"the check sum is {block.stated:012o}, but 9 left and the words give {block.sum:012o}"
        raise damaged(file, where, problem)
    return Segment(block.address, block.words)


def _self_loading(cards: Sequence[Card], found: Sequence[Kind], file: str) -> Image:
    """Return the image of a deck without absolute cards, if it is one card that loads itself."""
    if Kind.RELOCATABLE in found:
        where = f"card {found.index(Kind.RELOCATABLE) + 1}"
        raise damaged(file, where, "a relocatable card: only absolute cards say where they belong")
    full = [words(card) for card, kind in zip(cards, found, strict=True) if kind == Kind.FULL]
    if len(full) != 1 or full[0][: len(BOOTSTRAP)] != list(BOOTSTRAP):
        more = "; full cards need an origin to be read as memory" if full else ""
        raise damaged(file, "", "the deck contains no absolute cards" + more)
    return Image.of(0, full[0], READ, WORD_BITS)


def _checked(image: Image, file: str) -> Image:
    """Return an image, after checking that it fits the largest core storage."""
    for each in image.segments:
        if not 0 <= each.address <= each.end <= IBM704.size:
            last = IBM704.at(IBM704.size - 1)
            raise damaged(file, "", f"{len(each.words)} words from {each.address:05o} on reach beyond address {last}")
    if not image.size:
        raise ImageError(f"{file}: there is no card")
    return image
