"""Checkers are played on the 704's front by clicks: cards are punched and read, the program answers."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.formats import deck
from host.games.checkers.notation import parse_position
from host.games.checkers.program import board_in
from host.games.checkers.rules import KINGS, MEN, Colour, Game, Position
from host.games.checkers.samuel import octal, words_of
from host.panels import games
from host.panels.games import checkers
from host.panels.games.checkers import CELLS, GAME, WATCHED
from tests.faces.ibm704.room import room, strike, until_it_stands, wait

SIGNS = {piece: sign for pieces, signs in ((MEN, "bw"), (KINGS, "BW")) for piece, sign in
         zip((pieces[Colour.BLACK], pieces[Colour.WHITE]), signs, strict=True)}  # fmt: skip
TURNS = {Colour.BLACK: "b", Colour.WHITE: "w"}


@pytest.fixture
def desk():
    """The program waits for a card, and will not think for long."""
    desk = room()
    desk.boot("checkers")
    until_it_stands(desk, 2)
    desk.open("=DEPTH 1; PRUNE ON")
    strike(desk, "enter")
    until_it_stands(desk, 2)
    return desk


def cell(square):
    return CELLS[square - 1]


def click(desk, *squares):
    for square in squares:
        desk.act("board", cell(square))


def set_up(desk, fen):
    """Put a position on the program's board."""
    position = parse_position(fen)
    words = " ".join(map(octal, words_of(position)))
    desk.open(f"=SET {'B' if position.to_move is Colour.BLACK else 'W'} {words}")
    strike(desk, "enter")
    until_it_stands(desk)
    return position


def position(desk):
    return board_in(desk.machine.peek, desk.symbols)


# ---------------------------------------------------------------- the rules


def cells_of(position):
    cells = [" " if each else "-" for each in checkers.NUMBERS]
    for square, piece in position.pieces.items():
        cells[cell(square)] = SIGNS[piece]
    return cells


def compare(position):
    cells, turn = cells_of(position), TURNS[position.to_move]
    found = {checkers.written(path).lower(): path for path in checkers.paths(cells, turn)}
    legal = {str(move): move for move in position.legal_moves()}
    assert found.keys() == legal.keys()
    for name, path in found.items():
        assert checkers.played(cells, path) == cells_of(position.played(legal[name]))


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(st.integers(0, 10**6), max_size=90))
def test_moves_of_games_are_those_of_the_rules(choices):
    game = Game()
    for choice in choices:
        moves = game.position.legal_moves()
        if game.result is not None:
            break
        game.play(moves[choice % len(moves)])
    compare(game.position)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(
    st.dictionaries(st.integers(1, 32), st.sampled_from(sorted(SIGNS, key=str)), max_size=14), st.sampled_from(Colour)
)
def test_moves_of_any_position_are_those_of_the_rules(pieces, colour):
    men = {MEN[Colour.BLACK]: range(29, 33), MEN[Colour.WHITE]: range(1, 5)}
    compare(Position({n: piece for n, piece in pieces.items() if n not in men.get(piece, ())}, colour))


# ---------------------------------------------------------------- a game


def test_a_program_is_known_by_its_name_and_its_symbols():
    symbols = dict.fromkeys(GAME.symbols, 0)
    assert games.find("checkers", symbols) is GAME
    assert games.find("mine", symbols) is WATCHED
    assert games.find("checkers", dict.fromkeys(WATCHED.symbols, 0)) is WATCHED
    assert games.find("checkers", {}) is None


def test_it_is_ready_for_the_first_click_at_once():
    desk = room()
    desk.boot("checkers")
    assert re.search(r"[0-9]+ cards, read at once; --slow", desk.notice)
    wait(desk, 0.5)
    assert desk.shown["now"] == "Black to move: click a man to play Black; LET IT MOVE; or PUNCH cards"
    assert desk.ui["pane side"] == "checkers"


def test_a_move_is_clicked_punched_read_and_answered(desk):
    before = position(desk)
    click(desk, 11)
    assert desk.shown["board"]["chosen"] == cell(11)
    assert sorted(desk.shown["board"]["marks"]) == [cell(15), cell(16)]
    assert desk.shown["now"] == "from 11: click the square it goes to, or another man"
    click(desk, 15)
    assert desk.notice == "punched: MOVE 11-15, PLAY"
    assert [deck.text_of(deck.of_words(card)) for card in desk.machine.hopper] == ["MOVE 11-15", "PLAY"]
    assert desk.machine.running
    for _ in range(100):
        wait(desk, 0.1)
        if "thinks" in desk.shown["now"]:
            break
    thinks = r"11-15 punched; the 704 thinks for white, [0-9]+ s of .*"
    assert re.fullmatch(thinks, desk.shown["now"])
    until_it_stands(desk)
    wait(desk, 0.1)
    printed = desk.printed.decode()
    answer = re.search(r"MOVE +([0-9]+)-([0-9]+) ", printed)
    mine = next(move for move in before.legal_moves() if str(move) == "11-15")
    theirs = next(move for move in before.played(mine).legal_moves() if str(move) == f"{answer[1]}-{answer[2]}")
    assert position(desk) == before.played(mine).played(theirs)
    assert desk.shown["board"]["marks"] == [cell(int(answer[1])), cell(int(answer[2]))]
    assert desk.shown["now"].startswith(f"the 704 has moved {answer[1]}-{answer[2]}; you are Black, your move")
    assert "BAD CARD" not in printed
    assert "ILLEGAL" not in printed


def test_a_whole_game_is_played_by_clicks():
    desk = room(speed=float("inf"))
    desk.boot("checkers")
    until_it_stands(desk)
    game = Game()
    for depth in (1, 2, 3, 4, 5, 6):
        desk.command("depth")
        until_it_stands(desk)
        assert desk.shown["game buttons"]["depth"] == f"AHEAD {(depth + 2) % 8 + 1}"
    for number in range(60):
        if game.result is not None:
            break
        move = game.position.legal_moves()[number * 7 % len(game.position.legal_moves())]
        click(desk, *move.path)
        assert desk.notice.startswith(f"punched: MOVE {str(move).upper()}")
        until_it_stands(desk)
        wait(desk, 0.1)
        game.play(move)
        if "concedes" in desk.shown["now"]:
            game.resign(game.position.to_move)
            break
        if game.position.legal_moves():
            answer = [each for each in game.position.legal_moves() if game.position.played(each) == position(desk)]
            assert answer
            game.play(answer[0])
        assert position(desk) == game.position
        assert desk.shown["board"]["cells"] == cells_of(game.position)
    assert len(game.moves) > 20


@pytest.mark.parametrize(
    ("clicks", "said"),
    [
        ([15], "click a black man first: black is to move"),
        ([22], "click a black man first: black is to move"),
        ([1], "the man on 1 cannot move"),
        ([11, 18], "11 cannot go to 18"),
    ],
)
def test_a_click_that_is_no_move_says_why(desk, clicks, said):
    click(desk, *clicks)
    assert desk.notice == said
    assert not desk.machine.hopper
    assert not desk.machine.running


def test_a_light_square_is_not_one_to_go_to(desk):
    click(desk, 11)
    desk.act("board", 0)
    assert desk.notice == "11 cannot go to a light square"


def test_another_man_is_chosen_and_a_second_click_lets_go_of_him(desk):
    click(desk, 11, 12)
    assert desk.shown["board"]["chosen"] == cell(12)
    click(desk, 12)
    assert desk.shown["board"]["chosen"] == -1


def test_a_capture_has_to_be_made(desk):
    set_up(desk, "B:W18,25:B14,1")
    click(desk, 1)
    assert desk.notice == "the man on 1 cannot move: a capture is compulsory, from 14"
    click(desk, 14, 17)
    assert desk.notice == "14 cannot go to 17: a capture is compulsory, from 14"


JUMPS = "B:W18,27,26:B14,1"


@pytest.mark.parametrize("clicks", [(14, 23, 32), (14, 32)])
def test_of_several_jumps_each_landing_is_clicked_or_the_last_one(desk, clicks):
    before = set_up(desk, JUMPS)
    assert {str(move) for move in before.legal_moves()} == {"14x23x32", "14x23x30"}
    click(desk, *clicks)
    assert desk.notice == "punched: MOVE 14X23X32, PLAY"


def test_a_jump_that_goes_on_waits_for_the_next_click(desk):
    set_up(desk, JUMPS)
    click(desk, 14, 23)
    assert desk.shown["now"] == "from 14X23 on: click the next square"
    assert sorted(desk.shown["board"]["marks"]) == sorted([cell(30), cell(32)])
    assert not desk.machine.hopper


def test_several_ways_to_one_square_are_told_apart_by_the_landings(desk):
    before = set_up(desk, "B:W6,7,14,15,22:BK2")
    assert {str(move) for move in before.legal_moves()} >= {"2x9x18x25", "2x11x18x25"}
    click(desk, 2, 25)
    assert desk.notice == "there are several ways to 25: click each landing"
    click(desk, 11, 18, 25)
    assert desk.notice.startswith("punched: MOVE 2X11X18X25")


def test_a_king_may_jump_back_to_where_it_began(desk):
    set_up(desk, "B:W6,7,14,15:BK2")
    click(desk, 2, 9, 18, 11, 2)
    assert desk.notice.startswith("punched: MOVE 2X9X18X11X2")


def test_a_man_is_let_go_of_when_the_board_changes(desk):
    click(desk, 11)
    set_up(desk, "B:W18,25:B14,1")
    assert desk.shown["board"]["chosen"] == -1


def test_the_program_is_not_asked_when_it_cannot_move_and_has_lost(desk):
    set_up(desk, "B:W18:B14")
    click(desk, 14, 23)
    assert desk.notice == "punched: MOVE 14X23"
    until_it_stands(desk)
    wait(desk, 0.1)
    assert desk.shown["now"] == "black has won, white cannot move: NEW GAME sets the pieces up"
    assert "BLACK WINS" in desk.printed.decode()
    click(desk, 23)
    assert desk.notice == "the game is over: NEW GAME sets the pieces up"
    desk.command("new game")
    until_it_stands(desk)
    assert position(desk) == Game().position


def test_it_says_that_the_704_has_conceded(desk):
    lost = set_up(desk, "B:W14,18,28,31,K11,K32:B12,20")
    desk.command("let it move")
    until_it_stands(desk)
    wait(desk, 0.1)
    assert "I CONCEDE" in desk.printed.decode()
    assert desk.shown["now"] == "black concedes, white has won: NEW GAME sets the pieces up"
    assert position(desk) == lost
    desk.command("new game")
    until_it_stands(desk)
    wait(desk, 0.1)
    assert desk.shown["now"].startswith("Black to move")


def test_it_moves_for_either_side(desk):
    desk.command("let it move")
    until_it_stands(desk)
    wait(desk, 0.1)
    assert position(desk).to_move is Colour.WHITE
    assert desk.shown["now"].startswith("White to move")
    click(desk, 22)
    assert desk.shown["board"]["chosen"] == cell(22)


def test_a_move_is_taken_back(desk):
    before = desk.machine.snapshot().record
    click(desk, 11, 15)
    until_it_stands(desk)
    desk.command("take back")
    assert desk.machine.snapshot().record == before
    assert desk.shown["board"]["marks"] == []
    click(desk, 11, 16)
    assert desk.notice == "punched: MOVE 11-16, PLAY"


def test_clicks_while_it_thinks_say_so_and_do_nothing(desk):
    click(desk, 11, 15)
    wait(desk, 1)
    click(desk, 12)
    assert desk.notice == "the program is at work: it takes a move when it has stopped for cards"
    until_it_stands(desk)
    desk.open("=PLAY; PLAY")
    strike(desk, "enter")
    wait(desk, 0.5)
    desk.command("let it move")
    assert desk.notice == "the program goes by the cards in the hopper: TAKE THEM OUT"
    until_it_stands(desk)
    desk.press("automatic", "AUTOMATIC")
    click(desk, 9)
    assert desk.notice == "the switch stands at MANUAL: AUTOMATIC first, then START"
    desk.press("automatic", "AUTOMATIC")
    strike(desk, "r")
    click(desk, 9)
    assert desk.notice == "the program does not wait for cards: START goes on"


def test_it_prints_its_board(desk):
    desk.command("print")
    until_it_stands(desk)
    assert "BLACK TO MOVE" in desk.printed.decode()


def test_signs_that_the_program_shows_are_explained():
    source = (Path(__file__).parents[3] / "asm" / "ibm704" / "checkers.sap").read_text()
    printed = re.findall(r"^TX\w+ +BCD \d(.+)$", source, re.MULTILINE)
    explained = " ".join(f"{sign} {meaning}" for sign, meaning in GAME.help)
    assert [text for text in printed if text.strip() not in explained and "TO MOVE" not in text and len(text) > 1] == []
