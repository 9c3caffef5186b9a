"""A move to play, worked out without the 6600: in go-moku from rows of five, in other games by the reference model.

The weights, limits and reasons are those that asm/cdc6600/pitplay.compass names. Squares of go-moku are numbers from 0,
the abscissa first; sides are 0, who is to move, and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

WEIGHTS = (0, 700, 140, 30, 6, 1)  # of a result by the number of modifications that it lacks
OWN, HIS = 4, 3  # what they count
MODIFICATIONS = 5
MOST = 1500  # situations for a move
MOST_TRIED = 10  # moves that are tried for later threats where positions are played
FAR = 64  # what is added for each man that strikes a row out
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Choice(NamedTuple):
    """A move, and why it is played."""

    reason: int
    situations: int
    square: int


class Win(NamedTuple):
    """A win by threats: its squares in order, those that complete a five last, and the squares of the replies."""

    squares: list[int]
    replies: list[int]


class Gomoku:
    """A position of go-moku on a square board."""

    def __init__(self, men: dict[int, int], player: int, size: int = 15, cap: int = 60) -> None:
        self.cap, self.total = cap, 0
        self.taken = [square in men for square in range(size * size)]
        self.rows: list[tuple[int, list[int]]] = []  # side, squares that it lacks
        for side in (0, 1):
            owner = player if side == 0 else 3 - player
            for row in five(size):
                if all(men.get(each, owner) == owner for each in row):
                    self.rows.append((side, [each for each in row if each not in men]))
        self.lacks = [len(squares) for _, squares in self.rows]
        own = sum(side == 0 for side, _ in self.rows)
        self.numbers = range(own), range(own, len(self.rows))  # of the rows of each side
        self.through: list[list[int]] = [[] for _ in self.taken]
        for number, (_, squares) in enumerate(self.rows):
            for square in squares:
                self.through[square].append(number)
        self.value = [self._value(square) for square in range(size * size)]

    def _value(self, square: int) -> int:
        return sum((OWN, HIS)[self.rows[each][0]] * WEIGHTS[self.lacks[each]] for each in self.through[square])

    def put(self, square: int, side: int) -> None:
        """Put a man down."""
        self._alter(square, side, 1)

    def take(self, square: int, side: int) -> None:
        """Take a man away."""
        self._alter(square, side, -1)

    def _alter(self, square: int, side: int, sign: int) -> None:
        self.taken[square] = sign > 0
        for number in self.through[square]:
            self.lacks[number] += sign * (-1 if self.rows[number][0] == side else FAR)

    def free(self, number: int) -> list[int]:
        """Return the free squares of a row."""
        return [each for each in self.rows[number][1] if not self.taken[each]]

    def lacking(self, side: int, count: int) -> list[int]:
        """Return the rows of a side that lack some men and can still be completed."""
        lacks = self.lacks
        return [number for number in self.numbers[side] if lacks[number] == count]

    def squares(self, side: int, count: int) -> list[int]:
        """Return the free squares of these rows."""
        return sorted({square for number in self.lacking(side, count) for square in self.free(number)})

    def completing(self, square: int, side: int, count: int) -> list[int]:
        """Return the squares that, besides one, the rows of a side through it lack."""
        rows = [k for k in self.through[square] if self.rows[k][0] == side and self.lacks[k] == count]
        return sorted({each for number in rows for each in self.free(number) if each != square})

    def score(self, square: int, side: int) -> int:
        """Return what a threat is worth in a search."""
        return sum(
            WEIGHTS[self.lacks[number]]
            for number in self.through[square]
            if self.rows[number][0] == side and self.lacks[number] < len(WEIGHTS)
        )

    def threats(self, side: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the threats of a side, the best first, each with the squares that complete a five."""
        stopped = self.squares(1 - side, 1)
        if len(stopped) > 1:
            return
        squares = [each for each in self.squares(side, 2) if not stopped or each == stopped[0]]
        for square in sorted(squares, key=lambda each: (-self.score(each, side), each)):
            yield square, self.completing(square, side, 2)

    def win(self, side: int) -> Win | None:
        """Return how a side that is to move wins by immediate threats, if a search as large as that finds it."""
        self.used = 0
        return self._win(side, [])

    def _win(self, side: int, played: list[int]) -> Win | None:
        if self.used >= self.cap or self.total >= MOST:
            self.used = self.cap
            return None
        self.used += 1
        self.total += 1
        if at_once := self.squares(side, 1):
            return Win([*played, at_once[0]], played[1::2])
        threats = list(self.threats(side))
        for square, completing in threats:
            if len(completing) > 1:
                return Win([*played, square, *completing], played[1::2])
        for square, (reply,) in threats:
            self.put(square, side)
            self.put(reply, 1 - side)
            found = self._win(side, [*played, square, reply])
            self.take(reply, 1 - side)
            self.take(square, side)
            if found or self.used >= self.cap:
                return found
        return None

    def best(self, squares: Iterable[int]) -> list[int]:
        """Return squares by their value, the greatest first."""
        return sorted(squares, key=lambda each: (-self.value[each], each))

    @property
    def enough(self) -> bool:
        """Whether there are situations left for one more search."""
        return self.total + self.cap <= MOST

    def choose(self, later: bool = True) -> Choice:
        """Return the move of side 0."""
        reason, square = self._chosen(later)
        return Choice(reason, self.total, square)

    def _chosen(self, later: bool) -> tuple[int, int]:
        if wins := self.squares(0, 1):
            return 1, wins[0]
        if wins := self.squares(1, 1):
            return 7 if len(wins) > 1 else 3, self.best(wins)[0]
        if win := self.win(0):
            return 2, win.squares[0]
        if later:
            if win := self.win(1):
                moves = self.best({*win.squares, *self.squares(0, 2)})
                return 4, next((each for each in moves if self.enough and self.defends(each)), moves[0])
            for square in self.best(self.squares(0, 3)):
                if self.enough and self.threatens(square):
                    return 5, square
        free = [square for square, taken in enumerate(self.taken) if not taken]
        most = max(self.value[each] for each in free)
        greatest = [each for each in free if self.value[each] == most]
        return 6, greatest[(len(greatest) - 1) // 2]

    def defends(self, square: int) -> bool:
        """Return whether side 1 no longer wins by threats after a move of side 0, and its reply if that threatens."""
        self.put(square, 0)
        forced = self.completing(square, 0, 1)[:1]
        for each in forced:
            self.put(each, 1)
        found = not any(self.completing(each, 1, 1) for each in forced) and self.win(1) is None
        for each in forced:
            self.take(each, 1)
        self.take(square, 0)
        return found

    def threatens(self, square: int) -> bool:
        """Return whether side 0 wins by threats if it may move again after a move, and side 1 cannot escape."""
        self.put(square, 0)
        win = None if self.completing(square, 0, 1) else self.win(0)
        found = win is not None and not any(self.escapes(each) for each in self.answers(win))
        self.take(square, 0)
        return found

    def answers(self, win: Win) -> list[int]:
        """Return what side 1 can try: squares of the line, and those that threaten, or would after a reply of it."""
        replies = set(win.replies)
        others = set(self.squares(1, 2))
        for number in self.lacking(1, 3):
            if replies.intersection(self.free(number)):
                others.update(self.free(number))
        return [*win.squares, *sorted(others - set(win.squares))]

    def escapes(self, square: int) -> bool:
        """Return whether side 0 does not win after an answer; without situations left that is not known."""
        if not self.enough:
            return True
        self.put(square, 1)
        found = self.win(0) is None
        self.take(square, 1)
        return found


@cache
def five(size: int) -> list[list[int]]:
    """Return the rows of five squares of a board."""
    found = []
    for x in range(size):
        for y in range(size):
            for across, up in DIRECTIONS:
                row = [(x + k * across, y + k * up) for k in range(5)]
                if all(0 <= number < size for number in row[-1]):
                    found.append([at_y * size + at_x for at_x, at_y in row])
    return found


# ---------------------------------------------------------------- other games, by the reference model


class General:
    """A position of the reference model in which positions are played for every situation."""

    def __init__(self, model: Any, game: Any, board: Any, player: int, weight: int, most: int) -> None:
        self.model, self.game, self.board, self.player, self.other = model, game, board, player, 3 - player
        self.weight, self.most, self.total = weight, most, 0
        self.moves = game.moves(board, player)
        self.results = {each: [*self._results(each)] for each in (self.player, self.other)}

    def search(self, board: Any, player: int) -> tuple[str, Any]:
        """Return whether a player wins "at once" or by "threats", and the move; "" if not."""
        at_once = self.game.winning_moves(board, player)
        if at_once:
            return "at once", at_once[0]
        search = self.model.Search(self.game, board, player, limit=self.weight, maxsit=self.most, order="few")
        found = search.run()[0]
        self.total += search.count
        return ("threats", search.root.best.q) if found == "won" else ("", None)

    def _results(self, player: int) -> Iterator[Any]:
        """Yield the conditions of the results with victory whose modifications the player's moves can make."""
        changes = [each.changes for each in self.game.moves(self.board, player)]

        def possible(condition: Any) -> bool:
            return any(condition.atom in each and self.game.after(condition, each, self.board) for each in changes)

        for kind, conditions in self.game.targets(self.board, player, MODIFICATIONS):
            if kind == "fulfil" and all(possible(each) for each in conditions if each.mod):
                yield conditions

    def value(self, move: Any) -> int:
        """Return what a move is worth."""
        value = 0
        for player, own in ((self.player, True), (self.other, False)):
            for conditions in self.results[player]:
                lacks = len({each.atom[1] for each in conditions if each.mod})
                touched = [each for each in conditions if each.atom in move.changes]
                holds = [self.game.after(each, move.changes, self.board) for each in touched]
                fulfils = any(yes and each.mod for each, yes in zip(touched, holds, strict=True))
                destroys = any(not yes and not (own and each.mod) for each, yes in zip(touched, holds, strict=True))
                value += (OWN if own else HIS) * WEIGHTS[lacks] * (fulfils - destroys) * (1 if own else -1)
        return value

    def freedom(self, move: Any) -> int:
        """Return how many moves more than the other player's there are after a move."""
        after = self.board.apply(self.player, move.sub)
        return len(self.game.moves(after, self.player)) - len(self.game.moves(after, self.other))

    def choose(self, later: bool = True) -> tuple[int, Any] | None:
        """Return why which move is played."""
        if not self.moves:
            return None
        how, move = self.search(self.board, self.player)
        if how:
            return (1 if how == "at once" else 2), move
        danger = 0
        if later:
            danger = {"at once": 3, "threats": 4, "": 0}[self.search(self.board, self.other)[0]]
        elif self.game.win1(self.board, self.other):
            danger = 3
        order = sorted(self.moves, key=lambda each: (-self.value(each), -self.freedom(each)))
        safe = (each for each in order if self.game.win1(self.after(each), self.other) is None)
        first, tried = None, 0
        for move in safe:
            first = first or move
            if not later:
                break
            if danger:
                if self.total > 3 * self.most:
                    break
                if not self.search(self.after(move), self.other)[0]:
                    return danger, move
            elif tried == MOST_TRIED:
                break
            else:
                tried += 1
                if self.threatens(move):
                    return 5, move
        return (danger or 6, first) if first else (7, self.moves[0])

    def after(self, move: Any) -> Any:
        """Return the board after a move."""
        return self.board.apply(self.player, move.sub)

    def threatens(self, q: Any) -> bool:
        """Return whether a move is a later threat without an answer."""
        after, game = self.after(q), self.game
        if game.win1(after, self.player):
            return False
        threats = [(r, s) for r, s, replies in game.threats(after, self.player) if not replies]
        if not threats:
            return False
        r, s = threats[0]
        old = [t.sub for t, _ in game.replies(after.apply(self.player, r.sub), self.player, s)[1]]
        answers = (
            answer_of(game, after.apply(self.other, x.sub), self.player, r, old) for x in game.moves(after, self.other)
        )
        return not any(answers)


def answer_of(game: Any, board: Any, player: int, r: Any, old: list[Any]) -> tuple[int, Any] | None:
    """Return in which way the opponent has met R with the move that led to this board, and the move that shows it."""
    if game.win1(board, player) is not None:
        return None
    if r.sub not in [each.sub for each in game.moves(board, player)]:
        return 1, None
    after = board.apply(player, r.sub)
    winner = game.win1(after, 3 - player)
    if winner is not None:
        return (2 if game.win1(board, 3 - player) is None else 5), winner
    s = game.win1(after, player)
    if s is None:
        return 6, None
    replies = game.replies(after, player, s)[0]
    if not replies:
        return None
    return (4 if replies[0].sub in old else 3), replies[0]
