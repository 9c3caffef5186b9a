"""All passes together leave what random programs of the form do as it is; any number of them by hand:

nice -n 15 .venv/bin/python -m tests.middle.test_passes 1000 10000
"""

import gc
import sys
from functools import partial

import pytest

from host.compilers.algol.compiler import compile_text as algol
from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.fortran.compiler import compile_text as fortran
from host.compilers.ir.form import Op
from host.compilers.passes import PASSES, optimise
from host.languages.source import without_collection
from tests.middle.random_form import changed
from tests.middle.verify import verify
from tests.shared import spread

NAMES = sorted({each.name for each in PASSES})


def all_but(name, program):
    """Do all passes but one; what each leaves is well formed."""
    optimise(program, CDC6600, (name,) if name else (), lambda _, program: verify(program))


@pytest.mark.parametrize("seed", spread(range(300), 15))
def test_programs_do_what_they_did_before_all_passes(seed):
    assert changed(seed, partial(all_but, "")) == ""


@pytest.mark.parametrize("name", NAMES)
def test_programs_do_what_they_did_where_a_pass_is_missing(name):
    for seed in spread(range(300, 350), 5):
        assert changed(seed, partial(all_but, name)) == ""


LOOPS = "begin integer i; real array x[1 : 9]; for i := 1 step 1 until 9 do x[i] := x[i] + i end"
CARDS = ["DIMENSION X(9,9)", "DO 1 I = 1, 9", "DO 1 J = 1, 9", "1 X(I,J) = X(J,I)*2.0 + FLOAT(I)", "STOP", "END"]


@pytest.mark.parametrize("machine", ["6600", "704"])
def test_the_ir_goes_with_the_compiler(machine):
    # No collector runs meanwhile: a circle would keep all of it, beside all of the assembler's.
    text = "".join(f"    {each}\n" if each[0] == "1" else f"      {each}\n" for each in CARDS)
    gc.collect()
    with without_collection():
        kept = [fortran(text, "x.f", version="ii", machine=machine), machine == "6600" and algol(LOOPS, "x.alg")]
        assert kept
        assert not any(isinstance(each, Op) for each in gc.get_objects())


def main(first, count):
    """Compare many programs, each with all passes and without one of them; print those that differ."""
    for seed in range(first, first + count):
        for name in ("", NAMES[seed % len(NAMES)]):
            try:
                why = changed(seed, partial(all_but, name), 25 + 15 * (seed % 2))
            except Exception as wrong:
                why = f"{seed}: {type(wrong).__name__}: {wrong}"
            if why:
                print(f"without {name or 'none'}: {why}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
