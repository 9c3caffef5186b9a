"""Reference models, facts, vectors and documents, which are not part of the project.

They stand in a folder `shared` beside the checkout, or where IRONBOARD_SHARED says.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from host.roms import CHECKOUT

ALL_EXAMPLES = os.environ.get("IRONBOARD_EXAMPLES") == "all"  # tests of many cases take all of them
T = TypeVar("T")
SHARED = Path(os.environ.get("IRONBOARD_SHARED") or CHECKOUT.parent / "shared").absolute()


def spread(cases: Sequence[T], count: int) -> Sequence[T]:
    """Return at most `count` of these cases, evenly spread; all of them with IRONBOARD_EXAMPLES=all."""
    return cases if ALL_EXAMPLES else cases[:: -(-len(cases) // count)]


def shared(name: str) -> Path:
    """Return the path of one of them; skip the test where it is missing."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"needs {path}, which is not part of the project; IRONBOARD_SHARED says where else it is")
    return path
