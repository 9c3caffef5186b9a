"""What is on a card, in a line."""

from __future__ import annotations

from collections.abc import Sequence

from host.formats.deck import card as cards_
from host.formats.deck.card import Card
from host.formats.deck.kinds import Block, Kind, block_of, kinds, summed
from host.formats.deck.loader import BOOTSTRAP


def described(cards: Sequence[Card]) -> list[str]:
    """Return a line for each card of a deck: its kind, and what is on it."""
    found = zip(cards, kinds(cards), strict=True)
    return [f"{kind.value:<11} {content(card, kind)}".rstrip() for card, kind in found]


def doubts(cards: Sequence[Card]) -> list[str]:
    """Return what a loader will find wrong with a deck: check sums that are not those of their cards."""
    return [
        f"card {number}: {sum_of(block).removeprefix(', ')}"
        for number, (card, kind) in enumerate(zip(cards, kinds(cards), strict=True), 1)
        for block in [block_of(card)]
        if kind == Kind.ABSOLUTE and block and block.checked and not block.right
    ]


def content(card: Card, kind: Kind) -> str:
    """Return what is on a card."""
    block = block_of(card)
    if kind == Kind.TEXT:
        return cards_.text_of(card) or ""
    if kind == Kind.ABSOLUTE and block:
        return f"{block.address:05o}-{block.address + len(block.words) - 1:05o}{sum_of(block)}"
    if kind == Kind.TRANSFER and block:
        return f"{block.address:05o}"
    loading = kind == Kind.FULL and cards_.words(card)[: len(BOOTSTRAP)] == list(BOOTSTRAP)
    return "loads itself" if loading else ""


def sum_of(block: Block) -> str:
    """Return what is to be said about a check sum: nothing if it is right."""
    if not block.checked:
        return ", no check sum"
    return "" if block.right else f", check sum {block.check_sum:012o} instead of {summed(block):012o}"
