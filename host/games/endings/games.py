"""Games of an ALGOL program against the best defender, or against others.

The best one lasts as long as he can, of equal moves he takes the one to the lowest square, and he takes White's piece
if he can.

Many games come together: from different positions White goes to the same one. Where the program's memory, all by which
it decides, has been seen before, the rest of the game is known, and is not played again on the machine. As long as the
program has nothing to remember a game is like one that begins there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from host.games.endings.board import Position, attacks, name
from host.games.endings.perfect import NOWHERE, perfect
from host.games.endings.program import Ending, Memory

MATE, STALEMATE, TAKEN, LIMIT = "mate", "stalemate", "taken", "limit"
ENDS = (MATE, STALEMATE, TAKEN, LIMIT)
MOST = 50  # White's moves


class Move(NamedTuple):
    """A move of White's."""

    man: str  # K, R, Q
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


def written(start: Position, piece: str) -> str:
    """Return a position as the programs are told it: `Kh1 Ra1 Kd5`."""
    return f"K{name(start.king)} {piece}{name(start.piece)} K{name(start.black)}"


Defender = Callable[[Position], int]  # returns the square to which Black's king goes, or NOWHERE


class Games:
    """Games of one program, one after the other. `played` is how many moves the machine has made for them.

    `defender`: somebody else than the best one. Nothing is noted then: he may move otherwise the next time.
    """

    def __init__(self, ending: Ending, defender: Defender | None = None) -> None:
        self.ending, self.noting = ending, defender is None
        self.defender = defender or perfect(ending.version.piece).answer
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
        if end != LIMIT and self.noting:  # what has no end is not noted
            for count, memory in enumerate(memories):
                self._place(memory)[memory] = Game(tuple(moves[count:]), end)
        return Game(tuple(moves), end)

    def _place(self, memory: Memory) -> dict[Memory, Game]:
        """Return where a memory is noted."""
        return self._known if memory.history or any(memory.flags) else self._begun

    def _move(self, before: Position) -> tuple[Move, Memory, str]:
        """Let White move, and Black answer; return what the program remembers, and the end: LIMIT if it goes on."""
        ending = self.ending
        cycles = ending.move()
        self.played += 1
        now, piece = ending.memory.position, ending.version.piece
        man, square = ("K", now.king) if now.king != before.king else (piece, now.piece)
        reply = self.defender(now)
        if reply == NOWHERE:
            end = MATE if attacks(piece)[now] else STALEMATE
        else:
            end = TAKEN if reply == now.piece else LIMIT
            ending.black_goes(reply)
        return Move(man, square, cycles, reply), ending.memory, end
