"""A program in FORTRAN is compiled, reads its cards, and returns what it has printed; on both machines."""

import io
import shutil
import tempfile
from pathlib import Path

from host.compilers.fortran.compiler import compile_text
from host.games.program6600 import work
from host.machines.ibm704.job import Job, run

MACHINES = ("6600", "704")


class Program:
    """A program, compiled once."""

    def __init__(self, text, machine, version=None, **options):
        self.machine = machine
        self.compiled = compile_text(text, "program.f", machine=machine, version=version, **options)

    def printed(self, cards=()):
        """Return the lines that it prints, without blanks at their ends."""
        lines = self._on_the_6600(cards) if self.machine == "6600" else self._on_the_704(cards)
        return [each.rstrip() for each in lines]

    def _on_the_6600(self, cards):
        return work(self.compiled.image, cards, "compiled")[0]

    def _on_the_704(self, cards):
        folder = Path(tempfile.mkdtemp())
        out, err = io.StringIO(), io.StringIO()
        (folder / "cards").write_text("".join(f"{each}\n" for each in cards), encoding="utf-8")
        status = run(self.compiled, Job("program.f", input=folder / "cards"), out, err)
        shutil.rmtree(folder)
        assert status == 0, err.getvalue()
        return out.getvalue().splitlines()
