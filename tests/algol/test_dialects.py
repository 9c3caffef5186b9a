"""Dialects: the ALGOL of other systems, its spelling and its procedures."""

import io
import re
from decimal import ROUND_HALF_UP, Decimal

import pytest

from emulators.errors import IronboardError, SourceErrors
from host.cli.main import main
from host.compilers.algol import dialect, systems
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.compiler import compile_text
from host.compilers.algol.front import examine
from host.compilers.algol.hints import WORDS
from host.compilers.algol.systems import SYSTEMS, kdf9_layout
from host.machines.cdc6600.job import Job
from tests.algol.machine import ENDED, ran_image, run


def printed(text, system, lines=()):
    machine = ran_image(compile_text(text, "test.alg", system=system).image, lines)
    assert machine.reason == ENDED, machine.dayfile
    return machine.text("OUTPUT").split("\n")[:-1]


def stored(text, **options):
    """The words of a program, and what it prints."""
    image = compile_text(text, "test.alg", **options).image
    machine = ran_image(image)
    assert machine.reason == ENDED, machine.dayfile
    return image.segments, machine.text("OUTPUT")


# --- One program in all spellings -------------------------------------------------------------------------------------

PLAIN = """begin integer i, n; real x; integer array a[1:5]; Boolean b;
procedure double(k); integer k; k := 2 × k;
n := 17; comment a remark; b := false; x := 1⏨-1 + 2.5;
for i := 1 step 1 until 5 do a[i] := n ÷ i - i ↑ 2;
double(a[3]);
if a[3] ≠ 0 ∧ ¬ b ∨ n ≥ 100 then outinteger(61, a[3]) else outinteger(61, -1);
if a[1] ≤ a[2] ≡ b then outreal(61, x); goto l; n := 3; l: outinteger(61, n)
end"""
QUOTED = """begin integer i, n; real x; integer array a[1:5]; boolean b;
procedure double(k); integer k; k := 2 * k;
n := 17; comment a remark; b := false; x := 1'-1 + 2.5;
for i := 1 step 1 until 5 do a[i] := n div i - i ** 2;
double(a[3]);
if a[3] noteq 0 and not b or n greq 100 then outinteger(61, a[3]) else outinteger(61, -1);
if a[1] lesseq a[2] equiv b then outreal(61, x); goto l; n := 3; l: outinteger(61, n)
end"""
DELIMITERS = (
    "begin integer real array boolean procedure comment false for step until do if then else goto end "
    "div and or not equiv noteq greq lesseq"
).split()


def marked(left, right, text=QUOTED, *, ten="'", words=None):
    for each in DELIMITERS:
        again = (words or {}).get(each, each)
        text = re.sub(rf"\b{each}\b", f"{left}{again}{right}", text)
    return text.replace("1'-1", f"1{ten}-1")


def underlined(word):
    return "".join(f"_{each}" for each in word)


ISO = {"noteq": "ne", "greq": "ge", "lesseq": "le", "equiv": "eqv"}
SYMBOLS = {"noteq": "|=", "greq": "_>", "lesseq": "_<", "equiv": "_=", "div": "_:", "or": "∨", "and": "∧", "not": "¬"}
UNDERLINED = marked("", "", ten="⏨", words={each: underlined(each) for each in DELIMITERS} | SYMBOLS)
ELLIOTT = (
    "TITLE'\n" + QUOTED.upper().replace(";", "'").replace("1'-1", "1@-1").replace("[", "(").replace("]", ")") + "'\n1 2"
)
WHETSTONE = UNDERLINED.replace("|=", "±").replace("_:", "÷").replace(" _= ", " _e_q_v ")
SPELLINGS = {
    "cdc": (marked('"', '"', words=ISO), {}),
    "apostrophe": (marked("'", "'", ten="@", words=ISO), {}),
    "underlined": (UNDERLINED, {}),
    "x1": (UNDERLINED, {"system": "x1"}),
    "whetstone": (f"TITLE|\n{WHETSTONE}|\n? 1", {"system": "whetstone"}),
    "kidsgrove": (marked("!", " ", ten="º", words=ISO) + "→ 17 $", {"system": "kidsgrove"}),
    "kidsgrove, quoted": (marked("'", "'", ten="º", words=ISO), {"system": "kidsgrove"}),
    "elliott": (ELLIOTT, {"system": "elliott"}),
    "marst": (PLAIN.replace("⏨", "#"), {"system": "marst"}),
    "jff": (marked("'", "'", ten="@", words=ISO), {"system": "jff"}),
    "racket": (PLAIN, {"system": "racket"}),
}  # fmt: skip


def test_every_dialect_is_among_the_spellings():
    assert {options.get("system", "") for _, options in SPELLINGS.values()} == {"", *SYSTEMS}


@pytest.mark.parametrize("name", SPELLINGS)
def test_one_program_in_every_spelling_is_the_same_code_word_for_word(name):
    text, options = SPELLINGS[name]
    assert stored(text, **options) == stored(PLAIN)


def test_it_prints_what_it_should():
    assert stored(PLAIN)[1].split() == ["-8", "2.6", "17"]


# --- The registry and the libraries -----------------------------------------------------------------------------------


def test_the_command_line_has_the_dialects_of_the_registry():
    assert [*dialect.SYSTEMS] == [*SYSTEMS]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda each: each.name)
@pytest.mark.parametrize("level", ["0", "1"])
def test_the_whole_library_of_a_dialect_compiles(system, level):
    program, diagnostics = examine(system.text, "library", representation="plain")
    assert not diagnostics.found, diagnostics.everything
    names = [each.spelling for each in program.procedures if each.level == 1]
    quote = "'" if system.name == "kidsgrove" else ""
    words = " ".join(f"if false then q({each});" for each in names)
    text = f"begin procedure q(x); ; {words} end"
    if system.base is systems.UNDERLINED:
        text = text.replace("begin", "_b_e_g_i_n").replace("procedure", "_p_r_o_c_e_d_u_r_e").replace("end", "_e_n_d")
        text = text.replace("if false then", "_i_f _f_a_l_s_e _t_h_e_n")
    elif quote:
        for each in ("begin", "procedure", "if", "false", "then", "end"):
            text = re.sub(rf"\b{each}\b", f"'{each}'", text)
    compiled = compile_text(text, "test", system=system.name, level=level)
    assert {each.spelling for each in compiled.program.procedures} >= set(names)


def test_a_program_takes_in_what_it_names_and_what_that_needs():
    program, _ = examine("begin NLCR; PRINTTEXT(‘a’) end", "test", system="x1")
    assert [each.name for each in program.procedures] == ["nlcr", "printtext"]
    program, _ = examine("begin FIXT(1, 0, 2) end", "test", system="x1")
    assert {"fits", "flot", "digitsof", "fractionof"} < {each.name for each in program.procedures}


def test_a_procedure_of_the_program_hides_one_of_the_library():
    assert printed("begin procedure NLCR; outstring(61, ‘mine’); NLCR end", "x1") == ["MINE"]


# --- X1 ---------------------------------------------------------------------------------------------------------------

# What the X1's own library has printed, with its ⏨ as the 6600 prints it.
FIXT = {
    (1, 0, "1.234"): "+1 ", (4, 0, "-56.789"): "-  57 ", (21, 0, "123.456"): "+                  123 ",
    (1, 1, "-1.234"): "-1.2 ", (4, 1, "56.789"): "+  56.8 ", (20, 1, "-123.456"): "-                 123.5 ",
    (2, 0, "0.0"): "+ 0 ",
}  # fmt: skip
FLOT = {
    (1, 1, "1.234"): "+.1'+1 ", (4, 1, "-56.789"): "-.5679'+2 ", (13, 1, "123.456"): "+.1234560000000'+3 ",
    (4, 2, "-1.234"): "-.1234'+ 1 ", (5, 2, "56.789"): "+.56789'+ 2 ", (13, 3, "-1⏨-111/7"): "-.1428571428571'-111 ",
    (4, 1, "9.999"): "+.9999'+1 ", (4, 1, "9.9999"): "+.1000'+2 ", (1, 1, "0.0"): "+.0'+0 ",
}  # fmt: skip


def test_numbers_are_printed_as_the_x1_did():
    calls = [(name, *each) for name, cases in (("FIXT", FIXT), ("FLOT", FLOT)) for each in cases]
    text = "; ".join(f"{name}({n}, {m}, {x}); PRINTTEXT(‘/’); NLCR" for name, n, m, x in calls)
    assert printed(f"begin {text} end", "x1") == [f"{each}/" for each in (*FIXT.values(), *FLOT.values())]


def test_absfixt_has_a_blank_for_the_sign_and_what_does_not_fit_is_floating():
    text = "begin ABSFIXT(4, 1, -56.789); FIXT(2, 0, 100); NLCR; print(-3); print(0.5); PRINTTEXT(‘/’) end"
    assert printed(text, "x1") == ["   56.8 +.1000000000000'+  3 ", "-            3       +.5000000000000'+  0 /"]


def test_tabs_sums_symbols_and_input():
    text = """_b_e_g_i_n _i_n_t_e_g_e_r i; PRSYM(10); TAB; PRSYM(37); SPACE(2); PRSYM(92); TAB; PRSYM(3); NLCR;
    ABSFIXT(4, 0, SUM(i, 1, read, i × i)); ABSFIXT(2, 0, EVEN(3)); ABSFIXT(3, 0, RESYM); i := RESYM; PRSYM(i) _e_n_d"""
    lines = printed(text, "x1", ["10 q"])
    assert lines == ["A       A  :=   3", "  385   1   93 Q"]


# --- KDF9 -------------------------------------------------------------------------------------------------------------

LAYOUTS = ["nd", "-nd", "+nddd", "sndd", "nnd.dd", "-nd.dddd", "+d.ddds", "nnddss", "-nnnnd.d", "ndd.d"]
VALUES = ["0", "3", "-7", "12.5", "-0.125", "9.996", "49.96"]


def as_kdf9(layout, value):
    """A number as it is printed: the sign before the first digit, n a blank for a zero on the left."""
    body = layout.strip("s")
    before, after = len(layout) - len(layout.lstrip("s")), len(layout) - len(layout.rstrip("s"))
    whole, point, part = body.lstrip("+-").partition(".")
    exact = Decimal(value)
    digits = f"{abs(exact).quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP):f}".partition(".")[0].lstrip("0")
    digits = digits.rjust(whole.count("d"), "0")
    sign = "-" if exact < 0 else {"+": "+", "-": " "}.get(body[0], "")
    fraction = f"{abs(exact).quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP):f}".partition(".")[2]
    return " " * before + " " * (len(whole) - len(digits)) + sign + digits + point + fraction + " " * after


def test_layouts_of_the_kdf9_print_what_they_say():
    cases = [(layout, value) for layout in LAYOUTS for value in VALUES]
    text = "; ".join(f"write(30, format({{{layout}}}), {value}); writetext(30, {{/{{c}}}})" for layout, value in cases)
    lines = printed(f"!begin open(30); {text}; close(30) !end", "kidsgrove")
    assert lines == [f"{as_kdf9(*case)}/" for case in cases]


def test_texts_of_the_kdf9_have_layouts_of_their_own():
    text = """T|
    _b_e_g_i_n write text(30, _[Hello*World_[2c_]*x_[3s_]y_]); space(30, 2); newline(30, 1); output(10, 12.5) _e_n_d|"""
    assert printed(text, "whetstone") == ["HELLO WORLD", "", " X   Y  ", "+1.2500000000' +1;"]


def test_exponents_and_data_after_the_program():
    text = (
        "_b_e_g_i_n _r_e_a_l x; x := read(20); write(30, format(_[+d.ddddº+ndc_]), x × 1000) _e_n_d|\n-12.345; ? º\n|"
    )
    assert printed(text, "whetstone", ["-12.345"]) == ["-1.2345' +4"]


def test_a_layout_that_is_wrong_is_an_error_at_its_place():
    with pytest.raises(SourceErrors) as caught:
        compile_text("!begin write(30, format({nx.d}), 1) !end", "t.alg", system="kidsgrove")
    (error,) = caught.value.errors
    assert (error.place.line, error.place.column) == (1, 25)
    assert "a layout is written like" in error.message
    with pytest.raises(ValueError, match="too long: a part of it has 40"):
        kdf9_layout("40nd")


# --- Elliott ----------------------------------------------------------------------------------------------------------


def test_print_and_read_statements_of_elliott():
    text = """SQUARES'
    BEGIN INTEGER I' REAL X' REAL ARRAY Y(1:3)'
    READ I, X'
    PRINT £HELLO£L2?WORLD£S3?OF?, SAMELINE, DIGITS(3), I'
    PRINT I, SAMELINE, £ X=?, X, ALIGNED(2,3), X'
    FOR I := 1 STEP 1 UNTIL 3 DO Y(I) := I ** 2 / 4'
    IF I GREQ 3 THEN PRINT PREFIX(£  ?), Y(1), Y(3), SCALED(3), 12345.0, £.? ELSE PRINT I'
    DIGITS(2)' PRINT -5, I DIV 2 = 2'
    END'"""
    lines = printed(text, "elliott", ["12 3.25"])
    assert lines[:3] == ["HELLO", "", "WORLD   OF  12"]
    assert lines[3] == "           12 X= 3.2500000  3.250   0.25000000   2.2500000   1.23@4 ."
    assert lines[4:] == [" -5", "TRUE"]


# --- ALGOL to C, Racket -----------------------------------------------------------------------------------------------


def test_strings_as_in_c():
    text = r"""begin integer i; procedure p(s); string s; begin outstring(1, s); outinteger(1, length(s)) end;
    outstring(1, "one\ntwo, \"x\"" ", and\t"
                 "three\n"); p("a\nb"); outsymbol(1, "xy\n", 3);
    for i := 0, i while i ≠ 2 do insymbol(0, "a\nb", i); outinteger(1, i) end"""
    assert printed(text, "marst", ["bb"]) == ["ONE", 'TWO, "X", AND THREE', "A", "B3 ", "2 "]


def test_new_lines_and_blanks_of_jff():
    assert printed('begin outstring(1, "a"); newline(2); space(3); outstring(1, "b") end', "jff") == ["A", "", "   B"]


def test_racket_prints_by_the_type():
    text = "begin integer n; n := -120; prints(`a'); printsln(`b'); printnln(n); printn(0); printnln(2.5) end"
    assert printed(text, "racket") == ["AB", "-120", "02.5 "]


def test_a_program_whose_strings_have_all_characters_has_none_for_a_new_line():
    with pytest.raises(IronboardError, match="all 64 characters"):
        words.line_end_of(["".join(words.display_code.ASCII), "\n"])
    assert words.line_end_of(["a"]) == 0
    assert words.line_end_of(["a\n"]) not in (0, *words.codes("a"))


# --- What is said -----------------------------------------------------------------------------------------------------

LOOKS_LIKE = {
    "begin NLCR; print(3) end": "x1",
    "T|\n_b_e_g_i_n write text(30, _[a_]) _e_n_d|": "whetstone",
    "!begin newline(30, 1) !end": "kidsgrove",
    "T'\nBEGIN PRINT £HELLO?' END'": "elliott",
    r'begin outstring(1, "a" "\n") end': "marst",
    "begin newline(1); space(2) end": "jff",
    "begin printsln(`a') end": "racket",
}


@pytest.mark.parametrize(("text", "name"), LOOKS_LIKE.items(), ids=LOOKS_LIKE.values())
def test_a_text_that_is_refused_says_which_dialect_it_looks_like(text, name):
    _, diagnostics = examine(text, "test.alg")
    first = next(each for each in diagnostics.everything if each.severity == "error")
    assert first.hint == f"this looks like {dialect.SYSTEMS[name]}: --dialect {name}"
    compile_text(text, "test.alg", system=name)


FORMS = ("", "(3)", "(61, 3)", "(`a')", "(61, `a')", " 3", "[1]", " (30, 1)")


def test_a_dialect_is_named_only_where_it_accepts_what_was_refused():
    """All words of hints and dialects, in whatever way they may be written: what it refuses is an argument."""
    names = {*WORDS, *(each for one in SYSTEMS.values() for each in re.findall(r"procedure (\w+)", one.text))}
    named = 0
    for text in [f"begin {name}{form} end" for name in sorted(names) for form in FORMS]:
        _, diagnostics = examine(text, "test.alg")
        first = next((each for each in diagnostics.everything if each.severity == "error"), None)
        if first and (found := re.search(r"--dialect (\w+)", first.hint)):
            named += 1
            _, other = examine(text, "test.alg", system=found[1])
            assert all(each.place.column > first.place.column for each in other.everything), text
    assert named > 20


@pytest.mark.parametrize("name", ["space", "newline"])
def test_a_call_that_the_dialect_refuses_too_gets_the_hint_of_its_word(name):
    _, diagnostics = examine(f"begin {name}(61, 3) end", "test.alg")
    assert diagnostics.everything[0].hint == WORDS[name]


@pytest.mark.parametrize(
    "text",
    [
        "procedure p; begin end; begin p end",
        "integer procedure f(x); integer x; f := x; begin outinteger(61, f(2)) end",
        "real x; begin x := 1 end",
        "'PROCEDURE' P; OUTSTRING(61, '('A')'); 'BEGIN' P 'END'",
        "_p_r_o_c_e_d_u_r_e p; outstring(61, `a'); _b_e_g_i_n p _e_n_d",
        "integer array a[1:3]; begin a[1] := 1 end",
    ],
)
def test_declarations_before_the_first_begin_are_told(text):
    _, diagnostics = examine(text, "test.alg")
    assert diagnostics.everything[0].hint.startswith("declarations stand behind the first 'begin'")


def test_a_title_in_words_is_no_declaration():
    _, diagnostics = examine("A procedure for integers\nbegin end; p end", "test.alg")
    assert diagnostics.everything[0].hint == "is there an 'end' too many?"


def test_a_dialect_that_is_not_accepted_is_named_too():
    _, diagnostics = examine("BEGIN\nFILE OUT LINE 4(2,15);\nFORMAT F(I6);\nWRITE(LINE, F, 3)\nEND.", "test.alg")
    hints = [each.hint for each in diagnostics.everything]
    assert "this looks like Burroughs Extended ALGOL, which is not accepted" in hints


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("kidsgrove", "!begin !procedure p; !KDF9 2/0/0/0; SET 1; !ALGOL; p !end"),
        ("elliott", "T' BEGIN ELLIOTT(7,0,0,0,0,0,0)' END'"),
    ],
)
def test_code_of_the_other_machine_is_refused_as_such(system, text):
    _, diagnostics = examine(text, "test.alg", system=system)
    assert (
        diagnostics.everything[0].hint == "procedures and statements in the code of the other machine do not exist here"
    )


def test_an_error_in_the_library_is_told_of_the_program_that_called_it():
    err = io.StringIO()
    text = "begin integer i;\nprocedure p;\n  i := READ;\np end"
    assert run(compile_text(text, "t.alg", system="x1"), Job("t.alg"), io.StringIO(), err, io.StringIO()) == 1
    told = err.getvalue().splitlines()
    assert told[0].startswith("t.alg:3: error: reading past the end")
    assert told[1:] == ["    3 |   i := READ;", "      in p, called at t.alg:4"]


def test_a_dialect_that_does_not_exist():
    with pytest.raises(IronboardError, match=r"there is no dialect of ALGOL 'eliott'.*did you mean 'elliott'"):
        compile_text("begin end", "t.alg", system="eliott")


def test_the_library_is_no_place_for_the_debugger_nor_for_the_account_of_time(tmp_path, capsys):
    path = tmp_path / "p.alg"
    path.write_text("begin integer i;\ni := 3;\nprint(i);\ni := SUM(i, 1, 2, i) + READ\nend\n")
    commands = "nextline", "nextline", "line", "list", "continue", "frames"
    main(["debug", str(path), "--algol", "x1", "--line", *(each for name in commands for each in ("-e", name))])
    told = capsys.readouterr().out
    stops = [line.split("  ")[0].rpartition(":p.alg")[2] for line in told.splitlines() if line.startswith("-> p.alg")]
    assert stops == [f"-> p.alg:{at}" for at in ("2:1", "3:1", "4:1", "4:1")]
    assert "i := SUM(i, 1, 2, i) + READ" in told.split("error: reading past the end")[1]
    (tmp_path / "in").write_text("7\n")
    assert main(["algol", str(path), "--dialect", "x1", "--time", "--input", str(tmp_path / "in")]) == 0
    told = capsys.readouterr().out
    lines = re.findall(r"p\.alg:(\d)  ", told)
    assert sorted(lines) == ["1", "2", "3", "4"]
    assert "PRINT" not in told


# --- Commands ---------------------------------------------------------------------------------------------------------


def test_the_commands_take_a_dialect(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.alg").write_text("begin PRINTTEXT(‘hello’); NLCR end")
    assert main(["algol", "p.alg", "--dialect", "x1"]) == 0
    assert capsys.readouterr().out.startswith("HELLO\n")
    assert main(["run", "6600", "p.alg", "--algol", "x1"]) == 0
    assert capsys.readouterr().out.startswith("HELLO\n")
    assert main(["asm", "p.alg", "--algol", "x1", "-o", "p.o60"]) == 0
    assert main(["algol", "p.alg"]) == 1
    assert "--dialect x1" in capsys.readouterr().err


def test_a_file_may_be_in_latin_1(tmp_path, capsys):
    path = tmp_path / "p.alg"
    path.write_bytes("T|\n_b_e_g_i_n write(30, format(_[nd_]), 7 × 9 ÷ 2) _e_n_d|".encode("latin-1"))
    assert main(["algol", str(path), "--dialect", "whetstone"]) == 0
    assert capsys.readouterr().out.startswith("31\n")


@pytest.mark.parametrize("layout", ["‘99999999999l’", "‘99999l’"])
def test_a_layout_in_a_string_has_an_end(layout):
    with pytest.raises(SourceErrors, match="this layout is of more than 10,000 characters"):
        compile_text(f"begin print ‘a{layout}’; end", "layout.alg", system="elliott")


def test_what_is_almost_a_layout_is_soon_passed():
    """Its digits could once go to either letter beside them: 2**60 ways."""
    assert examine(f"begin print ‘a‘{'l1' * 60}!’’; end", "layout.alg", system="elliott")
