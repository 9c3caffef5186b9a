"""asm/ibm704/checkers.sap: what it thinks is what its description says, and what it does is checkers.

The model of checkers_model.py is written after docs/ibm704/checkers.md. Scores, moves and the number of boards looked
at are compared in a machine without units; cards, lines, switches and lights on the whole machine.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import assume, given, settings

from emulators.ibm704.bcd import card
from emulators.ibm704.display import COORDINATE, X_SHIFT
from emulators.ibm704.isa import FIELD
from host.games.boards import Colour
from host.games.checkers.generators import Thinker
from host.games.checkers.program import CheckersProgram, board_in
from host.games.checkers.rules import NO_MOVES, OPENING, SQUARE_AT, Game, Piece, Result
from host.games.checkers.samuel import Words, octal, position_of, samuel, word, words_of
from tests.games.checkers.bits import successors
from tests.games.checkers.boards import any_position, position, stored_positions
from tests.ibm704 import checkers_model as model
from tests.shared import spread

DESCRIBED = list(model.WEIGHTS.values())
BLACK, WHITE = Colour.BLACK, Colour.WHITE


def board_of(found):
    """Return a position as the model has it."""
    pieces = {samuel(square): model.Piece(what.colour is BLACK, what.king) for square, what in found.pieces.items()}
    return model.Board(pieces, found.to_move is BLACK)


def words_of_board(board):
    kinds = [(True, False), (False, False), (True, True), (False, True)]  # BM WM BK WK
    return Words(*(sum(1 << 35 - at for at, what in board.pieces.items() if what == kind) for kind in kinds))


@cache
def thinker():
    return Thinker()


def think(found, depth):
    """Return the value, the number of boards looked at, and the position after the best move."""
    value, nodes, after, _ = thinker().think(words_of(found), found.to_move, depth)
    return value, nodes, position_of(after, found.to_move.other)


def thought(found, depth):
    """Return what the model thinks, in the same form."""
    search = model.Search(depth)
    value = search.value(board_of(found))
    after = search.best
    return value, search.nodes, position_of(words_of_board(after), BLACK if after.black else WHITE)


@cache
def positions():
    """Return the stored positions that have moves: of games, and chosen for their captures and kings."""
    return [known.position for known in stored_positions() if known.moves]


def sample(count):
    """Return so many of them, evenly."""
    return positions()[:: len(positions()) // count][:count]


# ---------------------------------------------------------------- the search


@pytest.mark.parametrize(("depth", "count"), [(1, 160), (2, 100), (3, 40), (4, 16), (5, 5), (6, 2)])
def test_move_score_and_nodes_are_those_of_the_model(depth, count):
    for board in sample(count):
        assert think(board, depth) == thought(board, depth), board.fen


@settings(derandomize=True, deadline=None, max_examples=80)
@given(board=any_position())
def test_any_position_is_thought_about_as_by_the_model(board):
    assume(board.legal_moves())
    assert think(board, 2) == thought(board, 2)


@pytest.mark.parametrize(("depth", "count"), [(1, 60), (2, 30), (3, 10), (4, 2)])
def test_alpha_and_beta_leave_the_value_as_it_is(depth, count):
    for board in sample(count):
        value, _, _ = think(board, depth)
        assert value == model.printed(model.minimax(board_of(board), depth)), board.fen


def test_the_best_move_is_legal():
    for board in positions():
        _, _, after = think(board, 3)
        assert after in [board.played(move) for move in board.legal_moves()], board.fen


@pytest.mark.parametrize("term", model.WEIGHTS, ids=lambda term: term.__name__)
def test_every_term_is_the_model_s(term, monkeypatch):
    """One at a time, its weight 1 and all others 0; the weights are words of the program."""
    weights = dict.fromkeys(model.WEIGHTS, 0) | {term: 1}
    monkeypatch.setattr(model, "WEIGHTS", weights)
    thinker().set_weights(list(weights.values()))
    try:
        for board in sample(60):
            assert think(board, 1) == thought(board, 1), board.fen
    finally:
        thinker().set_weights(DESCRIBED)


def test_the_weights_are_those_of_the_description():
    assert thinker().weights == DESCRIBED


def test_where_the_stack_has_no_room_the_board_is_scored_as_it_is():
    """Two successors' room is all there is: the moves of the first board, and nothing of theirs."""
    machine = Thinker()
    machine.stack = machine.address("LIMIT") - 1
    for board in sample(50):
        machine.put("BOTTOM", -machine.stack & FIELD)
        _, nodes, after, _ = machine.think(words_of(board), board.to_move, 6)
        assert nodes == len(board.legal_moves())
        assert after in [words_of(board.played(move)) for move in board.legal_moves()], board.fen


# ---------------------------------------------------------------- won endings: direction, and the boards of the game


def move_to(start, after):
    return next(move for move in start.legal_moves() if start.played(move) == after)


def self_play(start, depth):
    """Return the game that the program plays against itself; the model compares every board on the way with it."""
    game, past, machine = Game(start), set(), thinker()
    machine.forget()
    while game.result is None:
        here = game.position
        value, nodes, after = think(here, depth)
        if depth < 4:
            search = model.Search(depth, frozenset(past))
            assert (value, nodes) == (search.value(board_of(here)), search.nodes), here.fen
            assert board_of(after).pieces == search.best.pieces, here.fen
        machine.remember(words_of(here), here.to_move, words_of(after))
        move = move_to(here, after)
        past = set() if here.advances(move) else past | {model.key(board_of(here))}
        game.play(move)
    machine.forget()
    return game


SIX_AGAINST_TWO = "W:W19,21,22,29,K10,K18:B13,K32"
THREE_AGAINST_ONE = "B:W30,K10,K19:BK32"


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
@pytest.mark.parametrize("text", [SIX_AGAINST_TWO, THREE_AGAINST_ONE])
def test_won_endings_are_won_against_itself(text, depth):
    """Without direction and memory 6 against 2 repeats after 8 moves, and 3 against 1 at depths 2, 3 and 5."""
    assert self_play(position(text), depth).result == Result(WHITE, NO_MOVES)


def quiet_moves(board):
    return [move for move in board.legal_moves() if not board.advances(move)]


def remember(*boards):
    """Let the program note boards as those of a game; return them as the model has them. They have quiet moves."""
    machine = thinker()
    machine.forget()
    for board in boards:
        machine.remember(words_of(board), board.to_move, words_of(board.played(quiet_moves(board)[0])))
    return {model.key(board_of(board)) for board in boards}


def test_a_board_of_the_game_is_a_draw_one_and_two_moves_ahead_and_no_further():
    changed = [0, 0, 0]
    for board in [each for each in positions() if quiet_moves(each)][::6]:
        line, depth = [board], 3
        while len(line) < 4 and quiet_moves(line[-1]):
            line.append(line[-1].played(quiet_moves(line[-1])[-1]))
        for ahead, seen in enumerate(each for each in line[1:] if quiet_moves(each)):
            thinker().forget()
            before = think(board, depth)
            search = model.Search(depth, remember(seen))
            assert think(board, depth)[:2] == (search.value(board_of(board)), search.nodes), board.fen
            changed[ahead] += think(board, depth) != before
    thinker().forget()
    assert changed[0]
    assert changed[1]
    assert not changed[2]


def test_a_capture_and_a_move_of_a_man_forget_the_boards_of_the_game():
    board = position("W:W21,K10,K18:B12,K1,K32")
    capture = position("W:W21,K10,K18:B12,K6,K32")
    for start in (board, capture):
        remember(board, position("B:W21,K10,K18:B12,K1,K32"))
        assert thinker().get("PASTS") >> 18 == 2 * 4
        last = next(move for move in start.legal_moves() if start.advances(move))
        thinker().remember(words_of(start), WHITE, words_of(start.played(last)))
        assert thinker().get("PASTS") == 0


def test_the_boards_of_the_game_have_room_for_forty_moves_of_each_side_then_they_are_forgotten():
    board = position("W:W21,K10,K18:B12,K1,K32")
    remember(*[board] * 80)
    assert thinker().get("PASTS") >> 18 == 80 * 4
    after = board.played(quiet_moves(board)[0])
    thinker().remember(words_of(board), WHITE, words_of(after))
    assert thinker().get("PASTS") >> 18 == 4
    thinker().forget()


@pytest.mark.parametrize("depth", spread([4, 6], 1))
def test_of_equal_results_the_winner_takes_the_nearest_and_the_loser_the_farthest(depth):
    """What a move is worth to who makes it is the value of the board after it, 1 closer to 0."""
    for text in (SIX_AGAINST_TWO, THREE_AGAINST_ONE, "W:WK14,K15,K18:BK1"):
        board = position(text)
        replies = [board.played(move) for move in board.legal_moves()]
        values = [model.backed_up(model.minimax(board_of(after), depth, 1)) for after in replies]
        assert think(board, depth)[0] == model.printed(max(values)), text


# ---------------------------------------------------------------- forced wins


def wins(words, colour, moves):
    """Return whether the side to move can make the other unable to move, within so many moves of both."""
    return moves > 0 and any(loses(after, colour.other, moves - 1) for after in successors(words, colour))


def loses(words, colour, moves):
    return all(wins(after, colour.other, moves - 1) for after in successors(words, colour))


@pytest.mark.parametrize(
    ("text", "depth", "moves"),
    [
        ("W:W14,18,28,31,32:B12,20", 5, 7),
        ("B:W5,K4:B1,15,K18", 7, 7),
        ("W:W14,20,24,31,K10:B4,K30", 7, 7),
    ],
)
def test_a_forced_win_is_found_where_it_can_be_seen(text, depth, moves):
    """Looking two moves less ahead it is not; that it is one, and no shorter one, is found out here by trying all."""
    board = position(text)
    value, _, after = think(board, depth)
    assert value == model.WIN - moves
    assert loses(words_of(after), after.to_move, moves - 1)
    assert not wins(words_of(board), board.to_move, moves - 2)
    assert think(board, depth - 2)[0] < 1000


# ---------------------------------------------------------------- on the whole machine, by cards


@cache
def machine():
    program = CheckersProgram("compiled")
    return program, program.machine.snapshot()


@pytest.fixture
def program():
    """The program, waiting for its first card."""
    found, beginning = machine()
    found.machine.restore(beginning)
    return found


def setting(board):
    return f"SET {'B' if board.to_move is BLACK else 'W'} {' '.join(map(octal, words_of(board)))}"


def board_of_program(program):
    return board_in(program.machine.peek, program.symbols)


OTHER = position("W:W14,18,28,31,K32:B12,20,K1")


def test_it_begins_with_a_new_game_and_looks_four_moves_ahead(program):
    assert board_of_program(program) == OPENING
    first = program.feed("PLAY").lines
    assert program.feed("NEW", "DEPTH 4", "PLAY").lines == first


def test_a_set_position_is_played_on(program):
    assert program.feed(setting(OTHER)).lines == []
    assert board_of_program(program) == OTHER
    value, nodes, after = think(OTHER, 3)
    (line,) = program.feed("DEPTH 3", "PLAY").lines
    move = next(move for move in OTHER.legal_moves() if OTHER.played(move) == after)
    assert line == f"MOVE {str(move).upper()}  SCORE {value}  NODES {nodes}"
    assert board_of_program(program) == after


def test_every_legal_move_is_made(program):
    for known in stored_positions()[::5]:
        for move in known.position.legal_moves():
            printed = program.feed(setting(known.position), f"MOVE {str(move).upper()}").lines
            after = known.position.played(move)
            assert board_of_program(program) == after, (known.line, move)
            won = f"{known.position.to_move.value.upper()} WINS"
            assert printed == ([] if after.legal_moves() else [won]), (known.line, move)


@pytest.mark.parametrize(
    "move",
    ["11-14", "11-20", "12-16-19", "9X18", "22-18", "1-5", "11X15", "32-28", "11-11", "14-18"],
)
def test_an_illegal_move_is_refused_and_nothing_has_changed(program, move):
    undisturbed = program.feed("PRINT", "PLAY").lines
    assert program.feed("NEW", f"MOVE {move}", "PRINT", "PLAY").lines == ["ILLEGAL MOVE", *undisturbed]


def test_a_capture_is_legal_with_all_of_its_squares_only(program):
    board = position("B:W6,14,15:B1")
    for move in ("1X10X17", "1X10X19"):
        assert program.feed(setting(board), f"MOVE {move}").lines == []
    for move in ("1X10", "1-10", "1X19", "1X17", "1-10-17", "1X10X17X10"):
        assert program.feed(setting(board), f"MOVE {move}").lines == ["ILLEGAL MOVE"]


BAD_CARDS = [
    "HELLO", "PLAYS", "PLA", "MOVES 11-15", "NEWGAME", "NEW 1", "PLAY 4", "PRINT X", "", "704",
    "MOVE", "MOVE 11", "MOVE 11-", "MOVE -15", "MOVE 0-5", "MOVE 33-28", "MOVE 11-15X18", "MOVE 11,15", "MOVE 11-15 X",
    "MOVE A-B", "DEPTH", "DEPTH 0", "DEPTH 21", "DEPTH -1", "DEPTH 4.", "DEPTH X", "DEPTH 3 4", "DEPTH 99999999999999",
    "SET", "SET X 0 0 0 0", "SET B", "SET B 1 2 3", "SET B 1 2 4 8", "SET B 1 2 4 10 20", "SET W 1 2 4 1000000000000",
    "SETB 1 2 4 10", "A" * 62,
]  # fmt: skip


@pytest.mark.parametrize("card", BAD_CARDS)
def test_a_bad_card_is_printed_and_skipped(program, card):
    undisturbed = program.feed("MOVE 11-15", "PRINT", "PLAY").lines
    printed = program.feed("NEW", "MOVE 11-15", card, "PRINT", "PLAY").lines
    assert printed == [f"BAD CARD  {card}".rstrip(), *undisturbed]


def test_of_a_long_card_as_much_is_printed_as_there_is_room_for(program):
    card = "PLAY " + "0123456789" * 6 + "ABCDEFG"
    assert program.feed(card).lines == [f"BAD CARD  {card[:62]}"]


@pytest.mark.parametrize(
    "words",
    [
        (word([11]), word([11]), 0, 0),
        (0, word([20]), 0, word([20])),
        (1 << 35 - 9, word([20]), 0, 0),
        (word([1]), word([20]) | 1 << 35 - 27, 0, 0),
        (word([1]), word([20]), 1 << 35, 0),
        (word([29]), word([20]), 0, 0),
        (word([5]), word([4]), 0, 0),
    ],
)
def test_words_that_are_no_position_are_refused(program, words):
    """Two pieces on a square, pieces beside the board, men where they would be kings."""
    card = f"SET W {' '.join(map(octal, words))}"
    assert program.feed(card).lines == [f"BAD POSITION  {card}"]
    assert board_of_program(program) == OPENING


@pytest.mark.parametrize(
    ("text", "winner"), [("B:W21,22:B", "WHITE"), ("W:W12:B3,8", "BLACK"), ("B:W24,27:B20", "WHITE")]
)
def test_who_cannot_move_has_lost(program, text, winner):
    assert program.feed(setting(position(text)), "PLAY").lines == [f"{winner} WINS"]
    assert board_of_program(program) == position(text)


def test_the_last_move_of_a_game_is_printed_before_the_winner(program):
    lines = program.feed(setting(position("W:WK15:B10")), "PLAY").lines
    assert lines == ["MOVE 15X6  SCORE 99999  NODES 1", "WHITE WINS"]


def test_the_board_is_printed(program):
    program.feed(setting(OTHER))
    printed = len(program.machine.printed)
    program.feed("PRINT")
    assert program.machine.printed[printed:].decode() == PICTURE.lstrip("\n")


PICTURE = """
            ------------------------------------------------
                   1 BK        2 -         3 -         4 -

             5 -         6 -         7 -         8 -

                   9 -        10 -        11 -        12 B

            13 -        14 W        15 -        16 -

                  17 -        18 W        19 -        20 B

            21 -        22 -        23 -        24 -

                  25 -        26 -        27 -        28 W

            29 -        30 -        31 W        32 WK
            ------------------------------------------------
WHITE TO MOVE
"""


def test_a_game_against_itself_goes_to_its_end(program):
    """What the program does is compared with the rules at every move (host.games.checkers.program)."""
    game = Game()
    program.look_ahead(2)
    while game.result is None:
        game.play(program.think(game.position).move)
    assert len(game.moves) > 30


# ---------------------------------------------------------------- switches, lights and tube


def test_sense_switch_2_prints_the_board_after_every_move(program):
    program.machine.set_sense_switch(2)
    lines = program.feed("MOVE 11-15", "DEPTH 1", "PLAY").lines
    assert [line for line in lines if line.startswith("-")] == ["-" * 48] * 4


def lamps(program):
    return [program.machine.lamps()[f"SENSE LIGHT {number}"] for number in (1, 2, 3, 4)]


def test_the_sense_lights_say_who_is_to_move_and_that_it_thinks(program):
    assert lamps(program) == [1, 0, 0, 0]
    program.feed("MOVE 11-15")
    assert lamps(program) == [0, 1, 0, 0]
    program.machine.put_cards([card("DEPTH 5"), card("PLAY")])
    assert program.machine.run_until(lambda it: it.lamps()["SENSE LIGHT 4"], seconds=5)
    assert lamps(program) == [0, 1, 0, 1]


def test_sense_switch_1_shows_the_pieces_on_the_tube(program):
    """Of each piece at least 16 points are in its square, of a white one and of a king more; nothing is elsewhere."""
    program.machine.set_sense_switch(1)
    program.feed(setting(OTHER), "MOVE 18-15")
    shown = OTHER.played(next(move for move in OTHER.legal_moves() if str(move) == "18-15"))
    seen = Counter(map(inside, program.machine.display))
    del seen[None]
    points = {Piece.BLACK_MAN: 16, Piece.WHITE_MAN: 28, Piece.BLACK_KING: 21, Piece.WHITE_KING: 33}
    assert seen == {square: points[piece] for square, piece in shown.pieces.items()}


def inside(point):
    """Return the square in which a point is; None for one on a line. The board is 8 times 96 points, from 128 on."""
    (column, x), (row, y) = (divmod((point >> shift & COORDINATE) - 128, 96) for shift in (X_SHIFT, 0))
    return SQUARE_AT[7 - row, column] if x and y else None
