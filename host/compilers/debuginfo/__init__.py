"""The common parts of all compiled programs on a machine: their text, code, calls and faults."""
