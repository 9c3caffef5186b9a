"""Machines in a notebook: a cell that ends with one shows its panel, and it can be played there."""

from __future__ import annotations

import html
from importlib import import_module
from typing import Any

from host import registry

PAGE = "host.faces.page"  # by its name: faces know the machines
HEIGHT = 720  # pixels of the frame


class InNotebook:
    """What a machine with a page adds to show itself."""

    def _repr_html_(self) -> str:
        """Return the machine's page in a frame: it goes on from the present state, and this machine does not."""
        machine: Any = self
        model = registry.find(registry.titled(machine.title) or "")
        text = import_module(PAGE).text(import_module(model.front).desk(machine))
        style = f"width: 100%; height: {HEIGHT}px; border: 0"
        return f'<iframe srcdoc="{html.escape(text)}" style="{style}" allow="clipboard-write"></iframe>'
