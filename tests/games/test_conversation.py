"""Lines that are typed to a game."""

from host.games import conversation


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
