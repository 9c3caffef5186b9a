"""The processor at work: asm/kim1/bench/functional.s, every documented instruction in every mode.

It checks itself, and needs no comparison: what an instruction should do it works out by other means.
"""

from __future__ import annotations

from host.bench.programs import PASSES, Program

STRIDE = 0x0011  # from one operand to the next
ALL, SOME = 1, 51  # all pairs of operands; 72 pairs

FUNCTIONAL = Program(
    name="functional",
    title="every documented instruction, checked by computation, on a KIM-1 with 8 K more RAM",
    start=0x2000,
    machine={"high_expansion": 0x2000},
    settings={PASSES: 1, STRIDE: ALL},
    sample={STRIDE: SOME},
)
