"""The MOS Technology KIM-1."""
