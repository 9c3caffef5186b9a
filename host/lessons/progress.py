"""The lessons that a person has solved: in a file of the user's, never in their sources.

It is `learn.json` in the folder where the system keeps the state of programs; $IRONBOARD_PROGRESS names another file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from host.formats import storage, strict

VARIABLE = "IRONBOARD_PROGRESS"


def file() -> Path:
    """Return where it is kept."""
    return storage.of_user("state", "learn.json", VARIABLE)


@dataclass
class Progress:
    """Names of lessons: how often each has been answered wrongly since it was last right, and which are solved."""

    solved: list[str] = field(default_factory=list)
    attempts: dict[str, int] = field(default_factory=dict)

    def note(self, name: str, right: bool) -> None:
        """Note an answer."""
        self.attempts[name] = 0 if right else self.attempts.get(name, 0) + 1
        if right and name not in self.solved:
            self.solved.append(name)


def load() -> tuple[Progress, str]:
    """Return the lessons noted, none if there is no file; and a line with the error of the file."""
    return strict.load(file(), "what has been solved", understood)


def understood(found: Mapping[str, Any]) -> Progress:
    """Return the content of the JSON; raises ValueError."""
    solved = strict.a_list(found.get("solved", []), "solved")
    attempts = strict.an_object(found.get("attempts", {}))
    return Progress(
        [strict.text(each, "solved") for each in solved],
        {name: strict.whole(count, "attempts") for name, count in attempts.items()},
    )


def save(progress: Progress) -> None:
    """Keep it; the file is replaced in one step."""
    path = file()
    with storage.reported(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
    storage.write_text(path, json.dumps(asdict(progress), indent=1), overwrite=True)
