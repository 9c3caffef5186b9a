"""Rote learning in the program that plays: hits take the place of deeper searches, and a memory wins what was drawn.

Values are those of the model of plain minimax (samuel_search.py), which searches on where the memory has a board.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from docs.studies import rote_openings
from emulators.errors import ImageError
from host.formats import tapes
from host.games.boards import Colour
from host.games.checkers import book, memory, pdn
from host.games.checkers.generators import breaks, signed
from host.games.checkers.memory import AS_IT_IS, Tape
from host.games.checkers.program import PROGRAM, CheckersProgram, Match
from host.games.checkers.rules import OPENING, Piece, Position
from host.machines.ibm704.calls import assembled
from tests.games.checkers.boards import position
from tests.ibm704 import samuel_search, samuel_terms
from tests.ibm704.memory_machine import MemoryMachine
from tests.ibm704.memory_model import standard
from tests.shared import ALL_EXAMPLES, spread

ENDING = position("B:W30,K10,K19:BK32")
TERMS = {"DENY": 4, "MOB": -2, "CENT": 1, "ADV": 1}
DEPTH = 2  # what the model is through with soon
SMALLER = 21 - 5  # the scales of piece advantage: by this power of two


def static(board, before):
    """Return a board's score by the polynomial of rote learning."""
    rated, past = samuel_terms.ratings(board), samuel_terms.ratings(before)
    weighed = sum(factor * (rated[name] - past[name]) for name, factor in TERMS.items())
    return (samuel_terms.piece_advantage(board) >> SMALLER) + samuel_terms.SCALE * weighed


class Model:
    """The search of the model with a memory, which it replaces by deeper searches."""

    def __init__(self, monkeypatch, known=()):
        self.known = known
        self.hits = 0
        self.monkeypatch = monkeypatch

    def value(self, board):
        self.monkeypatch.setattr(samuel_search, "static", self.leaf)
        return samuel_search.Search(breaks(DEPTH)).best(board)[0]

    def leaf(self, board, before):
        if standard(board) not in self.known:
            return static(board, before)
        self.hits += 1
        deeper = -Model(self.monkeypatch).value(board)
        self.monkeypatch.setattr(samuel_search, "static", self.leaf)
        return deeper


def program_with(file):
    program = CheckersProgram()
    program.resign(on=False)
    return program, Tape(program, file)


def played(program, start, moves, depth=DEPTH):
    """Let it play; return the position before each move, and the value that the search has found."""
    match = Match(program, depth, start)
    found = []
    for _ in range(moves):
        before = match.game.position
        match.answer()
        found.append((before, signed(program.machine.peek(assembled(PROGRAM).symbols["VALUE"]))))
    return found


def test_a_second_game_along_the_line_finds_boards_and_is_a_deeper_search(tmp_path, monkeypatch):
    file = tmp_path / "memory.tap"
    program, tape = program_with(file)
    first = played(program, ENDING, 2)
    assert [value for _, value in first] == [Model(monkeypatch).value(board) for board, _ in first]
    assert tape.statistics["found"] == 0
    tape.save()
    known = [kept.position for kept in memory.read(file).boards]
    assert sorted(board.fen for board in known) == sorted({standard(board).fen for board, _ in first})

    program, tape = program_with(file)
    model = Model(monkeypatch, known)
    for board, value in played(program, ENDING, 2):
        assert value == model.value(board), board.fen
    assert model.hits == tape.statistics["found"] > 0


def test_a_hit_is_the_score_of_its_board_and_adds_its_ply(tmp_path):
    """A board after one move is worth much, as the memory has it: the program moves there, and saves what it saw."""
    file = tmp_path / "memory.tap"
    quiet = position("B:W28,29,30,31,32:B1,2,3,4,5")
    move = next(each for each in quiet.legal_moves() if str(each) == "5-9")
    maker = MemoryMachine()
    maker.put("RWSCAL", 5)
    maker.call("ROINIT")
    maker.save(quiet.played(move), -5000, 7)
    maker.call("ROTMRG")
    tapes.write(tapes.loads_p7b(maker.machine.tape(2)), file)
    program, tape = program_with(file)
    ((_, value),) = played(program, quiet, 1, depth=1)
    assert (value, tape.statistics["found"]) == (5000 - 1, 1)
    tape.save()
    kept = {board.position: board for board in memory.read(file).boards}[quiet]
    assert (kept.score, kept.ply) == (4999, 1 + 7)


def test_only_the_named_file_is_replaced_and_nothing_is_lost(tmp_path):
    file = tmp_path / "memory.tap"
    program, tape = program_with(file)
    assert not file.exists()
    played(program, ENDING, 2)
    tape.save()
    before = file.read_bytes()
    program, tape = program_with(file)
    played(program, ENDING, 2)
    assert file.read_bytes() == before
    tape.save()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["memory.tap"]


@pytest.mark.parametrize("what", ["damaged", "foreign", "of another polynomial"])
def test_a_tape_that_is_not_a_memory_of_the_program_is_refused_and_stays(tmp_path, what):
    file = tmp_path / "memory.tap"
    program, tape = program_with(file)
    played(program, ENDING, 2)
    tape.save()
    card = "ROTE ON"
    if what == "damaged":
        records = tapes.read(file)
        records[1] = records[1][:7] + bytes([records[1][7] ^ 1]) + records[1][8:]
        tapes.write(records, file, overwrite=True)
    elif what == "foreign":
        tapes.write([tapes.record_of([1, 2, 3], binary=False)], file, overwrite=True)
    else:
        card = AS_IT_IS
    before = file.read_bytes()
    message = {
        "damaged": r"memory\.tap, record 2: wrong parity",
        "foreign": r"memory\.tap, record 1: wrong parity, or not a binary record",
        "of another polynomial": r"memory\.tap: this memory belongs to a polynomial of another scale",
    }
    with pytest.raises(ImageError, match=message[what]):
        Tape(CheckersProgram(), file, card)
    assert file.read_bytes() == before


def test_the_polynomial_as_it_is_can_be_kept(tmp_path):
    """Its scores are larger, and lose their lowest bits on tape."""
    file = tmp_path / "memory.tap"
    program = CheckersProgram()
    tape = Tape(program, file, AS_IT_IS)
    ((_, value),) = played(program, OPENING, 1, depth=1)
    tape.save()
    (kept,) = memory.read(file).boards
    assert kept.score == (abs(value) >> 13 << 13) * (1 if value >= 0 else -1)
    assert kept.position.to_move is Colour.BLACK


def test_cards_that_are_wrong_are_skipped():
    program = CheckersProgram()
    for card in ("ROTE", "ROTE UP", "ROTE ON 1"):
        assert program.feed(card).lines[-1] == f"BAD CARD  {card}"


# ---------------------------------------------------------------- two kings against one

NEALEY = Path(__file__).parents[2] / "docs" / "examples" / "nealey.pdn"
MEMORY = Path(__file__).parents[1] / "data" / "ibm704" / "two-kings.tap"  # what `filled` makes
GAMES, LONGEST = 240, 16
DRAWN = ("W:WK18,K19:BK1", "W:WK10,K14:BK32", "W:WK10,K19:BK32", "W:WK5,K29:BK28", "W:WK1,K2:BK32")  # without memory


def beginnings():
    """Yield positions of two kings against one, in which nothing can be captured at once."""
    rng = random.Random(1)
    while True:
        squares = rng.sample(range(1, 33), 3)
        pieces = dict(zip(squares, (Piece.WHITE_KING, Piece.WHITE_KING, Piece.BLACK_KING), strict=True))
        found = Position(pieces, rng.choice(list(Colour)))
        if found.legal_moves() and not any(move.captured for move in found.legal_moves()):
            yield found


def filled(file):
    """Let the program play against itself from such positions, and keep the tape."""
    program, tape = program_with(file)
    program.prune(on=True)
    for _, start in zip(range(GAMES), beginnings(), strict=False):
        finished(program, start, LONGEST)
    tape.save()


def finished(program, start, longest=80):
    """Let it play to the end; return the result and the number of moves."""
    match = Match(program, 3, start)
    while match.game.result is None and len(match.game.moves) < longest:
        match.answer()
    return match.game.result, len(match.game.moves)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Return the results of DRAWN without a memory, and with that of the tape."""
    found = []
    for file in (None, MEMORY):
        for text in spread(DRAWN, 2):
            copy = tmp_path_factory.mktemp("tape") / "memory.tap"
            if file:
                shutil.copy(file, copy)
            program, _ = program_with(copy)
            found.append(finished(program, position(text)))
    half = len(found) // 2
    return found[:half], found[half:]


def test_without_memory_two_kings_do_not_win(results):
    assert [str(result) for result, _ in results[0]] == ["a draw: repetition"] * len(spread(DRAWN, 2))


def test_with_the_memory_of_its_games_they_do(results):
    assert [result.winner for result, _ in results[1]] == [Colour.WHITE] * len(spread(DRAWN, 2))
    assert max(moves for _, moves in results[1]) <= 40


if ALL_EXAMPLES:  # it takes a minute

    def test_the_stored_memory_is_what_self_play_makes(tmp_path):
        filled(tmp_path / "memory.tap")
        assert (tmp_path / "memory.tap").read_bytes() == MEMORY.read_bytes()


def test_the_four_terms_agree_with_book_moves_as_the_papers_did():
    """Samuel's polynomials of four terms had book-move coefficients of 0.2 to about 0.6."""
    program = CheckersProgram()
    program.machine.mount(1)
    program.machine.mount(2)
    program.feed("ROTE ON", "ROTE OFF")
    program.prune(on=True)
    (total,) = [found for found, _ in book.rate_games(program, pdn.read_file(NEALEY))]
    assert 0.2 <= total.coefficient <= 0.65


def test_openings_that_are_played_again_are_those_of_the_memory(tmp_path, monkeypatch):
    """The table of docs/ibm704/rote.md, with fewer and shorter games, looking one move ahead."""
    monkeypatch.setattr(rote_openings, "MOVES", 24)
    first, second, third = rote_openings.rows(21, 1, tmp_path / "memory.tap")
    known = [float(row[rote_openings.COLUMNS.index("known moves")]) for row in (first, second, third)]
    assert known[0] == 0
    assert 1 < known[1] < known[2]
    assert len(list(memory.read(tmp_path / "memory.tap").boards)) == int(third[1].replace(",", ""))
