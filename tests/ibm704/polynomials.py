"""Which polynomial plays better? `python -m tests.ibm704.polynomials 60` plays it out.

Two 704s with asm/ibm704/search.sap play with the break points of the program, by alpha and beta. Openings of four
random moves are drawn by the number of a pair of games, in which colours are changed. After 100 moves who has more
material wins. docs/ibm704/checkers.md has results.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping

from host.games.boards import Colour
from host.games.checkers import generators as names_of
from host.games.checkers.generators import WIN, Thinker
from host.games.checkers.rules import Game
from host.games.checkers.samuel import position_of, words_of
from tests.ibm704 import samuel_terms as terms

SIGN = 1 << 35
ACTIVE = 16
SEEN = WIN - 64  # a win that is seen
LIMIT, OPENING = 100, 4  # moves

POLYNOMIALS: dict[str, Mapping[str, int]] = {
    "played": names_of.PLAYED,
    "all": names_of.START_COEFFICIENTS,
    "paper": {  # Samuel's leaders after 42 games
        "MOC 2": -(2**18), "KCENT": 2**16, "MOC 4": -(2**14), "MODE 3": -(2**13), "DEMMO": -(2**11), "MOVE": 2**8,
        "ADV": -(2**8), "MODE 2": -(2**8), "BACK": -(2**6), "CNTR": 2**5, "THRET": 2**5, "MOC 3": 2**4,
    },
    "rote": {"DENY": 2**14, "MOB": -(2**12), "CENT": 2**10, "KCENT": 2**10, "ADV": 2**9},  # of his rote learning: kinds
    "pieces": {},
}  # fmt: skip


def player(polynomial: Mapping[str, int]) -> Thinker:
    """Return a 704 with a polynomial."""
    machine = Thinker()
    machine.pruned = True
    names = [*polynomial, *(name for name in names_of.TERMS if name not in polynomial)][:ACTIVE]
    coefficients = [polynomial.get(name, 0) for name in names]
    machine.put("TERMNO", *map(names_of.TERMS.index, names))
    machine.put("COEF", *(abs(each) | SIGN * (each < 0) for each in coefficients))
    machine.call("NEEDS")
    return machine


def winner(players: Mapping[Colour, Thinker], pair: int) -> Colour | None:
    """Play a game; return who wins."""
    chance, game = random.Random(pair), Game()
    for _ in range(OPENING):
        game.play(chance.choice(game.position.legal_moves()))
    while game.result is None and len(game.moves) < LIMIT:
        here = game.position
        thought = players[here.to_move].think(words_of(here), here.to_move)
        if thought.value < -SEEN:
            return here.to_move.other
        after = position_of(thought.after, here.to_move.other)
        game.play(next(move for move in here.legal_moves() if here.played(move) == after))
    if game.result is not None:
        return game.result.winner
    board = terms.Seen(game.position)
    black, white = board.material(Colour.BLACK), board.material(Colour.WHITE)
    return None if black == white else Colour.BLACK if black > white else Colour.WHITE


def match(one: str, other: str, games: int) -> tuple[int, int, int]:
    """Return the games that the first of two polynomials has won, lost and drawn."""
    first, second = player(POLYNOMIALS[one]), player(POLYNOMIALS[other])
    won = lost = 0
    for number in range(games):
        colour = (Colour.BLACK, Colour.WHITE)[number % 2]
        found = winner({colour: first, colour.other: second}, number // 2)
        won += found is colour
        lost += found is colour.other
    return won, lost, games - won - lost


if __name__ == "__main__":
    for name in POLYNOMIALS:
        if name != "pieces":
            won, lost, drawn = match(name, "pieces", int(sys.argv[1]))
            share = (won + drawn / 2) / (won + lost + drawn)
            print(
                f"{name} against piece advantage alone: {won} won, {lost} lost, {drawn} drawn: {share:.0%}", flush=True
            )
