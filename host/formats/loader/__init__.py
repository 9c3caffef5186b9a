"""Relocatable binaries of the CDC 6600: modules, the tables that they are written in, and the loader."""
