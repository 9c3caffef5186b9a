"""The profile as a result, for JSON: the costs of routines, labels and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

if TYPE_CHECKING:
    from host.debugger.profile.profile import Measurement


class RoutineRow(TypedDict):
    """The cost of a routine, over all its calls."""

    routine: str
    calls: int
    own: Annotated[int, "cycles without callees"]
    total: Annotated[int, "cycles with them; of recursive calls the outermost counts"]


class LabelRow(TypedDict):
    """The cost of a label, up to the next one."""

    label: str
    address: int
    reached: int
    instructions: Annotated[int, "executed"]
    cycles: int


class LineRow(TypedDict):
    """The cost of a line of a source."""

    file: str
    line: int
    executions: int
    cycles: int


class ProfileResult(TypedDict):
    """Where the cycles of a program went; the most expensive first."""

    machine: str
    cycles: int
    seconds: Annotated[float, "of the machine's own time"]
    instructions: int
    idle: Annotated[int, "cycles before the first instruction"]
    routines: list[RoutineRow]
    labels: list[LabelRow]
    lines: list[LineRow]


def result(profile: Measurement, top: int) -> ProfileResult:
    """Return the totals, and the `top` most expensive routines, labels and lines."""
    from host.debugger.profile.calltree import routine_costs
    from host.debugger.profile.counts import label_costs, line_costs
    from host.debugger.profile.report import routine_name

    routines = [*routine_costs(profile.tree.roots.values()).values()][:top]
    labels = [*label_costs(profile.counts, profile.places()).items()][:top]
    lines = [*line_costs(profile.counts, profile.line_at).items()][:top]
    return ProfileResult(
        machine=profile.machine.title,
        cycles=int(profile.cycles),
        seconds=profile.cycles / profile.machine.clock,
        instructions=int(profile.instructions),
        idle=int(profile.idle),
        routines=[
            RoutineRow(routine=routine_name(profile.sources, each.routine), calls=int(each.calls), own=int(each.own),
                       total=int(each.total))
            for each in routines
        ],
        labels=[
            LabelRow(label=name, address=int(address), reached=int(cost.executions),
                     instructions=int(cost.instructions), cycles=int(cost.cycles))
            for (address, name), cost in labels
        ],
        lines=[
            LineRow(file=file, line=int(line), executions=int(cost.executions), cycles=int(cost.cycles))
            for (file, line), cost in lines
        ],
    )  # fmt: skip
