"""Chess problems, White to play and mate in two: the 6600's program for them, and the rules it is compared with."""
