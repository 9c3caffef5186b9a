"""The workload wally-positions: how long Wally thinks about stored positions, and what he answers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host.games.wally_board import parsed, read_bytes, read_positions, stored_positions
from host.sweep.figures import Report, Sample, histogram, spreads
from host.sweep.seats import BLACK_SEAT, prepare, wally_at
from host.sweep.workload import Item, Parameters, Plan, Result, Results, Workload, WrongUse

SHOWN = 10  # unexpected answers in the report


def plan(options: Mapping[str, Any]) -> Plan:
    """Return the positions of a file; its content decides, not its name. A position's key is its line."""
    path = Path(options.get("positions") or stored_positions())
    data = read_bytes(path)
    positions = read_positions(data.decode("utf-8", "replace"), str(path))
    if not positions:
        raise WrongUse(f"{path} has no positions")
    items = [Item(str(each.line), [each.kind, each.board, each.move]) for each in positions]
    return Plan({"positions": f"sha256 {hashlib.sha256(data).hexdigest()}"}, items)


def do(parameters: Parameters, item: Item) -> Result:
    """Put a position on the board; white passes, Wally answers."""
    kind, board, expected = item.work
    wally = wally_at(BLACK_SEAT)
    wally.put(parsed(board))
    move = wally.answer(0)
    as_expected = None if expected is None else move == expected
    return {"kind": kind, "cycles": wally.thought, "move": f"{move:02X}", "as_expected": as_expected}


def worst(key: str, result: Result) -> Sample:
    """Return the cycles of an answer."""
    return Sample(result["cycles"], f"line {key}")


def report(parameters: Parameters, results: Results) -> Report:
    """Return the cycles of all answers, by the kinds of positions."""
    samples = {key: worst(key, result) for key, result in results.items()}
    kinds = dict.fromkeys(result["kind"] for result in results.values())
    groups = [(kind, [samples[key] for key, result in results.items() if result["kind"] == kind]) for kind in kinds]
    table = spreads("thinking cycles", "positions", [*groups, ("all", list(samples.values()))])
    bars = histogram("answers by their cycles", "cycles", [sample.value for sample in samples.values()])
    return Report(list(unexpected(results)), [table], [bars])


def unexpected(results: Results) -> list[str]:
    """Return remarks on the answers that are not those in the file."""
    known = [key for key, result in results.items() if result["as_expected"] is not None]
    others = [key for key in known if not results[key]["as_expected"]]
    remarks = [f"{len(known) - len(others):,} of {len(known):,} answers are those in the file"] * bool(known)
    return remarks + [f"another answer: line {key}: {results[key]['move']}" for key in others[:SHOWN]]


POSITIONS = Workload(
    name="wally-positions",
    title="Wally's answers to stored positions",
    things="positions",
    key="line",
    options=("positions",),
    plan=plan,
    prepare=prepare,
    do=do,
    shape={"kind": str, "cycles": int, "move": str, "as_expected": (bool, None)},
    worst=worst,
    report=report,
    batch=16,
)
