"""asm/ibm704/chess.sap at the console: cards, keys, lines, board, messages, score and tape."""

from __future__ import annotations

import re
from functools import cache
from itertools import takewhile

import chess
import pytest

from emulators.ibm704 import bcd
from emulators.ibm704.console import Key, lamps
from emulators.ibm704.core import Cause
from emulators.ibm704.machine import Ibm704
from emulators.machine import Stop
from host.formats.deck import words as card_words
from host.machines.ibm704.calls import assembled
from host.machines.ibm704.machine import find_deck
from tests.games.chess import printed
from tests.games.chess.boards import move_of, position_of, random_boards
from tests.games.chess.machine import RIGHTS, machine
from tests.games.chess.model import MACHINE, MINUS, OPPONENT
from tests.shared import ALL_EXAMPLES

BLACK, READS_ON, KEYS, SELECTIVE, PRUNED, TAPE = range(1, 7)  # sense switches
CHOOSE, MOVE, OVER = 1, 2, 3  # addresses of the stops
THANKS = "THANK YOU FOR AN INTERESTING GAME."
CHECK = "PLEASE CHECK LAST MOVE"


class Table:
    """A 704 with the program, and its opponent. `down`: sense switches; the tree has `plies` half-moves."""

    def __init__(self, *down: int, plies: int = 1) -> None:
        image = assembled("chess")
        self.symbols = image.symbols
        self.machine = Ibm704(core_size=8192)
        for each in down:
            self.machine.set_sense_switch(each)
        self.machine.put_cards(card_words(each) for each in find_deck(image))
        self.machine.press(Key.LOAD_CARDS)
        self.run()
        self.put("PLIES", plies)

    def put(self, name: str, *words: int) -> None:
        for offset, word in enumerate(words):
            self.machine.poke(self.symbols[name] + offset, word)

    def get(self, name: str) -> int:
        return self.machine.peek(self.symbols[name])

    def run(self) -> list[str]:
        """Run to the next stop; return the lines printed."""
        printed = len(self.machine.printed)
        while self.machine.run(1_000_000) == Stop.NONE:
            pass
        assert self.machine.cause == Cause.HPR, self.machine.reason
        return self.machine.printed[printed:].decode("ascii").splitlines()

    @property
    def stop(self) -> int:
        return self.machine.peek(self.machine.read_register("IC") - 1) & 0o77777

    def start(self, *cards: str) -> list[str]:
        """Put in cards, press START, and return the lines printed."""
        self.machine.put_cards(bcd.card(each) for each in cards)
        self.machine.press(Key.START)
        return self.run()

    def enter(self, word: int) -> list[str]:
        """Enter a word into MQ by the keys, press START, and return the lines printed."""
        self.machine.give("automatic", 0)
        self.machine.give("keys", word)
        self.machine.press(Key.ENTER_MQ)
        self.machine.give("automatic", 1)
        return self.start()

    def place(self, board: chess.Board, white: int) -> list[str]:
        """Put a position into storage, and go on from there."""
        position = position_of(board, white)
        self.put("TA1", *position.ta1)
        self.put("TURN", MINUS * position.to_move)
        self.put("WHITE", MINUS * white)
        self.put("CASTLE", sum(RIGHTS[right] for right in position.rights))
        self.put("PASSED", MINUS if position.passed is None else position.passed)
        self.put("SCORED", 0)
        self.machine.write_register("IC", self.symbols["GO"])
        self.machine.press(Key.START)
        return self.run()


def moves(lines):
    """Return the lines of moves."""
    return [line for line in lines if re.match(r"[WB]\d+ ", line)]


def read(lines):
    """Return the printed board as rows of cells, and check its asterisks."""
    board = [*takewhile(lambda line: line.startswith("*"), lines)]
    assert len(board) == 41
    assert board[::5] == ["*" * 41] * 9
    for row in range(8):
        for line in board[5 * row + 1 : 5 * row + 5]:
            assert line[::5] == "*" * 9
        for line in (*board[5 * row + 3 : 5 * row + 5], board[5 * row + 1]):
            assert line == ("*" + " " * 4) * 8 + "*"
    return [[line[5 * cell + 1 : 5 * cell + 5].strip() for cell in range(8)] for line in board[2::5]]


def test_a_game_at_the_machine():
    """The first game of the magazine's procedure: it stops, one chooses black, it moves, one answers on a card."""
    table = Table(BLACK, plies=2)
    assert (table.stop, lamps(table.machine)["PROGRAM STOP"]) == (CHOOSE, 1)
    lines = table.start()
    assert table.stop == MOVE
    assert moves(lines) == lines[:1]
    cells = read(lines[1:])
    assert sum(cell.startswith("M") for row in cells for cell in row) == 16
    assert cells[7] == "ORK ONT OBS OKG OQN OBS ONT ORK".split()
    assert (cells[0][3], cells[0][4]) == ("MKG", "MQN")
    lines = table.start("P-K4")
    assert lines[0] == "B1 P-K4"
    answer = lines[42]
    assert answer.startswith("W2 ")
    assert read(lines[1:])[4][3] == "OPN"
    lines = table.start("RESIGN")
    assert lines[:2] == ["B2 RESIGNS", f"1. {table_text(table, 0)}P-K4"]
    assert lines[2].split()[0] == "2."
    assert lines[2].endswith("RESIGNS")
    assert lines[3:] == [THANKS]
    assert table.stop == OVER
    table.start()
    assert table.stop == CHOOSE


def table_text(table, number):
    """Return a move of the score as it is kept."""
    words = [table.machine.peek(table.symbols["GAME"] + 4 * number + each) for each in range(4)]
    return text_of(words)


def text_of(words):
    return "".join(bcd.SCIENTIFIC[word >> shift & 63] for word in words for shift in range(30, -1, -6))


def test_the_board_of_the_photographs():
    """The paper in the magazine's photographs has squares of six columns, and three rows between two lines."""
    table = Table(BLACK)
    table.put("PHOTO", 1)
    lines = table.start()[1:]
    assert lines[::4] == ["*" * 49] * 9
    cells = [[line[6 * cell + 1 : 6 * cell + 6] for cell in range(8)] for line in lines[2::4]]
    assert cells[7] == [f" {name} " for name in "ORK ONT OBS OKG OQN OBS ONT ORK".split()]
    assert {len(line) for line in lines} == {49}


def test_the_opponent_has_white_unless_the_switch_is_down():
    table = Table()
    assert table.start() == []
    assert table.stop == MOVE
    lines = table.start("P-K4")
    assert moves(lines)[0] == "W1 P-K4"
    assert moves(lines)[1].startswith("B1 ")
    cells = read(lines[1:])
    assert (cells[0][3], cells[0][4]) == ("MQN", "MKG")  # the machine's king is on 03
    assert cells[4][4] == "OPN"


WRONG = ["P-K5", "K-K2", "Q-Q9", "HELLO", "", "O-O", "P X P", "N-B3 X", "N(Q4)-B3", "P-K4 CHECK", "R-R3", "P-B4"]


@pytest.mark.parametrize("card", WRONG)
def test_an_illegal_or_unclear_move_is_refused(card):
    table = refused()
    before = [table.machine.peek(table.symbols["TA1"] + each) for each in range(64)]
    assert table.start(card) == [CHECK]
    assert (table.stop, lamps(table.machine)["SENSE LIGHT 3"]) == (MOVE, 1)
    assert [table.machine.peek(table.symbols["TA1"] + each) for each in range(64)] == before


@cache
def refused():
    """Return one machine for all of them: a refused card changes nothing."""
    table = Table()
    table.start()
    return table


def test_without_a_card_it_stops_again():
    table = Table()
    table.start()
    assert table.start() == []
    assert table.stop == MOVE


def test_moves_by_the_keys_are_words_of_the_paper():
    table = Table(KEYS)
    table.start()
    assert table.enter(0o000014100043) == [CHECK]
    lines = table.enter(0o000064100044)  # the opponent's P-K4, as the machine numbers the squares
    assert moves(lines)[0] == "W1 P-Q4"
    assert lamps(table.machine)["MQ"] == table.get("LAST")


@pytest.mark.parametrize("sign", [0, MINUS])
def test_the_sign_of_a_keyed_move_does_not_matter(sign):
    table = Table(KEYS)
    board = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    table.place(board, OPPONENT)
    word = move_of(board, chess.Move.from_uci("e4d5"), OPPONENT).word
    assert word & MINUS
    assert moves(table.enter(word & ~MINUS | sign))[0] == "W1 P X P"


def test_cards_are_read_on_if_the_switch_is_down():
    table = Table(READS_ON)
    lines = table.start("P-K4", "N-KB3", "B-B4")
    assert [each for each in moves(lines) if each.startswith("W")] == ["W1 P-K4", "W2 N-KB3", "W3 B-B4"]
    assert table.stop == MOVE


def test_moves_are_recorded_on_tape_if_the_switch_is_down():
    table = Table(BLACK, TAPE)
    table.machine.mount(1)
    said = moves([*table.start(), *table.start("P-QB4")])
    table.machine.run(1)
    records = re.split(b"(?=[\x80-\xff])", bytes(table.machine.tape(1)))[1:]
    assert len(records) == len(said) == 3
    for record, line in zip(records, said, strict=True):
        codes = [bcd.FROM_TAPE[each & 63] for each in record]
        assert "".join(bcd.SCIENTIFIC[each] for each in codes).rstrip() == line


SPECIAL = [
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -", "O-O", "e1g1", "O-O"),
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -", "0-0-0", "e1c1", "O-O-O"),
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq -", "O-O-O", "e8c8", "O-O-O"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "P X P E.P.", "e5d6", "P X P"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "PXP", "d4e3", "P X P"),
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - -", "P X R", "e7d8q", "P X R=Q CH"),
    ("6k1/4P3/8/8/8/8/8/4K3 w - -", "P-K8=Q CH", "e7e8q", "P-K8=Q CH"),
    ("4k3/8/8/8/2p3p1/3B1B2/8/4K3 w - -", "B(Q3) X P", "d3c4", "B(Q3) X P"),
    ("4k3/8/8/p6p/8/3B4/8/4K2R w - -", "B-QR6", "d3a6", "B-R6"),
    ("4k3/2p3p1/1p3p2/8/3B4/8/8/4K3 w - -", "B(Q4) X P(N6)", "d4b6", "B(Q4) X P(N6)"),
]


@pytest.mark.parametrize(("fen", "card", "move", "text"), SPECIAL, ids=[each[1] for each in SPECIAL])
def test_special_moves_of_the_opponent(fen, card, move, text):
    board = chess.Board(fen + " 0 1")
    white = OPPONENT if board.turn == chess.WHITE else MACHINE
    table = Table()
    assert table.place(board, white) == []
    lines = table.start(card)
    move = chess.Move.from_uci(move)
    assert moves(lines)[0].split(" ", 1)[1] == text
    board.push(move)
    if "RESIGNS" not in moves(lines)[1]:
        assert table.get("LAST") in {move_of(board, each, white).word for each in board.legal_moves}


def test_the_printed_game_is_written_as_the_magazine_has_it():
    """All 44 moves but 20 N(QB3) X Q, which is N X Q: the other knight is pinned."""
    board = chess.Board()
    here = machine()
    for san, text in zip(printed.GAME_1, printed.TEXT_1, strict=True):
        move = board.parse_san(san)
        word = move_of(board, move, MACHINE).word
        here.tables(position_of(board, MACHINE))
        here.listed()
        here.put("MOVE", word)
        here.call("TELL")
        board.push(move)
        if board.is_check():
            here.call("TELLCH")
        here.call("TELLND")
        found = text_of(here.table("NTEXT", 4)).rstrip()
        assert found == ("N X Q" if text == "N(QB3) X Q" else text), san
        assert here.get("MOVE") == word


def test_every_move_that_it_writes_it_can_read():
    """PARSE comes back to the third word behind the call with the move that was written."""
    here = machine()
    stub = here.address("GAME")
    call = [0o007400400000 | here.address("PARSE"), *[0o042000000000] * 3]
    read_back = 0
    for board, white in random_boards(200 if ALL_EXAMPLES else 12, 42):
        here.tables(position_of(board, white))
        listed = [word for words in here.listed() for word in words]
        for word in listed:
            here.put("MOVE", word)
            here.call("TELL")
            here.call("TELLND")
            card = here.table("NTEXT", 4)
            here.put("CARD", *card, *[0o606060606060] * 8)
            here.put("MOVE", 0)
            here.store(stub, call)
            here.processor.set(ic=stub)
            here.processor.run(here.processor.cycles + 10**7)
            assert here.processor.get("ic") == stub + 4, (board.fen(), text_of(card))
            assert here.get("MOVE") == word
            read_back += 1
    assert read_back > 200


@pytest.mark.parametrize(
    ("fen", "card", "last"),
    [
        ("7k/8/6K1/8/8/8/8/R7 w - -", "R-R8", "W1 R-R8 CH"),  # the machine is mated
        ("k7/8/1K6/8/8/8/8/2Q5 w - -", "Q-B7", "W1 Q-B7"),  # and stalemated
    ],
)
def test_the_end_of_a_game(fen, card, last):
    table = Table()
    table.place(chess.Board(fen + " 0 1"), OPPONENT)
    lines = table.start(card)
    assert lines[0] == last
    assert lines[-1] == THANKS
    assert table.stop == OVER


def test_it_resigns_when_all_its_moves_are_mated():
    """It is in check, and mated within the tree after all three moves; with RESIGN 0 it plays on."""
    board = chess.Board("2r4k/8/8/1q1n1PQ1/2P2p1p/1P1P1P2/BB4R1/N2K4 b - - 0 1")
    for resigns in (1, 0):
        table = Table(PRUNED, plies=4)
        table.put("RESIGN", resigns)
        lines = table.place(board, OPPONENT)
        assert (moves(lines)[0] == "B1 RESIGNS") == bool(resigns)
        assert table.stop == (OVER if resigns else MOVE)
