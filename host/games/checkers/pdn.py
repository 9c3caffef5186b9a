"""Files of games: Portable Draughts Notation, read and written.

    [White "Ironboard"]
    [Black "a visitor"]
    [Result "1-0"]

    1. 11-15 22-18 2. 15x22 25x18 {the exchange} 3. 8-11 1-0

A game has tags, moves with their numbers, and a result. Comments are in braces, or after a semicolon up to the end
of the line; a line that begins with % is not part of the games. Variations in parentheses, remarks such as $2 or ! are
passed over. 1-0 is a win of White's, as the tags have it, although Black moves first; 2-0 1-1 0-2 mean the same as 1-0
1/2-1/2 0-1, and 0-0 as *. The result is kept as it is: games are also resigned, or drawn by agreement.
Numbers of moves may be missing or wrong, with or without points. A text is in UTF-8, UTF-16 with a mark, or Latin-1.

Source: Portable Draughts Notation 3.0.
"""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emulators.errors import Place, SourceError, SourceErrors
from host.formats import storage
from host.games.boards import Colour, within
from host.games.checkers.notation import parse_move, parse_position, short
from host.games.checkers.rules import OPENING, Move, Position, Result

LARGEST = 1 << 28  # bytes of a file of games
GAME_TYPE = "21"  # of English draughts among the kinds that PDN numbers
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")  # tags that every game has, in this order
UNKNOWN = {"Date": "????.??.??", "Result": "*"}  # their values when nothing is known, else ?
WHITE_WINS, BLACK_WINS, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
SAME = {"2-0": WHITE_WINS, "0-2": BLACK_WINS, "1-1": DRAWN, "0-0": OPEN}
WIDTH = 79  # characters of a line of moves

TOKENS = re.compile(
    r"""(?P<space>\s+|^%.*$)
      | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
      | (?P<comment>\{(?P<inside>(?:(?!^\s*\[\s*\w+\s*")[^}])*)\}|;(?P<line>.*)$)  # no tag begins a line in one
      | (?P<open>\()
      | (?P<close>\))
      | (?P<result>(?:1/2-1/2|[012]-[012]|\*)(?![\w/:-]))
      | (?P<move>(?P<squares>\d+(?:\s?[-x:X×]\s?\d+)+)[*!?]*)
      | (?P<number>\d+\s?\.+|\d+(?=[\s({;]|$))
      | (?P<remark>\$\d+|[!?]+)
      | (?P<unknown>\S+?(?=[\s(){}\[\];]|$)|\S)
    """,
    re.VERBOSE | re.MULTILINE,
)
WRONG = {
    "{": ("the comment is not closed", "close it with }"),
    "[": ("the tag is not complete", 'write [Name "value"]'),
}


@dataclass
class Record:
    """A game of a file. A comment has the number of moves before it: 0 is before the first."""

    tags: dict[str, str] = field(default_factory=dict)
    start: Position = OPENING
    moves: list[Move] = field(default_factory=list)
    result: str = OPEN  # 1-0, 0-1, 1/2-1/2, *
    comments: dict[int, str] = field(default_factory=dict)
    line: int = 1  # where it begins in its file

    @property
    def positions(self) -> list[Position]:
        """The positions before the moves, and the one after the last."""
        found = [self.start]
        for move in self.moves:
            found.append(found[-1].played(move))
        return found


def result_of(result: Result | None) -> str:
    """Return how a result is written."""
    if result is None:
        return OPEN
    return {Colour.WHITE: WHITE_WINS, Colour.BLACK: BLACK_WINS, None: DRAWN}[result.winner]


# ---------------------------------------------------------------- reading


class Token(NamedTuple):
    """A part of the text that means something."""

    kind: str
    match: re.Match[str]
    place: Place

    @property
    def text(self) -> str:
        """The text itself."""
        return self.match[0]


class Skipped(NamedTuple):
    """A game that is wrong: the error, and the moves before it."""

    error: SourceError
    game: Record

    def __str__(self) -> str:
        sides = " - ".join(self.game.tags.get(side, "?") for side in ("Black", "White"))
        event = f", {self.game.tags['Event']}" if "Event" in self.game.tags else ""
        return f"{self.error}\n       skipped: the game {sides}{event}, which begins in line {self.game.line}"


def collection(path: Path) -> tuple[list[Record], list[Skipped]]:
    """Return the games of a file, and those that are wrong; raises ImageError if it cannot be read."""
    return sorted_out(decoded(storage.read_filled(path, LARGEST, "a file of games")), str(path))


def read_file(path: Path) -> list[Record]:
    """Return the games of a file; raises ImageError if it cannot be read, SourceErrors if it is wrong."""
    return without_errors(*collection(path))


def read(text: str, file: str = "games") -> list[Record]:
    """Return the games of a text; raises SourceErrors with the first error of each game."""
    return without_errors(*sorted_out(text, file))


def without_errors(games: list[Record], skipped: list[Skipped]) -> list[Record]:
    """Return the games; raises SourceErrors if there are others that are wrong."""
    if skipped:
        raise SourceErrors([each.error for each in skipped])
    return games


def sorted_out(text: str, file: str) -> tuple[list[Record], list[Skipped]]:
    """Return the games of a text, and those that are wrong."""
    reader = Reader()
    for token in meaningful(tokens(text, file)):
        reader.take(token)
    reader.finish()
    return reader.games, reader.skipped


def decoded(data: bytes) -> str:
    """Return the text of a file of games: by its mark, as UTF-8, or as Latin-1, in which every byte is a character."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def tokens(text: str, file: str) -> Iterator[Token]:
    """Yield the parts of a text with their places."""
    lines = text.split("\n")
    starts = [0]
    for each in lines:
        starts.append(starts[-1] + len(each) + 1)
    for match in TOKENS.finditer(text):
        kind = match.lastgroup or ""
        if kind != "space":
            line = bisect_right(starts, match.start())
            column = match.start() - starts[line - 1]
            length = len(match[0].split("\n")[0])
            yield Token(kind, match, Place(file, line, column + 1, max(1, length), lines[line - 1].rstrip("\r")))


def meaningful(tokens: Iterable[Token]) -> Iterator[Token]:
    """Leave out variations, which may hold others; one that is not closed, or not open, is an unknown token."""
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close" and opened:
            opened.pop()
        elif token.kind == "tag" and opened:  # another game begins: the parenthesis was never closed
            yield opened[0]._replace(kind="unknown")
            opened = []
            yield token
        elif not opened:
            yield token._replace(kind="unknown") if token.kind == "close" else token
    if opened:
        yield opened[0]._replace(kind="unknown")


class Reader:
    """Puts games together from tokens. After an error everything is skipped up to the next game."""

    def __init__(self) -> None:
        self.games: list[Record] = []
        self.skipped: list[Skipped] = []
        self._game: Record | None = None
        self._position = OPENING
        self._moved = False  # moves or a result have been seen: a tag starts a new game
        self._broken = False

    def take(self, token: Token) -> None:
        if token.kind == "tag" and self._moved:
            self.finish()
        if self._game is None:
            self._game = Record(line=token.place.line)
        if self._broken:
            if token.kind == "result":
                self.finish()
            return
        try:
            self._add(self._game, token)
        except SourceError as error:
            self.skipped.append(Skipped(error, self._game))
            self._broken = self._moved = True

    def finish(self) -> None:
        """End the game, if there is one."""
        if self._game is not None and not self._broken and (self._moved or self._game.tags):
            self.games.append(self._game)
        self._game, self._position, self._moved, self._broken = None, OPENING, False, False

    def _add(self, game: Record, token: Token) -> None:
        match token.kind:
            case "tag":
                self._add_tag(game, token)
            case "move":
                move = parse_move(
                    token.match["squares"], self._position, within(token.place, 0, len(token.match["squares"]))
                )
                self._position = self._position.played(move)
                game.moves.append(move)
                self._moved = True
            case "comment":
                said = " ".join((token.match["inside"] or token.match["line"] or "").split())
                before = game.comments.get(len(game.moves))
                game.comments[len(game.moves)] = f"{before} {said}" if before else said
            case "result":
                game.result = SAME.get(token.text, token.text)
                self.finish()
            case "unknown":
                raise unknown(token)

    def _add_tag(self, game: Record, token: Token) -> None:
        name, value = token.match["name"], re.sub(r"\\(.)", r"\1", token.match["value"])
        inside = within(token.place, token.match.start("value") - token.match.start(), max(1, len(value)))
        game.tags[name] = value
        if name.upper() == "FEN":
            game.start = self._position = parse_position(value, inside)
        elif name.upper() == "RESULT":
            game.result = SAME.get(value, value)
        elif name.upper() == "GAMETYPE" and value.split(",")[0].strip() != GAME_TYPE:
            raise SourceError(inside, f"the game's type is {value}: expected {GAME_TYPE}, English draughts")


def unknown(token: Token) -> SourceError:
    """Return the error for an unknown token."""
    if token.text == "(":
        return SourceError(token.place, "the variation is not closed", "close it with )")
    if token.text == ")":
        return SourceError(token.place, "')' without '('")
    message, hint = WRONG.get(token.text[0], (f"'{token.text}' is neither a move nor a result", ""))
    return SourceError(token.place, message, hint)


# ---------------------------------------------------------------- writing


def write(games: Iterable[Record]) -> str:
    """Return the text of a file with these games."""
    return "\n".join(map(written, games))


def written(game: Record) -> str:
    """Return a game: tags, an empty line, moves."""
    roster = {name: game.tags.get(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    start = {"SetUp": "1", "FEN": game.start.fen} if game.start != OPENING else {}
    others = {name: value for name, value in game.tags.items() if name not in ("SetUp", "FEN")}
    tags = {**roster, "GameType": GAME_TYPE, **others, "Result": game.result, **start}  # result and start: as played
    quoted = {name: re.sub(r'(["\\])', r"\\\1", " ".join(value.split())) for name, value in tags.items()}
    moves = textwrap.fill(" ".join(moves_written(game)), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f'[{name} "{value}"]\n' for name, value in quoted.items()) + f"\n{moves}\n"


def moves_written(game: Record) -> Iterator[str]:
    """Yield move numbers, moves, comments, the result."""
    second = game.start.to_move is Colour.WHITE  # Black's move is the first of each pair
    yield from comment_written(game, 0)
    for count, (move, position) in enumerate(zip(game.moves, game.positions, strict=False)):
        pair, of_pair = divmod(count + second, 2)
        if of_pair == 0 or count == 0:  # not again after a comment: some readers take that for another move
            yield f"{pair + 1}.{'..' if of_pair else ''}"
        yield short(move, position)
        yield from comment_written(game, count + 1)
    yield game.result


def comment_written(game: Record, moves: int) -> Iterator[str]:
    """Yield the comment after this number of moves, if there is one."""
    if moves in game.comments:
        yield f"{{{game.comments[moves].replace('}', ')')}}}"
