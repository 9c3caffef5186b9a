"""What the benchmark of the FORTRAN compiler says."""

import re

import pytest

from host.assemblers.roms import CHECKOUT
from host.compilers.fortran.front import analyse
from host.compilers.fortran.syntax import Specification
from host.experiments.bench import document, fortran
from host.experiments.bench.fortran import WAYS


def test_the_long_program_has_about_a_thousand_statements():
    text, statements = fortran.long_program()
    (main,) = analyse(text, "long.f", "ii").units
    assert abs(statements - fortran.STATEMENTS) < 20
    assert len([each for each in main.statements if not isinstance(each, Specification)]) == statements - 2  # and END


@pytest.mark.parametrize("machine", fortran.MACHINES)
def test_a_turn_is_the_difference_of_many_and_few(machine):
    few, many = (
        fortran.ended(fortran.SUMS.replace("{turns}", str(turns)), machine, WAYS["checked"])
        for turns in (fortran.FEW, fortran.FEW + 1)
    )
    assert fortran.by_turn(fortran.SUMS, machine, WAYS["checked"]) == pytest.approx(many - few, abs=8)


def test_a_loop_over_arrays_has_five_instructions_on_the_704():
    lines = fortran.compiled(fortran.SUMS.replace("{turns}", "500"), "704").written.splitlines()
    first = next(number for number, line in enumerate(lines) if "CLA B.+1,1" in line)
    code = [line for line in lines[first:] if not line.startswith("*")][:5]
    assert re.findall(r"\b(?:CLA|FAD|STO|TXI|TXL)\b", "\n".join(code)) == ["CLA", "FAD", "STO", "TXI", "TXL"]


def test_zobrists_program_takes_no_more_than_that_of_ibms_compiler():
    checked, bare = (fortran.zobrist_704(WAYS[each]) for each in ("checked", "unchecked"))
    assert max(checked.cycles, bare.cycles) <= fortran.IBM_CYCLES
    assert bare.words <= fortran.IBM_WORDS


def test_the_figures_and_the_page_of_the_704_are_those_of_today():
    stored = document.read(CHECKOUT / "docs/benchmarks.json").result("fortran")
    now = fortran.zobrist_on_the_704()
    assert next(table for table in stored.tables if table.title == now.title) == now
    page = " ".join((CHECKOUT / "docs/ibm704/fortran.md").read_text(encoding="utf-8").split())
    (_, checked, cycles), (_, bare, _), *_ = now.rows
    assert f"makes {bare} words with `--no-checks`, {checked} with checks" in page
    assert cycles == fortran.IBM_CYCLES
    assert "takes the same 62,414 cycles in both" in page
