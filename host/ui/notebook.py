"""In a notebook: a cell that ends with a machine shows its panel, and it can be played there; tables."""

from __future__ import annotations

import html
from collections.abc import Container, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from emulators.errors import require_path
from host import registry

if TYPE_CHECKING:
    from typing_extensions import Buffer  # type checkers have it

PAGE = "host.ui.page"  # by its name, because the page imports machines
HEIGHT = 720  # pixels of the frame
SANDBOX = "allow-scripts"  # nothing of the notebook is within its reach


class InNotebook:
    """The method by which a machine with a page shows itself."""

    if TYPE_CHECKING:

        @property
        def m(self) -> Buffer:
            """The record of a compiled core; its fields, which type checkers do not know, are the machine's own."""

    def _repr_html_(self) -> str:
        """Return the machine's page in a frame: it goes on from the present state, and this machine does not."""
        machine: Any = self
        model = registry.find(registry.titled(machine.title) or "")
        return framed(import_module(model.front).controller(machine))


def desk(machine: str, program: str | None = None, **options: Any) -> Any:
    """Return a machine with its panel and its program, as `ironboard MACHINE PROGRAM` opens it; it shows itself.

    Without a program, the machine's first one; `options` are those of the verb, by their names in the program. Its
    `machine` can be run, and shows itself without the boards that belong to a program. Raises IronboardError.

    >>> from ironboard import desk
    >>> opened = desk("kim1", "wally")
    >>> opened
    <KimController wally: <Kim1 wally: 170,031 cycles, compiled core>>
    >>> opened.machine.display
    '00bb00'
    """
    model = registry.find(machine)
    if program is not None:
        require_path(program)
    return model.runner().controller({**({"program": program} if program else {}), **options})


def framed(controller: Any) -> str:
    """Return the page of a machine with its panel, in a frame."""
    text = import_module(PAGE).text(controller)
    style = f"width: 100%; height: {HEIGHT}px; border: 0"
    return f'<iframe srcdoc="{html.escape(text)}" style="{style}" sandbox="{SANDBOX}" allow="clipboard-write"></iframe>'


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
