"""A model of Bernstein's chess program of 1957-58 in plain Python: tables, questions, scores and tree.

Written from the two papers (Bernstein, Roberts, Arbuckle, Belsky, Western Joint Computer Conference 1958, and
Scientific American, June 1958), and from docs/ibm704/chess.md where they are silent; not from asm/ibm704/chess.sap,
which it checks. Squares are 0 to 63, octal 00 to 77; the machine is side 0 and begins on rows 0 and 1, the opponent is
side 1. Words have 36 bits: prefix (S, 1, 2), decrement, tag, address.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

MACHINE, OPPONENT = SIDES = (0, 1)
QUEEN, ROOK, BISHOP, PAWN, KNIGHT, KING = range(6)  # kinds, as TA1 has them
VALUES = (9, 5, 3, 1, 3, 0)
MINUS = 1 << 35
DECREMENT, TAG = 18, 15  # places from the right
FIELD = (1 << 15) - 1

ORTHOGONAL, DIAGONAL = (8, 1, -8, -1), (9, 7, -9, -7)
DIRECTIONS = (*ORTHOGONAL, *DIAGONAL)
LINES = {QUEEN: DIRECTIONS, ROOK: ORTHOGONAL, BISHOP: DIAGONAL}
MOST_DIRECT, MOST_DOUBLED = 8, 6  # squares that the words of TA3 have room for
REGULAR, CASTLING, EN_PASSANT, PROMOTION = 1, 2, 3, 4  # tags of move words
UNITY = 1 << 20  # the ratio 1
HIGHEST = (1 << 35) - 1
MOST = 7  # plausible moves
PLIES = 4


def steps(square: int, direction: int) -> int:
    """Return how many squares lie ahead in a direction."""
    row, file = divmod(square, 8)
    along = {8: (1, 0), 1: (0, 1), 9: (1, 1), 7: (1, -1)}
    up, right = along[direction] if direction > 0 else [-each for each in along[-direction]]
    rows = 7 - row if up > 0 else row if up else 8
    files = 7 - file if right > 0 else file if right else 8
    return min(rows, files)


RAYS = [
    {way: [square + way * (n + 1) for n in range(steps(square, way))] for way in DIRECTIONS} for square in range(64)
]
KNIGHTS = [
    [
        to
        for jump in (17, 10, -6, -15, -17, -10, 6, 15)
        if 0 <= (to := square + jump) < 64 and abs(to % 8 - square % 8) < 3
    ]
    for square in range(64)
]


@dataclass(frozen=True)
class Options:
    """The open points that can be switched."""

    most: int = MOST
    plies: int = PLIES
    factor: int = 20
    kings_side: bool = False
    files_first: bool = False
    equal_lost: bool = True
    equal_unsafe: bool = False
    file_order: tuple[int, ...] = (4, 3, 5, 6, 7, 2, 1, 0)
    selective: bool = False
    pruned: bool = False


class Man(NamedTuple):
    """A man on the board: its number in TA2, 1 to 32, and its kind."""

    number: int
    kind: int

    @property
    def side(self) -> int:
        """Whose it is."""
        return MACHINE if self.number <= 16 else OPPONENT


class Move(NamedTuple):
    """A move: the fields of its word. Of castling `start` is the king's square, which the word does not have."""

    tag: int
    start: int
    to: int
    capture: bool = False

    @property
    def word(self) -> int:
        """The move as the machine writes it."""
        if self.tag == CASTLING:
            return self.to << DECREMENT | CASTLING << TAG | (0o77 if self.to > self.start else 0)
        return MINUS * self.capture | self.start << DECREMENT | self.tag << TAG | self.to


@dataclass(frozen=True)
class Position:
    """A position: TA1, and what TA1 does not say."""

    men: tuple[Man | None, ...]  # by square
    to_move: int = MACHINE
    white: int = MACHINE  # the side that has the white men
    rights: frozenset[tuple[int, int]] = frozenset()  # of castling: side, +1 up or -1 down
    passed: int | None = None  # the square that a pawn has just passed over by its double step

    @property
    def ta1(self) -> list[int]:
        """The words of TA1, square 77 first."""
        return [man_word(man) for man in reversed(self.men)]


def man_word(man: Man | None) -> int:
    """Return a word of TA1."""
    if man is None:
        return 0
    return MINUS * (man.side == MACHINE) | man.number << DECREMENT | man.kind


def forward(side: int) -> int:
    """Return the step of a pawn."""
    return 8 if side == MACHINE else -8


def far_row(side: int) -> int:
    """Return the row on which pawns promote."""
    return 7 if side == MACHINE else 0


class Tables:
    """TA2, TA31 and TA32 of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.men = position.men
        self.squares = {man.number: square for square, man in enumerate(self.men) if man is not None}
        self.direct: list[list[list[int]]] = [[[] for _ in range(64)] for _ in SIDES]  # by side and square
        self.doubled: list[list[list[int]]] = [[[] for _ in range(64)] for _ in SIDES]
        self.marks: list[set[int]] = [set(), set()]  # squares that a king of the other side must not go to
        self.kings = [self.squares.get(1 + 16 * side) for side in SIDES]
        pins = [self._pins(side) for side in SIDES]
        for side in SIDES:
            for number in range(2 + 16 * side, 17 + 16 * side):
                if number in self.squares:
                    self._bear(side, self.squares[number], pins[side])
        for side in SIDES:
            self.marks[side].update(self._round(side))
        for side in SIDES:
            for to in self._round(side):
                if self.side_at(to) == side or to not in self.marks[1 - side]:
                    self._list(side, self.kings[side], to)

    def side_at(self, square: int) -> int | None:
        """Return whose man is on a square."""
        man = self.men[square]
        return None if man is None else man.side

    def _round(self, side: int) -> list[int]:
        king = self.kings[side]
        return [] if king is None else [RAYS[king][way][0] for way in DIRECTIONS if RAYS[king][way]]

    def _pins(self, side: int) -> dict[int, int]:
        """Return the squares of pinned men, and the directions from the king."""
        found: dict[int, int] = {}
        king = self.kings[side]
        if king is None:
            return found
        for way in DIRECTIONS:
            shield = None
            for square in RAYS[king][way]:
                man = self.men[square]
                if man is None:
                    continue
                if man.side == side:
                    if shield is not None:
                        break
                    shield = square
                    continue
                if shield is not None and way in LINES.get(man.kind, ()):
                    found[shield] = way
                break
        return found

    def _list(self, side: int, start: int, to: int, doubled: bool = False) -> None:
        room = (self.doubled if doubled else self.direct)[side][to]
        if len(room) < (MOST_DOUBLED if doubled else MOST_DIRECT):
            room.append(start)

    def _bear(self, side: int, start: int, pins: dict[int, int]) -> None:
        """Enter a man, not a king, where it bears."""
        man = self.men[start]
        pin = pins.get(start)
        enemy_king = self.kings[1 - side]

        def bears(to: int, way: int | None) -> None:
            self.marks[side].add(to)
            if pin is None or way in (pin, -pin) or to == enemy_king:
                self._list(side, start, to)

        if man.kind == KNIGHT:
            for to in KNIGHTS[start]:
                bears(to, None)
        elif man.kind == PAWN:
            ahead = forward(side)
            for way in (ahead + 1, ahead - 1):
                for to in RAYS[start][way][:1]:
                    if self.men[to] is None:
                        self.marks[side].add(to)
                    else:
                        bears(to, way)
            if pin is None or pin in (8, -8):
                home = 1 if side == MACHINE else 6
                for to in RAYS[start][ahead][: 1 + (start // 8 == home)]:
                    if self.men[to] is not None:
                        break
                    self._list(side, start, to)
        else:
            for way in LINES[man.kind]:
                self._ray(side, start, way, bears, pin is None or way in (pin, -pin))

    def _ray(self, side, start, way, bears, free) -> None:
        through = False
        for to in RAYS[start][way]:
            if through:
                self._list(side, start, to, doubled=True)
            else:
                bears(to, way)
            man = self.men[to]
            if man is None:
                continue
            if man.side == side and free and way in LINES.get(man.kind, ()):
                through = True
                continue
            if to == self.kings[1 - side] and not through:
                self.marks[side].update(RAYS[to][way][:1])
            break

    # ------------------------------------------------------------ words

    @property
    def ta2(self) -> list[int]:
        """The words of TA2, number 32 first."""
        words = [0] * 32
        for number, square in self.squares.items():
            words[32 - number] = square << DECREMENT | VALUES[self.men[square].kind]
        return words

    def ta3(self, side: int) -> list[int]:
        """The words of TA31 or TA32, square 77 first."""
        words = []
        for square in reversed(range(64)):
            eight = [0] * 8
            direct, doubled = self.direct[side][square], self.doubled[side][square]
            for place, start in enumerate(direct):
                eight[7 - place] |= start << DECREMENT
            for place, start in enumerate(doubled):
                eight[5 - place] |= start
            eight[7] |= len(direct)
            eight[6] |= len(doubled)
            man = self.men[square]
            if man is not None:
                eight[7] |= MINUS | (MINUS >> 1) * (man.side == MACHINE)
            words += eight
        return words

    # ------------------------------------------------------------ the score

    def terms(self, side: int) -> tuple[int, int, int, int]:
        """Return moves, squares controlled, those of them round the king, material."""
        mine, other = self.direct[side], self.direct[1 - side]
        moves = sum(len(mine[square]) for square in range(64) if self.side_at(square) != side)
        controlled = sum(bool(mine[square]) and not other[square] for square in range(64))
        round_king = sum(bool(mine[square]) and not other[square] for square in self._round(side))
        material = sum(VALUES[man.kind] for man in self.men if man is not None and man.side == side)
        return moves, controlled, round_king, material

    def checkers(self, side: int) -> list[int]:
        """Return the squares of the men that give check to a side."""
        king = self.kings[side]
        return [] if king is None else self.direct[1 - side][king]


# ---------------------------------------------------------------- moves


def played(position: Position, move: Move) -> Position:
    """Return the position after a move."""
    men = list(position.men)
    side = position.to_move
    rights = set(position.rights)
    man = men[move.start]
    assert man is not None
    men[move.start], men[move.to] = None, man
    passed = None
    if move.tag == CASTLING:
        up = move.to > move.start
        corner = move.start // 8 * 8 + 7 * up
        men[corner], men[move.to - 1 if up else move.to + 1] = None, men[corner]
    elif move.tag == EN_PASSANT:
        men[move.to - forward(side)] = None
    elif move.tag == PROMOTION:
        men[move.to] = man._replace(kind=QUEEN)
    elif man.kind == PAWN and abs(move.to - move.start) == 16:
        passed = (move.start + move.to) // 2
    if man.kind == KING:
        rights -= {(side, 1), (side, -1)}
    for corner, right in CORNERS.items():
        if corner in (move.start, move.to):
            rights.discard(right)
    return replace(position, men=tuple(men), to_move=1 - side, rights=frozenset(rights), passed=passed)


CORNERS = {0o07: (MACHINE, 1), 0o00: (MACHINE, -1), 0o77: (OPPONENT, 1), 0o70: (OPPONENT, -1)}


def attacked(position: Position, square: int, by: int) -> bool:
    """Return whether a side's men attack a square, pinned or not."""
    if any(man.kind == KNIGHT and man.side == by for man in map(position.men.__getitem__, KNIGHTS[square]) if man):
        return True
    for way in DIRECTIONS:
        for distance, to in enumerate(RAYS[square][way]):
            man = position.men[to]
            if man is None:
                continue
            if man.side == by:
                if way in LINES.get(man.kind, ()) or (man.kind == KING and distance == 0):
                    return True
                if man.kind == PAWN and distance == 0 and way in (-forward(by) + 1, -forward(by) - 1):
                    return True
            break
    return False


class Mind:
    """The tables of a position with the side to move: its moves and the questions."""

    def __init__(self, position: Position, options: Options) -> None:
        self.position, self.options = position, options
        self.side = position.to_move
        self.tables = Tables(position)
        self.checkers = self.tables.checkers(self.side)

    def value(self, square: int) -> int:
        """Return the value of the man on a square."""
        man = self.position.men[square]
        assert man is not None
        return VALUES[man.kind]

    def kind(self, square: int) -> int | None:
        """Return the kind of the man on a square."""
        man = self.position.men[square]
        return None if man is None else man.kind

    def _pawns_of(self, side: int) -> set[int]:
        """Return the squares of a side's pawns."""
        return {s for s, man in enumerate(self.position.men) if man and man.side == side and man.kind == PAWN}

    def moves(self) -> list[Move]:
        """Return the legal moves but castling, square 77 first, as TA3 lists them; then en passant."""
        found = []
        tables, side = self.tables, self.side
        allowed = self._answers()
        king = tables.kings[side]
        for to in reversed(range(64)):
            if tables.side_at(to) == side:
                continue
            for start in tables.direct[side][to]:
                if start != king and allowed is not None and to not in allowed:
                    continue
                last = self.kind(start) == PAWN and to // 8 == far_row(side)
                found.append(Move(PROMOTION if last else REGULAR, start, to, self.position.men[to] is not None))
        return found + self._passing()

    def _answers(self) -> set[int] | None:
        """Return the squares to which men other than the king may go when it is in check; None: it is not."""
        if not self.checkers:
            return None
        if len(self.checkers) > 1:
            return set()
        king, checker = self.tables.kings[self.side], self.checkers[0]
        for ray in RAYS[king].values():
            if checker in ray and self.kind(checker) != KNIGHT:
                return set(ray[: ray.index(checker) + 1])
        return {checker}

    def _passing(self) -> list[Move]:
        """Return the captures en passant that leave the king safe."""
        position, passed = self.position, self.position.passed
        if passed is None:
            return []
        found = []
        for way in (-9, -7) if self.side == MACHINE else (9, 7):
            for start in filter(self._pawns_of(self.side).__contains__, RAYS[passed][way][:1]):
                move = Move(EN_PASSANT, start, passed, True)
                king = self.tables.kings[self.side]
                if king is None or not attacked(played(position, move), king, 1 - self.side):
                    found.append(move)
        return found

    def castlings(self) -> list[Move]:
        """Return the castling moves, the king's side first."""
        side = self.side
        king = self.tables.kings[side]
        if self.checkers or king is None:
            return []
        ways = (1, -1) if self.position.white == MACHINE else (-1, 1)
        found = []
        for way in ways:
            if (side, way) not in self.position.rights:
                continue
            corner = king // 8 * 8 + (7 if way > 0 else 0)
            between = range(king + way, corner, way)
            path = (king + way, king + 2 * way)
            if any(self.position.men[each] for each in between):
                continue
            if not any(each in self.tables.marks[1 - side] for each in path):
                found.append(Move(CASTLING, king, king + 2 * way))
        return found

    # ------------------------------------------------------------ who bears where

    def bearing(self, side: int, square: int) -> list[int]:
        """Return the squares of men that could take on a square: as TA3, corrected for pawns if it is empty."""
        tables = self.tables
        found = list(tables.direct[side][square])
        if self.position.men[square] is None:
            found = [each for each in found if self.kind(each) != PAWN]
            for aside in (1, -1):
                found += filter(self._pawns_of(side).__contains__, RAYS[square][-forward(side) + aside][:1])
        return found

    def behind(self, start: int, to: int) -> int | None:
        """Return the square of the man that bears on `to` when the man of `start` has left the line between them."""
        for way in DIRECTIONS:
            if to in RAYS[start][way]:
                for square in RAYS[start][-way]:
                    man = self.position.men[square]
                    if man is not None:
                        known = man.side == self.side and way in LINES.get(self.kind(start), ())  # a doubled one
                        bears = square in self.tables.direct[man.side][start] and way in LINES.get(man.kind, ())
                        return square if bears and not known else None
        return None

    def lost(self, start: int, to: int, equal: bool) -> bool:
        """Return whether the man of `start` would be lost on `to`, which may be the same square."""
        side = self.side
        both = [[each for each in self.bearing(each, to) if each != start] for each in SIDES]
        count = [len(both[each]) + len(self.tables.doubled[each][to]) for each in SIDES]
        behind = self.behind(start, to)
        if behind is not None:
            count[self.tables.side_at(behind)] += 1
            both[self.tables.side_at(behind)].append(behind)
        enemies = both[1 - side]
        if not enemies:
            return False
        value = self.value(start)
        least = min((10 if self.kind(each) == KING else self.value(each)) for each in enemies)
        return least < value or (equal and least == value) or count[1 - side] > count[side]

    # ------------------------------------------------------------ the questions

    def plausible(self) -> list[tuple[Move, int]]:
        """Return at most seven moves, each with its question: 1, 21, 22, 23 (2a, 2b, 2c), 3 to 8."""
        table: list[tuple[Move, int]] = []
        moves = self.moves()
        castlings = self.castlings()

        def enter(question: int, some) -> bool:
            for move in some:
                if len(table) == self.options.most:
                    return True
                if all(move != each for each, _ in table):
                    table.append((move, question))
            return len(table) == self.options.most

        if self.checkers:
            enter(1, self._check(moves))
            return table
        if enter(21, self._gains(moves)) or enter(22, self._escapes(moves)) or enter(23, self._exchanges(moves)):
            return table
        if self.options.kings_side:
            castlings = castlings[:1] if castlings and self._is_kings_side(castlings[0]) else []
        if castlings:
            enter(3, castlings)
            return table
        safe = [move for move in moves if move.tag == PROMOTION or not self.lost(move.start, move.to, False)]
        later = [(5, self._keys), (6, self._files)]
        if self.options.files_first:
            later = [(6, self._files), (5, self._keys)]
        for question, ask in [(4, self._developments), *later, (7, self._pawns), (8, self._pieces)]:
            if enter(question, ask(safe)):
                return table
        if not table:
            enter(8, self._pieces(moves)) or enter(7, self._pawns(moves))
        return table

    def _is_kings_side(self, move: Move) -> bool:
        return (move.to > move.start) == (self.position.white == MACHINE)

    def _check(self, moves):
        king = self.tables.kings[self.side]
        yield from (each for each in moves if each.start != king and not each.capture)
        yield from (each for each in moves if each.start != king and each.capture)
        yield from (each for each in moves if each.start == king)

    def _by_value(self, side):
        """Yield the squares of a side's men but the king, the dearest first."""
        for value in (9, 5, 3, 1):
            for number in range(2 + 16 * side, 17 + 16 * side):
                square = self.tables.squares.get(number)
                if square is not None and self.value(square) == value:
                    yield square

    def _captures(self, moves):
        """Yield the captures with the values of both men and whether the captured one is guarded, the dearest first."""
        for square in self._by_value(1 - self.side):
            for move in moves:
                if move.to == square:
                    yield move, self.value(square), self._guarded(square)
        for move in moves:
            if move.tag == EN_PASSANT:
                yield move, 1, bool(self.bearing(1 - self.side, move.to))

    def _guarded(self, square: int) -> bool:
        """Return whether a man of the other side is guarded; a king alone cannot guard him against two."""
        guards = self.tables.direct[1 - self.side][square]
        if len(guards) == 1 and self.kind(guards[0]) == KING:
            return len(self.tables.direct[self.side][square]) + len(self.tables.doubled[self.side][square]) < 2
        return bool(guards)

    def _gains(self, moves):
        yield from (move for move in moves if move.tag == PROMOTION)
        for move, value, guarded in self._captures(moves):
            if not guarded or value > self.value(move.start):
                yield move

    def _exchanges(self, moves):
        for move, value, guarded in self._captures(moves):
            if guarded and value == self.value(move.start) and self.kind(move.start) != KING:
                yield move

    def _escapes(self, moves):
        for square in self._by_value(self.side):
            if self.lost(square, square, self.options.equal_lost):
                for move in moves:
                    if (
                        move.start == square
                        and not move.capture
                        and not self.lost(square, move.to, self.options.equal_unsafe)
                    ):
                        yield move

    def _developments(self, moves):
        home = 0 if self.side == MACHINE else 7
        for kind in (BISHOP, KNIGHT):
            yield from (each for each in moves if self.kind(each.start) == kind and each.start // 8 == home)

    def _keys(self, moves):
        side = self.side
        pawns = self._pawns_of(side)
        keys = set()
        for square in pawns:
            if any(each in pawns for way in DIAGONAL for each in RAYS[square][way][:1]):
                for aside in (1, -1):
                    keys.update(RAYS[square][forward(side) + aside][:1])
        yield from (each for each in moves if each.to in keys and self.kind(each.start) != KING)

    def _files(self, moves):
        closed = {square % 8 for square in self._pawns_of(self.side)}
        for each in moves:
            if self.kind(each.start) == ROOK and each.to % 8 not in closed and each.to % 8 != each.start % 8:
                yield each

    def _pawns(self, moves):
        order = self.options.file_order
        if self.position.white == OPPONENT:
            order = [7 - each for each in order]
        for file in order:
            some = [each for each in moves if self.kind(each.start) == PAWN and each.start % 8 == file]
            yield from (each for each in some if abs(each.to - each.start) == 16)
            yield from (each for each in some if abs(each.to - each.start) != 16)

    def _pieces(self, moves):
        yield from (each for each in moves if self.kind(each.start) != PAWN)


# ---------------------------------------------------------------- the tree


def score(tables: Tables, side: int, factor: int) -> int:
    """Return a side's score."""
    *others, material = tables.terms(side)
    return max(1, sum(others) + factor * material)


def ratio(tables: Tables, factor: int) -> int:
    """Return the machine's score divided by the opponent's, as a fraction with 20 bits."""
    return score(tables, MACHINE, factor) * UNITY // score(tables, OPPONENT, factor)


class Choice(NamedTuple):
    """A plausible move at the root, and what the tree gives it; None: it was not followed."""

    move: Move
    question: int
    score: int | None


class Tree:
    """A search."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.positions = 0
        self.choices: list[Choice] = []
        self.best: Choice | None = None
        self.value = 0

    def search(self, position: Position) -> None:
        """Find the machine's move, or the opponent's if he is to move."""
        self.value = self._value(position, 0, 0, HIGHEST)

    def _value(self, position: Position, ply: int, alpha: int, beta: int) -> int:
        options = self.options
        mind = self._made(position)
        side = position.to_move
        here = ratio(mind.tables, options.factor)
        if ply == options.plies and not mind.checkers:
            return here
        moves = mind.plausible()
        if not moves:
            return (ply if side == MACHINE else HIGHEST - ply) if mind.checkers else UNITY
        if ply == options.plies:
            return here
        followed = self._selected(position, moves, here) if options.selective and ply < options.plies - 1 else moves
        best = 0 if side == MACHINE else HIGHEST
        scores: dict[Move, int] = {}
        for move, question in followed:
            value = self._value(played(position, move), ply + 1, alpha, beta)
            scores[move] = value
            if value > best if side == MACHINE else value < best:
                best = value
                if ply == 0:
                    self.best = Choice(move, question, value)
            if options.pruned:
                alpha, beta = (max(alpha, best), beta) if side == MACHINE else (alpha, min(beta, best))
                if alpha >= beta:
                    break
        if ply == 0:
            self.choices = [Choice(move, question, scores.get(move)) for move, question in moves]
        return best

    def _made(self, position: Position) -> Mind:
        self.positions += 1
        return Mind(position, self.options)

    def _selected(self, position: Position, moves: list[tuple[Move, int]], before: int) -> list[tuple[Move, int]]:
        """Return the moves that do not lower the mover's ratio; without any, the two highest."""
        sign = 1 if position.to_move == MACHINE else -1
        gained = [
            sign * (ratio(self._made(played(position, move)).tables, self.options.factor) - before) for move, _ in moves
        ]
        kept = [entry for entry, gain in zip(moves, gained, strict=True) if gain >= 0]
        if kept:
            return kept
        two = sorted(range(len(moves)), key=lambda place: -gained[place])[:2]
        return [moves[place] for place in sorted(two)]
