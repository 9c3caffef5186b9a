"""The 6600's program as it searches: what it prints, and what the reference model finds, in the same form.

A move is the tuple of its submoves, an R is a move with its conditions; everything is tuples, lists and texts.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from host.games.pitrat.rules import read
from tests.shared import shared

from . import playing
from .executor import Run
from .model_tables import Tables, load_model

Move = tuple[tuple[Any, ...], ...]


@cache
def model() -> Any:
    """Return the reference model."""
    return load_model(shared("models/pitrat.py"))


@cache
def rules_of(name: str) -> Any:
    """Return rules that the model has read: a path, or the name of a file beside the model."""
    return model().load(name if "/" in name else f"{name}.rules")


@cache
def model_tables(name: str) -> str:
    """Return their TABLES."""
    return Tables(rules_of(name)).text


@cache
def own_tables(name: str) -> str:
    """Return the TABLES of rules that come with Ironboard, as the 6600 has read them."""
    return "\n".join(read(name).tables)


def game_of(rules: Any, mods: int = 2) -> Any:
    """Return the model's game, with couples in the order of the paper's figure 13."""

    class Game(model().Game):  # type: ignore[misc]  # the model is loaded when it is asked for
        def couples(self, board: Any, player: int) -> list[Any]:
            return ordered(super().couples(board, player))

    return Game(rules, mods)


def ordered(couples: list[Any]) -> list[Any]:
    """Return couples: an R of the man just moved first, Qs of one man together, of one Q by R's first new condition."""
    found = sorted(couples, key=lambda couple: not own(*couple))
    men: dict[Any, int] = {}
    moves: dict[Any, int] = {}
    for at, (q, _) in enumerate(found):
        men.setdefault(man(q), at)
        moves.setdefault(q.sub, at)
    return sorted(found, key=lambda couple: (men[man(couple[0])], moves[couple[0].sub], first_new(couple[1])))


def travels(found: Any) -> list[Any]:
    """Return from where to where men travel in a move of the model."""
    return [each[1:] for each in found.sub if each[0] == "TRAVEL"]


def man(found: Any) -> Any:
    """Return who is moved: the square of the first man who travels, or the move itself."""
    paths = travels(found)
    return paths[0][0] if paths else found.sub


def own(q: Any, r: Any) -> bool:
    """Return whether R is a move of the man that Q has moved."""
    paths = travels(q), travels(r)
    return all(paths) and paths[0][0][1] == paths[1][0][0]


def first_new(r: Any) -> int:
    """Return the number of R's first condition that does not hold yet, from 1; 0 if all hold."""
    return next((number for number, each in enumerate(r.conds, 1) if each.mod), 0)


def run(tables: str, commands: list[str], *, exact: bool = False) -> list[str]:
    """Return what the program prints with these TABLES and lines; raise IronboardError if it does not end well."""
    done = Run(tables, commands, exact=exact)
    if not done.lines or not done.lines[-1].startswith("DONE"):
        raise IronboardError(f"{done.reason}: {done.lines[-3:]}")
    return done.lines


def position_lines(board: Any, player: int) -> list[str]:
    """Return the commands that say where the men are."""
    lines = ["CLEAR"]
    for (x, y), (man, nature) in sorted(board.cells.items()):
        lines.append(f"MAN {x} {y} {man} {nature}")
    for (name, whose), value in board.ind.items():
        lines.append(f"INDIC {list(board.R.ind).index(name)} {whose} {value}")
    return [*lines, f"TO {player}"]


class Found(NamedTuple):
    """A move that is printed, with its conditions (atom, relation, value, is a modification)."""

    move: Move
    conditions: tuple[tuple[Any, ...], ...]


class Reader:
    """Takes what the program prints apart: words with numbers, and moves."""

    def __init__(self, lines: list[str]) -> None:
        self.items: list[tuple[str, tuple[int, ...]] | Found] = []
        move: list[tuple[Any, ...]] = []
        conditions: list[tuple[Any, ...]] = []
        for line in lines:
            word, *rest = line.split()
            if word == "MOVE":
                move, conditions = [], []
            elif word == "END":
                self.items.append(Found(tuple(move), tuple(conditions)))
            elif word == "?":
                kind, one, two, relation, value, modified = rest
                conditions.append((kind, int(one), int(two), int(relation), int(value), int(modified)))
            elif word in ("T", "C", "P", "R", "I"):
                move.append((word, *map(int, rest)))
            elif word != "=":
                self.items.append((word, tuple(map(int, rest))))
        self.at = 0

    def word(self, *words: str) -> tuple[int, ...] | None:
        """Return the numbers of the next item if it is one of these words; else nothing is taken."""
        if self.at < len(self.items):
            item = self.items[self.at]
            if not isinstance(item, Found) and item[0] in words:
                self.at += 1
                return item[1]
        return None

    def found(self) -> Found:
        """Return the next item, a move."""
        item = self.items[self.at]
        assert isinstance(item, Found), self.items[self.at : self.at + 3]
        self.at += 1
        return item

    def over(self) -> bool:
        """Return whether nothing is left."""
        return self.at == len(self.items)


def move_of(found: Any) -> Move:
    """Return a move of the model in the program's form."""
    board_of, names = found.player, {"TRAVEL": "T", "CAPTURE": "C", "PUT": "P", "PROMOTION": "R", "INDIC": "I"}
    move: list[tuple[Any, ...]] = []
    for kind, *rest in found.sub:
        match kind:
            case "TRAVEL":
                move.append(("T", *rest[0], *rest[1]))
            case "CAPTURE":
                move.append(("C", *rest[0]))
            case "PUT" | "PROMOTION":
                move.append((names[kind], rest[0], *rest[1]))
            case _:
                keys = [atom for atom in found.changes if atom[0] == "I" and atom[1][0] == rest[0]]
                own = [atom[1][1] for atom in keys if atom[1][1] in (0, board_of)]
                move.append(("I", rest[0], own[0], rest[1]))
    return tuple(move)


def numbered(move: Move, rules: Any) -> Move:
    """Return the move with numbers for the names of indicatifs."""
    names = list(rules.ind)
    return tuple((kind, names.index(rest[0]), *rest[1:]) if kind == "I" else (kind, *rest) for kind, *rest in move)


def plain(found: Any, rules: Any) -> Move:
    """Return a move of the model as the program prints it."""
    return numbered(move_of(found), rules)


def whole(found: Any, rules: Any) -> Found:
    """Return a move of the model with its conditions, as the program prints them."""
    names, conditions = list(rules.ind), []
    for each in found.conds:
        kind, atom = each.atom
        where = (names.index(atom[0]), atom[1]) if kind == "I" else atom
        conditions.append((kind, *where, 1 if each.rel == "=" else 2, each.val, int(each.mod)))
    return Found(plain(found, rules), tuple(conditions))


def model_legal(game: Any, board: Any, player: int) -> list[Move]:
    """Return what LEGAL prints."""
    return [plain(each, game.R) for each in game.legal_safe(board, player)]


def read_legal(lines: list[str]) -> list[Move]:
    """Return the moves that LEGAL or LIST has printed."""
    reader, moves = Reader(lines), []
    while reader.word("DONE") is None:
        moves.append(reader.found().move)
    return moves


def model_couples(game: Any, board: Any, player: int) -> list[tuple[Move, Found]]:
    """Return what COUPLES prints."""
    return [(plain(q, game.R), whole(r, game.R)) for q, r in game.couples(board, player)]


def read_couples(lines: list[str]) -> list[tuple[Move, Found]]:
    """Return the couples that have been printed."""
    reader, couples = Reader(lines), []
    while reader.word("COUPLE") is not None:
        couples.append((reader.found().move, reader.found()))
    assert reader.word("DONE") is not None
    return couples


def model_threats(game: Any, board: Any, player: int) -> list[tuple[Any, ...]]:
    """Return what THREATS prints: what is dropped, then the threats by the number of their replies."""
    dropped: list[tuple[Any, ...]] = []
    threats: list[tuple[Any, ...]] = []
    seen = set()
    for q, r in game.couples(board, player):
        if q.sub in seen:
            continue
        seen.add(q.sub)
        after = board.apply(player, q.sub)
        winner = game.win1(after, 3 - player)
        if winner is not None:
            dropped.append(("DROPPED", plain(q, game.R), whole(r, game.R), plain(winner, game.R)))
            continue
        kept, every = game.replies(after, player, r)
        replies = [(int(any(t is k for k in kept)), plain(t, game.R)) for t, _ in every]
        threats.append(("THREAT", plain(q, game.R), whole(r, game.R), replies))
    return dropped + sorted(threats, key=lambda each: sum(kept for kept, _ in each[3]))


def read_threats(lines: list[str]) -> list[tuple[Any, ...]]:
    """Return what THREATS has printed."""
    reader, threats = Reader(lines), []
    while reader.word("DROPPED") is not None:
        threats.append(("DROPPED", reader.found().move, reader.found(), reader.found().move))
    while (numbers := reader.word("THREAT")) is not None:
        q, r = reader.found().move, reader.found()
        replies = []
        while (kept := reader.word("REPLY")) is not None:
            replies.append((kept[0], reader.found().move))
        assert numbers == (sum(each[0] for each in replies), len(replies))
        threats.append(("THREAT", q, r, replies))
    assert reader.word("DONE") is not None
    assert reader.over()
    return threats


def model_tree(game: Any, board: Any, player: int, weight: int, most: int) -> list[tuple[Any, ...]]:
    """Return what WIN prints."""
    printed: list[tuple[Any, ...]] = []
    rules = game.R
    search = model().Search(game, board, player, limit=weight, maxsit=most, order="few")
    winning = game.winning_moves(board, player)
    if winning:
        return [("WON", 0), ("LINE", [plain(winning[0], rules)])]
    numbers = {id(search.root): 0}
    while search.root.state is None and search.count < most and search.root.w <= weight:
        situation, _ = search.choose()
        search.expand(situation)
        search.update(search.root)
        threats = []
        for each in situation.th:
            for after in each.sits:
                numbers[id(after)] = len(numbers)
            answers = [(numbers[id(after)], plain(after.by, rules)) for after in each.sits]
            threats.append((plain(each.q, rules), whole(each.r, rules), answers))
        printed += [("SITUATION", numbers[id(situation)], situation.w, threats), ("WEIGHT", search.root.w)]
    state = search.root.state
    if state is None:
        return [*printed, ("GIVEUP", search.count, search.root.w)]
    printed.append((state.upper(), search.count))
    if state == "won":
        printed.append(("LINE", [plain(each, rules) for each in longest_line(search.root)]))
    return printed


def moves_to_win(situation: Any) -> int:
    """Return how many moves a won situation takes at most, the winning one not counted."""
    return 1 + max(map(moves_to_win, situation.best.sits), default=0)


def longest_line(situation: Any) -> list[Any]:
    """Return the moves of a won tree, each reply the first of those that hold out longest; R at the end."""
    line = []
    while situation.best.sits:
        longest = max(situation.best.sits, key=moves_to_win)
        line += [situation.best.q, longest.by]
        situation = longest
    return [*line, situation.best.q, situation.best.r]


def read_tree(lines: list[str]) -> list[tuple[Any, ...]]:
    """Return what WIN has printed."""
    reader = Reader(lines)
    printed: list[tuple[Any, ...]] = []
    while (numbers := reader.word("SITUATION")) is not None:
        threats = []
        while (replies := reader.word("THREAT")) is not None:
            q, r = reader.found().move, reader.found()
            answers = []
            while (number := reader.word("REPLY")) is not None:
                answers.append((number[0], reader.found().move))
            assert replies == (len(answers),)
            threats.append((q, r, answers))
        printed.append(("SITUATION", *numbers, threats))
        weight = reader.word("WEIGHT")
        assert weight is not None
        printed.append(("WEIGHT", *weight))
    for word in ("WON", "LOST", "GIVEUP"):
        end = reader.word(word)
        if end is not None:
            printed.append((word, *end))
    if reader.word("LINE") is not None:
        line = []
        while reader.word("DONE") is None:
            line.append(reader.found().move)
        printed.append(("LINE", line))
    else:
        assert reader.word("DONE") is not None
    assert reader.over()
    return printed


def model_second(game: Any, board: Any, player: int) -> list[tuple[Any, ...]]:
    """Return what SECOND prints: the model has no such thing, but what it is made of."""
    rules, other = game.R, 3 - player
    found: list[tuple[Any, ...]] = []
    for q, after in quiet_moves(game, board, player):
        threats = [(r, s) for r, s, replies in game.threats(after, player) if not replies]
        if not threats:
            found.append(("QUIET", plain(q, rules)))
        for r, s in threats:
            threat = after.apply(player, r.sub)
            answered = []
            old = [t for t, _ in game.replies(threat, player, s)[1]]
            for t in old:
                u = game.win1(threat.apply(other, t.sub), player)
                answered.append((plain(t, rules), plain(u, rules)))
            answers = []
            for x in game.moves(after, other):
                answer = playing.answer_of(game, after.apply(other, x.sub), player, r, [t.sub for t in old])
                if answer:
                    way, shown = answer
                    answers.append((way, plain(x, rules), shown and plain(shown, rules)))
            found.append((plain(q, rules), plain(r, rules), whole(s, rules), answered, answers))
    return found


def quiet_moves(game: Any, board: Any, player: int) -> list[tuple[Any, Any]]:
    """Return the moves that neither win nor threaten at once nor let the opponent win, each with the board after it."""
    threats = {q.sub for q, _ in game.couples(board, player)}
    found = []
    for q in game.moves(board, player):
        after = board.apply(player, q.sub)
        if q.sub in threats or game.verdict(after, player) == "VICTORY":
            continue
        if game.win1(after, 3 - player) is None:
            found.append((q, after))
    return found


def read_second(lines: list[str]) -> list[tuple[Any, ...]]:
    """Return what SECOND has printed."""
    reader = Reader(lines)
    found: list[tuple[Any, ...]] = []
    while (counts := reader.word("SECOND", "QUIET")) is not None:
        if not counts:
            found.append(("QUIET", reader.found().move))
            continue
        q, r, s = reader.found().move, reader.found().move, reader.found()
        answered, answers = [], []
        for _ in range(counts[0]):
            assert reader.word("ANSWERED") == ()
            answered.append((reader.found().move, reader.found().move))
        for _ in range(counts[1]):
            way = reader.word("ANSWER")
            assert way is not None
            answers.append((way[0], reader.found().move, reader.found().move if way[0] in (2, 3, 4, 5) else None))
        found.append((q, r, s, answered, answers))
    assert reader.word("DONE") is not None
    assert reader.over()
    return found


def model_blockade(game: Any, board: Any, player: int) -> list[tuple[Any, ...]]:
    """Return what BLOCKADE prints."""
    rules, found = game.R, []
    for q, after in quiet_moves(game, board, player):
        answers = []
        for x in game.moves(after, 3 - player):
            u = game.win1(after.apply(3 - player, x.sub), player)
            if u is None:
                break
            answers.append((plain(x, rules), plain(u, rules)))
        else:
            if answers:
                found.append((plain(q, rules), answers))
    return found


def read_blockade(lines: list[str]) -> list[tuple[Any, ...]]:
    """Return what BLOCKADE has printed."""
    reader, found = Reader(lines), []
    while (count := reader.word("BLOCKADE")) is not None:
        q = reader.found().move
        found.append((q, [(reader.found().move, reader.found().move) for _ in range(count[0])]))
    assert reader.word("DONE") is not None
    assert reader.over()
    return found


def model_choice(game: Any, board: Any, player: int, weight: int, most: int) -> list[tuple[Any, ...]]:
    """Return what CHOOSE prints."""
    if all(submove[0] == "PUT" for node in game.R.moves.nodes if node.kind == "MOVE" for submove in node.sub):
        size = game.R.board[0]
        men = {(y - 1) * size + x - 1: man for (x, y), (man, _) in board.cells.items()}
        reason, situations, square = playing.Gomoku(men, player, size, most).choose()
        return [("REASON", reason, situations), (("P", 1, square % size + 1, square // size + 1),)]
    general = playing.General(model(), game, board, player, weight, most)
    chosen = general.choose()
    if chosen is None:
        return [("NOMOVE",)]
    reason, move = chosen
    return [("REASON", reason, general.total), plain(move, game.R)]


def read_choice(lines: list[str]) -> list[tuple[Any, ...]]:
    """Return what CHOOSE has printed."""
    reader = Reader(lines)
    if reader.word("NOMOVE") is not None:
        return [("NOMOVE",)]
    reason = reader.word("REASON")
    assert reason is not None
    return [("REASON", *reason), reader.found().move]


def short(move: Move) -> str:
    """Return a move as a text: 51-58, 51x58, 63; a promotion with its nature behind; of castling the king's travel."""
    text, taken = "", {each[1:3] for each in move if each[0] == "C"}
    for kind, *rest in move:
        if kind == "T":
            text = text or f"{rest[0]}{rest[1]}{'x' if taken else '-'}{rest[2]}{rest[3]}"
        elif kind == "P":
            text += f"{rest[1]}{rest[2]}"
        elif kind == "R":
            text += f"={rest[0]}"
    return text


def men(**players: str) -> list[str]:
    """Return commands for men: white="K11 Q12", with nothing before the square for a man of the only nature."""
    lines = ["CLEAR"]
    for player, texts in enumerate(players.values(), 1):
        for text in texts.split():
            nature = "KQRBNPG".index(text[0]) + 1 if text[0].isalpha() else 1
            x, y = text[-2:]
            lines.append(f"MAN {x} {y} {player} {nature}")
    return lines


def fen(text: str) -> list[str]:
    """Return commands for a position of chess."""
    board, turn, castling, passant, *_ = text.split()
    lines = ["CLEAR"]
    for row, line in enumerate(board.split("/")):
        x = 1
        for letter in line:
            if letter.isdigit():
                x += int(letter)
            else:
                player = 1 if letter.isupper() else 2
                lines.append(f"MAN {x} {8 - row} {player} {'KQRBNP'.index(letter.upper()) + 1}")
                x += 1
    lines.append(f"INDIC 0 0 {0 if passant == '-' else 'abcdefgh'.index(passant[0]) + 1}")
    for letter, which in zip("KQkq", ((1, 1), (2, 1), (1, 2), (2, 2)), strict=True):
        lines.append(f"INDIC {which[0]} {which[1]} {int(letter not in castling)}")
    return [*lines, f"TO {1 if turn == 'w' else 2}"]
