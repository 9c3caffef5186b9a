"""The NMOS MOS Technology 6502: instruction table, core, and py65 as its reference."""
