"""The checkers program at the operator's console: moves by keys and lamps; six games on one machine."""

from __future__ import annotations

from random import Random

import pytest

from emulators.ibm704.console import Key, lamps
from emulators.machine import Stop
from host.assemblers.roms import CHECKOUT
from host.games.checkers.program import MOVE, CheckersProgram, board_in
from host.games.checkers.rules import OPENING, Game
from host.games.checkers.samuel import VALID, bit, octal, samuel, word, words_of
from tests.games.checkers.boards import position, stored_positions
from tests.shared import spread

SWITCH = 3


@pytest.fixture(scope="module")
def program():
    return CheckersProgram()


def enter(machine, keyed):
    """Put a word into MQ by the panel keys, as an operator does, and press START; return the lines printed."""
    printed = len(machine.printed)
    machine.give("automatic", 0)
    machine.give("keys", keyed)
    machine.press(Key.ENTER_MQ)
    machine.give("automatic", 1)
    return start(machine, printed)


def start(machine, printed=None):
    printed = len(machine.printed) if printed is None else printed
    machine.press(Key.START)
    while machine.run(1_000_000) == Stop.NONE:
        pass
    return [line.strip() for line in machine.printed[printed:].decode().split("\n") if line.strip()]


def begin(program, start, depth=1):
    program.machine.set_sense_switch(SWITCH, False)
    program.look_ahead(depth)
    program.set_up(start)
    program.machine.set_sense_switch(SWITCH, True)


def board(program):
    return board_in(program.machine.peek, program.symbols)


def lights(machine):
    shown = lamps(machine)
    return [number for number in (1, 2, 3, 4) if shown[f"SENSE LIGHT {number}"]]


def ends(move):
    return word({move.start, move.end})


def whole(move):
    return word({move.start, move.end, *move.captured})


def answer(lines, here):
    """The machine's move among the lines, and the position after it; it is a legal one."""
    found = MOVE.fullmatch(next(line for line in lines if line.startswith("MOVE")))
    move = next(each for each in here.legal_moves() if str(each).upper() == found[1])
    return move, here.played(move)


def test_every_move_of_a_position_can_be_keyed_and_is_answered(program):
    known = [each.position for each in spread(stored_positions(), 40)]
    made = 0
    for before in known:
        moves = before.legal_moves()
        for move in moves[:4]:
            after = before.played(move)
            begin(program, before)
            clear = sum(ends(move) == ends(other) for other in moves) == 1
            lines = enter(program.machine, ends(move) if clear else whole(move))
            if after.legal_moves() and "I CONCEDE" not in lines:
                reply, after = answer(lines, after)
                shown = lamps(program.machine)
                assert shown["AC"] == word({reply.start, *reply.captured} - {reply.end})
                assert shown["MQ"] == bit(samuel(reply.end))
            assert board(program) == after
            assert lights(program.machine) == [1 if after.to_move.letter == "B" else 2]
            made += 1
    assert made > 80


@pytest.mark.parametrize("keyed", [word({9, 15}), word({22, 18}), word({11}), VALID, word({11, 15}) | 1 << 35])
def test_keys_that_are_not_a_move_light_a_lamp_and_change_nothing(program, keyed):
    begin(program, OPENING)
    assert enter(program.machine, keyed) == []
    assert board(program) == OPENING
    assert lights(program.machine) == [1, 3]
    answer(enter(program.machine, word({11, 15})), OPENING.after(OPENING.legal_moves()[4]))
    assert lights(program.machine) == [1]


def test_without_a_new_word_in_mq_the_machine_moves(program):
    begin(program, OPENING)
    _, after = answer(enter(program.machine, 0), OPENING)
    assert board(program) == after
    _, then = answer(start(program.machine), after)  # MQ has what it showed
    assert board(program) == then


def test_captures_between_the_same_squares_are_told_apart_by_the_captured_men(program):
    before = position("B:W6,14,7,15,23:BK2")
    paths = {move.path: move for move in before.legal_moves() if move.end == 27}
    begin(program, before)
    assert enter(program.machine, word({2, 27})) == []
    assert lights(program.machine) == [1, 3]
    for move in paths.values():
        begin(program, before)
        answered = enter(program.machine, whole(move))
        assert answered == ["I CONCEDE"] or answer(answered, before.played(move))
    assert len(paths) > 1


def test_cards_are_read_with_the_switch_down_too(program):
    begin(program, OPENING)
    before, here = OPENING, []
    for keyed in (word({11, 15}), None, word({9, 14})):
        if keyed is None:
            program.move(before.legal_moves()[0], before)
            before = before.played(before.legal_moves()[0])
        elif keyed in (ends(move) for move in before.legal_moves()):
            before = before.played(next(move for move in before.legal_moves() if ends(move) == keyed))
            _, before = answer(enter(program.machine, keyed), before)
        here.append(before)
        assert board(program) == before
    assert len(set(here)) > 1


def test_with_the_switch_up_start_reads_cards_as_before(program):
    begin(program, OPENING)
    program.machine.set_sense_switch(SWITCH, False)
    assert enter(program.machine, word({11, 15})) == []
    assert board(program) == OPENING


def test_the_table_of_the_keys_is_that_of_the_words():
    page = (CHECKOUT / "docs" / "ibm704" / "panel.md").read_text(encoding="utf-8")
    for square in range(1, 33):
        assert f"| {square} | `{octal(bit(samuel(square)))}` " in page


# ------------------------------------------------------------ six games


def test_six_games_are_kept_apart():
    """Each goes as the same game alone on a machine."""
    together, chance = CheckersProgram(), Random(1)
    together.look_ahead(1)
    games = [Game() for _ in range(6)]
    for _ in range(60):
        number = chance.randrange(6)
        game = games[number]
        if game.result is None:
            together.feed(f"BOARD {number + 1}")
            assert board(together) == game.position
            if len(game.moves) % 2:
                thought = together.think(game.position)
                if thought is None:
                    break
                game.play(thought.move)
            else:
                move = chance.choice(game.position.legal_moves())
                together.move(move, game.position)
                game.play(move)
    assert len({game.position for game in games}) == 6
    for game in games:
        alone = CheckersProgram()
        alone.look_ahead(1)
        here = OPENING
        for number, move in enumerate(game.moves):
            if number % 2:
                assert alone.think(here).move == move
            else:
                alone.move(move, here)
            here = here.played(move)


def test_a_board_that_has_not_been_used_is_the_opening_and_cards_are_for_the_one_in_play(program):
    program = CheckersProgram()
    here = position("W:WK5:B22,K1")
    program.feed("BOARD 4")
    program.set_up(here)
    program.feed("BOARD 6")
    assert board(program) == OPENING
    program.feed("BOARD 6", "BOARD 4")
    assert board(program) == here
    program.feed("NEW", "BOARD 6", "BOARD 4")
    assert board(program) == OPENING


@pytest.mark.parametrize("card", ["BOARD", "BOARD 0", "BOARD 7", "BOARD X", "BOARD 1 2"])
def test_a_board_that_there_is_not_is_a_bad_card(program, card):
    assert program.feed(card).lines == [f"BAD CARD  {card}"]
    assert words_of(board(program))
