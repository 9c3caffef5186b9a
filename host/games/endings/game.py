"""A game against White, one of the ALGOL programs on the 6600, at its own dialogue: lines that are typed and printed.

    white = White("new")
    white.begin(men)            it reads KH1 RA1 KD5 and prints ` 1. KG2`
    white.answer(square)        it reads KE5 and prints ` 2. RD1`

Its storage is not looked at. The rules, not the program, decide how a game ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError, SourceError
from emulators.processor import Core
from host.games.boards import ProgramFault, typed
from host.games.endings.notation import (
    NAMES,
    VERSIONS,
    in_words,
    pieces_of,
    refuse_impossible,
    reply_written,
    where,
    written,
)
from host.games.fen import Men, board_of, name, numbered
from host.games.movetext import DRAWN, OPEN, Part
from host.games.movetext import FIRST_WINS as WHITE_WINS
from host.games.pgn import Chess, Record
from host.games.program6600 import Sitting

if TYPE_CHECKING:
    import chess

MOVE = re.compile(r" *\d+\. ([KRQBN])([A-H][1-8])(\*)?(?: (MATE))?")
FIFTY = "FIFTY MOVES. A DRAW."
STALEMATE = "STALEMATE. A DRAW."
ZERO = "0"  # ends a game, and between games the program
RECORD = "CH2"  # the file of channel 2, to which the programs write the games


class Answer(NamedTuple):
    """The program's output for a move, and its cost."""

    man: str  # K, R, Q, B or N
    square: int
    check: bool
    mate: bool
    fifty: bool  # it says that the game is a draw, after this move
    stalemate: bool  # the same, because Black has no move
    cycles: int  # from the line that was typed to its asking for another one


class White(Sitting):
    """A version of the program, which plays game after game."""

    look = 1_000
    patience = 100_000_000  # ten seconds, far more than any move

    def __init__(self, version: str, core: Core = "compiled") -> None:
        self.version = VERSIONS[version]
        super().__init__(self.version.program, core)
        for line in self.version.typed:
            self.type(line)
        self._before = self.machine.snapshot()  # the game: how the machine was when it asked for its position

    def begin(self, men: Men) -> Answer:
        """Begin a game, when there is none. Raises ProgramFault if the program does not take the position."""
        self._before = self.machine.snapshot()
        return self._asked(written(men))

    def answer(self, square: int) -> Answer:
        """Move Black's king; return the next move. Raises ProgramFault if the program refuses."""
        return self._asked(f"K{name(square)}")

    def resign(self) -> None:
        """End the game."""
        self.type(ZERO)

    def restart(self) -> None:
        """Forget the game: all is as before it began."""
        self.machine.restore(self._before)

    def end(self, playing: bool) -> str:
        """End the program; return its record of the games."""
        if playing:
            self.resign()
        self.type(ZERO)
        return self.machine.text(RECORD)

    def _asked(self, line: str) -> Answer:
        printed = self.type(line.upper())
        moves = [match for each in printed if (match := MOVE.fullmatch(each))]
        if len(moves) != 1:
            raise ProgramFault(f"the program answers '{line}' with '{' / '.join(filter(None, printed))}'")
        man, square, check, mate = moves[0].groups()
        draws = FIFTY in printed, STALEMATE in printed
        return Answer(man, numbered(square.lower()), bool(check), bool(mate), *draws, self.cycles)


class Result(NamedTuple):
    """How a game has ended."""

    score: str
    why: str


class Turn(NamedTuple):
    """A move, in algebraic notation; with the time of the 6600 if it is White's."""

    written: str
    cycles: int = 0


class Game:
    """A game with a program, starting at White's first move.

    A game of a file may begin with anything: the program takes White over at the first position that it plays, and
    again after each move of White's that it would not have made, which is by hand.
    """

    result: Result | None

    def __init__(
        self, white: White, start: Men, root: chess.Board | None = None, moves: Sequence[chess.Move] = ()
    ) -> None:
        self.white, self.start = white, start
        self.root = root or board_of(start)
        self._begun = False  # the program has
        self._begin(moves)

    def _begin(self, moves: Sequence[chess.Move]) -> None:
        self._stop([])
        if self._begun:
            self.white.restart()
        self._begun, self.over_for_program = False, True  # whether it asks for another game
        board = self.root.copy()
        for number, move in enumerate(moves):
            if board.turn and not self.turns and is_ending(board, self.white.version.pieces):
                self._take_over(board)
            if board.turn:
                fits = bool(self.turns) and self.turns[-1].written == board.san(move)
            elif fits := bool(self.turns) and not self.result:
                self.reply(move.to_square + 1)
            if not fits:
                self._stop(moves[: number + 1])
            board.push(move)
        if not self.turns:
            self.men = men_of(board)
            if board.turn:
                self._take_over(board)
            elif not any(board.legal_moves):
                self._end_by(board, board.fullmove_number)

    def _stop(self, by_hand: Sequence[chess.Move]) -> None:
        """Take these moves, of both sides, as made by hand, and nothing after them."""
        self.by_hand, self.result = [*by_hand], None
        self.turns: list[Turn] = []
        self.replies: list[int] = []

    def _take_over(self, board: chess.Board) -> None:
        """Have the program begin in a position with White to move."""
        if self._begun:
            self.white.restart()
        self.men, self.start = men_of(board), men_of(board)
        self._begun, self.over_for_program = True, False
        self._take(self.white.begin(self.start))

    @property
    def moves(self) -> int:
        """How many moves White has made since the program began."""
        return (len(self.turns) + 1) // 2

    @property
    def cycles(self) -> int:
        """The 6600's cycles for White's moves, reading and printing included."""
        return sum(turn.cycles for turn in self.turns)

    @property
    def board(self) -> chess.Board:
        """The board, with all moves since the root."""
        board = self.root.copy()
        for move in self.by_hand:
            board.push(move)
        for turn in self.turns:
            board.push_san(turn.written)
        return board

    def reply(self, target: int) -> None:
        """Move Black's king, which must be legal; and let White move unless that has ended the game."""
        taken, start = target in self.men, where(self.men, "k")
        lost = NAMES[self.men[target]] if taken else ""
        if self.turns:
            self.turns.append(Turn(reply_written(self.men, target)))
            self.replies.append(target)
        else:  # the program has not begun
            import chess

            self.by_hand.append(chess.Move(start - 1, target - 1))
        self._move(start, target)
        if taken:  # which the program does not take for a move
            left = next((f"king and {NAMES[man]}" for man in self.men.values() if man not in "Kk"), "two kings")
            self._end(DRAWN, f"a draw: the {lost} is lost, and {left} cannot mate")
        elif self.turns:
            self._take(self.white.answer(target))
        else:
            self._take_over(self.board)

    def _move(self, start: int, target: int) -> None:
        self.men[target] = self.men.pop(start)

    def resign(self) -> None:
        """Give the game up."""
        self.refuse_if_over()
        self._end(WHITE_WINS, "Black resigns")

    def undo(self) -> None:
        """Take Black's last move back, and the answer to it: the program plays the game again up to there."""
        moves = self.board.move_stack
        own = [number for number in range(len(moves)) if (number % 2 == 0) is not self.root.turn]
        if not own:
            raise IronboardError("there is no move to take back")
        self._begin(moves[: own[-1]])

    def refuse_if_over(self) -> None:
        """Raise IronboardError if the game has ended."""
        if self.result:
            raise IronboardError(f"the game is over ({self.result.why}): type new, undo or quit")

    def _take(self, answer: Answer) -> None:
        """Make the program's move; see whether that ends the game."""
        import chess

        board = board_of(self.men)
        men = (place for place, man in self.men.items() if man == answer.man)
        moves = (chess.Move(place - 1, answer.square - 1) for place in men)
        move = next(filter(board.is_legal, moves), None)
        if move is None:
            raise ProgramFault(f"the program plays {answer.man}{name(answer.square)}, which is not legal")
        self.turns.append(Turn(board.san_and_push(move), answer.cycles))
        self._move(move.from_square + 1, answer.square)
        self.over_for_program = answer.mate or answer.fifty or answer.stalemate
        if board.is_checkmate() or board.is_stalemate():
            self._end_by(board, self.moves)
        elif answer.fifty:
            self._end(DRAWN, f"a draw: there is no mate within {self.moves} moves")
        elif self.over_for_program:
            raise ProgramFault("the program says that the game is over, which it is not")

    def _end_by(self, board: chess.Board, moves: int) -> None:
        """End the game where Black has no move."""
        if board.is_checkmate():
            self._end(WHITE_WINS, f"Black is mated at move {moves}")
        else:
            self._end(DRAWN, "a draw: Black is not in check and has no move, which is stalemate")

    def _end(self, score: str, why: str) -> None:
        self.result = Result(score, why)
        if not self.over_for_program:
            self.white.resign()
            self.over_for_program = True


def men_of(board: chess.Board) -> dict[int, str]:
    """Return the men of a board."""
    return {square + 1: piece.symbol() for square, piece in board.piece_map().items()}


def is_ending(board: chess.Board, pieces: str | None = None) -> bool:
    """Return whether the men are those of an ending, with these pieces of White's if they are named."""
    men = men_of(board)
    with suppress(SourceError):
        refuse_impossible(men, pieces, typed(""), white=bool(board.turn))
        return True
    return False


# ---------------------------------------------------------------- files

SITE = "CDC 6600, by Ironboard"


class Endings(Chess):
    """PGN of games that end as an ending that a program plays; with these pieces of White's if they are named."""

    def __init__(self, pieces: str | None) -> None:
        self.pieces = pieces

    def read(self, part: Part) -> Record:
        """Return a game; raises SourceError if it is wrong, or ends as no ending."""
        record = super().read(part)
        board = self.positions(record)[-1]
        place = part.end
        refuse_impossible(men_of(board), self.pieces, place, white=bool(board.turn))
        if board.turn and board.is_check():
            raise SourceError(place, "White is in check, which the programs do not expect")
        return record


class BoardEndings(Endings):
    """PGN for a program's board: a written game begins where its men are those of the ending, with White to move."""

    def written(self, game: Record) -> bytes:
        """Return a game, perhaps its end alone, as a file has it."""
        boards = self.positions(game)
        first = next(
            (at for at, each in enumerate(boards) if each.turn and is_ending(each, self.pieces)), len(boards) - 1
        )
        comments = {at - first: text for at, text in game.comments.items() if at >= first}
        return super().written(Record(game.tags, boards[first], game.moves[first:], game.result, comments))


def record(game: Game, white: str, black: str) -> Record:
    """Return a game for a file, with the names of White and Black."""
    tags = {
        "Event": f"King and {in_words(pieces_of(game.start))} against king",
        "Site": SITE,
        "Round": "-",
        "White": white,
        "Black": black,
        "Termination": "normal" if game.result else "unterminated",
    }  # without a date: the same game is the same file
    moves = game.board.move_stack
    comments = {len(moves): game.result.why} if game.result else {}
    return Record(tags, game.root, moves, game.result.score if game.result else OPEN, comments)
