"""Checkers are played on the 704's panel by clicks: cards are punched and read, the program answers."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import registry
from host.formats import deck
from host.games.checkers.notation import parse_position
from host.games.checkers.program import board_in
from host.games.checkers.rules import KINGS, MEN, Colour, Game, Position
from host.games.checkers.samuel import octal, words_of
from host.panels import games
from host.panels.games import checkers
from host.panels.games.checkers import GAME, WATCHED
from host.panels.games.checkers_rules import CELLS
from tests.faces.ibm704.room import room, strike, until_it_stands, wait

SIGNS = {piece: sign for pieces, signs in ((MEN, "bw"), (KINGS, "BW")) for piece, sign in
         zip((pieces[Colour.BLACK], pieces[Colour.WHITE]), signs, strict=True)}  # fmt: skip
TURNS = {Colour.BLACK: "b", Colour.WHITE: "w"}


@pytest.fixture
def controller():
    """The program waits for a card, and will not think for long."""
    controller = room()
    controller.boot("checkers")
    until_it_stands(controller, 2)
    controller.open("=DEPTH 1; PRUNE ON")
    strike(controller, "enter")
    until_it_stands(controller, 2)
    return controller


def cell(square):
    return CELLS[square - 1]


def click(controller, *squares):
    for square in squares:
        controller.act("board", cell(square))


def set_up(controller, fen):
    """Put a position on the program's board."""
    position = parse_position(fen)
    words = " ".join(map(octal, words_of(position)))
    controller.open(f"=SET {'B' if position.to_move is Colour.BLACK else 'W'} {words}")
    strike(controller, "enter")
    until_it_stands(controller)
    return position


def position(controller):
    return board_in(controller.machine.peek, controller.symbols)


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


def test_the_program_that_one_plays_with_knows_endings_and_has_no_tape_on_its_units():
    runner = registry.find("704").runner()
    controller = runner.controller({"program": "checkers"})
    assert controller.machine.printed.split(b"\n")[0].startswith(b"MEMORY ON UNIT 1, ")
    assert controller.machine.tape(1) is None
    machine = controller.machine
    words = " ".join(map(octal, words_of(parse_position("W:WK10,K14:BK32"))))
    machine.put_cards(deck.words(deck.of_text(text)) for text in ("PRUNE ON", f"SET W {words}", "PLAY"))
    machine.press("START")
    machine.run(machine.cycles_in(60))
    assert b"I WIN IN 23" in machine.printed


def test_tapes_of_ones_own_stay_on_their_units():
    runner = registry.find("704").runner()
    controller = runner.controller({"program": "checkers", "tapes": ((1, ""),)})
    assert controller.machine.tape(1) == b""
    assert b"MEMORY" not in controller.machine.printed


def test_it_is_ready_for_the_first_click_at_once():
    controller = room()
    controller.boot("checkers")
    assert re.search(r"[0-9]+ cards, read at once; --slow", controller.notice)
    wait(controller, 0.5)
    assert controller.shown["now"] == "Black to move: click a man to play Black; LET IT MOVE; or PUNCH cards"
    assert controller.ui["pane side"] == "checkers"


def test_a_move_is_clicked_punched_read_and_answered(controller):
    before = position(controller)
    click(controller, 11)
    assert controller.shown["board"]["chosen"] == cell(11)
    assert sorted(controller.shown["board"]["marks"]) == [cell(15), cell(16)]
    assert controller.shown["now"] == "from 11: click the square it goes to, or another man"
    click(controller, 15)
    assert controller.notice == "punched: MOVE 11-15, PLAY"
    assert [deck.text_of(deck.of_words(card)) for card in controller.machine.hopper] == ["MOVE 11-15", "PLAY"]
    assert controller.machine.running
    for _ in range(100):
        wait(controller, 0.1)
        if "thinks" in controller.shown["now"]:
            break
    thinks = r"11-15 punched; the 704 thinks for white, [0-9]+ s of .*"
    assert re.fullmatch(thinks, controller.shown["now"])
    until_it_stands(controller)
    wait(controller, 0.1)
    printed = controller.printed.decode()
    answer = re.search(r"MOVE +([0-9]+)-([0-9]+) ", printed)
    mine = next(move for move in before.legal_moves() if str(move) == "11-15")
    theirs = next(move for move in before.played(mine).legal_moves() if str(move) == f"{answer[1]}-{answer[2]}")
    assert position(controller) == before.played(mine).played(theirs)
    assert controller.shown["board"]["marks"] == [cell(int(answer[1])), cell(int(answer[2]))]
    assert controller.shown["now"].startswith(f"the 704 has moved {answer[1]}-{answer[2]}; you are Black, your move")
    assert "BAD CARD" not in printed
    assert "ILLEGAL" not in printed


def test_a_whole_game_is_played_by_clicks():
    controller = room(speed=float("inf"))
    controller.boot("checkers")
    until_it_stands(controller)
    game = Game()
    for depth in (1, 2, 3, 4, 5, 6):
        controller.command("depth")
        until_it_stands(controller)
        assert controller.shown["game buttons"]["depth"] == f"AHEAD {(depth + 2) % 8 + 1}"
    for number in range(60):
        if game.result is not None:
            break
        move = game.position.legal_moves()[number * 7 % len(game.position.legal_moves())]
        click(controller, *move.path)
        assert controller.notice.startswith(f"punched: MOVE {str(move).upper()}")
        until_it_stands(controller)
        wait(controller, 0.1)
        game.play(move)
        if "concedes" in controller.shown["now"]:
            game.resign(game.position.to_move)
            break
        if game.position.legal_moves():
            answer = [
                each for each in game.position.legal_moves() if game.position.played(each) == position(controller)
            ]
            assert answer
            game.play(answer[0])
        assert position(controller) == game.position
        assert controller.shown["board"]["cells"] == cells_of(game.position)
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
def test_a_click_that_is_no_move_says_why(controller, clicks, said):
    click(controller, *clicks)
    assert controller.notice == said
    assert not controller.machine.hopper
    assert not controller.machine.running


def test_a_light_square_is_not_one_to_go_to(controller):
    click(controller, 11)
    controller.act("board", 0)
    assert controller.notice == "11 cannot go to a light square"


def test_another_man_is_chosen_and_a_second_click_lets_go_of_him(controller):
    click(controller, 11, 12)
    assert controller.shown["board"]["chosen"] == cell(12)
    click(controller, 12)
    assert controller.shown["board"]["chosen"] == -1


def test_a_capture_has_to_be_made(controller):
    set_up(controller, "B:W18,25:B14,1")
    click(controller, 1)
    assert controller.notice == "the man on 1 cannot move: a capture is compulsory, from 14"
    click(controller, 14, 17)
    assert controller.notice == "14 cannot go to 17: a capture is compulsory, from 14"


JUMPS = "B:W18,27,26:B14,1"


@pytest.mark.parametrize("clicks", [(14, 23, 32), (14, 32)])
def test_of_several_jumps_each_landing_is_clicked_or_the_last_one(controller, clicks):
    before = set_up(controller, JUMPS)
    assert {str(move) for move in before.legal_moves()} == {"14x23x32", "14x23x30"}
    click(controller, *clicks)
    assert controller.notice == "punched: MOVE 14X23X32, PLAY"


def test_a_jump_that_goes_on_waits_for_the_next_click(controller):
    set_up(controller, JUMPS)
    click(controller, 14, 23)
    assert controller.shown["now"] == "from 14X23 on: click the next square"
    assert sorted(controller.shown["board"]["marks"]) == sorted([cell(30), cell(32)])
    assert not controller.machine.hopper


def test_several_ways_to_one_square_are_told_apart_by_the_landings(controller):
    before = set_up(controller, "B:W6,7,14,15,22:BK2")
    assert {str(move) for move in before.legal_moves()} >= {"2x9x18x25", "2x11x18x25"}
    click(controller, 2, 25)
    assert controller.notice == "there are several ways to 25: click each landing"
    click(controller, 11, 18, 25)
    assert controller.notice.startswith("punched: MOVE 2X11X18X25")


def test_a_king_may_jump_back_to_where_it_began(controller):
    set_up(controller, "B:W6,7,14,15:BK2")
    click(controller, 2, 9, 18, 11, 2)
    assert controller.notice.startswith("punched: MOVE 2X9X18X11X2")


def test_a_man_is_let_go_of_when_the_board_changes(controller):
    click(controller, 11)
    set_up(controller, "B:W18,25:B14,1")
    assert controller.shown["board"]["chosen"] == -1


def test_the_program_is_not_asked_when_it_cannot_move_and_has_lost(controller):
    set_up(controller, "B:W18:B14")
    click(controller, 14, 23)
    assert controller.notice == "punched: MOVE 14X23"
    until_it_stands(controller)
    wait(controller, 0.1)
    assert controller.shown["now"] == "black has won, white cannot move: NEW GAME sets the pieces up"
    assert "BLACK WINS" in controller.printed.decode()
    click(controller, 23)
    assert controller.notice == "the game is over: NEW GAME sets the pieces up"
    controller.command("new game")
    until_it_stands(controller)
    assert position(controller) == Game().position


def test_it_says_that_the_704_has_conceded(controller):
    lost = set_up(controller, "B:W14,18,28,31,K11,K32:B12,20")
    controller.command("let it move")
    until_it_stands(controller)
    wait(controller, 0.1)
    assert "I CONCEDE" in controller.printed.decode()
    assert controller.shown["now"] == "black concedes, white has won: NEW GAME sets the pieces up"
    assert position(controller) == lost
    controller.command("new game")
    until_it_stands(controller)
    wait(controller, 0.1)
    assert controller.shown["now"].startswith("Black to move")


def test_it_moves_for_either_side(controller):
    controller.command("let it move")
    until_it_stands(controller)
    wait(controller, 0.1)
    assert position(controller).to_move is Colour.WHITE
    assert controller.shown["now"].startswith("White to move")
    click(controller, 22)
    assert controller.shown["board"]["chosen"] == cell(22)


def test_a_move_is_taken_back(controller):
    before = controller.machine.snapshot().record
    click(controller, 11, 15)
    until_it_stands(controller)
    controller.command("take back")
    assert controller.machine.snapshot().record == before
    assert controller.shown["board"]["marks"] == []
    click(controller, 11, 16)
    assert controller.notice == "punched: MOVE 11-16, PLAY"


def test_clicks_while_it_thinks_say_so_and_do_nothing(controller):
    click(controller, 11, 15)
    wait(controller, 1)
    click(controller, 12)
    assert controller.notice == "the 704 thinks for white: then it takes a move"
    until_it_stands(controller)
    controller.open("=PLAY; PLAY")
    strike(controller, "enter")
    wait(controller, 0.5)
    controller.command("let it move")
    assert controller.notice == "the program goes by the cards in the hopper: TAKE THEM OUT"
    until_it_stands(controller)
    controller.press("automatic", "AUTOMATIC")
    click(controller, 9)
    assert controller.notice == "the switch is at MANUAL: AUTOMATIC first, then START"
    controller.press("automatic", "AUTOMATIC")
    strike(controller, "r")
    click(controller, 9)
    assert controller.notice == "the program does not wait for cards: START goes on"


def test_it_prints_its_board(controller):
    controller.command("print")
    until_it_stands(controller)
    assert "BLACK TO MOVE" in controller.printed.decode()


def test_signs_that_the_program_shows_are_explained():
    source = (Path(__file__).parents[3] / "asm" / "ibm704" / "checkers.sap").read_text()
    printed = re.findall(r"^TX\w+ +BCD \d(.+)$", source, re.MULTILINE)
    explained = " ".join(f"{sign} {meaning}" for sign, meaning in GAME.help)
    assert [text for text in printed if text.strip() not in explained and "TO MOVE" not in text and len(text) > 1] == []
