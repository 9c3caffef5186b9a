"""The back end for the 704: loops. Random nests do on the machine what the interpreter says, with passes or without."""

from random import Random

import pytest

from host.compilers.backends.ibm704 import compute
from tests.middle.form704 import meant, run, same
from tests.shared import spread

ROWS, COLUMNS = 5, 4
NUMBERS = [0o201400000000, 0o202600000000, 0o200500000000, 0o176631463146, 0o603500000000, 0o575631463146]


class Nests:
    """Random nests of DO loops, as FORTRAN's lowering makes them."""

    def __init__(self, random):
        self.random, self.lines, self.number, self.labels = random, [], 0, 0
        self.variables = [f"{letter}." for letter in "IJKL"]
        self.around = []  # variables of the loops around
        self.narrow = []
        self.calls = random.random() < 0.3

    def value(self, kind, text):
        self.number += 1
        self.lines.append(f"  v{self.number}:{kind} = {text}")
        return f"v{self.number}"

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def const(self, number):
        return self.value("i", f"const {compute.word(number)}")

    def block(self, label):
        narrow = f" narrow {' '.join(f'[{each}]' for each in self.narrow)}" if self.narrow else ""
        self.lines.append(f"{label}:{narrow}")

    def index(self, most):
        """A subscript and its offset: from 1 to `most`, if loops run from 1 to 3."""
        if not self.around or self.random.random() < 0.1:
            return self.const(self.random.randint(1, most))
        return self.value("i", f"load slot [{self.random.choice(self.around)}]")

    def place(self):
        pick, random = self.random.choice, self.random.random()
        if random < 0.5:  # two subscripts
            row, column = self.index(ROWS), self.index(COLUMNS)
            size = self.const(ROWS)
            product = self.value("i", f"mul.i {column}, {size}")
            total = self.value("i", f"add.i {product}, {row}")
            return f"[{total}+{pick('AB')}.-{ROWS + 1}]"
        if random < 0.8:
            return f"[{self.index(3)}+{pick('AB')}.{self.random.randint(-1, 6):+}]"
        if random < 0.9:  # a difference
            one, other = self.index(3), self.index(3)
            total = self.value("i", f"sub.i {one}, {other}")
            return f"[{total}+{pick('AB')}.{self.random.randint(4, 8):+}]"
        two = self.const(2)
        product = self.value("i", f"mul.i {self.index(3)}, {two}")
        return f"[{product}+{pick('AB')}.{self.random.randint(-2, 4):+}]"

    def element(self):
        return self.value("r", f"load elements {self.place()}")

    def assignment(self):
        match self.random.randrange(7):
            case 0 | 1 | 2:
                value = self.element()
                for _ in range(self.random.randint(0, 2)):
                    code = self.random.choice(["add.r", "sub.r", "add.r"])
                    value = self.value("r", f"{code} {value}, {self.element()}")
                self.lines.append(f"  store elements {self.place()}, {value}")
            case 3:
                total = self.value("r", "load slot [S.]")
                total = self.value("r", f"add.r {total}, {self.element()}")
                self.lines.append(f"  store slot [S.], {total}")
            case 4:
                number = self.value("i", "load slot [M.]")
                more = self.value("i", f"load slot [{self.random.choice([*self.around, 'N.'])}]")
                number = self.value("i", f"{self.random.choice(['add.i', 'sub.i'])} {number}, {more}")
                self.lines.append(f"  store slot [M.], {number}")
            case 5:
                element = self.element()
                then, after = self.label(), self.label()
                self.lines.append(f"  branch {self.random.choice(['ng', 'pl', 'zr', 'nz'])} {element}, {then}, {after}")
                self.block(then)
                self.assignment()
                self.lines.append(f"  jump {after}")
                self.block(after)
            case 6 if self.calls:
                value = self.value("r", f"call HALVE AC={self.element()}")
                self.lines.append(f"  store elements {self.place()}, {value}")
            case _:
                zero = self.value("r", "const 0")
                self.lines.append(f"  store elements {self.place()}, {zero}")

    def loop(self, depth):
        free = [each for each in self.variables if each not in self.around]
        variable = self.random.choice(free)
        top, out = self.label(), self.label()
        self.lines.append(f"  store slot [{variable}], {self.const(self.random.choice([1, 1, 2]))}")
        self.lines.append(f"  jump {top}")
        self.around.append(variable)
        self.narrow.append(variable)
        known = self.random.random() < 0.6
        outer = [*self.narrow]
        self.narrow += [] if known or "N." in self.narrow else ["N."]
        self.block(top)
        for _ in range(self.random.randint(1, 2)):
            self.assignment()
        for _ in range(self.random.choice([0, 1, 1, 2]) if depth < 3 else 0):
            self.loop(depth + 1)
            if self.random.random() < 0.5:
                self.assignment()
        step = self.const(self.random.choice([1, 1, 1, 2]))
        old = self.value("i", f"load slot [{variable}]")
        self.lines.append(f"  store slot [{variable}], {self.value('i', f'add.i {old}, {step}')}")
        limit = self.const(3) if known else self.value("i", "load slot [N.]")
        now = self.value("i", f"load slot [{variable}]")
        left = self.value("i", f"diff.i {limit}, {now}")
        self.lines.append(f"  branch pl {left}, {top}, {out}")
        self.around.pop()
        self.narrow = outer[:-1]
        self.block(out)

    def text(self):
        gone = [each for each in self.variables if self.random.random() < 0.7]
        head = f"temporaries {' '.join(f'[{each}]' for each in gone)}\n" if gone else ""
        head += f"routine HALVE{self.random.choice(['', ' keeps XR1', ' keeps XR1 XR2'])}\n"
        self.gone = gone
        for _ in range(self.random.randint(1, 2)):
            self.loop(1)
        return head + "unit P. main\nP.:\n" + "\n".join(self.lines) + "\n  end\n"


LIBRARY = """
HALVE  STO HALVE.
       LDQ HALVE.
       FMP =0.5
       TRA 1,4
HALVE. PZE
"""


def made(seed):
    random = Random(seed)
    nests = Nests(random)
    text = nests.text()
    initial = {name: [random.choice(NUMBERS) for _ in range(ROWS * COLUMNS)] for name in ("A.", "B.")}
    initial |= {f"{letter}.": [0] for letter in "IJKLMS"} | {"N.": [compute.word(random.choice([1, 2, 3, 3]))]}
    return text, initial, nests.gone


@pytest.mark.parametrize("seed", spread(range(60), 12))
def test_random_nests_do_on_the_machine_what_they_mean(seed):
    text, initial, gone = made(seed)
    try:
        said = meant(text, initial)
    except compute.Unknown:
        pytest.skip("a number that is too large")
    for passes, forgets in ((False, True), (False, False), (True, False)):
        ran = run(text, initial, passes=passes, forgets=forgets, library=LIBRARY)
        for name in initial:
            if not (passes and name in gone):
                assert same(ran.words(name), said.words(name)), (name, passes, text, "\n".join(ran.lines))
