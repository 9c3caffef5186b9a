"""The KIM-1 in a text terminal."""

from host.terminal.kim1.app import run_terminal

__all__ = ["run_terminal"]
