"""The printer's paper in the terminal, with everything that has been printed."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from host.desk.ibm704 import paper

BAR = 3  # lines of a tinted bar, and of the white one below it
INK = "rgb(30,28,36)"
WHITE, TINTED = (Style.parse(f"{INK} on {ground}") for ground in ("rgb(240,238,226)", "rgb(216,230,216)"))
FOLD = Style.parse("rgb(150,146,134) on rgb(240,238,226) underline")
HOLES = "∘ "


class Printout(ScrollView, can_focus=True):
    """The paper."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.paper = paper.Paper()

    def show(self, printed: bytes | bytearray) -> None:
        """Print what is new; stay where the user has scrolled to."""
        if self.paper.follow(printed):
            self.start_afresh()

    def tear_off(self) -> None:
        """Take away what has been printed on."""
        self.paper.tear_off()
        self.start_afresh()

    def start_afresh(self) -> None:
        """Show the last lines, unless the user reads older ones."""
        at_end = self.scroll_offset.y >= self.max_scroll_y - 1
        self.virtual_size = Size(2 * len(HOLES) + self.paper.columns, len(self.paper.lines))
        if at_end:
            self.scroll_end(animate=False, force=True, immediate=True)
        self.refresh()

    def on_mount(self) -> None:
        """Begin with an empty page."""
        self.start_afresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the window."""
        left = self.scroll_offset.x
        number = y + self.scroll_offset.y
        if number >= len(self.paper.lines):
            return Strip.blank(self.size.width, self.rich_style)
        ground = TINTED if number // BAR % 2 else WHITE
        text = self.paper.lines[number][: self.paper.columns].ljust(self.paper.columns)
        folded = FOLD if number + 1 in self.paper.folds else ground
        edge = Segment(HOLES, WHITE)
        strip = Strip([edge, Segment(text, folded if folded is FOLD and not text.strip() else ground), edge])
        return strip.crop(left, left + self.size.width)
