"""The ca65 dialect of 6502 assembly language: tokens, expressions, operands, directives, macros."""
