"""Checks of the processors: test vectors, core against core, and kernels against each other."""
