"""King and rook, or king and queen, against a king: games with the ALGOL 60 programs that mate, on a CDC 6600."""
