"""Programs with errors: every error and warning, where it is shown, what is said, and nothing else."""

import re
from pathlib import Path

import pytest

from tests.fortran.trees import said

CASES = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").split("----\n")[1:]
MARK = re.compile(r"!(?:<(\d+)>|( *)(\^+)) (.*)")


def expected(case):
    """The program of a case, and its errors as the lines that begin with ! show them."""
    lines, found = [], []
    for line in case.rstrip("\n").split("\n"):
        if (match := MARK.fullmatch(line)) is None:
            lines.append(line)
        elif match[1]:
            found.append((len(lines), 1, int(match[1]), match[4]))
        else:
            found.append((len(lines), len(match[2]) + 2, len(match[3]), match[4]))
    return "\n".join(lines) + "\n", found


@pytest.mark.parametrize("case", CASES, ids=[str(number) for number in range(1, len(CASES) + 1)])
def test_what_is_said_of_a_program(case):
    program, wanted = expected(case)
    assert wanted, "a case without errors"
    dialect = "ii" if program.startswith("C     FORTRAN II") else "iv"
    assert [(*place, message + f" ({hint})" * bool(hint)) for *place, message, hint in said(program, dialect)] == wanted
