"""Whatever the text: a program or errors with places, never another exception, and soon."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import SourceErrors
from host.compilers.fortran import syntax
from host.compilers.fortran.front import analyse
from tests.fortran.trees import said, shown
from tests.shared import ALL_EXAMPLES

QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
TOKEN = re.compile(r"[A-Za-z]+|\d+|\.[A-Za-z]+\.|\*\*|[^\s\w]")
SAMPLE = (Path(__file__).parent / "sample.f").read_text(encoding="utf-8")
REFUSED = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").split("----\n")[1:]
WORDS = sorted({*TOKEN.findall(SAMPLE), *TOKEN.findall("\n".join(REFUSED))})


def outcome(text, dialect="iv"):
    """What a user sees."""
    try:
        program = analyse(text, "hostile.f", dialect)
    except SourceErrors as wrong:
        found = wrong
    else:
        complete(program)
        return [shown(each) for unit in program.units for each in unit.statements]
    assert found.errors
    assert all(each.place.line >= 1 and each.place.column >= 1 for each in found.errors)
    assert any(each.severity == "error" for each in found.errors)
    return str(found)


def complete(program):
    """Make sure that a lowering can rely on the tree: every field that a pass fills is filled."""
    for unit in program.units:
        for node in syntax.walk(*unit.statements):
            if isinstance(node, syntax.Label):
                assert node.statement is not None
            elif isinstance(node, syntax.Name | syntax.Element | syntax.Call | syntax.CallStatement):
                assert node.symbol is not None
            if isinstance(node, syntax.Do):
                assert node.end is not None
                assert node in node.end.ends
            if isinstance(node, syntax.Assignment):
                assert [value.type for value in node.values] == [target.type for target in node.targets]
        for symbol in unit.symbols.values():
            for value in symbol.data.values():
                assert value.type in (symbol.type, syntax.Type.WORD)


def changed(text, step, start=0):
    """The text with every `step`-th symbol deleted, doubled, swapped with the next one, or replaced."""
    found = [*TOKEN.finditer(text)]
    for number in range(start % step, len(found) - 1, step):
        match, following = found[number], found[number + 1]
        before, after = text[: match.start()], text[match.end() :]
        yield before + after
        yield f"{before}{match[0]}{match[0]}{after}"
        yield before + following[0] + text[match.end() : following.start()] + match[0] + text[following.end() :]
        yield f"{before}{WORDS[number * 7 % len(WORDS)]}{after}"


@pytest.mark.parametrize("start", range(8))
@pytest.mark.parametrize("dialect", ["ii", "iv"])
def test_a_program_with_one_symbol_changed(start, dialect):
    for text in changed(SAMPLE, step=16 if ALL_EXAMPLES else 256, start=start * (2 if ALL_EXAMPLES else 32)):
        assert outcome(text, dialect)


@pytest.mark.parametrize("start", range(4))
def test_what_follows_from_an_error_is_not_reported(start):
    """Without one symbol of a program there is one error, or none: seldom two."""
    counts = []
    found = [*TOKEN.finditer(SAMPLE)]
    for match in found[start * 2 :: 8 if ALL_EXAMPLES else 48]:
        listed = said(SAMPLE[: match.start()] + SAMPLE[match.end() :])
        counts.append(sum(not message.startswith("warning") for *_, message, _ in listed))
    assert max(counts) <= 2
    assert counts.count(2) <= 1


@pytest.mark.parametrize("number", range(0, len(REFUSED), 1 if ALL_EXAMPLES else 4))
def test_programs_with_errors_and_one_symbol_changed(number):
    for text in changed(REFUSED[number], step=3 if ALL_EXAMPLES else 7, start=number):
        outcome(text)


@settings(QUICK, max_examples=40)
@given(st.data())
def test_half_of_all_symbols_changed(data):
    found = [*TOKEN.finditer(SAMPLE)]
    picked = data.draw(st.lists(st.sampled_from(range(len(found))), min_size=1, max_size=len(found) // 2, unique=True))
    text = SAMPLE
    for number in sorted(picked, reverse=True):
        match = found[number]
        new = data.draw(st.sampled_from(["", match[0] * 2, data.draw(st.sampled_from(WORDS))]))
        text = text[: match.start()] + new + text[match.end() :]
    assert outcome(text)


@settings(QUICK, max_examples=100)
@given(st.text(), st.sampled_from(["ii", "iv"]))
def test_any_text(text, dialect):
    outcome(text, dialect)


@settings(QUICK, max_examples=100)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=12), max_size=12), st.sampled_from(["ii", "iv"]))
def test_any_sequence_of_symbols(statements, dialect):
    outcome("\n".join("      " + " ".join(each) for each in [*statements, ["END"]]), dialect)


@pytest.mark.parametrize("start", range(4))
def test_programs_that_break_off(start):
    for end in range(start * 97, len(SAMPLE), 97 * 4):
        outcome(SAMPLE[:end])


NESTED = {
    "parentheses": lambda n: "X = " + "(" * n + "1." + ")" * n,
    "calls": lambda n: "X = " + "ABS(" * n + "1." + ")" * n,
    "sums": lambda n: "X = X" + "+X" * n,
    "powers": lambda n: "X = X" + "**X" * n,
    "negations": lambda n: "L = " + ".NOT." * n + "L",
    "lists": lambda n: "READ (5, 1) " + "(" * n + "X" + ")" * n,
    "loops": lambda n: "READ (5, 1) " + "(" * n + "X" + ",I=1,2)" * n,
    "formats": lambda n: "FORMAT (" + "(" * n + "I5" + ")" * n + ")",
}


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("depth", [2, 30, 120, 400])
def test_nesting(name, depth):
    text = NESTED[name](depth)
    lines = ["      LOGICAL L", f"   1  {text[:66]}"]
    lines += [f"     1{text[at : at + 66]}" for at in range(66, len(text), 66)]
    assert outcome("\n".join([*lines, "      END"]))


def test_a_hundred_errors_are_enough():
    assert len([each for each in said("      X = \n" * 1000) if not each[3].startswith("warning")]) == 100


def test_ten_thousand_statements():
    text = "".join(f"      X{number % 99} = A(I) + {number}.\n" for number in range(10_000))
    assert len(analyse(f"      DIMENSION A(9)\n      I = 1\n{text}      END\n", "long.f").main.statements) == 10_002
