"""Chess problems, White to play and mate in two: positions, the 6600's programs, what `ironboard mates` prints.

Positions of chess: men on squares, White to move; castling and en passant only where `Rights` are given. And as FEN.

Squares are numbered as by the program: 1 is a1, 2 is b1, 64 is h8. Men are letters as in FEN: KQRBNP White's, kqrbnp
Black's. The rules are those of python-chess.

    r2qkbnr/ppp2p1p/2np2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 1

Of a FEN only the men need be there, and it must be White who moves. What it says of castling and en passant is
considered by option only; without it `Position.rights` names it.

Problems are typed, or are in a file:

    problems.fen   a FEN in each line; empty lines and those with # in front say nothing
    problems.tsv   a name, perhaps more columns, and a FEN, with tabs between

Source: Portable Game Notation, 16.1: Forsyth-Edwards Notation.

The 6600's programs for two-move mates, as one uses them at the machine: cards in, lines of OUTPUT out.

The programs are asm/cdc6600/mates.compass and asm/cdc6600/mates.alg, which do the same. Their output is not trusted:
`verdicts` has the rules' opinion of every key. What the book's program does with some problems is in a table, to
compare with; the figures come from elsewhere, and the file says where from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from emulators.errors import IronboardError, Place, SourceError, SourceErrors
from emulators.processor import Core
from host.formats import storage
from host.games import pictures
from host.games.boards import ProgramFault, data_file, men_of_rows, typed, words_of
from host.games.program6600 import work
from host.machines.cdc6600.machine import Cdc6600, find_program

if TYPE_CHECKING:
    import chess

Men = Mapping[int, str]  # square -> man

SIZE = 8
SQUARES = range(1, SIZE * SIZE + 1)
FILES = "abcdefgh"
PIECES = "PNBRQK"


class Move(NamedTuple):
    """A move. `promotion` is what a pawn becomes, a capital; nothing for other moves."""

    start: int
    end: int
    promotion: str = ""

    def __str__(self) -> str:
        return f"{name(self.start)}{name(self.end)}{self.promotion.lower()}"


class Rights(NamedTuple):
    """What a position allows besides the moves of its men."""

    castling: str = ""  # KQkq or some of them
    en_passant: int = 0  # the square that a pawn has just passed, 0: none


def name(number: int) -> str:
    """Return the name of a square."""
    file, rank = place(number)
    return f"{FILES[file]}{rank + 1}"


def numbered(text: str) -> int:
    """Return the square of a name, a1 to h8."""
    return square(FILES.index(text[0]), int(text[1]) - 1)


def place(number: int) -> tuple[int, int]:
    """Return file and rank of a square, both from 0."""
    rank, file = divmod(number - 1, SIZE)
    return file, rank


def square(file: int, rank: int) -> int:
    """Return the square of a file and a rank, 0 where there is none."""
    return SIZE * rank + file + 1 if 0 <= file < SIZE and 0 <= rank < SIZE else 0


def picture(men: Men) -> list[str]:
    """Return the lines of a diagram, White below."""
    ranks = (
        f"{rank + 1}  {' '.join(men.get(square(file, rank), '.') for file in range(SIZE))}"
        for rank in reversed(range(SIZE))
    )
    return [*ranks, f"   {' '.join(FILES)}"]


def board_of(men: Men, rights: Rights | None = None, *, white: bool = True) -> chess.Board:
    """Return the board of python-chess with these men; `white`: White is to move."""
    import chess

    board = chess.Board(None)
    board.set_piece_map({square - 1: chess.Piece.from_symbol(man) for square, man in men.items()})
    board.turn = white
    if rights is not None:
        board.set_castling_fen(rights.castling or "-")
        board.ep_square = rights.en_passant - 1 if rights.en_passant else None
    return board


# ---------------------------------------------------------------- FEN
# python-chess reads FENs, too, but does not say where one is wrong.

MOST_MEN = 16
EXAMPLE = "such as kbK5/pp6/1P6/8/8/8/8/R7 w"
FIELDS = (  # after the men: what stands where a field is missing, what fits, what is said of others, and a hint
    ("w", "w", "White must be to move: expected w", "swap the colours"),
    ("-", "-|K?Q?k?q?", "expected castling rights: some of KQkq, or -", ""),
    ("-", "-|[a-h]6", "expected a square of the sixth rank, or -", ""),
    ("0", "[0-9]+", "expected a number of half-moves", ""),
    ("1", "[0-9]+", "expected the number of the move", ""),
)


class Position(NamedTuple):
    """What a FEN says."""

    men: Men
    castling: str  # KQkq or some of them
    en_passant: str  # a square or nothing

    def _repr_html_(self) -> str:
        return pictures.chess(self)

    @property
    def rights(self) -> str:
        """What the program does not consider, in words; nothing if there is nothing."""
        castling = f"castling ({self.castling})" if self.castling else ""
        passing = f"the capture en passant on {self.en_passant}" if self.en_passant else ""
        return " and ".join(filter(None, (castling, passing)))

    @property
    def given(self) -> Rights:
        """The same for the rules."""
        return Rights(self.castling, numbered(self.en_passant) if self.en_passant else 0)


def parse(text: str, at: Place | None = None, *, full: bool = False) -> Position:
    """Return the position of a FEN; raises SourceError.

    `at` is where the text stands, for messages; `full`: rights are considered, so they must fit the men.
    """
    at = at or typed(text, "position")
    words = words_of(text, at)
    if not words:
        raise SourceError(at, "there is no position", EXAMPLE)
    if len(words) > len(FIELDS) + 1:
        raise SourceError(words[len(FIELDS) + 1][1], "a FEN has six fields at most", EXAMPLE)
    men = _men(*words[0])
    for (_, form, message, hint), (word, here) in zip(FIELDS, words[1:], strict=False):
        if not re.fullmatch(form, word):
            raise SourceError(here, message, hint)
    fields = [word for word, _ in words[1:]] + [missing for missing, *_ in FIELDS[len(words) - 1 :]]
    position = Position(men, fields[1].strip("-"), fields[2].strip("-"))
    if full:
        for letter in position.castling:
            rank, corner = ("1", "h" if letter == "K" else "a") if letter.isupper() else ("8", "ah"[letter == "k"])
            king, rook = ("K", "R") if letter.isupper() else ("k", "r")
            if (men.get(numbered(f"e{rank}")), men.get(numbered(f"{corner}{rank}"))) != (king, rook):
                message = f"'{letter}' needs a king on e{rank} and a rook on {corner}{rank}"
                raise SourceError(words[2][1], message)
        passed = position.given.en_passant
        if passed and (men.get(passed - SIZE) != "p" or passed in men or passed + SIZE in men):
            raise SourceError(words[3][1], f"no black pawn has just passed {position.en_passant}")
    return position


def _men(text: str, at: Place) -> dict[int, str]:
    """Return the men of the first field; raises SourceError."""
    men = {}
    for x, y, man, here in men_of_rows(
        text, at, SIZE, SIZE, PIECES + PIECES.lower(), "men are KQRBNP and kqrbnp", row="rank"
    ):
        if man in "Pp" and y in (1, SIZE):
            raise SourceError(here, f"a pawn cannot stand on rank {y}")
        men[square(x - 1, y - 1)] = man
    for side, own in (("White", [man for man in men.values() if man.isupper()]),
                      ("Black", [man.upper() for man in men.values() if man.islower()])):  # fmt: skip
        if own.count("K") != 1:
            raise SourceError(at, f"{side} has {own.count('K') or 'no'} king{'s' * (own.count('K') > 1)}")
        if len(own) > MOST_MEN:
            raise SourceError(at, f"{side} has {len(own)} men: {MOST_MEN} at most")
    return men


# ---------------------------------------------------------------- problems

LIMIT = 1 << 20  # bytes of a file


class Problem(NamedTuple):
    """A position to solve; `title` is what a file calls it."""

    title: str
    fen: str
    position: Position


def problems(typed: Sequence[str], file: Path | None, *, full: bool = False) -> list[Problem]:
    """Return the problems that were typed, then those of a file; raises SourceErrors with all faults.

    `full`: their rights are considered, see parse.
    """
    found, faults = [], []
    for title, text, place in [*(("", text, None) for text in typed), *(listed(file) if file else ())]:
        try:
            found.append(Problem(title, text, parse(text, place, full=full)))
        except SourceError as fault:
            faults.append(fault)
    if faults:
        raise SourceErrors(faults)
    if not found:
        raise IronboardError(f"{file}: the file contains no problems")
    return found


def listed(path: Path) -> Iterator[tuple[str, str, Place]]:
    """Yield title, FEN and place of the problems of a file."""
    lines = storage.text_of(storage.read_all(path, LIMIT, "a file of problems"), path).splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        *titles, text = line.split("\t")
        yield " ".join(titles), text, Place(str(path), number, len(line) - len(text) + 1, max(1, len(text)), line)


# ---------------------------------------------------------------- the programs


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


class Verdict(Enum):
    """What a first move of White leads to."""

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
    """Return what a first move of White leads to. Without `rights` castling and captures en passant do not exist."""
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

    def job(self, cards: Sequence[str]) -> tuple[list[str], Cdc6600]:
        """Let it read cards; return what it prints, and the machine after its end."""
        return work(self.image, cards, self.core)

    def solve(self, men: Men, every: bool = False, printed: bool = False, full: Rights | None = None) -> Solution:
        """Let it solve a problem. `every`: it looks for all keys; `printed`: with the book's faults.

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
        """Let it read cards; return what it prints, the time of the last search, and the machine after its end."""
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


# ---------------------------------------------------------------- what is printed


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
    """Return a problem and its solution for JSON, moves that are no keys apart from the keys."""
    found = [
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
