"""Specifications: DIMENSION, COMMON, EQUIVALENCE, types, EXTERNAL, DATA, FREQUENCY. Their contents go into `Parts`.

Source: X3.9-1966, 7.2; for DATA (A = 1.) the CDC 6600's manuals, for values in a type statement those of the IBM 360.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from host.compilers.fortran import syntax
from host.compilers.fortran.parser.expressions import COMPLEX, Expressions
from host.compilers.fortran.parser.stream import DIGITS, NAME, Data
from host.compilers.fortran.syntax import Type

LENGTH = re.compile(r"\*([0-9]+)")
LETTERS = re.compile(r"([A-Z])(?:-([A-Z]))?")
BLOCK = re.compile(r"/([A-Z0-9]*)/")
TYPES = {"INTEGER": Type.INTEGER, "REAL": Type.REAL, "DOUBLEPRECISION": Type.DOUBLE, "DOUBLE": Type.DOUBLE,
         "COMPLEX": Type.COMPLEX, "LOGICAL": Type.LOGICAL}  # fmt: skip
# The IBM 360's lengths in bytes, and the types that they mean here.
LENGTHS = {
    (Type.INTEGER, 2): Type.INTEGER, (Type.INTEGER, 4): Type.INTEGER, (Type.REAL, 4): Type.REAL,
    (Type.REAL, 8): Type.DOUBLE, (Type.COMPLEX, 8): Type.COMPLEX, (Type.LOGICAL, 1): Type.LOGICAL,
    (Type.LOGICAL, 4): Type.LOGICAL,
}  # fmt: skip
LOOP = re.compile(r"[A-Z][A-Z0-9]*=")  # the variable of an implied DO
EQUATED = re.compile(r"\(+[A-Z][A-Z0-9]*(?:\([^()]*\))?=")  # CDC's DATA (A = 1.)
REPEATED = re.compile(r"([0-9]+)(?=[*(])")
TRUTH_LETTER = re.compile(r"[TF](?=[,/)])")
MOST_SUBSCRIPTS = 3
MOST_LISTS = 30  # in one another
LONGEST_NUMBER = 400  # digits that are read of one: it is too large then
MOST_REPEATS = 1 << 18


class Declarations(Expressions):
    """Reads specifications. Each function begins after the words of its statement."""

    def dimension(self) -> list[syntax.Name]:
        """DIMENSION a(i, j), ..."""
        return self.several(lambda: self._declarator(needed=True))

    def _declarator(self, needed: bool = False) -> syntax.Name:
        """Read a name, and dimensions in parentheses."""
        start = self.at
        name = self.name("the name of an array" if needed else "a name")
        if self.here == "(":
            self.at += 1
            dimensions = self.several(self._declared)
            if len(dimensions) > MOST_SUBSCRIPTS:
                message = f"'{name.name}' has {len(dimensions)} dimensions: {MOST_SUBSCRIPTS} are the most"
                self.context.parts.doubtful.add(name.name)
                raise self.fault_at(start, self.at, message)
            self.expect(")", " after the dimensions")
            self.context.parts.dimensions.append((name, dimensions))
        elif needed:
            raise self.fault(f"expected '(' and the dimensions of {name.name}, found {self.found()}")
        return name

    def _declared(self) -> syntax.Expression:
        """Read a dimension of an array; the last one may be FORTRAN 77's *."""
        start = self.at
        if not self.accept("*"):
            return self._dimension()
        if self.here == ",":
            raise self.fault_at(start, self.at, "only the last dimension can be *")
        hint = "a last dimension of 1 says the same"
        self.context.once(self.span(start), "a dimension * is FORTRAN 77: the array may have any size", hint)
        return syntax.AnySize(self.span(start), 1)

    def _dimension(self) -> syntax.Expression:
        start = self.at
        if self.here.isalpha():
            return self.name()
        number = self.match(DIGITS)
        if number is None:
            raise self.fault(f"expected a dimension, found {self.found()}", "dimensions are numbers: A(10,20)")
        if self.here == ":":
            raise self.fault("a dimension is one number: subscripts begin with 1")
        value = int(number[0][:LONGEST_NUMBER])
        if not value or value >= 10**12:
            raise self.fault_at(start, self.at, "a dimension is a number from 1 on")
        return syntax.Integer(self.span(start), value)

    def type(self, kind: Type) -> list[syntax.Name]:
        """INTEGER a, b(10), ... and the others."""
        self.context.other("iv", "a type statement", self.span(self.begin))
        kind = self.length(kind)
        return self.several(lambda: self._typed(kind))

    def length(self, kind: Type) -> Type:
        """Read the IBM 360's *8 after a type, if it is there."""
        start = self.at
        found = self.match(LENGTH)
        if found is None:
            return kind
        known = LENGTHS.get((kind, int(found[1][:LONGEST_NUMBER])))
        if known is None:
            raise self.fault_at(start, self.at, f"{kind.value}*{found[1]} is not supported")
        return known

    def _typed(self, kind: Type) -> syntax.Name:
        start = self.at
        if self.text.startswith(("::", ","), self.at):
            raise self.fault(f"expected a name, found {self.found()}", "a type statement is written: INTEGER I, J(10)")
        name = self._declarator()
        if LENGTH.match(self.text, self.at):
            kind = self.length(kind)
            if self.here == "(":  # REAL A*8(10)
                self.at = start
                raise self.fault("the dimensions stand before the length", "DOUBLE PRECISION A(10)")
        self.context.parts.types.append((kind, name))
        if self.here == "/":
            self.context.parts.data.append(self._data_group([name], start))
        return name

    def implicit(self) -> list[syntax.Name]:
        """IMPLICIT type (a-b, c), ..."""
        if self.text[self.at :] == "NONE":
            raise self.fault("IMPLICIT NONE is of later years", "undeclared names have their types by the first letter")
        self.several(self._letters)
        return []

    def _letters(self) -> None:
        for word, kind in TYPES.items():
            if self.accept(word):
                kind = self.length(kind)
                break
        else:
            raise self.fault(f"expected a type, found {self.found()}")
        self.expect("(")
        for first, last in self.several(self._range):
            for each in range(ord(first), ord(last) + 1):
                self.context.parts.implicit[chr(each)] = kind
        self.expect(")")

    def _range(self) -> tuple[str, str]:
        found = self.match(LETTERS)
        if found is None:
            raise self.fault(f"expected a letter, found {self.found()}")
        return found[1], found[2] or found[1]

    def common(self) -> list[syntax.Name]:
        """Read COMMON a, b /name/ c, d(10), ..."""
        names: list[syntax.Name] = []
        block = ""
        while True:
            start = self.at
            if found := self.match(BLOCK):
                block = found[1]
                if block:
                    self.context.other("iv", "a COMMON block with a name", self.span(start))
            elif self.here == "/":
                raise self.fault("expected the name of a COMMON block between two '/'", "COMMON /NAME/ A, B")
            start = self.at
            name = self._declarator()
            if "(" in self.text[start : self.at]:
                self.context.other("iv", "dimensions in COMMON", self.span(start))
            names.append(name)
            self.context.parts.common.append((block, name))
            if not self.accept(",") and self.here != "/":
                return names

    def equivalence(self) -> list[syntax.Name]:
        """EQUIVALENCE (a, b(1)), ..."""
        found = self.several(self._equivalent)
        return [syntax.Name(each.at, each.name) for group in found for each in group]

    def _equivalent(self) -> list[syntax.Name | syntax.Element]:
        start = self.at
        self.expect("(", " before the names that share storage")
        group = self.several(self._shared)
        if len(group) < 2:
            raise self.fault("expected ',' and another name that shares this storage")
        self.close(start)
        self.context.parts.equivalence.append(group)
        return group

    def _shared(self) -> syntax.Name | syntax.Element:
        start = self.at
        name = self.name()
        if self.here != "(":
            return name
        self.at += 1
        subscripts = self.several(lambda: self._dimension())
        self.expect(")")
        return syntax.Element(self.span(start), name.name, subscripts)

    def external(self) -> list[syntax.Name]:
        """EXTERNAL a, b, ..."""
        self.context.other("iv", "EXTERNAL", self.span(self.begin))
        names = self.several(self.name)
        self.context.parts.external += names
        return names

    def frequency(self) -> list[syntax.Name]:
        """FREQUENCY n(i, j, ...), ..."""
        self.context.other("ii", "FREQUENCY", self.span(self.begin), "it has no effect")
        self.several(self._often)
        return []

    def _often(self) -> None:
        label = self.label()
        self.expect("(")
        self.several(lambda: self._digits("how often it happens"))
        self.expect(")")
        self.context.parts.frequency.append(label)

    def _digits(self, what: str) -> int:
        found = self.match(DIGITS)
        if found is None:
            raise self.fault(f"expected a number, {what}, found {self.found()}")
        return int(found[0][:LONGEST_NUMBER])

    # ---------------------------------------------------------------- DATA

    def data(self) -> list[syntax.Name]:
        """Read DATA a, b(1) /1., 2*0./, ...; CDC: DATA (a = 1.), (b = 2*0.)."""
        self.context.other("iv", "DATA", self.span(self.begin))
        names: list[syntax.Name] = []
        while True:
            start = self.at
            cdc = self.here == "(" and "=" in self.text and not self._implied()
            if cdc:
                self.at += 1
                group = self._data_group([self._target()], start, ("=", ")"))
            else:
                group = self._data_group(self.several(self._target), start)
            self.context.parts.data.append(group)
            names += _names(group.targets)
            self.accept(",")
            if not self.here:
                return names

    def _implied(self) -> bool:
        """Whether a parenthesis here is that of a list with an implied DO."""
        return EQUATED.match(self.text, self.at) is None

    def _target(self) -> syntax.Item:
        if self.here == "(" and self.is_list(self.at):
            return self.implied(lambda: [self._target()])
        return self.variable("a variable, an array or an element")

    def implied(self, read: Callable[[], list[syntax.Item]]) -> syntax.ImpliedDo:
        """Read (list, i = m1, m2, m3); `read` reads an item between two commas of the list."""
        start = self.at
        self.at += 1
        self.depth += 1
        if self.depth > MOST_LISTS:
            raise self.fault(f"lists are nested too deeply here: more than {MOST_LISTS} levels")
        items: list[syntax.Item] = []
        while not LOOP.match(self.text, self.at):
            items += read()
            self.expect(",", " and the variable of the implied DO")
        if not items:
            raise self.fault("expected what is listed before the variable of the implied DO")
        variable = self.name()
        self.expect("=")
        begin, limit, step = self.limits()
        self.close(start)
        self.depth -= 1
        return syntax.ImpliedDo(self.span(start), items, variable, begin, limit, step)

    def limits(self) -> tuple[syntax.Expression, syntax.Expression, syntax.Expression | None]:
        """Read m1, m2, m3 of a DO."""
        begin = self.expression()
        self.expect(",", " and the last value", "DO n I = first, last")
        limit = self.expression()
        return begin, limit, self.expression() if self.accept(",") else None

    def is_list(self, opening: int) -> bool:
        """Whether an '=' is directly in a parenthesis: an implied DO."""
        depth = 0
        for at in range(opening, len(self.text)):
            depth += {"(": 1, ")": -1}.get(self.text[at], 0)
            if not depth:
                return False
            if depth == 1 and self.text[at] == "=":
                return True
        return False

    def _data_group(self, targets: list[syntax.Item], start: int, around: tuple[str, str] = ("/", "/")) -> Data:
        hint = "constants stand between two '/'" if around[0] == "/" else ""
        self.expect(around[0], " before the constants", hint)
        values: list[tuple[int, syntax.Expression]] = []
        while True:
            values += self._values()
            if not self.accept(","):
                break
        self.expect(around[1], " after the constants", hint)
        return Data(self.span(start), list(targets), values)

    def _values(self) -> list[tuple[int, syntax.Expression]]:
        """Read a constant with its repeat count; CDC: 3(1., 2.) repeats several."""
        start = self.at
        count = REPEATED.match(self.text, start)
        if count is None:
            return [(1, self._value())]
        number = int(count[1][:LONGEST_NUMBER])
        self.at = count.end()
        if not 0 < number <= MOST_REPEATS:
            raise self.fault_at(start, self.at, f"a repeat count is from 1 to {MOST_REPEATS}")
        star = self.accept("*")
        if self.here == "(" and not (star and self._complex()):
            self.at += 1
            group = [value for values in self.several(self._values) for value in values]
            self.expect(")")
            if number * len(group) > MOST_REPEATS:
                raise self.fault_at(start, self.at, f"these are more than {MOST_REPEATS} constants")
            return group * number
        return [(number, self._value())]

    def _complex(self) -> bool:
        return bool(COMPLEX.match(self.text, self.at))

    def _value(self) -> syntax.Expression:
        if (truth := TRUTH_LETTER.match(self.text, self.at)) is not None:
            self.at += 1
            return syntax.Logical(self.span(self.at - 1), truth[0] == "T")
        return self.signed_constant()


def _names(items: list[syntax.Item]) -> list[syntax.Name]:
    found: list[syntax.Name] = []
    for each in items:
        if isinstance(each, syntax.ImpliedDo):
            found += [*_names(each.items), syntax.Name(each.variable.at, each.variable.name)]
        elif isinstance(each, syntax.Name | syntax.Element):
            found.append(syntax.Name(each.at, each.name))
            found += [syntax.Name(part.at, part.name) for part in syntax.walk(each)
                      if isinstance(part, syntax.Name) and part is not each]  # fmt: skip
    return found


def names_in(text: str) -> set[str]:
    """Return all names that may be in some characters."""
    return set(NAME.findall(text))
