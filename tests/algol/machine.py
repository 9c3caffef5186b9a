"""Programs run on one emulated machine that is made once."""

from functools import cache

from host.compilers.algol.compiler import compile_text
from host.machines.cdc6600.compiled import run as run_image
from host.machines.cdc6600.machine import Cdc6600

ENDED = "the program has ended"  # the reason of a machine that stands still where nothing is wrong
LONG = 100_000_000  # cycles, more than any of these programs takes


@cache
def started():
    """The machine, and how it is before a program is loaded."""
    machine = Cdc6600(core="compiled", exact=False)
    return machine, machine.snapshot()


def run(compiled, job, out, err, keyboard):
    """Run a program as the command does; the exit status."""
    return run_image(compiled.image, lambda: compiled, job, out, err, keyboard)


def ran(text, lines=(), **files):
    """The machine after a program has ended, or not, with the lines of its input."""
    return ran_image(compile_text(text, "test.alg").image, lines, **files)


def ran_image(image, lines=(), **files):
    """The same with a program that has been compiled."""
    machine, fresh = started()
    machine.restore(fresh)
    machine.load(image)
    machine.attach("OUTPUT")
    for name, content in {"INPUT": lines, **files}.items():
        machine.attach(name, [*content])
    machine.run(LONG)
    return machine


def printed(text, lines=(), **files):
    """The lines that a program prints."""
    machine = ran(text, lines, **files)
    assert machine.reason == ENDED, machine.dayfile
    return machine.text("OUTPUT").split("\n")[:-1]
