"""Two-move mates, measured on the 6600: lists of moves, tables, the flow of the search; the times of both programs.

Source: A. G. Bell, Games Playing with Computers, section 3.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from host.bare6600 import Bare6600
from host.bench import solvers as bench
from host.figures.measuring import Measured, Measurement, measures
from host.games.mates.position import SQUARES, Men, parse
from host.games.mates.program import TRIVIAL, AlgolMates, MatesProgram, Solution
from host.games.program6600 import call_routine

START = 81  # the element with which the list of Fig. 3.2 begins
NUMBERS = (11, 10, 9, 8, 7, 6, 4, 3, 1)  # of the men who can move there
# Fig. 3.1 as far as the text tells it. Black's men are pawns here: what they are makes no difference to White's list.
WHITE = {10: "K", 12: "P", 14: "Q", 18: "N", 22: "P", 32: "P", 33: "R", 39: "P", 51: "B", 57: "B", 62: "N"}
FIGURE: Men = WHITE | dict.fromkeys((20, 28, 30, 36, 37, 46), "p") | {64: "k"}
VALUES = " PNBRQK"
MASK = (1 << 60) - 1
WHITE_SIDE, BLACK_SIDE = 0, 30  # as LIST is told in B2
KING = 1  # White's in that list
# Fig. 3.3 is drawn: this position has all that the text and Fig. 3.4 say of it.
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
    """Let the program list White's moves; return what the list has of each man, by his number."""
    rig = program()
    place(men)
    first = rig.address("MOVES") + start
    rig.call("LIST", B2=WHITE_SIDE, B5=first)
    words = rig.words(first, rig.word("B5") - first)
    return by_man([word if word < 1 << 59 else word - MASK for word in words])


def index_of(man: str) -> int:
    """Return which word of VIEW a square with this man has; nothing is no man."""
    return 0 if not man else VALUES.index(man.upper()) * (8 if man.isupper() else 1)


def by_man(elements: list[int]) -> dict[int, list[int]]:
    """Return a list of moves, cut behind each man."""
    found, own = {}, []
    for each in elements:
        own.append(each)
        if each < 0:
            found[own[0]], own = own, []
    return found


def measurement(number: int) -> Measurement:
    """Return what lists the moves of a man of Fig. 3.1."""
    how = f"LIST of the program, from element {START} on"
    return measures(f"mates.list-{number}")(lambda: Measured(listed(FIGURE, START)[number], how))


list_11, list_10, list_9, list_8, list_7, list_6, list_4, list_3, list_1 = map(measurement, NUMBERS)


@measures("mates.omitted")
def men_without_moves() -> Measured:
    """Look who is not in the list."""
    absent = [number for number in range(len(WHITE), 0, -1) if number not in listed(FIGURE, START)]
    return Measured(absent, "numbers that LIST leaves out")


@measures("mates.rook-most")
def moves_of_a_rook() -> Measured:
    """Put a rook on each square, kings out of its way."""
    rooks = [listed({square: "R"})[1] for square in SQUARES]
    return Measured(max(len(each) - 4 for each in rooks), "LIST with a rook alone on each square")


@measures("mates.leaper-tables")
def words_of_a_leaper_s_table() -> Measured:
    """Look where the tables are."""
    rig = program()
    return Measured(rig.address("KING") - rig.address("KNIGHT"), "words of KNIGHT; KING has as many")


@measures("mates.list-size")
def elements_of_the_list() -> Measured:
    """Look where the list is."""
    rig = program()
    return Measured(rig.address("LEVELS") + 8 - rig.address("MOVES") - 1, "words of MOVES: five lists of any 16 men")


# ---------------------------------------------------------------- moves that are made


@measures("mates.illegal")
def squares_where_the_king_can_be_taken() -> Measured:
    """Put the king where he can go by the list; let the program list Black's moves."""
    rig, found = program(), []
    others = {square: man for square, man in FIGURE.items() if man != "K"}
    for target in listed(FIGURE, START)[KING][3:-1]:
        place(others | {target: "K"})
        rig.call("LIST", B2=BLACK_SIDE, B5=rig.address("MOVES") + START)
        if rig.integer("X7") < 0:
            found.append(target)
    return Measured(found, "LIST of Black's moves, White's king on each square of that list: Black can take him")


class Event(NamedTuple):
    """The search at one of the places at which it is looked at, before the instruction there."""

    place: str
    level: int
    start: int  # of the list that is made: an element of MOVES
    move: tuple[int, int]  # that is tried: from and to
    man: int  # where a list has been cut off: the square of the man who can take the king


@cache
def search() -> tuple[Event, ...]:
    """Let the program search the position of Fig. 3.3."""
    rig = program()
    place(parse(FIGURE_33).men)
    places = {rig.address(name): name for name in (MADE, UNDONE)} | {rig.address(LISTING) + 1: LISTING}
    return tuple(events(rig, places))


def events(rig: Bare6600, places: Mapping[int, str]) -> Iterator[Event]:
    """Call SEARCH; yield what it is at whenever it comes to one of the places."""
    machine, moves, levels = rig.machine, rig.address("MOVES"), rig.address("LEVELS")
    for address in call_routine(machine, rig.address("SEARCH"), places):
        level = rig.word("B7") // LEVEL
        pointer = machine.peek(levels + LEVEL * level)
        move = machine.peek(pointer), machine.peek(pointer + 1)
        yield Event(places[address], level, rig.word("B5") - moves, move, rig.word("B4"))


@measures("mates.depths")
def depths() -> Measured:
    """Look where lists begin."""
    starts = {each.start for each in search() if each.place == LISTING}
    return Measured(len(starts), "elements with which LIST begins in Fig. 3.3")


@measures("mates.fig33")
def legal_moves() -> Measured:
    """Count the moves on each level that are made and stay made."""
    made, undone = (
        [sum(each.place == name and each.level == level for each in search()) for level in range(1, MOVERS + 1)]
        for name in (MADE, UNDONE)
    )
    return Measured([each - less for each, less in zip(made, undone, strict=True)], FIGURE_33)


@measures("mates.flow")
def flow() -> Measured:
    """Follow the moves, and the capture of the king that ends the last list."""
    moves = [square for each in search() if each.place == MADE for square in each.move]
    last = next(each for each in reversed(search()) if each.place == UNDONE)
    return Measured([*moves, last.man, last.move[1]], "moves of its search, and at last who takes the king")


# ---------------------------------------------------------------- times


@cache
def by_hand() -> Mapping[str, Solution]:
    """Let the program in COMPASS solve the problems."""
    machine = MatesProgram()
    return {each.name: bench.solve(machine, each) for each in bench.chosen()}


@measures("mates.compass-time")
def time_for_a_problem() -> Measured:
    """Return its mean time."""
    count = len(by_hand()) - len(TRIVIAL)
    seconds = round(bench.mean_seconds(by_hand()), 2)
    return Measured(seconds, f"{count} problems, promotions repaired, by asm/cdc6600/mates.compass")


@measures("mates.algol-time")
def time_for_a_problem_in_algol() -> Measured:
    """Let the program in ALGOL solve the easiest problems; the others as many times longer as these."""
    machine = AlgolMates()
    problems = sorted((each for each in bench.chosen() if each.name not in TRIVIAL), key=lambda each: each.counters[0])
    compiled = {each.name: bench.solve(machine, each) for each in problems[:SAMPLE]}
    times = bench.mean_seconds(compiled) / bench.mean_seconds({name: by_hand()[name] for name in compiled})
    how = f"{times:.1f} times as long as COMPASS, on the {SAMPLE} shortest of those {len(problems)} problems"
    return Measured(round(times * bench.mean_seconds(by_hand()), 1), f"{how}, and so on all. In the book 25 times")
