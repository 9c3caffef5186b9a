"""Chess from outside: words and notation of 1958, the terminal, UCI, matches; python-chess has the rules."""

from __future__ import annotations

import queue
import random
import sys

import chess
import chess.engine
import pytest

from emulators.errors import SourceError
from host.cli.main import main
from host.experiments.sweeps.chess import MATCH_CHESS
from host.games.boards import typed
from host.games.chess import notation, words
from host.games.chess.game import CHESS, Position
from host.games.chess.program import PLIES, ChessProgram
from host.games.chess.uci import UciSession
from tests.games.chess import boards
from tests.games.chess.model import MACHINE, OPPONENT


def positions(seed, games, every):
    chance = random.Random(seed)
    for _ in range(games):
        position = Position()
        while not position.is_game_over():
            if chance.random() < 1 / every:
                yield position
            position = position.played(chance.choice([*position.legal_moves]))


@pytest.fixture(scope="module")
def program():
    return ChessProgram()


def test_a_position_has_the_words_of_the_model():
    for position in positions(1, 3, 25):
        for white in (True, False):
            found = words.setting_of(position, white)
            expected = boards.position_of(position, MACHINE if white else OPPONENT)
            assert found.ta1 == expected.ta1
            assert found.machine_to_move == (expected.to_move == MACHINE)
            assert found.passed == (words.MINUS if expected.passed is None else expected.passed)


def test_a_move_has_a_word_and_texts_that_mean_no_other_move():
    for position in positions(2, 3, 40):
        for move in position.legal_moves:
            text = notation.written(position, move)
            assert notation.is_english(text)
            assert notation.read(text, position, typed(text)) == move
            if move.promotion in (None, chess.QUEEN):
                for white in (True, False):
                    assert words.move_of(words.move_word(position, move, white), position, white) == move


@pytest.mark.parametrize(
    ("fen", "text", "san"),
    [
        (chess.STARTING_FEN, "P-K4", "e4"),
        (chess.STARTING_FEN, "n - kb3", "Nf3"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "O-O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "PxP e.p.", "exd6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-R8(N)", "a8=N"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-R8=Q CH", "a8=Q+"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "PxN(N8)R", "axb8=R+"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o", "O-O"),
        ("8/8/8/8/8/8/8/R3K2k w Q - 0 1", "O-O-O CH", "O-O-O+"),
        ("4k3/8/8/2p1p3/3B4/8/8/4K3 w - - 0 1", "B X P(K5)", "Bxe5"),
    ],
)
def test_moves_are_read_as_they_were_printed(fen, text, san):
    position = Position(fen)
    assert position.san(CHESS.move(text, position, typed(text))) == san


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P-K5", "'P-K5' is not legal (legal are P-K3, P-K4,"),
        ("N-B3", "'N-B3' can mean several moves (write N-KB3 or N-QB3)"),
        ("Ke3", "'Ke3' is not legal"),
        ("Nbf3", "'Nbf3' is not legal: no knight of white on b can go to f3"),
        ("a1c1", "'a1c1' is not legal: no rook of white on a1 can go to c1"),
    ],
)
def test_other_moves_are_refused(text, message):
    with pytest.raises(SourceError, match=" ") as refused:
        CHESS.move(text, Position(), typed(text))
    assert message.split(" (", maxsplit=1)[0] in str(refused.value)
    if " (" in message:
        assert message.split(" (")[1][:20] in f"{refused.value} {refused.value.hint}"


def test_its_line_says_the_move_that_it_makes(program):
    """The program writes moves by rules of its own: the text on paper must mean the move in storage."""
    program.switch(prune=True, selective=False)
    for position in positions(3, 2, 25):
        thought = program.think(position, 1)
        number, text = thought.printout.lines[0].split(maxsplit=1)
        assert number == f"{'W' if position.turn else 'B'}{position.fullmove_number}"
        assert notation.read(text, position, typed(text)) == thought.move


def test_a_search_that_is_stopped_has_a_move():
    client = Client()
    client.say("position startpos", "go infinite", before=["isready", "stop"])
    assert client.said[0] == "readyok"
    assert Position().is_legal(chess.Move.from_uci(client.said[-1].removeprefix("bestmove ")))


def test_lines_during_a_search_without_an_end():
    """The move is reported after ponderhit; what is for later is obeyed then."""
    client = Client()
    client.lines.put("position startpos moves e2e4")
    client.say("go ponder depth 1", before=["ponderhit", "setoption name Selective value true"])
    assert client.said[-1].startswith("bestmove")
    client.lines.put(None)
    client.session.serve()
    assert (client.session.switches["selective"], client.session.position.ply()) == (True, 1)


def test_a_script_is_obeyed_to_its_end():
    client = Client()
    for line in ("position fen 8/8/8/8/8/8/P7/K6k w - - 0 99999999999", "go depth 1", "go depth 1", None):
        client.lines.put(line)
    client.session.serve()
    assert sum(line.startswith("bestmove") for line in client.said) == 2


class Client:
    """The other end of a session of UCI."""

    def __init__(self):
        self.lines, self.said = queue.SimpleQueue(), []
        self.session = UciSession(self.lines, self.said.append)

    def say(self, *lines, before=()):
        """Send lines; the last one after these are in the queue."""
        for line in lines[:-1]:
            self.session.take(line)
        for line in before:
            self.lines.put(line)
        self.session.take(lines[-1])


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("go depth 0", "info string depth 0: expected 1 to 4"),
        ("setoption name Slective value true", "info string there is no option 'Slective': did you mean 'Selective'?"),
        ("setoption name Selective value 5", "info string Selective is '5': expected true or false"),
        ("position fen 8/8 w", "info string position fen 8/8 w: "),
        ("position startpos moves e2e5", "info string position startpos moves e2e5: "),
        ("position", "info string position : expected startpos, or fen and a FEN"),
        (
            "position startpos e2e4",
            "info string position startpos e2e4: expected startpos, or fen and a FEN; then moves",
        ),
        ("position startpos moves 0000", "info string position startpos moves 0000: 0000 is no move"),
    ],
)
def test_a_wrong_line_is_answered_and_changes_nothing(line, answer):
    client = Client()
    client.say(line)
    assert client.said[0].startswith(answer)
    assert client.session.position == Position()


def test_python_chess_drives_it():
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "ironboard", "uci"]) as engine:
        assert engine.id["name"].startswith("Bernstein's program on the IBM 704")
        engine.configure({"Selective": True})
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        found = engine.play(board, chess.engine.Limit(depth=2), info=chess.engine.INFO_ALL)
        assert found.move in board.legal_moves
        assert found.info["depth"] == 2
        mated = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
        assert not engine.play(mated, chess.engine.Limit(depth=1)).move  # 0000


def test_a_game_in_the_terminal_is_a_file(tmp_path, capsys, monkeypatch):
    file = tmp_path / "game.pgn"
    typed_lines = iter(["P-K4", "why", "e6", "P-KR3", f"save {file}", "undo", "hint", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed_lines))
    monkeypatch.setattr("host.games.conversation.at_terminal", lambda: True)
    assert main(["chess", "--depth", "1", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert "1. White" in out
    assert "'e6' is not legal" in out
    assert "the 704 would play" in out
    (part,) = CHESS.parts(file.read_bytes(), str(file))
    record = CHESS.read(part)
    assert (record.tags["White"], record.tags["Black"]) == ("IBM 704, 1 half-move ahead", "player")
    assert [each.uci() for each in record.moves[1::2]] == ["e7e5", "h7h6"]


def test_a_match_has_legal_games():
    plan = MATCH_CHESS.plan({"players": ["bernstein:1", "random"], "games": 2, "moves": 12})
    for item in plan.items:
        result = MATCH_CHESS.do(plan.parameters, item)
        assert result["fault"] is None
        name, content = MATCH_CHESS.record(plan.parameters, item.key, result)
        (part,) = CHESS.parts(content, name)
        assert " ".join(each.uci() for each in CHESS.read(part).moves) == result["moves"]


def test_it_resigns_where_all_its_moves_are_mated(program):
    program.switch(prune=False, selective=False, resign=True)
    lost = Position("R5k1/1Q4r1/4N3/2R5/4p3/1n6/5B2/7K b - - 21 109")
    assert program.think(lost, 2).resigned
    program.switch(prune=False, selective=False)
    assert not program.think(lost, 2).resigned


def test_every_depth_counts_its_positions(program):
    program.switch(prune=False, selective=False)
    found = [program.think(Position(), plies).positions for plies in PLIES]
    assert found[0] == 8
    assert found == sorted(found)
    assert found[-1] <= 2801
