"""COMPASS, the assembly language of Control Data's 6000 series."""
