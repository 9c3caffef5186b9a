"""Games that are saved and taken up again, all games by one table: the same position, the same reply, the same undo."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tests.games.talking import talker


class Case(NamedTuple):
    """A game: how it is begun, what is typed, and what takes two turns back to."""

    verb: str
    options: tuple[str, ...]
    moves: tuple[str, ...]
    further: str
    suffix: str
    fixed: tuple[str, ...] = ()  # options that a game of a file is not given
    position: str = "board"  # the command that shows the position
    undos: int = 2  # that there are at least, after the further move


CASES = {
    "wally": Case("go", ("wally",), ("E5", "M11", "pass"), "L5", ".sgf", ("--handicap", "5")),
    "nps": Case("go", ("nps",), ("A9", "pass", "J1"), "A1", ".sgf", ("--size", "9")),
    "zobrist": Case("go", ("zobrist", "--side", "white"), ("C3", "D7"), "G3", ".sgf", ("--size", "11")),
    "nps second": Case("go", ("nps",), ("A13", "N1"), "A1", ".sgf", ("--handicap", "4", "--size", "13")),
    "checkers": Case("checkers", ("--depth", "2"), ("11-15", "go", "go"), "go", ".pdn", position="fen"),
    "checkers from a position": Case(
        "checkers", ("--depth", "2", "--side", "white"), ("30-26",), "go", ".pdn",
        ("--position", "W:W30,K32:B1,2,K5"), "fen",
    ),
    "checkers, kings": Case(
        "checkers", ("--depth", "2", "--side", "white"), ("go", "go"), "go", ".pdn",
        ("--position", "W:WK32,K31:BK1,K10,K14"), "fen",
    ),
    "draughts": Case("draughts", ("--ahead", "2"), ("32-28", "go"), "go", ".pdn", position="fen"),
    "draughts from a position": Case(
        "draughts", ("--ahead", "3", "--side", "black"), ("go",), "go", ".pdn",
        ("--position", "W:WK48,26,36:B22,34,43,K1"), "fen",
    ),
    "kalah": Case("kalah", ("--play", "--depth", "3"), ("6 3", "1"), "go", ".kalah", position="position"),
    "kalah always": Case(
        "kalah", ("--play", "--side", "north", "--depth", "2"), ("go",), "go", ".kalah",
        ("--pits", "4", "--counters", "3", "--always"), "position",
    ),
    "kalah, half a turn": Case("kalah", ("--play", "--depth", "2"), ("6",), "3", ".kalah", (), "position", 1),
    "rook": Case("rook", (), ("Ke5", "Ke4"), "Kf4", ".pgn", ("--version", "repaired"), "fen"),
    "knight": Case("endings", (), ("Kd4",), "Kc4", ".pgn", ("--position", "Ke1 Bc1 Nb1 Ke5"), "fen"),
    "pitrat": Case("pitrat", ("play", "ttt-place"), ("(2,2)", "1"), "1", ".pgn", position="fen"),
}  # fmt: skip


def told(out, name):
    """Return what has been printed after saving; seconds of a machine depend on what it did before."""
    text = out.split(f"saved in {name}\n", 1)[1].replace(str(name.parent), "").replace(f"{name.name}.on", "on")
    return re.sub(r"\d+\.\d+ (m?s)", r"\1", text).splitlines()


def moves_of(path):
    """Return the moves of a file of one game, without comments, which a program does not make again."""
    text = re.sub(r"\{[^}]*\}|C\[[^]]*\]", "", path.read_text())
    return "".join(text.split('"]\n\n')[-1].split())


@pytest.mark.parametrize("name", CASES)
def test_a_game_goes_on_as_if_it_had_not_been_saved(name, monkeypatch, capsys, tmp_path):
    """It is taken up at the beginning, and once more in the middle of itself; either way it goes on in the same way."""
    case = CASES[name]
    talk = talker(monkeypatch, capsys, case.verb, *case.options)
    file, copy = (tmp_path / f"{each}{case.suffix}" for each in ("file", "copy"))
    outputs = []
    for here, moves, options in ((file, case.moves, case.fixed), (copy, (), ("--game", str(file)))):
        on = [case.position, case.further, f"save {here}.on", *["undo"] * case.undos, case.position]
        again = [f"open {file}", case.position, case.further]
        status, out, err = talk("\n".join([*moves, f"save {here}", *on, *again, ""]), *options)
        assert (status, err) == (0, "")
        outputs.append(told(out, here))
    assert outputs[0] == outputs[1]
    assert any("taken up after" in line for line in outputs[0])
    assert copy.read_bytes() == file.read_bytes()
    assert moves_of(file) != moves_of(tmp_path / f"{file}.on") == moves_of(tmp_path / f"{copy}.on")


KEPT = {
    "go": (
        "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Mi\\]ller]PW[B]RU[AGA]US[someone]XX[a][b];B[ee]BL[30];W[gg]C[well]N[x])",
        ["PB[Mi\\]ller]", "PW[B]", "RU[AGA]", "US[someone]", "XX[a][b]", "KM[6.5]", "B[ee]BL[30]", "C[well]N[x]W[gg]"],
    ),
    "checkers": (
        '[White "A"]\n[Annotator "C"]\n[Result "1-0"]\n\n{first} 1. 11-15 {book} 22-18 1-0\n',
        ['[White "A"]', '[Annotator "C"]', '[Result "1-0"]', "{first} 1. 11-15 {book} 22-18 1-0"],
    ),
    "draughts": (
        '[White "A"]\n[GameType "20,W,10,0"]\n[Result "2-0"]\n\n1. 32-28 {book} 19-23 2-0\n',
        ['[White "A"]', '[GameType "20,W,10,0"]', '[Result "1-0"]', "1. 32-28 {book} 19-23 1-0"],
    ),
    "kalah": (
        '[South "A"]\n[Place "B"]\n[Position "3,3,3,0/3,3,3,0 south"]\n[Rules "always"]\n\n1. 3,1 {book} 1 *\n',
        ['[South "A"]', '[Place "B"]', '[Rules "always"]', "1. 3,1 {book} 1 *"],
    ),
    "rook": (
        '[White "A"]\n[ECO "Z"]\n[FEN "8/8/8/3k4/8/8/8/R6K w - - 0 1"]\n\n1. Rb1 {book} Kd4 2. Rb3 *\n',
        ['[White "A"]', '[ECO "Z"]', '[SetUp "1"]', "1. Rb1 {book} Kd4 2. Rb3 *"],
    ),
    "pitrat": (
        '[White "A"]\n[ECO "C60"]\n\n1. e4 e5 2. Ng1f3 {book} Nbc6 3. Bb5 a6 4. O-O Nf6 *\n',
        ['[White "A"]', '[ECO "C60"]', "1. e4 e5 2. Nf3 {book} Nc6 3. Bb5 a6 4. O-O Nf6 *"],
    ),
}  # fmt: skip
WORDS = {"kalah": ("--play",), "pitrat": ("play",), "go": ("nps",)}


def talk_to(verb, monkeypatch, capsys):
    return talker(monkeypatch, capsys, verb, *WORDS.get(verb, ()))


@pytest.mark.parametrize("verb", KEPT)
def test_what_a_file_of_others_says_is_kept(verb, monkeypatch, capsys, tmp_path):
    text, wanted = KEPT[verb]
    file, copy = tmp_path / "theirs", tmp_path / "ours"
    file.write_text(text)
    talk = talk_to(verb, monkeypatch, capsys)
    status, _, err = talk(f"save {copy}\nundo\nsave {copy}\n", "--game", str(file))
    assert (status, err) == (0, "")
    undone = copy.read_text()
    talk(f"save {copy} force\n", "--game", str(file))
    for part in wanted:
        assert part in " ".join(copy.read_text().split()) or part in copy.read_text()
    assert wanted[0] in undone
    assert "1-0" not in undone
    assert file.read_text() == text


WRONG = [
    ("go", "", "the file is empty"),
    ("go", "(;SZ[19];B[dd", ":1:11: error: the value is not closed: expected ]"),
    ("go", "no game", ":1:1: error: there is no game in this file: expected SGF"),
    ("go", "(;SZ[21];B[dd])", ":1:6: error: NPS Go cannot play on 21 by 21: expected 9 to 19"),
    ("go", "(;GM[2]SZ[9])", "not a game of Go: GM[2]"),
    ("go", "(;SZ[9]\n;B[cc];W[gg]\n;B[cc])", ":3:4: error: black C7 is not legal: the point is taken"),
    ("go", "(;SZ[9]AW[ab][ba];B[aa])", ":1:21: error: black A9 is not legal: the move would be suicide"),
    ("checkers", "", "the file is empty"),
    ("checkers", "1. 11-15 22-", ":1:10: error: '22-' is neither a move nor a result"),
    ("checkers", "1. 11-15\n22-19", ":2:1: error: '22-19' is not legal: the piece on 22 cannot go there"),
    ("checkers", '[GameType "20"]\n1. 32-28', ":1:12: error: the game's type is 20: expected 21"),
    ("checkers", "(;SZ[9])", ":1:1: error: the variation is not closed"),
    ("checkers", "{only a remark}", ":1:1: error: there is no game in this file: expected PDN"),
    ("draughts", "1. 32-28 19-23 2. 37-32", ":1:19: error: '37-32' is not legal: a capture is compulsory, of 1 piece"),
    ("draughts", "1. 32-28 19-24 28-22 18x27 2. 31x11", ":1:31: error: '31x11' is not legal"),
    ("draughts", '[GameType "21"]\n1. 11-15', "expected 20, international draughts"),
    ("draughts", '[FEN "W:W28:B51"]', ":1:14: error: there is no square 51"),
    ("kalah", "1. 6,3 9", ":1:8: error: '9' is not legal: there is no pit 9: expected 1 to 6"),
    ("kalah", "1. 6,3,3", ":1:4: error: '6,3,3' is not legal: 6 3 ends the move: 3 cannot follow"),
    ("kalah", '[Position "3,3,0/3,0 south"]', ":1:12: error: '3,3,0/3,0 south': South has 2 pits, North 1"),
    ("kalah", '[Rules "mine"]', ":1:9: error: 'mine' are no rules of Kalah: expected standard or always"),
    ("rook", "1. e4 e5 *", ":1:10: error: the men are White's king and rook"),
    ("rook", "1. e4 Ke6", ":1:7: error: 'Ke6' is not legal: no king of black can go to e6"),
    (
        "rook",
        '[FEN "4k3/4p3/8/8/8/8/4R3/4K3 b - - 0 1"]\ne5 Rxe5 Ke7',
        ":2:9: error: 'Ke7' is not legal: black's king would be in check",
    ),
    ("rook", '[FEN "x"]', ":1:7: error: this is not a FEN"),
    ("rook", '[Variant "Atomic"]\n1. e4', ":1:11: error: the game is Atomic: expected chess"),
    ("pitrat", "1. e4 e6 2. Ke3", ":1:13: error: 'Ke3' is not a legal move"),
    ("pitrat", '[Variant "ttt"]\n1. a1', ":1:11: error: the game is ttt: expected chess"),
    ("pitrat", '[FEN "8/8/8/8/8/8/8/7 w"]', ":1:21: error: the position ends before the end of row 1"),
]


@pytest.mark.parametrize(("verb", "text", "said"), WRONG)
def test_a_wrong_file_is_an_error_with_its_place_and_changes_nothing(verb, text, said, monkeypatch, capsys, tmp_path):
    file = tmp_path / "wrong"
    file.write_text(text)
    talk, show = talk_to(verb, monkeypatch, capsys), {"go": "board", "kalah": "position"}.get(verb, "fen")
    _, out, _ = talk(f"{show}\nopen {file}\n{show}\nquit\n", terminal=True)
    assert f"{file}:" in out
    assert said in out
    before, after = re.split(r"error: .*|the file is empty.*", out, maxsplit=1)
    shown = [line.removeprefix("> ") for line in after.splitlines() if line.strip(" >")]
    assert shown[-1] in before


@pytest.mark.parametrize("verb", KEPT)
def test_a_wrong_file_of_the_command_line_ends_it(verb, monkeypatch, capsys, tmp_path):
    file = tmp_path / "wrong"
    text, said = next((text, said) for each, text, said in WRONG if each == verb and text)
    file.write_text(text)
    status, out, err = talk_to(verb, monkeypatch, capsys)("", "--game", str(file))
    assert (status, out) == (1, "")
    assert err.startswith(f"ironboard: {file}{said}")


def test_games_before_the_one_taken_up_are_saved_with_it(monkeypatch, capsys, tmp_path):
    file, copy, kept = tmp_path / "three.pdn", tmp_path / "copy.pdn", tmp_path / "kept.pdn"
    file.write_text('[Event "1"]\n1. 11-15 *\n\n[Event "2"]\n1. 9-14 22-18 wrong *\n\n[Event "3"]\n1. 10-15 21-17 *\n')
    talk = talk_to("checkers", monkeypatch, capsys)
    _, out, _ = talk(f"save {copy}\n", "--game", str(file), "--pdn", str(kept))
    assert "three.pdn, game 3 of 3: taken up after 2 moves\n" in out
    assert copy.read_text() == kept.read_text()
    assert copy.read_text().startswith('[Event "1"]\n1. 11-15 *\n\n[Event "2"]\n1. 9-14 22-18 wrong *\n\n[Event "3"]\n')
    status, _, err = talk("", "--game", str(file), "--number", "2")
    assert (status, "three.pdn:5:15: error: 'wrong' is neither" in err) == (1, True)
    status, _, err = talk("", "--game", str(file), "--number", "4")
    assert (status, err) == (1, f"ironboard: {file} has 3 games: there is no game 4\n")
    talk(f"12-16\nopen {file} 1\nsave {copy} force\n")
    assert [text.split("]")[0] for text in copy.read_text().split("[Event ")[1:]] == [
        '"checkers on the IBM 704"',
        '"1"',
    ]
    games = copy.read_bytes()
    talk(f"save {kept} force\nopen {kept}\nsave {kept}\n", "--game", str(copy))  # no game is there twice
    assert kept.read_bytes() == games


def test_a_file_is_replaced_only_if_that_is_said(monkeypatch, capsys, tmp_path):
    file = tmp_path / "my game.kalah"
    file.write_text("dear")
    talk = talk_to("kalah", monkeypatch, capsys)
    status, _, err = talk(f"save {file}\n")
    assert (status, err) == (
        1,
        f"ironboard: standard input, line 1: {file} exists already: save {file} force replaces it\n",
    )
    assert file.read_text() == "dear"
    assert talk(f"save {file} force\n1\nsave {file}\n")[0] == 0  # its own file again
    assert "\n1. 1 " in file.read_text()


def test_an_interruption_and_an_end_of_input_lose_nothing(monkeypatch, capsys, tmp_path):
    file, kept = tmp_path / "game.kalah", tmp_path / "kept.kalah"
    talk = talk_to("kalah", monkeypatch, capsys)
    assert talk("6 3\n", "--save", str(file))[0] == 0
    typed = iter(["1"])

    def line(prompt):
        for each in typed:
            return each
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", line)
    assert talk("", "--game", str(file), "--save", str(kept))[0] == 130
    assert re.search(r"1\. 6,3 .* 2\. 1 ", kept.read_text(), re.DOTALL)
