"""Drivers of the game programs: their boards, and the legal moves."""
