"""The desk of an IBM 704."""
