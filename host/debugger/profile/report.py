"""The profile as text: what the routines, labels and lines cost, and the tree of calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from host.debugger.profile.calltree import Node, Routine
from host.debugger.profile.costs import Edge, RoutineCost, label_costs, line_costs, routine_costs, totals
from host.debugger.profile.naming import IDLE, routine_name, share, short_names, table, times

TEXT = 60  # characters of a source line

if TYPE_CHECKING:
    from host.debugger.profile.profile import Profile


def report(profile: Profile, top: int) -> str:
    """Return totals, and tables of the `top` dearest routines, labels and lines."""
    parts = [[summary(profile)], _routines(profile, top), _labels(profile, top), _lines(profile, top)]
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts if part)


def summary(profile: Profile) -> str:
    """Return how much has been counted, in one line."""
    cycles, clock = profile.cycles, profile.machine.clock
    text = f"{cycles:,} cycles ({cycles / clock:.6f} s of the {profile.machine.title}), "
    text += f"{profile.instructions:,} instructions"
    text += f"; {profile.idle:,} cycles before the first one" if profile.idle else ""
    cut = profile.tree.cut
    return text + (f"; of {cut:,} calls the callers are not told apart" if cut else "")


def _routines(profile: Profile, top: int) -> list[str]:
    costs = list(routine_costs(profile.tree.roots.values()).values())
    title = ("routine", "calls", "own cycles", "", "with callees", "")
    return table(title, (_routine_row(profile, cost) for cost in costs[:top])) + _more(len(costs) - top)


def _routine_row(profile: Profile, cost: RoutineCost) -> list[str]:
    whole = profile.cycles
    name = routine_name(profile.sources, cost.routine)
    calls = f"{cost.calls:,}" if cost.calls else "-"
    return [name, calls, f"{cost.own:,}", share(cost.own, whole), f"{cost.total:,}", share(cost.total, whole)]


def _labels(profile: Profile, top: int) -> list[str]:
    costs = label_costs(profile.counts, profile.places())
    rows = [
        [name, f"{cost.executions:,}", f"{cost.instructions:,}", f"{cost.cycles:,}", share(cost.cycles, profile.cycles)]
        for (_, name), cost in costs.items()
    ]
    return table(("label", "reached", "instructions", "cycles", ""), rows[:top]) + _more(len(rows) - top)


def hottest_lines(profile: Profile, top: int) -> list[str]:
    """Return the dearest lines of the sources; labels, where no source is known."""
    return _lines(profile, top) or _labels(profile, top)


def _lines(profile: Profile, top: int) -> list[str]:
    costs = line_costs(profile)
    names = short_names(profile.sources.files)
    rows = []
    for (file, line), cost in list(costs.items())[:top]:
        texts = profile.sources.text(file)
        text = " ".join(texts[line - 1].split()) if texts else ""
        cells = f"{cost.executions:,}", f"{cost.cycles:,}", share(cost.cycles, profile.cycles)
        rows.append([f"{names[file]}:{line}", *cells, f" {text[:TEXT]}"])
    if not rows:
        return []
    width = max(len(row[-1]) for row in rows)
    padded = [[*row[:-1], row[-1].ljust(width)] for row in rows]
    return table(("line", "executed", "cycles", "", ""), padded) + _more(len(costs) - top)


def _more(count: int) -> list[str]:
    return [f"... and {count:,} more"] if count > 0 else []


# ---------------------------------------------------------------- the tree


def tree(profile: Profile, least: float) -> str:
    """Return the tree of calls, without branches that took less than a share of all cycles."""
    whole = profile.cycles
    rows = []
    for root in sorted(profile.tree.roots.values(), key=lambda node: -totals(node.walk())[node]):
        sums = totals(root.walk())
        for node, depth in _branches(root, sums, least * whole):
            calls = f"{node.calls:,}" if node.calls else "-"
            name = "  " * depth + routine_name(profile.sources, node.routine)
            rows.append([share(sums[node], whole), f"{sums[node]:,}", f"{node.cycles:,}", calls, name])
    if profile.idle:
        rows.append([share(profile.idle, whole), f"{profile.idle:,}", f"{profile.idle:,}", "-", IDLE])
    width = max((len(row[-1]) for row in rows), default=0)
    padded = [[row[0].rjust(7), *row[1:-1], row[-1].ljust(width)] for row in rows]
    return "\n".join(table(("  share", "cycles", "own", "calls", "routine".ljust(width)), padded)) + "\n"


def _branches(root: Node, sums: dict[Node, int], least: float) -> Iterator[tuple[Node, int]]:
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if sums[node] >= least:
            yield node, depth
            children = sorted(node.children.values(), key=lambda child: sums[child])
            waiting += [(child, depth + 1) for child in children]


# ---------------------------------------------------------------- one routine


def neighbours(profile: Profile, entry: int) -> str:
    """Return who called the routine at an address, from where, and whom it called.

    Where none begins right there, those are meant that belong to the label there.
    """
    near, owner = profile.sources.near, profile.places().owner
    costs = {each: cost for each, cost in routine_costs(profile.tree.roots.values()).items() if each.entry is not None}
    found = [cost for routine, cost in costs.items() if routine.entry == entry]
    found = found or [cost for routine, cost in costs.items() if owner(routine.entry or 0) == entry]
    parts = []
    for cost in found:
        head = table(("routine", "calls", "own cycles", "", "with callees", ""), [_routine_row(profile, cost)])
        rows = _edge_rows(profile, "called by", cost.callers) + _edge_rows(profile, "calls", cost.callees)
        sites = [f"called {times(count)} from {near(site)}" for site, count in cost.sites.most_common()]
        parts.append("\n".join([*head, "", *table(("", "calls", "cycles"), rows), "", *sites]))
    return "\n\n".join(parts) + "\n" if parts else f"{near(entry)} has not been called\n"


def _edge_rows(profile: Profile, verb: str, edges: dict[Routine, Edge]) -> list[list[str]]:
    dearest_first = sorted(edges.items(), key=lambda item: -item[1].cycles)
    return [
        [
            f"{verb} {routine_name(profile.sources, other)}",
            f"{edge.calls:,}" if edge.calls else "-",
            f"{edge.cycles:,}",
        ]
        for other, edge in dearest_first
    ]
