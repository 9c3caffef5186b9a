"""The shapes of the JSON that --json prints: a row for each verb, and each kind of result that it has."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any, NamedTuple

from emulators.distributions import installed
from host import registry


class Shape(NamedTuple):
    """The shape of the results of a command line."""

    command: str  # after `ironboard`; arguments in capitals
    place: str  # of the type
    many: bool = False  # a list of them

    @property
    def type(self) -> Any:
        """The type."""
        found = resolve_name(self.place)
        return list[found] if self.many else found  # type: ignore[valid-type]


SHAPES = (
    *(
        Shape(f"{model.name} --headless", f"{type(model.runner()).__module__}:Result")
        for model in registry.models().values()
        if installed(registry.PANELS)
    ),
    Shape("checkers --list", "host.games.checkers.learning:MemoryResult"),
    Shape("checkers --list-tape TAPE", "host.games.checkers.memory:TapeResult"),
    Shape("kalah", "host.games.kalah:KalahResult"),
    Shape("kalah --solve", "host.games.kalah_solver:Solution"),
    Shape("mates", "host.games.mates:Mates", many=True),
    Shape("mates --moves N", "host.games.mates:MatesInN", many=True),
    Shape("draughts", "host.games.draughts:DraughtsResult"),
    Shape("pitrat check", "host.games.pitrat.results:RulesResult"),
    Shape("pitrat flowchart", "host.games.pitrat.results:ChartResult", many=True),
    Shape("pitrat moves", "host.games.pitrat.results:MovesResult"),
    Shape("pitrat threats", "host.games.pitrat.results:ThreatsResult"),
    Shape("pitrat perft", "host.games.pitrat.results:CountsResult"),
    Shape("pitrat win", "host.games.pitrat.results:WinResult"),
    Shape("influence", "host.games.go.influence_command:InfluenceResult"),
    Shape("armies", "host.games.go.armies_command:ArmiesResult"),
    Shape("learn", "host.lessons.findings:LessonList"),
    Shape("learn LESSON", "host.lessons.findings:Task"),
    Shape("learn LESSON FILE", "host.lessons.findings:Answer"),
    Shape("cards", "host.formats.deck.command:DeckResult"),
    Shape("rom", "host.assemblers.roms:Images"),
    Shape("software", "host.software.catalogue:SoftwareList"),
    Shape("software NAME", "host.software.catalogue:SoftwareRuns"),
    Shape("profile", "host.debugger.profile.result:ProfileResult"),
    Shape("sweep", "host.experiments.sweeps.report:SummaryResult"),
    Shape("match", "host.experiments.sweeps.report:SummaryResult"),
    Shape("figures", "host.experiments.figures.rows:FigureList"),
    Shape("verify", "host.testing.vectors:Verification"),
    Shape("lockstep", "host.testing.lockstep:Agreement"),
    Shape("editors", "host.editors.command:EditorList"),
    Shape("doctor", "host.cli.installation:Installation"),
)
ELSEWHERE = {"bench": "benchmarks"}  # verbs -> the pages that describe their JSON
