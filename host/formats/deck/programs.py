"""Programs as decks: an image on absolute cards after a loader, and the image in a deck.

The cards in front of a program that load it, and themselves: the LOAD CARDS key is for them.

The key reads the first two words of a card into 0 and 1 and goes to 0. There the first card brings itself in:

    00  LXA 0,4         nothing into index register C
    01  CPY 2,4         the next word of the card into 2, 3, ...
    02  TXI 1,4,-1      over and over; at the end of the card CPY goes on at 04

The loader that it has brought in reads absolute cards and adds up their words, until a transfer card starts the
program:

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

from collections.abc import Iterable, Iterator, Sequence

from emulators.errors import ImageError
from emulators.ibm704.bcd import CARD_WORDS, words
from emulators.ibm704.isa import CORE_SIZES
from emulators.image import Cards, Image, Part, Segment
from host.formats.deck import relocatable
from host.formats.deck.cards import (
    BOOTSTRAP,
    INDEX,
    LOADED,
    MOST,
    Block,
    Card,
    Kind,
    block_of,
    kinds,
    of_words,
    text_of,
    word,
)
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
    second = [*reader(base, base + 20, base + 21, base + 22), word("TRA", base)]
    return [relocatable.bootstrap(base, 1), second + [0] * (CARD_WORDS - len(second))]


def loader(image: Image, place: int | None = None) -> list[list[int]]:
    """Return the words of the cards that load an image from the cards after them.

    With a place, these are relocatable cards of which the image is already there.
    Raises ImageError when the image leaves no room for a loader.
    """
    used = {address for address, _ in image}
    if place is None and used.isdisjoint(range(CARD_WORDS)):
        return [low()]
    length = CARD_WORDS if place is None else relocatable.LENGTH
    smallest = next((size for size in CORE_SIZES if max(used, default=0) < size), CORE_SIZES[-1])
    for base in range(smallest - length, CARD_WORDS - 1, -1):
        if used.isdisjoint(range(base, base + length)):
            return high(base) if place is None else relocatable.loader(base, place)
    raise ImageError(f"the program leaves no room for a loader: {length} words in a row below {smallest:o} octal")


# ---------------------------------------------------------------- to a deck


def deck(image: Image, *, bare: bool = False) -> list[Card]:
    """Return the cards of a program: a loader, absolute cards, and a transfer card if there is an entry point.

    Where the image says which cards its parts are punched on, these cards, one part after the other. `bare` leaves the
    loader away; before full cards there is none.
    """
    whole, start = IBM704.segments(image), IBM704.start(image)
    parts = image.parts or (Part(tuple(whole), transfer=start),)
    cards = [card for part in parts for card in cards_of_part(part)]
    if bare or parts[0].cards == Cards.FULL:
        return cards
    return [*_loader_of(parts, None), *cards]


def relocated(cards: Sequence[Card], place: int, file: str = "<deck>") -> list[Card]:
    """Return a deck with relocatable cards, our loader before it, that loads these to a place.

    Another loader of ours is taken away. Raises ImageError for a deck without relocatable cards, and as `image`.
    """
    if Kind.RELOCATABLE not in kinds(cards):
        raise ImageError(f"{file}: there are no relocatable cards: only those can be loaded to another place")
    if relocatable.place_of(cards) is not None:
        cards = cards[relocatable.CARDS + 1 :]
    parts = _parts(cards, kinds(cards), file)
    _checked(Image([each for part in parts for each in relocatable.placed(part, place).segments]), file)
    return [*_loader_of(parts, place), *cards]


def _loader_of(parts: Sequence[Part], place: int | None) -> list[Card]:
    """Return the cards before a deck of these parts; `place` is where relocatable ones go."""
    relative = any(part.cards == Cards.RELOCATABLE for part in parts)
    place = place or 0 if relative else None
    there = [relocatable.placed(part, place or 0) for part in parts]
    try:
        before = loader(_image_of(there), place)
    except ImageError:  # no place where no part disturbs it: then one where none does up to the first transfer card
        last = next((number for number, part in enumerate(there, 1) if part.transfer is not None), len(there))
        before = loader(_image_of(there[:last]), place)
    return [*map(of_words, before)]


def _image_of(parts: Iterable[Part]) -> Image:
    return Image([segment for part in parts for segment in part.segments], word_bits=WORD_BITS)


def cards_of_part(part: Part) -> Iterator[Card]:
    """Yield the cards of a part; after full cards the transfer card is an absolute one."""
    for number, segment in enumerate(part.segments):
        if part.cards == Cards.FULL:
            for at in range(0, len(segment.words), CARD_WORDS):
                yield _card(segment.words[at : at + CARD_WORDS])
        elif part.cards == Cards.RELOCATABLE:
            yield from map(checked, relocatable.blocks(segment, part.relative[number]))
        else:
            for at in range(0, len(segment.words), MOST):
                yield checked(Block(segment.address + at, tuple(segment.words[at : at + MOST])))
    if part.transfer is not None:
        yield checked(Block(part.transfer, (), bits=(0, 0) if part.cards == Cards.RELOCATABLE else None))


def checked(block: Block) -> Card:
    """Return an absolute or relocatable card, its check sum made, or a transfer card, which has none."""
    return _card([block.head, block.sum if block.words else 0, *(block.bits or ()), *block.words])


def _card(words: Sequence[int]) -> Card:
    """Return a card of up to 24 words, the rest blank."""
    return of_words([*words, *[0] * (CARD_WORDS - len(words))])


# ---------------------------------------------------------------- from a deck


def image(cards: Sequence[Card], file: str = "<deck>", *, origin: int | None = None) -> Image:
    """Return the image that is on the absolute cards of a deck; its entry point is that of the transfer card.

    Cards before the first absolute one are its loader, those after the transfer card are data for the program, unless
    absolute cards go on there: then these are its next part. A single full card that loads itself is a program, too.
    Relocatable cards are loaded where our loader before them says, else where they were assembled. With an `origin`,
    they are loaded there; in a deck without them, every card is 24 words of memory from there on. Raises ImageError for
    check sums that are wrong, and cards that are out of place.
    """
    found = kinds(cards)
    if origin is not None and Kind.RELOCATABLE not in found:
        return _checked(Image.of(origin, [word for card in cards for word in words(card)], word_bits=WORD_BITS), file)
    if not set(LOADED).intersection(found):
        return _self_loading(cards, found, file)
    parts = _parts(cards, found, file)
    place = relocatable.place_of(cards) if origin is None else origin
    if place:
        parts = [relocatable.placed(part, place) for part in parts]
    whole = _checked(_image_of(parts), file)
    start = next((part.transfer for part in parts if part.transfer is not None), None)
    if len(parts) == 1 and parts[0].cards == Cards.ABSOLUTE:
        return Image(whole.merged(), start, word_bits=WORD_BITS)
    return Image(whole.segments, start, word_bits=WORD_BITS, parts=tuple(parts))


def _parts(cards: Sequence[Card], found: Sequence[Kind], file: str) -> list[Part]:
    """Return the parts on a deck: each up to its transfer card, or to cards of another kind."""
    parts: list[Part] = []
    blocks: list[Block] = []
    for number in range(next(at for at, kind in enumerate(found) if kind in LOADED), len(cards)):
        block, kind, where = block_of(cards[number]), found[number], f"card {number + 1}"
        if parts and not blocks and kind not in LOADED and kind != Kind.TRANSFER:
            break  # data
        if kind not in (*LOADED, Kind.TRANSFER) or block is None:
            text = f" ({text_of(cards[number])!r})" if kind == Kind.TEXT else ""
            raise damaged(file, where, f"a {kind.value} card{text} among the cards of a program")
        if block.doubt:
            problem = f"the check sum is {block.stated:012o}, but 9 left and the words give {block.sum:012o}"
            raise damaged(file, where, problem)
        if blocks and (block.bits is None) != (blocks[-1].bits is None):
            parts.append(_part(blocks, file, None))
            blocks = []
        if kind == Kind.TRANSFER:
            parts.append(_part(blocks or [block], file, block.address))
            blocks = []
        else:
            blocks.append(block)
    return [*parts, _part(blocks, file, None)] if blocks else parts


def _part(blocks: Sequence[Block], file: str, transfer: int | None) -> Part:
    """Return the part on cards of one kind; those that are full and follow one another in storage are one segment."""
    segments: list[Segment] = []
    relative: list[tuple[int, ...]] = []
    full = False
    for block in blocks:
        if not block.words:
            continue  # a transfer card alone
        try:
            own = () if block.bits is None else relocatable.relative_in(block)
        except ImageError as error:
            raise damaged(file, f"the card for {block.address:05o}", str(error)) from None
        if full and segments[-1].end == block.address:
            segments[-1] = Segment(segments[-1].address, (*segments[-1].words, *block.words))
            relative[-1] += own
        else:
            segments.append(Segment(block.address, block.words))
            relative.append(own)
        full = len(block.words) == MOST if block.bits is None else relocatable.is_full(own)
    if blocks[0].bits is None:
        return Part(tuple(segments), transfer=transfer)
    return Part(tuple(segments), Cards.RELOCATABLE, transfer, tuple(relative))


def _self_loading(cards: Sequence[Card], found: Sequence[Kind], file: str) -> Image:
    """Return the image of a deck without absolute and relocatable cards, if it is one card that loads itself."""
    full = [words(card) for card, kind in zip(cards, found, strict=True) if kind == Kind.FULL]
    if len(full) != 1 or full[0][: len(BOOTSTRAP)] != list(BOOTSTRAP):
        more = "; full cards need an origin to be read as memory" if full else ""
        raise damaged(file, "", "the deck contains no absolute or relocatable cards" + more)
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
