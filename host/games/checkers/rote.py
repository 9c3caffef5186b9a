"""The 704 learns by rote: its memory tape comes from a file, and the merged tape goes back into it.

The program reads the tape of one unit and writes another; asm/ibm704/rotcrd.sap says on which cards it does so and what
it prints. The file is replaced only by a tape that has been read back and found good.
"""

from __future__ import annotations

import re
from pathlib import Path

from emulators.errors import ImageError
from host.formats import tapes
from host.formats.tapes import dumps_p7b, loads_p7b
from host.games.boards import ProgramFault
from host.games.checkers import memory
from host.games.checkers.program import CheckersProgram

READ, WRITTEN = 1, 2  # units, at first
SAID = re.compile(r"MEMORY ON UNIT +([12]), +([0-9]+) BOARDS, +([0-9]+) RECORDS")
STATISTIC = re.compile(r"(LOOKED UP|FOUND|RECORDS READ|SAVED|UP TO DATE|NEW|FORGOTTEN|CULLED|MERGES) +([0-9]+)")
FOUR_TERMS, AS_IT_IS = "ROTE ON", "ROTE ANY"  # the polynomial


class Tape:
    """The memory tape of a program, and its file. A file that does not exist is an empty memory.

    Raises ImageError for a file that is not a good memory tape, or one of another polynomial.
    """

    def __init__(self, program: CheckersProgram, file: Path, card: str = FOUR_TERMS) -> None:
        self.program, self.file = program, file
        self.existed = file.exists()
        records = tapes.read(file) if self.existed else []
        tapes.FORMATS.meant(str(file), None, "tape")
        memory.memory_of(records, str(file))
        self.unit = READ
        program.machine.mount(READ, dumps_p7b(records))
        program.machine.mount(WRITTEN)
        printout = program.feed(card)
        if printout.lines and printout.lines[-1].startswith("BAD MEMORY TAPE"):
            raise ImageError(f"{file}: this memory belongs to a polynomial of another scale")
        self._say(printout.lines)

    def _say(self, lines: list[str]) -> None:
        found = SAID.fullmatch(lines[-1]) if lines else None
        if found is None or len(lines) != 1:
            raise ProgramFault(f"the program says of its memory: {' / '.join(lines) or 'nothing'}")
        self.unit, self.boards, self.records = map(int, found.groups())

    def merge(self) -> None:
        """Let the program merge what it has saved into its tape."""
        self._say(self.program.feed("ROTE MERGE").lines)

    def save(self) -> None:
        """Merge, and put the new tape into the file, all or nothing."""
        self.merge()
        data = self.program.machine.tape(self.unit)
        records = loads_p7b(data or b"")
        memory.memory_of(records, f"the tape of unit {self.unit}")
        tapes.write(records, self.file, overwrite=self.existed)
        self.existed = True

    @property
    def statistics(self) -> dict[str, int]:
        """What the program has counted since it was loaded."""
        lines = self.program.feed("ROTE PRINT").lines
        return {found[1].lower(): int(found[2]) for line in lines if (found := STATISTIC.fullmatch(line))}

    @property
    def summary(self) -> str:
        """The statistics in a line."""
        counted = self.statistics
        return (
            f"{self.file}: {self.boards:,} boards in {self.records:,} records; {counted['looked up']:,} looked up, "
            f"{counted['found']:,} found, {counted['saved']:,} saved"
        )
