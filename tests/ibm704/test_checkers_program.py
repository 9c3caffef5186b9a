"""asm/ibm704/checkers.sap on the whole machine: cards, lines, switches and lights; what it does is checkers.

How it thinks is compared with a model in test_samuel_search.py.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from emulators.ibm704.bcd import card
from emulators.ibm704.display import COORDINATE, X_SHIFT
from host.games.boards import Colour
from host.games.checkers.generators import MAN, Thinker, breaks
from host.games.checkers.program import CheckersProgram, board_in
from host.games.checkers.rules import OPENING, SQUARE_AT, Game, Piece
from host.games.checkers.samuel import octal, position_of, word, words_of
from tests.games.checkers.boards import position, stored_positions

BLACK = Colour.BLACK


@cache
def thinker():
    return Thinker()


def line_of(board, minimum):
    """Return the line that the search of the program has to lead to, and the position after its move."""
    machine = thinker()
    machine.breaks = breaks(minimum)
    found = machine.think(words_of(board), board.to_move)
    after = position_of(found.after, board.to_move.other)
    move = next(move for move in board.legal_moves() if board.played(move) == after)
    score = abs(found.value) * 100 // MAN * (-1 if found.value < 0 else 1)
    return f"MOVE {str(move).upper()}  SCORE {score}  NODES {found.nodes}  PLY {found.deepest}", after


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


def test_it_begins_with_a_new_game_and_looks_three_moves_ahead_at_all_moves(program):
    assert board_of_program(program) == OPENING
    first = program.feed("PLAY").lines
    assert first == [line_of(OPENING, 3)[0]]
    assert program.feed("NEW", "PRUNE OFF", "DEPTH 3", "PLAY").lines == first


def test_a_set_position_is_played_on(program):
    assert program.feed(setting(OTHER)).lines == []
    assert board_of_program(program) == OTHER
    line, after = line_of(OTHER, 2)
    assert program.feed("DEPTH 2", "PLAY").lines == [line]
    assert board_of_program(program) == after


def test_pruned_it_makes_the_same_move_and_looks_at_fewer_boards(program):
    (line,) = program.feed("PLAY").lines
    (pruned,) = program.feed("NEW", "PRUNE ON", "PLAY").lines
    assert pruned.split("  ")[:2] == line.split("  ")[:2]
    assert int(pruned.split()[5]) < int(line.split()[5])


def test_a_win_that_it_sees_is_announced_and_comes(program):
    """Three against one: each time that White moves, the end has come closer by two moves at least."""
    board = position("B:W30,K10,K19:BK32")
    program.feed(setting(board), "DEPTH 5", "PRUNE ON", "RESIGN OFF")
    said = []
    while board.legal_moves() and len(said) < 40:
        lines = program.feed("PLAY").lines
        said.append([int(line.removeprefix("I WIN IN ")) for line in lines if line.startswith("I WIN IN ")])
        score = int(lines[0].split()[3])
        assert (score > 99_000) == bool(said[-1])
        assert not said[-1] or score == 100_000 - said[-1][0]
        board = board_of_program(program)
    announced = [found[0] for found in said if found]
    assert announced
    assert announced[-1] == 1
    assert all(later <= earlier - 2 for earlier, later in pairwise(announced))


def test_a_loss_that_it_sees_is_conceded_unless_it_shall_not_resign(program):
    lost = position("B:W14,18,28,31,K11,K32:B12,20")
    assert program.feed(setting(lost), "PLAY").lines == ["I CONCEDE"]
    assert board_of_program(program) == lost
    (line,) = program.feed("RESIGN OFF", "PLAY").lines
    assert int(line.split()[3]) < -99_000
    assert board_of_program(program) != lost
    assert program.feed(setting(lost), "RESIGN ON", "PLAY").lines == ["I CONCEDE"]


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
    "PRUNE", "PRUNE 1", "PRUNE ONE", "PRUNE OFF X", "RESIGN", "RESIGN NO",
    "SET", "SET X 0 0 0 0", "SET B", "SET B 1 2 3", "SET B 1 2 4 8", "SET B 1 2 4 10 20", "SET W 1 2 4 1000000000000",
    "SETB 1 2 4 10", "A" * 62,
]  # fmt: skip


@pytest.fixture(scope="module")
def undisturbed():
    """What is printed without a bad card."""
    program, beginning = machine()
    program.machine.restore(beginning)
    return program.feed("NEW", "MOVE 11-15", "PRINT", "PLAY").lines


@pytest.mark.parametrize("card", BAD_CARDS)
def test_a_bad_card_is_printed_and_skipped(program, undisturbed, card):
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
    assert lines == ["MOVE 15X6  SCORE 99999  NODES 1  PLY 1", "I WIN IN 1", "WHITE WINS"]


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
        thought = program.think(game.position)
        if thought is None:
            game.resign(game.position.to_move)
        else:
            game.play(thought.move)
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
