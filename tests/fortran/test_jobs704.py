"""Jobs on the 704: a FORTRAN program with its cards and tapes, its paper, and why it stopped."""

import io

import pytest

from emulators.errors import SourceErrors
from host.cli.main import main
from host.compilers.fortran.compiler import compile_text
from host.machines.ibm704.job import Job, run


@pytest.fixture
def job(tmp_path):
    """Run the statements of a program, and return the status, what was printed, and what was told."""

    def job(statements, cards=None, level="1", dialect="iv", **options):
        text = "".join(f"{each}\n" if each[:1].isdigit() else f"      {each}\n" for each in statements)
        if cards is not None:
            (tmp_path / "cards").write_text("".join(f"{each}\n" for each in cards))
            options["input"] = tmp_path / "cards"
        program = compile_text(text, "job.f", machine="704", version=dialect, level=level)
        out, err = io.StringIO(), io.StringIO()
        status = run(program, Job("job.f", **options), out, err)
        return status, out.getvalue().splitlines(), err.getvalue()

    return job


def numbered(number, text):
    return f"{number:<6}{text}"


SUM = ["N = 0", numbered(10, "READ (5,20) I"), "IF (I) 40,40,30", numbered(30, "N = N + I"), "GO TO 10",
       numbered(40, "WRITE (6,50) N"), "STOP 17", numbered(20, "FORMAT (I3)"), numbered(50, "FORMAT (4H SUM,I5)"),
       "END"]  # fmt: skip


@pytest.mark.parametrize("level", "01")
def test_cards_come_in_and_lines_go_out(job, level):
    status, printed, told = job(SUM, [" 12", "  7", "  0"], level)
    assert (status, printed) == (0, [" SUM   19"])
    assert told.startswith("end      STOP 17\ntime     ")


def test_an_empty_hopper_names_the_statement(job):
    status, printed, told = job(SUM, [" 12"])
    assert (status, printed) == (1, [])
    assert told.startswith("job.f:2: error: the card reader is empty (--input FILE)\n    2 | 10    READ (5,20) I\n")


@pytest.mark.parametrize("level", "01")
def test_the_end_of_the_cards_is_told_where_the_statement_says_so(job, level):
    ended = [each.replace("(5,20)", "(5,20,END=40)") for each in SUM]
    assert job(ended, [" 12", "  7"], level)[:2] == (0, [" SUM   19"])
    again = [*ended[:-4], "READ (5,20) I", *ended[-4:]]  # which does not say so
    assert again[-5:-3] == ["READ (5,20) I", "STOP 17"]
    status, printed, told = job(again, [" 12"], level)
    assert (status, printed) == (1, [" SUM   12"])
    assert told.startswith("job.f:7: error: the card reader is empty (--input FILE)\n")


def test_a_wrong_digit_names_the_statement(job):
    status, _, told = job(SUM, ["1X2"])
    assert status == 1
    assert told.startswith("job.f:2: error: a number has a character that does not belong there\n")


@pytest.mark.parametrize("level", "01")
def test_a_subscript_out_of_its_bounds_is_told_with_its_value(job, level):
    loop = ["DIMENSION A(10)", "DO 10 I = 1,11", numbered(10, "A(I) = 1."), "STOP", "END"]
    status, _, told = job(loop, level=level)
    assert status == 1
    assert told.startswith("job.f:3: error: a subscript is out of its bounds: A(11), dimensions 10\n")


def test_calls_are_told(job):
    program = ["CALL ONE(4)", "STOP", "END", "SUBROUTINE ONE(N)", "CALL TWO(N)", "RETURN", "END",
               "SUBROUTINE TWO(N)", "DIMENSION A(3)", "A(N) = SQRT(2.)", "RETURN", "END"]  # fmt: skip
    status, _, told = job(program)
    assert status == 1
    assert told.splitlines()[:4] == [
        "job.f:10: error: a subscript is out of its bounds: A(4), dimensions 3",
        "   10 |       A(N) = SQRT(2.)",
        "      in TWO, called at job.f:5",
        "      in ONE, called at job.f:1",
    ]


def test_a_go_to_without_such_a_number_is_told(job):
    status, _, told = job(["I = 3", "GO TO (10,10),I", numbered(10, "STOP"), "END"])
    assert status == 1
    assert told.startswith("job.f:2: error: a computed GO TO has 2 statement numbers: there is no number 3\n")


def test_pause_goes_on_and_the_end_is_an_end(job):
    status, printed, told = job(["PAUSE 5", "PRINT 10", numbered(10, "FORMAT (3H ON)"), "END"])
    assert (status, printed) == (0, [" ON"])
    assert told.startswith("end      the program has ended\n")


def test_switches_and_lights(job):
    program = ["SENSE LIGHT 2", "IF (SENSE SWITCH 3) 10,20", numbered(10, "PRINT 90"),
               numbered(20, "IF (SENSE LIGHT 2) 30,40"), numbered(30, "PRINT 91"),
               "IF (SENSE LIGHT 2) 30,40", numbered(40, "STOP"), numbered(90, "FORMAT (5H DOWN)"),
               numbered(91, "FORMAT (3H ON)"), "END"]  # fmt: skip
    assert job(program, dialect="ii")[1] == [" ON"]
    assert job(program, dialect="ii", sense=(3,))[1] == [" DOWN", " ON"]


def test_a_program_without_an_end_is_stopped(job):
    status, _, told = job([numbered(10, "I = 1"), "GO TO 10", "END"], cycles=10_000)
    assert status == 1
    assert "the program has not ended within 10,000 cycles" in told


def test_the_time_is_told_by_line(job):
    *_, told = job(SUM, [" 12", "  0"], time=True)
    assert "job.f:2  10    READ (5,20) I" in told
    assert "words    " in told


def test_tapes_are_written_and_read_again(job):
    program = ["DIMENSION A(3), B(3)", "DO 5 I = 1,3", numbered(5, "A(I) = I"), "WRITE TAPE 2, A", "REWIND 2",
               "READ TAPE 2, B", "PRINT 10, B(1), B(3)", "STOP", numbered(10, "FORMAT (1H ,2F5.1)"), "END"]  # fmt: skip
    assert job(program, dialect="ii")[:2] == (0, ["   1.0  3.0"])


def test_tapes_of_files_are_there(job, tmp_path):
    program = ["A = 2.5", "WRITE TAPE 2, A", "REWIND 2", "READ TAPE 2, B", "PRINT 10, B", "STOP",
               numbered(10, "FORMAT (1H ,F5.1)"), "END"]  # fmt: skip
    status, printed, _ = job(program, dialect="ii", saves={"2": tmp_path / "two.tap"})
    assert (status, printed) == (0, ["   2.5"])
    assert (tmp_path / "two.tap").stat().st_size > 6


def test_cards_go_to_tape_before_the_run_and_tape_6_is_printed_after_it(job, tmp_path):
    program = ["READ INPUT TAPE 5, 10, I", "WRITE OUTPUT TAPE 6, 20, I", "WRITE OUTPUT TAPE 6, 30", "STOP",
               numbered(10, "FORMAT (I3)"), numbered(20, "FORMAT (3H I ,I4)"), numbered(30, "FORMAT (5H0LAST)"),
               "END"]  # fmt: skip
    assert job(program, [" 12"], dialect="ii")[:2] == (0, [" I   12", "", " LAST"])
    assert job(program, [" 12"], dialect="ii", saves={"6": tmp_path / "six.tap"})[1] == []
    assert job(program, [" 12"], dialect="ii", output=tmp_path / "paper")[1] == []
    assert (tmp_path / "paper").read_text() == " I   12\n\n LAST\n"


@pytest.mark.parametrize("written", ["WRITE (3,20) I", "WRITE (3) I"])
@pytest.mark.parametrize("level", "01")
def test_the_end_of_a_tape_is_told_where_the_statement_says_so(job, level, written):
    read = written.replace("WRITE", "READ").replace(")", ",END=40)")
    text = ["I = 5", written, "END FILE 3", "REWIND 3", numbered(10, read), "WRITE (6,50) I", "GO TO 10"]
    text += [numbered(40, "WRITE (6,60)"), "STOP", numbered(20, "FORMAT (I3)"), numbered(50, "FORMAT (1X, I3)")]
    status, printed, _ = job([*text, numbered(60, "FORMAT (4H END)"), "END"], level=level)
    assert (status, printed) == (0, ["   5", " END"])


def test_a_program_that_is_too_large_is_told_so_and_nothing_of_its_code():
    arrays = "".join(f"      DIMENSION A{each}(12000)\n      A{each}(1) = 1.\n" for each in range(3))
    with pytest.raises(SourceErrors) as refused:
        compile_text(f"{arrays}      X = 2.\n      STOP\n      END\n", "job.f", machine="704", version="ii")
    assert [each.message for each in refused.value.errors] == [
        "the program does not fit into the storage of the machine"
    ]


TWO_WORDS = {"DOUBLE PRECISION D": "DOUBLE PRECISION", "COMPLEX C": "COMPLEX", "X = 1.D0": "DOUBLE PRECISION",
             "X = (1.,2.)": "COMPLEX"}  # fmt: skip


@pytest.mark.parametrize(("statement", "kind"), TWO_WORDS.items())
def test_numbers_of_two_words_are_refused(statement, kind):
    with pytest.raises(SourceErrors, match=f"{kind} is not to be had on the 704"):
        compile_text(f"      {statement}\n      STOP\n      END\n", "job.f", machine="704", version="iv")


def test_the_verb_run_is_the_verb_fortran_for_the_704(tmp_path, capsys):
    lines = ("READ 1, I, J", "K = I + J", "PRINT 1, K", "STOP", "END")
    text = "".join(f"      {each}\n" for each in lines)
    (tmp_path / "sum.f").write_text(f"    1 FORMAT (2I5)\n{text}")
    cards, tape = tmp_path / "cards", tmp_path / "new.tap"
    cards.write_text("   19   23\n")
    program = str(tmp_path / "sum.f")
    assert main(["fortran", program, "--input", str(cards), "--machine", "704"]) == 0
    expected = capsys.readouterr()
    assert "42" in expected.out
    assert main(["run", "704", program, "--input", str(cards)]) == 0
    assert capsys.readouterr() == expected
    assert main(["run", "704", program, "--cards", str(cards), "--words", "8K", "--save", f"3={tape}"]) == 0
    assert capsys.readouterr().out == expected.out
    assert tape.exists()


def test_the_verb_run_says_how_other_programs_are_run(capsys):
    assert main(["run", "704", "tests/data/ibm704/hello.deck"]) == 1
    assert "not FORTRAN; `ironboard 704" in capsys.readouterr().err
