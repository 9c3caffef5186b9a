"""Matches: the players that were named on the command line decide which workload it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.experiments.sweeps import checkers, endings, match_go
from host.experiments.sweeps.contest import CHECKERS, ENDINGS, GO, game_of
from host.experiments.sweeps.sweep import sweep
from host.experiments.sweeps.workload import Parameters, Workload, WrongUse


class Game(NamedTuple):
    """A game that is played in matches."""

    workload: Workload
    probe: Callable[[Parameters], None] = lambda parameters: None  # tries the other programs out; raises WrongUse
    records: str = ""  # the option that writes each game into a folder


GAMES = {
    GO: Game(match_go.MATCH_GO, match_go.probe, "sgf"),
    CHECKERS: Game(checkers.MATCH_CHECKERS, checkers.probe, "pdn"),
    ENDINGS: Game(endings.MATCH_ENDINGS),
}


def match(
    players: Sequence[str],
    options: Mapping[str, Any],
    output: Path | None = None,
    *,
    folders: Mapping[str, Path],
    scheduler: str | None = None,
    **others: Any,
) -> int:
    """Let players play; return the exit status. Raises WrongUse before the first game, otherwise what `sweep` raises.

    `folders`: option of a kind of record -> where the games go. On a cluster other programs are not tried out first:
    they may be on its computers only.
    """
    name = game_of(players)
    game = GAMES[name]
    understood = [*list(game.workload.defaults)[1:], *filter(None, [game.records])]  # the first option is the players
    for each in (*options, *folders):
        if each not in understood:
            has = ", ".join(f"--{option.replace('_', '-')}" for option in understood)
            raise WrongUse(f"a match in {name} has no option --{each.replace('_', '-')}: it has {has}")
    wanted = {"players": list(players), **options}
    if not scheduler:
        game.probe(game.workload.plan(wanted).parameters)
    return sweep(game.workload.name, wanted, output, sgf=folders.get(game.records), scheduler=scheduler, **others)
