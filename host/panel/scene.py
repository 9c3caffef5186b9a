"""What a machine's window consists of: its size, the pictures of its panes, the text of its help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from host.panel.canvas import Box, Canvas, Point


class Pane(NamedTuple):
    """A part of the window."""

    facts: Callable[[Any], object]  # of the panel
    paint: Callable[[Canvas, Box, Any], None]  # its last argument is what its `facts` returns


class Column(NamedTuple):
    """A list of keys in the help, and what they do."""

    at: Point
    title: str
    rows: tuple[tuple[str, str], ...]


class Scene(NamedTuple):
    """A window."""

    width: float  # in logical units
    height: float
    panes: Mapping[str, Pane]
    help: tuple[Column, ...]
