"""The 6600's programs for two-move mates, as one uses them at the machine: cards in, lines of OUTPUT out.

The programs are asm/cdc6600/mates.compass and asm/cdc6600/mates.alg, which do the same. They are believed nothing:
`verdicts` has the rules' opinion of every key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host.cdc6600 import Cdc6600, find_program
from host.games.mates import cards
from host.games.mates.position import SIZE, Men, Move, Rights, numbered
from host.games.mates.rules import Verdict, verdict
from host.games.program6600 import ProgramFault, work

Language = Literal["compass", "algol"]

PROGRAM = "mates"  # of the manifest, and of the source in ALGOL
ALGOL_SEARCH = "search"  # a procedure: what the other program takes the time of
ALGOL_END = "STOP"  # a card: ALGOL has no way to find out that there is none left
KEY = re.compile(r"KEY +([A-H][1-8])-([A-H][1-8])(?:=([QRBN]))?")
COUNTER = re.compile(r"([A-Z ]+?) +([0-9]+)")
NO_KEY = "NO MATE IN TWO"
IN_CHECK = "BLACK IS IN CHECK"
CLOCK_NAME = "MILLISECONDS"
NAMES = ("LISTMOVES", "MAKEMOVE", "MEN MOVED", "LIST USED", CLOCK_NAME)


class Solution(NamedTuple):
    """What the program says of a problem."""

    keys: tuple[Move, ...]
    listmoves: int
    makemove: int
    men_moved: int
    list_used: int  # elements of the list of moves
    milliseconds: int  # of the search, by the machine's clock
    cycles: int  # of everything, cards and printing included
    instructions: int

    @property
    def counters(self) -> list[int]:
        """Calls of listmoves and makemove, men moved, elements of the list."""
        return [self.listmoves, self.makemove, self.men_moved, self.list_used]

    def verdicts(self, men: Men, rights: Rights, full: bool = False) -> list[Verdict]:
        """Return what its keys lead to by the rules; `full`: it has considered castling and captures en passant.

        If it has not, a key that they refute is REFUTED.
        """
        with_all = [verdict(men, key, rights) for key in self.keys]
        if full:
            return with_all
        plain = [verdict(men, key) for key in self.keys]
        refuted = [(before, after) == (Verdict.MATE_IN_TWO, Verdict.NOTHING)
                   for before, after in zip(plain, with_all, strict=True)]  # fmt: skip
        return [Verdict.REFUTED if bad else before for bad, before in zip(refuted, plain, strict=True)]


class MatesProgram:
    """The program in COMPASS, for one problem after the other."""

    def __init__(self, core: Core = "compiled") -> None:
        self.image, self.core = find_program(PROGRAM), core

    def job(self, deck: Sequence[str]) -> tuple[list[str], Cdc6600]:
        """Let it read cards; return what it prints, and the machine behind its end."""
        return work(self.image, deck, self.core)

    def solve(self, men: Men, every: bool = False, printed: bool = False, full: Rights | None = None) -> Solution:
        """Let it solve a problem. `every`: it looks for all keys; `printed`: with the book's faults.

        `full`: with castling and captures en passant, of which these are there from the beginning.

        Raises IronboardError where White could capture the king.
        """
        lines, machine = self.job(cards.deck(men, every, printed, full))
        found = lines[SIZE + 1 :]  # behind the board
        if found[0].startswith(IN_CHECK):
            raise IronboardError("Black is in check, and it is White who moves")
        keys = [key_of(line) for line in found[: -len(NAMES)] if line != NO_KEY]
        listmoves, makemove, moved, used, milliseconds = map(number_of, NAMES, found[-len(NAMES) :])
        instructions = machine.instructions
        return Solution(tuple(keys), listmoves, makemove, moved, used, milliseconds, machine.cycles, instructions)


class AlgolMates(MatesProgram):
    """The program in ALGOL. ALGOL has no clock: the line with the milliseconds is written here."""

    def __init__(self, core: Core = "compiled", *, checks: bool = True) -> None:
        from host.games.program6600 import AlgolProgram  # the compiler takes as long to import as the rest together

        self.program = AlgolProgram(PROGRAM, core, checks=checks)

    def job(self, deck: Sequence[str]) -> tuple[list[str], Cdc6600]:
        """Let it read cards; return what it prints, the time of the last search, and the machine behind its end."""
        done = self.program.work([*deck, ALGOL_END], ALGOL_SEARCH)
        milliseconds = round(1000 * done.cycles[-1] / Cdc6600.clock) if done.cycles else 0
        return [*done.printed, f"{CLOCK_NAME} {milliseconds}"], done.machine


def program_in(language: Language, core: Core = "compiled") -> MatesProgram:
    """Return the program in a language."""
    return AlgolMates(core) if language == "algol" else MatesProgram(core)


def key_of(line: str) -> Move:
    """Return a key that the program has printed."""
    match = KEY.fullmatch(line.rstrip())
    if match is None:
        raise ProgramFault(f"the program prints '{line}' instead of a key")
    return Move(numbered(match[1].lower()), numbered(match[2].lower()), match[3] or "")


def number_of(name: str, line: str) -> int:
    """Return a counter that the program has printed."""
    match = COUNTER.fullmatch(line.rstrip())
    if match is None or match[1] != name:
        raise ProgramFault(f"the program prints '{line}' instead of {name}")
    return int(match[2])
