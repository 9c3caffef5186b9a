"""What is each part of Zobrist's Go program worth? The tables of docs/cdc6600/zobrist.md, played by the model.

    python docs/studies/zobrist_worth.py self [--games 100] [--only WORD]  variants against the deck, 19 by 19
    python docs/studies/zobrist_worth.py self --rival NAME                 against another variant
    python docs/studies/zobrist_worth.py wally 9 13 [--games 60]           the same, giving Wally stones, 15 by 15
    python docs/studies/zobrist_worth.py nps [--games 20]                  against the model of the thesis' program
    python docs/studies/zobrist_worth.py screen [--games 3000]             templates in or out at random, regression

The player is tests/games/go/zobrist/model.py, which moves as the program on the 6600 does, about a second a game and
side. All stones are counted as they stand at two passes. Wally and the thesis' program are models, too, from the folder
`shared` beside the checkout (or IRONBOARD_SHARED). Games are decided by their number, so that a table can be repeated.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import numpy as np

CHECKOUT = Path(__file__).resolve().parents[2]
MODELS = Path(os.environ.get("IRONBOARD_SHARED") or CHECKOUT.parent / "shared") / "models"
sys.path.append(str(CHECKOUT))

from tests.games.go.zobrist import model  # noqa: E402 (after the path)
from tests.games.go.zobrist.model import Board, Deck, Template, Zobrist, bit, node, parts, singles  # noqa: E402

LONGEST = {19: 600, 15: 300}  # plies
PILOT = CHECKOUT / "tests" / "games" / "go" / "zobrist" / "pilot.templates"
SEEDS = {"self": 400_000, "wally": 9_000, "nps": 500_000, "screen": 51}


def deck_of(path: Path) -> Deck:
    """Return the deck of a file."""
    return model.read_cards(path.read_text(encoding="ascii"))


def thinned(deck: Deck, leave_out: Callable[[Template], bool]) -> Deck:
    """Return a deck without some templates."""
    return Deck(deck.stages, deck.least, tuple(each for each in deck.templates if not leave_out(each)))


def reweighed(deck: Deck, weights: Callable[[Template], tuple[int, int, int]], plus: bool = True) -> Deck:
    """Return a deck with other weights."""
    changed = (replace(each, weights=weights(each), plus=each.plus * plus) for each in deck.templates)
    return Deck(deck.stages, deck.least, tuple(changed))


def named(*starts: str) -> Callable[[Template], bool]:
    """Return whether a template's name starts so."""
    return lambda template: template.name.startswith(starts)


def sees_domains(template: Template) -> bool:
    """Return whether a template looks at the influence."""
    return bool(set("+-") & set(template.grid))


def variants() -> dict[str, tuple[Deck, int]]:
    """Return decks by name, and how deep the reader goes with them."""
    whole, pilot, tactics = deck_of(model.CARDS), deck_of(PILOT), named("T0", "T9")
    decks = {
        "whole deck": whole,
        "without T0, T9 (capture, escape, races)": thinned(whole, tactics),
        "without T1 (connect, cut)": thinned(whole, named("T1")),
        "without T2 (contact)": thinned(whole, named("T2")),
        "without T3 (moves in the open)": thinned(whole, named("T3")),
        "without T4, T8 (opening)": thinned(whole, named("T4", "T8")),
        "without T5 (first and second line)": thinned(whole, named("T5")),
        "without T6 (eyes)": thinned(whole, named("T6")),
        "without domains (+ and - in the grid)": thinned(whole, sees_domains),
        "without deterrents (no positive weight)": thinned(whole, lambda each: max(each.weights) <= 0),
        "early weights throughout": reweighed(whole, lambda each: (each.weights[0],) * 3),
        "middle weights throughout": reweighed(whole, lambda each: (each.weights[1],) * 3),
        "late weights throughout": reweighed(whole, lambda each: (each.weights[2],) * 3),
        "all weights 10, 0 or -10": reweighed(whole, lambda each: tuple(10 * np.sign(each.weights)), plus=False),
        "domains only": thinned(whole, lambda each: not sees_domains(each)),
        "T0, T9 only": thinned(whole, lambda each: not tactics(each)),
        "the pilot's 61": pilot,
        "the pilot's 61 without domains": thinned(pilot, sees_domains),
    }
    result = {name: (deck, model.DEEPEST) for name, deck in decks.items()}
    return result | {"reader: chains in atari only": (whole, 1), "reader: three plies": (whole, 3)}


# --- players and games


@cache
def reference(name: str) -> ModuleType:
    """Return a model that is not part of the project."""
    found = importlib.util.spec_from_file_location(name, MODELS / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


class Player:
    """What plays a side."""

    def begin(self, board: Board) -> None:
        """Take a new game's stones, own ones first."""

    def see(self, move: int) -> None:
        """Take the other side's move; 0 is a pass."""

    def move(self, board: Board, plies: int) -> int:
        """Return a move."""
        raise NotImplementedError


class Zobrists(Player):
    """The model with a deck."""

    def __init__(self, variant: tuple[Deck, int], size: int, seed: int) -> None:
        self.player = Zobrist(variant[0], size, seed)
        self.player.reader.deepest = variant[1]

    def move(self, board: Board, plies: int) -> int:
        """Return its choice."""
        return self.player.choose(board, plies).move


class Wallys(Player):
    """The model of Wally: Black; a ko that it retakes too early is a pass."""

    def __init__(self) -> None:
        self.player = reference("wally").Wally()

    def move(self, board: Board, plies: int) -> int:
        """Return its move in a position, which is all that it knows."""
        for each in singles(board.nodes):
            row, column = node(each)
            self.player.bd[16 * row + column] = 2 if each & board.own else 1 if each & board.enemy else 0
        point = self.player.think()
        move = 0 if point is None else bit(point >> 4, point & 15)
        return 0 if move == board.ko or (move and board.after(move) is None) else move


class Theses(Player):
    """The model of the thesis' program."""

    def begin(self, board: Board) -> None:
        """Set the stones up."""
        self.player = reference("npsgo").Go()
        self.seen: tuple[int, int] | None = None
        for number, stones in ((1, board.own), (2, board.enemy)):
            for each in singles(stones):
                row, column = node(each)
                self.player.b[row][column] = number

    def see(self, move: int) -> None:
        """Put the other side's stone."""
        self.seen = node(move) if move else None
        if move:
            self.player.play(self.seen, 2)

    def move(self, board: Board, plies: int) -> int:
        """Return its answer."""
        move, self.seen = self.player.move(self.seen), None
        return bit(*move) if move else 0


def played(black: Player, white: Player, stones: tuple[int, int], size: int, plies: int = 0, longest: int = 600) -> int:
    """Play a game, Black first, and return Black's area less White's."""
    board, passes, players = Board(*stones, 0, model.BOARDS[size]), 0, (black, white)
    black.begin(board)
    white.begin(board.turned())
    turn = 0
    while passes < 2 and plies < longest:
        move = players[turn].move(board, plies)
        after = board.after(move) if move else board.turned()
        assert after is not None
        passes = 0 if move else passes + 1
        turn, plies, board = 1 - turn, plies + 1, after
        players[turn].see(move)
    return area(board if turn == 0 else board.turned())


def area(board: Board) -> int:
    """Return stones and nodes surrounded, the side to move's less the other's."""
    total = board.own.bit_count() - board.enemy.bit_count()
    for region in parts(board.nodes ^ (board.own | board.enemy)):
        own, enemy = bool(model.around(region) & board.own), bool(model.around(region) & board.enemy)
        total += region.bit_count() * (own - enemy)
    return total


def opening(number: int, size: int = 19) -> tuple[int, int]:
    """Return two random stones of each side on lines 3 to 5."""
    lines = range(1, size + 1)
    high = [(r, c) for r in lines for c in lines if 3 <= min(r, c, size + 1 - r, size + 1 - c) <= 5]
    first, second, third, fourth = (bit(*each) for each in random.Random(number).sample(high, 4))
    return first | second, third | fourth


def pairs(
    first: Callable[[int], Player], second: Callable[[int], Player], games: int, seed: int, longest: int
) -> Iterator[int]:
    """Yield by how much the first wins; each opening is played twice with colours exchanged."""
    for game in range(games):
        stones = opening(seed + game // 2)
        one, other = first(seed + game + 1), second(seed + game + 50_000)
        if game % 2 == 0:
            yield played(one, other, stones, 19, longest=longest)
        else:
            yield -played(other, one, stones, 19, longest=longest)


def against_wally(variant: tuple[Deck, int], handicap: int, games: int, seed: int) -> Iterator[int]:
    """Yield by how much a deck wins that gives Wally stones; its own first stone is at random, on line 3 or higher."""
    black = sum(bit(point >> 4, point & 15) for point in reference("wally").handicap(handicap))
    for game in range(games):
        free = [each for each in singles(model.BOARDS[15] & ~black) if all(2 < line < 14 for line in node(each))]
        white = random.Random(seed + game).choice(free)
        yield -played(Wallys(), Zobrists(variant, 15, seed + game + 1), (black, white), 15, 1, LONGEST[15])


# --- tables


def row(name: str, areas: list[int]) -> str:
    """Return a row: won (a draw is half), area with standard errors."""
    won = [(each > 0) + (each == 0) / 2 for each in areas]
    error = [statistics.stdev(each) / len(each) ** 0.5 for each in (won, areas)]
    share, mean = 100 * statistics.mean(won), statistics.mean(areas)
    return f"| {name} | {len(areas)} | {share:.0f} ± {100 * error[0]:.0f} % | {mean:+.0f} ± {error[1]:.0f} |"


def screen(games: int, seed: int) -> Iterator[str]:
    """Yield what each template is worth: both sides leave out a fifth of the deck at random, and the area is regressed.

    The worth is the difference in area between having the template and not, the others being there mostly.
    """
    deck, source = deck_of(model.CARDS), np.random.default_rng(seed)
    differences, areas = [], []
    for game in range(games):
        has = source.random((2, len(deck.templates))) < 0.8
        sides = [
            replace(deck, templates=tuple(each for each, there in zip(deck.templates, side, strict=True) if there))
            for side in has
        ]
        players = [Zobrists((side, model.DEEPEST), 19, 2 * game + n + seed * 1000) for n, side in enumerate(sides, 1)]
        areas.append(played(players[0], players[1], opening(seed * 100_000 + game), 19))
        differences.append(has[0].astype(float) - has[1])
    known = np.c_[np.ones(games), differences]
    inverse = np.linalg.inv(known.T @ known + np.diag([0.0, *[1.0] * len(deck.templates)]))
    worth = inverse @ known.T @ areas
    spread = ((areas - known @ worth) ** 2).sum() / (games - len(worth))
    errors = np.sqrt(np.diag(inverse) * spread)
    for index in np.argsort(-worth[1:]):
        template = deck.templates[index]
        yield f"| {template.name} {template.title} | {worth[index + 1]:+.1f} ± {errors[index + 1]:.1f} |"


def main() -> None:
    """Play, and print rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=SEEDS)
    parser.add_argument("handicaps", nargs="*", type=int, help="stones for Wally")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, help="of the first game; for other games than the table's")
    parser.add_argument("--only", default="", metavar="WORD", help="variants whose name contains it")
    parser.add_argument(
        "--rival", default="whole deck", choices=variants(), metavar="NAME", help="a variant (%(default)s)"
    )
    options = parser.parse_args()
    seed = SEEDS[options.table] if options.seed is None else options.seed
    if options.table == "screen":
        for line in screen(options.games, seed):
            print(line, flush=True)
        return
    chosen = {name: variant for name, variant in variants().items() if options.only in name}
    for name, variant in chosen.items():
        if options.table == "wally":
            for handicap in options.handicaps or [9]:
                areas = list(against_wally(variant, handicap, options.games, seed))
                print(row(f"{name}, {handicap} stones", areas), flush=True)
            continue
        one, rival = partial(Zobrists, variant, 19), partial(Zobrists, variants()[options.rival], 19)
        if options.table == "self":
            areas = list(pairs(one, rival, options.games, seed, LONGEST[19]))
        else:  # which does not pass in time
            areas = list(pairs(one, lambda seed: Theses(), options.games, seed, 360))
        print(row(name, areas), flush=True)


if __name__ == "__main__":
    main()
