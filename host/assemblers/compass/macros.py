from __future__ import annotations

PSEUDO_OPERATIONS = {}


class Macros:
    def __init__(self, asm):
        self.defined = {}
