"""`ironboard chess`: a game, line by line, against Bernstein's program on the 704; and why it plays its moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import chess

from emulators.ibm704.machine import MICROSECONDS
from host.formats import storage
from host.games import duel, fen
from host.games.boards import Colour, can_show, typed
from host.games.chess import notation
from host.games.chess.game import CHESS, Game, Position
from host.games.chess.program import PLIES, QUESTIONS, ChessProgram, Thought, said
from host.games.conversation import Command, UnknownCommand, about, drawn_to

SIGNS = str.maketrans("KQRBNPkqrbnp.", "♔♕♖♗♘♙♚♛♜♝♞♟·")


@dataclass(frozen=True, kw_only=True)
class Options(duel.Options):
    """The options of a game. `depth`: half-moves that the program looks ahead."""

    side: Colour | None = Colour.BLACK
    depth: int = PLIES[-1]
    prune: bool = False  # by alpha and beta
    selective: bool = False
    explain: bool = False


class Play(duel.Duel[Position, chess.Move]):
    """A game against the 704, or one that it plays against itself."""

    example = "a move such as P-K4 or e5"
    usage = ("P-K4, N-KB3, e5", "a move, in the notation of 1958 or of today")
    files = CHESS  # type: ignore[assignment]  # its positions are all of the class Position
    sides, depths, title = Colour, PLIES, "Chess on the IBM 704"
    machine, clock = "IBM 704", 1e6 / MICROSECONDS
    game: Game
    options: Options
    player: ChessProgram

    def __init__(self, options: Options) -> None:
        program = ChessProgram(options.core)
        program.switch(prune=options.prune, selective=options.selective, resign=True)
        super().__init__(replace(options, start=options.start or CHESS.opening), program)
        self.explaining = options.explain
        self.ascii = options.ascii or not can_show("♔")

    def begun(self, start: Position) -> Game:
        """Return a game that begins in a position."""
        return Game(self.player, start)

    @property
    def ahead(self) -> str:
        """How far the program looks."""
        return f"{self.depth} half-move{'s' * (self.depth != 1)} ahead"

    @property
    def seen_from(self) -> Colour:
        """The side below."""
        return self.side or Colour.WHITE

    def board(self) -> str:
        """Return the board in characters, from the side that is played here."""
        men = {place + 1: str(man) for place, man in self.game.position.piece_map().items()}
        *ranks, files = fen.picture(men, black_below=self.seen_from is Colour.BLACK)
        return "\n".join([*(rank if self.ascii else rank.translate(SIGNS) for rank in ranks), files])

    def draw(self, rest: str) -> None:
        """Draw the board into a new file, from the same side; the last move is marked."""
        from chess import svg

        file, position = drawn_to(rest, "picture"), self.game.position
        if file.suffix.lower() != ".svg":
            raise UnknownCommand(f"'picture {rest}' is not a command: expected a file such as board.svg")
        last = position.peek() if position.move_stack else None
        drawn = svg.board(position, orientation=self.seen_from is Colour.WHITE, lastmove=last, size=fen.BOARD_PIXELS)
        storage.write_text(file, str(drawn), overwrite=False)

    def spelled(self, turn: duel.Turn) -> str:
        """Return a move in both notations."""
        return f"{notation.written(turn.before, turn.move)} ({turn.before.san(turn.move)})"

    def remark(self, thought: Thought) -> str:
        """Return the program's comment on a move, and its time."""
        return thought.remark

    def tell(self, thought: Any) -> None:
        """Report the 704's move, and why it was chosen."""
        if self.explaining:
            self.explain(thought)
        if not thought.resigned:
            super().tell(thought)

    def numbered(self, turn: duel.Turn) -> str:
        """Return the number of a move as files have it, and who made it."""
        return f"{turn.before.fullmove_number:3}. {turn.before.to_move.label}"

    def explain(self, thought: Thought) -> None:
        """Print the plausible moves with their questions and scores."""
        for each in thought.plausible:
            move = f"{each.written} ({each.san})"
            chosen = "  chosen" if each.move == thought.move else ""
            print(f"{move:<24} {said(each.score):>10}  {QUESTIONS[each.question]}{chosen}")

    def why(self, rest: str = "") -> None:
        """Have the 704 think for the side to move, and print its plausible moves."""
        self.game.refuse_if_over()
        self.explain(self.player.think(self.game.position, self.depth))

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and wait for the answer."""
        if not (notation.is_english(line) or notation.CASTLES.fullmatch(line) or chess.SAN_REGEX.match(line)):
            return False
        self.game.refuse_if_over()
        move = CHESS.move(line, self.game.position, typed(line))
        self.game.play(move)
        if self.game.outcome:
            self.show()
        self.respond()
        return True


def listed(play: Play) -> str:
    """Return the legal moves in both notations."""
    position = play.game.position
    found = [f"{notation.written(position, move)} ({position.san(move)})" for move in position.legal_moves]
    return ", ".join(found) or "none"


Play.commands = {
    "why": Command("lets the 704 think here, and prints its plausible moves, their questions and scores", Play.why),
    "moves": Command("lists the legal moves", about(listed)),
    "fen": Command("prints the position in one line", about(lambda it: it.game.position.fen())),
    **duel.commands(CHESS.suffix, PLIES, "the last move", "the 704", "half-moves"),
    "picture": Command("picture board.svg: draws the board, the last move marked", Play.draw, True),
}
