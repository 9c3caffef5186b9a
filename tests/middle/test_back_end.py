"""The back end for the 6600: examples of what it writes; random blocks do on the machine what the interpreter says."""

from itertools import count
from random import Random
from textwrap import dedent, indent

import pytest

from host.assemblers.compass.assembler import Assembler
from host.compilers.backends.cdc6600 import compute
from host.compilers.backends.cdc6600.addresses import shortened
from host.compilers.backends.cdc6600.generate import generate
from host.compilers.backends.cdc6600.schedule import schedule
from host.compilers.backends.cdc6600.text import Line
from host.compilers.ir.form import Place
from host.compilers.ir.text import format_op, parse_program
from host.languages import assembly
from host.machines.cdc6600.calls import Bare6600
from tests.middle.interpret import Sandbox
from tests.shared import ALL_EXAMPLES

HEAD = """
routine F keeps X0 X5
routine G writes slot any elements runs
routine ADD keeps X0 X1 X5
"""


class Simple:
    """A run-time system: units are called by RJ; T1, T2, ... are temporaries."""

    around, large, outside, direct = 1, "LARGE", "OUTSIDE", ()

    def __init__(self):
        self.temporaries = []

    def unset(self, register):
        return f"UNSET{register}"

    def element(self, subscripts, checked):
        return f"{'SUB' if checked else 'FAR'}{subscripts if subscripts < 3 else 'N'}"

    def temporary(self, unit):
        self.temporaries.append(f"T{len(self.temporaries) + 1}")
        return Place(None, self.temporaries[-1])

    def enter(self, unit, text):
        text.label(unit.symbol)
        text.op("PS")

    def leave(self, unit, text):
        text.op("EQ", unit.symbol)

    end = leave


def written(text, forgets=False, head=HEAD):
    """The instructions of the first unit, without its first and last line; then those of stubs."""
    runtime = Simple()
    program = parse_program(f"{head}\n{dedent(text)}")
    program.labels = (f"L..{number}" for number in count(1))
    made = generate(program, runtime, forgets)
    lines = [f"{each.location} {each.operation} {each.variable}".strip() for each in made.lines[1:]]
    assert lines.pop().endswith("EQ M.")
    return lines + [f"{each.location} {each.operation} {each.variable}".strip() for each in made.stubs]


def of_block(operations, **options):
    return written(f"unit M. main\nM.:\n{indent(dedent(operations), '  ')}\n  end", **options)


def test_a_sum_is_compared_with_48_bits_and_stored():
    assert of_block("""
        v1:i = const 3
        v2:i = load slot [I.]
        v3:i = add.i v2, v1
        limit v3
        store slot [I.], v3""", forgets=True) == [
        "SA1 I.", "SX5 3", "IX6 X1+X5", "BX4 X6", "AX4 48", "NZ X4,LARGE", "SA6 I.",
    ]  # fmt: skip


def test_a_loop_with_its_variables_in_index_registers_is_two_instructions():
    assert written("""
        unit M. main
        M.:
          v1:i = load slot [N.]
          set B3, v1
          v2:i = const 1
          set B2, v2
          jump L1
        L1: B2 = [I.], B3 = [N.]
          v1:i = get B2
          v2:i = const 1
          v3:i = add.i v1, v2
          set B2, v3
          v4:i = get B3
          v5:i = diff.i v4, v3
          branch pl v5, L1, L2
        L2: B2 = [I.]
          v1:i = get B2
          store slot [I.], v1
          end""")[-4:] == ["L1 SB2 B2+B1", "GE B3,B2,L1", "SX6 B2", "SA6 I."]  # fmt: skip


def test_what_a_loop_needs_in_each_turn_is_there_before_it():
    lines = written("""
        unit M. main
        M.:
          v1:i = const 1
          set B2, v1
          v2:i = load slot [N.]
          set B3, v2
          jump L1
        L1: B2 = [I.], B3 = [N.]
          v1:i = get B2
          v2:r = const 0o17206000000000000000
          store elements [v1+A.+4], v2
          v3:i = const 1
          v4:i = add.i v1, v3
          set B2, v4
          v5:i = get B3
          v6:i = diff.i v5, v4
          branch pl v6, L1, L2
        L2:
          end""")
    start = next(number for number, each in enumerate(lines) if each.startswith("L1"))
    assert lines[start:] == ["L1 SA6 B2+A.+4", "SB2 B2+B1", "GE B3,B2,L1"] or lines[start + 1 :] == [
        "SA6 B2+A.+4", "SB2 B2+B1", "GE B3,B2,L1",
    ]  # fmt: skip
    assert any("=17206000000000000000B" in each for each in lines[:start])


def test_the_sum_of_an_index_register_and_a_word_is_one_instruction_where_it_is_an_address():
    lines = written("""
unit M. main
M.:
  v1:w = load slot [A.]
  set B3, v1
  jump L1
L1: B3 = [A.]
  v2:a = get B3
  v3:i = load slot [I.]
  v4:i = add.i v2, v3
  v5:r = load elements [v4+4]
  store slot [R.], v5
  branch ng v5, L1, L2
L2:
  end""")
    assert lines[:5] == ["SA1 A.", "SB3 X1", "SA2 I.", "L1 SX5 X2+B3", "SA3 X5+4"]


def test_a_check_jumps_to_a_stub_that_says_whose_subscript_it_was():
    lines = of_block(
        """
        v1:i = load slot [I.]
        v2:i = const 0
        v3:i = const 9
        bound v1, v2, v3 {[A.] 1}
        v4:r = load elements [v1+A.+5]
        store slot [X.], v4""",
        forgets=True,
    )
    assert lines == [
        "SA1 I.", "SX5 9", "IX4 X5-X1", "BX4 X1+X4", "NG X4,Q..1", "SA2 X1+A.+5", "BX6 X2", "SA6 X.",
        "Q..1 SB4 A.+3", "EQ OUTSIDE",
    ]  # fmt: skip


def test_limits_of_sums_that_can_be_too_large_on_one_side_only_are_two_sums():
    lines = of_block("""
        v1:i = load slot [I.]
        v2:i = load slot [J.]
        v3:i = const 1
        v4:i = add.i v1, v3
        v5:i = sub.i v2, v3
        limit v4
        limit v5
        store slot [I.], v4
        store slot [J.], v5""")
    assert sum(each.startswith("NG") for each in lines) == 1
    assert "MX" in " ".join(lines)
    assert sum(each.startswith("BX") and "+" in each for each in lines) == 1


def test_limits_are_tested_apart_where_something_between_them_could_be_seen():
    lines = of_block("""
        v1:i = load slot [I.]
        v3:i = const 1
        v4:i = add.i v1, v3
        limit v4
        store slot [I.], v4
        v5:i = add.i v1, v3
        limit v5
        store slot [J.], v5""")
    assert sum(each.startswith("NZ") for each in lines) == 2


def test_a_value_that_a_call_does_not_keep_is_put_away():
    lines = of_block("""
        v1:i = load slot [I.]
        v2:i = load slot [J.]
        v3:i = add.i v1, v2
        v4:i = call G X1=v1
        v5:i = add.i v3, v4
        store slot [K.], v5""")
    call = lines.index("RJ G")
    assert any(each.endswith(" T1") and each[:3] in ("SA6", "SA7") for each in lines[:call])
    assert any(each.endswith(" T1") and each[:3] in ("SA1", "SA2", "SA3", "SA4", "SA5") for each in lines[call:])


def test_a_value_stays_in_a_register_that_a_call_keeps():
    lines = of_block("""
        v1:i = load slot [I.]
        v2:i = load slot [J.]
        v3:i = add.i v1, v2
        v4:i = call F X1=v1
        v5:i = add.i v3, v4
        store slot [K.], v5""")
    assert not any("T1" in each for each in lines)


def test_arguments_change_their_places_by_way_of_a_free_register():
    lines = of_block("""
        v1:i = load slot [I.]
        v2:i, v3:i = call G X1=v1
        v4:i, v5:i = call G X6=v3 X7=v2
        store slot [K.], v4""")
    first, second = (number for number, each in enumerate(lines) if each == "RJ G")
    moves = lines[first + 1 : second]
    assert len(moves) == 3
    assert all(each.startswith("BX") for each in moves)


def test_a_block_that_is_come_to_from_one_place_knows_what_registers_hold():
    lines = written("""
        unit M. main
        M.:
          v1:i = load slot [I.]
          branch ng v1, L1, L2
        L1:
          v2:i = load slot [I.]
          store slot [J.], v2
          jump L2
        L2:
          end""")
    assert sum("I." in each for each in lines) == 1


def test_what_takes_long_begins_early_and_what_is_seen_keeps_its_order():
    program = parse_program("""unit M. main
        M.:
          v1:r = load slot [X.]
          v2:r = mul.r v1, v1
          store slot [Y.], v2
          v3:r = load slot [Z.]
          v4:r = mul.r v3, v3
          store slot [W.], v4
          end""")
    block = program.units[0].blocks[0]
    schedule(block, 0)
    assert [format_op(each) for each in block.ops] == [
        "v1:r = load slot [X.]", "v3:r = load slot [Z.]", "v2:r = mul.r v1, v1", "store slot [Y.], v2",
        "v4:r = mul.r v3, v3", "store slot [W.], v4", "end",
    ]  # fmt: skip


def test_in_a_loop_a_statement_loads_what_it_needs_while_the_one_before_is_under_way():
    program = parse_program("""unit M. main
        M.: B2 = [I.]
          v1:a = get B2                  * 1:
          v2:i = load elements [v1+A.]
          v3:i = add.i v2, v2
          store elements [v1+A.], v3
          v4:i = load elements [v1+A.+9] * 2:
          v5:i = add.i v4, v2
          store elements [v1+A.+9], v5
          end                            * 3:""")
    block = program.units[0].blocks[0]
    schedule(block, 0)
    assert [f"{'* ' * op.begins}{format_op(op)}" for op in block.ops] == [
        "* v1:a = get B2", "v2:i = load elements [v1+A.]", "v4:i = load elements [v1+A.+9]", "v3:i = add.i v2, v2",
        "v5:i = add.i v4, v2", "store elements [v1+A.], v3", "* store elements [v1+A.+9], v5", "* end",
    ]  # fmt: skip


def test_an_address_that_is_in_a_register_or_beside_one_is_short():
    lines = of_block("""
        v1:i = load slot [I.]
        v2:i = load slot [I.+1]
        v3:i = add.i v1, v2
        store slot [I.], v3
        call F
        store slot [I.+2], v3
    """)
    assert [each for each in lines if each.startswith("SA")][:3] == ["SA1 I.", "SA2 A1+B1", "SA6 A1"]
    assert not any("A" in each[3:] for each in lines[lines.index("RJ F") :] if "I.+2" in each)


@pytest.mark.parametrize(
    ("between", "field"),
    [("", "A1-9"), ("SB3 B3+B1", "A1-9"), ("SA1 X.", "B2+Y."), ("SB2 B2+B1", "B2+Y."), ("RJ F", "B2+Y.")],
)
def test_an_address_is_known_until_its_register_or_a_part_of_it_changes(between, field):
    lines = [Line("", *each.split()) for each in ("SA1 B2+Y.+9", between, "SA6 B2+Y.") if each]
    assert [*shortened(lines)][-1].variable == field


REAL = ["add.r", "sub.r", "mul.r", "diff.r"]  # they may give a number that the next operation cannot have


def test_whatever_is_put_in_order_effects_are_seen_in_the_programs_order():
    random = Random(704)
    for _ in range(300 if ALL_EXAMPLES else 60):
        lines, values = [], []
        for _ in range(random.randint(5, 30)):
            kind = random.choice(["load", "load", "real", "real", "div.r", "store", "bound"] if values else ["load"])
            left, right = (random.choice(values or [0]) for _ in range(2))
            if kind == "store":
                lines.append(f"store slot [{random.choice('XYZ')}.], v{left}")
                continue
            if kind == "bound":
                lines += [f"bound v{left}, v{right}, v{left} {{[A.] 1}}"]
                continue
            values.append(len(values) + 1)
            if kind == "load":
                where = f"elements [v{left}+A.+5]" if left else f"slot [{random.choice('XYZ')}.]"
                lines.append(f"v{values[-1]}:r = load {where}")
            else:
                lines.append(f"v{values[-1]}:r = {random.choice(REAL) if kind == 'real' else kind} v{left}, v{right}")
        lines = [f"{each}  * {number}:" if random.random() < 0.2 else each for number, each in enumerate(lines, 1)]
        text = indent("\n".join([*lines, "end"]), "  ")
        block = parse_program(f"unit M. main\nM.:{random.choice(['', ' B2 = [I.]'])}\n{text}").units[0].blocks[0]
        before = [*block.ops]
        effects = statements(before)
        schedule(block, 0)
        assert statements(block.ops) == effects
        at = {id(op): number for number, op in enumerate(block.ops)}
        assert sorted(at) == sorted(map(id, before))
        for number, op in enumerate(before):
            later = [each for each in before[number + 1 :] if at[id(each)] < at[id(op)]]
            assert not [format_op(each) for each in later if keep_their_order(op, each)], format_op(op)


def statements(ops):
    """The effects of each statement, and how many statements there are: loads may begin one, or be done before it."""
    found = [[]]
    for op in ops:
        if op.begins:
            found.append([])
        if op.code in ("store", "bound", *REAL):
            found[-1].append(op.code)
    return [sorted(each) for each in found]


def keep_their_order(op, later):
    """Whether a program shows it when the later of two operations comes first."""
    hard = [each.code in ("store", "bound", "div.r") for each in (op, later)]
    load = op.code == "load", later.code == "load"
    return (
        all(hard)
        or (hard[0] and later.code in REAL)
        or (hard[1] and op.code in REAL)
        or (op.code == "bound" and load[1] and later.region == "elements")
        or (load[0] and later.code == "store" and later.place == op.place)
        or (op.code == "store" and load[1] and later.place == op.place)
        or any(each in later.uses() for each in op.results)
    )


# ---------------------------------------------------------------- random blocks on the machine

INTEGERS, WORDS = ([f"{letter}{number}." for number in range(4)] for letter in "IW")
ARITHMETIC, LOGIC = ["add.i", "sub.i"], ["and", "or", "xor", "eqv", "imp"]
CONSTANTS = [0, 1, 2, 5, 1 << 17, 7777777, (1 << 60) - 2, (1 << 60) - 400]


class Blocks:
    """Random operations on many values at a time: more than there are registers. No integer is negative zero.

    Factors stay small: constants, and integers as they are at the beginning. Nobody says what a longer product is.
    """

    def __init__(self, random, held=()):
        self.random, self.held, self.lines, self.number = random, held, [], 0
        self.factors, self.integers, self.words = [], [], []
        self.indexes, self.stored = [], set()

    def value(self, kind, text):
        self.number += 1
        self.lines.append(f"v{self.number}:{kind} = {text}")
        return self.number

    def got(self):
        """Values that a loop keeps in registers, and sums of them, which are made where they are needed."""
        for each in self.held:
            self.factors.append(self.value("i", f"get {each}"))
            self.integers.append(self.factors[-1])
            if each[0] == "B":
                self.indexes.append(self.factors[-1])

    def operation(self):
        pick, number = self.random.choice, self.random.random()
        if self.indexes and number < 0.2:
            code = f"{pick(ARITHMETIC)} v{pick(self.indexes)}, v{pick(self.indexes)}"
            self.factors.append(self.value("i", code))
            return
        if number < 0.3 or not self.words or not self.factors:
            self.words.append(self.value("w", f"load slot [{pick(WORDS)}]"))
            slot = pick(INTEGERS)
            loaded = f"load slot [{slot}]"
            code = pick([loaded, loaded, f"const {pick(CONSTANTS)}"])
            self.integers.append(self.value("i", code))
            if code != loaded or slot not in self.stored:
                self.factors.append(self.integers[-1])
        elif number < 0.5:
            code = f"{pick(ARITHMETIC)} v{pick(self.integers)}, v{pick(self.integers)}"
            self.integers.append(self.value("i", pick([code, code, f"neg.i v{pick(self.integers)}"])))
        elif number < 0.6:
            self.integers.append(self.value("i", f"mul.i v{pick(self.factors)}, v{pick(self.factors)}"))
        elif number < 0.75:
            self.words.append(self.value("w", f"{pick(LOGIC)} v{pick(self.words)}, v{pick(self.words)}"))
        elif number < 0.9:
            code = f"{pick(['shl', 'shr'])} v{pick(self.words)}, {self.random.randint(0, 59)}"
            other = f"{pick(['not', 'sign', 'count'])} v{pick(self.words)}"
            self.words.append(self.value("w", pick([code, other])))
        else:
            self.stores(1)

    def stores(self, count):
        for slots, values in ((INTEGERS, self.integers), (WORDS, self.words)):
            for each in self.random.sample(slots, count):
                self.stored.add(each)
                self.lines.append(f"store slot [{each}], v{self.random.choice(values)}")

    def text(self):
        before = ""
        for number, each in enumerate(self.held):
            before += f"  v{number + 900}:i = load slot [{INTEGERS[number % 4]}]\n  set {each}, v{number + 900}\n"
        before += "  jump L\nL: " + ", ".join(f"{each} = const {at}" for at, each in enumerate(self.held)) + "\n"
        self.got()
        for _ in range(self.random.randint(8, 40)):
            self.operation()
        self.stores(3)
        after = "".join(f"  {each}\n" for each in self.lines)
        return f"unit M. main\nM.:\n{before * bool(self.held)}{after}  end\n"


@pytest.mark.parametrize("held", [(), ("X0", "X5", "X4", "B2", "B3", "B4")])
@pytest.mark.parametrize("forgets", [True, False])
@pytest.mark.parametrize("seed", range(300 if ALL_EXAMPLES else 13))
def test_a_random_block_does_on_the_machine_what_it_means(seed, forgets, held):
    """`held`: what a loop keeps in registers, so that the rest is scarce."""
    random = Random(seed)
    text = Blocks(random, held).text()
    initial = {
        each: random.choice([random.randint(0, 999), (1 << 60) - 1 - random.randint(1, 999)]) for each in INTEGERS
    }
    initial |= {each: random.getrandbits(60) for each in WORDS}
    sandbox = Sandbox(parse_program(text), compute, dict.fromkeys(initial, 1))
    for name, word in initial.items():
        sandbox.put(name, word)
    sandbox.run()
    runtime = Simple()
    lines = generate(parse_program(text), runtime, forgets).lines
    data = "".join(f"{name:<9}DATA   {word:o}B\n" for name, word in initial.items())
    data += "".join(f"{name:<9}BSSZ   1\n" for name in runtime.temporaries)
    compass = "         IDENT  BLOCK\n" + "".join(f"{each.text}\n" for each in lines) + data + "         END    M.\n"
    numbered = [assembly.Line("block", number, each) for number, each in enumerate(compass.splitlines(), 1)]
    machine = Bare6600("block", image=Assembler().assemble_lines("block", numbered).image, exact=False)
    machine.call("M.")
    assert {name: machine.get(name) for name in initial} == {name: sandbox.words(name)[0] for name in initial}


def test_a_value_that_moves_while_others_are_put_away_before_a_call_is_not_lost():
    """X7 stays as it is in K, but is needed to store X4; what was there comes to a register that is lost."""
    lines = of_block("""
        v1:w = load slot [A.]
        v2:w = not v1
        v3:w = load slot [B.]
        v4:w = not v3
        v5:w = load slot [C.]
        v6:w = not v5
        v7:w = call K X1=v1
        v8:w = load slot [D.]
        v9:w = load slot [E.]
        v10:w = call K X1=v9
        v11:w = and v8, v10
        v12:w = and v11, v7
        v13:w = and v12, v6
        v14:w = and v13, v4
        v15:w = and v14, v2
        store slot [A.], v15""", forgets=True, head="routine K keeps X0 X5 X7\n")  # fmt: skip
    assert lines.count("RJ K") == 2


def test_a_product_finds_a_register_where_a_loop_keeps_three_and_both_factors_are_used_again():
    """The factors, as they are and packed, and a zero are in all that is left: their own registers can be put away."""
    loads = "".join(f"  v{number}:i = load slot [S{number}.]\n" for number in range(1, 8))
    stores = "".join(f"  store slot [R{number}.], v{number}\n" for number in (5, 4, 1, 7, 8, 2))
    lines = written(f"""
unit M. main
M.: X5 = const 0, X0 = const 1, X4 = const 2
{loads}  v8:i = mul.i v4, v5
{stores}  end""")
    assert not any(each[:2] in ("SA", "BX", "PX", "DX") and each[2] in "45" for each in lines)
