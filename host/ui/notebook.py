"""In a notebook: a machine with its panel, played in a frame."""

from __future__ import annotations

import html
from importlib import import_module
from typing import Any

from emulators.errors import require_path
from host import registry

PAGE = "host.ui.page"  # by its name, because the page imports machines
HEIGHT = 720  # pixels of the frame
SANDBOX = "allow-scripts"  # nothing of the notebook is within its reach


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
