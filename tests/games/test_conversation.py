"""Lines that are typed to a game."""

import re
from types import SimpleNamespace

import pytest

from emulators.errors import IronboardError
from host.games import conversation, draughts_play, kalah_play
from host.games.checkers import play as checkers
from host.games.endings import play as endings
from host.games.go import play as go
from host.games.pitrat import play as pitrat

GAMES = {
    "draughts": draughts_play.Play,
    "checkers": checkers.Play,
    "endings": endings.Play,
    "go": go.Play,
    "kalah": kalah_play.Play,
    "nps": go.Dialogue,
    "pitrat": pitrat.Play,
}
WITH_FILES = {  # where a game has it
    "checkers": ("picture", "save", "open"), "draughts": ("picture", "save", "open"), "endings": ("save", "open"),
    "go": ("save", "open"), "kalah": ("picture", "save", "open"), "pitrat": ("draw", "save", "open"),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_words_after_a_command_that_takes_none_are_refused(game):
    play = object.__new__(GAMES[game])
    for name, command in play.commands.items():
        example = re.search(rf"(^|[:;,] ){name} ", command.what)
        assert command.takes == (example is not None), (name, command.what)
        if not command.takes:
            with pytest.raises(conversation.UnknownCommand, match=f"'{name} 5' is not a command: expected {name}$"):
                play.obey(f"{name} 5")
    play.obey("quit")
    assert play.left


@pytest.mark.parametrize("game", GAMES)
def test_an_error_in_a_script_has_its_line(game, monkeypatch):
    play = object.__new__(GAMES[game])
    monkeypatch.setattr(GAMES[game], "greet", lambda self: None)
    with pytest.raises(IronboardError, match=r"^standard input, line 3: 'quit now' is not a command: expected quit$"):
        play.hold(iter(["", " ", "quit now"]), patient=False)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in WITH_FILES.items() for name in names])
def test_a_command_of_a_file_needs_its_name(game, name):
    with pytest.raises(IronboardError, match=f"^expected a file.*, such as {name} "):
        GAMES[game].commands[name].act(SimpleNamespace(files=SimpleNamespace(suffix=".sgf")), "")


def test_at_a_terminal_bytes_that_are_no_text_do_not_end_the_game(monkeypatch, capsys):
    typed = iter([UnicodeDecodeError("ascii", b"K\xe9", 1, 2, "not in range"), "e5", EOFError()])

    def line(prompt):
        if isinstance(what := next(typed), Exception):
            raise what
        return what

    monkeypatch.setattr(conversation, "at_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", line)
    assert list(conversation.lines("a move such as Ke5")) == ["e5"]
    assert "not readable text: type a move such as Ke5" in capsys.readouterr().out
