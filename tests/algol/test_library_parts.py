"""What compiled programs take in of the run-time library."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from host.compilers import library as parts
from host.compilers.algol.cdc6600 import library as algol
from host.compilers.algol.cdc6600.library import codes_of
from host.compilers.algol.compiler import compile_text

FORMAT = "begin output(61, {}) end"


def library(text):
    """The symbols of the library that a program has, with their qualifiers: ALGOUT/TEXT."""
    return {name.removeprefix("/") for name in compile_text(text, "test.alg").image.symbols if "." not in name}


def algout(text):
    """Those of them that print with a format."""
    return {name.removeprefix("ALGOUT/") for name in library(text) if name.startswith("ALGOUT/")}


def test_a_program_takes_in_what_it_names_and_what_that_names():
    nothing = library("begin end")
    assert {"ENDPROG", "ENDRUN", "TEXTIO/CIO"} <= nothing
    assert not {"OUTC", "MPY", "OUTI", "TEXTIO/INPUT", "ARRAY"} & nothing
    product = library("begin integer i; i := i × i end")
    assert product - nothing >= {"MPY", "ARITH/LARGE", "FAIL"}
    assert not {"DIV", "POW"} & product
    assert "POW" in library("begin integer i; i := i ↑ 3 end")
    assert "REALIO/OUTR" in library("begin outreal(61, 1.5) end")


@pytest.mark.parametrize(
    ("items", "taken", "left"),
    [
        ('"/"', {"LINES"}, {"NUMBER", "ALPHA", "GROUP", "TEXT", "FILL"}),
        ('"‘A: N’"', {"TEXT"}, {"ALPHA", "STANDARD", "GROUP", "NUMBER"}),
        ('"‘(’2B(N)", 1', {"TEXT", "GROUP", "STANDARD", "BLANKS"}, {"ALPHA", "NUMBER"}),
        ('"ZD.D", 1', {"NUMBER", "FILL"}, {"STANDARD", "GROUP"}),
        ('"3A", 1', {"ALPHA"}, {"BOOL", "BIT", "NUMBER"}),
    ],
)
def test_of_formats_a_program_takes_in_the_items_that_its_strings_have(items, taken, left):
    found = algout(FORMAT.format(items))
    assert taken <= found
    assert not left & found


def test_a_format_that_only_the_running_program_knows_may_have_all_items():
    found = algout("begin procedure p(f); string f; output(61, f, 1); p(‘ZD’) end")
    assert {"NUMBER", "ALPHA", "STRING", "BOOL", "BIT", "STANDARD", "GROUP", "TEXT"} <= found


def test_texts_in_formats_are_no_items():
    assert codes_of("zd‘abc’x/") == {"Z", "D", '"', "X", "/"}
    assert codes_of('"("a"("n")"b")"3S') == {'"', "3", "S"}
    assert codes_of("‘never ended A") == {'"'}


def test_parts_run_on_within_their_file_only():
    text = "".join(path.read_text() for path in Path(__file__).parents[2].glob("asm/cdc6600/alg*.compass"))
    flags = dict.fromkeys(re.findall(r"//([A-Z.]+),0", text), 1)
    assert len(flags) > 20
    all_parts = parts.Library(algol.SOURCES, flags).parts
    for part, following in pairwise(all_parts):
        assert part.qualifier == following.qualifier or not part.runs_on, part.lines[-1].line


def test_conditions_of_the_program_are_decided_and_others_stay():
    lines = [
        line.text
        for line in parts.taken_in(algol.SOURCES, ["ENDPROG", "OUTRL", "FULL"], {"REALS.": 1, "FILES.": 0, "OWN.": 0})
    ]
    assert any(" IFC " in each for each in lines)  # of a macro
    assert not [each for each in lines if "IFNE" in each or "IFEQ" in each]
    assert not [each for each in lines if "CLOSES" in each]


@pytest.mark.parametrize(
    ("statements", "files"),
    [
        ("outinteger(60 + 1, 5)", 8),  # who knows
        ("outinteger(61, 5); ininteger(60, i)", 0),
        ("outinteger(1, 5); outinteger(2, 5); outinteger(1, 6)", 2),
        ("for i := 61, 3 do outinteger(i, 5); i := 4", 2),
        ("i := 61; outinteger(i, 5)", 0),
        ("i := 61; ininteger(60, i); outinteger(i, 5)", 8),
        ("for i := 61 step 1 until 62 do outinteger(i, 5)", 8),
        ("begin procedure p(n); integer n; n := 1; p(i); outinteger(i, 5) end", 8),
        ("begin procedure p(n); value n; integer n; outinteger(n, 5); p(61) end", 8),
        ("begin procedure p(f); procedure f; f(61, 5); p(outinteger) end", 8),
        ("; ".join(f"outinteger({channel}, 1)" for channel in range(1, 12)), 8),
    ],
)
def test_there_is_room_for_the_files_that_a_program_may_use(statements, files):
    assert compile_text(f"begin integer i; {statements} end", "test.alg").words.files == files * 72
