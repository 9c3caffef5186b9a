"""What is put onto the clipboard."""

import chess
import pytest

from host.ui import copying
from host.ui.controller import Controller, Tools
from host.ui.parts import Board, Box
from tests.faces import invented
from tests.faces.user import Clock

CHESS = Board(
    name="chess", box=Box(0, 0, 8, 8), rows=8, columns=8, style="squares", men={each: each for each in "KQRBNPkqrbnp"}
)


class Clipboard(Tools):
    def copy(self, text):
        self.text = text


def test_a_board_of_go_is_a_diagram():
    cells = [" "] * 225
    cells[16], cells[17] = "#", "o"
    lines = copying.diagram(invented.GO, {"cells": cells}).splitlines()
    assert lines[0] == "1 " + " ".join("+" * 15)
    assert lines[1] == "2 + X O " + " ".join("+" * 12)
    assert lines[-1] == "  1 2 3 4 5 6 7 8 9 A B C D E F"


def test_a_board_of_draughts_is_a_diagram():
    cells = ["-" if (row + column) % 2 == 0 else " " for row in range(8) for column in range(8)]
    cells[1], cells[3], cells[62] = "b", "B", "W"
    lines = copying.diagram(invented.SQUARES, {"cells": cells}).splitlines()
    assert lines[0] == "8   b   B   .   ."
    assert lines[7] == "1 .   .   .   W"


def test_pits_are_their_numbers():
    assert copying.diagram(invented.PITS, {"cells": ["3", "0", "12"]}) == "3 0 12\n"


@pytest.mark.parametrize("fen", [chess.STARTING_BOARD_FEN, "8/8/8/8/8/8/8/8", "kbK5/pp6/1P6/8/8/8/8/R7"])
def test_men_of_chess_are_written_as_another_program_reads_them(fen):
    board = chess.BaseBoard(fen)
    cells = [str(board.piece_at(square ^ 56) or " ") for square in range(64)]
    assert copying.fen(CHESS, {"cells": cells}) == f"{fen}\n"


def test_boards_of_other_games_have_no_fen():
    assert copying.fen(invented.SQUARES, {"cells": [" "] * 64}) == ""


def test_what_is_chosen_is_on_the_clipboard():
    controller = Controller(invented.Machine(), invented.panel(invented.pane("printer", invented.PAPER)), now=Clock())
    controller.tools = Clipboard()
    controller.paper.feed(b"HELLO  \r\nWORLD\r\n")
    controller.command("copy")
    titles = [each.title for each in controller.menu.choices]
    assert titles == ["printer: all lines", "the whole panel in characters"]
    controller.choose(0)
    assert controller.tools.text == "HELLO\nWORLD\n"
    assert controller.notice == "copied: printer: all lines"
    controller.command("copy")
    controller.choose(1)
    assert "HELLO" in controller.tools.text


def test_without_a_clipboard_it_is_an_error():
    controller = Controller(invented.Machine(), invented.panel(invented.DISPLAY), now=Clock())
    controller.command("copy")
    controller.choose(0)
    assert "no clipboard" in controller.error
