"""ALGOL programs made at random: valid, and they end.

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


@dataclass
class Scope:
    """What can be used at a place."""

    variables: list[tuple[str, str, bool]] = field(default_factory=list)  # name, type, whether it may be assigned to
    arrays: list[tuple[str, str, tuple[tuple[int, int], ...]]] = field(default_factory=list)  # name, type, bounds
    routines: list[Routine] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    switches: list[tuple[str, int]] = field(default_factory=list)

    def inner(self):
        """The same, for a place where more can be used."""
        lists = (self.variables, self.arrays, self.routines, self.labels, self.switches)
        return Scope(*(list(each) for each in lists))


class Maker:
    """Makes one program. `random` decides."""

    def __init__(self, random, size=40, careless=0, forgetful=0):
        self.random, self.size, self.careless = random, size, careless  # in percent of the places for a mistake
        self.forgetful = forgetful  # in percent of the variables and arrays that are given no value at first
        self.lines: list[str] = []
        self.indent = 0
        self.names = 0

    def program(self):
        """The text of a program."""
        self.line("begin integer fuel;")
        self.line("integer procedure m(x); value x; integer x; m := x - x ÷ 997 × 997;")
        self.line("integer procedure seen(x); value x; integer x; begin outinteger(61, x); seen := x end;")
        scope = Scope()
        self.line("begin")
        with self.deeper():
            scope.routines += [Routine("m", INTEGER, ("integer value",)), Routine("seen", INTEGER, ("integer value",))]
            self.declarations(scope, 3)
            self.line(f"fuel := {self.random.randint(20, 90)};")
            self.initial(scope, [])
            self.statements(scope, 3)
            self.line("halt: outinteger(61, fuel)")
        self.line("end end")
        return "\n".join(self.lines)

    # ------------------------------------------------------------ text

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

    def mistake(self):
        """Whether one is to be made here."""
        return self.careless > 0 and self.chance(self.careless)

    def pick(self, things):
        return self.random.choice(things)

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
        kind, own = self.pick([INTEGER, INTEGER, REAL, BOOLEAN]), self.chance(20)
        bounds, texts = [], []
        for _ in range(self.random.choice([1, 1, 1, 2, 2, 3])):
            low = self.random.randint(-3, 3)
            high = low + self.random.randint(1, 4)
            low, high = self.pick([(low, high), (low, high), (0, 3)])
            bounds.append((low, high))
            if self.mistake():
                texts.append(f"m({low}):{high} - seen({high - low + 1})")
                continue
            texts.append(f"{low}:{high}" if self.chance(50) else f"m({low}):seen({high})")
        names = [self.name("t") for _ in range(self.random.choice([1, 1, 2]))]
        kind_text = kind if kind is not REAL or self.chance(50) else ""
        self.line(f"{'own ' * own}{kind_text} array {', '.join(names)}[{', '.join(texts)}];".strip())
        scope.arrays += [(each, kind, tuple(bounds)) for each in names]

    def initial(self, scope, before):
        """Give what has been declared in a block its values."""
        for name, kind, free in scope.variables:
            if free and (name, kind, free) not in before and not self.forgets():
                self.line(f"{name} := {self.literal(kind)};")
        for name, kind, bounds in scope.arrays:
            if (name, kind, bounds) not in before and not self.forgets():
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
        kind = self.pick([INTEGER, INTEGER, REAL, BOOLEAN, "", ""])
        if self.chance(35):
            known = self.pick(list(HANDED.values()))
            return Routine(self.name("p"), known.type, known.formals)
        choices = [
            "integer value", "integer name", "integer name", "real value", "real name", "Boolean value",
            "Boolean name", "array value", "array name", "unspecified", "label name", "label value", "switch",
            *HANDED, *HANDED,
        ]  # fmt: skip
        formals = tuple(self.pick(choices) for _ in range(self.random.randint(0, 3)))
        return Routine(self.name("p"), kind, formals)

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
        if formal in HANDED:
            known = HANDED[formal]
            scope.routines.append(Routine(name, known.type, known.formals))
            return f"{known.type} procedure".strip()
        match word:
            case "label":
                scope.labels.append(name)
                return "label"
            case "switch":
                scope.switches.append((name, 1))
                return "switch"
            case "array":
                scope.arrays.append((name, INTEGER, ((0, 3),)))
                return "integer array"
            case "unspecified":
                scope.variables.append((name, "unspecified", False))
                return ""
        scope.variables.append((name, word, how == "value"))
        return word

    # ------------------------------------------------------------ statements

    def statements(self, scope, depth):
        """Write statements, and end them with a semicolon; some have labels."""
        count = self.random.randint(1, 4)
        labels = [self.name("l") if self.chance(25) else "" for _ in range(count)]
        inner = scope.inner()
        inner.labels += [each for each in labels if each]
        for label in labels:
            if label:
                self.line(f"{label}:")
            self.statement(inner, depth)
        for each in self.some(inner.variables, 3):
            self.show(each, inner)

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
        simple = [self.assignment, self.assignment, self.assignment, self.call, self.call, self.go, self.printing]
        nested = [self.conditional, self.loop, self.loop, self.block, self.compound]
        self.pick(simple + nested if depth > 0 and self.size > 0 else simple)(scope, depth)

    def assignment(self, scope, depth):
        kind = self.pick([INTEGER, INTEGER, REAL, BOOLEAN])
        targets = [self.variable(kind, scope) for _ in range(self.pick([1, 1, 1, 2]))]
        if not all(targets):
            self.printing(scope, depth)
            return
        if kind != BOOLEAN and self.chance(20):
            kind = self.pick([INTEGER, REAL])
        self.line(f"{' := '.join(targets)} := {self.expression(kind, scope, 3)};")

    def printing(self, scope, depth):
        self.line(f"outinteger(61, {self.expression(INTEGER, scope, 3)});")

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
            return f"{name}[{index}]" if self.chance(50) else f"{name}[seen({index})]"
        if depth and self.chance(20):
            test = self.expression(BOOLEAN, scope, 1)
            return f"if {test} then {self.label(scope, 0)} else {self.label(scope, 0)}"
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

    def compound(self, scope, depth):
        self.line("begin")
        with self.deeper():
            self.statements(scope, depth - 1)
        self.line("end;")

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
        """Whether there is something for each of the parameters."""
        return all(
            self.handed(each, scope) for each in routine.formals if each in HANDED or each[:5] in ("array", "switc")
        )

    def handed(self, formal, scope):
        """The names of what may be handed over as a whole."""
        if formal in HANDED:
            wanted = HANDED[formal].type, HANDED[formal].formals
            return [each.name for each in scope.routines if (each.type, each.formals) == wanted]
        if formal == "switch":
            return [name for name, _ in scope.switches]
        return [name for name, kind, bounds in scope.arrays if kind == INTEGER and bounds == ((0, 3),)]

    def actual(self, formal, scope, depth):
        if formal in HANDED or formal == "switch" or formal.startswith("array"):
            return self.pick(self.handed(formal, scope))
        word, _, how = formal.partition(" ")
        match word:
            case "label":
                return self.label(scope)
            case "unspecified" if self.mistake():
                return self.pick([self.label(scope), "true", *(name for name, *_ in scope.arrays)])
            case "unspecified":
                return self.expression(self.pick([INTEGER, REAL]), scope, depth - 1)
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

    def expression(self, kind, scope, depth):
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
