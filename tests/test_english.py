"""The English of docstrings and comments: the rates of habits that make it read as translated may only fall."""

import subprocess
import sys

from host.assemblers.roms import CHECKOUT
from tests.shared import shared

RATES = {  # per 10,000 words of emulators/, host/ and ironboard/
    "what": 7, "stands": 1, "let": 0.3, "comes": 0.5, "whose": 1, "he": 0.2, "from ... on": 1, "behind": 0.1,
    "so many": 0.3, "nobody": 0.3,
}  # fmt: skip


def test_habits_of_another_language_get_fewer():
    tool = shared("tools/english.py")
    files = [f"{top}/**/*.py" for top in ("emulators", "host", "ironboard")]
    done = subprocess.run(
        [sys.executable, str(tool), "--files", *files], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    found = {}
    for line in done.stdout.splitlines():
        name, *numbers = line.rsplit(None, 2)
        if name in RATES:
            found[name] = float(numbers[0])
    assert found.keys() == RATES.keys()
    assert {name: rate for name, rate in found.items() if rate > RATES[name]} == {}
