"""What is a handicap stone worth to Wally? `python docs/studies/handicap_worth.py` plays the games and stores them.

It needs `gnugo`. Interrupted, it goes on from its journal when it is started again. docs/figures.md and docs/sweep.md
are then made anew by `ironboard figures --write` and `python docs/tools/make_tables.py`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from host.cli.main import main as ironboard
from host.experiments.figures.measured.millen import OPTIONS, STORED, WORST, Game, digest, fit, leads, stored
from host.experiments.sweeps.go_game import NOT_COUNTED
from host.experiments.sweeps.journal import read
from host.experiments.sweeps.report import mean_and_errors
from host.formats import storage

JOURNAL = Path("handicap-worth.sqlite")


def main() -> int:
    """Play what has not been played yet, and write the stored figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--journal", type=Path, default=JOURNAL, help="begun, or gone on with (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--store", action="store_true", help="play nothing, store what the journal has by now")
    options = parser.parse_args()
    os.environ["PATH"] += f"{os.pathsep}/usr/games"  # where Debian has GNU Go
    words = [
        f"--{name}={','.join(map(str, value)) if name == 'handicap' else value}" for name, value in OPTIONS.items()
    ]
    status = 0
    if not options.store:
        status = ironboard(["sweep", "wally-gtp", *words, f"--output={options.journal}", f"--jobs={options.jobs}"])
    if status == 0:
        storage.write_all(STORED, stored_form(options.journal), overwrite=True)
        print(f"{STORED}: written", file=sys.stderr)
    return status


def stored_form(journal: Path) -> bytes:
    """Return what is kept of a journal: how it was made, and a line for each game up to the first that is missing."""
    header, found = (contents := read(journal)).header, contents.results
    seeds = itertools.takewhile(found.__contains__, map(str, itertools.count(header.parameters["seed"])))
    results = {seed: found[seed] for seed in seeds}
    (judge,) = {result["counted_by"] for result in results.values()} - {NOT_COUNTED}
    how = {
        "command": "python docs/studies/handicap_worth.py",
        "engine": header.parameters["engine"],
        "counted by": judge,
        **header.made_by,
        **{name: header.parameters[name] for name in ("seed", "opening", "moves", "timeout")},
        "games": len(results),
    }
    rows = [
        json.dumps(Game(int(key), len(result["handicap"]), result["score"], digest(result["moves"])))
        for key, result in results.items()
    ]
    text = f'{{"how": {json.dumps(how, indent=1)},\n"fields": {json.dumps(Game._fields)},\n"games": [\n'
    return (text + ",\n".join(rows) + "\n]}\n").encode()


def handicap() -> Iterator[str]:
    """Yield the table of docs/sweep.md."""
    _, games = stored()
    yield "| stones | games | crashes | different | at -225 | lead: least | mean | most | standard deviation | error |"
    yield "|" + "---:|" * 10
    for stones, group in (groups := leads(games)).items():
        played = [game for game in games if game.handicap == stones]
        different = len({game.moves for game in played if game.score is not None})
        mean, deviation, error = (f"{each:.1f}" for each in mean_and_errors(group))
        cells = (stones, len(group), len(played) - len(group), different, group.count(WORST), min(group), mean,
                 max(group), deviation, error)  # fmt: skip
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    for least in [*groups][:2]:
        part = {stones: group for stones, group in groups.items() if stones >= least}
        found = fit(part)
        number = sum(map(len, part.values()))
        median = {stones: statistics.median(group) for stones, group in part.items()}
        yield (
            f"* {least} to {max(part)} stones, {number} games: {found.slope:.2f} points a stone, standard error "
            f"{found.error:.2f}; medians {', '.join(f'{each:g}' for each in median.values())}"
        )


if __name__ == "__main__":
    sys.exit(main())
