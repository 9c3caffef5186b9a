"""Whatever the text: a program or errors with places, never another exception, and soon."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError, SourceErrors
from host.compilers.algol.cdc6600.program import generate
from host.compilers.algol.compiler import compile_text
from host.compilers.algol.front import analyse
from host.compilers.algol.symbols import REPRESENTATIONS
from host.compilers.backends.cdc6600.compass import TOO_LARGE
from host.languages import source
from host.languages.source import DEPTH, deep_recursion
from tests.algol.interpreter import Interpreter
from tests.algol.machine import printed
from tests.algol.programs import PROGRAMS, errors
from tests.algol.unparse import unparse
from tests.shared import ALL_EXAMPLES, spread

QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))
TOKEN = re.compile(r"\"\(\"|\"\)\"|\"\s*\w+\s*\"|'\s*\w+\s*'|\w+|:=|\S")
CHANGES = ("", "begin", "end", ";", ":=", "(", ")", "x", "1", '"', "if", "procedure", "comment", "else")
SAMPLED = [path for path in PROGRAMS if path.stem in ("man_or_boy", "scopes_cdc", "queens_apostrophe", "strings")]


def outcome(text, representation=None):
    """What a user sees."""
    try:
        return unparse(analyse(text, "hostile", representation))
    except SourceErrors as wrong:
        found = wrong
    assert found.errors
    assert all(each.place.line >= 1 and each.place.column >= 1 for each in found.errors)
    return str(found)


def code(text):
    """The code of a program; None if it has errors."""
    try:
        program = analyse(text, "hostile")
    except SourceErrors:
        return None
    with deep_recursion():
        return generate(program)


def changed(text, step, start=0):
    """The text with every `step`-th symbol deleted, doubled, or replaced, one at a time."""
    for number, match in enumerate(TOKEN.finditer(text)):
        if number % step == start % step:
            before, after = text[: match.start()], text[match.end() :]
            yield before + after
            yield f"{before}{match[0]} {match[0]}{after}"
            yield f"{before} {CHANGES[number % len(CHANGES)]} {after}"


@pytest.mark.parametrize("path", SAMPLED, ids=lambda path: path.stem)
def test_programs_with_one_symbol_changed(path):
    for text in changed(path.read_text(encoding="utf-8"), step=11 if ALL_EXAMPLES else 88):
        assert outcome(text)
        assert (made := code(text)) is None or made.lines


@settings(QUICK, max_examples=150)
@given(st.text(), st.sampled_from([None, *REPRESENTATIONS]))
def test_any_text(text, representation):
    assert outcome(text, representation)


WORDS = sorted({word for path in PROGRAMS for word in TOKEN.findall(path.read_text(encoding="utf-8"))})


@settings(QUICK, max_examples=150)
@given(st.lists(st.sampled_from([*WORDS, "begin", "end", ";"]), max_size=60), st.sampled_from([None, *REPRESENTATIONS]))
def test_any_sequence_of_symbols(words, representation):
    assert outcome("begin " + " ".join(words), representation)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_that_break_off(path):
    text = path.read_text(encoding="utf-8")
    for end in range(0, len(text), 97 if ALL_EXAMPLES else 388):
        assert outcome(text[:end])


STRINGS = 5000  # in one another
SHAPES = {
    "parentheses": lambda n: "begin integer x; x := " + "(" * n + "1" + ")" * n + " end",
    "blocks": lambda n: "begin " * n + "end " * n,
    "else if": lambda n: "begin integer x; " + "if x = 1 then x := 2 else " * n + "x := 1 end",
    "for": lambda n: "begin integer x; " + "for x := 1 do " * n + "x := 1 end",
    "procedures": lambda n: "begin " + "procedure p; begin " * n + "end; " * n + "end",
    "sums": lambda n: "begin integer x; x := x" + " + x" * n + " end",
    "subscripts": lambda n: "begin integer array a[0:1]; a[0] := " + "a[" * n + "1" + "]" * n + " end",
    "calls": lambda n: "begin integer x; x := " + "abs(" * n + "1" + ")" * n + " end",
    "conditions": lambda n: "begin integer x; x := " + "if x = 1 then 2 else " * n + "1 end",
    "signs": lambda n: "begin integer x; x := " + "-(" * n + "1" + ")" * n + " end",
    "sums of sums": lambda n: (
        "begin integer x; x := " + "(" * (n // 20) + "1" + (" + 1" * 20 + ")") * (n // 20) + " end"
    ),
}


@pytest.mark.parametrize("name", spread([*SHAPES], 3))
def test_nesting_without_end_is_refused(name):
    (error,) = errors(SHAPES[name](DEPTH + 20))
    assert f"nested too deeply here: more than {DEPTH:,} levels" in error[3]


@pytest.mark.parametrize("name", spread([*SHAPES], 3))
def test_names_and_types_follow_the_deepest_nesting_that_is_accepted(name):
    assert any(errors(SHAPES[name](DEPTH // nodes - 10)) == [] for nodes in (1, 2, 3, 4))  # for each level


@pytest.mark.parametrize("name", spread([*SHAPES], 4))
def test_code_and_text_are_made_of_nesting_a_thousand_deep(name):
    text = SHAPES[name](1000)
    assert code(text).lines
    assert outcome(text).lower().startswith("begin")


def test_sums_of_ten_thousand_terms_and_a_thousand_parentheses_have_their_values():
    """The last operand of each sum is evaluated with all that are before it put away."""
    count, depth = 10_000, 1000
    text = f"""begin integer i; i := 1; outinteger(61, i{" + i" * count});
        outinteger(61, {"(i - " * depth}0{")" * depth}); outinteger(61, {"i + (" * depth}i{")" * depth});
        outinteger(61, {"(-(i + " * depth}i{"))" * depth}) end"""
    run = Interpreter(analyse(text, "deep"), steps=10**6)
    run.run()
    assert " ".join(printed(text)).split() == run.output.split() == ["10001", "0", "1001", "1"]


def test_parameters_deeper_than_the_stack_of_the_compiler_are_an_error(monkeypatch):
    monkeypatch.setattr(source, "FRAMES", 0)
    with pytest.raises(IronboardError, match="nested too deeply"):
        analyse(SHAPES["sums"](5000), "deep")


@pytest.mark.parametrize("before", [0, 30, 2500, 4990])
def test_of_a_long_line_the_part_round_the_error_is_shown(before):
    text = "x := 1; " * (before // 8) + "wrong := 1;" + " x := 2;" * ((5000 - before) // 8)
    _, shown, carets, *_ = outcome(f"begin integer x;\n{text}\nend").split("\n")
    assert len(shown) < 180
    at = carets.index("^")
    assert shown[at : at + 5] == "wrong"
    assert carets[at:] == "^^^^^"
    assert shown.startswith("    2 | …") == (before > 60)


def test_carets_stand_under_underlined_words():
    text = "_b_e_g_i_n b̲e̲g̲i̲n̲ wrong := 1 _e_n_d _e_n_d"
    _, shown, carets, *_ = outcome(text).split("\n")
    assert carets.index("^") == shown.replace("\u0332", "").index("wrong")


def test_strings_of_any_depth_and_length():
    text = "begin outstring(61, " + "‘" * STRINGS + "’" * STRINGS + ") end"
    assert errors(text) == []
    assert "has no end" in errors(text.replace("’", "", 1))[0][3]


def test_ten_thousand_lines():
    lines = [
        "begin integer x;",
        *(f"  procedure p{n}; begin integer y; y := x + {n}; x := y end;" for n in range(2000)),
    ]
    text = "\n".join([*lines, *(f"  p{n % 2000}; if x > {n} then x := x - {n};" for n in range(8000)), "end"])
    assert len(analyse(text, "long").procedures) == 2000


def test_no_more_than_a_hundred_errors_are_reported():
    text = "begin integer x; " + "x := ; " * 1000 + "end"
    assert len(errors(text)) == 100


def test_blanks_and_digits_without_end():
    for text in ("begin" + " " * 100_000, "begin x := " + "1 " * 50_000 + "end", "a " * 50_000, "1" * 100_000 + ":"):
        assert outcome(text)


MANY = ", ".join(f"a{number}" for number in range(300))
TOO_MANY = {
    f"begin integer array a[{'0:0, ' * 70}0:0]; a[{'0, ' * 70}0] := 1 end": "'a' has 71 subscripts: more than 63",
    f"begin procedure p({MANY}); ; end": "'p' has 300 parameters: more than 63",
    f"begin integer i; output(61, ‘(ZD)’{', i' * 300}) end": "these are 302 parameters: more than 200",
    f"begin outstring(61, ‘{'x' * 20_000}’) end": "this string has 20000 characters: more than 16380",
    "begin array a[1:130900]; a[1] := 1; outreal(61, a[1]) end": TOO_LARGE,
    "begin array a[1:130400]; a[1] := 1; outreal(7, a[1]) end": TOO_LARGE,
}


@pytest.mark.parametrize("text", TOO_MANY, ids=[*TOO_MANY.values()])
def test_what_is_too_large_for_the_machine_is_an_error_with_a_place(text):
    with pytest.raises(SourceErrors) as wrong:
        compile_text(text, "large.alg")
    (error,) = wrong.value.errors
    assert (error.message, error.place.file, error.place.line) == (TOO_MANY[text], "large.alg", 1)


@pytest.mark.parametrize("separator", ["\f", "\v", "\x1c", "\u2028", "\x85"])
def test_only_line_feeds_and_returns_end_lines(separator):
    (error,) = errors(f"begin{separator} integer i;\r\n{separator} i := j\rend")
    assert error[:2] == (2, 8)
