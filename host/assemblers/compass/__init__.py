"""The assembler of the CDC 6600: Control Data's COMPASS."""
