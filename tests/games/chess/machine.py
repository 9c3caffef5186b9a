"""The chess program on a bare 704: positions in; tables, scores and moves out."""

from __future__ import annotations

from functools import cache

from host.machines.ibm704.calls import Bare704
from tests.games.chess.model import MACHINE, MINUS, Position
from tests.games.chess.questions import Options
from tests.games.chess.tree import Choice

RIGHTS = {(0, 1): 1, (0, -1): 2, (1, 1): 4, (1, -1): 8}  # bits of CASTLE
SWITCHES = ("FACTOR", "MOST", "PLIES", "KSIDE", "FILES1", "SELECT", "PRUNE")


class Chess(Bare704):
    """A 704 with the program."""

    def __init__(self) -> None:
        super().__init__("chess")
        self.call("PREPAR")

    def place(self, position: Position) -> None:
        """Put a position into storage."""
        self.put("TA1", *position.ta1)
        self.put("TURN", MINUS * (position.to_move != MACHINE))
        self.put("WHITE", MINUS * (position.white != MACHINE))
        self.put("CASTLE", sum(RIGHTS[right] for right in position.rights))
        self.put("PASSED", MINUS if position.passed is None else position.passed)
        self.put("PLY", 0)

    def options(self, options: Options) -> None:
        """Set the words that choose between readings of the papers."""
        values = (
            options.factor, options.most, options.plies, options.kings_side, options.files_first, options.selective,
            options.pruned,
        )  # fmt: skip
        for name, value in zip(SWITCHES, values, strict=True):
            self.put(name, int(value))

    def table(self, name: str, size: int) -> list[int]:
        """Return some words of storage."""
        return self.words(self.address(name), size)

    def tables(self, position: Position) -> tuple[list[int], list[int], list[int]]:
        """Return TA2, TA31 and TA32 of a position."""
        self.place(position)
        self.cycles = self.call("TABLES")
        return self.table("TA2", 32), self.table("TA31", 512), self.table("TA32", 512)

    def score(self) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Return the terms of both sides and the ratio, after `tables`."""
        self.cycles = self.call("SCORE")
        terms = self.table("TERMS", 8)
        return tuple(terms[:4]), tuple(terms[4:]), self.get("RATIO")

    def listed(self) -> tuple[list[int], list[int]]:
        """Return the words of the legal moves and of castling, after `tables`."""
        self.cycles = self.call("LISTED")
        found = []
        for name in ("MLIST", "CLIST"):
            words = self.table(name, 220 if name == "MLIST" else 3)
            found.append(words[: words.index(0)])
        return found[0], found[1]

    def plausible(self) -> list[tuple[int, int]]:
        """Return the plausible moves and their questions, after `tables`."""
        self.cycles = self.call("ASK")
        count = self.get("NPLAU")
        return list(zip(self.table("PLAUS", count), self.table("ASKED", count), strict=True))

    def search(self, position: Position) -> tuple[int, int, int, list[tuple[int, int, int | None]]]:
        """Return the best move, its score, how many positions were made, and all moves with question and score."""
        self.place(position)
        self.cycles = self.call("SEARCH")
        count = self.get("NPLAUS")
        scores = [None if each & MINUS else each for each in self.table("SCORES", count)]
        choices = list(zip(self.table("PLAUS", count), self.table("ASKED", count), scores, strict=True))
        return self.get("BEST"), self.get("VALUE"), self.get("POSNS"), choices


def words_of(choices: list[Choice]) -> list[tuple[int, int, int | None]]:
    """Return the model's choices as the machine gives them."""
    return [(move.word, question, score) for move, question, score in choices]


@cache
def machine() -> Chess:
    """Return the machine that tests share."""
    return Chess()
