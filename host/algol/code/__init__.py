"""From the tree of an ALGOL 60 program to COMPASS text."""
