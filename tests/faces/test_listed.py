"""The list of games: each begins where there is something to do, and none that has a board is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.panels import games
from host.panels.games import listed
from host.ui.parts import Board

DOCS = Path(__file__).parents[2] / "docs"
SIZE = "how large a board? 9, 13 or 19"
TO_DO = {  # else a move
    "mates": "SOLVE looks for White's mate in two",
    "checkers": "Black to move: click a man",
    "checkers-learned": "Black to move: click a man",
    "chess": "BEGIN begins; you have White",
    "nps": SIZE,
    "zobrist": SIZE,
}

WORK = {  # what sets a program to work; else the centre of the board. Wally keeps a move, a problem can be changed
    "checkers": ("command", "let it move"),
    "checkers-learned": ("command", "let it move"),
    "chess": ("command", "begin"),
    "kalgame": ("command", "play"),
    "draughts": ("command", "play"),
    "nps": ("command", "size 9"),
    "zobrist": ("command", "size 9"),
}
PATIENT = ("wally", "wally-walk", "mates")


@pytest.mark.parametrize("game", listed.LISTED, ids=lambda game: game.name)
def test_a_game_begins_where_there_is_something_to_do(game):
    controller = game.controller()
    controller.refresh(still=True)
    assert controller.error == ""
    now = controller.shown["now"]
    assert TO_DO.get(game.name, "") in now
    assert game.name in TO_DO or "your move" in now.lower() or "to move" in now, now
    (board,) = [part for pane in controller.panel.panes for part in pane.parts if isinstance(part, Board)]
    cells = controller.shown[board.name]["cells"]
    assert len(cells) == board.rows * board.columns
    assert set(cells) - {"-"} <= {" ", *board.men} or board.style == "pits"
    assert (DOCS / game.document).is_file()
    assert all(text.endswith(".") for text in (game.about, game.side, game.goal))
    if game.name not in PATIENT:
        controller.act(*WORK.get(game.name, (board.name, len(cells) // 2)))
        controller.notice = ""
        controller.act(board.name, len(cells) // 2 + 1)
        assert "at work" in controller.notice or "cards in the hopper" in controller.notice


def test_every_program_with_a_board_is_listed():
    programs = {name for game in games.games() for name in game.programs}
    left_out = {"kalah", "pitrat", "wally-line"}  # it counts moves; `ttt` is one of its games; it listens to a line
    assert programs - {each.name for each in listed.LISTED} == left_out & programs
