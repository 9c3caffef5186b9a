"""How is a problem punched? The cards that asm/cdc6600/mates.compass reads: WHITE and his men, BLACK and his."""

from __future__ import annotations

from collections.abc import Iterator

from host.games.mates.position import PIECES, Men, Rights, name

MEN_ON_A_CARD = 12


def deck(men: Men, every: bool = False, printed: bool = False, full: Rights | None = None) -> list[str]:
    """Return the cards of a problem.

    `every`: all keys are wanted; `printed`: promotions as in the book; `full`: castling and captures en passant are
    considered, these are there from the beginning.
    """
    options = ["ALL"] * every + ["PRINTED"] * printed + ["FULL"] * (full is not None)
    if full is not None and full.en_passant:
        options.append(f"EP {name(full.en_passant).upper()}")
    if full is not None and full.castling:
        for title, letters in (("WHITE", "KQ"), ("BLACK", "kq")):
            words = [word for word, each in zip(("O-O", "O-O-O"), letters, strict=True) if each in full.castling]
            options += [title, *words] if words else []
    return [*side("WHITE", men, True), *side("BLACK", men, False), *([" ".join(options)] if options else [])]


def side(title: str, men: Men, white: bool) -> Iterator[str]:
    """Yield the cards of one side, the king first."""
    own = sorted((-PIECES.index(man.upper()), square) for square, man in men.items() if man.isupper() == white)
    words = [f"{PIECES[-value]}{name(square).upper()}" for value, square in own]
    for start in range(0, len(words), MEN_ON_A_CARD):
        yield " ".join([title, *words[start : start + MEN_ON_A_CARD]])
