"""ALGOL programs made at random: valid, and they end. They use the whole language.

A program has fuel. Every call and every jump that may lead back uses some of it up; without any, it ends by a jump to
its last label. Numbers are kept small by the function `m`. All that matters is printed. A careless maker makes mistakes
that only the running program shows.
"""

from contextlib import contextmanager
from dataclasses import dataclass, field

# What a formal parameter may be: its specification; whether it is by value; what is known of it.
INTEGER, REAL, BOOLEAN = "integer", "real", "Boolean"


@dataclass
class Routine:
    """A procedure that can be called: its type ("" for a proper one) and what its parameters are."""

    name: str
    type: str
    formals: tuple[str, ...]  # "integer value", "real name", "array value", "label name", "unspecified", ...


# Signatures of procedures that are handed over.
HANDED = {
    "function": Routine("", INTEGER, ("integer value",)),
    "by name": Routine("", INTEGER, ("integer name",)),
    "without": Routine("", INTEGER, ()),
    "proper": Routine("", "", ("integer name", "integer value")),
}

FILE = 7  # a channel that is written, besides 61

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
class Scope:
    """What can be used at a place."""

    variables: list[tuple[str, str, bool]] = field(default_factory=list)  # name, type, whether it may be assigned to
    arrays: list[tuple[str, str, tuple[tuple[int, int], ...]]] = field(default_factory=list)  # name, type, bounds
    routines: list[Routine] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    switches: list[tuple[str, int]] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)

    def inner(self):
        """The same, for a place where more can be used."""
        lists = (self.variables, self.arrays, self.routines, self.labels, self.switches, self.strings)
        return Scope(*(list(each) for each in lists))


class Writer:
    """Writes the lines of a program. `random` decides."""

    def __init__(self, random, size):
        self.random, self.size = random, size
        self.lines: list[str] = []
        self.indent = self.names = 0
        self.options: dict[str, bool] = {}  # of the compiler

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    @contextmanager
    def deeper(self):
        self.indent += 1
        yield
        self.indent -= 1

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, things):
        return self.random.choice(things)


class Maker(Writer):
    """Makes one program. `random` decides. `channels`: whether it writes and reads others than 61."""

    def __init__(self, random, size=40, careless=0, forgetful=0, *, channels=True):
        super().__init__(random, size)
        self.careless = careless  # in percent of the places for a mistake
        self.forgetful = forgetful  # in percent of the variables and arrays that are given no value at first
        self.channels = channels
        self.kept: set[str] = set()  # own arrays that are not given values anew

    def program(self):
        """The text of a program."""
        self.line("begin integer fuel, vary;")
        self.line("integer procedure m(x); value x; integer x; m := x - x ÷ 997 × 997;")
        self.line("integer procedure seen(x); value x; integer x; begin outinteger(61, x); seen := x end;")
        scope = Scope()
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

    # ------------------------------------------------------------ text

    def mistake(self):
        """Whether one is to be made here."""
        return self.careless > 0 and self.chance(self.careless)

    # ------------------------------------------------------------ declarations

    def declarations(self, scope, depth):
        """Declare something; all of it gets values by `initial`."""
        for _ in range(self.random.randint(1, 3)):
            kind = self.pick([INTEGER, INTEGER, REAL, BOOLEAN])
            names = [self.name(kind[0].lower()) for _ in range(self.random.randint(1, 2))]
            own = self.chance(15)
            self.line(f"{'own ' * own}{kind} {', '.join(names)};")
            scope.variables += [(each, kind, True) for each in names]
        if self.chance(60):
            self.array(scope)
        if depth > 1:
            routines = [self.heading(scope, depth) for _ in range(self.random.randint(0, 2 if depth < 3 else 3))]
            scope.routines += routines
            for each in routines:
                self.routine(each, scope, depth)

    def array(self, scope):
        """Declare arrays; some have the shapes of parameters, some bounds that change from time to time."""
        kind, own = self.pick([INTEGER, INTEGER, INTEGER, REAL, BOOLEAN]), self.chance(25)
        bounds = self.pick(SHAPES) if self.chance(70) else self.some_bounds()
        texts, moving = [], self.chance(30)
        for low, high in bounds:
            if self.mistake():
                texts.append(f"m({low}):{high} - seen({high - low + 1})")
                continue
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
        """Give what has been declared in a block its values; some own arrays keep theirs."""
        for name, kind, free in scope.variables:
            if free and (name, kind, free) not in before and not self.forgets():
                self.line(f"{name} := {self.literal(kind)};")
        for name, kind, bounds in scope.arrays:
            if (name, kind, bounds) not in before and name not in self.kept and not self.forgets():
                indices = [self.name("i") for _ in bounds]
                self.line(f"begin integer {', '.join(indices)};")
                loops = " ".join(
                    f"for {each} := {low} step 1 until {high} do"
                    for each, (low, high) in zip(indices, bounds, strict=True)
                )
                value = {
                    INTEGER: " + ".join(indices), REAL: " × 0.5 + ".join([*indices, "0.25"]),
                    BOOLEAN: f"{indices[0]} > 1",
                }[kind]  # fmt: skip
                self.line(f"{loops} {name}[{', '.join(indices)}] := {value} end;")

    def forgets(self):
        return self.forgetful and self.chance(self.forgetful)

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

    def routine(self, routine, outer, depth):
        """Write a procedure."""
        scope, names, values, specifications = outer.inner(), [], [], []
        for formal in routine.formals:
            name = self.name("f")
            names.append(name)
            word, _, how = formal.partition(" ")
            if how == "value":
                values.append(name)
            specification = self.formal(scope, name, formal, word, how)
            if specification:
                specifications.append(f"{specification} {name};")
        type_ = f"{routine.type} " if routine.type else ""
        parameters = f"({', '.join(names)})" if names else ""
        by_value = f" value {', '.join(values)};" if values else ""
        self.line(f"{type_}procedure {routine.name}{parameters};{by_value} {' '.join(specifications)}")
        self.line("begin")
        before = [*scope.variables, *scope.arrays]
        with self.deeper():
            if self.chance(80):
                self.declarations(scope, depth - 1)
            self.line("fuel := fuel - 1; if fuel < 0 then goto halt;")
            self.initial(scope, before)
            self.statements(scope, depth - 1)
            if routine.type:
                self.line(f"{routine.name} := {self.expression(routine.type, scope, 2)}")
        self.line("end;")

    def formal(self, scope, name, formal, word, how):
        """Note what a formal parameter can do; return its specification."""
        if formal in LOOSE:
            known = LOOSE[formal]
            self.formal(scope, name, known, *known.partition(" ")[::2])
            return ""
        if formal in HANDED:
            known = HANDED[formal]
            scope.routines.append(Routine(name, known.type, known.formals))
            return f"{known.type} procedure".strip()
        if formal in ARRAYS:
            kind, bounds, specification = ARRAYS[formal]
            scope.arrays.append((name, kind, bounds))
            return specification
        match word:
            case "label":
                scope.labels.append(name)
                return "label"
            case "switch":
                scope.switches.append((name, 1))
                return "switch"
            case "string":
                scope.strings.append(name)
                return "string"
            case "loose" | "unspecified":
                scope.variables.append((name, "unspecified", how == "var"))
                return ""
        scope.variables.append((name, word, how in ("value", "var")))
        return word

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

    def some(self, things, count):
        return self.random.sample(things, min(count, len(things)))

    def show(self, variable, scope):
        name, kind, _ = variable
        if kind == BOOLEAN:
            self.line(f"outinteger(61, if {name} then 1 else 0);")
        else:
            self.line(f"outinteger(61, {name});")

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

    def assignment(self, scope, depth):
        kind = self.pick([INTEGER, INTEGER, REAL, BOOLEAN])
        targets = [self.variable(kind, scope) for _ in range(self.pick([1, 1, 2, 3]))]
        if not all(targets):
            self.printing(scope, depth)
            return
        given = kind if kind == BOOLEAN else self.pick([kind, kind, INTEGER, REAL])
        self.line(f"{' := '.join(targets)} := {self.free_expression(given, scope)};")

    def printing(self, scope, depth):
        self.line(f"outinteger(61, {self.expression(INTEGER, scope, 3)});")

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

    def call(self, scope, depth):
        routine = self.pick([each for each in scope.routines if self.possible(each, scope)])
        self.line(f"{self.called(routine, scope, 2)};")

    def go(self, scope, depth):
        target = self.label(scope)
        self.line(f"fuel := fuel - 1; if fuel > 0 ∧ {self.expression(BOOLEAN, scope, 1)} then goto {target};")

    def label(self, scope, depth=1):
        if scope.switches and self.chance(30):
            name, size = self.pick(scope.switches)
            index = self.random.randint(-1, size + 2) if self.chance(20) else self.random.randint(1, size)
            return f"{name}[{self.pick([f'{index}', f'seen({index})', f'{index}.2', f'({index} × 2) ÷ 2'])}]"
        if depth and self.chance(20):
            test = self.boolean(scope, 1)
            return f"if {test} then {self.label(scope, 0)} else {self.label(scope, 1)}"
        return self.pick(scope.labels or ["halt"])

    def conditional(self, scope, depth):
        self.line(f"if {self.expression(BOOLEAN, scope, 2)} then begin")
        with self.deeper():
            self.statements(scope, depth - 1)
        if self.chance(50):
            self.line("end else begin")
            with self.deeper():
                self.statements(scope, depth - 1)
        self.line("end;")

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

    def block(self, scope, depth):
        inner = scope.inner()
        self.line("begin")
        with self.deeper():
            self.declarations(inner, depth)
            if self.chance(40):
                name, labels = self.name("s"), [self.label(scope) for _ in range(self.random.randint(1, 3))]
                self.line(f"switch {name} := {', '.join(labels)};")
                inner.switches.append((name, len(labels)))
            self.initial(inner, [*scope.variables, *scope.arrays])
            self.statements(inner, depth - 1)
        self.line("end;")

    def loop(self, scope, depth):
        kind = self.pick([INTEGER, INTEGER, INTEGER, REAL])
        variable = self.variable(kind, scope)
        if not variable:
            self.printing(scope, depth)
            return
        elements = ", ".join(self.element(kind, scope) for _ in range(self.pick([1, 1, 1, 2, 3])))
        inner = scope.inner()
        inner.labels, inner.switches = list(scope.labels), list(scope.switches)
        inner.variables = [(name, type_, free and name != variable) for name, type_, free in scope.variables]
        self.line(f"for {variable} := {elements} do begin")
        with self.deeper():
            self.line("fuel := fuel - 1; if fuel < 0 then goto halt;")
            self.statements(inner, depth - 1)
        self.line("end;")

    def element(self, kind, scope):
        match self.pick(["value", "step", "step", "step", "while"]):
            case "value":
                return self.expression(kind, scope, 1)
            case "while":
                return f"{self.expression(kind, scope, 1)} while {self.expression(BOOLEAN, scope, 2)}"
        start = self.expression(INTEGER, scope, 1) if self.chance(30) else str(self.random.randint(-2, 3))
        step = self.pick(["1", "1", "2", "-1", "0.5", "seen(1)", "seen(-1)", self.expression(kind, scope, 1)])
        limit = self.pick([str(self.random.randint(-3, 6)), "2.5", self.expression(INTEGER, scope, 1)])
        return f"{start} step {step} until {limit}"

    # ------------------------------------------------------------ variables

    def variable(self, kind, scope):
        """Something that can be assigned to; "" if there is nothing."""
        names = [name for name, type_, free in scope.variables if type_ == kind and free]
        arrays = [each for each in scope.arrays if each[1] == kind]
        if arrays and (not names or self.chance(35)):
            return self.subscripted(self.pick(arrays), scope)
        return self.pick(names) if names else ""

    def subscripted(self, array, scope):
        name, _, bounds = array
        subscripts = []
        for low, high in bounds:
            index = self.random.randint(low - 1, high + 1) if self.mistake() else self.random.randint(low, high)
            integers = [name for name, type_, _ in scope.variables if type_ == INTEGER]
            if integers and self.mistake():
                subscripts.append(self.pick(integers))
            elif integers and self.chance(50):
                variable = self.pick(integers)
                subscripts.append(f"{low} + abs({variable} - {variable} ÷ {high - low + 1} × {high - low + 1})")
            else:
                subscripts.append(self.pick([f"{index}", f"seen({index})", f"{index}.3"]))
        return f"{name}[{', '.join(subscripts)}]"

    # ------------------------------------------------------------ calls

    def called(self, routine, scope, depth):
        actuals = [self.actual(each, scope, depth) for each in routine.formals]
        return f"{routine.name}({', '.join(actuals)})" if actuals else routine.name

    def possible(self, routine, scope):
        formals = [LOOSE.get(each, each) for each in routine.formals]
        wholes = [each for each in formals if each in HANDED or each in ARRAYS or each == "switch"]
        variables = [each.split()[0] for each in formals if each.endswith(" var")]
        variables = [INTEGER if each == "loose" else each for each in variables]
        return all(self.handed(each, scope) for each in wholes) and all(
            any(type_ == each and free for _, type_, free in scope.variables) for each in variables
        )

    def handed(self, formal, scope):
        """The names of what may be handed over as a whole."""
        if formal in HANDED:
            wanted = HANDED[formal].type, HANDED[formal].formals
            return [each.name for each in scope.routines if (each.type, each.formals) == wanted]
        if formal == "switch":
            return [name for name, _ in scope.switches]
        kind, bounds, _ = ARRAYS[formal]
        kinds = (INTEGER, REAL) if formal.endswith("value") and kind != BOOLEAN else (kind,)
        return [name for name, type_, given in scope.arrays if type_ in kinds and given == bounds]

    def actual(self, formal, scope, depth):
        formal = LOOSE.get(formal, formal)
        if formal == "loose var":
            formal = self.pick(["integer var", "real var"])
            if not self.variable(formal.split()[0], scope):
                formal = "integer var"
        if formal in HANDED or formal in ARRAYS or formal == "switch":
            return self.pick(self.handed(formal, scope))
        word, _, how = formal.partition(" ")
        match word:
            case "label":
                return self.label(scope)
            case "string":
                return self.string(scope)
            case "unspecified" if self.mistake():
                return self.pick([self.label(scope), "true", *(name for name, *_ in scope.arrays)])
            case "unspecified":
                return self.expression(self.pick([INTEGER, REAL]), scope, depth - 1)
        if how == "var":
            other = {INTEGER: REAL, REAL: INTEGER}.get(word, word) if self.chance(25) else word
            return self.variable(other, scope) or self.variable(word, scope)
        if how == "name" and self.chance(50):
            return self.variable(word, scope) or self.expression(word, scope, depth - 1)
        return self.expression(word, scope, depth - 1)

    # ------------------------------------------------------------ expressions

    def literal(self, kind):
        match kind:
            case "integer":
                return str(self.random.choice([0, 1, 2, 3, -1, -2, 7, 10, 131071, 131072, -200000]))
            case "real":
                return self.pick(["0.5", "1.0", "-2.25", "3.0", "0", "10.125", "-0.5", "7"])
        return self.pick(["true", "false"])

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
        if kind == BOOLEAN:
            return self.boolean(scope, depth)
        if depth <= 0 or self.chance(20):
            return self.primary(kind, scope, 0)
        if self.mistake():
            return self.wrong(kind, scope, depth)
        left, right = (self.expression(kind, scope, depth - 1) for _ in range(2))
        mixed = self.expression(self.pick([INTEGER, REAL]), scope, depth - 1)
        test = self.boolean(scope, depth - 1)
        small = self.random.randint(2, 9)
        common = [
            f"({left} + {right})", f"({left} - {right})", f"(- {left})", f"({left} + {right})",
            f"(if {test} then {left} else {right})",
            f"abs({left})", self.primary(kind, scope, depth), self.primary(kind, scope, depth),
            f"(2 ↑ {self.pick([f'sign({left})', f'seen({small - 5})'])})",
        ]  # fmt: skip
        if kind == REAL:
            return self.pick(
                [
                    *common,
                    f"({left} / {small})",
                    f"({mixed} × 0.5)",
                    f"(if {test} then {left} else {mixed})",
                    f"({left} × {small})",
                    f"{small} ↑ 2",
                ]
            )
        whole = [
            f"m({left} × {small})", f"({left} ÷ {small})", f"m(m({left}) × m({right}))", f"m({left})",
            f"seen({left})", f"entier({mixed})", f"sign({mixed})", f"m(m({left}) ↑ {small - 1})",
        ]  # fmt: skip
        return self.pick(common + whole)

    def wrong(self, kind, scope, depth):
        """An expression that may have no value."""
        left, right = (self.expression(kind, scope, depth - 1) for _ in range(2))
        if kind == REAL:
            return self.pick([f"({left} / {right})", f"1@200 × ({left}) × 1@200", f"sqrt({left} - 400.0)"])
        large = self.pick(["131072", "(-200000)"])
        return self.pick([
            f"({left} ÷ {right})", f"({left} ÷ m({right}))", f"2 ↑ m({right})", f"entier(1@12 × ({left}) × 1000)",
            f"{large} × {large} × {large} × ({left})",
            f"(({left}) + {large} × {large} × 8000 + {large} × {large} × 8000)",
        ])  # fmt: skip

    def primary(self, kind, scope, depth):
        kinds = (kind, INTEGER, "unspecified") if kind == REAL else (kind, "unspecified")
        if kind == BOOLEAN:
            kinds = (kind,)
        names = [name for name, type_, _ in scope.variables if type_ in kinds]
        arrays = [each for each in scope.arrays if each[1] in kinds]
        functions = [each for each in scope.routines if each.type == kind and self.possible(each, scope)]
        if depth > 0 and functions and self.chance(60):
            return self.called(self.pick(functions), scope, depth)
        if arrays and self.chance(30):
            return self.subscripted(self.pick(arrays), scope)
        if names and self.chance(80):
            return self.pick(names)
        literal = self.literal(kind)
        return f"({literal})" if literal.startswith("-") else literal

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
        if depth <= 0 or self.chance(15):
            return self.primary(BOOLEAN, scope, depth)
        kind = self.pick([INTEGER, INTEGER, REAL])
        left, right = (self.expression(kind, scope, depth - 1) for _ in range(2))
        one, other = (self.boolean(scope, depth - 1) for _ in range(2))
        relation = self.pick(["<", "≤", "=", "≥", ">", "≠"])
        connective = self.pick(["∧", "∨", "⊃", "≡", "∧", "∨"])
        return self.pick([
            f"({left} {relation} {right})", f"({left} {relation} {right})", f"({one} {connective} {other})",
            f"(¬ {one})", f"(if {one} then {other} else ({left} {relation} {right}))",
        ])  # fmt: skip

    def relation(self, scope):
        left, right = (self.term(self.pick([INTEGER, REAL]), scope) for _ in range(2))
        return f"{left} {self.pick('<≤=≥>≠')} {right}"
