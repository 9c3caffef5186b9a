"""`ironboard checkers --book`: the 704's program rates the moves of games that others played.

Samuel's measure of a polynomial: of each move of a game, how many of the other moves does the program rate lower, and
how many higher? (L - H) / (L + H), summed over a game, is 1 if the moves made are the best ones everywhere, 0 if they
are as good as any. The program rates, counts and divides (asm/ibm704/book.sap); this module feeds it cards, and checks
the printed results against the rules and against sums of its own.

Source: A. L. Samuel, Some Studies in Machine Learning Using the Game of Checkers, footnote 16.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError, SourceErrors
from emulators.processor import Core
from host.games.boards import ProgramFault
from host.games.checkers import pdn
from host.games.checkers.learning import Learner, read
from host.games.checkers.program import CheckersProgram
from host.games.checkers.rules import Move, Position
from host.streams import warn

BOOK = re.compile(r"MOVES +([0-9]+) +LOWER +([0-9]+) +HIGHER +([0-9]+)")
TOTAL = re.compile(r"(GAME|ALL) +LOWER +([0-9]+) +HIGHER +([0-9]+)(?: +THOUSANDTHS +(-?[0-9]+))?")


class Ratings(NamedTuple):
    """How many moves the program has rated below those of the book, and how many above."""

    lower: int = 0
    higher: int = 0

    def __str__(self) -> str:
        value = self.coefficient
        said = "no coefficient" if value is None else f"coefficient {value:.3f}"
        return f"{self.lower:,} rated lower, {self.higher:,} higher: {said}"

    @property
    def coefficient(self) -> float | None:
        """(L - H) / (L + H) in thousandths; None if there is nothing to divide."""
        total = self.lower + self.higher
        if not total:
            return None
        size = (2000 * abs(self.lower - self.higher) + total) // (2 * total)  # as the program rounds
        return (size if self.lower >= self.higher else -size) / 1000

    def plus(self, other: Ratings) -> Ratings:
        """Return the sums of both."""
        return Ratings(self.lower + other.lower, self.higher + other.higher)


def rate_move(program: CheckersProgram, move: Move, before: Position) -> Ratings:
    """Have the program rate all moves of the position on its board, and make this one."""
    lines = program.make("BOOK", move, before)
    found = BOOK.fullmatch(lines[0]) if len(lines) == 1 else None
    if found is None:
        raise ProgramFault(f"the program prints {' / '.join(lines) or 'nothing'} instead of ratings in {before.fen}")
    count, lower, higher = map(int, found.groups())
    if count != len(before.legal_moves()) or lower + higher >= count:
        raise ProgramFault(f"the program says '{lines[0]}' in {before.fen}")
    return Ratings(lower, higher)


def rate_games(program: CheckersProgram, games: Iterable[pdn.Record]) -> Iterator[tuple[Ratings, Ratings]]:
    """Yield the ratings of each game, and of all games so far."""
    total = Ratings()
    for game in games:
        program.set_up(game.start)
        found = Ratings()
        for before, move in zip(game.positions, game.moves, strict=False):
            found = found.plus(rate_move(program, move, before))
        total = total.plus(found)
        check(program.feed("TOTAL").lines, found, total)
        yield found, total


def check(lines: list[str], *expected: Ratings) -> None:
    """Compare the program's sums with ours."""
    matches = [found for line in lines if (found := TOTAL.fullmatch(line))]
    said = [(int(found[2]), int(found[3]), found[4]) for found in matches]
    wanted = [(*each, None if each.coefficient is None else str(round(each.coefficient * 1000))) for each in expected]
    if [found[1] for found in matches] != ["GAME", "ALL"] or said != wanted:
        raise ProgramFault(f"the program adds up to {' / '.join(lines)}: expected {' / '.join(map(str, expected))}")


def report(path: Path, depth: int, memory: Path | None, core: Core) -> None:
    """Print the program's ratings of each game of a file, and of all of them. Raises the errors of reading the files.

    A game that is wrong is skipped, and told on standard error; SourceErrors if all are.

    `memory`: the file with what the program has learned; without one it uses its first polynomial.
    """
    games, skipped = pdn.collection(path)
    if not games and skipped:
        raise SourceErrors([each.error for each in skipped])
    for each in skipped:
        warn(each)
    program = CheckersProgram(core)
    if memory is not None:
        Learner(program).restore(read(memory))
    program.look_ahead(depth)
    program.prune(on=True)  # which changes no count
    if not games:
        raise IronboardError(f"{path} has no games")
    if skipped:
        warn(f"{len(skipped):,} of {len(games) + len(skipped):,} games are skipped")
    ratings = rate_games(program, games)
    for number, game in enumerate(games, 1):
        found, total = next(ratings)
        print(f"{number}. {name(game)}, {len(game.moves)} moves: {found}", flush=True)
        if number == len(games) > 1:
            print(f"all {number:,} games: {total}")


def name(game: pdn.Record) -> str:
    """Return who played, Black first, who begins."""
    return " - ".join(game.tags.get(side, "?") for side in ("Black", "White"))
