"""Checkers, or English draughts: its rules, its notation, its boards to look at, and the 704 that plays it."""
