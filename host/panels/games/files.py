"""Games on boards that are clicked, saved to files and taken up again: the notations are those of the terminal.

A program of the 6600 is told by lines and answers in OUTPUT: both are the game. To take one up the lines are typed. The
704's board is in its storage: the file has the position alone, and a card puts one up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError, SourceError
from host.games.boards import typed as place_of
from host.panels.games.lines import USUAL_PITS
from host.ui.parts import Step

if TYPE_CHECKING:
    from host.games import movetext

NUMBER = re.compile(r"\d+")


class GameOfLines:
    """A game of the 6600. `notation` names it; `plays`: the form of a line of OUTPUT with the program's move."""

    answer: re.Pattern[str]

    def __init__(self, suffix: str, notation: str, title: str, sides: tuple[str, str]) -> None:
        self.suffix, self._named, self.title, self.sides = suffix, notation, title, sides

    @property
    def notation(self) -> Any:
        """The notation, which is loaded when it is needed."""
        module, _, name = self._named.rpartition(".")
        return getattr(import_module(module), name)

    def written(self, controller: Any) -> bytes:
        """Return the game as a file has it."""
        data: bytes = self.notation.written(self.record(controller))
        return data

    def record(self, controller: Any) -> movetext.Record[Any, Any]:
        """Return the game that the lines are: those that were typed, and the program's answers to PLAY."""
        from host.games.movetext import Record

        machine, notation = controller.machine, self.notation
        answers = (found for line in machine.text("OUTPUT").splitlines() if (found := self.answer.match(line.strip())))
        tags = {"Event": self.title, **dict.fromkeys(self.sides, "?")}
        record: movetext.Record[Any, Any] = Record(tags, notation.opening)
        position = record.start
        for _, line in machine.system.typed:
            word, *rest = line.upper().split() or [""]
            found = next(answers, None) if word == "PLAY" else None
            text = self.of_answer(found) if found else self.of_line(word, rest)
            if text:
                try:
                    move = notation.move(text, position, place_of(text))
                except SourceError:  # the program has refused it, too
                    continue
                notation.add(record, move, position)
                position = notation.after(position, move)
            elif (start := self.start(word, rest, position)) is not None:
                record.start = position = start
                record.moves = []
        return continued(notation, record, controller.taken_up)

    def steps(self, controller: Any, record: movetext.Record[Any, Any]) -> list[Step]:
        """Return the steps that bring the program to the end of a game."""
        if not controller.asked:
            raise IronboardError("the program does not wait for a line now")
        found: list[Step] = [["command", "remember"]]
        for line in self.lines(record):
            found += [["until", "asked", 0], ["give", "line", ["INPUT", line]]]
        return found

    def of_line(self, word: str, rest: list[str]) -> str:
        """Return the move of a typed line as files have it; nothing if it is another line."""
        raise NotImplementedError

    def of_answer(self, found: re.Match[str]) -> str:
        """Return the program's move as files have it."""
        raise NotImplementedError

    def start(self, word: str, rest: list[str], position: Any) -> Any:
        """Return the position that a typed line puts up; None if it is another line."""
        raise NotImplementedError

    def lines(self, record: movetext.Record[Any, Any]) -> Iterator[str]:
        """Yield the lines that a game is typed with."""
        raise NotImplementedError


def continued(notation: Any, record: movetext.Record[Any, Any], taken_up: Any) -> movetext.Record[Any, Any]:
    """Return a game with all that the file says that it was taken up from, if it is still that game."""
    if taken_up is None or (record.start, record.moves[: len(taken_up.moves)]) != (taken_up.start, taken_up.moves):
        return record
    found: movetext.Record[Any, Any] = notation.continued(record, taken_up)
    return found


class DraughtsLines(GameOfLines):
    """Draughts: NEW, SET and MOVE."""

    answer = re.compile(r"(?P<start>\d+)(?P<sign>[-X])(?P<end>\d+)(?P<captured>(?: \d+)*)  SCORE")

    def of_line(self, word: str, rest: list[str]) -> str:
        """Return the move of a typed line; captured squares are between its ends."""
        if word != "MOVE" or not rest:
            return ""
        first, *last = NUMBER.findall(rest[0])
        return "x".join([first, *rest[1:], *last]) if "X" in rest[0] else rest[0]

    def of_answer(self, found: re.Match[str]) -> str:
        """Return the program's move."""
        captured = found["captured"].split()
        return "x".join([found["start"], *captured, found["end"]]) if captured else f"{found['start']}-{found['end']}"

    def start(self, word: str, rest: list[str], position: Any) -> Any:
        """Return the position that a typed line puts up."""
        from host.games.draughts import OPENING, parse

        if word != "SET":
            return OPENING if word == "NEW" else None
        try:
            return parse(re.sub(r"\s+(?=[\dK])", ",", " ".join(rest)).replace(" ", ":"))
        except SourceError:
            return None

    def lines(self, record: movetext.Record[Any, Any]) -> Iterator[str]:
        """Yield the lines that a game is typed with."""
        from host.games.draughts import set_line

        yield set_line(record.start)
        for move in record.moves:
            captured = "".join(f" {square}" for square in sorted(move.captured))
            yield f"MOVE {move.start}{'X' if captured else '-'}{move.end}{captured}"


class KalahLines(GameOfLines):
    """Kalah: NEW, SET, NORTH, SOUTH, ALWAYS, USUAL and MOVE."""

    answer = re.compile(r"PLAYS (?P<pits>[\d ]+?)  ")
    _counters = USUAL_PITS  # of the board that NEW set up last

    def record(self, controller: Any) -> movetext.Record[Any, Any]:
        """Return the game that the lines are."""
        self._counters = USUAL_PITS  # another machine's NEW is not this one's
        return super().record(controller)

    def of_line(self, word: str, rest: list[str]) -> str:
        """Return the move of a typed line."""
        return ",".join(rest) if word == "MOVE" else ""

    def of_answer(self, found: re.Match[str]) -> str:
        """Return the program's move."""
        return ",".join(found["pits"].split())

    def start(self, word: str, rest: list[str], position: Any) -> Any:
        """Return the position that a typed line puts up."""
        from dataclasses import replace

        from host.games.kalah_board import Side, opening, parse

        try:
            if word == "NEW":
                pits, counters = map(int, rest) if rest else (position.size, self._counters)
                self._counters = counters
                return opening(pits, counters, always=position.always)
            if word == "SET":
                half = len(rest) // 2
                return parse(f"{','.join(rest[:half])}/{','.join(rest[half:])}", always=position.always)
        except (IronboardError, ValueError):
            return None
        if word in Side.__members__:
            return replace(position, to_move=Side[word])
        return replace(position, always=word == "ALWAYS") if word in ("ALWAYS", "USUAL") else None

    def lines(self, record: movetext.Record[Any, Any]) -> Iterator[str]:
        """Yield the lines that a game is typed with."""
        start = record.start
        yield "ALWAYS" if start.always else "USUAL"
        yield f"NEW {start.size} 1"  # SET takes as many pits as there are
        yield "SET " + " ".join(f"{' '.join(map(str, row.pits[::-1]))} {row.kalah}" for row in start.rows)
        yield start.to_move.name
        for move in record.moves:
            yield f"MOVE {' '.join(map(str, move))}"


class Ending:
    """An ending: the program prints the position and the moves of both sides. `program` is its name.

    `question`: what the program asks for: "position", "move", or nothing.
    """

    suffix = ".pgn"
    begun = re.compile(r"POSITION ((?:[KRQBN][A-H][1-8] ?)+)")
    moved = re.compile(r"\d+\. (?:\.\.\. )?([KRQBN])X?([A-H][1-8])\*?(?: MATE)?")

    def __init__(self, program: str, question: Callable[[Any], str]) -> None:
        self.program, self.question = program, question

    @property
    def notation(self) -> Any:
        """PGN of games that end with the program's men."""
        from host.games.endings.game import Endings
        from host.games.endings.notation import VERSIONS

        return Endings(next(each.pieces for each in VERSIONS.values() if each.program == self.program))

    def _version(self, controller: Any) -> Any:
        """Return the version of the program that has been typed first, or is chosen."""
        from host.games.endings.notation import VERSIONS

        own = [each for each in VERSIONS.values() if each.program == self.program]
        typed = (line[0] for _, line in controller.machine.system.typed if line[:1] in ("1", "2", "3"))
        number = next(typed, controller.ui["version"])
        return own[int(number) - 1] if number else own[0]

    def written(self, controller: Any) -> bytes:
        """Return the last game as a file has it."""
        import chess

        from host.games.endings.game import SITE
        from host.games.endings.notation import in_words, parse
        from host.games.fen import board_of, numbered
        from host.games.pgn import Record

        notation, record, board = self.notation, None, None
        for line in controller.machine.text("OUTPUT").splitlines():
            if found := self.begun.fullmatch(line.strip()):
                board = board_of(parse(found[1], None))
                version = self._version(controller)
                tags = {"Event": f"King and {in_words(version.pieces)} against king", "Site": SITE, "Round": "-"}
                record = Record({**tags, "White": version.title, "Black": "?"}, board.copy())
            elif board and record and (found := self.moved.fullmatch(line.strip())):
                man, to = chess.PIECE_SYMBOLS.index(found[1].lower()), numbered(found[2].lower()) - 1
                made = [each for each in board.legal_moves if each.to_square == to]
                for move in [each for each in made if board.piece_type_at(each.from_square) == man][:1]:
                    record.moves.append(move)
                    board.push(move)
        if record is None:
            raise IronboardError("no game has been begun")
        data: bytes = notation.written(continued(notation, record, controller.taken_up))
        return data

    def steps(self, controller: Any, record: movetext.Record[Any, Any]) -> list[Step]:
        """Return the steps that bring the program to the end of a game: the position where it begins, and the moves.

        Another program of this kind says where that is: it plays White by itself, and what it would not have played is
        made by hand.
        """
        from host.games.endings.game import Game, White, men_of
        from host.games.endings.notation import VERSIONS, written
        from host.games.fen import name

        wanted = self.question(controller.ui)
        if not controller.asked or wanted == "":
            raise IronboardError("the program does not wait for a position or a move now")
        version = self._version(controller)
        white = White(next(each for each, row in VERSIONS.items() if row is version))
        game = Game(white, men_of(self.notation.positions(record)[-1]), record.start, record.moves)
        if not game.turns:
            raise IronboardError("Black is to move after moves that the program would not have made: it begins")
        first = "" if "POSITION" in controller.machine.text("OUTPUT") else controller.ui["version"]
        lines = ["0"] * (wanted == "move") + [f"{first} {written(game.start)}".strip().upper()]
        found: list[Step] = [["command", "remember"]]
        for line in [*lines, *(f"K{name(each)}".upper() for each in game.replies)]:
            found += [["until", "asked", 0], ["give", "line", ["INPUT", line]]]
        return found


class CheckersBoard:
    """The board of the 704's program: a position without the moves before it.

    `listens`, `busy`, `punch` are those of the board: whether it takes a card, why not, and the steps of a card.
    """

    suffix, title = ".pdn", "checkers on the IBM 704"

    def __init__(
        self,
        listens: Callable[[Any, Any], bool],
        busy: Callable[[Any, Any], str],
        punch: Callable[[Any, Any, Sequence[str], str], list[Step]],
    ) -> None:
        self.listens, self.busy, self.punch = listens, busy, punch

    @property
    def notation(self) -> Any:
        """PDN."""
        from host.games.checkers.pdn import CHECKERS

        return CHECKERS

    def written(self, controller: Any) -> bytes:
        """Return the position as a file has it."""
        from host.games.checkers.pdn import Record
        from host.games.checkers.program import board_in

        position = board_in(controller.machine.peek, controller.ui["at"])
        if position is None:
            raise IronboardError("there is no position on the board")
        data: bytes = self.notation.written(Record({"Event": self.title}, position))
        return data

    def steps(self, controller: Any, record: movetext.Record[Any, Any]) -> list[Step]:
        """Return the steps that put up the position at the end of a game: a card SET."""
        from host.games.checkers.samuel import octal, words_of

        m, ui = controller.machine.m, controller.ui
        if not self.listens(m, ui):
            raise IronboardError(self.busy(m, ui))
        position = self.notation.positions(record)[-1]
        text = f"SET {position.to_move.letter} {' '.join(map(octal, words_of(position)))}"
        return [["command", "remember"], *self.punch(m, ui, [text], "the position")]


DRAUGHTS = DraughtsLines(".pdn", "host.games.draughts_play.DRAUGHTS", "International draughts", ("White", "Black"))
KALAH = KalahLines(".kalah", "host.games.kalah_notation.KALAH", "Kalah", ("South", "North"))
