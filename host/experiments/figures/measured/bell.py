"""The programs of Bell's book, measured: draughts on the 704; kalah, two-move mates and influence in Go on the 6600.

Each function calls a move generator, search or other routine of a program, and reads its storage.

Source: A. G. Bell, Games Playing with Computers, sections 3.1 to 3.4.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from host.experiments.bench import solvers as bench
from host.experiments.bench.solvers import MOVES
from host.experiments.figures.table import Measure, Measured
from host.games.boards import Colour, data_file
from host.games.checkers.generators import TABLE, WORDS, Generator, Successor
from host.games.checkers.notation import parse_position
from host.games.checkers.rules import OPENING, Position
from host.games.checkers.samuel import NAMES, WORD, samuel, words_of
from host.games.fen import SQUARES, Men, parse
from host.games.go.influence import Solver as InfluenceSolver
from host.games.go.influence import fortran_values
from host.games.go.rules import Position as GoPosition
from host.games.kalah import AlgolSolver, FortranSolver, Found, Solver, board, run
from host.games.mates import TRIVIAL, AlgolMates, MatesProgram, RecursiveMates, Solution
from host.games.program6600 import Sitting, call_routine
from host.machines.cdc6600.calls import Bare6600

# ---------------------------------------------------------------- draughts in Samuel's words


LONE_KING = parse_position("B:W:BK18")
KING_AMONG_MEN = parse_position("B:W14,15,22,23:BK18")
MULTIPLE_CAPTURE = parse_position("B:W9,10,11,17,18,19,25,26,27:BK29")
ROW = 9  # words of the table: a square and eight others
SHIFTED = "the word in storage, S first; square 1 is bit 1 here, S in the book"


@cache
def generator(program: str) -> Generator:
    """Return a 704 with a move generator."""
    return Generator(program)


def successors(position: Position, program: str = WORDS) -> list[Successor]:
    """Return the 704's successors of a position."""
    return list(generator(program).successors(words_of(position), position.to_move))


def steps(position: Position) -> list[int]:
    """Return the differences of Samuel's square numbers for the moves: upward first, the longest first."""
    found = {samuel(each.squares[1]) - samuel(each.squares[0]) for each in successors(position)}
    return sorted(found, key=lambda step: (step < 0, -abs(step)))


def words_for_a_position() -> Measured:
    """Count the words in which the program keeps a position."""
    addresses = [generator(WORDS).address(name) for name in NAMES]
    return Measured(max(addresses) - min(addresses) + 1, f"{', '.join(NAMES)} of the program, one behind the other")


def stored(name: str, places: int = 0) -> str:
    """Return the 36 bits of a word in storage, S first, shifted to the left."""
    return f"{generator(WORDS).get(name) << places & WORD:036b}"


def empty_squares() -> Measured:
    """Read the word of the empty squares after a call of the move generator."""
    successors(OPENING)
    return Measured(stored("EMPTY", 4), SHIFTED)


def men_that_can_move() -> Measured:
    """Find the men with which the moves of that direction begin."""
    numbers = [tuple(map(samuel, each.squares)) for each in successors(OPENING)]
    able = sorted(start for start, end in numbers if end - start == 4)
    return Measured(able, "the moves by 4 that MOVES makes, in Samuel's numbers")


def row_of_square_10() -> Measured:
    """Read the table in storage."""
    machine = generator(TABLE)
    rows = [machine.words(machine.address("FIGURE") + ROW * index, ROW) for index in range(32)]
    row = next(row for row in rows if row[0] == 10)
    return Measured(row[1:], "FIGURE of asm/ibm704/table.sap")


def rows_of_moves() -> Measured:
    """Compare all of that table with the printed one."""
    machine = generator(TABLE)
    return up_to_a_difference(
        "draughts", lambda square, width: machine.words(machine.address("FIGURE") + ROW * (square - 1) + 1, width)
    )


def up_to_a_difference(table: str, ours: Callable[[int, int], list[int]]) -> Measured:
    """Return the last square up to which rows are as printed; `ours` is called with square and number of elements."""
    text = data_file("tests/data/bell/tables.tsv", "bell-tables.tsv").read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    printed = [[*map(int, elements.split())] for name, elements in lines if name == table]
    same = 0
    for square, *row in printed:
        if ours(square, len(row)) != row:
            break
        same = square
    return Measured(same, f"the {len(printed)} printed rows beside those in storage")


def final_positions() -> Measured:
    """Count the different boards."""
    found = successors(MULTIPLE_CAPTURE)
    return Measured(len({each.words for each in found}), f"of {len(found)} captures, same position")


DRAUGHTS: dict[str, Measure] = {
    "draughts.word": lambda: Measured(
        generator(WORDS).count(WORD), "what COUNT of the program finds in a word of ones"
    ),
    "draughts.words": words_for_a_position,
    "draughts.guards": lambda: Measured(
        [place for place, bit in enumerate(stored("BOARD"), 1) if bit == "0"], f"zeros of {SHIFTED}; S is place 1"
    ),
    "draughts.steps": lambda: Measured(
        steps(LONE_KING) + steps(KING_AMONG_MEN), "a king on 18, alone and among four men"
    ),
    "draughts.black": lambda: Measured(stored("CTBM"), SHIFTED),
    "draughts.empty": empty_squares,
    "draughts.opening": men_that_can_move,
    "draughts.figure38": rows_of_moves,
    "draughts.table": row_of_square_10,
    "draughts.branches": lambda: Measured(
        list(dict.fromkeys(each.squares[2] for each in successors(MULTIPLE_CAPTURE, TABLE)))[::-1],
        f"in the order of stacking, {MULTIPLE_CAPTURE.fen}",
    ),
    "draughts.captures": final_positions,
}


# ---------------------------------------------------------------- kalah


PATTERN = 50  # pits
FITS = 3, 10  # pits of positions that are packed
LAYOUTS = "a word for each pit", "each position in a word"


@cache
def kalah(pits: int, left: bool = False) -> Found:
    """Search a board."""
    return Solver().search(board(pits), left=left)


def moves(pits: int) -> Measured:
    """Count the moves with this number of pits."""
    return Measured(kalah(pits).moves, f"the program's count; {LAYOUTS[FITS[0] <= pits <= FITS[1]]}")


def time_for_ten_pits() -> Measured:
    """Search with ten pits."""
    cycles = kalah(10).cycles
    return Measured(cycles / Cdc6600.clock, f"by hand in COMPASS: {cycles:,} minor cycles")


def time_for_ten_pits_in_algol() -> Measured:
    """Search with ten pits, by the other program."""
    cycles = AlgolSolver().search(board(10)).cycles
    times = cycles / kalah(10).cycles
    return Measured(cycles / Cdc6600.clock, f"compiled: {times:.0f} times as long as by hand")


def time_for_ten_pits_in_fortran() -> Measured:
    """Search with ten pits, by the program in the published one's language."""
    cycles = FortranSolver().search(board(10)).cycles
    times = cycles / kalah(10).cycles
    return Measured(cycles / Cdc6600.clock, f"compiled: {times:.1f} times as long as by hand")


def moves_that_clear_fifty_pits() -> Measured:
    """Run the program that constructs the pattern, in both ways, and play it until all pits are empty."""
    last = run([f"PATTERN {PATTERN}", "CLEAR"])[-1]
    moves, left = map(int, re.findall(r"\d+", last))
    return Measured(moves, f"PATTERN {PATTERN} and CLEAR: the program constructs the board and plays; {left} are left")


KALAH: dict[str, Measure] = {
    **{f"kalah.moves-{pits}": partial(moves, pits) for pits in range(1, len(MOVES) + 1)},
    "kalah.time": time_for_ten_pits,
    "kalah.algol-time": time_for_ten_pits_in_algol,
    "kalah.fortran-time": time_for_ten_pits_in_fortran,
    "kalah.stack-321": lambda: Measured(kalah(3).depth, "positions on the program's stack, at most"),
    "kalah.stack-321-left": lambda: Measured(kalah(3, left=True).depth, "positions on the program's stack, at most"),
    "kalah.stack-6": lambda: Measured(kalah(6).depth, "positions on the program's stack, at most"),
    "kalah.stack-6-left": lambda: Measured(kalah(6, left=True).depth, "positions on the program's stack, at most"),
    "kalah.pattern": moves_that_clear_fifty_pits,
}


# ---------------------------------------------------------------- two-move mates


START = 81  # the element with which the list of Fig. 3.2 begins
NUMBERS = (11, 10, 9, 8, 7, 6, 4, 3, 1)  # of the men that can move there
# Fig. 3.1 as far as the text tells it. Black's men are pawns here: their kind makes no difference to White's list.
WHITE = {10: "K", 12: "P", 14: "Q", 18: "N", 22: "P", 32: "P", 33: "R", 39: "P", 51: "B", 57: "B", 62: "N"}
FIGURE: Men = WHITE | dict.fromkeys((20, 28, 30, 36, 37, 46), "p") | {64: "k"}
VALUES = " PNBRQK"
MASK = (1 << 60) - 1
WHITE_SIDE, BLACK_SIDE = 0, 30  # the parameter of LIST in B2
KING = 1  # White's in that list
# Fig. 3.3 is a drawing: this position has every property that the text and Fig. 3.4 mention.
FIGURE_33 = "5brk/4p1p1/4PpP1/5pp1/6P1/4p1PB/4P1PR/5BRK w"
LEVEL = 8  # words of LEVELS for each level
MOVERS = 3  # levels up to White's second move
MADE, UNDONE, LISTING = "PUT", "ILLEGAL", "LIST"  # a move is made; was not legal; the answers are listed
SAMPLE = 6  # problems that the program in ALGOL solves: all would take half a minute


@cache
def program() -> Bare6600:
    """Return a 6600 with the program."""
    return Bare6600("mates")


def place(men: Men) -> None:
    """Put men on the program's board."""
    rig = program()
    view = rig.words(rig.address("VIEW"), 64)
    indices = [index_of(men.get(square, "")) for square in range(66)]
    rig.put("BOARD", *(view[index] for index in indices))
    rig.call("MUSTER")


def listed(men: Men, start: int = 1) -> dict[int, list[int]]:
    """List White's moves with the program; return each man's part of the list, by the man's number."""
    rig = program()
    place(men)
    first = rig.address("MOVES") + start
    rig.call("LIST", B2=WHITE_SIDE, B5=first)
    words = rig.words(first, rig.word("B5") - first)
    return by_man([word if word < 1 << 59 else word - MASK for word in words])


def index_of(man: str) -> int:
    """Return the index in VIEW of a square with this man; empty: no man."""
    return 0 if not man else VALUES.index(man.upper()) * (8 if man.isupper() else 1)


def by_man(elements: list[int]) -> dict[int, list[int]]:
    """Return a list of moves, divided by men."""
    found, own = {}, []
    for each in elements:
        own.append(each)
        if each < 0:
            found[own[0]], own = own, []
    return found


def in_list(number: int) -> Measured:
    """List the moves of a man of Fig. 3.1."""
    return Measured(listed(FIGURE, START)[number], f"LIST of the program, from element {START} on")


def words_of_a_leaper_s_table() -> Measured:
    """Subtract the addresses of the tables."""
    rig = program()
    return Measured(rig.address("KING") - rig.address("KNIGHT"), "words of KNIGHT; KING has as many")


def elements_of_the_list() -> Measured:
    """Subtract the addresses around the list."""
    rig = program()
    return Measured(rig.address("LEVELS") + 8 - rig.address("MOVES") - 1, "words of MOVES: five lists of any 16 men")


@cache
def tables() -> Sitting:
    """Return a 6600 with the program in ALGOL, its tables made."""
    return Sitting("mates", exact=False)


def table_as_printed(name: str) -> Measured:
    """Compare a table of chess in storage with the printed one."""
    elements, lower = tables().elements(name), tables().bounds(name)[0]

    def row(square: int, width: int) -> list[int]:
        first = width * (square - 1) if lower == 1 else width * square - lower
        return elements[first : first + width]

    return up_to_a_difference(name, row)


# ---------------------------------------------------------------- moves that are made


def squares_where_the_king_can_be_taken() -> Measured:
    """Put the king on each square that the list allows; list Black's moves with the program."""
    rig, found = program(), []
    others = {square: man for square, man in FIGURE.items() if man != "K"}
    for target in listed(FIGURE, START)[KING][3:-1]:
        place(others | {target: "K"})
        rig.call("LIST", B2=BLACK_SIDE, B5=rig.address("MOVES") + START)
        if rig.integer("X7") < 0:
            found.append(target)
    return Measured(found, "LIST of Black's moves, White's king on each square of that list: Black can take him")


class Event(NamedTuple):
    """The state of the search at one of the observed places, before the instruction there."""

    place: str
    level: int
    start: int  # of the list in the making: an element of MOVES
    move: tuple[int, int]  # that is tried: from and to
    man: int  # where a list has been cut off: the square of the man that can take the king


@cache
def search() -> tuple[Event, ...]:
    """Search the position of Fig. 3.3 with the program."""
    rig = program()
    place(parse(FIGURE_33).men)
    places = {rig.address(name): name for name in (MADE, UNDONE)} | {rig.address(LISTING) + 1: LISTING}
    return tuple(events(rig, places))


def events(rig: Bare6600, places: Mapping[int, str]) -> Iterator[Event]:
    """Call SEARCH; yield its state whenever it reaches one of the places."""
    machine, moves, levels = rig.machine, rig.address("MOVES"), rig.address("LEVELS")
    for address in call_routine(machine, rig.address("SEARCH"), places):
        level = rig.word("B7") // LEVEL
        pointer = machine.peek(levels + LEVEL * level)
        move = machine.peek(pointer), machine.peek(pointer + 1)
        yield Event(places[address], level, rig.word("B5") - moves, move, rig.word("B4"))


def depths() -> Measured:
    """Find the elements at which lists begin."""
    starts = {each.start for each in search() if each.place == LISTING}
    return Measured(len(starts), "elements with which LIST begins in Fig. 3.3")


def legal_moves() -> Measured:
    """Count the moves on each level that are made and not taken back as illegal."""
    made, undone = (
        [sum(each.place == name and each.level == level for each in search()) for level in range(1, MOVERS + 1)]
        for name in (MADE, UNDONE)
    )
    return Measured([each - less for each, less in zip(made, undone, strict=True)], FIGURE_33)


def flow() -> Measured:
    """Follow the moves, and the capture of the king that ends the last list."""
    moves = [square for each in search() if each.place == MADE for square in each.move]
    last = next(each for each in reversed(search()) if each.place == UNDONE)
    return Measured([*moves, last.man, last.move[1]], "moves of its search, and at last who takes the king")


# ---------------------------------------------------------------- times


@cache
def by_hand() -> Mapping[str, Solution]:
    """Solve the problems with the program in COMPASS."""
    machine = MatesProgram()
    return {each.name: bench.solve(machine, each) for each in bench.chosen()}


def time_for_a_problem() -> Measured:
    """Return its mean time."""
    count = len(by_hand()) - len(TRIVIAL)
    return Measured(
        bench.mean_seconds(by_hand()), f"{count} problems, promotions repaired, by asm/cdc6600/mates.compass"
    )


def time_for_a_problem_in_algol() -> Measured:
    """Time the easiest problems with the program in ALGOL; assume the same ratio to COMPASS for the others."""
    machine = AlgolMates()
    problems = sorted((each for each in bench.chosen() if each.name not in TRIVIAL), key=lambda each: each.counters[0])
    compiled = {each.name: bench.solve(machine, each) for each in problems[:SAMPLE]}
    times = bench.mean_seconds(compiled) / bench.mean_seconds({name: by_hand()[name] for name in compiled})
    how = f"{times:.1f} times as long as COMPASS, on the {SAMPLE} shortest of those {len(problems)} problems"
    return Measured(times * bench.mean_seconds(by_hand()), f"{how}, and so on all. In the book 25 times")


def seconds_of_both() -> tuple[float, float]:
    """Return the mean seconds of the programs in ALGOL for N and for two moves, trivial problems left out."""
    machine = AlgolMates()
    compiled = bench.mean_seconds({each.name: bench.solve(machine, each) for each in bench.chosen()})
    return bench.mean_recursive_seconds(RecursiveMates()), compiled


def time_of_the_recursive_program() -> Measured:
    """Solve the same problems with the program for N moves; return the ratio of the times."""
    mean, compiled = seconds_of_both()
    how = f"{mean:.1f} s instead of {compiled:.1f}, on the same {len(bench.chosen()) - len(TRIVIAL)} problems"
    return Measured(mean / compiled, f"{how}, both in ALGOL, to the first key")


class Size(NamedTuple):
    """Words of the procedures that solve problems, without cards, printing and the lists of moves."""

    code: int
    arrays: int


def size(program: str, first: str, arrays: tuple[str, ...]) -> Size:
    """Return the size of a program; `first`: the first of the solving procedures, which follow those of the cards."""
    sitting = Sitting(program)
    places = sitting.program.procedures
    bounds = [sitting.bounds(name) for name in arrays]
    code = min(places["symbol"], places["nextsymbol"]) - places[first]
    return Size(code, sum(upper - lower + 1 for lower, upper in bounds))


def size_of_the_recursive_program() -> Measured:
    """Compare its size with that of the program for two moves, tables included."""
    board = ("white", "black", "whiteplaces", "blackplaces", "endof", "man", "kind", "home", "victim")
    tables = ("knight", "king", "rook", "bishop", "whitepawn", "blackpawn")
    two, many = size("mates", "listmoves", (*board, *tables)), size("nmates", "list", ("board", "step"))
    how = f"{many.code} words of code and {many.arrays} of arrays instead of {two.code} and {two.arrays}"
    return Measured(
        sum(many) / sum(two),
        f"{how}, without lists of moves, cards and printing; the code alone is {many.code / two.code:.2f}",
    )


MATES: dict[str, Measure] = {
    **{f"mates.list-{number}": partial(in_list, number) for number in NUMBERS},
    "mates.omitted": lambda: Measured(
        [number for number in range(len(WHITE), 0, -1) if number not in listed(FIGURE, START)],
        "numbers that LIST leaves out",
    ),
    "mates.rook-most": lambda: Measured(
        max(len(each) - 4 for each in [listed({square: "R"})[1] for square in SQUARES]),
        "LIST with a rook alone on each square",
    ),
    **{
        f"mates.table-{name}": partial(table_as_printed, name)
        for name in ("knight", "king", "rook", "bishop", "whitepawn", "blackpawn")
    },
    "mates.leaper-tables": words_of_a_leaper_s_table,
    "mates.list-size": elements_of_the_list,
    "mates.illegal": squares_where_the_king_can_be_taken,
    "mates.depths": depths,
    "mates.fig33": legal_moves,
    "mates.flow": flow,
    "mates.compass-time": time_for_a_problem,
    "mates.algol-time": time_for_a_problem_in_algol,
    "mates.n-time": time_of_the_recursive_program,
    "mates.n-size": size_of_the_recursive_program,
}


# ---------------------------------------------------------------- influence in Go


SIZE, POSITIONS, FORTRAN_POSITIONS = 19, 500, 100


def values_that_never_occur() -> Measured:
    """Compute the values of positions with few and with many stones; find the first gap in their magnitudes."""
    solver = InfluenceSolver()
    return gap(POSITIONS, lambda position: solver.values(position).values)


def values_that_never_occur_in_fortran() -> Measured:
    """Compute them with the program in FORTRAN, the language of the published one."""
    return gap(FORTRAN_POSITIONS, lambda position: fortran_values(position).values)


def gap(count: int, values: Callable[[GoPosition], Mapping[int, int]]) -> Measured:
    """Return the first run of magnitudes that no value in n positions has."""
    seen = set[int]()
    for position in islice(positions(), count):
        seen.update(abs(value) for value in values(position).values())
    first = next(value for value in range(max(seen)) if value not in seen)
    last = next(value for value in range(first, max(seen)) if value + 1 in seen)
    return Measured([first, last], f"the magnitudes missing in {count} random positions, 0 to {max(seen)}")


def positions() -> Iterator[GoPosition]:
    """Yield positions with 0 to 361 stones of either colour anywhere, the same ones every time."""
    chance = random.Random(POSITIONS)
    points = [*GoPosition(SIZE).points]
    for _ in range(POSITIONS):
        chosen = chance.sample(points, chance.randint(0, len(points)))
        black = chance.random()
        yield GoPosition(SIZE, {each: Colour.BLACK if chance.random() < black else Colour.WHITE for each in chosen})


INFLUENCE: dict[str, Measure] = {
    "influence.gap": values_that_never_occur,
    "influence.fortran-gap": values_that_never_occur_in_fortran,
}

FIGURES = DRAUGHTS | KALAH | MATES | INFLUENCE
