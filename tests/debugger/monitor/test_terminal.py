"""The prompt at a real terminal: line editing, history, completion, Ctrl-C, the end of the input."""

import os
import time

import pytest

from host.debugger import cli as terminal
from host.debugger.commands import candidates
from tests.debugger.monitor.desks import small, toy, toy_with_keys, wally
from tests.pseudo_terminal import Terminal

PROMPT = "(0200 MAIN) "
CTRL_C, CTRL_D, UP, TAB = "\x03", "\x04", "\x1b[A", "\t"


def test_a_session_at_the_prompt(tmp_path):
    def at_the_prompt(*more):
        return Terminal("debug", "wally", "--line", *more, size=(80, 60), XDG_STATE_HOME=str(tmp_path))

    def shown(desk):
        return "\n".join(desk.screen.display)

    desk, again = at_the_prompt(), None
    try:
        desk.wait_for_prompt(PROMPT)
        assert "-> 0200" in shown(desk)
        desk.type("nonsense")
        desk.wait_for_prompt(f"{PROMPT}nonsense")
        desk.type(CTRL_C)
        desk.wait_for_prompt(PROMPT, again=CTRL_C)
        desk.type("stopw" + TAB + "\n")
        desk.wait_for(lambda _: "0 cycles" in shown(desk))
        desk.wait_for_prompt(PROMPT)
        desk.type("print COUN" + TAB + "\n")
        desk.wait_for(lambda _: "$51" in shown(desk))
        desk.wait_for_prompt(PROMPT)
        desk.type("continue\n")
        time.sleep(0.5)
        desk.type(CTRL_C)
        desk.wait_for(lambda _: "paused" in shown(desk), again=CTRL_C)
        desk.type("foo\n")
        desk.wait_for(lambda _: "there is no command 'foo'" in shown(desk))
        desk.type(CTRL_D)
        assert desk.wait_for_end() == 0
        assert (tmp_path / "ironboard" / "debug_history").exists()

        again = at_the_prompt("-e", "echo before the prompt")
        again.wait_for_prompt(PROMPT)
        assert "before the prompt" in shown(again)
        again.type(UP + UP + UP + "\n")  # foo, continue, print COUNT
        again.wait_for(lambda _: "$51" in shown(again))
        again.type("quit 9\n")
        assert again.wait_for_end() == 9
    finally:
        desk.close()
        if again:
            again.close()


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
