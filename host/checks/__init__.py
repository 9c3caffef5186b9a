"""Checks of the processors: test vectors, core against core, and compiling ahead."""
