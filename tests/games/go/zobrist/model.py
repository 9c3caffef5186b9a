"""Zobrist's Go program once more, in Python: the oracle of asm/cdc6600/zobrist.alg, and the fast player of experiments.

It is written from the same description and shares the cards, but no method: sets of nodes are bits of long integers, so
a template is tried on all nodes at once by shifting, the whole board is one value, and nothing is ever undone.
A node (row, column), both from 1, is bit `STRIDE * (row + MARGIN) + column`; all bits around the board are off it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

STRIDE, MARGIN = 28, 8  # nine columns and eight rows are off the board: no template is wider
BITS = STRIDE * (19 + 2 * MARGIN)
EVERYWHERE = (1 << BITS) - 1
DIALOGUE_STRIDE = 21  # the points of the program: 21 * row + column
CARDS = Path(__file__).parents[4] / "asm" / "cdc6600" / "zobrist.templates"
DEEPEST, MOST_CALLS = 100, 300  # of the reader
RAREST_FIRST = "1AB2C3XO#E+-."
MARKED = "1AB2"


def bit(row: int, column: int) -> int:
    """Return the set of one node."""
    return 1 << STRIDE * (row + MARGIN) + column


def node(single: int) -> tuple[int, int]:
    """Return row and column of a set of one node."""
    row, column = divmod(single.bit_length() - 1, STRIDE)
    return row - MARGIN, column


def singles(nodes: int) -> Iterator[int]:
    """Yield the sets of one node, in the order of the scan."""
    while nodes:
        single = nodes & -nodes
        yield single
        nodes ^= single


def on_board(size: int) -> int:
    """Return the set of all nodes of a board."""
    return sum(bit(row, column) for row in range(1, size + 1) for column in range(1, size + 1))


BOARDS = {size: on_board(size) for size in range(5, 20)}


def shifted(nodes: int, offset: int) -> int:
    """Return the nodes from which `offset` leads to one of `nodes`."""
    return nodes >> offset if offset > 0 else nodes << -offset & EVERYWHERE


def around(nodes: int) -> int:
    """Return `nodes` and all their neighbours."""
    return nodes | nodes << 1 | nodes >> 1 | nodes << STRIDE | nodes >> STRIDE


def chain(seed: int, stones: int) -> int:
    """Return the stones connected with `seed`, which is among them."""
    while (more := around(seed) & stones) != seed:
        seed = more
    return seed


# --- the cards


class Orientation(NamedTuple):
    """A template as it is laid on the board: number 1 to 8, cells rarest code first, the marked cell's offset."""

    number: int
    cells: tuple[tuple[int, str], ...]
    mark: int | None


@dataclass(frozen=True)
class Template:
    """A card: weights by stage, what each stone of the marked chain adds, the look-ahead's letter."""

    name: str
    title: str
    weights: tuple[int, int, int]
    plus: int
    look: str
    grid: str
    orientations: tuple[Orientation, ...] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Deck:
    """All cards."""

    stages: dict[int, tuple[int, int]]
    least: int
    templates: tuple[Template, ...]

    def without(self, *names: str) -> Deck:
        """Return the deck without the templates whose names start so."""
        return Deck(self.stages, self.least, tuple(each for each in self.templates if not each.name.startswith(names)))

    def only(self, *names: str) -> Deck:
        """Return the deck with no other templates than those whose names start so."""
        return Deck(self.stages, self.least, tuple(each for each in self.templates if each.name.startswith(names)))

    def last_plies(self, size: int) -> tuple[int, int]:
        """Return the last ply of the early and of the middle stage."""
        return self.stages[min(each for each in self.stages if each >= size)]


def rows_of(grid: str) -> list[str]:
    """Return the rows of a grid; `6:row!mid` is six rows, the fourth of them `mid`, and an edge row."""
    if ":" in grid:
        count, rest = grid.split(":")
        row, middle = rest.split("!")
        rows = [row] * int(count)
        rows[int(count) // 2] = middle
        rows.append("#" * len(row))
    else:
        rows = grid.split("/")
    width = max(map(len, rows))
    return [row.ljust(width, "?") for row in rows]


def orientations(grid: str) -> Iterator[Orientation]:
    """Yield a grid's orientations, each once: four turns of it, then four of its mirror image."""
    cells = {(r, c): code for r, row in enumerate(rows_of(grid)) for c, code in enumerate(row)}
    ((row, column),) = (place for place, code in cells.items() if code == "*")
    mark = next((place for code in MARKED for place in sorted(cells) if cells[place] == code), None)
    seen = set()
    for number in range(1, 9):

        def turned(place: tuple[int, int], number: int = number) -> int:
            r, c = place[0] - row, place[1] - column
            if number > 4:
                c = -c
            for _ in range((number - 1) % 4):
                r, c = c, -r
            return STRIDE * r + c

        laid = sorted(
            ((turned(place), code) for place, code in cells.items() if code not in "?*"),
            key=lambda cell: (RAREST_FIRST.index(cell[1]), cell),
        )
        if tuple(laid) not in seen:
            seen.add(tuple(laid))
            yield Orientation(number, tuple(laid), None if mark is None else turned(mark))


def read_cards(text: str) -> Deck:
    """Return the deck that a text of cards gives; a wrong card raises ValueError."""
    stages, least, templates = {}, 5, []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] == "*":
            continue
        if words[0] == "END":
            break
        if words[0] == "STAGES":
            size, early, middle = map(int, words[1:])
            stages[size] = early, middle
        elif words[0] == "LEAST":
            least = int(words[1])
        else:
            name, title, *numbers, look, grid = words
            early, middle, late, plus = map(int, numbers)
            if look not in "NCSELP" or ((look in "ELP" or plus) and not set(MARKED) & set(grid)):
                raise ValueError(f"no such look-ahead, or no marked chain: {line}")
            templates.append(Template(name, title, (early, middle, late), plus, look, grid, tuple(orientations(grid))))
    return Deck(stages, least, tuple(templates))


# --- the board


class Board(NamedTuple):
    """Stones of the side to move, of the other side, the node forbidden by ko (or none), the board's nodes."""

    own: int
    enemy: int
    ko: int
    nodes: int

    def turned(self) -> Board:
        """Return the board with the other side to move, and no ko."""
        return Board(self.enemy, self.own, 0, self.nodes)

    def after(self, move: int) -> Board | None:
        """Return the board after a stone on `move`, the other side to move; None if that is suicide."""
        own, enemy = self.own | move, self.enemy
        empty = self.nodes ^ (self.own | enemy | move)
        for beside in singles(around(move) & enemy):
            if beside & enemy:
                taken = chain(beside, enemy)
                if not around(taken) & empty:
                    enemy ^= taken
        taken = self.enemy ^ enemy
        space = around(chain(move, own)) & self.nodes & ~(own | enemy)
        if not space:
            return None
        one = not taken & (taken - 1)
        ko = taken if taken and one and space == taken and not around(move) & self.own else 0
        return Board(enemy, own, ko, self.nodes)

    def codes(self) -> list[int]:
        """Return the board as the program's BOARD: 0 empty, 1 side to move, 2 other side, 3 off the board."""
        codes = [3] * DIALOGUE_STRIDE**2
        for single in singles(self.nodes):
            row, column = node(single)
            codes[DIALOGUE_STRIDE * row + column] = 1 if single & self.own else 2 if single & self.enemy else 0
        return codes


def board_of(codes: Sequence[int], ko: int = 0) -> Board:
    """Return the board of which the program's BOARD and KO are given."""
    sets = [0, 0, 0, 0]
    for point, code in enumerate(codes):
        row, column = divmod(point, DIALOGUE_STRIDE)
        if 1 <= row <= 19 and 1 <= column <= 19:
            sets[code] |= bit(row, column)
    return Board(sets[1], sets[2], bit(*divmod(ko, DIALOGUE_STRIDE)) if ko else 0, sets[0] | sets[1] | sets[2])


def point_of(single: int) -> int:
    """Return the program's point of a set of one node; 0 for none."""
    row, column = node(single) if single else (0, 0)
    return DIALOGUE_STRIDE * row + column


# --- influence, segments


def influence(own: int, enemy: int, nodes: int, passes: int = 4) -> np.ndarray:
    """Return the influence of every node, own stones positive: rows and columns with the margin around the board."""
    board, black, white = as_array(nodes), as_array(own), as_array(enemy)
    values: np.ndarray = 50 * (black - white)
    for _ in range(passes):
        signs = np.sign(values)
        values = values.copy()
        values[1:] += signs[:-1]
        values[:-1] += signs[1:]
        values[:, 1:] += signs[:, :-1]
        values[:, :-1] += signs[:, 1:]
        values *= board
    return values


def as_array(nodes: int) -> np.ndarray:
    """Return a set of nodes as zeros and ones."""
    packed = np.frombuffer(nodes.to_bytes((BITS + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=BITS, bitorder="little").reshape(-1, STRIDE).astype(np.int16)


def as_set(array: np.ndarray) -> int:
    """Return the nodes where an array is true."""
    return int.from_bytes(np.packbits(array.reshape(-1), bitorder="little").tobytes(), "little")


def segments(values: np.ndarray, nodes: int) -> tuple[list[int], list[int]]:
    """Return own segments and the enemy's: connected nodes of positive influence, and of the rest."""
    own = as_set(values > 0) & nodes
    return parts(own), parts(nodes & ~own)


def parts(nodes: int) -> list[int]:
    """Return the connected parts of a set, in the order of the scan."""
    found = []
    while nodes:
        found.append(chain(nodes & -nodes, nodes))
        nodes ^= found[-1]
    return found


def size_of_segment(segment: int, board: Board, own: bool) -> int:
    """Return a segment's nodes and stones of its owner, added."""
    return segment.bit_count() + (segment & (board.own if own else board.enemy)).bit_count()


def domains(board: Board) -> tuple[int, int, list[tuple[int, bool]]]:
    """Return own nodes, the enemy's, and the pockets that go to the other side (with True: the side to move had it).

    The smallest segment is lost first, if it is smaller than every neighbouring one of the other side.
    """
    own, enemy = segments(influence(board.own, board.enemy, board.nodes), board.nodes)
    mine, theirs = sum(own), sum(enemy)
    lost = []
    while len(own) + len(enemy) > 2:
        sizes = {each: size_of_segment(each, board, True) for each in own}
        sizes |= {each: size_of_segment(each, board, False) for each in enemy}
        for pocket in sorted(sizes, key=lambda each: (sizes[each], each & -each)):
            beside = [each for each in (enemy if pocket in own else own) if around(pocket) & each]
            if all(sizes[pocket] < sizes[each] for each in beside):
                lost.append((pocket, pocket in own))
                mine, theirs = mine ^ pocket, theirs ^ pocket
                own, enemy = parts(mine), parts(theirs)
                break
        else:
            break
    return mine, theirs, lost


# --- the reader


class Reader:
    """Can a chain be captured? Ladders, mostly: chains of one or two breathing spaces. Ko is not looked at.

    A question that needs more than `MOST_CALLS` calls, or calls within calls deeper than `DEEPEST`, is answered by no.
    """

    def __init__(self, deepest: int = DEEPEST, most_calls: int = MOST_CALLS) -> None:
        self.deepest, self.most_calls = deepest, most_calls
        self.calls = self.depth = 0

    def attack(self, board: Board, target: int) -> bool:
        """Return whether the side to move can capture the enemy's chain at `target`."""
        self.calls = self.depth = 0
        return self.captures(board, target, 1)

    def escape(self, board: Board, target: int) -> bool:
        """Return whether the side to move can save its chain at `target`, which has one breathing space."""
        self.calls = self.depth = 0
        return self.escapes(board, target, 1)

    def stopped(self, depth: int) -> bool:
        """Count a call; return whether it is one too many, or too deep."""
        self.calls += 1
        self.depth = max(depth, self.depth)
        return depth > self.deepest or self.calls > self.most_calls

    def captures(self, board: Board, target: int, depth: int) -> bool:
        """Return whether the side to move captures the chain; not, at a limit."""
        if self.stopped(depth):
            return False
        empty = board.nodes ^ (board.own | board.enemy)
        space = around(chain(target, board.enemy)) & empty
        count = space.bit_count()
        if count != 2:
            return count == 1
        tries = sorted(singles(space), key=lambda each: -(around(each) & empty).bit_count())
        for each in tries:
            if (after := board.after(each)) is None:
                continue
            if after.own == board.enemy and breathing(after, each).bit_count() < 2:
                continue
            if not self.escapes(after, target, depth + 1):
                return True
        return False

    def escapes(self, board: Board, target: int, depth: int) -> bool:
        """Return whether the side to move saves its chain, by capturing around it or by running; it does at a limit."""
        if self.stopped(depth):
            return True
        empty = board.nodes ^ (board.own | board.enemy)
        stones = chain(target, board.own)
        beside, captures = around(stones) & board.enemy, 0
        while beside:
            other = chain(beside & -beside, board.enemy)
            space = around(other) & empty
            if not space & (space - 1):
                captures |= space
            beside &= ~other
        for each in [*singles(captures), *singles(around(stones) & empty & ~captures)]:
            if (after := board.after(each)) is None:
                continue
            count = breathing(after, target).bit_count()
            if count > 2 or (count == 2 and not self.captures(after, target, depth + 1)):
                return True
        return False


def breathing(board: Board, stone: int) -> int:
    """Return the breathing spaces of a chain of the side that has just moved."""
    return around(chain(stone, board.enemy)) & board.nodes & ~(board.own | board.enemy)


# --- the player


class Match(NamedTuple):
    """A template that counts at a node."""

    template: Template
    orientation: int
    weight: int
    mark: int  # the node of the marked cell, or 0
    depth: int  # of the ladder that was read


class Choice(NamedTuple):
    """What the program says of a move: 0 is a pass; nodes and their weights, best first; what matched at the move."""

    move: int
    nodes: list[tuple[int, int]]
    matches: list[Match]

    def lines(self) -> list[str]:
        """Return the explanation and the move as the program prints them, blanks reduced to one."""

        def place(single: int) -> str:
            row, column = node(single)
            return f"{column} {row}"

        lines = [f"NODE {place(each)} {weight}" for each, weight in self.nodes[:5] if weight > 0]
        for match in self.matches:
            lines.append(f"TEMPLATE {match.template.name} {match.orientation} {match.weight} {place(self.move)}")
            if match.template.look == "L":
                lines.append(f"LADDER {place(match.mark)} {match.depth}")
        return [*lines, f"MOVE {place(self.move) if self.move else '0 0'}"]


class Situation:
    """A board and what the templates see in it."""

    def __init__(self, board: Board, reader: Reader) -> None:
        self.board, self.reader = board, reader
        self.empty = board.nodes ^ (board.own | board.enemy)
        self._safe: dict[int, bool] = {}
        self._capturable: dict[int, bool] = {}
        self._after: dict[int, Board | None] = {}

    @cached_property
    def values(self) -> np.ndarray:
        """The influence."""
        return influence(self.board.own, self.board.enemy, self.board.nodes)

    @cached_property
    def sets(self) -> dict[str, int]:
        """The nodes that fit each code of a template."""
        board, empty = self.board, self.empty
        sets = defaultdict(int, {"X": board.own, "O": board.enemy, ".": empty, "E": board.enemy | empty})
        sets["#"] = EVERYWHERE ^ board.nodes
        sets["+"], sets["-"] = as_set(self.values > 0) & empty, as_set(self.values < 0) & empty
        for codes, stones in (("123", board.own), ("ABC", board.enemy)):
            for each in parts(stones):
                sets[codes[min((around(each) & empty).bit_count(), 3) - 1]] |= each
        return sets

    def after(self, move: int) -> Board | None:
        """Return the board after a move."""
        if move not in self._after:
            self._after[move] = self.board.after(move)
        return self._after[move]

    def candidate(self, move: int) -> bool:
        """Return whether a move is legal, does not fill an own eye and breathes twice unless it captures."""
        board = self.board
        beside = around(move) & board.nodes & ~move
        if move == board.ko or not beside & ~(board.own & ~self.sets["1"]) or (after := self.after(move)) is None:
            return False
        return after.own != board.enemy or breathing(after, move).bit_count() > 1

    def safe(self, move: int) -> bool:
        """S: two moves. Is the new chain not captured by the answer?"""
        if move not in self._safe:
            after = self.after(move)
            assert after is not None
            captured = after.own != self.board.enemy and breathing(after, move).bit_count() > 1
            self._safe[move] = captured or not self.reader.attack(after, move)
        return self._safe[move]

    def capturable(self, mark: int) -> bool:
        """Return whether the own chain can be captured if the enemy moves now."""
        stones = chain(mark, self.board.own)
        key = stones & -stones
        if key not in self._capturable:
            self._capturable[key] = self.reader.attack(self.board.turned(), mark)
        return self._capturable[key]

    def succeeds(self, look: str, move: int, mark: int) -> bool:
        """Return whether the look-ahead of a template succeeds at a candidate."""
        after = self.after(move)
        assert after is not None
        match look:
            case "C":
                return after.own != self.board.enemy
            case "S":
                return self.safe(move)
            case "E":
                return not self.reader.attack(after, mark)
            case "P":
                return self.capturable(mark) and not self.reader.attack(after, mark)
            case "L":
                if breathing(after, move).bit_count() < 2:
                    return False
                if not mark & after.own:
                    return True
                space = breathing(after.turned(), mark)
                return not space & (space - 1) and not self.reader.escape(after, mark)
        return True


class Zobrist:
    """The player: `seed` of the random ties, 0 for the first of equals in the scan."""

    def __init__(self, deck: Deck, size: int = 19, seed: int = 0) -> None:
        self.deck, self.random = deck, seed
        self.early, self.middle = deck.last_plies(size)
        self.reader = Reader()

    def stage(self, plies: int) -> int:
        """Return 0, 1 or 2: early, middle, late."""
        return 0 if plies <= self.early else 1 if plies <= self.middle else 2

    def weighed(self, situation: Situation, plies: int) -> dict[int, list[Match]]:
        """Return all candidates that a template matches, with what counts there."""
        found: dict[int, list[Match]] = {}
        stage = self.stage(plies)
        refused = 0
        for template in self.deck.templates:
            best: dict[int, Match] = {}
            for orientation in template.orientations:
                nodes = situation.empty & ~refused
                for offset, code in orientation.cells:
                    nodes &= shifted(situation.sets[code], offset)
                    if not nodes:
                        break
                for move in singles(nodes):
                    if move not in found and not situation.candidate(move):
                        refused |= move
                        continue
                    match = self.match(situation, template, orientation, move, stage)
                    if match and (move not in best or match.weight > best[move].weight):
                        best[move] = match
                    found.setdefault(move, [])
            for move, match in best.items():
                found[move].append(match)
        return {move: matches for move, matches in found.items() if matches}

    def match(self, situation: Situation, template: Template, laid: Orientation, move: int, stage: int) -> Match | None:
        """Return what a template that fits counts at `move`; nothing if its look-ahead fails."""
        mark = 0 if laid.mark is None else shifted(move, -laid.mark)
        if not situation.succeeds(template.look, move, mark):
            return None
        weight = template.weights[stage]
        if template.plus:
            stones = situation.board.own if mark & situation.board.own else situation.board.enemy
            weight += template.plus * chain(mark, stones).bit_count()
        return Match(template, laid.number, weight, mark, self.reader.depth if template.look == "L" else 0)

    def choose(self, board: Board, plies: int) -> Choice:
        """Return the move of the side to move; `plies` have been played by both."""
        found = self.weighed(Situation(board, self.reader), plies)
        weights = {move: sum(each.weight for each in matches) for move, matches in found.items()}
        most = max(weights.values(), default=0)
        equals = sorted(move for move, weight in weights.items() if weight == most)
        move = 0
        if equals and most >= self.deck.least:
            move = equals[0]
            if self.random and len(equals) > 1:
                self.random = 16807 * self.random % 2147483647
                move = equals[self.random % len(equals)]
        order = sorted(weights, key=lambda each: (each != move, -weights[each], each))
        return Choice(move, [(each, weights[each]) for each in order[:5]], found.get(move, []))
