"""A 704 with tapes and the routines of rote learning, which are called one by one."""

from __future__ import annotations

from pathlib import Path

from emulators.ibm704.isa import FIELD
from emulators.ibm704.machine import Ibm704
from emulators.machine import Stop
from host.assemblers import cached
from host.formats.tapes import loads_p7b, words_of
from host.games.boards import Colour
from host.games.checkers.samuel import words_of as words_of_position

SOURCE = Path(__file__).parents[1] / "data" / "ibm704" / "memory.sap"
FOLDER = Path(__file__).parents[2] / "asm" / "ibm704"
SIGN, MAGNITUDE = 1 << 35, (1 << 35) - 1
LIMIT = 10**10


class MemoryMachine:
    """The machine with the program of SOURCE; units 1 and 2 have blank tapes at first."""

    def __init__(self, core="compiled"):
        self.image = cached.assembled(SOURCE, include_dirs=[str(FOLDER)]).image
        self.machine = Ibm704(core=core)
        self.machine.load(self.image)
        self.machine.mount(1)
        self.machine.mount(2)
        self.call("ROINIT")

    def address(self, name):
        return self.image.symbols[name]

    def get(self, name):
        return self.machine.peek(self.address(name))

    def put(self, name, value):
        self.machine.poke(self.address(name), value)

    def call(self, name, ac=None, board=None):
        """Call a routine; return how many words after its TSX it came back to, less 1."""
        machine = self.machine
        if board is not None:
            machine.write_register("XA", -self.place(board) & FIELD)
        if ac is not None:
            machine.write_register("AC", ac)
        caller = self.address("CALLER")
        machine.write_register("XC", -caller & FIELD)
        machine.write_register("IC", self.address(name))
        stop = machine.run(LIMIT)
        assert stop == Stop.HALT, machine.reason
        back = machine.read_register("IC") - caller - 2
        assert 0 <= back <= 2, machine.reason
        return back

    def place(self, position):
        """Put a position on the stack; return its address."""
        black_men, white_men, black_kings, white_kings = words_of_position(position)
        black = (black_men | black_kings, black_kings)
        white = (white_kings, white_men | white_kings)
        sides = (black, white) if position.to_move is Colour.BLACK else (white, black)
        words = [*sides[0], *sides[1], SIGN * (position.to_move is Colour.WHITE), 0]
        address = self.address("STACK")
        for offset, each in enumerate(words):
            self.machine.poke(address + offset, each)
        return address

    def standard(self, position):
        """Return its standard form and the key: RA, RP, RK, RKEY."""
        self.call("STAND", board=position)
        return tuple(self.get(name) for name in ("RA", "RP", "RK", "RKEY"))

    def look_up(self, position):
        """Return score and ply, or None."""
        if not self.call("ROTLOK", board=position):
            return None
        return self.accumulator, self.get("ROPLY")

    @property
    def accumulator(self):
        ac = self.machine.read_register("AC")
        return -(ac & MAGNITUDE) if ac >> 37 else ac & MAGNITUDE

    def save(self, position, score, ply):
        self.put("ROPLY", ply)
        self.call("ROTSAV", ac=abs(score) | (score < 0) << 37, board=position)

    def tape(self):
        """Return the words of the records of the memory tape, as the program has it."""
        return [words_of(each) for each in loads_p7b(self.machine.tape(self.get("RWIN") - 0o220))]
