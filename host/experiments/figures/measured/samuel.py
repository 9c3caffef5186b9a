"""Samuel's checkers on the 704, measured by calling its routines and reading its words.

Figures of series of games are read from docs/ibm704/learning/, the summaries of the sweep samuel-learning.

Source: A. L. Samuel, Some Studies in Machine Learning Using the Game of Checkers, IBM Journal 3 (1959).
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable
from functools import cache
from typing import Any

from emulators.ibm704.isa import CYCLE_MICROSECONDS
from host.experiments.bench import checkers as bench
from host.experiments.figures.table import Measure, Measured
from host.games.boards import data_file
from host.games.checkers import pdn
from host.games.checkers.book import rate_games
from host.games.checkers.generators import ACTIVE, SIGN, START, TERMS, Generator, Rater
from host.games.checkers.notation import parse_position
from host.games.checkers.program import CheckersProgram
from host.games.checkers.rules import OPENING, Position
from host.games.checkers.samuel import words_of

FOUR_TERMS = ("DENY", "MOB", "CENT")  # and piece advantage
PRINTED = (45, 40, 35, 33, 27, 19, 19, 19, 14, 13, 13, 10)  # correlation coefficients after 42 games, hundredths
ONE = 1 << 29  # a correlation coefficient of 1
GAMES, FIRST = 42, 28  # of a series, and those of the paper's first one


# ---------------------------------------------------------------- the machine


@cache
def rater() -> Rater:
    """Return the machine."""
    return Rater()


@cache
def boards() -> list[tuple[Position, Position]]:
    """Return boards of games, each with the board a move later."""
    games = [known.position for known in bench.stored() if known.kind == bench.PLAYED]
    return [(each, each.played(each.legal_moves()[0])) for each in games if each.legal_moves()]


def evaluation(terms: Iterable[str]) -> tuple[float, float]:
    """Return the mean cycles to rate a board for a polynomial of these terms, and to score it."""
    machine, wanted = rater(), [*terms]
    others = [name for name in TERMS if name not in wanted][: ACTIVE - len(wanted)]
    machine.set_polynomial(dict.fromkeys(wanted, 512) | dict.fromkeys(others, 0))
    ratings, scores = [], []
    for before, after in boards():
        machine.rate(words_of(before), before.to_move, before=True)
        ratings.append(machine.rate(words_of(after), after.to_move).cycles)
        scores.append(machine.score(before=True).cycles)
    return statistics.mean(ratings), statistics.mean(scores)


def milliseconds(cycles: float) -> float:
    """Return the 704's time."""
    return cycles * CYCLE_MICROSECONDS / 1000


# ---------------------------------------------------------------- the program that plays


def plies() -> Measured:
    """Read the break points."""
    offers, ahead, last = (rater().get(name) for name in ("PLYOFR", "PLYAHD", "PLYMAX"))
    return Measured([offers, ahead - 1, ahead, last - 1, last], "words of `search.sap`")


def time_of_a_move() -> Measured:
    """Search the positions of the benchmark."""
    seconds = [bench.think(rater(), each).cycles / bench.CLOCK for each in bench.sample()]
    return Measured(statistics.median(seconds), f"the median of {len(seconds)} positions of random games")


def time_of_all_moves() -> Measured:
    """Call WHOCAN."""
    machine = Generator()
    cycles = []
    for board, _ in boards():
        machine.place(words_of(board), board.to_move)
        cycles.append(machine.call("WHOCAN"))
    return Measured(milliseconds(statistics.mean(cycles)), f"WHOCAN, the mean of {len(cycles)} boards of games")


def time_of_a_move_made() -> Measured:
    """Call MAKE where nothing can be captured."""
    machine = Generator()
    made = cycles = 0
    for board, _ in boards():
        if not any(move.captured for move in board.legal_moves()):
            machine.place(words_of(board), board.to_move)
            machine.call("WHOCAN")
            cycles += machine.call("MAKE")
            made += len(board.legal_moves())
    return Measured(milliseconds(cycles / made), f"MAKE, {made} steps; captures take longer")


def time_of_an_evaluation(terms: Iterable[str]) -> Measured:
    """Rate boards and score them."""
    rating, score = evaluation(terms)
    how = f"RATE {rating:,.0f} cycles and POLYN {score:,.0f}, the means of {len(boards())} boards of games"
    return Measured(milliseconds(rating + score), how)


def time_of_counting() -> Measured:
    """Call COUNT."""
    machine = Generator()
    machine.processor.set(ac=words_of(OPENING)[0])
    cycles = machine.call("COUNT")
    return Measured(int(cycles * CYCLE_MICROSECONDS), f"{cycles} cycles, by a table of 512 words")


def numbers_of_terms() -> Measured:
    """Count the words of the lists."""
    machine = rater()
    active, reserve = machine.address("COEF") - machine.address("TERMNO"), machine.get("LNRES")
    return Measured([active, reserve, active + reserve], "the lists of `polyn.sap`")


def kinds_of_terms() -> Measured:
    """Count the ratings of a board."""
    parameters = rater().address(".MATER")
    return Measured([parameters, len(TERMS) - parameters], "ratings of a board, and what is made of them")


def worth_of_pieces() -> Measured:
    """Rate boards with a king, and with a man."""
    found = []
    for text in ("W:W:BK18", "W:W:B18"):
        board = parse_position(text)
        found.append(rater().rate(words_of(board), board.to_move).material)
    return Measured(found, "RATE, of boards with one piece")


# ---------------------------------------------------------------- learning


def powers() -> Measured:
    """Call the routine that makes coefficients of the printed correlation coefficients."""
    machine = Rater()
    machine.put("LC", *(each * ONE // 100 for each in PRINTED), *[0] * (ACTIVE - len(PRINTED)))
    machine.call("LPOWER")
    words = machine.words(machine.address("COEF"), len(PRINTED))
    return Measured(
        [(word & SIGN - 1).bit_length() - 1 for word in words], "LPOWER, with the printed .45 .40 .35 ... .10"
    )


def table(rules: str, title: str) -> list[dict[str, Any]]:
    """Return a table of the stored summary of the series by these rules."""
    path = data_file("docs/ibm704/learning", "learning") / f"{rules}.json"
    return list(json.loads(path.read_text(encoding="utf-8"))["tables"][title])


def mean_of_first_games(rules: str, what: str) -> Measured:
    """Return the mean number of the first 28 games with this result."""
    sevens = table(rules, "by sevens")
    early = [row for row in sevens if int(row["games"].rsplit(" ", 1)[1]) <= FIRST]
    counts = dict.fromkeys((row["games"].split(",")[0] for row in early), 0)
    for row in early:
        counts[row["games"].split(",")[0]] += row[what]
    return Measured(statistics.mean(counts.values()), ", ".join(f"{n}" for n in counts.values()))


def corrections() -> Measured:
    """Return the mean of four series."""
    games = [row["corrections"] for row in table("second", "by sevens")]
    series = len(table("second", "series"))
    return Measured(sum(games) / series, "the mean of four runs of the second series")


def hours() -> Measured:
    """Return the 704's time for 28 games."""
    seconds = statistics.mean(row["704's seconds"] for row in table("second", "series")) * FIRST / GAMES
    return Measured(seconds / 3600, f"{FIRST} games of the second series, by alpha-beta, which changes no move")


def book_moves() -> Measured:
    """Rate the moves of a game by the polynomial of rote learning."""
    game = data_file("docs/examples/nealey.pdn", "nealey.pdn")
    program = CheckersProgram()
    program.machine.mount(1)
    program.machine.mount(2)
    program.feed("ROTE ON", "ROTE OFF")
    program.prune(on=True)
    (total,) = [found for found, _ in rate_games(program, pdn.read_file(game))]
    return Measured(total.coefficient or 0.0, "the game with R. W. Nealey, 3 moves ahead")


FIGURES: dict[str, Measure] = {
    "samuel.words": lambda: Measured(rater().address("MOVE") - rater().address("FA"), "FA, BA, FP, BP"),
    "samuel.plies": plies,
    "samuel.move-time": time_of_a_move,
    "samuel.moves-time": time_of_all_moves,
    "samuel.make-time": time_of_a_move_made,
    "samuel.evaluation-4": lambda: time_of_an_evaluation(FOUR_TERMS),
    "samuel.evaluation-16": lambda: time_of_an_evaluation(START),
    "samuel.count-time": time_of_counting,
    "samuel.terms": numbers_of_terms,
    "samuel.kinds": kinds_of_terms,
    "samuel.king": worth_of_pieces,
    "samuel.powers": powers,
    "samuel.first-won": lambda: mean_of_first_games("first", "Alpha won"),
    "samuel.second-won": lambda: mean_of_first_games("second", "Alpha won"),
    "samuel.second-lost": lambda: mean_of_first_games("second", "lost"),
    "samuel.corrections": corrections,
    "samuel.hours": hours,
    "samuel.book-moves": book_moves,
}
