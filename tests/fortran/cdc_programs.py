"""Random programs with what only Control Data's FORTRAN has: gfortran cannot say what they print, the interpreter can.

Masks and shifts of words, A = B = 1., IF with two labels, octal constants, ENCODE and DECODE, IF (EOF, u), expressions
in the lists of output statements, a PROGRAM card, DO loops that are done once though their limit is below their start.
"""

from tests.fortran.random_programs import INTEGER, LOOPS, REALS
from tests.fortran.wide_programs import WideMaker


class CdcMaker(WideMaker):
    """Makes one program of that dialect."""

    def __init__(self, random, size=30, **options):
        super().__init__(random, size, declared=random.random() < 0.3, **options)
        self.words = []  # names of variables that hold words, of the unit

    def begin(self):
        super().begin()
        self.words = []

    def first_card(self):
        if self.chance(30):
            return []
        files = self.pick(["INPUT,OUTPUT", "INPUT,OUTPUT,TAPE5=INPUT,TAPE6=OUTPUT"])
        if "TAPE5" not in files:
            files += ",TAPE5=INPUT,TAPE6=OUTPUT"
        return [("", f"PROGRAM {self.new_name(REALS)}({files},TAPE1,TAPE2,TAPE3,TAPE4)")]

    def more(self):
        simple = [self.several, self.word]
        if not self.pure:
            simple += [self.show_expressions, self.show_word]
        return simple, [self.two_ways, self.once]

    def more_extras(self):
        return [self.in_storage, self.to_the_end] * 2

    def several(self, scope, depth, budget):
        """A = B = C: from right to left, each converts the value again."""
        targets = [self.target(scope, (INTEGER, REALS))[0] for _ in range(self.number(2, 3))]
        value = self.fitted(self.pick([INTEGER, REALS]), scope, 2, bound=511).text
        self.put(f"{' = '.join(targets)} = {value}")

    def two_ways(self, scope, depth, budget):
        labels = [self.label() for _ in range(2)]
        if self.chance(50):
            value = self.boolean(scope, 2).text
        else:
            value = self.fitted(self.pick([INTEGER, REALS]), scope, 2).text
        self.put(f"IF ({value}) {', '.join(labels if self.chance(50) else labels[::-1])}")
        self.branches(scope, depth, budget, labels)

    def once(self, scope, depth, budget):
        """A loop whose limit is too low: the range is done once."""
        if len(scope.loops) >= 4:
            self.assignment(scope, depth, budget)
            return
        used = {name for name, _, _ in scope.loops}
        name = self.pick([each for each in LOOPS if each not in used])
        start = self.number(2, 5)
        end = self.label()
        self.put(f"DO {end} {name} = {start}, {self.number(1, start - 1)}")
        inner = scope.inner()
        inner.loops.append((name, start, start))
        self.statements(inner, depth - 1, max(1, budget // 2))
        self.put("CONTINUE", end)

    # ------------------------------------------------------------ words

    def bits(self, scope, depth):
        """An expression whose value is a word."""
        if depth <= 0:
            number = self.number(0, 7**5)
            choices = [f"{number:o}B", "7777B", f"MASK({self.number(0, 60)})", *self.words]
            if not self.plain:
                choices.append(f"{self.number(1, 6)}{self.pick('HLR')}{'ABCDEFGH'[: self.number(1, 1)]}")
            text = self.pick(choices)
            if text[:-1].endswith(("H", "L", "R")):  # a text of one character
                return "1" + text[-2:]
            return text
        left, right = self.bits(scope, depth - 1), self.bits(scope, depth - 1)
        return self.pick([
            f"({left}.AND.{right})", f"({left}.OR.{right})", f"(.NOT.{left})", f"SHIFT({left}, {self.number(-59, 59)})",
            f"({left}.AND..NOT.{right})",
        ])  # fmt: skip

    def word(self, scope, depth, budget):
        name = self.pick(self.words) if self.words and self.chance(50) else ""
        value = self.bits(scope, 2)
        if not name:
            name = self.declared_name(INTEGER)
            # A value before anything else: the statement may stand in a part that is never done.
            self.body.insert(0, ("", f"{name} = {self.number(0, 7777)}B".replace("8", "1").replace("9", "2")))
            self.words.append(name)
        self.put(f"{name} = {value}")

    def show_word(self, scope, depth, budget):
        if not self.words:
            self.show(scope, depth, budget)
            return
        label = self.label()
        names = self.random.sample(self.words, self.number(1, min(3, len(self.words))))
        self.put(f"WRITE (6,{label}) {', '.join(names)}")
        self.formats.append((label, f"FORMAT (1X,{len(names)}O{self.pick([20, 20, 21, 22, 7])})"))

    # ------------------------------------------------------------ input and output

    def show_expressions(self, scope, depth, budget):
        label = self.label()
        one, other = self.fitted(INTEGER, scope, 2).text, self.fitted(REALS, scope, 2).text
        self.put(
            f"{self.pick([f'PRINT {label},', f'WRITE (6,{label})'])} {one} + 0, {other} + 0., {self.number(0, 99)}"
        )
        self.formats.append((label, f"FORMAT ({self.pick(['1X', '* *', '1H '])},I9,F20.8,I3)"))

    def in_storage(self, scope):
        """ENCODE numbers, and DECODE the characters again."""
        array, one, other = (self.declared_name(INTEGER) for _ in range(3))
        self.specify("DIMENSION", f"{array}(4)")
        code, decode, show = (self.label() for _ in range(3))
        length = self.number(12, 40)
        self.put(f"ENCODE ({length},{code},{array}) {self.fitted(INTEGER, scope, 1).text} + 0, {self.number(0, 999)}")
        self.put(f"DECODE ({length},{decode},{array}) {one}, {other}")
        self.put(f"WRITE (6,{show}) {one}, {other}, ({array}(IA), IA = 1, {-(-length // 10)})")
        self.formats.append((code, f"FORMAT (I6,{self.pick(['1H,', '1X'])},I5)"))
        self.formats.append((decode, "FORMAT (I6,1X,I5)"))
        self.formats.append((show, "FORMAT (1X,2I8,1H/,4(A10,1H/))"))

    def to_the_end(self, scope):
        """Read a file that the program has written, until its end."""
        unit = self.number(1, 4)
        count, turn, end, form, show = self.number(1, 4), self.label(), self.label(), self.label(), self.label()
        label = self.label()
        name = self.declared_name(INTEGER)
        self.put(f"REWIND {unit}")
        self.put(f"DO {label} IA = 1, {count}")
        self.put(f"KX1 = IA*{self.number(2, 9)}")
        self.put(f"WRITE ({unit},{form}) KX1", label)
        self.put(f"END FILE {unit}")
        self.put(f"REWIND {unit}")
        self.put(f"READ ({unit},{form}) {name}", turn)
        again = self.label()
        self.put(f"IF (EOF,{unit}) {end}, {again}")
        self.put(f"WRITE (6,{show}) {name}", again)
        self.put(f"GO TO {turn}")
        self.put("CONTINUE", end)
        self.formats.append((form, "FORMAT (I5)"))
        self.formats.append((show, "FORMAT (1X,I5)"))
