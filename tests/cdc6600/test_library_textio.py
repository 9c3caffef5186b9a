"""Characters and lines of the library: what `display_code` makes of the same words is what programs see."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.files import Mark
from host.machines.cdc6600.calls import integer
from host.machines.cdc6600.machine import Cdc6600

from .library import DRIVERS, MINUS_ZERO, ROOM, Library

repeatable = settings(derandomize=True, deadline=None)
END_OF_LINE, END_OF_INFORMATION = -1, -2
MORE = ("B3", "B4", "B5", "A4", "X4")  # that all but OUTS keep

library = Library(DRIVERS, *MORE)

code = st.integers(0, 63)
word = st.lists(st.sampled_from([0, 0, 0o33, 63, 1]) | code, min_size=10, max_size=10).map(display_code.number)
words = st.lists(st.just(0) | word | word.map(lambda each: each & ~0o7777) | word.map(lambda each: each & ~0o77))
text = st.text(display_code.ASCII, max_size=60)


def characters(count, back=()):
    """Everything that is still to come, `count` characters and ends; they are put back as often as `back` says."""
    library.store(ROOM, [*back, *[0] * (count - len(back))])
    library.call("READALL")
    return [integer(each) for each in library.words(ROOM, library.get("NEXT") - ROOM)]


def expected(content):
    """What INC gives for these words."""
    found = []
    for line in display_code.lines(content):
        found += [*display_code.codes(line), END_OF_LINE]
    return [*found, END_OF_INFORMATION]


@repeatable
@given(words)
def test_characters_and_ends_are_those_of_the_words(content):
    library.read_from(content)
    wanted = expected(content)
    assert characters(len(wanted)) == wanted
    assert characters(1) == [END_OF_INFORMATION]  # again and again


def test_a_file_longer_than_the_buffer_comes_whole():
    lines = [
        "".join(display_code.ASCII[place * place % 64] for place in range(length)) for length in range(300, 400, 9)
    ]
    content = [each for line in lines for each in display_code.line(f"{line}.")]
    library.read_from(content)
    wanted = expected(content)
    assert characters(len(wanted)) == wanted


def test_ends_of_records_and_files_are_passed_over():
    library.read_from([*display_code.line("A"), -1, -2, -1, *display_code.line("B")])
    assert characters(5) == [1, END_OF_LINE, 2, END_OF_LINE, END_OF_INFORMATION]


@repeatable
@given(words, st.data())
def test_what_is_put_back_comes_again(content, data):
    library.read_from(content)
    wanted = expected(content)
    times = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=len(wanted), max_size=len(wanted))
    assert characters(len(wanted), data.draw(times)) == wanted


@repeatable
@given(st.lists(text, min_size=1, max_size=4))
def test_lines_are_written_as_they_are_kept_in_files(lines):
    codes = [each for line in lines for each in (*display_code.codes(line), END_OF_LINE)]
    library.store(ROOM, [each % MINUS_ZERO for each in (*codes, END_OF_INFORMATION)])
    library.call("WRITALL")
    assert library.written() == [each for line in lines for each in display_code.line(line)]


@repeatable
@given(text, st.integers(0, 9))
def test_a_text_is_written_without_the_zeros_behind_it(line, before):
    library.kept = {name: value for name, value in library.kept.items() if name not in ("B3", "B4")}
    for _ in range(before):
        library.call("OUTC", X1=1)
    library.call("OUTS", B2=library.text(line))
    library.call("OUTC", X1=2)
    assert library.printed() == list(display_code.lines(display_code.line("A" * before + whole(line) + "B")))


def whole(line):
    """What is left of a text in words that end with it: without colons at its end."""
    return next(display_code.lines(display_code.line(line)))


def test_output_longer_than_the_buffer_is_written_while_the_program_goes_on():
    lines = [f"LINE {number:4} " + "." * (number % 70) for number in range(200)]
    address = library.text("")
    for line in lines:
        library.store(address, display_code.line(line))
        library.call("OUTS", B2=address)
        library.call("NEWLINE")
    assert list(display_code.lines(library.written())) == lines


# ---------------------------------------------------------------- whole programs

COPY = """
START    SB1    1
         SB2    FROM
         RJ     OPENIN
         RJ     SELIN
         SB2    TO
         RJ     OPENOUT
         RJ     SELOUT
LOOP     RJ     INC
         BX1    X6
         SX2    X6+2
         ZR     X2,DONE
         NG     X6,LINE
         RJ     OUTC
         EQ     LOOP
LINE     RJ     NEWLINE
         EQ     LOOP
DONE     SB2    TO
         RJ     CLOSEO
         SB2    OUTPUT
         RJ     SELOUT
         SB2    =C*COPIED*
         RJ     OUTS
         RJ     ENDRUN
         XTEXT  TEXTIO
FROM     FILE   5
TO       FILE   3
         END    START
"""
UNFINISHED = """
START    SB1    1
         SX1    1
         RJ     OUTC
         RJ     FLUSH
         SB2    =C*WHAT IS WRONG*
         RJ     FAIL
         XTEXT  TEXTIO
         END    START
"""


def machine_after(source, folder, **files):
    """Run a program to its end; return the machine."""
    path = folder / "program.compass"
    path.write_text(source)
    machine = Cdc6600(core="compiled")
    for name, lines in files.items():
        machine.attach(name, lines)
    machine.load(path)
    machine.run(seconds=10)
    return machine


def test_other_files_are_read_and_written_through_buffers_of_any_size(tmp_path):
    lines = [f"{number}: " + "*" * (number * 7 % 50) for number in range(40)]
    machine = machine_after(COPY, tmp_path, FROM=lines)
    assert machine.text("TO").splitlines() == lines
    assert machine.printed == b"COPIED\n"
    assert machine.reason == "the program has ended"
    assert machine.system.files["TO"].content[-1] == Mark.END_OF_RECORD


def test_a_failing_program_says_why_and_shows_what_it_has_printed(tmp_path):
    machine = machine_after(UNFINISHED, tmp_path)
    assert [line[12:] for line in machine.dayfile] == ["WHAT IS WRONG", "ABORTED BY THE PROGRAM"]
    assert machine.printed == b"A\n"
    assert machine.m.cause == Cause.ABORT


ECHO = """
START    SB1    1
LOOP     RJ     INC
         BX1    X6
         SX2    X6+2
         ZR     X2,DONE
         NG     X6,LINE
         RJ     OUTC
         EQ     LOOP
LINE     RJ     NEWLINE
         RJ     FLUSH
         EQ     LOOP
DONE     RJ     ENDRUN
         XTEXT  TEXTIO
         END    START
"""


@pytest.mark.parametrize("length", [0, 1, 8, 9, 10, 18, 19, 20])
def test_a_line_from_a_keyboard_is_there_before_the_next_one(tmp_path, length):
    machine = Cdc6600(core="compiled")
    path = tmp_path / "echo.compass"
    path.write_text(ECHO)
    machine.load(path)
    machine.give("connect", "INPUT")
    for count in (1, 2):
        machine.give("line", ["INPUT", display_code.line("X" * length)])
        machine.run(seconds=0.1)
        assert machine.text("OUTPUT").splitlines() == ["X" * length] * count
    machine.give("disconnect", "INPUT")
    machine.run(seconds=0.1)
    assert machine.reason == "the program has ended"


def test_a_question_is_seen_before_the_answer_is_waited_for(tmp_path):
    machine = Cdc6600(core="compiled")
    path = tmp_path / "ask.compass"
    path.write_text(
        ECHO.replace(
            "LOOP     RJ     INC",
            "         SX1    1RQ\n         RJ     OUTC\n         RJ     NEWLINE\nLOOP     RJ     INC",
        )
    )
    machine.load(path)
    machine.give("connect", "INPUT")
    machine.run(seconds=0.1)
    assert machine.printed == b"Q\n"


@pytest.mark.parametrize(
    "last", ["A", "B", "NINE ....", "TEN ......", "0123456789A", "0123456789B", "0" * 18 + "C", "Z" * 20]
)
def test_a_last_line_without_end_is_written_whole(tmp_path, last):
    machine = machine_after(
        f"START SB1 1\n  SB2 =0C,{last},\n  RJ OUTS\n  RJ ENDRUN\n  XTEXT TEXTIO\n  END START\n", tmp_path
    )
    assert machine.printed.decode() == f"{last}\n"


def test_a_program_without_output_ends_with_an_empty_record(tmp_path):
    machine = machine_after("START SB1 1\n  RJ ENDRUN\n  XTEXT TEXTIO\n  END START\n", tmp_path)
    assert machine.system.files["OUTPUT"].content == [Mark.END_OF_RECORD]
