"""Which Go positions is Wally tested with, and what does the reference model answer? Writes tests/data/wally/.

Run as `python -m tests.data.make_wally_positions` where tests/shared.py finds the model (it is not part of the
project). positions.txt: one position a line, without chains too long for a stack of 33 levels; long-chains.txt: those
with such chains; game.txt: a game as it is typed on the keypad. The formats are described in the first lines of the
files.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.shared import SHARED

FOLDER = Path(__file__).parent / "wally"
MODELS = SHARED / "models"

ON_BOARD = [x for x in range(256) if x & 0x0F and x >> 4]
ON_BOARD_SET = set(ON_BOARD)
STEPS = (-16, 1, 16, -1)
LONGEST = 33  # stones of a chain that the article's stack of 100 bytes follows
PASS_LEVELS, LOOKAHEAD_LEVELS = 34, 33  # of COUNT in asm/kim1/wally.s: see DEEPEST there
FRESH_SEED = 1976
EMPTY, WHITE, BLACK = ".", "0", "#"
NOBODYS = "".join(EMPTY if x in ON_BOARD else " " for x in range(256))

POSITIONS_HEAD = """\
# Go positions with white's move just made, and what the reference model of Wally does there. No chain has more than
# 33 stones: long-chains.txt has those.
# Made by tests/data/make_wally_positions.py.
#
# kind: where it comes from. board: 15 rows, # black, o white, a number = n empty points.
# move: Wally's, two hex digits, 00 = pass. taken: the points from which stones were removed, of both colours.
#
# kind board move taken
"""
LONG_HEAD = """\
# Go positions with a chain of more than 33 stones, white's move just made.
# Made by tests/data/make_wally_positions.py.
#
# kind and board as in positions.txt. Then two moves, each with the points from which stones are removed: of the
# reference model whose COUNT goes down 34 levels in WEFFECT and BEFFECT and 33 in LOOKAHEAD, and a chain for which that
# is not enough has liberties; and of the model without a limit.
#
# kind board move taken unlimited-move unlimited-taken
"""
GAME_HEAD = """\
# A game against the reference model of Wally. Made by tests/data/make_wally_positions.py.
#
# The first line gives the number of handicap stones. Then each line an exchange:
# white's move, Wally's answer (00 = pass), the points from which stones were removed (- = none), and
# each group in atari after that: colour and liberty (- = none), black groups first, in the order of their
# first points.
"""


def points(places: list[int]) -> str:
    return ",".join(f"{x:02X}" for x in places) or "-"


def written(board: str) -> str:
    """The board as positions.txt has it; `board` has 256 characters, one per address."""
    rows = []
    for row in range(1, 16):
        text, gap = "", 0
        for point in board[16 * row + 1 : 16 * row + 16]:
            if point == EMPTY:
                gap += 1
            else:
                text += f"{gap or ''}{point.replace(WHITE, 'o')}"
                gap = 0
        rows.append(text + f"{gap or ''}")
    return "/".join(rows)


# ------------------------------------------------------------ the model


@cache
def the_model():
    """Return the module; its folder is put before the others once, which all processes begun later inherit."""
    sys.path.insert(0, str(MODELS))
    import wally

    return wally


def new(board: str):
    model = the_model()
    codes = {EMPTY: model.EMPTY, WHITE: model.WHITE, BLACK: model.BLACK, " ": model.OFF}
    wally = model.Wally()
    wally.bd = [codes[point] for point in board]
    return wally


def board_of(wally) -> str:
    model = the_model()
    names = {model.EMPTY: EMPTY, model.WHITE: WHITE, model.BLACK: BLACK, model.OFF: " "}
    return "".join(names[code] for code in wally.bd)


def think(board: str) -> tuple[int, str]:
    """Return Wally's move (0 = pass) and the board after it."""
    wally = new(board)
    move = wally.think() or 0
    return move, board_of(wally)


def think_within_the_stack(board: str) -> tuple[int, str]:
    """Return the same of a Wally whose COUNT breaks off where the stack of asm/kim1/wally.s ends.

    A chain whose count has been broken off is left alone: neither attacked nor defended nor taken off. LOOKAHEAD
    takes it that such a chain has liberties enough.
    """

    class Limited(the_model().Wally):
        def count(self, x, color, levels=LOOKAHEAD_LEVELS):
            marked, self.stones, self.libs, self.broken = set(), [], [], False

            def visit(x, level):
                if x not in ON_BOARD_SET or x in marked:
                    return
                if self.bd[x] == color:
                    if level > levels:
                        self.broken = True
                        return
                    marked.add(x)
                    self.stones.append(x)
                    for step in STEPS:
                        visit(x + step & 255, level + 1)
                elif self.bd[x] == the_model().EMPTY:
                    marked.add(x)
                    self.libs.append(x)

            visit(x, 1)
            return len(self.libs) + self.broken * len(ON_BOARD)

        def groups(self, color):
            done = set()
            for x in ON_BOARD:
                if self.bd[x] == color and x not in done:
                    done |= chain(self.bd, x)
                    liberties = self.count(x, color, PASS_LEVELS)
                    if not self.broken:
                        yield liberties, self.stones, self.libs

    wally = new(board)
    wally.__class__ = Limited
    move = wally.think() or 0
    return move, board_of(wally)


def handicap(stones: int) -> str:
    board = list(NOBODYS)
    for x in the_model().handicap(stones):
        board[x] = BLACK
    return "".join(board)


def ataris(board: str) -> list[str]:
    model, wally = the_model(), new(board)
    return [
        f"{name}{libs[0]:02X}"
        for name, colour in ((BLACK, model.BLACK), (WHITE, model.WHITE))
        for n, _, libs in wally.groups(colour)
        if n == 1
    ]


# ------------------------------------------------------------ positions


def put(board: str, x: int, point: str) -> str:
    return board[:x] + point + board[x + 1 :]


def empties(board: str) -> list[int]:
    return [x for x in ON_BOARD if board[x] == EMPTY]


def neighbours(x: int) -> list[int]:
    return [x + step & 255 for step in STEPS if (x + step & 255) in ON_BOARD_SET]


def chain(board, x: int) -> set[int]:
    """Return the points of the chain at x, of a board of characters or numbers."""
    found, front = {x}, [x]
    while front:
        here = front.pop()
        for y in neighbours(here):
            if board[y] == board[x] and y not in found:
                found.add(y)
                front.append(y)
    return found


def longest_chain(board: str) -> int:
    """Return the number of stones in the largest chain."""
    stones, longest = {x for x in ON_BOARD if board[x] != EMPTY}, 0
    while stones:
        found = chain(board, stones.pop())
        longest, stones = max(longest, len(found)), stones - found
    return longest


def random_games(seed: int, moves: int) -> Iterator[str]:
    """Yield the positions of a game against a random mover."""
    chance = random.Random(seed)
    board = handicap((0, 2, 4, 9, 13, 17)[seed % 6])
    for _ in range(moves):
        board = put(board, chance.choice(empties(board)), WHITE)
        yield board
        board = think(board)[1]


def scattered(chance: random.Random) -> str:
    """Return a board of any density and any share of black stones: many groups, dense or lonely."""
    board = list(NOBODYS)
    density = chance.choice((0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97))
    black = chance.choice((0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9))
    for x in ON_BOARD:
        if chance.random() < density:
            board[x] = BLACK if chance.random() < black else WHITE
    return "".join(board)


def clusters(chance: random.Random) -> str:
    """Return lumps of stones with space between them."""
    board = list(NOBODYS)
    for _ in range(chance.randint(2, 14)):
        colour, front = chance.choice((BLACK, WHITE)), [chance.choice(ON_BOARD)]
        for _ in range(chance.randint(3, 60)):
            x = chance.choice(front)
            if board[x] == EMPTY:
                board[x] = colour
            front.append(chance.choice(neighbours(x)))
    return "".join(board)


def snakes(chance: random.Random) -> str:
    """Return long winding chains with stones strewn between them."""
    board = list(NOBODYS)
    colour, x = chance.choice((BLACK, WHITE)), chance.choice(ON_BOARD)
    for _ in range(chance.randint(20, 220)):
        board[x] = colour
        ways = [y for y in neighbours(x) if board[y] == EMPTY]
        free = empties("".join(board))
        if ways:
            x = min(ways, key=lambda y: (sum(board[z] == colour for z in neighbours(y)), chance.random()))
        elif free:
            x = chance.choice(free)
            colour = chance.choice((BLACK, WHITE))
    for x in empties("".join(board)):
        if chance.random() < 0.15:
            board[x] = chance.choice((BLACK, WHITE))
    return "".join(board)


def combs(chance: random.Random) -> str:
    """Return rows of one colour, joined and fenced in by the other, with few liberties."""
    board = list(NOBODYS)
    ours, theirs = chance.sample((BLACK, WHITE), 2)
    every, holes = chance.choice((2, 3, 4)), chance.choice((0.03, 0.08, 0.15))
    for x in ON_BOARD:
        row, column = x >> 4, x & 15
        board[x] = ours if row % every else theirs
        if chance.random() < holes:
            board[x] = EMPTY
        if column == (1 if row // every % 2 else 15) and chance.random() < 0.9:
            board[x] = ours
    return "".join(board)


def edge_chains(chance: random.Random) -> str:
    """Return chains along the first and second lines, and some stones further in."""
    board = list(NOBODYS)
    rings = [ring(line) for line in (0, 1)]
    for _ in range(chance.randint(2, 9)):
        points, colour = chance.choice(rings), chance.choice((BLACK, WHITE))
        start, length = chance.randrange(len(points)), chance.randint(4, LONGEST)
        for x in (points[(start + step) % len(points)] for step in range(length)):
            if board[x] == EMPTY and chance.random() < 0.95:
                board[x] = colour
    density = chance.choice((0, 0.05, 0.15, 0.3))
    for x in empties("".join(board)):
        if chance.random() < density:
            board[x] = chance.choice((BLACK, WHITE))
    return "".join(board)


def ring(line: int) -> list[int]:
    """Return the points of a line round the board, 0 = the first, in their order."""
    low, high = 1 + line, 15 - line
    top = [16 * low + column for column in range(low, high)]
    right = [16 * row + high for row in range(low, high)]
    bottom = [16 * high + column for column in range(high, low, -1)]
    left = [16 * row + low for row in range(high, low, -1)]
    return top + right + bottom + left


def walks(chance: random.Random) -> str:
    """Return what walkers of both colours leave who put down a stone at every free point and often go straight on."""
    board = list(NOBODYS)
    for _ in range(chance.randint(2, 12)):
        colour, x, step = chance.choice((BLACK, WHITE)), chance.choice(ON_BOARD), chance.choice(STEPS)
        for _ in range(chance.randint(5, 40)):
            if board[x] == EMPTY:
                board[x] = colour
            while chance.random() < 0.4 or (x + step & 255) not in ON_BOARD_SET:
                step = chance.choice(STEPS)
            x = x + step & 255
    return "".join(board)


def fresh_boards(number: int) -> Iterator[tuple[str, str]]:
    """Yield kinds and boards that no stored position was made from, in equal shares, without too long chains."""
    chance, kinds = random.Random(FRESH_SEED), (scattered, edge_chains, walks)
    for each in range(number):
        kind = kinds[each % len(kinds)]
        board = kind(chance)
        while longest_chain(board) > LONGEST:
            board = kind(chance)
        yield kind.__name__.replace("_", "-"), board


def long_snake(rows: int, colour: str) -> str:
    """Return a chain that fills every other row, joined at alternating ends."""
    board = list(NOBODYS)
    for row in range(1, rows + 1):
        for column in range(1, 16):
            if row % 2 or column == (15 if row // 2 % 2 else 1):
                board[16 * row + column] = colour
    return "".join(board)


def positions(seed: int, games: int, moves: int, others: int) -> Iterator[tuple[str, str]]:
    """Yield kinds and boards: of games against a random mover, and others in equal shares."""
    for number in range(games):
        for board in random_games(seed + number, moves):
            yield "random-mover", board
    chance = random.Random(seed)
    for kind in (scattered, clusters, snakes, combs):
        for _ in range(others):
            yield kind.__name__, kind(chance)


# ------------------------------------------------------------ the files


def write_positions() -> None:
    several = enumerate(positions(seed=1981, games=6, moves=150, others=80))
    taken = [row for number, row in several if row[0] != "random-mover" or number % 7 == 0]
    taken += [("long-snake", long_snake(rank, colour)) for rank in (1, 3, 5, 9, 15) for colour in (BLACK, WHITE)]
    taken += list(fresh_boards(150))
    rows: dict[str, list[str]] = {"positions.txt": [], "long-chains.txt": []}
    for kind, board in taken:
        if longest_chain(board) <= LONGEST:
            rows["positions.txt"].append(f"{kind} {written(board)} {answer(board, *think(board))}")
        else:
            both = (answer(board, *each(board)) for each in (think_within_the_stack, think))
            rows["long-chains.txt"].append(f"{kind} {written(board)} {' '.join(both)}")
    for name, head in (("positions.txt", POSITIONS_HEAD), ("long-chains.txt", LONG_HEAD)):
        (FOLDER / name).write_text(head + "\n".join(rows[name]) + "\n")
        kinds = Counter(row.split()[0] for row in rows[name])
        print(f"{name}: {len(rows[name])} positions:", ", ".join(f"{n} {kind}" for kind, n in kinds.items()))


def answer(board: str, move: int, after: str) -> str:
    """Return a move and the stones that go as the files have them."""
    gone = [x for x in ON_BOARD if board[x] != EMPTY and after[x] == EMPTY]
    return f"{move:02X} {points(gone)}"


def write_game(stones: int = 9, moves: int = 45) -> None:
    """White leans on black stones, now and then on the edge: that brings captures, ataris and patterns."""
    chance, board, lines = random.Random(44), handicap(stones), []
    for _ in range(moves):
        near = [x for x in empties(board) if any(board[y] != EMPTY for y in neighbours(x))]
        move = chance.choice(near) if chance.random() < 0.95 else 0
        before = put(board, move, WHITE) if move else board
        answer, board = think(before)
        gone = [x for x in ON_BOARD if before[x] != EMPTY and board[x] == EMPTY]
        lines.append(f"{move:02X} {answer:02X} {points(gone)} {','.join(ataris(board)) or '-'}")
    (FOLDER / "game.txt").write_text(GAME_HEAD + f"{stones}\n" + "\n".join(lines) + "\n")
    captures = sum(line.split()[2] != "-" for line in lines)
    warnings = sum(line.split()[3] != "-" for line in lines)
    print(f"game.txt: {moves} exchanges, {captures} with captures, {warnings} with groups in atari")


if __name__ == "__main__":
    if not MODELS.is_dir():
        sys.exit(f"there is no {MODELS}: the reference model is needed")
    FOLDER.mkdir(exist_ok=True)
    write_positions()
    write_game()
