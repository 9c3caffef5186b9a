"""asm/ibm704/terms.sap and polyn.sap: Samuel's terms and his polynomial are those of samuel_terms.py."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from emulators.ibm704.isa import DECREMENT_SHIFT, FIELD
from host.assemblers.dialects import assemble
from host.bare704 import FOLDER, Bare704
from host.games.boards import Colour
from host.games.checkers.rules import FAR_ROW, KINGS, MEN, OPENING, SQUARES, Position, place
from host.games.checkers.samuel import squares, word
from host.roms import CHECKOUT
from tests.games.checkers.boards import position
from tests.ibm704 import samuel_terms as model
from tests.shared import ALL_EXAMPLES

BOARDS = 2000 if ALL_EXAMPLES else 300
SIGN = 1 << 35
BLACK, WHITE = Colour.BLACK, Colour.WHITE
PROGRAM = """
       ORG 24
LIMIT  EQU 30000
FULL   HTR
       LIB MOVES
       LIB POLYN
STACK  BSS 6
THEN   BSS 28
NOW    BSS 28
       END FULL
"""


def signed(word):
    return -(word ^ SIGN) if word & SIGN else word


def unsigned(value):
    return abs(value) | SIGN * (value < 0)


class Rater(Bare704):
    """A 704 with the routines, room for a board and for two blocks of ratings."""

    def __init__(self, image):
        super().__init__("terms", image=image)
        self.call("TABLES")
        self.size = self.address("TSIZE")

    def place(self, board: Position) -> None:
        """Put a board where index A will be."""

        def going(colour, way):
            return word(at for at, piece in board.pieces.items() if piece.colour is colour and way in ways(piece))

        def ways(piece):
            return (1, -1) if piece.king else (model.WAY[piece.colour],)

        active, passive = board.to_move, board.to_move.other
        words = [going(side, way) for side in (active, passive) for way in (1, -1)]
        self.put("STACK", *words, SIGN * (active is WHITE), 0)
        self.processor.set(xa=-self.address("STACK") & FIELD)

    def rate(self, board: Position, block: str = "NOW") -> list[int]:
        """Rate a board; return the words of the block."""
        self.place(board)
        here = (-self.address("STACK") & FIELD, -self.address(block) & FIELD)
        self.processor.set(xa=here[0], xb=here[1])
        self.call("RATE")
        assert (self.processor.get("xa"), self.processor.get("xb")) == here
        return [signed(each) for each in self.words(self.address(block), self.size)]

    def set_polynomial(self, coefficients: dict[str, int]) -> None:
        """Make these the 16 active terms."""
        self.put("TERMNO", *map(model.TERMS.index, coefficients))
        self.put("COEF", *map(unsigned, coefficients.values()))
        self.call("NEEDS")

    def polynomial(self, before: bool) -> int:
        """Return the score of the board at A by the ratings in NOW and, if there was a board before, in THEN."""
        then = -self.address("THEN") & FIELD if before else 0
        self.put("PRVBLK", then << DECREMENT_SHIFT)
        here = (self.processor.get("xa"), self.processor.get("xb"))
        self.call("POLYN")
        assert (self.processor.get("xa"), self.processor.get("xb")) == here
        return signed(self.processor.get("ac") & SIGN - 1 | SIGN * (self.processor.get("ac") >> 37))

    def score(self, board: Position, before: Position | None) -> int:
        """Rate a board and the one before it, and return the score."""
        if before is not None:
            self.rate(before, "THEN")
        self.rate(board)
        return self.polynomial(before is not None)

    @property
    def contributions(self) -> list[int]:
        """What each term and piece advantage contributed to the last score."""
        return [signed(each) for each in self.words(self.address("CONTR"), 17)]


@pytest.fixture(scope="module")
def rater(tmp_path_factory):
    source = tmp_path_factory.mktemp("terms") / "terms.sap"
    source.write_text(PROGRAM)
    result = assemble(source, core=32768, include_dirs=[CHECKOUT / FOLDER])
    assert not result.warnings
    return Rater(result.image)


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
        names = model.TERMS[first : first + 16]
        rater.set_polynomial(dict.fromkeys(names, 1))
        for terms, (before, after) in zip(every, boards(), strict=True):
            rater.score(after, before)
            parts = rater.contributions[:16]
            terms.update((name, part // model.SCALE) for name, part in zip(names, parts, strict=True))
    return every


@pytest.mark.parametrize("name", model.TERMS)
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
        assert rater.rate(board)[-2:] == [ahead, len(board.pieces)]


def test_exchanging_colours_and_turning_the_board_changes_no_rating(rater):
    rater.call("TALL")
    for _, board in boards():
        assert rater.rate(model.turned(board)) == rater.rate(board), board.fen


def test_an_offer_is_there_where_a_step_ends_in_an_exchange(rater):
    offers = 0
    for _, board in boards():
        rater.place(board)
        rater.call("OFFER")
        wanted = model.offers(model.Seen(board))[0]
        assert {*squares(rater.processor.get("ac"))} == wanted, board.fen
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
    rater.call("TALL")
    for board in (position(text), model.turned(position(text))):
        values = dict(zip(model.PARAMETERS, rater.rate(board), strict=False))
        assert {name: values[name] for name in ratings} == ratings
        assert {name: value for name, value in model.ratings(board).items() if name in ratings} == ratings


def test_every_rating_is_not_zero_in_some_position_made_by_hand():
    assert {name for _, ratings in BY_HAND for name, value in ratings.items() if value} == {*model.PARAMETERS}


# ---------------------------------------------------------------- the polynomial


def polynomials(count):
    """Return random polynomials: 16 terms, and coefficients of which one in eight is 0."""
    chance = random.Random(1959)
    for _ in range(count):
        names = chance.sample(model.TERMS, 16)
        yield {name: chance.choice([1, -1, 1, -1, 1, -1, 1, 0]) * 2 ** chance.randint(0, 18) for name in names}


def test_score_and_contributions_are_those_of_the_model(rater):
    for number, coefficients in enumerate(polynomials(25)):
        rater.set_polynomial(coefficients)
        for (before, after), terms in [*zip(boards(), expected(), strict=True)][number::37]:
            parts = [model.SCALE * factor * terms[name] for name, factor in coefficients.items()]
            wanted = [*parts, model.piece_advantage(after)]
            assert rater.score(after, before) == sum(wanted), after.fen
            assert rater.contributions == wanted


def test_without_a_board_before_the_same_board_with_the_sides_exchanged_stands_for_it(rater):
    for number, coefficients in enumerate(polynomials(5)):
        rater.set_polynomial(coefficients)
        for _, board in boards()[number::29]:
            assert rater.score(board, None) == model.score(board, None, coefficients), board.fen


def test_with_the_sign_of_pieces_reversed_pieces_are_there_to_be_lost(rater):
    rater.set_polynomial(model.START_COEFFICIENTS)
    rater.put("PIECES", SIGN | 1)
    try:
        for before, after in boards()[::29]:
            assert rater.score(after, before) == model.score(after, before, model.START_COEFFICIENTS, -1)
    finally:
        rater.put("PIECES", 1)


def test_exchanges_are_good_for_who_is_ahead():
    """Both lose a man: 3 against 2 is more than 4 against 3."""
    more, less = position("W:W30,31,32:B1,2,3,4"), position("W:W30,31:B1,2,3")
    assert 0 < model.piece_advantage(more) < model.piece_advantage(less)


def test_the_polynomial_begins_as_described(rater):
    image = rater.image
    fresh = Rater(image)
    assert [model.TERMS[each] for each in fresh.words(fresh.address("TERMNO"), 16)] == [*model.START]
    assert [signed(each) for each in fresh.words(fresh.address("COEF"), 16)] == [*model.PLAYED.values()]
    assert [model.TERMS[each] for each in fresh.words(fresh.address("RESERV"), 22)] == [*model.RESERVE]


def test_only_what_the_polynomial_needs_is_rated(rater):
    needed = {"GAP": {"GAP"}, "MOBIL": {"MOB", "DENY", "MOBIL"}, "MODE2": {"MOB", "DENY", "MOBIL", "CENT"}}
    marks = [-99] * len(model.PARAMETERS)
    for name, expected_names in needed.items():
        others = [each for each in model.TERMS if each != name][:15]
        rater.set_polynomial({name: 1, **dict.fromkeys(others, 0)})
        rater.put("NOW", *map(unsigned, marks))
        values = rater.rate(boards()[7][1])
        assert {each for each, value in zip(model.PARAMETERS, values, strict=False) if value != -99} == expected_names


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_terms_and_piece_advantage_stay_below_a_win(rater, sign):
    """12 kings on the board against none, and 16 terms of 36, as no position has them."""
    rater.set_polynomial(dict.fromkeys(model.PARAMETERS[:16], 2**18))
    rater.place(OPENING)
    rater.processor.set(xb=-rater.address("NOW") & FIELD)
    rater.put("NOW", *[unsigned(sign * 36)] * 27, 12)
    rater.put("THEN", *[0] * 28)
    largest = 16 * 36 * model.SCALE * 2**18 + 36 * (model.UNIT + 12 * model.UNIT // 64)
    assert rater.polynomial(before=True) == sign * largest
    assert largest < 2**34


SIGNS = [(a, b, c, d) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1)]


def test_binary_terms_are_1_or_0_by_the_signs_of_two_others(rater):
    """All signs that DENY, MOB, MOBIL and CENT can have, whether a board has them or not; one after the other."""
    names = model.TERMS[22:]
    rater.set_polynomial(dict.fromkeys(names, -1))
    rater.place(OPENING)
    rater.processor.set(xb=-rater.address("NOW") & FIELD)
    rater.put("THEN", *[2] * 28)
    for signs in SIGNS:
        differences = dict(zip(("DENY", "MOB", "MOBIL", "CENT"), signs, strict=True))
        rater.put("NOW", *(2 + differences.get(name, 0) for name in model.PARAMETERS), 0, 24)
        rater.polynomial(before=True)
        values = dict(zip(names, rater.contributions, strict=False))
        for (one, other), four in model.PAIRS.items():
            place_of_one = 2 * (differences[one] <= 0) + (differences[other] <= 0)
            assert [values[name] for name in four] == [-64 * (place_of_one == each) for each in range(4)]


def test_binary_terms_can_be_made_antisymmetric(rater):
    """Less what they are with the sides exchanged, when what was negative is positive."""
    names = model.TERMS[22:]
    rater.set_polynomial(dict.fromkeys(names, -1))
    rater.place(OPENING)
    rater.processor.set(xb=-rater.address("NOW") & FIELD)
    rater.put("THEN", *[2] * 28)
    rater.put("PANTI", 1)
    for signs in SIGNS:
        differences = dict(zip(("DENY", "MOB", "MOBIL", "CENT"), signs, strict=True))
        rater.put("NOW", *(2 + differences.get(name, 0) for name in model.PARAMETERS), 0, 24)
        rater.polynomial(before=True)
        values = dict(zip(names, rater.contributions, strict=False))
        for (one, other), four in model.PAIRS.items():
            here = 2 * (differences[one] <= 0) + (differences[other] <= 0)
            there = 2 * (differences[one] >= 0) + (differences[other] >= 0)
            assert [values[name] for name in four] == [-64 * ((here == each) - (there == each)) for each in range(4)]
    rater.put("PANTI", 0)
