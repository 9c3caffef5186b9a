"""What a person has solved: a file of the user's, never their sources.

It is `learn.json` in the folder where the system keeps the state of programs; $IRONBOARD_PROGRESS names another file.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import storage

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


def load() -> Progress:
    """Return what has been kept, nothing if there is no file; raises IronboardError for one that cannot be read."""
    path = file()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        solved, attempts = found["solved"], found["attempts"]
        return Progress([str(each) for each in solved], {str(name): int(count) for name, count in attempts.items()})
    except FileNotFoundError:
        return Progress()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is damaged"
        raise IronboardError(f"{path}: what has been solved cannot be read ({why}): move the file away") from None


def save(progress: Progress) -> None:
    """Keep it; the file is replaced in one step."""
    path = file()
    with storage.reported(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
    storage.write_text(path, json.dumps(asdict(progress), indent=1), overwrite=True)
