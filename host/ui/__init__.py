"""Panels of machines, described once; the window, the terminal and the page in a browser draw them."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame would print a greeting
