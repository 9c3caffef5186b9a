"""An ALGOL program that plays White in an ending, asked for one move after the other on the CDC 6600.

It is compiled and started as always, told its version, and stopped where it asks for a position. From there on its
procedure WHITE MOVES is called by RJ, as its own main program calls it, and its variables are read and written where
the compiler has put them: Black's king before a move, White's men after it. A new game resets the others as NEW GAME
does. So a move costs the cycles of White's thinking, without the dialogue; the positions that the program must not
repeat, and its plans, are in its storage as ever.

Games are against the best defender, or against others. The best one lasts as long as possible, takes a piece of White's
if possible, and of equal moves prefers the lowest square.

Many games join: White reaches one position from several others. Where the program's memory, all by which
it decides, has been seen before, the rest of the game is known, and is not played again on the machine. As long as the
program has nothing to remember a game is like one that begins there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.machine import Snapshot
from emulators.processor import Core
from host.assemblers.cached import Program
from host.games.endings.notation import DEFAULT, VERSIONS
from host.games.endings.perfect import NOWHERE, SIDE, Position, in_check, name, perfect
from host.games.program6600 import Sitting, compiled, source
from host.machines.cdc6600.calls import CALLER, has_returned
from host.machines.cdc6600.calls import LIMIT as LONGEST

if TYPE_CHECKING:
    from host.compilers.algol.compiler import Compiled

ADDRESS = (1 << ADDRESS_BITS) - 1
DIGITS = 16  # of a program's SHA-256
PRINTING = re.compile(r'("PROCEDURE" (SHOW BOARD|PROMPT);).*?"END" \2;', re.DOTALL)


class Memory(NamedTuple):
    """Everything by which the program's further moves are decided: equal memories go on in the same way."""

    men: tuple[int, ...]  # file and rank of each, from 1
    flags: tuple[bool, ...]
    history: tuple[int, ...]

    @property
    def position(self) -> Position:
        """The squares of the men."""
        pairs = zip(self.men[::2], self.men[1::2], strict=True)
        return Position(*(file - 1 + SIDE * (rank - 1) for file, rank in pairs))


def program_of(version: str) -> Program:
    """Return the program of a version, compiled; raises IronboardError if its text is missing."""
    return compiled(VERSIONS[version].program, True)


@cache
def without_boards() -> Compiled:
    """Return the rook ending with empty procedures SHOW BOARD and PROMPT: for comparison with the paper's program."""
    from host.compilers.algol.compiler import compile_text

    text, emptied = PRINTING.subn(r"\1;", source(VERSIONS[DEFAULT].program).read_text(encoding="utf-8"))
    assert emptied == 2
    return compile_text(text, "rook.alg")


def program_hash(version: str) -> str:
    """Return a hash of a compiled program."""
    image = program_of(version).image
    text = repr([(segment.address, tuple(segment.words)) for segment in image.segments])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


class Ending(Sitting):
    """A version at work. `exact`: cycles are those of the 6600; else there is one for an instruction."""

    look = 100_000
    patience = 10_000_000  # from the start of the program to its asking for a position

    def __init__(self, version: str, core: Core = "compiled", *, exact: bool = True) -> None:
        self.version = VERSIONS[version]
        super().__init__(self.version.program, core, exact=exact)
        for line in self.version.typed:
            self.type(line)
        places = self.program.variables
        self._men = [places[each] for each in self.version.men]
        self._flags = [places[each] for each in self.version.flags]
        self._past, self._history = places[self.version.past], places[self.version.history]
        self.prepare(self.version.moves)
        self.start: Snapshot = self.machine.snapshot()

    def restart(self) -> None:
        """Go back to the beginning: the next answer does not depend on earlier ones."""
        self.machine.restore(self.start)

    def begin(self, position: Position) -> None:
        """Begin a game, as NEW GAME does."""
        for place in (self._past, *self._flags):
            self.machine.poke(place, 0)
        for number, square in enumerate(position):
            self._place(number, square)

    def _place(self, number: int, square: int) -> None:
        """Put a man, given by its index in `Version.men`, on a square."""
        file, rank = self._men[2 * number : 2 * number + 2]
        self.machine.poke(file, square % SIDE + 1)
        self.machine.poke(rank, square // SIDE + 1)

    def black_goes(self, square: int) -> None:
        """Move Black's king."""
        self._place(len(self._men) // 2 - 1, square)

    def move(self) -> int:
        """Have White move; return the minor cycles. Raises ProgramFault if it fails."""
        machine = self.machine
        machine.write_register("P", CALLER)
        start = machine.cycles
        machine.run(LONGEST)
        if not has_returned(machine):
            raise self.not_back(self.version.moves)
        return machine.cycles - start

    @property
    def is_mate(self) -> bool:
        """Whether the program says that its move was mate."""
        return bool(self.machine.peek(self._flags[0]))

    @property
    def memory(self) -> Memory:
        """The program's relevant storage."""
        peek = self.machine.peek
        first = peek(self._history) & ADDRESS  # the description of the array: where its first element is
        return Memory(
            tuple(map(peek, self._men)),
            tuple(bool(peek(place)) for place in self._flags),
            tuple(map(peek, range(first, first + peek(self._past)))),
        )


# ---------------------------------------------------------------- games

MATE, STALEMATE, TAKEN, LIMIT = "mate", "stalemate", "taken", "limit"
ENDS = (MATE, STALEMATE, TAKEN, LIMIT)
MOST = 50  # White's moves


class Move(NamedTuple):
    """A move of White's."""

    man: str  # K, R, Q, B, N
    square: int
    cycles: int  # of thinking
    reply: int  # where Black goes then, or NOWHERE

    def written(self, sides: str = "wb") -> str:
        """Return it and Black's answer, or one of them: `Rd1 Ke4`."""
        white = f"{self.man}{name(self.square)}" if "w" in sides else ""
        black = f"K{name(self.reply)}" if "b" in sides and self.reply != NOWHERE else ""
        return f"{white} {black}".strip()


class Game(NamedTuple):
    """A game, or the rest of one."""

    moves: tuple[Move, ...]
    end: str

    @property
    def cycles(self) -> list[int]:
        """The cycles of each of White's moves."""
        return [each.cycles for each in self.moves]

    def __str__(self) -> str:
        """Return the moves of both sides."""
        return " ".join(each.written() for each in self.moves)


def written(start: Position, pieces: str) -> str:
    """Return a position as the programs are told it: `Kh1 Ra1 Kd5`."""
    return " ".join(f"{man}{name(square)}" for man, square in zip(f"K{pieces}K", start, strict=True))


Defender = Callable[[Position], int]  # returns the square to which Black's king goes, or NOWHERE


class Games:
    """Games of one program, one after the other. `played` is how many moves the machine has made for them.

    `defender`: another one than the best. Nothing is noted then: it may move differently the next time.
    """

    def __init__(self, ending: Ending, defender: Defender | None = None) -> None:
        self.ending, self.noting = ending, defender is None
        self.defender = defender or perfect(ending.version.pieces).answer
        self.played = 0
        self._known: dict[Memory, Game] = {}  # with White to move: how it goes on
        self._begun: dict[Memory, Game] = {}  # the same, while there is nothing to remember

    def games(self, starts: Iterable[Position]) -> Iterator[Game]:
        """Play from each of these positions. Of the games before only the beginnings are still known."""
        self._known.clear()
        return map(self.game, starts)

    def game(self, start: Position) -> Game:
        """Play from a position."""
        self.ending.begin(start)
        memory, memories = self.ending.memory, []
        moves: list[Move] = []
        end = LIMIT
        while end == LIMIT and len(moves) < MOST:
            rest = self._place(memory).get(memory)
            if rest is not None:
                moves += rest.moves
                end = rest.end
                break
            memories.append(memory)
            move, memory, end = self._move(memory.position)
            moves.append(move)
        if len(moves) > MOST:
            return Game(tuple(moves[:MOST]), LIMIT)
        if end != LIMIT and self.noting:  # games without an end are not noted
            for count, memory in enumerate(memories):
                self._place(memory)[memory] = Game(tuple(moves[count:]), end)
        return Game(tuple(moves), end)

    def _place(self, memory: Memory) -> dict[Memory, Game]:
        """Return where a memory is noted."""
        return self._known if memory.history or any(memory.flags) else self._begun

    def _move(self, before: Position) -> tuple[Move, Memory, str]:
        """Have White move and Black answer; return the move, the program's memory, and the end, LIMIT for none yet."""
        ending = self.ending
        cycles = ending.move()
        self.played += 1
        now, pieces = ending.memory.position, ending.version.pieces
        moved = next(number for number, square in enumerate(now) if square != before[number])
        reply = self.defender(now)
        if reply == NOWHERE:
            end = MATE if in_check(pieces, now) else STALEMATE
        else:
            end = TAKEN if reply in now.pieces else LIMIT
            ending.black_goes(reply)
        return Move(f"K{pieces}"[moved], now[moved], cycles, reply), ending.memory, end
