"""The CDC 6600 of 1964: a central processor of 60-bit words with ten functional units, and its peripheral side."""
