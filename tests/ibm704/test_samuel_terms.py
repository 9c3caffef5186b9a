"""asm/ibm704/terms.sap and polyn.sap: Samuel's terms and his polynomial are those of samuel_terms.py."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import pytest

from emulators.ibm704.isa import DECREMENT_SHIFT, FIELD
from host.games.boards import Colour
from host.games.checkers.generators import (
    ACTIVE,
    PAIRS,
    PARAMETERS,
    PLAYED,
    RESERVE,
    START,
    START_COEFFICIENTS,
    TERMS,
    Rater,
)
from host.games.checkers.program import CheckersProgram
from host.games.checkers.rules import FAR_ROW, KINGS, MEN, OPENING, SQUARES, Position, place
from host.games.checkers.samuel import position_of, squares, words_of, words_of_board
from host.machines.ibm704.calls import assembled
from tests.games.checkers.boards import position
from tests.ibm704 import samuel_terms as model
from tests.shared import ALL_EXAMPLES

BOARDS = 2000 if ALL_EXAMPLES else 300
SIGN = 1 << 35
BLACK, WHITE = Colour.BLACK, Colour.WHITE


def unsigned(value):
    return abs(value) | SIGN * (value < 0)


@pytest.fixture(scope="module")
def rater():
    return Rater()


def rate(rater, board, before=False):
    """Rate a board; return ratings, material and pieces. The index registers are as they were."""
    found = rater.rate(words_of(board), board.to_move, before)
    assert rater.processor.get("xa") == -rater.stack & FIELD
    assert rater.processor.get("xb") == -rater.blocks[before] & FIELD
    return found


def score(rater, board, before):
    """Rate a board and the one before it, if there was one, and score it."""
    if before is not None:
        rate(rater, before, before=True)
    rate(rater, board)
    found = rater.score(before is not None)
    assert rater.processor.get("xa") == -rater.stack & FIELD
    assert rater.processor.get("xb") == -rater.blocks[0] & FIELD
    return found


# ---------------------------------------------------------------- boards with the one before


def anything(chance):
    """Return any pieces anywhere, at most 12 of a side, but no man where he would be a king."""
    pieces = {}
    for colour in Colour:
        free = [square for square in SQUARES if square not in pieces]
        for square in chance.sample(free, chance.randint(1, 12)):
            king = chance.random() < 0.3 or place(square)[0] == FAR_ROW[colour]
            pieces[square] = (KINGS if king else MEN)[colour]
    return Position(pieces, chance.choice([*Colour]))


@cache
def boards() -> Sequence[tuple[Position, Position]]:
    """Return boards of random games, and random ones, each with the one before it."""
    chance, found = random.Random(704), []
    while len(found) < BOARDS:
        here = OPENING if len(found) < BOARDS // 2 else anything(chance)
        for _ in range(100 if here == OPENING else 1):
            moves = here.legal_moves()
            if not moves:
                break
            after = here.played(chance.choice(moves))
            found.append((here, after))
            here = after
    return found[:BOARDS]


@cache
def expected() -> Sequence[dict[str, int]]:
    return [model.terms(after, before) for before, after in boards()]


@pytest.fixture(scope="module")
def found(rater):
    """The terms that the 704 computes: as what they contribute to polynomials of 16 with coefficients of 1."""
    every = [{} for _ in boards()]
    for first in (0, 16, 22):
        rater.set_polynomial(dict.fromkeys(TERMS[first : first + ACTIVE], 1))
        for terms, (before, after) in zip(every, boards(), strict=True):
            parts = score(rater, after, before).contributions
            terms.update((name, part // model.SCALE) for name, part in parts.items())
    return every


@pytest.mark.parametrize("name", TERMS)
def test_every_term_is_that_of_the_model(name, found):
    values = [terms[name] for terms in found]
    for value, terms, (before, after) in zip(values, expected(), boards(), strict=True):
        assert value == terms[name], (before.fen, after.fen)
    assert any(values) or name in ("CORN", "CRAMP"), "no board tests it"
    assert {after.to_move for _, after in boards()} == {BLACK, WHITE}


def test_material_and_pieces_are_in_the_block_too(rater):
    for _, board in boards()[::20]:
        seen = model.Seen(board)
        ahead = seen.material(seen.passive) - seen.material(seen.active)
        found = rate(rater, board)
        assert (found.material, found.pieces) == (ahead, len(board.pieces))


def test_exchanging_colours_and_turning_the_board_changes_no_rating(rater):
    rater.rate_all()
    for _, board in boards():
        assert rate(rater, model.turned(board))[:3] == rate(rater, board)[:3], board.fen


def test_an_offer_is_there_where_a_step_forces_an_exchange(rater):
    offers = 0
    for _, board in boards():
        wanted = model.forced(model.Seen(board))
        assert {*squares(rater.offer(words_of(board), board.to_move))} == wanted, board.fen
        offers += bool(wanted)
    assert 0 < offers < len(boards())


# ---------------------------------------------------------------- positions made by hand


BY_HAND = [  # a position, and ratings that follow from the text; Black is passive
    ("W:W32:B9,17,22", {"ADV": 1}),
    ("W:W32:B9,13,K18", {"ADV": -2}),
    ("W:W32:B9,17", {"ADV": 0}),
    ("W:W7,30:B1", {"APEX": -1}),
    ("W:W26:B1", {"APEX": -1}),
    ("W:W7:B26", {"APEX": 0}),
    ("W:W7,K30:B1", {"APEX": 0}),
    ("W:W25:B1,3", {"BACK": 1, "GUARD": 1, "OREO": 0}),
    ("W:W25:BK1,3", {"BACK": 1, "GUARD": 1}),
    ("W:WK25:B1,3", {"BACK": 0, "GUARD": 0}),
    ("W:W25:B2,3,7", {"BACK": 0, "GUARD": 1, "OREO": 1}),
    ("W:WK25:B2,3,7", {"GUARD": 0, "OREO": 1}),
    ("W:W25:BK2,3,7", {"GUARD": 1, "OREO": 0}),
    ("W:W32:B9,10,14,K15", {"CENT": 2, "KCENT": 1}),
    ("W:W15,26:B1", {"CNTR": 5}),
    ("W:W20,K6:B12,K21,K22", {"CORN": 1}),
    ("W:W20,31,K6:B12,K21,K22", {"CORN": 0}),  # 7
    ("W:W20,K6:B12,K22", {"CORN": 0}),  # as much as active
    ("W:W20,K7:B12,K21,K22", {"CORN": 0}),  # no step into 1, 5, 28, 32
    ("W:W17,21,22,25:B9,13", {"CRAMP": 2}),
    ("W:W17,21,22,25:B14,13", {"CRAMP": 2}),
    ("W:W17,21,22,25:B10,13", {"CRAMP": 0}),
    ("W:W17,21,22:B9,13", {"CRAMP": 0}),
    ("W:W22:B14", {"MOB": 2, "DENY": 2, "MOBIL": 0, "EXCH": 0, "RECAP": 0}),
    ("W:W22,27:B14", {"MOB": 4, "DENY": 1, "MOBIL": 3, "EXCH": 1, "RECAP": 1}),
    ("W:W22,27:B14,15", {"MOB": 4, "DENY": 2, "EXCH": 0, "RECAP": 0}),  # on 18, 14 can be captured back, 15 cannot
    ("W:WK18:BK9", {"MOB": 4, "DENY": 1}),  # to 14, from where the piece that captures lands
    ("W:W32:B1,2,5", {"DIA": 2, "DIAV": 8}),
    ("W:W32:B3,4,K29", {"DIA": 0, "DIAV": 1}),
    ("W:W32:B1,6,10,15", {"DYKE": 2}),
    ("W:W32:B1,6,15", {"DYKE": 0}),
    ("W:W32:B14", {"EXPOS": 1, "NODE": 1, "POLE": 1}),
    ("W:W9,18,32:B14", {"EXPOS": 1, "NODE": 0, "POLE": 0}),
    ("W:W9,17,32:B14", {"EXPOS": 0}),
    ("W:W31:B14,15", {"FORK": 1}),
    ("W:WK31:B14,15", {"FORK": 2}),
    ("W:W9,31:B14,15", {"FORK": 0}),
    ("W:W32:B9,18", {"GAP": 3}),  # 14; 5 and 13 at the edge
    ("W:W32:B9,10,17", {"HOLE": 1}),
    ("W:W32:B9,10,17,18", {"HOLE": 1}),
    ("W:W32:B9,10", {"HOLE": 0}),
    ("W:W32:B1", {"MOVE": 1}),
    ("W:W32:B5", {"MOVE": 0}),  # none in the system
    ("W:WK32:B1", {"MOVE": 0}),  # as many pieces, but not as much
    ("W:W21,22,23,24,25,26:B1,2,3,4,5,6", {"MOVE": 0}),  # 24 or more
    ("W:W21,22,23,24,25:B1,2,3,4,5", {"MOVE": 1}),
    ("W:W32:B14,18", {"NODE": 2, "POLE": 0}),
    ("W:W32:BK14", {"POLE": 0}),
    ("W:W25:B17", {"THRET": 2}),
    ("W:W25:B17,13", {"THRET": 1}),  # from 21 only: 13 is taken
]
EDGES = [  # what is off the board is neither empty nor occupied
    ("W:W32:B5", {"POLE": 1, "NODE": 0, "EXPOS": 0}),
    ("W:W32:B4", {"POLE": 1, "NODE": 0, "GAP": 0}),
    ("W:WK1:BK29,21", {"POLE": 1, "NODE": 0}),
    ("W:W31:B2,3", {"FORK": 0}),  # no squares to land on
    ("W:WK1:BK21,K25,K30", {"HOLE": 0}),  # 29 has one neighbour
    ("W:W32:BK1", {"GAP": 1}),  # 5
    ("W:W7:B6", {"THRET": 1}),  # crowned on 2, it threatens backwards
]


@pytest.mark.parametrize(("text", "ratings"), [*BY_HAND, *EDGES])
def test_ratings_of_positions_made_by_hand(text, ratings, rater):
    rater.rate_all()
    for board in (position(text), model.turned(position(text))):
        values = rate(rater, board).ratings
        assert {name: values[name] for name in ratings} == ratings
        assert {name: value for name, value in model.ratings(board).items() if name in ratings} == ratings


def test_every_rating_is_not_zero_in_some_position_made_by_hand():
    assert {name for _, ratings in BY_HAND for name, value in ratings.items() if value} == {*PARAMETERS}


# ---------------------------------------------------------------- the polynomial


def polynomials(count):
    """Return random polynomials: 16 terms, and coefficients of which one in eight is 0."""
    chance = random.Random(1959)
    for _ in range(count):
        names = chance.sample(TERMS, ACTIVE)
        yield {name: chance.choice([1, -1, 1, -1, 1, -1, 1, 0]) * 2 ** chance.randint(0, 18) for name in names}


def test_score_and_contributions_are_those_of_the_model(rater):
    for number, coefficients in enumerate(polynomials(25)):
        rater.set_polynomial(coefficients)
        for (before, after), terms in [*zip(boards(), expected(), strict=True)][number::37]:
            parts = [model.SCALE * factor * terms[name] for name, factor in coefficients.items()]
            advantage = model.piece_advantage(after)
            found = score(rater, after, before)
            assert [*found.contributions.values(), found.piece_advantage] == [*parts, advantage], after.fen
            assert found.value == sum(parts) + advantage


def test_without_a_board_before_the_same_board_with_the_sides_exchanged_stands_for_it(rater):
    for number, coefficients in enumerate(polynomials(5)):
        rater.set_polynomial(coefficients)
        for _, board in boards()[number::29]:
            assert score(rater, board, None).value == model.score(board, None, coefficients), board.fen


def test_with_the_sign_of_pieces_reversed_pieces_are_there_to_be_lost(rater):
    rater.set_polynomial(START_COEFFICIENTS)
    rater.put("PIECES", SIGN | 1)
    try:
        for before, after in boards()[::29]:
            assert score(rater, after, before).value == model.score(after, before, START_COEFFICIENTS, -1)
    finally:
        rater.put("PIECES", 1)


def test_exchanges_are_good_for_who_is_ahead():
    """Both lose a man: 3 against 2 is more than 4 against 3."""
    more, less = position("W:W30,31,32:B1,2,3,4"), position("W:W30,31:B1,2,3")
    assert 0 < model.piece_advantage(more) < model.piece_advantage(less)


def test_the_polynomial_begins_as_described():
    fresh = Rater()
    assert fresh.polynomial == PLAYED
    assert [TERMS[each] for each in fresh.words(fresh.address("RESERV"), len(RESERVE))] == [*RESERVE]
    assert {*START} | {*RESERVE} == {*TERMS}
    assert len(TERMS) == 38


def test_only_what_the_polynomial_needs_is_rated(rater):
    needed = {"GAP": {"GAP"}, "MOBIL": {"MOB", "DENY", "MOBIL"}, "MODE 2": {"MOB", "DENY", "MOBIL", "CENT"}}
    for name, names in needed.items():
        others = [each for each in TERMS if each != name][: ACTIVE - 1]
        rater.set_polynomial({name: 1, **dict.fromkeys(others, 0)})
        rater.store(rater.blocks[0], [99] * len(PARAMETERS))
        values = rate(rater, boards()[7][1]).ratings
        assert {each for each, value in values.items() if value != 99} == names


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_terms_and_piece_advantage_stay_below_a_win(rater, sign):
    """12 kings on the board against none, and 16 terms of 36, as no position has them."""
    rater.set_polynomial(dict.fromkeys(PARAMETERS[:ACTIVE], 2**18))
    rater.place(words_of(OPENING), BLACK)
    rater.store(rater.blocks[0], [*[unsigned(sign * 36)] * 27, 12])
    rater.store(rater.blocks[1], [0] * 28)
    largest = 16 * 36 * model.SCALE * 2**18 + 36 * (model.UNIT + 12 * model.UNIT // 64)
    assert rater.score(before=True).value == sign * largest
    assert largest < 2**34


SIGNS = [(a, b, c, d) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1)]


def test_binary_terms_are_1_or_0_by_the_signs_of_two_others(rater):
    """All signs that DENY, MOB, MOBIL and CENT can have, whether a board has them or not; one after the other."""
    names = TERMS[-ACTIVE:]
    rater.set_polynomial(dict.fromkeys(names, -1))
    rater.place(words_of(OPENING), BLACK)
    rater.store(rater.blocks[1], [2] * 28)
    for signs in SIGNS:
        differences = dict(zip(("DENY", "MOB", "MOBIL", "CENT"), signs, strict=True))
        rater.store(rater.blocks[0], [*(2 + differences.get(name, 0) for name in PARAMETERS), 0, 24])
        values = rater.score(before=True).contributions
        for (one, other), four in PAIRS.items():
            which = 2 * (differences[one] <= 0) + (differences[other] <= 0)
            assert [values[name] for name in four] == [-model.SCALE * (which == each) for each in range(4)]


def test_binary_terms_can_be_made_antisymmetric(rater):
    """Less what they are with the sides exchanged, when what was negative is positive."""
    names = TERMS[-ACTIVE:]
    rater.set_polynomial(dict.fromkeys(names, -1))
    rater.place(words_of(OPENING), BLACK)
    rater.store(rater.blocks[1], [2] * 28)
    rater.put("PANTI", 1)
    for signs in SIGNS:
        differences = dict(zip(("DENY", "MOB", "MOBIL", "CENT"), signs, strict=True))
        rater.store(rater.blocks[0], [*(2 + differences.get(name, 0) for name in PARAMETERS), 0, 24])
        values = rater.score(before=True).contributions
        for (one, other), four in PAIRS.items():
            here = 2 * (differences[one] <= 0) + (differences[other] <= 0)
            there = 2 * (differences[one] >= 0) + (differences[other] >= 0)
            wanted = [-model.SCALE * ((here == each) - (there == each)) for each in range(4)]
            assert [values[name] for name in four] == wanted
    rater.put("PANTI", 0)


# ---------------------------------------------------------------- why a move is chosen


def line_end(peek, symbols):
    """Return the board where the best line ends and the one before, as positions."""
    first = -(peek(symbols["LASTS"]) >> DECREMENT_SHIFT) & FIELD
    words = [int(peek(first + each)) for each in range(12)]
    sides = [WHITE if board[4] & SIGN else BLACK for board in (words[:6], words[6:])]
    return [
        position_of(words_of_board(board, side), side)
        for board, side in zip((words[:6], words[6:]), sides, strict=True)
    ]


@pytest.mark.parametrize("pruned", [False, True])
def test_the_board_where_the_best_line_ends_has_the_score_that_came_up(rater, pruned, monkeypatch):
    """It is closer to 0 by 1 for each move of the line, and has changed sides with each; 0 stays 0."""
    monkeypatch.setattr(rater, "pruned", pruned)
    rater.set_polynomial(START_COEFFICIENTS)
    for board in [after for _, after in boards()[::60] if after.legal_moves()]:
        thought = rater.think(words_of(board), board.to_move)
        end, before = line_end(rater.memory.__getitem__, rater.symbols)
        assert end in [before.played(move) for move in before.legal_moves()]
        found = model.score(end, before) if end.legal_moves() else 2**34
        own = found if end.to_move is not board.to_move else -found
        if own == 0:
            assert thought.value == 0
            continue
        moves = abs(own) - abs(thought.value)
        assert thought.value == own - moves * (1 if own > 0 else -1)
        assert 0 < moves <= thought.deepest
        assert moves % 2 == (end.to_move is not board.to_move)


ROW = re.compile(r"(.{6})(-?\d+) +(-?\d+) +(?:(-?\d+) +)?(-?\d+)")


def shown(program):
    """Return what the card TERMS prints: by name coefficient, rating, that before (None), what it gives; and sums."""
    *_, pieces, total = lines = program.terms()
    rows = lines[lines.index("TERM  COEFFICIENT NOW   BEFORE      GIVES") + 1 : -2]
    assert pieces.startswith("PIECES ")
    assert total.startswith("SCORE ")
    groups = [ROW.fullmatch(row).groups() for row in rows]
    terms = {name.strip(): tuple(None if each is None else int(each) for each in rest) for name, *rest in groups}
    return terms, int(pieces.split()[1]), int(total.split()[1])


def expected_rows(end, before, coefficients):
    now, then, found = model.ratings(end), model.ratings(before), model.terms(end, before)
    return {
        name: (factor, now.get(name, found[name]), then.get(name), factor * found[name])
        for name, factor in coefficients.items()
    }


def test_the_card_terms_prints_what_each_term_gives():
    program = CheckersProgram("compiled")
    symbols = assembled("checkers").symbols
    board = position("W:W17,20,21,26,27,28,29,30,31,32:B1,2,3,4,5,7,9,10,11,12")
    active = {"MOC 1": 512, "DDMM": 512, **dict.fromkeys(START[2:], 512), "DENY": -4096, "OREO": 0}
    for offset, (name, factor) in enumerate(active.items()):
        program.machine.poke(symbols["TERMNO"] + offset, TERMS.index(name))
        program.machine.poke(symbols["COEF"] + offset, unsigned(factor))
    coefficients = {name: factor for name, factor in active.items() if factor}
    program.set_up(board)
    rows, pieces, total = shown(program)
    assert rows == expected_rows(board, model.exchanged(board), coefficients)
    assert (pieces, total) == (model.piece_advantage(board) // 64, model.score(board, None, coefficients) // 64)

    program.look_ahead(1)
    program.think(board)
    end, before = line_end(program.machine.peek, symbols)
    rows, pieces, total = shown(program)
    assert rows == expected_rows(end, before, coefficients)
    assert (pieces, total) == (model.piece_advantage(end) // 64, model.score(end, before, coefficients) // 64)
