"""The measurements: a file for each document. `find_measurements` loads them all."""
