"""How is a problem punched? The cards that asm/cdc6600/mates.compass reads: WHITE and his men, BLACK and his."""

from __future__ import annotations

from collections.abc import Iterator

from host.games.mates.position import PIECES, Men, name

MEN_ON_A_CARD = 12


def deck(men: Men, every: bool = False, printed: bool = False) -> list[str]:
    """Return the cards of a problem. `every`: all keys are wanted; `printed`: promotions as in the book."""
    options = " ".join(["ALL"] * every + ["PRINTED"] * printed)
    return [*side("WHITE", men, True), *side("BLACK", men, False), *([options] if options else [])]


def side(title: str, men: Men, white: bool) -> Iterator[str]:
    """Yield the cards of one side, the king first."""
    own = sorted((-PIECES.index(man.upper()), square) for square, man in men.items() if man.isupper() == white)
    words = [f"{PIECES[-value]}{name(square).upper()}" for value, square in own]
    for start in range(0, len(words), MEN_ON_A_CARD):
        yield " ".join([title, *words[start : start + MEN_ON_A_CARD]])
