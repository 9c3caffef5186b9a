"""The table of Samuel's terms on the 704, and what they take: measured on the emulated machine.

The boards are those of the stored positions that come from games, each with the board after its first move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from emulators.ibm704.isa import CYCLE_MICROSECONDS
from host.experiments.figures.measured.samuel import FOUR_TERMS
from host.experiments.figures.measured.samuel import evaluation as measured
from host.games.checkers.generators import PAIRS, PARAMETERS, PLAYED, START, TERMS

WORDS = {  # term -> the rating, and the words that are made for it
    "ADV": ("men of P on rows 5 and 6, less those on 3 and 4", "PM, two look-ups"),
    "APEX": ("-1: no kings, a man of A on 7 or 26, none of P there", "AK or PK; A, P and a mask"),
    "BACK": ("1: A has no king, P holds 1 and 3 (30 and 32)", "not P and a mask"),
    "CENT": ("men of P on the centre", "PM and a mask"),
    "KCENT": ("kings of P there", "PK and a mask"),
    "CNTR": ("squares of the centre that A is on or can step on", "(S or A) and a mask"),
    "CORN": ("1: A has 6 units or less, P more, A can step on 1, 5, 28, 32", "S and a mask"),
    "CRAMP": ("2: P holds 13 and 9 or 14, A 17, 21, 22, 25 (20, 19 or 24; 8, 11, 12, 16)", "P, P, not A and masks"),
    "DENY": ("squares of MOB where the piece could be captured without an exchange", "D"),
    "DIA": ("pieces of P on the diagonals that end in the double corners", "P and a mask"),
    "DIAV": ("3 for each of these, 2 one step off, 1 two steps off", "P and three masks, added"),
    "DYKE": ("strings of three of P on a diagonal", "P and P+4 and P-4; P and P+5 and P-5"),
    "EXCH": ("squares of MOB where the piece could be captured, but not without an exchange", "X and not D"),
    "RECAP": ("the same", "EXCH once more"),
    "EXPOS": ("pieces of P with empty squares on both sides of a diagonal", "P and (E+4 and E-4, or E+5 and E-5)"),
    "FORK": ("squares from which A would aim at two pieces of P side by side", "E and T+4 and T+5; E and T-4 and T-5"),
    "GAP": (
        "single empty squares between two of P on a diagonal, or between one and the edge",
        "E and (P+4 and (P-4 or edge), or P-4 and edge, or the same by 5)",
    ),
    "GUARD": ("1: A has no king, P holds the bridge of BACK or the triangle of OREO", "not P and masks"),
    "HOLE": (
        "empty squares with three or more of P around them",
        "E and (P+4 and P-4 and (P+5 or P-5), or the reverse)",
    ),
    "MOB": ("squares that A can step on", "S"),
    "MOBIL": ("MOB less DENY", "a subtraction"),
    "MOVE": ("1: as many men, as many kings, below 24 units in all, an odd number on rows 1, 3, 5, 7", "O and a mask"),
    "NODE": ("pieces of P with three or more empty squares around them", "as HOLE, E for P and P for E"),
    "OREO": ("1: P has no king and holds 2, 3, 7 (26, 30, 31)", "not P and a mask"),
    "POLE": ("men of P without a neighbour", "PM and not (O+4 or O-4 or O+5 or O-5)"),
    "THRET": ("squares on which A can step and aim at a piece of P", "up-steps of S and T+, down-steps and T-"),
}


def terms() -> Iterator[str]:
    """Return the 26 ratings."""
    nothing, _ = measured(())
    yield "| | name | rating | words | cycles |"
    yield "|---:|---|---|---|---:|"
    for number, name in enumerate(PARAMETERS):
        rating, words = WORDS[name]
        yield f"| {number} | {name} | {rating} | {words} | {measured((name,))[0] - nothing:.0f} |"


def binary_terms() -> Iterator[str]:
    """Return the 12 binary ones."""
    nothing = sum(measured(()))
    yield "| A, B | both | A, not B | B, not A | neither | cycles |"
    yield "|---|---|---|---|---|---:|"
    for pair, names in PAIRS.items():
        cells = [f"{TERMS.index(name)} {name}" for name in names]
        takes = sum(measured(names)) - nothing
        yield f"| {', '.join(pair)} | {' | '.join(cells)} | {takes:.0f} |"


def evaluation() -> Iterator[str]:
    """Return what a whole evaluation takes."""
    polynomials: Mapping[str, tuple[Iterable[str], str]] = {
        "piece advantage alone": ((), ""),
        "with DENY, MOB, CENT": (FOUR_TERMS, "4 terms, 2.4 ms"),
        "as it plays": ([name for name, factor in PLAYED.items() if factor], ""),
        "with the 16 terms of the start": (START, "16 terms, 7.5 ms"),
    }
    yield "| polynomial | rating a board | scoring it | ms | Samuel's |"
    yield "|---|---:|---:|---:|---|"
    for label, (names, his) in polynomials.items():
        rating, score = measured(names)
        ms = (rating + score) * CYCLE_MICROSECONDS / 1000
        yield f"| {label} | {rating:,.0f} | {score:,.0f} | {ms:.1f} | {his} |"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "samuel_terms": terms,
    "samuel_binary": binary_terms,
    "samuel_evaluation": evaluation,
}
