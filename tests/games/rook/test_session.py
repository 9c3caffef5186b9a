"""`ironboard rook`: games over a board, line by line."""

from __future__ import annotations

import io
import re

import chess
import chess.pgn
import pytest

from host.compilers.algol.compiler import compile_text
from host.games.endings import notation
from host.games.endings.notation import parse
from host.games.endings.play import Play, diagram
from host.games.fen import numbered
from tests.games.talking import talker

from .sessions import PROGRAM, games

FIGURE_30 = next(game for game in games("printed.tsv") if game.name == "fig30")
WHITE = re.compile(r"^ *(\d+)\. ([KQR]x?[a-h][1-8][+#]?) +(\d+\.\d) ms", re.MULTILINE)
STALEMATE = "Kf6 Rg7 kh8"


@pytest.fixture
def talk(monkeypatch, capsys):
    """Type to `ironboard rook`."""
    return talker(monkeypatch, capsys, "rook")


def white(out):
    return [found[2] for found in WHITE.finditer(out)]


def read(text):
    """Return the games of a file, as the package chess reads them; each must be without an error."""
    file, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        found.append(game)
    return found


# ------------------------------------------------------------ games


def test_the_printed_game_is_played_over_the_board_and_written(talk, tmp_path):
    file = tmp_path / "game.pgn"
    status, out, err = talk("\n".join(FIGURE_30.moves[1::2]), "--pgn", str(file))
    assert (status, err) == (0, "")
    assert white(out) == FIGURE_30.white
    assert "Black is mated at move 16. 1-0; the 6600 has worked for" in out
    (game,) = read(file.read_text())
    assert (game.headers["Result"], game.headers["Termination"]) == ("1-0", "normal")
    board = game.board()
    assert [san(board, move) for move in game.mainline_moves()] == list(FIGURE_30.moves)
    assert board.is_checkmate()


def san(board, move):
    written = board.san(move)
    board.push(move)
    return written


@pytest.mark.parametrize("typed", ["E5", "KE5", "e5", "Ke5", "ke5", "d5e5", "Kd5-e5", "D5 E5", " Ke5 ", "1... Ke5"])
def test_a_move_may_be_written_in_many_ways(typed):
    men = parse("Kg2 Ra1 kd5", "R")
    assert notation.KING_MOVE.fullmatch(typed.strip())
    assert notation.reply_written(men, notation.parse_reply(typed.strip(), men)) == "Ke5"


REFUSED = [
    ("Kf2 Rd1 kf4", "Kf3", "Kf3: f3 is next to the white king on f2; possible: Ke4, Kg4, Ke5, Kf5, Kg5"),
    ("Kf2 Re1 kf4", "e4", "e4: the rook on e1 attacks e4; possible: Kg4, Kf5, Kg5"),
    ("Kf2 Re1 kf4", "f4", "f4: the king is already there and must move; possible:"),
    ("Kf2 Re1 kf4", "h8", "h8: a king goes one square, and h8 is 4 from f4; possible:"),
    ("Kf2 Re1 kf4", "e5f5", "e5f5: the king is not on e5, but on f4"),
    ("Kg2 Rf3 kf4", "Kxf3", "Kxf3: the rook on f3 is guarded by the white king; possible:"),
    ("Kg2 Rf8 kf4", "f5", "f5: the king is in check, and the rook on f8 attacks f5, too; possible:"),
    ("Kg2 Qf6 kf4", "f3", "f3: f3 is next to the white king on g2; possible: Ke3"),
    ("Kf2 Qd5 kf4", "Kxe5", "Kxe5: the queen on d5 attacks e5; possible: Kg4"),
    ("Kf2 Qd5 kf4", "castles", "'castles' is not a move: write E5, Ke5 or d5e5"),
]


@pytest.mark.parametrize(("position", "typed", "why"), REFUSED)
def test_what_is_not_legal_is_refused_with_the_reason(position, typed, why):
    men = {numbered(man[1:]): man[0] for man in position.split()}
    with pytest.raises(notation.Refused) as raised:
        notation.parse_reply(typed, men)
    assert str(raised.value).startswith(why)


def test_a_refused_move_changes_nothing(talk):
    status, out, err = talk("e7\nd3\ne5\nd5\n")
    assert (status, err) == (0, "")
    assert white(out) == ["Kg2", "Rd1"]
    assert "e7: a king goes one square" in out
    assert "d5: the rook on d1 attacks d5" in out


def test_moves_are_taken_back_and_played_again(talk):
    _, out, _ = talk("e5\ne4\nundo\ne4\nundo\nundo\nundo\n")
    assert white(out) == ["Kg2", "Rd1", "Kf2", "Rd1", "Kf2", "Rd1", "Kg2"]
    assert "there is no move to take back" in out
    times = {found[2]: found[3] for found in WHITE.finditer(out)}
    assert all(times[found[2]] == found[3] for found in WHITE.finditer(out))


def test_a_mate_can_be_taken_back(talk):
    _, out, _ = talk("g4\nh3\nundo\nh4\n", "--version", "queen")
    assert white(out) == ["Qd5", "Qe5", "Qh5#", "Qe5", "Kf3"]


def test_one_game_after_the_other(talk, tmp_path):
    file = tmp_path / "games.pgn"
    record = tmp_path / "record.txt"
    status, out, _ = talk("e5\nnew\nKe5\nresign\ne4\nnew kf2 rd1 kf4\nnew random\n0\n",
                          "--pgn", str(file), "--games", str(record))  # fmt: skip
    assert status == 0
    assert "the game is over (Black resigns): type new, undo or quit" in out
    first, second, third, last = read(file.read_text())
    assert [game.headers["Result"] for game in (first, second, third, last)] == ["*", "1-0", "*", "1-0"]
    assert first.headers["FEN"] == second.headers["FEN"] != third.headers["FEN"]
    assert record.read_text().count("POSITION") == 4


def test_words_about_the_game(talk):
    _, out, _ = talk("moves\nfen\nboard\npgn\nhelp\n\nquit\ne5\n", "--ascii")
    assert "possible: Kc4, Kd4, Ke4, Kc5, Ke5, Kc6, Kd6, Ke6\n" in out
    assert "8/8/8/3k4/8/8/6K1/R7 b - - 1 1\n" in out
    assert '[FEN "8/8/8/3k4/8/8/8/R6K w - - 0 1"]' in out
    assert out.count("1  R . . . . . . .\n") == 2
    assert "> e5" not in out
    assert set(re.findall(r"^(\w+)  ", out, re.MULTILINE)) >= set(Play.commands) - {"0"}


# ------------------------------------------------------------ how games end


def test_stalemate_is_a_draw(talk):
    _, out, _ = talk("h7\nundo\nnew\n", "--position", STALEMATE)
    assert "a draw: Black is not in check and has no move, which is stalemate. 1/2-1/2" in out
    assert "the game is over" in out


def test_the_repaired_version_does_not_stalemate(talk):
    _, out, _ = talk("", "--position", STALEMATE, "--version", "repaired", "--opponent", "best")
    assert "Black is mated at move" in out


def test_who_takes_the_rook_has_a_draw(talk, tmp_path):
    """No version lets it happen: here a file has White's move that does."""
    file, kept = tmp_path / "game.pgn", tmp_path / "kept.pgn"
    file.write_text('[FEN "8/8/8/7k/8/8/8/R6K w - - 0 1"]\n1. Ra4 Kg5 2. Rg4+ *\n')
    _, out, _ = talk(f"Kxg4\nsave {kept}\nundo\n", "--game", str(file))
    assert "a draw: the rook is lost, and two kings cannot mate. 1/2-1/2" in out
    assert "1. Ra4 Kg5 2. Rg4+ Kxg4 {a draw: the rook is lost" in kept.read_text()


def test_after_fifty_moves_it_is_a_draw(monkeypatch, talk):
    short = compile_text(PROGRAM.read_text().replace("COUNT = 50", "COUNT = 3"), PROGRAM.name)
    monkeypatch.setattr("host.games.program6600.compiled", lambda name, checks: short)
    _, out, _ = talk("e5\ne4\n")
    assert "a draw: there is no mate within 3 moves. 1/2-1/2" in out


# ------------------------------------------------------------ others play Black


@pytest.mark.parametrize("opponent", ["best", "random"])
def test_others_may_play_black(talk, tmp_path, opponent):
    options = ("--opponent", opponent, "--position", "random", "--seed", "4", "--version", "queen")
    file = tmp_path / "game.pgn"
    status, out, _ = talk("", *options, "--pgn", str(file))
    assert status == 0
    assert talk("", *options)[1] == out
    (game,) = read(file.read_text())
    assert game.end().board().is_checkmate()
    assert f'[Black "{opponent}"]' in file.read_text()


def test_the_version_may_be_left_to_the_position(talk):
    assert "the queen ending" in talk("", "--position", "8/8/8/8/5k2/8/5K2/3Q4 w - - 0 1")[1]
    assert "the new version" in talk("", "--position", "c1,a1,c4")[1]


# ------------------------------------------------------------ what is wrong

POSITIONS = [
    ("Kh1 Ra1", "1:1: error: a position is 3 or 4 men"),
    ("", "1:1: error: a position is 3 or 4 men"),
    ("Kh1 Ra1 Kd9", "1:9: error: 'Kd9' is not a man on a square"),
    ("Kh1 Pb1 Kd5", "1:5: error: 'Pb1' is not a man on a square"),
    ("Kh1 Kb1 Kd5", "1:5: error: expected the rook or queen here, not a king"),
    ("Kh1 Ra1 Kh1", "1:9: error: there are two men on h1"),
    ("Kh1 Ra1 Kg2", "1:1: error: the kings stand next to each other"),
    ("Kh1 Ra5 Kd5", "1:1: error: Black is in check with White to move"),
    ("8/8/8/3k4/8/8/8/B6K w", "1:1: error: the men are White's king and rook, queen"),
    ("8/8/8/3k4/8/8/8/R6K b", "1:21: error: White must be to move"),
    ("Ke1 Bc1 Bb2 Ke5", "1:1: error: Black is in check with White to move"),
    ("Ke1 Bc1 Ba1 Ka6", "1:1: error: two bishops on squares of the same colour cannot mate"),
    ("Ke1 Bc1 Rb2 Ke5", "1:9: error: expected the bishop or knight here, not a rook"),
]


@pytest.mark.parametrize(("position", "why"), POSITIONS)
def test_positions_that_cannot_be_are_refused(talk, position, why):
    status, _, err = talk("", "--position", position)
    assert (status, f"--position:{why}" in err) == (1, True)


def test_a_version_plays_with_its_own_men(talk):
    status, _, err = talk("", "--position", "8/8/8/3k4/8/8/8/R6K w", "--version", "queen")
    assert (status, "this version plays with king and queen" in err) == (1, True)


def test_nonsense_from_a_pipe_ends_it_and_the_game_is_kept(talk, tmp_path):
    file = tmp_path / "game.pgn"
    status, out, err = talk("e5\nfoo\ne4\n", "--pgn", str(file))
    assert (status, white(out)) == (1, ["Kg2", "Rd1"])
    assert "'foo' is neither a move nor a command" in err
    assert "1. Kg2 Ke5 2. Rd1 *" in file.read_text()


def test_nonsense_at_a_terminal_is_answered(talk):
    status, out, err = talk("foo\nsave\nnew nonsense\ne5\n", terminal=True)
    assert (status, err) == (0, "")
    assert " 2. Rd1 " in out
    assert "'foo' is neither a move nor a command" in out
    assert "expected a file, such as save game.pgn" in out


def test_files_are_replaced_only_when_asked_for(talk, tmp_path, capsys):
    file = tmp_path / "game.pgn"
    file.write_text("dear")
    assert talk("", "--pgn", str(file))[0] == 1
    _, out, _ = talk(f"save {file}\nsave {tmp_path / 'other.pgn'}\n")
    assert "exists already" in out
    assert file.read_text() == "dear"
    assert read((tmp_path / "other.pgn").read_text())
    assert talk("", "--pgn", str(file), "--force")[0] == 0
    assert read(file.read_text())


def test_a_file_cannot_keep_the_games_in_two_ways(talk, tmp_path, capsys):
    file = tmp_path / "game.pgn"
    file.write_text("dear")
    with pytest.raises(SystemExit, match="2"):
        talk("", "--pgn", str(file), "--games", str(file), "--force")
    assert "two results cannot share a file (--pgn, --games)" in capsys.readouterr().err
    assert file.read_text() == "dear"


def test_a_record_that_cannot_be_kept_is_refused_before_the_game(talk, tmp_path):
    status, out, err = talk("e5\n", "--games", str(tmp_path / "nowhere" / "games.txt"))
    assert (status, out, "cannot write" in err) == (1, "", True)


def test_an_interruption_keeps_the_game(talk, tmp_path, monkeypatch):
    file = tmp_path / "game.pgn"

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert talk("", "--pgn", str(file))[0] == 130
    assert "1. Kg2 *" in file.read_text()


def test_men_are_letters_where_the_output_has_no_signs(monkeypatch):
    men = parse("Kh1 Ra1 kd5", "R")
    assert diagram(men, ascii=False)[-2] == "1  ♖ · · · · · · ♔"
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert diagram(men, ascii=False)[-2] == "1  R . . . . . . K"
