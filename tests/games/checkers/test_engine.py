"""The 704's program as a Hub engine: alone, and with the clients of pydraughts, which nobody here wrote."""

from __future__ import annotations

import logging
import queue
import shlex
import sys
import threading
from random import Random

import draughts
import pytest
from draughts.engine import HubEngine as TheirEngine
from draughts.engine import Limit
from draughts.tournament import RoundRobin

from host.games.checkers import hub
from host.games.checkers.engine import HubSession, Level
from host.games.checkers.learning import SERIES, Learner
from host.games.checkers.notation import parse_position
from host.games.checkers.program import CheckersProgram, Match
from host.games.checkers.rules import OPENING
from host.games.engine import HubEngine

OURS = [sys.executable, "-m", "ironboard", "hub"]
FORCED = "B:W18,31:B14"  # one move, 14x23
SOON = 3  # moves ahead that it has looked before it first hears what the client says
NEARLY_OVER = "B:W32:BK23,K24"


class Client:
    """The other end of a session: what it has said, and what it hears while it is at work."""

    def __init__(self, depth=20, memory=None):
        self.said = []
        self.lines = queue.SimpleQueue()
        self.session = HubSession(self.lines, self.said.append, depth, memory=memory)

    def send(self, *lines, during=()):
        """Send lines one after the other, `during` while the last is obeyed; return what is said."""
        del self.said[:]
        for line in lines[:-1]:
            self.session.take(line)
        for line in during:
            self.lines.put(line)
        self.session.take(lines[-1])
        return [hub.parse(line) for line in self.said]

    def search(self, fen, level, mode="think", during=(), moves=""):
        """Let it search; return the lines."""
        position = hub.position_written(parse_position(fen) if fen else OPENING)
        return self.send(f'pos pos={position} moves="{moves}"', f"level {level}", f"go {mode}", during=during)


@pytest.fixture(scope="module")
def client():
    return Client()


def depths(lines):
    return [int(line.arguments["depth"]) for line in lines if line.command == "info"]


def answer(lines):
    (last,) = [line for line in lines if line.command == "done"]
    assert last is lines[-1]
    return last.arguments["move"]


# ------------------------------------------------------------ searching


def test_it_says_who_it_is_and_what_can_be_set(client):
    first, *parameters, last = client.send("hub")
    assert (first.command, first.arguments["name"]) == ("id", "Checkers on the IBM 704")
    assert {line.arguments["name"] for line in parameters} == {"variant", "depth", "ponder", "turned"}
    assert last.command == "wait"
    assert [line.command for line in client.send("init")] == ["ready"]
    assert [line.command for line in client.send("ping")] == ["pong"]


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_its_move_at_a_depth_is_that_of_the_program(client, depth):
    program = CheckersProgram()
    program.prune(on=True)
    match = Match(program, depth)
    for text in ("11-15", "22-18", "15x22"):
        match.move(hub.read_move(text, match.game.position))
    thought = match.hint()
    lines = client.search("", f"depth={depth}", moves="11-15 22-18 15x22x18")
    assert depths(lines) == [*range(1, depth + 1)]
    assert answer(lines) == hub.move_written(thought.move)
    assert lines[-2].arguments["pv"] == hub.move_written(thought.move)
    assert float(lines[-2].arguments["machine-time"]) == pytest.approx(thought.seconds, abs=0.01)


def test_it_plays_with_what_it_has_learned():
    """The first polynomial of a series with drawn signs: another score, that of the program with the same memory."""
    memory = Learner(CheckersProgram()).begin(SERIES["second"], seed=1, signs=True)
    program = CheckersProgram()
    Learner(program).restore(memory)
    program.prune(on=True)
    thought = Match(program, 2).hint()
    learned = Client(memory=memory).search("", "depth=2")
    assert answer(learned) == hub.move_written(thought.move)
    assert int(learned[-2].arguments["nodes"]) > thought.nodes
    assert learned[-2].arguments != Client().search("", "depth=2")[-2].arguments


def test_a_level_of_nodes_ends_it_in_the_middle_of_a_search(client):
    lines = client.search("", "nodes=2000")
    assert 1 < len(depths(lines)) < 8
    assert int(lines[-2].arguments["nodes"]) < 2000
    assert answer(lines) == lines[-2].arguments["pv"]


def test_a_move_comes_however_little_time_there_is(client):
    lines = client.search("", "move-time=0")
    assert depths(lines) == [1]
    assert answer(client.search("", "time=-3 inc=0.1")) == answer(lines)


def test_time_is_used_for_more_depth(client):
    lines = client.search("", "move-time=1")
    assert max(depths(lines)) >= 2
    assert float(lines[-2].arguments["time"]) <= 1.5
    assert answer(client.search("", "depth=2 move-time=1000"))  # the first limit reached counts


@pytest.mark.parametrize("mode", ["analyze", "think", "ponder"])
def test_a_search_without_end_is_stopped(client, mode):
    lines = client.search("", "infinite", mode, during=["ping", "stop"])
    assert [line.command for line in lines].count("pong") == 1
    assert max(depths(lines)) <= SOON
    assert answer(lines) == [line for line in lines if line.command == "info"][-1].arguments["pv"]


def test_a_search_on_the_other_sides_time_has_its_limits_from_the_hit_on(client):
    lines = client.search("", "move-time=0", "ponder", during=["ponder-hit"])
    assert max(depths(lines)) <= SOON
    answer(lines)
    assert depths(client.search("", "depth=3", "ponder")) == [1, 2, 3]  # the end of what it may do
    assert client.send("ponder-hit") == []  # too late


@pytest.mark.parametrize("during", [["quit"], [None]])
def test_it_quits_in_the_middle_of_a_search(during):
    client = Client()
    assert "done" not in [line.command for line in client.search("", "infinite", during=during)]
    assert client.session.over


def test_what_comes_too_early_is_done_afterwards():
    client = Client()
    client.search("", "infinite", during=["level depth=1", "stop"])
    client.lines.put("quit")
    client.session.serve()
    assert client.session.level == Level(depth=1)
    assert client.session.over


def test_the_only_move_is_made_at_once_but_can_be_analyzed(client):
    assert depths(client.search(FORCED, "depth=5")) == [1]
    assert depths(client.search(FORCED, "depth=5", "analyze")) == [1, 2, 3, 4, 5]


def test_the_most_moves_ahead_are_a_parameter():
    client = Client(depth=3)
    assert depths(client.search("", "depth=9")) == [1, 2, 3]
    client.send("set-param name=depth value=2")
    assert depths(client.search("", "infinite")) == [1, 2]


def test_a_reply_is_expected_if_the_client_ponders():
    client = Client()
    client.send("set-param name=ponder value=true")
    lines = client.search("", "depth=3")
    after = OPENING.played(hub.read_move(answer(lines), OPENING))
    assert hub.read_move(lines[-1].arguments["ponder"], after) in after.legal_moves()
    assert depths(client.search("", "depth=3")) == [1, 2, 3]  # and its machine is what it was
    assert "ponder" not in client.search("B:W5:B1,6", "depth=3")[-1].arguments  # White has no moves then


def test_a_win_has_the_score_that_clients_expect(client):
    assert float(client.search(NEARLY_OVER, "depth=6")[-2].arguments["score"]) > 99.9


# ------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pos", "expected pos=..."),
        ("pos pos=Wbbb", "'Wbbb' is not a position: expected B or W and 32 squares"),
        (f"pos pos={hub.START_POSITION} moves=11-16x", "'11-16x' is not a move: expected one such as 9-13"),
        (f'pos pos={hub.START_POSITION} moves="11-15 11-15"', "11-15 is not legal: legal are 21-17,"),
        (f"pos pos=W{'e' * 32} moves=1-5", "the game is over before 1-5: white has no moves"),
        ('pos pos="', "cannot read 'pos=\"'"),
        ("level", "a level without limits: expected depth, nodes, move-time, time, or infinite"),
        ("level depth=0", "depth is '0': expected 1 to 20"),
        ("level depth=-1 infinite", "depth is '-1': expected 1 to 20"),
        ("level depth=99", "depth is '99': expected 1 to 20"),
        ("level depth=3 speed=9", "level has no argument 'speed'"),
        ("level move-time=-1", "move-time is '-1': expected seconds, 0 or more"),
        ("level time=60 inc=-1", "inc is '-1': expected seconds, 0 or more"),
        ("level depth=3 moves=5", "moves belongs to time=..."),
        ("go think analyze", "expected go think"),
        ("go think depth=3", "go has no argument 'depth'"),
        ("ping now", "ping has no argument 'now': expected none"),
        ("level nodes=many", "nodes is 'many': expected 1 or more"),
        ("level move-time=soon", "move-time is 'soon': expected seconds"),
        ("level time=nan", "time is 'nan': expected seconds"),
        ("level time=60 moves=0", "moves is '0': expected 1 or more"),
        ("go", "expected go think, ponder, analyze"),
        ("go home", "go has no argument 'home': expected think, ponder, analyze"),
        ("set-param name=depth", "expected value=..."),
        ("set-param name=depth value=21", "depth is '21': expected 1 to 20"),
        ("set-param name=ponder value=yes", "ponder is 'yes': expected false or true"),
        ("set-param name=variant value=normal", "variant is 'normal': expected english"),
        ("set-param name=variant2 value=normal", "there is no parameter 'variant2': did you mean 'variant'?"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(client, line, message):
    session = client.session
    before = session.level, session.start, session.moves, {k: dict(v) for k, v in session.parameters.items()}
    (said,) = client.send(line)
    assert said.command == "error"
    assert said.arguments["message"].startswith(message.replace('"', "'"))
    assert before == (session.level, session.start, session.moves, session.parameters)


def test_a_position_without_moves_is_not_searched(client):
    (said,) = client.send("pos pos=B" + "e" * 31 + "w", "go think")
    assert said.arguments["message"] == "black has no moves: the game is over"


@pytest.mark.parametrize("line", ["", "xyzzy", "stop", "ponder-hit", "protocol=3"])
def test_other_lines_are_passed_over(client, line):
    assert client.send(line) == []


@pytest.mark.parametrize(
    ("level", "seconds"),
    [
        ("move-time=1.5", 1.5),
        ("time=60", 2),
        ("time=60 moves=10", 6),
        ("time=60 inc=3", 5),
        ("time=60 moves=1", 54),
        ("time=-1 inc=1", 0),
        ("time=0 inc=1", 0.9),
    ],
)
def test_a_clock_is_shared_among_the_moves(client, level, seconds):
    client.send(f"level {level}")
    assert client.session.level.seconds == pytest.approx(seconds)


# ------------------------------------------------------------ clients of others


@pytest.fixture
def command(tmp_path):
    """The command as pydraughts wants it: one file, which it resolves, with arguments."""
    if sys.platform == "win32":
        path = tmp_path / "hub.cmd"
        path.write_text(f"@{sys.executable} -m ironboard hub %*\n", encoding="utf-8")
    else:
        path = tmp_path / "hub"
        path.write_text(f'#!/bin/sh\nexec {shlex.join(OURS)} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
    return str(path)


def test_a_client_of_another_library_plays_a_whole_game_with_it(command, caplog):
    """Every move is legal to pydraughts, which would raise KeyError; the game, against chance, ends by its rules."""
    engine = TheirEngine([command, "--depth", "3"])
    assert engine.id["name"] == '"Checkers on the IBM 704"'
    engine.configure({"variant": "english", "turned": True})
    engine.init()
    engine.ping()
    board, chance, seen = draughts.Board(variant="english"), Random(1), set()
    while not board.is_over():
        if board.turn == draughts.BLACK:
            result = engine.play(board, Limit(depth=3), ponder=False)
            seen.add(result.info["depth"])
            board.push(result.move)
        else:
            board.push(chance.choice(board.legal_moves()))
    engine.quit()
    engine.kill_process()
    assert seen == {1, 3}  # 1: there was one move
    assert board.winner() == draughts.BLACK
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("send", ["ponderhit", "stop"])
def test_a_client_of_another_library_lets_it_ponder(command, send):
    """It waits in a thread for the move, which comes after `ponder-hit`, when the time is over, or `stop`."""
    engine = TheirEngine([command])
    engine.configure({"turned": True, "ponder": True})
    engine.init()
    board, found = draughts.Board(variant="english"), queue.SimpleQueue()
    limit = Limit(movetime=0.1)
    thread = threading.Thread(target=lambda: found.put(engine.play(board, limit, ponder=True)))
    thread.start()
    with pytest.raises(queue.Empty):
        found.get(timeout=0.5)
    getattr(engine, send)()
    result = found.get(timeout=30)
    thread.join()
    assert result.move.pdn_move in [move.pdn_move for move in board.legal_moves()]
    for level in (Limit(time=3, inc=0.1), Limit(nodes=500), Limit(depth=1)):
        board.push(engine.play(board, level, ponder=False).move)
    assert len(board.move_stack) == 3
    engine.quit()
    engine.kill_process()


def test_a_tournament_of_another_library_is_played_by_it(command, tmp_path):
    players = [([command], "hub", {"turned": True, "depth": depth}, None) for depth in (1, 2)]
    tournament = RoundRobin(str(tmp_path / "games.pdn"), players, 10, 0.1, "english", games_per_pair=2, max_moves=20)
    scores = tournament.play()
    assert sum(scores) == 4  # two points a game
    assert (tmp_path / "games.pdn").read_text(encoding="utf-8").count("[Result ") == 2


def test_our_own_client_hears_from_it_what_the_program_plays():
    program = Match(CheckersProgram(), 2)
    with HubEngine(shlex.join([*OURS, "--depth", "2"]), 60) as engine:
        engine.begin()
        assert engine.title.startswith("Checkers on the IBM 704 ")
        for _ in range(6):
            expected = program.answer().move
            game = program.game
            assert engine.choose(game.start, game.moves[:-1], 1) == expected
