"""White at the other side of the board: the program at its dialogue, and what is done if it should fail."""

import pytest

from host.games.boards import ProgramFault
from host.games.endings.game import Answer, Game, White
from host.games.endings.notation import parse
from host.games.fen import numbered

START = parse("Kh1 Ra1 Kd5", "R")


@pytest.fixture(scope="module")
def white():
    return White("new")


def test_it_answers_with_a_move_and_its_time(white):
    first = white.begin(START)
    assert first[:-1] == ("K", numbered("g2"), False, False, False, False)
    assert 100_000 < first.cycles < 1_000_000
    assert white.answer(numbered("e5"))[:2] == ("R", numbered("d1"))
    white.resign()
    assert white.begin(START)[:-1] == first[:-1]


def test_a_game_forgotten_leaves_no_trace(white):
    white.restart()
    first = white.begin(START)
    white.answer(numbered("d4"))
    white.restart()
    assert white.begin(START) == first
    white.resign()


def test_what_the_program_refuses_is_a_fault(white):
    with pytest.raises(ProgramFault, match=r"answers 'Kh1 Ra5 Kd5' with 'NOT CORRECT\. TRY AGAIN\.'"):
        white.begin({numbered("h1"): "K", numbered("a5"): "R", numbered("d5"): "k"})
    white.begin(START)
    with pytest.raises(ProgramFault, match="answers 'Kh8'"):
        white.answer(numbered("h8"))


def test_its_record_is_there_when_it_has_ended():
    white = White("queen")
    white.begin(parse("Kf2 Qd1 Kf4", "Q"))
    record = white.end(playing=True)
    assert record.split() == ["POSITION", "KF2", "QD1", "KF4", "1.", "QD5", "BLACK", "RESIGNS."]
    with pytest.raises(ProgramFault, match="does not wait for"):
        white.begin(parse("Kf2 Qd1 Kf4", "Q"))


def test_a_move_that_is_not_legal_is_a_fault():
    class Wrong:
        def begin(self, men):
            return Answer("R", numbered("h7"), check=False, mate=False, fifty=False, stalemate=False, cycles=0)

    with pytest.raises(ProgramFault, match="the program plays Rh7, which is not legal"):
        Game(Wrong(), START)
