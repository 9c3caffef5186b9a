"""The IBM 704 of 1954: a processor of 36-bit words, its console, and its input and output units."""
