"""Jobs without a view: OUTPUT and dayfile, files, bad programs, where the time goes, the chart."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from emulators.cdc6600.machine import Cdc6600
from emulators.cdc6600.scoreboard import Column
from emulators.image import Image
from host.cli.main import main
from host.machines.cdc6600 import chart
from tests.cdc6600.machines import START, words

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
COPY = """
         IDENT  COPY
* COPIES A FILE TO ANOTHER, UP TO THE END OF INFORMATION.
START    SX6    IN
         RJ     CIO
         SA1    IN+2
         SA2    IN+3
         IX3    X1-X2
         ZR     X3,LAST          NOTHING MORE
         BX6    X1
         SA6    OUT+2            WRITE WHAT HAS BEEN READ
         BX7    X2
         SA7    OUT+3
         SX6    OUT
         RJ     CIO
         SX6    BUFFER           EMPTY AGAIN
         SA6    IN+2
         SA6    IN+3
         SA1    IN
         MX2    42
         BX6    X1*X2
         SX3    10B
         BX6    X6+X3
         SA6    IN
         SA1    OUT
         BX6    X1*X2
         SX3    14B
         BX6    X6+X3
         SA6    OUT
         EQ     START
LAST     SA1    END
         BX6    X1
         SA6    1
         EQ     *

CIO      PS                      X6: THE FET
         SB7    X6
         SA1    REQUEST
         BX6    X6+X1
         SA6    1
TAKEN    SA1    1
         NZ     X1,TAKEN
MOVED    SA1    B7
         LX1    59
         PL     X1,MOVED
         EQ     CIO

REQUEST  VFD    18/0LCIO,42/0
END      VFD    18/0LEND,42/0
IN       VFD    42/0LINPUT,18/10B
         CON    BUFFER,BUFFER,BUFFER,BUFFER+9
OUT      VFD    42/0LOUTPUT,18/14B
         CON    BUFFER,BUFFER,BUFFER,BUFFER+9
BUFFER   BSS    9
         END    START
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def job(*arguments):
    return main(["run", "6600", *map(str, arguments), "--core", "compiled"])


def program(folder, text, name="bad.compass"):
    """Write a program of one word or more."""
    file = folder / name
    file.write_text(f"         IDENT  BAD\nSTART    BSS    0\n{text}\n         END    START\n")
    return file


# ---------------------------------------------------------------- files


def test_output_is_printed_with_the_time(capsys):
    assert job(EXAMPLES / "hello.compass") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "HELLO FROM THE CDC 6600"
    assert lines[1] == "end      the program has ended"
    assert lines[2].startswith("CP time  1")


def test_a_file_is_copied(folder, capsys):
    longer = "A LONGER LINE THAN ONE BUFFER HAS ROOM FOR, SO THAT IT GOES OVER IN TWO PARTS AND MORE"
    text = f"THE FIRST LINE\n\n{longer}\nEND\n"
    (folder / "copy.compass").write_text(COPY)
    (folder / "in.txt").write_text(text.lower())
    assert job("copy.compass", "--input", "in.txt") == 0
    assert capsys.readouterr().out.startswith(text)
    assert job("copy.compass", "--input", "in.txt", "--output", "out.txt") == 0
    assert (folder / "out.txt").read_text() == text
    assert text not in capsys.readouterr().out
    assert job("copy.compass", "--file", "INPUT=in.txt", "--save", "output=saved.txt") == 0
    assert (folder / "saved.txt").read_text() == text


@pytest.mark.parametrize("option", ["--output", "--timing", "--save"])
def test_a_file_that_exists_is_replaced_only_when_asked_for(folder, capsys, option):
    (folder / "mine.txt").write_text("mine")
    kept = [option, "OUTPUT=mine.txt" if option == "--save" else "mine.txt"]
    assert job(EXAMPLES / "hello.compass", *kept) == 1
    assert "mine.txt exists already" in capsys.readouterr().err
    assert (folder / "mine.txt").read_text() == "mine"
    assert job(EXAMPLES / "hello.compass", *kept, "--force") == 0
    assert (folder / "mine.txt").read_text() != "mine"


def test_without_input_there_is_nothing_in_it(folder, capsys):
    (folder / "copy.compass").write_text(COPY)
    assert job("copy.compass") == 0
    assert capsys.readouterr().out.startswith("end ")


def test_a_character_that_display_code_does_not_have_is_shown_with_its_place(folder, capsys):
    (folder / "copy.compass").write_text(COPY)
    (folder / "in.txt").write_text("FINE\nNO ä\n")
    assert job("copy.compass", "--input", "in.txt") == 1
    assert "in.txt:2:4: error: display code has no character 'ä'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.compass"], "nothing.compass"),
        ([EXAMPLES / "hello.compass", "--input", "none.txt"], "cannot read none.txt"),
        ([EXAMPLES / "hello.compass", "--file", "1A=hello.txt"], "'1A' is not a file name"),
        ([EXAMPLES / "hello.compass", "--timing", "x.png"], "suffix .txt or .svg"),
        ([EXAMPLES / "hello.compass", "--timing", "x.txt", "--fast"], "omit --fast"),
        ([EXAMPLES / "loop.compass", "--timing", "x.svg", "--count", "600"], "at most 500 instructions"),
        ([EXAMPLES / "hello.compass", "--save", "OUTPUT=a", "--output", "b"], "OUTPUT is saved to one file"),
        ([EXAMPLES / "hello.compass", "--words", "5000"], "a storage of 5000 words"),
        (
            [EXAMPLES / "hello.compass", "--input", "hello.txt", "--interactive"],
            "INPUT is either a file or the keyboard",
        ),
        (["hello"], "no program of this name for the 6600"),
        (["wally"], "'wally' is not a program for the 6600: there are"),
        (["checkers"], "'checkers' is not a program for the 6600"),
        ([EXAMPLES / "multiply.s"], "this is a source for the 6502"),
        (["hello.txt"], "cannot tell the format of this file"),
        (["empty.compass"], "produces no words"),
        (["empty.o60"], "the file is empty"),
        (["bad.o60"], "bad.o60, line 1: 'HELLO' is not an address and words"),
        (["high.o60", "--words", "32K"], "it reaches to 100000, memory to 077777"),
    ],
)
def test_what_cannot_be_is_refused(folder, capsys, arguments, message):
    (folder / "hello.txt").write_text("HELLO\n")
    (folder / "bad.o60").write_text("HELLO\n")
    (folder / "high.o60").write_text("100000 00000000000000000000\n")
    (folder / "empty.compass").touch()
    (folder / "empty.o60").touch()
    assert job(*arguments) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--file", "A"], ["--em", "8"], ["--em", "1000000"], ["--cycles", "0"]])
def test_wrong_usage(arguments):
    with pytest.raises(SystemExit, match="2"):
        job("hello.compass", *arguments)


# ---------------------------------------------------------------- bad programs


PARCELS = "         VFD    15/46000B,15/46000B,15/46000B,15/51000B"
MACRO = "TWICE    MACRO\n         FX1    X2+X2\n         ENDM\n         BX3    X1\n         MX2    1\n         TWICE"
ERROR, REFUSED = "the program stopped: error exit at 000100:", "the program stopped: no instruction at 000100, parcel"
NO_REQUEST = "WORD 1 HOLDS NO REQUEST: 00000000000000000005"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("         SA1    400000B", f"{ERROR} an address out of range [bad.compass:3]"),
        (PARCELS, f"{REFUSED} 3: 51000 [bad.compass:3]"),
        ("         VFD    15/01400B,45/0", f"{REFUSED} 0: 01400 [bad.compass:3]"),
        ("         EQ     *", "the program has not ended within 5,000 cycles: it was at 000100 [bad.compass:3]"),
        (
            "         SX6    5\n         SA6    1\n         EQ     *",
            f"the program was aborted: {NO_REQUEST}; it was at 000101 [bad.compass:5]",
        ),
        ("         EQ     400000B", f"{ERROR} an address out of range [bad.compass:3]"),
        ("         BX3    X1\n         SA1    -2", f"{ERROR} an address out of range [bad.compass:4]"),
        ("         NO\n         NO\n         EQ     400000B", f"{ERROR} an address out of range [bad.compass:5]"),
        ("         BX3    X1\n         VFD    15/01400B", f"{REFUSED} 1: 01400 [bad.compass:4]"),
        (MACRO, f"{ERROR} an infinite operand [bad.compass:4]"),
        ("         SX6    5", "the program ran into a word outside itself: program stop (PS) at 000101"),
    ],
)
def test_a_bad_program_stops_with_reason_address_and_line(folder, capsys, text, message):
    assert job(program(folder, text), "--cycles", "5000") == 1
    assert capsys.readouterr().err.strip() == message


def test_a_program_may_end_in_a_stop(folder, capsys):
    assert job(program(folder, "         PS")) == 0
    assert capsys.readouterr().out.startswith("end      program stop (PS) at 000100\n")


def test_ctrl_c_stops_a_program_and_says_where_it_was(folder, capsys, monkeypatch):
    pieces = iter([Cdc6600.run_to])

    def run_to(machine, cycle):
        piece = next(pieces, None)
        if piece is None:
            raise KeyboardInterrupt
        return piece(machine, 10_000)

    monkeypatch.setattr(Cdc6600, "run_to", run_to)
    assert job(program(folder, "         EQ     *")) == 130
    printed = capsys.readouterr()
    assert printed.err.splitlines()[0] == "the program was interrupted: it was at 000100 [bad.compass:3]"
    assert printed.out.startswith("end      interrupted\nCP time  10,00")


# ---------------------------------------------------------------- where the time goes


def looping():
    """The rows of the sum of two arrays in ten passes, and its machine."""
    machine = Cdc6600(core="compiled")
    machine.load(Image.of(START, words("54111 54221 36612 54661", "67221 0520000100", "00000"), word_bits=60))
    for name, value in (("B1", 1), ("B2", 10), ("A1", 0o1000), ("A2", 0o2003), ("A6", 0o3006), ("P", START)):
        machine.write_register(name, value)
    machine.timing()
    machine.run(10_000)
    return machine, machine.timed()


def test_the_account_adds_up_to_the_time_whatever_pieces_it_is_made_of():
    machine, rows = looping()
    whole, pieces = chart.Account(), chart.Account()
    whole.add(rows)
    for start in range(0, len(rows), 7):
        pieces.add(rows[start : start + 7])
    assert whole.total == machine.cycles == whole.words.total()
    assert (whole.reasons, whole.words, whole.units) == (pieces.reasons, pieces.words, pieces.units)
    assert set(whole.words) == {START, START + 1, START + 2}
    assert whole.instructions == machine.m.instructions


def test_the_table_has_what_the_model_noted():
    machine, rows = looping()
    lines = chart.lines_of(rows[24:30], machine, lambda address, offset: f"sum:{address - START + 1}+{offset}")
    assert [(each.issue, each.start, each.result) for each in lines] == [
        (0, 0, 3), (1, 1, 4), (2, 9, 12), (4, 12, 15), (5, 5, 8), (9, 9, 17),
    ]  # fmt: skip
    table = list(chart.table(lines))
    assert " ".join(table[4].split()) == "000100.3 SA6 A6+B1 increment 1 4 12 15 20 unit 1, operand 8 sum:1+45"


def test_the_chart_has_a_row_for_every_instruction_and_a_bar_for_everything_it_did():
    machine, rows = looping()
    lines = chart.lines_of(rows[24:30], machine, lambda address, offset: "")
    root = ET.fromstring(chart.drawing(lines))
    groups = root.findall("{*}g")
    assert len(groups) == 6
    widths = [[float(bar.get("width")) / chart.CYCLE for bar in group.findall("{*}rect")] for group in groups]
    assert widths == [[3, 5], [3, 5], [7, 3], [1, 8, 3, 5], [3], [3, 8]]
    for each, row in zip(lines, rows[24:30], strict=True):
        spans = {name: end - begin for name, begin, end in each.bars}
        assert spans.get("result held", 0) == row[Column.READER]


def test_views_and_account_of_the_command(folder, capsys):
    source = EXAMPLES / "loop.compass"
    assert job(source, "--time", "--timing", "a.txt", "--from", "201", "--count", "7") == 0
    out = capsys.readouterr().out
    assert "a jump was being decided" in out
    assert "loop.compass:" in out
    lines = (folder / "a.txt").read_text().splitlines()
    assert len(lines) == 1 + 7
    assert job(source, "--timing", "a.svg", "--count", "20") == 0
    assert len(ET.parse(folder / "a.svg").getroot().findall("{*}g")) == 20


def test_without_the_model_of_time_the_output_is_the_same(capsys):
    assert job(EXAMPLES / "hello.compass", "--fast") == 0
    out = capsys.readouterr().out
    assert out.startswith("HELLO FROM THE CDC 6600\n")
    assert "instructions" in out
    assert "minor" not in out
