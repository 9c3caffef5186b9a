"""Programs of tests/data/fortran/corners: how a program ends, and with which switches down, stands in them, too.

C     SENSE: 2 5            switches that are down
C     STOP: 1234            what STOP says
C     FAILS: a message      why the statement after it does not go on
"""

import io
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from host.compilers.fortran.compiler import compile_text
from host.machines.cdc6600.compiled import run
from host.machines.cdc6600.job import Job
from host.machines.ibm704.job import Job as Job704
from host.machines.ibm704.job import run as run_704
from tests.fortran.expecting import said

MORE = re.compile(r"C +(SENSE|STOP|FAILS): (.*)")
TIMES = ("CP time", "time  ", "dayfile")


@dataclass
class End:
    """What a program has printed, and what was said of its end."""

    lines: list
    said: list


def more(text):
    """What comments say of the end: the words, and the rest of the line with its number."""
    lines = enumerate(text.splitlines(), 1)
    return {match[1]: (number, match[2]) for number, line in lines if (match := MORE.fullmatch(line))}


def ended(text, machine, level):
    """Run a program to its end."""
    dialect = next(rest.strip().lower() for word, _, rest in said(text) if word == "DIALECT")
    compiled = compile_text(text, "program.f", version=dialect, machine=machine, level=level)
    switches = tuple(int(each) for each in more(text).get("SENSE", (0, ""))[1].split())
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder, "cards")
        cards.write_text("".join(f"{rest}\n" for word, _, rest in said(text) if word == "CARD"))
        if machine == "704":
            run_704(compiled, Job704("program.f", cards, sense=switches), out, err)
        else:
            job = Job("program.f", input=cards, sense=switches)
            run(compiled.image, lambda: compiled, job, out, err, io.StringIO())
    lines = [each.rstrip() for each in out.getvalue().split("\n")]
    told = [each for each in lines if each.startswith("dayfile")]
    while lines and (not lines[-1] or lines[-1].startswith(TIMES)):
        lines.pop()
    return End(lines, [*err.getvalue().split("\n"), *told])
