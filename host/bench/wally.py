"""The time that both Wallys think: from the moment the GO key is read until the display is lit again.

In between the move is checked and answered, and wally-walk looks for groups in atari; all of it is in the figure. The
positions are those of the tests, without chains that are too long for wally's stack.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from emulators.machine import Stop
from host.bench.measuring import CLOCK, Result, Row, Table, Task, measure
from host.bench.programs import COMPILED, PY65
from host.games.go.rules import Colour
from host.games.wally import GETKEY, LIMIT, SCANDS, Wally
from host.games.wally_board import PROGRAMS, parsed, read_bytes, read_positions, stored_positions

TITLE = "Wally's answers, from the GO key to the lit display"
BIN = 10_000  # cycles: a bar of the histogram
SAMPLE = 40  # the clock runs for one position in 40

Stones = dict[int, Colour]


def positions() -> Iterator[Stones]:
    """Return the stones of every position."""
    path = stored_positions()
    return (parsed(each.board) for each in read_positions(read_bytes(path).decode("ascii"), str(path)))


def think(wally: Wally, board: Stones) -> int:
    """Put a position on the board and let Wally answer; return the cycles he took."""
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
    """Return a Wally with an empty board who waits for a move."""
    wally = Wally(core, program)
    wally.new_game()
    return wally


def measure_wally(runs: int) -> Result:
    """Let both answer in all positions, then time some answers of the first."""
    boards = list(positions())
    cycles = {program: think_all(playing(COMPILED, program), boards) for program in PROGRAMS}
    sample = boards[::SAMPLE]
    instructions = count_instructions(playing(COMPILED), sample)
    tasks = [task(COMPILED, COMPILED, sample, instructions), task(PY65, "py65", sample, instructions)]
    rows = measure(tasks, runs)
    tables = summary(cycles), histogram(cycles[PROGRAMS[0]])
    return Result("wally", TITLE, rows, PY65, tables, notes=(note(len(sample), rows[0]),))


def count_instructions(wally: Wally, boards: Iterable[Stones]) -> int:
    """Return how many instructions the machine executes in all that `task` does."""
    wally.kim.trace()
    count = 0
    for board in boards:
        think(wally, board)
        count += len(wally.kim.traced())
    return count


def task(label: str, core: Core, boards: Iterable[Stones], instructions: int) -> Task:
    """Return the task of answering, keys and display included; it always begins in the same state."""
    wally = playing(core)
    state, start = wally.kim.snapshot(), wally.kim.cycles

    def work() -> int:
        think_all(wally, boards)
        return wally.kim.cycles - start

    return Task(label, work, instructions, prepare=lambda: wally.kim.restore(state))


def summary(cycles: Mapping[str, Sequence[int]]) -> Table:
    """Return mean, median and worst of each program."""
    kinds: dict[str, Callable[[Sequence[int]], float]] = {
        "mean": statistics.mean,
        "median": statistics.median,
        "worst": max,
    }
    counts = {name: [round(kind(each)) for each in cycles.values()] for name, kind in kinds.items()}
    return Table(
        f"{len(next(iter(cycles.values())))} positions",
        ("answer", *(f"{program}: {unit}" for program in cycles for unit in ("cycles", "seconds"))),
        tuple(
            (name, *(cell for each in row for cell in (each, round(each / CLOCK, 3)))) for name, row in counts.items()
        ),
    )


def histogram(cycles: Iterable[int]) -> Table:
    """Return the number of answers in each bin of cycles."""
    bins = Counter(count // BIN for count in cycles)
    rows = tuple((BIN * index, bins[index]) for index in range(min(bins), max(bins) + 1))
    return Table(f"answers by their cycles, in steps of {BIN:,}", ("cycles", "answers"), rows, bars=True)


def note(answers: int, row: Row) -> str:
    """Return what was timed."""
    each = row.median / answers * 1000
    return (
        f"timed are {answers} of the answers, the keys and Python's looks at the display included: {each:.2f} ms each"
    )
