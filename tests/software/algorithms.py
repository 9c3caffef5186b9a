"""FORTRAN among the Collected Algorithms of the ACM, up to number 559, as whole programs that can be compiled.

A text is FORTRAN 66 if gfortran takes it in the form of cards (`-std=legacy`). With its drivers a folder is a program
for each of them: the driver and all sources. A text without a main program gets an empty one.
"""

import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

LAST = 559
ALGOL = re.compile(r"(?im)^[^*C\n]*\b(?:procedure|begin|comment)\b[^=(]*[;:]")
UNIT = re.compile(r"(?im)^[ \d]{5} +(?:[A-Z* 0-9]*FUNCTION|SUBROUTINE|PROGRAM|BLOCK *DATA|END *(?:[A-Z]{3} +\d+)?$)")
MISSING = re.compile(r"there is no (subroutine|array or function|subprogram) '(\w+)' in this program")


def texts(root):
    """Yield (name, text) of all that may be FORTRAN: a program for each driver, and texts that stand alone."""
    for folder in sorted(root.iterdir()):
        if not re.fullmatch(r"\d{4}", folder.name) or int(folder.name) > LAST:
            continue
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).as_posix()
            if not path.is_file() or "Metadata" in inside or path.suffix not in ("", ".f"):
                continue
            text = read(path)
            if "/Driver" in inside:
                version = "/Dp/" if "/Dp/" in inside else "/Sp/" if "/Sp/" in inside else ""
                sources = [each for each in sorted(folder.rglob("*.f")) if "/Src/" in each.as_posix()]
                text += "".join(read(each) for each in sources if version in each.as_posix())
            if UNIT.search(text) and not ALGOL.search(text):
                yield f"{folder.name}/{inside.removeprefix('Original-Submission/')}", text


def read(path):
    """The text of a file, which ends with a line end."""
    return path.read_text(encoding="latin-1").replace("\r", "\n").rstrip("\x1a\n") + "\n"


@cache
def accepted(text):
    """Whether gfortran takes it for FORTRAN on cards."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "program.f")
        source.write_text(text, encoding="latin-1")
        command = ["gfortran", "-std=legacy", "-ffixed-form", "-w", "-fsyntax-only", source]
        return not subprocess.run(command, capture_output=True, check=False).returncode
