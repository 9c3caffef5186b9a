"""Conditions and values, as users write them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.debugger.expressions import ExpressionError, Parser
from host.machines.kim1.machine import Kim1
from tests.debugger.programs import COUNTING, machine


class Labels:
    def address_of(self, name):
        return {"START": 0x0200, "BOARD": 0x0300, "FACE": 1, "outer::inner": 7, "A": 99}.get(name)


@pytest.fixture(scope="module")
def kim():
    kim = Kim1(core="python")
    kim.memory[0x0010:0x0012] = bytes([0x12, 0x03])
    kim.memory[0x0312] = 0x7F
    for name, value in (("A", 0x10), ("X", 0x12), ("P", 0b10100011)):
        kim.write_register(name, value)
    return kim


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A", 0x10), ("a", 0x10), ("10", 0x10), ("+10", 10), ("$10", 16), ("0x10", 16), ("0o17", 15), ("%1010", 10),
        ("0A", 10), ("FF", 255), ("FACE", 1), ("outer::inner", 7), ("START + 2", 0x202), ("P.C", 1), ("p.z", 1),
        ("P.V", 0), ("P.N", 1), ("[10]", 0x12), ("[BOARD+X]", 0x7F), ("[[10] + [11] * 100]", 0x7F),
        ("A == 10 && X > 3", 1), ("A & 1 == 0", 1), ("!A", 0), ("-1 & FF", 0xFF), ("~0 & F", 0xF), ("1 << 4", 16),
        ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("7 / 2", 3), ("7 % 4", 3), ("1 / 0", 0), ("A != 10 || X == 12", 1),
        ("5 ^ 1 | 8", 12), ("10 - 1 - 1", 14), ("- - 3", 3), ("1 < 2 == 1", 1),
    ],
)  # fmt: skip
def test_values(kim, text, value):
    assert Parser(kim, Labels()).value(text) == value


def test_numbers_are_octal_on_a_machine_of_octal_words():
    assert Parser(machine(COUNTING)).value("100 + AC") == 0o100


def test_cycles_are_a_value(kim):
    assert Parser(kim).value("cycles") == kim.cycles


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "ends too early", 1), ("A ==", "ends too early", 5), ("A == NOWHERE", "neither a register", 6),
        ("(A", "expected '\\)'", 3), ("[A", "expected '\\]'", 3), ("A)", "is unexpected", 2),
        ("A B", "is unexpected", 3), ("* 3", "is not possible here", 1), ("P.Q", "no bit 'Q'", 1),
        ("A.C", "no bit 'C'", 1), ("A @ 3", "is unexpected", 3), ("@ 3", "neither", 1),
        ("#3", "has no meaning", 1), ("+X", "decimal digits", 2),
        ("(" * 99, "levels", 52), ("-" * 99 + "1", "levels", 52),
        ("A == 1G", "neither", 6),
    ],
)  # fmt: skip
def test_errors_point_at_what_is_wrong(kim, text, message, column):
    with pytest.raises(IronboardError, match=message) as caught:
        Parser(kim, Labels()).parse(text)
    assert f"expression:1:{column}:" in str(caught.value)


@given(st.text(alphabet="AXP.NZ[]()+-*/%<>=!&|^~ $01279FZq@\t", max_size=30))
def test_no_text_makes_the_parser_fall_over(text):
    toy = machine(COUNTING)
    with contextlib.suppress(ExpressionError):
        Parser(toy).parse(text).compute()


SIGNS = {"+": "+", "-": "-", "*": "*", "|": "|", "&": "&", "^": "^"}
SUMS = st.recursive(
    st.integers(0, 4096).map(lambda n: (f"${n:X}", str(n))),
    lambda inner: st.tuples(inner, st.sampled_from(sorted(SIGNS)), inner).map(
        lambda parts: (f"({parts[0][0]}{parts[1]} {parts[2][0]})", f"({parts[0][1]}{parts[1]}{parts[2][1]})")
    ),
    max_leaves=12,
)


@given(SUMS)
def test_arithmetic_is_pythons(texts):
    ours, pythons = texts
    assert Parser(machine(COUNTING)).value(ours) == eval(pythons)
