"""Figures to write, read, draw and compare: made up, so that every case occurs."""

from __future__ import annotations

from host.experiments.bench.document import Document
from host.experiments.bench.measuring import Goal, Result, Row, Table

WORK = Result(
    "work",
    "something | with a <title> and a *star*",
    (
        Row("compiled", (0.010, 0.011, 0.0105, 0.0102, 0.0098), 8_000_000, 2_500_000),
        Row("py65", (3.0, 3.2, 3.1, 3.3, 2.9), 8_000_000, 2_500_000),
        Row("py65, no board", (1.0, 1.1, 1.2, 1.0, 1.0), 8_000_000, 2_500_000),
    ),
    "py65",
    (
        Table("by sections", ("section", "cycles", "cycles/byte"), (("first", 904_340, 11.0), ("second", 1, None))),
        Table("answers", ("cycles", "answers"), ((20_000, 12), (30_000, 0), (40_000, 24)), bars=True),
    ),
    notes=("a note | with a bar",),
)
SPEED = Result(
    "speed",
    "configurations",
    (Row("KIM-1", (0.2, 0.21), 156_000_000), Row("recording", (0.21, 0.22), 156_000_000)),
    "KIM-1",
    goals=(Goal("what recording costs", 5.0, 15.0, "%"),),
)
WAITS = Result(
    "start",
    "waiting",
    (Row("first", (0.26, 0.25, 0.3)), Row("later", (0.0001, 0.0002, 0.0003))),
    goals=(Goal("the slowest start", 1.3, 1.0, "s"),),
)
DOCUMENT = Document("2026-11-20 21:30 UTC", {"ironboard": "0.1.0", "Python": "3.11.7"}, (WORK, SPEED, WAITS))
