"""The back end for the 704: random blocks do on the machine what the interpreter of the form says."""

from random import Random

import pytest

from host.compilers.backends.ibm704 import compute
from tests.middle.form704 import meant, run, same

INTEGERS, REALS, WORDS, ARRAYS = ([f"{letter}{number}." for number in range(4)] for letter in "IRWA")
LENGTH = 8
NUMBERS = [0o201400000000, 0o202600000000, 0o200500000000, 0o176631463146, 0o603500000000, 0o575631463146]


class Blocks:
    """Random operations; integers remain small, and no subscript is out of its array."""

    def __init__(self, random):
        self.random, self.lines, self.number = random, [], 0
        self.integers, self.small, self.reals, self.words, self.indexes = [], [], [], [], []

    def value(self, kind, text):
        self.number += 1
        self.lines.append(f"v{self.number}:{kind} = {text}")
        return self.number

    def constant(self, number):
        return self.value("i", f"const {compute.word(number)}")

    def index(self):
        """A value from 0 to 3."""
        if self.indexes and self.random.random() < 0.6:
            return self.random.choice(self.indexes)
        mask = self.value("w", f"const {3 << 18}")
        self.indexes.append(self.value("i", f"and v{self.random.choice(self.integers)}, v{mask}"))
        return self.indexes[-1]

    def element(self):
        pick = self.random.choice
        index = self.index()
        how = self.random.random()
        if how < 0.3:
            more = self.constant(pick([-2, 1, 2]))
            index = self.value("i", f"add.i v{index}, v{more}")
            return f"[v{index}+{pick(ARRAYS)}+2]"
        if how < 0.5:  # a part that is negative
            index = self.value("i", f"neg.i v{index}")
            return f"[v{index}+{pick(ARRAYS)}+{self.random.randint(3, 7)}]"
        if how < 0.6:
            base = self.value("a", f"address [v{index}+{pick(ARRAYS)}]")
            return f"[v{base}+{self.random.randint(0, 4)}]"
        if how < 0.7:
            base = self.value("a", f"address [{pick(ARRAYS)}+2]")
            return f"[v{base}+{self.random.randint(0, 4)}]"
        return f"[v{index}+{pick(ARRAYS)}+{self.random.randint(0, 4)}]"

    def operation(self):
        pick, number = self.random.choice, self.random.random()
        if number < 0.3 or not (self.words and self.small and self.reals):
            self.words.append(self.value("w", f"load slot [{pick(WORDS)}]"))
            loaded = self.value(
                "i", pick([f"load slot [{pick(INTEGERS)}]", f"const {compute.word(pick([0, 1, 5, -3]))}"])
            )
            self.small.append(loaded)
            self.integers.append(loaded)
            self.reals.append(self.value("r", pick([f"load slot [{pick(REALS)}]", f"const {pick(NUMBERS)}"])))
        elif number < 0.42:
            code = f"{pick(['add.i', 'sub.i'])} v{pick(self.integers)}, v{pick(self.integers)}"
            one = f"{pick(['neg.i', 'abs'])} v{pick(self.integers)}"
            self.integers.append(self.value("i", pick([code, code, one])))
        elif number < 0.5:
            self.integers.append(self.value("i", f"mul.i v{pick(self.small)}, v{pick(self.small)}"))
        elif number < 0.55:
            code = pick(["div.i", "rem.i"])
            self.integers.append(self.value("i", f"{code} v{pick(self.integers)}, v{self.constant(pick([2, 3, -7]))}"))
        elif number < 0.7:
            code = pick(["add.r", "sub.r", "mul.r", "add.r", "sub.r"])
            self.reals.append(self.value("r", f"{code} v{pick(self.reals)}, v{pick(self.reals)}"))
        elif number < 0.75:
            code = pick(["neg.r", "abs", "div.r", "float"])
            divisor = self.value("r", f"const {pick(NUMBERS)}")
            rest = f" v{pick(self.reals)}" + f", v{divisor}" * (code == "div.r")
            self.reals.append(self.value("r", code + (rest if code != "float" else f" v{pick(self.small)}")))
        elif number < 0.82:
            code = f"{pick(['and', 'or', 'xor', 'eqv', 'imp'])} v{pick(self.words)}, v{pick(self.words)}"
            self.words.append(self.value("w", pick([code, code, f"not v{pick(self.words)}"])))
        elif number < 0.84:
            self.words.append(self.value("b", f"sign v{pick(self.integers)}"))
            test, one, other = (pick(self.integers) for _ in range(3))
            self.integers.append(self.value("i", f"choose v{test}, v{one}, v{other}"))
            self.integers.append(self.value("i", f"count v{pick(self.words)}"))
        elif number < 0.92:
            self.reals.append(self.value("r", f"load elements {self.element()}"))
        elif number < 0.96:
            place = self.element()
            self.lines.append(f"store elements {place}, v{pick(self.reals)}")
        else:
            self.stores(1)

    def stores(self, count):
        for slots, values in ((INTEGERS, self.integers), (WORDS, self.words), (REALS, self.reals)):
            for each in self.random.sample(slots, count):
                self.lines.append(f"store slot [{each}], v{self.random.choice(values)}")

    def text(self):
        for _ in range(self.random.randint(8, 40)):
            self.operation()
        self.stores(3)
        return "unit M. main\nM.:\n" + "".join(f"  {each}\n" for each in self.lines) + "  end\n"


@pytest.mark.parametrize("forgets", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_a_random_block_does_on_the_machine_what_it_means(seed, forgets):
    random = Random(seed)
    text = Blocks(random).text()
    initial = {each: [compute.word(random.randint(-9, 9))] for each in INTEGERS}
    initial |= {each: [random.getrandbits(36)] for each in WORDS}
    initial |= {each: [random.choice(NUMBERS)] for each in REALS}
    initial |= {each: [random.choice(NUMBERS) for _ in range(LENGTH)] for each in ARRAYS}
    try:
        said = meant(text, initial)
    except compute.Unknown:
        pytest.skip("a number that is too large")
    ran = run(text, initial, forgets=forgets)
    for name in initial:
        assert same(ran.words(name), said.words(name)), (name, text, ran.lines)
