"""Random formats of the 6600's library, and what gfortran prints with them: one program for all of them."""

from __future__ import annotations

import random
import re
import shutil
import subprocess

import pytest

from .forlib import INTEGER, REAL, Fortran, real_word

FORMATS = 400
LONGEST = 150  # columns of a line
PROGRAM = """
      CHARACTER*500 F
      INTEGER I(30)
      DOUBLE PRECISION X(30)
      OPEN(6,ROUND='COMPATIBLE')
   10 READ(*,'(A500)',END=20) F
      READ(*,*) K,N
      IF (K.EQ.0) THEN
      READ(*,*) (I(J),J=1,N)
      WRITE(*,F,IOSTAT=M) (I(J),J=1,N)
      ELSE
      READ(*,*) (X(J),J=1,N)
      WRITE(*,F,IOSTAT=M) (X(J),J=1,N)
      ENDIF
      WRITE(*,'(A,I5)') '@@@@@',M
      GO TO 10
   20 END
"""


def items(chance, kind, depth):
    """Return the items of a format, or of a group of it."""
    found = []
    for _ in range(chance.randint(1, 4)):
        match chance.randint(0, 9 if depth < 2 else 7):
            case 0:
                found.append(f"{chance.randint(1, 3)}X")
            case 1:
                text = "".join(chance.choice("AB ,()'/") for _ in range(chance.randint(1, 5)))
                found.append(f"{len(text)}H{text}")
            case 2:
                found.append("'" + chance.choice(["IT''S", "A B", "(", ")"]) + "'")
            case 3:
                found.append(f"1H!,T{chance.randint(1, 40)},1H.")  # gfortran is wrong where X or T is next to T
            case 4:
                found.append("/")
            case 8 | 9:
                count = chance.choice(["", "2", "3"])
                found.append(f"{count}({items(chance, kind, depth + 1)})")
            case _:
                found.append(item(chance, kind))
    return ",".join(found)


def item(chance, kind):
    count, width = chance.choice(["", "", "2", "3"]), chance.randint(1, 14)
    if kind == INTEGER:
        return f"{count}I{width}"
    letter, places = chance.choice("FED"), chance.randint(0, 9)
    scale = chance.choice(["", "", "0P", "1P", "-1P", "2P"])
    return f"{scale}{count}{letter}{width}.{places}"


def cases():
    """Yield formats and values for them; there is an item for values in each."""
    chance = random.Random(6600)
    for _ in range(FORMATS):
        kind = chance.choice([INTEGER, REAL])
        form = f"({items(chance, kind, 0)},{item(chance, kind)})"
        count = chance.randint(1, 12)
        if kind == INTEGER:
            yield form, kind, [chance.randint(-99, 10 ** chance.randint(1, 6)) for _ in range(count)]
        else:
            places = [2 ** chance.randint(0, 10) for _ in range(count)]
            yield form, kind, [chance.choice([-1, 1]) * chance.randint(1, 10**6) / each for each in places]


@pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")
def test_random_formats_print_what_they_print_in_gfortran(tmp_path):
    given = [*cases()]
    (tmp_path / "a.f").write_text(PROGRAM)
    subprocess.run(["gfortran", "-std=legacy", "-w", "a.f", "-o", "a"], cwd=tmp_path, check=True)
    text = "".join(f"{form}\n{kind} {len(values)}\n{' '.join(map(repr, values))}\n" for form, kind, values in given)
    done = subprocess.run([tmp_path / "a"], capture_output=True, text=True, input=text)
    assert done.returncode == 0, done.stderr
    wanted = re.findall(r"(.*?)@@@@@ *(\d+)[^\n]*\n", done.stdout, re.DOTALL)
    assert len(wanted) == len(given)
    assert sum(error == "0" for _, error in wanted) > FORMATS * 0.9
    library = Fortran()
    for (form, kind, values), (lines, error) in zip(given, wanted, strict=True):
        if error != "0" or max(map(len, lines.split("\n"))) > LONGEST:
            continue  # gfortran takes no scale factor beyond the digits
        library.statement("FREWIND", 3)
        library.write(3, form, (kind, values if kind == INTEGER else [real_word(each) for each in values]))
        library.statement("FREWIND", 3)
        assert [each.rstrip() for each in library.file("TAPE3")] == [each.rstrip() for each in lines.splitlines()], form
