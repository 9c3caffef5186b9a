"""Programs of the form on the 704: compiled, assembled, run; and what the interpreter of the form says of them."""

from itertools import count
from textwrap import dedent

from host.assemblers.sap.assembler import Assembler
from host.compilers.backends.ibm704 import compute
from host.compilers.backends.ibm704.generate import generate
from host.compilers.backends.ibm704.runtime import plant
from host.compilers.backends.ibm704.target import IBM704
from host.compilers.ir.form import Place
from host.compilers.ir.text import parse_program
from host.compilers.passes import optimise
from host.languages import assembly
from host.machines.ibm704.calls import Bare704
from tests.middle.interpret import Sandbox
from tests.middle.verify import verify

SIGN = 1 << 35


class Simple:
    """A run-time system: units are called by TSX and save nothing but XR4; T1, T2, ... are temporaries."""

    def __init__(self):
        self.temporaries = []
        self.outsides = []

    def temporary(self, unit):
        self.temporaries.append(f"T{len(self.temporaries) + 1}")
        return Place(None, self.temporaries[-1])

    def enter(self, unit, text, saved, plants):
        text.label(unit.symbol)
        for tag in {*saved, 4}:
            text.op("SXD", f"SAVE{unit.symbol[0]}{tag},{tag}")
        plant(text, plants)

    def leave(self, unit, text, saved):
        for tag in saved:
            text.op("LXD", f"SAVE{unit.symbol[0]}{tag},{tag}")
        text.op("TRA", f"{len(unit.dummies) + 1},4")

    def end(self, unit, text):
        text.op("LXD", f"SAVE{unit.symbol[0]}4,4")
        text.op("TRA", "1,4")

    def called(self, op, text):
        pass

    def outside(self, bound, op, text):
        self.outsides.append(bound)
        text.op("STO", "WRONG")
        text.op("CLA", f"={len(self.outsides)}")
        text.op("STO", "WHICH")
        self.end(self.main, text)


class Ran:
    """A program that has run on the machine."""

    def __init__(self, machine, sizes, lines, cycles):
        self.machine, self.sizes, self.lines, self.cycles = machine, sizes, lines, cycles

    def words(self, symbol):
        """The words of a symbol, which lie backwards."""
        at = self.machine.address(symbol)
        return [self.machine.memory[at - each] for each in range(self.sizes.get(symbol, 1))]


def parsed(text, passes=False):
    """Return a program, after the passes or before them."""
    program = parse_program(dedent(text))
    program.labels = (f"L{number}" for number in count(1001))
    if passes:
        numbers = count(1)

        def reserve(unit):
            return Place(None, f"X{next(numbers)}X")

        program.reserve = reserve
        optimise(program, IBM704, seen=lambda name, after: verify(after))
    return program


def compiled(text, passes=False, forgets=False):
    """Return the lines of a program, and the words that it needs besides."""
    program = parsed(text, passes)
    runtime = Simple()
    runtime.main = program.units[0]
    made = generate(program, runtime, forgets)
    temporaries = [*runtime.temporaries, *sorted({symbol for symbol, _ in program.temporaries if symbol[0] == "X"})]
    saves = [f"SAVE{unit.symbol[0]}{tag}" for unit in program.units for tag in (1, 2, 4)]
    return made, [*temporaries, *saves]


def instructions(text, passes=False, forgets=False):
    """Return the instructions of a program, without those of its beginning and end."""
    made, _ = compiled(text, passes, forgets)
    return [f"{each.location} {each.operation} {each.variable}".strip() for each in made.lines]


def run(text, initial, sizes=None, passes=False, forgets=False, library="", which="compiled"):
    """Run a program; `initial`: words of its symbols."""
    made, others = compiled(text, passes, forgets)
    sizes = dict.fromkeys(initial, 1) | (sizes or {}) | {name: len(words) for name, words in initial.items()}
    head = ["       ORG 100", "MAIN   SXD SAVED,4", f"       TSX {made.lines[0].location},4", "       LXD SAVED,4",
            "       TRA 1,4", "SAVED  PZE"]  # fmt: skip
    data = [f"{name:<7}PZE" for name in ("WRONG", "WHICH", *others)]
    for name, words in initial.items():
        data += [f"       OCT {word:o}" for word in reversed(words[1:])]
        data += [f"{name:<7}OCT {words[0]:o}"]
    for name, size in sizes.items():
        if name not in initial:
            data += [f"       BSS {size - 1}"] * (size > 1) + [f"{name:<7}PZE"]
    body = [each.text for each in (*made.lines, *made.stubs, *made.constants)]
    lines = [*head, *body, *library.splitlines(), *data, "       END MAIN"]
    numbered = [assembly.Line("form", number, each) for number, each in enumerate(lines, 1)]
    image = Assembler(core=32768).assemble_lines("form", numbered).image
    machine = Bare704("form", which, image)
    cycles = machine.call("MAIN")
    return Ran(machine, sizes, body, cycles)


class Machine(Sandbox):
    """The interpreter, with a routine of the library."""

    def call(self, op, args):
        assert op.data.name == "HALVE"
        kept = self.program.effects["HALVE"].kept(self.registers)
        self.registers = {each: self.registers[each] for each in kept}
        self.give(op, compute.compute("mul.r", (args[0], 0o200400000000)))


def meant(text, initial, sizes=None):
    """Return the interpreter after a run of a program."""
    sizes = dict.fromkeys(initial, 1) | (sizes or {}) | {name: len(words) for name, words in initial.items()}
    sandbox = Machine(parse_program(text), compute, sizes)
    for name, words in initial.items():
        sandbox.put(name, *words)
    for name, size in sizes.items():
        if size > 1:
            sandbox.elements.update(range(sandbox.symbols[name], sandbox.symbols[name] + size))
    sandbox.run()
    return sandbox


def same(one, other):
    """Whether words are equal, but for the signs of zeros."""
    return [word % SIGN and word for word in one] == [word % SIGN and word for word in other]
