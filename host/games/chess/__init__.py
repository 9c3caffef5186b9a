"""Bernstein's chess program on the 704: its words, the notation of 1958, and the hands that operate it."""
