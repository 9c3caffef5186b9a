"""How well does Pitrat's program play go-moku? Games on the 6600, 15 by 15; the table of docs/cdc6600/pitrat.md.

    python docs/studies/gomoku_strength.py blocker [--games 100]   against an opponent that stops fours and open threes
    python docs/studies/gomoku_strength.py itself [--games 400]    against itself without later threats
    python docs/studies/gomoku_strength.py itself --model          the same by the model, which plays the same
    python docs/studies/gomoku_strength.py blocker itself --store  only store what the journals have

Two random men come first; of each two games with the same beginning each player begins one. The opponent completes a
five; else it stops a five; else, if the other side could make a row of four that two men complete, it takes the square
of such a row; of several squares a random one, and a random neighbour of any man if there is none.

The model is tests/games/pitrat/playing.py. A journal has a line for each game; seconds are CPU time. Interrupted, a
match goes on from its journal. --store writes docs/cdc6600/gomoku-strength.json, which says how many games of the model
the 6600 has played, too, with the same moves.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from host.formats import storage
from host.games.pitrat.position import Man, Position, Square
from host.games.pitrat.program import Found, Line, Pitrat
from host.games.pitrat.rules import read
from host.machines.cdc6600.machine import Cdc6600

sys.path.append(str(Path(__file__).resolve().parents[2]))

from tests.games.pitrat.playing import Gomoku

CHECKOUT = Path(__file__).resolve().parents[2]

STORED = CHECKOUT / "docs" / "cdc6600" / "gomoku-strength.json"
RULES, SIZE, FIVE = "gomoku15", 15, 5
GAMES = {"blocker": 100, "itself": 400}
WEIGHT, SITUATIONS, MODIFICATIONS = 100, 60, 2  # as in `ironboard pitrat play`
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Row = frozenset[Square]
Men = dict[Square, int]  # square -> player


def rows() -> list[Row]:
    """Return the rows of five squares."""
    found = []
    for x in range(1, SIZE + 1):
        for y in range(1, SIZE + 1):
            for across, up in DIRECTIONS:
                squares = [(x + k * across, y + k * up) for k in range(FIVE)]
                if all(1 <= number <= SIZE for number in squares[-1]):
                    found.append(frozenset(squares))
    return found


ROWS = rows()


def lacking(men: Men, player: int, count: int) -> list[set[Square]]:
    """Return, for each row of a player that the other one has not touched and that lacks some men, their squares."""
    own = {square for square, owner in men.items() if owner == player}
    return [set(row - own) for row in ROWS if len(row - own) == count and not any(each in men for each in row - own)]


def completing(men: Men, player: int) -> set[Square]:
    """Return the squares where a player completes a five."""
    return set().union(*lacking(men, player, 1))


def won(men: Men, player: int) -> bool:
    """Return whether a player has five men in a row."""
    return bool(lacking(men, player, 0))


def opening(men: Men, player: int) -> set[Square]:
    """Return the squares where a player makes a row of four that two men complete."""
    squares = set().union(*lacking(men, player, 2))
    return {each for each in squares if len(completing(men | {each: player}, player)) > 1}


def neighbours(men: Men) -> set[Square]:
    """Return the free squares beside men."""
    near = {(x + across, y + up) for x, y in men for across in (-1, 0, 1) for up in (-1, 0, 1)}
    return {each for each in near - men.keys() if all(1 <= number <= SIZE for number in each)}


class Move(NamedTuple):
    """A move of a player, and its costs."""

    square: Square
    situations: int = 0
    seconds: float = 0  # of the host
    cycles: int = 0  # of the 6600


Player = Callable[[Men, int, random.Random], Move]


def blocker(men: Men, player: int, rng: random.Random) -> Move:
    """Return the opponent's move."""
    for squares in (completing(men, player), completing(men, 3 - player), opening(men, 3 - player)):
        if squares:
            return Move(rng.choice(sorted(squares)))
    return Move(rng.choice(sorted(neighbours(men))))


class Machine:
    """Pitrat's program, with later threats or without."""

    def __init__(self) -> None:
        self.pitrat = Pitrat(read(RULES))
        self.start = self.pitrat.rules.start()

    def asked(self, position: Position, later: bool) -> Move:
        """Return the program's move."""
        begun, cycles, found = time.process_time(), self.pitrat.cycles, None
        commands = [f"LATER {int(later)}", f"CHOOSE {WEIGHT} {SITUATIONS}"]
        situations = 0
        for item in self.pitrat.work(position, commands, MODIFICATIONS):
            if isinstance(item, Found):
                found = item
            elif isinstance(item, Line):
                situations = item.numbers[1]
        if found is None:
            raise IronboardError("the program has no move")
        seconds = time.process_time() - begun
        return Move(found.submoves[0].squares[0], situations, seconds, self.pitrat.cycles - cycles)

    def position(self, men: Men, player: int) -> Position:
        """Return the position of the program."""
        return replace(self.start, men={square: Man(owner, 1) for square, owner in men.items()}, player=player)

    def player(self, later: bool) -> Player:
        """Return the program as a player."""
        return lambda men, player, rng: self.asked(self.position(men, player), later)


class Model:
    """The model of it."""

    def player(self, later: bool) -> Player:
        """Return it as a player."""

        def move(men: Men, player: int, rng: random.Random) -> Move:
            numbers = {(y - 1) * SIZE + x - 1: owner for (x, y), owner in men.items()}
            chosen = Gomoku(numbers, player, SIZE, SITUATIONS).choose(later)
            return Move((chosen.square % SIZE + 1, chosen.square // SIZE + 1), chosen.situations)

        return move


@dataclass
class Game:
    """A game: who has won, and what each move of the first of both opponents has cost."""

    winner: int = 0  # 1 or 2; 0: drawn
    squares: list[Square] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)


def played(players: tuple[Player, Player], rng: random.Random) -> Game:
    """Return a game; two random men have been put on the board before."""
    first = rng.sample([(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)], 2)
    men: Men = {square: player for player, square in enumerate(first, 1)}
    game, player = Game(squares=list(first)), 1
    while len(men) < SIZE * SIZE and not game.winner:
        move = players[player - 1](men, player, rng)
        if move.square in men:
            raise IronboardError(f"{move.square} is taken")
        men[move.square] = player
        game.squares.append(move.square)
        game.moves.append(move)
        game.winner = player * won(men, player)
        player = 3 - player
    return game


def row(machine: Machine | Model, match: str, number: int) -> dict[str, Any]:
    """Play a game of a match; return its line of the journal."""
    other = blocker if match == "blocker" else machine.player(later=False)
    mine, side = machine.player(later=True), 1 + number % 2
    game = played((mine, other) if side == 1 else (other, mine), random.Random(f"{match} {number // 2}"))
    own = game.moves[side - 1 :: 2]
    return {
        "game": number,
        "side": side,
        "result": "drawn" if not game.winner else "won" if game.winner == side else "lost",
        "plies": len(game.squares),
        "situations": [each.situations for each in own],
        "seconds": round(max(each.seconds for each in own), 2),
        "cycles": max(each.cycles for each in own),
        "squares": " ".join(f"{x},{y}" for x, y in game.squares),
    }


def lines(path: Path) -> list[dict[str, Any]]:
    """Return the games of a journal; a line that was cut off is left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return found


def match(name: str, games: int, journal: Path, model: bool = False) -> Iterator[dict[str, Any]]:
    """Play the games that a journal does not have yet, and yield them."""
    known = lines(journal)
    journal.write_text("".join(f"{json.dumps(each)}\n" for each in known), encoding="utf-8")
    machine = Model() if model else Machine()
    for number in range(len(known), games):
        played = row(machine, name, number)
        with journal.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(played)}\n")
        yield played


def summary(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what a match has come to."""
    results = [each["result"] for each in found]
    counts = {word: results.count(word) for word in ("won", "lost", "drawn")}
    points = [{"won": 1.0, "lost": 0.0, "drawn": 0.5}[each] for each in results]
    mean = sum(points) / len(points)
    error = math.sqrt(sum((each - mean) ** 2 for each in points) / max(len(points) - 1, 1) / len(points))
    situations = [each for game in found for each in game["situations"]]
    return {
        "games": len(found),
        **counts,
        "points": round(100 * mean, 1),  # per cent; a draw is half a point
        "standard error": round(100 * error, 1),
        "plies": round(sum(each["plies"] for each in found) / len(found), 1),
        "situations a move": round(sum(situations) / len(situations), 1),
        "most situations": max(situations),
    } | (
        {}
        if not found[0]["cycles"]
        else {
            "most seconds of the host": max(each["seconds"] for each in found),
            "most seconds of the 6600": round(max(each["cycles"] for each in found) / Cdc6600.clock, 1),
        }
    )


def both(found: list[dict[str, Any]], others: list[dict[str, Any]]) -> int:
    """Return how many games two journals have; raise an error if one of them is not the same in both."""
    pairs = [*zip(found, others, strict=False)]
    for one, other in pairs:
        if any(one[each] != other[each] for each in ("squares", "situations")):
            raise IronboardError(f"game {one['game']} is not the same in both journals")
    return len(pairs)


def main() -> None:
    """Play, or store."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", nargs="+", choices=GAMES)
    parser.add_argument("--games", type=int, help="how many (default: 100, 400)")
    parser.add_argument("--model", action="store_true", help="without the 6600")
    parser.add_argument("--journals", type=Path, default=Path("gomoku-strength"), help="their folder (%(default)s)")
    parser.add_argument("--store", action="store_true", help="play nothing, store what the journals have by now")
    options = parser.parse_args()
    options.journals.mkdir(parents=True, exist_ok=True)
    if options.store:
        stored = {name: results(options.journals, name) for name in options.matches}
        storage.write_text(STORED, f"{json.dumps(stored, indent=2)}\n", overwrite=True)
        print("\n".join(table()))
        return
    for name in options.matches:
        journal = options.journals / f"{name}{'-model' * options.model}.jsonl"
        for played in match(name, options.games or GAMES[name], journal, options.model):
            print(f"{name} {played['game'] + 1}: {played['result']}, {played['plies']} plies", flush=True)
        print(f"{name}: {summary(lines(journal))}")


def results(journals: Path, name: str) -> dict[str, Any]:
    """Return what a match has come to: the games of the model, if there are any, and those of the 6600."""
    machine, model = (lines(journals / f"{name}{each}.jsonl") for each in ("", "-model"))
    found = {"6600": summary(machine)} if machine else {}
    return found | ({"model": summary(model) | {"also played on the 6600": both(machine, model)}} if model else {})


TITLES = {"blocker": "this opponent", "itself": "itself without later threats"}


def table() -> Iterator[str]:
    """Yield the table of docs/cdc6600/pitrat.md from what is stored."""
    yield "| opponent | played by | games | won | lost | drawn | points | situations of a move, mean and most |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, match in json.loads(STORED.read_text(encoding="utf-8")).items():
        for player, found in match.items():
            where = "the 6600" if player == "6600" else "the model"
            counts = " | ".join(str(found[each]) for each in ("games", "won", "lost", "drawn"))
            points = f"{found['points']} % ± {found['standard error']}"
            situations = f"{found['situations a move']:.0f}, {found['most situations']:,}"
            yield f"| {TITLES[name]} | {where} | {counts} | {points} | {situations} |"


if __name__ == "__main__":
    main()
