"""The machine does with random programs what the interpreter of the tree does; any number of them, in two processes:

nice -n 15 .venv/bin/python -m tests.algol.oracle 20000 [first seed] [levels]

Of five programs one is of random_programs.py, one of failing_programs.py, one of recursive_programs.py, two are of
loop_programs.py. What is compared is what they write, and if they fail, the error and its line. Each is compiled in
several ways (`ways`), which have to agree in the whole message, values and calls included (but for calls in recursive
programs: optimised code may have given up activations); with `levels` there are two ways, -O0 and -O1.
"""

import io
import resource
import signal
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from emulators.errors import SourceErrors
from host.compilers.algol.compiler import compile_text
from host.compilers.algol.front import analyse
from host.compilers.passes import PASSES
from host.machines.cdc6600.compiled import run
from host.machines.cdc6600.job import Job
from tests.algol.arithmetic import Failure, Undefined, Unspecified
from tests.algol.failing_programs import Failing
from tests.algol.interpreter import Interpreter
from tests.algol.loop_programs import Looping
from tests.algol.machine import ENDED, ran_image
from tests.algol.random_programs import FILE, Maker
from tests.algol.recursive_programs import Calling

NUMBERS = [Random(1).randint(-999, 999) for _ in range(60)]  # that a program can read
BATCH = 12  # programs that are compiled as one
FAILING = 10  # one program of these is made to fail, of wide ones
PROCESSES, PIECE = 2, 24  # programs that a process gets at once
SECONDS, STORAGE = 120, 3 << 30  # that comparing a program, or several at once, may take


class Made(NamedTuple):
    """A program, the interpreter after its run, why it failed ("" if it did not), and options of the compiler."""

    text: str
    done: Any
    why: str
    options: dict[str, Any]
    tails: bool = False  # whether optimised code may have given up activations

    @property
    def alone(self):
        """Whether it cannot be compiled together with others."""
        return bool(self.why) or any(self.options.values())


def interpreted(text, options):
    """The program, run by the interpreter; why there is nothing to compare, where nobody says what happens."""
    unset = options.get("check_unset", False)
    others = {name: value for name, value in options.items() if name != "check_unset"}
    program = analyse(text, "random", strict_power=options.get("strict_power", False))
    interpreter = Interpreter(program, NUMBERS, unset=unset, **others)
    try:
        interpreter.run()
    except Undefined:
        return interpreted(text, {**options, "check_unset": True})
    except Failure as why:
        return Made(text, interpreter, str(why), options)
    except Unspecified as why:
        return str(why)
    return Made(text, interpreter, "", options)


def difference(programs, way=None):
    """How the machine differs from the interpreter in programs that are compiled in a way; "" if it does not."""
    found = [failed_otherwise(each, way) for each in programs if each.alone]
    together = [each for each in programs if not each.alone]
    return "; ".join(each for each in [*found, ended_otherwise(together, way) if together else ""] if each)


def ended_otherwise(programs, way=None):
    """The same for programs that come to their ends."""
    text = "begin\n" + ";\n".join(each.text for each in programs) + "\nend"
    lines = [str(number) for each in programs for number in NUMBERS[: each.done.taken]]
    machine = ran_image(compile_text(text, "random", **way or {}).image, lines, **{f"CH{FILE}": []})
    if machine.reason != ENDED:
        return f"{machine.reason}: {machine.dayfile}"
    return said_otherwise([each.done for each in programs], machine.text("OUTPUT"), machine.text(f"CH{FILE}"))


def ran(made, way=None):
    """A program run by the command: what it writes, to the channel of a file, too, and all that is said of its end."""
    out, err = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder:
        numbers, file = Path(folder) / "numbers", Path(folder) / "file"
        numbers.write_text("".join(f"{each}\n" for each in NUMBERS))
        job = Job("random", input=numbers, saves={f"CH{FILE}": file})
        compiled = compile_text(made.text, "random", **{**made.options, **(way or {})})
        run(compiled.image, lambda: compiled, job, out, err, io.StringIO())
        written = file.read_text() if file.exists() else ""
    return out.getvalue().split("CP time")[0], written, err.getvalue().replace(folder, "")


def failed_otherwise(made, way=None, result=None):
    """How the machine differs from the interpreter in a program that fails, or has options; `result` is its run's."""
    output, written, message = result or ran(made, way)
    said = next((each for each in message.split("\n") if "error:" in each), "")
    kind = said.removeprefix(f"random:{made.done.line}: error: ")
    if said if not made.why else not f"{kind}:".startswith(f"{made.why}:"):
        return f"{said or 'no error'} instead of {made.done.line}: {made.why} with {made.options}"
    return said_otherwise([made.done], output, written)


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
    """A program of random_programs.py or failing_programs.py whose outcome is known; or why it is not."""
    failing = seed % FAILING == FAILING - 1
    return known((Failing if failing else Maker)(Random(seed), size))


def any_program(seed):
    """A program of one of all sorts."""
    match seed % 5:
        case 0:
            return known(Maker(Random(seed), 30))
        case 1:
            return known(Failing(Random(seed), 20))
        case 2:
            return known(Calling(Random(seed)))
    return known(Looping(Random(seed)))


def known(maker):
    """What a maker has made, and what that does; or why this is not known."""
    text = maker.program()
    try:
        made = interpreted(text, maker.options)
        return made._replace(tails=True) if isinstance(maker, Calling) and isinstance(made, Made) else made
    except SourceErrors as refused:
        return f"refused: {refused.errors[0].message}"


# ---------------------------------------------------------------- many programs, compiled in several ways


LEVELS: list[dict[str, Any]] = [{"level": "0"}, {}]


def ways(seed):
    """Options of the compiler for a program, or for several that are compiled together."""
    names = sorted({each.name for each in PASSES})
    missing = names[seed % len(names)]
    return [*LEVELS, {"without": (missing,)}, {"no_checks": True}]


def otherwise(made, found):
    """Yield how a program that fails, or has options, is told of by different ways of compiling it."""
    first = None
    for way in found:
        if "no_checks" in way and made.why:
            continue
        result = ran(made, way)
        if made.tails:
            result = *result[:2], "".join(each for each in result[2].splitlines(True) if each[:6].strip())
        if why := failed_otherwise(made, way, result):
            yield f"{way}: {why}"
        elif first is not None and result != first:
            yield f"{way}: {result[2]} instead of {first[2]}"
        first = first or result


def piece(first, count, levels=False):
    """Compare programs; return how many there were of which sort, and what differs."""
    found, told = Counter(), []
    chosen = (lambda seed: LEVELS) if levels else ways
    together = []
    for seed in range(first, first + count):
        made = any_program(seed)
        found[made if isinstance(made, str) else f"compared {made.why}".strip()] += 1
        if isinstance(made, Made) and made.alone:
            told += [f"{seed} {why}" for why in guarded(lambda made=made, seed=seed: otherwise(made, chosen(seed)))]
        elif isinstance(made, Made):
            together.append((seed, made))
    for start in range(0, len(together), BATCH):
        batch = together[start : start + BATCH]
        for way in chosen(batch[0][0]):
            if guarded(lambda batch=batch, way=way: [ended_otherwise([each for _, each in batch], way)]) != [""]:
                alone = [(seed, guarded(lambda each=each, way=way: [ended_otherwise([each], way)])[0])
                         for seed, each in batch]  # fmt: skip
                wrong = [f"{seed} {way}: {why}" for seed, why in alone if why]
                told += wrong or [f"{[seed for seed, _ in batch]} {way}: together, none alone"]
    return found, told


def guarded(compare):
    """What a comparison yields; what it raises is a difference, too, and if it takes too long."""
    signal.alarm(SECONDS)
    try:
        return list(compare())
    except Exception as wrong:  # of the compiler, most of all
        return [f"{type(wrong).__name__}: {wrong}"]
    finally:
        signal.alarm(0)


def limited():
    """Let a process end what takes too long, or too much storage."""
    signal.signal(signal.SIGALRM, _too_long)
    resource.setrlimit(resource.RLIMIT_AS, (STORAGE, STORAGE))


def _too_long(*_):
    raise TimeoutError


def main(count, first=0, levels=""):
    """Compare many programs; print the seeds of those that differ, and how many there were of which sort."""
    found, wrong = Counter(), 0
    starts = range(first, first + count, PIECE)
    lists = starts, [PIECE] * len(starts), [bool(levels)] * len(starts)
    with ProcessPoolExecutor(PROCESSES, initializer=limited) as pool:
        for number, (some, told) in enumerate(pool.map(piece, *lists), 1):
            found += some
            wrong += len(told)
            for each in told:
                print(each, flush=True)
            if number % 10 == 0:
                print(first + number * PIECE, wrong, "differences", flush=True)
    print("done", dict(found), wrong, "differences")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
