"""Image and media formats."""
