"""Random programs that do what only the running program shows to be wrong, at a random place, and say so by the Report.

What is wrong is inside of an expression or is a statement. It may stand where the program never comes.
"""

from tests.algol.random_programs import INTEGER, REAL, Maker

# Expressions without a value; {v} is a number, {n} one from 1 to 9.
INTEGERS = [
    "(maxint + seen({n}))", "(- maxint - {n})", "abs(- maxint - seen({n}))", "(maxint × seen(2))",
    "(128 × (maxint - {n}))",
    "(maxint - 1) × (maxint - {n})", "({n} + 1) ↑ seen(4{n})", "({v} ÷ ({v} - ({v})))", "({n} ÷ (seen({n}) - {n}))",
    "entier(1⏨15 + {n})", "entier(- 1⏨15 × {n})", "0 ↑ (seen({n}) - {n})", "0 ↑ ({n} - seen(1{n}))", "maxint ↑ {n}2",
    "(2 ↑ (seen({n}) - 1{n}) ÷ 3)", "(7 ÷ 2 ↑ (seen({n}) - 1{n}))", "((2 ↑ (seen({n}) - 1{n}) + {n}) ÷ {n})",
    "(if {n} < seen({n}) then 1 else maxint + {n})", "sign({n} / ({n} - seen({n})))",
]  # fmt: skip
REALS = [
    "({n} / ({v} - ({v})))", "(1⏨300 × 1⏨{n}0)", "(1⏨300 × 1⏨{n}0 × seen({n}))", "sqrt(- {n} - abs({v}))",
    "ln(- abs({v}))",
    "exp(1000 + abs({v}))", "sin(1⏨7 + abs({v}))", "cos(- 1⏨7 × {n})", "(seen({n}) - {n}.0) ↑ 0",
    "({v} - ({v})) ↑ (- 0.5)",
    "(- {n}.5) ↑ 0.5", "(seen({n}) - {n}.0) ↑ ({n} - seen(1{n}))", "(1⏨200 × {n}) ↑ {n}", "(1⏨300 / 1⏨-{n}0)",
    "(- 1⏨320 - 1⏨320 - 1⏨321 × {n})",
]  # fmt: skip
STATEMENTS = [
    "outinteger(60, {v});", "ininteger(61, {i});", "outinteger({n}00, {v});", "outchar(61, ‘abc’, seen(3) + {n});",
    "fault(‘why’, {n});", "for {i} := {n} while true do ininteger(60, {i});",
    "for {i} := maxint - {n} step {n} until maxint do if {i} < 0 then goto halt;",
    "for {i} := - maxint + {n}, maxint step 1 until maxint + 2 do;",
    "begin array w[1 : 10 ↑ seen({n})]; w[{n}] := {n}; w[- {n}] := 0 end;",
    "begin integer array w[seen({n}) : {n}]; w[{n}] := 1; outinteger(61, w[w[{n}]]) end;",
    "begin array w[1:2, 0:{n}]; w[1, {n}] := 0; w[2, {n} + seen(1)] := 1 end;",
    "begin array w[1:0, 1:{n}]; w[1, {n}] := 0 end;",
    "begin procedure w(x, y); x[y, y] := 1; integer array z[1:3]; w(z, {n}) end;",
    "begin procedure w(x, y); x(y); switch z := halt; w(seen, z) end;",
    "begin procedure w(x); outinteger(61, x ÷ {n}); w({n}.5) end;",
    "begin procedure w(x); outinteger(61, ({n} - x) ÷ {n}); w({n}); w({n}.5) end;",
    "begin procedure w(x); goto x; w({v}) end;",
    "begin procedure w(x); x := {v}; procedure z(y, x); y(x); z(w, {n} + {v}) end;",
    "begin procedure w(x); integer x; x := {v}; procedure z(y, x); y(x); z(w, {n}) end;",
    "begin procedure w(x); value x; label x; goto x; switch z := halt, halt; w(z[2 + seen({n})]) end;",
    "begin switch z := halt, halt; goto z[2 + seen({n})]; outinteger(61, {v}) end;",
    "begin procedure w(x); procedure x; x(1, 2); w(seen) end;",
    "begin Boolean procedure w(x); w := x; outboolean(61, w({v})) end;",
    "begin integer w; real z; z := 1⏨{n}8; w := z end;",
]  # fmt: skip


class Failing(Maker):
    """Makes one program. `percent` of its statements are wrong."""

    def __init__(self, random, size=40, percent=15):
        super().__init__(random, size, careless=random.choice([0, 0, 1]), forgetful=random.choice([0, 0, 5]))
        self.percent = percent
        self.options = {name: random.random() < 0.3 for name in ("check_unset", "strict_switch", "strict_power")}

    def statement(self, scope, depth):
        if self.chance(self.percent):
            self.wrong_statement(scope)
        super().statement(scope, depth)

    def wrong_statement(self, scope):
        kind = self.pick([INTEGER, REAL])
        number = self.broken(self.pick(INTEGERS if kind is INTEGER else REALS), scope)
        target = self.variable(self.pick([INTEGER, REAL]), scope) or "vary"
        when = self.pick(["", "", "", f"if fuel < {self.random.randint(5, 40)} then"])
        wrong = self.pick([
            f"{target} := {number};", f"{target} := {self.number(scope)} + {number};", f"outinteger(61, {number});",
            f"outinteger(61, m({number}));", f"if {number} > {self.number(scope)} then outinteger(61, 1);",
            f"for {target} := 1, {number} do outinteger(61, 2);",
            f"for {target} := 0 step {number} until 2 do goto halt;",
            f"begin procedure w(x); begin outinteger(61, fuel);\n outinteger(61, x) end;\n w({number}) end;",
            f"begin procedure w(x); real x; begin outinteger(61, fuel);\n outinteger(61, x) end;\n w({number}) end;",
            f"begin procedure w(x); value x; integer x;\n outinteger(61, x);\n w({number}) end;",
            f"begin real procedure w;\n w := {number};\n {target} := w end;",
            f"begin integer array w[{self.number(scope)} : {number}];\n outinteger(61, 4) end;",
            f"begin switch w := halt; goto w[{number}] end;",
            *[self.broken(self.pick(STATEMENTS), scope)] * 9,
        ])  # fmt: skip
        self.line(f"{when} begin {wrong} end;" if when else wrong)

    def broken(self, text, scope):
        whole = self.variable(INTEGER, scope) or "vary"
        return text.format(v=self.number(scope), n=self.random.randint(1, 9), i=whole)

    def number(self, scope):
        return self.expression(INTEGER, scope, self.random.randint(0, 1))
