"""The IBM 704 in a text terminal."""

from host.terminal.ibm704.app import run_terminal

__all__ = ["run_terminal"]
