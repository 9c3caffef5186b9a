"""Two-move mates, measured on the 6600: its lists of moves, its tables, its time.

Source: A. G. Bell, Games Playing with Computers, section 3.1.
"""

from __future__ import annotations

from functools import cache

from host.bare6600 import Bare6600
from host.bench import mates as bench
from host.figures.measuring import Measured, Measurement, measures
from host.games.mates.known import TRIVIAL
from host.games.mates.position import SQUARES, Men
from host.games.mates.program import MatesProgram

START = 81  # the element with which the list of Fig. 3.2 begins
NUMBERS = (11, 10, 9, 8, 7, 6, 4, 3, 1)  # of the men who can move there
# Fig. 3.1 as far as the text tells it. Black's men are pawns here: what they are makes no difference to White's list.
WHITE = {10: "K", 12: "P", 14: "Q", 18: "N", 22: "P", 32: "P", 33: "R", 39: "P", 51: "B", 57: "B", 62: "N"}
FIGURE: Men = WHITE | dict.fromkeys((20, 28, 30, 36, 37, 46), "p") | {64: "k"}
VALUES = " PNBRQK"
MASK = (1 << 60) - 1


@cache
def program() -> Bare6600:
    """Return a 6600 with the program."""
    return Bare6600("mates")


def listed(men: Men, start: int = 1) -> dict[int, list[int]]:
    """Let the program list White's moves; return what the list has of each man, by his number."""
    rig = program()
    view = rig.words(rig.address("VIEW"), 64)
    indices = [index_of(men.get(square, "")) for square in range(66)]
    rig.put("BOARD", *(view[index] for index in indices))
    rig.call("MUSTER")
    first = rig.address("MOVES") + start
    rig.call("LIST", B2=0, B5=first)
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


@measures("mates.compass-time")
def time_for_a_problem() -> Measured:
    """Solve the problems."""
    machine = MatesProgram()
    found = {each.name: bench.solve(machine, each) for each in bench.chosen()}
    count = len(found) - len(TRIVIAL)
    return Measured(
        round(bench.mean_seconds(found), 2), f"{count} problems, promotions repaired, by asm/cdc6600/mates.compass"
    )
