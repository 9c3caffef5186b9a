"""The time that an assembly takes, beside ca65 and ld65 where they are installed: CPU time of the processes."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from emulators.errors import IronboardError
from host.experiments.bench.measuring import Result, Row
from host.experiments.bench.starting import Start, cpu_seconds, cpu_seconds_of

TITLE = "assembling sources for the 6502: CPU time of the command"
HEAD = """\
pointer = $10
total   = $12
        .macro  step word
        .local  done
        inc     word
        bne     done
        inc     word+1
done:
        .endmacro
        .org    $0400
.proc routine0
        rts
.endproc
"""
ROUTINE = """\

; ------------------------------------------------------------
; routine {0}: adds the bytes of its table
.proc routine{0}
        lda     #<table{0}
        sta     pointer
        lda     #>table{0}
        sta     pointer+1
        ldy     #{1}
@loop:  lda     (pointer),y     ; the next byte
        clc
        adc     total
        sta     total
        bcc     :+
        inc     total+1         ; and the carry
:       dey
        bpl     @loop
        jsr     routine{2}
        step    total
        rts
.endproc
table{0}:
        .byte   ${1:02X}, %{1:08b}, {1}, <({0} * 3), "text", 0
        .word   routine{0}, table{0} + 2
"""
SIZES = (100, 5000)  # lines


def source(lines: int) -> str:
    """Return a source of that many lines at least: routines with a label, a macro, a table and remarks each."""
    count = -(-(lines - HEAD.count("\n")) // ROUTINE.count("\n"))
    return HEAD + "".join(ROUTINE.format(each, each % 128, each - 1) for each in range(1, count + 1))


def linked(folder: Path, name: str) -> None:
    """Assemble a source with ca65 and ld65; raises IronboardError if they fail."""
    for command in (["ca65", f"{name}.s", "-o", f"{name}.o"], ["ld65", "-t", "none", f"{name}.o", "-o", f"{name}.out"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        if done.returncode:
            raise IronboardError(f"{command[0]} failed: {done.stderr.decode(errors='replace').strip()}")


def measure_assemble(runs: int) -> Result:
    """Assemble the sources, in turn with ca65 and ld65, and compare the bytes."""
    both = bool(shutil.which("ca65") and shutil.which("ld65"))
    seconds: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="ironboard-") as name:
        folder = Path(name)
        for run in range(runs + 1):
            for size in SIZES:
                (folder / f"{size}.s").write_text(source(size), encoding="utf-8")
                words = ("asm", f"{{folder}}/{size}.s", "-o", f"{{folder}}/{size}.bin", "--force")
                taken = {f"ironboard asm, {size:,} lines": cpu_seconds_of(Start(words), folder)}
                if both:
                    taken[f"ca65 and ld65, {size:,} lines"] = cpu_seconds(partial(linked, folder, str(size)), own=False)
                    if (folder / f"{size}.bin").read_bytes() != (folder / f"{size}.out").read_bytes():
                        raise IronboardError(f"ca65 and ld65 made other bytes of {size:,} lines")
                for label, each in taken.items() if run else ():  # the first run makes Python's compiled files
                    seconds.setdefault(label, []).append(each)
    notes = () if both else ("ca65 and ld65 are not installed",)
    return Result("assemble", TITLE, tuple(Row(label, tuple(each)) for label, each in seconds.items()), notes=notes)
