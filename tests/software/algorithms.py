"""FORTRAN among the Collected Algorithms of the ACM, up to number 559, as whole programs that can be compiled.

A text that stands alone has its units one after another, main programs with their data behind them, some units in more
versions than one: a program is a main program, its BLOCK DATAs, and of all units that it names the next ones.

A text is FORTRAN 66 if gfortran takes it in the form of cards (`-std=legacy`). With its drivers a folder is a program
for each of them: the driver and all sources. A text without a main program gets an empty one.
"""

import re
import subprocess
import tempfile
from functools import cache
from itertools import pairwise
from pathlib import Path

LAST = 559
ALGOL = re.compile(r"(?im)^[^*C\n]*\b(?:procedure|begin|comment)\b[^=(]*[;:]")
UNIT = re.compile(r"(?im)^[ \d]{5} +(?:[A-Z* 0-9]*FUNCTION|SUBROUTINE|PROGRAM|BLOCK *DATA|END *(?:[A-Z]{3} +\d+)?$)")
MISSING = re.compile(r"there is no (subroutine|array or function|subprogram) '(\w+)' in this program")
STATEMENT = re.compile(r"[ \d]{5} ([^\n]{1,66})")
FIRST = re.compile(
    r"(?:REAL|INTEGER|LOGICAL|COMPLEX|DOUBLE|SUBROUTINE|FUNCTION|DIMENSION|COMMON|EXTERNAL|EQUIVALENCE|IMPLICIT|DATA|CALL"
    r"|PROGRAM|WRITE|READ|PRINT|DO|FORMAT|BLOCK)\b|[A-Z]\w* *(?:\([^=]*\))? *="
)
NAMED = re.compile(r"(?:[A-Z* 0-9]*\bFUNCTION|SUBROUTINE) *(\w+)|BLOCK *DATA")
END = re.compile(r"END(?: *[A-Z]{1,3} *\d+)?$")  # names of cards stand in columns 73 to 80, or before them


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


def statement(line):
    """The statement of a line, without its label; empty for comments and for what is no card of a program."""
    found = STATEMENT.match(line)
    return found[1].strip().upper() if found and not comment(line) else ""


def comment(line):
    """Whether it begins as comments do."""
    return line[:1] in ("C", "c", "*")


def units(text):
    """The units of a text: name ("" for a main program), text, and the lines of data behind it."""
    found, lines, data, begun = [], [], [], False
    for line in text.split("\n"):
        if not (begun or comment(line) or FIRST.match(statement(line))):
            data += [*lines, line]
            lines = []
            continue
        begun = begun or not comment(line)
        lines.append(line)
        if END.match(statement(line)):
            if found:
                found[-1][2].extend(data)
            named = NAMED.match(next(filter(None, map(statement, lines))))
            found.append((named[1] or "BLOCK DATA" if named else "", "\n".join(lines) + "\n", []))
            lines, data, begun = [], [], False
    if found:
        found[-1][2].extend(data + lines)
    return found


def programs(text):
    """Yield (text, lines of data) of the programs of a text."""
    found = units(text)
    mains = [number for number, (name, *_) in enumerate(found) if not name]
    for main, following in pairwise([*mains, len(found)]):
        taken = {number for number in range(main, following) if found[number][0] == "BLOCK DATA"}
        waiting, names = [main, *taken], set()
        while waiting:
            words = set(re.findall(r"[A-Z]\w*", "\n".join(map(statement, found[waiting.pop()][1].split("\n")))))
            for word in sorted(words - names):
                same = [number for number, (name, *_) in enumerate(found) if name == word]
                if same:
                    waiting.append(next((number for number in same if number > main), same[-1]))
                    taken.add(waiting[-1])
            names |= words
        data = [line for number in range(main, following) for line in found[number][2]]
        while data and not data[0].strip():
            data.pop(0)
        yield found[main][1] + "".join(found[number][1] for number in sorted(taken)), data


@cache
def accepted(text):
    """Whether gfortran takes it for FORTRAN on cards."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "program.f")
        source.write_text(text, encoding="latin-1")
        command = ["gfortran", "-std=legacy", "-ffixed-form", "-w", "-fsyntax-only", source]
        return not subprocess.run(command, capture_output=True, check=False).returncode
