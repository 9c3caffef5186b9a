"""Programs as decks: an image on absolute cards behind a loader, and the image in a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulators.errors import ImageError
from emulators.ibm704.bcd import CARD_WORDS
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.image import Image, Part, Segment
from host.formats.core_storage import core_segments, core_start
from host.formats.deck import card as cards_
from host.formats.deck.card import Card
from host.formats.deck.kinds import MOST, Block, Kind, block_of, head, kinds, summed
from host.formats.deck.loader import BOOTSTRAP, READ, loader
from host.formats.faults import damaged

# ---------------------------------------------------------------- to a deck


def deck(image: Image, *, bare: bool = False) -> list[Card]:
    """Return the cards of a program: a loader, absolute cards, and a transfer card if there is an entry point.

    Where the image says what its parts are punched on, these cards, one part after the other. `bare` leaves the loader
    away; before full cards there is none.
    """
    whole, start = core_segments(image), core_start(image)
    parts = image.parts or (Part(tuple(whole), False, start),)
    cards = [card for part in parts for card in cards_of_part(part)]
    if bare or parts[0].full:
        return cards
    return [cards_.of_words(words) for words in loader_for(whole, parts)] + cards


def cards_of_part(part: Part) -> Iterator[Card]:
    """Yield the cards of a part; its transfer card is an absolute one in any case."""
    most = CARD_WORDS if part.full else MOST
    for segment in part.segments:
        for at in range(0, len(segment.words), most):
            words = tuple(segment.words[at : at + most])
            yield full(words) if part.full else absolute(Block(segment.address + at, words, 0, True))
    if part.transfer is not None:
        yield absolute(Block(part.transfer, (), 0, True))


def loader_for(whole: Sequence[Segment], parts: Sequence[Part]) -> list[list[int]]:
    """Return a loader where no part disturbs it, or, if there is no such place, none up to the first transfer card."""
    try:
        return loader(Image(list(whole), word_bits=WORD_BITS))
    except ImageError:
        last = next((number for number, part in enumerate(parts, 1) if part.transfer is not None), len(parts))
        first = [segment for part in parts[:last] for segment in part.segments]
        return loader(Image(first, word_bits=WORD_BITS))


def full(words: Sequence[int]) -> Card:
    """Return a card of up to 24 words, the rest blank."""
    return cards_.of_words([*words, *[0] * (CARD_WORDS - len(words))])


def absolute(block: Block) -> Card:
    """Return an absolute card, its check sum made, or a transfer card, which has none."""
    words = [head(block), summed(block) if block.words else 0, *block.words]
    return cards_.of_words(words + [0] * (CARD_WORDS - len(words)))


# ---------------------------------------------------------------- from a deck


def image(cards: Sequence[Card], file: str = "<deck>", *, origin: int | None = None) -> Image:
    """Return the image that is on the absolute cards of a deck; its entry point is that of the transfer card.

    Cards before the first absolute one are its loader, those behind the transfer card are data for the program, unless
    absolute cards go on there: then these are its next part. A single full card that loads itself is a program, too.
    With an `origin`, every card is 24 words of memory from there on. Raises ImageError for check sums that are wrong,
    and cards that are out of place.
    """
    if origin is not None:
        words = [word for card in cards for word in cards_.words(card)]
        return checked(Image.of(origin, words, word_bits=WORD_BITS), file)
    found = kinds(cards)
    if Kind.ABSOLUTE not in found:
        return self_loading(cards, found, file)
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
            segments.append(segment(cards[number], found[number], file, f"card {number + 1}"))
    parts += [Part(tuple(segments))] * bool(segments)
    whole = checked(Image([each for part in parts for each in part.segments], word_bits=WORD_BITS), file)
    if len(parts) == 1:
        return Image(whole.merged(), parts[0].transfer, word_bits=WORD_BITS)
    return Image(whole.segments, parts[0].transfer, word_bits=WORD_BITS, parts=tuple(map(joined, parts)))


def joined(part: Part) -> Part:
    """Return a part whose full cards that follow one another in storage are one segment."""
    segments: list[Segment] = []
    for each in part.segments:
        before = segments[-1] if segments else None
        if before and before.end == each.address and len(before.words) % MOST == 0:
            segments[-1] = Segment(before.address, (*before.words, *each.words))
        else:
            segments.append(each)
    return part._replace(segments=tuple(segments))


def segment(card: Card, kind: Kind, file: str, where: str) -> Segment:
    """Return the words of an absolute card."""
    block = block_of(card)
    if kind != Kind.ABSOLUTE or block is None:
        text = f" ({cards_.text_of(card)!r})" if kind == Kind.TEXT else ""
        raise damaged(file, where, f"a {kind.value} card{text} among the absolute cards of a program")
    if not block.right:
        problem = f"the check sum is {block.check_sum:012o}, but 9 left and the words give {summed(block):012o}"
        raise damaged(file, where, problem)
    return Segment(block.address, block.words)


def self_loading(cards: Sequence[Card], found: Sequence[Kind], file: str) -> Image:
    """Return the image of a deck without absolute cards, if it is one card that loads itself."""
    if Kind.RELOCATABLE in found:
        where = f"card {found.index(Kind.RELOCATABLE) + 1}"
        raise damaged(file, where, "a relocatable card: only absolute cards say where they belong")
    full = [card for card, kind in zip(cards, found, strict=True) if kind == Kind.FULL]
    words = cards_.words(full[0]) if full else []
    if len(full) != 1 or words[: len(BOOTSTRAP)] != list(BOOTSTRAP):
        problem = "there is no absolute card in the deck"
        more = "; full cards need an origin to be read as memory" if full else ""
        raise damaged(file, "", problem + more)
    return Image.of(0, words, READ, WORD_BITS)


def checked(image: Image, file: str) -> Image:
    """Return an image, after checking that it fits the largest core storage."""
    for each in image.segments:
        if not 0 <= each.address <= each.end <= MOST_WORDS:
            problem = f"{len(each.words)} words from {each.address:05o} on reach beyond address {MOST_WORDS - 1:05o}"
            raise damaged(file, "", problem)
    if not image.size:
        raise ImageError(f"{file}: there is no card")
    return image
