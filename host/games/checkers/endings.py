"""The kings' endings that the 704 knows by rote: a memory tape that comes with the program.

docs/tools/make_endings.py lets the machine make it; asm/ibm704/rotend.sap describes how it is used.
"""

from __future__ import annotations

from host.formats import tapes
from host.games.boards import ProgramFault, data_file
from host.games.checkers.memory import ENDINGS, READ, SAID, memory_of
from host.games.checkers.program import CheckersProgram

FILE = "kings.tap"
TAPE = f"docs/ibm704/learning/{FILE}"  # in a checkout


def tape() -> bytes:
    """Return the characters of the tape; raises IronboardError for one that is not whole."""
    path = data_file("docs/ibm704/learning", "learning") / FILE
    records = tapes.read(path)
    memory_of(records, str(path))
    return tapes.dumps_p7b(records)


def take(program: CheckersProgram) -> None:
    """Have a program read the tape into its storage: from now on it looks kings' endings up.

    The tape is taken off its unit then: there is room for all of it.
    """
    program.machine.mount(READ, tape(), ring=False)
    lines = program.feed(ENDINGS).lines
    if not (lines and SAID.fullmatch(lines[-1])):
        raise ProgramFault(f"the program says of its endings: {' / '.join(lines) or 'nothing'}")
    program.machine.mount(READ, None)
    program.knows_endings = True
