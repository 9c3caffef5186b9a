"""What `ironboard mates` prints: diagram, keys, what the rules say of them, the program's counters and its time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.mates.position import Problem, picture, problems
from host.games.mates.program import Language, Solution, Verdict, program_in, written

MILLISECOND = 1e-3
# "CDC 6600 Basic Language ... only 2 seconds per two-move mate"; ALGOL "took about 50 seconds"
BOOK_SECONDS: dict[Language, int] = {"compass": 2, "algol": 50}


def solve(
    typed: Sequence[str],
    file: Path | None,
    every: bool,
    faithful: bool,
    as_json: bool,
    core: Core = "compiled",
    language: Language = "compass",
    full: bool = False,
) -> int:
    """Solve problems and print them; returns 1 if for one of them no key is printed that mates in two.

    `full`: with castling and captures en passant. Raises IronboardError where a program cannot do what is wanted.
    """
    if full and faithful:
        raise IronboardError("the printed program knows neither castling nor en passant: --full or --faithful")
    if full and language == "algol":
        raise IronboardError("only the program in COMPASS considers castling and en passant: leave --full out")
    wanted, program = problems(typed, file, full=full), program_in(language, core)
    bad, rows = False, []
    for index, problem in enumerate(wanted):
        men, rights = problem.position.men, problem.position.given
        solution = program.solve(men, every, faithful, rights if full else None)
        verdicts = solution.verdicts(men, rights, full)
        bad |= Verdict.MATE_IN_TWO not in verdicts
        if as_json:
            rows.append(row(problem, solution, verdicts, full))
        else:
            text = [""] * bool(index) + [*lines(problem, solution, verdicts, BOOK_SECONDS[language], full)]
            print("\n".join(text), flush=True)
    if as_json:
        print(json.dumps(rows, indent=2))
    return int(bad)


def lines(
    problem: Problem, solution: Solution, verdicts: Sequence[Verdict], book_seconds: int, full: bool
) -> Iterator[str]:
    """Yield what is printed of a problem."""
    if problem.title:
        yield problem.title
    yield from picture(problem.position.men)
    for key, verdict in zip(solution.keys, verdicts, strict=True):
        text = written(problem.position.men, key, problem.position.given)
        yield text if verdict is Verdict.MATE_IN_TWO else f"{text}  {verdict.value}: this is not a key"
    if not solution.keys:
        yield "no mate in two"
    if problem.position.rights and not full:
        yield f"not considered: {problem.position.rights}; --full does"
    yield (
        f"listmoves {solution.listmoves:,}, makemove {solution.makemove:,}, men moved {solution.men_moved:,}, "
        f"{solution.list_used} elements of moves"
    )
    yield f"{solution.milliseconds * MILLISECOND:.3f} s of the 6600; the book's average is {book_seconds} s"


def row(problem: Problem, solution: Solution, verdicts: Sequence[Verdict], full: bool) -> dict[str, Any]:
    """Return a problem and its solution for JSON."""
    keys = [
        {"move": str(key), "written": written(problem.position.men, key, problem.position.given), "mates_in_two":
         verdict is Verdict.MATE_IN_TWO, "verdict": verdict.value}
        for key, verdict in zip(solution.keys, verdicts, strict=True)
    ]  # fmt: skip
    return {
        "title": problem.title,
        "fen": problem.fen,
        "keys": keys,
        "full": full,
        "not_considered": "" if full else problem.position.rights,
        "listmoves": solution.listmoves,
        "makemove": solution.makemove,
        "men_moved": solution.men_moved,
        "moves_used": solution.list_used,
        "seconds": round(solution.milliseconds * MILLISECOND, 3),
    }
