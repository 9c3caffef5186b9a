"""Wally's thinking time: from the moment the GO key is read until the display is lit again.

The moments are calls of the monitor's GETKEY and SCANDS. In between he checks the move, thinks, makes his own, and
looks for groups in atari; all of it is in the figure. The positions are those of the tests.
"""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from emulators.machine import Stop
from host.bench.measuring import CLOCK, Result, Row, measure, times
from host.games.go_rules import Colour
from host.games.wally import Wally

TITLE = "Wally's answers, from the GO key to the lit display"
HERE = Path(__file__).parent
FILE = "positions.txt"
FOLDERS = (HERE.parents[1] / "tests" / "data" / "wally", HERE / "data")  # checkout, installed wheel
STONES = {"#": Colour.BLACK, "o": Colour.WHITE}
GETKEY, SCANDS = 0x1F6A, 0x1F1F
LIMIT = 10_000_000  # cycles
BIN = 50_000  # cycles: a bar of the histogram
BAR = 50  # characters of the longest one
SAMPLE = 40  # py65 takes every so manieth position

Stones = dict[int, Colour]


def positions() -> Iterator[Stones]:
    """Return the stones of every position."""
    for line in positions_file().read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            yield stones(line.split()[1])


def positions_file() -> Path:
    """Return where the positions are."""
    for folder in FOLDERS:
        if (folder / FILE).is_file():
            return folder / FILE
    raise IronboardError(f"no {FILE} in {' or '.join(map(str, FOLDERS))}")


def stones(rows: str) -> Stones:
    """Return the stones of a board written like 15/3#o10/...: rows from the top, numbers for empty points."""
    found = {}
    for row, text in enumerate(rows.split("/"), 1):
        column = 1
        for gap, stone in re.findall(r"(\d+)|(\D)", text):
            if stone:
                found[16 * row + column] = STONES[stone]
            column += 1 if stone else int(gap)
    return found


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


def playing(core: Core) -> Wally:
    """Return a Wally with an empty board who waits for a move, everything he needs compiled."""
    wally = Wally(core)
    wally.new_game()
    think(wally, {})
    return wally


def measure_wally(runs: int) -> Result:
    """Measure all positions on the compiled core, and some of them on py65."""
    boards = list(positions())
    fast, slow = playing("compiled"), playing("py65")
    compiled = time_sample("compiled", fast, boards[::SAMPLE], runs)
    py65 = time_sample("py65 in the KIM-1", slow, boards[::SAMPLE], runs)
    start = time.process_time()
    cycles = think_all(fast, boards)
    each = (time.process_time() - start) / len(boards)
    figures = {
        "positions": len(cycles),
        "mean": statistics.mean(cycles),
        "worst": max(cycles),
        "histogram": dict(sorted(Counter(count // BIN * BIN for count in cycles).items())),
        "host_seconds_per_answer": each,
        "times_py65_in_the_kim1": times(compiled, py65),
    }
    return Result("wally", TITLE, (compiled, py65), notes(cycles, each, compiled, py65), figures)


def time_sample(label: str, wally: Wally, boards: Iterable[Stones], runs: int) -> Row:
    """Measure answers to some positions, keys and display included; every run begins in the same state."""
    wally.new_game()
    state, start = wally.kim.save_state(), wally.kim.cycles

    def work() -> int:
        think_all(wally, boards)
        return wally.kim.cycles - start

    return measure(label, work, runs, prepare=lambda: wally.kim.load_state(state))


def notes(cycles: list[int], each: float, compiled: Row, py65: Row) -> tuple[str, ...]:
    """Return worst, mean and histogram as text."""
    return (
        f"{len(cycles)} positions: mean {statistics.mean(cycles):,.0f} cycles, worst {max(cycles):,}"
        f" = {max(cycles) / CLOCK:.2f} s on a real KIM-1",
        f"host time for an answer, keys and display included: {each * 1000:.2f} ms",
        f"the table is about every {SAMPLE}th position, keys and display included:"
        f" compiled is {times(compiled, py65):.0f} times py65 in the KIM-1",
        *histogram(cycles),
    )


def histogram(cycles: list[int]) -> list[str]:
    """Return how many answers took how long, a line per BIN."""
    bins = Counter(count // BIN for count in cycles)
    longest = max(bins.values())
    return [
        f"{BIN * index // 1000:>5}-{BIN * (index + 1) // 1000} thousand cycles {bins[index]:>4} "
        + "#" * round(BAR * bins[index] / longest)
        for index in range(min(bins), max(bins) + 1)
    ]
