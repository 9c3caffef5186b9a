"""FORTRAN on the IBM 704: run-time conventions, the program in SAP."""
