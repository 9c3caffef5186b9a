"""Random programs, run by the interpreter, by gfortran and by the machine; any number of them, in two processes:

nice -n 15 .venv/bin/python -m tests.fortran.oracle 2000 [first seed]

For a seed there is a program of dialect ii, of Control Data's own, one that fails, one of common FORTRAN IV, one
with DOUBLE PRECISION and COMPLEX everywhere. gfortran is asked where it knows the words; what all print has to be the
same, but for the column that moves the paper.
"""

import io
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired
from typing import Any

from emulators.errors import SourceErrors
from host.compilers.fortran import front
from host.compilers.fortran.compiler import compile_text
from host.machines.cdc6600.compiled import run
from host.machines.cdc6600.job import Job
from host.machines.ibm704.job import Job as Job704
from host.machines.ibm704.job import run as run_704
from tests.fortran import gfortran
from tests.fortran.cdc_programs import CdcMaker
from tests.fortran.failing_programs import FailingMaker
from tests.fortran.interpreter import Interpreter, printed
from tests.fortran.random_programs import Maker
from tests.fortran.wide_programs import WideMaker
from tests.fortran.words import Failure, Unspecified

STEPS = 300_000  # of the interpreter
PROCESSES, PIECE = 2, 5  # programs that a process gets at once
SORTS = ("iv", "ii", "cdc", "wide", "failing")
STANDARD = ("iv", "ii", "wide")  # gfortran knows them


@dataclass
class Made:
    """A program, and what the interpreter says of it: the lines it prints, and why it fails, and where."""

    sort: str
    seed: int
    text: str
    lines: list
    modern: str  # for gfortran; "" if it does not know the words
    output: list
    why: Any = None  # a Failure

    @property
    def dialect(self):
        return "ii" if self.sort == "ii" else "iv"


def maker(sort, seed):
    random = Random(f"{sort} {seed}")
    match sort:
        case "iv":
            return Maker(random, size=random.choice([5, 30]), extended=True)
        case "ii":
            return Maker(random, "ii", size=random.choice([5, 30]))
        case "cdc":
            return CdcMaker(random, size=random.choice([5, 30]))
        case "wide":
            return WideMaker(random, size=random.choice([5, 20]), extended=True)
    return FailingMaker(random, size=random.choice([8, 20]))


def made(sort, seed, machine="6600"):
    """A program whose meaning is known; or why it is not, as text."""
    making = maker(sort, seed)
    making.printer = machine == "704"
    program = making.program()
    dialect = "ii" if sort == "ii" else "iv"
    tree = front.analyse(program.text, "random", dialect, machine)
    interpreter = Interpreter(tree, machine, program.lines, strict=sort in STANDARD, steps=STEPS)
    why = None
    try:
        interpreter.run()
    except Failure as failure:
        if sort != "failing":
            return f"fails: {failure}"
        why = failure
    except Unspecified as reason:
        return f"{reason}"
    modern = program.modern if sort in STANDARD else ""
    return Made(sort, seed, program.text, program.lines, modern, printed(interpreter.output), why)


def different(said, wanted):
    """How lines differ from those that are wanted; "" if they do not."""
    for number, (one, other) in enumerate(zip(said, wanted, strict=False), 1):
        if one.rstrip() != other.rstrip():
            return f"line {number}: {one!r} instead of {other!r}"
    return "" if len(said) == len(wanted) else f"{len(said)} lines instead of {len(wanted)}"


def witness(program):
    """How gfortran differs from the interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            said = gfortran.run(program.modern, program.lines, folder)
        except gfortran.Refused as why:
            return f"gfortran refuses: {str(why)[:300]}"
        except TimeoutExpired:
            return "gfortran's program does not end"
    return different(printed(said), program.output)


def piece(sorts, first, count):
    """Compare programs; return how many there were of which sort, and what differs."""
    found, told = Counter(), []
    for seed in range(first, first + count):
        for sort in sorts:
            try:
                program = made(sort, seed)
            except SourceErrors as refused:
                told.append(f"{sort} {seed}: refused: {refused.errors[0]}")
                continue
            except Exception as wrong:  # of the front end, or of the interpreter
                told.append(f"{sort} {seed}: {type(wrong).__name__}: {wrong}")
                continue
            if isinstance(program, str):
                found[f"{sort}: {program.split(',')[0]}"] += 1
                continue
            found[f"{sort} {program.why.kind if program.why else 'ended'}"] += 1
            for name, compare in COMPARED.items():
                try:
                    why = compare(program)
                except SourceErrors as refused:
                    why = f"refused: {refused.errors[0]}"
                except Exception as wrong:  # of the compiler, most of all
                    why = f"{type(wrong).__name__}: {wrong}"
                if why:
                    told.append(f"{sort} {seed}: {name}: {why}")
    return found, told


# ---------------------------------------------------------------- the machines


def ran(program, **way):
    """The lines that a program prints on the 6600, and what is said of its end: "" if nothing is wrong."""
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder, "cards")
        cards.write_text("".join(f"{each}\n" for each in program.lines))
        job = Job("random", input=cards)
        compiled = compile_text(program.text, "random", version=program.dialect, **way)
        run(compiled.image, lambda: compiled, job, out, err, io.StringIO())
    lines = out.getvalue().split("\n")[:-1]
    while lines and lines[-1].startswith(("CP time", "dayfile", "end", "time")):
        lines.pop()
    return lines, next((each for each in err.getvalue().split("\n") if "error:" in each), "")


def machine(program, **way):
    """How the 6600 differs from the interpreter."""
    lines, message = ran(program, **way)
    if program.why is None:
        return message or different(lines, program.output)
    wanted = f"random:{program.why.line}: error: {program.why.kind}"
    if not message.lower().startswith(wanted.lower()):
        return f"{message or 'no error'} instead of {wanted}"
    return different(lines, program.output)


def ran_704(program, **way):
    """The same for the 704."""
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder, "cards")
        cards.write_text("".join(f"{each}\n" for each in program.lines))
        compiled = compile_text(program.text, "random", version=program.dialect, machine="704", **way)
        tapes = {str(unit): Path(folder, f"tape{unit}.tap") for unit in range(1, 5)}
        run_704(compiled, Job704("random", cards, saves=tapes), out, err)
    said = err.getvalue().split("\n")[0]
    return out.getvalue().split("\n")[:-1], "" if said.startswith("end ") else said


def machine_704(program, **way):
    """How the 704 differs from the interpreter of its words; IBM's minus zeros are zeros here."""
    known = made(program.sort, program.seed, "704")
    if isinstance(known, str):
        return ""
    lines, message = ran_704(known, **way)
    return message or different([_without(each) for each in lines], [_without(each) for each in known.output])


def _without(line):
    return re.sub(r"-0(?!\d|\.\d)", " 0", line)


COMPARED = {
    "gfortran": lambda program: witness(program) if program.modern else "",
    "-O0": lambda program: machine(program, level="0"),
    "-O1": machine,
    "-O1, no checks": lambda program: machine(program, no_checks=True) if program.why is None else "",
    "704 -O0": lambda program: machine_704(program, level="0") if program.sort == "ii" else "",
    "704": lambda program: machine_704(program) if program.sort == "ii" else "",
    "704, no checks": lambda program: machine_704(program, no_checks=True) if program.sort == "ii" else "",
}


def main(count, first=0, *sorts):
    """Compare many programs; print those that differ, and how many there were of which sort."""
    count, first = int(count), int(first)
    found, wrong = Counter(), 0
    with ProcessPoolExecutor(PROCESSES) as pool:
        starts = range(first, first + count, PIECE)
        for some, told in pool.map(piece, [sorts or SORTS] * len(starts), starts, [PIECE] * len(starts)):
            found += some
            wrong += len(told)
            for each in told:
                print(each, flush=True)
    for name, number in found.most_common():
        print(number, name)
    print(wrong, "differences")


if __name__ == "__main__":
    main(*sys.argv[1:])
