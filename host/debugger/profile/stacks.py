"""The tree of calls in the formats of flame-graph viewers: folded stacks, and speedscope's JSON.

Folded: a line for every path of calls, `outer;inner;innermost CYCLES`; what flamegraph.pl, inferno and speedscope read.
Source: https://github.com/brendangregg/FlameGraph (stackcollapse); speedscope's file-format-schema.json.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from host.debugger.profile.calltree import Node, Routine
from host.debugger.profile.naming import IDLE, routine_name

if TYPE_CHECKING:
    from host.debugger.profile.profile import Profile

SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def folded(profile: Profile) -> str:
    """Return the stacks with their own cycles."""
    rows = [f"{IDLE} {profile.idle}"] if profile.idle else []
    for node in _nodes_with_cycles(profile):
        names = (routine_name(profile.sources, each.routine).replace(";", ",") for each in node.path())
        rows.append(f"{';'.join(names)} {node.cycles}")
    return "\n".join(sorted(rows)) + "\n"


def speedscope(profile: Profile, name: str) -> str:
    """Return the same as speedscope reads it, with the places of the routines in their sources."""
    indices: dict[Routine | None, int] = {}
    frames: list[dict[str, Any]] = []

    def index(routine: Routine | None) -> int:
        if routine not in indices:
            indices[routine] = len(frames)
            frames.append(_frame(profile, routine))
        return indices[routine]

    samples = [[index(None)]] if profile.idle else []
    weights = [profile.idle] if profile.idle else []
    for node in _nodes_with_cycles(profile):
        samples.append([index(each.routine) for each in node.path()])
        weights.append(node.cycles)
    sampled = {
        "type": "sampled", "name": f"{name}: cycles of the {profile.machine.title}", "unit": "none",
        "startValue": 0, "endValue": sum(weights), "samples": samples, "weights": weights,
    }  # fmt: skip
    contents = {
        "$schema": SCHEMA, "name": name, "exporter": "ironboard", "activeProfileIndex": 0,
        "shared": {"frames": frames}, "profiles": [sampled],
    }  # fmt: skip
    return json.dumps(contents) + "\n"


def _frame(profile: Profile, routine: Routine | None) -> dict[str, Any]:
    if routine is None:
        return {"name": IDLE}
    frame: dict[str, Any] = {"name": routine_name(profile.sources, routine)}
    line = None if routine.entry is None else profile.sources.line_at(routine.entry)
    return frame if line is None else frame | {"file": line.file, "line": line.line}


def _nodes_with_cycles(profile: Profile) -> Iterator[Node]:
    return (node for node in profile.tree.nodes() if node.cycles)
