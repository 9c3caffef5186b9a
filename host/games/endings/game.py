"""A game against White, one of the ALGOL programs on the 6600, at its own dialogue: lines that are typed and printed.

    white = White("new")
    white.begin(men)            it reads KH1 RA1 KD5 and prints ` 1. KG2`
    white.answer(square)        it reads KE5 and prints ` 2. RD1`

Its storage is not looked at. The rules, not the program, decide how a game ends.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.boards import ProgramFault
from host.games.endings.notation import NAMES, VERSIONS, fen_of, in_words, pieces_of, reply_written, where, written
from host.games.fen import Men, board_of, name, numbered
from host.games.program6600 import Sitting

MOVE = re.compile(r" *\d+\. ([KRQBN])([A-H][1-8])(\*)?(?: (MATE))?")
FIFTY = "FIFTY MOVES. A DRAW."
STALEMATE = "STALEMATE. A DRAW."
ZERO = "0"  # ends a game, and between games the program
RECORD = "CH2"  # the file of channel 2, to which the programs write the games
WHITE_WINS, DRAWN, OPEN = "1-0", "1/2-1/2", "*"


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
    """A game with a program, starting at White's first move."""

    result: Result | None

    def __init__(self, white: White, start: dict[int, str]) -> None:
        self.white, self.start = white, start
        self._begin()

    def _begin(self) -> None:
        self.men, self.result = dict(self.start), None
        self.turns: list[Turn] = []
        self.replies: list[int] = []
        self.over_for_program = False  # whether it asks for another game
        self._take(self.white.begin(self.start))

    @property
    def moves(self) -> int:
        """How many moves White has made."""
        return (len(self.turns) + 1) // 2

    @property
    def cycles(self) -> int:
        """The 6600's cycles for White's moves, reading and printing included."""
        return sum(turn.cycles for turn in self.turns)

    def reply(self, target: int) -> None:
        """Move Black's king, which must be legal; and let White move unless that has ended the game."""
        taken = target in self.men
        self.turns.append(Turn(reply_written(self.men, target)))
        self.replies.append(target)
        lost = NAMES[self.men[target]] if taken else ""
        self._move(where(self.men, "k"), target)
        if taken:  # which the program does not take for a move
            left = next((f"king and {NAMES[man]}" for man in self.men.values() if man not in "Kk"), "two kings")
            self._end(DRAWN, f"a draw: the {lost} is lost, and {left} cannot mate")
        else:
            self._take(self.white.answer(target))

    def _move(self, start: int, target: int) -> None:
        self.men[target] = self.men.pop(start)

    def resign(self) -> None:
        """Give the game up."""
        self.refuse_if_over()
        self._end(WHITE_WINS, "Black resigns")

    def undo(self) -> None:
        """Take Black's last move back, and the answer to it: the program plays the game again up to there."""
        if not self.replies:
            raise IronboardError("there is no move to take back")
        replies = self.replies[:-1]
        self.white.restart()
        self._begin()
        for target in replies:
            self.reply(target)

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
        if board.is_checkmate():
            self._end(WHITE_WINS, f"Black is mated at move {self.moves}")
        elif board.is_stalemate():
            self._end(DRAWN, "a draw: Black is not in check and has no move, which is stalemate")
        elif answer.fifty:
            self._end(DRAWN, f"a draw: there is no mate within {self.moves} moves")
        elif self.over_for_program:
            raise ProgramFault("the program says that the game is over, which it is not")

    def _end(self, score: str, why: str) -> None:
        self.result = Result(score, why)
        if not self.over_for_program:
            self.white.resign()
            self.over_for_program = True


WIDTH = 79  # characters of a line
SITE = "CDC 6600, by Ironboard"


def pgn(games: Iterable[tuple[Game, str, str]]) -> str:
    """Return the text of a file of games, each with White's and Black's names."""
    return "\n".join(record(*each) for each in games)


def record(game: Game, white: str, black: str) -> str:
    score = game.result.score if game.result else "*"
    tags = {
        "Event": f"King and {in_words(pieces_of(game.start))} against king",
        "Site": SITE,
        "Date": "????.??.??",  # the same game is the same file
        "Round": "-",
        "White": white,
        "Black": black,
        "Result": score,
        "SetUp": "1",
        "FEN": fen_of(game.start),
        "Termination": "normal" if game.result else "unterminated",
    }
    text = " ".join(
        f"{index // 2 + 1}. {turn.written}" if index % 2 == 0 else turn.written for index, turn in enumerate(game.turns)
    )
    remark = f" {{{game.result.why}}}" if game.result else ""
    lines = textwrap.wrap(f"{text}{remark} {score}", WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in [*(f'[{tag} "{value}"]' for tag, value in tags.items()), "", *lines])
