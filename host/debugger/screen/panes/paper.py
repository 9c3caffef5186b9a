"""What a Teletype, or a printer, has printed. While the keyboard is the machine's, what is typed here is sent."""

from __future__ import annotations

from host.debugger.screen.context import Context
from host.debugger.screen.panes.devices import PAPER
from host.debugger.screen.panes.pane import Pane


class PaperPane(Pane):
    """The paper of a device."""

    ground = "paper"
    has_cursor = False

    def __init__(self, context: Context, name: str, device: str) -> None:
        super().__init__(context, name)
        self.device = device
        self.title = device

    def show(self) -> None:
        """Read the paper; stay where the user has scrolled to, unless that is the end."""
        text = self.session.machine.devices()[self.device][PAPER]
        at_end = self.scroll_offset.y >= self.max_scroll_y - 1
        self.put([self.text((line, "text")) for line in text.split("\n")])
        if at_end:
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Keep the end in sight."""
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)


def device_with_paper(devices: dict[str, dict[str, str]]) -> str | None:
    """Return the first device that prints, None if there is none."""
    return next((name for name, shown in devices.items() if PAPER in shown), None)
