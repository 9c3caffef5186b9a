"""Files of games with tags before the moves: PDN, PGN and Kalah's, read and written; the grammar that they share.

    [White "Ironboard"]
    [Black "a visitor"]
    [Result "1-0"]

    1. 11-15 22-18 2. 15x22 25x18 {the exchange} 3. 8-11 1-0

A game has tags, moves with their numbers, and a result. Comments are in braces, or after a semicolon up to the end
of the line; a line that begins with % is not part of the games. Variations in parentheses, remarks such as $2 or ! are
passed over. 2-0 1-1 0-2 mean the same as 1-0 1/2-1/2 0-1, 1/2 as 1/2-1/2, and 0-0 or anything else in the tag as *. The
result is kept as it is: games are also resigned, or drawn by agreement. Numbers of moves may be missing or wrong, with
points after them (1. or 1...), without, or points alone. A text is in UTF-8, UTF-16 with a mark, or Latin-1.

Each game has a Notation, which knows its positions and moves. Go has another one: host/games/go/sgf.py.

Sources: Portable Draughts Notation 3.0; Portable Game Notation Specification and Implementation Guide, 1994.
"""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Generic, NamedTuple, TypeVar

from emulators.errors import Place, SourceError
from host.games.boards import within

LARGEST = 1 << 28  # bytes of a file of games
UNKNOWN = {"Date": "????.??.??", "Result": "*"}  # their values when nothing is known, else ?
FIRST_WINS, SECOND_WINS, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
SAME = {"2-0": FIRST_WINS, "0-2": SECOND_WINS, "1-1": DRAWN, "1/2": DRAWN, "0-0": OPEN}
WIDTH = 79  # characters of a line of moves
INSIDE = r"""(?:[^}\n]|\n(?![^\S\n]*\[\s*\w+\s*"))*+"""  # of a comment: no tag begins a line in it
TOKENS = r"""(?P<space>\s+|^%.*$)
      | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
      | (?P<comment>\{(?P<inside>INSIDE)\}|;(?P<line>.*)$)
      | (?P<unclosed>\{INSIDE)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<result>(?:RESULT|\*)(?![\w/:-]))
      | (?P<move>(?P<squares>MOVE)[*!?]*)
      | (?P<number>\d+\s?\.+|\d+(?=[\s({;]|$)|\.{2,}|…)
      | (?P<remark>\$\d+|[!?]+)
      | (?P<unknown>\S+?(?=[\s(){}\[\];]|$)|\S)
    """.replace("INSIDE", INSIDE)
WRONG = {
    "{": ("the comment is not closed", "close it with }"),
    "[": ("the tag is not complete", 'write [Name "value"]'),
}

P = TypeVar("P")  # a position
M = TypeVar("M")  # a move


@dataclass
class Record(Generic[P, M]):
    """A game of a file. A comment has the number of moves before it: 0 is before the first."""

    tags: dict[str, str]
    start: P
    moves: list[M] = field(default_factory=list)
    result: str = OPEN  # 1-0, 0-1, 1/2-1/2, *
    comments: dict[int, str] = field(default_factory=dict)
    line: int = 1  # where it begins in its file


class Token(NamedTuple):
    """A part of the text that means something."""

    kind: str
    match: re.Match[str]
    place: Place

    @property
    def text(self) -> str:
        """The text itself."""
        return self.match[0]


class Part(NamedTuple):
    """A game of a file that has not been played yet: its tokens, and its text."""

    tokens: Sequence[Token]
    data: bytes  # in UTF-8


class Notation(Generic[P, M]):
    """How the files of a game are: its positions, its moves, its tags.

    `move_form`, `result_form`: the texts of moves and results, regular expressions without groups; `roster`: the tags
    that every game has, in this order; `start_tag`: the one with the position in which a game begins, `always_starts`:
    the usual one, too.
    """

    title: ClassVar[str]
    suffix: ClassVar[str]
    move_form: ClassVar[str]
    result_form: ClassVar[str] = "1-0|0-1|1/2(?:-1/2)?"
    roster: ClassVar[tuple[str, ...]] = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
    start_tag: ClassVar[str] = "FEN"
    always_starts: ClassVar[bool] = False
    opening: P

    # ------------------------------------------------------------ the game

    def position(self, text: str, place: Place) -> P:
        """Return the position of the tag `start_tag`; raises SourceError."""
        raise NotImplementedError

    def position_written(self, position: P) -> str:
        """Return a position for that tag."""
        raise NotImplementedError

    def move(self, text: str, position: P, place: Place) -> M:
        """Return the legal move that is meant; raises SourceError."""
        raise NotImplementedError

    def move_written(self, move: M, position: P) -> str:
        """Return a legal move as files have it."""
        raise NotImplementedError

    def after(self, position: P, move: M) -> P:
        """Return the position after a move."""
        raise NotImplementedError

    def second(self, position: P) -> bool:
        """Return whether the side to move is the one with the second move of each pair."""
        raise NotImplementedError

    def tagged(self, game: Record[P, M], name: str, value: str, place: Place) -> None:
        """Obey a tag, which the game has already; raises SourceError for one of another game."""

    def tags_of(self, game: Record[P, M]) -> Mapping[str, str]:
        """Return the tags that tell the game from others."""
        return {}

    def add(self, game: Record[P, M], move: M, position: P) -> None:
        """Add a move, made in the last position, to a game."""
        game.moves.append(move)

    def begun(self, line: int) -> Record[P, M]:
        """Return a game without tags and moves."""
        return Record({}, self.opening, line=line)

    def positions(self, game: Record[P, M]) -> list[P]:
        """Return the positions before the moves, and the one after the last."""
        found = [game.start]
        for move in game.moves:
            found.append(self.after(found[-1], move))
        return found

    # ------------------------------------------------------------ reading

    def parts(self, data: bytes, file: str) -> list[Part]:
        """Return the games of a file; raises SourceError if there is none."""
        found = self.parts_of(decoded(data), file)
        if not found:
            raise SourceError(Place(file, 1, 1), f"there is no game in this file: expected {self.title}")
        return found

    def parts_of(self, text: str, file: str) -> list[Part]:
        """Return the games of a text: a tag after moves begins another one, and so does anything after a result."""
        games: list[list[Token]] = [[]]
        moved = False
        for token in meaningful(self._tokens(text, file)):
            if token.kind == "tag" and moved:
                games.append([])
                moved = False
            games[-1].append(token)
            moved |= token.kind in ("move", "unknown", "result")
            if token.kind == "result":
                games.append([])
                moved = False
        return [
            Part(game, text[game[0].match.start() : game[-1].match.end()].encode())
            for game in games
            if any(token.kind in ("tag", "move", "unknown") for token in game)
        ]

    def _tokens(self, text: str, file: str) -> Iterator[Token]:
        """Yield the parts of a text with their places."""
        lines = text.split("\n")
        starts = [0]
        for each in lines:
            starts.append(starts[-1] + len(each) + 1)
        lines = [each.rstrip("\r") for each in lines]
        for match in self._form.finditer(text):
            kind = match.lastgroup or ""
            if kind != "space":
                line = bisect_right(starts, match.start())
                column = match.start() - starts[line - 1]
                length = len(match[0].split("\n")[0])
                if kind == "unclosed":  # its first word alone is marked, not all that was taken for it
                    kind, length = "unknown", len(match[0].split(maxsplit=1)[0])
                yield Token(kind, match, Place(file, line, column + 1, max(1, length), lines[line - 1]))

    @cached_property
    def _form(self) -> re.Pattern[str]:
        return re.compile(
            TOKENS.replace("MOVE", self.move_form).replace("RESULT", self.result_form), re.VERBOSE | re.MULTILINE
        )

    def read(self, part: Part) -> Record[P, M]:
        """Return a game; raises SourceError."""
        game, error = self.played(part)
        if error:
            raise error
        return game

    def played(self, part: Part) -> tuple[Record[P, M], SourceError | None]:
        """Return a game as far as it is right, and the error after that."""
        game = self.begun(part.tokens[0].place.line)
        position = game.start
        try:
            for token in part.tokens:
                match token.kind:
                    case "tag":
                        position = self._add_tag(game, token)
                    case "move":
                        squares = token.match["squares"]
                        move = self.move(squares, position, within(token.place, 0, len(squares)))
                        self.add(game, move, position)
                        position = self.after(position, move)
                    case "comment":
                        said = " ".join((token.match["inside"] or token.match["line"] or "").split())
                        before = game.comments.get(len(game.moves))
                        game.comments[len(game.moves)] = f"{before} {said}" if before else said
                    case "result":
                        game.result = SAME.get(token.text, token.text)
                    case "unknown":
                        raise unknown(token)
        except SourceError as error:
            return game, error
        return game, None

    def _add_tag(self, game: Record[P, M], token: Token) -> P:
        """Take a tag; return where the game begins."""
        name, value = token.match["name"], re.sub(r"\\(.)", r"\1", token.match["value"])
        inside = within(token.place, token.match.start("value") - token.match.start(), max(1, len(value)))
        game.tags[name] = value
        if name.upper() == self.start_tag.upper():
            game.start = self.position(value, inside)
        elif name.upper() == "RESULT":
            game.result = SAME.get(value, value if re.fullmatch(self.result_form, value) else OPEN)
        self.tagged(game, name, value, inside)
        return game.start

    # ------------------------------------------------------------ writing

    def write(self, games: Iterable[Record[P, M]]) -> str:
        """Return the text of a file with these games."""
        return "\n".join(map(self.text, games))

    def written(self, game: Record[P, M]) -> bytes:
        """Return a game as a file has it."""
        return self.text(game).encode()

    def text(self, game: Record[P, M]) -> str:
        """Return a game: tags, an empty line, moves."""
        roster = {name: game.tags.get(name, UNKNOWN.get(name, "?")) for name in self.roster}
        start = {"SetUp": "1"} if self.start_tag == "FEN" else {}
        start[self.start_tag] = self.position_written(game.start)
        others = {name: value for name, value in game.tags.items() if name not in start}
        tags = {**roster, **self.tags_of(game), **others, "Result": game.result}  # result and start: as played
        tags |= start if game.start != self.opening or self.always_starts else {}
        quoted = {name: re.sub(r'(["\\])', r"\\\1", " ".join(value.split())) for name, value in tags.items()}
        moves = textwrap.fill(" ".join(self._moves(game)), WIDTH, break_long_words=False, break_on_hyphens=False)
        return "".join(f'[{name} "{value}"]\n' for name, value in quoted.items()) + f"\n{moves}\n"

    def _moves(self, game: Record[P, M]) -> Iterator[str]:
        """Yield move numbers, moves, comments, the result."""
        second = self.second(game.start)
        yield from comment_written(game, 0)
        for count, (move, position) in enumerate(zip(game.moves, self.positions(game), strict=False)):
            pair, of_pair = divmod(count + second, 2)
            if of_pair == 0 or count == 0:  # not again after a comment: some readers take that for another move
                yield f"{pair + 1}.{'..' if of_pair else ''}"
            yield self.move_written(move, position)
            yield from comment_written(game, count + 1)
        yield game.result

    def continued(self, game: Record[P, M], taken_up: Record[P, M]) -> Record[P, M]:
        """Return a game with the tags and comments of the one in a file that it was taken up from.

        The result of the file is that of its last position, until the game goes on.
        """
        texts, old = list(self._texts(game)), list(self._texts(taken_up))
        same = [at for at in taken_up.comments if texts[:at] == old[:at]]
        comments = {at: taken_up.comments[at] for at in same} | game.comments
        result = taken_up.result if game.result == OPEN and texts == old else game.result
        return replace(game, tags={**game.tags, **taken_up.tags}, comments=comments, result=result)

    def _texts(self, game: Record[P, M]) -> Iterator[str]:
        return (self.move_written(*each) for each in zip(game.moves, self.positions(game), strict=False))


def comment_written(game: Record[P, M], moves: int) -> Iterator[str]:
    """Yield the comment after this number of moves, if there is one."""
    if moves in game.comments:
        yield f"{{{game.comments[moves].replace('}', ')')}}}"


def decoded(data: bytes) -> str:
    """Return the text of a file of games: by its mark, as UTF-8, or as Latin-1, in which every byte is a character."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


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


def unknown(token: Token) -> SourceError:
    """Return the error for an unknown token."""
    if token.text == "(":
        return SourceError(token.place, "the variation is not closed", "close it with )")
    if token.text == ")":
        return SourceError(token.place, "')' without '('")
    message, hint = WRONG.get(token.text[0], (f"'{token.text}' is neither a move nor a result", ""))
    return SourceError(token.place, message, hint)
