"""What a machine shows and takes, described once; the window, the terminal and the page in a browser draw it."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame would print a greeting
