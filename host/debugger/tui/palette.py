"""The colours of the full-screen view, by what they mean, for dark and for light terminals.

Nothing is said by colour alone: what is lit, changed or marked also has a character or a weight of its own.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.theme import Theme


class Ink(NamedTuple):
    """A colour in either theme, and how it is written."""

    dark: str
    light: str
    attributes: str = ""


class Ground(NamedTuple):
    """A background in either theme."""

    dark: str
    light: str


GROUNDS = {
    "gap": Ground("#0d0f13", "#c9cdd6"),  # between the panes
    "pane": Ground("#15181e", "#fbfbfc"),
    "heading": Ground("#262b35", "#dfe2e9"),
    "chosen": Ground("#3d4656", "#ffffff"),  # the tab that is shown
    "cursor": Ground("#28323f", "#dde7f5"),
    "now": Ground("#40350e", "#ffe9ad"),  # the line with the next instruction
    "paper": Ground("#0b160d", "#f4f8ee"),  # of a Teletype
    "digits": Ground("#1c0707", "#2a0a0a"),  # behind LED digits
    "accent": Ground("#ffb347", "#a85a00"),
    "running": Ground("#1d4a2a", "#bfe6c8"),
    "past": Ground("#23346b", "#cfdcff"),
}
TEXT_GROUNDS = ("pane", "cursor", "now")  # every ink must be readable on these

INKS = {
    "text": Ink("#d9dde5", "#1b1f27"),
    "strong": Ink("#ffffff", "#000000", "bold"),
    "dim": Ink("#9ba3b3", "#545c6b"),
    "faint": Ink("#7d8698", "#69707e"),  # lamps that are off, rulers
    "label": Ink("#82c9ff", "#0a539d"),
    "mnemonic": Ink("#f0c674", "#7a4300"),
    "number": Ink("#c8adff", "#61379a"),
    "comment": Ink("#93b893", "#33613a", "italic"),
    "string": Ink("#f0a582", "#8c3d1a"),
    "changed": Ink("#ffb347", "#a03c00", "bold underline"),
    "breakpoint": Ink("#ff7a70", "#bd1a1a", "bold"),
    "arrow": Ink("#ffd24a", "#7a4c00", "bold"),
    "lamp": Ink("#ff8a4c", "#b23a00"),
    "good": Ink("#7ddc94", "#17632c"),
    "error": Ink("#ff8a80", "#b01414", "bold"),
    "told": Ink("#8fd8cf", "#0c5f58"),  # what log points say
}
OTHERS: dict[str, tuple[Ink, str]] = {
    "focus": (Ink("#15181e", "#ffffff", "bold"), "accent"),
    "typed": (Ink("#6cf58c", "#0d4f1e"), "paper"),
    "segment": (Ink("#ff4030", "#ff6a5c"), "digits"),
}  # inks with a ground of their own


class Palette:
    """The inks of the theme that is shown."""

    dark = True

    def style(self, name: str, ground: str | None = None) -> Style:
        """Return the style of an ink, on a ground if one is named."""
        return _style(name, self.dark, ground)

    def ground(self, name: str) -> Style:
        """Return a background."""
        return Style(bgcolor=_of(GROUNDS[name], self.dark))

    def faded(self, ink: Style, bright: float) -> Style:
        """Return an ink nearer to the ground of panes: 1 is the ink itself, 0 the ground."""
        return _faded(ink, bright, self.dark)

    def text(self, *parts: str | tuple[str, str]) -> Text:
        """Return a line made of texts, each with the name of its ink."""
        line = Text(no_wrap=True, end="")
        for part in parts:
            words, name = (part, "text") if isinstance(part, str) else part
            line.append(words, self.style(name))
        return line


@cache
def _style(name: str, dark: bool, ground: str | None) -> Style:
    ink, own = (INKS[name], ground) if name in INKS else OTHERS[name]
    background = _of(GROUNDS[own], dark) if own else None
    return Style(color=_of(ink, dark), bgcolor=background) + Style.parse(ink.attributes or "none")


@cache
def _faded(ink: Style, bright: float, dark: bool) -> Style:
    ground = Color.parse(_of(GROUNDS["pane"], dark)).get_truecolor()
    assert ink.color is not None
    mixed = (round(g + (i - g) * bright) for i, g in zip(ink.color.get_truecolor(), ground, strict=True))
    return ink + Style(color=Color.from_rgb(*mixed))


def _of(pair: Ink | Ground, dark: bool) -> str:
    return pair.dark if dark else pair.light


def theme(dark: bool) -> Theme:
    """Return the theme with which the style sheet draws everything except text."""
    variables = {f"ground-{name}": _of(ground, dark) for name, ground in GROUNDS.items()}
    variables |= {f"ink-{name}": _of(ink, dark) for name, ink in INKS.items()}
    variables["input-selection-background"] = _of(GROUNDS["past"], dark)
    return Theme(
        name=theme_name(dark),
        dark=dark,
        primary=_of(GROUNDS["accent"], dark),
        accent=_of(GROUNDS["accent"], dark),
        foreground=_of(INKS["text"], dark),
        background=_of(GROUNDS["gap"], dark),
        surface=_of(GROUNDS["pane"], dark),
        panel=_of(GROUNDS["heading"], dark),
        warning=_of(GROUNDS["accent"], dark),
        error=_of(INKS["error"], dark),
        success=_of(INKS["good"], dark),
        variables=variables,
    )


def theme_name(dark: bool) -> str:
    """Return the name of a theme."""
    return "ironboard-dark" if dark else "ironboard-light"
