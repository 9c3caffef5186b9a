"""The boards of the 6600's games: what is clicked is played, what the program answers is on the board."""

from pathlib import Path

import pytest

from host.games.pitrat.command import Options, Session
from host.machines.cdc6600.machine import Cdc6600
from host.panels import games
from host.panels.cdc6600.desk import Desk6600
from host.panels.cdc6600.pitrat import console
from host.panels.games import go
from host.panels.games.chessmen import cells_in, square
from tests.faces.cdc6600.consoles import Clock

ROOT = Path(__file__).parents[3]


def opened(program, **files):
    """Return a desk whose job is a program, at its first question."""
    clock = Clock()
    desk = Desk6600(Cdc6600(), now=clock)
    desk.files, desk.time = files, clock
    desk.begin(program)
    settle(desk)
    return desk


def settle(desk, seconds=60):
    """Let time pass until the program waits for a line with nothing left to do."""
    for _ in range(20 * seconds):
        desk.time.time += 0.05
        desk.advance()
        if desk.asked and not desk.steps:
            break
    desk.refresh()


def click(desk, *cells):
    for cell in cells:
        desk.act("board", cell)
        settle(desk)


def at(name):
    """The cell of a square such as a8."""
    return next(each for each in range(64) if square(each) == name.upper())


def cells(desk):
    return desk.shown["board"]["cells"]


def men(desk):
    """Return square -> man."""
    return {square(each).lower(): sign for each, sign in enumerate(cells(desk)) if sign != " "}


# ---------------------------------------------------------------- chess


def test_a_problem_is_set_up_by_clicks_and_solved():
    desk = opened("mates")
    problem = {"c8": "K", "b6": "P", "a1": "R", "a8": "k", "b8": "b", "a7": "p", "b7": "p"}  # Morphy
    for name, man in {**problem, "h1": "Q"}.items():
        desk.press("palette", man)
        desk.release()
        click(desk, at(name))
    click(desk, at("h1"))  # off again
    assert men(desk) == problem
    desk.command("solve")
    settle(desk)
    assert desk.shown["answer"] == "mate in 2 a1-a6"
    assert {square(each) for each in desk.shown["board"]["marks"]} == {"A1", "A6"}
    assert men(desk) == problem
    assert desk.machine.system.typed[-1][1] == "BLACK KA8 BB8 PA7 PB7 SOLVE"


def test_clear_takes_all_men_off_and_begins_a_new_problem():
    desk = opened("mates")
    click(desk, at("e4"))
    desk.command("clear board")
    settle(desk)
    assert cells(desk) == " " * 64
    assert [line for _, line in desk.machine.system.typed] == ["NEW"]
    assert desk.shown["answer"] == "new problem"


def test_a_side_without_men_is_not_solved():
    desk = opened("mates")
    click(desk, at("e4"))
    desk.command("solve")
    assert desk.notice == "put men of both sides on the board first"
    assert not desk.machine.system.typed


def test_the_rook_ending_is_played_by_clicks():
    desk = opened("rook")
    assert desk.shown["now"].startswith("a new position: click the square of White's king; or type one, such as ")
    click(desk, at("h1"), at("a1"))
    assert men(desk) == {"h1": "K", "a1": "R"}
    click(desk, at("d5"))
    assert men(desk) == {"g2": "K", "a1": "R", "d5": "k"}  # 1. KG2
    click(desk, at("e5"))
    assert men(desk) == {"g2": "K", "d1": "R", "e5": "k"}  # 2. RD1
    click(desk, at("a8"))
    assert desk.shown["now"].startswith("not correct")
    assert men(desk) == {"g2": "K", "d1": "R", "e5": "k"}
    desk.command("take back")
    desk.command("take back")
    settle(desk)
    assert men(desk) == {"g2": "K", "a1": "R", "d5": "k"}


@pytest.mark.parametrize("version", ["1", "3"])
def test_a_version_of_the_rook_ending_is_chosen(version):
    desk = opened("rook")
    desk.command(f"version {version}")
    click(desk, at("h1"), at("a1"), at("d5"))
    assert desk.machine.system.typed[-1][1] == f"{version} KH1 RA1 KD5"


def test_the_queen_ending_is_played_by_clicks_and_resigned():
    desk = opened("queen")
    click(desk, at("f2"), at("d1"), at("f4"))
    assert men(desk) == {"f2": "K", "d5": "Q", "f4": "k"}  # 1. QD5
    click(desk, at("g4"))
    assert men(desk) == {"f2": "K", "e5": "Q", "g4": "k"}  # 2. QE5
    desk.command("resign")
    settle(desk)
    assert desk.shown["now"].startswith("a new position: click the square of White's king; or type one, such as ")


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
    desk = opened("draughts")
    assert (cells(desk).count("b"), cells(desk).count("w")) == (20, 20)
    desk.ui["depth"] = 2
    click(desk, dark(31), dark(26))
    assert cells(desk)[dark(26)] == "w"
    assert cells(desk)[dark(31)] == " "
    assert [line for _, line in desk.machine.system.typed] == ["MOVE 31-26", "PLAY 2"]
    assert desk.shown["now"].startswith("you are White, your move")
    assert sum(cells(desk)[dark(each)] != "b" for each in range(1, 21)) == 1


def test_an_impossible_move_of_draughts_is_refused_and_not_answered():
    desk = opened("draughts")
    before = cells(desk)
    click(desk, dark(36), dark(27))
    assert desk.notice == "36X27 is refused: there is no such move"
    assert cells(desk) == before
    assert len(desk.machine.system.typed) == 1


def test_captures_and_kings_of_draughts_are_seen():
    desk = opened("draughts")
    desk.enter("SET W W28 K33 B23 K1")
    settle(desk)
    assert {cell: sign for cell, sign in enumerate(cells(desk)) if sign not in "- "} == {
        dark(28): "w", dark(33): "W", dark(23): "b", dark(1): "B",
    }  # fmt: skip
    click(desk, dark(28), dark(19))
    assert desk.machine.system.typed[1][1] == "MOVE 28X19"
    assert cells(desk)[dark(23)] == " "


def test_kalah_counts_the_pits_that_were_clicked():
    desk = opened("kalah")
    assert desk.shown["now"].endswith("the game is the program kalah")
    desk.command("fewer pits")
    desk.command("fewer pits")
    desk.command("fewer pits")
    assert cells(desk) == "321-------"
    desk.command("count")
    settle(desk)
    assert desk.shown["answer"] == "11 moves, 3 stack"  # as docs/cdc6600/kalah.md has it
    click(desk, 2)
    assert cells(desk) == "322-------"
    desk.command("rows")
    settle(desk)
    assert desk.machine.system.typed[-1][1] == "PITS 3 2 2 ROWS"


def kalah_cell(side, pit, pits=6):
    """The cell of a pit, counted from the kalah: two rows of eight cells, with the board in the middle."""
    left = (8 - pits) // 2
    return left + (pit - 1 if side == "north" else 8 + pits - pit)


def test_kalah_is_played_by_clicks_and_the_program_answers_when_the_turn_is_over():
    desk = opened("kalgame")
    assert cells(desk) == "-666666-" * 2
    assert desk.shown["now"] == "South to move: click a pit to play South; PLAY: the machine moves, 6 moves ahead"
    for _ in range(4):
        desk.command("shallower")
    click(desk, kalah_cell("south", 6))
    assert cells(desk) == "-666666--077777-"
    assert (desk.shown["north"], desk.shown["south"]) == ("north's kalah 0", "south's kalah 1")
    assert desk.shown["now"].startswith("once more: you are South, your move: click a pit")
    click(desk, kalah_cell("north", 1))
    assert desk.notice == "the pits of south are in the other row"
    click(desk, kalah_cell("south", 6))
    assert desk.notice == "that pit is empty"
    for beside in (kalah_cell("south", 7), kalah_cell("south", 0)):
        click(desk, beside)
    click(desk, kalah_cell("south", 3))
    assert [line for _, line in desk.machine.system.typed] == ["MOVE 6", "MOVE 6", "MOVE 3", "PLAY 2"]
    assert (desk.shown["north"], desk.shown["south"]) == ("north's kalah 1", "south's kalah 2")
    assert desk.shown["now"].startswith("you are South, your move: click a pit")
    desk.command("take back")
    settle(desk)
    assert cells(desk) == "-666666--077777-"


def test_the_end_of_a_game_of_kalah_is_told():
    desk = opened("kalgame")
    for line in ("NEW 2 1", "SET 0 1 3 2 40 1"):
        desk.enter(line)
        settle(desk)
    assert cells(desk) == "---+2------01---"
    click(desk, kalah_cell("south", 1, 2))
    assert desk.shown["result"] == "north wins 43 to 4"
    assert desk.shown["now"] == "the game is over: NEW begins another"


# ---------------------------------------------------------------- Go


def test_the_program_of_the_thesis_is_played_on_a_board():
    desk = opened(str(ROOT / "asm/cdc6600/nps.alg"))
    assert desk.shown["now"] == "how large a board? 9, 13 or 19"
    desk.command("size 9")
    settle(desk)
    click(desk, go.SIDE * 4 + 4)
    assert cells(desk).count("#") == cells(desk).count("0") == 1
    assert cells(desk)[go.SIDE * 3 + 3] == "0"  # MOVE 4 4, as docs/cdc6600/nps.md has it
    click(desk, go.SIDE * 3 + 3)
    assert cells(desk).count("#") == 1, "a point that is taken is not typed"
    assert [line for _, line in desk.machine.system.typed] == ["9 1", "5 5"]


def test_zobrists_program_is_played_on_a_board():
    desk = opened(str(ROOT / "asm/cdc6600/zobrist.alg"), CH7=ROOT / "asm/cdc6600/zobrist.templates")
    desk.command("size 9")
    settle(desk)
    click(desk, go.SIDE * 4 + 4)
    assert (cells(desk).count("#"), cells(desk).count("0")) == (1, 1)
    desk.command("end")
    settle(desk, 5)
    assert desk.over


def lines_of(*moves):
    """The paper of a game on 5 by 5: first line typed, then moves in turn, ours and the program's."""
    return ["5 1", *(f"{each}" if number % 2 == 0 else f" MOVE {each}" for number, each in enumerate(moves))]


def test_captured_stones_are_taken_off_and_refused_moves_taken_back():
    ui = {"paper": {"lines": [], "held": ""}, "go": dict(go.START)}
    ui["paper"]["lines"] = lines_of("2 1", "1 1", "1 2")  # the corner is captured
    go.follow(ui)
    assert [ui["go"]["cells"][each] for each in (0, 1, go.SIDE)] == [" ", "#", "#"]
    ui["paper"]["lines"] = [*ui["paper"]["lines"], " MOVE 0 0", "1 2", " ILLEGAL: TAKEN"]
    go.follow(ui)
    assert ui["go"]["said"] == "illegal: taken"
    assert ui["go"]["plies"] == 4
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
def rules():
    return Session(Options(rules="ttt", weight=100, situations=50, modifications=2))


def pitrat(session, person=1):
    """Return a desk at which a game is played."""
    clock = Clock()
    desk = console(session, person, now=clock)
    desk.time = clock
    pitrat_settles(desk)
    return desk


def pitrat_settles(desk):
    for _ in range(4000):
        desk.time.time += 0.05
        desk.advance()
        if desk.asked and not desk.steps and not desk.ui["pit"]["wanted"]:
            break
    desk.refresh()


def at_square(x, y):
    return 3 * (3 - y) + x - 1


def test_a_game_with_rules_is_played_by_clicks_and_the_program_answers(rules):
    desk = pitrat(rules)
    assert cells(desk) == "MmM   mMm"
    assert desk.shown["now"] == "you are White, your move: click a man, then its square, one of 3 moves"
    body = desk.shown["left rows"]["body"]
    assert [line for line in body if "-" in line] == ["B1-B2      A3-A2      C3-C2"]
    desk.act("board", at_square(1, 1))
    assert desk.notice == "no legal move begins there"
    desk.act("board", at_square(2, 1))
    desk.act("board", at_square(2, 3))
    assert desk.notice == "the rules do not allow that now"
    desk.act("board", at_square(2, 1))
    desk.act("board", at_square(2, 2))
    pitrat_settles(desk)
    after_both = cells(desk)
    assert after_both[at_square(2, 2)] == "M"
    assert sum(now != before for now, before in zip(after_both, "MmM M m m", strict=True)) == 2, "one man has moved"
    desk.command("take back")
    pitrat_settles(desk)
    assert cells(desk) == "MmM   mMm"


def test_the_program_begins_where_it_is_the_first_player(rules):
    desk = pitrat(rules, 2)
    assert sum(now != before for now, before in zip(cells(desk), "MmM   mMm", strict=True)) == 2
    assert desk.shown["now"].startswith("you are Black, your move")
