"""The desk of a KIM-1."""
