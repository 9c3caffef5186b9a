"""Wally over the line: the moves of the Wally at the keypad."""

import random

import pytest

from host.cli.main import main
from host.games.go.game import GameError
from host.games.go.rules import Colour, IllegalMove
from host.games.wally import Wally, WallyGame
from host.games.wally_board import POINTS
from host.games.wally_line import PROGRAM, game_on
from host.machines.kim1.machine import Kim1
from tests.lines.test_board import There


@pytest.fixture
def on_line():
    there = There()
    there.kim.load(PROGRAM)
    there.board.wake()
    return game_on(there.board)


def play(game, point):
    """Make white's move; return Wally's answer."""
    game.play(Colour.WHITE, point)
    return game.answer(Colour.BLACK)


def test_he_answers_as_at_the_keypad(on_line):
    at_keypad, choice, made = WallyGame(Wally()), random.Random(5), 0
    on_line.new_game(5)
    at_keypad.new_game(5)
    while made < 12:
        point = choice.choice(POINTS)
        try:
            expected = play(at_keypad, point)
        except IllegalMove:
            continue
        assert play(on_line, point) == expected
        made += 1
    assert on_line.program.stones(Colour.BLACK) == at_keypad.program.stones(Colour.BLACK) == on_line.position.stones


def test_a_move_is_taken_back(on_line):
    on_line.new_game(9)
    first = play(on_line, 0x63)
    on_line.undo()
    on_line.undo()
    assert len(on_line.position.stones) == 9
    assert play(on_line, 0x63) == first
    assert on_line.program.stones(Colour.BLACK) == on_line.position.stones


def test_a_point_that_is_taken_and_a_wrong_handicap_are_refused(on_line):
    on_line.new_game(9)
    with pytest.raises(GameError, match="Wally refuses 44"):
        on_line.program.answer(0x44)
    with pytest.raises(GameError, match="2 to 17"):
        on_line.new_game(18)
    assert play(on_line, 0x63) == 0x64


def test_he_is_played_in_any_terminal(capsys):
    assert main(["kim1", "--headless", "--program", PROGRAM, "--type", r"09\r", "--seconds", "1.5"]) == 0
    kim = Kim1()
    kim.boot(PROGRAM)
    for typed, last in (("09\r", "00 00 "), ("1263\r", "00 64 "), ("44\r", "EE 64 "), ("N", "BB 00 ")):
        kim.type(typed)
        kim.run(seconds=2)
        assert kim.transcript.endswith(last)
    kim.type("X")
    kim.run(seconds=1)
    assert "KIM" in kim.transcript[-20:]
