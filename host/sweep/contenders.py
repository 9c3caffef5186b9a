"""The players of a match as they are named on the command line, and the game that they play.

Games and players:

Go           wally, wally-walk, nps, zobrist; gtp:COMMAND or just COMMAND, a program that speaks GTP
checkers     samuel, samuel:DEPTH; hub:COMMAND or just COMMAND, a program that speaks the Hub protocol
the endings  rook, rook:VERSION, queen, with White's men; best, with Black's king
all          random
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from host.games.go.programs import PROGRAMS
from host.games.rook.versions import DEFAULT, QUEEN, TITLES
from host.sweep.workload import WrongUse

GO, CHECKERS, ENDINGS = "Go", "checkers", "the endings"
GTP, HUB = "gtp:", "hub:"
SAMUEL, ROOK, BEST, RANDOM = "samuel", "rook", "best", "random"
KNOWN = (*PROGRAMS, SAMUEL, ROOK, QUEEN, BEST, RANDOM)
NAMED = re.compile(r"([A-Za-z][\w.+-]*)=(.*)")
EXPECTED = (
    "expected wally, wally-walk, nps, zobrist or a GTP command (Go); samuel:DEPTH or a Hub command (checkers);"
    " rook:VERSION or queen, and best (the endings); or random"
)


def game_of(players: Sequence[str]) -> str:
    """Return the game that players can play with each other; raises WrongUse if there is none."""
    wanted = {each: game for each in players if (game := wants(each))}
    if len(set(wanted.values())) > 1:
        raise WrongUse(
            f"players of different games: {', '.join(f'{who} plays {game}' for who, game in wanted.items())}"
        )
    return next(iter(wanted.values()), GO)


def wants(player: str) -> str | None:
    """Return which game a player plays; None if that depends on the others."""
    kind = unnamed(player).partition(":")[0]
    if kind in (HUB[:-1], SAMUEL):
        return CHECKERS
    if kind in (QUEEN, BEST, ROOK):
        return ENDINGS
    return GO if player in PROGRAMS or kind == GTP[:-1] else None


def is_command(player: str) -> bool:
    """Return whether another program is meant; raises WrongUse if it is nothing at all."""
    if player in KNOWN or player.partition(":")[0] in (SAMUEL, ROOK):
        return False
    if not command(player).strip():
        raise WrongUse(f"'{player}' is not a player: {EXPECTED}")
    return True


def command(player: str) -> str:
    """Return the command line of another program."""
    return unnamed(player).removeprefix(GTP).removeprefix(HUB)


def unnamed(player: str) -> str:
    """Return a player without the name that he has been given."""
    match = NAMED.fullmatch(player)
    return match[2] if match else player


def label(player: str) -> str:
    """Return what a player is called in tables: his name, or all that was typed."""
    match = NAMED.fullmatch(player)
    return match[1] if match else player


def hint(player: str) -> str:
    """Return what may have been meant by a command that cannot be started."""
    near = get_close_matches(player, KNOWN, 1)
    return f"; did you mean '{near[0]}'?" if near else f"; {EXPECTED}"


def version_of(player: str) -> str:
    """Return the version of an ending's program; raises WrongUse."""
    version = QUEEN if player == QUEEN else player.partition(":")[2] or DEFAULT
    if version not in TITLES or (version == QUEEN and player != QUEEN):
        versions = ", ".join(f"rook:{each}" for each in TITLES if each != QUEEN)
        raise WrongUse(f"'{player}' is not a player: expected {versions} or {QUEEN}")
    return version


def depth_of(player: str, default: int, depths: range) -> int:
    """Return how many moves the 704's program looks ahead; raises WrongUse."""
    text = player.partition(":")[2] or str(default)
    if not text.isdecimal() or int(text) not in depths:
        raise WrongUse(f"'{player}' is not a player: expected {SAMUEL}:{depths[0]} to {SAMUEL}:{depths[-1]}")
    return int(text)
