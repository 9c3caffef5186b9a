"""Random programs with DOUBLE PRECISION and COMPLEX wherever a program has integers and reals.

COMMON, EQUIVALENCE, DATA, adjustable dimensions, arguments, elements as arguments, functions, statement functions: what
takes two words is in all of them. Numbers are exact, as in random_programs.py: what is stored in a double, or in a part
of a complex number, is at most REAL with `grid` bits after the point.
"""

from dataclasses import replace

from tests.fortran.random_programs import INTEGER, REAL, REALS, E, Maker, product

DOUBLE, COMPLEX = "double precision", "complex"
BITS = {DOUBLE: 60, COMPLEX: 40}  # of a magnitude and its grid together, in an expression
DOUBLES = [("F24.10", 24), ("D30.20", 30), ("F30.12", 30), ("D26.19", 26), ("D28.20", 28)]  # descriptors, widths
RELATIONS = ("LT", "LE", "EQ", "NE", "GE", "GT")


class WideMaker(Maker):
    """Makes one program with both types; if not `declared`, only parts of expressions have them."""

    def __init__(self, random, size=30, declared=True, **options):
        super().__init__(random, "iv", size, **options)
        if declared:
            self.types += [DOUBLE, DOUBLE, COMPLEX, COMPLEX]
            self.arithmetic += [DOUBLE, COMPLEX]
        self.adjustable_most = 3

    def program(self):
        made = super().program()
        if not all(map(aligned, self.blocks)):
            made.modern = ""  # gfortran would leave a word free before a double, where EQUIVALENCE does not know of it
        return made

    def common_blocks(self):
        """Mostly doubles first, so that gfortran can be asked."""
        blocks = super().common_blocks()
        if self.chance(75):
            for _, members, _ in blocks:
                members.sort(key=lambda member: member[0] != DOUBLE)
        return blocks

    def literal(self, type_, signed=False):
        if type_ not in BITS:
            return super().literal(type_, signed)
        sign = "-" if signed and self.chance(30) else ""
        number = f"{self.number(1, REAL - 1)}.{self.pick(['', '5', '25'])}"
        if type_ == DOUBLE:
            return self.pick([f"{sign}{number}D0", f"{sign}{number}D0", "1.5D+1", "25.D-2"])
        return f"({sign}{number},{self.pick(['', '-'])}{self.number(1, 99)}.5)"

    def element_value(self, type_, sums, first):
        if type_ not in BITS:
            return super().element_value(type_, sums, first)
        self.put(f"KX1 = {sums}")
        if type_ == DOUBLE:
            return f"DBLE(FLOAT(KX1))*{self.pick(['.25D0', '2.D0', '0.5'])}"
        return f"CMPLX(FLOAT(KX1), {self.pick(['-1.5', '.25*FLOAT(KX1)'])})"

    # ------------------------------------------------------------ expressions

    def assign(self, text, type_, scope, label="", condition=""):
        makers = {
            DOUBLE: [REALS, INTEGER, COMPLEX], COMPLEX: [REALS, INTEGER, DOUBLE], REALS: [DOUBLE, COMPLEX],
            INTEGER: [DOUBLE],
        }  # fmt: skip
        if type_ not in makers or (type_ not in BITS and self.chance(80)):
            super().assign(text, type_, scope, label, condition)
            return
        made = self.pick(makers[type_]) if type_ not in BITS or self.chance(15) else type_  # else it is converted
        self.put(f"{condition}{text} = {self.fitted(made, scope, 2, bound=REAL).text}", label)

    def fitted(self, type_, scope, depth, bound=None):
        if type_ not in BITS:
            return super().fitted(type_, scope, depth, bound)
        value = self.double(scope, depth) if type_ == DOUBLE else self.complex(scope, depth)
        more = value.grid - self.grid
        if more > 0:
            factor = f"{1 << more}.{'D0' * (type_ == DOUBLE)}"
            value = E(f"{self.wrap(value, 2)}*{factor}", value.bound << more, self.grid, 2)
        if value.bound <= REAL:
            return value
        if type_ == DOUBLE:
            return E(f"DMOD({value.text}, {REAL}.D0)", REAL, self.grid)
        if len(value.text) > 300:
            return self.leaf(COMPLEX, scope, 0)
        parts = (f"AMOD({part}({value.text}), {REAL}.)" for part in ("REAL", "AIMAG"))
        return E(f"CMPLX({', '.join(parts)})", REAL, self.grid)

    def primary(self, type_, scope, depth):
        if type_ == REALS and depth > 0 and self.chance(25):
            made = self.pick([DOUBLE, COMPLEX])
            function = "SNGL" if made == DOUBLE else self.pick(["REAL", "AIMAG"])
            return E(f"{function}({self.fitted(made, scope, depth - 1).text})", REAL, self.grid)
        return super().primary(type_, scope, depth)

    def leaf(self, type_, scope, depth):
        """A function, a variable or a constant."""
        functions = [each for each in scope.routines if each.type == type_] if depth > 0 else []
        if functions and self.chance(50) and (value := self.called(self.pick(functions), scope, depth)):
            return E(value, REAL, self.grid)
        found = [each for each in scope.variables if each.type == type_ and not (self.plain and each.dimensions)]
        if found and self.chance(80):
            return E(self.reference(self.pick(found), scope), REAL, self.grid)
        return E(self.literal(type_), REAL, 2)

    def double(self, scope, depth):
        if depth <= 0 or self.chance(20):
            return self.leaf(DOUBLE, scope, depth)
        left = self.double(scope, depth - 1)
        make = self.pick([self.double, self.double, self.real, self.integer])
        right = make(scope, depth - 1)
        total, grid = left.bound + right.bound, max(left.grid, right.grid)
        both = f"{left.text}, {right.text}" if make == self.double else f"{left.text}, DBLE({right.text} + 0.)"
        power = self.number(1, 3)
        code = self.pick(["+", "+", "-", "-", "turned", "*", "/", "**", "neg", "DABS", "DMAX1", "DMIN1", "DSIGN"])
        match code:
            case "+" | "-":
                found = E(f"{self.wrap(left, 3)} {code} {self.wrap(right, 2)}", total, grid, 3)
            case "turned":
                found = E(f"{self.wrap(right, 2)} - {self.wrap(left, 2)}", total, grid, 3)
            case "*":
                text = f"{self.wrap(left, 2)}*{self.wrap(right, 1)}"
                found = E(text, left.bound * right.bound, left.grid + right.grid, 2)
            case "/":
                found = E(
                    f"{self.wrap(left, 2)}/{1 << power}.{self.pick(['', 'D0'])}", left.bound, left.grid + power, 2
                )
            case "**":
                found = E(f"{self.wrap(left, 0)}**2", left.bound**2, 2 * left.grid, 1)
            case "neg":
                found = E(f"(-{self.wrap(left, 1)})", left.bound, left.grid)
            case "DABS":
                found = E(f"DABS({left.text})", left.bound, left.grid)
            case "DSIGN":
                found = E(f"DSIGN({left.text}, {self.pick(['', '-'])}1.D0)", left.bound, left.grid)
            case _:
                found = E(f"{code}({both})", max(left.bound, right.bound), grid)
        return found if found.bound.bit_length() + found.grid <= BITS[DOUBLE] else left

    def complex(self, scope, depth):
        if depth <= 0 or self.chance(20):
            return self.leaf(COMPLEX, scope, depth)
        left = self.complex(scope, depth - 1)
        make = self.pick([self.complex, self.complex, self.real, self.integer])
        right = make(scope, depth - 1)
        total, grid = left.bound + right.bound, max(left.grid, right.grid)
        one, other = self.number(0, 3), self.number(1, 3)
        code = self.pick(["+", "+", "-", "-", "turned", "*", "constant", "/", "neg", "CONJG", "CMPLX"])
        match code:
            case "+" | "-":
                found = E(f"{self.wrap(left, 3)} {code} {self.wrap(right, 2)}", total, grid, 3)
            case "turned":
                found = E(f"{self.wrap(right, 2)} - {self.wrap(left, 2)}", total, grid, 3)
            case "*":
                text = f"{self.wrap(left, 2)}*{self.wrap(right, 1)}"
                found = E(text, 2 * left.bound * right.bound, left.grid + right.grid, 2)
            case "constant":
                factor, most, more = self.pick(
                    [(f"({one}.,-{other}.)", one + other, 0), ("(0.,1.)", 1, 0), ("2.5", 3, 1)]
                )
                found = E(f"{factor}*{self.wrap(left, 1)}", most * left.bound, left.grid + more, 2)
            case "/":
                divisor = self.pick(["(0.,2.)", "2.", "(-2.,0.)", "2"])
                found = E(f"{self.wrap(left, 2)}/{divisor}", left.bound, left.grid + 1, 2)
            case "neg":
                found = E(f"(-{self.wrap(left, 1)})", left.bound, left.grid)
            case "CONJG":
                found = E(f"CONJG({left.text})", left.bound, left.grid)
            case _:
                parts = [self.fitted(REALS, scope, depth - 1) for _ in range(2)]
                found = E(f"CMPLX({', '.join(each.text for each in parts)})", REAL, self.grid)
        return found if found.bound.bit_length() + found.grid <= BITS[COMPLEX] else left

    def boolean(self, scope, depth):
        if depth <= 0 or not self.chance(25):
            return super().boolean(scope, depth)
        if self.chance(40):
            left, right = (self.complex(scope, depth - 1) for _ in range(2))
            return E(f"{self.wrap(left, 3)}.{self.pick(['EQ', 'NE'])}.{self.wrap(right, 3)}")
        left = self.double(scope, depth - 1)
        right = self.pick([self.double, self.real, self.integer])(scope, depth - 1)
        return E(f"{self.wrap(left, 3)}.{self.pick(RELATIONS)}.{self.wrap(right, 3)}")

    # ------------------------------------------------------------ input and output

    def format(self, items):
        """Complex numbers are two reals each."""
        return super().format(
            [(text, REALS, 2 * count) if type_ == COMPLEX else (text, type_, count) for text, type_, count in items]
        )

    def descriptor(self, type_):
        return self.pick(DOUBLES) if type_ == DOUBLE else super().descriptor(type_)

    def reading(self, scope):
        super().reading(replace(scope, variables=[each for each in scope.variables if each.type != COMPLEX]))


def aligned(block):
    """Whether each double of a COMMON block begins at an even word."""
    at, found = 0, True
    for type_, dimensions in block[1]:
        found = found and not (type_ == DOUBLE and at % 2)
        at += product(dimensions) * (2 if type_ in BITS else 1)
    return found
