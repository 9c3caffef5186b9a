"""FORTRAN 66 among the Collected Algorithms of the ACM, compiled: whatever is said of a text, no compiler fails.

Texts that gfortran takes as cards are compiled for both machines, at both levels, at the higher one without checks,
too. Names that a text leaves to others are given empty subprograms. What is refused is of later years: see `LATER`.
"""

import re

import pytest

from emulators.errors import SourceErrors
from host.fortran.compiler import compile_text
from tests.fortran.gfortran import needs_gfortran
from tests.shared import spread
from tests.software import fetched
from tests.software.algorithms import MISSING, accepted, texts

ACCEPTED, COMPILED = 142, 57  # texts, and those that the 6600's compiler takes
LATER = re.compile(
    r"IMPLICIT NONE is of later|found '(?:PARAMETER|INTRINSIC|THEN|_)|characters: a name has|lists without a FORMAT"
    r"|a unit has a number here"
)
OPTIONS = ({"level": "0"}, {"level": "1"}, {"level": "1", "no_checks": True})


def completed(text, machine, **options):
    """Compile a text together with what it lacks; return what is said if it is refused."""
    for _ in range(4):
        try:
            compile_text(text, "program.f", version="iv", machine=machine, **options)
        except SourceErrors as refused:
            said = str(refused)
            more = "      END\n" if "no main program" in said else ""
            for kind, name in sorted(set(MISSING.findall(said))):
                value = f"      {name} = 0\n" * (kind != "subroutine")
                sort = "SUBROUTINE" if kind == "subroutine" else "FUNCTION"
                more += f"      {sort} {name}(X)\n{value}      RETURN\n      END\n"
            if not more:
                return said
            text += more
        else:
            return ""
    return said


@needs_gfortran
def test_the_collected_algorithms_are_compiled_or_refused():
    found = [each for each in texts(fetched.repository("CALGO")) if accepted(each[1])]
    assert len(found) == ACCEPTED
    taken = 0
    for name, text in spread(found, 12):
        refused = completed(text, "6600", **OPTIONS[0])
        taken += not refused
        assert not refused or LATER.search(refused), f"{name}: {refused}"
        for machine in ("6600", "704"):
            if not (refused or completed(text, machine, **OPTIONS[0])):
                for options in OPTIONS[1:]:
                    assert not completed(text, machine, **options), name
    if spread(found, 12) is found:
        assert taken == COMPILED


def test_folders_that_are_not_algorithms_are_passed_over(tmp_path):
    for folder in ("0100", "0560", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "text.f").write_text("      SUBROUTINE S\n      END\n")
    (tmp_path / "0100" / "algol.f").write_text("procedure p; begin p1: x := 1 end;\n      SUBROUTINE S\n      END\n")
    assert [name for name, _ in texts(tmp_path)] == ["0100/text.f"]


@pytest.mark.parametrize("kind", ["subroutine", "array or function", "subprogram"])
def test_what_a_text_lacks_is_found_in_messages(kind):
    assert MISSING.findall(f"there is no {kind} 'NAME' in this program") == [(kind, "NAME")]
