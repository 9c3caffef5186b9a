"""Games on boards that are clicked: saved by SAVE, taken up by OPEN, and gone on with as if nothing had been."""

from __future__ import annotations

import chess
import pytest

from emulators.errors import IronboardError
from host.games.checkers import pdn
from host.games.checkers.program import board_in
from host.games.endings.game import Endings
from host.games.go import sgf
from host.games.go.sgf import Sgf
from host.panels.games.draughts import cell_of
from tests.faces.cdc6600.test_games import opened, settle
from tests.faces.ibm704.room import room, until_it_stands, wait


def play(controller):
    """Have the program move."""
    controller.act("command", "play")
    settle(controller)


def board(controller):
    """Return the position that is shown."""
    controller.refresh(still=True)
    return controller.shown["board"]["cells"], controller.shown.get("south"), controller.shown.get("north")


GAMES = {  # program -> the squares that are clicked, further ones, and lines with other positions
    "draughts": ([61, 52], [66, 57], ["SET B W28,48,K1 BK22,34,43"]),
    "kalgame": ([8, 11], [13], ["NEW 4 3", "ALWAYS", "NORTH"]),
}


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("program", GAMES)
def test_a_game_goes_on_as_if_it_had_not_been_saved(program, other, tmp_path):
    clicked, further, lines = GAMES[program]
    controller = opened(program)
    suffix = controller.panel.game.file.suffix
    file, copy = tmp_path / f"game{suffix}", tmp_path / f"copy{suffix}"
    for line in lines if other else []:
        controller.enter(line)
        settle(controller)
    for cell in [] if other else clicked:
        controller.act("board", cell)
        settle(controller)
    play(controller)
    controller.save(str(file))
    again = opened(program)
    again.open_file(str(file))
    settle(again)
    assert f"{file.name}: taken up after" in again.notice
    assert board(again) == board(controller)
    again.save(str(copy))
    assert copy.read_bytes() == file.read_bytes()
    begun = board(again)
    for each in (again, controller):
        for cell in [] if other else further:
            each.act("board", cell)
            settle(each)
        play(each)
    assert begun != board(again) == board(controller)


@pytest.mark.parametrize("program", ["nps", "zobrist"])
def test_a_game_of_go_goes_on_as_if_it_had_not_been_saved(program, tmp_path):
    """The program answers the next move as it would have; what others have said of the game is kept."""
    file, copy = tmp_path / "game.sgf", tmp_path / "copy.sgf"
    controller = opened(program)
    controller.act("command", "size 9")
    for cell in (40, 20, 24):
        settle(controller)
        controller.act("board", cell)
    settle(controller)
    controller.save(str(file))
    file.write_bytes(file.read_bytes().replace(b"SZ[9]", b"PB[somebody]RE[B+1]SZ[9]"))
    again = opened(program)
    again.open_file(str(file))
    settle(again)
    assert again.notice == "game.sgf: taken up after 6 moves"
    assert board_shown(again) == board_shown(controller)
    again.save(str(copy))
    assert Sgf("", range(26)).read(sgf.parts(copy.read_bytes(), "")[-1]) == sgf.read(file)
    for each in (controller, again):
        each.act("board", 60)
        settle(each)
    assert board_shown(again) == board_shown(controller)
    copy.unlink()
    again.save(str(copy))
    assert "PB[somebody]" in copy.read_text()
    assert "RE[" not in copy.read_text()


def test_a_game_of_go_on_another_board_is_refused(tmp_path):
    file = tmp_path / "game.sgf"
    controller = opened("nps")
    controller.act("command", "size 9")
    settle(controller)
    for text, error in (("(;SZ[13];B[aa])", "RERUN"), ("(;SZ[9];B[aa];W[aa])", ":1:17: error: white A9 is not legal")):
        file.write_text(text)
        with pytest.raises(IronboardError, match=error):
            controller.open_file(str(file))


def test_the_counters_of_another_board_do_not_matter(tmp_path):
    texts = []
    for number, lines in enumerate((["NEW"], ["NEW 4 3"], ["NEW"])):
        controller = opened("kalgame")
        for line in lines:
            controller.enter(line)
            settle(controller)
        file = tmp_path / f"{number}.kalah"
        controller.save(str(file))
        texts.append(file.read_text())
    assert texts[0] == texts[2] != texts[1]


def test_what_others_say_of_a_game_is_kept_while_it_is_theirs(tmp_path):
    file, copy = tmp_path / "theirs.pdn", tmp_path / "ours.pdn"
    file.write_text('[White "A"]\n[Annotator "B"]\n[Result "2-0"]\n\n1. 32-28 {book} 19-23 2. 28x19 14x23 2-0\n')
    controller = opened("draughts")
    controller.open_file(str(file))
    settle(controller)
    controller.save(str(copy))
    assert '[White "A"]' in copy.read_text()
    assert '[Annotator "B"]' in copy.read_text()
    assert "1. 32-28 {book} 19-23 2. 28x19 14x23 1-0" in copy.read_text()
    controller.enter("NEW")
    settle(controller)
    copy.unlink()
    controller.save(str(copy))
    assert "Annotator" not in copy.read_text()


ENDINGS = {"rook": "KC6 RH1 KE5", "queen": "KF2 QD1 KF4", "bishops": "KE1 BC1 BF1 KE5", "knight": "KE1 BC1 NB1 KE5"}


@pytest.mark.parametrize("program", ENDINGS)
def test_an_ending_goes_on_as_if_it_had_not_been_saved(program, tmp_path):
    """Twice: the second time another game is given up for it, and the program has asked for its version before."""
    file, copy = tmp_path / "game.pgn", tmp_path / "copy.pgn"
    controller = opened(program)
    controller.enter(f"{'2 ' * (program == 'rook')}{ENDINGS[program]}")
    settle(controller)
    again = opened(program)
    for _ in range(2):
        board = Endings(None).positions(saved(controller, file))[-1]
        move = min(board.legal_moves, key=str)
        controller.enter(f"K{chess.square_name(move.to_square)}".upper())
        settle(controller)
        file.unlink()
        record = saved(controller, file)
        again.open_file(str(file))
        settle(again)
        assert board_shown(again) == board_shown(controller)
        assert saved(again, copy).moves == record.moves
        assert copy.read_bytes() == file.read_bytes()
        file.unlink()
        copy.unlink()


def test_a_capture_whose_ends_are_those_of_another_one_is_saved(tmp_path):
    """50x28x14x3 and 50x33x20x3 capture three men each; the program takes the first that MOVE 50X3 can mean."""
    controller = opened("draughts")
    controller.enter("SET W WK50,47 B44,23,37,7,9,42,29")
    settle(controller)
    for number in (50, 3):
        controller.act("board", cell_of(number))
        settle(controller)
    record = saved(controller, tmp_path / "game.pdn")
    assert record.moves[0].captured in ({9, 23, 44}, {9, 29, 44})
    cells = board_shown(controller)
    assert {number for number in (9, 23, 29, 44) if cells[cell_of(number)] == " "} == record.moves[0].captured


def saved(controller, file):
    """Save the game; return it."""
    controller.save(str(file))
    notation = controller.panel.game.file.notation
    return notation.read(notation.parts(file.read_bytes(), str(file))[-1])


def board_shown(controller):
    controller.refresh(still=True)
    return controller.shown["board"]["cells"]


def test_an_ending_after_a_move_of_another_player_begins_there(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text('[FEN "8/8/2K5/4k3/8/8/8/7R w - - 0 1"]\n\n1. Ra1 Ke6 *\n')
    controller = opened("rook")
    controller.open_file(str(file))
    settle(controller)
    assert "POSITION KC6 RA1 KE6" in controller.machine.text("OUTPUT")
    file.write_text('[FEN "8/8/2K5/4k3/8/8/8/7R w - - 0 1"]\n\n1. Ra1 *\n')
    typed = len(controller.machine.system.typed)
    controller.open_file(str(file))
    settle(controller)
    assert "Black is to move" in controller.error
    assert len(controller.machine.system.typed) == typed


@pytest.mark.parametrize("text", ["", "1. 32-28 19-23 2. 37-32", '[GameType "21"]', "(;SZ[9])"])
def test_a_wrong_file_is_an_error_and_changes_nothing(text, tmp_path):
    file = tmp_path / "wrong.pdn"
    file.write_text(text)
    controller = opened("draughts")
    typed = [*controller.machine.system.typed]
    with pytest.raises(IronboardError, match=r"wrong\.pdn:"):
        controller.open_file(str(file))
    assert (controller.machine.system.typed, [*controller.steps]) == (typed, [])


def test_a_position_of_the_704_is_saved_and_put_up_by_a_card(tmp_path):
    file, copy = tmp_path / "game.pdn", tmp_path / "copy.pdn"
    file.write_text("1. 11-15 22-18 2. 15x22 *\n")
    controller = room()
    controller.boot("checkers")
    until_it_stands(controller, 2)
    controller.open_file(str(file))
    until_it_stands(controller, 2)
    position = board_in(controller.machine.peek, controller.symbols)
    assert position == pdn.read_file(file)[0].positions[-1]
    controller.save(str(copy))
    assert copy.read_text() == pdn.CHECKERS.text(pdn.read_file(file)[0])
    controller.act("command", "let it move")
    wait(controller, 0.1)
    with pytest.raises(IronboardError, match=r"thinks|at work|hopper"):
        controller.open_file(str(file))


def test_the_question_of_a_file_names_the_notation():
    controller = opened("kalgame")
    controller.command("save")
    assert controller.prompt.hint.endswith(" | game.kalah")
