"""International draughts on the 6600: the worth of 60-bit words and of CX, the instruction that counts ones.

Three programs make the same boards: by shifts and masks of words, counting ones with CX; the same with a loop in place
of CX; square by square. Their moves are compared with the rules. Minor cycles are those of the call.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.experiments.bench.measuring import Cell, Result, Table, Task, measure
from host.games.draughts import BY_SQUARES, LOOP, OPENING, WORDS, Generator, Position, board_of, parse

TITLE = "moves of international draughts on a 6600: by words and CX, by words and a loop, square by square"
CLOCK = Cdc6600.clock  # Hz
LABELS = {WORDS: "words, CX", LOOP: "words, loop", BY_SQUARES: "squares"}
DEPTH = 5  # of the timed search
DEEP = 6  # of the exact figures
SAMPLE = 100  # positions of games
ONES = (0, 1, 2, 5, 10, 20, 50)  # in a word
EXAMPLES: Mapping[str, Position] = {
    name: parse(text)
    for name, text in {
        "opening": OPENING.fen,
        "Woldouby's position": "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        "three kings and one": "W:WK1,K2,K3:BK48",
        "three men captured": "B:W18,29,31,33,35,39,40,41,44,46,47,50:B1,2,5,6,8,9,10,11,12,13,14,15,20,27",
        "fourteen men captured": "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
        "a man that cannot move": "W:W26:B17,21",
    }.items()
}


class Expanded(NamedTuple):
    """The outcome of expanding a position with all programs."""

    moves: int
    making: Mapping[str, int]  # program -> minor cycles
    counting: Mapping[str, int]


def played(count: int = SAMPLE, seed: int = 6600) -> list[Position]:
    """Return every fifth position of random games, if it has a legal move."""
    chance, position, number = random.Random(seed), OPENING, 0
    found: list[Position] = []
    while len(found) < count:
        moves = position.legal_moves()
        if moves and number % 5 == 4:
            found.append(position)
        number += 1
        over = not moves or number % 150 == 0
        position = OPENING if over else position.played(chance.choice(moves))
    return found


def expand(generators: Iterable[Generator], position: Position) -> Expanded:
    """Make and count the moves with each program; raises IronboardError if they break the rules."""
    expected = Counter(board_of(position.played(move))[:3] for move in position.legal_moves())
    making, counting = {}, {}
    for each in generators:
        boards, making[each.program] = each.expand(position)
        number, counting[each.program] = each.count(position)
        if Counter(board[:3] for board in boards) != expected or number != expected.total():
            raise IronboardError(f"{each.program} has other moves than the rules for {position.fen}")
    return Expanded(expected.total(), making, counting)


def measure_draughts(runs: int) -> Result:
    """Expand positions, then time the counting of sequences of moves from the opening."""
    generators = [Generator(program) for program in LABELS]
    rows = measure([task(each) for each in generators], runs, CLOCK)
    return Result("draughts", TITLE, rows, tables=tables(generators))


def task(generator: Generator) -> Task:
    """Return the task of counting all sequences of up to `DEPTH` moves."""

    def count() -> int:
        return generator.call("TALLY", X1=DEPTH)

    generator.place(OPENING)
    instructions = generator.instructions("TALLY", X1=DEPTH)
    return Task(LABELS[generator.program], count, instructions, lambda: generator.place(OPENING))


def tables(generators: Sequence[Generator]) -> tuple[Table, ...]:
    """Return the exact figures."""
    groups = {name: [expand(generators, position)] for name, position in EXAMPLES.items()}
    games = [expand(generators, position) for position in played()]
    groups[f"mean of {len(games)} of random games"] = games
    groups["of these, without captures"] = [
        each for each, position in zip(games, played(), strict=True) if not position.legal_moves()[0].captured
    ]
    return (
        expansions("all successors of a position", groups, lambda each: each.making),
        expansions("how many there are", groups, lambda each: each.counting),
        ones(generators),
        counts(generators),
    )


def expansions(
    title: str, groups: Mapping[str, Sequence[Expanded]], cycles: Callable[[Expanded], Mapping[str, int]]
) -> Table:
    """Return the minor cycles of positions, or of means of several."""
    columns = ("position", "moves", *LABELS.values(), f"{LABELS[LOOP]}/CX", f"{LABELS[BY_SQUARES]}/CX")
    rows: list[tuple[Cell, ...]] = []
    for name, group in groups.items():
        moves = round(sum(each.moves for each in group) / len(group), 1)
        means = [sum(cycles(each)[program] for each in group) / len(group) for program in LABELS]
        ratios = [round(each / means[0], 2) for each in means[1:]]
        rows.append((name, moves, *map(round, means), *ratios))
    return Table(f"{title}, minor cycles", columns, tuple(rows))


def ones(generators: Iterable[Generator]) -> Table:
    """Return the minor cycles for counting the ones of a word, calling included."""
    by = {each.program: each for each in generators}
    rows: list[tuple[Cell, ...]] = []
    for number in ONES:
        found = [by[program].ones((1 << number) - 1) for program in (WORDS, LOOP)]
        if any(each.number != number for each in found):
            raise IronboardError(f"of {number} ones {found[0].number} and {found[1].number} are counted")
        rows.append((str(number), *(each.cycles for each in found)))
    return Table("ones in a word: a call, minor cycles", ("ones", "CX", "loop"), tuple(rows))


def counts(generators: Iterable[Generator]) -> Table:
    """Return the number of positions that the real machine goes through in a second."""
    columns = ("program", "positions", "minor cycles", "seconds", "positions a second")
    rows: list[tuple[Cell, ...]] = []
    for each in generators:
        numbers, cycles = each.tally(OPENING, DEEP)
        seconds = cycles / CLOCK
        rows.append((LABELS[each.program], sum(numbers), cycles, round(seconds, 2), round(sum(numbers) / seconds)))
    return Table(f"all positions up to {DEEP} moves after the opening, the last ones counted", columns, tuple(rows))
