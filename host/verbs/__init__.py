"""The verbs of the command line, a file each: what can be typed behind it, and what it calls."""
