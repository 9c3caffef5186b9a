"""All commands of the monitor, in the order in which help lists them. A group is made where its commands are."""

from __future__ import annotations

from host.debugger.monitor import filing, looking, measuring, memory, past, running, speaking, stopping, talking
from host.debugger.monitor.command import Group

GROUPS: tuple[Group, ...] = (
    running.GROUP,
    past.GROUP,
    stopping.GROUP,
    looking.GROUP,
    speaking.GROUP,
    measuring.GROUP,
    memory.GROUP,
    running.INPUT,
    filing.GROUP,
    talking.GROUP,
)
