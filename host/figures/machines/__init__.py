"""The measurements: a file for each machine or program. `find_measurements` loads them all."""
