"""How deep a program may be nested, room for passes that follow the nesting by recursion, and no breaks for them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from emulators.errors import IronboardError

DEPTH = 12_000  # nodes from the root of a tree to a leaf, about; a chain of operators or of `else if` counts each link
FRAMES = 8  # Python functions a pass may use for each node of depth


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python functions recur as deep as the deepest tree needs: calls between them take no room of the C stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + DEPTH * FRAMES)
    try:
        yield
    except RecursionError:
        raise IronboardError("the program is nested too deeply for this computer") from None
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def without_collection() -> Iterator[None]:
    """Let Python not look for garbage: there is much to look through, and next to nothing of it is."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
