"""Mates in N on the 6600, by recursion in ALGOL 60: the program, and `ironboard mates --moves N`.

    found = RecursiveMates().solve(parse("kbK5/pp6/1P6/8/8/8/8/R7 w").men, moves=3)
    found.keys, found.lists, found.cycles

The program is asm/cdc6600/nmates.alg. Its keys are not trusted: the rules, by python-chess, have an opinion of each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.fen import SIZE, Men, Move, Problem, Rights, board_of, picture, problems
from host.games.mates import ALGOL_END, ALGOL_SEARCH, IN_CHECK, board_after, deck, key_of, number_of, written
from host.games.program6600 import CompiledProgram
from host.machines.cdc6600.machine import Cdc6600

if TYPE_CHECKING:
    import chess

PROGRAM = "nmates"
MOVES = range(1, 10)
COUNTERS = ("LISTS", "MOVES MADE", "LIST USED")
NO_KEY = re.compile(r"NO MATE IN +[1-9]")


class Found(NamedTuple):
    """What the program says of a problem."""

    keys: tuple[Move, ...]
    lists: int  # of moves
    made: int  # moves
    used: int  # elements of the lists
    cycles: int  # of the search, printing of keys included

    @property
    def seconds(self) -> float:
        """The 6600's time."""
        return self.cycles / Cdc6600.clock


class RecursiveMates:
    """A 6600 and the program. `checks`: whether subscripts are compared with their bounds."""

    def __init__(self, core: Core = "compiled", *, checks: bool = True) -> None:
        self.program = CompiledProgram(PROGRAM, core, checks=checks)

    def solve(self, men: Men, moves: int, every: bool = False) -> Found:
        """Let it look for the first key, or `every`. Raises IronboardError where White could capture the king."""
        if moves not in MOVES:
            raise IronboardError(f"the program mates in {MOVES[0]} to {MOVES[-1]} moves, not {moves}")
        done = self.program.work([*deck(men, every), f"MOVES {moves}", ALGOL_END], ALGOL_SEARCH)
        lines = [line.rstrip() for line in done.printed[SIZE + 1 :]]  # after the board
        if lines[0].startswith(IN_CHECK):
            raise IronboardError("Black is in check with White to move")
        keys = [key_of(line) for line in lines[: -len(COUNTERS)] if not NO_KEY.fullmatch(line)]
        lists, made, used = map(number_of, COUNTERS, lines[-len(COUNTERS) :])
        return Found(tuple(keys), lists, made, used, done.cycles[-1])


# ---------------------------------------------------------------- the rules' opinion


def forces(men: Men, key: Move, moves: int, rights: Rights | None = None) -> bool:
    """Return whether a first move of White's mates in that many moves at the latest, against every answer.

    Without `rights` castling and captures en passant do not exist.
    """
    import chess

    after = partial(board_after, rights=rights)

    def mates(board: chess.Board, further: int) -> bool:
        """Return whether Black, to move, cannot avoid a mate by further moves of White's."""
        answers = [*board.legal_moves]
        if not answers:
            return board.is_check()
        return further > 0 and all(can_mate(after(board, answer), further) for answer in answers)

    def can_mate(board: chess.Board, moves: int) -> bool:
        tries = sorted(board.legal_moves, key=board.gives_check, reverse=moves > 1)
        if moves == 1:
            return any(board.gives_check(move) and after(board, move).is_checkmate() for move in tries)
        return any(mates(after(board, move), moves - 1) for move in tries)

    board, first = board_of(men, rights), chess.Move.from_uci(str(key))
    return board.is_legal(first) and mates(after(board, first), moves - 1)


def remark(problem: Problem, key: Move, moves: int) -> str:
    """Return what is wrong with a key by the rules; nothing if it is one."""
    men = problem.position.men
    if not forces(men, key, moves):
        return f"does not mate in {moves}"
    if not forces(men, key, moves, problem.position.given):
        return f"mates in {moves} only without castling and captures en passant"
    return ""


# ---------------------------------------------------------------- what is printed


def solve(typed: Sequence[str], file: Path | None, moves: int, every: bool, as_json: bool, core: Core) -> int:
    """Solve problems and print them; returns 1 if for one of them no key is printed that mates."""
    wanted, program = problems(typed, file), RecursiveMates(core)
    bad, rows = False, []
    for index, problem in enumerate(wanted):
        found = program.solve(problem.position.men, moves, every)
        remarks = [remark(problem, key, moves) for key in found.keys]
        bad |= "" not in remarks
        if as_json:
            rows.append(row(problem, moves, found, remarks))
        else:
            print("\n".join([*[""] * bool(index), *lines(problem, moves, found, remarks)]), flush=True)
    if as_json:
        print(json.dumps(rows, indent=2))
    return int(bad)


def lines(problem: Problem, moves: int, found: Found, remarks: Sequence[str]) -> Iterator[str]:
    """Yield what is printed of a problem."""
    if problem.title:
        yield problem.title
    yield from picture(problem.position.men)
    for key, why in zip(found.keys, remarks, strict=True):
        text = written(problem.position.men, key, problem.position.given)
        yield f"{text}  {why}: this is not a key" if why else text
    if not found.keys:
        yield f"no mate in {moves}"
    if problem.position.rights:
        yield f"not considered: {problem.position.rights}"
    yield f"{found.lists:,} lists, {found.made:,} moves made, {found.used} elements of the lists"
    yield f"{found.seconds:.3f} s of the 6600, by recursion"


def row(problem: Problem, moves: int, found: Found, remarks: Sequence[str]) -> dict[str, Any]:
    """Return a problem and its solution for JSON, moves that are no keys apart from the keys."""
    moves_found = [
        {"move": str(key), "written": written(problem.position.men, key, problem.position.given), "mates": not why,
         "remark": why}
        for key, why in zip(found.keys, remarks, strict=True)
    ]  # fmt: skip
    return {
        "title": problem.title,
        "fen": problem.fen,
        "moves": moves,
        "keys": [each for each in moves_found if each["mates"]],
        "not_keys": [each for each in moves_found if not each["mates"]],
        "not_considered": problem.position.rights,
        "lists": found.lists,
        "moves_made": found.made,
        "list_used": found.used,
        "seconds": round(found.seconds, 3),
    }
