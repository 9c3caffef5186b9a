"""International draughts against the 6600's program: files of games, moves as people write them, `ironboard draughts`.

A move is 32-28, a capture 26x37, or 26x17x37 with the squares where the piece lands, as many of them as tell it from
others; captured squares are taken for that, too. Files are in PDN.

Sources: World Draughts Federation, Rules of International Draughts, article 6 (draws); Portable Draughts Notation 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from emulators.errors import Place, SourceError
from host.games import draughts, duel, movetext
from host.games.boards import Colour, can_show, typed
from host.games.checkers import pictures
from host.games.checkers.notation import allowed
from host.games.checkers.notation import reason as why_not
from host.games.checkers.pdn import Pdn
from host.games.checkers.pictures import SIGNS
from host.games.conversation import Command, about
from host.games.draughts import BOARD, DEPTHS, OPENING, Best, DraughtsProgram, Move, Position, jumps, parse, spent
from host.games.drawing import Picture
from host.games.duel import Outcome

DEPTH = 5
MOVE = re.compile(r"[0-9]{1,2}(?:\s?[-x:×]\s?[0-9]{1,2})+", re.IGNORECASE)
TIMES = 3  # that a position may be there
IDLE = 2 * 25  # moves of both sides, by kings and without captures
FEW = ((2, 2 * 5), (3, 2 * 16))  # pieces against a lone king, and the moves of both sides that are left

Record = movetext.Record[Position, Move]


class Draughts(Pdn[Position, Move]):
    """PDN of international draughts."""

    game_type, named, first = "20", "international draughts", Colour.WHITE
    opening = OPENING

    def position(self, text: str, place: Place) -> Position:
        """Return the position of a tag FEN; raises SourceError."""
        return parse(text, place)

    def move(self, text: str, position: Position, place: Place) -> Move:
        """Return the legal move that is meant; raises SourceError."""
        text = text.strip()
        if not MOVE.fullmatch(text):
            raise SourceError(place, f"'{text}' is not a move", "write 32-28, or 26x37 for a capture")
        start, *between, end = map(int, re.findall("[0-9]+", text))
        legal = position.legal_moves()
        found = [move for move in legal if (move.start, move.end) == (start, end)]
        if len(found) > 1 and between:
            found = [move for move in found if means(between, move, position)]
        if len(found) == 1:
            return found[0]
        if found:
            ways = " or ".join(whole(move, position) for move in found)
            raise SourceError(place, f"'{text}' can mean {ways}", "write all of its squares")
        raise SourceError(place, f"'{text}' is not legal: {reason((start, end), position, legal)}", allowed(legal))

    def move_written(self, move: Move, position: Position) -> str:
        """Return a move: its ends, or all squares where it lands if another one has the same ends."""
        ends = [each for each in position.legal_moves() if (each.start, each.end) == (move.start, move.end)]
        return str(move) if len(ends) == 1 else whole(move, position)


DRAUGHTS = Draughts()


def reason(squares: tuple[int, int], position: Position, legal: list[Move]) -> str:
    """Return why no legal move has these ends."""
    if legal and legal[0].captured and position.pieces.get(squares[0]):
        most = len(legal[0].captured)
        if position.pieces[squares[0]].colour is position.to_move:
            return f"a capture is compulsory, of {most} piece{'s' * (most > 1)}"
    return why_not(squares, position, legal)


def whole(move: Move, position: Position) -> str:
    """Return a capture with the squares where it lands, in a way that no other move has."""
    paths = [*ways(move, position)]
    ends = (move.start, move.end)
    others = [each for each in position.legal_moves() if (each.start, each.end) == ends and each != move]
    alone = [path for path in paths if not any(means(path[1:-1], other, position) for other in others)]
    return "x".join(map(str, (alone or paths)[0]))


def means(between: list[int], move: Move, position: Position) -> bool:
    """Return whether squares between the ends belong to a move: it lands there, in this order, or captures there."""
    if move.captured.issuperset(between):
        return True
    return any(all(square in rest for square in between) for rest in map(iter, ways(move, position)))


def ways(move: Move, position: Position) -> Iterator[list[int]]:
    """Yield the squares of a capture, its ends and those where it lands, for each way to make it."""
    piece = position.pieces[move.start]
    others = {square: each for square, each in position.pieces.items() if square != move.start}
    open_ends: list[tuple[list[int], frozenset[int]]] = [([move.start], frozenset())]
    while open_ends:
        path, captured = open_ends.pop()
        if captured == move.captured:
            if path[-1] == move.end:
                yield path
            continue
        for over, ends in jumps(piece, path[-1], others):
            if over in move.captured and over not in captured:
                open_ends += [([*path, end], captured | {over}) for end in ends]


# ---------------------------------------------------------------- the game


@dataclass
class Player:
    """The program, asked for one move after another."""

    program: DraughtsProgram

    def think(self, position: Position, depth: int) -> Best:
        """Return its move."""
        return self.program.best(position, depth)


class Game(duel.Game[Position, Move]):
    """A game by the rules of the federation."""

    first = Colour.WHITE

    @property
    def positions(self) -> list[Position]:
        """All positions so far."""
        return [*(turn.before for turn in self.turns), self.position]

    def ended(self) -> Outcome | None:
        """Return how the rules have ended the game, if they have."""
        if not self.position.legal_moves():
            return Outcome(self.position.to_move.other, f": {self.position.to_move.label} cannot move")
        if self.positions.count(self.position) >= TIMES:
            return Outcome(None, ": the position is there for the third time")
        if self.idle >= IDLE:
            return Outcome(None, f": {IDLE // 2} moves of each side by kings, without a capture")
        for pieces, moves in FEW:
            since = [against_a_king(each) <= pieces for each in reversed(self.positions)]
            if (since.index(False) if False in since else len(since)) > moves:
                return Outcome(None, f": {moves // 2} moves of each side with {pieces} pieces or fewer against a king")
        return None

    @property
    def idle(self) -> int:
        """The moves of both sides since something was captured or a man was moved."""
        moved = [turn.before.advances(turn.move) for turn in reversed(self.turns)]
        return moved.index(True) if True in moved else len(moved)


def against_a_king(position: Position) -> int:
    """Return how many pieces, a king among them, are against a lone king; more than there are squares otherwise."""
    sides = [[each for each in position.pieces.values() if each.colour is side] for side in Colour]
    for alone, others in (sides, sides[::-1]):
        if len(alone) == 1 and alone[0].king and any(each.king for each in others):
            return len(others)
    return BOARD.size**2


@dataclass(frozen=True, kw_only=True)
class Options(duel.Options):
    """The options of a game."""

    side: Colour | None = Colour.WHITE
    depth: int = DEPTH
    program: str = draughts.WORDS  # the generator


class Play(duel.Duel[Position, Move]):
    """A game against the 6600, or one that it plays against itself."""

    example = "a move such as 32-28"
    usage = ("32-28, 26x37", "a move; a capture may have the squares between, 26x17x37")
    files, sides, depths, title = DRAUGHTS, Colour, DEPTHS, "International draughts"
    game: Game
    options: Options

    def __init__(self, options: Options) -> None:
        program = DraughtsProgram(options.program, options.core)
        super().__init__(replace(options, start=options.start or OPENING), Player(program))
        self.ascii = options.ascii or not can_show(SIGNS)

    def begun(self, start: Position) -> Game:
        """Return a game that begins in a position."""
        return Game(self.player, start)

    @property
    def seen_from(self) -> Colour:
        """The side below."""
        return self.side or Colour.WHITE

    def board(self) -> str:
        """Return the board in characters, from the side that is played here."""
        return pictures.text(self.game.position, self.seen_from, ascii=self.ascii)

    def picture(self) -> Picture:
        """Return the board drawn, from the same side; the ends of the last move are coloured."""
        position, last = self.game.position, self.game.turns[-1].move if self.game.turns else None
        marked = (last.start, last.end) if last else ()
        return pictures.picture(position, self.seen_from, marked=marked, title=position.fen)

    def remark(self, thought: Best) -> str:
        """Return the program's comment on a move, and its time."""
        return f"score {thought.score}, {thought.boards:,} boards, {spent(thought.cycles)}"

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and wait for the answer."""
        if not line[0].isdigit():
            return False
        move = DRAUGHTS.move(line, self.game.position, typed(line))
        self.game.refuse_if_over()
        self.game.play(move)
        if self.game.outcome:
            self.show()
        self.respond()
        return True


Play.commands = {
    "moves": Command(
        "lists the legal moves",
        about(lambda it: ", ".join(it.files.move_written(move, it.game.position)
                                   for move in it.game.position.legal_moves()) or "none"),
    ),
    "numbers": Command("shows the numbers of the squares", about(lambda it: pictures.numbers(it.seen_from, BOARD))),
    "fen": Command("prints the position in one word", about(lambda it: it.game.position.fen)),
    **duel.commands(DRAUGHTS.suffix, DEPTHS, "the last move"),
}  # fmt: skip
