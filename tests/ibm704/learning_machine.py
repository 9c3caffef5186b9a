"""The routines of learn.sap and series.sap, called one by one, and their words as numbers."""

from __future__ import annotations

from functools import cache

from host.games.checkers.generators import signed
from host.games.checkers.program import PROGRAM
from host.machines.ibm704.calls import Bare704
from tests.ibm704.samuel_learning import Polynomial, Term

SIGN = 1 << 35
ONE = 1 << 29


def word(value: int, negative: bool = False) -> int:
    return abs(value) | (SIGN if value < 0 or negative else 0)


class Machine(Bare704):
    """The routines, and a polynomial in storage."""

    def __init__(self):
        super().__init__(PROGRAM)
        self.loaded = self.memory[:]

    def restart(self):
        """Go back to what has been loaded, with a polynomial of the terms 0 to 15."""
        self.store(0, self.loaded)
        self.put_polynomial(fresh())

    def set(self, name, *values):
        self.put(name, *map(word, values))

    def numbers(self, name, count=16):
        return [signed(each) for each in self.words(self.address(name), count)]

    def number(self, name):
        return signed(self.get(name))

    def put_polynomial(self, model):
        terms = model.terms
        self.set("TERMNO", *(term.name for term in terms))
        self.put("COEF", *(word(term.coefficient, term.negative) for term in terms))
        self.set("LC", *(int(term.c * ONE) for term in terms))
        self.set("LUSE", *(term.use for term in terms))
        self.set("LTAL", *(term.tally for term in terms))
        self.set("RESERV", *model.reserve)
        self.set("LNRES", model.size or len(model.reserve))
        self.set("LLIMIT", model.limit)
        self.set("LONESD", model.one_sided)
        self.set("LRULE", model.by_the_text)
        self.set("LMINNU", int(model.share * 16))

    def polynomial(self):
        """Return terms, coefficients with their signs, C, use, tallies, reserve."""
        coefficients = self.words(self.address("COEF"), 16)
        reserve = self.numbers("RESERV", 22)
        return [self.numbers("TERMNO"), coefficients, *map(self.numbers, ("LC", "LUSE", "LTAL")), reserve]

    def correct(self, delta, saved, contributions, advantage=False):
        self.set("LDELTA", delta)
        self.set("LSAVED", saved)
        self.set("LCONTR", *contributions)
        self.set("LADVAN", advantage)
        self.call("LCORR")

    def least(self):
        self.call("LMEAN")
        return self.processor.get("ac")


def in_words(model):
    """Return a polynomial of the model as `Machine.polynomial` does."""
    terms = model.terms
    return [
        [term.name for term in terms],
        [word(term.coefficient, term.negative) for term in terms],
        [int(term.c * ONE) for term in terms],
        [term.use for term in terms],
        [term.tally for term in terms],
        model.reserve,
    ]


def fresh(**options):
    return Polynomial([Term(number) for number in range(16)], list(range(16, 38)), **options)


@cache
def machine():
    """Return the machine that the tests share."""
    return Machine()
