"""The machine does with random programs what the interpreter of the tree does; a few here, any number by hand:

nice -n 15 .venv/bin/python -m tests.algol.test_wide_programs 1000 10000

One of ten does something wrong: the error, its line and what was written before are compared.
"""

import io
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from emulators.errors import SourceErrors
from host.algol.compiler import compile_text
from host.algol.front import analyse
from host.desk.cdc6600.compiled import run
from host.desk.cdc6600.job import Job
from tests.algol.arithmetic import Failure, Undefined, Unspecified
from tests.algol.failing_programs import Failing, FailingInterpreter
from tests.algol.machine import ENDED, ran_image
from tests.algol.wide_programs import FILE, Wide
from tests.shared import ALL_EXAMPLES, spread

pytestmark = pytest.mark.usefixtures("quick")

NUMBERS = [Random(1).randint(-999, 999) for _ in range(60)]  # that a program can read
BATCH = 12  # programs that are compiled as one
FAILING = 10  # one program of these is made to fail
FAIL = {  # seeds of programs that fail, and why
    9: "a value is used that has never been given",
    39: "an integer is beyond 48 bits",
    69: "reading past the end",
    79: "the integer of a real is too large",
    199: "a procedure with a wrong number of parameters",
    209: "a number became too large",
    269: "division by zero",
    349: "an assignment to a parameter that is no variable",
    529: "a switch has no such element",
    659: "a subscript is out of its bounds",
}


class Made(NamedTuple):
    """A program, the interpreter after its run, why it failed ("" if it did not), and options of the compiler."""

    text: str
    done: Any
    why: str
    options: dict[str, bool]

    @property
    def alone(self):
        """Whether it cannot be compiled together with others."""
        return bool(self.why) or any(self.options.values())


def interpreted(text, options):
    """The program, run by the interpreter; why there is nothing to compare, where nobody says what happens."""
    unset = options.get("check_unset", False)
    others = {name: value for name, value in options.items() if name != "check_unset"}
    program = analyse(text, "random", strict_power=options.get("strict_power", False))
    interpreter = FailingInterpreter(program, NUMBERS, unset=unset, **others)
    try:
        interpreter.run()
    except Undefined:
        return interpreted(text, {**options, "check_unset": True})
    except Failure as why:
        return Made(text, interpreter, str(why), options)
    except Unspecified as why:
        return str(why)
    return Made(text, interpreter, "", options)


def difference(programs):
    """How the machine differs from the interpreter in programs; "" if it does not."""
    found = [failed_otherwise(each) for each in programs if each.alone]
    together = [each for each in programs if not each.alone]
    return "; ".join(each for each in [*found, ended_otherwise(together) if together else ""] if each)


def ended_otherwise(programs):
    """The same for programs that come to their ends."""
    text = "begin\n" + ";\n".join(each.text for each in programs) + "\nend"
    lines = [str(number) for each in programs for number in NUMBERS[: each.done.taken]]
    machine = ran_image(compile_text(text, "random").image, lines, **{f"CH{FILE}": []})
    if machine.reason != ENDED:
        return f"{machine.reason}: {machine.dayfile}"
    return said_otherwise([each.done for each in programs], machine.text("OUTPUT"), machine.text(f"CH{FILE}"))


def failed_otherwise(made):
    """The same for one that fails, or has options."""
    out, err = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder:
        numbers, file = Path(folder) / "numbers", Path(folder) / "file"
        numbers.write_text("".join(f"{each}\n" for each in NUMBERS))
        job = Job("random", core="compiled", input=numbers, saves={f"CH{FILE}": file})
        compiled = compile_text(made.text, "random", **made.options)
        run(compiled.image, lambda: compiled, job, out, err, io.StringIO())
        written = file.read_text() if file.exists() else ""
    said = next((each for each in err.getvalue().split("\n") if "error:" in each), "")
    kinds = said.removeprefix(f"random:{made.done.line}: error: ").split(", or ")
    if said if not made.why else not any(f"{each}:".startswith(f"{made.why}:") for each in kinds):
        return f"{said or 'no error'} instead of {made.done.line}: {made.why} with {made.options}"
    return said_otherwise([made.done], out.getvalue().split("CP time")[0], written)


def said_otherwise(interpreters, output, written):
    """How what was written differs from what the interpreters have."""
    pieces = [piece for each in interpreters for piece in each.files.get(FILE, [])]
    for name, text, whole in (
        ("OUTPUT", output, [each.output for each in interpreters]), (f"CH{FILE}", written, pieces)
    ):  # fmt: skip
        said, wanted = ("".join(each.upper().split()) for each in (text, "".join(whole)))
        if said != wanted:
            at = next((at for at, pair in enumerate(zip(said, wanted, strict=False)) if len(set(pair)) > 1), 0)
            return f"{name}: {said[max(0, at - 8) : at + 12]} instead of {wanted[max(0, at - 8) : at + 12]}"
    return ""


def program(seed, size):
    """A program whose outcome is known; or why it is not."""
    failing = seed % FAILING == FAILING - 1
    maker = (Failing if failing else Wide)(Random(seed), size)
    text = maker.program()
    try:
        return interpreted(text, maker.options if failing else {})
    except SourceErrors as refused:
        return f"refused: {refused.errors[0].message}"


@pytest.mark.parametrize("size", [8, 30])
def test_the_machine_does_what_the_interpreter_does(size):
    found = (program(seed, size) for seed in range(2 * BATCH))
    count = BATCH if ALL_EXAMPLES else BATCH // 3
    programs = list(islice((each for each in found if isinstance(each, Made) and not each.alone), count))
    assert len(programs) == count
    assert difference(programs) == ""


@pytest.mark.parametrize("seed", spread([*FAIL], 5))
def test_the_machine_finds_the_error_that_the_interpreter_finds(seed):
    made = program(seed, 12)
    assert made.why == FAIL[seed]
    assert difference([made]) == ""


def main(first, count, size=30):
    """Compare many programs; print the seeds of those that differ, and how many there were of which sort."""
    found, batch, seeds = Counter(), [], []
    for seed in range(first, first + count):
        made = program(seed, size)
        found[made if isinstance(made, str) else f"compared {made.why}".strip()] += 1
        if isinstance(made, Made):
            batch, seeds = [*batch, made], [*seeds, seed]
        if len(batch) == BATCH or seed == first + count - 1:
            if batch and difference(batch):
                told = [f"{its} {why}" for one, its in zip(batch, seeds, strict=True) if (why := difference([one]))]
                print("\n".join(told or [f"{seeds} together, none alone"]), flush=True)
            batch, seeds = [], []
        if seed % 500 == 499:
            print(seed, dict(found), flush=True)
    print("done", dict(found))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
