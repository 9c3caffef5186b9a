"""Kings' endings by rote: the 704 wins them against perfect defence, and repeats no position when it is ahead.

The oracle is a table of all positions (docs/studies/kings_tables.py), itself compared with the rules, and the
announcements of the machine are compared with its memory tape.
"""

from __future__ import annotations

from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import pytest

from docs.studies.kings_endings import play, random_positions, row
from docs.studies.kings_tables import Tables
from docs.tools.make_endings import Board, Maker, all_boards
from host.formats import tapes
from host.games.boards import Colour
from host.games.checkers import endings, memory
from host.games.checkers.memory import ENDINGS, memory_of
from host.games.checkers.program import CheckersProgram, Match
from host.games.checkers.rules import Game, Position
from tests.games.checkers.boards import position
from tests.shared import ALL_EXAMPLES

TAPE = Path(__file__).parents[2] / endings.TAPE
DRAWN = {  # without endings, all of them
    2: ("W:WK25,K31:BK14", "W:WK13,K20:BK19"),
    3: ("W:WK1,K2,K25:BK14", "W:WK23,K27,K32:BK1"),
    4: ("W:WK1,K2,K14,K25:BK28", "W:WK11,K24,K26,K32:BK2"),
}
KINDS = (2, 3, 4) if ALL_EXAMPLES else (2, 3)  # the tables of the last take three seconds
AHEAD = "W:WK11,K14,K22:BK1,K5"  # three against two


tables = cache(Tables)


@cache
def program(with_endings):
    found = CheckersProgram()
    found.prune(on=True)
    found.resign(on=False)
    if with_endings:
        endings.take(found)
    return found


@cache
def kept():
    return list(memory.read(TAPE).boards)


@pytest.mark.parametrize(("white", "black", "count"), [(2, 1, 100), (3, 1, 30), (2, 2, 60)])
def test_the_tables_are_what_the_rules_make_of_them(white, black, count):
    """Of each position, by the moves of the rules and the ends of the positions after them."""
    found = tables(white, black)
    for start in islice(random_positions(white, black), count):
        for board in (start, Position(start.pieces, Colour.BLACK)):
            own, other = board.to_move, board.to_move.other
            after = [board.played(move) for move in board.legal_moves()]
            wins = [end for end in (found.end(each, own) for each in after) if end is not None]
            losses = [found.end(each, other) for each in after]
            lost = None if None in losses else 1 + max(losses, default=-1)
            assert found.end(board, own) == (1 + min(wins) if wins else None), board.fen
            assert found.end(board, other) == lost, board.fen


@pytest.mark.parametrize(("start", "hunters"), [(start, hunters) for hunters in KINDS for start in DRAWN[hunters]])
def test_an_ending_that_was_drawn_is_won_against_perfect_defence(start, hunters):
    without = play(program(False), position(start), 3, tables(hunters, 1))
    assert str(without.game.result) == "a draw: repetition"
    match = play(program(True), position(start), 3, tables(hunters, 1))
    assert match.game.result.winner is Colour.WHITE
    announced = [thought.wins_in for thought in match.thoughts.values() if thought.wins_in]
    assert all(later <= earlier - 2 for earlier, later in pairwise(announced))  # each move is nearer to the end


@pytest.mark.parametrize("depth", [1, 2])
def test_looking_less_far_it_carries_out_the_win_that_it_announces(depth):
    match = play(program(True), position(DRAWN[2][1]), depth, tables(2, 1))
    assert match.game.result.winner is Colour.WHITE


def test_the_study_counts_games_that_are_won():
    assert row(program(True), "2-1", 3, 3).startswith("2-1: 3 of 3 won, in ")


def test_what_the_tape_says_is_what_the_machine_finds_out_with_it():
    """A board is not looked up where the search begins: its score comes from other boards of the tape."""
    program(True).look_ahead(3)
    for board in kept()[::30]:
        program(True).set_up(board.position)
        assert program(True).think(board.position).wins_in == board.end, board.position.fen


def test_no_board_of_the_tape_is_said_to_be_nearer_to_the_end_than_it_is():
    over = [board.end - tables(2, 1).end(board.position, Colour.BLACK) for board in kept()]
    assert min(over) == 0
    assert all(each.ply == 63 for each in kept())


def test_the_machine_saves_what_it_sees_as_won(tmp_path):
    """Of the boards that are nearest to the end, by itself; some others it does not see."""
    near = [board for board in kept() if board.end <= 5][::4]
    far = [board for board in kept() if board.end > 20][::40]
    maker = Maker(tmp_path / "new.tap", [Board.in_position(board.position) for board in near + far])
    maker.look()
    assert len(maker.open) == len(far)
    maker.save(maker.known)
    saved = {board.position: (board.score, board.ply) for board in maker.boards}
    assert saved == {board.position: (board.score, board.ply) for board in near}


if ALL_EXAMPLES:  # it takes a minute

    def test_the_tape_is_what_the_command_makes(tmp_path):
        maker = Maker(tmp_path / "new.tap", all_boards())
        list(maker.rounds())
        maker.tape.save()
        assert (tmp_path / "new.tap").read_bytes() == TAPE.read_bytes()


# ---------------------------------------------------------------- positions of the game


def after_own_moves(with_endings, moves=24):
    """Return the positions that the side that is ahead makes, against the program itself."""
    match = Match(program(with_endings), 2, position(AHEAD))
    while match.game.result is None and len(match.game.moves) < moves:
        match.answer()
    return [each for each in match.game.positions[1:] if each.to_move is Colour.BLACK]


def test_who_is_ahead_repeats_no_position():
    without, found = after_own_moves(False), after_own_moves(True)
    assert len(set(without)) < len(without)
    assert len(set(found)) == len(found)


def there_and_back(start, move):
    """Return a game in which one side makes a move and takes it back, as the other does with one of its own."""
    for reply in start.played(move).legal_moves():
        game = Game(start)
        game.play(move)
        game.play(reply)
        for back in (move, reply):
            found = [each for each in game.position.legal_moves() if each.path == back.path[::-1]]
            if not found or found[0].captured:
                break
            game.play(found[0])
        if len(game.moves) == 4:
            return game
    raise AssertionError("no such game")


def test_positions_are_those_of_one_game():
    """A move that has been made in this game is not made again; in another game, or a new one, it is."""
    machine = program(True)
    start = position(AHEAD)
    match, other = Match(machine, 2, start, 1), Match(machine, 2, start, 2)
    first = match.hint().move
    game = match.game = there_and_back(start, first)
    match.program.take_up(game.positions, game.moves)
    assert other.hint().move == first
    assert match.hint().move != first
    match.begin(start)
    assert match.hint().move == first


# ---------------------------------------------------------------- cards


def test_a_damaged_tape_is_refused_and_the_game_goes_on_without():
    records = tapes.read(TAPE)
    records[3] = records[3][:9] + bytes([records[3][9] ^ 1]) + records[3][10:]
    machine = CheckersProgram()
    machine.machine.mount(1, tapes.dumps_p7b(records), ring=False)
    assert machine.feed(ENDINGS).lines == ["BAD MEMORY TAPE, RECORD 4"]
    machine.prune(on=True)
    board = position(DRAWN[2][0])
    machine.set_up(board)
    assert machine.think(board).wins_in is None


def test_a_tape_to_learn_by_takes_the_place_of_the_endings():
    machine = CheckersProgram()
    endings.take(machine)
    machine.machine.mount(1)
    machine.machine.mount(2)
    assert machine.feed("ROTE ON").lines == ["MEMORY ON UNIT 1, 0 BOARDS, 0 RECORDS"]
    machine.prune(on=True)
    board = position(DRAWN[2][0])
    machine.set_up(board)
    assert machine.think(board).wins_in is None
    assert machine.feed("ROTE OFF").lines == ["MEMORY ON UNIT 2, 1 BOARDS, 1 RECORDS"]
    assert len(list(memory_of(tapes.loads_p7b(machine.machine.tape(2))).boards)) == 1
