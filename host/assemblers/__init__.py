"""Assemblers and disassemblers: one engine, a dialect per machine."""
