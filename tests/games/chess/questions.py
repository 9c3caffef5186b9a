"""The model's plausible moves: the legal moves of a position, and the eight questions."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.chess.model import (
    BISHOP,
    CASTLING,
    DIAGONAL,
    DIRECTIONS,
    EN_PASSANT,
    KING,
    KNIGHT,
    LINES,
    MACHINE,
    OPPONENT,
    PAWN,
    PROMOTION,
    RAYS,
    REGULAR,
    ROOK,
    SIDES,
    VALUES,
    Move,
    Position,
    Tables,
    attacked,
    far_row,
    forward,
    played,
)


@dataclass(frozen=True)
class Options:
    """The open points that can be switched."""

    most: int = 7
    plies: int = 4
    factor: int = 20
    kings_side: bool = False
    files_first: bool = False
    equal_lost: bool = True
    equal_unsafe: bool = False
    file_order: tuple[int, ...] = (4, 3, 5, 6, 7, 2, 1, 0)
    selective: bool = False
    pruned: bool = False


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
