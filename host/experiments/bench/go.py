"""The Go programs of the 6600: their moves in a game against each other, and Zobrist's influence function twice.

The game is played once; then each program gets the other's moves again, and its answers are timed. They must be
those of the game. The influence function is that of ALGOL and that of COMPASS, on the boards of the game.

Source: A thesis of the Naval Postgraduate School, about 1970; A. G. Bell, Games Playing with Computers, section 3.4.

Both Wallys' thinking time runs from the moment the GO key is read until the display is lit again.

It includes checking and answering the move, and wally-walk's search for groups in atari. The
positions are those of the tests, without chains that are too long for wally's stack.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.machine import Stop
from emulators.mos6502.system import Core
from host.experiments.bench.measuring import CLOCK, Result, Row, Table, Task, measure
from host.experiments.bench.programs import COMPILED, INTERRUPTS_OFF, PY65
from host.games.go.game import Move, ProgramGame
from host.games.go.influence import algol_cycles, analysed
from host.games.go.programs import game_of
from host.games.go.rules import Colour, Position
from host.games.wally import GETKEY, LIMIT, SCANDS, Wally
from host.games.wally_board import (
    BOARD,
    EMPTY_CODE,
    LINES,
    POINTS,
    PROGRAMS,
    SIZE,
    parsed,
    read_bytes,
    read_positions,
    stored_positions,
)
from host.machines.kim1.machine import Kim1

TITLE = "a 6600 plays Go: the thesis' program against the one after Zobrist"
PLAYERS = {Colour.BLACK: "nps", Colour.WHITE: "zobrist"}
PLIES = 120
STAGES = (40, 80, PLIES)  # plies up to which the moves of a line of the table were made
BOARDS = (0, 40, 80, PLIES)  # plies
COLUMNS = ("moves", "mean, ms", "longest, ms", "mean, minor cycles", "most")


def measure_go(runs: int) -> Result:
    """Play a game, then time each program's answers."""
    players = {colour: game_of(name) for colour, name in PLAYERS.items()}
    moves, cycles, positions = game(players)
    tasks = [Task(PLAYERS[colour], answering(players[colour], colour, moves)) for colour in players]
    rows = measure(tasks, runs, Cdc6600.clock)
    tables = (times(cycles), influences([positions[plies] for plies in BOARDS]))
    return Result("go", TITLE, rows, tables=tables)


def game(players: dict[Colour, ProgramGame]) -> tuple[list[Move], list[int], list[Position]]:
    """Play a game; return the moves, the cycles of each, and the positions, the empty board first."""
    moves: list[Move] = []
    cycles, positions = [], [Position(players[Colour.BLACK].size)]
    for ply in range(PLIES):
        colour = Colour.WHITE if ply % 2 else Colour.BLACK
        moves.append(players[colour].answer(colour))
        told = players[colour].told
        cycles.append(told.cycles if told else 0)
        players[colour.other].play(colour, moves[-1])
        positions.append(players[colour].position)
    return moves, cycles, positions


def answering(player: ProgramGame, colour: Colour, moves: Sequence[Move]) -> Callable[[], int]:
    """Return the function that replays a game for one side and returns the cycles of all its answers."""

    def work() -> int:
        player.new_game()
        total = 0
        for ply, move in enumerate(moves):
            if (ply % 2 == 0) is not (colour is Colour.BLACK):
                player.play(colour.other, move)
            elif player.answer(colour) != move:
                raise IronboardError(f"move {ply + 1} of {PLAYERS[colour]} is another one than before")
            else:
                total += player.told.cycles if player.told else 0
        return total

    return work


def times(cycles: Sequence[int]) -> Table:
    """Return how long the moves of both took, in stages of the game."""
    rows = []
    for parity, name in enumerate(PLAYERS.values()):
        begun = 0
        for stage in STAGES:
            of = cycles[begun + parity : stage : 2]
            mean = statistics.fmean(of)
            rows.append((f"{name}, {begun + 1} to {stage}", len(of), ms(mean), ms(max(of)), round(mean), max(of)))
            begun = stage
    return Table("moves of a game on 19 by 19", ("plies", *COLUMNS), tuple(rows))


def influences(positions: Sequence[Position]) -> Table:
    """Return the time of the influence function in both languages."""
    rows = []
    for position in positions:
        words = analysed(position).cycles
        algol, bare = (algol_cycles(position, checks=each) for each in (True, False))
        rows.append((str(len(position.stones)), algol, bare, words, round(algol / words, 1), round(bare / words, 1)))
    columns = ("stones", "ALGOL, minor cycles", "no checks", "COMPASS", "times as fast", "no checks: times")
    return Table("Zobrist's influence function", columns, tuple(rows))


def ms(cycles: float) -> float:
    """Return the 6600's milliseconds."""
    return round(cycles * 1000 / Cdc6600.clock, 1)


# ---------------------------------------------------------------- Wally

# ---------------------------------------------------------------- wally
WALLY_TITLE = "Wally's answers, from the GO key to the lit display"
BIN = 10_000  # cycles: a bar of the histogram
SAMPLE = 40  # the clock runs for one position in 40

CORES: tuple[Core, ...] = (COMPILED, PY65)

Stones = dict[int, Colour]


def positions() -> Iterator[Stones]:
    """Return the stones of every position."""
    path = stored_positions()
    return (parsed(each.board) for each in read_positions(read_bytes(path).decode("ascii"), str(path)))


def think(wally: Wally, board: Stones) -> int:
    """Put a position on the board and run Wally until it has answered; return the cycles."""
    kim = wally.kim
    wally.put(board)
    kim.press("+", "0", "0")
    kim.key_down("GO")
    run_to(wally, GETKEY)
    start = kim.cycles
    run_to(wally, SCANDS)
    took = kim.cycles - start
    kim.key_up("GO")
    kim.run(seconds=0.05)
    return took


def run_to(wally: Wally, address: int) -> None:
    """Run until the next call of a routine of the monitor."""
    wally.kim.set_breakpoint(address)
    stop = wally.kim.run(LIMIT)
    wally.kim.set_breakpoint(address, on=False)
    if stop != Stop.BREAKPOINT:
        raise IronboardError(f"Wally has not called {address:04X} within {LIMIT:,} cycles")


def think_all(wally: Wally, boards: Iterable[Stones]) -> list[int]:
    """Return the cycles of every position."""
    return [think(wally, board) for board in boards]


def playing(core: Core, program: str = PROGRAMS[0]) -> Wally:
    """Return a Wally with an empty board, waiting for a move."""
    wally = Wally(core, program)
    wally.new_game()
    return wally


def measure_wally(runs: int) -> Result:
    """Count the cycles of both programs in all positions, then time some answers of the first."""
    boards = list(positions())
    cycles = {program: think_all(playing(COMPILED, program), boards) for program in PROGRAMS}
    sample = boards[::SAMPLE]
    instructions = count_instructions(playing(COMPILED), sample)
    rows = measure([answer_task(core, sample, instructions) for core in CORES], runs)
    tables = summary(cycles), histogram(cycles[PROGRAMS[0]])
    return Result("wally", WALLY_TITLE, rows, PY65, tables, notes=(note(len(sample), rows[0]),))


def count_instructions(wally: Wally, boards: Iterable[Stones]) -> int:
    """Return the number of instructions that `answer_task` executes."""
    wally.kim.trace()
    count = 0
    for board in boards:
        think(wally, board)
        count += len(wally.kim.traced())
    return count


def answer_task(core: Core, boards: Iterable[Stones], instructions: int) -> Task:
    """Return the task of answering, keys and display included; it always begins in the same state."""
    wally = playing(core)
    state, start = wally.kim.snapshot(), wally.kim.cycles

    def work() -> int:
        think_all(wally, boards)
        return wally.kim.cycles - start

    return Task(core, work, instructions, prepare=lambda: wally.kim.restore(state))


def summary(cycles: Mapping[str, Sequence[int]]) -> Table:
    """Return mean, median and worst of each program."""
    kinds: Mapping[str, Callable[[Sequence[int]], float]]
    kinds = {"mean": statistics.mean, "median": statistics.median, "worst": max}
    columns = ("answer", *(f"{program}: {unit}" for program in cycles for unit in ("cycles", "seconds")))
    rows = []
    for name, kind in kinds.items():
        counts = [round(kind(each)) for each in cycles.values()]
        rows.append((name, *(cell for each in counts for cell in (each, round(each / CLOCK, 3)))))
    return Table(f"{len(next(iter(cycles.values())))} positions", columns, tuple(rows))


def histogram(cycles: Iterable[int]) -> Table:
    """Return the number of answers in each bin of cycles."""
    bins = Counter(count // BIN for count in cycles)
    rows = tuple((BIN * index, bins[index]) for index in range(min(bins), max(bins) + 1))
    return Table(f"answers by their cycles, in steps of {BIN:,}", ("cycles", "answers"), rows, bars=True)


def note(answers: int, row: Row) -> str:
    """Describe the timed work in a sentence."""
    what = "the keys and Python's looks at the display included"
    return f"timed are {answers} of the answers, {what}: {row.median / answers * 1000:.2f} ms each"


# ---------------------------------------------------------------- chains
CHAINS_TITLE = "COUNT of both Wallys on long chains"
RETURN = 0x00EE  # a byte that neither Wally uses
STACK, TOP = 0x0100, 0xFF
COUNT_LIMIT = 1_000_000  # cycles
BROKEN = 0x80  # liberties: this many or more mean that the chain is too long
TIMED = "the article's 33 stones"

Chain = frozenset[int]


# ---------------------------------------------------------------- the chains


def point(row: int, column: int) -> int:
    """Return the address of a point; rows and columns count from 1."""
    return 16 * row + column


def rows_of(rows: Iterable[int]) -> Chain:
    """Return whole rows of stones."""
    return frozenset(point(row, column) for row in rows for column in LINES)


def snake() -> Chain:
    """Return every other row, joined at alternating ends: the chain of 33 of the article, to the end of the board."""
    joints = {point(row, SIZE if row % 4 == 2 else 1) for row in range(2, SIZE, 2)}
    return rows_of(range(1, SIZE + 1, 2)) | joints


def comb() -> Chain:
    """Return every other column, joined along the first row."""
    teeth = {point(row, column) for row in LINES for column in range(1, SIZE + 1, 2)}
    return rows_of([1]) | teeth


def net() -> Chain:
    """Return all rows and columns of odd number: every hole is a liberty."""
    return frozenset(each for each in POINTS if (each >> 4) % 2 or each % 2)


CHAINS: Mapping[str, Chain] = {
    "a lone stone": frozenset({0x88}),
    "a row": rows_of([8]),
    TIMED: frozenset({*range(0x21, 0x30), 0x3F, *range(0x41, 0x50), 0x51, 0x61}),  # two rows and two joints
    "snake": snake(),
    "comb": comb(),
    "net": net(),
    "all points but the centre": frozenset(POINTS) - {0x88},
    "all points but the last": frozenset(POINTS) - {POINTS[-1]},
    "all points": frozenset(POINTS),
}


# ---------------------------------------------------------------- the routine


class Routine(NamedTuple):
    """A program's entry points, and its two codes of a black stone: not counted, counted."""

    begin: int
    trace: int
    liberties: int
    codes: tuple[int, int]


ROUTINES = {  # of asm/kim1/wally.s and wally-walk.s
    "wally": Routine(begin=0x0171, trace=0x004F, liberties=0x0007, codes=(0xC8, 0xC9)),
    "wally-walk": Routine(begin=0x008B, trace=0x009F, liberties=0x0006, codes=(0xC0, 0xC1)),
}
FROM, TO = 0x0003, 0x0004  # of wally-walk; wally has FROM in A, and the difference of both in Y


class Counted(NamedTuple):
    """The result of a call of COUNT, and its cost."""

    liberties: int | None  # None: the chain is too long
    cycles: int
    instructions: int
    stack: int  # bytes, the return address of the call included


class Caller:
    """A KIM-1 with one of the Wallys in memory, to call its routines."""

    def __init__(self, core: Core, program: str) -> None:
        self.kim = Kim1(core=core)
        self.kim.load(program)
        self.kim.set_breakpoint(RETURN)
        self.routine = ROUTINES[program]
        self.recursive = program == "wally"
        self.codes = self.routine.codes

    def put(self, stones: Chain) -> None:
        """Put a chain on the board."""
        for each in POINTS:
            self.kim.memory[BOARD + each] = self.routine.codes[0] if each in stones else EMPTY_CODE
        self.codes = self.routine.codes

    def call(self, address: int, a: int = 0, x: int = 0, y: int = 0) -> None:
        """Set the machine to the first instruction of a routine that returns to RETURN."""
        kim = self.kim
        kim.memory[STACK + TOP - 1 : STACK + TOP + 1] = (RETURN - 1).to_bytes(2, "little")
        registers = {"S": TOP - 2, "A": a, "X": x, "Y": y, "PC": address, "P": INTERRUPTS_OFF}
        for name, value in registers.items():
            kim.write_register(name, value)

    def finish(self) -> int:
        """Run to the end of the routine; return the cycles."""
        start = self.kim.cycles
        if self.kim.run(COUNT_LIMIT) != Stop.BREAKPOINT:
            raise IronboardError(f"COUNT has not ended within {COUNT_LIMIT:,} cycles")
        return self.kim.cycles - start

    def aim(self, start: int) -> None:
        """Begin a new count at a stone, up to the call of COUNT."""
        self.call(self.routine.begin, a=0)
        self.finish()
        before, after = self.codes
        if not self.recursive:
            self.kim.memory[FROM], self.kim.memory[TO] = self.codes
        self.call(self.routine.trace, a=before, x=start, y=before ^ after)

    def again(self) -> None:
        """Prepare the stones just counted for another count, by exchanging the two codes."""
        self.codes = self.codes[::-1]

    def count(self, stones: Chain) -> Counted:
        """Put a chain on the board and count it, from its first stone; raises IronboardError for a wrong result."""
        self.put(stones)
        self.aim(min(stones))
        self.kim.trace()
        cycles = self.finish()
        rows = self.kim.traced()
        self.kim.trace(False)
        found: int | None = self.kim.memory[self.routine.liberties]
        if self.recursive and self.kim.memory[self.routine.liberties] >= BROKEN:
            found = None
        counted = {each for each in POINTS if self.kim.memory[BOARD + each] == self.codes[1]}
        group, liberties = Position(SIZE, dict.fromkeys(stones, Colour.BLACK)).group(min(stones))
        if found is not None and (counted != set(group) or found != len(liberties)):
            raise IronboardError(
                f"COUNT finds {len(counted)} stones and {found} liberties; there are {len(group)} and {len(liberties)}"
            )
        return Counted(found, cycles, len(rows), TOP - min(rows["S"]))


def measure_chains(runs: int) -> Result:
    """Count all chains by both programs, then time the article's."""
    counts = {
        program: {name: Caller(COMPILED, program).count(stones) for name, stones in CHAINS.items()}
        for program in PROGRAMS
    }
    program, timed = PROGRAMS[0], CHAINS[TIMED]
    instructions = counts[program][TIMED].instructions
    tasks = [count_task(core, Caller(core, program), timed, instructions) for core in CORES]
    note = f"timed is COUNT of {program} on '{TIMED}': so short a run is a good deal of Python, too"
    return Result("chains", CHAINS_TITLE, measure(tasks, runs), PY65, (count_table(counts),), notes=(note,))


def count_task(label: str, caller: Caller, stones: Chain, instructions: int) -> Task:
    """Return the task of counting a chain over and over."""
    caller.put(stones)
    caller.again()  # prepare will turn them back

    def prepare() -> None:
        caller.again()
        caller.aim(min(stones))

    return Task(label, caller.finish, instructions, prepare)


def count_table(counts: Mapping[str, Mapping[str, Counted]]) -> Table:
    """Return the cost of the counts, a row for each chain, the programs side by side."""
    each_program = ("liberties", "cycles", "cycles/stone", "bytes of stack")
    columns = tuple(f"{program}: {column}" for program in counts for column in each_program)
    rows = tuple((name, len(stones), *count_cells(counts, name, len(stones))) for name, stones in CHAINS.items())
    return Table("COUNT", ("chain", "stones", *columns), rows)


def count_cells(counts: Mapping[str, Mapping[str, Counted]], name: str, stones: int) -> Iterator[str | int | float]:
    """Yield the cells of a chain after its name and size."""
    for found in (each[name] for each in counts.values()):
        yield "too long" if found.liberties is None else found.liberties
        yield from (found.cycles, round(found.cycles / stones, 1), found.stack)
