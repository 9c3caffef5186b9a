"""A pytest within a test takes back what it has imported: a machine that is imported again is another class."""

from ironboard import Cdc6600, Ibm704, Kim1

MACHINES = Cdc6600, Ibm704, Kim1  # imported before any such test
