"""Wally on the KIM-1, measured from outside: by pressing keys and reading the moves and the memory.

The worth of a handicap stone is computed from stored games: playing them takes half an hour.
host/experiments/figures/data/wally_handicap.json has their settings, and the score of each.
docs/studies/handicap_worth.py plays them anew and writes that file.

Source: J. K. Millen, "Programming the Game of Go", BYTE, April 1981.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError
from emulators.image import Image
from emulators.machine import Snapshot, Trace
from emulators.roms import source
from host.assemblers.cached import assembled
from host.experiments.bench.go import positions
from host.experiments.figures.table import FiguresError, Measure, Measured
from host.experiments.sweeps.go_game import lead_of
from host.experiments.sweeps.report import Line, line
from host.experiments.sweeps.workload import made_by
from host.games.go.rules import Colour, Position
from host.games.wally import PASS, RefusedEntry, TimedWally, Wally
from host.games.wally_board import SIZE, STARS
from host.machines.kim1.machine import Kim1, find_program

PAGE = 0x100
MIRRORS = 0x2000  # the first address of the mirrors
RETURN_ADDRESS = 2  # bytes
STACK_TOP = 0xFF  # S of an empty stack
SAMPLE = 10  # the stack is measured in one position of ten: all of them would take ten seconds

Stones = dict[int, Colour]
BLACK, WHITE = Colour.BLACK, Colour.WHITE

# Stones for the measurements; a point is two hex digits, row and column.
CHAIN = (*range(0x21, 0x30), 0x3F, *range(0x41, 0x50), 0x51, 0x61)  # 33 in a winding row
ROW = CHAIN[:SIZE]
CENTRE, AROUND = 0x88, (0x87, 0x78, 0x98, 0x89)  # a point, and its four neighbours
PATTERN_7A: Stones = {0x77: BLACK, 0x79: BLACK, 0x88: WHITE}


# ---------------------------------------------------------------- the machine


@cache
def started() -> tuple[TimedWally, Snapshot]:
    """Return a Wally that waits for a move on an empty board, and the state of its machine."""
    wally = TimedWally("compiled")
    wally.new_game()
    return wally, wally.kim.snapshot()


def at_start() -> TimedWally:
    """Return Wally in that state, whatever was done before."""
    wally, state = started()
    wally.kim.restore(state)
    return wally


class Thought(NamedTuple):
    """Wally's answer to a position."""

    cycles: int  # from the GO key until the display is lit again
    before: Stones
    after: Stones


def answer(wally: TimedWally, stones: Stones) -> Thought:
    """Put a position on the board and run Wally for one move."""
    wally.put(stones)
    wally.answer(PASS)
    return Thought(wally.thought, stones, wally.stones)


@cache
def stored_positions() -> tuple[Thought, ...]:
    """Return Wally's answer to each stored position."""
    wally = at_start()
    return tuple(answer(wally, stones) for stones in positions())


@cache
def symbols() -> dict[str, int]:
    """Return the labels of the program."""
    found = source("wally")
    if found is None:
        raise FiguresError("the source of Wally is not installed: its labels are needed")
    return assembled(found).image.symbols


def byte(wally: Wally, name: str) -> int:
    """Return one of the program's variables."""
    return wally.kim.memory[symbols()[name]]


# ---------------------------------------------------------------- memory


@cache
def ram() -> tuple[int, ...]:
    """Return the addresses at which a KIM-1 keeps a byte."""
    kim = Kim1(core="py65")
    return tuple(address for address in range(MIRRORS) if takes_a_byte(kim, address))


def takes_a_byte(kim: Kim1, address: int) -> bool:
    """Return whether the address keeps any byte loaded there: one that is read there anyhow needs no RAM."""
    try:
        for byte in (0x00, 0xFF):
            kim.load(Image.of(address, [byte]))
    except ImageError:
        return False
    return True


def memory_of_the_program() -> Measured:
    """Count the bytes loaded and those of the stack."""
    loaded, sample = len(dict(find_program("wally"))), list(positions())[::SAMPLE]
    stack = max(in_use(traced(stones)) for stones in sample)
    how = (
        f"{loaded:,} are loaded (code, tables, variables, board), {stack} of stack are used in {len(sample)} positions"
    )
    return Measured(loaded + stack, how)


def stack_for_a_chain() -> Measured:
    """Measure the stack while 33 stones are counted: from the call of COUNT to the last push of a location."""
    rows = traced({**dict.fromkeys(CHAIN, BLACK), CENTRE: WHITE})
    before, deepest = pushes_of_count(rows)
    how = (
        f"return addresses and locations of the {len(CHAIN)} levels of COUNT; with the {before} bytes of the calls "
        f"around it, and the return address when the last level looks at a neighbour, {in_use(rows)} are in use"
    )
    return Measured(deepest - before, how)


def stack_for_a_level() -> Measured:
    """Compare the chain with its first row alone."""
    chain, row = (pushes_of_count(traced({**dict.fromkeys(each, BLACK), CENTRE: WHITE}))[1] for each in (CHAIN, ROW))
    more = (chain - row) / (len(CHAIN) - len(ROW))
    how = f"{chain} bytes for {len(CHAIN)} stones in a row, {row} for {len(ROW)}"
    return Measured(int(more) if more.is_integer() else more, how)


def pushes_of_count(rows: Trace) -> tuple[int, int]:
    """Return the bytes of stack in use before COUNT is called for a group, and after its deepest push of a location."""
    names = symbols()
    entered = STACK_TOP - max(row["S"] for row in rows if row["PC"] == names["TRACE"]) - RETURN_ADDRESS
    pushes = (
        row["S"]
        for row, after in pairwise(rows)
        if names["COUNT"] < row["PC"] < names["EVAL"] and after["S"] == row["S"] - 1
    )
    return entered, STACK_TOP - min(pushes) + 1


def traced(stones: Stones) -> Trace:
    """Return the trace of Wally's move in a position."""
    wally = at_start()
    wally.kim.trace()
    answer(wally, stones)
    rows = wally.kim.traced()
    wally.kim.trace(False)
    return rows


def in_use(rows: Trace) -> int:
    """Return the greatest number of bytes of stack in use in a trace."""
    return STACK_TOP - min(rows["S"])


# ---------------------------------------------------------------- the board


@cache
def white_stones() -> dict[int, frozenset[int]]:
    """Enter every pair of digits as white's first move; return, for each accepted one, where the stone may be.

    White stones have two codes, which change with each new game. A byte that holds the right one in two games is the
    stone: unlike a variable, which holds the move, or a code that was looked for.
    """
    wally, found = at_start(), {}
    for digits in range(PASS + 1, PAGE):
        try:
            found[digits] = where_white_is(wally, digits) & where_white_is(wally, digits)
        except RefusedEntry:
            continue
    return found


def where_white_is(wally: Wally, move: int) -> frozenset[int]:
    """Make white's first move of a new game; return the addresses that then hold the code of a white stone."""
    wally.new_game()
    wally.answer(move)
    code = byte(wally, "WHITE")
    return frozenset(address for address in ram() if wally.kim.peek(address) == code)


def addresses() -> list[set[int]]:
    """Return, for each point, the addresses that hold the code for that point only."""
    stones = white_stones().values()
    count = Counter(address for where in stones for address in where)
    return [{address for address in where if count[address] == 1} for where in stones]


def size_of_the_board() -> Measured:
    """Count the rows and columns that Wally accepts as white's first move."""
    points = [divmod(point, 16) for point in white_stones()]
    rows, columns = {row for row, _ in points}, {column for _, column in points}
    whole = len(points) == len(rows) * len(columns)
    size = [len(rows), len(columns)]
    return Measured(
        size if whole else f"{len(points)} points",
        f"he takes {len(points)} of the entries 01 to FF as white's first move",
    )


def memory_of_the_board() -> Measured:
    """Find the pages in which white's stone appears."""
    pages = {address // PAGE for where in addresses() for address in where}
    return Measured(
        len(pages) * PAGE, f"white stones turn up in page {', '.join(f'{page:02X}' for page in sorted(pages))}"
    )


def memory_of_a_point() -> Measured:
    """Count the bytes that a white stone occupies."""
    sizes = numbers(map(len, addresses()))
    how = "bytes that hold the code of a white stone after that move alone"
    return Measured(sizes[0] if len(sizes) == 1 else sizes, how)


# ---------------------------------------------------------------- moves


def slowest_answer() -> Measured:
    """Find the slowest answer to the stored positions."""
    cycles = [thought.cycles for thought in stored_positions()]
    how = f"{max(cycles):,} cycles from the GO key to the lit display, the slowest of {len(cycles)} positions"
    return Measured(max(cycles) / Kim1.clock, how)


def liberties_after_a_move() -> Measured:
    """Count the liberties of the stone that Wally played, where it captured nothing."""
    liberties = [count for thought in stored_positions() for count in liberties_of_the_answer(thought)]
    return Measured(min(liberties), f"the fewest after {len(liberties)} moves without a capture")


def liberties_of_the_answer(thought: Thought) -> Iterator[int]:
    """Yield the liberties of the stone played; nothing after a pass or a capture."""
    captured = [point for point, colour in thought.before.items() if colour is WHITE and point not in thought.after]
    for point in set(thought.after) - set(thought.before):
        if not captured:
            yield len(Position(SIZE, thought.after).group(point)[1])


def defends(liberties: int) -> bool:
    """Return whether Wally defends a black stone with n liberties: such a move has the rank 2 n."""
    white = dict.fromkeys(AROUND[liberties:], WHITE)
    return rank_of_the_answer({CENTRE: BLACK, **white}) == 2 * liberties


def rank_of_the_answer(stones: Stones) -> int:
    """Return the rank of Wally's move in a position."""
    wally = at_start()
    answer(wally, stones)
    return byte(wally, "BESTRANK")


# ---------------------------------------------------------------- patterns

Step = tuple[int, int]  # rows and columns from the white stone
Pattern = tuple[frozenset[Step], Step]  # two black stones, the answer


def table_of_patterns() -> list[Pattern]:
    """Return the entries of the table in memory."""
    wally, names = at_start(), symbols()
    first, other, answer = (
        [step(word) for word in wally.kim.memory[start : start + names["ENTRIES"]]]
        for start in (names["BLACK1"], names["BLACK2"], names["ANSWER"])
    )
    return [(frozenset(black), move) for *black, move in zip(first, other, answer, strict=True)]


def step(difference: int) -> Step:
    """Return the rows and columns of a difference of addresses, both -8 to 7."""
    column = ((difference & 15) ^ 8) - 8
    row = (difference - column) // 16 & 15
    return (row ^ 8) - 8, column


def turned(pattern: Pattern) -> Iterator[Pattern]:
    """Yield the pattern in its eight orientations: four quarter turns and their mirror images."""
    black, answer = pattern
    for mirror in (1, -1):
        seen = [(row, mirror * column) for row, column in (*black, answer)]
        for _ in range(4):
            seen = [(column, -row) for row, column in seen]
            yield frozenset(seen[:-1]), seen[-1]


def families() -> list[list[Pattern]]:
    """Return the entries in groups, each of one pattern turned and mirrored."""
    groups: dict[frozenset[Pattern], list[Pattern]] = {}
    for pattern in table_of_patterns():
        groups.setdefault(frozenset(turned(pattern)), []).append(pattern)
    return list(groups.values())


def half_turned(pattern: Pattern) -> Pattern:
    """Return the pattern turned by 180 degrees, as the program itself does."""
    black, answer = pattern
    return frozenset((-row, -column) for row, column in black), (-answer[0], -answer[1])


def numbers(counts: Iterable[int]) -> list[int]:
    """Return the different numbers."""
    return sorted(set(counts))


# ---------------------------------------------------------------- handicaps


HANDICAPS_TRIED = "stones on the board after each entry from 00 to 99 that he takes"


@cache
def handicaps() -> dict[int, Stones]:
    """Enter every number of two decimal digits; return the stones of each accepted one."""
    wally, found = at_start(), {}
    for number in range(100):
        try:
            wally.new_game(number)
        except RefusedEntry:
            continue
        found[number] = wally.stones
    return found


def corners_of_three() -> Measured:
    """Count the corners among the handicap points that three stones occupy."""
    lines = {STARS[0] & 15, STARS[-1] & 15}
    corners = [point for point in STARS if {point >> 4, point & 15} <= lines]
    return Measured(len(set(corners) & set(handicaps()[3])), "stones on 44, 4C, C4 and CC after the entry 03")


WALLY: dict[str, Measure] = {
    "wally.machine-memory": lambda: Measured(len(ram()), "addresses that take a byte"),
    "wally.memory": memory_of_the_program,
    "wally.stack": stack_for_a_chain,
    "wally.stack-level": stack_for_a_level,
    "wally.board": size_of_the_board,
    "wally.page": memory_of_the_board,
    "wally.byte": memory_of_a_point,
    "wally.time": slowest_answer,
    "wally.lookahead": liberties_after_a_move,
    "wally.threats": lambda: Measured(
        sorted([left for left in range(len(AROUND), 0, -1) if defends(left)]),
        "of 4 to 1 liberties, those at which his move has the rank of a defence",
    ),
    "wally.pattern-rank": lambda: Measured(
        rank_of_the_answer(PATTERN_7A) // 2, "half the rank of his move, as where he defends a group"
    ),
    "wally.patterns": lambda: Measured(
        len(families()), f"the {len(table_of_patterns())} entries in his memory, turns and mirrorings as one"
    ),
    "wally.entries": lambda: Measured(
        numbers(len(family) for family in families()), "the entries in his memory that are one pattern"
    ),
    "wally.orientations": lambda: Measured(
        numbers(len(found) for found in ({*family, *map(half_turned, family)} for family in families())),
        "those entries, each as it is and turned by 180 degrees",
    ),
    "wally.handicap-least": lambda: Measured(min(filter(None, map(len, handicaps().values()))), HANDICAPS_TRIED),
    "wally.handicap-most": lambda: Measured(max(map(len, handicaps().values())), HANDICAPS_TRIED),
    "wally.handicap-corners": corners_of_three,
}


# ---------------------------------------------------------------- the worth of a handicap stone


STORED = Path(__file__).parents[1] / "data" / "wally_handicap.json"
OPTIONS: Mapping[str, Any] = {
    "engine": "gnugo --mode gtp --level 0 --chinese-rules --seed {seed}",
    "handicap": [0, 0, 5, 9, 13, 17],  # GNU Go 3.8 crashes in many games without stones
    "opening": 2,  # without moves at random, half of the games are repetitions of others
    "games": 252,
}
WORST = -225  # black's lead without a living stone: every point of the board is white's


class Game(NamedTuple):
    """A stored game."""

    seed: int
    handicap: int  # stones
    score: str | None  # None if the game was not counted
    moves: str  # digest of its moves


def digest(moves: str) -> str:
    """Return a digest of the moves, to tell games apart."""
    import hashlib

    return hashlib.sha256(moves.encode()).hexdigest()[:8]


def stored() -> tuple[dict[str, Any], list[Game]]:
    """Return the settings of the games, and the games."""
    content = json.loads(STORED.read_text(encoding="utf-8"))
    return content["how"], [Game(*each) for each in content["games"]]


def leads(games: Sequence[Game]) -> dict[int, list[int]]:
    """Return black's leads in the counted games, by handicap."""
    found: dict[int, list[int]] = {}
    for game in sorted(games, key=lambda each: each.handicap):
        lead = lead_of(game.score)
        if lead is not None:
            found.setdefault(game.handicap, []).append(lead)
    return found


def fit(groups: Mapping[int, Sequence[int]]) -> Line:
    """Return the straight line through all games."""
    found = line([(stones, lead) for stones, group in groups.items() for lead in group])
    assert found is not None
    return found


def worth_of_a_stone() -> Measured:
    """Take the slope of the line through black's lead over the number of stones."""
    how, games = stored()
    groups = leads(games)
    found = fit(groups)
    means = ", ".join(f"{statistics.fmean(group):.0f}" for group in groups.values())
    stones = ", ".join(map(str, groups))
    above = fit({stones: group for stones, group in groups.items() if stones})
    floor = statistics.fmean(lead == WORST for lead in groups[0])
    other = "" if how["wally"] == made_by()["wally"] else "; that was another version of his program"
    count = sum(map(len, groups.values()))
    return Measured(
        found.slope,
        f"standard error {found.error:.2f}: the slope of the line through {count} games against {how['counted by']} at "
        "its lowest level, which counts and takes dead stones off; "
        f"black's mean lead is {means} with {stones} stones. "
        f"Without stones {floor:.0%} of the games end at {WORST}, nothing of his alive, and cannot end lower: from "
        f"{min(filter(None, groups))} stones on it is {above.slope:.1f} (standard error {above.error:.2f}){other}. "
        "[The games](sweep.md#what-a-handicap-stone-is-worth)",
    )


FIGURES: dict[str, Measure] = WALLY | {"wally.handicap-worth": worth_of_a_stone}
