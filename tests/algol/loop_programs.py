"""Random ALGOL programs of what the passes of the compiler change: loops, subscripts, sums, parameters by name.

The generator of random_programs.py writes a bit of everything; a loop of its programs has statements that no pass
understands. Here most is simple: counted loops in loops with bounds that are constants or variables,
arrays of one to three subscripts whose bounds are, too. Something is odd in most programs: a subscript that leaves its
bounds in some turn, a step of zero, a limit that the body changes, or the controlled variable, a go to out of the
loop, integers near the largest one, a parameter by name that is the controlled variable.
"""

from dataclasses import dataclass, field

from tests.algol.random_programs import BOOLEAN, INTEGER, REAL, Writer


@dataclass
class Array:
    """An array: its bounds as they are, as far as the maker knows."""

    name: str
    type: str
    bounds: tuple[tuple[int, int], ...]


@dataclass
class Scope:
    """What can be used at a place."""

    integers: dict[str, tuple[int, int]] = field(default_factory=dict)  # and the least and the largest value, mostly
    reals: list[str] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    loops: dict[str, tuple[int, int]] = field(default_factory=dict)  # controlled variables of the loops around
    labels: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)  # integers that may control a loop
    calls: list["Template"] = field(default_factory=list)

    def inner(self):
        """The same, for a place where more can be used."""
        maps = [dict(self.integers), list(self.reals), list(self.truths), list(self.arrays), dict(self.loops)]
        return Scope(*maps, list(self.labels), list(self.free), list(self.calls))


@dataclass
class Template:
    """A procedure: its name, its type ("" for a proper one), what its parameters are."""

    name: str
    type: str
    formals: list[tuple[str, str]]  # name; "integer value", "integer name", "array ...", "depth"
    shapes: dict[str, Array]


SHAPES = [
    ((1, 10),), ((0, 9),), ((-4, 12),), ((1, 12),), ((3, 9),),
    ((1, 6), (1, 6)), ((0, 5), (-1, 6)), ((1, 4), (2, 12)), ((-3, 3), (0, 3)),
    ((1, 3), (0, 3), (1, 4)), ((-1, 2), (1, 3), (0, 2)),
]  # fmt: skip
LARGE = ["maxint", "140737488355327", "(maxint - 3)", "(- maxint)", "(maxint - 200)", "131071", "131072", "16777216"]


class Looping(Writer):
    """Makes one program. `random` decides; `odd` percent of the places are unusual."""

    def __init__(self, random, size=14, odd=3):
        super().__init__(random, size)
        self.odd = odd
        self.in_procedure = False

    def strange(self):
        return self.chance(self.odd)

    # ------------------------------------------------------------ the program

    def program(self):
        """The text of a program."""
        self.line("begin integer fuel;")
        self.line("integer procedure seen(x); value x; integer x; begin outinteger(61, x); seen := x end;")
        self.line("integer procedure m(x); value x; integer x; m := x - x ÷ 997 × 997;")
        self.line("real procedure sum(i, low, high, term); value low, high; integer i, low, high; real term;")
        self.line("begin real s; s := 0; for i := low step 1 until high do s := s + term; sum := s end;")
        self.line("integer procedure total(i, high, term); integer i, high, term;")
        self.line("begin integer s; s := 0; for i := 1 step 1 until high do s := s + term; total := s end;")
        self.line("begin")
        with self.deeper():
            scope = Scope()
            n, limit = self.name("n"), self.random.randint(3, 9)
            self.line(f"integer {n};")
            self.line(f"fuel := {self.random.randint(60, 200)}; {n} := {limit};")
            scope.integers[n] = (limit, limit)
            self.line("begin")
            with self.deeper():
                self.declarations(scope, 2)
                self.body(scope, 2, self.random.randint(3, 6))
            self.line("end;")
            self.line("halt: outinteger(61, fuel)")
        self.line("end end")
        return "\n".join(self.lines)

    def bound(self, number, scope):
        """A bound with this value: a constant, or what a variable is or was."""
        known = [(name, span) for name, span in scope.integers.items() if span[0] == span[1]]
        if known and self.chance(45):
            name, (value, _) = self.pick(known)
            return name if value == number else f"{name} {'+' if number > value else '-'} {abs(number - value)}"
        return f"seen({number})" if self.chance(10) else str(number)

    def declarations(self, scope, depth):
        """Declare variables, arrays and procedures; give them values."""
        integers = [self.name("i") for _ in range(self.random.randint(3, 5))]
        reals, truths = [self.name("r") for _ in range(2)], [self.name("b")]
        own = "own " if self.chance(10) else ""
        self.line(f"{own}integer {', '.join(integers)};")
        self.line(f"real {', '.join(reals)}; Boolean {truths[0]};")
        arrays = []
        for _ in range(self.random.randint(2, 3)):
            array = Array(self.name("t"), self.pick([INTEGER, INTEGER, REAL, BOOLEAN]), self.pick(SHAPES))
            fixed = self.chance(50)
            spans = [f"{low}:{high}" if fixed else f"{self.bound(low, scope)}:{self.bound(high, scope)}"
                     for low, high in array.bounds]  # fmt: skip
            self.line(f"{'own ' * (fixed and self.chance(15))}{array.type} array {array.name}[{', '.join(spans)}];")
            arrays.append(array)
        inside = scope.inner()
        inside.arrays += arrays
        inside.free += integers[:-1]
        inside.integers.update(dict.fromkeys(integers, (-2, 12)))
        inside.reals += reals
        inside.truths += truths
        for _ in range(self.random.randint(0, 2) if depth > 1 else 0):
            scope.calls.append(self.procedure(inside))
        scope.arrays, scope.free, scope.integers = inside.arrays, inside.free, inside.integers
        scope.reals, scope.truths = inside.reals, inside.truths
        for each in integers:
            self.line(f"{each} := {self.random.randint(-2, 9)};")
        for each in reals:
            self.line(f"{each} := {self.pick(['0.5', '2', '-1.25', '0'])};")
        self.line(f"{truths[0]} := {self.pick(['true', 'false'])};")
        for array in arrays:
            if not self.strange():
                self.fill(array, integers)

    def fill(self, array, integers):
        indices = self.random.sample(integers, len(array.bounds))
        for each, (low, high) in zip(indices, array.bounds, strict=True):
            self.line(f"for {each} := {low} step 1 until {high} do")
        value = {INTEGER: " + ".join(indices), REAL: " × 0.5 + ".join([*indices, "0.25"]),
                 BOOLEAN: f"{indices[0]} > 1"}[array.type]  # fmt: skip
        self.line(f"  {array.name}[{', '.join(indices)}] := {value};")

    def procedure(self, outer):
        """Write a procedure with parameters of all sorts; perhaps it calls itself."""
        name, kind = self.name("p"), self.pick([INTEGER, REAL, ""])
        formals, shapes = [], {}
        for _ in range(self.random.randint(1, 4)):
            formal = self.name("f")
            sort = self.pick(["integer value", "integer name", "real name", "real value", "array", "array"])
            if sort == "array":
                shapes[formal] = Array(formal, self.pick([INTEGER, REAL]), self.pick(SHAPES))
                sort = self.pick(["array name", "array name", "array value"])
            formals.append((formal, sort))
        deep = self.chance(30)
        if deep:
            formals.append(("depth", "depth"))
        template = Template(name, kind, formals, shapes)
        values = [each for each, sort in formals if sort.endswith("value") or sort == "depth"]
        heading = f"{kind} procedure {name}({', '.join(each for each, _ in formals)});".strip()
        self.line(heading + (f" value {', '.join(values)};" if values else ""))
        for formal, sort in formals:
            what = f"{shapes[formal].type} array" if formal in shapes else "integer" if deep and sort == "depth" else ""
            self.line(f"{what or sort.split()[0]} {formal};")
        scope = outer.inner()
        scope.loops, scope.labels = {}, []
        for formal, sort in formals:
            if formal in shapes:
                scope.arrays.append(shapes[formal])
            elif sort.startswith("integer"):
                scope.integers[formal] = (1, 8)
                if sort.endswith("value"):
                    scope.free.append(formal)
            elif sort.startswith("real"):
                scope.reals.append(formal)
        scope.reals = [each for each in scope.reals if (each, "real name") not in formals]
        before, self.in_procedure = self.in_procedure, True
        self.line("begin")
        with self.deeper():
            self.declarations(scope, 1)
            self.line("fuel := fuel - 5; if fuel < 0 then goto halt;")
            if deep:
                actuals = ", ".join("depth - 1" if sort == "depth" else each for each, sort in formals)
                self.line(f"if depth > 0 then {name}({actuals});")
            self.body(scope, 2, self.random.randint(1, 3))
            if kind:
                self.line(f"{name} := {self.expression(kind, scope, 2)}")
        self.line("end;")
        self.in_procedure = before
        return template

    # ------------------------------------------------------------ statements

    def body(self, scope, depth, count):
        inner = scope.inner()
        for _ in range(count):
            self.statement(inner, depth)

    def statement(self, scope, depth):
        self.size -= 1
        simple = [self.assignment, self.to_element, self.to_element, self.accumulate, self.accumulate, self.printing]
        rare = [self.swap, self.jensen, self.call, self.leave, self.minimum]
        nested = [self.loop] * 6 + [self.conditional, self.conditional, self.block, self.real_loop]
        choices = simple * 4 + rare * 2 + nested * 3 * (depth > 0 and self.size > 0)
        self.pick(choices)(scope, depth)

    def assignable(self, scope):
        """An integer variable that may be assigned to: seldom one that controls a loop, or is a known limit."""
        names = [each for each in scope.free if each not in scope.loops]
        if self.strange() and self.limits(scope):
            return self.pick(self.limits(scope))
        if scope.loops and (self.strange() or not names):
            return self.pick(list(scope.loops))
        return self.pick(names or [*scope.free])

    def assignment(self, scope, depth):
        match self.pick("iiirb"):
            case "r":
                self.line(f"{self.pick(scope.reals)} := {self.expression(REAL, scope, 2)};")
            case "b":
                self.line(f"{self.pick(scope.truths)} := {self.condition(scope)};")
            case _:
                targets = [self.assignable(scope) for _ in range(self.pick([1, 1, 2]))]
                self.line(f"{' := '.join(targets)} := {self.bounded(scope)};")

    def bounded(self, scope):
        value = self.expression(INTEGER, scope, 2)
        return value if self.chance(20) else f"m({value})"

    def to_element(self, scope, depth):
        array = self.pick(scope.arrays)
        value = self.condition(scope) if array.type == BOOLEAN else self.expression(array.type, scope, 2)
        if array.type == INTEGER and not self.chance(20):
            value = f"m({value})"
        self.line(f"{self.element(array, scope)} := {value};")

    def accumulate(self, scope, depth):
        """A sum, an inner product, a count."""
        kind = self.pick([INTEGER, REAL])
        arrays = [each for each in scope.arrays if each.type == kind]
        target = self.assignable(scope) if kind == INTEGER else self.pick(scope.reals)
        if not arrays:
            self.line(f"{target} := {target} + {self.expression(kind, scope, 1)};")
            return
        one, other = (self.element(self.pick(arrays), scope) for _ in range(2))
        self.line(self.pick([
            f"{target} := {target} + {one} × {other};", f"{target} := {target} + {one};",
            f"{target} := {one} - {target};", f"{one} := {one} + {self.pick(['1', '2'])};",
            f"if {one} > {other} then {target} := {target} + 1;",
        ]))  # fmt: skip

    def minimum(self, scope, depth):
        arrays = [each for each in scope.arrays if each.type in (INTEGER, REAL)]
        if not arrays:
            self.printing(scope, depth)
            return
        array = self.pick(arrays)
        target = self.assignable(scope) if array.type == INTEGER else self.pick(scope.reals)
        one = self.element(array, scope)
        self.line(f"if {one} {self.pick('<>')} {target} then {target} := {one} else {target} := {target};")

    def swap(self, scope, depth):
        array = self.pick(scope.arrays)
        one, other = self.element(array, scope), self.element(array, scope)
        name = self.name("w")
        self.line(f"begin {array.type} {name}; {name} := {one}; {one} := {other}; {other} := {name} end;")

    def printing(self, scope, depth):
        self.line(f"outinteger(61, m({self.expression(INTEGER, scope, 2)}));")

    def jensen(self, scope, depth):
        """A sum by name."""
        variables = [each for each in scope.free if each not in scope.loops]
        if not variables:
            self.printing(scope, depth)
            return
        variable = self.pick(variables)
        inner = scope.inner()
        inner.loops[variable] = inner.integers[variable] = (1, 6)
        inner.calls = []
        low, high = self.random.randint(-1, 3), self.pick([str(self.random.randint(3, 7)), *self.limits(scope)])
        if self.chance(50):
            target = self.pick(scope.reals)
            self.line(f"{target} := sum({variable}, {low}, {high}, {self.expression(REAL, inner, 1)});")
        else:
            term = self.expression(INTEGER, inner, 1)
            self.line(f"{self.assignable(scope)} := m(total({variable}, {high}, {term}));")

    def limits(self, scope):
        return [name for name, span in scope.integers.items() if span[0] == span[1]]

    def leave(self, scope, depth):
        if scope.labels or self.chance(15):
            target = self.pick(scope.labels or ["halt"])
            self.line(f"if {self.condition(scope)} then goto {target};")
        else:
            self.printing(scope, depth)

    def call(self, scope, depth):
        possible = [each for each in scope.calls if self.actuals(each, scope) is not None]
        if not possible:
            self.printing(scope, depth)
            return
        template = self.pick(possible)
        call = f"{template.name}({', '.join(self.actuals(template, scope))})"
        if template.type == INTEGER and self.chance(70):
            self.line(f"{self.assignable(scope)} := m({call});")
        elif template.type == REAL and self.chance(70):
            self.line(f"{self.pick(scope.reals)} := {call};")
        else:
            self.line(f"{call};")

    def actuals(self, template, scope):
        """The actual parameters of a call; None if there is no array for one."""
        found = []
        for formal, sort in template.formals:
            shape = template.shapes.get(formal)
            match sort:
                case "array name" | "array value":
                    fits = [each for each in scope.arrays if (each.type, each.bounds) == (shape.type, shape.bounds)]
                    if not fits:
                        return None
                    found.append(self.pick(fits).name)
                case "depth":
                    found.append(self.pick("0123"))
                case "integer name":
                    names = list(scope.integers)
                    found.append(self.pick([self.pick(names), self.pick(names), str(self.random.randint(1, 8)),
                                            self.expression(INTEGER, scope, 1)]))  # fmt: skip
                case "integer value":
                    found.append(str(self.random.randint(1, 8)) if self.chance(70) else self.bounded(scope))
                case _:
                    found.append(self.expression(REAL, scope, 1))
        return found

    def conditional(self, scope, depth):
        self.line(f"if {self.condition(scope)} then begin")
        with self.deeper():
            self.body(scope, depth - 1, self.random.randint(1, 2))
        if self.chance(40):
            self.line("end else begin")
            with self.deeper():
                self.body(scope, depth - 1, self.random.randint(1, 2))
        self.line("end;")

    def block(self, scope, depth):
        """A block with an array of its own."""
        inner = scope.inner()
        array = Array(self.name("t"), self.pick([INTEGER, REAL]), self.pick(SHAPES))
        spans = [f"{self.bound(low, scope)}:{self.bound(high, scope)}" for low, high in array.bounds]
        variables = [self.name("i") for _ in range(3)]
        self.line(f"begin integer {', '.join(variables)}; {array.type} array {array.name}[{', '.join(spans)}];")
        inner.arrays.append(array)
        with self.deeper():
            self.fill(array, variables)
            inner.free += variables
            inner.integers.update(dict.fromkeys(variables, (-2, 12)))
            for each in variables:
                self.line(f"{each} := {self.random.randint(1, 4)};")
            self.body(inner, depth - 1, self.random.randint(1, 3))
        self.line("end;")

    # ------------------------------------------------------------ loops

    def loop(self, scope, depth):
        free = [each for each in scope.free if each not in scope.loops]
        if not free or self.size < 0:
            self.printing(scope, depth)
            return
        variable = self.pick(free)
        inner = scope.inner()
        elements = []
        for _ in range(self.pick([1, 1, 1, 1, 2])):
            text, span = self.for_element(variable, scope)
            elements.append(text)
            before = inner.loops.get(variable, span)
            inner.loops[variable] = (min(before[0], span[0]), max(before[1], span[1]))
        inner.integers[variable] = inner.loops[variable]
        after = self.name("l") if self.chance(25) else ""
        if after:
            inner.labels.append(after)
        heading = f"for {variable} := {', '.join(elements)} do"
        if any(" while " in each for each in elements) or self.chance(30):
            self.line(f"{heading} begin fuel := fuel - 1; if fuel < 0 then goto halt;")
            with self.deeper():
                self.body(inner, depth - 1, self.random.randint(1, 3))
            self.line("end;")
        elif self.chance(5):
            self.line(f"{heading} ;")
        elif self.chance(30):
            self.line(heading)
            with self.deeper():
                self.statement(inner, depth - 1)
        else:
            self.line(f"{heading} begin")
            with self.deeper():
                self.body(inner, depth - 1, self.random.randint(1, 3))
            self.line("end;")
        if after:
            self.line(f"{after}:")
        if self.chance(20):
            self.line(f"outinteger(61, {variable});")

    def real_loop(self, scope, depth):
        """A loop whose controlled variable is real."""
        variable = self.pick(scope.reals)
        inner = scope.inner()
        inner.reals = [each for each in scope.reals if each != variable] or ["0.5"]
        start, limit = self.random.randint(-2, 3), self.pick(["3", "4.5", *self.limits(scope), *scope.reals])
        step = self.pick(["0.5", "1", "-1", "seen(1)", "1.25", *scope.integers])
        self.line(f"for {variable} := {start} step {step} until {limit} do begin fuel := fuel - 1;")
        with self.deeper():
            self.line("if fuel < 0 then goto halt;")
            if all(each != "0.5" for each in inner.reals):
                self.body(inner, depth - 1, 1)
        self.line("end;")

    def for_element(self, variable, scope):
        """An element of a for list, and the span of values that it gives, mostly."""
        low, high = self.random.randint(-1, 4), self.random.randint(3, 10)
        if self.strange():
            return self.pick([
                ("maxint - 2 step 1 until maxint", (0, 5)), ("2 - maxint step -1 until - maxint", (0, 5)),
                (f"{low} step 0 until {low - 1}", (low, low)), (f"{low} step maxint until 5", (low, low)),
                (f"maxint step {self.pick(['1', '- maxint'])} until 7", (0, 5)), ("1 step 1 until 0.5 + 2", (1, 2)),
                (f"1, {variable} + 1 while {variable} < 6", (1, 6)), ("131069 step 1 until 131074", (0, 5)),
                (f"{variable} step 1 until {variable} + 2", (0, 9)), ("1 step 0.5 until 3", (1, 3)),
                (f"{low} step 1 until maxint × 100", (low, low)),
            ])  # fmt: skip
        limits = [(name, span[0]) for name, span in scope.integers.items() if span[0] == span[1]]
        around = list(scope.loops.items())
        match self.pick("cccvvvdduswe"):
            case "v" if limits:
                name, value = self.pick(limits)
                text, top = self.pick([(name, value), (name, value), (f"{name} - 1", value - 1),
                                       (f"{name} + 1", value + 1)])  # fmt: skip
                return f"{low} step 1 until {text}", (low, max(low, top))
            case "v" if around:
                name, (least, most) = self.pick(around)
                return self.pick([
                    (f"{name} step 1 until {high}", (least, max(least, high))),
                    (f"{name} + 1 step 1 until {high}", (least + 1, max(least + 1, high))),
                    (f"1 step 1 until {name}", (1, max(1, most))),
                ])  # fmt: skip
            case "d":
                first, top = self.pick(limits) if limits and self.chance(60) else (str(high), high)
                return f"{first} step -{self.pick('112')} until {low}", (min(low, top), top)
            case "u":
                names = [each for each in scope.integers if each != variable]
                return f"{low} step {self.pick(names)} until {high}", (low, high)
            case "s":
                step = self.random.randint(2, 4)
                return f"{low} step {step} until {high}", (low, high)
            case "w":
                return f"{low} step seen(1) until {high}", (low, high)
            case "e":
                return str(low), (low, low)
        return f"{low} step 1 until {high}", (low, max(low, high))

    # ------------------------------------------------------------ expressions

    def element(self, array, scope):
        subscripts = [self.subscript(low, high, scope) for low, high in array.bounds]
        return f"{array.name}[{', '.join(subscripts)}]"

    def subscript(self, low, high, scope):
        """A subscript: mostly one that stays within the bounds."""
        spans = list(scope.loops.items()) or list(scope.integers.items())
        name, (least, most) = self.pick(spans)
        if scope.loops and self.strange():
            return self.pick([name, f"{name} + 1", f"2 × {name}", f"{name} - 1", f"{name} + 131072", f"- {name}"])
        choices = []
        for add in (0, 0, 1, -1, 2, -2, 3, low - least, high - most):
            if low <= least + add and most + add <= high:
                choices.append(name if add == 0 else f"{name} {'+' if add > 0 else '-'} {abs(add)}")
        if low <= high - most + least:
            choices.append(f"{high + least} - {name}")
        for times in (2, 3):
            add = low - times * least
            if times * most + add <= high:
                choices.append(f"{times} × {name} {'+' if add >= 0 else '-'} {abs(add)}")
        if (least + most) >= 0 and low <= least // 2 and most // 2 <= high and least >= 0:
            choices.append(f"{name} ÷ 2")
        if len(spans) > 1:
            other, (from_, to) = self.pick(spans)
            if low <= least + from_ and most + to <= high:
                choices.append(f"{name} + {other}")
            if low <= least - to and most - from_ <= high:
                choices.append(f"{name} - {other}")
        if choices and self.chance(85):
            return self.pick(choices)
        number = self.random.randint(low, high)
        whole = [each for each in scope.arrays if each.type == INTEGER and len(each.bounds) == 1]
        if whole and self.chance(15):
            other = self.pick(whole)
            inner = self.subscript(*other.bounds[0], scope)
            element, many = f"{other.name}[{inner}]", high - low + 1
            return f"{low} + abs({element} - {element} ÷ {many} × {many})"
        return self.pick([str(number), str(number), f"{low} + abs({name} - {name} ÷ {high - low + 1} × "
                          f"{high - low + 1})"])  # fmt: skip

    def condition(self, scope):
        match self.pick("iiirbo"):
            case "b":
                return self.pick(scope.truths)
            case "o":
                one, other = self.pick(scope.truths), self.comparison(INTEGER, scope)
                return f"({one} {self.pick('∧∨≡⊃')} {other})"
            case "r":
                return self.comparison(REAL, scope)
        return self.comparison(INTEGER, scope)

    def comparison(self, kind, scope, depth=1):
        left, right = (self.expression(kind, scope, depth) for _ in range(2))
        return f"{left} {self.pick('<≤=≥>≠')} {right}"

    def expression(self, kind, scope, depth):
        if depth <= 0 or self.chance(20):
            return self.primary(kind, scope)
        left, right = (self.expression(kind, scope, depth - 1) for _ in range(2))
        common = [f"({left} + {right})", f"({left} - {right})", f"(- {left})", left, f"abs({left})",
                  f"(if {self.comparison(kind, scope, 0)} then {left} else {right})"]  # fmt: skip
        if kind == REAL:
            return self.pick([*common, f"({left} × {right}) / 16", f"({left} / {self.random.randint(2, 9)})",
                              f"({left} × 0.5)", self.primary(INTEGER, scope)])  # fmt: skip
        small = self.random.randint(2, 9)
        return self.pick([*common, f"m({left}) × {small}", f"({left} ÷ {small})", f"m({left}) × m({right})",
                          f"({small} × m({left}))", f"sign({left})", f"m({left}) ↑ 2"])  # fmt: skip

    def primary(self, kind, scope):
        arrays = [each for each in scope.arrays if each.type == kind]
        if arrays and self.chance(45):
            return self.element(self.pick(arrays), scope)
        if kind == REAL:
            return self.pick([*scope.reals, *scope.reals, "0.5", "3.25"])
        if self.strange():
            return self.pick(LARGE)
        names = list(scope.loops) * 2 + list(scope.integers)
        return self.pick(names) if self.chance(75) else str(self.random.randint(0, 12))
