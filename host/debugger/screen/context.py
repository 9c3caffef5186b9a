"""What every pane is given: the session, its control, how numbers are written, and the colours."""

from __future__ import annotations

from dataclasses import dataclass, field

from host.debugger.layout import Layout
from host.debugger.screen.control import Control
from host.debugger.screen.palette import Palette
from host.debugger.session import Session


@dataclass
class Context:
    """What every pane is given."""

    control: Control
    layout: Layout
    palette: Palette = field(default_factory=Palette)
    keyboard: bool = False  # whether the keyboard is the machine's
    busy: bool = False  # whether a journey or a command is under way in a thread: nobody else touches the session

    @property
    def session(self) -> Session:
        """The session."""
        return self.control.session

    @property
    def top(self) -> int:
        """The highest address."""
        return (1 << self.session.machine.address_bits) - 1
