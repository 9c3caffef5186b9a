"""The prompt at a real terminal: line editing, history, completion, Ctrl-C, the end of the input."""

import os
import pty
import select
import subprocess
import sys
import time

import pytest

from host.debugger import cli as terminal
from host.debugger.commands import candidates
from tests.debugger.monitor.desks import small, toy, toy_with_keys, wally

PATIENCE = 120  # seconds; the machine may have to be compiled
CTRL_C, CTRL_D, UP, TAB = "\x03", "\x04", "\x1b[A", "\t"


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, state, *arguments):
        self.master, slave = pty.openpty()
        environment = {**os.environ, "XDG_STATE_HOME": str(state), "TERM": "xterm", "COLUMNS": "200"}
        command = [sys.executable, "-m", "ironboard", "debug", *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
            preexec_fn=lambda: terminal_of(0),
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def type(self, text):
        os.write(self.master, text.encode())

    def until(self, text, again=""):
        """Return what is printed up to a text, which has to come; `again` is typed whenever nothing comes.

        A Ctrl-C is lost when it comes in the very moment in which Python begins to wait for a line.
        """
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 1)[0]:
                self.seen += os.read(self.master, 4096).decode()
            else:
                self.type(again)
        before, _, self.seen = self.seen.partition(text)
        return before

    def end(self):
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            os.close(self.master)


def terminal_of(descriptor):
    """Make a terminal the one that sends Ctrl-C to this process."""
    import fcntl
    import termios

    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)


def test_a_session_at_the_prompt(tmp_path):
    desk = Terminal(tmp_path, "wally", "--line")
    assert "-> 0200" in desk.until("(0200 MAIN) ")
    desk.type("nonsense")
    desk.until("nonsense")
    desk.type(CTRL_C)
    desk.until("(0200 MAIN) ", again=CTRL_C)
    desk.type("stopw" + TAB + "\n")
    assert "0 cycles" in desk.until("(0200 MAIN) ")
    desk.type("print COUN" + TAB + "\n")
    assert "$51" in desk.until("(0200 MAIN) ")
    desk.type("continue\n")
    time.sleep(0.5)
    desk.type(CTRL_C)
    assert "paused" in desk.until("-> ", again=CTRL_C)
    desk.until("\n(")
    desk.until(") ")
    desk.type("foo\n")
    assert "there is no command 'foo'" in desk.until("\n(")
    desk.until(") ")
    desk.type(CTRL_D)
    assert desk.end() == 0
    assert (tmp_path / "ironboard" / "debug_history").exists()

    again = Terminal(tmp_path, "wally", "--line", "-e", "echo before the prompt")
    assert "before the prompt" in again.until("(0200 MAIN) ")
    again.type(UP + UP + UP + "\n")  # foo, continue, print COUNT
    assert "$51" in again.until("(0200 MAIN) ")
    again.type("quit 9\n")
    assert again.end() == 9


def lines_read(monkeypatch, lines, closed=EOFError):
    """Let standard input be a terminal at which these lines are typed."""
    typed, prompts = iter(lines), []

    def read(prompt):
        prompts.append(prompt)
        try:
            line = next(typed)
        except StopIteration:
            raise closed from None
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(terminal, "history_file", lambda: terminal.Path(os.devnull))
    return prompts


def test_the_prompt_shows_the_next_instruction_or_the_address_of_the_next_line_to_assemble(monkeypatch, capsys):
    desk = small()
    prompts = lines_read(monkeypatch, ["step", "a 300", "lda #5", "", None, "quit 4"])
    assert terminal.interact(desk.monitor) == 4
    assert prompts == ["(0200 start) ", "(0202 loop) ", ".0300  ", ".0302  ", "(0202 loop) ", "(0202 loop) "]


def test_lines_that_come_from_no_terminal_have_no_prompt_and_empty_ones_repeat_nothing(monkeypatch, capsys):
    desk = toy()
    prompts = lines_read(monkeypatch, ["step", "", "foo", "step"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert terminal.interact(desk.monitor) == 0
    assert set(prompts) == {""}
    assert desk.session.cycles == 4
    assert capsys.readouterr().out.startswith("error: there is no command 'foo'")


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize(
    ("head", "word", "expected"),
    [
        ("", "stopw", ["stopwatch"]),
        ("", "show", ["show_breakpoints", "show_labels"]),
        ("break ", "POIN", ["POINTH", "POINTL"]),
        ("break COUNT if ", "pc", ["PC"]),
        ("print ", "REFUSE@u", ["REFUSE@units", "REFUSE@up"]),
        ("break ", "wal", ["wally.s:"]),
        ("press ", "r", ["RS"]),
        ("help ", "unt", ["until"]),
        ("devices ", "di", ["display"]),
        ("input ", "key_", ["key_down", "key_up"]),
        ("nonsense ", "a", []),
    ],
)
def test_words_are_completed_to_what_may_stand_there(head, word, expected):
    assert candidates(wally().monitor, head, word) == expected


def test_file_names_are_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.hex").touch()
    (tmp_path / "games").mkdir()
    assert candidates(toy().monitor, "load ", "ga") == ["game.hex", f"games{os.sep}"]
    assert candidates(toy_with_keys().monitor, "press ", "A") == []
