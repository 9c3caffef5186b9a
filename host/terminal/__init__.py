"""Machines in a text terminal: what is the same for all of them is here, each machine has a folder."""
