"""Symbols, identifiers, numbers, strings and comments, in the three hardware representations."""

import re
from pathlib import Path

import pytest

from emulators.errors import IronboardError, SourceErrors
from host.compilers.algol.front import analyse
from host.compilers.algol.lexer import LONGEST_NUMBER, Lexer
from host.compilers.algol.symbols import (
    APOSTROPHE,
    CDC,
    DELIMITER_WORDS,
    LOW_LINE,
    NAME,
    PLAIN,
    STRING,
    UNDERLINED,
    recognise,
)
from host.compilers.algol.syntax import Assignment, Real, String, walk
from host.languages.source import DEPTH, MOST_ERRORS, Diagnostics, Text
from tests.algol.programs import DATA, parsed, plainly
from tests.algol.unparse import same

SAME = [
    (
        "begin integer next move; next move := 2 ↑ 3 × (4 ÷ 2); if ¬ (next move ≤ 1 ∧ true) then goto out; out: end",
        '"BEGIN" "INTEGER" NEXT MOVE; NEXTMOVE := 2**3*(4//2); '
        '"IF""NOT"(NEXT MOVE<=1 "AND" "TRUE") "THEN""GOTO" OUT; OUT.. "END"',
        "'BEGIN' 'INTEGER' NEXTMOVE., NEXT MOVE .= 2 'POWER' 3 * (4 'DIV' 2); "
        "'IF' 'NOT' (NEXTMOVE 'NOT GREATER' 1 'AND' 'TRUE') 'THEN' 'GO' 'TO' OUT; OUT: 'END'",
    ),
    (
        "begin outstring(61, ‘one ‘two’ three’); outreal(61, 1.5⏨-3 + ⏨2) end",
        '"BEGIN" OUTSTRING(61, "("one "("two")" three")"); OUTREAL (61, 1.5E-3 + \'2) "END"',
        "'BEGIN' OUTSTRING(61, '('one '('two')' three')'); OUTREAL(61, 1.5'-3+'+2) 'END'",
    ),
    (
        "begin Boolean b; array a[1:2, 3:4]; b := a[1, 3] ≥ 1 ∨ b ≡ b ⊃ a[2, 4] ≠ 2 end",
        '"BEGIN" "BOOLEAN" B; "ARRAY" A[1:2, 3:4]; B := A[1,3] >= 1 "OR" B "EQUIV" B "IMPLIES" A[2,4] /= 2 "END"',
        "'BEGIN' 'BOOLEAN' B; 'ARRAY' A(/1..2, 3..4/); "
        "B := A(/1,3/) 'GE' 1 'OR' B 'EQV' B 'IMPL' A ( / 2,4 / ) 'NOT EQUAL' 2 'END'",
    ),
]


@pytest.mark.parametrize("texts", SAME)
def test_one_program_in_three_representations_is_one_tree(texts):
    for text, representation in zip(texts, (PLAIN, CDC, APOSTROPHE), strict=True):
        assert recognise(text) is representation
        assert same(parsed(texts[0]), parsed(text))


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("x := a ** b ^ c", "x := a ↑ b ↑ c"),
        ("x := a // b % c div d", "x := a ÷ b ÷ c ÷ d"),
        ("b := x <> y or x != y", "b := x ≠ y ∨ x ≠ y"),
        ("b := x >= y and not x <= y", "b := x ≥ y ∧ ¬ x ≤ y"),
        ("b := a implies c equiv d", "b := a ⊃ c ≡ d"),
        ("b := a -> c == d", "b := a ⊃ c ≡ d"),
        ("b := a & c | ~ d && e || !f", "b := a ∧ c ∨ ¬ d ∧ e ∨ ¬ f"),
        ("b := a /\\ c \\/ ¬ d", "b := a ∧ c ∨ ¬ d"),
        ("x : = - 1", "x := - 1"),
        ("x := a − 1₁₀−3 + ₁₀2 − 1⏨ − 3 + 1e−3", "x := a - 1⏨-3 + 1⏨2 - 1⏨-3 + 1⏨-3"),
        ("Begin X := 1 eNd", "begin x := 1 end"),
        ("x := 1 000 + 1.5e3 + 2@-1 + .5 + ⏨ + 2", "x := 1000 + 15⏨2 + 2⏨-1 + 5⏨-1 + 1⏨2"),
        ("go to L; goto L; GO TO L", "goto l; goto l; goto l"),
        ("007: goto 7", "7: goto 7"),
        ("a(/1, 2/) := 3", "a[1, 2] := 3"),
        ("p(a) with: (b) and the value of: (c)", "p(a, b, c)"),
        ("to := from", "to := from"),
    ],
)
def test_plain_symbols(written, understood):
    assert plainly(f"begin {written} end") == f"begin {understood} end"


WORDS = re.compile("begin|end|integer|if|then|go to|or|true|comment|goto")
UNDERLINE = {
    "a combining low line behind each letter": lambda word: "".join(each + LOW_LINE for each in word),
    "a low line before each letter": lambda word: "".join(f"_{each}" if each != " " else " " for each in word),
    "bold type": lambda word: "".join(chr(0x1D41A + ord(each) - 97) if each != " " else " " for each in word),
}


@pytest.mark.parametrize("marked", UNDERLINE.values(), ids=UNDERLINE)
def test_words_may_be_underlined_and_then_identifiers_may_be_such_words(marked):
    text = "title; begin comment a; integer x, b1; if x = 1 or true then go to out; out: x := 2 end of it"
    underlined = WORDS.sub(lambda match: marked(match[0]), text.replace("a; ", "a end; "))
    assert recognise(underlined) is UNDERLINED
    assert same(parsed(underlined), parsed(text.replace("a; ", "a end; ")))
    assert plainly(underlined.replace("b1", "real")).startswith("title; begin integer x, r eal;")


def test_symbols_of_flexowriters():
    text = "_b_e_g_i_n b := x _< y ∧ x >̲ y _= _t_r_u_e _¬ c; x := y _: z |^ 2; p(|<a |<b|>|>); b := x |= y _e_n_d_e_n_d"
    assert plainly(text.replace("_e_n_d_e_n_d", "_e_n_d")) == (
        "begin b := x ≤ y ∧ x ≥ y ≡ true ⊃ c; x := y ÷ z ↑ 2; p(‘a ‘b’’); b := x ≠ y end"
    )
    assert plainly("_b_e_g_i_n_b_e_g_i_n x := 1_e_n_d_e_n_d") == "begin begin x := 1 end end"


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("x := 1.5#3 + #2 - 2#-1", "x := 15⏨2 + 1⏨2 - 2⏨-1"),
        ("x ← y – 1 ⋅ 2 ∙ 3 ∗ 4 ∕ 5", "x := y - 1 × 2 × 3 × 4 / 5"),
        ("b := x =< y ⋀ x ⩽ y ⋁ x ≧ y <=> ∼c", "b := x ≤ y ∧ x ≤ y ∨ x ≥ y ≡ ¬ c"),
        ("p(“a “b””, «c», 'd', “e␣f”)", "p(‘a ‘b’’, ‘c’, ‘d’, ‘e f’)"),
        ("next_move := go_to", "next_move := go_to"),
    ],
)
def test_what_else_people_write(written, understood):
    assert plainly(f"begin {written} end") == f"begin {understood} end"


def test_the_quotient_of_ibm():
    assert plainly("'BEGIN' X := Y '/' Z 'END'") == "begin x := y ÷ z end"


def test_identifiers_with_low_lines_are_others_than_those_without():
    assert not same(parsed("begin a_b := 1 end"), parsed("begin ab := 1 end"))


@pytest.mark.parametrize("end", ["end;", "end;\n\n", "end ; ;", "end of the program;", "end"])
def test_a_semicolon_may_follow_the_last_end(end):
    assert plainly(f"begin x := 1 {end}") == "begin x := 1 end"


def test_a_byte_order_mark_is_no_part_of_a_program():
    assert analyse("\ufeffbegin end", "test").body


def test_the_characters_of_the_6600_that_ascii_lacks():
    """# ! & @ \\ ^ have the codes of ≡ ∨ ∧ ≤ ≥ ¬."""
    text = '"BEGIN" B := A # C ! D & ^ X @ Y ! X \\ Y "END"'
    assert plainly(text) == "begin b := a ≡ c ∨ d ∧ ¬ x ≤ y ∨ x ≥ y end"


def test_blanks_and_line_ends_within_quoted_delimiters_identifiers_and_numbers():
    assert plainly('"BEGIN" "IF " A\nB = 1\n0 "THEN" C D := 1 . 5 " END "') == "begin if ab = 10 then cd := 15⏨-1 end"


def test_a_line_end_ends_an_identifier_where_delimiters_are_reserved_words():
    with pytest.raises(SourceErrors, match="before identifier b"):
        parsed("begin x := a\nb end")


def test_a_title_stands_before_the_first_begin():
    assert parsed('MY PROGRAM, PART 2.\n  "BEGIN" "END"').title == "MY PROGRAM, PART 2."
    assert parsed("How to begin, a title\nbegin end").title == "How to begin, a title"
    assert parsed("comment a remark; begin end").title == "comment a remark;"


@pytest.mark.parametrize("text", ["start: 7: begin end", "start:\n7:\nbegin end", "A title.\nstart: 7: begin end"])
def test_labels_may_stand_before_the_first_begin(text):
    assert plainly(text).removeprefix("A title. ") == "start: 7: begin end"


def test_comments():
    text = "begin comment one; comment two; x := 1; comment if begin; begin end of it else end it's all"
    with pytest.raises(SourceErrors, match="'else' has no 'if'"):
        parsed(text)
    assert plainly(text.replace(" else", ";")) == "begin x := 1; begin end; end"


def test_a_string_keeps_blanks_and_loses_line_ends():
    (string,) = (node for node in walk(parsed('"BEGIN" P("(" A  B\n C ")") "END"')) if isinstance(node, String))
    assert string.text == " A  B C "


@pytest.mark.parametrize(
    ("written", "digits", "exponent"),
    [("1.50", 150, -2), ("⏨7", 1, 7), (".25⏨2", 25, 0), ("12⏨-3", 12, -3), ("0.0", 0, -1), ("3e+2", 3, 2)],
)
def test_real_numbers_are_exact(written, digits, exponent):
    assignment = next(node for node in walk(parsed(f"begin x := {written} end")) if isinstance(node, Assignment))
    assert isinstance(assignment.value, Real)
    assert (assignment.value.digits, assignment.value.exponent) == (digits, exponent)
    assert assignment.value.value * 10**3 == digits * 10 ** (exponent + 3)


def test_a_representation_that_does_not_exist():
    with pytest.raises(IronboardError, match="did you mean 'plain'"):
        analyse("begin end", "test", "plane")


def test_words_are_names_where_they_are_not_quoted():
    assert same(parsed('"BEGIN" FOR := STEP "END"'), parsed("begin fo r := ste p end"))


# How delimiters are written where their words are quoted; all others as they are.
QUOTED_SYMBOLS = {
    CDC: {"∧": '"AND"', "¬": '"NOT"', "×": "*", "÷": "//", "↑": "**", "≤": "<=", "≠": "/=", "[": "(/", "]": "/)"},
    APOSTROPHE: {
        "∨": "'OR'",
        "≡": "'EQV'",
        "÷": "'DIV'",
        "↑": "'POWER'",
        "≥": "'GE'",
        ";": ".,",
        ":": "..",
        ":=": ".=",
    },
}


def rewritten(text, other):
    """A program in another representation: identifiers with blanks in them, a few symbols on each line."""
    words = []
    for token in Lexer(Text(text, "test"), recognise(text), Diagnostics()).scan()[:-1]:
        written = QUOTED_SYMBOLS[other].get(token.symbol, token.symbol)
        if token.symbol == STRING:
            opening, closing = other.strings[0]
            written = opening + token.value.replace("‘", opening).replace("’", closing) + closing
        elif token.symbol == NAME:
            written = " ".join(token.value.upper())
        elif token.value:
            written = token.value.replace("e", "'")
        elif token.symbol in DELIMITER_WORDS:
            written = other.quote + token.symbol.upper() + other.quote
        words.append(written)
    return "\n".join(" ".join(words[at : at + 8]) for at in range(0, len(words), 8))


@pytest.mark.parametrize("other", [CDC, APOSTROPHE], ids=lambda each: each.name)
@pytest.mark.parametrize("name", ["symbols", "calls", "strings", "switches"])
def test_a_whole_program_in_another_representation_is_the_same(name, other):
    text = (DATA / f"{name}.alg").read_text(encoding="utf-8")
    again = rewritten(text, other)
    assert recognise(again) is other
    assert same(parsed(text), parsed(again))


PAGE = Path(__file__).parents[2] / "docs" / "cdc6600" / "algol-language.md"


@pytest.mark.parametrize("representation", [PLAIN, CDC, APOSTROPHE, UNDERLINED], ids=lambda each: each.name)
def test_the_page_has_every_symbol_and_word(representation):
    text = PAGE.read_text(encoding="utf-8")
    code = [each for line in text.splitlines() for each in re.findall(r"`([^`]+)`", line)]
    written = {*code, *re.findall(r"\w+", text)}
    delimiters = {word.lower() for word in DELIMITER_WORDS}
    missing = {each for each in representation.symbols if each not in written and representation.symbols[each] != each}
    missing -= {each for each in representation.symbols if each.endswith(LOW_LINE)}  # the page says it in words
    missing |= {word for word in representation.words if word not in written | delimiters | {"go", "to"}}
    assert not missing


def test_the_page_has_the_limits():
    text = PAGE.read_text(encoding="utf-8")
    assert f"at most {DEPTH:,} constructs deep" in text
    assert f"at most {LONGEST_NUMBER} digits" in text
    assert f"{MOST_ERRORS} errors are reported" in text
