"""International draughts, on the board of 10 x 10: rules, positions in words of the 6600, its program."""
