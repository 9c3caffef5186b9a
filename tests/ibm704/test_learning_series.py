"""asm/ibm704/series.sap: openings, adoption, black marks, what is corrected when, games; compared with models."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from emulators.ibm704.isa import FIELD
from host.games.boards import Colour
from host.games.checkers import generators
from host.games.checkers.learning import SERIES
from host.games.checkers.samuel import NAMES, position_of, words_of, words_of_board
from tests.games.checkers.boards import stored_positions
from tests.ibm704.learning_machine import SIGN, Machine, fresh, in_words, word
from tests.ibm704.learning_machine import machine as shared_machine
from tests.ibm704.samuel_learning import CERTAIN, Alpha, Course, Polynomial, Term, Thought, play, short
from tests.shared import ALL_EXAMPLES


@pytest.fixture
def machine():
    shared = shared_machine()
    shared.restart()
    return shared


def course_of(machine):
    names = ("LGAMES", "LSEED", "LMARK", "LWON", "LLOST", "LADOPT", "LRESET")
    used = machine.number("LUSED")
    beta = [*zip(machine.numbers("LBTERM"), machine.words(machine.address("LBCOEF"), 16), strict=True)]
    return [*map(machine.number, names)], {each for each in range(7) if used >> each & 1}, beta


def in_model(course):
    numbers = [course.games, course.seed, course.marks, course.won, course.lost, course.adoptions, course.resets]
    beta = [(name, word(coefficient, negative)) for name, coefficient, negative in course.beta]
    return numbers, set(course.openings), beta


@pytest.mark.parametrize("seed", [1, 2, 12345])
def test_openings_are_drawn_as_by_the_model(machine, seed):
    course = Course(fresh(), 2 * seed + 1)
    machine.call("LCLEAR")
    machine.put("LSEED", 2 * seed + 1)
    firsts = []
    for game in range(60):
        machine.put("LGAMES", game)
        course.games = game
        machine.call("LOPEN")
        black, forced = course.opening()
        found = [machine.words(machine.address("LFORC") - each, 1)[0] for each in range(machine.number("LFNUM"))]
        assert (machine.number("LCOLOR") > 0, found) == (black, forced)
        assert machine.number("LSEED") == course.seed
        firsts.append(forced[0])
    assert sorted(firsts[:7]) == sorted(firsts[7:14]) == list(range(7))
    assert set(firsts[14:]) == set(range(7))


@pytest.mark.parametrize("majority", [False, True])
def test_adoptions_and_black_marks_are_the_model_s(machine, majority):
    chance = Random(5)
    model = fresh()
    course = Course(model, 1, majority)
    machine.call("LCLEAR")
    course.beta = [(term.name, term.coefficient, term.negative) for term in model.terms]
    machine.put("LMAJOR", majority)
    for game in range(200):
        for number, term in enumerate(model.terms):
            term.c, term.coefficient = chance.choice([0, 1, 2, 3]) / type(term.c)(8), 2 ** chance.randrange(19)
            term.negative, term.use = chance.random() < 0.5, number
        machine.put_polynomial(model)
        result = chance.choice([1, 0, -1, -1] if game % 50 > 25 else [1, 1, 0, -1])
        machine.set("LRSLT", result)
        machine.call("LEND")
        course.end(result)
        assert course_of(machine) == in_model(course)
        assert machine.polynomial() == in_words(model)
    assert course.adoptions
    assert course.resets


def test_in_the_second_series_one_win_is_not_enough(machine):
    """Two wins and more wins than losses since the last adoption: + - - + + +."""
    machine.call("LCLEAR")
    adoptions = []
    for result in (1, -1, -1, 1, 1, 1, 1):
        machine.set("LRSLT", result)
        machine.call("LEND")
        adoptions.append(machine.number("LADOPT"))
    assert adoptions == [0, 0, 0, 0, 1, 1, 2]


# ---------------------------------------------------------------- games


class Thinking:
    """The program's own search, on a machine of its own: tests of the search compare it with a model."""

    def __init__(self, pruned=True):
        self.machine = Machine()
        self.machine.call("TABLES")
        self.machine.set("ALPHAB", pruned)

    def place(self, position):
        machine = self.machine
        for name, each in zip(NAMES, words_of(position), strict=True):
            machine.put(name, each)
        machine.put("TURN", 0 if position.to_move is Colour.BLACK else SIGN)
        machine.processor.set(xa=-machine.address("STACK") & FIELD)
        machine.call("PLACE")

    def successors(self, position):
        self.place(position)
        machine = self.machine
        machine.call("MOVES")
        top, stack = -machine.processor.get("xa") & FIELD, machine.address("STACK")
        boards = [machine.words(each, 4) for each in range(stack + 6, top + 6, 6)]
        return [position_of(words_of_board(board, position.to_move.other), position.to_move.other) for board in boards]

    def think(self, position, polynomial):
        machine = self.machine
        machine.set("TERMNO", *(term.name for term in polynomial.terms))
        machine.put("COEF", *(word(term.coefficient, term.negative) for term in polynomial.terms))
        machine.put("PANTI", polynomial.antisymmetric)
        machine.call("NEEDS")
        self.place(position)
        machine.call("SEARCH")
        other = position.to_move.other
        after = position_of(words_of_board(machine.words(machine.address("BEST"), 4), other), other)
        return Thought(after, machine.number("VALUE"), machine.number("LEAD"))


@pytest.fixture(scope="module")
def thinking():
    return Thinking()


@pytest.mark.parametrize(
    ("rules", "limit", "games"),
    [
        ("first", 8, 3),
        ("second", 8, 3),
        ("second", 70 if ALL_EXAMPLES else 34, 1),
        ("stable", 20, 2 if ALL_EXAMPLES else 1),
        ("antisymmetric", 16, 2 if ALL_EXAMPLES else 1),
    ],
)
def test_games_are_those_of_the_model(thinking, rules, limit, games):
    """Result, moves, C, coefficients, tallies, reserve, Beta, after each game: to the bit."""
    machine = shared_machine()
    machine.restart()
    machine.call("TABLES")
    machine.put("ALPHAB", 1)
    rules = SERIES[rules]._replace(moves=limit, limit=3 if limit < 34 else 32)
    machine.set("LLIMIT", *rules[:-1])
    machine.put("PANTI", rules.antisymmetric)
    first = generators.TERMS[-16:] if rules.antisymmetric else generators.START
    model = Polynomial(
        [Term(generators.TERMS.index(name)) for name in first],
        [generators.TERMS.index(name) for name in generators.TERMS if name not in first],
        rules.limit, rules.one_sided == 1, share=Fraction(rules.least, 16), size=rules.reserve,
        antisymmetric=rules.antisymmetric == 1,
    )  # fmt: skip
    machine.put_polynomial(model)
    machine.call("LCLEAR")
    machine.put("LSEED", 12345)
    machine.put("LGAMES", 12)
    course = Course(model, 12345, rules.majority == 1, games=12)  # of the 14 with one forced move two are left
    course.beta = [(term.name, term.coefficient, term.negative) for term in model.terms]
    alpha = Alpha(model, rules.static == 1, rules.span == 1)
    for _ in range(games):
        result, moves = play(course, alpha, thinking, rules.judge == 1, limit)
        course.end(result)
        machine.call("LSERIE")
        assert (machine.number("LRSLT"), machine.number("LPLY")) == (result, moves)
        assert machine.polynomial() == in_words(model)
        assert course_of(machine) == in_model(course)
        assert machine.number("LADJST") == alpha.adjustments
    assert alpha.adjustments > games


def test_a_short_search_ends_after_the_first_move_that_is_no_capture(thinking):
    """And the piece advantage is that at the end of the best line."""
    polynomial = Polynomial([Term(generators.TERMS.index(name)) for name in generators.START], [])
    machine = thinking.machine
    machine.put("SHORT", 1)
    captures = 0
    for known in [known for known in stored_positions() if known.kind == "game"][::5]:
        if known.moves:
            value, parts = short(known.position, generators.START_COEFFICIENTS, thinking)
            thought = thinking.think(known.position, polynomial)
            assert thought.value == value, known.position.fen
            assert thought.lead == parts[-1] or abs(value) > CERTAIN, known.position.fen
            captures += any("x" in move for move in known.moves)
    machine.put("SHORT", 0)
    assert captures >= 3
