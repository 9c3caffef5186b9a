"""`ironboard rook` as somebody sees it who sits at a terminal."""

import sys

import pytest

if sys.platform != "win32":
    from tests.pseudo_terminal import Terminal

    @pytest.fixture
    def terminal(tmp_path):
        opened = Terminal("rook", "--version", "queen", "--pgn", str(tmp_path / "game.pgn"), size=(80, 40))
        yield opened
        opened.close()

    def test_a_game_is_played_and_left_with_control_c(terminal, tmp_path):
        terminal.wait_for_prompt()
        assert any(line.rstrip() == "5  · · · ♕ · · · ·" for line in terminal.screen.display)
        terminal.type("kg3\r")
        terminal.wait_for(lambda lines: any("kg3: g3 is next to the white king on f2" in line for line in lines))
        terminal.wait_for_prompt()
        terminal.type("kg4\r")
        terminal.wait_for(lambda lines: any(line.startswith(" 2. Qe5 ") for line in lines))
        terminal.wait_for_prompt()
        terminal.type("\x03")
        assert terminal.wait_for_end() == 130
        assert "1. Qd5 Kg4 2. Qe5 *" in (tmp_path / "game.pgn").read_text()
