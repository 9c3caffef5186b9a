"""Random programs that use more of the language than those of random_programs.py, and what they print by the Report.

Besides what those have: parameters that are assigned to, arrays of other types and dimensions, strings, standard
procedures as parameters; own arrays whose bounds change; labels that are numbers, jumps into compound statements;
`else if`, statements without `begin`; chains of operators without parentheses, long sums, deep parentheses; functions
whose values are not exact, formats, Booleans, input and a second channel.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

from host.compilers.algol.syntax import Type
from tests.algol import arithmetic as numbers
from tests.algol.arithmetic import Failure, Unspecified
from tests.algol.formats import output
from tests.algol.interpreter import Interpreter
from tests.algol.random_programs import BOOLEAN, HANDED, INTEGER, REAL, Maker, Routine, Scope

FILE = 7  # a channel that is written, besides 61

# What may be an error of the running program or not, as the compiler has it: no program depends on what is False here.
DIALECT = {
    "an undefined switch designator is an error": False,
    "zero to the power of zero has a value": False,
    "a name parameter that is no variable may be assigned to where that is not executed": False,
}

ARRAYS = {  # formal: type, bounds that the actual one has, specification
    "whole name": (INTEGER, ((0, 3),), "integer array"),
    "whole value": (INTEGER, ((0, 3),), "integer array"),
    "numbers name": (REAL, ((0, 3),), "array"),
    "numbers value": (REAL, ((0, 3),), "real array"),
    "plane name": (INTEGER, ((0, 2), (1, 2)), "integer array"),
    "plane value": (INTEGER, ((0, 2), (1, 2)), "integer array"),
    "truths name": (BOOLEAN, ((0, 3),), "Boolean array"),
}
# Formal parameters without specification, and the specified ones that take the same.
LOOSE = {
    "loose array": "whole name", "loose function": "function", "loose label": "label name", "loose switch": "switch",
    "loose string": "string", "loose Boolean": "Boolean name", "loose without": "without",
}  # fmt: skip
SHAPES = [bounds for _, bounds, _ in ARRAYS.values()]
TEXTS = ["abc", "(x+y)/2", "", "0123456789 and more", "a ‘b’ c"]
FUNCTIONS = ["sin(({}) / 16)", "cos(({}) / 16)", "arctan({})", "ln(abs({}) + 1)", "exp(({}) / 1000)"]


@dataclass
class WideScope(Scope):
    """What can be used at a place, strings included."""

    strings: list[str] = field(default_factory=list)

    def inner(self):
        """The same, for a place where more can be used."""
        lists = (self.variables, self.arrays, self.routines, self.labels, self.switches, self.strings)
        return WideScope(*(list(each) for each in lists))


class Wide(Maker):
    """Makes one program. `channels`: whether it writes and reads others than 61."""

    def __init__(self, random, size=40, careless=0, forgetful=0, *, channels=True):
        super().__init__(random, size, careless, forgetful)
        self.channels = channels
        self.kept: set[str] = set()  # own arrays that are not given values anew

    def program(self):
        """The text of a program."""
        self.line("begin integer fuel, vary;")
        self.line("integer procedure m(x); value x; integer x; m := x - x ÷ 997 × 997;")
        self.line("integer procedure seen(x); value x; integer x; begin outinteger(61, x); seen := x end;")
        scope = WideScope()
        self.line("begin")
        with self.deeper():
            whole = ("integer value",)
            scope.routines += [Routine(name, INTEGER, whole) for name in ("m", "seen", "sign", "entier")]
            self.declarations(scope, 3)
            self.line(f"fuel := {self.random.randint(20, 70)}; vary := {self.random.randint(0, 2)};")
            self.initial(scope, [])
            self.statements(scope, 3)
            self.line("halt: outinteger(61, fuel)")
        self.line("end end")
        return "\n".join(self.lines)

    # ------------------------------------------------------------ declarations

    def array(self, scope):
        """Declare arrays; some have the shapes of parameters, some bounds that change from time to time."""
        kind, own = self.pick([INTEGER, INTEGER, INTEGER, REAL, BOOLEAN]), self.chance(25)
        bounds = self.pick(SHAPES) if self.chance(70) else self.some_bounds()
        texts, moving = [], self.chance(30)
        for low, high in bounds:
            written = [f"{low}:{high}", f"m({low}):seen({high})", f"{low} - 0.4:{high}.4"]
            texts.append(f"{low} - vary:{high} + vary × {self.random.randint(0, 3)}" if moving else self.pick(written))
        names = [self.name("t") for _ in range(self.pick([1, 1, 2]))]
        word = kind if kind is not REAL or self.chance(50) else ""
        self.line(f"{'own ' * own}{word} array {', '.join(names)}[{', '.join(texts)}];".strip())
        scope.arrays += [(each, kind, tuple(bounds)) for each in names]  # these elements exist, whatever vary is
        if own and self.chance(60):
            self.kept.update(names)

    def some_bounds(self):
        bounds = []
        for _ in range(self.pick([1, 1, 2, 3, 4])):
            low = self.random.randint(-3, 3)
            bounds.append((low, low + self.random.randint(0, 3)))
        return tuple(bounds)

    def initial(self, scope, before):
        """Give what has been declared its values; some own arrays keep theirs."""
        known = [*before, *(each for each in scope.arrays if each[0] in self.kept)]
        super().initial(scope, known)

    def heading(self, scope, depth):
        if self.chance(30):
            known = self.pick(list(HANDED.values()))
            return Routine(self.name("p"), known.type, known.formals)
        choices = [
            "integer value", "integer name", "real value", "real name", "Boolean value", "Boolean name", "integer var",
            "integer var", "real var", "Boolean var", *ARRAYS, "unspecified", "label name", "label value", "switch",
            "string", "string", "loose var", "loose var", *LOOSE, *HANDED,
        ]  # fmt: skip
        formals = tuple(self.pick(choices) for _ in range(self.random.randint(0, 4)))
        return Routine(self.name("p"), self.pick([INTEGER, INTEGER, REAL, BOOLEAN, "", ""]), formals)

    def formal(self, scope, name, formal, word, how):
        if formal in LOOSE:
            known = LOOSE[formal]
            self.formal(scope, name, known, *known.partition(" ")[::2])
            return ""
        if formal == "loose var":
            scope.variables.append((name, "unspecified", True))
            return ""
        if formal == "string":
            scope.strings.append(name)
            return "string"
        if formal in ARRAYS:
            kind, bounds, specification = ARRAYS[formal]
            scope.arrays.append((name, kind, bounds))
            return specification
        if how == "var":
            scope.variables.append((name, word, True))
            return word
        return super().formal(scope, name, formal, word, how)

    # ------------------------------------------------------------ statements

    def statements(self, scope, depth):
        """Write statements; some have labels, which are words or numbers. Return the labels."""
        labels = [self.new_label() if self.chance(25) else "" for _ in range(self.random.randint(1, 4))]
        inner = scope.inner()
        inner.labels += [each for each in labels if each]
        for label in labels:
            if label:
                self.line(f"{label}: " + self.pick(["", "", f"{self.new_label()}:"]))
            self.statement(inner, depth)
        for each in self.some(inner.variables, 3):
            self.show(each, inner)
        return [each for each in inner.labels if each not in scope.labels]

    def new_label(self):
        name = self.name("l")
        return name if self.chance(70) else f"0{name[1:]}000" if self.chance(30) else f"{name[1:]}000"

    def statement(self, scope, depth):
        self.size -= 1
        others = [self.printing, self.text, self.logical, self.change, self.short, self.formatted, self.dummy]
        others += [self.loose, self.loose] * any(type_ == "unspecified" and free for _, type_, free in scope.variables)
        others += [self.reading, self.filing] * self.channels
        simple = [self.assignment, self.assignment, self.call, self.call, self.go, self.pick(others), self.pick(others)]
        nested = [self.conditional, self.chosen, self.loop, self.loop, self.block, self.compound, self.compound]
        self.pick(simple + nested if depth > 0 and self.size > 0 else simple)(scope, depth)

    def dummy(self, scope, depth):
        self.line(self.pick([";", "begin end;", "begin ; ; end the dummy;", "begin comment nothing; end;"]))

    def change(self, scope, depth):
        self.line("vary := if vary > 1 then 0 else vary + 1;")

    def text(self, scope, depth):
        self.line(f"outstring(61, {self.string(scope)}); outinteger(61, length({self.string(scope)}));")

    def string(self, scope):
        return self.pick(scope.strings) if scope.strings and self.chance(60) else f"‘{self.pick(TEXTS)}’"

    def logical(self, scope, depth):
        self.line(f"outboolean(61, {self.boolean(scope, 2)});")

    def filing(self, scope, depth):
        self.line(f"outinteger({FILE}, {self.expression(INTEGER, scope, 2)});")

    def reading(self, scope, depth):
        variable = self.variable(self.pick([INTEGER, INTEGER, REAL]), scope)
        self.line(f"ininteger(60, {variable});" if variable else ";")

    def formatted(self, scope, depth):
        """Formats; what is printed has been evaluated before, because parameters are evaluated between the items."""
        one, two, three = (self.name("w") for _ in range(3))
        whole, other = (f"m({self.expression(INTEGER, scope, 2)})" for _ in range(2))
        self.line(f"begin integer {one}, {two}; Boolean {three};")
        self.line(f"{one} := {whole}; {two} := {other}; {three} := {self.boolean(scope, 1)};")
        self.line(self.pick([
            f"output(61, ‘/-ZZZZD, B, +ZD.D’, {one}, {two} / 8)",
            f"output(61, ‘/2(-5ZD, ‘ and ’)FFFFF/’, {one}, {two}, {three})",
            f"output(61, ‘/X(‘no’)B, N’, vary, {one})",
            f"output(61, ‘/-3ZCDV2DBP/’, {two}, {three})",
            f"output(61, ‘/(-4ZDB)’, {one}, {two}, fuel)",
        ]) + " end;")  # fmt: skip

    def loose(self, scope, depth):
        """Assign to parameters without specification."""
        free = [name for name, type_, free in scope.variables if type_ == "unspecified" and free]
        one, two = self.pick(free), self.pick(free)
        number = self.free_expression(self.pick([INTEGER, REAL]), scope)
        self.line(self.pick([
            f"{one} := {number};", f"{one} := {two} := {number};", f"{one} := {one};",
            f"for {one} := 1 step 1 until 3 do outinteger(61, {two});",
            f"for {one} := 3 step -0.5 until {two} do if {one} > 9 then goto halt;",
            f"for {one} := {number}, 2, {two} while {one} < 2 do begin {one} := 5 end;",
            f"{one} := if {self.boolean(scope, 1)} then {two} else {number};",
            f"{one} := - {two} ÷ 3 + {one} × 2; {one} := m({one});",
        ]))  # fmt: skip

    def assignment(self, scope, depth):
        kind = self.pick([INTEGER, INTEGER, REAL, BOOLEAN])
        targets = [self.variable(kind, scope) for _ in range(self.pick([1, 1, 2, 3]))]
        if not all(targets):
            self.printing(scope, depth)
            return
        given = kind if kind == BOOLEAN else self.pick([kind, kind, INTEGER, REAL])
        self.line(f"{' := '.join(targets)} := {self.free_expression(given, scope)};")

    def short(self, scope, depth):
        """A conditional or for statement without begin and end."""
        target = self.variable(INTEGER, scope)
        if not target:
            self.printing(scope, depth)
            return
        test, value = self.boolean(scope, 2), self.free_expression(INTEGER, scope)
        other = f"{target} := {self.expression(INTEGER, scope, 1)}"
        control = self.variable(INTEGER, scope)
        listed = ", ".join(str(self.random.randint(-3, 9)) for _ in range(self.random.randint(1, 3)))
        self.line(self.pick([
            f"if {test} then {target} := {value};",
            f"if {test} then {target} := {value} else {other};",
            f"if {test} then else {other};",
            f"if {test} then {target} := {value} else if {self.boolean(scope, 1)} then {other} else;",
            f"for {control} := {listed} do {target} := {value};",
            f"for {control} := {listed} do if {test} then {other} else {target} := {value};",
        ]))  # fmt: skip

    def chosen(self, scope, depth):
        """A chain of `else if`."""
        for number in range(self.random.randint(2, 4)):
            self.line(f"{'else ' * (number > 0)}if {self.boolean(scope, 1)} then begin")
            with self.deeper():
                self.statements(scope, depth - 1)
            self.line("end")
        self.line(";")

    def compound(self, scope, depth):
        """A compound statement into which later ones may jump."""
        self.line("begin")
        with self.deeper():
            labels = self.statements(scope, depth - 1)
        self.line("end;")
        scope.labels += labels

    def label(self, scope, depth=1):
        if scope.switches and self.chance(30):
            name, size = self.pick(scope.switches)
            spread = 1 if self.mistake() and DIALECT["an undefined switch designator is an error"] else 0
            index = self.random.randint(1 - spread, size + spread)
            return f"{name}[{self.pick([f'{index}', f'seen({index})', f'{index}.2', f'({index} × 2) ÷ 2'])}]"
        if depth and self.chance(20):
            test = self.boolean(scope, 1)
            return f"if {test} then {self.label(scope, 0)} else {self.label(scope, 1)}"
        return self.pick(scope.labels or ["halt"])

    # ------------------------------------------------------------ calls

    def possible(self, routine, scope):
        formals = [LOOSE.get(each, each) for each in routine.formals]
        wholes = [each for each in formals if each in HANDED or each in ARRAYS or each == "switch"]
        variables = [each.split()[0] for each in formals if each.endswith(" var")]
        variables = [INTEGER if each == "loose" else each for each in variables]
        return all(self.handed(each, scope) for each in wholes) and all(
            any(type_ == each and free for _, type_, free in scope.variables) for each in variables
        )

    def handed(self, formal, scope):
        if formal in ARRAYS:
            kind, bounds, _ = ARRAYS[formal]
            kinds = (INTEGER, REAL) if formal.endswith("value") and kind != BOOLEAN else (kind,)
            return [name for name, type_, given in scope.arrays if type_ in kinds and given == bounds]
        return super().handed(formal, scope)

    def actual(self, formal, scope, depth):
        formal = LOOSE.get(formal, formal)
        if formal == "loose var":
            formal = self.pick(["integer var", "real var"])
            if not self.variable(formal.split()[0], scope):
                formal = "integer var"
        word, _, how = formal.partition(" ")
        if formal == "string":
            return self.string(scope)
        if formal in ARRAYS:
            return self.pick(self.handed(formal, scope))
        if how == "var":
            other = {INTEGER: REAL, REAL: INTEGER}.get(word, word) if self.chance(25) else word
            return self.variable(other, scope) or self.variable(word, scope)
        return super().actual(formal, scope, depth)

    # ------------------------------------------------------------ expressions

    def free_expression(self, kind, scope):
        """An expression with few parentheses, if it is arithmetic."""
        if kind == BOOLEAN:
            return self.boolean(scope, 3)
        if self.chance(50):
            return self.expression(kind, scope, 3)
        terms = [self.term(kind, scope) for _ in range(self.pick([2, 3, 5, 12]))]
        chain = self.pick(["", "", "-", "+"]) + terms[0] + "".join(f" {self.pick('+-')} {each}" for each in terms[1:])
        if self.chance(10):
            chain = "(" * 12 + f" + {self.term(kind, scope)})".join(["1"] + [""] * 12)
        if self.chance(20):
            chain = "".join(f"{self.term(kind, scope)} {self.pick('+-')} (" for _ in range(9)) + chain + ")" * 9
        return chain if kind == REAL else f"m({chain})"

    def term(self, kind, scope):
        factors = [f"m({self.primary(INTEGER, scope, 1)})" if kind == INTEGER else self.primary(kind, scope, 1)]
        if self.chance(60):
            small = str(self.random.randint(1, 12))
            operator = self.pick(["×", "÷", "×", "×"] if kind == INTEGER else ["×", "/", "×"])
            factors = (
                [small, operator, *factors] if operator == "×" and self.chance(40) else [*factors, operator, small]
            )
        if kind == INTEGER and self.chance(15):
            factors = [*factors, "×", f"{self.random.randint(1, 5)} ↑ {self.random.randint(0, 4)}"]
        return " ".join(factors)

    def expression(self, kind, scope, depth):
        if kind == INTEGER and depth > 1 and self.chance(5):
            inner = f"m({self.expression(INTEGER, scope, 1)})"
            return f"entier(100.0 × {self.pick(FUNCTIONS).format(inner)} + 0.5)"
        if kind == REAL and depth > 1 and self.chance(8):
            inner = f"m({self.expression(INTEGER, scope, 1)})"
            return self.pick([f"sqrt({inner} ↑ 2)", f"(({inner}) / 4) ↑ 2", f"2 ↑ (- {self.random.randint(1, 9)})"])
        return super().expression(kind, scope, depth)

    def boolean(self, scope, depth):
        if depth > 1 and self.chance(25):
            parts = [self.relation(scope) if self.chance(50) else self.primary(BOOLEAN, scope, 0) for _ in range(4)]
            signs = [self.pick("∧∨⊃≡") for _ in parts]
            knots = [self.pick(["", "", "¬ "]) for _ in parts]
            return (
                "("
                + " ".join(f"{knot}{part} {sign}" for knot, part, sign in zip(knots, parts, signs, strict=True))
                + (" true)")
            )
        return super().boolean(scope, depth)

    def relation(self, scope):
        left, right = (self.term(self.pick([INTEGER, REAL]), scope) for _ in range(2))
        return f"{left} {self.pick('<≤=≥>≠')} {right}"


class WideInterpreter(Interpreter):
    """Knows more of the standard procedures; what it reads is `given`, what it writes elsewhere in `files`."""

    def __init__(self, program, given=(), **limits):
        super().__init__(program, **limits)
        self.given, self.taken = list(given), 0
        self.files: dict[int, list[str]] = {}

    def standard(self, procedure, actuals, here):
        name = procedure.name
        if name in INEXACT:
            return self.inexact(name, self.argument(actuals[0].expression, procedure.formals[0], here))
        if name == "length":
            return len(self.string(actuals[0].expression, here).replace("‘", '"("').replace("’", '")"'))
        if name in ("outboolean", "ininteger", "output", "outinteger", "outstring"):
            return self.transput(name, procedure, actuals, here)
        return super().standard(procedure, actuals, here)

    def transput(self, name, procedure, actuals, here):
        channel = self.argument(actuals[0].expression, procedure.formals[0], here)
        if name == "ininteger":
            cell = self.behind(self.handed_over(actuals[1], here))
            if self.taken == len(self.given):
                raise Unspecified("the end of the input")
            self.taken += 1
            number = self.given[self.taken - 1]
            cell.value = numbers.real(number) if cell.type is Type.REAL else number
            return
        if name == "output":
            values = [self.value(each.expression, here) for each in actuals[2:]]
            exact = [each.exact if isinstance(each, numbers.Real) else each for each in values]
            self.pieces.append(output(self.string(actuals[1].expression, here), exact))
        elif name == "outstring":
            self.pieces.append(self.string(actuals[1].expression, here).replace("‘", '"("').replace("’", '")"'))
        else:
            value = self.argument(actuals[1].expression, procedure.formals[1], here)
            shown = f"{str(value).upper() if name == 'outboolean' else value} "
            (self.pieces if channel == 61 else self.files.setdefault(channel, [])).append(shown)
        return

    def inexact(self, name, argument):
        """A value that is used in hundredths: of those near the middle between two nobody knows which it is."""
        x = float(argument.exact)
        value = INEXACT[name](x)
        hundredths = 100 * value + 0.5
        if abs(hundredths - round(hundredths)) < 1e-6 + abs(value) * 1e-10:
            raise Unspecified("not exact")
        return numbers.real(Fraction(value))


INEXACT = {"sin": math.sin, "cos": math.cos, "arctan": math.atan, "ln": math.log, "exp": math.exp}

__all__ = ["DIALECT", "FILE", "Failure", "Wide", "WideInterpreter"]
