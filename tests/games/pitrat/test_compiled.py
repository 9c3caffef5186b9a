"""Rules compiled by pitrules.alg do what the interpreter does, line for line, in less time."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from host.assemblers.cached import assembled_text
from host.machines.programs import find_source
from tests.shared import ALL_EXAMPLES, spread

from . import random_rules
from .executor import Run, difference, program
from .reading import Reading, read

NAMES = (
    *("case-a", "checkers", "chess", "figure4", "figure4b", "gomoku15", "grasshopper", "messenger", "ttt", "ttt-place"),
    "two-kings",
)
SMALL = ("figure4", "figure4b", "ttt", "ttt-place")  # two modifications do not take long
COMMANDS = (
    ["LIST", "MOVES", "RESULTS"],
    ["MOVES", "RESULTS"],
    ["MOVES", "RESULTS"],
)  # for each number of modifications
SECOND = 10_000_000  # minor cycles


@cache
def rules(name):
    return read(find_source(f"asm/pitrat/{name}.rules").read_text(), "TABLES COMPILE")


def loaded(found: Reading):
    """Return the program with the compiled rules beside it."""
    deck = assembled_text("".join(f"{line}\n" for line in found.compass), "compass").image
    return replace(program(), segments=[*program().segments, *deck.segments])


def scattered(found: Reading, dice: random.Random, share: float):
    """Return the commands of a random position."""
    columns, rows = next((int(row[1]), int(row[2])) for row in found.rows if row[0] == "BOARD")
    natures = sum(row[0] == "NATURE" for row in found.rows)
    lines = ["CLEAR", f"TO {dice.randint(1, 2)}"]
    for x in range(1, columns + 1):
        for y in range(1, rows + 1):
            if dice.random() < share:
                lines.append(f"MAN {x} {y} {dice.randint(1, 2)} {dice.randint(1, natures)}")
    for number, row in enumerate(row for row in found.rows if row[0] == "INDICATIF"):
        for player in (1, 2) if row[3] == "2" else (0,):
            lines.append(f"INDIC {number} {player} {dice.randint(0, 2)}")
    return lines


def results(run):
    """Return its lines; compiled rules count no statements."""
    return ["DONE" if line.startswith("DONE") else line for line in run.lines]


def compare(found, image, lines):
    tables = "".join(f"{line}\n" for line in found.tables)
    interpreted, compiled = Run(tables, lines), Run(tables, ["COMPILED 1", *lines], image=image)
    assert len(interpreted.lines) > 1
    assert not difference(results(compiled), results(interpreted))


@pytest.mark.parametrize("name", spread(NAMES, 6))
def test_compiled_rules_do_what_the_interpreter_does(name):
    found, dice = rules(name), random.Random(name)
    image = loaded(found)
    most = 2 if name in SMALL else 1
    for modifications in range(0 if ALL_EXAMPLES else most, most + 1):
        for share in (0.1, 0.2, 0.3) if ALL_EXAMPLES else (0.2,):
            lines = [*scattered(found, dice, share), f"N {modifications}", *COMMANDS[modifications]]
            compare(found, image, lines)


@pytest.mark.parametrize("seed", range(12 if ALL_EXAMPLES else 3))
def test_random_rules(seed):
    dice = random.Random(seed)
    found = read(random_rules.rules(dice), "TABLES COMPILE")
    image = loaded(found)
    for modifications in range(3):
        compare(found, image, [*scattered(found, dice, 0.3), f"N {modifications}", *COMMANDS[modifications]])


INTO_THE_MIDDLE = """BOARD 4 4
NATURES MAN
VARIABLE EMPTY = 0
VARIABLE FRIEND = 1 / 2
VARIABLE UP = (0,1) / (0,-1)
VARIABLE RIGHT = (1,0)
VARIABLE U = (1,1)
MOVES
A. SCANNING * V . XC.
 . IF * OCCUPY(V) = FRIEND . XB, XA.
C. SCANNING * U . F.
 . IF * OCCUPY(U) /= EMPTY . XC, D.
D. MOVE * PUT, MAN, U.
 . GO TO * XC.
B. LOOP * W = V . UP, RIGHT . XA.
 . IF * OCCUPY(W) = EMPTY . E, XB.
E. MOVE * TRAVEL, V, W.
 . GO TO * ZB.
F. FINISHED *.
 . END.
WIN
 . RESULT * NO VICTORY.
 . END.
"""


def test_loops_can_be_entered_at_their_next_step():
    found, dice = read(INTO_THE_MIDDLE, "TABLES COMPILE"), random.Random(0)
    image = loaded(found)
    for modifications in range(3):
        compare(found, image, [*scattered(found, dice, 0.3), f"N {modifications}", *COMMANDS[modifications]])


@pytest.mark.parametrize("name", ["chess", "ttt", "messenger"])
def test_searches_have_the_same_results(name):
    found = rules(name)
    start = find_source(f"asm/pitrat/{name}.rules").with_suffix(".position")
    assert start.is_file()
    image = loaded(found)
    compare(found, image, [*scattered(found, random.Random(3), 0.2), "LEGAL", "PERFT 1", "N 1", "COUPLES"])


def test_moves_of_chess_take_a_third_of_the_time():
    found = rules("chess")
    tables = "".join(f"{line}\n" for line in found.tables)
    men = ["ROOK", "KNIGHT", "BISHOP", "QUEEN", "KING", "BISHOP", "KNIGHT", "ROOK"]
    natures = {row[2]: row[1] for row in found.rows if row[0] == "NATURE"}
    start = ["CLEAR", "TO 1"]
    for x, man in enumerate(men, 1):
        start += [f"MAN {x} 1 1 {natures[man]}", f"MAN {x} 8 2 {natures[man]}"]
        start += [f"MAN {x} 2 1 {natures['PAWN']}", f"MAN {x} 7 2 {natures['PAWN']}"]
    image = loaded(found)

    def cycles(*lines):
        return Run(tables, [*lines[:1], *start, *lines[1:]], exact=True, image=image).cycles

    interpreted = cycles("COMPILED 0", "PERFT 1") - cycles("COMPILED 0")
    compiled = cycles("COMPILED 1", "PERFT 1") - cycles("COMPILED 1")
    assert compiled * 3 < interpreted


def test_the_text_can_be_read():
    text = rules("ttt").compass
    assert text[0].split() == ["IDENT", "RULES"]
    assert any(line.startswith("*") and "MOVE * TRAVEL, V, W." in line for line in text)
    assert all(len(line) <= 120 for line in text)


def test_compiling_chess_takes_twelve_seconds():
    assert rules("chess").cycles < 12 * SECOND
