"""FORTRAN on the CDC 6600: run-time conventions, the program in COMPASS, faults, debug information."""
