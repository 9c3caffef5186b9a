"""The boards of the 6600's games: what is clicked is played, what the program answers is on the board."""

from pathlib import Path

import pytest

from host.games.pitrat.command import Options, Session
from host.machines.cdc6600.machine import Cdc6600
from host.panels import games
from host.panels.cdc6600.controller import Controller6600
from host.panels.cdc6600.pitrat import console
from host.panels.games import go
from host.panels.games.chessmen import cells_in, square
from host.ui import characters
from host.ui.boards import BoardDrawing
from host.ui.parts import Board
from tests.faces.cdc6600.consoles import Clock

ROOT = Path(__file__).parents[3]


def opened(program, **files):
    """Return a controller whose job is a program, at its first question."""
    clock = Clock()
    controller = Controller6600(Cdc6600(), now=clock)
    controller.files, controller.time = files, clock
    controller.begin(program)
    settle(controller)
    return controller


def settle(controller, seconds=60):
    """Let time pass until the program waits for a line with nothing left to do."""
    for _ in range(20 * seconds):
        controller.time.time += 0.05
        controller.advance()
        if controller.asked and not controller.steps:
            break
    controller.refresh()


def click(controller, *cells):
    for cell in cells:
        controller.act("board", cell)
        settle(controller)


def at(name):
    """The cell of a square such as a8."""
    return next(each for each in range(64) if square(each) == name.upper())


def cells(controller):
    return controller.shown["board"]["cells"]


def men(controller):
    """Return square -> man."""
    return {square(each).lower(): sign for each, sign in enumerate(cells(controller)) if sign != " "}


# ---------------------------------------------------------------- chess


def test_a_problem_is_set_up_by_clicks_and_solved():
    controller = opened("mates")
    problem = {"c8": "K", "b6": "P", "a1": "R", "a8": "k", "b8": "b", "a7": "p", "b7": "p"}  # Morphy
    for name, man in {**problem, "h1": "Q"}.items():
        controller.press("palette", man)
        controller.release()
        click(controller, at(name))
    click(controller, at("h1"))  # off again
    assert men(controller) == problem
    controller.command("solve")
    settle(controller)
    assert controller.shown["answer"] == "mate in 2 a1-a6"
    assert {square(each) for each in controller.shown["board"]["marks"]} == {"A1", "A6"}
    assert men(controller) == problem
    assert controller.machine.system.typed[-1][1] == "BLACK KA8 BB8 PA7 PB7 SOLVE"


def test_clear_takes_all_men_off_and_begins_a_new_problem():
    controller = opened("mates")
    click(controller, at("e4"))
    controller.command("clear board")
    settle(controller)
    assert cells(controller) == " " * 64
    assert [line for _, line in controller.machine.system.typed] == ["NEW"]
    assert controller.shown["answer"] == "new problem"


def test_a_side_without_men_is_not_solved():
    controller = opened("mates")
    click(controller, at("e4"))
    controller.command("solve")
    assert controller.notice == "put men of both sides on the board first"
    assert not controller.machine.system.typed


def test_the_rook_ending_is_played_by_clicks():
    controller = opened("rook")
    assert controller.shown["now"].startswith("A new position: click the square of White's king; or type one, such as ")
    click(controller, at("h1"), at("a1"))
    assert men(controller) == {"h1": "K", "a1": "R"}
    click(controller, at("d5"))
    assert men(controller) == {"g2": "K", "a1": "R", "d5": "k"}  # 1. KG2
    click(controller, at("e5"))
    assert men(controller) == {"g2": "K", "d1": "R", "e5": "k"}  # 2. RD1
    click(controller, at("a8"))
    assert controller.shown["now"].startswith("not correct")
    assert men(controller) == {"g2": "K", "d1": "R", "e5": "k"}
    controller.command("take back")
    controller.command("take back")
    settle(controller)
    assert men(controller) == {"g2": "K", "a1": "R", "d5": "k"}


@pytest.mark.parametrize("version", ["1", "3"])
def test_a_version_of_the_rook_ending_is_chosen(version):
    controller = opened("rook")
    controller.command(f"version {version}")
    click(controller, at("h1"), at("a1"), at("d5"))
    assert controller.machine.system.typed[-1][1] == f"{version} KH1 RA1 KD5"
    controller.command("version 2")
    assert controller.notice.startswith("the program has asked for its version")
    controller.command("resign")
    settle(controller)
    click(controller, at("h1"), at("a1"), at("d5"))
    assert controller.machine.system.typed[-1][1] == "KH1 RA1 KD5"  # it asks for a version once
    assert "not correct" not in controller.shown["now"]


def test_the_queen_ending_is_played_by_clicks_and_resigned():
    controller = opened("queen")
    click(controller, at("f2"), at("d1"), at("f4"))
    assert men(controller) == {"f2": "K", "d5": "Q", "f4": "k"}  # 1. QD5
    click(controller, at("g4"))
    assert men(controller) == {"f2": "K", "e5": "Q", "g4": "k"}  # 2. QE5
    controller.command("resign")
    settle(controller)
    assert controller.shown["now"].startswith(
        "Black resigns. A new position: click the square of White's king; or type "
    )
    click(controller, at("f2"))
    assert men(controller) == {"f2": "K"}
    click(controller, at("d1"), at("f4"))
    click(controller, at("g4"))
    click(controller, at("h3"))
    assert controller.shown["now"].startswith("White mates: 3. QH5. A new position: ")
    assert men(controller) == {"f2": "K", "h5": "Q", "h3": "k"}


def test_only_a_whole_board_is_read():
    rows = [f"{8 - row}  .  .  .  .  .  .  .  ." for row in range(8)]
    assert cells_in(rows) == " " * 64
    assert cells_in(rows[1:]) == ""
    rows[0] = "8 *K  Q  .  .  .  .  .  ."
    assert cells_in(["text", *rows, "   A  B"])[:3] == "kQ "


# ---------------------------------------------------------------- draughts, kalah


def dark(number):
    """The cell of a dark square, 1 to 50."""
    row, place = divmod(number - 1, 5)
    return 10 * row + 2 * place + (row % 2 == 0)


def test_draughts_are_played_by_clicks_and_the_program_answers():
    controller = opened("draughts")
    assert (cells(controller).count("b"), cells(controller).count("w")) == (20, 20)
    controller.ui["depth"] = 2
    click(controller, dark(31), dark(26))
    assert cells(controller)[dark(26)] == "w"
    assert cells(controller)[dark(31)] == " "
    assert [line for _, line in controller.machine.system.typed] == ["MOVE 31-26", "PLAY 2"]
    assert controller.shown["now"].startswith("you are White, your move")
    assert sum(cells(controller)[dark(each)] != "b" for each in range(1, 21)) == 1


def test_an_impossible_move_of_draughts_is_refused_and_not_answered():
    controller = opened("draughts")
    before = cells(controller)
    click(controller, dark(1))
    assert (controller.notice, controller.ui["way"]) == ("white is to move: click one of its men", [])
    click(controller, dark(36), dark(27))
    assert controller.notice == "36X27 is refused: there is no such move"
    assert cells(controller) == before
    assert len(controller.machine.system.typed) == 1


def test_captures_and_kings_of_draughts_are_seen():
    controller = opened("draughts")
    controller.enter("SET W W28 K33 B23 K1")
    settle(controller)
    assert {cell: sign for cell, sign in enumerate(cells(controller)) if sign not in "- "} == {
        dark(28): "w", dark(33): "W", dark(23): "b", dark(1): "B",
    }  # fmt: skip
    click(controller, dark(28), dark(19))
    assert controller.machine.system.typed[1][1] == "MOVE 28X19"
    assert cells(controller)[dark(23)] == " "
    controller.enter("SET W B23")
    settle(controller)
    assert controller.shown["now"] == "white cannot move and has lost: NEW begins another, or TAKE BACK"


def test_kalah_counts_the_pits_that_were_clicked():
    controller = opened("kalah")
    assert controller.shown["now"].endswith("the game is the program kalah")
    controller.command("fewer pits")
    controller.command("fewer pits")
    controller.command("fewer pits")
    assert cells(controller) == "321-------"
    controller.command("count")
    settle(controller)
    assert controller.shown["answer"] == "11 moves, 3 stack"  # as docs/cdc6600/kalah.md has it
    click(controller, 2)
    assert cells(controller) == "322-------"
    controller.command("rows")
    settle(controller)
    assert controller.machine.system.typed[-1][1] == "PITS 3 2 2 ROWS"


def kalah_cell(side, pit, pits=6):
    """The cell of a pit, counted from the kalah: two rows of eight cells, with the board in the middle."""
    left = (8 - pits) // 2
    return left + (pit - 1 if side == "north" else 8 + pits - pit)


def test_kalah_is_played_by_clicks_and_the_program_answers_when_the_turn_is_over():
    controller = opened("kalgame")
    assert cells(controller) == "-666666-" * 2
    assert controller.shown["now"] == "South to move: click a pit to play South; PLAY: the machine moves, 6 moves ahead"
    for _ in range(4):
        controller.command("shallower")
    click(controller, kalah_cell("south", 6))
    assert cells(controller) == "-666666--077777-"
    assert (controller.shown["north"], controller.shown["south"]) == ("north's kalah 0", "south's kalah 1")
    assert controller.shown["now"].startswith("once more: you are South, your move: click a pit")
    click(controller, kalah_cell("north", 1))
    assert controller.notice == "the pits of south are in the other row"
    click(controller, kalah_cell("south", 6))
    assert controller.notice == "that pit is empty"
    for beside in (kalah_cell("south", 7), kalah_cell("south", 0)):
        click(controller, beside)
    click(controller, kalah_cell("south", 3))
    assert [line for _, line in controller.machine.system.typed] == ["MOVE 6", "MOVE 6", "MOVE 3", "PLAY 2"]
    assert (controller.shown["north"], controller.shown["south"]) == ("north's kalah 1", "south's kalah 2")
    assert controller.shown["now"].startswith("you are South, your move: click a pit")
    controller.command("take back")
    settle(controller)
    assert cells(controller) == "-666666--077777-"


def test_the_end_of_a_game_of_kalah_is_told():
    controller = opened("kalgame")
    for line in ("NEW 2 1", "SET 0 1 3 2 40 1"):
        controller.enter(line)
        settle(controller)
    assert cells(controller) == "---+2------01---"
    click(controller, kalah_cell("south", 1, 2))
    assert controller.shown["result"] == "north wins 43 to 4"
    assert controller.shown["now"] == "the game is over: NEW begins another"


# ---------------------------------------------------------------- Go


def test_the_program_of_the_thesis_is_played_on_a_board():
    controller = opened(str(ROOT / "asm/cdc6600/nps.alg"))
    assert controller.shown["now"] == "how large a board? 9, 13 or 19"
    click(controller, 0)
    assert controller.notice == "first the size of the board: 9, 13 or 19"
    controller.command("size 9")
    settle(controller)
    click(controller, 9 * 4 + 4)
    assert cells(controller).count("#") == cells(controller).count("0") == 1
    (board,) = [part for pane in controller.panel.panes for part in pane.parts if isinstance(part, Board)]
    shown = controller.shown["board"]
    assert [len(line.plain.strip()) for line in characters.go(board.played(shown), shown)] == [2 * 9 - 1] * 9
    drawing = BoardDrawing(board, board.box, controller)
    drawing.value((0, 0))
    corner = board.box.inset(BoardDrawing.MARGIN)
    assert drawing.place(9 * 9 - 1) == pytest.approx((corner.x + corner.w, corner.y + corner.h))
    assert cells(controller)[9 * 3 + 3] == "0"  # MOVE 4 4, as docs/cdc6600/nps.md has it
    click(controller, 9 * 3 + 3)
    assert cells(controller).count("#") == 1, "a point that is taken is not typed"
    assert [line for _, line in controller.machine.system.typed] == ["9 1", "5 5"]


def test_zobrists_program_is_played_on_a_board():
    controller = opened(str(ROOT / "asm/cdc6600/zobrist.alg"), CH7=ROOT / "asm/cdc6600/zobrist.templates")
    controller.command("size 9")
    settle(controller)
    click(controller, 9 * 4 + 4)
    assert (cells(controller).count("#"), cells(controller).count("0")) == (1, 1)
    controller.command("end")
    settle(controller, 5)
    assert controller.over


def lines_of(*moves):
    """The paper of a game on 5 by 5: first line typed, then moves in turn, ours and the program's."""
    return ["5 1", *(f"{each}" if number % 2 == 0 else f" MOVE {each}" for number, each in enumerate(moves))]


def test_captured_stones_are_taken_off_and_refused_moves_taken_back():
    ui = {"paper": {"lines": [], "held": ""}, "go": dict(go.START)}
    ui["paper"]["lines"] = lines_of("2 1", "1 1", "1 2")  # the corner is captured
    go.follow(ui)
    assert [ui["go"]["cells"][each] for each in (0, 1, 5)] == [" ", "#", "#"]
    ui["paper"]["lines"] = [*ui["paper"]["lines"], " MOVE 0 0", "1 2", " ILLEGAL: TAKEN"]
    go.follow(ui)
    assert ui["go"]["said"] == "illegal: taken"
    assert len(ui["go"]["moves"]) == 4
    ui["paper"]["lines"] = ui["paper"]["lines"][:1]  # another game
    go.follow(ui)
    assert ui["go"]["cells"].count("#") == 0


# ---------------------------------------------------------------- all of them


def test_every_sign_of_a_game_is_explained():
    for game in games.games():
        assert game.help or not game.programs  # those that are only watched
        assert all(sign and meaning for sign, meaning in game.help)


# ---------------------------------------------------------------- Pitrat


@pytest.fixture(scope="module")
def rules(quick):
    return Session(Options(rules="ttt", weight=100, situations=50, modifications=2))


def pitrat(session, person=1):
    """Return a controller at which a game is played."""
    clock = Clock()
    controller = console(session, person, now=clock)
    controller.time = clock
    pitrat_settles(controller)
    return controller


def pitrat_settles(controller):
    for _ in range(4000):
        controller.time.time += 0.05
        controller.advance()
        if controller.asked and not controller.steps and not controller.ui["pit"]["wanted"]:
            break
    controller.refresh()


def at_square(x, y):
    return 3 * (3 - y) + x - 1


def test_a_game_with_rules_is_played_by_clicks_and_the_program_answers(rules):
    controller = pitrat(rules)
    assert cells(controller) == "MmM   mMm"
    assert controller.shown["now"] == "you are White, your move: click a man, then its square, one of 3 moves"
    body = controller.shown["left rows"]["body"]
    assert [line for line in body if "-" in line] == ["B1-B2      A3-A2      C3-C2"]
    controller.act("board", at_square(1, 1))
    assert controller.notice == "no legal move begins there"
    controller.act("board", at_square(2, 1))
    controller.act("board", at_square(2, 3))
    assert controller.notice == "the rules do not allow that now"
    controller.act("board", at_square(2, 1))
    controller.act("board", at_square(2, 2))
    pitrat_settles(controller)
    after_both = cells(controller)
    assert after_both[at_square(2, 2)] == "M"
    assert sum(now != before for now, before in zip(after_both, "MmM M m m", strict=True)) == 2, "one man has moved"
    controller.command("take back")
    pitrat_settles(controller)
    assert cells(controller) == "MmM   mMm"


def test_the_program_begins_where_it_is_the_first_player(rules):
    controller = pitrat(rules, 2)
    assert sum(now != before for now, before in zip(cells(controller), "MmM   mMm", strict=True)) == 2
    assert controller.shown["now"].startswith("you are Black, your move")
