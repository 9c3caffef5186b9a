"""The back end for the CDC 6600: from the tree of an ALGOL 60 program to COMPASS text, and its debug information."""
