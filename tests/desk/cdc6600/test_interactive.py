"""Jobs with somebody at the keyboard: when a line is asked for, what is printed when, how it ends."""

import io
import sys

import pytest

from emulators.errors import SourceError
from host.machines.cdc6600.job import KEPT, Job, run_job
from tests.faces.cdc6600.programs import TALK
from tests.pseudo_terminal import Terminal


@pytest.fixture
def program(tmp_path):
    file = tmp_path / "talk.compass"
    file.write_text(TALK)
    return file


class Keyboard:
    """Somebody who types lines, at a terminal, and notes what had been printed before each."""

    def __init__(self, out, *lines):
        self._out, self._lines = out, iter(lines)
        self.seen = []

    def readline(self):
        self.seen.append(self._out.getvalue())
        line = next(self._lines, "")
        if isinstance(line, BaseException):
            raise line
        return line

    def isatty(self):
        return True


def talk(program, *lines, **more):
    """Run the program with these lines; return status, keyboard, what was printed."""
    out, err = io.StringIO(), io.StringIO()
    keyboard = Keyboard(out, *lines)
    status = run_job(Job(str(program), interactive=True, **more), out, err, keyboard)
    return status, keyboard, out.getvalue(), err.getvalue()


def test_a_line_is_asked_for_when_the_program_reads_and_what_it_has_written_stands_before_it(program):
    status, keyboard, out, err = talk(program, "e2-e4\n", "resign\n")
    assert keyboard.seen == [
        "YOUR MOVE ",
        "YOUR MOVE E2-E4\nYOUR MOVE ",
        "YOUR MOVE E2-E4\nYOUR MOVE RESIGN\nYOUR MOVE ",
    ]
    assert (status, err) == (0, "")
    assert out.startswith(f"{keyboard.seen[-1]}\nend      the program has ended\nCP time  ")


def test_the_same_lines_give_the_same_times(program):
    assert talk(program, "E2-E4\n")[2] == talk(program, "E2-E4\n")[2]


def test_a_character_that_cannot_be_is_typed_again(program):
    status, keyboard, out, err = talk(program, "ä2\n", "a2\n")
    assert status == 0
    assert len(keyboard.seen) == 3
    assert err == "display code has no character 'ä': type the line again\n"
    assert out.startswith("YOUR MOVE A2\n")


def test_what_comes_from_a_pipe_is_printed_as_a_terminal_would_show_it(program):
    out = io.StringIO()
    job = Job(str(program), interactive=True)
    assert run_job(job, out, io.StringIO(), io.StringIO("e2-e4\n\nresign\n")) == 0
    paper = "YOUR MOVE E2-E4\nE2-E4\nYOUR MOVE \n\nYOUR MOVE RESIGN\nRESIGN\nYOUR MOVE \n"
    assert out.getvalue().startswith(f"{paper}end      the program has ended\n")


def test_in_a_pipe_it_is_an_error_with_its_place(program):
    job = Job(str(program), interactive=True)
    with pytest.raises(SourceError, match="standard input:2:3: error: display code has no character 'ä'"):
        run_job(job, io.StringIO(), io.StringIO(), io.StringIO("A2\nB ä\n"))


def test_ctrl_c_while_a_line_is_wanted_says_where_the_program_was(program):
    status, _, out, err = talk(program, "A2\n", KeyboardInterrupt())
    assert status == 130
    assert err.startswith("the program was interrupted: it was at 0001")
    assert err.splitlines()[0].endswith("]")
    assert err.endswith(f"\nironboard: interrupted: {KEPT}\n")
    assert "end      interrupted\n" in out


def test_what_was_written_is_kept_besides(program, tmp_path):
    talk(program, "A2\n", output=tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "YOUR MOVE A2\nYOUR MOVE \n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize(("key", "end", "status"), [("\x04", "the program has ended", 0), ("\x03", "interrupted", 130)])
def test_in_a_terminal_ctrl_d_ends_the_input_and_ctrl_c_the_program(program, key, end, status):
    if status:
        program.write_text(TALK.replace("EQ     START", "EQ     *"))  # it answers, and comes to no end
    terminal = Terminal("run", "6600", str(program), "--interactive", "--core", "compiled")
    try:
        terminal.wait_for(lambda display: display[0].startswith("YOUR MOVE"))
        terminal.type("b2\n")
        terminal.wait_for(
            lambda display: display[1].startswith("B2") and (status or display[2].startswith("YOUR MOVE"))
        )
        terminal.type(key)
        assert terminal.wait_for_end() == status
    finally:
        terminal.close()
    left = "\n".join(terminal.screen.display)
    assert f"end      {end}" in left
    assert "Traceback" not in left
    assert ("[talk.compass:" in left) == (status == 130)


def test_without_any_standard_input_the_program_reads_its_end(program, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    out = io.StringIO()
    assert run_job(Job(str(program), interactive=True), out, io.StringIO()) == 0
    assert "the program has ended" in out.getvalue()
