"""The KIM-1 in a window: the board, its Teletype, its tape recorder, and the Go board in its memory."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame would print a greeting

from host.panel.window import render, run_panel, screenshot

__all__ = ["render", "run_panel", "screenshot"]
