"""The shapes of the JSON that --json prints: a row for each verb, and each kind of result that it has."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any, NamedTuple


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
    Shape("kalah", "host.games.kalah:KalahResult"),
    Shape("mates", "host.games.mates:Mates", many=True),
    Shape("mates --moves N", "host.games.mates:MatesInN", many=True),
    Shape("draughts", "host.games.draughts:DraughtsResult"),
    Shape("learn", "host.lessons.command:LessonList"),
    Shape("learn LESSON", "host.lessons.command:Task"),
    Shape("learn LESSON FILE", "host.lessons.command:Answer"),
    Shape("rom", "host.assemblers.roms:Images"),
    Shape("software", "host.software.catalogue:SoftwareList"),
    Shape("software NAME", "host.software.catalogue:SoftwareRuns"),
    Shape("profile", "host.debugger.profile.result:ProfileResult"),
    Shape("figures", "host.experiments.figures.page:FigureList"),
    Shape("verify", "host.testing.vectors:Verification"),
    Shape("lockstep", "host.testing.lockstep:Agreement"),
    Shape("editors", "host.editors.command:EditorList"),
    Shape("doctor", "host.cli.installation:Installation"),
)
ELSEWHERE = {"bench": "benchmarks", "sweep": "sweep", "match": "match"}  # verbs -> the pages that describe their JSON
