"""The profile as text: the cost of routines, labels and lines, the tree of calls; and as files for flame-graph viewers.

Folded stacks: a line for every path of calls, `outer;inner;innermost CYCLES`; read by flamegraph.pl, inferno and
speedscope. Sources: https://github.com/brendangregg/FlameGraph (stackcollapse); speedscope's file-format-schema.json.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from host.debugger.profile.calltree import Edge, Node, Routine, RoutineCost, routine_costs, totals
from host.debugger.profile.counts import label_costs, line_costs
from host.formats import notebook, storage
from host.languages.sources import Sources

if TYPE_CHECKING:
    from host.debugger.profile.profile import Measurement

TEXT = 60  # characters of a source line
UNNAMED = "main"  # code that was not called, in a program without a name
IDLE = "[no instruction]"  # time before the first one
SPEEDSCOPE = ".speedscope.json"
SCHEMA = "https://www.speedscope.app/file-format-schema.json"


Render = Callable[..., list[str]]  # the lines of a table: of title, rows, how many at most, the columns to the left


def table(
    title: Iterable[str], rows: Iterable[Iterable[str]], top: int | None = None, left: Container[int] = (0,)
) -> list[str]:
    """Return the lines of a table, of its first `top` rows if that is said; columns in `left` are aligned left."""
    every = [[*title], *([*row] for row in rows)]
    shown = every if top is None else every[: 1 + top]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in shown
    ]
    return lines + [f"... and {len(every) - len(shown):,} more"] * (len(every) > len(shown))


def text(profile: Measurement, top: int = 20) -> str:
    """Return totals, and tables of the `top` most expensive routines, labels and lines."""
    parts = [[summary(profile)], _routines(profile, top), _labels(profile, top), _lines(profile, top)]
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts if part)


def html(profile: Measurement, top: int = 10) -> str:
    """Return the same for a notebook."""
    tables = [part(profile, top, notebook.table) for part in (_routines, _labels, _lines)]
    return "\n".join([f"<p>{escape(summary(profile))}</p>", *(line for each in tables for line in each)])


def summary(profile: Measurement) -> str:
    """Return the totals in one line."""
    cycles, clock = profile.cycles, profile.machine.clock
    text = f"{cycles:,} cycles ({cycles / clock:.6f} s of the {profile.machine.title}), "
    text += f"{profile.instructions:,} instructions"
    text += f"; {profile.idle:,} cycles before the first one" if profile.idle else ""
    cut = profile.tree.cut
    return text + (f"; of {cut:,} calls the callers are not distinguished" if cut else "")


ROUTINES = ("routine", "calls", "own cycles", "", "with callees", "")


def _routines(profile: Measurement, top: int, table: Render = table) -> list[str]:
    costs = routine_costs(profile.tree.roots.values()).values()
    return table(ROUTINES, [_routine_row(profile, cost) for cost in costs], top)


def _routine_row(profile: Measurement, cost: RoutineCost) -> list[str]:
    whole = profile.cycles
    name = routine_name(profile.sources, cost.routine)
    return [name, _calls(cost), f"{cost.own:,}", share(cost.own, whole), f"{cost.total:,}", share(cost.total, whole)]


def _calls(cost: RoutineCost | Edge | Node) -> str:
    return f"{cost.calls:,}" if cost.calls else "-"


def _labels(profile: Measurement, top: int, table: Render = table) -> list[str]:
    costs = label_costs(profile.counts, profile.places())
    rows = [
        [name, f"{cost.executions:,}", f"{cost.instructions:,}", f"{cost.cycles:,}", share(cost.cycles, profile.cycles)]
        for (_, name), cost in costs.items()
    ]
    return table(("label", "reached", "instructions", "cycles", ""), rows, top)


def hottest_lines(profile: Measurement, top: int) -> list[str]:
    """Return the most expensive lines of the sources; labels, where no source is known."""
    return _lines(profile, top) or _labels(profile, top)


def _lines(profile: Measurement, top: int, table: Render = table) -> list[str]:
    names, rows = short_names(profile.sources.files), []
    for (file, line), cost in line_costs(profile.counts, profile.line_at).items():
        texts = profile.sources.text(file)
        text = " ".join(texts[line - 1].split()) if texts else ""
        cells = f"{cost.executions:,}", f"{cost.cycles:,}", share(cost.cycles, profile.cycles)
        rows.append([f"{names[file]}:{line}", *cells, f" {text[:TEXT]}"])
    return table(("line", "executed", "cycles", "", ""), rows, top, left=(0, 4)) if rows else []


# ---------------------------------------------------------------- the tree


def call_tree(profile: Measurement, least: float = 0.001) -> str:
    """Return the tree of calls, without branches that took less than a share of all cycles."""
    whole = profile.cycles
    rows = []
    for root in sorted(profile.tree.roots.values(), key=lambda node: -totals(node.walk())[node]):
        sums = totals(root.walk())
        for node, depth in _branches(root, sums, least * whole):
            name = "  " * depth + routine_name(profile.sources, node.routine)
            rows.append([share(sums[node], whole), f"{sums[node]:,}", f"{node.cycles:,}", _calls(node), name])
    if profile.idle:
        rows.append([share(profile.idle, whole), f"{profile.idle:,}", f"{profile.idle:,}", "-", IDLE])
    return "\n".join(table(("  share", "cycles", "own", "calls", "routine"), rows, left=(4,))) + "\n"


def _branches(root: Node, sums: dict[Node, int], least: float) -> Iterator[tuple[Node, int]]:
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if sums[node] >= least:
            yield node, depth
            children = sorted(node.children.values(), key=lambda child: sums[child])
            waiting += [(child, depth + 1) for child in children]


# ---------------------------------------------------------------- one routine


def neighbours(profile: Measurement, entry: int) -> str:
    """Return the callers of the routine at an address, with places, and its callees.

    If no routine begins there, those of the label there count.
    """
    near, owner = profile.sources.near, profile.places().owner
    costs = {each: cost for each, cost in routine_costs(profile.tree.roots.values()).items() if each.entry is not None}
    found = [cost for routine, cost in costs.items() if routine.entry == entry]
    found = found or [cost for routine, cost in costs.items() if owner(routine.entry or 0) == entry]
    parts = []
    for cost in found:
        rows = [
            [f"{verb} {routine_name(profile.sources, other)}", _calls(edge), f"{edge.cycles:,}"]
            for verb, edges in (("called by", cost.callers), ("calls", cost.callees))
            for other, edge in sorted(edges.items(), key=lambda item: -item[1].cycles)
        ]
        sites = [f"called {times(count)} from {near(site)}" for site, count in cost.sites.most_common()]
        head = table(ROUTINES, [_routine_row(profile, cost)])
        parts.append("\n".join([*head, "", *table(("", "calls", "cycles"), rows), "", *sites]))
    return "\n\n".join(parts) + "\n" if parts else f"{near(entry)} has not been called\n"


# ---------------------------------------------------------------- for flame-graph viewers


def write(profile: Measurement, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write the stacks of calls for a flame-graph viewer: folded, or .speedscope.json."""
    target = Path(path)
    as_json = target.name.lower().endswith(SPEEDSCOPE)
    text = speedscope(profile, target.name[: -len(SPEEDSCOPE)]) if as_json else folded(profile)
    storage.write_text(target, text, overwrite)


def folded(profile: Measurement) -> str:
    """Return the stacks with their own cycles."""
    rows = [f"{IDLE} {profile.idle}"] if profile.idle else []
    for node in _nodes_with_cycles(profile):
        names = (routine_name(profile.sources, each.routine).replace(";", ",") for each in node.path())
        rows.append(f"{';'.join(names)} {node.cycles}")
    return "\n".join(sorted(rows)) + "\n"


def speedscope(profile: Measurement, name: str) -> str:
    """Return the same in the format of speedscope, with the places of the routines in their sources."""
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


def _frame(profile: Measurement, routine: Routine | None) -> dict[str, Any]:
    if routine is None:
        return {"name": IDLE}
    frame: dict[str, Any] = {"name": routine_name(profile.sources, routine)}
    line = None if routine.entry is None else profile.sources.line_at(routine.entry)
    return frame if line is None else frame | {"file": line.file, "line": line.line}


def _nodes_with_cycles(profile: Measurement) -> Iterator[Node]:
    return (node for node in profile.tree.nodes() if node.cycles)


# ---------------------------------------------------------------- how it looks


def routine_name(sources: Sources, routine: Routine) -> str:
    """Return the name of a routine; code that was not called is named after its program, in brackets."""
    if routine.entry is None:
        return f"[{PurePath(routine.origin).name or UNNAMED}]"
    return sources.near(routine.entry) + (" (interrupt)" if routine.interrupt else "")


def short_names(files: Iterable[str]) -> dict[str, str]:
    """Return the last part of every path, the whole path where several end the same."""
    every = list(files)
    ends = Counter(PurePath(file).name for file in every)
    return {file: PurePath(file).name if ends[PurePath(file).name] == 1 else file for file in every}


def share(part: int, whole: int) -> str:
    """Return a part of a whole in per cent."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def ranges(numbers: Container[int], of: Iterable[int]) -> str:
    """Return some of the numbers in `of` as text, joined where none of the others lies between: 3-7, 12."""
    rows = [list(group) for some, group in groupby(sorted(of), lambda number: number in numbers) if some]
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else str(row[0]) for row in rows)


def times(count: int) -> str:
    """Return how often something happened."""
    return "once" if count == 1 else f"{count:,} times"
