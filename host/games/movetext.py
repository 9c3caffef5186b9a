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

Each game has a Notation, which knows its positions and moves. Go has another one: host/games/go/sgf.py. The grammar is
in plain functions, which pages run, too:

    tokens(form, text)   [kind, text, line, column, place] of all parts of a text that mean something
    games_in(tokens)     the tokens of each game
    game_of(tokens)      {"tags": [[name, value, line, column]], "moves": [[text, line, column]], "comments", "result",
                         "wrong"}
    text_of(...)         the text of a game

A game has a comment before each move and one after the last, perhaps empty; "wrong" is empty, or [text, line, column,
reason, hint] of the first mistake, after which nothing more is read.

Sources: Portable Draughts Notation 3.0; Portable Game Notation Specification and Implementation Guide, 1994.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from emulators.errors import Place, SourceError
from host.formats.scanning import scan

LARGEST = 1 << 28  # bytes of a file of games
UNKNOWN = {"Date": "????.??.??", "Result": "*"}  # their values when nothing is known, else ?
FIRST_WINS, SECOND_WINS, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (FIRST_WINS, SECOND_WINS, DRAWN, OPEN)
SAME = {"2-0": FIRST_WINS, "0-2": SECOND_WINS, "1-1": DRAWN, "1/2": DRAWN, "0-0": OPEN}
WIDTH = 79  # characters of a line of moves
NAME = r'[^\s"\[\]]+'
INSIDE = rf"""(?:[^}}\n]|\n(?![^\S\n]*\[\s*{NAME}\s*"))*+"""  # of a comment: no tag begins a line in it
WORDS = (  # before and after the moves, which differ: the kinds of words, and their forms
    (
        ("space", r"\s+|^%[^\n]*"),
        ("tag", rf'\[\s*{NAME}\s*"(?:[^"\\\n]|\\[^\n])*"\s*\]'),
        ("comment", rf"\{{{INSIDE}\}}|;[^\n]*"),
        ("unclosed", rf"\{{{INSIDE}"),
        ("open", r"\("),
        ("close", r"\)"),
    ),
    (
        ("number", r"[0-9]+\s?\.+|[0-9]+(?=[\s({;]|$)|\.{2,}|…"),
        ("remark", r"\$[0-9]+|[!?]+"),
        ("unknown", r"\S+?(?=[\s(){}\[\];]|$)|\S"),
    ),
)
REMARKS = "*!?"  # after a move
WRONG = {
    "{": ["the comment is not closed", "close it with }"],
    "[": ["the tag is not complete", 'write [Name "value"]'],
    "(": ["the variation is not closed", "close it with )"],
    ")": ["')' without '('", ""],
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


class Part(NamedTuple):
    """A game of a file that has not been played yet: its tokens, and its text."""

    tokens: Sequence[Sequence[Any]]
    data: bytes  # in UTF-8
    file: str
    lines: Sequence[str]  # of the file

    def place(self, text: str, line: int, column: int) -> Place:
        """Return the place of a text."""
        return Place(self.file, line, column, max(1, len(text)), self.lines[line - 1])

    @property
    def end(self) -> Place:
        """The place of the last token."""
        _, text, line, column, _ = self.tokens[-1]
        return self.place(text, line, column)


# ---------------------------------------------------------------- the grammar, in plain functions


def form_of(move: str, result: str) -> re.Pattern[str]:
    """Return the form of all words, from those of moves and results."""
    own = (("result", rf"(?:{result}|\*)(?![A-Za-z0-9_/:-])"), ("move", rf"(?:{move})[*!?]*"))
    words = (*WORDS[0], *own, *WORDS[1])
    return re.compile("|".join(f"(?P<{kind}>{form})" for kind, form in words), re.MULTILINE)


def tokens(form: re.Pattern[str], text: str) -> list[list[Any]]:
    """Return the parts of a text that mean something, [kind, text, line, column, place]."""
    found, line, begun = [], 1, 0
    for kind, said, place in scan(form, text):
        if kind != "space":
            found.append([kind, said, line, place - begun + 1, place])
        if said.find("\n") >= 0:
            line, begun = line + len(said.split("\n")) - 1, place + said.rfind("\n") + 1
    return found


def games_in(found: list[list[Any]]) -> list[list[list[Any]]]:
    """Return the tokens of each game: a tag after moves begins another one, and so does anything after a result.

    Variations, which may hold others, are left out; one that is not closed, or not open, is unknown.
    """
    games: list[list[list[Any]]] = [[]]
    opened: list[list[Any]] = []
    moved = False
    for token in found:
        kind, here = token[0], [token]
        if kind == "open":
            opened.append(["unknown", *token[1:]])
            here = []
        elif kind == "close" and len(opened) > 0:
            opened = opened[: len(opened) - 1]
            here = []
        elif kind == "tag" and len(opened) > 0:  # another game begins: the parenthesis was never closed
            here, opened = [opened[0], token], []
        elif len(opened) > 0:
            here = []
        elif kind == "close":
            here = [["unknown", *token[1:]]]
        for each in here:
            if each[0] == "tag" and moved:
                games.append([])
                moved = False
            games[len(games) - 1].append(each)
            if each[0] == "result":
                games.append([])
            moved = (moved or each[0] in ["move", "unknown", "unclosed"]) and each[0] != "result"
    games[len(games) - 1] += opened[:1]
    return [
        each for each in games if len([1 for token in each if token[0] in ["tag", "move", "unknown", "unclosed"]]) > 0
    ]


def game_of(found: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return a game, from its tokens."""
    game: dict[str, Any] = {"tags": [], "moves": [], "comments": [""], "result": OPEN, "wrong": []}
    for kind, said, line, column, _ in found:
        last = len(game["comments"]) - 1
        if len(game["wrong"]) > 0:
            return game
        if kind == "tag":
            quote = said.find('"')
            name, value = said[1:quote].strip(), unescaped(said[quote + 1 : said.rfind('"')])
            game["tags"].append([name, value, line, column + quote + 1])
            if name.upper() == "RESULT":
                game["result"] = SAME.get(value, value if value in RESULTS else OPEN)
        elif kind == "move":
            while REMARKS.find(said[len(said) - 1 :]) >= 0:
                said = said[: len(said) - 1]
            game["moves"].append([said, line, column])
            game["comments"].append("")
        elif kind == "comment":
            text = said[1 : len(said) - 1] if said.startswith("{") else said[1:]
            words = " ".join(text.strip().split())
            game["comments"][last] += (" " if game["comments"][last] != "" else "") + words
        elif kind == "result":
            game["result"] = SAME.get(said, said)
        elif kind == "unknown" or kind == "unclosed":
            word = said.split()[0]
            reason = WRONG.get(word[:1], ["'" + word + "' is neither a move nor a result", ""])
            game["wrong"] = [word, line, column, reason[0], reason[1]]
    return game


def unescaped(text: str) -> str:
    """Return the value of a tag without the backslashes before quotes and backslashes."""
    pieces = [each.replace("\\", "") for each in text.split("\\\\")]
    return "\\".join(pieces)


def text_of(tags: list[Any], second: bool, moves: list[str], comments: list[str], result: str) -> str:
    """Return the text of a game: tags, an empty line, moves.

    `second`: the side with the second move of each pair begins.
    """
    text = ""
    for name, value in tags:
        quoted = " ".join(value.strip().split()).replace("\\", "\\\\").replace('"', '\\"')
        text += "[" + name + ' "' + quoted + '"]\n'
    words = comment_words(comments[0])
    for index in range(len(moves)):
        count = index + (1 if second else 0)
        if count % 2 == 0 or index == 0:  # not again after a comment: some readers take that for another move
            words.append(str(count // 2 + 1) + "." + (".." if count % 2 == 1 else ""))
        words += [moves[index], *comment_words(comments[index + 1])]
    text, line = text + "\n", ""
    for word in [*words, result]:
        if line != "" and len(line) + 1 + len(word) > WIDTH:
            text += line + "\n"
            line = ""
        line += (" " if line != "" else "") + word
    return text + line + "\n"


def comment_words(comment: str) -> list[str]:
    """Return the words of a comment in braces; none without one."""
    return ("{" + comment.replace("}", ")") + "}").split() if comment != "" else []


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
        """Return the games of a text."""
        lines = [each.rstrip("\r") for each in text.split("\n")]
        return [
            Part(game, text[game[0][4] : game[-1][4] + len(game[-1][1])].encode(), file, lines)
            for game in games_in(tokens(self.form, text))
        ]

    @cached_property
    def form(self) -> re.Pattern[str]:
        """The form of the words of a text."""
        return form_of(self.move_form, self.result_form)

    def read(self, part: Part) -> Record[P, M]:
        """Return a game; raises SourceError."""
        game, error = self.played(part)
        if error:
            raise error
        return game

    def played(self, part: Part) -> tuple[Record[P, M], SourceError | None]:
        """Return a game as far as it is right, and the error after that."""
        game, read = self.begun(part.tokens[0][2]), game_of(part.tokens)
        game.result = read["result"]
        try:
            for name, value, line, column in read["tags"]:
                game.tags[name] = value
                place = part.place(value, line, column)
                if name.upper() == self.start_tag.upper():
                    game.start = self.position(value, place)
                self.tagged(game, name, value, place)
            position = game.start
            comment(game, read["comments"][0])
            for (text, line, column), after in zip(read["moves"], read["comments"][1:], strict=True):
                move = self.move(text, position, part.place(text, line, column))
                self.add(game, move, position)
                position = self.after(position, move)
                comment(game, after)
        except SourceError as error:
            return game, error
        if read["wrong"]:
            text, line, column, reason, hint = read["wrong"]
            return game, SourceError(part.place(text, line, column), reason, hint)
        return game, None

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
        moves = [self.move_written(*each) for each in zip(game.moves, self.positions(game), strict=False)]
        comments = [game.comments.get(count, "") for count in range(len(moves) + 1)]
        return text_of([*tags.items()], self.second(game.start), moves, comments, game.result)

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


def comment(game: Record[P, M], text: str) -> None:
    """Add a comment, perhaps an empty one, after the last move of a game."""
    before = game.comments.get(len(game.moves))
    if text:
        game.comments[len(game.moves)] = f"{before} {text}" if before else text


def decoded(data: bytes) -> str:
    """Return the text of a file of games: by its mark, as UTF-8, or as Latin-1, in which every byte is a character."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
