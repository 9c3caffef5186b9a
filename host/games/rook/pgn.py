"""Games as files have them: Portable Game Notation, in the form for export.

Source: Portable Game Notation Specification and Implementation Guide, 1994.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from host.games.rook.game import OPEN, Game
from host.games.rook.positions import NAMES, fen_of, piece_of

WIDTH = 79  # characters of a line
SITE = "CDC 6600, by Ironboard"


def write(games: Iterable[tuple[Game, str, str]]) -> str:
    """Return the text of a file of games, each with White's and Black's names."""
    return "\n".join(record(*each) for each in games)


def record(game: Game, white: str, black: str) -> str:
    """Return a game."""
    score = game.result.score if game.result else OPEN
    tags = {
        "Event": f"King and {NAMES[piece_of(game.start)]} against king",
        "Site": SITE,
        "Date": "????.??.??",  # the same game is the same file
        "Round": "-",
        "White": white,
        "Black": black,
        "Result": score,
        "SetUp": "1",
        "FEN": fen_of(game.start),
        "Termination": "normal" if game.result else "unterminated",
    }
    text = " ".join(
        f"{index // 2 + 1}. {turn.written}" if index % 2 == 0 else turn.written for index, turn in enumerate(game.turns)
    )
    remark = f" {{{game.result.why}}}" if game.result else ""
    lines = textwrap.wrap(f"{text}{remark} {score}", WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in [*(f'[{tag} "{value}"]' for tag, value in tags.items()), "", *lines])
