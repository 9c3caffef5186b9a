"""How strong are the Go programs? `python docs/studies/go_tournament.py` plays the matches and stores what came out.

It needs `gnugo`. Interrupted, it goes on from its journals when it is started again. Then `python
docs/tools/make_tables.py` makes the tables of docs/go-tournament.md from docs/go-tournament/NAME.json: what `ironboard
sweep --summary JOURNAL --format json` prints.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from host.cli.main import main as ironboard
from host.experiments.sweeps.report import as_json
from host.experiments.sweeps.sweep import summary_of
from host.formats import storage

STORED = Path(__file__).parents[1] / "go-tournament"
JOURNALS = Path("go-tournament")
GNUGO = "gnu{0}=gnugo --mode gtp --chinese-rules --level {0} --seed {{seed}}"
FIRST = "results of the first of two"
COUNTS = "counts without komi"
WAYS = (
    "area, dead stones taken off",
    "territory, dead stones taken off",
    "area, every stone alive",
    "territory, every stone alive",
)


class Match(NamedTuple):
    """A match: what `ironboard match` is told."""

    name: str
    players: tuple[str, str]
    options: str

    def command(self) -> list[str]:
        """Return the words after `ironboard`."""
        return ["match", *(GNUGO.format(each[3:]) if each.startswith("gnu") else each for each in self.players),
                *shlex.split(self.options)]  # fmt: skip

    @property
    def handicap(self) -> str:
        """The first player's stones."""
        words = self.options.split()
        return words[words.index("--handicap") + 1] if "--handicap" in words else ""


MATCHES = (
    Match("zobrist-nps", ("zobrist", "nps"), "--size 19 --games 100 --moves 360 --quick"),
    Match("nps-wally", ("nps", "wally"), "--games 20"),
    Match("zobrist-wally", ("zobrist", "wally"), "--games 20"),
    Match("wally-9-zobrist", ("wally", "zobrist"), "--handicap 9 --games 60"),
    Match("wally-17-zobrist", ("wally", "zobrist"), "--handicap 17 --games 20"),
    Match("nps-gnu1", ("nps", "gnu1"), "--size 19 --games 20"),
    Match("zobrist-gnu1", ("zobrist", "gnu1"), "--size 19 --games 20"),
    Match("nps-9-gnu1", ("nps", "gnu1"), "--size 19 --handicap 9 --games 20"),
    Match("zobrist-9-gnu1", ("zobrist", "gnu1"), "--size 19 --handicap 9 --games 20"),
    Match("wally-17-gnu1", ("wally", "gnu1"), "--handicap 17 --games 20"),
    Match("nps-gnu10", ("nps", "gnu10"), "--size 19 --games 20"),
    Match("zobrist-gnu10", ("zobrist", "gnu10"), "--size 19 --games 20"),
)


def main() -> int:
    """Play what has not been played yet, and write what is stored."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", nargs="*", help=f"only these: {', '.join(each.name for each in MATCHES)}")
    parser.add_argument("--journals", type=Path, default=JOURNALS, help="the folder of the journals (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--store", action="store_true", help="play nothing, store what the journals have by now")
    options = parser.parse_args()
    os.environ["PATH"] += f"{os.pathsep}/usr/games"  # where Debian has GNU Go
    options.journals.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        journal = options.journals / f"{match.name}.sqlite"
        if options.matches and match.name not in options.matches:
            continue
        if not options.store:
            status = ironboard([*match.command(), "--output", str(journal), "--jobs", str(options.jobs), "--quiet"])
            if status:
                return status
        if journal.exists():
            STORED.mkdir(exist_ok=True)
            storage.write_all(STORED / f"{match.name}.json", as_json(summary_of(journal)).encode(), overwrite=True)
            print(f"{match.name}: stored", file=sys.stderr)
    return 0


# ---------------------------------------------------------------- tables


class Played(NamedTuple):
    """A match, and what is stored of it."""

    match: Match
    remarks: list[str]
    tables: dict[str, list[dict[str, Any]]]

    def remark(self, name: str) -> str:
        """Return what follows a name in the remarks; nothing if it is not there."""
        return next((each.partition(": ")[2] for each in self.remarks if each.startswith(f"{name}: ")), "")

    @property
    def row(self) -> dict[str, Any]:
        """The result of the first player."""
        return self.tables[FIRST][0]


def played() -> Iterator[Played]:
    """Yield the matches that are stored."""
    for match in MATCHES:
        path = STORED / f"{match.name}.json"
        if path.exists():
            content = json.loads(path.read_text(encoding="utf-8"))
            yield Played(match, content["remarks"], content["tables"])


def table(titles: str, rows: Iterator[tuple[object, ...]]) -> Iterator[str]:
    """Yield a table; titles that end with a colon are those of columns with numbers."""
    names = titles.split(" | ")
    yield f"| {' | '.join(name.rstrip(':') for name in names)} |"
    yield "|" + "|".join("---:" if name.endswith(":") else "---" for name in names) + "|"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def go_results() -> Iterator[str]:
    """Yield how the matches came out."""
    titles = "players | board: | stones: | games: | won: | drawn: | lost: | spoilt: | Elo | 95 % | mean lead: | error:"
    return table(titles, map(result, played()))


def result(each: Played) -> tuple[object, ...]:
    """Return a row of the results."""
    row = each.row
    first, second = each.match.players
    counts = (row[name] for name in ("games", "won", "drawn", "lost", "no result"))
    lead, error = (f"{row[name]:+.1f}" if row[name] != "" else "" for name in ("mean lead", "standard error"))
    return (f"{first} - {second}", each.remark("size"), each.match.handicap, *counts, row["Elo"], row["95 %"], lead,
            error.lstrip("+"))  # fmt: skip


def go_counts() -> Iterator[str]:
    """Yield by how much the first player leads, counted in four ways."""
    titles = f"players | {' | '.join(f'{way}:' for way in WAYS)} | moves, mean: | ends"
    return table(titles, map(counts, played()))


def counts(each: Played) -> tuple[object, ...]:
    """Return a row of the four counts."""
    found = {row["lead of the first of two"].partition(": ")[2]: row for row in each.tables[COUNTS]}
    ends = each.tables["how they ended"]
    games = {row["end"]: sum(row[name] for name in ("black won", "white won", "draws", "no result")) for row in ends}
    mean = sum(row["mean"] * games[row["end"]] for row in ends) / sum(games.values())
    stones = f", {each.match.handicap} stones" if each.match.handicap else ""
    leads = (f"{found[way]['mean']:+.1f}" if found[way]["mean"] != "" else "" for way in WAYS)
    said = ", ".join(f"{count} {end}" for end, count in games.items())
    return (f"{' - '.join(each.match.players)}{stones}", *leads, f"{mean:.0f}", said)


def go_times() -> Iterator[str]:
    """Yield how long the machines think."""
    titles = "match | player | machine | moves: | mean: | 90 %: | worst:"
    return table(titles, times())


def times() -> Iterator[tuple[object, ...]]:
    """Yield the rows of the times."""
    for each in played():
        for title, rows in each.tables.items():
            if title.startswith("times of a move") and each.remark("quick") == "False":
                for row in rows:
                    player, machine = row["player"].split(", ")
                    moves = f"{row['moves']:,}"
                    yield (each.match.name, player, machine, moves, row["mean"], row["90 %"], row["worst"])


def go_versions() -> Iterator[str]:
    """Yield which programs have played."""
    return table("match | programs | dead stones by | games: | of", map(version, played()))


def version(each: Played) -> tuple[object, ...]:
    """Return a row of the versions."""
    judges = [line for line in each.remarks if line.startswith("dead stones by ")]
    by = "; ".join(line.removeprefix("dead stones by ").rpartition(": ")[0] for line in judges)
    programs = filter(None, each.remark("programs").split(", "))
    words = [f"{name} `{digest}`" for name, digest in map(str.split, programs)]
    return each.match.name, ", ".join(words), by, each.row["games"], each.remark("games")


if __name__ == "__main__":
    sys.exit(main())
