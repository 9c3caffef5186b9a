"""The Go Text Protocol: its syntax, and Wally behind it."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from host.games.go import gtp
from host.games.go.rules import Colour
from host.games.wally import Wally, WallyEngine

RESPONSE = re.compile(r"[=?][0-9]*( [^\n]*(\n[^\n]+)*)?\n\n")


@pytest.fixture(scope="module")
def wally():
    return Wally("compiled")


@pytest.fixture
def engine(wally):
    return WallyEngine(wally)


def test_the_walk_says_that_it_is_the_other_wally():
    engine = WallyEngine(Wally("compiled", "wally-walk"))
    answers = ask(engine, "name", "fixed_handicap 9", "play w c3", "genmove b")
    assert answers[0] == "= Wally (wally-walk)"
    assert answers[3] == "= B3"


def ask(engine, *lines):
    """Return the responses to lines, without the empty lines between them."""
    responses = io.BytesIO()
    gtp.serve(engine.handlers, io.BytesIO("".join(f"{line}\n" for line in lines).encode("latin-1")), responses)
    return responses.getvalue().decode().removesuffix("\n\n").split("\n\n")


# ------------------------------------------------------------ syntax


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", ("", "name", [])),
        ("  7 play\tB  C3 ", ("7", "play", ["B", "C3"])),
        ("12", ("12", "", [])),
        ("12name", ("", "12name", [])),
        ("na\x07me\r", ("", "name", [])),
        ("name # play B C3", ("", "name", [])),
        ("#", None),
        ("   \t \r", None),
        ("", None),
    ],
)
def test_a_line_is_a_number_a_name_and_arguments(line, command):
    assert gtp.parse(line) == command


@pytest.mark.parametrize(
    ("text", "point"),
    [("A1", 0xF1), ("a15", 0x11), ("P15", 0x1F), ("p1", 0xFF), ("H8", 0x88), ("J8", 0x89), ("pass", None),
     ("PASS", None)],
)  # fmt: skip
def test_columns_have_letters_without_i_and_rows_are_counted_from_the_bottom(text, point):
    assert gtp.point(text, 15) == point
    assert gtp.vertex(point, 15) == (text.upper() if point else "pass")


def test_every_point_has_a_vertex_of_its_own():
    points = [16 * row + column for row in range(1, 16) for column in range(1, 16)]
    assert [gtp.point(gtp.vertex(point, 15), 15) for point in points] == points
    assert len({gtp.vertex(point, 15) for point in points}) == 225


@pytest.mark.parametrize("text", ["I5", "A0", "A16", "Q1", "A", "5", "", "AA1", "A01", "A1x", "Ａ1", "A²"])
def test_other_vertices_are_refused(text):
    with pytest.raises(gtp.GtpError, match="invalid coordinate"):
        gtp.point(text, 15)


@pytest.mark.parametrize("text", ["b", "B", "black", "Black", "w", "WHITE"])
def test_colours_have_long_and_short_names(text):
    assert gtp.colour(text).value[0] == text[0].lower()


@pytest.mark.parametrize("text", ["", "bl", "x", "ẞ"])
def test_other_colours_are_refused(text):
    with pytest.raises(gtp.GtpError, match="invalid color"):
        gtp.colour(text)


# ------------------------------------------------------------ a session


def test_the_number_of_a_command_comes_back_with_its_response(engine):
    assert ask(engine, "5 name", "6 nonsense", "7", "name") == ["=5 Wally", "?6 unknown command", "?7 unknown command",
                                                               "= Wally"]  # fmt: skip


def test_every_command_of_the_list_is_known(engine):
    (names,) = ask(engine, "list_commands")
    for name in names.removeprefix("= ").split("\n"):
        assert ask(engine, f"known_command {name}") == ["= true"]
    assert ask(engine, "known_command owl_attack", "known_command") == ["= false", "? syntax error: expected command"]


WRONG = ("name x", "quit x", "list_commands x", "protocol_version 2", "version x", "clear_board x", "boardsize 15 15",
         "komi 0 x", "play b C3 x", "genmove b x", "reg_genmove b x", "undo 1", "gg-undo 1 1", "final_score 1",
         "final_status_list", "final_status_list dead alive", "showboard x", "cputime x", "time_settings 1 2 3 4",
         "time_left b 1 2 3", "fixed_handicap 2 2", "place_free_handicap 2 2", "known_command a b",
         "kgs-time_settings", "kgs-time_settings none 1", "kgs-time_settings byoyomi 1 2", "loadsgf",
         "gogui-play_sequence b", "gogui-setup b C3 w", "gogui-undo_setup x", "gogui-analyze_commands x",
         "ironboard-display x", "ironboard-cycles x", "ironboard-status H8 H8", "ironboard-armies x")  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_arguments_too_many_or_too_few_are_a_syntax_error_and_nothing_happens(engine, line):
    ask(engine, "play w H8")
    (answer, name) = ask(engine, line, "name")
    assert answer.startswith("? syntax error: expected ")
    assert name == "= Wally"
    assert engine.game.position.stones == {0x88: Colour.WHITE}


def test_no_command_is_left_out_of_that():
    others = {"set_free_handicap", "printsgf"}  # as many vertices as stones; a file name
    assert {line.split()[0] for line in WRONG} | others == set(WallyEngine(Wally("compiled")).handlers)


def test_the_required_commands_of_the_protocol_are_there(engine):
    required = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove"
    assert set(required.split()) <= set(engine.handlers)
    assert ask(engine, "protocol_version") == ["= 2"]


def test_quit_is_answered_and_ends_the_session(engine):
    assert ask(engine, "quit", "name") == ["="]


def test_only_wallys_board_size_is_accepted(engine):
    assert ask(engine, "boardsize 19", "boardsize 15", "boardsize x") == [
        "? unacceptable size",
        "=",
        "? not an integer",
    ]


def test_a_game(engine):
    assert ask(engine, "clear_board", "play w H8", "genmove b", "undo", "undo", "play w H8", "reg_genmove black",
               "genmove black") == ["=", "=", "= G8", "=", "=", "=", "= G8", "= G8"]  # fmt: skip
    assert engine.game.position.stones == {0x88: Colour.WHITE, 0x87: Colour.BLACK}
    assert int(ask(engine, "ironboard-cycles")[0][2:]) > 100_000


def test_wally_does_not_play_white(engine):
    assert ask(engine, "genmove w") == ["? Wally has the black stones, always"]


def test_illegal_moves_are_refused(engine):
    assert ask(engine, "play b C3", "play w C3", "play w I3", "play x C4", "play w", "play w pass") == [
        "=",
        "? illegal move: the point is taken",
        "? invalid coordinate",
        "? invalid color",
        "? syntax error: expected color vertex",
        "=",
    ]


def test_an_illegal_ko_of_wallys_is_reported_and_is_a_pass(engine, capsys):
    black, white = ("H9 G8 H7 E11 J8", "J9 K8 J7 H8")
    ask(engine, *(f"play b {each}" for each in black.split()), *(f"play w {each}" for each in white.split()))
    assert ask(engine, "genmove b", "play w pass", "genmove b") == ["= pass", "=", "= J8"]
    assert "Wally wanted J8 (89): illegal (the ko may not be retaken at once); it passes" in capsys.readouterr().err


def test_handicap_stones_are_placed_by_wally(engine):
    assert ask(engine, "fixed_handicap 2", "fixed_handicap 2") == ["= M12 D4", "? board not empty"]
    (stones,) = ask(engine, "clear_board", "place_free_handicap 25")[1:]
    assert len(stones.split()) == 1 + 17
    error = "? invalid number of stones: Wally places 2 to 17"
    assert ask(engine, "clear_board", "fixed_handicap 1", "fixed_handicap 18", "place_free_handicap 0") == [
        "=", error, error, error]  # fmt: skip


def test_handicap_stones_are_the_protocols_but_for_three(engine):
    """GTP 4.1.1: corners from the lower left and upper right on, sides left and right, then below and above, centre."""
    corners, sides, ends = ["D4", "M12", "D12", "M4"], ["D8", "M8"], ["H4", "H12"]
    protocol = {
        2: corners[:2], 3: corners[:3], 4: corners, 5: [*corners, "H8"], 6: corners + sides,
        7: [*corners, *sides, "H8"], 8: corners + sides + ends, 9: [*corners, *sides, *ends, "H8"],
    }  # fmt: skip
    for stones, expected in protocol.items():
        (_, placed) = ask(engine, "clear_board", f"fixed_handicap {stones}")
        assert (set(placed.removeprefix("= ").split()) == set(expected)) is (stones != 3)


def test_free_handicap_stones_must_be_wallys(engine):
    assert ask(engine, "clear_board", "set_free_handicap D4 M12") == ["="] * 2
    assert len(engine.game.wally.stones) == 2
    assert ask(engine, "clear_board", "set_free_handicap D4 D12") == [
        "=",
        "? bad vertex list: Wally knows 2 stones in one place only (fixed_handicap)",
    ]
    assert engine.game.wally.stones == {}
    assert ask(engine, "set_free_handicap D4 D4", "set_free_handicap D4 pass")[0] == "? bad vertex list"


def test_the_score_is_the_area_less_komi(engine, capsys):
    assert ask(engine, "clear_board", "final_score", "komi 6.5", "play b C3", "final_score") == [
        "=", "= 0", "=", "=", "= B+218.5"]  # fmt: skip
    assert ask(engine, "clear_board", "play w C3", "final_score", "komi x", "komi -0.5", "final_score") == [
        "=", "=", "= W+231.5", "? not a number", "=", "= W+224.5"]  # fmt: skip
    assert (
        "final_score: area; dead stones, found by 100 random games, are taken off; komi -0.5" in capsys.readouterr().err
    )


def full(*, black, white):
    """Return stones that set up a board on which only the empty points named are left: A to G black, H to P white."""
    sides = {"b": ("ABCDEFG", black.split()), "w": ("HJKLMNOP", white.split())}
    return " ".join(
        f"{side} {column}{row}"
        for side, (columns, empty) in sides.items()
        for column in columns
        for row in range(1, 16)
        if f"{column}{row}" not in empty
    )


def test_dead_stones_do_not_count(engine):
    """Each side has two eyes, and a larger one with a stone of the other side's in it."""
    ask(engine, "clear_board", "komi 0", f"gogui-setup {full(black='A1 E10 C4 C5 C6', white='P15 J3 M8 M7')} w C5 b M8")
    assert ask(engine, "final_status_list dead") == ["= C5\nM8"]
    assert ask(engine, "final_status_list seki", "final_status_list x") == [
        "=", "? invalid status: expected alive, dead or seki"]  # fmt: skip
    (alive,) = ask(engine, "final_status_list alive")
    assert [len(each.split()) for each in alive[2:].split("\n")] == [7 * 15 - 5, 8 * 15 - 4]
    assert ask(engine, "final_score") == ["= W+15"]  # with C5 and M8 alive, it would be 8 * 15 - 1 less 7 * 15 - 3


# ------------------------------------------------------------ positions and games of others


def test_stones_are_set_up_and_taken_off(engine):
    assert ask(engine, "clear_board", "gogui-setup b C3 W D3 w A1", "gogui-setup e D3 e A1 b C4", "play w H8"
               ) == ["="] * 4  # fmt: skip
    black = {0xD3: Colour.BLACK, 0xC3: Colour.BLACK}
    assert engine.game.position.stones == {**black, 0x88: Colour.WHITE}
    assert ask(engine, "genmove b")[0] in ("= G8", "= J8", "= H7", "= H9")
    assert ask(engine, "gg-undo 2") == ["="]
    assert engine.game.position.stones == engine.game.wally.stones == black
    assert ask(engine, "gogui-undo_setup", "gogui-undo_setup", "gogui-setup b A2 b B1") == ["="] * 3
    assert ask(engine, "gg-undo", "clear_board", "gogui-setup b A2 b B1 w A1", "gogui-setup b pass") == [
        "=", "=", "? stones without a liberty cannot be set up", "? invalid coordinate"]  # fmt: skip
    assert engine.game.wally.stones == engine.game.position.stones == {}


def test_several_moves_are_played_and_taken_back_all_or_none(engine):
    assert ask(engine, "clear_board", "gogui-play_sequence b C3 w D4 B pass w C4", "gg-undo 3", "gg-undo 2") == [
        "=", "=", "=", "? cannot undo"]  # fmt: skip
    assert engine.game.position.stones == engine.game.wally.stones == {0xD3: Colour.BLACK}
    assert ask(engine, "gogui-play_sequence w H8 b C3 w H9", "gogui-play_sequence w H8 b I9") == [
        "? illegal move 2, black C3: the point is taken", "? invalid coordinate"]  # fmt: skip
    assert engine.game.position.stones == {0xD3: Colour.BLACK}


GAME = "(;GM[1]FF[4]SZ[15]HA[2]KM[5.5]AB[ld][dl]AW[aa:ca];W[hh];B[gh](;W[tt];B[hg])(;W[oo]))"


@pytest.fixture
def game(tmp_path):
    """Return what writes a game to a file with a space in its name."""

    def write(text):
        path = tmp_path / "my game.sgf"
        path.write_bytes(text.encode("latin-1"))
        return path

    return write


def test_a_game_is_loaded_with_its_setup_and_komi_and_wally_goes_on(engine, game):
    assert ask(engine, f"loadsgf {game(GAME)}") == ["= white"]
    setup = {0x4C: Colour.BLACK, 0xC4: Colour.BLACK, **dict.fromkeys((0x11, 0x12, 0x13), Colour.WHITE)}
    played = {0x88: Colour.WHITE, 0x87: Colour.BLACK, 0x78: Colour.BLACK}
    assert engine.game.position.stones == engine.game.wally.stones == setup | played
    assert engine.komi == 5.5
    (move,) = ask(engine, "genmove b")
    assert move != "= pass"


@pytest.mark.parametrize(("until", "side", "stones"), [
    ("1", "white", 5), ("2", "black", 6), ("3", "white", 7), ("4", "black", 7), ("5", "white", 8), ("999", "white", 8),
    ("0", "white", 5), ("G8", "black", 6), ("C15", "white", 8),
])  # fmt: skip
def test_a_game_is_loaded_up_to_the_position_before_a_move(engine, game, until, side, stones):
    assert ask(engine, f"loadsgf {game(GAME)} {until}") == [f"= {side}"]
    assert len(engine.game.position.stones) == stones


@pytest.mark.parametrize(("text", "message"), [
    ("(;SZ[19];B[aa])", "unacceptable size: .* is a game on 19 by 19"),
    ("(;GM[1];B[aa])", "unacceptable size: .* is a game on 19 by 19"),  # of the standard, without SZ
    ("(;SZ[15];B[aa];W[aa])", "illegal move 2, white A15: the point is taken"),
    ("(;SZ[15]AB[ba][ab]AW[aa])", ":1:12: error: stones without a liberty are set up: those of A15"),
    ("(;SZ[15];B[zz])", r":1:12: error: B\[zz\]: there is no such point: expected aa to oo"),
    ("(;SZ[15]KM[x])", r":1:12: error: KM\[x\]: expected a number"),
    ("(;SZ[15];B[hh]", ":1:1: error: the game is not closed"),
    ("(;GM[2]SZ[15])", r"not a game of Go: GM\[2\]"),
    ("(;SZ[0])", r":1:6: error: SZ\[0\]: expected the number of rows"),
    ("hello", ":1:1: error: there is no game in this file: expected SGF"),
    ("", "the file is empty; expected a game"),
    ("\x00\xff\xfe(;", ":1:4: error: the game is not closed"),
])  # fmt: skip
def test_a_file_that_is_no_game_of_wallys_is_a_failure_and_the_game_goes_on(engine, game, text, message):
    ask(engine, "clear_board", "komi 3", "play w H8")
    (answer,) = ask(engine, f"loadsgf {game(text)}")
    assert answer.startswith("? ")
    assert re.search(message, answer), answer
    assert (engine.game.position.stones, engine.komi) == ({0x88: Colour.WHITE}, 3)


def test_a_file_that_is_not_there_and_a_move_that_is_none_are_failures(engine, game, tmp_path):
    assert "cannot read" in ask(engine, f"loadsgf {tmp_path}/nowhere.sgf")[0]
    assert "cannot read" in ask(engine, f"loadsgf {tmp_path}")[0]
    assert ask(engine, f"loadsgf {game(GAME)} Z9") == ["? invalid coordinate"]


def test_a_printed_game_can_be_loaded_again_and_no_file_is_overwritten(engine, tmp_path):
    path = tmp_path / "my game.sgf"
    ask(engine, "clear_board", "komi 0.5", "fixed_handicap 3", "play w C3", "genmove b", "play w pass", "genmove b")
    line, stones = engine.game.line, engine.game.position.stones
    (printed,) = ask(engine, "printsgf")
    assert "HA[3]" in printed
    assert "PL[W]" in printed
    assert ask(engine, f"printsgf {path}", f"printsgf {path}") == ["=", f"? {path} exists already"]
    assert path.read_text().strip() == printed.removeprefix("= ")
    assert ask(engine, "clear_board", "komi 0", f"loadsgf {path}") == ["=", "=", "= white"]
    assert (engine.game.line, engine.game.position.stones, engine.komi) == (line, stones, 0.5)
    ask(engine, "undo", "gogui-setup b A1", "play w A3")
    assert engine.game.line.moves == [(Colour.WHITE, 0xD1)]
    assert "cannot write" in ask(engine, f"printsgf {tmp_path}/nowhere/game.sgf")[0]


def test_the_board_has_both_kinds_of_coordinates(engine):
    (board,) = ask(engine, "play w A15", "play b P1", "showboard")[2:]
    lines = board.split("\n")
    assert lines[1] == "    A B C D E F G H J K L M N O P"
    assert lines[2] == " 15 O . . . . . . . . . . . . . . 1"
    assert lines[16] == "  1 . . . . . . . . . . . . . . X F"
    assert lines[17] == "    1 2 3 4 5 6 7 8 9 A B C D E F"


def test_time_is_accepted(engine):
    assert ask(engine, "time_settings 0 5 1", "time_left b 10 0", "time_left b", "time_settings a b c") == [
        "=", "=", "? syntax error: expected color time stones", "? not an integer"]  # fmt: skip
    assert ask(engine, "kgs-time_settings none", "kgs-time_settings absolute 300", "kgs-time_settings byoyomi 300 30 5",
               "kgs-time_settings canadian 300 30 x") == ["=", "=", "=", "? not an integer"]  # fmt: skip


def test_the_time_of_the_processor_goes_up(engine):
    before, _, after = ask(engine, "cputime", "genmove b", "cputime")
    assert 0 < float(before[2:]) < float(after[2:])


def test_undo_needs_a_move(engine):
    assert ask(engine, "clear_board", "undo") == ["=", "? cannot undo"]


# ------------------------------------------------------------ nonsense

NAMES = [
    "play", "genmove", "undo", "boardsize", "fixed_handicap", "set_free_handicap", "komi", "final_score",
    "showboard", "known_command", "time_left", "clear_board", "place_free_handicap", "reg_genmove", "loadsgf",
    "printsgf /dev/null/x", "gg-undo", "gogui-play_sequence", "gogui-setup", "kgs-time_settings", "final_status_list",
]  # fmt: skip
WORDS = st.sampled_from(
    ["b", "w", "black", "pass", "C3", "A1", "P15", "I9", "0", "2", "15", "-1", "1e9", "9" * 5000, "é"]
)
COMMANDS = st.tuples(st.sampled_from(NAMES), st.lists(WORDS | st.text(max_size=5), max_size=4)).map(
    lambda each: " ".join([each[0], *each[1]])
)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(COMMANDS | st.text(max_size=20), max_size=8))
@example(["9" * 5000 + " name", "\x00\x1f", "=", "?", "\xa0name", "name\x85"])
def test_whatever_is_written_on_a_line_is_answered_and_the_engine_lives_on(engine, lines):
    lines = [line.encode("utf-8", "replace").decode("latin-1").replace("\n", " ") for line in lines]
    expected = [command for command in map(gtp.parse, lines) if command]
    if any(command.name == "quit" for command in expected):
        return
    responses = io.BytesIO()
    gtp.serve(engine.handlers, io.BytesIO("\n".join(lines).encode("latin-1")), responses)
    text = responses.getvalue().decode()
    answers = [match[0] for match in RESPONSE.finditer(text)]
    assert "".join(answers) == text
    assert len(answers) == len(expected)
    for answer, command in zip(answers, expected, strict=True):
        assert answer[1 : 1 + len(command.id)] == command.id
    assert ask(engine, "name") == ["= Wally"]
    engine.handlers["undo"]([]) if engine.game.moves_made else None


def test_arguments_are_read_as_ascii_numbers_only():
    for text in ("٣", "1_0", " 1", "+1", "1" * 10):
        with pytest.raises(gtp.GtpError):
            gtp.integer(text)
    for text in ("nan", "inf", "1e5", "", ".", "--1"):
        with pytest.raises(gtp.GtpError):
            gtp.real(text)
    assert [gtp.real(each) for each in ("6.5", "-.5", "7.", "0")] == [6.5, -0.5, 7.0, 0.0]
