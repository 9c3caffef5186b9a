"""Subscripted variables and moves as values: rules written with them do what the same rules do without."""

from __future__ import annotations

import hashlib
import random
import re

import pytest

from host.games.boards import Colour
from host.games.checkers import rules as checkers
from host.games.pitrat import rules
from host.games.pitrat.notation import Notation, Refused, path_of
from host.games.pitrat.position import Man, Position, parse_fen
from host.games.pitrat.program import VICTORY, Line, Pitrat
from host.machines.programs import find_source
from tests.shared import ALL_EXAMPLES

from . import random_rules
from .executor import Run, difference
from .reading import read
from .test_compiled import COMMANDS, loaded, scattered

pytestmark = pytest.mark.usefixtures("quick")

DECLARED = re.compile(r"VARIABLE (\w+) = (.*)")
UNDECLARED = {"V": "(0,0)", "W": "(0,0)", "X": "(0,0)"}  # what random rules assign and do not declare: no value is 0
SEEDS = range(12 if ALL_EXAMPLES else 2)


def subscripted(text: str) -> str:
    """Return rules with all variables in two arrays, one of integers, one of pairs.

    A subscript is an element of a third array.
    """
    head, body = text.split("\nMOVES", 1)
    values = dict(DECLARED.findall(head)) | UNDECLARED
    arrays = {name: [each for each in values if (values[each][0] == "(") is pair]
              for name, pair in (("N", False), ("S", True))}  # fmt: skip
    most = max(map(len, arrays.values()))
    lines = [f"VARIABLE {name}({len(own)}) = {', '.join(values[each] for each in own)}" for name, own in arrays.items()]
    lines += [f"VARIABLE I({most}) = {', '.join(map(str, range(1, most + 1)))}"]
    lines += [f"VARIABLE I{number} = {number}" for number in range(1, most + 1)]
    places = {each: f"{name}(I(I{at}))" for name, own in arrays.items() for at, each in enumerate(own, 1)}
    changed = re.sub(r"\b[A-Z]\w*\b", lambda found: places.get(found[0], found[0]), body)
    return "\n".join([DECLARED.sub("", head), *lines, "MOVES" + changed])


def as_values(text: str, name: str = "MADE") -> str:
    """Return rules with every MOVE of submoves made as a value."""

    def made(found: re.Match[str]) -> str:
        total = " + ".join(["NONE", *re.split(r"\s+\.\s+", found[2])])
        return f"{found[1]} ARITHMETIC * {name} = {total}.\n . MOVE * {name}."

    return re.sub(r"^(\w+\.|\s*\.)\s*MOVE \* (.*)\.$", made, text, flags=re.M)


def both(text: str) -> str:
    """Return rules with values in an array."""
    array = "VARIABLE STACK(3) = NONE\nVARIABLE J = 2\nMOVES\n"
    return as_values(subscripted(text), "STACK(J)").replace("MOVES\n", array, 1)


def outputs(lines: list[str]) -> list[str]:
    """Return what is printed, without the numbers of nodes and of statements."""
    plain = [re.sub(r"^(MOVE|RESULT|FAULT 1\d|FAULT \d) \d+", r"\1", line) for line in lines]
    return ["DONE" if line.startswith("DONE") else line for line in plain]


def compare(one: str, two: str, dice: random.Random, share: float = 0.3, most: int = 2) -> None:
    """See that two texts have the same moves and results, interpreted and compiled."""
    first, second = read(one), read(two, "TABLES COMPILE")
    assert first.good, first.rows
    assert second.good, second.rows
    image = loaded(second)
    for modifications in range(most + 1):
        position = [*scattered(first, dice, share), f"N {modifications}", *COMMANDS[modifications]]
        wanted = outputs(Run("\n".join(first.tables), position).lines)
        assert len(wanted) > 1
        for lines in (position, ["COMPILED 1", *position]):
            assert not difference(outputs(Run("\n".join(second.tables), lines, image=image).lines), wanted)


@pytest.mark.parametrize("change", [subscripted, as_values, both] if ALL_EXAMPLES else [both])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_rules_do_the_same(change, seed):
    text = random_rules.rules(random.Random(seed))
    assert change(text) != text
    compare(text, change(text), random.Random(seed))


def test_a_range_of_increments_is_a_list_of_them_and_moves_of_chess_can_be_values():
    text = find_source("asm/pitrat/two-kings.rules").read_text()
    steps = re.findall(r"^VARIABLE (?:HP|HN|VP|VN|BP1|BP2|BN1|BN2) = (.*)$", text, re.M)
    array = f"VARIABLE D(9) = (0,0), {', '.join(steps)}\nVARIABLE TWO = 2\nVARIABLE EIGHT = 8\n"
    ranges = text.replace("HP, HN, VP, VN, BP1, BP2, BN1, BN2", "D(TWO) TO D(EIGHT + ONE)")
    ranges = ranges.replace("BP1, BP2, BN1, BN2", "BP1, D(EIGHT - ONE), BN1, D(EIGHT + ONE)")
    assert ranges.count(" TO D(") > 1
    compare(text, as_values(ranges.replace("MOVES\n", f"{array}MOVES\n", 1)), random.Random(6), 0.2, 1)


# ---------------------------------------------------------------- AFTER

AFTER = """BOARD 4 4
NATURES MAN DOG
VARIABLE EMPTY = 0
VARIABLE FRIEND = 1 / 2
VARIABLE ENEMY = 2 / 1
VARIABLE D1 = (1,0)
VARIABLE D2 = (0,1)
VARIABLE D3 = (-1,0)
VARIABLE D4 = (0,-1)
INDICATIF COUNT = 1 TRANSIENT
MOVES
A. SCANNING * V . Z.
 . IF * OCCUPY(V) = FRIEND . B, XA.
B. LOOP * W = V . D1, D2, D3, D4 . XA.
 . IF * OCCUPY(W) = EMPTY . C, XB.
{look}
EL. LOOP * U = W . D1, D2, D3, D4 . EX.
{see}
E. CPTD GO TO * OCCUPY(U) = EMPTY, EE . FRIEND, F . ENEMY, G.
EE. MOVE * TRAVEL, V, U.
 . GO TO * ZEL.
F. IF * NATURE(U) = DOG . G, XEL.
{sure}
GM. MOVE * TRAVEL, V, W . CAPTURE, U.
 . GO TO * XEL.
EX. {back}
 . IF * OCCUPY(W) = EMPTY . EY, XB.
EY. IF * NATURE(V) = DOG . H, XB.
H. IF * COUNT = FRIEND . I, XB.
I. MOVE * PROMOTION, MAN, V.
 . GO TO * XB.
# the squares are tested before, but the tests are forgotten at O
Z. SCANNING * V . N.
 . IF * OCCUPY(V) = FRIEND . J, XZ.
J. LOOP * W = V . D1, D4 . XZ.
 . ARITHMETIC * FREE = ENEMY.
 . IF * OCCUPY(W) = EMPTY . K, O.
K. ARITHMETIC * FREE = EMPTY.
O. IF * FREE = EMPTY . P, XJ.
P. {forget}
Q. IF * OCCUPY(W) = EMPTY . R, S.
R. MOVE * PUT, MAN, W.
 . GO TO * XJ.
S. MOVE * PUT, DOG, W.
 . GO TO * XJ.
N. FINISHED *.
 . END.
WIN
 . RESULT * NO VICTORY.
 . END.
"""
LOOK = """C. ARITHMETIC * Q = NONE + TRAVEL, V, W.
 . AFTER * Q.
 . IF * OCCUPY(W) = FRIEND . C1, XB.
C1. IF * OCCUPY(V) = EMPTY . EL, XB."""
FORGET = """ARITHMETIC * M = NONE + TRAVEL, V, W.
 . AFTER * M.
 . IF * OCCUPY(W) = FRIEND . P1, XJ.
P1. AFTER * NONE."""
SEEN = {"look": LOOK, "see": " . GO TO * E.", "back": "AFTER * NONE.", "forget": FORGET,
        "sure": "G. IF * OCCUPY(V) = EMPTY . GM, XEL."}  # fmt: skip
BY_HAND = {"look": "C. ARITHMETIC * T = V.", "see": " . IF * U = V . EE, E.", "back": "ARITHMETIC * T = V.",
           "forget": "ARITHMETIC * T = V.", "sure": "G. GO TO * GM."}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_after_a_move_its_squares_are_changed_and_make_no_conditions(seed):
    compare(AFTER.format(**BY_HAND), AFTER.format(**SEEN), random.Random(seed), 0.3)


CARRIED = """BOARD 3 1
NATURES MAN
VARIABLE EMPTY = 0
VARIABLE S(3) = (1,1), (2,1), (3,1)
VARIABLE ONE = 1
VARIABLE THREE = 3
VARIABLE Q = NONE
MOVES
 . ARITHMETIC * I = ONE.
A. IF * OCCUPY(S(I)) = EMPTY . B, C.
B. ARITHMETIC * Q = Q + PUT, MAN, S(I).
C. ARITHMETIC * I = I + ONE.
 . IF * I <= THREE . A, D.
D. MOVE * Q.
 . END.
WIN
 . RESULT * NO VICTORY.
 . END.
"""


def test_a_move_has_the_conditions_under_which_it_has_been_made():
    """The conditions of the IF are forgotten at C; those under which submoves were added are not."""
    run = Run("\n".join(read(CARRIED).tables), ["CLEAR", "TO 1", "MAN 2 1 2 1", "MOVES"])
    conditions = [line for line in run.lines if line.startswith("?")]
    assert conditions == ["? O 1 1 1 0 0", "? O 3 1 1 0 0"]


COPIED = """BOARD 3 1
NATURES MAN
VARIABLE EMPTY = 0
VARIABLE S(3) = (1,1), (2,1), (3,1)
VARIABLE ONE = 1
VARIABLE TWO = 2
VARIABLE THREE = 3
VARIABLE Q(2) = NONE
MOVES
 . ARITHMETIC * R = NONE + PUT, MAN, S(TWO).
A. IF * OCCUPY(S(THREE)) = EMPTY . B, C.
B. ARITHMETIC * Q(ONE) = R.
C. IF * OCCUPY(S(TWO)) = EMPTY . D, E.
D. ARITHMETIC * Q(TWO) = Q(ONE).
E. IF * OCCUPY(S(ONE)) = EMPTY . F, G.
F. ARITHMETIC * Q(ONE) = NONE.
 . ARITHMETIC * T = Q(TWO).
G. ARITHMETIC * U = T.
 . MOVE * U.
 . ARITHMETIC * T = Q(ONE).
 . ARITHMETIC * U = T.
 . AFTER * U.
 . IF * OCCUPY(S(TWO)) = EMPTY . H, I.
H. MOVE * R.
I. FINISHED *.
 . END.
WIN
 . RESULT * NO VICTORY.
 . END.
"""


def test_a_copy_of_a_move_has_the_conditions_under_which_it_was_copied():
    """NONE has none."""
    found = read(COPIED, "TABLES COMPILE")
    for command in ("COMPILED 0", "COMPILED 1"):
        run = Run("\n".join(found.tables), ["CLEAR", "TO 1", command, "MOVES"], image=loaded(found))
        _, copied, last = "\n".join(run.lines).split("MOVE ")
        wanted = [["? O 3 1 1 0 0", "? O 2 1 1 0 0", "? O 1 1 1 0 0"], ["? O 2 1 1 0 0"]]
        assert [re.findall(r"\?.*", each) for each in (copied, last)] == wanted


FAULTS = {
    "ARITHMETIC * I = A(I).": "FAULT 8 {} 0 3",
    "ARITHMETIC * I = A(FOUR).": "FAULT 8 {} 4 3",
    "ARITHMETIC * A(FOUR) = I.": "FAULT 8 {} 4 3",
    "MOVE * Q.": "FAULT 10 {} 0 0",
    "ARITHMETIC * Q = NONE + PUT, MAN, V.": "FAULT 1 {} 0 0",
    "AFTER * TWICE.": "FAULT 9 {} 2 0",
}


@pytest.mark.parametrize(("statement", "fault"), FAULTS.items())
def test_faults(statement, fault):
    text = CARRIED.replace("MOVES\n", "VARIABLE A(3) = 1\nVARIABLE FOUR = 4\nVARIABLE V = (0,0)\nMOVES\n", 1)
    twice = " . ARITHMETIC * TWICE = NONE + PUT, MAN, S(ONE) + PUT, MAN, S(ONE).\n"
    lines = text.replace(" . ARITHMETIC * I = ONE.", f" . ARITHMETIC * I = I.\n{twice} . {statement}").splitlines()
    lines.insert(3, "VARIABLE I = 0")
    found = read("\n".join(lines), "TABLES COMPILE")
    number = next(at for at, line in enumerate(lines, 1) if line == f" . {statement}")
    node = [row[1] for row in found.rows if row[0] == "NODE" and row[3] == str(number)][-1]
    for command in ("COMPILED 0", "COMPILED 1"):
        run = Run("\n".join(found.tables), ["CLEAR", "TO 1", command, "MOVES"], image=loaded(found))
        assert run.lines[-1] == fault.format(node)


def test_a_move_has_thirty_submoves_at_most():
    text = CARRIED.replace("I = I + ONE", "I = I")
    run = Run("\n".join(read(text).tables), ["CLEAR", "TO 1", "MOVES"])
    assert run.lines[-1].startswith("FAULT 11 ")


# ---------------------------------------------------------------- the rules that come with Ironboard

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def perft(name: str, depths: int, fen: str | None = None) -> list[int]:
    """Return the numbers of games of one move, two moves, ..."""
    found = rules.read(name)
    start = found.start() if fen is None else parse_fen(fen, found.game)
    commands = [f"PERFT {depth}" for depth in range(1, depths + 1)]
    return [row.numbers[-1] for row in Pitrat(found).work(start, commands) if isinstance(row, Line)]


def test_english_draughts_has_the_known_numbers_of_games():
    numbers = [7, 49, 302, 1469, 7361][: 5 if ALL_EXAMPLES else 4]
    assert perft("draughts", len(numbers)) == numbers


def a_board(source: random.Random) -> dict[int, checkers.Piece]:
    """Return a few pieces among many of the other side, which stand so that several can be captured in a move."""
    side, rows = source.choice([*Colour]), source.choice((0, 1))
    pieces = {each: source.choice([checkers.MEN[side], checkers.KINGS[side]]) for each in range(5, 29)
              if checkers.place(each)[0] % 2 == rows and source.random() < 0.75}  # fmt: skip
    kinds = [checkers.KINGS[side.other], checkers.KINGS[side.other], checkers.MEN[side.other]]
    pieces |= {each: source.choice(kinds) for each in source.sample(checkers.SQUARES, source.randint(1, 4))}
    return {each: piece for each, piece in pieces.items() if piece.king or 4 < each < 29}


def squares_of(number: int) -> tuple[int, int]:
    row, column = checkers.place(number)
    return column + 1, 8 - row


def test_english_draughts_has_the_moves_of_our_own_rules():
    """Those are compared with pydraughts. Every path of a capture, what it captures in its order, who is crowned."""
    found = rules.read("draughts", compass=True)
    programs, source, most = [Pitrat(found), Pitrat(found, interpreted=False)], random.Random(2), 0
    for _ in range(60 if ALL_EXAMPLES else 5):
        pieces = a_board(source)
        men = {squares_of(each): Man(1 if piece.colour is Colour.WHITE else 2, 1 + piece.king)
               for each, piece in pieces.items()}  # fmt: skip
        for side in Colour:
            before = checkers.Position(pieces, side)
            legal = before.legal_moves()
            most = max(most, *(len(each.captured) for each in legal), 0)
            wanted = sorted(([*map(squares_of, each.path)], [*map(squares_of, each.captured)],
                             before.played(each).pieces[each.end] != pieces[each.start]) for each in legal)  # fmt: skip
            position = Position(found.game, men, {}, 1 if side is Colour.WHITE else 2)
            stuck = not checkers.Position(pieces, side.other).legal_moves()
            for program in programs:
                made = [(path_of(each), [part.squares[0] for part in each.submoves if part.kind == "CAPTURE"],
                         any(part.kind == "PROMOTION" for part in each.submoves))
                        for each in program.moves(position, "LIST")]  # fmt: skip
                assert sorted(made) == wanted
                assert (program.moves(position, "RESULTS")[0].result == VICTORY) == stuck
    assert most > 3


def test_a_capture_of_two_men_is_written_and_typed_with_its_squares():
    found = rules.read("draughts")
    position = parse_fen("8/8/3m1m2/8/3m1m2/2M5/8/8", found.game)
    moves, notation = Pitrat(found).moves(position, "LIST"), Notation(found.game)
    assert [notation.move(position, each) for each in moves] == ["c3-e5-g7 xd4 xf6", "c3-e5-c7 xd4 xd6"]
    for typed in ("1", "c3g7", "c3 e5 g7", "(3,3) (5,5) (7,7)", "c3-e5-g7 xd4 xf6"):
        assert notation.parse(typed, position, moves) is moves[0]
    with pytest.raises(Refused, match=r"can mean 1 .*, 2 "):
        notation.parse("c3e5", position, moves)
    paper = Notation(found.game, "paper").move(position, moves[0])
    assert paper == "Man in (3,3) goes to (5,5), (7,7) captures (4,4) captures (6,6)"


def test_chess_in_fewer_statements():
    texts = [rules.read_text(rules.find(name)).partition("MOVES\n")[2] for name in ("chess", "short-chess")]
    counts = [len(re.findall(r"^[^#\n]*(?:\*|END)", text, re.M)) for text in texts]
    assert counts == [121, 91]
    numbers = [20, 400, 8902][: 3 if ALL_EXAMPLES else 2]
    assert perft("short-chess", len(numbers)) == numbers
    assert perft("short-chess", 2, KIWIPETE) == [48, 2039]


OLD = {
    "case-a": "601648b88982869d",
    "checkers": "46ddd05d30f48086",
    "chess": "603dab301186ac55",
    "figure4": "17071c66d584e220",
    "figure4b": "d0e225c89f4e2938",
    "gomoku": "da6b907e60dbed8b",
    "gomoku15": "c6dbe7f5fc304957",
    "grasshopper": "919b461c0a23dffa",
    "messenger": "4940be2056d44a6b",
    "ttt": "cb9f74dc3baa0b2a",
    "ttt-place": "52e0aec821eaf788",
    "two-kings": "2147d551cb2c53e1",
}


@pytest.mark.parametrize("name", OLD)
def test_old_rules_have_the_same_tables(name):
    """Digests of before there were arrays and moves as values."""
    assert hashlib.sha256("\n".join(rules.read(name).tables).encode()).hexdigest()[:16] == OLD[name]
