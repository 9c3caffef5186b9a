"""`ironboard go nps zobrist`: two programs play each other, each on a machine of its own, and one can look on."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import storage
from host.games.go import sgf
from host.games.go.commands import recorded, score
from host.games.go.diagrams import beside
from host.games.go.explanation import readable
from host.games.go.play import drawn, move_line, over
from host.games.go.programs import PROGRAMS, USUAL, Setup, checked, game_of
from host.games.go.rules import Colour

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, and how."""

    black: str
    white: str
    setup: Setup = USUAL
    handicap: int = 0
    komi: float = 0.0
    moves: int | None = None  # after which the game is broken off
    verbose: bool = False
    file: Path | None = None
    overwrite: bool = False
    ascii: bool = False


def watch(pairing: Pairing) -> int:
    """Let two programs play; return the exit status."""
    match = Match(pairing)
    match.save(pairing.overwrite)
    try:
        match.play()
    finally:
        match.save(overwrite=True)
    return 0


class Match:
    """A game between two programs. Both machines have all of it; black's is the one that is written down."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        names = {BLACK: pairing.black, WHITE: pairing.white}
        self.entries = {colour: PROGRAMS[name] for colour, name in names.items()}
        for colour, entry in self.entries.items():
            if colour not in entry.colours:
                raise IronboardError(f"{entry.title} has the {colour.other.value} stones, always: name it first")
        sizes = [each for each in self.entries[BLACK].sizes if each in self.entries[WHITE].sizes]
        size = pairing.setup.size or sizes[0]
        setups = {
            colour: pairing.setup._replace(
                size=size,
                seed=pairing.setup.seed if entry.seeded else 0,
                templates=pairing.setup.templates if entry.templates else None,
            )
            for colour, entry in self.entries.items()
        }
        for colour, name in names.items():
            checked(name, setups[colour])
        self.games = {colour: game_of(name, setups[colour]) for colour, name in names.items()}
        stones = self.games[BLACK].new_game(pairing.handicap)
        self.games[WHITE].begin(stones)
        handicapped = pairing.handicap or len(self.entries[BLACK].colours) == 1
        self.first = WHITE if handicapped else BLACK
        self.answers = dict.fromkeys(Colour, 0)  # cycles

    def play(self) -> None:
        """Play to the end; show the moves, and the boards on the way with `verbose` or at a terminal."""
        game, colour = self.games[BLACK], self.first
        limit = self.pairing.moves or 2 * game.size**2
        black, white = (f"{self.entries[each].title}, {self.entries[each].machine}" for each in (BLACK, WHITE))
        print(f"Black: {black}. White: {white}. {game.size} by {game.size}.", flush=True)
        while not over(game) and len(game.line.moves) < limit:
            self.move(colour)
            colour = colour.other
        if not self.shows:
            print("\n".join(drawn(game, ascii=self.pairing.ascii)))
        self.tell_result(broken_off=not over(game))

    @property
    def shows(self) -> bool:
        """Whether the board is shown after each move."""
        return self.pairing.verbose or sys.stdout.isatty()

    def move(self, colour: Colour) -> None:
        """Let a side move, and the other one know."""
        own = self.games[colour]
        move = own.answer(colour)
        self.games[colour.other].play(colour, move)
        told = own.told
        assert told is not None
        self.answers[colour] += told.cycles
        clock = own.program.machine.clock
        print(move_line(len(own.line.moves), colour, told, own.size, clock), flush=True)
        if self.shows:
            board = drawn(own, ascii=self.pairing.ascii)
            said = readable(told.lines, own.size) if self.pairing.verbose else []
            print("\n".join(beside(board, said)), flush=True)

    def tell_result(self, broken_off: bool) -> None:
        """Say how the game has ended, and how long both have thought."""
        why = f"Broken off after {len(self.games[BLACK].line.moves)} moves" if broken_off else "Both have passed"
        spent = [
            f"{self.entries[each].title} {self.answers[each] / self.games[each].program.machine.clock:.1f} s"
            for each in (BLACK, WHITE)
        ]
        print(f"{why}: {score(self.games[BLACK].position, self.pairing.komi)}. Machines: {', '.join(spent)}.")

    def save(self, overwrite: bool) -> None:
        """Write the game to a file, if one is wanted."""
        if self.pairing.file is None:
            return
        black, white = self.games[BLACK], self.games[WHITE]
        names = {each: f"{self.entries[each].title}, {self.entries[each].machine}" for each in Colour}
        result = score(black.position, self.pairing.komi) if over(black) else ""
        record = recorded(black, self.pairing.komi, names, result)
        comments = {**recorded(white, 0, {}).comments, **record.comments}
        storage.write_all(self.pairing.file, sgf.written(replace(record, comments=comments)), overwrite)
