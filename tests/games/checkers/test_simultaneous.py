"""Six games at once against one 704: each goes as it goes alone."""

from __future__ import annotations

from random import Random

import pytest

from host.cli.main import main
from host.games.checkers import pdn
from host.games.checkers.play import Options, Play
from host.games.checkers.rules import OPENING
from tests.games.talking import talker


@pytest.fixture
def talk(monkeypatch, capsys):
    return talker(monkeypatch, capsys, "checkers", "--core", "compiled", "--depth", "1", "--ascii")


def headings(out):
    return [
        int(line.removeprefix("board ")) for line in out.splitlines() if line.startswith("board ") and ":" not in line
    ]


@pytest.mark.parametrize("side", ["black", "white"])
def test_games_at_once_are_those_that_are_played_alone(side, tmp_path, monkeypatch, capsys):
    """The moves are drawn for each board; then each game is typed again, alone."""
    chance, talk = Random(side), talker(monkeypatch, capsys, "checkers", "--depth", "1", "--side", side)
    play = Play(Options(side=type(OPENING.to_move)(side), depth=1, boards=6))
    play.greet()
    typed = [[] for _ in range(6)]
    for _ in range(36):
        board, position = play.match.board, play.match.game.position
        if play.match.game.result is not None:
            break
        move = str(chance.choice(position.legal_moves()))
        typed[board - 1].append(move)
        assert play.move(move)
    together = pdn.read(play.written().decode())
    assert len(together) == 6
    assert len({tuple(game.moves) for game in together}) == 6
    capsys.readouterr()
    for number, moves in enumerate(typed):
        path = tmp_path / f"{number}.pdn"
        talk("".join(f"{move}\n" for move in moves), "--pdn", str(path))
        (alone,) = pdn.read_file(path)
        assert (alone.moves, alone.comments) == (together[number].moves, together[number].comments)


def test_the_boards_follow_each_other_and_any_can_be_chosen(talk):
    status, out, err = talk("11-15\n9-14\nboard 1\nfen\nboards\n", "--boards", "3")
    assert (status, err) == (0, "")
    assert out.startswith("The 704 plays 3 games at once and looks at least 1 move ahead. You are black;")
    assert headings(out) == [1, 2, 3, 1]
    fen = next(line for line in out.splitlines() if line.startswith("B:"))
    first, second, third = (line for line in out.splitlines() if line.startswith("board ") and ":" in line)
    assert first == f"board 1: 2 moves, black to move: {fen}"
    assert second.startswith("board 2: 2 moves, black to move: ")
    assert third == f"board 3: 0 moves, black to move: {OPENING.fen}"


def test_the_704_begins_on_all_boards_where_it_has_black(talk):
    _, out, _ = talk("boards\n", "--boards", "2", "--side", "white")
    assert headings(out) == [2, 1]
    assert out.count(": 1 move, white to move: ") == 2


def test_a_game_that_is_over_is_passed_over(talk):
    _, out, _ = talk("resign\n11-15\n9-14\n9-13\nboards\n", "--boards", "3")
    assert headings(out) == [1, 2, 3, 2, 3]
    assert "board 1: 0 moves, white wins: resignation: " in out


@pytest.mark.parametrize("line", ["board 0", "board 3", "board x"])
def test_a_board_that_there_is_not_is_not_a_command(talk, line):
    status, _, err = talk(f"{line}\n", "--boards", "2")
    assert status == 1
    assert f"'{line}' is not a command: expected board 1 to board 2" in err


@pytest.mark.parametrize("words", [["--boards", "7"], ["--boards", "2", "--self-play"]])
def test_other_numbers_and_a_self_play_are_wrong_usage(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["checkers", *words])
    assert stop.value.code == 2
    capsys.readouterr()
