"""FORTRAN programs made at random: valid, they end, and print what they compute; the same ones for the same seed.

Numbers are those that every machine has exactly: what is stored in an integer is at most WHOLE, in a real at most REAL
and a multiple of a power of two (`grid` bits after the point), and no step of an expression needs more than a real of
the 704 has. A program asks for nothing that the standard leaves open: no variable without a value, no DO that would be
done no time, no DO variable after its loop, no alias that a subprogram changes.

Every statement that may be done again and again uses up fuel; the interpreter says of the others whether they take too
long. Programs of dialect `ii` keep to FORTRAN II; `translated` makes of them what gfortran understands.
"""

import re
from dataclasses import dataclass, field, replace

WHOLE, REAL, WORD = 999, 512, 26  # of integers, of reals; bits of a real's magnitude and grid together
LOOPS = ("IA", "IB", "IC", "JA", "JB", "JC", "KA", "KB")  # only DO statements give them values
SPARE = ("KX1", "KX2", "KX3", "KX4")  # for subscripts of FORTRAN II
INTEGER, REALS, LOGICAL = "integer", "real", "logical"


@dataclass(frozen=True)
class Variable:
    name: str
    type: str
    dimensions: tuple = ()
    free: bool = True  # it may be assigned to
    common: bool = False
    group: str = ""  # what EQUIVALENCE ties together has one group


@dataclass(frozen=True)
class Parameter:
    type: str
    dimensions: tuple
    out: bool
    adjustable: bool = False


@dataclass(frozen=True)
class Routine:
    name: str
    type: str  # "" of a subroutine
    parameters: tuple
    statement: bool = False  # a statement function


@dataclass(frozen=True)
class E:
    """An expression: its text, the largest magnitude, bits after the point, and how tightly it holds together."""

    text: str
    bound: int = 0
    grid: int = 0
    level: int = 0  # 0 primary, 1 power, 2 product, 3 sum


@dataclass
class Scope:
    variables: list = field(default_factory=list)
    loops: list = field(default_factory=list)  # (name, lowest, highest) of loops around
    routines: list = field(default_factory=list)

    def inner(self, **changes):
        return replace(self, variables=list(self.variables), loops=list(self.loops), **changes)


@dataclass
class Made:
    """A program, the lines it reads, and how many cards it has."""

    text: str
    lines: list
    dialect: str
    modern: str  # the same program without the words of FORTRAN II


class Maker:
    """Makes one program. `random` decides."""

    def __init__(self, random, dialect="iv", size=30, noise=True, extended=False, units=3):
        self.random, self.dialect, self.size, self.noise, self.extended = random, dialect, size, noise, extended
        self.units = units  # subprograms at most
        self.printer = False  # whether what is printed must not be on a tape
        self.grid = 8 if dialect == "iv" else 2
        self.old = dialect == "ii"
        self.types = [INTEGER, INTEGER, REALS, REALS] + [LOGICAL] * (not self.old)  # of variables and dummies
        self.arithmetic = [INTEGER, REALS]  # of statement functions
        self.adjustable_most = 2  # dimensions
        self.input = []
        self.other = {}  # statements of FORTRAN II that FORTRAN 66 writes otherwise
        self.taken = set()  # names of units and COMMON blocks

    # ------------------------------------------------------------ small things

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, things):
        return self.random.choice(things)

    def some(self, things, most):
        return self.random.sample(things, min(len(things), self.random.randint(0, most)))

    def number(self, low, high):
        return self.random.randint(low, high)

    def new_name(self, type_):
        """A name that is new in the program; its first letter says its type, but sometimes in dialect iv."""
        letters = "IJKLMN" if type_ == INTEGER else "ABCDEGHOPQRSTUVWXYZ"
        if type_ == LOGICAL or (self.dialect == "iv" and self.chance(15)):
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        while True:
            name = self.pick(letters) + "".join(
                self.pick("ABCDEGHIKLMNOPRSTUVWXYZ0123456789") for _ in range(self.number(0, 4))
            )
            if name not in self.taken and name not in RESERVED and (name not in LOOPS) and not name.startswith("KX"):
                self.taken.add(name)
                return name

    def declared_name(self, type_):
        """A new name, with a declaration where its first letter does not say its type."""
        name = self.new_name(type_)
        if self.natural(name) != type_:
            self.specify(type_, name)
        return name

    def natural(self, name):
        """The type that a name's first letter says."""
        return INTEGER if name[0] in "IJKLMN" else REALS

    # ------------------------------------------------------------ the program

    def program(self):
        self.blocks = self.common_blocks()
        routines, texts = [], []
        for number in range(self.number(0, self.units)):
            sort = self.pick(["subroutine", "subroutine", *dict.fromkeys(self.types)])
            routine, cards = self.unit(sort, routines, number)
            routines.append(routine)
            texts.append(cards)
        main = self.unit("main", routines, 9)[1]
        units = [main, *reversed(texts)] if self.chance(80) else [main, *texts]
        units += self.block_data()
        text = "".join(f"{card}\n" for unit in units for card in self.cards(unit))
        return Made(text, self.input, self.dialect, self.modern(units) if self.old else text)

    def modern(self, units):
        """The text with the words of FORTRAN 66."""
        self.noise = False
        units = [
            [("" if text in self.other else label, translated(self.other.get(text, text))) for label, text in unit]
            for unit in units
        ]
        return "".join(f"{card}\n" for unit in units for card in self.cards(unit))

    def common_blocks(self):
        """COMMON: (name, the types and dimensions of its members, whether DATA gives it values)."""
        blocks = []
        for name in ["", *([] if self.old else ["BLK", "COM2"])]:
            if self.chance(60):
                members = [
                    (self.pick(self.types), self.pick([(), (), self.dimensions()])) for _ in range(self.number(1, 4))
                ]
                blocks.append((name, members, bool(name) and self.chance(40)))
        return blocks

    def dimensions(self):
        count = self.pick([1, 1, 1, 2, 2, 3])
        return tuple(self.number(1 if count == 3 else 2, {1: 8, 2: 5, 3: 3}[count]) for _ in range(count))

    def block_data(self):
        if not any(given for _, _, given in self.blocks):
            return []
        self.begin()
        for block in self.blocks:
            if block[2]:
                for variable in self.declare_block(block):
                    self.data(variable)
        return [[("", "BLOCK DATA"), *self.specifications, *self.datas, ("", "END")]]

    # ------------------------------------------------------------ a unit

    def begin(self):
        self.specifications, self.datas, self.functions, self.formats, self.body = [], [], [], [], []
        self.label_number = self.pick([10, 100, 1000])
        self.fuel = ""
        self.prefix = 0
        self.used = {}  # functions, in order
        self.integers = []

    def unit(self, sort, routines, number):
        """Return the Routine, and the cards."""
        self.begin()
        self.main, self.pure = sort == "main", sort in self.types
        scope = Scope(routines=[each for each in routines if not self.pure or each.type])
        routine = None
        if not self.main:
            routine, header = self.heading(sort, scope)
        self.dummies = tuple(scope.variables)
        for block in self.blocks:
            if self.main or self.chance(60):
                scope.variables += [replace(each, free=not self.pure) for each in self.declare_block(block)]
        self.locals(scope)
        self.equivalences(scope)
        for _ in range(self.number(0, 2)):
            self.statement_function(scope)
        self.fuel = self.declared_name(INTEGER) if self.main or self.chance(50) else ""
        self.initial(scope)
        budget = self.size if self.main else self.size // 2
        if self.main:
            self.reading(scope)
        self.statements(scope, 3, budget)
        if self.main:
            self.extras(scope)
        if not self.pure:
            self.show_all(scope)
        if self.main:
            if self.chance(70):
                self.put("STOP" + self.pick(["", "", " 7", " 77"]))
        else:
            if routine.type:
                self.assign(routine.name, routine.type, scope)
            self.put("RETURN")
        head = self.first_card() if self.main else [("", header)]
        body = self.mixed(self.body)
        # A comment for FORTRAN II, a declaration for others: its functions' types are in their names.
        marks = [("C", f"     {each}") for each in self.integers]
        self.other |= {text: text.strip() for _, text in marks}
        for each in self.used:
            if self.natural(each.name) != each.type:
                self.specify(each.type, each.name)
        return routine, [*head, *marks, *self.specifications, *self.datas, *self.functions, *body, ("", "END")]

    def mixed(self, body):
        """FORMAT statements may stand anywhere; but not as the statement after a logical IF, nor before labels."""
        found = list(body)
        for each in self.formats:
            found.insert(self.number(0, len(found)) if self.chance(50) else len(found), each)
        return found

    def heading(self, sort, scope):
        """Return the Routine, and the first statement; its dummies are in the scope."""
        type_ = "" if sort == "subroutine" else sort
        name = self.new_name(type_ or REALS)
        if self.old and len(name) >= 4 and name.endswith("F"):
            name = name[:-1] + "X"
        parameters, names = [], []
        for _ in range(self.number(1, 4)):
            kind = self.pick(self.types)
            dimensions = self.dimensions() if self.chance(35) else ()
            adjustable = (
                bool(dimensions) and not self.old and len(dimensions) <= self.adjustable_most and self.chance(50)
            )
            out = not type_ and self.chance(60)
            dummy = self.new_name(kind)
            if adjustable:
                sizes = [self.declared_name(INTEGER) for _ in dimensions]
                names += sizes
                parameters += [Parameter("size", (), False)] * len(sizes)
            names.append(dummy)
            parameters.append(Parameter(kind, dimensions, out, adjustable))
            self.declare(dummy, kind, sizes if adjustable else dimensions)
            scope.variables.append(Variable(dummy, kind, dimensions, out, False, dummy))
        header = f"{name}({', '.join(names)})"
        if not type_:
            return Routine(name, "", tuple(parameters)), f"SUBROUTINE {header}"
        explicit = type_ == LOGICAL or self.natural(name) != type_ or (not self.old and self.chance(30))
        return Routine(name, type_, tuple(parameters)), f"{type_.upper() + ' ' if explicit else ''}FUNCTION {header}"

    # ------------------------------------------------------------ specifications

    def specify(self, keyword, text):
        self.specifications.append(("", f"{keyword.upper()} {text}"))

    def declare(self, name, type_, dimensions):
        """Say a name's type and dimensions, where it has to be said."""
        sizes = f"({','.join(map(str, dimensions))})" if dimensions else ""
        if type_ == LOGICAL or self.natural(name) != type_ or (not self.old and self.chance(10)):
            if self.chance(50) or not sizes:
                self.specify(type_, name + sizes)
                return
            self.specify(type_, name)
        if sizes:
            self.specify("DIMENSION", name + sizes)

    def declare_block(self, block):
        """Declare a COMMON block with names of this unit's own; return its variables."""
        name, members, _ = block
        found, texts = [], []
        for type_, dimensions in members:
            each = self.new_name(type_)
            found.append(Variable(each, type_, dimensions, True, True, each))
            if dimensions and not self.old and self.chance(50):
                texts.append(f"{each}({','.join(map(str, dimensions))})")
                self.declare(each, type_, ())
            else:
                texts.append(each)
                self.declare(each, type_, dimensions)
        self.specify("COMMON", (f"/{name}/ " if name else "") + ", ".join(texts))
        return found

    def locals(self, scope):
        for _ in range(self.number(2, 6)):
            type_ = self.pick(self.types)
            dimensions = self.dimensions() if self.chance(40) else ()
            name = self.new_name(type_)
            self.declare(name, type_, dimensions)
            scope.variables.append(Variable(name, type_, dimensions, True, False, name))
        for type_ in (INTEGER, REALS):  # there is always something to assign to
            name = self.new_name(type_)
            self.declare(name, type_, ())
            scope.variables.append(Variable(name, type_, (), True, False, name))

    def equivalences(self, scope):
        """Tie a new variable, or array, to an element of another one of the same type."""
        for _ in range(self.pick([0, 0, 1, 2])):
            hosts = [
                each
                for each in scope.variables
                if each.dimensions and each.free and not self.is_dummy(each) and not (self.old and each.common)
            ]  # FORTRAN II would move it to the front of COMMON
            if not hosts:
                return
            host = self.pick(hosts)
            size = product(host.dimensions)
            name = self.new_name(host.type)
            count = self.pick([0, 0, self.number(1, size)])
            first = self.number(1, size - max(count, 1) + 1)
            dimensions = (count,) if count else ()
            self.declare(name, host.type, dimensions)
            place = f"{host.name}({first})"
            if not self.old and len(host.dimensions) > 1:
                place = f"{host.name}({','.join(map(str, subscripts_of(first - 1, host.dimensions)))})"
            other = f"{name}(1)" if count and self.chance(50) else name
            pair = [other, place] if self.chance(50) else [place, other]
            self.specify("EQUIVALENCE", f"({', '.join(pair)})")
            subscripts = ",".join(map(str, subscripts_of(first - 1, host.dimensions)))
            self.other[f"EQUIVALENCE ({', '.join(pair)})"] = f"EQUIVALENCE ({other}, {host.name}({subscripts}))"
            scope.variables.append(Variable(name, host.type, dimensions, True, host.common, host.group))

    def is_dummy(self, variable):
        return variable in self.dummies

    def data(self, variable):
        """DATA for a variable or a whole array."""
        size = product(variable.dimensions)
        values, left = [], size
        while left:
            count = self.number(1, left)
            literal = self.literal(variable.type, signed=True)
            values.append(f"{count}*{literal}" if count > 1 else literal)
            left -= count
        self.datas.append(("", f"DATA {variable.name}/{','.join(values)}/"))

    def statement_function(self, scope):
        type_ = self.pick(self.arithmetic)
        name = self.new_name(type_)
        if self.old:
            name = ("X" if type_ == INTEGER else self.pick("ABCDG")) + self.pick("PQRST") + self.pick("UVWZ") + "F"
            if name in self.taken:
                return
            self.taken.add(name)
        elif self.natural(name) != type_:
            self.specify(type_, name)
        names = []
        inner = Scope(variables=[each for each in scope.variables if not each.dimensions], routines=[])
        for _ in range(self.number(1, 3)):
            kind = self.pick(self.arithmetic) if not self.old else type_
            dummy = self.declared_name(kind)
            names.append((dummy, kind))
            inner.variables.append(Variable(dummy, kind))
        inner.variables = inner.variables[-4 - len(names) :]
        self.plain = True  # nothing in front of it, no arrays
        value = self.fitted(type_, inner, 2)
        self.plain = False
        self.functions.append(("", f"{name}({', '.join(each for each, _ in names)}) = {value.text}"))
        if self.old and type_ == INTEGER:
            self.integers.append(f"INTEGER {name}")
        parameters = tuple(Parameter(kind, (), False) for _, kind in names)
        scope.routines.append(Routine(name, type_, parameters, True))

    # ------------------------------------------------------------ cards

    def put(self, text, label=""):
        """Put a statement; the next one may have its own values in SPARE."""
        self.body.append((label, text))
        self.prefix = 0

    def label(self):
        self.label_number += self.number(1, 9)
        return str(self.label_number)

    def cards(self, statements):
        """The statements as cards: blanks, comments and continuations as they come."""
        cards = []
        for label, text in statements:
            if label == "C":
                cards.append(label + text)
                continue
            if self.noise and self.chance(6):
                cards.append(self.pick(["C", "C     SOMETHING ELSE = 1", "C     DO 10 I = 1, 5", "C"]))
            if self.noise and self.chance(8) and not re.search(r"\d[HLR]|'|\* \*", text):
                text = self.blanks(text)
            first = f"{label:<5} " if self.chance(50) else f"{label:>5} "
            short = self.noise and self.chance(10) and len(text) < 500 and not re.search(r"\dH", text)
            width = self.number(30, 66) if short else 66  # a short card would put blanks into texts
            pieces = [text[at : at + width] for at in range(0, len(text), width)]
            cards.append(first + pieces[0])
            for number, piece in enumerate(pieces[1:], 1):
                # A blank at the end of a card would be lost when lines are stripped: it is kept by full cards.
                cards[-1] = cards[-1].ljust(72)
                cards.append(f"     {number % 9 + 1}{piece}")
        return cards

    def blanks(self, text):
        way = self.number(0, 2)
        if way == 0:
            return text.replace(" ", "")
        return "".join(each + " " * (self.chance(15) if way == 1 else self.chance(3) * 3) for each in text)

    # ------------------------------------------------------------ the first values

    def initial(self, scope):
        if self.fuel:
            self.put(f"{self.fuel} = {self.number(5, 40)}")
        given = {member.name for member in self.given_by_data(scope)}
        for each in scope.variables:
            if each.name in given or not each.free or each in self.dummies:
                continue
            if each.group != each.name:
                continue
            if not each.dimensions:
                self.put(f"{each.name} = {self.literal(each.type, signed=True)}")
                continue
            names = self.random.sample(LOOPS, len(each.dimensions))
            ends = self.label()
            for name, size in reversed(list(zip(names, each.dimensions, strict=True))):
                self.put(f"DO {ends} {name} = 1, {size}")
            element = f"{each.name}({', '.join(names)})"
            sums = " + ".join(f"{self.number(1, 9)}*{name}" for name in names)
            self.put(f"{element} = {self.element_value(each.type, sums, names[0])}", ends)

    def element_value(self, type_, sums, first):
        """What an element begins with: from a sum of its subscripts, or the first of them."""
        if type_ == INTEGER:
            return f"{sums} - {self.number(0, 30)}"
        if type_ == LOGICAL:
            return f"{first}.GT.{self.number(1, 3)}"
        self.put(f"KX1 = {sums}")
        return f"{self.function('FLOAT')}(KX1)*{self.pick(['.25', '0.5', '1.', '2.'])}"

    def given_by_data(self, scope):
        """Variables whose first values DATA gives: of the main program, and those of COMMON by BLOCK DATA."""
        found = []
        if not self.main:
            return [each for each in scope.variables if each.common]
        position = 0
        for _, members, given in self.blocks:
            found += scope.variables[position : position + len(members)] if given else []
            position += len(members)
        if not self.old:
            for each in scope.variables:
                if not each.common and each.group == each.name and not self.tied(each, scope) and self.chance(30):
                    self.data(each)
                    found.append(each)
        return found

    def tied(self, variable, scope):
        return any(each.group == variable.name and each is not variable for each in scope.variables)

    # ------------------------------------------------------------ statements

    def extras(self, scope):
        """Put, in a main program, one of the rarer things: each is complete in itself."""
        kinds = [self.tape] if self.old else [self.tape, self.texts, self.variable_format]
        kinds += self.more_extras()
        if self.extended:
            kinds += [self.extended_range] * 2
        for each in self.random.sample(kinds, self.number(0, min(2, len(kinds)))):
            each(scope)

    def more_extras(self):
        return []

    def tape(self, scope):
        """Write records on a tape, and read them again, into other variables of the same types."""
        unit = self.number(1, 4)
        self.put(f"REWIND {unit}")
        for _ in range(self.number(1, 2)):
            found = self.random.sample([each for each in scope.variables if not each.dimensions or not self.old],
                                       self.number(1, 2))  # fmt: skip
            lists = []
            for each in found:
                others = [other for other in scope.variables if other.free and other.type == each.type
                          and other.dimensions == each.dimensions and other.group not in lists]  # fmt: skip
                if not others:
                    return
                lists += [each, self.pick(others)]
            ones, others = lists[::2], lists[1::2]
            if len({each.group for each in others}) < len(others):
                return
            write = ", ".join(each.name for each in ones)
            read = ", ".join(each.name for each in others)
            self.put(f"WRITE TAPE {unit}, {write}" if self.old else f"WRITE ({unit}) {write}")
            if self.chance(30):
                self.put(f"WRITE TAPE {unit}, {write}" if self.old else f"WRITE ({unit}) {write}")
                self.put(f"BACKSPACE {unit}")
            elif self.chance(30):
                self.put(f"END FILE {unit}")
                self.put(f"REWIND {unit}")
            else:
                self.put(f"REWIND {unit}")
            self.put(f"READ TAPE {unit}, {read}" if self.old else f"READ ({unit}) {read}")
            self.put(f"REWIND {unit}")

    def texts(self, scope):
        """Characters: DATA, copies, A format."""
        name, other = self.declared_name(INTEGER), self.declared_name(INTEGER)
        count, label = self.number(1, 4), self.label()
        self.specify("DIMENSION", f"{name}({count})")
        letters = ["".join(self.pick("ABCXYZ019 +-/().=*") for _ in range(4)) for _ in range(count)]
        self.datas.append(("", f"DATA {name}/{','.join('4H' + each for each in letters)}/"))
        self.put(f"{other} = {name}({self.number(1, count)})")
        self.put(f"WRITE (6,{label}) {name}, {other}, {name}(1)")
        self.formats.append((label, f"FORMAT (1X,{count}A4,A{self.number(1, 4)},3X,A4)"))
        label = self.label()
        self.put(f"READ (5,{label}) {other}, {name}")
        self.formats.append((label, f"FORMAT (A4,{count}A{self.number(1, 4)})"))
        self.input.append("".join(self.pick("ABCXYZ019 +-/().=*") for _ in range(4 * count + 4)))
        label = self.label()
        self.put(f"PRINT {label}, {other}, {name}")
        self.formats.append((label, f"FORMAT (1H ,5A{self.number(2, 4)})"))

    def variable_format(self, scope):
        """A FORMAT in an array."""
        name = self.declared_name(INTEGER)
        pieces = ["(1X,", self.pick(["I5, ", "I6, ", "I7 ,"]), self.pick(["1H*,", "2X, ", "1H=,", "  3X"]), "I8) "]
        self.specify("DIMENSION", f"{name}({len(pieces)})")
        self.datas.append(("", f"DATA {name}/{','.join('4H' + each for each in pieces)}/"))
        found = [each for each in scope.variables if each.type == INTEGER]
        items = ", ".join(self.reference(self.pick(found), scope) for _ in range(self.number(1, 5)))
        self.put(f"WRITE (6,{name}) {items}")

    def extended_range(self, scope):
        """A jump out of a DO, and back into its range."""
        end, outside, back, over = (self.label() for _ in range(4))
        target, _ = self.target(scope, (INTEGER,))
        self.put(f"GO TO {over}")
        self.put("CONTINUE", outside)
        self.put(f"{target} = JA + {self.number(1, 9)}")
        self.put(f"GO TO {back}")
        self.put("CONTINUE", over)
        self.put(f"DO {end} JA = 1, {self.number(2, 5)}")
        self.put(f"GO TO {outside}")
        self.put("CONTINUE", back)
        inner = scope.inner()
        inner.loops.append(("JA", 1, 5))
        self.statements(inner, 0, 1)
        self.put("CONTINUE", end)

    def statements(self, scope, depth, budget):
        """Put statements that may cost so much."""
        count = max(1, min(budget, self.number(1, 5)))
        for _ in range(count):
            self.statement(scope, depth, budget // count)

    def statement(self, scope, depth, budget):
        simple = [self.assignment] * 5 + [self.logical_if]
        if not self.pure:  # of functions in an expression not all must be called, nor in an order
            simple += [self.show, self.call, self.call]
        nested = [self.arithmetic_if, self.computed, self.assigned, self.loop, self.loop, self.loop, self.search,
                  self.again, self.nest, self.skip]  # fmt: skip
        if self.old:
            simple = [each for each in simple if each != self.logical_if]
        more_simple, more_nested = self.more()
        simple, nested = simple + more_simple, nested + more_nested
        action = self.pick(simple + nested if depth > 0 and budget > 1 else simple)
        action(scope, depth, budget)

    def more(self):
        """Further statements, simple and nested ones, for makers of other dialects."""
        return [], []

    def first_card(self):
        """The cards before those of the main program."""
        return []

    def assignment(self, scope, depth, budget):
        target = self.target(scope)
        self.assign(target[0], target[1], scope)

    def target(self, scope, types=None):
        """Return the text and the type of something that may be assigned to."""
        found = [each for each in scope.variables if each.free and (types is None or each.type in types)]
        each = self.pick(found)
        return self.reference(each, scope), each.type

    def assign(self, text, type_, scope, label="", condition=""):
        if type_ == LOGICAL:
            value = self.boolean(scope, 2).text
        elif self.chance(10 if self.old else 15):  # of the other type: it is converted
            other = INTEGER if type_ == REALS else REALS
            value = self.fitted(other, scope, 1 if self.old else 2, bound=REAL).text
        else:
            value = self.fitted(type_, scope, 3).text
        self.put(f"{condition}{text} = {value}", label)

    def logical_if(self, scope, depth, budget):
        condition = self.boolean(scope, 2).text
        if self.chance(25):
            target = self.label()
            self.put(f"IF ({condition}) GO TO {target}")
            self.statements(scope, 0, 2)
            self.put("CONTINUE", target)
            return
        target, type_ = self.target(scope)
        self.assign(target, type_, scope, condition=f"IF ({condition}) ")

    def skip(self, scope, depth, budget):
        """Jump over some statements."""
        target = self.label()
        if self.old:
            back = self.label()
            value = self.fitted(self.pick([INTEGER, REALS]), scope, 2).text
            self.put(f"IF ({value}) {self.pick([f'{target},{back},{back}', f'{back},{target},{back}'])}")
            self.put("CONTINUE", back)
        else:
            self.put(f"IF ({self.boolean(scope, 2).text}) GO TO {target}")
        self.statements(scope, depth - 1, budget // 2)
        self.put("CONTINUE", target)

    def branches(self, scope, depth, budget, labels):
        """Put statements at each of these labels; all come together at the end."""
        end = self.label()
        for number, label in enumerate(labels):
            self.put("CONTINUE", label)
            if self.chance(85):
                self.statements(scope, depth - 1, max(1, budget // len(labels)))
            if number < len(labels) - 1 and self.chance(85):
                self.put(f"GO TO {end}")
        self.put("CONTINUE", end)

    def arithmetic_if(self, scope, depth, budget):
        labels = [self.label() for _ in range(self.pick([2, 3, 3]))]
        targets = labels if len(labels) == 3 else [*labels, self.pick(labels)]
        self.random.shuffle(targets)
        value = self.fitted(self.pick([INTEGER, REALS]), scope, 2).text
        self.put(f"IF ({value}) {', '.join(targets)}")
        self.branches(scope, depth, budget, labels)

    def computed(self, scope, depth, budget):
        labels = [self.label() for _ in range(self.number(2, 4))]
        targets = [self.pick(labels) for _ in range(self.number(0, 2))] + labels
        value = self.fitted(INTEGER, scope, 2).text
        mod, absolute = self.function("MOD"), self.function("IABS")
        self.put(f"KX1 = {mod}({absolute}({value}), {len(targets)}) + 1")
        self.put(f"GO TO ({', '.join(targets)}), KX1")
        self.branches(scope, depth, budget, labels)

    def assigned(self, scope, depth, budget):
        labels = [self.label() for _ in range(2)]
        name = self.declared_name(INTEGER)
        self.put(f"ASSIGN {labels[0]} TO {name}")
        if self.old:
            yes, no = self.label(), self.label()
            self.put(f"IF ({self.fitted(INTEGER, scope, 1).text}) {yes}, {no}, {yes}")
            self.put(f"ASSIGN {labels[1]} TO {name}", yes)
            self.put("CONTINUE", no)
        else:
            self.put(f"IF ({self.boolean(scope, 1).text}) ASSIGN {labels[1]} TO {name}")
        self.put(f"GO TO {name}, ({', '.join(labels)})")
        self.branches(scope, depth, budget, labels)

    def bounds(self, scope):
        """Return a new loop's variable, its parameters, and the lowest and highest value."""
        used = {name for name, _, _ in scope.loops}
        name = self.pick([each for each in LOOPS if each not in used])
        low = self.pick([1, 1, 1, 2, 3])
        step = self.pick([1, 1, 1, 2, 3])
        high = low + self.number(0, 4)
        texts = [str(low), str(high)] + ([str(step)] if step > 1 or self.chance(10) else [])
        outer = [each for each in scope.loops if each[1] >= low]
        if outer and self.chance(20):  # up to the value of a loop around
            other = self.pick(outer)
            return name, f"{name} = {low}, {other[0]}", low, other[2]
        if self.chance(15):
            self.put(f"KX2 = {high}")
            texts[1] = "KX2"
        return name, f"{name} = {', '.join(texts)}", low, high

    def loop(self, scope, depth, budget):
        if len(scope.loops) >= 4:
            self.assignment(scope, depth, budget)
            return
        end = self.label()
        name, text, low, high = self.bounds(scope)
        self.put(f"DO {end} {text}")
        inner = scope.inner()
        inner.loops.append((name, low, high))
        self.statements(inner, depth - 1, max(1, budget // 2))
        if self.chance(40):
            target, type_ = self.target(inner)
            self.assign(target, type_, inner, end)
        else:
            self.put("CONTINUE", end)

    def nest(self, scope, depth, budget):
        """Loops that end with the same statement: an array, element by element."""
        arrays = [each for each in scope.variables if each.dimensions and each.free and each.type != LOGICAL]
        if not arrays or len(scope.loops) > 3:
            self.loop(scope, depth, budget)
            return
        array = self.pick(arrays)
        end = self.label()
        inner = scope.inner()
        names = []
        order = list(enumerate(array.dimensions))
        self.random.shuffle(order)
        for at, size in order:
            used = {name for name, _, _ in inner.loops}
            name = self.pick([each for each in LOOPS if each not in used])
            self.put(f"DO {end} {name} = 1, {size}")
            inner.loops.append((name, 1, size))
            names.append((at, name))
        if self.chance(50):
            self.statement(inner, 0, 1)
        subscripts = [name for _, name in sorted(names)]
        self.assign(f"{array.name}({', '.join(subscripts)})", array.type, inner, end)

    def search(self, scope, depth, budget):
        """A loop that may be left by a jump: its variable has a value then."""
        if len(scope.loops) >= 4 or not [each for each in scope.variables if each.free and each.type == INTEGER]:
            self.assignment(scope, depth, budget)
            return
        name, text, low, high = self.bounds(scope)
        end, found, after = self.label(), self.label(), self.label()
        inner = scope.inner()
        inner.loops.append((name, low, high))
        self.put(f"DO {end} {text}")
        self.statements(inner, 0, 1)
        if self.old:
            value = self.fitted(self.pick([INTEGER, REALS]), inner, 2).text
            self.put(f"IF ({value}) {self.pick([f'{end},{end},{found}', f'{found},{end},{end}'])}")
        else:
            self.put(f"IF ({self.boolean(inner, 2).text}) GO TO {found}")
        self.put("CONTINUE", end)
        target, _ = self.target(scope, (INTEGER,))
        self.put(f"{target} = {self.number(0, 9)}")
        self.put(f"GO TO {after}")
        self.put("CONTINUE", found)
        target, _ = self.target(scope, (INTEGER,))
        self.put(f"{target} = {name}")
        self.put("CONTINUE", after)

    def again(self, scope, depth, budget):
        """A jump back, as long as there is fuel."""
        if not self.fuel:
            self.assignment(scope, depth, budget)
            return
        start = self.label()
        self.put("CONTINUE", start)
        self.statements(scope, depth - 1, budget // 2)
        self.put(f"{self.fuel} = {self.fuel} - 1")
        if self.old or self.chance(50):
            end = self.label()
            self.put(f"IF ({self.fuel}) {end}, {end}, {start}")
            self.put("CONTINUE", end)
        else:
            self.put(f"IF ({self.fuel}.GT.0 .AND. {self.boolean(scope, 1).text}) GO TO {start}")

    # ------------------------------------------------------------ calls

    def call(self, scope, depth, budget):
        routines = [each for each in scope.routines if not each.type]
        self.random.shuffle(routines)
        for each in routines:
            actuals = self.actuals(each, scope, 1)
            if actuals is not None:
                self.put(f"CALL {each.name}({', '.join(actuals)})")
                return
        self.assignment(scope, depth, budget)

    def actuals(self, routine, scope, depth):
        """The arguments of a call; None if there is nothing for one of them."""
        changed, read, texts = set(), set(), []
        sizes = []
        for each in routine.parameters:
            if each.type == "size":
                sizes.append(len(texts))
                texts.append("")
                continue
            if not each.out and not each.dimensions:
                texts.append(self.value_argument(each.type, scope, depth, routine))
                continue
            found = [
                variable for variable in scope.variables
                if variable.type == each.type and (variable.free or not each.out) and variable.group not in changed
                and (not (each.out or routine.type == "") or not variable.common)
                and (variable.group not in read or not each.out)
                and self.long_enough(variable, each)
            ]  # fmt: skip
            if not found:
                return None
            variable = self.pick(found)
            (changed if each.out else read).add(variable.group)
            if each.dimensions:
                texts.append(self.array_argument(variable, each))
                for at, size in zip(sizes, each.dimensions, strict=False):
                    texts[at] = str(size)
                sizes = []
            else:
                texts.append(self.reference(variable, scope))
        return texts

    def value_argument(self, type_, scope, depth, routine):
        """Something a subprogram does not change: never the name of a variable alone, that it may change otherwise."""
        if type_ == LOGICAL:
            value = self.boolean(scope, depth)
            return value.text if "." in value.text else f"({value.text}.AND..TRUE.)"
        value = self.fitted(type_, scope, depth)
        if re.fullmatch(r"[A-Z][A-Z0-9]*(\([^()]*\))?", value.text) and not routine.statement and not routine.type:
            return f"{value.text} + 0{'.' * (type_ == REALS)}"
        return value.text

    def long_enough(self, variable, parameter):
        if not parameter.dimensions:
            return True
        return bool(variable.dimensions) and product(variable.dimensions) >= product(parameter.dimensions)

    def array_argument(self, variable, parameter):
        """An array, or an element from which on there are enough."""
        spare = product(variable.dimensions) - product(parameter.dimensions)
        first = self.number(0, spare)
        if first == 0 and self.chance(80):
            return variable.name
        return f"{variable.name}({', '.join(map(str, subscripts_of(first, variable.dimensions)))})"

    # ------------------------------------------------------------ references

    def reference(self, variable, scope):
        if not variable.dimensions:
            return variable.name
        return f"{variable.name}({', '.join(self.subscript(size, scope) for size in variable.dimensions)})"

    def subscript(self, size, scope):
        """Something from 1 to `size`."""
        loops = [each for each in scope.loops if each[2] <= size]
        if loops and self.chance(60):
            name, low, high = self.pick(loops)
            more, less = self.number(0, size - high), self.number(0, low - 1)
            if more and self.chance(50):
                return f"{name}+{more}"
            if less and self.chance(50):
                return f"{name}-{less}"
            return name
        twice = [each for each in scope.loops if 2 * each[2] - 1 <= size]
        if twice and self.chance(30):
            return f"2*{self.pick(twice)[0]}-1"
        if self.plain or self.chance(60) or size == 1:
            return str(self.number(1, size))
        mod, absolute = self.function("MOD"), self.function("IABS")
        value = f"{mod}({absolute}({self.simple_integer(scope)}), {size})"
        if not self.old and self.chance(60):
            return f"{value}+1" if self.chance(50) else f"1+{value}"
        if self.prefix >= len(SPARE) - 2:
            return str(self.number(1, size))
        name = SPARE[self.prefix + 2]
        self.prefix += 1
        self.body.append(("", f"{name} = {value}"))
        return f"{name}+1"

    def simple_integer(self, scope):
        names = [each.name for each in scope.variables if each.type == INTEGER and not each.dimensions]
        return self.pick([*names, *(name for name, _, _ in scope.loops)] or ["3"])

    # ------------------------------------------------------------ expressions

    plain = False
    dummies = ()

    def function(self, name):
        """The name of an intrinsic function in this dialect."""
        return OLD_NAMES[name] if self.old else name

    def literal(self, type_, signed=False):
        if type_ == LOGICAL:
            return self.pick([".TRUE.", ".FALSE."])
        if signed and self.chance(30):  # no sign before a zero: a machine may have two of them
            return f"-{self.number(1, WHOLE)}" if type_ == INTEGER else f"-{self.number(1, REAL - 1)}.25"
        if type_ == INTEGER:
            return str(self.pick([0, 1, 2, 3, 5, 7, 10, 64, 100, self.number(0, WHOLE)]))
        number = self.number(0, REAL - 1)
        return self.pick(
            [f"{number}.", f"{number}.5", ".25", "0.75", f"{self.number(0, 9)}.25", "1.", "2.", "0.", "1.5E1", "25.E-2"]
        )

    def fitted(self, type_, scope, depth, bound=None):
        """An expression that may be stored."""
        if type_ == INTEGER:
            return self.held(self.integer(scope, depth), bound or WHOLE)
        return self.gridded(self.real(scope, depth), self.grid, bound or REAL)

    def held(self, value, bound):
        if value.bound <= bound:
            return value
        return E(f"{self.function('MOD')}({value.text}, {bound + 1})", bound)

    def gridded(self, value, grid, bound):
        if value.grid > grid:
            value = E(f"{self.function('AINT')}({value.text})", value.bound)
        if value.bound <= bound:
            return value
        limit = 1 << (bound.bit_length() - 1)
        return E(f"{self.function('AMOD')}({value.text}, {limit}.)", limit, value.grid)

    def wrap(self, value, level):
        """The text of an operand: in parentheses if it holds together less tightly."""
        return value.text if value.level <= level else f"({value.text})"

    def integer(self, scope, depth):
        """An integer expression of less than 100000."""
        if depth <= 0 or self.chance(20):
            return self.primary(INTEGER, scope, depth)
        left, right = self.integer(scope, depth - 1), self.integer(scope, depth - 1)
        small = self.number(2, 9)
        match self.pick(["+", "+", "-", "-", "*", "*", "/", "**", "neg", "fun", "fun", "fix", "prim"]):
            case "+" if left.bound + right.bound < 100000:
                return E(f"{self.wrap(left, 3)} + {self.wrap(right, 2)}", left.bound + right.bound, 0, 3)
            case "-" if left.bound + right.bound < 100000:
                return E(f"{self.wrap(left, 3)} - {self.wrap(right, 2)}", left.bound + right.bound, 0, 3)
            case "*" if left.bound * right.bound < 100000:
                return E(f"{self.wrap(left, 2)}*{self.wrap(right, 1)}", left.bound * right.bound, 0, 2)
            case "*" if left.bound * small < 100000:
                return E(f"{small}*{self.wrap(left, 1)}", left.bound * small, 0, 2)
            case "/" if self.chance(60):
                return E(f"{self.wrap(left, 1)}/{small}", left.bound // small, 0, 2)
            case "/":
                return E(f"{self.wrap(left, 1)}/({self.function('IABS')}({right.text}) + 1)", left.bound, 0, 2)
            case "**" if left.bound**2 < 100000:
                return E(f"{self.wrap(left, 0)}**2", left.bound**2, 0, 1)
            case "**" if left.bound**3 < 100000:
                return E(f"{self.wrap(left, 0)}**3", left.bound**3, 0, 1)
            case "neg":
                return E(f"(-{self.wrap(left, 1)})", left.bound)
            case "fun":
                return self.integer_function(left, right, scope, depth)
            case "fix":
                real = self.gridded(self.real(scope, depth - 1), WORD, 4096)
                return E(f"{self.pick([self.function('IFIX'), self.function('INT')])}({real.text})", real.bound)
        return left

    def integer_function(self, left, right, scope, depth):
        name = self.pick(["IABS", "MOD", "MAX0", "MIN0", "ISIGN", "IDIM", "MAX1"])
        called = self.function(name)
        most = max(left.bound, right.bound)
        match name:
            case "IABS":
                return E(f"{called}({left.text})", left.bound)
            case "MOD":
                return E(f"{called}({left.text}, {self.number(2, 99)})", 98)
            case "ISIGN" if right.bound < 40000:
                return E(f"{called}({left.text}, 2*{self.wrap(right, 1)} + 1)", left.bound)
            case "IDIM" if left.bound + right.bound < 100000:
                return E(f"{called}({left.text}, {right.text})", left.bound + right.bound)
            case "MAX1":
                one, other = (self.real(scope, depth - 1) for _ in range(2))
                return E(f"({called}({one.text}, {other.text}) + 0)", max(one.bound, other.bound)) \
                    if max(one.bound, other.bound) < 4096 else left  # fmt: skip
            case "MAX0" | "MIN0":
                third = self.integer(scope, 0)
                return E(f"{called}({left.text}, {right.text}, {third.text})", max(most, third.bound))
        return left

    def fits(self, bound, grid):
        return bound.bit_length() + grid <= WORD

    def real(self, scope, depth):
        if depth <= 0 or self.chance(20):
            return self.primary(REALS, scope, depth)
        left, right = self.real(scope, depth - 1), self.real(scope, depth - 1)
        grid = max(left.grid, right.grid)
        total = left.bound + right.bound
        small = self.number(2, 9)
        match self.pick(["+", "+", "-", "-", "*", "/", "neg", "fun", "fun", "float", "mixed", "**", "prim"]):
            case "+" if self.fits(total, grid):
                return E(f"{self.wrap(left, 3)} + {self.wrap(right, 2)}", total, grid, 3)
            case "-" if self.fits(total, grid):
                return E(f"{self.wrap(left, 3)} - {self.wrap(right, 2)}", total, grid, 3)
            case "*" if self.fits(left.bound * right.bound, left.grid + right.grid):
                product_ = left.bound * right.bound
                return E(f"{self.wrap(left, 2)}*{self.wrap(right, 1)}", product_, left.grid + right.grid, 2)
            case "*" if self.fits(left.bound * small, left.grid):
                return E(f"{self.wrap(left, 2)}*{small}.", left.bound * small, left.grid, 2)
            case "/":
                power = self.number(1, 2)
                if self.fits(left.bound, left.grid + power):
                    return E(f"{self.wrap(left, 2)}/{1 << power}.", left.bound, left.grid + power, 2)
            case "**" if self.fits(left.bound**2, 2 * left.grid):
                return E(f"{self.wrap(left, 0)}**2", left.bound**2, 2 * left.grid, 1)
            case "neg":
                return E(f"(-{self.wrap(left, 1)})", left.bound, left.grid)
            case "float":
                value = self.integer(scope, depth - 1)
                return E(f"{self.function('FLOAT')}({value.text})", value.bound)
            case "mixed" if not self.old:
                value = self.integer(scope, depth - 1)
                if self.fits(left.bound + value.bound, left.grid):
                    one, other = self.wrap(left, 2), self.wrap(value, 2)
                    text = self.pick([f"{one} + {other}", f"{other} + {one}", f"{one} - {other}", f"{other} - {one}"])
                    return E(text, left.bound + value.bound, left.grid, 3)
            case "fun":
                return self.real_function(left, right, total, grid)
        return left

    def real_function(self, left, right, total, grid):
        name = self.pick(["ABS", "AINT", "AMOD", "AMAX1", "AMIN1", "SIGN", "DIM"])
        called = self.function(name)
        most = max(left.bound, right.bound)
        match name:
            case "ABS":
                return E(f"{called}({left.text})", left.bound, left.grid)
            case "AINT":
                return E(f"{called}({left.text})", left.bound)
            case "AMOD":
                power = self.number(0, 6)
                return E(f"{called}({left.text}, {1 << power}.)", 1 << power, left.grid)
            case "AMAX1" | "AMIN1":
                return E(f"{called}({left.text}, {right.text})", most, grid)
            case "SIGN" if right.bound < 4096:
                whole = f"{self.function('AINT')}({right.text})"
                return E(f"{called}({left.text}, 2.*{whole} + 1.)", left.bound, left.grid)
            case "DIM" if self.fits(total, grid):
                return E(f"{called}({left.text}, {right.text})", total, grid)
        return left

    def primary(self, type_, scope, depth):
        bound, grid = (WHOLE, 0) if type_ == INTEGER else (REAL, self.grid)
        functions = [] if depth < 1 else [each for each in scope.routines if each.type == type_]
        if functions and self.chance(60):
            value = self.called(self.pick(functions), scope, depth)
            if value:
                return E(value, bound, grid)
        if type_ == INTEGER and scope.loops and self.chance(50):
            name, _, high = self.pick(scope.loops)
            return E(name, high)
        found = [each for each in scope.variables if each.type == type_ and not (self.plain and each.dimensions)]
        if found and self.chance(75):
            return E(self.reference(self.pick(found), scope), bound, grid)
        if type_ == INTEGER:
            value = self.pick([0, 1, 2, 3, 5, 7, 10, self.number(0, 99)])
            return E(str(value), value)
        whole, quarters = self.number(0, 20), self.pick([0, 0, 1, 2, 3])
        return E(f"{whole}.{['', '25', '5', '75'][quarters]}", whole + 1, 2 if quarters else 0)

    def called(self, routine, scope, depth):
        if not routine.statement:
            self.used[routine] = True
        if routine.statement:
            texts = [self.fitted(each.type, scope, depth - 1).text for each in routine.parameters]
        else:
            texts = self.actuals(routine, scope, depth - 1)
        return f"{routine.name}({', '.join(texts)})" if texts else ""

    def boolean(self, scope, depth):
        found = [each for each in scope.variables if each.type == LOGICAL]
        if depth <= 0 or self.chance(20):
            functions = [each for each in scope.routines if each.type == LOGICAL]
            if functions and depth > 0:
                value = self.called(self.pick(functions), scope, depth)
                if value:
                    return E(value)
            if found and self.chance(60):
                return E(self.reference(self.pick(found), scope))
            if self.chance(20):
                return E(self.literal(LOGICAL))
        if depth <= 0 or self.chance(50):
            type_ = self.pick([INTEGER, INTEGER, REALS])
            make = self.integer if type_ == INTEGER else self.real
            left, right = make(scope, max(0, depth - 1)), make(scope, max(0, depth - 1))
            return E(f"{self.wrap(left, 3)}.{self.pick(['LT', 'LE', 'EQ', 'NE', 'GE', 'GT'])}.{self.wrap(right, 3)}")
        left, right = self.boolean(scope, depth - 1), self.boolean(scope, depth - 1)
        match self.pick(["AND", "AND", "OR", "OR", "NOT"]):
            case "AND":
                return E(f"{self.wrap(left, 1)}.AND.{self.wrap(right, 1)}", level=2)
            case "OR":
                return E(f"{self.wrap(left, 2)}.OR.{self.wrap(right, 2)}", level=3)
        return E(f".NOT.{self.wrap(left, 0) if left.level == 0 else '(' + left.text + ')'}", level=1)

    # ------------------------------------------------------------ input and output

    def show(self, scope, depth, budget):
        """Print some variables."""
        items = []
        for each in self.random.sample(scope.variables, min(len(scope.variables), self.number(1, 5))):
            if each.dimensions and self.chance(50):
                items.append((each.name, each.type, product(each.dimensions)))
            else:
                items.append((self.reference(each, scope), each.type, 1))
        if scope.loops and self.chance(60):
            items.append((self.pick(scope.loops)[0], INTEGER, 1))
        self.write(items)

    def show_all(self, scope):
        """Print everything that may have changed."""
        for each in scope.variables:
            if each.dimensions:
                self.write_array(each)
            elif each.free:
                self.write([(each.name, each.type, 1)])

    def write_array(self, array):
        """All elements of an array: its name, or implied loops in any order."""
        if self.chance(40) and not self.old:
            self.write([(array.name, array.type, product(array.dimensions))])
            return
        names = self.random.sample(LOOPS, len(array.dimensions))
        order = list(zip(names, array.dimensions, strict=True))
        self.random.shuffle(order)
        text = f"{array.name}({','.join(names)})"
        for name, size in order:
            text = f"({text}, {name}=1,{size})"
        self.write([(text, array.type, product(array.dimensions))])

    def write(self, items):
        label = self.label()
        names = ", ".join(text for text, _, _ in items)
        if self.old:
            statement = self.pick([f"PRINT {label}, {names}", f"WRITE OUTPUT TAPE 6, {label}, {names}"])
            self.put(f"PRINT {label}, {names}" if self.printer else statement)
        else:
            self.put(self.pick([f"WRITE (6,{label}) {names}"] * 3 + [f"PRINT {label}, {names}"]))
        self.formats.append((label, f"FORMAT ({self.format(items)})"))

    def format(self, items):
        """A FORMAT for these items, whose lines begin with a blank and are not too long."""
        lead = self.pick(["1X", "1H ", "1H ", "2X", f"{len('ROW') + 1}H ROW"])
        pieces, width = [], 8
        for _, type_, count in items:
            one, size = self.descriptor(type_)
            most = max(1, (70 - width) // size)
            if count > most or (count > 1 and self.chance(30)):
                # Many values: lines of their own, by the group that is taken again and again.
                per = self.number(1, max(1, 60 // size))
                lines, rest = divmod(count, per)
                group = f"{lines}(1H ,{per if per > 1 else ''}{one}/)" if lines else ""
                if rest:
                    group += f"{',' * bool(lines)}{lead},{rest if rest > 1 else ''}{one}/"
                pieces.append(f"/{group},{lead}")
                width = 8
                continue
            if width + size * count > 70:
                pieces.append(f"/{lead}")
                width = 8
            pieces.append(f"{count if count > 1 else ''}{one}")
            width += size * count
            if self.chance(15):
                text = self.pick(["=", ", ", "X=", "*", "IT'S", "(A)", " END "])
                pieces.append(f"{len(text)}H{text}")
                width += len(text)
            if self.chance(10):
                pieces.append("2X")
                width += 2
        if len(items) == 1 and items[0][2] > 1 and self.chance(50):
            one, size = self.descriptor(items[0][1])
            per = self.number(1, max(1, 60 // size))
            return self.pick([f"({lead},{per}{one})", f"{lead},{per}{one}", f"{lead}{'/'}({lead},{per}{one})"])
        return ",".join([lead, *pieces]).replace(",/,", "/,").replace(",/", "/")

    def descriptor(self, type_):
        """A descriptor that shows a value exactly, and its width."""
        if type_ == INTEGER:
            width = self.number(5, 9)
            return f"I{width}", width
        if type_ == LOGICAL:
            width = self.number(1, 5)
            return f"L{width}", width
        if self.old:
            return self.pick([("F9.2", 9), ("F12.4", 12), ("F10.3", 10)])
        return self.pick([("F14.8", 14), ("F18.8", 18), ("E20.12", 20), ("E24.14", 24), ("G22.12", 22)])

    def reading(self, scope):
        """READ statements with the cards for them."""
        for _ in range(self.number(0, 3)):
            found = [each for each in scope.variables if each.free]
            items = [(each.name, each.type, product(each.dimensions))
                     for each in self.random.sample(found, min(len(found), self.number(1, 3)))
                     if not (self.old and each.dimensions)]  # fmt: skip
            if not items:
                continue
            label = self.label()
            names = ", ".join(text for text, _, _ in items)
            self.put(f"READ {label}, {names}" if self.old or self.chance(20) else f"READ (5,{label}) {names}")
            if len(items) == 1 and self.chance(50):
                self.formats.append((label, self.read_again(items[0])))
                continue
            pieces, card = [], ""
            for _, type_, count in items:
                one, fields = self.read_fields(type_, count)
                if len(card) + len(fields) > 72 or self.chance(10):
                    self.input.append(card)
                    pieces.append("/")
                    card = ""
                if len(fields) > 72:
                    width = len(fields) // count
                    per = 72 // width
                    lines, rest = divmod(count, per)
                    pieces.append(f"{lines}({per}{one}/)" + (f",{rest}{one}" if rest else ""))
                    self.input += [fields[at : at + per * width] for at in range(0, per * width * lines, per * width)]
                    card = fields[per * width * lines :]
                    continue
                pieces.append(f"{count if count > 1 else ''}{one}")
                card += fields
            self.input.append(card)
            self.formats.append((label, f"FORMAT ({','.join(pieces)})".replace(",/,", "/").replace("(/,", "(/")))

    def read_again(self, item):
        """A FORMAT that is shorter than its list: taken again for each card."""
        _, type_, count = item
        per = self.number(1, 6)
        one, fields = self.read_fields(type_, count)
        width = len(fields) // count
        per = min(per, 72 // width)
        self.input += [fields[at : at + per * width] for at in range(0, len(fields), per * width)]
        return f"FORMAT ({per}{one})"

    def read_fields(self, type_, count):
        """A descriptor, and the fields of `count` values."""
        if type_ == INTEGER:
            width = self.number(4, 7)
            return f"I{width}", "".join(f"{self.number(-WHOLE, WHOLE):{width}}" for _ in range(count))
        if type_ == LOGICAL:
            width = self.number(1, 4)
            return f"L{width}", "".join(self.pick("TF").rjust(width) for _ in range(count))
        width, digits = self.number(9, 12), self.number(0, 3)
        fields = ""
        for _ in range(count):
            quarters = self.number(-4 * REAL, 4 * REAL)
            text = f"{quarters / 4:.2f}"
            if digits == 2 and self.chance(40):
                text = text.replace(".", "")  # the FORMAT says where the point is
                text = text if text.strip("-0") else "0"
            elif self.chance(20):
                text = f"{quarters // 4}.E{self.pick(['', '+', '0'])}0"
            fields += text.rjust(width)
        return f"{self.pick('FFE')}{width}.{digits}", fields


def product(sizes):
    result = 1
    for each in sizes:
        result *= each
    return result


def subscripts_of(number, dimensions):
    """The subscripts of an element that has this number, from 0, in storage."""
    found = []
    for size in dimensions:
        found.append(number % size + 1)
        number //= size
    return found


OLD_NAMES = {
    "MOD": "XMODF", "IABS": "XABSF", "MAX0": "XMAX0F", "MIN0": "XMIN0F", "ISIGN": "XSIGNF", "IDIM": "XDIMF",
    "MAX1": "XMAX1F", "IFIX": "XFIXF", "INT": "XINTF", "FLOAT": "FLOATF", "ABS": "ABSF", "AINT": "INTF",
    "AMOD": "MODF", "AMAX1": "MAX1F", "AMIN1": "MIN1F", "SIGN": "SIGNF", "DIM": "DIMF",
}  # fmt: skip
NEW_NAMES = {old: new for new, old in OLD_NAMES.items()}
RESERVED = {
    *OLD_NAMES,
    *NEW_NAMES,
    *"""
    ABORT ACOS ALARM ALL ALOG AMAX0 AMIN0 AND ANINT ANY ASIN ATAN BESJ0 BESY0 BLK CABS CALL CHAR CHMOD COM2
    CONJG COS COSH COTAN COUNT DATA DATE DBLE DO DOT END EOF ERF EXIT EXP FLUSH GAMMA GO GOTO HUGE HYPOT IAND
    ICHAR IEOR IF IMAG INDEX IOR IRAND ISHFT KIND LEFT LEN LOC LOCF LOG LOG10 MAIN MASK MAX MERGE MIN MIN1
    MOVE NINT NOT NULL OR PACK PAUSE PRINT PUNCH RAN RAND RANF READ REAL RENAME REPEAT RIGHT SCALE SCAN SECOND
    SET SHAPE SHIFT SIN SINH SIZE SLEEP SNGL SPREAD SQRT STOP SUM TAN TANH TIME TINY TRIM UNIT WRITE
""".split(),
}


def translated(text):
    """A program of FORTRAN II, in words that gfortran understands."""
    for old, new in NEW_NAMES.items():
        text = re.sub(rf"\b{old}\b", new, text)
    text = re.sub(r"WRITE OUTPUT TAPE 6, (\d+),", r"WRITE (6,\1)", text)
    return re.sub(r"(READ|WRITE) TAPE (\d+),", r"\1 (\2)", text)
