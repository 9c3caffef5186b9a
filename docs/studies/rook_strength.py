"""How well do the versions of the rook ending play? Tables from the summaries in docs/cdc6600/rook-strength/.

A summary is what `ironboard sweep --summary FILE --format json` prints: NAME.json of a sweep over all positions, or
over some with two pieces, NAME-longest.json over those that are farthest from mate, NAME-times.json over a thousand.
The latter tell the times, since these change when the compiler does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from host.games.endings.notation import VERSIONS as EVERY

FOLDER = Path(__file__).parents[1] / "cdc6600" / "rook-strength"
VERSIONS = tuple(EVERY)
EVERYWHERE = tuple(name for name, version in EVERY.items() if len(version.pieces) == 1)  # swept from all positions
TIMES, LONGEST = "-times", "-longest"
MILLISECOND = 10_000  # minor cycles
TITLES = (
    "positions",
    "won",
    "stalemate",
    "piece lost",
    "50 moves",
    "moves to mate, mean",
    "moves to mate, most",
    "perfect play, mean",
    "perfect play, most",
    "excess, mean",
    "excess, most",
    "as short as perfect play",
)


class Strength(NamedTuple):
    """What a summary says."""

    version: str
    remarks: dict[str, str]  # such as the compiled program, and digests
    ends: dict[str, Any]
    lengths: dict[str, dict[str, Any]]
    times: dict[str, dict[str, Any]]
    games: dict[int, int]  # White's moves -> games won in that number

    @property
    def positions(self) -> int:
        """All games."""
        return sum(count for name, count in self.ends.items() if name != "against the best defender")


def summaries(kind: str = "", versions: tuple[str, ...] = EVERYWHERE) -> list[Strength]:
    """Return the summaries there are, of all positions or for the TIMES."""
    return [strength(version, kind) for version in versions if (FOLDER / f"{version}{kind}.json").exists()]


def strength(version: str, kind: str = "") -> Strength:
    """Return the summary of a version."""
    summary = json.loads((FOLDER / f"{version}{kind}.json").read_text(encoding="utf-8"))
    tables, (bars,) = summary["tables"], summary["histograms"].values()
    (ends,) = tables["games"]
    return Strength(
        version,
        dict(remark.split(": ", 1) for remark in summary["remarks"] if ": " in remark),
        ends,
        by_title(tables["moves to mate"]),
        by_title(tables.get("thinking") or tables["instructions"]),
        {int(length): count for length, count in bars["counts"].items()},
    )


def by_title(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the rows of a table by what stands in their first column."""
    return {next(iter(row.values())): row for row in rows}


def turned(head: list[str], columns: list[list[str]]) -> Iterator[str]:
    """Yield a table from its columns; the first one says what the rows are."""
    for number, row in enumerate(zip(*columns, strict=True)):
        if number == 0:
            yield f"| {' | '.join(head)} |"
            yield "|---" + "|---:" * (len(head) - 1) + "|"
        yield f"| {' | '.join(row)} |"


def rook() -> Iterator[str]:
    """Yield how well each version plays."""
    return figures(*TITLES)


def rook_short() -> Iterator[str]:
    """Yield the most important of it."""
    return figures("positions", "won", "stalemate", "moves to mate, mean", "moves to mate, most", "perfect play, mean",
                   "perfect play, most")  # fmt: skip


def figures(*titles: str) -> Iterator[str]:
    """Yield a table with these figures of each version."""
    return beside(summaries(), [each.version for each in summaries()], titles)


def beside(found: list[Strength], head: list[str], titles: tuple[str, ...]) -> Iterator[str]:
    """Yield a table with these figures of summaries."""
    columns = [[column(each)[title] for title in titles] for each in found]
    return turned(["", *head], [list(titles), *columns])


def two_pieces(version: str) -> Iterator[str]:
    """Yield how well a version with two pieces plays: from some positions, and from those farthest from mate."""
    found = [strength(version), strength(version, LONGEST)]
    return beside(found, ["drawn by chance", "the longest mates"], TITLES)


def column(each: Strength) -> dict[str, str]:
    """Return the figures of a version."""
    ends = (each.ends[end] for end in ("mate", "stalemate", "taken", "limit"))
    lengths = [each.lengths[title] for title in ("the program", "perfect play", "excess")]
    cells = [
        *(f"{count:,}" for count in (each.positions, *ends)),
        *(str(row[title]) for row in lengths for title in ("mean", "most")),
        each.lengths["as few as perfect play"]["mean"],
    ]
    return dict(zip(TITLES, cells, strict=True))


def rook_times() -> Iterator[str]:
    """Yield how long each version thinks."""
    return times(summaries(TIMES))


def times(found: list[Strength]) -> Iterator[str]:
    """Yield how long programs think."""
    yield "| version | compiled program | games | moves | mean of all | slowest | mean of the first ones |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for each in found:
        every, first = each.times["of all White's moves"], each.times["of his first ones"]
        times = (f"{cycles / MILLISECOND:.1f} ms" for cycles in (every["mean"], every["most"], first["mean"]))
        cells = (f"`{each.remarks['program']}`", f"{each.positions:,}", f"{every['number']:,}", *times)
        yield f"| {' | '.join([each.version, *cells])} |"


def rook_lengths() -> Iterator[str]:
    """Yield how many games each version wins in each number of moves."""
    found = summaries()
    lengths = range(1, max((max(each.games) for each in found), default=0) + 1)
    rows = [[f"{each.games.get(length, 0):,}" for length in lengths] for each in found]
    return turned(["moves", *(each.version for each in found)], [list(map(str, lengths)), *rows])


def rook_digests() -> Iterator[str]:
    """Yield what tells whether two sweeps have played the same moves."""
    yield "| version | SHA-256 of the first moves | of the games |"
    yield "|---|---|---|"
    for each in summaries():
        said = (each.remarks[name].removeprefix("sha256 ") for name in ("first moves", "games"))
        yield f"| {' | '.join([each.version, *(f'`{text}`' for text in said)])} |"
