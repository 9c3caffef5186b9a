"""Chess endings of a king and a piece against a king: perfect play, and programs that play them."""
