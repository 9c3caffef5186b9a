"""From the tree of a FORTRAN program to the intermediate form."""
