"""Chess problems, White to play and mate in two: the 6600's programs, and the output of `ironboard mates`.

The 6600's programs for two-move mates, as one uses them at the machine: cards in, lines of OUTPUT out.

The programs are asm/cdc6600/mates.compass and asm/cdc6600/mates.alg, which do the same. Their output is not trusted:
`verdicts` has the rules' opinion of every key. A table has the results of the book's program for some problems, for
comparison; the file names the source of its figures.

Mates in N on the 6600, by recursion in ALGOL 60: the program, and `ironboard mates --moves N`.

    found = RecursiveMates().solve(parse("kbK5/pp6/1P6/8/8/8/8/R7 w").men, moves=3)
    found.keys, found.lists, found.cycles

The program is asm/cdc6600/nmates.alg. Its keys are not trusted: the rules, by python-chess, have an opinion of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypedDict

from emulators.errors import IronboardError
from emulators.processor import Core
from host.formats import results
from host.games.boards import ProgramFault, data_file
from host.games.fen import (
    PIECES,
    SIZE,
    Men,
    Move,
    Problem,
    Rights,
    board_of,
    name,
    numbered,
    picture,
    problems,
)
from host.games.program6600 import work
from host.machines.cdc6600.machine import Cdc6600, find_program

if TYPE_CHECKING:
    import chess


from typing import TYPE_CHECKING

from host.games.program6600 import CompiledProgram

if TYPE_CHECKING:
    import chess


# ---------------------------------------------------------------- FEN
# python-chess reads FENs, too, but does not say where one is wrong.


# ---------------------------------------------------------------- problems


# ---------------------------------------------------------------- the programs


Language = Literal["compass", "algol"]

PROGRAM = "mates"  # of the manifest, and of the source in ALGOL
ALGOL_SEARCH = "search"  # the procedure that is timed in the other program
ALGOL_END = "STOP"  # a card: ALGOL has no way to find out that there is none left
KEY = re.compile(r"KEY +([A-H][1-8])-([A-H][1-8])(?:=([QRBN]))?")
COUNTER = re.compile(r"([A-Z ]+?) +([0-9]+)")
NO_KEY = "NO MATE IN TWO"
IN_CHECK = "BLACK IS IN CHECK"
CLOCK_NAME = "MILLISECONDS"
NAMES = ("LISTMOVES", "MAKEMOVE", "MEN MOVED", "LIST USED", CLOCK_NAME)


class Verdict(Enum):
    """The outcome of a first move of White's."""

    MATE_IN_TWO = "mates in two"
    MATE = "mates at once"
    STALEMATE = "stalemates at once"
    NOTHING = "does not mate in two"
    REFUTED = "mates in two only without castling and captures en passant"


def board_after(board: chess.Board, move: chess.Move, rights: Rights | None) -> chess.Board:
    """Return the board after a move; without `rights` nothing can be captured en passant there."""
    then = board.copy(stack=False)
    then.push(move)
    if rights is None:
        then.ep_square = None
    return then


def verdict(men: Men, key: Move, rights: Rights | None = None) -> Verdict:
    """Return the outcome of a first move of White's. Without `rights` castling and captures en passant do not exist."""
    import chess

    after = partial(board_after, rights=rights)
    board, first = board_of(men, rights), chess.Move.from_uci(str(key))
    if not board.is_legal(first):
        return Verdict.NOTHING
    then = after(board, first)
    answers = [after(then, each) for each in then.legal_moves]
    if not answers:
        return Verdict.MATE if then.is_check() else Verdict.STALEMATE
    mated = all(any(after(answer, each).is_checkmate() for each in answer.legal_moves) for answer in answers)
    return Verdict.MATE_IN_TWO if mated else Verdict.NOTHING


def written(men: Men, move: Move, rights: Rights) -> str:
    """Return a legal move in algebraic notation: Nbd7, exd8=Q+, O-O."""
    import chess

    return board_of(men, rights).san(chess.Move.from_uci(str(move)))


class Solution(NamedTuple):
    """The program's solution of a problem."""

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
        """Return the outcome of its keys by the rules; `full`: it has considered castling and captures en passant.

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

    def job(self, cards: Sequence[str]) -> tuple[list[str], Cdc6600]:
        """Have it read cards; return its output, and the machine after its end."""
        return work(self.image, cards, self.core)

    def solve(self, men: Men, every: bool = False, printed: bool = False, full: Rights | None = None) -> Solution:
        """Have it solve a problem. `every`: it looks for all keys; `printed`: with the book's faults.

        `full`: with castling and captures en passant, of which these are there from the beginning.

        Raises IronboardError where White could capture the king.
        """
        lines, machine = self.job(deck(men, every, printed, full))
        found = lines[SIZE + 1 :]  # after the board
        if found[0].startswith(IN_CHECK):
            raise IronboardError("Black is in check with White to move")
        keys = [key_of(line) for line in found[: -len(NAMES)] if line != NO_KEY]
        listmoves, makemove, moved, used, milliseconds = map(number_of, NAMES, found[-len(NAMES) :])
        instructions = machine.instructions
        return Solution(tuple(keys), listmoves, makemove, moved, used, milliseconds, machine.cycles, instructions)


class AlgolMates(MatesProgram):
    """The program in ALGOL. ALGOL has no clock: the line with the milliseconds is written here."""

    def __init__(self, core: Core = "compiled", *, checks: bool = True) -> None:
        from host.games.program6600 import CompiledProgram  # the compiler takes as long to import as the rest together

        self.program = CompiledProgram(PROGRAM, core, checks=checks)

    def job(self, cards: Sequence[str]) -> tuple[list[str], Cdc6600]:
        """Have it read cards; return its output, the time of the last search, and the machine after its end."""
        done = self.program.work([*cards, ALGOL_END], ALGOL_SEARCH)
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


# ---------------------------------------------------------------- cards


MEN_ON_A_CARD = 12


def deck(men: Men, every: bool = False, printed: bool = False, full: Rights | None = None) -> list[str]:
    """Return the cards of a problem.

    `every`: all keys are wanted; `printed`: promotions as in the book; `full`: castling and captures en passant are
    considered, these are there from the beginning.
    """
    options = ["ALL"] * every + ["PRINTED"] * printed + ["FULL"] * (full is not None)
    if full is not None and full.en_passant:
        options.append(f"EP {name(full.en_passant).upper()}")
    if full is not None and full.castling:
        for title, letters in (("WHITE", "KQ"), ("BLACK", "kq")):
            words = [word for word, each in zip(("O-O", "O-O-O"), letters, strict=True) if each in full.castling]
            options += [title, *words] if words else []
    return [*side("WHITE", men, True), *side("BLACK", men, False), *([" ".join(options)] if options else [])]


def side(title: str, men: Men, white: bool) -> Iterator[str]:
    """Yield the cards of one side, the king first."""
    own = sorted((-PIECES.index(man.upper()), square) for square, man in men.items() if man.isupper() == white)
    words = [f"{PIECES[-value]}{name(square).upper()}" for value, square in own]
    for start in range(0, len(words), MEN_ON_A_CARD):
        yield " ".join([title, *words[start : start + MEN_ON_A_CARD]])


# ---------------------------------------------------------------- known problems


TRIVIAL = ("P26", "P27", "P28")  # king and rook, king and pawn against the king


class Known(NamedTuple):
    """A problem, and how it ends with these options."""

    name: str
    title: str
    fen: str
    printed: bool  # promotions are taken back as printed
    every: bool  # all keys
    keys: list[str]
    counters: list[int]  # calls of listmoves, of makemove, men moved, elements of moves


@cache
def known() -> list[Known]:
    """Return the rows of the table; raises IronboardError if it is not there."""
    lines = data_file("tests/data/mates/problems.tsv", "mates.tsv").read_text(encoding="utf-8").splitlines()
    return [_known(*line.split("\t")) for line in lines if not line.startswith("#")]


def _known(name: str, title: str, fen: str, promotions: str, which: str, keys: str, *counters: str) -> Known:
    """Return a row from its columns."""
    found = [] if keys == "-" else keys.split()
    return Known(name, title, fen, promotions == "printed", which == "all", found, [int(each) for each in counters])


# ---------------------------------------------------------------- printing


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

    `full`: with castling and captures en passant. Raises IronboardError for options that a program lacks.
    """
    if full and faithful:
        raise IronboardError("the printed program knows neither castling nor en passant: --full or --faithful")
    if full and language == "algol":
        raise IronboardError("only the program in COMPASS considers castling and en passant: omit --full")
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
        results.show(rows)
    return int(bad)


def lines(
    problem: Problem, solution: Solution, verdicts: Sequence[Verdict], book_seconds: int, full: bool
) -> Iterator[str]:
    """Yield the output for a problem."""
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


class Key(TypedDict):
    """A move that was printed."""

    move: Annotated[str, "as two squares"]
    written: Annotated[str, "in algebraic notation"]
    mates_in_two: bool
    verdict: str


class Mates(TypedDict):
    """A problem, mate in two, and its solution."""

    title: str
    fen: str
    keys: list[Key]
    not_keys: Annotated[list[Key], "moves that were printed and do not mate in two"]
    full: Annotated[bool, "with castling and captures en passant"]
    not_considered: Annotated[str, "rights that the program does not know"]
    listmoves: Annotated[int, "calls of the procedure"]
    makemove: Annotated[int, "calls of the procedure"]
    men_moved: int
    moves_used: Annotated[int, "elements of the list of moves"]
    seconds: Annotated[float, "of the 6600"]


class KeyInN(TypedDict):
    """A move that was printed."""

    move: Annotated[str, "as two squares"]
    written: Annotated[str, "in algebraic notation"]
    mates: bool
    remark: str


class MatesInN(TypedDict):
    """A problem, mate in N, and its solution."""

    title: str
    fen: str
    moves: Annotated[int, "N"]
    keys: list[KeyInN]
    not_keys: Annotated[list[KeyInN], "moves that were printed and do not mate in N"]
    not_considered: Annotated[str, "rights that the program does not know"]
    lists: Annotated[int, "of moves, that were made"]
    moves_made: int
    list_used: Annotated[int, "elements of the lists"]
    seconds: Annotated[float, "of the 6600"]


def row(problem: Problem, solution: Solution, verdicts: Sequence[Verdict], full: bool) -> Mates:
    """Return a problem and its solution for JSON, moves that are no keys apart from the keys."""
    found: list[Key] = [
        {"move": str(key), "written": written(problem.position.men, key, problem.position.given), "mates_in_two":
         verdict is Verdict.MATE_IN_TWO, "verdict": verdict.value}
        for key, verdict in zip(solution.keys, verdicts, strict=True)
    ]  # fmt: skip
    return {
        "title": problem.title,
        "fen": problem.fen,
        "keys": [each for each in found if each["mates_in_two"]],
        "not_keys": [each for each in found if not each["mates_in_two"]],
        "full": full,
        "not_considered": "" if full else problem.position.rights,
        "listmoves": solution.listmoves,
        "makemove": solution.makemove,
        "men_moved": solution.men_moved,
        "moves_used": solution.list_used,
        "seconds": round(solution.milliseconds * MILLISECOND, 3),
    }


# ---------------------------------------------------------------- mates in N

RECURSIVE = "nmates"
MOVES = range(1, 10)
N_COUNTERS = ("LISTS", "MOVES MADE", "LIST USED")
NONE_IN_N = re.compile(r"NO MATE IN +[1-9]")


class Found(NamedTuple):
    """The program's solution of a problem."""

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
        self.program = CompiledProgram(RECURSIVE, core, checks=checks)

    def solve(self, men: Men, moves: int, every: bool = False) -> Found:
        """Have it look for the first key, or `every`. Raises IronboardError where White could capture the king."""
        if moves not in MOVES:
            raise IronboardError(f"the program mates in {MOVES[0]} to {MOVES[-1]} moves, not {moves}")
        done = self.program.work([*deck(men, every), f"MOVES {moves}", ALGOL_END], ALGOL_SEARCH)
        lines = [line.rstrip() for line in done.printed[SIZE + 1 :]]  # after the board
        if lines[0].startswith(IN_CHECK):
            raise IronboardError("Black is in check with White to move")
        keys = [key_of(line) for line in lines[: -len(N_COUNTERS)] if not NONE_IN_N.fullmatch(line)]
        lists, made, used = map(number_of, N_COUNTERS, lines[-len(N_COUNTERS) :])
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
    """Return why a key is wrong by the rules; empty if it is right."""
    men = problem.position.men
    if not forces(men, key, moves):
        return f"does not mate in {moves}"
    if not forces(men, key, moves, problem.position.given):
        return f"mates in {moves} only without castling and captures en passant"
    return ""


# ---------------------------------------------------------------- printing


def solve_in_n(typed: Sequence[str], file: Path | None, moves: int, every: bool, as_json: bool, core: Core) -> int:
    """Solve problems and print them; returns 1 if for one of them no key is printed that mates."""
    wanted, program = problems(typed, file), RecursiveMates(core)
    bad, rows = False, []
    for index, problem in enumerate(wanted):
        found = program.solve(problem.position.men, moves, every)
        remarks = [remark(problem, key, moves) for key in found.keys]
        bad |= "" not in remarks
        if as_json:
            rows.append(row_in_n(problem, moves, found, remarks))
        else:
            print("\n".join([*[""] * bool(index), *lines_in_n(problem, moves, found, remarks)]), flush=True)
    if as_json:
        results.show(rows)
    return int(bad)


def lines_in_n(problem: Problem, moves: int, found: Found, remarks: Sequence[str]) -> Iterator[str]:
    """Yield the output for a problem."""
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


def row_in_n(problem: Problem, moves: int, found: Found, remarks: Sequence[str]) -> MatesInN:
    """Return a problem and its solution for JSON, moves that are no keys apart from the keys."""
    moves_found: list[KeyInN] = [
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
