"""The dialogue of the thesis itself: what is typed goes to the program, what it prints comes back.

The person says what the program does not know: how many stones have been captured, where each stood, and whether the
machine's stones are in danger. Nobody watches over the rules. Three words are not for the program: `board`, `help` and
`quit`.

Source: asm/cdc6600/nps.alg, "GO"; the thesis, sections II.E and II.F.
"""

from __future__ import annotations

from collections.abc import Iterator

from emulators.cdc6600.display_code import CodeError
from emulators.errors import IronboardError
from host.games.go.boards import beside, diagram
from host.games.go.play import UnknownCommand
from host.games.go.program import Go6600
from host.games.go.programs import Setup
from host.games.go.rules import Colour, Position
from host.games.keyboard import at_terminal, lines

REFUSALS = ("WRONG", "ILLEGAL")  # how the program begins when it does not take a line
END = "-1 -1"
HELP = """\
X Y         your move: column from the left, row from the top; 0 0 passes, or lets the machine begin
N           after UPDATE: how many stones have been captured by the last two moves; then X Y of each
T, F        after DANGER: whether one or more of the machine's stones can be captured at once
board       shows the board as the program knows it
help        says this
quit, -1 -1 ends the game"""


def play(size: int, setup: Setup, ascii: bool) -> int:
    """Pass lines through; return the exit status."""
    assert setup.core != "py65"
    program = Go6600("nps", size, setup.core, exact=setup.exact, first=f"{size} 0")
    Dialogue(program, ascii).hold(lines("column and row, as in 16 4"), at_terminal())
    return 0


class Dialogue:
    """The program, and what is said to it."""

    def __init__(self, program: Go6600, ascii: bool) -> None:
        self.program, self.ascii = program, ascii

    def hold(self, typed: Iterator[str], patient: bool) -> None:
        """Go on to the end of the lines; `patient`: those that are refused are answered and forgotten."""
        print("NPS Go on a CDC 6600, in the dialogue of the thesis; 'help' says what it wants to know.")
        print("\n".join(self.program.asked), flush=True)
        for number, line in enumerate(typed, 1):
            line = line.strip()
            if line.lower() == "quit" or line.split() == END.split():
                break
            try:
                self.obey(line)
            except (UnknownCommand, CodeError) as error:
                if not patient:
                    raise IronboardError(f"standard input, line {number}: {error}") from error
                print(error, flush=True)

    def obey(self, line: str) -> None:
        """Do what a line says; raises UnknownCommand if the program does not take it."""
        if not line:
            return
        if line.lower() == "board":
            print("\n".join(self.board()), flush=True)
        elif line.lower() == "help":
            print(HELP)
        else:
            start = self.program.machine.cycles
            said = self.program.type(line.upper())
            if said and said[0].startswith(REFUSALS):
                raise UnknownCommand("\n".join(said))
            cycles = self.program.machine.cycles - start
            thought = (
                [f"{cycles / self.program.machine.clock:.3f} s"]
                if any(each.startswith("MOVE ") for each in said)
                else []
            )
            print("\n".join(beside(said, thought)), flush=True)

    def board(self) -> list[str]:
        """Return the board; the machine's stones are black here, whoever has begun, and lines have the numbers."""
        size = self.program.size
        position = Position(size, self.program.stones(Colour.BLACK))
        rows = diagram(position, ascii=self.ascii)[1:-1]
        names = "".join(f"{number:2}" for number in range(1, size + 1))
        lines = [f"{number:2}{line[2 : 3 + 2 * size].rstrip()}" for number, line in enumerate(rows, 1)]
        return [f"  {names}", *lines]
