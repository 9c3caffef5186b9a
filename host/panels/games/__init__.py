"""Additions of programs to the panels of their machines: boards to click, possible actions. A module for each.

A module has GAMES. Nothing else has to know of it: they are found by walking this folder. listed.py is the list of all
games that have a page.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from host.ui.parts import Game

WITHOUT_GAMES = ("listed", "files", "notes", "lines", "endings", "checkers_rules")


@cache
def games() -> list[Game]:
    """Return all of them; those that name their programs first."""
    found = [
        game
        for _, name, _ in pkgutil.iter_modules(__path__)
        if name not in WITHOUT_GAMES
        for game in import_module(f"{__name__}.{name}").GAMES
    ]
    return sorted(found, key=lambda game: not game.programs)


def find(program: str | None, symbols: Mapping[str, int]) -> Game | None:
    """Return the additions of a program, by its name (in the manifest, or a file's without the suffix) and its symbols.

    A game that names no programs is for all that have its symbols.
    """
    return next(
        (
            game
            for game in games()
            if all(name in symbols for name in game.symbols) and (program in game.programs or not game.programs)
        ),
        None,
    )
