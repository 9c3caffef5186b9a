"""Games with the 704: its board and ours are kept together, to the end of the game and back again."""

from __future__ import annotations

import random

import pytest

from host.games.boards import Colour
from host.games.checkers import pdn
from host.games.checkers.notation import parse_move
from host.games.checkers.program import DEPTH, CheckersProgram, Match, remark
from host.games.checkers.rules import NO_MOVES, OPENING, RESIGNATION, GameError, IllegalMove, Move
from tests.games.checkers.boards import position, stored_positions

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@pytest.fixture(scope="module")
def program():
    return CheckersProgram("compiled")


def play_on(match, limit=400):
    while match.game.result is None and len(match.game.moves) < limit:
        match.answer()
    return match.game


def essence(thought):
    """What does not depend on where drums and cams of reader and printer happen to be."""
    return thought.move, thought.score, thought.nodes, thought.seconds


@pytest.mark.parametrize("seed", range(3))
def test_the_704_plays_itself_to_the_end_of_the_game(program, seed):
    """Each move is checked; the first ones are drawn, so that the games differ."""
    choose, match = random.Random(seed), Match(program, 2)
    for _ in range(6):
        match.move(choose.choice(match.game.position.legal_moves()))
    game = play_on(match)
    assert game.result is not None
    assert len(match.thoughts) == len(game.moves) - 6
    assert all(thought.nodes > 0 and thought.total > thought.seconds for thought in match.thoughts.values())


def test_games_from_stored_positions_are_played_to_their_ends(program):
    wins = 0
    for known in stored_positions()[7::40]:
        game = play_on(Match(program, 1, known.position))
        assert game.result is not None
        wins += game.result.reason in (NO_MOVES, RESIGNATION)
    assert wins > 2


def test_the_704_beats_somebody_who_moves_at_random(program):
    results = []
    for seed in range(2):
        choose, match = random.Random(seed), Match(program, 3)
        while match.game.result is None:
            if match.game.position.to_move is BLACK:
                match.answer()
            else:
                match.move(choose.choice(match.game.position.legal_moves()))
        results.append(match.game.result.winner)
    assert results == [BLACK] * 2


def test_moves_are_taken_back_on_both_boards(program):
    match = Match(program, 1)
    first = match.answer()
    second = match.answer()
    match.undo()
    assert essence(match.answer()) == essence(second)
    match.undo(2)
    assert (match.game.position, match.thoughts) == (OPENING, {})
    assert essence(match.answer()) == essence(first)


def test_a_hint_changes_nothing(program):
    match = Match(program, 2)
    hint = match.hint()
    assert (match.game.moves, match.thoughts) == ([], {})
    assert essence(match.answer()) == essence(hint)


SIX_AGAINST_TWO = "W:W19,21,22,29,K10,K18:B13,K32"
THREE_AGAINST_ONE = "B:W30,K10,K19:BK32"


@pytest.mark.parametrize("text", [SIX_AGAINST_TWO, THREE_AGAINST_ONE])
def test_a_won_ending_is_won_against_itself(program, text):
    """As it is loaded: all moves are looked at, to the plies of the paper's table, and one more with few pieces."""
    game = play_on(Match(program, DEPTH, position(text)))
    assert (game.result.winner, game.result.reason) == (WHITE, RESIGNATION)


def test_a_game_that_is_conceded_is_over(program):
    match = Match(program, 3, position("B:W14,18,28,31,K11,K32:B12,20"))
    assert match.hint() is None
    assert match.game.result is None
    assert match.answer() is None
    assert (match.game.result.winner, match.game.result.reason) == (WHITE, RESIGNATION)
    match.begin()
    assert match.answer() is not None


def test_hints_and_moves_taken_back_do_not_change_its_game(program):
    plain, helped = (Match(program, 2, position(THREE_AGAINST_ONE)) for _ in range(2))
    plain.begin(plain.game.start)
    expected = play_on(plain, 20).moves
    helped.begin(helped.game.start)
    while helped.game.result is None and len(helped.game.moves) < 20:
        helped.hint()
        helped.answer()
        if len(helped.game.moves) % 3 == 0 and helped.game.result is None:
            helped.undo(2)
            helped.answer()
            helped.answer()
    assert helped.game.moves == expected


def test_an_illegal_move_is_refused_before_it_is_punched(program):
    match = Match(program, 1)
    cards = program.machine.cycles
    with pytest.raises(IllegalMove):
        match.move(Move((9, 18)))
    assert program.machine.cycles == cards


def test_a_game_that_is_over_has_no_more_answers(program):
    match = Match(program, 1, position("B:B1:W6"))
    match.answer()
    for more in (match.answer, match.hint):
        with pytest.raises(GameError, match="the game is over: black wins: no moves"):
            more()
    match.begin()
    assert match.game.result is None
    match.answer()


def test_the_record_of_a_game_can_be_read_and_says_what_the_704_thought(program):
    match = Match(program, 1, position("B:W18,30:B5,9"))
    match.move(parse_move("9-13", match.game.position))
    thought = match.answer()
    record = match.record({WHITE: "IBM 704", BLACK: "somebody"})
    again = pdn.read(pdn.write([record]))[0]
    assert (again.start, again.moves, again.result) == (match.game.start, match.game.moves, "*")
    assert again.comments == {2: remark(thought)}
    assert (again.tags["White"], again.tags["Black"]) == ("IBM 704", "somebody")
