"""Everything around the machines: assemblers, formats, panels, terminal, games, the command line."""
