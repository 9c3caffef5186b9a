"""Decks: control cards, records of INPUT, the dayfile, and what happens after an abort."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import SourceErrors
from host.cli.main import main
from host.languages.assembly import Line
from host.machines.cdc6600 import control, deck
from host.machines.cdc6600.machine import MODEL, Cdc6600, dump
from host.machines.programs import names

PROGRAM = """\
          IDENT  SMALL
SMALL     SA1    64B
          SB1    X1
          SA2    2
          BX6    X2
          SA6    300B
          MESSAGE 300B
          ENDRUN
          END    SMALL
"""
FAILS = PROGRAM.replace("SB1    X1", "SA3    -1")
READS = """\
          IDENT  READS
READS     READ   IN,R
          SX6    20B
          SA6    IN
          WRITER OUT,R
          ENDRUN
IN        VFD    42/0LINPUT,18/1
          CON    BUF,BUF,BUF,BUF+101B
OUT       VFD    42/0LOUTPUT,18/1
          CON    BUF,BUF+LEN,BUF,BUF+101B
LEN       EQU    1
BUF       BSS    101B
          END    READS
"""


@pytest.fixture
def job(tmp_path, capsys):
    """Runs a deck; gives the exit status, OUTPUT, the dayfile, and what was printed to standard error."""

    def run(text, *options):
        path = tmp_path / "deck.job"
        path.write_text(text)
        status = main(["run", "6600", str(path), *options])
        printed = capsys.readouterr()
        lines = printed.out.splitlines()
        dayfile = [line[18:].strip() for line in lines if line.startswith("dayfile")]
        return status, [line for line in lines if not line.startswith(("dayfile", "CP time"))], dayfile, printed.err

    return run


def test_a_program_is_assembled_and_run_with_the_parameters_of_its_card(job):
    status, output, dayfile, _ = job(f"SMALL,T100.\nCOMPASS.\nLGO,AB=CD.\n~eor\n{PROGRAM}")
    assert (status, output) == (0, [])
    assert dayfile[:4] == ["SMALL, JOB.", "COMPASS.", "LGO,AB=CD.", "AB:::::::B"]  # what stands in word 2, as a line
    assert dayfile[4].endswith("SEC.")


def test_a_program_has_the_name_that_b_says_and_the_listing_goes_to_l(job):
    status, output, dayfile, _ = job(f"SMALL.\nCOMPASS,B=MINE,L.\nMINE.\n~eor\n{PROGRAM}")
    assert status == 0
    assert any("IDENT  SMALL" in line for line in output)
    assert "MINE." in dayfile


def test_after_an_abort_the_job_goes_on_after_exit(job):
    cards = "COMPASS.\nLGO.\nREWIND,LGO.\nEXIT.\nCOMMENT. WENT WRONG.\nDMP,1,2.\n"
    status, output, dayfile, _ = job(f"SMALL.\n{cards}~eor\n{FAILS}")
    assert status == 1
    assert dayfile[1:-1] == [
        "COMPASS.", "LGO.", "CPU ERROR EXIT AT 000100. AN ADDRESS OUT OF RANGE", "EXIT.", "COMMENT. WENT WRONG.",
        "DMP,1,2.",
    ]  # fmt: skip
    assert output[0].startswith(" 000000 ")


def test_without_an_abort_the_job_ends_at_exit(job):
    status, output, dayfile, _ = job(f"SMALL.\nCOMPASS.\nLGO.\nEXIT.\nDMP.\n~eor\n{PROGRAM}")
    assert (status, output) == (0, [])
    assert dayfile[-2] == "EXIT."


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("NOTHING.", "ILLEGAL CONTROL CARD."),
        ("COMPASS", "FORMAT ERROR ON CONTROL CARD."),
        ("COMPASS.\nCOMPASS.", "INPUT HAS NO MORE RECORDS."),
        ("RFL,9.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("RFL,700000.", "CM OUT OF RANGE."),
        ("MODE,10.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("COMPASS.\nRFL,100.\nLGO.", "LGO NEEDS A FIELD LENGTH OF 133."),
        ("INPUT.", "INPUT IS NO PROGRAM THAT CAN BE LOADED."),
        ("REWIND,TOOLONGNAME.", "ERROR IN FILE NAME TOOLONG."),
        ("REWIND.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("RETURN.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("RFL,100,200.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("MODE,7,1.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("DMP,1,2,3.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("COPYBR,INPUT,OUTPUT,TWO.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("COPYBF,INPUT,OUTPUT,1,2.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("COPY,INPUT,OUTPUT,1.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("SKIPR,INPUT,ALL.", "ERROR IN CONTROL CARD ARGUMENTS."),
        ("SKIPF.", "ERROR IN CONTROL CARD ARGUMENTS."),
    ],
)
def test_a_card_that_cannot_be_done_aborts_the_job(job, cards, why):
    status, _, dayfile, _ = job(f"SMALL.\n{cards}\n~eor\n{PROGRAM}")
    assert status == 1
    assert dayfile[-2] == why


def test_the_time_limit_is_in_octal_seconds_of_cp_time(job):
    loop = "          IDENT  LOOP\nLOOP      EQ     LOOP\n          END    LOOP\n"
    status, _, dayfile, _ = job(f"LOOP,T10.\nCOMPASS.\nLGO.\n~eor\n{loop}", "--fast")
    assert status == 1
    assert dayfile[3] == "TIME LIMIT."
    assert dayfile[4] == "CP      8.000 SEC."


def test_mode_lets_errors_pass(job):
    status, _, dayfile, _ = job(f"SMALL.\nMODE,0.\nCOMPASS.\nLGO.\n~eor\n{FAILS}")
    assert (status, dayfile[-1].endswith("SEC.")) == (0, True)


def test_an_error_of_a_compiler_has_its_place_in_the_deck(job):
    status, _, dayfile, err = job("BAD.\nCOMPASS.\nLGO.\n~eor\n          SA1    A1+X2+B3\n          END\n")
    assert status == 1
    assert "deck.job:5:" in err
    assert dayfile[2] == "1 ERROR IN COMPASS."


def test_fortran_and_algol_are_compiled_too(job):
    fortran = "      PROGRAM SMALL(OUTPUT)\n      PRINT 1\n    1 FORMAT(6H HELLO)\n      STOP\n      END\n"
    algol = 'BEGIN OUTSTRING(61, "WORLD"); OUTSYMBOL(61, ";", 1) END\n'
    status, output, _, err = job(f"BOTH.\nFTN.\nLGO.\nRETURN,LGO.\nALGOL.\nLGO.\n~eor\n{fortran}~eor\n{algol}")
    assert err == ""
    assert status == 0
    assert [line.strip() for line in output] == ["HELLO", "WORLD;"]
    _, _, _, err = job(f"BAD.\nFTN.\n~eor\n{fortran.replace('PRINT 1', 'PRINT (')}")
    assert "deck.job:5:" in err


def test_records_and_files_are_copied_and_skipped(job):
    deck = "COPIES.\n{}\n~eor\nA\n~eor\nB\n~eof\nC\n~eor\nD\n"
    assert job(deck.format("COPYBR,INPUT,OUTPUT."))[1] == ["A"]
    assert job(deck.format("COPYBF,INPUT,OUTPUT."))[1] == ["A", "B"]
    assert job(deck.format("COPY,INPUT,OUTPUT."))[1] == ["A", "B", "C", "D"]
    assert job(deck.format("SKIPR,INPUT.\nCOPYBR,INPUT,X.\nSKIPF,INPUT.\nREWIND,X.\nCOPYBR,X,OUTPUT."))[1] == ["B"]
    assert job(deck.format("COPYBR,,,2."))[1] == []  # files without a name cannot be
    assert job(deck.format("COPYBR,INPUT,OUTPUT,2.\nRETURN,INPUT.\nREWIND,INPUT.\nCOPYBR."))[1] == ["A", "B", "A"]


def test_a_program_of_ironboard_is_called_by_its_name(job):
    status, output, dayfile, _ = job("PLAY.\nMATES.\n~eor\nWHITE KC8 PB6 RA1\nBLACK KA8 BB8 PA7 PB7 SOLVE\n")
    assert status == 0
    assert any("A1-A6" in line for line in output)
    assert "MATES." in dayfile


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is not a job card"),
        ("NO PERIOD\n", "this is not a job card"),
        ("JOB,T9.\n", "'T9' is not a parameter of a job card"),
        ("JOB,X1.\n", "'X1' is not a parameter of a job card"),
        ("JOB.\n~eor\né\n", "display code has no character 'é'"),
    ],
)
def test_a_bad_deck_is_an_error_with_its_place(tmp_path, text, why):
    path = tmp_path / "deck.job"
    path.write_text(text)
    with pytest.raises(SourceErrors, match=rf"deck\.job:[13]:1: error: {why}"):
        deck.read(path)


def test_a_deck_is_done_without_a_console(tmp_path, capsys):
    (tmp_path / "deck.job").write_text("SMALL.\n")
    assert main(["6600", str(tmp_path / "deck.job"), "--headless"]) == 1
    assert "this is a deck with control cards: `ironboard run 6600 " in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--interactive"], ["--time"], ["--input", "x"]])
def test_a_deck_has_its_own_input(job, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_text("")
    status, _, _, err = job("SMALL.\n", *option)
    assert status == 1
    assert "a deck has its own INPUT" in err


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("LGO.", "LGO", []),
        (" $COPYBR,INPUT,DIR. REMARK, MORE.", "COPYBR", ["INPUT", "DIR"]),
        ("LUNAR(S)", "LUNAR", ["S"]),
        ("COMPASS,I,L=0,S=NOSTEXT.", "COMPASS", ["I", "L", "0", "S", "NOSTEXT"]),
        ("COPY,,B.", "COPY", ["", "B"]),
    ],
)
def test_the_form_of_cards(text, name, values):
    card = deck.card(Line("x", 1, text))
    assert (card.name, card.values) == (name, values)


def test_named_parameters():
    assert deck.card(Line("x", 1, "COMPASS,I,L=0,B=MINE.")).named == {"I": "", "L": "0", "B": "MINE"}


# ---------------------------------------------------------------- DMP


@settings(derandomize=True, deadline=None, max_examples=20)
@given(
    st.dictionaries(st.integers(0, 0o177), st.integers(0, (1 << 60) - 1), max_size=20),
    st.integers(0, 0o177), st.integers(0, 0o240), st.booleans(),
)  # fmt: skip
def test_a_dump_has_every_word_once(content, first, last, text):
    machine = Cdc6600(core="python")
    machine.write_register("FL", 0o200)
    for address, word in content.items():
        machine.poke(address, word)
    found, count, line = {}, 2 if text else 4, ""
    for each in dump(machine, [first, last], text=text):
        if "DUPLICATED" in each:
            repeated, address = int(each.split()[0]), max(found) + 1
            for at in range(repeated):
                found |= {address + at * count + place: word for place, word in enumerate(line)}
            continue
        words = [each[8 + 26 * place : 31 + 26 * place].replace(" ", "") for place in range(count)]
        address, line = int(each[1:7], 8), [int(word, 8) for word in words if word]
        found |= {address + place: word for place, word in enumerate(line)}
    begin, end = first - first % count, min(last, 0o200)
    assert all(found[address] == content.get(address, 0) for address in range(begin, end))
    assert set(range(begin, end)) <= set(found) <= set(range(begin, 0o200))


def test_a_dump_with_characters():
    machine = Cdc6600(core="python")
    machine.poke(0o100, 0o01020304050607101112)
    (line,) = dump(machine, [0o100, 0o102], text=True)
    assert line == " 000100 01020 30405 06071 01112   00000 00000 00000 00000   ABCDEFGHIJ"


@pytest.mark.parametrize(("first", "second"), [("COMPASS", "FTN"), ("FTN", "COMPASS"), ("COMPASS", "COMPASS")])
def test_a_second_program_in_a_file_is_named_and_not_left_out_in_silence(job, first, second):
    texts = {"COMPASS": PROGRAM, "FTN": "      PROGRAM SUMS(OUTPUT)\n      END\n"}
    titles = {"COMPASS": "SMALL", "FTN": "SUMS"}
    cards = f"BOTH.\n{first}.\n{second}.\nLGO.\n"
    status, _, dayfile, err = job(f"{cards}~eor\n{texts[first]}~eor\n{texts[second]}")
    assert status == 1
    assert dayfile[-2] == f"LGO HOLDS MORE THAN ONE PROGRAM. {titles[second]} IS NOT RUN."
    assert "deck.job:4:1: error: LGO holds more than one program" in err
    assert "RETURN,LGO." in err
    cards = f"BOTH.\n{first}.\n{second},B=OTHER.\nLGO.\nOTHER.\n"
    assert job(f"{cards}~eor\n{texts[first]}~eor\n{texts[second]}")[0] == 0


@pytest.mark.parametrize("name", sorted(control.NOT_SUPPORTED))
def test_a_card_that_is_known_but_not_supported_says_so(name):
    assert name not in control.CARDS
    assert name.lower() not in names(MODEL)


def test_the_message_of_a_card_that_is_not_supported(job):
    status, _, dayfile, err = job(f"SMALL.\nLOAD,LGO.\n~eor\n{PROGRAM}")
    assert (status, dayfile[-2]) == (1, "LOAD IS NOT SUPPORTED.")
    assert "deck.job:2:1: error: the card LOAD (for the loader) is known, but not supported" in err
    status, _, dayfile, err = job(f"SMALL.\nNOWHERE.\n~eor\n{PROGRAM}")
    assert (status, dayfile[-2]) == (1, "ILLEGAL CONTROL CARD.")
    assert "deck.job:2:1: error: the job is aborted: ILLEGAL CONTROL CARD." in err


def test_an_option_without_effect_and_the_end_of_a_file_are_told(job):
    _, _, dayfile, _ = job(f"SMALL.\nCOMPASS,S=NOSTEXT.\nCOPYBR,INPUT,X,5.\nSKIPF,INPUT.\n~eor\n{PROGRAM}")
    assert "COMPASS - S HAS NO EFFECT." in dayfile
    assert dayfile.count("EOI ENCOUNTERED.") == 2
