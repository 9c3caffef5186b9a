"""J. Pitrat's general game-playing program: rules, positions, moves, as the programs of the 6600 see them."""
