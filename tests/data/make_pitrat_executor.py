"""What does the reference model find in positions of some rules? Writes tests/data/pitrat/executor.jsonl.gz.

Run as `python -m tests.data.make_pitrat_executor`, with the model in the folder of `tests/shared.py`. Each line is a
sample for clones that do not have the model: `tables` and `commands` for the 6600's program, and the `lines` that the
model says it prints. No program of the project has a part in the lines. What it took: some seconds.
"""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.games.pitrat.executor import Expected, position, scattered
from tests.games.pitrat.model_tables import Tables, load_model
from tests.games.pitrat.random_rules import rules
from tests.shared import SHARED

FILE = Path(__file__).parent / "pitrat" / "executor.jsonl.gz"
SAMPLES = (  # rules, share of the squares that have men, modifications, improved
    ("fig4", 0.3, 2, True),
    ("fig4b", 0.3, 2, True),
    ("ttt", 0.5, 3, False),
    ("ttt_place", 0.5, 2, True),
    ("gomoku", 0.02, 1, False),
    ("chess", 0.4, 0, True),
    ("chess", 0.1, 1, False),
    ("grasshopper", 0.3, 0, False),
    ("case_a", 0.1, 1, False),
)
RANDOM = (1, 2, 3, 5, 8, 13, 21, 34)  # seeds


def sample(model: Any, name: str, tables: Tables, rng: random.Random, share: float, count: int, improved: bool) -> str:
    """Return a line of the file."""
    board, player = scattered(model, tables.rules, rng, share)
    expected = Expected(model, tables)
    commands = [*position(board, player), f"N {count}", f"IMPROVED {int(improved)}"]
    lines = []
    for command in ("MOVES", "RESULTS"):
        lines += expected.all(board, player, command, count, improved)
        commands.append(command)
    return json.dumps({"name": name, "tables": tables.text, "commands": commands, "lines": lines}) + "\n"


def samples() -> Iterator[str]:
    """Yield all lines."""
    model = load_model(SHARED / "models/pitrat.py")
    for name, *rest in SAMPLES:
        yield sample(model, name, Tables(model.load(f"{name}.rules")), random.Random(name), *rest)
    for seed in RANDOM:
        rng = random.Random(seed)
        tables = Tables(model.Rules(rules(rng)))
        try:
            yield sample(model, f"random {seed}", tables, rng, 0.6, 1, bool(seed % 2))
        except (model.RuleError, TypeError):  # something undefined
            continue


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(gzip.compress("".join(samples()).encode(), mtime=0))
