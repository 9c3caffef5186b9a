"""The interpreter of the form: what operations do, what stops a program, what is refused."""

from collections import Counter

import pytest

from host.compilers.backends.cdc6600 import compute
from host.compilers.ir.form import Block, Effects, Op, Place, Program, Routine, Unit
from host.compilers.ir.target import Unknown
from tests.middle.interpret import Broken, Sandbox, Stop
from tests.middle.random_form import STEPS, changed, known, outcome, program

M60 = (1 << 60) - 1
HALF = 0o1717_4000000000000000
LARGE = 0o3777_0000000000000000 - (1 << 48) + (1 << 47)  # the largest exponent


def main(*ops, effects=None, **blocks):
    """A program of one unit."""
    unit = Unit("MAIN.", "main", blocks=[Block("MAIN.", [*ops]), *(Block(*each) for each in blocks.items())])
    return Program([unit], effects or {}, set())


def ran(program, **sizes):
    sandbox = Sandbox(program, compute, {f"{name}.": size for name, size in sizes.items()})
    sandbox.run()
    return sandbox


class Writer:
    """Writes operations with new values."""

    def __init__(self):
        self.unit, self.ops = Unit("MAIN.", "main"), []

    def op(self, code, *args, kind="i", **more):
        value = self.unit.value(kind)
        self.ops.append(Op(code, (value,), args, **more))
        return value

    def const(self, word):
        return self.op("const", data=word)

    def do(self, code, *args, **more):
        self.ops.append(Op(code, (), args, **more))


@pytest.mark.parametrize(
    ("code", "words", "result"),
    [
        ("add.i", (3, M60 - 4), M60 - 1),
        ("add.i", (3, M60 - 3), 0),
        ("sub.i", (0, 0), 0),
        ("neg.i", (0,), 0),
        ("neg.i", (5,), M60 - 5),
        ("mul.i", (M60 - 3, 5), M60 - 15),
        ("mul.i", (0, M60 - 5), 0),
        ("add.r", (HALF, HALF), 0o1720_4000000000000000),
        ("sub.r", (HALF, HALF), 0),
        ("mul.r", (HALF, HALF), 0o1716_4000000000000000),
        ("div.r", (HALF, HALF), 0o1720_4000000000000000),
        ("neg.r", (0,), 0),
        ("diff.i", (HALF, HALF), 0),
        ("imp", (5, 3), M60 ^ 4),
        ("eqv", (5, 3), M60 ^ 6),
        ("count", (7,), 3),
        ("sign", (M60 - 9,), M60),
        ("sign", (9,), 0),
    ],
)
def test_operations_are_those_of_the_machine(code, words, result):
    assert compute.compute(code, words) == result


def test_a_shift_to_the_left_goes_round_and_one_to_the_right_copies_the_sign():
    assert compute.compute("shl", (1 << 59 | 1,), 1) == 3
    assert compute.compute("shr", (1 << 59 | 8,), 3) == 0o74 << 54 | 1


def test_a_product_beyond_48_bits_is_unknown():
    with pytest.raises(Unknown):
        compute.compute("mul.i", (1 << 24, 1 << 24))


@pytest.mark.parametrize(("code", "right", "why"), [("div.r", 0, "division"), ("mul.r", LARGE, "real")])
def test_a_real_that_is_too_large_stops_the_program(code, right, why):
    write = Writer()
    write.op(code, write.const(LARGE), write.const(right), kind="r", node="here")
    write.do("end")
    assert ran(main(*write.ops)).stop == Stop(why, "here")


def test_a_limit_stops_beyond_48_bits():
    write = Writer()
    for word in ((1 << 48) - 1, M60 - (1 << 48) + 1, 1 << 48):
        write.do("limit", write.const(word), node=word)
    write.do("end")
    assert ran(main(*write.ops)).stop == Stop("limit", 1 << 48)


def test_values_of_another_block_are_refused():
    write = Writer()
    value = write.const(1)
    write.do("jump", targets=("NEXT",))
    after = [Op("store", (), (value,), place=Place(symbol="I."), region="slot"), Op("end")]
    with pytest.raises(Broken):
        ran(main(*write.ops, NEXT=after), I=1)


def test_registers_that_a_routine_does_not_keep_are_lost():
    effects = {"KEEPS": Effects(keeps=frozenset({"B2"})), "LOSES": Effects()}
    for name in effects:
        write = Writer()
        write.do("set", write.const(5), data="B2")
        write.do("call", data=Routine(name))
        write.do("store", write.op("get", data="B2"), place=Place(symbol="I."), region="slot")
        write.do("end")
        if name == "KEEPS":
            assert ran(main(*write.ops, effects=effects), I=1).words("I.") == [5]
        else:
            with pytest.raises(Broken):
                ran(main(*write.ops, effects=effects), I=1)


def test_random_programs_do_all_sorts_of_things():
    found = Counter(
        result.stop.why if result.stop else "end" for seed in range(60) if (result := known(seed)) is not None
    )
    assert found["end"] > 10
    assert found["bound"] > 2


@pytest.mark.parametrize("seed", range(6))
def test_a_program_made_twice_does_the_same_twice(seed):
    assert changed(seed, lambda program: None) == ""


def test_a_changed_constant_is_seen():
    """Whoever compares programs finds most of what a wrong pass would do."""

    def spoil(program):
        for op in program.units[0].ops():
            if op.code == "const" and op.data == 1:
                op.data = 2

    assert sum(changed_or_unknown(seed, spoil) for seed in range(30)) > 5


def changed_or_unknown(seed, spoil):
    try:
        return changed(seed, spoil) != ""
    except Unknown:
        return True


def test_a_program_takes_a_number_of_steps():
    assert 0 < outcome(program(4)).steps < STEPS
