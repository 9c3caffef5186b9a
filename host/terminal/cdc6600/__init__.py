"""The CDC 6600's console in a text terminal."""

from host.terminal.cdc6600.app import run_terminal
from host.terminal.cdc6600.picture import screenshot

__all__ = ["run_terminal", "screenshot"]
