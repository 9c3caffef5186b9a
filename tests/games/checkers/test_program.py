"""The checkers program on its 704, operated through cards and paper, and watched by the rules."""

from __future__ import annotations

import random
import re

import pytest

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.games.boards import ProgramFault
from host.games.checkers.program import DEPTH, CheckersProgram, board_in
from host.games.checkers.rules import OPENING, SQUARES, Move, Piece
from host.games.checkers.samuel import NAMES
from host.games.program704 import Printout
from host.machines.ibm704.calls import assembled
from tests.games.checkers.boards import position, stored_positions

BLOCKED = position("W:W5:BK1,K14")


@pytest.fixture(scope="module")
def program():
    return CheckersProgram("compiled")


# ------------------------------------------------------------ cards and paper


def test_the_deck_is_loaded_by_the_console_and_waits_for_cards(program):
    printout = program.feed("NEW", "PRINT")
    assert printout.lines[-1] == "BLACK TO MOVE"
    assert sum(line.count("B") for line in printout.lines[:-1]) == 12
    assert printout.cycles > printout.waited > 0
    assert program.machine.hopper == []


def test_a_card_without_sense_is_repeated(program):
    assert program.feed("FOO").lines == ["BAD CARD  FOO"]


def test_time_is_of_computing_and_of_waiting_for_cards_and_printer(program):
    program.set_up(OPENING)
    program.look_ahead(3)
    thought = program.think(OPENING)
    assert thought.nodes > 50
    assert thought.seconds == pytest.approx((thought.printout.cycles - thought.printout.waited) * 12e-6)
    assert thought.total - thought.seconds == pytest.approx(thought.printout.waited * 12e-6)
    assert 0.1 < thought.total - thought.seconds < 1  # a card and a line: 240 ms and 400 ms at most


# ------------------------------------------------------------ moves


def test_it_makes_every_legal_move_of_stored_positions(program):
    for known in stored_positions()[::2]:
        for move in known.position.legal_moves():
            program.set_up(known.position)
            program.move(move, known.position)


def test_it_refuses_what_is_not_legal(program):
    choose = random.Random(704)
    for known in stored_positions()[::10]:
        legal = {(move.path, bool(move.captured)) for move in known.position.legal_moves()}
        program.set_up(known.position)
        for _ in range(20):
            path = tuple(choose.sample(SQUARES, choose.choice((2, 2, 3))))
            capture = len(path) > 2 or choose.random() < 0.5
            if (path, capture) not in legal:
                with pytest.raises(ProgramFault, match="for illegal in "):
                    program.move(Move(path, (1,) if capture else ()), known.position)


def test_it_plays_legal_moves_in_all_stored_positions(program):
    """`think` compares its move, its board and who has won with the rules."""
    program.look_ahead(1)
    program.resign(on=False)
    for known in stored_positions():
        if known.moves:
            program.set_up(known.position)
            assert str(program.think(known.position).move) in known.moves
    program.resign(on=True)


@pytest.mark.parametrize(
    ("text", "winning"),
    [("B:W20:BK11,K19,K26", "19-16"), ("B:W12:B3,4,22", "4-8"), ("B:W5:BK6,K29", "6-1"), ("W:W16,K24:B12", "24-19"),
     ("W:WK16,K18,K23:B12", "23-19"), ("W:W17,K6,K7:B10,K19", "6x15x24"), ("W:W7,K19,K27:B20", "19-24")],
)  # fmt: skip
def test_it_takes_the_move_that_wins_at_once(program, text, winning):
    program.set_up(position(text))
    program.look_ahead(2)
    assert str(program.think(position(text)).move) == winning


def test_a_position_without_moves_is_lost(program):
    program.set_up(BLOCKED)
    assert "BLACK WINS" in program.feed("PLAY").lines
    program.set_up(position("B:B12:W16,19"))
    assert program.feed("PLAY").lines == ["WHITE WINS"]


def test_it_looks_one_to_twenty_moves_ahead(program):
    for depth in (0, 21, -1):
        with pytest.raises(IronboardError, match="1 to 20 moves ahead"):
            program.look_ahead(depth)
    program.look_ahead(20)
    program.look_ahead(DEPTH)


def test_the_same_position_is_thought_about_in_the_same_way():
    thoughts = []
    for core in ("compiled", "python"):
        fresh = CheckersProgram(core)
        fresh.set_up(OPENING)
        fresh.look_ahead(1)
        thoughts.append(fresh.think(OPENING))
    assert thoughts[0] == thoughts[1]


# ------------------------------------------------------------ the board in storage


def test_the_words_in_storage_are_the_board(program):
    for known in stored_positions()[::20]:
        program.set_up(known.position)
        assert board_in(program.machine.peek, program.symbols) == known.position


def test_the_printed_board_is_the_board(program):
    signs = {"B": Piece.BLACK_MAN, "W": Piece.WHITE_MAN, "BK": Piece.BLACK_KING, "WK": Piece.WHITE_KING}
    for known in stored_positions()[::20]:
        program.set_up(known.position)
        *rows, turn = program.printed_board()
        printed = re.findall(r"(\d+) ([BW]K?|-)", " ".join(rows))
        assert [int(square) for square, _ in printed] == list(SQUARES)
        assert {int(square): signs[sign] for square, sign in printed if sign != "-"} == known.position.pieces
        assert turn == f"{known.position.to_move.value.upper()} TO MOVE"


def test_words_that_are_no_board_and_programs_without_them_have_none(program):
    words = {program.symbols[name]: 0o777777777777 for name in NAMES}
    assert board_in(lambda address: words.get(address, 0), program.symbols) is None
    assert board_in(program.machine.peek, {"BM": 1, "WM": 2, "BK": 3}) is None
    names = {name: number for number, name in enumerate(NAMES)}
    assert board_in([1 << 34, 0, 0, 1].__getitem__, names) == position("B:B1:WK32")  # without TURN it is Black's


# ------------------------------------------------------------ faults


class Liar(CheckersProgram):
    """A program that prints what it is told to print; its board is that of an honest one."""

    says: tuple[str, ...] = ()

    def feed(self, *texts):
        printout = super().feed(*texts)
        return Printout(list(self.says), printout.cycles, printout.waited) if self.says else printout


@pytest.fixture(scope="module")
def liar():
    return Liar("compiled")


@pytest.mark.parametrize(
    ("says", "message"),
    [
        (["MOVE 9-18  SCORE 1  NODES 2  PLY 1"], r"the program plays 9-18 in B:W21,.*: legal are 9-13, "),
        (["MOVE 11X15  SCORE 1  NODES 2  PLY 1"], "the program plays 11x15"),
        (["MOVE 12-16  SCORE 1  NODES 2  PLY 1"], "the board in the 704 is "),
        (["NO IDEA"], "the program prints NO IDEA instead of a move in B:W21,"),
        (["   "], "instead of a move"),
        (["MOVE 9-13  SCORE 1  NODES 2  PLY 1", "BLACK WINS"], "the program reports that black has won in W:"),
    ],
)
def test_what_the_program_does_wrong_is_its_fault(liar, says, message):
    liar.says = ()
    liar.set_up(OPENING)
    liar.look_ahead(1)
    liar.says = tuple(says)
    with pytest.raises(ProgramFault, match=message):
        liar.think(OPENING)


def test_a_win_that_is_not_said_is_a_fault(liar):
    last = position("B:B1:W6")
    liar.says = ()
    liar.set_up(last)
    liar.says = ("MOVE 1X10  SCORE 1  NODES 2  PLY 1",)
    with pytest.raises(ProgramFault, match="the program reports that neither side has won in W:W:B10"):
        liar.think(last)


def test_other_answers_to_cards_are_faults(liar):
    liar.says = ("BAD CARD  SET",)
    with pytest.raises(ProgramFault, match=r"answers the card 'SET B 377360000000 .*' with 'BAD CARD  SET'"):
        liar.set_up(OPENING)
    liar.says = ("HELLO",)
    with pytest.raises(ProgramFault, match="answers the card 'MOVE 9-13' with 'HELLO'"):
        liar.move(OPENING.legal_moves()[0], OPENING)


def test_a_machine_that_stops_elsewhere_is_a_fault():
    broken = CheckersProgram("compiled")
    broken.machine.poke(assembled("checkers").symbols["READ"], 0)  # HTR
    with pytest.raises(ProgramFault, match="does not wait for cards: program stop"):
        broken.feed("NEW")
    assert broken.machine.run(1000) == Stop.HALT
