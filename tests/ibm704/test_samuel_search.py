"""asm/ibm704/search.sap: value, move and counts are those of plain minimax with Samuel's table of plies.

The model is samuel_search.py, whose scores are those of samuel_terms.py. It takes milliseconds for a board, so that
what it looks at is limited here; IRONBOARD_EXAMPLES=all compares 200 positions.
"""

from __future__ import annotations

from functools import cache

import pytest

from emulators.ibm704.isa import FIELD
from host.games.boards import Colour
from host.games.checkers.generators import BREAKS, MAN, WIN, Thinker, breaks
from host.games.checkers.rules import NO_MOVES, Game, Result
from host.games.checkers.samuel import position_of, words_of
from tests.games.checkers.bits import successors
from tests.games.checkers.boards import position, stored_positions
from tests.ibm704 import polynomials
from tests.ibm704 import samuel_search as model
from tests.shared import ALL_EXAMPLES

SIGN = 1 << 35
WHITE = Colour.WHITE
COMPARED = 200 if ALL_EXAMPLES else 16
MOST_NODES = 1500 if ALL_EXAMPLES else 200  # that the model looks at for one position


@cache
def thinker():
    return Thinker()


def think(found, plies=BREAKS, pruned=False):
    """Return value, boards looked at and scored, the farthest ply, and the position after the best move."""
    machine = thinker()
    machine.breaks, machine.pruned = plies, pruned
    value, nodes, scored, deepest, after, _ = machine.think(words_of(found), found.to_move)
    return value, nodes, scored, deepest, position_of(after, found.to_move.other)


def thought(found, plies=BREAKS):
    """Return what the model thinks, in the same form."""
    search = model.Search(plies)
    value, after = search.best(found)
    return value, search.nodes, search.scored, search.deepest, after


@cache
def positions():
    """Return the stored positions that have moves: of games, and chosen for their captures and kings."""
    return [known.position for known in stored_positions() if known.moves]


@cache
def cases():
    """Return positions and minimum plies, those that the model is through with soon; many plies first."""
    found = []
    for minimum in (3, 2, 1):
        able = [each for each in positions()[minimum::3] if think(each, breaks(minimum))[1] <= MOST_NODES]
        found += [(each, minimum) for each in able]
    return found[:: max(1, len(found) // COMPARED)][:COMPARED]


def test_the_table_of_plies_is_that_of_the_paper():
    machine = Thinker()
    assert {name: machine.get(name) for name in BREAKS} == model.PLIES
    assert (machine.get("AHEAD"), machine.get("ALPHAB")) == (model.TWO_KINGS, 0)


def test_value_move_and_counts_are_those_of_plain_minimax():
    assert len(cases()) == COMPARED
    for board, minimum in cases():
        plies = breaks(minimum)
        assert think(board, plies) == thought(board, plies), (board.fen, minimum)


def test_alpha_and_beta_change_neither_value_nor_move_and_save_boards():
    saved = 0
    for board, minimum in [*cases(), *((each, 3) for each in positions()[::9])]:
        value, nodes, _, _, after = think(board, breaks(minimum))
        pruned = think(board, breaks(minimum), pruned=True)
        assert (pruned[0], pruned[4]) == (value, after), (board.fen, minimum)
        assert pruned[1] <= nodes
        saved += nodes - pruned[1]
    assert saved > 1000


def test_no_line_goes_beyond_the_last_ply():
    farthest = [think(board, breaks(minimum), pruned=True)[3] for minimum in (3, 4) for board in positions()[::12]]
    assert 11 < max(farthest) <= BREAKS["PLYMAX"]
    for last in (1, 2, 4, 7):
        plies = {**BREAKS, "PLYMAX": last}
        assert {think(board, plies)[3] for board in positions()[::12]} <= {*range(1, last + 1)}


# ---------------------------------------------------------------- the rows of the table

ROWS = [  # plies, one of them changed, and a position of which the change alone decides value and move
    (BREAKS, {"PLYMIN": 2}, "B:W16,25,K3:B2,12,18,23,28,K20,K32"),  # ply 2: never
    (BREAKS, {"PLYMIN": 4}, "B:W12:BK25"),  # ply 3: a quiet board is scored
    (BREAKS, {"PLYJMP": 3}, "B:W5,6,9,10,11,12,13,18,19,K1,K2,K4:B8,15,20,26,K17,K23,K30,K31"),  # the last move
    (BREAKS, {"PLYOFR": 3}, "W:W12,20,30:B3,4,5,8,9,14,22,K29"),  # ply 3: an exchange offer
    (BREAKS, {"PLYOFR": 4}, "W:W5,22,27,K25:B4,13,14,15,19,K1,K3,K10,K18,K29"),  # ply 4: the same
    (BREAKS, {"PLYMAX": 5}, "W:W12,20,30:B3,4,5,8,9,14,22,K29"),  # ply 5 to 10: a jump
    (BREAKS, {"PLYAHD": 10}, "B:W15,16,18,25,29,K5,K8,K13,K23,K26,K27,K31:B3,10,12,22,24,K19,K28"),  # 10: no lead
    (BREAKS, {"PLYAHD": 12}, "B:W6,14,16,26,28,32,K4,K8,K10,K30:B3,9,11,12,15,18,19,20,24,27,K7,K21"),  # 11: a lead
    ({**BREAKS, "PLYMAX": 6}, {"PLYMAX": 7}, "W:W8,13,25,26,27,29,30,32,K22:B5,7,10,23"),  # the last ply, as 6
]


@pytest.mark.parametrize(("plies", "change", "text"), ROWS, ids=lambda each: str(each)[:30])
def test_each_row_of_the_table_has_a_position_that_only_it_decides(plies, change, text):
    """No line gets to ply 20 as the table stands: the last row is tried at ply 6."""
    board = position(text)
    usual, changed = (think(board, each) for each in (plies, {**plies, **change}))
    assert usual[0] != changed[0]
    if usual[1] + changed[1] < 1000 or ALL_EXAMPLES:
        assert (usual, changed) == (thought(board, plies), thought(board, {**plies, **change}))


def test_on_the_last_ply_a_jump_that_is_next_costs_a_man():
    hanging = 0
    for board in positions()[::10]:
        plies = {**BREAKS, "PLYMIN": 1, "PLYMAX": 1}
        values = []
        for move in board.legal_moves():
            after = board.played(move)
            jump = any(each.captured for each in after.legal_moves())
            hanging += jump
            lost = not after.legal_moves()
            values.append(model.shrunk(WIN if lost else model.static(after, board) - MAN * jump))
        assert think(board, plies)[0] == max(values), board.fen
    assert hanging > 10


def test_with_few_pieces_the_break_points_are_a_ply_later():
    machine = thinker()
    few = [each for each in positions() if len(each.pieces) < machine.get("FEW")][::10]
    assert few
    for board in few:
        usual = think(board, pruned=True)
        machine.put("DEEPER", 0)
        try:
            assert think(board, breaks(4), pruned=True) == usual
        finally:
            machine.put("DEEPER", model.DEEPER)
    assert machine.get("FEW") == model.FEW


# ---------------------------------------------------------------- wins and losses


def wins(words, colour, moves):
    """Return whether the side to move can make the other unable to move, within a number of moves of both."""
    return moves > 0 and any(loses(after, colour.other, moves - 1) for after in successors(words, colour))


def loses(words, colour, moves):
    return all(wins(after, colour.other, moves - 1) for after in successors(words, colour))


@pytest.mark.parametrize(
    ("text", "minimum", "moves"),
    [
        ("W:W14,18,28,31,32:B12,20", 5, 7),
        ("B:W5,K4:B1,15,K18", 6, 7),
        ("W:W14,20,24,31,K10:B4,K30", 6, 7),
    ],
)
def test_a_forced_win_is_found_where_it_can_be_seen(text, minimum, moves):
    """That it is one, and no shorter one, is found out here by trying all."""
    board = position(text)
    value, _, _, _, after = think(board, breaks(minimum), pruned=True)
    assert value == WIN - moves
    assert loses(words_of(after), after.to_move, moves - 1)
    assert not wins(words_of(board), board.to_move, moves - 2)


@pytest.mark.parametrize(
    "text",
    ["B:W31:BK11,K19", "B:W31:B20,K2,K24,K25", "B:WK18:B19,27,K17,K21", "W:W17,K3,K19,K32:BK12", "B:W5:BK6,K9,K13,K30"],
)
def test_of_two_wins_the_shorter_is_played(text):
    board = position(text)
    won = [
        next((moves for moves in range(6) if loses(words_of(after), after.to_move, moves)), None)
        for after in map(board.played, board.legal_moves())
    ]
    lengths = {moves for moves in won if moves is not None}
    assert len(lengths) > 1
    value, *_, after = think(board, breaks(5), pruned=True)
    assert value == WIN - 1 - min(lengths)
    assert loses(words_of(after), after.to_move, min(lengths))


@pytest.mark.parametrize(
    "text", ["W:WK7:BK8,K9", "B:W10,K19:B11", "B:W19,K6,K10:BK5", "B:WK13,K31:B14", "W:WK25:B27,K26,K28,K31"]
)
def test_of_two_losses_the_longer_is_played(text):
    board = position(text)
    ends = [
        next(moves for moves in range(6) if wins(words_of(after), after.to_move, moves))
        for after in map(board.played, board.legal_moves())
    ]
    assert len({*ends}) > 1
    value, *_, after = think(board, breaks(5), pruned=True)
    assert value == 1 - WIN + max(ends)
    assert not wins(words_of(after), after.to_move, max(ends) - 1)


SIX_AGAINST_TWO = "W:W19,21,22,29,K10,K18:B13,K32"
THREE_AGAINST_ONE = "B:W30,K10,K19:BK32"


@pytest.mark.parametrize("minimum", [3, 4])
@pytest.mark.parametrize("text", [SIX_AGAINST_TWO, THREE_AGAINST_ONE])
def test_won_endings_are_won_against_itself(text, minimum):
    """To the last move, for who has lost does not concede here."""
    game = Game(position(text))
    while game.result is None:
        *_, after = think(game.position, breaks(minimum), pruned=True)
        game.play(next(move for move in game.position.legal_moves() if game.position.played(move) == after))
    assert game.result == Result(WHITE, NO_MOVES)


def test_the_polynomial_it_plays_with_is_better_than_piece_advantage_alone():
    won, lost, drawn = polynomials.match("played", "pieces", 100 if ALL_EXAMPLES else 4)
    assert won + lost + drawn >= 4
    assert won > lost


# ---------------------------------------------------------------- its edges


def test_where_the_stack_has_no_room_the_board_is_scored_as_on_the_last_ply():
    """Two successors' room is all there is: the moves of the first board, and nothing of theirs."""
    machine = Thinker()
    machine.stack = machine.address("LIMIT") - 1
    for board in positions()[::7]:
        machine.put("BOTTOM", -machine.stack & FIELD)
        found = machine.think(words_of(board), board.to_move)
        assert found.nodes == len(board.legal_moves())
        assert found.value == think(board, {**BREAKS, "PLYMIN": 1, "PLYMAX": 1})[0], board.fen


def test_what_is_looked_up_elsewhere_takes_the_place_of_the_score():
    """A word of the program can send every board to be scored to another place first."""
    machine = thinker()
    lookup = machine.get("LOOKUP")
    place = machine.address("SE1")  # a word that holds 1
    cla, tra = 0o0500 << 24 | place, 0o0020 << 24 | 1 | 4 << 15
    machine.put("SQUARS", cla, tra)  # CLA SE1, TRA 1,4: every board is worth 1
    machine.put("LOOKUP", 0o0020 << 24 | machine.address("SQUARS"))
    try:
        board = positions()[0]
        assert think(board, {**BREAKS, "PLYMIN": 1, "PLYMAX": 1})[0] == 0
        assert abs(think(board)[0]) <= 1
    finally:
        machine.put("LOOKUP", lookup)


def test_with_the_sign_of_pieces_reversed_who_cannot_move_has_won():
    machine = thinker()
    machine.put("PIECES", SIGN | 1)
    try:
        won = position("W:WK15:B10")
        assert think(won)[0] == -(WIN - 1)
    finally:
        machine.put("PIECES", 1)
