"""Machines in a window: what is the same for all of them is here, each machine has a folder."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame would print a greeting
