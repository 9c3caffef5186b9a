"""FORTRAN on the IBM 704."""
