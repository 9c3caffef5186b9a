"""FORTRAN by gfortran, an independent compiler: what a program prints.

Integers, reals and logical values have 64 bits, so that EQUIVALENCE and COMMON fit and reals have more digits than
those of the 6600. Its DO may be done no time, and .AND. may leave out its second side: programs must not depend on it.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

OPTIONS = (
    "-std=legacy -ffixed-form -fno-automatic -fdollar-ok -fdefault-integer-8 -fdefault-real-8 -fno-sign-zero"
    " -finit-local-zero -fno-range-check -w -O0"
).split()
SECONDS = 20  # that a program may take

needs_gfortran = pytest.mark.skipif(not shutil.which("gfortran"), reason="gfortran is not installed")


class Refused(Exception):
    """What gfortran does not compile."""


def run(text, lines, folder):
    """Return the records that a program prints, each with the character for the carriage; raises Refused."""
    source, program = Path(folder, "program.f"), Path(folder, "program")
    source.write_text(text)
    compiled = subprocess.run(
        ["gfortran", *OPTIONS, source, "-o", program], capture_output=True, text=True, check=False
    )
    if compiled.returncode:
        raise Refused(compiled.stderr)
    done = subprocess.run(
        [program], input="".join(f"{each}\n" for each in lines), capture_output=True, text=True, timeout=SECONDS,
        cwd=folder, check=False,
    )  # fmt: skip
    if done.returncode and "STOP" not in done.stderr:
        raise Refused(done.stderr)
    return done.stdout.split("\n")[:-1]
