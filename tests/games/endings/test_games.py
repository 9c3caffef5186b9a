"""An ALGOL program's games against the best defender: called move by move, and at its own dialogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulators.errors import IronboardError
from host.games.boards import ProgramFault
from host.games.endings import program
from host.games.endings.notation import VERSIONS
from host.games.endings.perfect import Position, name, perfect, square, starts
from host.games.endings.program import (
    LIMIT,
    MATE,
    MOST,
    STALEMATE,
    TAKEN,
    Ending,
    Games,
    program_hash,
    written,
)
from tests.games.rook import sessions
from tests.shared import ALL_EXAMPLES, spread

from .rules import played

DATA = Path(__file__).parents[2] / "data/zuidema/optimal.tsv"
MODELLED = ("primitive", "new", "repaired", "queen")
TYPED = {"primitive": 1, "new": 2, "repaired": 3}
AT_THE_DIALOGUE = 12 if ALL_EXAMPLES else 2  # games of each version
SLOWEST = 2_000_000  # cycles: a fifth of a second, which no move comes near
FIGURE_8 = Position(square("h6"), square("g2"), square("h8"))


def model_games(version):
    rows = (line.split("\t") for line in DATA.read_text().splitlines() if not line.startswith("#"))
    return [(start, moves) for which, start, moves in rows if which == version]


def position(start):
    return Position(*(square(man[1:]) for man in start.split()))


@pytest.fixture(scope="module")
def endings():
    """Return each version, started."""
    return {version: Ending(version) for version in VERSIONS}


@pytest.mark.parametrize("version", MODELLED)
def test_games_are_those_of_the_models(endings, version):
    known = spread(model_games(version), 5)
    games = Games(endings[version]).games(position(start) for start, _ in known)
    assert len(model_games(version)) >= 50
    assert [str(game) for game in games] == [moves for _, moves in known]


@pytest.mark.parametrize("version", TYPED)
def test_moves_at_the_dialogue_are_the_same(version):
    known = [
        sessions.Game(TYPED[version], "", start, (*moves.split()[:-1], moves.split()[-1] + "#"))
        for start, moves in model_games(version)[:AT_THE_DIALOGUE]
    ]
    found = sessions.played(TYPED[version], known)
    assert [[move.rstrip("+") for move in moves] for moves in found] == [game.white for game in known]


def test_games_that_meet_go_on_as_if_they_were_played_alone(endings):
    ending, some = endings["new"], starts("R", square("d5"))[:15]
    games = Games(ending)
    together = list(map(str, games.games(some)))
    assert games.played < sum(-(-len(moves.split()) // 2) for moves in together)  # others were known
    assert together == [str(Games(ending).game(each)) for each in some]


def test_a_machine_that_starts_anew_plays_the_same_in_the_same_time(endings):
    some = starts("R")[::40_000]
    found = []
    for _ in range(2):
        endings["new"].restart()
        found.append(list(Games(endings["new"]).games(some)))
    assert found[0] == found[1]


@pytest.mark.parametrize("version", ["repaired", "queen", "bishops"])
def test_games_are_legal_and_black_lasts_as_long_as_he_can(endings, version):
    piece = VERSIONS[version].pieces
    some = starts(piece)[:: len(starts(piece)) // (4 if ALL_EXAMPLES else 2)]
    for start, game in zip(some, Games(endings[version]).games(some), strict=True):
        assert game.end == MATE
        assert played(piece, start, str(game)).is_checkmate()
        assert len(game.moves) >= perfect(piece).moves(start)
        assert 0 < min(game.cycles) <= max(game.cycles) < SLOWEST


def test_stalemate_is_an_end(endings):
    start = position("Kf6 Rg7 Kh8")
    games = {version: Games(endings[version]).game(start) for version in TYPED}
    assert (str(games["new"]), games["new"].end) == ("Kg6", STALEMATE)
    assert games["primitive"].end == games["repaired"].end == MATE


class Stubborn:
    """A White who does nothing but what he is told, the squares to which his piece goes; and who remembers."""

    version = VERSIONS["new"]

    def __init__(self, squares):
        self.squares = squares

    def begin(self, position):
        self.king, self.piece, self.black = position
        self.count = 0

    def black_goes(self, square):
        self.black = square

    def move(self):
        self.piece = self.squares[self.count % len(self.squares)]
        self.count += 1
        return self.count

    @property
    def memory(self):
        men = [each for at in (self.king, self.piece, self.black) for each in (at % 8 + 1, at // 8 + 1)]
        return program.Memory(tuple(men), (False,), tuple(range(self.count)))


def test_a_piece_that_stands_open_is_taken():
    game = Games(Stubborn([square("d4")])).game(Position(square("a1"), square("d1"), square("e5")))
    assert (str(game), game.end) == ("Rd4 Kd4", TAKEN)


def test_after_fifty_moves_it_is_over():
    games = Games(Stubborn([square("a2"), square("a1")]))
    start = Position(square("b1"), square("a1"), square("e5"))
    for _ in range(2):
        game = games.game(start)
        assert (len(game.moves), game.end) == (MOST, LIMIT)
    assert games.played == 2 * MOST


def test_a_rest_that_is_known_counts_for_the_fifty_moves():
    some = Games(Stubborn([square("a2"), square("a1")] * 24 + [square("d4")]))  # the rook is lost on move 49
    start = Position(square("b1"), square("a1"), square("e5"))
    game = some.game(start)
    assert (len(game.moves), game.end) == (49, TAKEN)


def test_positions_are_written_as_they_are_typed():
    assert written(FIGURE_8, "R") == "Kh6 Rg2 Kh8"
    assert name(FIGURE_8.black) == "h8"


def test_a_program_that_fails_is_named(endings):
    ending = Ending("new")
    ending.machine.poke(ending.program.procedures["whitemoves"] + 1, 0)  # a stop within the procedure
    with pytest.raises(ProgramFault, match=r"rook did not return from whitemoves: .*stop"):
        ending.move()


def test_a_program_that_asks_for_nothing_is_named(monkeypatch):
    monkeypatch.setitem(VERSIONS, "new", VERSIONS["new"]._replace(typed=("0",) * 3))
    monkeypatch.setattr(Ending, "patience", 1000)
    with pytest.raises(ProgramFault, match="does not ask for a line: it is still running"):
        Ending("new")


def test_a_program_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(VERSIONS, "new", VERSIONS["new"]._replace(program="king"))
    with pytest.raises(IronboardError, match=r"there is no program 'king': no asm/cdc6600/king\.alg"):
        program_hash("new")
