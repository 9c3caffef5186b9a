"""What is known of a running FORTRAN program, whatever machine it runs on: names, values, expressions."""
