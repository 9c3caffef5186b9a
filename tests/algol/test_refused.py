"""Programs with errors: every error, where it is shown, what is said, and nothing else."""

import re
from pathlib import Path

import pytest

from tests.algol.programs import errors

CASES = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").split("----\n")[1:]
MARK = re.compile(r"!( *)(\^+) (?:warning: )?(.*)")


def expected(case):
    """The program of a case, and its errors as the lines that begin with ! show them."""
    lines, found = [], []
    for line in case.rstrip("\n").split("\n"):
        if match := MARK.fullmatch(line):
            found.append((len(lines), len(match[1]) + 2, len(match[2]), match[3]))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n", found


@pytest.mark.parametrize("case", CASES, ids=[str(number) for number in range(1, len(CASES) + 1)])
def test_what_is_said_of_a_program(case):
    program, wanted = expected(case)
    assert wanted, "a case without errors"
    said = [(*place, message + f" ({hint})" * bool(hint)) for *place, message, hint in errors(program)]
    assert said == wanted


def test_an_error_names_file_line_and_column():
    assert errors("begin integer moves;\n  mvoes := 1\nend") == [
        (2, 3, 5, "'mvoes' is not declared", "did you mean 'moves'?")
    ]
