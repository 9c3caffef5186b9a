"""The row of buttons at the top of every window: what it looks like, and what that depends on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from host.pacing import speed_name
from host.panel import widgets
from host.panel.buttons import Button
from host.panel.canvas import Box, Canvas
from host.panel.panel import Panel

NOTHING: Mapping[str, str] = {}


class Facts(NamedTuple):
    """All that the picture depends on."""

    labels: tuple[tuple[str, str], ...]  # command, label: those that change
    on: frozenset[str]  # commands of the buttons that are lit
    hover: str | None


def facts(panel: Panel, own: Mapping[str, bool], labels: Mapping[str, str] = NOTHING) -> Facts:
    """Return what is to be seen; `own` and `labels` are the lit buttons and the labels of this machine alone."""
    pacer = panel.pacer
    on = {"pause": pacer.paused, "turbo": math.isinf(pacer.speed), "help": panel.shows_help, **own}
    changing = {"speed": speed_name(pacer.speed), "pause": "GO ON" if pacer.paused else "PAUSE", **labels}
    return Facts(tuple(changing.items()), frozenset(each for each in on if on[each]), panel.hovered_button)


def paint(canvas: Canvas, buttons: tuple[Button, ...], places: Mapping[str, Box], facts: Facts) -> None:
    """Paint the buttons."""
    labels = dict(facts.labels)
    for each in buttons:
        if command := each.command:
            label = labels.get(command, each.label)
            widgets.button(canvas, places[command], label, command in facts.on, command == facts.hover)
