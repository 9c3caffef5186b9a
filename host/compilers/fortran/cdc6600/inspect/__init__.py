"""What is known of a running FORTRAN program on the 6600: the map of its code, its failures, its names."""
