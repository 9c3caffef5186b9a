"""Jobs on the 6600: what the operator and the job's files have to do with a FORTRAN program."""

import io

import pytest

from host.compilers.fortran.compiler import compile_text
from host.machines.cdc6600.compiled import run
from host.machines.cdc6600.job import Job


def numbered(number, text):
    return f"{number:<6}{text}"


@pytest.fixture(params="01")
def job(request, tmp_path):
    """Run the statements of a program, and return the status, what was printed, and what was told."""

    def job(statements, lines=(), **options):
        text = "".join(f"{each}\n" if each[:1].isdigit() else f"      {each}\n" for each in statements)
        (tmp_path / "input").write_text("".join(f"{each}\n" for each in lines))
        program = compile_text(text, "job.f", level=request.param)
        out, err = io.StringIO(), io.StringIO()
        given = Job("job.f", input=tmp_path / "input", **options)
        status = run(program.image, lambda: program, given, out, err, io.StringIO())
        return (
            status,
            [each for each in out.getvalue().splitlines() if not each.startswith(("CP time", "dayfile"))],
            err.getvalue(),
        )

    return job


SWITCHES = ["IF (SENSE SWITCH 2) 10,20", numbered(10, "WRITE (6,30)"), numbered(20, "CALL SSWTCH(3,J)"),
            "WRITE (6,40) J", numbered(30, "FORMAT (5H DOWN)"), numbered(40, "FORMAT (1H ,I2)"), "STOP",
            "END"]  # fmt: skip


def test_switches(job):
    assert job(SWITCHES)[:2] == (0, ["  2"])
    assert job(SWITCHES, sense=(2, 3))[:2] == (0, [" DOWN", "  1"])
    assert job(SWITCHES, sense=(3,))[:2] == (0, ["  1"])


def test_lights_go_off_when_they_are_tested(job):
    program = ["SENSE LIGHT 4", "IF (SENSE LIGHT 4) 10,20", numbered(10, "WRITE (6,30)"),
               "IF (SENSE LIGHT 4) 10,20", numbered(20, "CALL SLITE(2)", ), "CALL SLITET(2,I)", "CALL SLITET(2,J)",
               "WRITE (6,40) I, J", "STOP", numbered(30, "FORMAT (3H ON)"), numbered(40, "FORMAT (1H ,2I2)"),
               "END"]  # fmt: skip
    assert job(program)[:2] == (0, [" ON", "  1 2"])


def test_the_end_of_a_file_is_tested(job):
    program = [numbered(10, "READ (5,30) I"), "IF (EOF,5) 20,15", numbered(15, "WRITE (6,30) I"), "GO TO 10",
               numbered(20, "WRITE (6,40)"), "STOP", numbered(30, "FORMAT (I3)"), numbered(40, "FORMAT (4H END)"),
               "END"]  # fmt: skip
    assert job(program, ["  1", "  2"])[:2] == (0, ["  1", "  2", " END"])


def test_the_end_of_a_file_goes_to_a_label_and_errors_to_another(job):
    program = [numbered(10, "READ (5,30,END=20,ERR=25) I"), "WRITE (6,30) I", "GO TO 10",
               numbered(20, "STOP 1"), numbered(25, "WRITE (6,40)"), "GO TO 10", numbered(30, "FORMAT (I3)"),
               numbered(40, "FORMAT (6H WRONG)"), "END"]  # fmt: skip
    assert job(program, ["  1", " X2", "  3"])[:2] == (0, ["  1", " WRONG", "  3"])


def test_reading_past_the_end_is_told(job):
    status, _, told = job(["READ (5,10) I", numbered(10, "FORMAT (I3)"), "END"])
    assert status == 1
    assert told.startswith("job.f:1: error: reading past the end: unit 5, file INPUT, line 1\n")
