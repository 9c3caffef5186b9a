"""Machines in a text terminal."""

from host.terminal.app import run_terminal

__all__ = ["run_terminal"]
