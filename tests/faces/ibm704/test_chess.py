"""Chess on the 704 by clicks: cards are punched, the program judges them; positions come from files and go there."""

from __future__ import annotations

import shutil

import chess
import pytest

from emulators.errors import IronboardError
from host.games.chess.game import CHESS, Position
from host.games.chess.words import words_of
from host.panels.games.chess import OPENING, cell_of, cells_of_fen
from tests.faces.ibm704.room import room
from tests.faces.test_script import compare

GAME = '[White "a"]\n[Black "b"]\n\n1. e4 {remark} e5 2. Nf3 (2. f4) d5 3. exd5 Nc6 *\n'


@pytest.fixture
def controller():
    controller = room()
    controller.boot("chess")
    settle(controller)
    return controller


def settle(controller):
    controller.advance()
    while controller.machine.running:
        controller.machine.run(seconds=10)
    controller.refresh(still=True)


def shown(controller):
    """Return the men on the board of the panel; White is below."""
    cells = controller.shown["board"]["cells"]
    return {chess.square(cell % 8, 7 - cell // 8): man for cell, man in enumerate(cells) if man != " "}


def men(board):
    return {square: str(man) for square, man in board.piece_map().items()}


def test_a_move_by_clicks_is_a_card_which_the_program_judges(controller):
    controller.machine.set_sense_switch(5)  # alpha-beta
    assert "BEGIN begins; you have White" in controller.shown["now"]
    controller.act("command", "begin")
    settle(controller)
    assert shown(controller) == men(chess.Board())
    for start, end, card in (("e2", "e5", "P(K2)-K5"), ("g1", "f3", "N(KN1)-KB3")):
        controller.act("board", cell_of(start, white=False))
        controller.act("board", cell_of(end, white=False))
        assert controller.notice == f"punched: {card}"
        settle(controller)
    paper = controller.machine.printed.decode()
    assert paper.index("PLEASE CHECK LAST MOVE") < paper.index("W1 N-KB3") < paper.index("B1 ")
    assert len([square for square in shown(controller) if square < chess.A7]) == 17  # it has answered
    controller.command("take back")
    settle(controller)
    assert shown(controller) == men(chess.Board())


def test_a_game_of_a_file_is_the_position_at_its_end(controller, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    controller.open_file(str(file))
    settle(controller)
    (part,) = CHESS.parts(GAME.encode(), "game.pgn")
    end = CHESS.positions(CHESS.read(part))[-1]
    assert shown(controller) == men(end)
    controller.save(str(tmp_path / "saved.pgn"))
    (part,) = CHESS.parts((tmp_path / "saved.pgn").read_bytes(), "saved.pgn")
    saved = CHESS.read(part).start
    assert saved.fen().split()[:3] == Position(end.fen()).fen().split()[:3]


@pytest.mark.parametrize("text", ['[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "1. e5 *", "hello"])
def test_a_wrong_file_changes_nothing(controller, text, tmp_path):
    before = controller.machine.save_state()
    file = tmp_path / "wrong.pgn"
    file.write_text(text)
    with pytest.raises(IronboardError):
        controller.open_file(str(file))
    assert controller.machine.save_state() == before


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
def test_a_page_makes_the_words_that_the_window_makes():
    crowded = "QQQQQQQQQKRRBBNN" + " " * 32 + "qqqqqqqqqkrrbbnn"
    boards = [cells_of_fen(fen) for fen in (OPENING.split()[0], "8/P7/8/k7/8/4q3/8/K6R", "8/x/8")]
    compare(cells_of_fen, [(fen,) for fen in (OPENING.split()[0], "8/P7/8/k7/8/4q3/8/K6R", "8/x/8", "")])
    compare(words_of, [(board, white) for board in (*boards[:2], crowded) for white in (True, False)])
