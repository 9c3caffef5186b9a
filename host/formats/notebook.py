"""Tables for notebooks, in HTML."""

from __future__ import annotations

import html
from collections.abc import Container, Iterable


def table(
    title: Iterable[str], rows: Iterable[Iterable[str]], top: int | None = None, left: Container[int] = (0,)
) -> list[str]:
    """Return the lines of a table in HTML, of its first `top` rows if that is said; columns in `left` to the left."""
    every = [*rows]
    shown = every if top is None else every[:top]
    lines = ["<table>", _row("th", title, left), *(_row("td", row, left) for row in shown), "</table>"]
    return lines + [f"<p>... and {len(every) - len(shown):,} more</p>"] * (len(every) > len(shown))


def _row(tag: str, cells: Iterable[str], left: Container[int]) -> str:
    parts = []
    for column, cell in enumerate(cells):
        side = "left" if column in left else "right"
        parts.append(f'<{tag} style="text-align: {side}">{html.escape(cell)}</{tag}>')
    return f"<tr>{''.join(parts)}</tr>"
