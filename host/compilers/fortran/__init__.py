"""FORTRAN of 1957-1970: FORTRAN II of the 704, and FORTRAN 66 with the extensions of the CDC 6600."""
