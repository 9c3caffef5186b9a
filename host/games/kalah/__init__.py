"""Kalah on the 6600: all moves of a position, and boards that are cleared in one move."""
