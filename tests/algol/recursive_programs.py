"""Random ALGOL programs of procedures that call themselves and each other.

They have up to seven parameters of all kinds, calls within expressions with other values still needed, calls after
which they only return, go to out of them, procedures within procedures, own variables, and procedures handed over.
The first parameter counts the depth. Some fail: a product too large, a division by zero, far from the first call.
"""

from dataclasses import dataclass, field

from tests.algol.random_programs import BOOLEAN, INTEGER, REAL, Writer

KINDS = [INTEGER] * 5 + [REAL] * 2 + [BOOLEAN]


@dataclass
class Recursive:
    """A procedure: its name, its type ("" for a proper one), its parameters and how they are handed over."""

    name: str
    type: str
    formals: list[tuple[str, str, str]]  # name, type, "value", "name", "label" or "procedure"


@dataclass
class Scope:
    """What can be used at a place; `depth`: the parameter that is less in the next call."""

    variables: dict[str, list[str]]
    procedures: list[Recursive]
    labels: list[str] = field(default_factory=list)
    handed: list[str] = field(default_factory=list)  # integer procedures of one integer that are parameters
    depth: str = ""
    calls: int = 2  # that may still be written

    def inner(self, **changes):
        variables = {kind: list(names) for kind, names in self.variables.items()}
        made = Scope(variables, list(self.procedures), list(self.labels), list(self.handed), self.depth)
        for name, value in changes.items():
            setattr(made, name, value)
        return made


class Calling(Writer):
    """Makes one program."""

    def __init__(self, random, size=6, failing=10):
        super().__init__(random, size)
        self.failing = failing  # in percent of the programs

    def program(self):
        """The text of a program."""
        self.line("begin integer fuel; integer array table[0:9];")
        self.line("integer procedure m(x); value x; integer x; m := x - x ÷ 997 × 997;")
        self.line("integer procedure seen(x); value x; integer x; begin outinteger(61, x); seen := x end;")
        self.line("begin integer g, h; real q; Boolean t;")
        scope = Scope({INTEGER: ["g", "h", "table[g - g ÷ 7 × 7 + 2 - sign(g)]"], REAL: ["q"], BOOLEAN: ["t"]}, [])
        with self.deeper():
            scope.procedures = [self.heading() for _ in range(self.random.randint(1, 4))]
            for each in scope.procedures:
                self.procedure(each, scope, 1)
            self.line("for g := 0 step 1 until 9 do table[g] := g × g;")
            self.line(f"fuel := {self.random.randint(150, 400)}; g := h := {self.random.randint(-9, 9)};")
            self.line("q := g / 8; t := g > 0;")
            for number in range(3):
                here = scope.inner(labels=[f"out{number}"], calls=9, depth=str(self.random.randint(2, 5)))
                self.statement(here, self.pick(scope.procedures))
                self.line(
                    f"out{number}: outinteger(61, m(g)); outinteger(61, m(h)); outinteger(61, if t then 1 else 0);"
                )
            if self.chance(self.failing):
                self.line("outinteger(61, table[10 × g × g + 10]);")
            self.line("halt: outinteger(61, fuel); if abs(q) < 999 then outinteger(61, entier(8 × q))")
        self.line("end end")
        return "\n".join(self.lines)

    # ------------------------------------------------------------ procedures

    def heading(self):
        formals = [(self.name("d"), INTEGER, "value")]
        for _ in range(self.random.randint(0, self.size)):
            how = self.pick(["value"] * 8 + ["name"] * 2 + ["label", "procedure"])
            kind = INTEGER if how == "procedure" else "" if how == "label" else self.pick(KINDS)
            formals.append((self.name("x"), kind, how))
        return Recursive(self.name("p"), self.pick([INTEGER, INTEGER, INTEGER, REAL, BOOLEAN, "", ""]), formals)

    def procedure(self, made, outer, depth):
        """Write the declaration of a procedure."""
        names = [name for name, _, _ in made.formals]
        values = [name for name, _, how in made.formals if how == "value"]
        words = {"label": "label", "procedure": "integer procedure"}
        self.line(f"{made.type} procedure {made.name}({', '.join(names)}); value {', '.join(values)};".strip())
        self.line(" ".join(f"{words.get(how, kind)} {name};" for name, kind, how in made.formals))
        scope = outer.inner(depth=names[0])
        for name, kind, how in made.formals[1:]:
            if how in ("value", "name"):
                scope.variables[kind].insert(0, name)
            elif how == "label":
                scope.labels.append(name)
            else:
                scope.handed.append(name)
        simple = self.chance(50)
        if not simple:
            self.locals(scope, made, depth)
        with self.deeper():
            if not simple and self.chance(40):
                self.line("fuel := fuel - 1; if fuel < 0 then goto halt;")
            bare = scope.inner(procedures=[])
            if made.type:
                self.function(made, scope, bare)
            else:
                for each in range(1 if simple else self.random.randint(1, 3)):
                    test = f"if {names[0]} > {self.pick([0, 0, 0, 1])} then " if self.chance(90) or not each else ""
                    self.statement(scope if test else bare, self.pick(outer.procedures), test)
        if not simple or made.type:
            self.line(";" if simple else "end;")

    def locals(self, scope, made, depth):
        """Write the begin of a body, and its declarations."""
        one, other, own = self.name("i"), self.name("r"), self.name("o")
        self.line(f"begin integer {one}; real {other}; own integer {own};")
        if depth and self.chance(35):
            inner = self.heading()
            scope.procedures.append(inner)
            self.procedure(inner, scope, depth - 1)
        self.line(f"{one} := {scope.depth} + 3; {other} := {one} / 4; {own} := {own} + 1;")
        scope.variables[INTEGER] += [one, own]
        scope.variables[REAL].append(other)

    def function(self, made, scope, bare):
        """Write statements that give a function its value."""
        less = f"{scope.depth} < {self.pick([1, 1, 1, 2])}"
        base, more = self.expression(made.type, bare), self.expression(made.type, scope)
        match self.random.randrange(4):
            case 0:
                self.line(f"{made.name} := if {less} then {base} else {more}")
            case 1:
                self.line(f"if {less} then {made.name} := {base} else {made.name} := {more}")
            case 2:
                again = self.expression(made.type, scope)
                test = self.expression(BOOLEAN, bare)
                self.line(f"{made.name} := if {less} then {base} else if {test} then {again} else {more}")
            case _:
                self.line(f"begin {made.name} := {base};")
                with self.deeper():
                    self.statement(scope, self.pick(scope.procedures), f"if ¬ {less} then ")
                    self.line(f"if ¬ ({less}) then {made.name} := {more} end")

    # ------------------------------------------------------------ statements and expressions

    def statement(self, scope, called, test=""):
        """Write a statement, a call most of the time, after a test."""
        if scope.procedures and self.chance(60) and (not called.type or self.chance(20)):
            self.line(f"{test}{self.call(called, scope)};")
        elif scope.labels and test and self.chance(8):
            self.line(f"{test}begin if {self.expression(BOOLEAN, scope)} then goto {self.pick(scope.labels)} end;")
        elif self.chance(30):
            self.line(f"{test}seen(m({self.expression(INTEGER, scope)}));")
        else:
            kind = self.pick(KINDS)
            self.line(f"{test}{self.pick(scope.variables[kind])} := {self.expression(kind, scope)};")

    def call(self, called, scope):
        """A call, one less deep; `scope` says what its parameters may be."""
        scope.calls -= 1
        deeper = scope.depth if scope.depth.isdecimal() else f"{scope.depth} - 1"
        return f"{called.name}({', '.join([deeper, *(self.actual(each, scope) for each in called.formals[1:])])})"

    def actual(self, formal, scope):
        _, kind, how = formal
        if how == "label":
            return self.pick([*scope.labels, "halt"])
        if how == "procedure":
            return self.pick([*scope.handed, "m", "seen"])
        if how == "name" and self.chance(80):
            return self.pick(scope.variables[kind])
        return self.expression(kind, scope, 1) if self.chance(60) else self.pick(scope.variables[kind])

    def expression(self, kind, scope, depth=2):
        """An expression of a type: with calls, where there may be some."""
        fitting = [each for each in scope.procedures if each.type == kind]
        if fitting and scope.calls > 0 and self.chance(55):
            call = self.call(self.pick(fitting), scope)
            return call if depth < 2 or self.chance(45) else self.around(kind, call, scope)
        if depth <= 0:
            return self.pick([*scope.variables[kind], *scope.variables[kind], self.literal(kind)])
        return self.around(kind, self.expression(kind, scope, depth - 1), scope)

    def around(self, kind, one, scope):
        """An expression with another one in it."""
        other = self.expression(kind, scope, 0)
        one, other = (one, other) if self.chance(50) else (other, one)
        if kind == BOOLEAN:
            number = self.expression(INTEGER, scope, 0)
            return self.pick([f"({one} ∧ {other})", f"({one} ∨ ¬ {other})", f"{number} > 3", f"({one} ≡ {other})"])
        if kind == REAL:
            return self.pick([f"({one} + {other})", f"({one} - {other})", f"({one} + {other}) / 2", f"abs({one})"])
        if scope.handed and self.chance(25):
            return f"m({self.pick(scope.handed)}(m({one})) + {other})"
        return self.pick([f"m({one} + {other})", f"m({one} - {other})", f"m(m({one}) × m({other}))", f"m({one}) + 1"])

    def literal(self, kind):
        if kind == BOOLEAN:
            return self.pick(["true", "false"])
        return str(self.random.randint(0, 9)) + ".5" * (kind == REAL)
