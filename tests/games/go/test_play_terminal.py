"""`ironboard go` as somebody sees it who sits at a terminal."""

import sys

import pytest

if sys.platform != "win32":
    from tests.pseudo_terminal import Terminal

    @pytest.fixture
    def terminal(tmp_path):
        game = str(tmp_path / "game.sgf")
        opened = Terminal("go", "nps", "--size", "9", "--verbose", "--sgf", game, size=(80, 40))
        yield opened
        opened.close()

    def test_a_game_is_played_and_left_with_control_c(terminal, tmp_path):
        terminal.wait_for_prompt()
        terminal.type("e99\r")
        terminal.wait_for(lambda lines: any("e99 is not on the board: A1 to J9" in line for line in lines))
        terminal.wait_for_prompt()
        terminal.type("e5\r")
        terminal.wait_for(lambda lines: any(line.startswith(" 6 · · ·(○)· · · · · 6   VERTEX E5") for line in lines))
        terminal.type("\x03")
        assert terminal.wait_for_end() == 130
        assert ";B[ee];C[BY ANALYZE COUNTER" in "".join((tmp_path / "game.sgf").read_text().split("\n"))
