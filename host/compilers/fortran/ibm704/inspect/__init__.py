"""What is known of a running FORTRAN program on the 704: the map of its code, its words, its names."""
