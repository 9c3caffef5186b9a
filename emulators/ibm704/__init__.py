"""The IBM 704 of 1954: `Ibm704` is the machine (machine.py), its parts are in the modules beside it."""
