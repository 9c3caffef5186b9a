"""King and rook, king and queen against king, on the 6600: games, the room of the black king, the size of the program.

The ALGOL programs are asked for one move after the other. Black's moves are the printed ones, those of the best
defender, or all. The figures are numbers of moves, so the machine counts instructions and not their time, which is
faster. For the room the program's procedure ROOM is called for positions after a move of White's. Its data,
White's men and the black king on the turned board, are stored into its variables, and COMPARE is called first, as the
program itself does.

One program has all versions. The primitive version is the program without the procedure NEW ROOM, the new one the
program without OLD ROOM; some lines that only the other one needs are counted for both. The measured program is the one
with empty procedures SHOW BOARD and PROMPT, which print for a player at the console. Words are those of the code, and,
of the whole program, its data and its part of the library. How CDC's compiler counted is not known.

Of the three triangles for bishop and knight the medium one is measured, without a program.

Source: C. Zuidema, Chess, how to program the exceptions?, chapters 1 to 5; games: tests/data/zuidema/printed.tsv.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise, product
from typing import NamedTuple

from host.compilers.algol.compiler import compile_file
from host.compilers.algol.syntax import Label, Procedure
from host.experiments.figures.table import Measure, Measured
from host.games.boards import data_file
from host.games.endings.notation import VERSIONS
from host.games.endings.perfect import (
    KING,
    NOWHERE,
    SIDE,
    SQUARES,
    Position,
    around,
    in_check,
    is_possible,
    line,
    name,
    near,
    numbers,
    open_to_black,
    perfect,
    position_of,
    reaches,
    sets,
    square,
    starts,
)
from host.games.endings.program import MATE, MOST, Ending, Game, Games, program_of, without_boards, written
from host.games.program6600 import call_routine, source
from host.machines.cdc6600.calls import integer

NUMBERS = {"primitive": "1", "new": "2"}  # of the versions in that file
STEP = 397  # every 397th position begins a game: all of them would take minutes
NEAR = 1  # files: a rook so near cannot mate on the edge
EIGHTH, SIXTH = 7, 5  # ranks, from 0


class Printed(NamedTuple):
    """A printed game, or its beginning."""

    start: Position
    white: tuple[str, ...]  # moves: Kg2
    black: tuple[int, ...]  # the squares of the king's moves


FIGURE_33 = Printed(
    Position(square("f2"), square("d1"), square("f4")),
    ("Qd5", "Qe5", "Kf3", "Qh5"),
    (square("g4"), square("h4"), square("h3")),
)


@cache
def printed(version: str, figure: str) -> Printed:
    """Return a game of a version: that of the queen, or one from the file."""
    if version == "queen":
        return FIGURE_33
    rows = (
        row.split("\t")
        for row in data_file("tests/data/zuidema/printed.tsv", "zuidema.tsv").read_text(encoding="utf-8").splitlines()
        if not row.startswith("#")
    )
    men, moves = next(row[2:] for row in rows if row[:2] == [NUMBERS[version], figure])
    turns = [move.rstrip("+#") for move in moves.split()]
    return Printed(
        Position(*(square(man[1:]) for man in men.split())),
        tuple(turns[::2]),
        tuple(square(move[1:]) for move in turns[1::2]),
    )


# ---------------------------------------------------------------- games


@cache
def ending(version: str) -> Ending:
    """Return a 6600 with a version."""
    return Ending(version, exact=False)


def next_move(at_work: Ending) -> str:
    """Run the program for White's next move; return the move."""
    before = at_work.memory.position
    at_work.move()
    now = at_work.memory.position
    return f"K{name(now.king)}" if now.king != before.king else f"{at_work.version.pieces}{name(now.pieces[0])}"


def moves(version: str, game: Printed) -> list[str]:
    """Return White's moves up to the first one that differs from the print, that one included."""
    at_work = ending(version)
    at_work.begin(game.start)
    found: list[str] = []
    for expected, reply in zip(game.white, (*game.black, None), strict=False):
        found.append(next_move(at_work))
        if found[-1] != expected:
            break
        if reply is not None:
            at_work.black_goes(reply)
    return found


def is_mate(at_work: Ending) -> bool:
    """Return whether Black, who is to move, is mated by the rules."""
    return perfect(at_work.version.pieces).lasts(at_work.memory.position) == 0


def replies(piece: str, now: Position) -> list[int]:
    """Return where Black's king can go."""
    may = open_to_black(piece, now[:-1])
    near = (target for direction in KING for target in list(line(now.black, direction))[:1])
    return [target for target in near if may >> target & 1]


def longest(at_work: Ending, made: int = 0) -> int:
    """Return White's moves to mate against every defence, `made` of them up to now; MOST: no mate."""
    if is_mate(at_work):
        return made
    targets = replies(at_work.version.pieces, at_work.memory.position)
    if (
        not targets or made == MOST or at_work.memory.position.pieces[0] in targets
    ):  # stalemate, a draw, the piece is lost
        return MOST
    state, found = at_work.machine.snapshot(), []
    for target in targets:
        at_work.black_goes(target)
        at_work.move()
        found.append(longest(at_work, made + 1))
        at_work.machine.restore(state)
    return max(found)


# ---------------------------------------------------------------- printed games


def told(found: list[str], game: Printed, version: str) -> str:
    """Return in words where a game began, and whether White's moves are those printed."""
    start = f"from {written(game.start, VERSIONS[version].pieces)}"
    if tuple(found) == game.white:
        return f"{start}, White's {len(found)} move{'s' * (len(found) != 1)} as printed"
    return f"{start}; move {len(found)} is {found[-1]} and not {game.white[len(found) - 1]}"


def agreeing(found: list[str], game: Printed) -> int:
    """Return the number of White's moves that agree with the print."""
    return sum(mine == printed for mine, printed in zip(found, game.white, strict=False))


def to_mate(version: str, of: str) -> Measured:
    """Count the moves of a game printed up to mate; 0 if White plays otherwise or there is no mate."""
    game = printed(version, of)
    found = moves(version, game)
    mated = agreeing(found, game) == len(game.white) and is_mate(ending(version))
    return Measured(len(found) if mated else 0, told(found, game, version))


def as_printed(version: str, of: str) -> Measured:
    """Count White's moves from the first one that agree with the print."""
    return as_told(version, printed(version, of))


def as_told(version: str, game: Printed) -> Measured:
    """Count White's moves from the first one that agree with those of a game."""
    found = moves(version, game)
    return Measured(agreeing(found, game), told(found, game, version))


def first(version: str, of: str) -> Measured:
    """Find White's first move."""
    game = printed(version, of)
    return Measured(moves(version, game)[0], f"from {written(game.start, 'R')}")


def and_so_on(version: str, of: str, reply: str = "") -> Measured:
    """Play a game as far as it is printed, perhaps with one more reply, and then with every defence."""
    game, at_work = printed(version, of), ending(version)
    found = moves(version, game)
    if agreeing(found, game) < len(game.white):
        return Measured(0, told(found, game, version))
    if reply:
        at_work.black_goes(square(reply))
        at_work.move()
    most = longest(at_work, len(found) + bool(reply))
    return Measured(most, f"{told(found, game, version)}; then the longest of Black's ways")


# ---------------------------------------------------------------- all positions


def moves_with_the_best_play() -> Measured:
    """Find the greatest distance of a position from mate."""
    return Measured(perfect("R").most, f"by retrograde analysis of all {len(starts('R')):,} positions")


def games_of(version: str) -> list[Game]:
    """Return some games of a version against the best defender."""
    return list(Games(ending(version)).games(starts("R")[::STEP]))


def longest_game(version: str) -> Measured:
    """Find the longest won game of some."""
    games = games_of(version)
    won = [len(game.moves) for game in games if game.end == MATE]
    how = f"the longest of {len(won):,} games won, from every {STEP}th position, against the best defender"
    return Measured(max(won), f"{how}; {len(games) - len(won)} are not won")


def after_a_move(version: str, start: Position) -> Position:
    """Return the position after the program's first move."""
    at_work = ending(version)
    at_work.begin(start)
    at_work.move()
    return at_work.memory.position


def stalemates(version: str) -> Measured:
    """Count the positions in which White's first move is stalemate; none of the others can be."""
    positions = [after_a_move(version, start) for start in stalemate_possible()]
    found = sum(perfect("R").answer(now) == NOWHERE and not in_check("R", now) for now in positions)
    how = f"stalemates by the first move, in the {len(stalemate_possible()):,} positions in which one is possible"
    return Measured(found, how)


@cache
def stalemate_possible() -> tuple[Position, ...]:
    """Return the positions in which a move of White's is stalemate."""
    rook = sets("R")
    stalemate = rook.possible & ~rook.movable & ~rook.attacks
    return tuple(map(position_of, numbers(rook.before_white(stalemate))))


def rook_too_near() -> Measured:
    """Play from the positions in which only the rook's place is wrong, with every defence."""
    at_work, found = ending("primitive"), []
    for start in patterns():
        at_work.begin(start)
        at_work.move()
        found.append(longest(at_work, 1))
    return Measured(max(found), f"the longest of Black's ways from {len(found)} positions, Black on e8 to h8")


def patterns() -> Iterator[Position]:
    """Yield the positions with the kings as for mate on the eighth rank, between e8 and h8, but the rook too near."""
    for start in starts("R"):
        (rank, file), (king_rank, king_file) = divmod(start.black, SIDE), divmod(start.king, SIDE)
        apart = abs(file - king_file)
        facing = apart == 0 or (apart == 1 and file == SIDE - 1)  # a knight's jump in the corner
        too_near = abs(start.pieces[0] % SIDE - file) <= NEAR
        if rank == EIGHTH and king_rank == SIXTH and file >= SIDE // 2 and facing and too_near:
            yield start


def pattern_of_figure_20() -> Measured:
    """Let Black leave the pattern by g6; count White's moves as the text has them."""
    game = printed("new", "fig20")
    return as_told("new", Printed(game.start, ("Re1", "Re6"), (square("g6"),)))


def check_of_figure_27() -> Measured:
    """Count the moves of the line that begins with a check, with Black's best defence after the second move."""
    after = Position(square("f5"), square("a7"), square("h6"))
    starts = [
        Position(square("f5"), rook, black)
        for rook, black in product(range(square("c1"), SQUARES, SIDE), (square("g7"), square("h7")))
    ]
    starts = [each for each in starts if is_possible(each) and not in_check("R", each)]
    checks = sum(moves("new", Printed(each, ("Rc7",), ())) == ["Rc7"] for each in starts)
    how = f"with the best play after 2.Ra7; the program checks in {checks} of {len(starts)} such positions"
    return Measured(2 + perfect("R").lasts(after), how)


HYPOTENUSE = tuple(map(square, ("d1", "e2", "f3", "g4", "h5")))  # of the medium triangle
INSIDE = tuple(each for each in range(SQUARES) if each % SIDE - each // SIDE > HYPOTENUSE[0] % SIDE)
LARGE = tuple(map(square, ("b1", "c2", "d3", "e4", "f5", "g6", "h7")))  # the hypotenuse of the large one


def steps_out(knight: int) -> tuple[int, int]:
    """Return the black king's steps out of the medium triangle, and the number of its and the bishop's placements.

    The bishop is on the hypotenuse and not attacked, the black king inside and not in check.
    """
    found = count = 0
    for bishop in HYPOTENUSE:
        net = reaches("B")[knight][bishop] | reaches("N")[bishop][knight]
        for black in INSIDE:
            if black != knight and not (net | near(bishop)) >> black & 1:
                count += 1
                found += sum(each not in INSIDE and not net >> each & 1 for each in around(black))
    return found, count


def medium_triangle() -> Measured:
    """Count the steps out of the medium triangle with the best square of the knight's in front of it."""
    outside = [each for each in range(SQUARES) if each not in (*INSIDE, *HYPOTENUSE)]
    steps, knight = min((steps_out(each)[0], each) for each in outside)
    shutting = [name(each) for each in outside if steps_out(each)[0] == steps]
    how = f"from {steps_out(knight)[1]} places of bishop and black king, with the knight on {' or '.join(shutting)}"
    return Measured(steps, how)


def large_triangle() -> Measured:
    """Count the squares by which Black's king leaves the large triangle, with the best squares for knight and king."""
    inside = sum(1 << each for each in range(SQUARES) if each % SIDE - each // SIDE > LARGE[0] % SIDE)
    beyond = [each for each in range(SQUARES) if each not in LARGE and not inside >> each & 1]
    colour = sum(divmod(LARGE[0], SIDE)) % 2
    fewest: dict[int, list[str]] = {}
    for knight in (each for each in beyond if sum(divmod(each, SIDE)) % 2 == colour):
        exits = 0
        for bishop in LARGE:
            net = reaches("B")[knight][bishop] | reaches("N")[bishop][knight] | near(bishop) & inside
            for black in numbers(inside & ~net):
                exits |= near(black) & ~inside & ~net
        for king in (each for each in beyond if each != knight):
            left = (exits & ~near(king)).bit_count()
            fewest.setdefault(left, []).append(f"N{name(knight)} K{name(king)}")
    best = min(fewest)
    return Measured(best, f"squares beyond b1 to h7, with {' or '.join(fewest[best][:3])}, the bishop anywhere on it")


GAMES: dict[str, Measure] = {
    "rook.fig30": partial(to_mate, "new", "fig30"),
    "rook.fig30a": partial(and_so_on, "new", "fig30A", "h7"),
    "rook.fig30a-4": partial(as_printed, "new", "fig30A note 4...Kg3"),
    "rook.fig30a-9": partial(as_printed, "new", "fig30A note 9...Kf7"),
    "rook.fig31": partial(to_mate, "new", "fig31"),
    "rook.fig32": partial(and_so_on, "new", "fig32"),
    "rook.fig17-move": partial(first, "new", "fig17"),
    "rook.fig18-move": partial(first, "new", "fig18"),
    "rook.fig19": partial(as_printed, "new", "fig19"),
    "rook.fig18-e4": partial(as_printed, "new", "fig18"),
    "rook.fig18-d3": partial(as_printed, "new", "fig18 b"),
    "rook.fig20-f7": partial(as_printed, "new", "fig20"),
    "rook.fig20-g6": pattern_of_figure_20,
    "rook.fig21-mate": partial(to_mate, "new", "fig21"),
    "rook.fig22": partial(first, "new", "fig22 new"),
    "rook.fig27": check_of_figure_27,
    "rook.fig23": partial(first, "new", "fig23"),
    "rook.fig24": partial(first, "new", "fig24"),
    "rook.fig25": partial(first, "new", "fig25"),
    "rook.fig26": partial(as_printed, "new", "fig26"),
    "primitive.fig29": partial(to_mate, "primitive", "fig29"),
    "primitive.fig22": partial(as_printed, "primitive", "fig22 prim"),
    "primitive.fig7": partial(to_mate, "primitive", "fig7 prim"),
    "primitive.fig8": partial(to_mate, "primitive", "fig8 prim"),
    "primitive.fig9": partial(first, "primitive", "fig9 prim"),
    "primitive.fig14-move": partial(first, "primitive", "fig14 prim"),
    "primitive.fig15": partial(to_mate, "primitive", "fig15 prim"),
    "primitive.fig18-move": partial(first, "primitive", "fig18 prim"),
    "queen.fig33": partial(to_mate, "queen", "fig33"),
    "rook.longest": partial(longest_game, "new"),
    "rook.unsolved": partial(stalemates, "new"),
    "primitive.longest": partial(longest_game, "primitive"),
    "primitive.unsolved": partial(stalemates, "primitive"),
    "rook.theory": moves_with_the_best_play,
    "primitive.mate-in-three": rook_too_near,
    "triangles.medium": medium_triangle,
    "triangles.large": large_triangle,
}


# ---------------------------------------------------------------- rooms


MEN = ("wf1", "wk1", "rf1", "rk1", "bf", "bk")  # the variables that ROOM reads
LOWER, UPPER = 2, 3  # words of the description of an array: the bounds of its first subscript
CASES = "newroom"  # a procedure: a label for each case
CASES_STEP = 499  # cases are recorded in every 499th position
ROOK = square("d5")  # of figs 4 and 5, where the black king has 4 files and 3 ranks
ATTACKED_IN_TWO = 3  # moves of a king to the rook's square


# ---------------------------------------------------------------- the machine


def turned(position: Position) -> tuple[int, ...]:
    """Return the files and ranks of MEN, from 1, turned as the program does: the black king in e5, e8, h8."""
    files, ranks = ([each % SIDE + 1 for each in position], [each // SIDE + 1 for each in position])
    (wf, rf, bf), (wk, rk, bk) = (
        [SIDE + 1 - each for each in line] if line[-1] <= SIDE // 2 else line for line in (files, ranks)
    )
    if bk < bf or (bk == bf and (wk > wf or (wk == wf and rk < rf))):
        return wk, wf, rk, rf, bk, bf
    return wf, wk, rf, rk, bf, bk


class Caller:
    """A 6600 with a version of the program, to call its procedures."""

    def __init__(self, version: str) -> None:
        self.machine = Ending(version, exact=False).machine
        self._procedures, self.places = program_of(version).procedures, program_of(version).variables
        self.reached: set[int] = set()

    def call(self, procedure: str, places: Sequence[int] = ()) -> set[int]:
        """Call a procedure without parameters; return those of the places that it has reached."""
        return set(call_routine(self.machine, self._procedures[procedure], places))

    def word(self, variable: str, offset: int = 0) -> int:
        """Return the word of a variable, or one after it."""
        return int(self.machine.memory[self.places[variable] + offset])

    def room(self, position: Position, places: Sequence[int] = ()) -> int:
        """Return the room of the black king, with Black to move; record which of the places it reaches."""
        for variable, number in zip(MEN, turned(position), strict=True):
            self.machine.memory[self.places[variable]] = number
        self.machine.memory[self.places["strong"]] = 0  # ROOM does not set it where the rook can be taken
        self.call("compare")
        self.reached = self.call("room", places)
        return integer(self.machine.read_register("X6"))

    @property
    def strong(self) -> bool:
        """Whether the rook cannot be driven away, by the program's verdict on the last room."""
        return self.word("strong") != 0


@cache
def caller(version: str) -> Caller:
    """Return a machine with a version."""
    return Caller(version)


# ---------------------------------------------------------------- rooms


def room(version: str, of: str, move: str) -> Measured:
    """Find the room after a move in a position of tests/data/zuidema/."""
    king, rook, black = printed(version, of).start
    target = square(move[1:])
    position = Position(target, rook, black) if move.startswith("K") else Position(king, target, black)
    return Measured(caller(version).room(position), f"procedure ROOM, {written(position, 'R')}")


def room_in_figure_21() -> Measured:
    """Put the rook on each square from which it can mate on e8."""
    positions = [Position(square("g6"), square(f"e{rank}"), square("h8")) for rank in range(7, 0, -1)]
    found, *others = (caller("new").room(each) for each in positions)
    elsewhere = ", ".join(map(str, sorted(set(others))))
    return Measured(found, f"procedure ROOM, {written(positions[0], 'R')}; with the rook on e1 to e6 it is {elsewhere}")


def rooms_behind_the_rook(strong: bool, way: int | None = None) -> list[int]:
    """Return the rooms in all positions with the rook on d5, Black's king in front of it, White's not.

    Neither is White's king level with the rook. `way`: moves of Black's king to the rook's square; None: any.
    """
    (rank, file), found = divmod(ROOK, SIDE), []
    squares = [(divmod(each, SIDE), each) for each in range(SQUARES)]
    for (black_rank, black_file), black in squares:
        if black_rank <= rank or black_file <= file:
            continue
        if way is not None and max(black_rank - rank, black_file - file) != way:
            continue
        for (king_rank, king_file), king in squares:
            position = Position(king, ROOK, black)
            outside = king_rank < rank or king_file < file
            if outside and king_rank != rank and king_file != file and is_possible(position):
                value = caller("primitive").room(position)
                if caller("primitive").strong == strong:
                    found.append(value)
    return found


def same_everywhere(rooms: list[int], what: str) -> Measured:
    """Return the room if it is the same in all positions; else a list of the different ones."""
    values = sorted(set(rooms))
    return Measured(values[0] if len(values) == 1 else values, f"procedure ROOM in {len(rooms):,} positions, {what}")


# ---------------------------------------------------------------- the program's text at work


def cases() -> Measured:
    """Count the labels of the procedure that are reached."""
    program, at_work = compile_file(source(VERSIONS["new"].program)), caller("new")
    symbols = [
        symbol
        for each, symbol in program.shared.entries.items()
        if isinstance(each, Label) and isinstance(each.owner, Procedure) and each.owner.name == CASES
    ]
    addresses = [program.image.symbols[each] for each in symbols if each in program.image.symbols]
    reached: set[int] = set()
    for position in some_positions():
        at_work.room(position, addresses)
        reached |= at_work.reached
    return Measured(len(reached), f"labels of its NEW ROOM that are reached in {len(some_positions()):,} positions")


def some_positions() -> list[Position]:
    """Return positions with Black to move."""
    return [*map(position_of, numbers(sets("R").possible))][::CASES_STEP]


def elements_of_history() -> Measured:
    """Read the description of the array in storage."""
    lower, upper = (caller("new").word("history", each) for each in (LOWER, UPPER))
    return Measured(upper - lower + 1, "bounds in the description of HISTORY in storage")


ROOMS: dict[str, Measure] = {
    "rook.fig17": partial(room, "new", "fig17", "Kf4"),
    "rook.fig18": partial(room, "new", "fig18", "Kb3"),
    "rook.fig20": partial(room, "new", "fig20", "Re1"),
    "primitive.fig12": partial(room, "primitive", "fig14 prim", "Kh6"),
    "primitive.fig14": partial(room, "primitive", "fig14 prim", "Kg6"),
    "primitive.fig14-rook": partial(room, "primitive", "fig14 prim", "Rg2"),
    "primitive.fig18": partial(room, "primitive", "fig18 prim", "Ra5"),
    "rook.fig21": room_in_figure_21,
    "primitive.fig4": lambda: same_everywhere(
        rooms_behind_the_rook(strong=True),
        "rook on d5 and strong, White's king neither in its quadrant nor level with it",
    ),
    "primitive.fig5": lambda: same_everywhere(
        rooms_behind_the_rook(strong=False, way=ATTACKED_IN_TWO),
        "rook on d5 and not strong, White's king as before, Black two moves from an attack",
    ),
    "rook.cases": cases,
    "rook.history": elements_of_history,
}


# ---------------------------------------------------------------- sizes


OTHERS = {"primitive": "newroom", "new": "oldroom"}  # version -> a procedure that only the other one has
NAMES = {"primitive": "primitive", "new": "rook"}  # version -> the beginning of its figures' ids
ROOM = "beyond", "room"  # the first and the last of the procedures that find the room
DIALOGUE = "write"  # the first procedure of the dialogue, which is the rest of the text
TEXT = "S.."  # the prefix of the symbols of texts
NO_BOARDS = "no boards or prompts"


@cache
def lines_of(procedure: str) -> range:
    """Return the lines of a procedure's declaration."""
    found = next(each for each in without_boards().program.procedures if each.name == procedure)
    assert found.body is not None
    body = found.body.at
    return range(found.at.line, body.source.line(body.end - 1) + 1)


def all_lines(version: str) -> list[int]:
    """Return the lines of a version."""
    every = range(1, len(without_boards().text.splitlines()) + 1)
    return [each for each in every if each not in lines_of(OTHERS[version])]


def room_lines(version: str) -> list[int]:
    """Return those of the room."""
    first, last = (lines_of(each) for each in ROOM)
    return [each for each in all_lines(version) if first.start <= each < last.stop]


def dialogue_lines(version: str) -> list[int]:
    """Return those of the dialogue."""
    return [each for each in all_lines(version) if each >= lines_of(DIALOGUE).start]


def words(lines: list[int]) -> int:
    """Return the number of words with code of these lines."""
    wanted = set(lines)
    own = (
        each
        for each in without_boards().image.lines
        if each.file == without_boards().program.at.file and each.line in wanted
    )
    return len({each.address + word for each in own for word in range(each.length)})


def words_of_texts() -> int:
    """Return the words of the program's texts and formats."""
    places = sorted((address, symbol) for symbol, address in without_boards().image.symbols.items())
    return sum(end - start for (start, symbol), (end, _) in pairwise(places) if symbol.startswith(TEXT))


def all_words(version: str) -> Measured:
    """Return the words of a version with its library."""
    own, library = words(all_lines(version)), without_boards().words.library
    return Measured(own + library, f"{own:,} of code and data, {library:,} of its library; no buffers, {NO_BOARDS}")


def sizes(version: str) -> dict[str, Measure]:
    """Return the functions that measure the sizes of a version."""
    without = f"without {'OLD' if version == 'new' else 'NEW'} ROOM"
    lines: dict[str, tuple[Callable[[], int], str]] = {
        "lines": (lambda: len(all_lines(version)), f"of asm/cdc6600/rook.alg, comments too, {without}; {NO_BOARDS}"),
        "lines-io": (lambda: len(dialogue_lines(version)), "from procedure WRITE to the end"),
        "lines-room": (lambda: len(room_lines(version)), f"from procedure BEYOND to ROOM, {without}"),
        "words-io": (
            lambda: words(dialogue_lines(version)) + words_of_texts(),
            "code of those lines, with all texts and formats; the library's routines are not counted here",
        ),
        "words-room": (lambda: words(room_lines(version)), "code of those lines"),
    }
    found: dict[str, Measure] = {f"{NAMES[version]}.{name}": partial(counted, *row) for name, row in lines.items()}
    return {**found, f"{NAMES[version]}.words": partial(all_words, version)}


def counted(value: Callable[[], int], how: str) -> Measured:
    """Measure a size."""
    return Measured(value(), how)


FIGURES: dict[str, Measure] = GAMES | ROOMS | {**sizes("primitive"), **sizes("new")}
