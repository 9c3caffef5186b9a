"""What came of series of games in which the 704 learned: tables from the summaries in docs/ibm704/learning/.

A summary is what `ironboard sweep --summary FILE --format json` prints: RULES.json of the series by these rules.
`seed-1.deck` is the memory of one of them, whose coefficients `python docs/tools/make_screenshots.py` draws.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host.experiments.sweeps.samuel import PIECES, START
from host.games.checkers.learning import SERIES

FOLDER = Path(__file__).parents[1] / "ibm704" / "learning"
MEMORY = FOLDER / "seed-1.deck"
AGAINST = "the learned polynomial against {}"
PUBLISHED = {  # rules -> quantity -> what the paper says; of games 1 to 7, 8 to 14 and so on
    "first": {
        "won, lost, drawn in the first 28 games": "16, 12, 0",
        "in games 1-7, 8-14, 15-21, 22-28": "3-4, 6-1, 5-2, 2-5",
        "changes of the leading term in these": "at least 14, at least 8, 8, at least 4",
        "terms that became the leader in these": "10, 5, 5, 3",
        "terms that once led": "at least 20",
        "terms discarded": "29",
        "corrections a game": "about 20",
    },
    "second": {
        "won, lost, drawn in the first 28 games": "18, 4, 6",
        "corrections a game": "24.7 (42 games), 20.6 (20 more)",
    },
}
QUANTITIES = (*PUBLISHED["first"],)


def tables(rules: str) -> dict[str, list[dict[str, Any]]]:
    """Return the tables of a summary; none if there is none yet."""
    path = FOLDER / f"{rules}.json"
    if not path.exists():
        return {}
    found: dict[str, list[dict[str, Any]]] = json.loads(path.read_text(encoding="utf-8"))["tables"]
    return found


def of_seed(rows: list[dict[str, Any]], title: str, seed: str) -> list[dict[str, Any]]:
    """Return the rows of a series, whose first column, `title`, begins with the seed."""
    return [row for row in rows if row[title].split(",")[0] == seed]


def quantities(rules: str) -> dict[str, list[str]]:
    """Return what the paper tells of its series, for each series here."""
    found = tables(rules)
    result: dict[str, list[str]] = {}
    for row in found.get("series", []):
        groups = of_seed(found["by sevens"], "games", row["series"])
        four = groups[:4]
        sums = [str(sum(each[name] for each in four)) for name in ("Alpha won", "lost", "drawn")]
        result[row["series"]] = [
            ", ".join(sums),
            ", ".join(f"{each['Alpha won']}-{each['lost']}" for each in four),
            ", ".join(str(each["changes of leader"]) for each in four),
            ", ".join(str(each["by n terms"]) for each in four),
            str(row["terms that led"]),
            str(row["terms discarded"]),
            row["corrections a game"],
        ]
    return result


def learning_series() -> Iterator[str]:
    """Yield his numbers beside ours."""
    for rules in SERIES:
        ours = quantities(rules)
        if not ours:
            continue
        yield f"| {rules} | 1959 | {' | '.join(ours)} |"
        yield "|---|---|" + "---|" * len(ours)
        for number, name in enumerate(QUANTITIES):
            cells = " | ".join(each[number] for each in ours.values())
            yield f"| {name} | {PUBLISHED.get(rules, {}).get(name, '')} | {cells} |"
        yield ""


def learning_matches() -> Iterator[str]:
    """Yield how the learned polynomials played."""
    yield "| rules | against | series | games | won | drawn | lost | score |"
    yield "|---|---|---|---:|---:|---:|---:|---:|"
    for rules in SERIES:
        for opponent in (PIECES, START):
            for row in tables(rules).get(AGAINST.format(opponent), []):
                numbers = (str(row[name]) for name in ("games", "won", "drawn", "lost", "score"))
                yield f"| {rules} | {opponent} | {row['series']} | {' | '.join(numbers)} |"


def learning_polynomials() -> Iterator[str]:
    """Yield the leading terms at the end of each series."""
    yield "| rules | series | terms: sign, name, power |"
    yield "|---|---|---|"
    for rules in SERIES:
        for row in tables(rules).get("polynomials at the end: signs and powers", []):
            yield f"| {rules} | {row['series']} | {row['terms']} |"


TABLES = {
    "learning_series": learning_series,
    "learning_matches": learning_matches,
    "learning_polynomials": learning_polynomials,
}
