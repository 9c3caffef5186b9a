"""FORTRAN 66 among the Collected Algorithms of the ACM, compiled: whatever is said of a text, no compiler fails.

Texts that gfortran takes as cards are compiled for both machines, at both levels, at the higher one without checks,
too. Names that a text leaves to others are given empty subprograms. What is refused is of later years: see `LATER`.

Programs of theirs that gfortran compiles and runs to a normal end are run on the 6600, too, at the default level, with
checks unless the program has to be without. What they print is that of gfortran, whose reals have 53 bits: numbers are
the same to half of the 6600's 48 bits, those below 1 beside 1, and to one in the last digit that is printed.
"""

import io
import re
import subprocess
from collections import Counter
from decimal import Decimal

import pytest

from emulators.errors import SourceErrors
from host.compilers.fortran.compiler import compile_text
from host.machines.cdc6600.compiled import run
from host.machines.cdc6600.job import Job
from tests.fortran import gfortran
from tests.fortran.gfortran import needs_gfortran
from tests.shared import spread
from tests.software import fetched
from tests.software.algorithms import MISSING, accepted, programs, texts

ACCEPTED, COMPILED = 142, 57  # texts, and those that the 6600's compiler takes
LATER = re.compile(
    r"IMPLICIT NONE is of later|found '(?:PARAMETER|INTRINSIC|THEN|_)|characters: a name has|lists without a FORMAT"
    r"|a unit has a number here"
)
EXPLAINED = {  # how what is printed differs by more than digits
    "0530.1": "instead of",  # pairs of eigenvalues, equal but for their signs, in another order; with 113 bits, too
    "0538.1": "has not ended within",  # it does in 5.3 x 10^9 cycles
    "0546.1": "'-.50247E-04' instead of",  # the difference of two numbers of 2.4 x 10^6
    "0558.2": "an integer is beyond 48 bits",  # random numbers by the overflow of 32 bits
}
ENDS = {"not run by gfortran": 61, "of later years": 2, "with checks": 27, "without": 6, "equal": 16, "digits": 13,
        "explained": 4}  # fmt: skip
LIMIT = 2_000_000_000  # minor cycles
NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[ED][-+ ]?\d+|[-+]\d{3}\b)?)")
OTHERS = re.compile(r"\b(?:RAN|SCALE|SECOND|SUM)\b")  # subprograms here, functions of the language for gfortran
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


def different(printed, wanted):
    """How the lines of two programs differ: "" in nothing, "digits" in the last ones of numbers, or where."""
    if printed == wanted:
        return ""
    ours, theirs = (NUMBER.split(" ".join(" ".join(lines).split())) for lines in (printed, wanted))
    if len(ours) != len(theirs):
        return f"{len(ours) // 2} numbers instead of {len(theirs) // 2}"
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if number % 2 == 0:
            same = one.split() == other.split()
        else:
            x, y = value(one), value(other)
            last = Decimal(1).scaleb(max(x.as_tuple().exponent, y.as_tuple().exponent))
            same = abs(x - y) <= last + max(Decimal(1), abs(y)) / 2**24
        if not same:
            return f"{one!r} instead of {other!r}"
    return "digits"


def value(number):
    """What a printed number says."""
    digits = re.sub(r"(?<=[\d.])(?=[-+])", "E", number.replace("D", "E").replace(" ", "+"))
    return Decimal(digits.replace("EE", "E"))


def without_carriage(records):
    """Lines as the printer has them, but for empty ones and blanks at both ends."""
    return [line for line in (each[1:].strip() for each in records) if line]


def on_the_6600(text, cards, folder, **options):
    """What a program prints, and what is said of its end."""
    compiled = compile_text(text, "program.f", version="iv", machine="6600", **options)
    out, err, output = io.StringIO(), io.StringIO(), folder / f"output{len(options)}"
    job = Job("program.f", input=cards, files={"TAPE1": cards}, output=output, cycles=LIMIT)
    run(compiled.image, lambda: compiled, job, out, err, io.StringIO())
    said = [each for each in err.getvalue().split("\n") if "error:" in each]
    return [line for each in output.read_text().split("\n") if (line := each.strip())], "".join(said)


@needs_gfortran
def test_programs_of_the_collected_algorithms_print_what_gfortran_prints(tmp_path):
    found = [
        (f"{name[:4]}.{number}", OTHERS.sub(lambda found: "Z" + found[0][1:], text), data)
        for name, whole in texts(fetched.repository("CALGO"))
        if "/Fortran/" not in name
        for number, (text, data) in enumerate(programs(whole), 1)
    ]
    ends = Counter()
    for name, text, data in spread(found, 12):
        (folder := tmp_path / name).mkdir()
        for cards in ("cards", "fort.1"):
            (folder / cards).write_text("".join(f"{each}\n" for each in data))
        try:
            wanted = without_carriage(gfortran.run(text, data, folder))
        except (gfortran.Refused, subprocess.TimeoutExpired):
            ends["not run by gfortran"] += 1
            continue
        try:
            way = "with checks"
            printed, said = on_the_6600(text, folder / "cards", folder)
            if "--no-checks" in said:
                way = "without"
                printed, said = on_the_6600(text, folder / "cards", folder, no_checks=True)
        except SourceErrors as refused:
            later = LATER.search(str(refused))
            ends["of later years" if later else f"{name}: {refused}"] += 1
            continue
        why = said or different(printed, wanted) or "equal"
        explained = name in EXPLAINED and EXPLAINED[name] in why
        ends[way] += 1
        ends["explained" if explained else why if why in ENDS else f"{name}: {why}"] += 1
    assert not ends.keys() - ENDS.keys()
    if spread(found, 12) is found:
        assert ends == ENDS


def test_folders_that_are_not_algorithms_are_passed_over(tmp_path):
    for folder in ("0100", "0560", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "text.f").write_text("      SUBROUTINE S\n      END\n")
    (tmp_path / "0100" / "algol.f").write_text("procedure p; begin p1: x := 1 end;\n      SUBROUTINE S\n      END\n")
    assert [name for name, _ in texts(tmp_path)] == ["0100/text.f"]


def test_a_text_is_cut_into_programs_with_their_data():
    main, sub = "      CALL S\n      END\n", "      SUBROUTINE S\n{}      END\n"
    one, other = sub.format("C     1\n"), sub.format("C     2\n")
    found = [*programs(f"{main}{one}  1 2\nC     MAIN\n{main}{other}  3 4\n")]
    assert [(text, [*filter(None, data)]) for text, data in found] == [
        (main + one, ["  1 2"]), (f"C     MAIN\n{main}{other}", ["  3 4"])
    ]  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs", "how"), [
    ("X = 1.0", "X = 1.0", ""), ("0.1234E+01", "0.1235E+01", "digits"), ("0.7E-14", "0.2E-15", "digits"),
    ("1.00001", "1.00005", "'1.00001' instead of '1.00005'"), ("X 1", "Y 1", "'X ' instead of 'Y '"),
    ("1 2", "1", "2 numbers instead of 1"), ("1.5000000D 03", "1500.02", "'1.5000000D 03' instead of '1500.02'"),
])  # fmt: skip
def test_how_lines_differ(ours, theirs, how):
    assert different([ours], [theirs]) == how


@pytest.mark.parametrize("kind", ["subroutine", "array or function", "subprogram"])
def test_what_a_text_lacks_is_found_in_messages(kind):
    assert MISSING.findall(f"there is no {kind} 'NAME' in this program") == [(kind, "NAME")]
