"""The Go programs of the 6600: their moves in a game against each other, and Zobrist's influence function twice.

The game is played once; then each program is told the other's moves again, and its answers are timed. They must be
those of the game. The influence function is that of ALGOL and that of COMPASS, on the boards of the game.

Source: A thesis of the Naval Postgraduate School, about 1970; A. G. Bell, Games Playing with Computers, section 3.4.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.experiments.bench.measuring import Result, Table, Task, measure
from host.games.go.game import Move, ProgramGame
from host.games.go.influence import algol_cycles, analysed
from host.games.go.programs import game_of
from host.games.go.rules import Colour, Position

TITLE = "a 6600 plays Go: the thesis' program against the one after Zobrist"
PLAYERS = {Colour.BLACK: "nps", Colour.WHITE: "zobrist"}
PLIES = 120
STAGES = (40, 80, PLIES)  # plies up to which the moves of a line of the table were made
BOARDS = (0, 40, 80, PLIES)  # plies
COLUMNS = ("moves", "mean, ms", "longest, ms", "mean, minor cycles", "most")


def measure_go(runs: int) -> Result:
    """Let the programs play; time the answers of each."""
    players = {colour: game_of(name) for colour, name in PLAYERS.items()}
    moves, cycles, positions = game(players)
    tasks = [Task(PLAYERS[colour], answering(players[colour], colour, moves)) for colour in players]
    rows = measure(tasks, runs, Cdc6600.clock)
    tables = (times(cycles), influences([positions[plies] for plies in BOARDS]))
    return Result("go", TITLE, rows, tables=tables)


def game(players: dict[Colour, ProgramGame]) -> tuple[list[Move], list[int], list[Position]]:
    """Let both play; return the moves, the cycles of each, and the positions, the empty board first."""
    moves: list[Move] = []
    cycles, positions = [], [Position(players[Colour.BLACK].size)]
    for ply in range(PLIES):
        colour = Colour.WHITE if ply % 2 else Colour.BLACK
        moves.append(players[colour].answer(colour))
        told = players[colour].told
        cycles.append(told.cycles if told else 0)
        players[colour.other].play(colour, moves[-1])
        positions.append(players[colour].position)
    return moves, cycles, positions


def answering(player: ProgramGame, colour: Colour, moves: Sequence[Move]) -> Callable[[], int]:
    """Return what replays a game for one side: the cycles of all its answers."""

    def work() -> int:
        player.new_game()
        total = 0
        for ply, move in enumerate(moves):
            if (ply % 2 == 0) is not (colour is Colour.BLACK):
                player.play(colour.other, move)
            elif player.answer(colour) != move:
                raise IronboardError(f"move {ply + 1} of {PLAYERS[colour]} is another one than before")
            else:
                total += player.told.cycles if player.told else 0
        return total

    return work


def times(cycles: Sequence[int]) -> Table:
    """Return how long the moves of both took, in stages of the game."""
    rows = []
    for parity, name in enumerate(PLAYERS.values()):
        begun = 0
        for stage in STAGES:
            of = cycles[begun + parity : stage : 2]
            mean = statistics.fmean(of)
            rows.append((f"{name}, {begun + 1} to {stage}", len(of), ms(mean), ms(max(of)), round(mean), max(of)))
            begun = stage
    return Table("moves of a game on 19 by 19", ("plies", *COLUMNS), tuple(rows))


def influences(positions: Sequence[Position]) -> Table:
    """Return what the influence function takes in both languages."""
    rows = []
    for position in positions:
        words = analysed(position).cycles
        algol, bare = (algol_cycles(position, checks=each) for each in (True, False))
        rows.append((str(len(position.stones)), algol, bare, words, round(algol / words, 1), round(bare / words, 1)))
    columns = ("stones", "ALGOL, minor cycles", "no checks", "COMPASS", "times as fast", "no checks: times")
    return Table("Zobrist's influence function", columns, tuple(rows))


def ms(cycles: float) -> float:
    """Return the 6600's milliseconds."""
    return round(cycles * 1000 / Cdc6600.clock, 1)
