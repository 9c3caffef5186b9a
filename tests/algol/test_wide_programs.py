"""The machine does with random programs what the interpreter of the tree does; a few here, any number by hand:

nice -n 15 .venv/bin/python -m tests.algol.test_wide_programs 1000 10000
"""

import sys
from collections import Counter
from random import Random

import pytest

from emulators.errors import SourceErrors
from host.algol.compiler import compile_text
from host.algol.front import analyse
from tests.algol.machine import ran_image
from tests.algol.wide_programs import FILE, Failure, Unspecified, Wide, WideInterpreter

NUMBERS = [Random(1).randint(-999, 999) for _ in range(60)]  # that a program can read
BATCH = 12  # programs that are compiled as one
ENDED = "the program has ended"


def interpreted(text):
    """The interpreter after its run; why there is none, where the Report says nothing or something fails."""
    interpreter = WideInterpreter(analyse(text, "random"), NUMBERS)
    try:
        interpreter.run()
    except (Failure, Unspecified) as why:
        return str(why)
    return interpreter


def difference(programs):
    """How the machine differs from the interpreter, for programs with their interpreters; "" if it does not."""
    text = "begin\n" + ";\n".join(text for text, _ in programs) + "\nend"
    lines = [str(number) for _, done in programs for number in NUMBERS[: done.taken]]
    machine = ran_image(compile_text(text, "random").image, lines, **{f"CH{FILE}": []})
    if machine.reason != ENDED:
        return f"{machine.reason}: {machine.dayfile}"
    written = [piece for _, done in programs for piece in done.files.get(FILE, [])]
    for name, pieces in (("OUTPUT", [done.output for _, done in programs]), (f"CH{FILE}", written)):
        said, wanted = ("".join(each.upper().split()) for each in (machine.text(name), "".join(pieces)))
        if said != wanted:
            at = next((at for at, pair in enumerate(zip(said, wanted, strict=False)) if len(set(pair)) > 1), 0)
            return f"{name}: {said[max(0, at - 8) : at + 12]} instead of {wanted[max(0, at - 8) : at + 12]}"
    return ""


def program(seed, size):
    """A program that comes to its end, and its interpreter; or why there is none."""
    text = Wide(Random(seed), size).program()
    try:
        done = interpreted(text)
    except SourceErrors as refused:
        return f"refused: {refused.errors[0].message}"
    return done if isinstance(done, str) else (text, done)


@pytest.mark.parametrize("size", [8, 30])
def test_the_machine_does_what_the_interpreter_does(size):
    found = [program(seed, size) for seed in range(2 * BATCH)]
    programs = [each for each in found if not isinstance(each, str)][:BATCH]
    assert len(programs) == BATCH
    assert difference(programs) == ""


def main(first, count, size=30):
    """Compare many programs; print the seeds of those that differ, and how many there were of which sort."""
    found, batch, seeds = Counter(), [], []
    for seed in range(first, first + count):
        made = program(seed, size)
        found[made if isinstance(made, str) else "compared"] += 1
        if not isinstance(made, str):
            batch, seeds = [*batch, made], [*seeds, seed]
        if len(batch) == BATCH or seed == first + count - 1:
            if batch and difference(batch):
                for one, its in zip(batch, seeds, strict=True):
                    print(its, difference([one]), flush=True)
            batch, seeds = [], []
        if seed % 500 == 499:
            print(seed, dict(found), flush=True)
    print("done", dict(found))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
