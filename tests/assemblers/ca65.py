"""The independent assembler: what ca65 and ld65 (cc65) make of a source."""

import shutil
import subprocess
from pathlib import Path

import pytest

needs_ca65 = pytest.mark.skipif(not (shutil.which("ca65") and shutil.which("ld65")), reason="needs ca65 and ld65")

# every segment in one file, in this order; nothing is written for the zero page
SEGMENTS = ("CODE", "RODATA", "DATA", "BSS")
LAYOUT = """
MEMORY { ZP: start=0, size=$100, type=rw, file=""; MAIN: start=$200, size=$FE00, type=rw, file=%O; }
SEGMENTS { ZEROPAGE: load=ZP, type=zp, optional=yes;
""" + "".join(f"{name}: load=MAIN, type=rw, optional=yes;\n" for name in SEGMENTS) + "}"  # fmt: skip


class Rejected(Exception):
    """Ca65 or ld65 refused the source."""


def ca65(source: Path, folder: Path, *options: str) -> bytes:
    """Return the bytes of all segments but the zero page, one behind the other."""
    layout, target = folder / "layout.cfg", folder / "out.o"
    layout.write_text(LAYOUT)
    for command in (
        ["ca65", *options, str(source), "-o", str(target)],
        ["ld65", "-C", str(layout), str(target), "-o", str(folder / "out.bin")],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5)
        if done.returncode:
            raise Rejected(done.stderr)
    return (folder / "out.bin").read_bytes()


def concatenated(assembly) -> bytes:
    """Return our bytes in the order in which ld65 writes them: segments with gaps and reservations as they come."""
    sections = assembly.program.sections
    names = [*SEGMENTS, *(name for name in sections if name not in (*SEGMENTS, "ZEROPAGE"))]
    return bytes(word for name in names for chunk in sections[name].chunks for word in chunk.words)
