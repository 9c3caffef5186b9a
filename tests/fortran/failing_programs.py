"""Random programs with a mistake that only the running program shows: the interpreter says which, and in which line."""

from tests.fortran.cdc_programs import CdcMaker
from tests.fortran.random_programs import INTEGER, E


class FailingMaker(CdcMaker):
    """Makes one program; of its statements `careless` percent are mistakes."""

    def __init__(self, random, size=20, careless=4, **options):
        super().__init__(random, size, **options)
        self.careless = careless

    def mistake(self):
        return self.chance(self.careless) and not self.plain

    def subscript(self, size, scope):
        if self.mistake():
            name = self.simple_integer(scope)
            if name != "3":
                return name
        return super().subscript(size, scope)

    def computed(self, scope, depth, budget):
        if not self.mistake():
            super().computed(scope, depth, budget)
            return
        labels = [self.label() for _ in range(self.number(1, 3))]
        self.put(f"KX1 = {self.fitted(INTEGER, scope, 1).text}")
        self.put(f"GO TO ({', '.join(labels)}), KX1")
        self.branches(scope, depth, budget, labels)

    def loop(self, scope, depth, budget):
        if not self.mistake() or len(scope.loops) >= 4:
            super().loop(scope, depth, budget)
            return
        end = self.label()
        self.put(f"KX2 = {self.pick(['0', '-1', '2', self.simple_integer(scope)])}")
        self.put(f"DO {end} LZZ = 1, 3, KX2")
        self.statements(scope.inner(), depth - 1, 1)
        self.put("CONTINUE", end)

    def integer(self, scope, depth):
        if depth > 0 and self.mistake():
            left, right = super().integer(scope, depth - 1), super().integer(scope, depth - 1)
            large = self.pick(["16777216", "281474976710655", "(-4194304)"])
            return self.pick([
                E(f"MOD({large}*{large}*({left.text}), 100)", 99), E(f"{self.wrap(left, 1)}/({right.text})", 999, 0, 2),
                E(f"MOD({self.wrap(left, 1)}, {right.text})", 999), E(f"MOD(IABS({left.text})**({right.text}), 7)", 6),
            ])  # fmt: skip
        return super().integer(scope, depth)

    def real(self, scope, depth):
        if depth > 0 and self.mistake():
            left, right = super().real(scope, depth - 1), super().real(scope, depth - 1)
            return self.pick([
                E(f"AMOD(AINT(({left.text})/({right.text})), 64.)", 64), E(f"(1.E200*({left.text})*1.E200)", 1, 0),
                E(f"AINT(SQRT({left.text} - 400.))", 64), E(f"AMOD({left.text}, {right.text})", 512, self.grid),
                E(f"AINT(ALOG({left.text}))", 999),
            ])  # fmt: skip
        return super().real(scope, depth)

    def reading(self, scope):
        super().reading(scope)
        if self.chance(20) and self.input:
            self.input.pop()
        elif self.chance(20) and self.input:
            at = self.number(0, len(self.input) - 1)
            card = self.input[at]
            place = self.number(0, max(0, len(card) - 1))
            self.input[at] = f"{card[:place]}{self.pick('X*,')}{card[place + 1 :]}"
