"""Two move generators for checkers on the 704: shifts and masks of Samuel's four words, and a table of squares.

Both programs make successor boards of the same six words and are called in the same way; their boards are
compared with the rules. Cycles are those of the call, from its first instruction to its last one.

Source: A. G. Bell, Games Playing with Computers, section 3.2.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704.isa import CYCLE_MICROSECONDS
from host.experiments.bench.measuring import Cell, Result, Table, Task, measure
from host.games.boards import data_file
from host.games.checkers import notation
from host.games.checkers.generators import TABLE, WORDS, Generator, Thinker, breaks
from host.games.checkers.notation import parse_position
from host.games.checkers.program import DEPTH as MINIMUM
from host.games.checkers.rules import OPENING, Position
from host.games.checkers.samuel import words_of, words_of_board

# ---------------------------------------------------------------- checkers
TITLE = "all moves of checkers positions on a 704, by shifts and masks and by a table"
CLOCK = 1e6 / CYCLE_MICROSECONDS  # Hz
LABELS = {WORDS: "shifts and masks", TABLE: "table of moves"}
DEPTH = 6  # of the counts
PLAYED = "game"  # the kind of stored positions that are from random games
EXAMPLES: Mapping[str, Position] = {
    name: parse_position(text)
    for name, text in {
        "opening": OPENING.fen,
        "middle game, men": "W:W17,18,20,21,26,27,28,29,30,31,32:B1,2,3,4,5,7,9,10,11,12,16",
        "kings and a man": "B:W12,K2:B14,K17,K25,K31,K32",
        "a capture": "W:W17,20,21,23,27,28,29,31,32:B1,2,3,4,5,7,12,13,16,18",
        "the multiple capture": "B:W9,10,11,17,18,19,25,26,27:BK29",
        "a man that cannot move": "B:W24,27:B20",
        "a king that cannot move": "B:W22,25:BK29",
    }.items()
}
# Cycles of the method's instructions, added up before the program was written: no calling, no saving of index
# registers, no captures but the question whether there are any, no crowning, no note of which move it was.
ESTIMATES = {
    "a man that cannot move": ("shifts and masks alone, men", 69),
    "a king that cannot move": ("shifts and masks alone, kings", 117),
    "opening": ("seven moves of men", 446),
    "kings and a man": ("twelve moves, with kings", 769),
}


class Expanded(NamedTuple):
    """The outcome of expanding a position with both generators."""

    successors: int
    cycles: Mapping[str, int]  # by program


def stored() -> list[notation.KnownPosition]:
    """Return the stored positions; raises IronboardError if there are none."""
    return notation.read_known_file(data_file("tests/data/checkers/positions.txt", "checkers.txt"))


def expand(generators: Iterable[Generator], position: Position) -> Expanded:
    """Expand a position with each generator; raises IronboardError if a board is wrong by the rules."""
    words, expected = words_of(position), by_the_rules(position)
    cycles = {}
    for each in generators:
        boards, cycles[each.program] = each.expand(words, position.to_move)
        if Counter(words_of_board(board, position.to_move.other) for board in boards) != expected:
            raise IronboardError(f"{each.program} has other moves than the rules for {position.fen}")
    return Expanded(expected.total(), cycles)


def by_the_rules(position: Position) -> Counter[Sequence[int]]:
    """Return the successors of a position."""
    return Counter(words_of(position.played(move)) for move in position.legal_moves())


def measure_checkers(runs: int) -> Result:
    """Expand positions, then time the counting of sequences of moves from the opening."""
    generators = [Generator(program) for program in LABELS]
    rows = measure([task(each) for each in generators], runs, CLOCK)
    return Result("checkers", TITLE, rows, tables=tables(generators))


def task(generator: Generator) -> Task:
    """Return the task of counting all sequences of up to six moves."""
    words, colour = words_of(OPENING), OPENING.to_move
    generator.tally(words, colour, DEPTH)  # leaves the depth in the machine
    generator.place(words, colour)
    return Task(
        LABELS[generator.program],
        lambda: generator.call("TALLY"),
        generator.instructions("TALLY"),
        lambda: generator.place(words, colour),
    )


def tables(generators: Sequence[Generator]) -> tuple[Table, ...]:
    """Return the exact figures."""
    examples = {name: expand(generators, position) for name, position in EXAMPLES.items()}
    known = [(each.kind, expand(generators, each.position)) for each in stored()]
    games = [expanded for kind, expanded in known if kind == PLAYED]
    means = {
        f"mean of {len(games)} of random games": games,
        f"mean of all {len(known)} stored": [expanded for _, expanded in known],
    }
    return expansions(examples, means), estimates(examples), counts(generators)


def milliseconds(cycles: float) -> float:
    """Return the real machine's time in milliseconds."""
    return round(cycles * CYCLE_MICROSECONDS / 1000, 2)


def expansions(examples: Mapping[str, Expanded], means: Mapping[str, Sequence[Expanded]]) -> Table:
    """Return the time each program takes to make all successors of a position."""
    columns = ("position", "successors", "cycles, words", "cycles, table", "ms, words", "ms, table", "table/words")
    rows = []
    for name, group in {**{name: [each] for name, each in examples.items()}, **means}.items():
        successors = round(sum(each.successors for each in group) / len(group), 1)
        words, table = (sum(each.cycles[program] for each in group) / len(group) for program in LABELS)
        times = milliseconds(words), milliseconds(table), round(table / words, 2)
        rows.append((name, successors, round(words), round(table), *times))
    return Table("all successors of a position", columns, tuple(rows))


def estimates(examples: Mapping[str, Expanded]) -> Table:
    """Return the estimates made in advance beside the program's times."""
    columns = ("shifts and masks", "cycles, estimate", "cycles, program", "ms, estimate", "ms, program")
    rows = []
    for name, (what, cycles) in ESTIMATES.items():
        ours = examples[name].cycles[WORDS]
        rows.append((what, cycles, ours, milliseconds(cycles), milliseconds(ours)))
    return Table("what the bare method was estimated at, and what the whole routine takes", columns, tuple(rows))


def counts(generators: Iterable[Generator]) -> Table:
    """Return the number of positions that the real machine goes through in a second."""
    columns = ("generator", "positions", "cycles", "seconds", "positions a second")
    rows = []
    for each in generators:
        numbers, cycles = each.tally(words_of(OPENING), OPENING.to_move, DEPTH)
        seconds = cycles / CLOCK
        rows.append((LABELS[each.program], sum(numbers), cycles, round(seconds, 1), round(sum(numbers) / seconds, 1)))
    return Table(f"all positions up to {DEPTH} moves after the opening, made by the program", columns, tuple(rows))


# ---------------------------------------------------------------- samuel
SAMUEL_TITLE = "a 704 thinks about checkers by Samuel's search of 1959"
SAMPLE = 40  # positions


class Way(NamedTuple):
    """How far the program looks: the least number of moves, and whether it prunes lines that cannot change its choice.

    `offers`: whether lines go on where an exchange can be offered, as Samuel describes it.
    """

    minimum: int
    pruned: bool
    offers: bool = True

    @property
    def title(self) -> str:
        """The way in words."""
        moves = "moves" if self.minimum > 1 else "move"
        search = ("alpha-beta" if self.pruned else "minimax") + ("" if self.offers else " without offers")
        return f"at least {self.minimum} {moves} ahead, {search}"

    @property
    def breaks(self) -> dict[str, int]:
        """The break points of the search."""
        found = breaks(self.minimum)
        return found if self.offers else {**found, "PLYOFR": self.minimum}


USUAL = Way(MINIMUM, pruned=False)
WAYS = (
    *(Way(minimum, pruned=False) for minimum in range(1, 5)),
    Way(MINIMUM, pruned=False, offers=False),
    *(Way(minimum, pruned=True) for minimum in range(3, 7)),
)


class Thinking(NamedTuple):
    """The cost of thinking about one position."""

    nodes: int
    cycles: int


def sample(count: int = SAMPLE) -> list[Position]:
    """Return n stored positions from games, evenly spaced, each with more than one legal move."""
    found = [each.position for each in stored() if each.kind == PLAYED and len(each.moves or ()) > 1]
    return found[:: len(found) // count][:count]


def think(thinker: Thinker, position: Position, way: Way = USUAL) -> Thinking:
    """Search a position; raises IronboardError if the best move is not a legal one."""
    thinker.breaks, thinker.pruned = way.breaks, way.pruned
    thought = thinker.think(words_of(position), position.to_move)
    if thought.after not in (words_of(position.played(move)) for move in position.legal_moves()):
        raise IronboardError(f"the best move in {position.fen}, {way.title}, is not a move")
    return Thinking(thought.nodes, thought.cycles)


def measure_samuel(runs: int) -> Result:
    """Time the search in all positions of the sample, then count its cost for each way."""
    thinker, positions = Thinker(), sample()
    rows = measure([thinking_task(thinker, positions)], runs, CLOCK)
    return Result("samuel", SAMUEL_TITLE, rows, tables=(by_way(thinker, positions),))


def thinking_task(thinker: Thinker, positions: Sequence[Position], way: Way = USUAL) -> Task:
    """Return the task of thinking about positions."""

    def work() -> int:
        return sum(think(thinker, each, way).cycles for each in positions)

    return Task(way.title, work)


def by_way(thinker: Thinker, positions: Sequence[Position], ways: Iterable[Way] = WAYS) -> Table:
    """Return the cost of thinking, a line for each way."""
    columns = ("search", "boards looked at, mean", "seconds, mean", "seconds, median", "seconds, worst")
    rows: list[tuple[Cell, ...]] = []
    for way in ways:
        found = [think(thinker, each, way) for each in positions]
        seconds = [each.cycles / CLOCK for each in found]
        nodes = statistics.mean(each.nodes for each in found)
        times = statistics.mean(seconds), statistics.median(seconds), max(seconds)
        rows.append((way.title, round(nodes), *(round(each, 2) for each in times)))
    return Table(f"a move, in {len(positions)} positions of games", columns, tuple(rows))
